"""Commands that play by themselves: `watch`, `sim`, `compare`."""
