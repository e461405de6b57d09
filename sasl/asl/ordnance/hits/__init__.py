"""What a hit does (C7, C8, D5): To Kill, HE on the IFT, vehicles and those aboard, pillboxes."""
