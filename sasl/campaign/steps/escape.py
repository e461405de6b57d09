"""7.5063-7.5066: units try to Escape from Isolated Areas: the DR, what becomes of them and of what they bear."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import CampaignState, Piece
from sasl.campaign.perimeter.position import counts, where
from sasl.campaign.steps.campaign_conditions import armor_leader_drm
from sasl.campaign.steps.isolation import area_of, must_escape, types_again
from sasl.campaign.steps.losses import become, crew_of, eliminate, half_of, reduce, suffer, worth, wrecked
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.orders.questions import Option
from sasl.kernel.text import listed
from sasl.kernel.transaction import Refused

SHED = ("isolated", "encircled", "upper-level", "cellar", "shortage")
"""The states that a counter loses as it escapes."""


def _why(ctx: CampaignRun) -> str:
    return f"Escape ({ctx.rule('7.5064')})"


def aboard(state: CampaignState, vehicle: Piece) -> list[Piece]:
    """Who rides in a vehicle, its armor leader too, and what they bear."""
    load = []
    for piece in state.held_by(vehicle.id):
        load += [piece, *state.held_by(piece.id)]
    return load


def load_of(game: CampaignGame, piece: Piece) -> int:
    """The PP that a unit carries."""
    counters = [game.counter_of(item) for item in game.state.held_by(piece.id)]
    return sum(item.pp or 0 for item in counters if item)


def away(ctx: CampaignRun, piece: Piece) -> None:
    """7.5064: a unit has escaped with what it bears: Retained, at the nearest part of its own perimeter."""
    near = nearest_own(ctx.game, piece)
    why = f"escapes to {near} ({ctx.rule('7.5064')})" if near else f"escapes ({ctx.rule('7.5064')})"
    for item in (piece, *aboard(ctx.state, piece)):
        loses = tuple(flag for flag in SHED if flag in ctx.state.pieces[item.id].flags)
        ctx.emit(cev.PieceChanged(item.id, loses=loses, box="retained", hex="", why=why))


def nearest_own(game: CampaignGame, piece: Piece) -> str:
    """7.5064: the nearest non-Isolated hex of the unit's side, measured in hexes; a map edge of its own counts as well.

    Whether terrain lets it through is for the player to see. Empty without a map.
    """
    board, place = game.board, where(game.state, piece)
    if board is None or place not in board:
        return ""
    isolated = game.state.isolated
    own = (name for name, side in game.state.control.items() if side == piece.side and name not in isolated)
    return min(own, key=lambda name: (board.distance(place, name), name), default="")


def replaced(ctx: CampaignRun, piece: Piece) -> None:
    """7.5063 (1), A19.13: Replaced by the next lower quality; who would be Disrupted instead is Eliminated.

    A19.11, A25.221: a crew, a hero or a Commissar is never Replaced.
    """
    item = ctx.game.counter_of(piece)
    lower = item.replaced_by if item else ""
    if item is not None and not lower:
        ctx.tell(f"{piece.id} {piece.type} is never Replaced (A19.11, A25.221).")
        return
    if lower not in ctx.game.counters(piece.side):
        eliminate_on_the_way(ctx, piece, f"it would be Disrupted ({ctx.rule('7.5063')})")
        return
    become(ctx, piece, lower, f"Replaced ({ctx.rule('7.5063')})")


def reduced(ctx: CampaignRun, piece: Piece) -> None:
    """7.5063: Casualty Reduction on the way."""
    things = [item.id for item in ctx.state.held_by(piece.id)]
    reduce(ctx, piece, _why(ctx))
    if not ctx.state.pieces[piece.id].here:
        _left_or_lost(ctx, things)


def eliminate_on_the_way(ctx: CampaignRun, piece: Piece, why: str) -> None:
    """7.5064: a unit is Eliminated while escaping: a dr decides on all the Equipment it took along."""
    things = [item.id for item in ctx.state.held_by(piece.id)]
    eliminate(ctx, piece, why)
    _left_or_lost(ctx, things)


def _left_or_lost(ctx: CampaignRun, things: Sequence[str]) -> None:
    most = ctx.game.figure_or("escape-equipment-left", 0)
    if not things:
        return
    left = most and ctx.roll("dr", f"Is {', '.join(things)} left behind?", rule="7.5064", target=most).success
    for name in things:
        if not left:
            ctx.emit(cev.PieceGone(name, f"eliminated with its carrier while escaping ({ctx.rule('7.5064')})"))


def _all_escape(ctx: CampaignRun, stack: Sequence[Piece], lucky: bool) -> None:
    if lucky:
        _heat_of_battle(ctx, stack)
    for piece in stack:
        if ctx.state.pieces[piece.id].here:
            away(ctx, ctx.state.pieces[piece.id])


def _hit(*acts: Callable[[CampaignRun, Piece], None]) -> Callable[[CampaignRun, Sequence[Piece], bool], None]:
    """The units that Random Selection names are struck, the same for each act; then all who live escape."""

    def result(ctx: CampaignRun, stack: Sequence[Piece], lucky: bool) -> None:
        for name in ctx.selection([piece.id for piece in stack], 1, "Escape"):
            for act in acts:
                if ctx.state.pieces[name].here:
                    act(ctx, ctx.state.pieces[name])
        _all_escape(ctx, stack, lucky)

    return result


def _none(ctx: CampaignRun, stack: Sequence[Piece], lucky: bool) -> None:
    for piece in stack:
        eliminate(ctx, piece, _why(ctx))


RESULTS: dict[str, Callable[[CampaignRun, Sequence[Piece], bool], None]] = {
    "escapes": _all_escape,
    "escapes replaced": _hit(replaced),
    "escapes reduced": _hit(reduced),
    "escapes replaced and reduced": _hit(replaced, reduced),
    "eliminated": _none,
}
"""What each result of the Escape Table does to a stack of Infantry."""


def vehicle_result(ctx: CampaignRun, piece: Piece, result: str) -> None:
    """7.5063: a vehicle escapes, or stays behind Abandoned or as a wreck (3)."""
    if result == "escapes":
        away(ctx, piece)
    elif result == "eliminated":
        wrecked(ctx, piece, f"{_why(ctx)}, no Crew Survival")
    else:
        _abandoned(ctx, piece, escapes=result == "abandoned, crew escapes")


def _abandoned(ctx: CampaignRun, piece: Piece, *, escapes: bool) -> None:
    """7.5063 (3): the vehicle is Abandoned where it is; its crew, and who is aboard, escape or are Eliminated."""
    before = worth(ctx.game, piece)
    riders = [item for item in ctx.state.held_by(piece.id) if item.personnel]
    ctx.change(piece, ("abandoned",), ("encircled", "stunned", "motion"), _why(ctx))
    if not escapes:
        suffer(ctx, piece.side, before - worth(ctx.game, ctx.state.pieces[piece.id]), f"the crew of {piece.id}")
        for item in riders:
            eliminate(ctx, item, _why(ctx))
        return
    crew = crew_of(ctx.game, piece)
    if crew:
        ctx.raise_piece(
            piece.side, crew, group=piece.group, why=f"the crew of {piece.id} escapes ({ctx.rule('7.5064')})"
        )
    for item in riders:
        ctx.emit(cev.PieceChanged(item.id, holder="", hex=where(ctx.state, item), why="leaves its vehicle"))
        away(ctx, ctx.state.pieces[item.id])


def _heat_of_battle(ctx: CampaignRun, stack: Sequence[Piece]) -> None:
    """11.6064, 12.6074: an Original 2 brings Heat of Battle; Berserk or Surrender Eliminates.

    A15.1: neither crews nor who is heroic already are subject to it.
    """
    for name in ctx.selection([piece.id for piece in stack], 1, "Heat of Battle"):
        piece = ctx.state.pieces[name]
        item = ctx.game.counter_of(piece)
        if piece.kind not in ("squad", "hs", "leader") or "heroic" in piece.flags:
            ctx.tell(f"{name} {piece.type} is not subject to Heat of Battle (A15.1).")
            continue
        quality = item.quality if item else ""
        facts = {"elite": int(quality == "Elite"), "inexperienced": int(quality in ("Green", "Conscript")),
                 "russian": int(piece.side == "russian")}  # fmt: skip
        result = str(ctx.table("heat.of-battle", f"Heat of Battle of {name}", facts=facts).result)
        if "hero" in result and piece.kind == "leader":
            ctx.change(piece, ("heroic",), (), "Heat of Battle (A15.21)")
        elif "hero" in result:
            hero = next(name for name, other in ctx.game.counters(piece.side).items() if other.kind == "hero")
            ctx.raise_piece(piece.side, hero, group=piece.group, why="Heat of Battle (A15.21)")
        if "hardening" in result:
            better = item.hardened if item else ""
            if better in ctx.game.counters(piece.side):
                drm = ctx.game.counter(piece.side, better).modifier
                ctx.emit(cev.PieceChanged(name, type=better, modifier=drm, why="Battle Hardens (A15.3)"))
            else:
                ctx.change(piece, ("fanatic",), (), "Battle Hardens (A15.3)")
        if result in ("berserk", "surrender"):
            eliminate(ctx, piece, f"Heat of Battle: {result} ({ctx.rule('11.6064')})")


def _missing(game: CampaignGame) -> str:
    forced = must_escape(game.state)
    return f"these SMC must try to Escape: {listed(forced, 6)}; escape ID" if forced else ""


def _ended(ctx: CampaignRun) -> None:
    """7.5065: Encircled markers come off."""
    for piece in list(ctx.state.of()):
        ctx.change(piece, (), ("encircled",), ctx.rule("7.5065"))


def escape_step(ctx: CampaignRun) -> None:
    """7.5063: who is Isolated may try to Escape; some SMC must (7.5061)."""
    able = [piece.id for piece in ctx.state.of("", "map") if may_escape(ctx.game, piece) == ""]
    stuck = [
        piece.id
        for piece in ctx.state.of("", "map")
        if "isolated" in piece.flags and piece.id not in able and not piece.holder
    ]
    none = "No Isolated unit may Escape." if stuck else "No unit is Isolated."
    ctx.tell(f"Isolated, may Escape: {listed(able, 12)}." if able else none)
    if stuck:
        ctx.tell(
            f"Isolated, cannot Escape by itself: {listed(stuck, 12)} ({ctx.rule('7.5063')}, {ctx.rule('7.5071')})."
        )


def may_escape(game: CampaignGame, piece: Piece) -> str:
    """Why a counter may not try to Escape, or ""."""
    area = area_of(game.state, piece) if piece.box == "map" else None
    if not counts(piece):
        return f"{piece.id} {piece.type} cannot Escape by itself ({game.rule('7.5063')})"
    if area is None or area.type == "A":
        return f"{piece.id} is not Isolated ({game.rule('7.5063')})"
    if piece.kind == "cupola" or piece.flags & {"immobile", "bogged", "mired"}:
        return f"{piece.id} cannot leave its hex ({game.rule('7.5071')})"
    return f"it is TI ({game.rule('12.6073')})" if "ti" in piece.flags else ""


def may_try(game: CampaignGame, stack: Sequence[Piece]) -> None:
    """7.5063: Refused unless these counters may try to Escape together."""
    rule = game.rule("7.5063")
    reason = next((text for piece in stack if (text := may_escape(game, piece))), "")
    if reason:
        raise Refused(reason)
    places = {(where(game.state, piece), "upper-level" in piece.flags, piece.side) for piece in stack}
    if len(places) > 1:
        raise Refused(f"a stack must be of one side and in one Location ({rule})")
    if len(stack) > 1 and any(piece.kind == "vehicle" for piece in stack):
        raise Refused(f"each vehicle makes its own Escape DR ({rule})")


def try_escape(ctx: CampaignRun, stack: list[Piece], dropped: Sequence[str], deployed: Sequence[str]) -> None:
    """7.5063-7.5064: one Escape DR for a stack of Infantry in a Location, or for a vehicle."""
    for name in dropped:
        _drop(ctx, stack, name)
    _leave_guns(ctx, stack)
    _may_deploy(ctx, stack, deployed)
    for name in deployed:
        stack = _deploy(ctx, stack, name)
    if stack[0].kind == "vehicle":
        _vehicle(ctx, stack[0])
    else:
        _infantry(ctx, [ctx.state.pieces[piece.id] for piece in stack])
    types_again(ctx)


def _drop(ctx: CampaignRun, stack: Sequence[Piece], name: str) -> None:
    thing = ctx.state.pieces[name]
    bearer = next((piece for piece in stack if piece.id == thing.holder), None)
    if bearer is None:
        raise Refused(f"{name} is not carried by the stack ({ctx.rule('7.5063')})")
    ctx.emit(
        cev.PieceChanged(
            thing.id, box="map", hex=where(ctx.state, bearer), holder="", why=f"dropped ({ctx.rule('7.5063')})"
        )
    )


def _leave_guns(ctx: CampaignRun, stack: Sequence[Piece]) -> None:
    """7.5063: a Gun comes along only dismantled."""
    for piece in stack:
        for thing in ctx.state.held_by(piece.id):
            if thing.kind == "gun" and "dismantled" not in thing.flags and piece.kind != "vehicle":
                _drop(ctx, stack, thing.id)


def _may_deploy(ctx: CampaignRun, stack: Sequence[Piece], names: Sequence[str]) -> None:
    """11.6063, 12.6073: one German squad for each leader in its stack Deploys; at Orsha (7.5063) any with a leader."""
    most = ctx.game.figure_or("escape-deploys-a-leader", 0)
    if not most or not names:
        return
    if stack[0].side != "german":
        raise Refused(f"only German squads Deploy to Escape ({ctx.rule('11.6063')})")
    leaders = sum(piece.kind == "leader" for piece in stack)
    if len(set(names)) > most * leaders:
        raise Refused(f"each leader can Deploy one squad; there are {leaders} in the stack ({ctx.rule('11.6063')})")


def _deploy(ctx: CampaignRun, stack: Sequence[Piece], name: str) -> list[Piece]:
    """7.5063: a squad stacked with a leader may Deploy freely; both HS are of the stack."""
    squad = next((piece for piece in stack if piece.id == name), None)
    half = half_of(ctx.game, squad) if squad else ""
    if squad is None or not half:
        raise Refused(f"{name} is not a squad of the stack that can Deploy ({ctx.rule('7.5063')})")
    if not any(piece.kind == "leader" for piece in stack):
        raise Refused(f"a squad Deploys only with a leader in its stack ({ctx.rule('7.5063')})")
    ctx.emit(cev.PieceChanged(squad.id, type=half, kind="hs", why=f"Deploys ({ctx.rule('7.5063')})"))
    new = ctx.raise_piece(
        squad.side, half, box="map", hex=where(ctx.state, squad), group=squad.group, flags=sorted(squad.flags),
        why=f"{squad.id} Deploys",
    )  # fmt: skip
    return [*stack, new]


# -- the Escape DR ------------------------------------------------------------------------------------


def asked_near(ctx: CampaignRun, piece: Piece) -> dict[str, int]:
    """The same where the program has no map: the player says how near a friendly hex is."""
    if ctx.game.board is not None:
        return {}
    text = f"How near to {piece.id} in {where(ctx.state, piece)} is a friendly-controlled, non-Isolated hex?"
    options = [Option("far", "farther than two hexes"), Option("two", "two hexes away"), Option("one", "adjacent")]
    answer = ctx.choose(text, options, rule="7.5063", id="friendly-near", subject=(piece.id,))
    return {"within-2": int(answer != "far"), "adjacent-friendly": int(answer == "one")}


def near_facts(game: CampaignGame, piece: Piece) -> dict[str, int]:
    """The DRM for a friendly-controlled, non-Isolated hex within two hexes, and for one that is adjacent."""
    place, board = where(game.state, piece), game.board
    if board is None or place not in board:
        return {}
    isolated = game.state.isolated

    def safe(radius: int) -> int:
        return int(any(
            game.state.control.get(name) == piece.side and name not in isolated for name in board.within(place, radius)
        ))  # fmt: skip

    return {"within-2": safe(2), "adjacent-friendly": safe(1)}


def infantry_facts(game: CampaignGame, stack: Sequence[Piece]) -> dict[str, int]:
    """7.5063: the DRM of a stack of Infantry. Of several leaders the best counts; one that harms need not be used."""
    lone = len(stack) == 1 and stack[0].smc
    leaders = [min(0, piece.leadership) for piece in stack if piece.kind == "leader"]
    heroic = any(piece.kind == "hero" or "heroic" in piece.flags for piece in stack)
    halves = sum({"squad": 2, "hs": 1, "crew": 1}.get(piece.kind, 0) for piece in stack)
    return {
        "leader-drm": 0 if lone else min(leaders, default=0) - heroic,
        "lone-smc": int(lone and "wounded" not in stack[0].flags),
        "lone-any-smc": int(lone),
        "half-squads-over": max(0, halves - 1),
        "pp-over": excess(game, stack),
        "encircled": int(any("encircled" in piece.flags for piece in stack)),
        f"side-{stack[0].side}": 1,
        **near_facts(game, stack[0]),
    }


def excess(game: CampaignGame, stack: Sequence[Piece]) -> int:
    """7.5063: the PP beyond the IPC of the most burdened unit; a leader without a load may add his to an MMC's."""
    figure = game.library.figure
    loads = {piece.id: load_of(game, piece) for piece in stack}
    over = {
        piece.id: loads[piece.id] - figure("ipc-mmc" if piece.mmc else "ipc-smc") for piece in stack
    }  # fmt: skip
    for helper in [piece for piece in stack if piece.smc and not loads[piece.id]]:
        burdened = max((piece for piece in stack if piece.mmc), key=lambda piece: over[piece.id], default=None)
        if burdened:
            over[burdened.id] -= figure("ipc-smc")
        over[helper.id] = 0
    return max(0, *over.values())


