"""Support from afar for a side that plays itself: OBA, Counter Battery (C1), aircraft (E7)."""
