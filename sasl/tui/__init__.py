"""The Textual screens; the only place that knows textual."""
