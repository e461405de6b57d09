"""LOS as the game knows it: the digest's answer, corrected by what the player saw on his board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.depressions import in_gully, sunk
from sasl.asl.game.state import Moving, State, Unit
from sasl.asl.game.words import sight_key
from sasl.asl.terrain import weather
from sasl.board import bypass
from sasl.board.hexes import line_names
from sasl.board.los import Sight, line_of_sight
from sasl.kernel.copies import replace
from sasl.kernel.memo import Memo


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether LOS exists, with how much Hindrance; `sure` False: the digest cannot tell, and this is likely."""

    exists: bool
    hindrance: int
    sure: bool
    text: str


MOST_SEEN = 200_000
"""So many looks are kept at once."""
Known = dict[tuple[str, str], Seen]
Judged = dict[tuple[str, str, tuple[bool, bool], tuple[object, ...]], Seen]


class _View(NamedTuple):
    """What a look depends on besides the ground: the player's answers, clouds, hulks, and in which hexes they are IN
    a gully or stream; and the looks so far."""

    sunk: frozenset[str]
    sights: Mapping[str, str]
    clouds: Mapping[str, Sequence[tuple[str, int]]]
    hulks: Mapping[str, str]
    seen: Known
    judged: Judged


_NOW: Memo[_View] = Memo(2)
_CLOUDS: Memo[dict[str, list[tuple[str, int]]]] = Memo(steady=True)
_HULKS: Memo[dict[str, str]] = Memo(steady=True)
_SEEN: Memo[Known] = Memo()
_JUDGED: Memo[Judged] = Memo()


def look(game: Game, a: str, b: str) -> Seen:
    """LOS between two hexes: the player's answer if he gave one, else the digest's.

    While units are in Bypass of one of them, it is the LOS to where they pass (A4.34).
    """
    moving = game.state.moving
    if moving is not None and moving.bypass and a != b and moving.hex in (a, b) and not {a, b} & sunk(game):
        return _look_past(game, moving, a if b == moving.hex else b)
    view = _NOW.of((game.state, game.board, game.library), lambda: _view(game))
    found = view.seen.get((a, b))
    if found is None:
        if len(view.seen) >= MOST_SEEN:
            view.seen.clear()
        found = view.seen[a, b] = _look(game, view, a, b)
    return found


def in_bypass(state: State, unit: Unit) -> tuple[int, ...]:
    """The vertices of its hex that a unit passes in Bypass at this moment; () if it is in the hex (A4.3)."""
    moving = state.moving
    passing = moving is not None and unit.id in moving.ids and unit.hex == moving.hex
    return moving.bypass if moving is not None and passing else ()


def _spot(game: Game, name: str) -> str:
    """What the player's answer about a LOS to a hex is kept under: the hex, or the Bypass that units are in there."""
    moving = game.state.moving
    return bypass.words(name, moving.bypass) if moving is not None and moving.hex == name and moving.bypass else name


def _look_past(game: Game, moving: Moving, other: str) -> Seen:
    """A4.34: the LOS between a hex and those in Bypass of another one."""
    answer = game.state.sights.get(sight_key(other, _spot(game, moving.hex)))
    if answer is not None:
        return _answered(answer)
    sight, _ = bypass.line(game.board, other, moving.hex, moving.bypass)
    return _judged(game, sight, things_between(game, other, moving.hex))


def might_see(game: Game, a: str, b: str) -> bool:
    """Whether there is a LOS, or one in doubt about which the player will be asked (option ask-los)."""
    seen = look(game, a, b)
    return seen.exists or (not seen.sure and game.state.option("ask-los"))


def _view(game: Game) -> _View:
    parts = sunk(game), game.state.sights, clouds_of(game), hulks_of(game)
    ground = (game.board, game.library)
    return _View(*parts, _SEEN.of((*parts, *ground), dict), _JUDGED.of(ground, dict))


def _look(game: Game, view: _View, a: str, b: str) -> Seen:
    """A look that is new in this view; for what lies on the line it may have been judged before."""
    answer = view.sights.get(sight_key(a, b)) if view.sights else None
    if answer is not None:
        return _answered(answer)
    clouds, hulks = view.clouds, view.hulks
    on_line = [name for name in line_names(a, b) if name in clouds or name in hulks]
    things = tuple([(name, hulks.get(name), *clouds.get(name, ())) for name in on_line])
    key = a, b, (a in view.sunk, b in view.sunk), things
    found = view.judged.get(key)
    if found is None:
        if len(view.judged) >= MOST_SEEN:
            view.judged.clear()
        between = things_between(game, a, b) if on_line else ()
        found = view.judged[key] = _judged(game, line_of_sight(game.board, a, b, view.sunk), between)
    return found


def _judged(game: Game, sight: Sight, things: Sequence[tuple[str, int]]) -> Seen:
    """A6.7: what a LOS over the ground comes to with these things on it."""
    hindrance = sight.hindrance + sum(value for _, value in things)
    if hindrance >= game.figure("blocking-hindrance"):
        return Seen(False, hindrance, True, f"blocked by {hindrance} Hindrances (A6.7)")
    sure = sight.state != "unsure"
    whole = sight if sure else replace(sight, hindrance=hindrance)
    text = whole.text + "".join(f"; {name} +{value}" for name, value in things)
    return Seen(sight.exists, hindrance, sure, text)


