"""Fire on the IFT: who may fire, FP, DRM, the attack and its effects (A7-A9)."""
