"""What a scenario leaves units in: Encirclement, minefields, bog and Shock (7.5041-7.5044; RB 11.604, VotG 12.605)."""

from __future__ import annotations

from sasl.asl.fire import ift
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun, types
from sasl.campaign.campaign_state import SIDES, VEHICLES, Piece
from sasl.campaign.steps.campaign_conditions import armor_leader_drm
from sasl.campaign.steps.losses import crew_of, eliminate, reduce, suffer, wrecked
from sasl.campaign.steps.step_kinds import Step
from sasl.content.tables.counters import CounterType
from sasl.kernel.orders.questions import Option
from sasl.kernel.rolling.records import Modifier


def level(game: CampaignGame, piece: Piece) -> int:
    """The Morale Level: wounded and Encircled one less each, Fanatic one more."""
    item = game.counter_of(piece)
    base = (item.morale or 0) if item else 0
    if piece.kind == "vehicle" and not base:
        soft = item is None or item.armor_front is None
        base = game.library.figure("soft-crew-morale" if soft else "afv-crew-morale")
    return base - ("wounded" in piece.flags) - ("encircled" in piece.flags) + ("fanatic" in piece.flags)


def leaders_for(game: CampaignGame, piece: Piece) -> list[Piece]:
    """A10.7: the leaders who may help a unit in its hex, best first; a leader needs one of higher Morale."""
    leaders = [
        other for other in game.state.at(piece.hex, piece.side)
        if other.kind == "leader" and other.id != piece.id and not other.flags & {"prisoner", "broken", "armor-leader"}
        and ("upper-level" in other.flags) == ("upper-level" in piece.flags)
        and (piece.kind != "leader" or level(game, other) > level(game, piece))
    ]  # fmt: skip
    return sorted(leaders, key=lambda other: (other.leadership, other.id))


def task_check(ctx: CampaignRun, piece: Piece, n: int, why: str) -> bool:
    """A10.1: one nTC; its owner may take the DRM of a leader who is there. True if it is passed."""
    mods = [Modifier(f"{n}TC", n, "A10.1")] if n else []
    helpers = leaders_for(ctx.game, piece) if piece.kind != "vehicle" else []
    chosen = helpers[0] if helpers else None
    if chosen and chosen.leadership > 0:
        options = [Option("none", "no leader's DRM"), Option(chosen.id, f"{chosen.type} {chosen.leadership:+d}")]
        text = f"Whose DRM for the TC of {piece.id}?"
        answer = ctx.choose(text, options, rule="A10.7", whose=piece.side, id="leader-drm", subject=(piece.id,))
        chosen = chosen if answer == chosen.id else None
    if chosen and chosen.leadership:
        mods.append(Modifier(chosen.id, chosen.leadership, "A10.7"))
    with ctx.rolls_for(piece.side):
        record = ctx.check(
            "task.check", f"{n or 'N'}TC of {piece.id} {piece.type} ({why})", level(ctx.game, piece), modifiers=mods
        )
    return bool(record.success)


def encirclement(ctx: CampaignRun) -> None:
    """7.5041: a 1TC for each Encircled unit that is no prisoner; who fails is Eliminated. The markers stay."""
    encircled = [piece for piece in ctx.state.of() if "encircled" in piece.flags and "prisoner" not in piece.flags]
    if not encircled:
        ctx.tell("No unit is Encircled.")
    for piece in encircled:
        now = ctx.state.pieces[piece.id]
        if now.here and (now.personnel or now.kind == "vehicle") and not task_check(ctx, now, 1, "Encircled"):
            _fails(ctx, now)


def _fails(ctx: CampaignRun, piece: Piece) -> None:
    """Its Equipment is left in the Location; of an immobile vehicle only the men are lost: it is Abandoned."""
    vehicle = ctx.state.pieces.get(piece.holder)
    if piece.kind == "vehicle":
        _abandon(ctx, piece)
    else:
        eliminate(ctx, piece, f"failed its 1TC, Encircled ({ctx.rule('7.5041')})")
        if vehicle and vehicle.kind == "vehicle" and "immobile" in vehicle.flags:
            ctx.change(ctx.state.pieces[vehicle.id], ("abandoned",), (), f"its men are lost ({ctx.rule('7.5041')})")


