"""What CPP and FPP buy: Reinforcement Groups, their strength and men, fortifications, reconnaissance."""