def vehicle_facts(game: CampaignGame, piece: Piece) -> dict[str, int]:
    """7.5063: the DRM of a vehicle."""
    return {
        "leader-drm": armor_leader_drm(game.state, piece),
        "captured-afv": int("captured" in piece.flags),
        f"side-{piece.side}": 1,
        **near_facts(game, piece),
    }


def _infantry(ctx: CampaignRun, stack: list[Piece]) -> None:
    names = ", ".join(f"{piece.id} {piece.type}" for piece in stack)
    facts = infantry_facts(ctx.game, stack) | asked_near(ctx, stack[0])
    with ctx.rolls_for(stack[0].side):
        record = ctx.table(ctx.role("escape.infantry"), f"Escape of {names}", facts=facts)
        lucky = record.original == ctx.game.figure_or("escape-heat-of-battle", 0)
        RESULTS["escapes" if lucky else str(record.result)](ctx, stack, lucky)


def _vehicle(ctx: CampaignRun, piece: Piece) -> None:
    facts = vehicle_facts(ctx.game, piece) | asked_near(ctx, piece)
    with ctx.rolls_for(piece.side):
        text = f"Escape of {piece.id} {piece.type}" + (" with those aboard" if aboard(ctx.state, piece) else "")
        record = ctx.table(ctx.role("escape.vehicle"), text, facts=facts)
        vehicle_result(ctx, piece, str(record.result))


STEPS = (Step("escape", escape_step, "escape IDS tries it; then next", acts=True, waits=_missing, end=_ended),)
