"""Orders and questions of any game: the grammar of a command word, and carrying it out."""
