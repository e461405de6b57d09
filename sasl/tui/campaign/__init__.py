"""The screens of a campaign."""
