"""LOS as the game knows it: the digest's answer, what lies on the line, and what the player saw on his board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.los.depressions import in_gully, sunk
from sasl.asl.game.los.screens import Cloud, Clouds, Hulks, Screens, clouds_of, hulks_of
from sasl.asl.game.state import State, Unit
from sasl.asl.game.words import sight_key
from sasl.board import bypass_line
from sasl.board.fences import on_level
from sasl.board.hexes import crossed_sides
from sasl.board.los import Sight, line_of_sight
from sasl.board.outcomes import CODES, EXISTS, SURE, coded, hindrance_in, outcomes_of
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.memo import Latest, Memo
from sasl.kernel.text import counted

SETTLED = EXISTS | SURE
"""The bits of a coded LOS that tell whether the ground alone blocks it for sure."""

Passing = tuple[str, bypass_line.Vertices]
"""The hex that units are in Bypass of, and the vertices of it that they pass."""


class Seen(Frozen):
    """Whether LOS exists, with how much Hindrance; `sure` False: the digest cannot tell, and this is likely."""

    exists: bool
    hindrance: int
    sure: bool


class View:
    """All LOS at one moment. It depends on the ground, on in which hexes they are IN a gully or stream, on the player's
    answers, on what lies on the lines, and on who is in Bypass where; while these stay, it stays.
    """

    def __init__(self, game: Game, sunk: frozenset[str], clouds: Clouds, hulks: Hulks) -> None:
        self.board = game.board
        self.sunk = sunk
        self.answers = game.state.sights
        self.past = passing(game.state)
        self._asks = bool(self.answers or self.past)
        self.most = game.figure("blocking-hindrance")
        self.screens = Screens(game.board, clouds, hulks, game.figure("wreck-hindrance"), self.over_ground)
        self.rows: dict[str, Row] = _Rows(self)
        self.judged = [judged(code, 0, self.most) for code in range(CODES)]
        """What each coded LOS comes to with nothing on its line."""
        self.words: dict[tuple[str, str], str] = {}
        self._outcomes = outcomes_of(game.board)

    def codes_from(self, name: str) -> bytearray | None:
        """The coded LOS from a hex, if nothing but the ground and what lies on it counts there; None otherwise."""
        return None if self._asks or name in self.sunk or name not in self.board else self._outcomes.row(name)

    def seen(self, a: str, b: str) -> Seen:
        """The LOS between two hexes; ValueError for a hex that is not in play."""
        if self._asks and (self.passed(a, b) or self.answer(a, b)):
            return self.seen_in_full(a, b)[0]
        try:
            code = self._outcomes.between(a, b, self.sunk)
        except KeyError as missing:
            self.board.hex(missing.args[0])
            raise
        more = self.screens.hindrance(a, b) if code & SETTLED != SURE else 0
        quick = judged(code, more, self.most)
        return verify.same(f"LOS {a}-{b}", quick, lambda: self.seen_in_full(a, b)[0]) if verify.ON else quick

    def over_ground(self, a: str, b: str) -> bool:
        """Whether the LOS exists but for what lies on it."""
        if self._asks and (answer := self.answer(a, b)):
            return _answered(answer)[0].exists
        if self._asks and self.passed(a, b):
            return self._line(a, b).exists
        return bool(self._outcomes.between(a, b, self.sunk) & EXISTS)

    def seen_in_full(self, a: str, b: str) -> tuple[Seen, str]:
        """The same with its reasons in words."""
        answer = self.answer(a, b)
        if answer:
            return _answered(answer)
        sight, things = self.traced(a, b)
        return judged(coded(sight), sum(value for _, value in things), self.most), told(sight, things, self.most)

    def traced(self, a: str, b: str) -> tuple[Sight, list[tuple[str, int]]]:
        """What the ground does to the line, and what lies on it, thing by thing with its Hindrance."""
        return self._line(a, b), self.screens.named(a, b)

    def _line(self, a: str, b: str) -> Sight:
        """What the ground does to the line (A4.34: to or from the vertices of who is in Bypass)."""
        if past := self.passed(a, b):
            return bypass_line.line(self.board, a if b == past[0] else b, *past)[0]
        return line_of_sight(self.board, a, b, self.sunk)

    def passed(self, a: str, b: str) -> Passing | None:
        """A4.34: the hex that units are in Bypass of and where they pass it, if the LOS leads to or from there."""
        past = self.past
        there = past and a != b and past[0] in (a, b) and not (a in self.sunk or b in self.sunk)
        return past if there else None

    def answer(self, a: str, b: str) -> str:
        """What the player has seen on his board; "" if he was not asked."""
        if not self.answers:
            return ""
        past = self.passed(a, b)
        ends = (bypass_line.words(*past) if past and name == past[0] else name for name in (a, b))
        return self.answers.get(sight_key(*ends)) or ""


class Row(dict[str, Seen]):
    """The LOS from one hex to each other one, worked out when first asked."""

    def __init__(self, view: View, name: str) -> None:
        super().__init__()
        self._view, self._name = view, name
        self._rank = view.board.rank
        self._codes = view.codes_from(name)

    def __missing__(self, other: str) -> Seen:
        """As `View.seen`; in short where the LOS is known and nobody is IN a gully."""
        view = self._view
        code = self._codes[self._rank[other]] if self._codes and other in self._rank and other not in view.sunk else 0
        if code and not verify.ON:
            found = view.judged[code]
            if code & SETTLED != SURE and (more := view.screens.hindrance(self._name, other)):
                found = judged(code, more, view.most)
        else:
            found = view.seen(self._name, other)
        self[other] = found
        return found

    def glance(self, other: str) -> Seen | None:
        """The LOS if it was asked before, here or with something else on it; None if it would have to be worked out."""
        found = self.get(other)
        if found is None and self._codes and self._codes[self._rank[other]]:
            found = self[other]
        return found


class _Rows(dict[str, Row]):
    """The rows of a view, made when they are first asked for."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view

    def __missing__(self, name: str) -> Row:
        row = self[name] = Row(self._view, name)
        return row


