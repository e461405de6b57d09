"""Melee between two scenarios, round by round on the CCT: orders, attacks and what comes of them (7.501, A11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from sasl.asl.close_combat.cc_odds import kill_number, odds
from sasl.board.hexes import neighbours, parse_hex
from sasl.board.movement_cost import infantry_cost
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun, types
from sasl.campaign.campaign_state import LEVELS, VEHICLES, CampaignState, Nation, Piece, other
from sasl.campaign.steps.losses import eliminate, half_of, leave_equipment, reduce, unguarded, wrecked
from sasl.kernel.orders.questions import Option
from sasl.kernel.rolling.records import KILL, Modifier

SHED = ("broken", "disrupted", "berserk", "fanatic", "encircled", "concealed", "hidden", "ti")
"""The states that a unit loses when it is taken (A20.2)."""
NO_FIGHTERS = {"prisoner", "wreck", "burnt-out", "armor-leader"}
"""The states in which nobody fights."""


@dataclass
class Orders:
    """What both sides do in one round: who withdraws, which sides attack to capture."""

    withdrawing: set[str] = field(default_factory=set)
    capturing: set[Nation] = field(default_factory=set)


def fighters(state: CampaignState, location: str, side: str) -> list[Piece]:
    """Who of a side fights or is fought in a Location."""
    return [piece for piece in state.of(side, "map") if piece.location == location and fights(piece)]


def fights(piece: Piece) -> bool:
    """Whether it takes part in a Melee where it is: Personnel on foot and Riders, vehicles that are no wrecks."""
    return (piece.personnel or piece.kind in VEHICLES) and not piece.flags & NO_FIGHTERS


def asked_orders(ctx: CampaignRun, location: str, number: int, sides: Mapping[Nation, Sequence[Piece]]) -> Orders:
    """The orders of both sides for a round: Withdrawal is announced before any attack (A11.2)."""
    orders = Orders()
    for side, own in sides.items():
        able = [piece for piece in own if ways_out(ctx.game, piece)]
        text = f"Which {side.capitalize()} units withdraw from the Melee in {location}, round {number}?"
        likely = [piece.id for piece in able if "broken" in piece.flags]  # A11.16
        if able:
            orders.withdrawing.update(ctx.several(text, types(able), likely, rule="A11.2", whose=side, id="withdraw",
                                                  subject=(side, location)))  # fmt: skip
    for side, own in sides.items():
        foes = [piece for piece in sides[other(side)] if piece.kind not in VEHICLES and "berserk" not in piece.flags]
        ready = [piece for piece in own if piece.kind not in VEHICLES and piece.id not in orders.withdrawing]
        if not foes or all("broken" in piece.flags for piece in ready):
            continue
        options = [Option("kill", "to eliminate"), Option("capture", "to take prisoners")]
        text = f"How does the {side.capitalize()} side attack in {location}, round {number}?"
        asked = ctx.choose(text, options, rule="A20.22", whose=side, id="melee-attack", subject=(side, location))
        if asked == "capture":
            orders.capturing.add(side)
    return orders


def ways_out(game: CampaignGame, piece: Piece) -> list[str]:
    """A11.21: where a unit may withdraw to: an adjacent hex it can enter without enemies; from upstairs down."""
    if not piece.personnel or piece.holder or piece.flags & {"berserk", "disrupted"}:
        return []
    if piece.location != piece.hex:
        near = [piece.hex]
    elif game.board is not None and piece.hex in game.board:
        board = game.board
        near = [name for name in board.neighbours(piece.hex) if infantry_cost(board, piece.hex, name).allowed]
    else:
        near = _around(piece.hex)
    return [name for name in near if not fighters(game.state, name, other(piece.side))]


def _around(name: str) -> list[str]:
    """The hexes around one, where the program has no map; none around what is no hex."""
    try:
        return [str(item) for item in neighbours(parse_hex(name))]
    except ValueError:
        return []


def leave(ctx: CampaignRun, ids: Sequence[str]) -> None:
    """A11.2: who withdraws and was not hurt leaves, each for the hex its owner names, with what it bears."""
    for name in ids:
        piece = ctx.state.pieces[name]
        ways = ways_out(ctx.game, piece)
        if not ways or not piece.here or "prisoner" in piece.flags:
            continue
        text = f"{name} {piece.type} withdraws from {piece.location}: to which hex?"
        goal = ctx.choose(text, [Option(way, way) for way in ways], rule="A11.21", hexes=ways, whose=piece.side,
                          id="withdraw-to", subject=(name,))  # fmt: skip
        loses = tuple(flag for flag in LEVELS if flag in piece.flags)
        ctx.emit(cev.PieceChanged(name, loses=loses, hex=goal, why="withdraws from Melee (A11.2)"))
        ctx.carry(name)


def take(ctx: CampaignRun, piece: Piece, captors: Sequence[str], *, half: bool) -> None:
    """A20.22: a captor that is left and has room guards the unit; of `half` of a squad only a HS is taken."""
    small = half_of(ctx.game, piece) if half else ""
    if small:
        ctx.emit(cev.PieceChanged(piece.id, type=small, kind="hs", why="one HS of it is captured (A20.22)"))
        piece = ctx.raise_piece(
            piece.side, small, box="map", hex=piece.hex, group=piece.group, flags=sorted(piece.flags),
            why=f"the captured HS of {piece.id}",
        )  # fmt: skip
    able = [guard for name in captors if _spare(ctx, guard := ctx.state.pieces[name]) >= _size(ctx, piece)]
    if not able:
        ctx.tell(f"Nobody is left to guard {piece.id}: it is not captured (A20.5).")
        return
    guard = able[0] if len(able) == 1 else ctx.choose_piece(
        f"Who guards {piece.id} {piece.type}?", able, id="guard", subject=(piece.id,), rule="A20.5",
        whose=other(piece.side),
    )  # fmt: skip
    unguarded(ctx, piece, "captured in Melee")
    leave_equipment(ctx, piece, "captured in Melee")
    gains = ("prisoner", "unarmed") if piece.mmc else ("prisoner",)
    loses = tuple(flag for flag in SHED if flag in piece.flags)
    ctx.emit(cev.PieceChanged(piece.id, gains, loses, holder=guard.id, why=f"captured by {guard.id} in Melee (A20.22)"))


def _size(ctx: CampaignRun, piece: Piece) -> int:
    """A20.51: its US#."""
    return ctx.library.figure("us-smc" if piece.smc else "us-squad" if piece.kind == "squad" else "us-half")


