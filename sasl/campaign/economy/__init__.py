"""What a new CG Date brings before anything is bought: SAN, CPP, ELR, weather, initiative."""
