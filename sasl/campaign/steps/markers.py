"""After a scenario: markers come off, support is used up, units rally, prisoners go (7.502, 7.503, 7.508, CG7)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.buying import forts
from sasl.campaign.campaign_run import CampaignGame, CampaignRun, types
from sasl.campaign.campaign_state import ENTRENCHMENTS, SIDES, Nation, Piece
from sasl.campaign.steps.losses import eliminate, rearm
from sasl.campaign.steps.step_kinds import Step
from sasl.campaign.vocabulary import MASSACRE
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Option
from sasl.kernel.text import counted

ASKED = {
    "oba": "Which {side} OBA modules have placed an FFE:1?",
    "bombardment": "Which {side} Bombardments were used?",
    "aircraft": "Which {side} aircraft have come into play?",
}
"""By kind: what makes such a group used."""


def used(ctx: CampaignRun) -> None:
    """CG7: each side says what it has used; it is gone, no casualty, and an Offboard Observer goes with his module.

    A player is offered nothing: what he does not name stays.
    """
    if not ctx.game.figure_or("support-used-up", 0):
        return
    for side in SIDES:
        _for_once(ctx, side)
        for kind, text in ASKED.items():
            there = [piece for piece in ctx.state.of(side) if piece.kind == kind]
            if there:
                _one_kind(ctx, side, kind, there, text.format(side=side.capitalize()))
        _observers(ctx, side)


def _for_once(ctx: CampaignRun, side: Nation) -> None:
    """IHSR 4: what the initial OB lends for the Initial Scenario is gone after it, used or not."""
    for given in ctx.campaign.initial.get(side, []) if ctx.state.scenario == 1 else ():
        lent = [piece for piece in ctx.state.of(side) if piece.type == given.type and not piece.group]
        for piece in lent[: given.count] if given.once else ():
            ctx.emit(cev.PieceGone(piece.id, "for the Initial Scenario only (7.4)", counts=False))


def _one_kind(ctx: CampaignRun, side: Nation, kind: str, there: list[Piece], text: str) -> None:
    most = ctx.game.figure_or(f"oba-per-scenario-{side}", len(there)) if kind == "oba" else len(there)
    options = [Option(piece.id, f"{piece.type}, {piece.note}" if piece.note else piece.type) for piece in there]
    why = f"the {side.capitalize()} side uses {most} in a scenario at most (CG13)"
    gone = ctx.several(
        text, options, (), rule="CG7", whose=side, id="support-used", subject=(side, kind), most=(most, why)
    )
    for name in gone:
        ctx.emit(cev.PieceGone(name, f"used ({ctx.rule('CG7')})", counts=False))


def observers_left(game: CampaignGame, side: Nation, modules: int, observers: int) -> int | None:
    """CG7: how many Offboard Observers may still be added to so many modules; None: any number."""
    most = game.figure_or("observers-most", 0)
    return modules * most - observers if most else None


def modules_without(game: CampaignGame, side: Nation) -> int:
    """The OBA modules of a side that come without an Offboard Observer of their own (Rockets have theirs: note h)."""
    groups = (game.campaign.group(side, item.group) for piece in game.state.of(side) if piece.kind == "oba"
              and (item := game.state.purchases.get(piece.group)))  # fmt: skip
    return sum(1 for piece in game.state.of(side) if piece.kind == "oba") - sum(
        1 for group in groups if group and group.observer)  # fmt: skip


def _observers(ctx: CampaignRun, side: Nation) -> None:
    """CG7: a Retained module keeps its observer; those of used modules go."""
    modules = modules_without(ctx.game, side)
    there = [piece for piece in ctx.state.of(side) if piece.kind == "observer"]
    left = observers_left(ctx.game, side, modules, len(there))
    if left is None or left >= 0:
        return
    for piece in there[:-left]:
        ctx.emit(cev.PieceGone(piece.id, f"its module was used ({ctx.rule('CG7')})", counts=False))
    ctx.tell(f"{counted(-left, f'{side.capitalize()} Offboard Observer')} went with used modules ({ctx.rule('CG7')}).")


def ferry(ctx: CampaignRun) -> None:
    """12.602: the German says which of his units interdict a landing: TI on the map until the next scenario."""
    for piece in list(ctx.state.of()):
        ctx.change(piece, (), ("interdicting", "ti"), "of the scenario before")
    able = [
        piece for piece in ctx.state.of("german", "map")
        if (piece.mmc or piece.kind == "vehicle") and not piece.flags & {"prisoner", "broken", "wreck", "abandoned"}
    ]  # fmt: skip
    if not able:
        return
    options = [Option(piece.id, f"{piece.type} in {piece.hex}") for piece in able]
    text = "Which German units interdict a ferry landing?"
    for piece_id in ctx.several(text, options, [], rule="12.602", whose="german", id="ferry"):
        ctx.change(ctx.state.pieces[piece_id], ("interdicting", "ti"), (), "12.602")


GONE = ("fanatic", "berserk", "disrupted", "motion")
"""States that end with the scenario (7.502e-f)."""
LABOR = ("labor-1", "labor-2")


def markers(ctx: CampaignRun) -> None:
    """7.502, 11.602, 12.603: fire, smoke, acquisition and the like come off; what was hidden is put on the map.

    Stun comes off in RB and VotG, Labor in OtO2; there hidden Entrenchments are shown, too. A unit that interdicts a
    ferry stays TI (12.602).
    """
    figure = ctx.game.figure_or
    used(ctx)
    forts.end_hip(ctx)
    if figure("guns-keep-hip", 0):
        _guns(ctx)
    off = [*GONE, *(["stunned"] if figure("stun-off", 0) else LABOR)]
    for piece in list(ctx.state.of()):
        ctx.change(piece, (), off if "interdicting" in piece.flags else [*off, "ti"], ctx.rule("7.502"))
    shown = ("hidden",) if figure("shown-concealed", 0) else ("hidden", "concealed")
    for piece in list(ctx.state.of("", "map")):
        gains = ("concealed",) if figure("shown-concealed", 0) and "hidden" in piece.flags else ()
        ctx.change(piece, gains, shown, ctx.rule("7.502g"))
    if not figure("stun-off", 0):
        for work in list(ctx.state.works.values()):
            if work.hidden and work.hex and work.sort in ENTRENCHMENTS:
                ctx.emit(cev.WorkPut(replace(work, hidden=False), ctx.rule("7.502g")))
    ctx.tell(f"Take off: {ctx.campaign.markers}.", board=True)


def _guns(ctx: CampaignRun) -> None:
    """CG11: a Gun that stayed HIP may begin the next scenario so; one that was seen may not."""
    for piece in [item for item in ctx.state.of() if item.kind == "gun"]:
        hidden = piece.box == "map" and "hidden" in piece.flags
        seen = piece.box == "map" and not hidden
        ctx.change(piece, ("hip",) if hidden else ("used",) if seen else (),
                   tuple(flag for flag, kept in (("hip", hidden), ("used", seen)) if not kept),
                   ctx.rule("CG11"))  # fmt: skip


def rally(ctx: CampaignRun) -> None:
    """7.503, 11.6032, 12.6042: every broken unit rallies without a DR; Passengers and Riders unload.

    In OtO2 their owner may leave them aboard, but not after a night scenario.
    """
    rallied = [piece for piece in ctx.state.of() if piece.flags & {"broken", "disrupted"}]
    for piece in rallied:
        ctx.change(piece, (), ("broken", "disrupted"), ctx.rule("7.503"))
    if not rallied:
        ctx.tell("No unit is broken.")
    for vehicle in [item for item in ctx.state.of("", "map") if item.kind == "vehicle"]:
        aboard = passengers(ctx, vehicle)
        out = [item.id for item in aboard]
        if aboard and not ctx.game.figure_or("unload-all", 0) and ctx.state.fact("night") != "yes":
            text = f"Who unloads from {vehicle.id} {vehicle.type} in {vehicle.hex}?"
            out = [*ctx.several(text, types(aboard), out, rule="7.503", whose=vehicle.side, id="unload",
                                subject=(vehicle.id,))]  # fmt: skip
        for piece_id in out:
            ctx.emit(
                cev.PieceChanged(piece_id, hex=vehicle.hex, box="map", holder="", why=f"unloads ({ctx.rule('7.503')})")
            )


def passengers(ctx: CampaignRun, vehicle: Piece) -> list[Piece]:
    """Those aboard a vehicle who are neither its armor leader nor its prisoners."""
    held = ctx.state.held_by(vehicle.id)
    return [item for item in held if not item.flags & {"armor-leader", "prisoner"}]


def prisoners(ctx: CampaignRun) -> None:
    """7.508: prisoners of a non-Isolated Guard are Eliminated; an Isolated Guard keeps, hands over or frees his."""
    for side in SIDES:
        ctx.fact(f"{MASSACRE}.{side}", "")  # A20.4: it was in effect in the scenario just played
    for piece in [item for item in ctx.state.of() if "prisoner" in item.flags]:
        guard = ctx.state.pieces.get(piece.holder)
        if guard is None or not guard.here or "isolated" not in guard.flags:
            eliminate(ctx, piece, f"prisoner of a non-Isolated unit ({ctx.rule('7.508')})")
            continue
        options = [Option("keep", "the Guard keeps it"), Option("free", "it is freed")]
        if ctx.game.figure_or("massacre", 0):
            options.append(Option("execute", "it is executed; Massacre is in effect next time"))
        friends = [item for item in _same_area(ctx, guard) if item.id != guard.id]
        options += [Option(item.id, f"{item.type} in {item.hex} guards it from now on") for item in friends]
        text = f"{guard.id} guards {piece.id} {piece.type} in isolation: what of it?"
        answer = ctx.choose(text, options, rule="7.508", whose=guard.side, id="prisoner", subject=(guard.id, piece.id))
        if answer == "free":
            rearm(ctx, piece, f"freed ({ctx.rule('7.508')})", "retained", "")
            ctx.change(ctx.state.pieces[piece.id], (), ("isolated", "encircled"), ctx.rule("7.508"))
        elif answer == "execute":
            eliminate(ctx, piece, f"executed ({ctx.rule('12.609')})")
            ctx.fact(f"{MASSACRE}.{guard.side}", "yes", "A20.4")
        elif answer != "keep":
            ctx.emit(cev.PieceChanged(piece.id, hex=ctx.state.pieces[answer].hex, holder=answer, why=ctx.rule("7.508")))


def _same_area(ctx: CampaignRun, guard: Piece) -> list[Piece]:
    """The Personnel of the Guard's side in his Isolated Area (his own hex where no area is known)."""
    area = ctx.state.confines(guard.hex)
    return [
        item for item in ctx.state.of(guard.side, "map")
        if item.personnel and item.hex in area and "prisoner" not in item.flags
    ]  # fmt: skip


STEPS = (Step("ferry", ferry), Step("markers", markers), Step("rally", rally), Step("prisoners", prisoners))
