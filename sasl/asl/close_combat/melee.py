"""Who holds whom in Melee (A11.15), in which hexes there is Close Combat to fight, and who withdraws from it."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.close_combat import cc_odds
from sasl.asl.close_combat.cc_choices import Done, able, open_targets
from sasl.asl.close_combat.cc_vehicles import CREWLESS
from sasl.asl.fire import encirclement
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.flags import SMC, VEHICLES, Flag
from sasl.asl.game.sides import SIDES, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.portage import drop_load
from sasl.asl.movement.allowance import movement_allowance
from sasl.asl.movement.ground.costs import is_difficult, step_cost
from sasl.asl.oba import artillery
from sasl.asl.terrain import minefields, pillboxes
from sasl.board.movement_cost import is_open


def hexes(game: Game) -> list[str]:
    """The hexes with units of both sides that CC concerns, Infantry of one at least."""
    found = []
    shared = set.intersection(*({unit.hex for unit in game.state.on_map(side)} for side in SIDES))
    for name in shared:
        ours, theirs = (cc_odds.fighters(game, name, side) for side in SIDES)
        if ours and theirs and any(unit.kind not in VEHICLES for unit in (*ours, *theirs)):
            found.append(name)
    return sorted(found, key=game.board.hex)


def fought(game: Game, hex_name: str) -> bool:
    """Whether the CC of the hex has been resolved in this CCPh."""
    return any("cc-attacked" in unit.flags for side in SIDES for unit in cc_odds.fighters(game, hex_name, side))


def waiting(game: Game) -> list[str]:
    """The hexes whose CC is still to be fought in this CCPh and where somebody can attack."""
    fresh = Done()
    return [
        name
        for name in hexes(game)
        if not fought(game, name)
        and any(able(game, name, side, fresh) and open_targets(game, name, side, fresh) for side in SIDES)
    ]


def holders(game: Game, hex_name: str, side: str) -> list[Unit]:
    """A11.15: the enemies of `side` that hold its Infantry in the hex: Known men, manned Stopped vehicles.

    Who is inside a pillbox holds nobody outside it (B30.6).
    """
    other = opponent(side)
    men = [unit for unit in cc_odds.men(game, hex_name, other) if unit.known and not pillboxes.around(game, unit)]
    machines = [
        unit
        for unit in cc_odds.machines(game, hex_name, other)
        if unit.known and not unit.flags & {"motion", *CREWLESS}
    ]
    return [*men, *machines]


def lock(ctx: Context, hex_name: str) -> None:
    """A11.15: at the end of CC the Known Infantry is in Melee, or free of it; not in a pillbox (B30.6)."""
    held, freed = [], []
    for side in SIDES:
        holding = holders(ctx.game, hex_name, side)
        for unit in ctx.state.units_at(hex_name, side):
            locked = bool(holding) and unit.personnel and unit.known and "prisoner" not in unit.flags
            locked = locked and pillboxes.around(ctx.game, unit) is None
            if locked and "melee" not in unit.flags:
                held.append(unit.id)
            if not locked and "melee" in unit.flags:
                freed.append(unit.id)
    pieces.change_all(ctx, held, ("melee",), (), "held in Melee (A11.15)")
    crest = [key for key in held if "crest" in ctx.state.units[key].flags]
    pieces.change_all(ctx, crest, ("in-gully",), ("crest",), "in Melee: no longer on the crest (B20.94)")
    pieces.change_all(ctx, freed, (), ("melee",), "no longer in Melee (A11.15)")


def relock(ctx: Context) -> None:
    """A11.15: Melees go on only where both sides are left; who is left alone controls the hex (A26.11); checked when a
    phase ends.
    """
    places = dict.fromkeys(unit.hex for unit in ctx.state.on_map() if "melee" in unit.flags)
    for name in places:
        lock(ctx, name)
        ctx.game.reactions.recheck(ctx, name)


# -- withdrawal ------------------------------------------------------------------------------------

LEFT_BEHIND: tuple[Flag, ...] = (
    "melee",
    "withdrawing",
    "dug-in",
    "shellhole",
    "in-gully",
    "crest",
    "in-culvert",
    "over-crest",
)
"""The states that end when a unit leaves its CC."""


def why_not(game: Game, unit: Unit) -> str:
    """A11.2: why a unit may not leave its CC, or ""."""
    for flag, word in (
        ("pinned", "is pinned"), ("berserk", "is berserk"), ("disrupted", "is Disrupted"), ("on-wire", "is on Wire"),
    ):  # fmt: skip
        if flag in unit.flags:
            return f"{unit.id} {word} and may not withdraw (A11.2)"
    if unit.carrier or not (unit.mmc or unit.kind in SMC):
        return f"{unit.id} is not Infantry and does not withdraw (A11.2)"
    if pillboxes.around(game, unit):
        return f"{unit.id} is inside a pillbox and may not withdraw (B30.6)"
    if not accessible(game, unit):
        return f"{unit.id} has no Accessible hex free of enemy units (A11.21)"
    return ""


def accessible(game: Game, unit: Unit) -> list[str]:
    """A11.21: the hexes a unit may withdraw to: it could advance there, and no Known enemy is in them.

    The best come first: far from enemies, then with cover. A hex with an S? is left out.
    """
    here = unit.hex
    found = []
    for name in game.board.neighbours(here):
        cost = step_cost(game, unit, here, name)
        barred = any(other.known for other in enemies(game, name, unit.side)) or game.state.suspects_at(name)
        if cost.allowed and not barred and not ("cx" in unit.flags and tires(game, unit, name)):
            found.append(name)
    return sorted(found, key=lambda name: (_danger(game, name, unit), is_open(game.board, name), name))


def enemies(game: Game, name: str, side: str) -> list[Unit]:
    """The armed units of the other side in a hex; prisoners and lone Guns are no obstacle."""
    units = cc_odds.fighters(game, name, opponent(side))
    return [unit for unit in units if not unit.flags & {"disarmed", "abandoned"}]


def _danger(game: Game, name: str, unit: Unit) -> int:
    """Known enemies beside the hex, but for those in the CC that is left."""
    near = (spot for spot in game.board.neighbours(name) if spot != unit.hex)
    return sum(len([other for other in enemies(game, spot, unit.side) if other.known]) for spot in near)


def tires(game: Game, unit: Unit, name: str) -> bool:
    """A4.72: the same for who withdraws: it carries no more than its IPC (A11.21)."""
    return is_difficult(game, unit, unit.hex, name, movement_allowance(game, unit))


def leave(ctx: Context, ids: Sequence[str], why: str) -> None:
    """The units leave their CC, each for the hex its owner chooses, with prisoners and the SW within its IPC."""
    for key in ids:
        unit = ctx.state.units.get(key)
        if unit is None or not unit.hex:
            continue
        here, choices = unit.hex, accessible(ctx.game, unit)
        if not choices:
            ctx.tell(f"{key} has no Accessible hex and stays in {here} (A11.21).")
            continue
        _go(ctx, unit, here, _where(ctx, unit, choices), why)


def _where(ctx: Context, unit: Unit, choices: Sequence[str]) -> str:
    if len(choices) == 1:
        return choices[0]
    options = [Option(name, ", ".join(ctx.board.terrain(name).terrains)) for name in choices]
    text = f"{unit.id} leaves {unit.hex}: to which hex?"
    return ctx.choose(
        text, options, rule="A11.21", hexes=choices, whose=unit.side, id="withdraw-to", subject=(unit.id,)
    )


def _go(ctx: Context, unit: Unit, here: str, name: str, why: str) -> None:
    hard = tires(ctx.game, unit, name)
    waiting = [other.id for other in enemies(ctx.game, name, unit.side)]
    drop_load(ctx, unit)
    minefields.leave(ctx, [unit], here)
    if unit.id not in ctx.state.units:
        return
    ctx.emit(ev.UnitsMoved((unit.id,), (here, name), 0.0, "withdraw"))
    encirclement.left(ctx, [unit.id], here)
    encirclement.joined(ctx, [unit.id], name)
    wire: list[Flag] = ["on-wire"] if ctx.state.markers_at(name, "wire") else []
    pieces.change(ctx, ctx.state.units[unit.id], [*wire, "cx"] if hard else wire, LEFT_BEHIND, why)
    if waiting:
        shown = ctx.pick(waiting, f"whom {unit.id} runs into in {name}")
        concealment.lose(ctx, [shown], f"{unit.id} withdraws onto it (A11.21)")
        ctx.emit(ev.UnitRemoved(unit.id, f"withdraws onto the concealed {shown} (A11.21)"))
        return
    concealment.lose_in_the_open(ctx, [unit.id], "withdraws into Open Ground (A12.14)")
    minefields.enter(ctx, [ctx.state.units[unit.id]], name)
    artillery.enter(ctx, [unit], name)
