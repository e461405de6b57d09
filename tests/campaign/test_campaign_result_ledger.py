"""The ledger: no counter is ever lost between the steps of a refit, whatever stands on the map (random positions)."""

from __future__ import annotations

import random

import pytest
from desk import LIBRARY, Desk

from sasl.campaign import events as cev
from sasl.campaign.campaign_engine import Ask, Done, play
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_sequence import STEPS
from sasl.campaign.campaign_state import BOXES, SIDES, Area, CampaignState, Work
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Question, Unanswered

STEPS_OWNED = (
    "melee", "ferry", "markers", "rally", "encirclement", "minefields", "bog", "shock", "prisoners", "fires", "wounded",
    "recombining", "heroes", "leader-hardening", "armor-leaders-move", "abandoned", "recovery", "immobilization",
    "wreck-repair", "recall", "stun", "weapon-repair", "mg-exchange", "ft-dc", "captured-weapons", "captured-afv",
    "scrounging", "special-ammo", "low-ammo", "dismantling", "afv-withdrawal", "removal",
)  # fmt: skip
TYPES = {
    "german": ("4-6-7", "2-4-7", "8-3-8", "2-2-8", "9-1", "8-0", "7-0", "LMG", "DC", "StuG IIIG", "75L AT"),
    "russian": ("4-4-7", "2-3-7", "6-2-8", "2-2-8", "9-1", "8-0", "LMG", "FT", "SU-76M", "T-34 M43", "GAZ-MM"),
}
STATES = {
    "men": ("broken", "encircled", "wounded", "heroic", "isolated", "fanatic", "concealed", "assault-engineer"),
    "sw": ("malfunctioned", "captured", "isolated", "used"),
    "vehicle": ("immobile", "bogged", "mired", "shocked", "stunned", "recalled", "abandoned", "malfunctioned", "wreck",
                "mg-disabled", "mg-malfunctioned", "low-ammo", "isolated", "captured", "burnt-out", "encircled",
                "has-fought", "motion"),
}  # fmt: skip
HEXES = ("K12", "K13", "K14", "L13", "L14", "M14")
BURNING = ("building", "wooden rubble", "brush", "wreck", "", "factory", "stone rubble")


def position(desk: Desk, chance: random.Random) -> None:
    """Some thirty counters with random places, bearers and states; mines, fires, control, an Isolated Area."""
    for _ in range(30):
        side = chance.choice(SIDES)
        place = chance.choice((*HEXES, *HEXES, "retained", "coming", "away"))
        desk.do(f"add {side} {chance.choice(TYPES[side])} {place}")
    pieces = dict(desk.state.pieces)
    men = [key for key, item in pieces.items() if item.mmc or item.smc]
    for key, item in pieces.items():
        states = STATES["men" if item.mmc or item.smc else "vehicle" if item.kind == "vehicle" else "sw"]
        flags = frozenset(chance.sample(states, chance.choice((0, 0, 1, 2))))
        holder = ""
        if item.kind in ("sw", "gun") and men and chance.random() < 0.6:
            holder = chance.choice(men)
        elif (item.mmc or item.smc) and chance.random() < 0.15:
            guards = [other for other in men if pieces[other].side != item.side]
            if guards:
                holder, flags = chance.choice(guards), flags | {"prisoner"}
        elif item.smc and chance.random() < 0.2:
            tanks = [other for other in pieces if pieces[other].kind == "vehicle" and pieces[other].side == item.side]
            if tanks:
                holder, flags = chance.choice(tanks), flags | {"armor-leader"}
        where = pieces[holder] if holder else item
        pieces[key] = replace(item, flags=flags, holder=holder, box=where.box, hex=where.hex)
    works = {}
    for number in range(1, 9):
        kind = chance.choice(("minefield", "at-mine", "flame", "blaze", "wire", "trench", "rubble", "wreck"))
        works[f"w{number}"] = Work(f"w{number}", chance.choice(SIDES), kind, chance.choice(HEXES), chance.randint(1, 8),
                                   chance.choice(BURNING))  # fmt: skip
    state = replace(desk.state, pieces=pieces, works=works, areas=(Area(("K13", "K14"), "C"),),
                    control={name: chance.choice(SIDES) for name in HEXES})  # fmt: skip
    desk.game = desk.game.at(state)


