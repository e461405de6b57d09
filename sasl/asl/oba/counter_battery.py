"""The Counter Battery Module (OtO 5): one DR in the own PFPh against the other side's artillery."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Marker
from sasl.asl.game.under_way import Battery
from sasl.asl.oba import artillery, batteries
from sasl.asl.terrain import smoke
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import result_text

CBM: Final = "CBM"


def add(ctx: Context, side: Side) -> Battery:
    """OtO 5.1: a side gets a Counter Battery Module: no chits, no ammunition types."""
    battery = Battery(ctx.new_number("OBA"), side, "Counter Battery Module", 0, kind=CBM)
    ctx.emit(ev.BatterySet(battery, "OtO 5.1"))
    return battery


def module_of(game: Game, side: str) -> Battery | None:
    """The Counter Battery Module of a side, if it has one left."""
    return next(
        (item for item in game.state.batteries.values() if item.side == side and item.kind == CBM and not item.gone),
        None,
    )


def known(game: Game, side: str) -> list[Battery]:
    """OtO 5.3 note a: the modules of `side` that have placed an FFE."""
    return [
        item
        for item in game.state.batteries.values()
        if item.side == side and item.kind != CBM and item.ffes and not item.gone
    ]


def placed(game: Game, side: str) -> int:
    """How many FFE:1 the modules of `side` have placed."""
    return sum(item.ffes for item in game.state.batteries.values() if item.side == side and item.kind != CBM)


def why_not(game: Game, side: Side) -> str:
    """OtO 5.2: why the side's module may not attack now, or ""."""
    state = game.state
    module = module_of(game, side)
    if module is None:
        return f"the {side} has no Counter Battery Module (OtO 5.1)"
    if state.phase != "PFPh" or state.side != side or state.stage != "play":
        return f"a Counter Battery Module attacks in its own PFPh (OtO 5.2); this is {state.moment}"
    if not placed(game, opponent(side)):
        return f"the {opponent(side)} has not placed an FFE yet (OtO 5.2)"
    if module.tried:
        return f"{module.id} has attacked in this PFPh (OtO 5.2)"
    acted = [item.id for item in state.batteries.values() if item.side == side and item.kind != CBM and item.tried]
    acted += [unit.id for unit in state.on_map(side) if unit.flags & {"prep", "opportunity"}]
    if acted:
        return f"its attack must be the first act of the PFPh, and {acted[0]} has already acted (OtO 5.2)"
    return ""


def attack(ctx: Context, side: Side) -> None:
    """OtO 5.3: the DR on the table, and what it does to the other side's modules. It never wakes a Sniper."""
    reason = why_not(ctx.game, side)
    if reason:
        raise Refused(reason)
    module = module_of(ctx.game, side)
    assert module is not None
    number = placed(ctx.game, opponent(side))
    facts = {"few-ffes": int(number <= ctx.figure("cbm-few")), "many-ffes": int(number >= ctx.figure("cbm-many"))}
    with ctx.rolls_for(side):
        record = ctx.table("oto.cbm", f"{side} Counter Battery Module", facts=facts)
    ctx.emit(ev.BatterySet(replace(module, ffes=module.ffes + 1, tried=True), "attacks (OtO 5.2)"))
    if record.dice and record.original == ctx.figure("cbm-lost"):
        ctx.emit(ev.BatterySet(replace(ctx.state.batteries[module.id], gone=True), "Original 12 (OtO 5.3 c)"))
        return
    effect = record.result["effect"] if isinstance(record.result, dict) else result_text(record.result)
    EFFECTS.get(str(effect), _nothing)(ctx, side)


def _nothing(ctx: Context, side: Side) -> None:
    ctx.tell(f"The {side} Counter Battery Module has no effect (OtO 5.3).")


def _choose(ctx: Context, side: Side, text: str, modules: Sequence[Battery]) -> Battery:
    """Notes a and d: the owner chooses among several; the ENEMY takes the one with most FFE:1 placed [house]."""
    ordered = sorted(modules, key=lambda item: (-item.ffes, item.id))
    if len(ordered) == 1 or side == "ENEMY":
        return ordered[0]
    options = [Option(item.id, f"{item.name}, {item.ffes} FFE:1 placed") for item in ordered]
    return ctx.state.batteries[ctx.choose(text, options, rule="OtO 5.3", whose=side, id="cbm-module")]