def below_rim(game: Game, unit: Unit, place: str) -> bool:
    """A6.3, B19: whether a unit IN a gully or stream, in a hex where others are above it, has no LOS to `place` that
    they may have; an answer of the player about the two hexes counts for all.
    """
    here = unit.hex
    if here == place or not in_gully(game, unit) or here in sunk(game) or sight_key(here, place) in game.state.sights:
        return False
    return not line_of_sight(game.board, here, place, sunk(game) | {here}).exists


def hindrance_of(game: Game, here: str, goal: str) -> int:
    """The Hindrance between two hexes (0 in one hex); Refused without a LOS (A6)."""
    if here == goal:
        return 0
    seen = look(game, here, goal)
    if not seen.exists:
        raise Refused(f"no LOS from {here} to {goal}: {seen.text} (A6); if your map shows one: los {here} {goal} clear")
    return seen.hindrance


def _answered(answer: str) -> Seen:
    if answer == "blocked":
        return Seen(False, 0, True, "blocked (player)")
    hindrance = 0 if answer == "clear" else int(answer)
    return Seen(True, hindrance, True, f"{answer} (player)")


def things_between(game: Game, a: str, b: str) -> list[tuple[str, int]]:
    """What lies on the line besides terrain, each with its Hindrance: wrecks and AFV (D9.4), SMOKE and Blazes
    (A24, in the end hexes, too), FFE (C1.57)."""
    clouds = clouds_of(game)
    hulks = hulks_of(game)
    if not clouds and not hulks:
        return []
    crossed = line_names(a, b)
    found = [(f"{word} in {name}", value) for name in crossed if name in clouds for word, value in clouds[name]]
    between = [name for name in crossed[1:-1] if name in hulks]
    if not between or _up_slope(game, crossed) or _up_slope(game, crossed[::-1]):
        return found
    wreck = game.figure("wreck-hindrance")
    return found + [(f"{hulks[name]} in {name}", wreck) for name in between]


def _up_slope(game: Game, crossed: tuple[str, ...]) -> bool:
    """OtO 1.3: whether the first of these hexes is Up-Slope to the LOS: it sees over wrecks and AFV at its level."""
    if len(crossed) < 2 or crossed[0] not in game.board or crossed[1] not in game.board:
        return False
    side = game.board.hexside(crossed[0], crossed[1])
    return side in game.board.terrain(crossed[0]).up


def clouds_of(game: Game) -> dict[str, list[tuple[str, int]]]:
    """Hex -> what hangs in it: SMOKE by its number, Blazes, burning wrecks (none in Heavy Winds, B25.2), FFE of HE."""
    state = game.state
    return _CLOUDS.of((state.markers, state.wind, game.board, game.library), lambda: _survey_clouds(game))


def _survey_clouds(game: Game) -> dict[str, list[tuple[str, int]]]:
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


def hulks_of(game: Game) -> dict[str, str]:
    """Hex -> the wreck or AFV in it that hinders a LOS across it (a burning wreck's smoke counts instead)."""
    state = game.state
    return _HULKS.of((state.markers, state.units, state.wind, game.library), lambda: _survey_hulks(game))


def _survey_hulks(game: Game) -> dict[str, str]:
    found = {
        marker.hex: "wreck" for marker in game.state.marked("wreck") if marker.state != "burning" or blown_away(game)
    }
    for unit in game.state.on_map():
        if unit.kind == "vehicle" and unit.hex and game.counter_of(unit).armor_front is not None:
            found.setdefault(unit.hex, "AFV")
    return found


def settle_doubts(ctx: Context, where: str, hexes: Sequence[str], why: str = "") -> None:
    """Ask the player which of `hexes` have a LOS to `where`, and `why`; his answers are remembered from now on."""
    if len(hexes) == 1:
        seen = look(ctx.game, hexes[0], where)
        likely = _likely(ctx, hexes[0], where)
        options = [Option("clear", "no Hindrance"), Option("blocked", "no LOS")]
        options += [Option(f"+{number}", f"{number} Hindrance") for number in range(1, _most(ctx) + 1)]
        options.sort(key=lambda option: option.value.lstrip("+") != likely)
        text = f"Is there a LOS between {hexes[0]} and {where}{why}? {seen.text}"
        line = (hexes[0], where)
        answer = ctx.choose(text, options, rule="A6", hexes=line, id="los", subject=line)
        ctx.emit(ev.SightAnswered(_spot(ctx.game, hexes[0]), _spot(ctx.game, where), answer.lstrip("+")))
    elif hexes:
        text = f"Which of these hexes have a LOS to {where}{why}? The facts do not settle it; your board decides."
        sights = {name: look(ctx.game, name, where) for name in hexes}
        options = [Option(name, seen.text) for name, seen in sights.items()]
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
