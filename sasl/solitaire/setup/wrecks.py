"""Wrecks near the FRIENDLY area (MSR 8): where they may stand, and the fate of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.state import Marker
from sasl.content.missions.mission_map import Wrecks
from sasl.kernel.text import counted
from sasl.solitaire.setup import placement


def rule_of(game: Game) -> Wrecks:
    """What the mission says of wrecks. Refused if it has none."""
    if game.mission.wrecks is None:
        raise Refused("this mission has no wrecks")
    return game.mission.wrecks


def _wreck_hexes(game: Game, taken: Iterable[str]) -> list[str]:
    """The hexes that may still take a wreck beside those in `taken` (MSR 8)."""
    rule, state, taken = rule_of(game), game.state, list(taken)
    distances = placement.area_distance(game)
    enemy = {unit.hex for unit in state.on_map("ENEMY")} | {item.hex for item in state.suspects.values()}
    return [
        name
        for name, distance in distances.items()
        if 0 < distance <= rule.within
        and name not in enemy
        and all(game.board.distance(name, other) >= rule.apart for other in taken)
    ]


def may_stand(game: Game, names: Sequence[str]) -> None:
    """MSR 8: refused unless wrecks may be placed in all these hexes together."""
    rule = rule_of(game)
    taken = [marker.hex for marker in game.state.marked("wreck")]
    for name in names:
        if len(taken) >= rule.number:
            raise Refused(f"only {rule.number} wrecks may be placed ({rule.rule})")
        if name not in _wreck_hexes(game, taken):
            raise Refused(
                f"no wreck in {name}: it must be 1 to {rule.within} hexes outside the FRIENDLY area, not ADJACENT "
                f"to another wreck, and free of ENEMY units ({rule.rule})"
            )
        taken.append(name)


def place(ctx: Context, names: Sequence[str]) -> None:
    """MSR 8: a wreck in each of these hexes; the rule is named with the first."""
    for number, name in enumerate(names):
        pieces.put_marker(ctx, "wreck", name, "wreck", why="" if number else rule_of(ctx.game).rule)


def spread(ctx: Context) -> None:
    """Place the wrecks left over, spread along the front in open ground where there is some."""
    rule = rule_of(ctx.game)
    left = rule.number - len(ctx.state.marked("wreck"))
    columns = sorted({ctx.board.hex(name).col for name in _free(ctx)})
    for step in range(left):
        hexes = _free(ctx)
        if not hexes:
            break
        goal = columns[(2 * step + 1) * len(columns) // (2 * left)]
        name = min(hexes, key=lambda item: (abs(ctx.board.hex(item).col - goal), ctx.board.hex(item)))
        pieces.put_marker(ctx, "wreck", name, "wreck", why="" if step else rule.rule)


def _free(ctx: Context) -> list[str]:
    return _wreck_hexes(ctx.game, (marker.hex for marker in ctx.state.marked("wreck")))


def end_wrecks(ctx: Context) -> None:
    """Go on to the FRIENDLY force; unplaced wrecks are forgone after a question."""
    rule = ctx.mission.wrecks
    placed = len(ctx.state.marked("wreck"))
    if rule and placed < rule.number and _free(ctx):
        answer = ctx.choose(
            f"{counted(rule.number - placed, 'wreck')} may still be placed ({rule.rule}).",
            [Option("auto", "the program places the rest"), Option("without", "go on without them")],
            whose="FRIENDLY",
        )
        if answer == "auto":
            spread(ctx)
    ctx.emit(ev.StageBegan("force"))


def wreck_fates(ctx: Context) -> None:
    """MSR 8: the dr of each wreck after the FRIENDLY set-up."""
    rule = ctx.mission.wrecks
    if rule is None:
        return
    for marker in ctx.state.marked("wreck"):
        fate = ctx.table(rule.fate, f"Fate of the wreck in {marker.hex}").result
        if fate == "burning":
            wreck = Marker(marker.id, "wreck", marker.hex, text="burning wreck", number=1, state="burning")
            ctx.emit(ev.MarkerPut(wreck, rule.rule))
        elif fate == "removed":
            ctx.emit(ev.MarkerRemoved.of(marker, rule.rule))