def _lowest(modules: Sequence[Battery]) -> list[Battery]:
    least = min((item.calibre for item in modules), default=0)
    return [item for item in modules if item.calibre == least]


def _eliminate(ctx: Context, side: Side) -> None:
    """2: the lowest calibre module is gone, or any Counter Battery Module that has attacked."""
    found = _lowest(known(ctx.game, opponent(side)))
    rival = module_of(ctx.game, opponent(side))
    if rival and rival.ffes:
        found.append(rival)
    if not found:
        _nothing(ctx, side)
        return
    loser = _choose(ctx, side, "Which module is eliminated?", found)
    for marker in list(ctx.state.markers.values()):
        if marker.owner == loser.id and marker.kind in batteries.ON_MAP:
            ctx.emit(ev.MarkerRemoved.of(marker, "its battery is silenced (OtO 5.3)"))
    out = ctx.figure("oba-reds-out")
    gone = replace(ctx.state.batteries[loser.id], gone=True, stage="", access="")
    if loser.kind != CBM:
        gone = replace(gone, reds_drawn=out)
    ctx.emit(ev.BatterySet(gone, "eliminated by Counter Battery (OtO 5.3)"))


def _red_any(ctx: Context, side: Side) -> None:
    """3: one red chit more for any known module."""
    _add_red(ctx, side, known(ctx.game, opponent(side)))


def _red_lowest(ctx: Context, side: Side) -> None:
    """4: one red chit more for the known module of lowest calibre."""
    _add_red(ctx, side, _lowest(known(ctx.game, opponent(side))))


def _add_red(ctx: Context, side: Side, modules: Sequence[Battery]) -> None:
    if not modules:
        _nothing(ctx, side)
        return
    target = _choose(ctx, side, "Which module gets one more red chit?", modules)
    ctx.emit(ev.BatterySet(replace(target, red=target.red + 1), "one more red chit (OtO 5.3)"))


def _harass(ctx: Context, side: Side) -> None:
    """S5: an FFE on the map has Harassing effects in the same area; SMOKE thins out (note b)."""
    owners = {item.id for item in known(ctx.game, opponent(side))}
    found = [
        item
        for item in ctx.state.markers.values()
        if item.kind in (batteries.FFE, batteries.SMOKE_FFE) and item.owner in owners and item.state != "harassing"
    ]
    if not found:
        _nothing(ctx, side)
        return
    found.sort(key=lambda item: (-_victims(ctx.game, item, side), item.id))
    name = found[0].id
    if len(found) > 1 and side == "FRIENDLY":
        options = [Option(item.id, f"{item.text} in {item.hex}") for item in found]
        name = ctx.choose("Which FFE becomes Harassing Fire?", options, rule="OtO 5.3", whose=side, id="cbm-harasses")
    marker = ctx.state.markers[name]
    if marker.kind == batteries.SMOKE_FFE:
        _thin(ctx, marker)
        return
    full = artillery.column_of(ctx.game, marker)
    column, text = artillery.harassed(ctx.game, full), f"Harassing {marker.text}"
    changed = replace(marker, column=column, text=text, state="harassing")
    ctx.emit(ev.MarkerPut(changed, "same Blast Area, a third of its FP (OtO 5.3)"))


def _victims(game: Game, marker: Marker, side: str) -> int:
    area = game.board.within(marker.hex, marker.number)
    return sum(1 for unit in game.state.on_map(side) if unit.hex in area)


def _thin(ctx: Context, marker: Marker) -> None:
    """Full SMOKE becomes dispersed, dispersed SMOKE goes."""
    for item in ctx.state.marked("smoke"):
        if item.owner == marker.owner:
            full = smoke.strength(item) == "full"
            ctx.emit(ev.MarkerRemoved.of(item, "Counter Battery (OtO 5.3)"))
            if full:
                smoke.put(ctx, item.hex, side=marker.side, kind="dispersed", owner=item.owner, why="OtO 5.3")


EFFECTS = {"eliminate": _eliminate, "red-any": _red_any, "red-lowest": _red_lowest, "harass": _harass}
"""What each effect of the table does."""
