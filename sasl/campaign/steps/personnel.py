"""Wounded leaders, HS that recombine, heroes, Battle Hardening (7.510, 7.511, RB 11.611, VotG 12.612)."""

from __future__ import annotations

from collections.abc import Mapping

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignRun, alike, types
from sasl.campaign.campaign_state import SIDES, Nation, Piece
from sasl.campaign.steps.campaign_conditions import standing
from sasl.campaign.steps.losses import eliminate, leave_equipment
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.orders.questions import Option
from sasl.kernel.rolling.records import Modifier, RollRecord


def wounded(ctx: CampaignRun) -> None:
    """7.510: a dr for each wounded leader whom his side Retains: unwounded, still wounded, or evacuated."""
    hurt = [item for item in ctx.state.of() if item.kind == "leader" and "wounded" in item.flags]
    for piece in [item for item in hurt if "prisoner" not in item.flags]:
        facts = {"isolated": int("isolated" in piece.flags), "heroic": int("heroic" in piece.flags)}
        record = ctx.roll_for(piece.side, "wounded", f"Wounded {piece.side.capitalize()} {piece.type}", facts=facts)
        result = str(record.result)
        if result == "unwounded":
            ctx.change(piece, (), ("wounded",), ctx.rule("7.510"))
        elif result == "evacuated":
            eliminate(ctx, piece, f"evacuated ({ctx.rule('7.510')})")


def recombining(ctx: CampaignRun) -> None:
    """7.5111: HS of one type recombine until no more than one of each is Retained; Isolated ones among themselves."""
    for side in SIDES:
        groups: dict[tuple[str, str], list[Piece]] = {}
        for piece in ctx.state.of(side, "retained", "map"):
            if piece.kind == "hs" and not piece.flags & {"prisoner", "mine-dog"}:
                where = ctx.state.confines(piece.hex)[0] if "isolated" in piece.flags else ""
                groups.setdefault((piece.type, where), []).append(piece)
        kept = _mortar_teams(ctx, side, groups)
        for pieces in groups.values():
            alone = [piece for piece in pieces if piece.id not in kept]
            alone.sort(key=lambda piece: "assault-engineer" in piece.flags)  # those recombine with each other first
            while len(alone) > 1:
                _recombine(ctx, alone.pop(), alone.pop())


def _mortar_teams(ctx: CampaignRun, side: Nation, groups: Mapping[tuple[str, str], list[Piece]]) -> tuple[str, ...]:
    """VotG 12.6121: for each light mortar that is Retained one HS need not recombine."""
    mortars = {
        piece.id for piece in ctx.state.of(side, "retained", "map")
        if piece.kind == "sw" and ctx.game.mode_of(piece) == "MTR"
    }  # fmt: skip
    able = [piece for pieces in groups.values() if len(pieces) > 1 for piece in pieces]
    if not mortars or not able or not ctx.game.figure_or("mortar-teams", 0):
        return ()
    bearers = [piece.id for piece in able if any(item.id in mortars for item in ctx.state.held_by(piece.id))]
    text = f"Which {side.capitalize()} HS stay as light mortar teams (at most {len(mortars)})?"
    return ctx.several(
        text, types(able), bearers[: len(mortars)], rule="12.6121", whose=side, id="mortar-teams", subject=(side,),
        most=(len(mortars), f"there are {len(mortars)} light mortars (12.6121)"),
    )  # fmt: skip


def _recombine(ctx: CampaignRun, first: Piece, second: Piece) -> None:
    """A1.32: two HS become the squad that deploys into them; what they bore goes with it.

    7.5111: a squad of two Assault Engineer HS is one of Assault Engineers.
    """
    counters = ctx.game.counters(first.side).items()
    squad = next((name for name, item in counters if item.kind == "squad" and item.half == first.type), "")
    if not squad:
        return
    place = "isolated" in first.flags
    flags = ["isolated"] * place + ["assault-engineer"] * ("assault-engineer" in first.flags & second.flags)
    made = ctx.raise_piece(
        first.side, squad, box=first.box, hex=first.hex if place else "", group=first.group,
        flags=flags, why=f"{first.id} and {second.id} recombine (A1.32)",
    )  # fmt: skip
    for piece in (first, second):
        for held in ctx.state.held_by(piece.id):
            ctx.emit(cev.PieceChanged(held.id, holder=made.id, why="A1.32"))
        ctx.emit(cev.PieceGone(piece.id, f"recombined into {made.id} (A1.32)", counts=False))


