"""Men: morale, casualties, rally, rout, concealment, prisoners, repair (A10, A12, A15, A20)."""
