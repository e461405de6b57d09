"""Infantry OVR (A4.15): one Known SMC alone, the checks of those who overrun him, his escape, the CC at once."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.close_combat import cc_round
from sasl.asl.close_combat.fighting import who_decides
from sasl.asl.fire.tem import best_cover
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import SIDES, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import berserk, leadership, task_checks
from sasl.asl.movement.ground.costs import step_cost
from sasl.asl.movement.step import bars
from sasl.asl.oba import artillery
from sasl.asl.terrain import smoke
from sasl.board.movement_cost import is_open
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.text import listed

HELD = frozenset({"broken", "pinned", "melee", "ti", "panicked", "berserk", "in-culvert"})
"""The states in which an SMC cannot get out of the way."""


def victim(game: Game, units: Sequence[Unit], name: str) -> Unit:
    """The one Known SMC in a hex that these units may overrun. Refused, with the rule, otherwise."""
    others = [unit for unit in game.state.units_at(name, opponent(units[0].side)) if bars(game, unit)]
    known = [unit for unit in others if unit.known]
    if len(known) != 1 or known[0].kind not in SMC or known[0].carrier:
        held = listed(unit.id for unit in known) or "nobody Known"
        raise Refused(f"Infantry OVR is only against a lone Known SMC; {name} holds {held} (A4.15)")
    if not any(unit.mmc for unit in units):
        raise Refused(f"an Infantry OVR needs an MMC; {units[0].id} is an SMC (A4.15)")
    return known[0]


def charged(game: Game, units: Sequence[Unit], name: str) -> Unit | None:
    """A15.432: the one enemy in a hex, a Known SMC, whom a berserk MMC overruns as a matter of course; else None."""
    if not all("berserk" in unit.flags for unit in units):
        return None
    others = [unit for unit in game.state.units_at(name, opponent(units[0].side)) if bars(game, unit)]
    alone = len(others) == 1 and others[0].known and others[0].kind in SMC and not others[0].carrier
    return others[0] if alone and any(unit.mmc for unit in units) else None


def checks(ctx: Context, ids: Sequence[str], smc: Unit, here: str, name: str) -> list[str]:
    """A4.15: the NTC, with the TEM and Hindrance of the SMC's Location as DRM; a leader's counts for all with him.

    Who goes in. Those who fail do nothing more in this MPh (A10.1).
    """
    units = [ctx.state.units[key] for key in ids]
    cover = best_cover(ctx.game, smc, here, None, "")
    chart = ctx.board.chart
    inside = max((chart[word].hindrance for word in ctx.board.terrain(name).terrains), default=0)
    inside += smoke.at(ctx.game, name)
    mods = [cover] if cover and cover.value else []
    mods += [Modifier(f"Hindrance in {name}", inside, "A4.15", "hindrance")] if inside else []
    leaders = sorted((unit for unit in units if unit.kind == "leader"), key=leadership.drm)
    if leaders:
        if task_checks.task_check(ctx, leaders[0], "NTC for an Infantry OVR (A4.15)", mods):
            return list(ids)
        failed = list(ids)
    else:
        men = [unit.id for unit in units if unit.mmc]
        failed = [
            key for key in men
            if not task_checks.task_check(ctx, ctx.state.units[key], "NTC for an Infantry OVR (A4.15)", mods)
        ]  # fmt: skip
    pieces.change_all(ctx, failed, ("ended",), (), "failed the NTC for an Infantry OVR (A4.15, A10.1)")
    left = [key for key in ids if key not in failed]
    return left if any(ctx.state.units[key].mmc for key in left) else []


def gets_away(ctx: Context, smc: Unit, name: str) -> None:
    """A4.151: an SMC that can moves away before any fire, to a hex the ATTACKER chooses."""
    ways = _ways(ctx.game, smc, name)
    if not smc.good_order or smc.flags & HELD or not ways:
        return
    options = [Option("leave", "it gets out of the way"), Option("stay", "it stays: fire, then CC at once")]
    text = f"{smc.id} in {name} is about to be overrun. What does it do?"
    about = (smc.id, name)
    if ctx.choose(text, options, rule="A4.151", hexes=(name,), whose=smc.side, id="get-away", subject=about) == "stay":
        return
    words = [Option(way, ctx.board.terrain(way).describe(ctx.board.chart)) for way in ways]
    text = f"Where does {smc.id} go? The ATTACKER chooses."
    goal = ctx.choose(
        text, words, rule="A4.151", hexes=ways, whose=opponent(smc.side), id="get-away-to", subject=(smc.id,)
    )
    ctx.emit(ev.UnitPut(smc.id, goal, f"gets out of the way of an Infantry OVR in {name} (A4.151)"))


def _ways(game: Game, smc: Unit, name: str) -> tuple[str, ...]:
    """The Accessible hexes without enemies; not into mines, FFE, Wire or Open Ground if there is another."""
    near = [
        way for way in game.board.neighbours(name)
        if step_cost(game, smc, name, way).allowed and not game.state.units_at(way, opponent(smc.side))
    ]  # fmt: skip
    good = [
        way for way in near
        if not is_open(game.board, way) and not artillery.covering(game, way)
        and not game.state.markers_at(way, "minefield") and not game.state.markers_at(way, "wire")
    ]  # fmt: skip
    return tuple(good or near)


def close_combat_now(ctx: Context, ids: Sequence[str], smc: str, name: str) -> None:
    """A4.152: with the SMC still there CC follows at once; a survivor is held in Melee and fights again in the CCPh."""
    there = [key for key in ids if key in ctx.state.units and ctx.state.units[key].hex == name]
    able = [key for key in there if not ctx.state.units[key].flags & {"broken", "pinned"}]
    foe = ctx.state.units.get(smc)
    if not able or foe is None or foe.hex != name:
        return
    ctx.tell(f"CC in {name} at once: {listed(there)} against {smc} (A4.152).", hexes=(name,))
    cc_round.fight(ctx, name, {side: who_decides(ctx.game, side) for side in SIDES})
    pieces.take_off(ctx, "cc-attacked", "fights again in the CCPh (A4.152)", ctx.state.units_at(name))
    left = ctx.state.units.get(smc)
    if left is not None and left.hex == name and "prisoner" not in left.flags:
        return
    berserk.have_won(ctx, there, name, [smc])
    still = [unit for unit in ctx.state.units_at(name) if unit.id in there]  # some may have withdrawn (A11.22, A11.41)
    take_control(ctx, still, (name,))
