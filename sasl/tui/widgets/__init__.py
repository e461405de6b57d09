"""What every screen is built of: lists of lines, popups, dialogs, and the keys that each of them shows."""