def _spare(ctx: CampaignRun, guard: Piece) -> int:
    """A20.51: the US# of prisoners that a unit can still guard; none if it is gone."""
    if not guard.here or guard.flags & {"prisoner", "berserk"} or guard.kind in VEHICLES:
        return 0
    held = [piece for piece in ctx.state.held_by(guard.id) if "prisoner" in piece.flags]
    return ctx.library.figure("guard-capacity") * _size(ctx, guard) - sum(_size(ctx, piece) for piece in held)


ATTACKER: Nation = "russian"
"""7.501: the Russians are always the ATTACKER."""

CREWLESS = frozenset({"shocked", "stunned", "abandoned", "captured"})
STUCK = frozenset({"immobile", "bogged", "mired", "abandoned"})


def men(units: Sequence[Piece]) -> list[Piece]:
    """The Personnel among them."""
    return [piece for piece in units if piece.kind not in VEHICLES]


def able(units: Sequence[Piece]) -> list[Piece]:
    """The Personnel that may attack: those who are not broken."""
    return [piece for piece in men(units) if "broken" not in piece.flags]


def strength(game: CampaignGame, piece: Piece) -> Fraction:
    """A11.11, A11.14: the FP of a unit in CC: one of an SMC and of unarmed men (A20.5)."""
    figure = game.library.figure
    if piece.smc:
        return Fraction(figure("cc-smc"))
    if "unarmed" in piece.flags:
        return Fraction(figure("cc-unarmed"))
    return Fraction(game.counter(piece.side, piece.type).fp or 0)


