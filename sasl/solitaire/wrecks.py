"""Wrecks near the FRIENDLY area (MSR 8): where they may stand, and the fate of each."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Option, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import Marker, State
from sasl.kernel.text import counted
from sasl.solitaire import placement


def _wrecks_open(state: State) -> str:
    return "" if state.stage == "wrecks" else f"wrecks are placed before the FRIENDLY force; this is {state.moment}"


def wreck_hexes(ctx: Context) -> list[str]:
    """The hexes that may still take a wreck (MSR 8)."""
    rule = ctx.mission.wrecks
    if rule is None:
        return []
    distances = placement.area_distance(ctx.game)
    taken = {marker.hex for marker in ctx.state.marked("wreck")}
    enemy = {unit.hex for unit in ctx.state.on_map("ENEMY")} | {item.hex for item in ctx.state.suspects.values()}
    return [
        name
        for name, distance in distances.items()
        if 0 < distance <= rule.within
        and name not in enemy
        and all(ctx.board.distance(name, other) >= rule.apart for other in taken)
    ]


@verb(
    "wreck",
    "wreck HEX… | wreck auto",
    "place wrecks before your force (MSR 8); auto spreads the rest",
    stages=("wrecks",),
    when=_wrecks_open,
    group="set-up",
    key="w",
)
def wreck(ctx: Context, words: list[str]) -> None:
    """MSR 8: wrecks near the FRIENDLY area, never ADJACENT, not where ENEMY units are."""
    rule = ctx.mission.wrecks
    if rule is None or not words:
        raise Refused("wreck needs hexes, as in: wreck L17 T13; or: wreck auto")
    if words == ["auto"]:
        _spread_wrecks(ctx)
        return
    for word in words:
        name = known_hex(ctx.game, word)
        if len(ctx.state.marked("wreck")) >= rule.number:
            raise Refused(f"only {rule.number} wrecks may be placed ({rule.rule})")
        if name not in wreck_hexes(ctx):
            raise Refused(
                f"no wreck in {name}: it must be 1 to {rule.within} hexes outside the FRIENDLY area, not ADJACENT "
                f"to another wreck, and free of ENEMY units ({rule.rule})"
            )
        pieces.put_marker(ctx, "wreck", name, "wreck", why=rule.rule)


def _spread_wrecks(ctx: Context) -> None:
    """Place the wrecks left over, spread along the front in open ground where there is some."""
    rule = ctx.mission.wrecks
    assert rule is not None
    left = rule.number - len(ctx.state.marked("wreck"))
    columns = sorted({ctx.board.hex(name).col for name in wreck_hexes(ctx)})
    for step in range(left):
        hexes = wreck_hexes(ctx)
        if not hexes:
            break
        goal = columns[(2 * step + 1) * len(columns) // (2 * left)]
        name = min(hexes, key=lambda item: (abs(ctx.board.hex(item).col - goal), ctx.board.hex(item)))
        pieces.put_marker(ctx, "wreck", name, "wreck", why=rule.rule)


def end_wrecks(ctx: Context) -> None:
    """Go on to the FRIENDLY force; unplaced wrecks are forgone after a question."""
    rule = ctx.mission.wrecks
    placed = len(ctx.state.marked("wreck"))
    if rule and placed < rule.number and wreck_hexes(ctx):
        answer = ctx.choose(
            f"{counted(rule.number - placed, 'wreck')} may still be placed ({rule.rule}).",
            [Option("auto", "the program places the rest"), Option("without", "go on without them")],
            whose="FRIENDLY",
        )
        if answer == "auto":
            _spread_wrecks(ctx)
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
            ctx.emit(ev.MarkerRemoved(marker.id, rule.rule))
