"""The map as a widget: hexes as cells of the terminal, drawn at each zoom, moved over with keys and mouse."""