def _abandon(ctx: CampaignRun, vehicle: Piece) -> None:
    """The men of a vehicle are Eliminated, it is left: Abandoned if it is immobile, else it goes with them."""
    if not vehicle.flags & {"immobile", "bogged", "mired"}:
        eliminate(ctx, vehicle, f"Encircled ({ctx.rule('7.5041')})")
        return
    why = f"Encircled and immobile ({ctx.rule('7.5041')})"
    for held in ctx.state.held_by(vehicle.id):
        if held.personnel:
            eliminate(ctx, held, why)
    suffer(ctx, vehicle.side, ctx.library.figure("cvp-crew"), vehicle.id)
    ctx.change(ctx.state.pieces[vehicle.id], ("abandoned",), ("encircled",), why)


STAY = frozenset({"immobile", "bogged", "mired", "wreck", "burnt-out", "abandoned"})
"""Vehicles that are not Mobile, and so set off no mine."""


def strength(game: CampaignGame, name: str) -> tuple[int, int]:
    """The A-P and the A-T factors of all mines in a hex."""
    personnel = tank = 0
    for work in game.state.works_at(name):
        if work.kind == "at-mine":
            tank += work.number
        elif work.kind in ("minefield", "ap-mine"):
            personnel += work.number
            tank += work.anti_tank
    return personnel, tank


def minefields(ctx: CampaignRun) -> None:
    """7.5042: mines attack Mobile vehicles as if they left; Infantry among A-P mines takes a NTC.

    Those who could leave freely do neither; the player says who they are. All stay where they are.
    """
    places = dict.fromkeys(piece.hex for piece in ctx.state.of("", "map") if _concerned(ctx.game, piece))
    if not places:
        ctx.tell("No unit is in a minefield.")
    for name in places:
        for side in SIDES:
            _in_hex(ctx, name, [piece.id for piece in ctx.state.at(name, side) if _concerned(ctx.game, piece)])


def _concerned(game: CampaignGame, piece: Piece) -> bool:
    if not piece.hex or piece.box != "map" or "prisoner" in piece.flags:
        return False
    personnel, tank = strength(game, piece.hex)
    if "in-minefield" in piece.flags and not personnel + tank:
        personnel = 1
    if piece.kind == "vehicle":
        return bool(personnel + tank) and not piece.flags & STAY
    aboard = game.state.pieces.get(piece.holder)
    if aboard is not None and aboard.kind == "vehicle":
        return False
    return piece.personnel and bool(personnel)


def _in_hex(ctx: CampaignRun, name: str, ids: list[str]) -> None:
    """The exception first, then vehicles, then Infantry with the crews that just got out."""
    if not ids:
        return
    side = ctx.state.pieces[ids[0]].side
    options = types(ctx.state.pieces[piece_id] for piece_id in ids)
    text = f"Which of them could leave {name} without a mine attack (a Trail Break; no mines or enemy beyond)?"
    free = ctx.several(text, options, [], rule="7.5042", whose=side, id="unharmed-by-mines", subject=(name,))
    before = set(ctx.state.pieces)
    for piece_id in ids:
        if ctx.state.pieces[piece_id].kind == "vehicle" and piece_id not in free:
            _vehicle(ctx, piece_id)
    if not strength(ctx.game, name)[0] and not any("in-minefield" in ctx.state.pieces[item].flags for item in ids):
        return
    on_foot = [key for key in (*ids, *(key for key in ctx.state.pieces if key not in before)) if key not in free]
    for piece_id in on_foot:
        piece = ctx.state.pieces[piece_id]
        if piece.here and piece.personnel and not task_check(ctx, piece, 0, "A-P mines"):
            reduce(ctx, piece, f"A-P mines ({ctx.rule('7.5042')})")