def machine_guns(game: CampaignGame, piece: Piece) -> int:
    """A11.62: the FP of a vehicle's MG in CC, never its BMG; none without a crew that fights."""
    if piece.flags & CREWLESS or "mg-disabled" in piece.flags:
        return 0
    item = game.counter(piece.side, piece.type)
    if piece.kind == "cupola":
        return 0 if piece.flags & {"malfunctioned", "disabled"} else int(item.fp or 0)
    return sum(fp for name, fp in item.mgs.items() if name != "BMG")


def ccv(game: CampaignGame, units: Sequence[Piece]) -> int:
    """A11.5: the CCV of units together; an SMC with others only adds to theirs."""
    figure = game.library.figure
    total, squads = 0, [piece for piece in units if piece.mmc]
    for piece in squads:
        item = game.counter_of(piece)
        total += figure(f"ccv-{piece.kind}")
        total += figure("ccv-assault-engineer") if item and item.assault_engineer else 0
        total += figure("ccv-inexperienced") if item and item.quality in ("Green", "Conscript") else 0
    leaders = [piece for piece in units if piece.smc]
    if leaders and not squads:
        return figure("ccv-smc") + figure("ccv-extra-smc") * (len(leaders) - 1)
    return max(total + figure("ccv-extra-smc") * len(leaders), figure("ccv-least"))


@dataclass
class Harm:
    """What one round does, before it is carried out: the Eliminated, the captured, those who may be reduced."""

    dead: dict[str, bool] = field(default_factory=dict)
    """Who is Eliminated, and whether the coloured die was the one that may cost their SW (A11.13)."""
    edge: list[list[str]] = field(default_factory=list)
    taken: dict[str, list[str]] = field(default_factory=dict)
    """Who is captured, and by whom (A20.22)."""
    edge_taken: list[tuple[list[str], list[str]]] = field(default_factory=list)
    machines: dict[str, str] = field(default_factory=dict)


def can_attack(game: CampaignGame, own: Sequence[Piece], enemy: Sequence[Piece]) -> bool:
    """Whether a side has a CC attack left: men against anybody, MG of vehicles against men only."""
    if not enemy:
        return False
    armed = any(machine_guns(game, item) for item in own if item.kind in VEHICLES)
    return bool(able(own)) or (bool(men(enemy)) and armed)


def fight(ctx: CampaignRun, location: str, *, by_orders: bool = False) -> None:
    """7.501: rounds of Melee in a Location until no more CC attacks can be made.

    `by_orders`: in each round both sides say who withdraws and whether they capture; else all attack to eliminate.
    """
    for number in range(1, ctx.library.figure("melee-rounds-most") + 1):
        sides = {side: fighters(ctx.state, location, side) for side in (ATTACKER, other(ATTACKER))}
        if not any(can_attack(ctx.game, own, sides[other(side)]) for side, own in sides.items()):
            return
        orders = asked_orders(ctx, location, number, sides) if by_orders else Orders()
        hurt = _round(ctx, location, number, sides, orders)
        if number == 1:
            for piece in [item for side in sides for item in fighters(ctx.state, location, side)]:
                ctx.change(piece, (), ("concealed", "hidden"), f"revealed in Melee ({ctx.rule('7.501')})")
        leave(ctx, [piece.id for own in sides.values() for piece in own if piece.id in orders.withdrawing - hurt])
    ctx.tell(f"The Melee in {location} does not end: enter who is left there (result).")


def _round(ctx: CampaignRun, location: str, number: int, sides: dict[Nation, list[Piece]], orders: Orders) -> set[str]:
    """A11.12: one round: both sides attack, the ATTACKER rolls first, and all results come at once. Who was hurt."""
    harm = Harm()
    for side, own in sides.items():
        enemy = sides[other(side)]
        title = f"Melee in {location}, round {number}, {side.capitalize()}"
        ready = [piece for piece in able(own) if piece.id not in orders.withdrawing]
        with ctx.rolls_for(side):
            if ready and men(enemy):
                _on_men(ctx, harm, title, ready, men(enemy), orders)
            elif ready and enemy:
                _on_machines(ctx, harm, title, ready, enemy)
            for machine in [item for item in own if item.kind in VEHICLES and machine_guns(ctx.game, item)]:
                if men(enemy):
                    _by_machine(ctx, harm, title, machine, men(enemy), orders)
    return _carry_out(ctx, harm)


