"""Exact odds of tables and their chains, many rolls held against them, and tables being changed."""
