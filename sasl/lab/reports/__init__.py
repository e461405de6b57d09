"""What series and comparisons say, as sections, plots, pages and files."""