def answer(question: Question, chance: random.Random) -> str:
    """Any good answer to a question."""
    values = [option.value for option in question.options]
    if question.kind == "several":
        return " ".join(chance.sample(values, chance.randint(0, len(values)))) or "none"
    return chance.choice(values) if values else question.default


def carry(desk: Desk, name: str, chance: random.Random) -> CampaignRun:
    """One step from its beginning to its end, every question answered somehow."""
    answers: list[str] = []
    for _ in range(400):
        ctx = CampaignRun(desk.game, tuple(answers))
        try:
            STEPS[name].begin(ctx)
            return ctx
        except Unanswered as missing:
            question = missing.question
            answers = [*answers[:-1], "none"] if question.error else [*answers, answer(question, chance)]
    raise AssertionError(f"{name} never ends")


def checked(before: CampaignState, ctx: CampaignRun) -> None:
    """Every id is still there, in a box; what left has a reason; bearers are there; the events tell it all."""
    after = ctx.state
    assert set(before.pieces) <= set(after.pieces)
    added = {event.piece.id for event in ctx.events if isinstance(event, cev.PieceAdded)}
    assert set(after.pieces) - set(before.pieces) == added
    reasons = {event.id: event.why for event in ctx.events if isinstance(event, cev.PieceGone)}
    for key, piece in after.pieces.items():
        assert piece.box in BOXES
        was = before.pieces.get(key)
        if not piece.here and (was is None or was.here):
            assert reasons.get(key), f"{key} left without a reason"
        if piece.here and piece.holder:
            assert after.pieces[piece.holder].here, f"{key} is borne by {piece.holder}, who is gone"
        assert piece.box == "map" or not piece.hex or piece.box == "away", f"{key} is {piece.box} in {piece.hex}"
    again = before
    for event in ctx.events:
        again = event.apply(again)
    assert again == after


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("campaign", ["oto2", "rb", "votg"])
def test_7_16_no_counter_is_lost_in_any_step(campaign: str, seed: int) -> None:
    chance = random.Random(f"{campaign}{seed}")
    desk = Desk(campaign, seed=seed + 1)
    position(desk, chance)
    desk.game = desk.game.at(replace(desk.state, stage="refit", scenario=1, date=seed % 3))
    own = {step.step for step in desk.game.campaign.steps}
    for name in [step for step in STEPS_OWNED if step in own]:
        before = desk.state
        ctx = carry(desk, name, chance)
        checked(before, ctx)
        desk.game = ctx.game


@pytest.mark.parametrize("seed", range(10))
def test_7_13_no_counter_is_lost_by_random_results(seed: int) -> None:
    chance = random.Random(seed)
    desk = Desk("oto2", seed=seed + 1)
    position(desk, chance)
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1))
    taken = 0
    for _ in range(40):
        key = chance.choice(list(desk.state.pieces))
        words = chance.choice(("gone", "exited", "K14 broken", "retained", "K12 -isolated", "coming", "L14 captured",
                               f"with {chance.choice(list(desk.state.pieces))}"))  # fmt: skip
        before = desk.state
        outcome = play(desk.game, f"result {key} {words}")
        assert not isinstance(outcome, Ask)
        if isinstance(outcome, Done):
            taken += 1
            assert set(before.pieces) <= set(outcome.game.state.pieces)
            gone = {event.id: event.why for event in outcome.events if isinstance(event, cev.PieceGone)}
            for piece in outcome.game.state.pieces.values():
                assert piece.here or not before.pieces[piece.id].here or gone[piece.id]
            desk.game = outcome.game
    assert taken > 5 and LIBRARY.counters
