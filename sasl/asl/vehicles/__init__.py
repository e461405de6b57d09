"""What befalls those who move: bog, Overruns, gullies and the Culvert (D7, D8, B19)."""
