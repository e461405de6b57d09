"""The journal on disk, resume, undo and redo."""