def _on_men(ctx: CampaignRun, harm: Harm, title: str, own: list[Piece], targets: list[Piece], orders: Orders) -> None:
    """A11.11: all men of a side against all of the other."""
    attack = sum((strength(ctx.game, piece) for piece in own), Fraction(0))
    defense = sum((strength(ctx.game, piece) for piece in targets), Fraction(0))
    column = odds(ctx.game, attack, defense)
    title = f"{title}: {float(attack):g} to {float(defense):g}, {column}"
    _strike(ctx, harm, "cc.attack", title, kill_number(ctx.game, column), own, targets, orders)


def _by_machine(ctx: CampaignRun, harm: Harm, title: str, machine: Piece, targets: list[Piece], orders: Orders) -> None:
    """A11.62: the MG of a vehicle against the CCV of the men."""
    column = odds(ctx.game, Fraction(machine_guns(ctx.game, machine)), Fraction(ccv(ctx.game, targets)))
    title = f"{title}: {machine.id}, {column}"
    _strike(ctx, harm, "cc.by-vehicle", title, kill_number(ctx.game, column), [machine], targets, orders)


def _strike(ctx: CampaignRun, harm: Harm, table: str, title: str, number: int, own: list[Piece],
            targets: list[Piece], orders: Orders) -> None:  # fmt: skip
    """A11.11: one DR against all targets; those whose DRM differ have a total of their own."""
    facts = {"hero": int(any(item.kind == "hero" or "heroic" in item.flags for item in own))}
    capture = own[0].side in orders.capturing and own[0].kind not in VEHICLES
    each = {piece.id: _target_facts(ctx.game, piece, targets, orders, capture) for piece in targets}
    first = next(iter(each.values()))
    shared = {name: value for name, value in first.items() if all(item[name] == value for item in each.values())}
    words = f"{title}, to capture" if capture else title
    record = ctx.check(
        table, words, number, facts=facts | shared, modifiers=_led(own), target_name="Kill Number", tag=KILL
    )
    lucky = bool(record.dice) and record.dice[0] == ctx.library.figure("cc-loss")
    for more, party in _parties(ctx, table, each, shared).items():
        total = record.total + sum(mod.value for mod in more)
        if more:
            why = ", ".join(f"{mod.name} {mod.value:+d}" for mod in more)
            ctx.tell(f"{', '.join(party)}: {why}, {total} in all.")
        if total <= number:
            _struck(harm, party, [piece.id for piece in own] if capture else [], edge=total == number, lucky=lucky)


def _led(own: Sequence[Piece]) -> list[Modifier]:
    """A10.7: the DRM of the best leader among those who attack, if it helps them."""
    best = min((piece for piece in own if piece.kind == "leader"), key=lambda piece: piece.leadership, default=None)
    return [Modifier(best.id, best.leadership, "A10.7")] if best and best.leadership < 0 else []


def _parties(ctx: CampaignRun, table: str, each: Mapping[str, Mapping[str, int]],
             shared: Collection[str]) -> dict[tuple[Modifier, ...], list[str]]:  # fmt: skip
    """The targets by the DRM that they do not share with all others."""
    parties: dict[tuple[Modifier, ...], list[str]] = {}
    for name, item in each.items():
        apart = {fact: value for fact, value in item.items() if fact not in shared}
        more = tuple(ctx.library.table(table).drm(apart, always=False))
        parties.setdefault(more, []).append(name)
    return parties


def _struck(harm: Harm, party: list[str], captors: list[str], *, edge: bool, lucky: bool) -> None:
    """What the attack does to a party: captured where there are captors, else Eliminated; on the `edge` only one."""
    if captors and edge:
        harm.edge_taken.append((party, captors))
    elif captors:
        harm.taken |= dict.fromkeys(party, captors)
    elif edge:
        harm.edge.append(party)
    else:
        harm.dead |= dict.fromkeys(party, lucky)


