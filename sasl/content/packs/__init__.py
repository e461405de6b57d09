"""The player's own files: packs, the tables and figures he typed in, what of them a mission can meet."""
