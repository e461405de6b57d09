"""What falls from afar and lies in the ground: OBA, counter battery, bombardment, mines (C1, B28)."""
