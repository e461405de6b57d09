"""Set-up: mapboards, VPO, the force, wrecks, and who stands where."""