_VIEWS: Memo[View] = Memo()


def _view(game: Game) -> View:
    below, clouds, hulks = sunk(game), clouds_of(game), hulks_of(game)
    moving = game.state.moving if passing(game.state) else None
    parts = below, clouds, hulks, game.state.sights, moving, game.board, game.library
    return _VIEWS.of(parts, lambda: View(game, below, clouds, hulks))


_LATEST: Latest[Game, View] = Latest(_view)


def view_of(game: Game) -> View:
    """All LOS as they are now."""
    return _LATEST.of(game)


def look(game: Game, a: str, b: str) -> Seen:
    """LOS between two hexes: the player's answer if he gave one, else the digest's.

    While units are in Bypass of one of them, it is the LOS to where they pass (A4.34).
    """
    return view_of(game).rows[a][b]


def seen_from(game: Game, name: str) -> Row:
    """The same from one hex to each other one in play, for who asks much: `look(game, name, b)` is `seen_from(…)[b]`.

    The row stays the very same while nothing changes that it depends on. It fills as it is asked: never iterate it.
    """
    return view_of(game).rows[name]


def sight_words(game: Game, a: str, b: str, *, ranged: bool = True) -> str:
    """Return the LOS between two hexes in one line, with its reasons; `ranged`: and with its range."""
    view = view_of(game)
    found = view.words.get((a, b))
    if found is None:
        found = view.words[a, b] = view.seen_in_full(a, b)[1]
    return found if ranged else found.replace(f" at range {game.board.distance(a, b)}", "")


@cache
def judged(code: int, hindrance: int, most: int) -> Seen:
    """A6.7: what a coded LOS over the ground comes to with so much more Hindrance on it; `most` blocks. Where it is
    blocked for sure, nothing that lies on it matters."""
    whole = hindrance_in(code) + (hindrance if code & SETTLED != SURE else 0)
    if whole >= most:
        return Seen(False, most, True)
    return Seen(bool(code & EXISTS), whole, bool(code & SURE))