def _vehicle(ctx: CampaignRun, piece_id: str) -> None:
    """B28.4-.5: the A-P mines attack a vehicle, then the A-T mines, as if it left the hex."""
    piece = ctx.state.pieces[piece_id]
    personnel, tank = strength(ctx.game, piece.hex)
    if not personnel + tank:
        ctx.tell(f"{piece.id} is in a minefield of unknown strength: resolve its mine attack and enter what is left.")
        return
    if personnel:
        _anti_personnel(ctx, piece, personnel)
    piece = ctx.state.pieces[piece_id]
    if tank and piece.here and not piece.flags & STAY:
        _anti_tank(ctx, piece, tank)


def _armored(item: CounterType) -> bool:
    """B28.42: for mines, an AFV with any hull AF of 0 is unarmored."""
    return bool(item.armor_front) and bool(item.armor_side)


def _anti_personnel(ctx: CampaignRun, piece: Piece, factors: int) -> None:
    """B28.42: an armored vehicle is immobilized by a KIA; an unarmored one is destroyed by it."""
    names = sorted(map(int, ctx.library.table(ift.IFT).columns))
    column = max((name for name in names if name <= factors), default=names[0])
    record = ctx.table(ift.IFT, f"A-P mines {factors} in {piece.hex} attack {piece.id}", column=str(column))
    outcome = ift.parse(str(record.result))
    if outcome.kind == "KIA":
        if _armored(ctx.game.counter(piece.side, piece.type)):
            ctx.change(piece, ("immobile",), ("motion",), f"{outcome} by A-P mines (B28.42)")
        else:
            wrecked(ctx, piece, f"{outcome} by A-P mines (B28.42)")
            return
    elif outcome.kind == "-":
        return
    _vulnerable(ctx, piece, outcome)


def _vulnerable(ctx: CampaignRun, piece: Piece, outcome: ift.Outcome) -> None:
    """B28.42: Riders, and those aboard an open-topped or soft vehicle, suffer the same result."""
    counter = ctx.game.counter(piece.side, piece.type)
    held = [item for item in ctx.state.held_by(piece.id) if "armor-leader" not in item.flags]
    aboard = [item for item in held if item.personnel]
    exposed = counter.open_topped or not _armored(counter)
    if not aboard and not exposed:
        return
    options = [Option("none", "nobody is harmed"), Option("bail", "the crew breaks: it gets out in Good Order")]
    options += [Option(item.id, f"{item.type} suffers Casualty Reduction") for item in aboard]
    text = f"The mines' result against those in and on {piece.id}: {outcome}. What happens?"
    answer = ctx.choose(text, options, rule="B28.42", whose=piece.side, id="mine-result", subject=(piece.id,))
    if answer == "bail":
        _bail_out(ctx, piece)
    elif answer != "none":
        reduce(ctx, ctx.state.pieces[answer], "mines (B28.42)")


def _bail_out(ctx: CampaignRun, piece: Piece) -> None:
    """7.5042: a crew that breaks is unloaded in Good Order; its vehicle is Abandoned."""
    usual = crew_of(ctx.game, piece)
    ctx.change(piece, ("abandoned",), ("motion",), f"its crew bails out ({ctx.rule('7.5042')})")
    if usual:
        ctx.raise_piece(
            piece.side, usual, box="map", hex=piece.hex, why=f"gets out of {piece.id} ({ctx.rule('7.5042')})"
        )


def _anti_tank(ctx: CampaignRun, piece: Piece, factors: int) -> None:
    """B28.51-.53: a dr of the factors or less sets one off: the 36 column, AF as DRM against its KIA."""
    figure, item = ctx.library.figure, ctx.game.counter(piece.side, piece.type)
    if not ctx.check("mines.anti-tank", f"A-T mines {factors} in {piece.hex} under {piece.id}", factors).success:
        return
    column = figure("at-mine-column")
    record = ctx.table(ift.IFT, f"A-T mine under {piece.id}", column=str(column))
    outcome = ift.parse(str(record.result))
    if not _armored(item):
        wrecked(ctx, piece, "A-T mine (B28.52)", burnt=record.total <= figure("at-mine-truck-burns"))
        return
    if outcome.kind == "KIA":
        lowest = min(item.armor_front or 0, item.armor_side or 0)
        total = record.total + int(ctx.library.table("armor.aerial").value(lowest))
        outcome = ift.parse(str(ctx.library.table(ift.IFT).value(total, str(column))))
    if outcome.kind == "KIA" and outcome.n >= figure("at-mine-eliminates"):
        wrecked(ctx, piece, f"A-T mine, {outcome} (B28.52)", burnt=outcome.n >= figure("at-mine-burns"))
        return
    ctx.change(ctx.state.pieces[piece.id], ("immobile",), ("motion",), "A-T mine (B28.52)")


