"""The command line and the plain line mode."""
