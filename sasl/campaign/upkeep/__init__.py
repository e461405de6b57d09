"""What happens to units between two scenarios: melee, rally, prisoners, fires, wounds, Battle Hardening."""
