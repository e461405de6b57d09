"""Golden playthrough of the lesson mission in lines: somebody types what the lessons say, from the start to the end."""

from __future__ import annotations

import io

from test_playthroughs import compare

from sasl.asl.game.los.sight import look
from sasl.asl.game.state import Unit
from sasl.cli.lines.mission_lines import Plain
from sasl.content.library import Library, shipped_root
from sasl.saves.session import Session
from sasl.solitaire.briefing.lessons import present

MOST = 400


class Pupil(Plain):
    """Types what the present lesson says; enter answers every question. What is typed stands in the text."""

    def __init__(self, session: Session, out: io.StringIO) -> None:
        super().__init__(session, io.StringIO(), out)
        self.done: set[str] = set()
        self.left = MOST

    def _read(self, prompt: str) -> str | None:
        self.left -= 1
        assert self.left, "the mission does not end"
        line = "" if prompt == "? " else self.next_line()
        if line is not None:
            self._say(f"{prompt}{line}".rstrip())
        return line

    def next_line(self) -> str | None:
        """The next line; None when the mission is over."""
        shown = present(self.session.moments)
        if shown is None or shown.lesson is None:
            return None
        told, phase = shown.lesson.type, self.session.game.state.phase
        if told in ("next", "deploy", "rally all") or told.startswith("move "):
            return told if told != "move UNITS HEX" else self.orders() or "next"
        if told == "vp":
            return "next" if self.already("vp") else "vp"
        if told == "cc HEX":
            hexes = {unit.hex for unit in self.session.game.state.on_map("FRIENDLY")}
            place = next(unit.hex for unit in self.session.game.state.on_map("ENEMY") if unit.hex in hexes)
            return "next" if self.already(f"cc {place} {self.session.game.state.turn}") else f"cc {place}"
        return (self.orders() if phase in ("PFPh", "MPh", "AFPh", "APh", "DFPh") else None) or "next"

    def orders(self) -> str | None:
        """An order for the first stack that has had none in this phase: fire in PFPh, AFPh and DFPh, else onwards."""
        state, board = self.session.game.state, self.session.game.board
        goals = [name for name, side in state.control.items() if side == "ENEMY"] or list(state.control)
        for unit in [unit for unit in state.on_map("FRIENDLY") if unit.good_order and not unit.flags & {"pinned"}]:
            start = unit.hex
            if state.phase in ("PFPh", "AFPh", "DFPh"):
                target = self.target(unit)
                if target and not self.already(f"fire {start} {state.moment}"):
                    return f"fire {start} {target}"
            elif "prep" not in unit.flags and not self.already(f"go {unit.id} {state.moment}"):
                for other in state.units_at(start, "FRIENDLY"):
                    self.done.add(f"go {other.id} {state.moment}")
                near = board.neighbours(start) if state.phase == "APh" else board.within(start, 2)
                free = [name for name in near if state.phase == "APh" or not state.units_at(name, "ENEMY")]
                goal = min(free, key=lambda name: (min(board.distance(name, vpo) for vpo in goals), name))
                if goal != start and start not in goals:
                    return f"{'advance' if state.phase == 'APh' else 'move'} {start} {goal}"
        return None

    def target(self, unit: Unit) -> str:
        """The nearest ENEMY unit in LOS and normal range."""
        game, start = self.session.game, unit.hex
        reach = game.counter_of(unit).range or 0
        seen = [
            other.hex
            for other in game.state.on_map("ENEMY")
            if game.board.distance(start, other.hex) <= reach and look(game, start, other.hex).exists
        ]
        return min(seen, key=lambda name: (game.board.distance(start, name), name), default="")

    def already(self, what: str) -> bool:
        """Whether this has been done before; it has now."""
        before = what in self.done
        self.done.add(what)
        return before


def test_the_lessons_from_start_to_end() -> None:
    session, out = Session.memory(Library(shipped_root()), "platoon", 4), io.StringIO()
    assert Pupil(session, out).run() == 0
    text = out.getvalue()
    assert session.game.state.stage == "over" and "== All lessons are done ==" in text
    for lesson in session.game.mission.lessons:
        if not lesson.only_if:
            assert f": {lesson.title} == " in text, lesson.title
    compare("lessons.txt", text)
