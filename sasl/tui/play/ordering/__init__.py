"""Orders under way: carried out, asked about, halted, corrected, and run on for the ENEMY."""