def able(ctx: CampaignRun, side: Nation, kinds: tuple[str, ...]) -> list[Piece]:
    """The Retained counters of these kinds that may Battle Harden: no prisoners, an MMC once in a phase (7.5112).

    Nor the wounded where the campaign bars them (11.6113, 12.6124).
    """
    barred = {"prisoner", "armor-leader"} | (set() if kinds == ("leader",) else {"hardened"})
    barred |= set() if ctx.game.figure_or("wounded-harden", 0) else {"wounded"}
    return [
        piece for piece in ctx.state.of(side, "retained", "map") if piece.kind in kinds and not piece.flags & barred
    ]


def heroes(ctx: CampaignRun) -> None:
    """7.5112: each hero is Eliminated and hardens one MMC; a Secret DR says how many more MMC may harden."""
    for piece in list(ctx.state.of()):
        ctx.change(piece, (), ("hardened", "joined"), "")
    for side in SIDES:
        for hero in [item for item in ctx.state.of(side) if item.kind == "hero" and "prisoner" not in item.flags]:
            area = ctx.state.confines(hero.hex) if "isolated" in hero.flags else ()
            leave_equipment(ctx, hero, ctx.rule("7.5112"))
            ctx.emit(cev.PieceGone(hero.id, f"heroes leave after a scenario ({ctx.rule('7.5112')})", counts=False))
            _harden_one(ctx, side, "for the hero", area)
        text = f"{side.capitalize()} MMC that harden"
        record = ctx.roll_for(side, "harden.mmc", text, facts=standing(ctx.game, side))
        for number in range(int(record.result)):
            if not _harden_one(ctx, side, f"{number + 1} of {record.result}"):
                break


def _harden_one(ctx: CampaignRun, side: Nation, words: str, area: tuple[str, ...] = ()) -> bool:
    """One MMC of the owner's choice hardens; in OtO2 an Elite one may be left for an 8-0 instead."""
    kinds = ("squad", "hs") if ctx.game.figure_or("crews-harden", 1) == 0 else ("squad", "hs", "crew")
    men = [piece for piece in able(ctx, side, kinds) if not area or piece.hex in area]
    gives_leader = ctx.game.figure_or("elite-gives-leader", 0)
    choices = [piece for piece in men if _better(ctx, piece) or not gives_leader]
    choices.sort(key=lambda piece: "isolated" in piece.flags)
    options = [Option(piece.id, f"{words}: becomes {_better(ctx, piece) or 'Fanatic'}")
               for piece, words in alike(ctx.state, choices)]  # fmt: skip
    if gives_leader and len(men) > len(choices):
        options.append(Option("leader", "an 8-0 joins instead of an Elite MMC or crew"))
    if not options:
        return False
    options.append(Option("none", "no MMC hardens"))
    text = f"Which {side.capitalize()} MMC Battle Hardens ({words})?"
    chosen = ctx.choose(text, options, rule="7.5112", whose=side, id="harden-mmc", subject=(side,))
    if chosen == "none":
        return False
    if chosen == "leader":
        ctx.raise_piece(side, "8-0", flags=("joined",), why=f"instead of an Elite MMC ({ctx.rule('7.5112')})")
        return True
    piece = ctx.state.pieces[chosen]
    better = _better(ctx, piece)
    if better:
        ctx.emit(cev.PieceChanged(piece.id, ("hardened",), type=better, why=f"Battle Hardens ({ctx.rule('7.5112')})"))
    else:
        ctx.change(piece, ("hardened", "fanatic"), (), "an Elite MMC becomes Fanatic for the next scenario")
    return True


def _better(ctx: CampaignRun, piece: Piece) -> str:
    """What an MMC becomes when it Battle Hardens (A15.3); empty for Elite MMC and crews."""
    item = ctx.game.counter_of(piece)
    return "" if item is None or piece.kind == "crew" or item.quality == "Elite" else raised(ctx, piece)


