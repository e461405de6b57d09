"""The automated ENEMY for Solitaire ASL."""

__version__ = "0.1.0"
