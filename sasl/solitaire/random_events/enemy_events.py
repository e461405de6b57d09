"""The ENEMY's Random Events: what each effect of the table does."""

from __future__ import annotations

from sasl.asl import snipers
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.los.depressions import in_culvert
from sasl.asl.game.sides import SIDES, Side
from sasl.asl.game.state import RE_PAIRS, Unit, Value
from sasl.asl.infantry.morale import hardening
from sasl.asl.oba import artillery
from sasl.asl.terrain import minefields
from sasl.kernel.text import counted, listed
from sasl.solitaire import pending
from sasl.solitaire.checks.row_checks import MOST
from sasl.solitaire.random_events.entry_events import RAISE, Effect, Entry, amount, men, raised
from sasl.solitaire.random_events.parameters import counter, dice, how_many, one_of, says, switch, whole
from sasl.solitaire.setup.objectives import first_held
from sasl.solitaire.setup.placement import friendly_area
from sasl.solitaire.suspects import suspect_counters


def lost_vpo(ctx: Context) -> str | None:
    """The FRIENDLY-controlled VPO closest to the EBE, or None."""
    edge = ctx.game.edge_of("ENEMY")
    held = [name for name, side in ctx.state.control.items() if side == "FRIENDLY"]
    return min(held, key=lambda name: (ctx.board.distance_to_edge(name, edge), ctx.board.hex(name)), default=None)


def lost_near(ctx: Context, entry: Entry, place: str) -> str | None:
    """The FRIENDLY-controlled VPO that a unit in `place` counterattacks, if it is within the event's reach.

    That is the one closest to the EBE, or (`goal: nearest`) the one nearest to the unit.
    """
    if entry.parameters.get("goal") == "nearest":
        held = [name for name, side in ctx.state.control.items() if side == "FRIENDLY"]
        board = ctx.board
        vpo = min(held, key=lambda name: (board.distance(place, name), board.hex(name)), default=None)
    else:
        vpo = lost_vpo(ctx)
    return vpo if vpo and ctx.board.distance(place, vpo) <= entry["within"] else None


def suspects_advance(ctx: Context, entry: Entry) -> bool:
    """11-12: Hold S? near a FRIENDLY-controlled VPO turn to Advance, once the ENEMY has lost one.

    [house] "No ENEMY VPO" on the card is none of those that were the ENEMY's at start: what has been FRIENDLY from the
    start was not lost, and calls for no counterattack by itself.
    """
    control = ctx.state.control
    if not any(side == "FRIENDLY" and first_held(ctx.game, name) == "ENEMY" for name, side in control.items()):
        return False
    goals = {
        item.id: lost_near(ctx, entry, item.hex) for item in ctx.state.suspects.values() if item.attitude == "Hold"
    }
    near = {name: vpo for name, vpo in goals.items() if vpo}
    for name, vpo in near.items():
        ctx.emit(ev.SuspectTurned(name, "Advance", f"counterattack on {vpo}"))
    return bool(near)


def units_advance(ctx: Context, entry: Entry) -> bool:
    """23-24: Activated units near a lost VPO turn to Advance until they have it back."""
    free = [
        unit
        for unit in men(ctx, "ENEMY")
        if unit.attitude
        and unit.attitude != "Advance"
        and "waits" not in unit.flags
        and unit.kind not in ("gun", "cupola")
        and not _mans_gun(ctx, unit)
    ]
    goals = {unit.id: lost_near(ctx, entry, unit.hex) for unit in free}
    near = {name: vpo for name, vpo in goals.items() if vpo}
    for name, vpo in near.items():
        ctx.emit(ev.UnitRedrawn(name, attitude="Advance", note=f"counterattack {vpo}", role="counterattack", goal=vpo))
    for vpo in dict.fromkeys(near.values()):
        names = [name for name, goal in near.items() if goal == vpo]
        ctx.tell(
            f"{listed(names)} attack {vpo}. Mines do not attack them; entering a mine hex ends "
            f"their MPh, and attacks on them there have {ctx.figure('counterattack-mines-drm'):+d} DRM.",
            board=True,
            hexes=(vpo,),
        )
    return bool(near)


def _mans_gun(ctx: Context, unit: Unit) -> bool:
    """Whether the unit is the crew of a Gun in its hex."""
    gun = ctx.state.units.get(unit.group)
    return unit.kind == "crew" and gun is not None and gun.hex == unit.hex


def minefield_under_infantry(ctx: Context, entry: Entry) -> bool:
    """13-16: the FRIENDLY Infantry nearest the EBE in an eligible Location (B28.1, OtO 3.6) is in a minefield."""
    edge, area = ctx.game.edge_of("ENEMY"), friendly_area(ctx.game)
    places = {
        (unit.hex, in_culvert(unit))
        for unit in men(ctx, "FRIENDLY")
        if unit.infantry
        and "melee" not in unit.flags
        and unit.hex not in area
        and minefields.takes_mines(ctx.board, unit.hex)
        and not minefields.fields_of(ctx.game, unit)
    }
    if not places:
        return False
    nearest = min(ctx.board.distance_to_edge(name, edge) for name, _ in places)
    for name, below in sorted(place for place in places if ctx.board.distance_to_edge(place[0], edge) == nearest):
        strength = amount(ctx, entry["strength"], f"Minefield in {name}")
        text = f"A-P minefield {strength}{pieces.IN_CULVERT if below else ''}"
        pieces.put_marker(ctx, "minefield", name, text, side="ENEMY", number=strength, below=below)
        pending.later(
            ctx, "mines", "ENEMY", "PFPh", f"A-P mines {strength} attack in {name}", hexes=(name,), number=strength
        )
    return True


