"""The commands of Cavalry (A13): mount and dismount, on the map and while the force waits off it."""

from __future__ import annotations

from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import find_unit, is_place, select
from sasl.asl.game.state import State, Unit
from sasl.asl.movement import riding


def _when(state: State) -> str:
    if state.stage == "set-up" or (state.stage == "play" and state.phase == "MPh"):
        return ""
    return f"one mounts and dismounts in the own MPh, or off the map before it; this is {state.moment} (A13.31)"


def _who(ctx: Context, word: str, *, mounted: bool) -> list[Unit]:
    """The units meant: of a hex or a group those that are on foot or mounted, all in one place."""
    side = "FRIENDLY" if ctx.state.stage == "set-up" else ctx.state.side
    units = select(ctx.state, word, side)
    if is_place(ctx.state, word):
        units = [unit for unit in units if unit.mmc or unit.kind in ("leader", "hero")]
        units = [unit for unit in units if unit.cavalry == mounted and not unit.carrier] or units
    if not units:
        raise Refused(f"nobody in {word} {'is mounted' if mounted else 'could mount'} (A13.1)")
    if len({unit.hex for unit in units}) != 1:
        raise Refused(f"{word}: one hex at a time, as in: {'dismount' if mounted else 'mount'} {units[0].id}")
    return units


@verb(
    "mount",
    "mount UNITS [HORSES]",
    "Infantry mounts horse counters in its hex, or off the map",
    stages=("set-up", "play"),
    when=_when,
    group="move",
)
def mount(ctx: Context, words: list[str]) -> None:
    """A13.31: mount, for one MF of the basic allotment."""
    if len(words) not in (1, 2):
        raise Refused("mount needs units, and may name horses, as in: mount 527a SqHa")
    horses = [find_unit(ctx.state, word) for word in words[1].split(",")] if len(words) == 2 else []
    riding.mount(ctx, _who(ctx, words[0], mounted=False), horses)


@verb(
    "dismount",
    "dismount UNITS",
    "Cavalry dismounts; its horses stay in the hex",
    stages=("set-up", "play"),
    when=_when,
    group="move",
)
def dismount(ctx: Context, words: list[str]) -> None:
    """A13.31: dismount, for one MF of the basic allotment."""
    if len(words) != 1:
        raise Refused("dismount needs units, as in: dismount 527a")
    riding.dismount(ctx, _who(ctx, words[0], mounted=True))