def leader_hardening(ctx: CampaignRun) -> None:
    """7.5113: heroic leaders harden; then each side rolls for one leader, or promotes one out of the ranks."""
    for side in SIDES:
        heroic = [item for item in ctx.state.of(side) if item.kind == "leader" and "heroic" in item.flags]
        for piece in [item for item in heroic if "prisoner" not in item.flags]:
            ctx.change(piece, (), ("heroic",), ctx.rule("7.5113"))
            raise_leader(ctx, ctx.state.pieces[piece.id], f"a heroic leader ({ctx.rule('7.5113')})")
        if not _promoted(ctx, side):
            _one_leader(ctx, side)


def _grade(ctx: CampaignRun, side: Nation, name: str) -> tuple[int, int]:
    """The grade of a leader type, the best first: by Morale, then by DRM."""
    item = ctx.game.counter(side, name)
    return -(item.morale or 0), item.modifier or 0


def _one_leader(ctx: CampaignRun, side: Nation) -> None:
    """7.5113: the leader type of the DR, or the next lower one that is Retained; 10-1, 10-0 and 7-1 by their grade.

    11.6113: in Red Barricades the lowest one of all, if that type is not Retained.
    """
    facts = standing(ctx.game, side)
    with ctx.rolls_for(side):
        table = ctx.library.table(ctx.role("harden.leader"))
        column = side if side in table.columns else ""
        record = ctx.table(table.id, f"{side.capitalize()} leader that hardens", facts=facts, column=column)
    if facts["won-last"] and ctx.game.figure_or("harden-drm-optional", 0):
        record = _less(ctx, side, record)
    names = [str(name) for row in table.rows if (name := table.pick(row, column)) != "-"]  # best first
    rolled = _grade(ctx, side, str(record.result) if str(record.result) in names else names[0])
    leaders = [(_grade(ctx, side, piece.type), piece) for piece in able(ctx, side, ("leader",)) if raised(ctx, piece)]
    left = sorted((item for item in leaders if item[0] >= rolled), key=lambda item: item[0])
    if ctx.game.figure_or("harden-lowest", 0) and rolled not in dict(leaders):
        left = sorted(leaders, key=lambda item: item[0], reverse=True)
    if not ctx.game.figure_or("harden-lower-at-will", 0):
        left = [item for item in left if item[0] == left[0][0]]
    if not left:
        ctx.tell(f"No {side.capitalize()} leader to harden.")
        return
    text = f"Which {side.capitalize()} leader Battle Hardens (rolled: {record.result})?"
    chosen = ctx.choose_piece(
        text, [piece for _, piece in left], id="harden-leader", subject=(side,), rule="7.5113", whose=side
    )
    raise_leader(ctx, chosen, ctx.rule("7.5113"))


def _less(ctx: CampaignRun, side: Nation, record: RollRecord) -> RollRecord:
    """11.6113, 12.6124: who has won may, after the DR, ignore the DRM for it or use a part of it."""
    won = [item for item in ctx.library.table(record.table).modifiers if item.when == "won-last"]
    full = sum(item.value for item in won)
    table = ctx.library.table(record.table)
    total = record.original + sum(item.value for item in record.modifiers)
    options = [Option(str(value), str(table.value(total - full + value, record.column))) for value in range(full, 1)]
    text = f"{side.capitalize()} won and rolled {record.original}: how much of its DRM is used?"
    used = int(ctx.choose(text, options, rule="11.6113", whose=side, id="harden-drm", subject=(side,)))
    if used == full or not record.dice:
        return record
    part = Modifier("of it not used", used - full, ctx.rule("11.6113"))
    return ctx.again(record, record.purpose, [*record.modifiers, part], record.column)


def raised(ctx: CampaignRun, piece: Piece) -> str:
    """What a leader becomes when he Battle Hardens (A15.3); empty for the best."""
    item = ctx.game.counter_of(piece)
    return item.hardened if item and item.hardened not in ("", "Fanatic") else ""


def raise_leader(ctx: CampaignRun, piece: Piece, why: str) -> None:
    """A15.3: a leader becomes the next better one."""
    better = raised(ctx, piece)
    if better:
        drm = ctx.game.counter(piece.side, better).modifier or 0
        ctx.emit(cev.PieceChanged(piece.id, ("hardened",), type=better, modifier=drm, why=f"Battle Hardens ({why})"))


EXCHANGES = {"8-0": ("7-0", "7-0"), "8-1": ("8-0", "7-0")}
"""7.5113, 11.6114, 12.6125: one unwounded leader for two lesser ones."""


