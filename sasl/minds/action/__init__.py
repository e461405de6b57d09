"""Actions (S6): who acts when, automatic actions, the Action DR, Panic."""