def raise_re(ctx: Context, entry: Entry) -> bool:
    """21-22 and FRIENDLY 44-46: the RE#s of a side go up by one, to 6/7 at most."""
    side: Side = "ENEMY" if entry["side"] == "ENEMY" else "FRIENDLY"
    numbers = raised(ctx.state.re_numbers(side), str(entry["most"]))
    if numbers is None:
        return False
    name = "enemy-re" if side == "ENEMY" else "friendly-re"
    old: Value = ctx.state.values[name]
    ctx.emit(ev.ValueSet(name, f"{numbers[0]}/{numbers[1]}", old.provenance))
    return True


def artillery_strike(ctx: Context, entry: Entry) -> bool:
    """31-33, 41, 42-43: a number of FFEs on the FRIENDLY Locations with most Known units, once that is worth it."""
    if not artillery.targets(ctx.game) or artillery.silenced(ctx.game):
        return False
    number, harassing = amount(ctx, entry["number"], "Number of FFEs"), bool(entry.parameters.get("harassing"))
    if artillery.aims(ctx.game, harassing=harassing):
        artillery.strike(ctx, number, harassing=harassing)
    else:
        text = f"artillery strike: event {entry.row.replace('..', '-')}"
        pending.strike_waits(ctx, text, number, harassing=harassing)
    return True


def suspect_reinforcements(ctx: Context, entry: Entry) -> bool:
    """34-36: S? in Advance enter this turn, and perhaps more in later turns."""
    row, plus = entry.row.replace("..", "-"), entry.parameters.get("plus", 0)
    suspect_counters.add_reinforcements(
        ctx, amount(ctx, entry["number"], "Number of S?", f"RE {row}", plus), "reinforcements"
    )
    if "again" not in entry.parameters:
        return True
    again, later, turn = entry["again"], entry["later"], ctx.state.turn
    name = f"ENEMY reinforcements|{again}|{later}|{turn}"
    ctx.emit(ev.RecurringSet(name, table=again, number=later, turn=turn))
    return True


def leader_hardens(ctx: Context, entry: Entry) -> bool:
    """61-62: the best ENEMY leader Battle Hardens (A15.3) and rallies himself and his Location."""
    leaders = [
        unit for unit in men(ctx, "ENEMY") if unit.kind == "leader" and pieces.counter(ctx, "ENEMY", unit.type).hardened
    ]
    if not leaders:
        return False
    best = max((-unit.modifier, unit.morale) for unit in leaders)
    names = sorted(unit.id for unit in leaders if (-unit.modifier, unit.morale) == best)
    leader = ctx.state.units[ctx.pick(names, "the leader that Battle Hardens")]
    hardening.better_counter(ctx, leader, "Random Event")
    broken = [unit for unit in ctx.state.units_at(leader.hex, "ENEMY") if "broken" in unit.flags]
    pieces.take_off(ctx, "broken", "rallied by the event", broken)
    pieces.take_off(ctx, "dm", "rallied by the event", broken)
    return True


def sniper(ctx: Context, entry: Entry) -> bool:
    """ENEMY 63-64 and FRIENDLY 63: a sniper attack of kind 1 or 2 (A14.3)."""
    if entry.side == "ENEMY":
        if not snipers.candidates(ctx.game, "FRIENDLY"):
            return False
        kind = int(ctx.table(entry["kind"], "Kind of Sniper attack").result)
        snipers.sniper_attack(ctx, "ENEMY", kind)
        return True
    if not snipers.candidates(ctx.game, "ENEMY"):
        return False
    kind = int(ctx.table(entry["kind"], "Kind of Sniper attack").result)
    pending.later(ctx, "sniper", "FRIENDLY", "PFPh", f"the FRIENDLY sniper makes a {kind} attack", number=kind)
    return True


def enemy_aircraft(ctx: Context, entry: Entry) -> bool:
    """65-66: Stukas come in the next FRIENDLY MPh."""
    number = amount(ctx, entry["number"], "Number of Stukas")
    name = str(entry["type"])
    pending.later(ctx, "stukas", "FRIENDLY", "MPh", name, number=number, type=name)
    ctx.tell(
        f"{counted(number, str(entry['type']), str(entry['type']))} will be overhead in the next FRIENDLY MPh.",
        stop=True,
    )
    return True


EFFECTS = {
    "suspects-advance": Effect(suspects_advance, {"within": whole(0, MOST)}, {"goal": one_of("nearest")}),
    "units-advance": Effect(units_advance, {"within": whole(0, MOST)}, {"goal": one_of("nearest")}),
    "minefield-under-infantry": Effect(minefield_under_infantry, {"strength": how_many}),
    RAISE: Effect(raise_re, {"side": one_of(*SIDES), "most": one_of(*RE_PAIRS)}),
    "artillery-strike": Effect(artillery_strike, {"number": how_many}, {"harassing": switch}),
    "suspect-reinforcements": Effect(
        suspect_reinforcements,
        {"number": how_many},
        {"plus": whole(0, MOST), "again": says("arrive", "stop"), "later": dice},
        (("again", "later"),),
    ),
    "leader-hardens": Effect(leader_hardens),
    "sniper": Effect(sniper, {"kind": says("1", "2")}),
    "enemy-aircraft": Effect(enemy_aircraft, {"type": counter("aircraft"), "number": how_many}),
}
"""The effects by their words."""
