"""Saved games of VASL made up for tests: their own names and ids, written by the codec that the program has."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

from sasl.vasl.list_codec import ESCAPE, fold, join
from sasl.vasl.saved_game import GAME, MODULE_DATA, SAVE_DATA

PASSWORD = "open-sesame-77"
MAP = "Main Map"
MAPBOARD = (1800, 645)
"""The size of a mapboard's picture."""


def layer(name: str, value: int, names: str, images: str = "", follows: str = "") -> tuple[str, str]:
    """A layer of a counter, as type and state; names and images with commas; `follows`: a property."""
    fields = [""] * 26
    fields[0], fields[16], fields[17], fields[18], fields[19] = (
        "emb2", images or "," * names.count(","), names, "true", name,
    )  # fmt: skip
    fields[22], fields[23], fields[24], fields[25] = "true" if follows else "false", follows, "1", "1"
    return join(fields, ";"), str(value)


def label(text: str) -> tuple[str, str]:
    """What a player writes on a counter."""
    return "label;76,130;Label;10;0,0,0;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog", text


def piece(number: int, name: str, x: int, y: int, *traits: tuple[str, str], image: str = " ", window: str = MAP) -> str:
    """The command of a counter; its traits from the innermost out."""
    inner = (join(["piece", "K", "D", image, name], ";"), f"{window};{x};{y};9;0")
    outward = [*reversed(traits), inner]
    kind, state = (fold(items, "\t") for items in zip(*outward, strict=True))
    return join(["+", str(number), kind, state], "/")


def stack(number: int, x: int, y: int, *members: int, window: str = MAP) -> str:
    """The command of a stack, from its bottom."""
    return join(["+", str(number), "stack", join([window, str(x), str(y), *map(str, members), "@@-1"], ";")], "/")


def concealed(nation: str, by: str = "null") -> tuple[str, str]:
    """The trait that lets a ? lie on a counter of a nation; `by` is the password of who put it there."""
    return f"conceal;C;{nation}/{nation}qmark;{nation};;x", f"{by};"


def hidden(by: str = "null") -> tuple[str, str]:
    """The trait that hides a counter."""
    return "hide;72,130;HIP;;player:;0.3", by


def squad(number: int, x: int, y: int, *, level: int = 2, broken: bool = False, by: str = "null") -> str:
    """A German squad: 4-6-8, 4-6-7, 4-4-7 or 4-3-6 by the level of its counter."""
    return piece(
        number, "4-6-8 Esq", x, y,
        layer("", level, "4-6-8 Esq,4-6-7 1sq,4-4-7 2sq,4-3-6 Csq", "ge/ge468S,ge/ge467S,ge/ge447S,ge/ge436S"),
        layer("BRK", level if broken else -level, "broken +,broken +,broken +,broken +", "a,b,c,d"),
        concealed("ge", by),
        hidden(),
    )  # fmt: skip


def boards(*names: str) -> str:
    """Boards one below the other, as VASL calls them: 16, r13."""
    told = "".join(f"bd\t0\t{row}\t{name}\tVER\t6.1\t" for row, name in enumerate(names))
    return told or "bd\t"


def text_of(commands: Sequence[str], *names: str) -> str:
    """The text of a saved game: pieces together in one list, as VASSAL writes them."""
    told = boards(*names)
    inner = join(["", *commands], ESCAPE)
    return join(["begin_save", "", told, inner, "INFO\tAxis\tAllied\t3\t?\t?\t?\t?\t?\t?\t", told, "end_save"], ESCAPE)


def entry(text: str, key: int = 0x5A) -> bytes:
    """The entry that holds a text, veiled in hexadecimal."""
    veil = bytes(byte ^ key for byte in range(256))
    return f"!VCSK{key:02x}".encode() + text.encode().translate(veil).hex().encode()


MODULE = b'<?xml version="1.0"?><data version="1"><version>6.6.1</version><name>VASL</name></data>'
SAVED = b'<?xml version="1.0"?><data version="1"><dateSaved>1606985872939</dateSaved></data>'


def packed(path: Path, game: bytes, module: bytes = MODULE) -> Path:
    """A file with these entries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(GAME, game)
        archive.writestr(SAVE_DATA, SAVED)
        archive.writestr(MODULE_DATA, module)
    path.write_bytes(buffer.getvalue())
    return path


def save(path: Path, commands: Sequence[str], *names: str) -> Path:
    """A saved game in a file."""
    return packed(path, entry(text_of(commands, *names)))
