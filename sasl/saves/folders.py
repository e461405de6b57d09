"""Where games, the player's own figures and settings are kept. Imports nothing heavy: a first screen need not wait."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from sasl.content import shipped_root

OWN = "SASL_OWN"
"""The variable that names another folder for the player's own figures."""

BOARDS = "SASL_BOARDS"
"""The variable that names another folder for imported VASL boards."""
CONFIG = "SASL_CONFIG"
"""The variable that names another folder for the player's keys and settings."""


def config_folder() -> Path:
    """The player's keys and settings: what `SASL_CONFIG` names, else his config folder."""
    named = os.environ.get(CONFIG, "")
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_config_path("sasl")


def keys_path() -> Path:
    """The file of the player's own keys."""
    return config_folder() / "keys.yaml"


def default_folder() -> Path:
    """Where games are kept: `saves/` of a checkout, else the user's data folder."""
    return _place("saves")


def fresh_name(content_id: str, now: datetime) -> str:
    """A name for a new game of a mission or campaign: with the second in which it begins, so that no other has it."""
    return f"{content_id}-{now:%Y%m%d-%H%M%S}"


def own_folder() -> Path:
    """The player's own pack: what `SASL_OWN` names, `own/` of a checkout, else in the user's data folder."""
    named = os.environ.get(OWN, "")
    return Path(named) if named else _place("own")


def boards_folder() -> Path:
    """The player's imported VASL boards: what `SASL_BOARDS` names, else in the user's data folder, never a checkout."""
    named = os.environ.get(BOARDS, "")
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("sasl") / "boards"


def with_own(packs: tuple[Path, ...]) -> tuple[Path, ...]:
    """The packs of a game, later ones on top: those named now go before the player's own."""
    own = own_folder()
    return (own, *packs) if own.is_dir() else packs


def _place(name: str) -> Path:
    root = shipped_root()
    if (root / "pyproject.toml").is_file():
        return root / name
    import platformdirs  # only an installed copy needs it

    return platformdirs.user_data_path("sasl") / name
