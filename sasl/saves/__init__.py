"""Floor 7: the journal on disk, resume, undo and redo."""
