"""Floor 3: schemas and loaders of missions/, tables/ and boards."""
