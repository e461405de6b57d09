"""Games in lines of text: a mission, a campaign, a mission beside VASL."""
