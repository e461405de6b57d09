"""Random Events (2): the d66, once-only stars, rerolls, and the effects by name."""