def _target_facts(
    game: CampaignGame, piece: Piece, targets: Sequence[Piece], orders: Orders, capture: bool
) -> dict[str, int]:
    """The conditions of one defender: broken, withdrawing under cover of others, to be captured."""
    item = game.counter(piece.side, piece.type)
    green = item.quality in ("Green", "Conscript") or "unarmed" in piece.flags
    gone = piece.id in orders.withdrawing
    return {
        "broken": int("broken" in piece.flags),
        "withdrawing": int(gone),
        "covering": sum(one.id not in orders.withdrawing for one in targets) if gone else 0,
        "capture": int(capture and not green),
        "capture-inexperienced": int(capture and green),
    }


def _on_machines(ctx: CampaignRun, harm: Harm, title: str, own: list[Piece], targets: list[Piece]) -> None:
    """A11.5: with no men to fight, the MMC attack the vehicles, each with an SMC if there is one."""
    left, spare = [item for item in targets if item.kind in VEHICLES], [item for item in own if item.smc]
    parties = [[item, *([spare.pop(0)] if spare else [])] for item in own if item.mmc] or [spare]
    for number, party in enumerate(parties):
        target = left[number % len(left)]
        item = ctx.game.counter(target.side, target.type)
        value = ccv(ctx.game, party)
        facts = {
            "soft-vehicle": int(item.armor_front is None and target.kind == "vehicle"),
            "no-mg": int(not machine_guns(ctx.game, target)),
            "open-topped": int(item.open_topped),
            "immobile": int(bool(target.flags & STUCK)),
            "hero": int(any(one.kind == "hero" for one in party)),
        }
        record = ctx.check("cc.vs-vehicle", f"{title}: {', '.join(one.id for one in party)} against {target.id}", value,
                           facts=facts, target_name="CCV", tag=KILL)  # fmt: skip
        if record.total < value:
            burns = record.total * ctx.library.figure("cc-vehicle-burns") <= value
            harm.machines[target.id] = "burns" if burns else "eliminated"
        elif record.total == value:
            harm.machines.setdefault(target.id, "immobilized")


def _carry_out(ctx: CampaignRun, harm: Harm) -> set[str]:
    """A11.12: everything that the round did, at once. A coloured 1 takes the SW of the dead with it (A11.13).

    Who was Eliminated, captured or reduced.
    """
    hurt = {*harm.dead, *harm.taken}
    for piece_id, lucky in harm.dead.items():
        for held in ctx.state.held_by(piece_id) if lucky else ():
            if held.weapon:
                eliminate(ctx, held, f"with {piece_id} in CC (A11.13)")
        eliminate(ctx, ctx.state.pieces[piece_id], f"Melee ({ctx.rule('7.501')})")
    for party in harm.edge:
        alive = [piece_id for piece_id in party if ctx.state.pieces[piece_id].here]
        for piece_id in ctx.selection(alive, 1, "who suffers Casualty Reduction in CC") if alive else ():
            hurt.add(piece_id)
            reduce(ctx, ctx.state.pieces[piece_id], f"Melee ({ctx.rule('7.501')})")
    for piece_id, captors in harm.taken.items():
        if ctx.state.pieces[piece_id].here:
            take(ctx, ctx.state.pieces[piece_id], captors, half=False)
    for party, captors in harm.edge_taken:
        alive = [piece_id for piece_id in party if piece_id not in hurt and ctx.state.pieces[piece_id].here]
        if alive:
            units = [ctx.state.pieces[piece_id] for piece_id in alive]
            text, side = "Its owner chooses which unit is captured.", units[0].side
            chosen = ctx.choose_piece(text, units, id="captured", subject=(side,), rule="A20.22", whose=side)
            hurt.add(chosen.id)
            take(ctx, chosen, captors, half=True)
    for piece_id, result in harm.machines.items():
        piece = ctx.state.pieces[piece_id]
        if result == "immobilized":
            ctx.change(piece, ("immobile",), ("motion",), "CC (A11.5)")
        else:
            wrecked(ctx, piece, "CC (A11.5)", burnt=result == "burns")
    return hurt
