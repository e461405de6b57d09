"""Commands of off-board artillery: `oba`, `cbm`, `bombard`, and what OBA does when its fire phases begin."""

from __future__ import annotations

from collections.abc import Callable

from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import Battery, Side, State
from sasl.asl.oba import artillery, batteries, bombardment, contact, counter_battery, fire_missions
from sasl.kernel.text import number_in, prefix_match

SIDE: Side = "FRIENDLY"
EXAMPLE = "oba contact, oba hex K14 smoke, oba correct K15, oba convert, oba cancel"


def support_phase(ctx: Context) -> None:
    """The start of a PFPh or DFPh: Counter Battery of the ENEMY, then contact and FFEs of whose fire phase it is."""
    side = batteries.fire_side(ctx.game)
    if side is None:
        return
    for battery in list(ctx.state.batteries.values()):
        if battery.side == side and battery.tried and battery.kind == counter_battery.CBM:
            contact.ready(ctx, battery)
    if side == "ENEMY" and not counter_battery.why_not(ctx.game, side):
        counter_battery.attack(ctx, side)
    for battery in list(ctx.state.batteries.values()):
        if battery.side == side:
            fire_missions.begin_phase(ctx, ctx.state.batteries[battery.id])
    artillery.fire_again(ctx, side)


# -- oba ----------------------------------------------------------------------------------------------


@verb(
    "oba",
    "oba [contact | hex HEX [harassing|smoke] | correct HEX | convert | cancel] [ID]",
    "your off-board artillery: its state and next steps; contact, place, correct, convert, cancel",
    group="fire",
)
def oba(ctx: Context, words: list[str]) -> None:
    """C1: the FRIENDLY modules; `oba add` is the door for modules the mission does not have."""
    batteries.muster(ctx)
    rest, named = _named(ctx.state, words)
    if not rest:
        _report(ctx, named)
        return
    found = prefix_match(rest[0], ACTS)
    if len(found) != 1:
        raise Refused(f"'{rest[0][:20]}' is nothing OBA does; as in: {EXAMPLE}")
    ACTS[found[0]](ctx, named, rest[1:])


def _named(state: State, words: list[str]) -> tuple[list[str], Battery | None]:
    """The words without the id of a module, and that module."""
    ids = {item.id.lower(): item for item in state.batteries.values()}
    for word in words:
        if word.lower() in ids:
            return [other for other in words if other is not word], ids[word.lower()]
    return list(words), None


def _report(ctx: Context, named: Battery | None) -> None:
    shown = [named] if named else list(ctx.state.batteries.values())
    if not shown:
        raise Refused("neither side has OBA; a module joins with: oba add 120 friendly normal")
    for battery in shown:
        for line in batteries.report(ctx.game, battery):
            ctx.tell(line)


def _module(ctx: Context, named: Battery | None) -> Battery:
    """The module meant: the one named, else the only one that is left."""
    ours = [item for item in ctx.state.batteries.values() if item.side == SIDE and item.kind != counter_battery.CBM]
    if named:
        if named.side != SIDE:
            raise Refused(f"{named.id} belongs to the {named.side}")
        return named
    left = [item for item in ours if not item.gone] or ours
    if not left:
        raise Refused("you have no OBA; a module joins with: oba add 120 friendly normal")
    if len(left) > 1:
        raise Refused(f"which module? Add its id: {', '.join(item.id for item in left)}")
    return left[0]


def _contact(ctx: Context, named: Battery | None, words: list[str]) -> None:
    if words:
        raise Refused("oba contact takes no more words than the id of a module")
    contact.contact(ctx, _module(ctx, named))


def _hex(ctx: Context, named: Battery | None, words: list[str]) -> None:
    kinds = [word.lower() for word in words[1:]]
    if not words or len(kinds) > 1 or (kinds and kinds[0] not in ("he", "harassing", "smoke")):
        raise Refused("oba hex needs a hex, and harassing or smoke if it is not HE, as in: oba hex K14 smoke")
    kind: fire_missions.Mission = "smoke" if kinds == ["smoke"] else "harassing" if kinds == ["harassing"] else "HE"
    fire_missions.place(ctx, _module(ctx, named), known_hex(ctx.game, words[0]), kind)


