"""Victory: how a CG scenario begins and ends, who won it, the campaign's VP and its end (7.4, 7.5031, CG4)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import SIDES, Nation, other
from sasl.campaign.steps.clearing import left_off_map
from sasl.campaign.steps.losses import count_prisoners, worth
from sasl.campaign.steps.step_kinds import Step
from sasl.campaign.vocabulary import ASSAULTS, DUAL_ATTACK, MASSACRE
from sasl.content.missions.campaign import Award, Verdict
from sasl.kernel.orders.questions import Option
from sasl.kernel.rolling.records import result_text
from sasl.kernel.text import one_of
from sasl.kernel.transaction import Refused

LVP = "lvp"
LACKING = "locations-lacking"
"""The word that names the Victory Locations of the program's board which the player's map does not have."""


def held(game: CampaignGame, side: Nation) -> tuple[str, ...]:
    """The Victory Locations that a side controls; one that is ablaze counts as Russian until it is consumed (6)."""
    if game.board is None:
        return ()
    burning = {work.hex for work in game.state.works.values() if work.kind == "blaze" and work.text != "wreck"}
    owner = {**game.state.control, **dict.fromkeys(burning, "russian")}
    lacking = game.state.fact(LACKING).split(",")
    return tuple(name for name in game.board.objectives() if owner.get(name) == side and name not in lacking)


def lvp_too_many(game: CampaignGame) -> int:
    """7.4: how many LVP more the program's board has than can count."""
    there = sum(game.board.objectives().values()) if game.board else 0
    return max(0, there - game.figure_or("locations-most", there))


def leftovers_count(game: CampaignGame) -> bool:
    """7.518: whether CPP that a side has left in the end earn VP."""
    return any(line.counts == "cpp-left" for line in game.campaign.awards)


def agree(ctx: CampaignRun) -> None:
    """7.4, 7.518: the players say which Victory Locations of the program's board are not on their map, if it has more
    than can count, and how many of the CPP that are left count in the end.
    """
    over = lvp_too_many(ctx.game)
    if over and ctx.game.board:
        options = [Option(name, f"{number} LVP") for name, number in ctx.game.board.objectives().items()]
        text = f"The program's board has {over} LVP more than can count. Which of these are not on your map?"
        lacking = ctx.several(text, options, (), rule="7.4", id=LACKING, most=(over, f"{over} at most (7.4)"))
        ctx.fact(LACKING, ",".join(lacking) or "none", "player")
    if leftovers_count(ctx.game):
        limits = [Option("none", "no limit, as printed"), *(Option(str(number), f"{number} CPP") for number in LIMITS)]
        text = "CPP that a side has left in the end count as VP. How many of them count at most?"
        ctx.fact(CPP_LEFT_MOST, ctx.choose(text, limits, rule="7.518", id=CPP_LEFT_MOST), "player")


LIMITS = (0, 3, 5, 10)
"""Limits that are offered for CPP that are left; `set cpp-left-most` takes any other."""


def map_tells(game: CampaignGame) -> bool:
    """Whether the map tells who holds what: it has Victory Locations, and control is known."""
    return game.board is not None and bool(game.state.control) and bool(game.board.objectives())


def lvp(game: CampaignGame, side: Nation) -> int:
    """7.4: the LVP of a side: what the player typed for this scenario, else what it holds, up to the most there are."""
    if not from_map(game, side):
        return game.state.number(side, LVP)
    return min(lvp_held(game, side), game.figure_or("locations-most", 99))


def from_map(game: CampaignGame, side: Nation) -> bool:
    """Whether the LVP of a side are counted from the map: it tells, and the player has typed none."""
    return map_tells(game) and not game.state.number(side, f"{LVP}-typed")


def lvp_held(game: CampaignGame, side: Nation) -> int:
    """The LVP of all Victory Locations that a side controls, however many count."""
    worth = game.board.objectives() if game.board else {}
    return sum(worth[name] for name in held(game, side))


