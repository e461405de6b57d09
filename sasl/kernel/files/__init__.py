"""Files from outside: regular ones of a bounded size, zip archives, plain data as values."""
