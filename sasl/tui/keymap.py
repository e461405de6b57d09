"""The player's own keys: a small file that says by which keys an act is done, read strictly."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import Keys

import sasl.tui
from sasl.content.reading.faults import ContentError
from sasl.content.reading.yamlfile import Document, read_yaml
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import closest
from sasl.saves.folders import keys_path
from sasl.tui.widgets.key_names import SIGNS

TOGETHER = ("play", "map", "pane", "draw", "watch", "app")
"""The rooms whose keys work at the same time, on the play screen; of all others only those of one room do."""
TEMPLATE_HEAD = """\
# Your own keys. A line for each action: its name, then its keys with commas; actions not named keep their keys.
# Keys are written as they are typed (n, N, :), or by name: space, enter, escape, tab, up, f5, ctrl+r, shift+up.
# `sasl keys` shows them all and says what is wrong with a line.
"""


class Act(Frozen):
    """Something a key does: its name in the file, its keys as they come, and what it is."""

    id: str
    keys: str
    words: str

    @property
    def room(self) -> str:
        """What comes before the point of its name."""
        return self.id.partition(".")[0]


def acts() -> dict[str, Act]:
    """Everything that has a key on any screen, by its name."""
    for module in pkgutil.walk_packages(sasl.tui.__path__, "sasl.tui."):
        importlib.import_module(module.name)
    found: dict[str, Act] = {}
    for cls in dict.fromkeys(_classes(DOMNode)):  # one of two bases comes twice
        if cls.__module__.startswith("sasl.tui."):
            for item in Binding.make_bindings(cls.__dict__.get("BINDINGS", ())):
                if item.id and item.id not in found:
                    found[item.id] = Act(item.id, item.key, item.tooltip or item.description)
                elif item.id:
                    keys = dict.fromkeys((*found[item.id].keys.split(","), *item.key.split(",")))
                    found[item.id] = Act(item.id, ",".join(keys), found[item.id].words)
    return dict(sorted(found.items(), key=lambda pair: (pair[1].room, pair[0])))


def _classes(base: type[Any]) -> Iterator[type[Any]]:
    for cls in base.__subclasses__():
        yield cls
        yield from _classes(cls)


def kept_keys(path: Path | None = None) -> dict[str, str]:
    """The keys of the player's file by act; {} if there is none. ContentError names every fault with its line."""
    path = path or keys_path()
    if not path.is_file():
        return {}
    document = read_yaml(path)
    return _checked(document, acts())


MOST_HINTS = 50
"""For so many names that are none it is looked up what may have been meant; no more faults are shown."""


def _checked(document: Document, known: Mapping[str, Act]) -> dict[str, str]:
    """What the file says, if all of it is right."""
    data = {} if document.data is None else document.data
    if not isinstance(data, dict):
        raise ContentError([document.fault((), "lines like 'play.next: n' are needed here")])
    faults: list[str] = []
    found: dict[str, str] = {}
    for name, value in data.items():
        words = [word.strip() for word in str(value).split(",")] if value not in (None, "") else []
        keys = [_named(word) for word in words]
        bad = [word for word, key in zip(words, keys, strict=True) if not key]
        if name not in known:
            near = closest(str(name), known) if len(faults) < MOST_HINTS else ""
            faults.append(
                document.fault((name,), f"there is no such action{f'; did you mean {near}?' if near else ''}")
            )
        elif not keys:
            faults.append(document.fault((name,), f"a key is needed, as in {name}: {known[name].keys}"))
        elif bad:
            faults.append(
                document.fault((name,), f"'{bad[0]}' is not a key; write n, N, space, f5, ctrl+r, shift+up …")
            )
        else:
            found[str(name)] = ",".join(keys)
    faults += [document.fault((first,), words) for first, words in _clashes(found, known)]
    if faults:
        raise ContentError(faults)
    return found


def _named(word: str) -> str:
    """A key as the screens name it; "" if there is none of that name."""
    *modifiers, key = word.split("+") if len(word) > 1 else [word]
    if any(item not in ("ctrl", "shift", "alt") for item in modifiers):
        return ""
    if len(key) == 1 and key.isprintable():
        return "+".join((*modifiers, SIGNS.get(key, key)))
    return word if key in NAMES else ""


NAMES = frozenset(key.value for key in Keys) | frozenset(SIGNS.values())


def _clashes(own: Mapping[str, str], known: Mapping[str, Act]) -> Iterator[tuple[str, str]]:
    """Acts of one screen that would share a key, one of them by the player's file."""
    holder: dict[tuple[str, str], str] = {}
    order = sorted(known, key=lambda name: name in own)
    for name in order:
        if name.startswith("draw."):  # only while a way is drawn
            continue
        room = TOGETHER[0] if known[name].room in TOGETHER else known[name].room
        for key in own.get(name, known[name].keys).split(","):
            other = holder.setdefault((room, key), name)
            if other != name and name in own:
                yield name, f"'{key}' is already the key of {other}; give that one another key, too"


def template(known: Mapping[str, Act]) -> str:
    """A file that says what is so, every line commented out."""
    lines = [f"# {act.id}: {_quoted(act.keys)}   # {act.words}" for act in known.values()]
    return TEMPLATE_HEAD + "\n".join(lines) + "\n"


def _quoted(keys: str) -> str:
    return keys if keys.replace(",", "").replace("_", "").replace("+", "").isalnum() else f'"{keys}"'
