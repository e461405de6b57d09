"""Where games are kept. Imports nothing heavy, so that a first screen need not wait."""

from __future__ import annotations

from pathlib import Path

from sasl.content.places import shipped_root


def default_folder() -> Path:
    """Where games are kept: `saves/` of a checkout, else the user's data folder."""
    root = shipped_root()
    if (root / "pyproject.toml").is_file():
        return root / "saves"
    import platformdirs  # only an installed copy needs it

    return platformdirs.user_data_path("sasl") / "saves"
