"""A watched game in numbers: its facts counted, the record of its run."""
