"""Between the scenarios: the Reorganization Phases of a campaign."""
