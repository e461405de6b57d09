"""Board archives of VASL, and the form in which the program keeps what it has read of them (standard library only)."""
