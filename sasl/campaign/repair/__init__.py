"""Equipment between two scenarios: vehicles, Weapons, withdrawal, and what is cleared from the map."""
