"""Front end 1: the command line and the plain line mode."""