def _promoted(ctx: CampaignRun, side: Nation) -> bool:
    """Promotion out of the ranks in lieu of the DR, within the limit of leaders where there is one."""
    leaders = [
        piece for piece in able(ctx, side, ("leader",))
        if piece.type in EXCHANGES and not piece.flags & {"isolated", "commissar", "wounded"}
    ]  # fmt: skip
    kinds = list(dict.fromkeys(piece.type for piece in leaders))
    if not kinds or too_many_leaders(ctx, side):
        return False
    options = [Option("roll", "roll for a leader")]
    options += [Option(kind, f"exchange an {kind} for {' and '.join(EXCHANGES[kind])}") for kind in kinds]
    text = f"{side.capitalize()}: Battle Harden, or exchange?"
    chosen = ctx.choose(text, options, rule="7.5113", whose=side, id="exchange", subject=(side,))
    if chosen == "roll":
        return False
    piece = next(piece for piece in leaders if piece.type == chosen)
    for name in EXCHANGES[chosen]:
        ctx.raise_piece(side, name, box=piece.box, flags=("joined",), why=f"in exchange for {piece.id}")
    ctx.emit(cev.PieceGone(piece.id, "exchanged for two lesser leaders", counts=False))
    return True


def too_many_leaders(ctx: CampaignRun, side: Nation) -> bool:
    """11.6114: no exchange that would give more than one leader for so many squad-equivalents."""
    per = ctx.game.figure_or(f"squads-a-leader-{side}", 0)
    if not per:
        return False
    leaders = sum(
        1 for piece in ctx.state.of(side, "retained", "map")
        if piece.kind == "leader" and not piece.flags & {"armor-leader", "prisoner"}
    )  # fmt: skip
    return (leaders + 1) * per > squad_equivalents(ctx, side)


def squad_equivalents(ctx: CampaignRun, side: Nation) -> float:
    """The Retained squads of a side, HS and crews counted as half."""
    parts = {"squad": 1.0, "hs": 0.5, "crew": 0.5}
    own = [piece for piece in ctx.state.of(side, "retained", "map") if "prisoner" not in piece.flags]
    return sum(parts.get(piece.kind, 0.0) for piece in own)


def armor_leaders_move(ctx: CampaignRun) -> None:
    """7.5114: an armor leader without AFV takes over one of the same type, else any other of his side.

    His types are those of his group; those of no group are the vehicles of the OB (7.4).
    """
    for leader in [item for item in ctx.state.of() if item.kind == "leader" and "armor-leader" in item.flags]:
        own = ctx.state.pieces.get(leader.holder)
        if "isolated" in leader.flags or (own and own.here and not own.flags & {"wreck", "abandoned"}):
            continue
        tanks = [
            piece for piece in ctx.state.of(leader.side, "retained")
            if piece.kind == "vehicle" and not piece.flags & {"isolated", "wreck", "abandoned"}
            and _is_afv(ctx, piece) and not any("armor-leader" in held.flags for held in ctx.state.held_by(piece.id))
        ]  # fmt: skip
        own_types = {
            piece.type for piece in ctx.state.pieces.values()
            if piece.kind == "vehicle" and (piece.side, piece.group) == (leader.side, leader.group)
        }  # fmt: skip
        if not tanks:
            ctx.emit(cev.PieceGone(leader.id, "no AFV is left for the armor leader (7.5114)", counts=False))
            continue
        same = [piece for piece in tanks if piece.type in own_types] or tanks
        text = f"Which AFV does the armor leader {leader.type} take over?"
        chosen = ctx.choose_piece(text, same, id="armor-leader", subject=(leader.id,), rule="7.5114", whose=leader.side)
        ctx.emit(cev.PieceChanged(leader.id, box="retained", hex="", holder=chosen.id, why="7.5114"))


def _is_afv(ctx: CampaignRun, piece: Piece) -> bool:
    """Whether a vehicle is armored."""
    item = ctx.game.counter_of(piece)
    return item is not None and item.armor_front is not None


STEPS = (
    Step("wounded", wounded),
    Step("recombining", recombining),
    Step("heroes", heroes),
    Step("leader-hardening", leader_hardening),
    Step("armor-leaders-move", armor_leaders_move),
)