def _correct(ctx: Context, named: Battery | None, words: list[str]) -> None:
    if len(words) != 1:
        raise Refused("oba correct needs a hex, as in: oba correct K15")
    fire_missions.correct(ctx, _module(ctx, named), known_hex(ctx.game, words[0]))


def _convert(ctx: Context, named: Battery | None, words: list[str]) -> None:
    if words:
        raise Refused("oba convert takes no more words than the id of a module")
    fire_missions.convert(ctx, _module(ctx, named))


def _cancel(ctx: Context, named: Battery | None, words: list[str]) -> None:
    if words:
        raise Refused("oba cancel takes no more words than the id of a module")
    fire_missions.cancel(ctx, _module(ctx, named))


def _add(ctx: Context, named: Battery | None, words: list[str]) -> None:
    """A designer's door: `oba add 120 friendly plentiful`, `oba add rocket 120 friendly`, `oba add cbm enemy`."""
    rest = [word.lower() for word in words]
    rocket = "rocket" in rest
    rest = [word for word in rest if word != "rocket"]
    if len(rest) not in (2, 3) or rest[1] not in ("friendly", "enemy"):
        raise Refused("oba add needs a calibre or cbm, and a side, as in: oba add 120 friendly, oba add cbm enemy")
    side: Side = "ENEMY" if rest[1] == "enemy" else "FRIENDLY"
    if rest[0] == "cbm":
        if counter_battery.module_of(ctx.game, side):
            raise Refused(f"the {side} has a Counter Battery Module already (OtO 5.1)")
        counter_battery.add(ctx, side)
        return
    if side == "ENEMY":
        raise Refused("the ENEMY's artillery comes as strikes (8.7): only a cbm can be added for it")
    ammo = rest[2] if len(rest) == 3 else "normal"
    least, most = ctx.figure("oba-calibre-least"), ctx.figure("oba-calibre-most")
    calibre = number_in(rest[0], least, most)
    if calibre is None or ammo not in batteries.AMMO:
        text = " ".join(words)[:40]
        raise Refused(f"'{text}' is no module: a calibre from {least} to {most} and {', '.join(batteries.AMMO)}")
    batteries.add(ctx, side, calibre, ammo, rocket=rocket, observer=batteries.OFFBOARD)


ACTS: dict[str, Callable[[Context, Battery | None, list[str]], None]] = {
    "contact": _contact,
    "hex": _hex,
    "correct": _correct,
    "convert": _convert,
    "cancel": _cancel,
    "add": _add,
}
"""What can follow the word oba."""


# -- cbm and bombard ----------------------------------------------------------------------------------


@verb("cbm", "cbm", "your Counter Battery Module attacks, as the first act of your PFPh (OtO 5.2)", group="fire")
def cbm(ctx: Context, words: list[str]) -> None:
    """OtO 5: a Counter Battery attack of the FRIENDLY side."""
    if words:
        raise Refused("cbm takes no words")
    counter_battery.attack(ctx, SIDE)


@verb(
    "bombard",
    "bombard HEX [RADIUS] | bombard HEX HEX … | bombard all",
    "a Bombardment (C1.8): everything in the area takes its checks; all: the whole map with immune hexes",
    group="adjust",
)
def bombard(ctx: Context, words: list[str]) -> None:
    """C1.8, OtO CG B1: around a hex (five hexes, none immune), on the hexes named, or on the whole map."""
    if not words:
        raise Refused("bombard needs a hex and perhaps a radius, hexes, or all, as in: bombard K14, bombard all")
    if len(words) == 1 and words[0].lower() == "all":
        bombardment.bombard(ctx, ctx.board.names(), bombardment.immune_numbers(ctx))
        return
    centre = known_hex(ctx.game, words[0])
    radius = number_in(words[1], 0, 20) if len(words) == 2 else None
    if len(words) == 1 or radius is not None:
        reach = ctx.figure("bombardment-radius") if radius is None else radius
        area = ctx.board.within(centre, reach)
    else:
        area = frozenset(known_hex(ctx.game, word) for word in words)
    bombardment.bombard(ctx, [name for name in ctx.board.names() if name in area])
