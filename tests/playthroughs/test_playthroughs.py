"""Golden playthroughs: whole texts a player can read, compared to the letter.

`SASL_UPDATE_GOLDEN=1 pytest tests/playthroughs` writes them anew; read the difference before you keep it.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sasl.asl.game.events import Decided, Event
from sasl.cli.main import main
from sasl.content.library import Library, shipped_root
from sasl.lab.watching.watch import Step
from sasl.saves.session import Session

HERE = Path(__file__).parent
UPDATE = os.environ.get("SASL_UPDATE_GOLDEN") == "1"


def compare(name: str, text: str) -> None:
    path = HERE / name
    if UPDATE:
        path.write_text(text, encoding="utf-8")
    kept = path.read_text(encoding="utf-8").splitlines()
    for number, (then, now) in enumerate(zip(kept, text.splitlines(), strict=False), 1):
        assert then == now, f"{name}, line {number} (SASL_UPDATE_GOLDEN=1 writes it anew)"
    assert len(kept) == len(text.splitlines())
    assert path.stat().st_size <= 150_000


def test_a_watched_game(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is broken off after Turn 2; `tests/lab` watches games to their end. The first kept text ends with the
    FRIENDLY Player Turn of Turn 2, the second is the ENEMY's after it with every reason."""
    monkeypatch.setattr("sasl.lab.watching.watch.MOST_COMMANDS", 420)
    assert main(["watch", "oto-s1", "--seed", "7", "--plain", "--saves", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert "saved as game 'watch-oto-s1-7'" in err and "the game did not end in 420 commands" in err
    text, found, _ = out.partition("  === Turn 2, ENEMY RPh ===")
    assert found
    compare("watch-oto-s1-7.txt", text)
    with Session.resume(Library(shipped_root()), tmp_path, "watch-oto-s1-7") as session:
        compare("enemy-turn.txt", "".join(f"{line}\n" for line in enemy_turn(session)))
        assert session.game.state.turn > 2


def enemy_turn(session: Session) -> Iterator[str]:
    """What happened in the ENEMY's Player Turn of Turn 2, command by command."""
    for moment in session.moments:
        state = moment.game.state
        if (state.turn, state.side) == (2, "ENEMY"):
            yield f"> {Step(moment.command, moment.events).shown}"
            yield from (f"  {line}" for event in moment.events for line in in_full(event))


def in_full(event: Event) -> tuple[str, ...]:
    """What a player reads in the log, and of a decision every reason."""
    if isinstance(event, Decided):
        first, *reasons = event.explain()
        return (first, *(f"    {line}" for line in reasons))
    return tuple(filter(None, [event.describe()]))


def test_a_session_in_plain_mode(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO((HERE / "plain-session.commands").read_text(encoding="utf-8")))
    assert main(["play", "oto-s1", "--plain", "--seed", "7", "--name", "golden", "--saves", str(tmp_path)]) == 0
    compare("plain-session.txt", capsys.readouterr().out)
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".sasl"] == ["golden.sasl"]


def test_nothing_in_them_names_a_machine(tmp_path: Path) -> None:
    for path in HERE.glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        assert "/tmp" not in text and "/home" not in text and "/work" not in text, path.name
