"""What units do in the RPh: rally (A10.6), keep their DM, repair (A9.72), recover SW and Guns (A4.44)."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import find_unit, find_weapon, is_place, select
from sasl.asl.game.state import State, Unit, opponent
from sasl.asl.infantry import concealment
from sasl.asl.infantry import rally as rules
from sasl.asl.infantry import repair as weapons
from sasl.asl.infantry.rout import can_rout, willing
from sasl.asl.movement.allowance import CANNOT_MOVE, stack_allowance
from sasl.asl.movement.step import spend, under_fire

OUTCOMES = ("yes", "no")


def _in_rph(state: State) -> str:
    return "" if state.phase == "RPh" else f"that belongs to the RPh; this is {state.moment}"


@verb(
    "rally",
    "rally UNITS|all [LEADER] | rally UNITS yes|no",
    "broken units try to rally, with the chances shown; yes or no settles it by hand",
    group="recover",
)
def rally(ctx: Context, words: list[str]) -> None:
    """A10.6: the Rally DR of each unit, leaders first; once per RPh."""
    if not words or len(words) > 2:
        raise Refused("rally needs units and perhaps a leader, as in: rally 447a 91a, or: rally 447a yes")
    last = words[1] if len(words) == 2 else ""
    if last.lower() in OUTCOMES:
        for unit in _broken(ctx, words[0]):
            _by_hand(ctx, unit, last.lower() == "yes")
        return
    refusal = _in_rph(ctx.state)
    if refusal:
        raise Refused(f"{refusal}; rally UNIT yes settles it by hand")
    if words[0].lower() == "all" and not last:
        _everybody(ctx)
        return
    leader = find_unit(ctx.state, last).id if last else ""
    for unit in _broken(ctx, words[0]):
        if unit.id in ctx.state.units:
            rules.make(ctx, rules.attempt(ctx.game, ctx.state.units[unit.id], leader))
            _recheck(ctx, unit)


def _broken(ctx: Context, word: str) -> list[Unit]:
    """The broken units a word means, leaders first; a unit named by itself must be broken."""
    units = select(ctx.state, word)
    if is_place(ctx.state, word):
        units = [unit for unit in units if "broken" in unit.flags] or units
    for unit in units:
        if "broken" not in unit.flags:
            raise Refused(f"{unit.id} is not broken")
    return sorted(units, key=lambda unit: unit.kind != "leader")


def _by_hand(ctx: Context, unit: Unit, rallies: bool) -> None:
    if ctx.state.phase == "RPh":
        pieces.change(ctx, unit, ["rally-tried"], why="player")
    if rallies:
        rules.rallied(ctx, unit, "player (A10.6)")
        _recheck(ctx, unit)


def _everybody(ctx: Context) -> None:
    """Every attempt of both sides, the side to move first, in the suggested order."""
    made = False
    for side in (ctx.state.side, opponent(ctx.state.side)):
        while ways := rules.candidates(ctx.game, side):
            rules.make(ctx, ways[0])
            _recheck(ctx, ctx.state.units.get(ways[0].unit))
            made = True
    if not made:
        raise Refused("nobody can try to rally now (A10.6)")


def _recheck(ctx: Context, unit: Unit | None) -> None:
    """A26: a unit that rallies in a VPO may hold it again."""
    if unit and unit.hex:
        ctx.game.reactions.recheck(ctx, unit.hex)


@verb(
    "keepdm",
    "keepdm UNITS",
    "broken units keep their DM at the end of this RPh (A10.62)",
    when=_in_rph,
    group="recover",
)
def keep_dm(ctx: Context, words: list[str]) -> None:
    """A10.62: outside woods, buildings, pillboxes and trenches the owner may leave the DM; the unit may then rout."""
    if len(words) != 1:
        raise Refused("keepdm needs units, as in: keepdm 447a")
    for unit in select(ctx.state, words[0]):
        if not {"broken", "dm"} <= unit.flags:
            raise Refused(f"{unit.id} is not broken under DM (A10.62)")
        if unit.hex is None or rules.sheltered(ctx.game, unit):
            raise Refused(f"{unit.id} is in terrain that helps it to rally: its DM goes (A10.62)")
        pieces.change(ctx, unit, ["keeps-dm"], why="A10.62")


def drop_dm(ctx: Context) -> None:
    """A10.62: DM goes at the end of every RPh, but from those who keep it: on your wish; the ENEMY's by 7.2."""
    everyone = [unit for unit in ctx.state.units.values() if "dm" in unit.flags]
    gone = tuple(unit.id for unit in everyone if not _keeps_dm(ctx, unit))
    if gone:
        ctx.emit(ev.UnitsChanged(gone, (), ("dm",), "end of RPh (A10.62)"))


