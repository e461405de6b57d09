"""Front end 2: the Textual screens; the only place that knows textual."""
