"""Whether tables and missions say only what the rules can play."""
