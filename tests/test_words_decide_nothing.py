"""No rule depends on a text that the program shows: with every one of them gibberish, the same facts come."""

from __future__ import annotations

import importlib.util
import itertools
import os
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import StructMeta

from sasl.content.library import Library, shipped_root
from sasl.kernel import facts
from sasl.kernel.frozen import Frozen, fields
from sasl.kernel.orders import questions
from sasl.kernel.rolling import records

DOCS = Path(__file__).resolve().parents[1] / "docs"
TEXTS = {
    questions.Question: ("text", "error", "lines"), questions.Option: ("label",), facts.Told: ("text",),
    records.Modifier: ("name",), records.RollRecord: ("purpose", "target_name"),
}  # fmt: skip
"""What is shown to people: the texts of questions, answers, messages, modifiers and rolls."""
WHOLE = bool(os.environ.get("SASL_WHOLE_GAMES"))
"""Whether every game is played, and to its end: it takes minutes."""
STEPS: dict[str, int] = {} if WHOLE else {"oto-s1": 20, "oto-s2": 30}
"""So many commands of a long game are played otherwise."""
GAMES = [
    *[("platoon", seed) for seed in range(1, 6 if WHOLE else 3)],
    *[
        (campaign, seed)
        for campaign in (("oto2", "rb", "votg") if WHOLE else ("oto2", "votg"))
        for seed in range(1, 6 if WHOLE else 2)
    ],
    *[(mission, seed) for mission in ("oto-s1", "oto-s2") for seed in range(1, 6 if WHOLE else 2)],
]


def gibberish(text: str) -> str:
    """Nonsense that is the same for the same text."""
    return "".join(chr(ord("a") + byte % 26) for byte in blake2b(text.encode(), digest_size=6).digest())


def _muddled(value: Any) -> Any:
    return gibberish(value) if isinstance(value, str) and value else tuple(map(_muddled, value)) if value else value


def _made(kind: Any, /, *args: Any, **more: Any) -> Any:
    """The frozen value that is asked for, with gibberish for what is shown of it."""
    names = TEXTS.get(kind, ())
    given = {**dict(zip((item.name for item in fields(kind)), args, strict=False)), **more} if names else more
    muddled = {name: _muddled(value) if name in names else value for name, value in given.items()}
    return StructMeta.__call__(kind, *(() if names else args), **muddled)


@pytest.fixture(scope="module")
def recorder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("record_facts", DOCS / "scripts" / "record_facts.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(shipped_root())


@pytest.mark.parametrize(("what", "seed"), GAMES)
def test_the_same_facts_come_when_every_text_is_gibberish(
    what: str, seed: int, recorder: ModuleType, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = what not in STEPS

    def played() -> tuple[int, str]:
        steps = recorder.steps(library, what, seed)
        digest: tuple[int, str] = recorder.digest(steps if whole else itertools.islice(steps, STEPS[what]))
        return digest

    number, plain = played() if not whole else recorder.recorded()[what, seed].split()
    monkeypatch.setattr(type(Frozen), "__call__", _made, raising=False)
    label = questions.Option("yes", "Yes").label
    assert label == gibberish("Yes")
    assert played() == (int(number), plain)


@pytest.mark.parametrize("text", ["E7: 467a breaks", "FFMO"])
def test_gibberish_says_nothing(text: str) -> None:
    assert gibberish(text) == gibberish(text) != text