def told(sight: Sight, things: Sequence[tuple[str, int]], most: int) -> str:
    """The same in words, the sum first: `hindered +4 at range 6: grain V17 +1, FFE +2, wreck +1`."""
    hindrance = sight.hindrance + sum(value for _, value in things)
    if hindrance >= most:
        return f"blocked by {hindrance} Hindrances (A6.7)"
    if not things or not sight.exists:
        return sight.text
    state = "hindered" if sight.state == "clear" else sight.state
    by_name: dict[str, int] = {}
    for name, value in things:
        by_name[name] = by_name.get(name, 0) + value
    parts = [f"{name} +{value}" for name, value in by_name.items()]
    if sight.one_each:
        return f"hindered +{hindrance} at range {sight.range}: {', '.join([*sight.each, *parts])}"
    ground = f" +{sight.hindrance}, " if sight.hindrance else "; " if sight.hexes else ": "
    return f"{replace(sight, state=state, hindrance=hindrance).text}{ground}{', '.join(parts)}"


def in_bypass(state: State, unit: Unit) -> tuple[int, ...]:
    """The vertices of its hex that a unit passes in Bypass at this moment; () if it is in the hex (A4.3)."""
    moving = state.moving
    passing = moving is not None and unit.id in moving.ids and unit.hex == moving.hex
    return moving.bypass if moving is not None and passing else ()


def passing(state: State) -> Passing | None:
    """The hex that units are in Bypass of at this moment, and the vertices they pass there."""
    moving = state.moving
    return (moving.hex, moving.bypass) if moving is not None and moving.bypass else None


def below_rim(game: Game, unit: Unit, place: str) -> bool:
    """A6.3, B19: whether a unit IN a gully or stream, in a hex where others are above it, has no LOS to `place` that
    they may have; an answer of the player about the two hexes counts for all.
    """
    here = unit.hex
    if here == place or not in_gully(game, unit) or here in sunk(game) or sight_key(here, place) in game.state.sights:
        return False
    return not outcomes_of(game.board).between(here, place, sunk(game) | {here}) & EXISTS


def _over_the_wall(game: Game, unit: Unit, place: str) -> bool:
    """B9.21, B27.2: whether a unit beneath a foxhole or trench has no LOS to `place`, nor anybody there to it: across
    the wall or hedge of its own hex, beyond the next hex, and no higher. At a vertex both hexsides have to be fenced.
    """
    board, name = game.board, unit.hex
    if "dug-in" not in unit.flags or not board.terrain(name).fenced or board.distance(name, place) < 2:
        return False
    if board.terrain(place).elevation > board.terrain(name).elevation or game.state.markers_at(name, "pillbox"):
        return False
    return crossed_sides(name, place) <= on_level(board, name)


def too_low(game: Game, unit: Unit, place: str) -> str:
    """Why a unit has no LOS to `place` that others in its hex may have, or ""."""
    if below_rim(game, unit, place):
        return f"{unit.id} is IN the gully and has no LOS to {place} beyond its rim (A6.3, B19)"
    if _over_the_wall(game, unit, place):
        return f"{unit.id} is entrenched and has no LOS to {place} over the wall or hedge in front of it (B9.21)"
    return ""


def hindrance_of(game: Game, here: str, goal: str) -> int:
    """The Hindrance between two hexes; in one hex its SMOKE (A24.2). Refused without a LOS (A6)."""
    if here == goal:
        return sum(cloud.hindrance for cloud in smoke_within(game, here))
    seen = look(game, here, goal)
    if not seen.exists:
        why = sight_words(game, here, goal)
        raise Refused(f"no LOS from {here} to {goal}: {why} (A6); if your map shows one: los {here} {goal} clear")
    return seen.hindrance


def smoke_within(game: Game, name: str) -> list[Cloud]:
    """A24.2: what hinders fire within one hex: its SMOKE and that of its fires."""
    return [cloud for cloud in clouds_of(game).get(name, ()) if cloud.word != "FFE"]


def _answered(answer: str) -> tuple[Seen, str]:
    if answer == "blocked":
        return Seen(False, 0, True), "blocked, your answer"
    if answer == "clear":
        return Seen(True, 0, True), "clear, your answer"
    hindrance = int(answer)
    return Seen(True, hindrance, True), f"+{counted(hindrance, 'Hindrance')}, your answer"