def figure(game: CampaignGame, side: Nation, name: str) -> int:
    """A figure of a side as it stands; LVP are counted."""
    return lvp(game, side) if name == LVP else game.state.number(side, name)


def award(game: CampaignGame, line: Award) -> tuple[int, str]:
    """The VP of one line of the schedule as it stands, and what they count."""
    if line.counts == "none":
        return 0, ""
    name = {"cpp-left": "cpp"}.get(line.counts, line.counts)
    side: Nation = other(line.side) if line.counts == "cpp-left" else line.side
    number = figure(game, side, name)
    sign = -1 if line.counts == "cpp-left" else 1
    if line.counts == "cpp-left" and (most := cpp_left_most(game)) is not None:
        number = min(number, most)
    words = f"{number} {name.upper()}"
    if line.counts == LVP and from_map(game, side) and (where := ", ".join(held(game, side))):
        words += f" ({where})" if number == lvp_held(game, side) else f", the most that count (held: {where})"
    return sign * (number // line.per) * line.worth, words


CPP_LEFT_MOST = "cpp-left-most"
"""The word by which the players agree how many of the CPP that are left count; 7.518 knows no limit."""


def cpp_left_most(game: CampaignGame) -> int | None:
    """How many CPP that are left count at most, if the players have agreed on that."""
    word = game.state.fact(CPP_LEFT_MOST)
    return int(word) if word.isdecimal() else None


def cpp_left_words(game: CampaignGame) -> str:
    """7.518: what CPP that stay unspent now are worth in the end; "" before the last date, or where they are not."""
    if game.state.date < len(game.campaign.dates) - 1:
        return ""
    line = next((line for line in game.campaign.awards if line.counts == "cpp-left"), None)
    if line is None:
        return ""
    most = cpp_left_most(game)
    limit = "" if most is None else f", {most} at most"
    each = "each CPP" if line.per == 1 else f"every {line.per} CPP"
    return (f"The last date: {each} that the {other(line.side).capitalize()} side has left takes "
            f"{line.worth} VP from the {line.side.capitalize()} total{limit} "
            f"({game.rule('7.518')}).")  # fmt: skip


def points(game: CampaignGame, *, final: bool = False) -> list[tuple[str, Nation, int]]:
    """7.4: every line of the campaign's VP: text, side, points.

    Leftover CPP count at the end only: in a campaign that is over, or where `final` asks for the count of the end.
    """
    ended = final or game.state.stage == "over"
    counted = [(line, *award(game, line)) for line in game.campaign.awards if ended or line.counts != "cpp-left"]
    return [(f"{line.text}: {words}" if words else line.text, line.side, worth) for line, worth, words in counted]


def total(game: CampaignGame, side: Nation, *, final: bool = False) -> int:
    """The campaign VP of a side."""
    return sum(worth for _, whose, worth in points(game, final=final) if whose == side)


def in_scenario(game: CampaignGame, side: Nation) -> int:
    """7.4: the VP of a side in the scenario just played: Locations held now, and what its CVP and EVP added in it."""
    return total(game, side) - game.state.number(side, "vp-before")


def carried(game: CampaignGame, side: Nation) -> int:
    """The VP that a side has from CVP and EVP so far; Locations are counted anew in each scenario."""
    return sum(award(game, line)[0] for line in game.campaign.awards
               if line.side == side and line.counts in ("cvp", "evp"))  # fmt: skip


def needed(game: CampaignGame, rule: Verdict) -> int:
    """How many VP the side of a verdict needs, with the balance provision in use (7.31)."""
    helped = one_of(game.state.fact("balance"), SIDES)
    return rule.balance.get(helped, rule.vp) if helped else rule.vp


def winner(game: CampaignGame, rule: Verdict, *, final: bool = False) -> Nation:
    """Who wins by a verdict as things stand."""
    return rule.side if total(game, rule.side, final=final) >= needed(game, rule) else rule.otherwise


def finish(ctx: CampaignRun, why: str) -> None:
    """7.4: the campaign is over: every line is counted and the verdict spoken.

    Vehicles that Low Ammunition still keeps away are Eliminated first, and count (7.5131c).
    """
    for piece in [piece for piece in ctx.state.of("", "away") if piece.kind == "vehicle" and "low-ammo" in piece.flags]:
        ctx.add(other(piece.side), "cvp", worth(ctx.game, piece), f"{piece.id} ({ctx.rule('7.5131c')})")
        ctx.emit(cev.PieceGone(piece.id, f"still away at the end of the campaign ({ctx.rule('7.5131c')})"))
    lines = tuple(points(ctx.game, final=True))
    rule = ctx.campaign.victory
    won = who_won(ctx, "campaign", rule.rule) if rule.declared else winner(ctx.game, rule, final=True)
    ctx.emit(cev.CampaignEnded(won, lines, why))


def who_won(ctx: CampaignRun, what: str, rule: str, words: str = "", likely: Nation | None = None) -> Nation:
    """The side that the players say has won; the likely one (who has won more, or earned more CVP) comes first."""
    if likely is None:
        ahead = [(ctx.state.number(side, "wins"), ctx.state.number(side, "cvp")) for side in SIDES]
        likely = SIDES[0] if ahead[0] > ahead[1] else SIDES[1]
    options = [Option(side, f"the {side.capitalize()} side") for side in (likely, other(likely))]
    won = ctx.choose(f"Who won the {what}{words}?", options, rule=rule, id="who-won", subject=(what,))
    return "russian" if won == "russian" else "german"


STONE, STONE_ALL = "stone", "stone-all"


def by_stone(game: CampaignGame) -> tuple[Nation, str] | None:
    """The winner by the numbers entered, and why; None where the campaign has no such conditions, or they are lost.

    `stone` is how many Stone Locations a side controls now that were the enemy's at the start. The Initial Scenario has
    conditions of its own, on its card.
    """
    kind = kind_played(game)
    if kind == DUAL_ATTACK and game.figure_or("stone-vp", 0):
        return _dual(game)
    attacker = ASSAULTS.get(kind)
    need = game.figure_or(f"stone-gain-{attacker}", 0) if attacker else 0
    return _assault(game, attacker, need) if attacker and need else None


def _dual(game: CampaignGame) -> tuple[Nation, str]:
    """11.6235: CVP, and VP for each Stone Location taken from the enemy; the Germans need more than the Russians."""
    times = game.figure("stone-vp")
    vp = {side: game.state.number(side, "earned") + times * game.state.number(side, STONE) for side in SIDES}
    words = ", ".join(f"{side.capitalize()} VP {vp[side]}" for side in SIDES)
    return ("german" if vp["german"] > vp["russian"] else "russian"), words


def _assault(game: CampaignGame, attacker: Nation, need: int) -> tuple[Nation, str]:
    """11.6235: the Russian by all Stone Locations; else the attacker by so many more than he lost, or by his CVP."""
    if game.state.number("russian", STONE_ALL):
        return "russian", "the Russians control all Stone Locations"
    enemy = other(attacker)
    gain = game.state.number(attacker, STONE) - game.state.number(enemy, STONE)
    own, theirs = (game.state.number(side, "earned") for side in (attacker, enemy))
    who, times = attacker.capitalize(), game.figure("stone-cvp-times")
    if gain >= need:
        return attacker, f"{who} gain of Stone Locations {gain} of {need}"
    if own and own >= times * theirs:
        return attacker, f"{who} CVP {own} to {theirs}"
    return enemy, f"{who} gain of Stone Locations {gain} of {need}, CVP {own} to {theirs}"


GAME_END, GAME_TURN = "game-end", "game-turn"
LAST = 99


def may_roll(game: CampaignGame, turn: int) -> None:
    """CG4: Refused unless a Game End dr is due at the end of this Turn."""
    if GAME_END not in game.campaign.tables:
        raise Refused("this campaign has no Game End dr: its scenarios end as their cards say")
    first = game.figure_or("turns-least", 1)
    if not first <= turn <= LAST:
        raise Refused(f"the Game End dr is first made at the end of Turn {first}, not Turn {turn} (CG4)")
    if game.state.fact(GAME_END):
        raise Refused(f"the scenario has already ended: {game.state.fact(GAME_END)} (CG4)")


def roll_end(ctx: CampaignRun, turn: int) -> None:
    """CG4: at or below the Turn's number the scenario is over at once; before the first such Turn there is no dr."""
    with ctx.rolls_for("german"):
        record = ctx.roll("dr", f"Game End, Turn {turn}", rule="CG4", target=turn_number(ctx.game, turn),
                          target_name="Turn's number")  # fmt: skip
    if record.success:
        ctx.fact(GAME_END, f"after Turn {turn}", "CG4")
        ctx.tell("The scenario is over: enter its result, then next.")
    else:
        ctx.fact(GAME_TURN, str(turn + 1), "CG4: the scenario goes on")


def turn_number(game: CampaignGame, turn: int) -> int:
    """The circled number of a Turn."""
    return int(game.library.table(game.campaign.tables[GAME_END]).value(turn, ""))


def result_entered(ctx: CampaignRun) -> bool:
    """7.13, CG4: whether the scenario may be over: something it has left was entered, or the player says so."""
    state = ctx.state
    if state.told or any(state.number(side, f"{name}-typed") for side in SIDES for name in ("cvp", "evp")):
        return True
    turn = "" if state.fact(GAME_END) else state.fact(GAME_TURN)
    on = f", and Turn {turn} is still to be played (CG4)" if turn else ""
    text = f"No result of the scenario has been entered (result){on}: all counters leave the map. Is it over?"
    return ctx.yes(text, default=False, rule="7.13", id="no-result")


ENTERED = "cvp-entered"
"""The figure that keeps whether a side's CVP were typed before the refit began."""
TYPED = ("cvp-typed", "evp-typed", "evp-scenario")
"""Figures that only the entry of one scenario's result needs."""


def result_closed(ctx: CampaignRun) -> None:
    """7.13: the refit begins: CVP that were typed count the prisoners there are; later casualties come on top."""
    for side in SIDES:
        typed = ctx.state.number(side, "cvp-typed")
        ctx.set(side, ENTERED, typed)
        for piece in [item for item in ctx.state.of(other(side)) if typed and "prisoner" in item.flags]:
            ctx.change(piece, ("counted",), (), f"in the CVP that were entered ({ctx.rule('7.13')})")
        _forget(ctx, side)


def _forget(ctx: CampaignRun, side: Nation) -> None:
    for name in TYPED:
        ctx.set(side, name, 0)


def schedule(game: CampaignGame) -> str:
    """The Turns with their numbers in one line: `Turn 6: 1, Turn 7: 2 …`; "" where there is no such dr."""
    if GAME_END not in game.campaign.tables:
        return ""
    first, parts = game.figure_or("turns-least", 1), []
    for turn in range(first, LAST):
        parts.append(f"Turn {turn}: {turn_number(game, turn)}")
        if turn_number(game, turn) >= SIDES_OF_A_DIE:
            break
    return ", ".join(parts)


SIDES_OF_A_DIE = 6


def commence(ctx: CampaignRun) -> None:
    """7.523: both sides announce ELR and SAN; who sets up and moves first."""
    for side in SIDES:
        elr, san = ctx.state.number(side, "elr"), ctx.state.number(side, "san")
        if ctx.state.fact("night") and side == "german":
            elr -= ctx.game.figure_or("night-elr-german", 0)  # VotG 12.6254
        ctx.tell(f"{side.capitalize()}: ELR {elr}, SAN {san}.")
        ctx.set(side, "suffered", 0, "a new scenario")
        ctx.set(side, "earned", 0, "a new scenario")
        for name in ("lvp-typed", STONE, STONE_ALL):
            ctx.set(side, name, 0)
        _forget(ctx, side)
        ctx.set(side, "vp-before", carried(ctx.game, side))
    for name in (GAME_END, GAME_TURN):
        ctx.fact(name, "")
    for side in SIDES:
        if ctx.state.fact(f"{MASSACRE}.{side}"):
            ctx.tell(f"Massacre (A20.4) is in effect: the {side.capitalize()} side executed prisoners "
                     f"({ctx.rule('12.609')}).", board=True)  # fmt: skip
    if ctx.state.fact("night"):
        ctx.tell(
            "A Night scenario: Cloud Cover and Base NVR by E1.11, with the Moon Phase of the CG Roster; under Overcast "
            "weather the Cloud Cover is Overcast, whatever the Moon. Units that enter have Freedom of Movement (E1.21, "
            f"{ctx.rule('11.6234')}).",
            board=True,
        )
    turns = schedule(ctx.game)
    if turns:
        ctx.tell(f"Game End dr, at the end of {turns}: end TURN rolls it (CG4).")
    first = ctx.state.fact("sets-up-first")
    moves: str = other(first) if first in SIDES else (ctx.campaign.attacker or "russian")
    if ctx.state.fact("scenario") == DUAL_ATTACK:
        moves = result_text(ctx.table(ctx.role("moves-first"), "Who moves first").result)
    ctx.fact("moves-first", moves, ctx.rule("7.523"))


def verdict_of(game: CampaignGame) -> Verdict | None:
    """The victory conditions of the scenario just played: the Initial one's, or those of its kind."""
    rules = game.campaign.scenario_victory
    return rules.get(kind_played(game)) or rules.get("usual")


def kind_played(game: CampaignGame) -> str:
    """What the conditions of a scenario hang on: `initial`, or its kind (`Dual Attack`, `German Assault` …)."""
    return "initial" if game.state.scenario == 1 else game.state.fact("scenario")


def conditions(game: CampaignGame) -> str:
    """The victory conditions of the scenario just played in words; "" where the campaign has none."""
    texts = game.campaign.scenario_texts
    return texts.get(kind_played(game)) or texts.get("usual", "")


def victory(ctx: CampaignRun) -> None:
    """7.5031: the winner of the scenario; later casualties do not count for it."""
    left_off_map(ctx)
    count_prisoners(ctx)
    rule = verdict_of(ctx.game)
    earned = {side: ctx.state.number(side, "earned") for side in SIDES}
    likely: Nation = "german" if earned["german"] > earned["russian"] else "russian"
    words = ""
    if rule and not rule.declared:
        points, least = in_scenario(ctx.game, rule.side), needed(ctx.game, rule)
        likely = rule.side if points >= least else rule.otherwise
        words = f" ({rule.side.capitalize()} VP {points} of {least})"
    stone = by_stone(ctx.game)
    if stone:
        likely, words = stone[0], f" ({stone[1]})"
    if not words and (text := conditions(ctx.game)):
        ctx.tell(text)
    won = who_won(ctx, "scenario", ctx.rule("7.5031"), words, likely)
    again = ctx.state.fact("counterattack") == "declared"
    ctx.tell(f"The {won.capitalize()} side has won the scenario{words}.")
    ctx.fact("winner", won, ctx.rule("7.5031"))
    ctx.add(won, "wins", 1)
    ctx.add(other(won), "losses", 1)
    for side in SIDES:
        before = ctx.state.number(side, "wins-last-day") if again else 0
        ctx.set(side, "wins-last-day", before + int(side == won))
        ctx.add(side, "since-idle", 1)


STEPS = (Step("commence", commence), Step("victory", victory))