def bog(ctx: CampaignRun) -> None:
    """7.5043: Bog Removal for each manned bogged or mired vehicle until it is free or immobilized."""
    stuck = [
        piece for piece in ctx.state.of() if piece.kind == "vehicle" and piece.flags & {"bogged", "mired"}
        and not piece.flags & {"abandoned", "wreck", "burnt-out"}
    ]  # fmt: skip
    if not stuck:
        ctx.tell("No vehicle is bogged.")
    for piece in stuck:
        _bogged(ctx, piece)


def _bogged(ctx: CampaignRun, piece: Piece) -> None:
    """D8.3: the coloured die says how it goes; a log, an armor leader and mire change it."""
    drms = {"armor leader": armor_leader_drm(ctx.state, piece)}
    if ctx.game.figure_or("bog-help", 0):
        options = [Option("0", "nothing"), Option("-1", "a HS or crew clears it (Vehicle Note L)"),
                   Option("-2", "a squad clears it (Vehicle Note L)")]  # fmt: skip
        text = f"Does Vehicle Note L help {piece.id} {piece.type} out of its bog?"
        help_ = ctx.choose(text, options, rule="7.5043", whose=piece.side, id="bog-help", subject=(piece.id,))
        drms["Vehicle Note L"] = int(help_)
    while True:
        piece = ctx.state.pieces[piece.id]
        drms["mired"] = ctx.library.figure("mired-drm") if "mired" in piece.flags else 0
        with ctx.rolls_for(piece.side):
            record = ctx.roll("DR", f"Bog Removal of {piece.id} {piece.type}", rule="D8.3")
        coloured = record.dice[0] if record.dice else max(1, min(6, record.total // 2))
        result = str(ctx.chart("bog.removal", coloured + sum(drms.values())))
        changes = "".join(f" {drm:+d} {name}" for name, drm in drms.items() if drm)
        why = f"coloured die {coloured}{changes}: {result} ({ctx.rule('7.5043')})"
        if result == "mired":
            ctx.change(piece, ("mired",), (), why)
            continue
        ctx.change(piece, () if result == "freed" else ("immobile",), ("bogged", "mired"), why)
        if result == "freed" and ctx.game.figure_or("bog-clears", 0) and "isolated" not in piece.flags:
            ctx.emit(cev.PieceChanged(piece.id, box="retained", hex="", why=f"unbogged ({ctx.rule('12.6151c')})"))
            ctx.carry(piece.id)
        return


def shock(ctx: CampaignRun) -> None:
    """7.5044: recovery from Shock, then from UK (C7.42), until the marker is gone or the AFV is a wreck."""
    shocked = [piece for piece in ctx.state.of() if piece.kind in VEHICLES and piece.flags & {"shocked", "uk"}]
    if not shocked:
        ctx.tell("No vehicle is Shocked.")
    for piece in shocked:
        table, words = ("vehicles.unconfirmed", "UK") if "uk" in piece.flags else ("vehicles.shock", "Shock")
        with ctx.rolls_for(piece.side):
            result = str(ctx.table(table, f"{words} of {piece.id} {piece.type}").result)
            if result == "unconfirmed":
                result = str(ctx.table("vehicles.unconfirmed", f"UK of {piece.id} {piece.type}").result)
        if result == "wreck":
            wrecked(ctx, piece, f"UK ({ctx.rule('7.5044')})")
        else:
            ctx.change(piece, (), ("shocked", "uk"), f"recovers ({ctx.rule('7.5044')})")


STEPS = (Step("encirclement", encirclement), Step("minefields", minefields), Step("bog", bog), Step("shock", shock))
