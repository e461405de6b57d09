"""LOS as the game knows it: the digest's answer, corrected by what the player saw on his board.

What hinders it besides terrain: SMOKE, fires and FFE in any hex of its line, wrecks and AFV between its ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.depressions import in_gully, sunk
from sasl.asl.game.state import State, Unit
from sasl.asl.game.words import sight_key
from sasl.asl.terrain import weather
from sasl.board import bypass, traces
from sasl.board.board import Board
from sasl.board.fences import on_level
from sasl.board.grid import RUNS
from sasl.board.ground import beds, up_slopes
from sasl.board.hexes import crossed_sides, line_names
from sasl.board.los import Sight, line_of_sight
from sasl.board.outcomes import CODES, EXISTS, SURE, coded, hindrance_in, outcomes_of
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.memo import Latest, Memo

Clouds = Mapping[str, Sequence[tuple[str, int]]]
"""Hex -> what hangs in it: in a word, with its Hindrance."""
Hulks = Mapping[str, str]
"""Hex -> the wreck or AFV in it, in a word."""

_CLOUDS: Memo[Clouds] = Memo(steady=True)
_HULKS: Memo[Hulks] = Memo(steady=True)


def levels_of(board: Board) -> Mapping[str, int]:
    """The level of each hex in play."""
    return board.remember("levels", lambda: {name: board.terrain(name).elevation for name in board})


class Screens:
    """All of it at one moment, as sets of places: which of them a line meets is told at once, and so is how many."""

    def __init__(self, board: Board, clouds: Clouds, hulks: Hulks, wreck: int) -> None:
        """`wreck`: the Hindrance of a wreck or AFV."""
        self._board, self._clouds, self._hulks, self._wreck = board, clouds, hulks, wreck
        self._place, self._level = board.grid.place, levels_of(board)
        place = self._place
        self._worth = {place[name]: sum(value for _, value in there) for name, there in clouds.items() if name in place}
        self._parked: dict[int, set[int]] = {}
        """The places of wrecks and AFV by their level: on no other do they hinder a LOS (B10.22, D9.4)."""
        for name in hulks:
            if name in place:
                self._parked.setdefault(self._level[name], set()).add(place[name])
        self._hanging = traces.bits(self._worth)
        self._standing = {level: traces.bits(there) for level, there in self._parked.items()}
        self._ahead: dict[str, tuple[int, int]] = {}

    def hindrance(self, a: str, b: str) -> int:
        """The Hindrance of all that lies on the line between two hexes in play (A24, C1.57, D9.4)."""
        place = self._place
        start, end = place[a], place[b]
        if end < start:
            a, b, start, end = b, a, end, start
        ahead = self._ahead.get(a)
        if ahead is None:
            ahead = self._ahead[a] = self._before(a)
        hanging, standing = ahead
        if not hanging and not standing:
            return 0
        run = RUNS[end - start]
        met = hanging and run & hanging
        found = sum([self._worth[place] for place in traces.places_of(met, start)]) if met else 0
        level = self._level[a]
        met = run & standing if standing and level == self._level[b] else 0
        if not met:
            return found
        between = met.bit_count() - (end in self._parked[level])
        return found + self._wreck * between if between and not self._sees_over(a, b) else found

    def _before(self, name: str) -> tuple[int, int]:
        """What hangs and what stands on its level to the right of a hex, itself left out, as `bits` from there."""
        start, level = self._place[name], self._level[name]
        standing = self._standing.get(level, 0)
        if start in self._parked.get(level, ()):
            standing ^= traces.bits((start,))
        return traces.seen_from(start, self._hanging), traces.seen_from(start, standing)

    def named(self, a: str, b: str) -> list[tuple[str, int]]:
        """The same thing by thing, in words."""
        clouds = self._clouds
        found = [(f"{word} in {name}", value) for name in line_names(a, b) for word, value in clouds.get(name, ())]
        return found + [(f"{self._hulks[name]} in {name}", self._wreck) for name in self._hulks_between(a, b)]

    def _hulks_between(self, a: str, b: str) -> list[str]:
        """The hexes between the ends whose wreck or AFV hinders the LOS."""
        here = self._board.terrain
        level = here(a).elevation
        if here(b).elevation != level:  # B10.22, D9.4: on no other level than that of both ends do they hinder it
            return []
        between = [name for name in line_names(a, b)[1:-1] if name in self._hulks and here(name).elevation == level]
        return [] if between and self._sees_over(a, b) else between

    def _sees_over(self, a: str, b: str) -> bool:
        """OtO 1.3: whether an end is Up-Slope to the LOS: it sees over wrecks and AFV at its level."""
        slopes = up_slopes(self._board)
        if a not in slopes and b not in slopes:
            return False
        crossed = line_names(a, b)
        return self._up_slope(*crossed[:2]) or self._up_slope(*crossed[:-3:-1])

    def _up_slope(self, name: str, near: str) -> bool:
        board = self._board
        return near in board and board.hexside(name, near) in board.terrain(name).up


def clouds_of(game: Game) -> Clouds:
    """Hex -> what hangs in it: SMOKE by its number, Blazes, burning wrecks (none in Heavy Winds, B25.2), FFE of HE."""
    state = game.state
    return _CLOUDS.of((state.markers, state.wind, game.board, game.library), lambda: _survey_clouds(game))


def _survey_clouds(game: Game) -> Clouds:
    found: dict[str, list[tuple[str, int]]] = {}
    fires_smoke = not blown_away(game)
    for marker in game.state.markers.values():
        if marker.kind == "smoke":
            _thicker(game, found, marker.hex, "SMOKE", marker.number or game.figure("smoke-full"))
        elif marker.kind == "blaze" and fires_smoke:
            _thicker(game, found, marker.hex, "Blaze", game.figure("blaze-hindrance"))
        elif marker.kind == "wreck" and marker.state == "burning" and fires_smoke:
            _thicker(game, found, marker.hex, "burning wreck", game.figure("burning-wreck-hindrance"))
        elif marker.kind == "ffe":
            for name in game.board.within(marker.hex, marker.number):
                found.setdefault(name, []).append(("FFE", game.figure("ffe-hindrance")))
    return found


def blown_away(game: Game) -> bool:
    """Whether Heavy Winds leave no smoke over any fire (B25.2, A24.6)."""
    return weather.heavy(game.state)


def _thicker(game: Game, found: dict[str, list[tuple[str, int]]], name: str, word: str, value: int) -> None:
    """A24.2: more SMOKE in a hex, up to the most that one Location can hold."""
    room = game.figure("smoke-most") - sum(number for what, number in found.get(name, ()) if what != "FFE")
    if room > 0:
        found.setdefault(name, []).append((word, min(value, room)))


def hulks_of(game: Game) -> Hulks:
    """Hex -> the wreck or AFV in it that hinders a LOS across it (a burning wreck's smoke counts instead).

    One IN a gully or stream hinders nobody's LOS above it.
    """
    state = game.state
    parts = state.markers, state.units, state.wind, state.phase, game.library, game.board
    return _HULKS.of(parts, lambda: _survey_hulks(game))


HIDES_LESS = ("PFPh", "MPh", "DFPh", "AFPh")
"""The phases in which an AFV that has moved in this Player Turn neither hinders nor shelters (D9.3, D9.4)."""


def _survey_hulks(game: Game) -> Hulks:
    """D9.4: none is an AFV that moves, or has moved until the AFPh is over."""
    found = {
        marker.hex: "wreck" for marker in game.state.marked("wreck") if marker.state != "burning" or blown_away(game)
    }
    for unit in game.state.on_map():
        if unit.kind != "vehicle" or not unit.hex or game.counter_of(unit).armor_front is None:
            continue
        if "motion" not in unit.flags and not ("drove" in unit.flags and game.state.phase in HIDES_LESS):
            found.setdefault(unit.hex, "AFV")
    low = beds(game.board)
    return {name: word for name, word in found.items() if name not in low}


# -- lines of sight --------------------------------------------------------------------------------

Passing = tuple[str, bypass.Vertices]
"""The hex that units are in Bypass of, and the vertices of it that they pass."""


DOUBTS = ("los", "los-from")
"""The ids of the questions about a LOS, or several, that the facts do not settle; the default is what is likely."""


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
        self.past = _passing(game.state)
        self._asks = bool(self.answers or self.past)
        self.most = game.figure("blocking-hindrance")
        self.screens = Screens(game.board, clouds, hulks, game.figure("wreck-hindrance"))
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
        quick = judged(code, self.screens.hindrance(a, b), self.most)
        return verify.same(f"LOS {a}-{b}", quick, lambda: self.seen_in_full(a, b)[0]) if verify.ON else quick

    def seen_in_full(self, a: str, b: str) -> tuple[Seen, str]:
        """The same with its reasons in words."""
        answer = self.answer(a, b)
        if answer:
            return _answered(answer)
        sight, things = self.traced(a, b)
        return judged(coded(sight), sum(value for _, value in things), self.most), told(sight, things, self.most)

    def traced(self, a: str, b: str) -> tuple[Sight, list[tuple[str, int]]]:
        """What the ground does to the line, and what lies on it, thing by thing with its Hindrance."""
        if past := self.passed(a, b):
            sight, _ = bypass.line(self.board, a if b == past[0] else b, *past)
        else:
            sight = line_of_sight(self.board, a, b, self.sunk)
        return sight, self.screens.named(a, b)

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
        ends = (bypass.words(*past) if past and name == past[0] else name for name in (a, b))
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
            more = view.screens.hindrance(self._name, other)
            found = judged(code, more, view.most) if more else view.judged[code]
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
    moving = game.state.moving if _passing(game.state) else None
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


def sight_words(game: Game, a: str, b: str) -> str:
    """The LOS between two hexes in one line, with its reasons."""
    view = view_of(game)
    found = view.words.get((a, b))
    if found is None:
        found = view.words[a, b] = view.seen_in_full(a, b)[1]
    return found


@cache
def judged(code: int, hindrance: int, most: int) -> Seen:
    """A6.7: what a coded LOS over the ground comes to with so much more Hindrance on it; `most` blocks."""
    whole = hindrance_in(code) + hindrance
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
    ground = f" +{sight.hindrance}, " if sight.hindrance else "; " if sight.hexes else ": "
    parts = ", ".join(f"{name} +{value}" for name, value in by_name.items())
    return f"{replace(sight, state=state, hindrance=hindrance).text}{ground}{parts}"


def in_bypass(state: State, unit: Unit) -> tuple[int, ...]:
    """The vertices of its hex that a unit passes in Bypass at this moment; () if it is in the hex (A4.3)."""
    moving = state.moving
    passing = moving is not None and unit.id in moving.ids and unit.hex == moving.hex
    return moving.bypass if moving is not None and passing else ()


def _passing(state: State) -> Passing | None:
    """The hex that units are in Bypass of at this moment, and the vertices they pass there."""
    moving = state.moving
    return (moving.hex, moving.bypass) if moving is not None and moving.bypass else None


def _spot(game: Game, name: str) -> str:
    """What the player's answer about a LOS to a hex is kept under: the hex, or the Bypass that units are in there."""
    past = _passing(game.state)
    return bypass.words(*past) if past and name == past[0] else name


def might_see(game: Game, a: str, b: str) -> bool:
    """Whether there is a LOS, or one in doubt about which the player will be asked (option ask-los)."""
    seen = look(game, a, b)
    return seen.exists or (not seen.sure and game.state.option("ask-los"))


def below_rim(game: Game, unit: Unit, place: str) -> bool:
    """A6.3, B19: whether a unit IN a gully or stream, in a hex where others are above it, has no LOS to `place` that
    they may have; an answer of the player about the two hexes counts for all.
    """
    here = unit.hex
    if here == place or not in_gully(game, unit) or here in sunk(game) or sight_key(here, place) in game.state.sights:
        return False
    return not outcomes_of(game.board).between(here, place, sunk(game) | {here}) & EXISTS


def over_the_wall(game: Game, unit: Unit, place: str) -> bool:
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
        return f"{unit.id} is IN the gully and has no LOS to {place} over its rim (A6.3, B19)"
    if over_the_wall(game, unit, place):
        return f"{unit.id} is entrenched and has no LOS to {place} over the wall or hedge before it (B9.21)"
    return ""


def hindrance_of(game: Game, here: str, goal: str) -> int:
    """The Hindrance between two hexes (0 in one hex); Refused without a LOS (A6)."""
    if here == goal:
        return 0
    seen = look(game, here, goal)
    if not seen.exists:
        why = sight_words(game, here, goal)
        raise Refused(f"no LOS from {here} to {goal}: {why} (A6); if your map shows one: los {here} {goal} clear")
    return seen.hindrance


def _answered(answer: str) -> tuple[Seen, str]:
    if answer == "blocked":
        return Seen(False, 0, True), "blocked (player)"
    hindrance = 0 if answer == "clear" else int(answer)
    return Seen(True, hindrance, True), f"{answer} (player)"


def settle_doubts(ctx: Context, where: str, hexes: Sequence[str], why: str = "") -> None:
    """Ask the player which of `hexes` have a LOS to `where`, and `why`; his answers are remembered from now on."""
    if len(hexes) == 1:
        likely = _likely(ctx, hexes[0], where)
        options = [Option("clear", "no Hindrance"), Option("blocked", "no LOS")]
        options += [Option(f"+{number}", f"{number} Hindrance") for number in range(1, _most(ctx) + 1)]
        options.sort(key=lambda option: option.value.lstrip("+") != likely)
        text = f"Is there a LOS between {hexes[0]} and {where}{why}? {sight_words(ctx.game, hexes[0], where)}"
        line = (hexes[0], where)
        answer = ctx.choose(text, options, rule="A6", hexes=line, id="los", subject=line)
        ctx.emit(ev.SightAnswered(_spot(ctx.game, hexes[0]), _spot(ctx.game, where), answer.lstrip("+")))
    elif hexes:
        text = f"Which of these hexes have a LOS to {where}{why}? The facts do not settle it; your board decides."
        sights = {name: look(ctx.game, name, where) for name in hexes}
        options = [Option(name, sight_words(ctx.game, name, where)) for name in sights]
        ticked = [name for name in sights if _likely(ctx, name, where) != "blocked"]
        chosen = ctx.several(text, options, ticked, rule="A6", id="los-from", subject=(where,))
        for name, seen in sights.items():
            answer = _as_answer(ctx, seen) if name in chosen else "blocked"
            ctx.emit(ev.SightAnswered(_spot(ctx.game, name), _spot(ctx.game, where), answer))


def _most(ctx: Context) -> int:
    """The most Hindrance a LOS can have (A6.7)."""
    return ctx.figure("blocking-hindrance") - 1


def _likely(ctx: Context, a: str, b: str) -> str:
    """What the digest makes of a doubtful LOS, as an answer: clear, blocked or a Hindrance."""
    seen = look(ctx.game, a, b)
    return _as_answer(ctx, seen) if seen.exists else "blocked"


def _as_answer(ctx: Context, seen: Seen) -> str:
    """An existing LOS as an answer: clear, or its Hindrance."""
    return str(min(seen.hindrance, _most(ctx))) if seen.hindrance else "clear"


def known_hex(game: Game, text: str) -> str:
    """The proper name of a hex on the map in play. Refused with the board's own sentence otherwise."""
    try:
        return game.board.find(text)
    except ValueError as error:
        unit = game.state.units.get(text)
        if unit and unit.hex:
            raise Refused(f"{text} is a unit, in {unit.hex}: name the hex") from None
        raise Refused(str(error)) from None