def _keeps_dm(ctx: Context, unit: Unit) -> bool:
    """7.2: an ENEMY unit keeps its DM if it would rout of its own will, into terrain that helps it to rally."""
    if "broken" not in unit.flags or unit.hex is None or rules.sheltered(ctx.game, unit):
        return False
    if "keeps-dm" in unit.flags:
        return True
    if unit.side != "ENEMY" or not can_rout(unit) or "disrupted" in unit.flags:
        return False
    ways = willing(ctx.game, unit)[:1]
    return any(ctx.board.chart.has(ctx.board.terrain(way.goal).terrains, "rally") for way in ways)


@verb(
    "repair",
    "repair SW|UNITS|all [WEAPON]",
    "repair malfunctioned SW, Guns, MA and mounted MG (A9.72)",
    when=_in_rph,
    group="recover",
)
def repair(ctx: Context, words: list[str]) -> None:
    """A9.72: a Repair dr for each weapon named, one for each unit that repairs."""
    if not words or len(words) > 2:
        raise Refused("repair needs a SW or a unit, as in: repair HMGa, or: repair T34a CMG")
    wanted = words[1].upper() if len(words) == 2 else ""
    found = [job for job in _jobs(ctx, words[0]) if wanted in ("", job.weapon.upper())]
    if not found:
        raise Refused(
            f"there is nothing to repair with {words[0]}: it takes a malfunctioned weapon and a Good Order unit that "
            "has it and has not tried yet (A9.72)"
        )
    for job in found:
        if "repairing" not in ctx.state.units[job.unit].flags:
            weapons.repair(ctx, job)


def _jobs(ctx: Context, word: str) -> list[weapons.Job]:
    every = weapons.jobs(ctx.game)
    if word.lower() == "all":
        return every
    if word.lower() in {name.lower() for name in ctx.state.weapons}:
        return [job for job in every if job.item == find_weapon(ctx.state, word).id]
    chosen = {unit.id for unit in select(ctx.state, word)}
    return [job for job in every if job.unit in chosen or job.item in chosen]


@verb(
    "recover",
    "recover UNIT [SW|GUN]",
    "try to recover a SW or to man a Gun that nobody has, in your RPh or for 1 MF in your MPh (A4.44)",
    group="recover",
)
def recover(ctx: Context, words: list[str]) -> None:
    """A4.44: the Recovery dr, in the RPh of the unit's side or as part of its move."""
    if not words or len(words) > 2:
        raise Refused("recover needs a unit and a SW or Gun, as in: recover 447a HMGa")
    unit = find_unit(ctx.state, words[0])
    if ctx.state.side != unit.side or ctx.state.phase not in ("RPh", "MPh"):
        raise Refused(f"{unit.id} recovers only in the {unit.side} RPh or MPh (A4.44); this is {ctx.state.moment}")
    if unit.hex is None:
        raise Refused(f"{unit.id} is not on the map")
    if len(words) == 2:
        names = {name.lower(): name for name in (*ctx.state.weapons, *ctx.state.units)}
        item = names.get(words[1].lower(), words[1])
    else:
        items = weapons.lying(ctx.game, unit.hex)
        if len(items) != 1:
            raise Refused(f"name what {unit.id} recovers in {unit.hex}: {', '.join(items) or 'nothing lies there'}")
        item = items[0]
    weapons.may_recover(ctx.game, unit, item)
    if ctx.state.phase == "MPh":
        _spend(ctx, unit)
    weapons.recover(ctx, ctx.state.units[unit.id], item)
    if ctx.state.phase == "MPh":
        under_fire(ctx, [unit.id], unit.hex)


def _spend(ctx: Context, unit: Unit) -> None:
    """A4.44: in the MPh a Recovery costs a MF, which the enemy sees."""
    for flag, why in CANNOT_MOVE.items():
        if flag in unit.flags:
            raise Refused(f"{unit.id} {why}")
    price, has = ctx.figure("recovery-mf"), stack_allowance(ctx.game, [unit])[unit.id]
    if unit.mf + price > has:
        raise Refused(f"{unit.id} has spent {unit.mf:g} of {has:g} MF: a Recovery takes {price} (A4.44)")
    spend(ctx, [unit.id], float(price), "recover")
    concealment.after_move(ctx, [unit.id])
    if unit.side == "FRIENDLY":
        ctx.game.reactions.announce(ctx, ctx.game.reactions.provoke(ctx, [ctx.state.units[unit.id]], moving=True))
