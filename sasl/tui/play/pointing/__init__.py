"""The hand on the map: keys, cursor and mouse, aiming, a way drawn, a walk from stack to stack."""
