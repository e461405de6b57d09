"""The records that the rules ask for: CG Roster, RG Purchase Record, Force Organizer, tallies of VP."""
