"""Small arms fire as a mind weighs it (A7): who can fire at a hex, to what effect, and which do best together."""
