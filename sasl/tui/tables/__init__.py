"""Tables on the screen: all of them, the player's own, and the designer's bench."""
