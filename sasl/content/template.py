"""The mission template: a complete small mission to copy, with every key explained where it stands."""

from __future__ import annotations

import re
from pathlib import Path

from sasl.content.places import shipped_root
from sasl.content.yamlfile import ContentError, shown_path

ID, TITLES = "my-mission", ("My Mission", "My Board")
NAME = r"[a-z][a-z0-9-]{0,39}"


def template_folder() -> Path:
    """Where the template lies: a pack with one mission, its board and its tables."""
    return shipped_root() / "docs" / "template"


def copy_template(name: str, folder: Path) -> list[Path]:
    """Copy the template into `folder` as the mission `name`; the files written.

    ContentError if the name is no id, if one of the files is there already, or if the disk refuses.
    """
    if not re.fullmatch(NAME, name):
        raise ContentError([f"'{name}' is no name for a mission: small letters, digits and -, as in: river-watch"])
    texts = {}
    for path in sorted(template_folder().rglob("*.yaml")):
        text = path.read_text(encoding="utf-8").replace(ID, name)
        for title in TITLES:
            text = text.replace(title, name.replace("-", " ").title())
        texts[folder / path.relative_to(template_folder()).with_name(f"{name}.yaml")] = text
    taken = next((path for path in texts if path.exists()), None)
    if taken:
        raise ContentError([f"{shown_path(taken)} is there already; choose another name, or remove it"])
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ContentError(
            [f"{shown_path(path)}: cannot be written ({(error.strerror or 'unknown fault').lower()})"]
        ) from None
    return list(texts)
