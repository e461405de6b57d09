"""The conditions a modifier of a table may name in `when`: the fixed vocabulary in the file beside this one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sasl.content.reading.faults import nearest


@cache
def groups() -> dict[str, dict[str, str]]:
    """Each chart's conditions by its name: the word, and what it means."""
    from sasl.content.reading.yamlfile import read_yaml  # a start that finds its content kept parses nothing

    found: dict[str, dict[str, str]] = read_yaml(Path(__file__).with_suffix(".yaml")).data
    return found


@cache
def known_conditions() -> dict[str, str]:
    """Every condition: the word, and what it means."""
    return {"": "always"} | {word: text for group in groups().values() for word, text in group.items()}


def unknown(word: str) -> str:
    """That there is no such condition, with the nearest one; "" if there is."""
    if word and word in known_conditions():
        return ""
    return f"condition '{word}' is unknown{nearest(word, known_conditions())}; sasl table conditions lists them"
