"""The chances that are shown, against an independent count over the 36 dice and figures of the sources."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from field import ENEMY, FRIENDLY, chart, field, hill, paper

from sasl.asl.close_combat import cc_odds
from sasl.asl.fire import ift
from sasl.asl.fire.attack import Group, IftAttack, preview_of
from sasl.asl.game.context import Game
from sasl.asl.ordnance.aiming import to_hit
from sasl.asl.ordnance.aiming.to_hit import Aim
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.ordnance.hits.to_kill import Kill
from sasl.kernel.rolling.records import Modifier

DICE = [(coloured, white) for coloured in range(1, 7) for white in range(1, 7)]
IFT_HEADER, *IFT_ROWS = chart("ift")
COLUMNS = [int(cell) for cell in IFT_HEADER[1:]]
CELLS = {(int(row[0]), COLUMNS[place]): cell for row in IFT_ROWS for place, cell in enumerate(row[1:])}
CC_FILE = Path(__file__).parents[1] / "data" / "cc_chart.txt"


def tally(names: Sequence[str]) -> dict[str, Fraction]:
    """The share of each name."""
    return {name: Fraction(names.count(name), len(names)) for name in set(names)}


def mods(total: int) -> tuple[Modifier, ...]:
    return (Modifier("test", total, "A7"),)


@pytest.fixture(scope="module")
def game() -> Game:
    return field().game


# -- the IFT ------------------------------------------------------------------------------------------


def ift_by_hand(column: int, drm: int, cowers: int) -> dict[str, Fraction]:
    """Each of the 36 throws looked up in the printed table; Doubles move `cowers` columns to the left."""
    names = []
    for coloured, white in DICE:
        place = COLUMNS.index(column) - (cowers if coloured == white else 0)
        row = min(max(coloured + white + drm, 0), 15)
        names.append(CELLS[row, COLUMNS[place]] if place >= 0 else "-")
    return tally(names)


def generated(seed: int, number: int) -> Iterator[tuple[int, int, int]]:
    dice = random.Random(seed)
    for _ in range(number):
        yield dice.choice(COLUMNS), dice.randint(-6, 9), dice.choice([0, 0, 1, 2])


@pytest.mark.parametrize("seed", range(5))
def test_the_chances_of_500_attacks_on_the_ift(game: Game, seed: int) -> None:
    for column, drm, cowers in generated(seed, 100):
        wanted = ift_by_hand(column, drm, cowers)
        assert dict(ift.chances(game, column, drm, cowers)) == wanted
        attack = IftAttack(FRIENDLY, "test", "K10", column, (Group(("a",), mods(drm)),), cowers=cowers)
        preview = preview_of(game, attack)
        assert dict(preview.chances(preview.number, preview.modifiers)) == wanted
        assert sum(wanted.values()) == 1


def test_a_changed_column_or_drm_changes_the_chances(game: Game) -> None:
    preview = preview_of(game, IftAttack(FRIENDLY, "test", "K10", 4, (Group(("a",), mods(1)),), cowers=1))
    assert dict(preview.chances(12, mods(-2))) == ift_by_hand(12, -2, 1)
    assert dict(preview.chances(13, mods(-2))) == ift_by_hand(12, -2, 1)


def percent(chance: Fraction) -> str:
    value = float(chance * 100)
    return f"{value:.0f}%" if value >= 10 or value == int(value) else f"{value:.1f}%"


@pytest.mark.parametrize("seed", range(15))
def test_the_chances_on_paper_of_generated_positions(seed: int) -> None:
    dice = random.Random(seed)
    goal = dice.choice(["open", "woods", "wooden-building", "grain", hill()])
    distance = dice.randint(1, 4)
    table = field(FRIENDLY, "PFPh", **{f"K{14 - distance}": goal, "K12": dice.choice(["open", "grain"])})
    squads = [table.new(FRIENDLY, dice.choice(["4-5-8", "4-4-7", "4-2-6"]), "K14") for _ in range(dice.randint(1, 3))]
    leaders = [table.new(FRIENDLY, dice.choice(["9-1", "8-0"]), "K14")] if dice.random() < 0.3 else []
    table.new(ENEMY, "4-6-7", f"K{14 - distance}")
    lines = paper(table, f"fire {','.join([*squads, *leaders])} K{14 - distance}")
    column = int(next(line for line in lines if line.startswith("FP column: ")).split(": ")[1])
    drm = sum(int(match[1]) for line in lines if (match := re.match(r"\d+\. ([+-]\d+) ", line)))
    raw = any(table.unit(key).type == "4-2-6" for key in squads)
    wanted = ift_by_hand(column, drm, 0 if leaders else 2 if raw else 1)
    shown = dict(part.rsplit(" ", 1) for part in lines[-1].removeprefix("Chances: ").split(", "))
    assert shown == {"no effect" if name == "-" else name: percent(chance) for name, chance in wanted.items()}


# -- To Hit -------------------------------------------------------------------------------------------


def to_hit_by_hand(aim: Aim, number: int, drm: int) -> dict[str, Fraction]:
    """C3.6, C3.7: every throw with each of six subsequent dr, hit or miss, and where."""
    lowest = 3 if aim.motion else 2
    names = []
    for coloured, white in DICE:
        final = coloured + white + (min(coloured, white) if aim.motion else 0) + drm
        for dr in range(1, 7):
            names.append(one_shot(aim, number, drm, coloured, white, final, lowest, dr))
    return tally(names)


def one_shot(aim: Aim, number: int, drm: int, coloured: int, white: int, final: int, lowest: int, dr: int) -> str:
    two = coloured + white == 2
    where = "turret" if coloured < white else "hull"
    if number - drm < lowest:  # an Improbable Hit
        kind = {1: "hull" if aim.hull_only else "critical", 2: "turret", 3: "hull"}.get(dr, "miss") if two else "miss"
        return hit(aim, kind)
    if final > number:
        return "miss"
    if aim.hull_only:  # C5.72: never critical
        return hit(aim, where)
    only = number - drm == lowest
    if only:
        where = "turret" if aim.hull_down else "hull"
    infantry = aim.target == "Infantry" and not aim.latw
    if only:
        critical = dr == 1
    elif infantry:
        critical = 2 * final < number or (two and (dr == 1 or 2 * dr <= number))
    else:
        critical = two
    return hit(aim, "critical" if critical else where)


def hit(aim: Aim, kind: str) -> str:
    if (kind == "hull" and aim.hull_down) or (kind == "turret" and aim.hull_only):
        return "miss"
    return kind if aim.target == "Vehicle" or kind in ("critical", "miss") else "hit"


def short(name: str) -> str:
    """The project's name of a result without where a critical hit lands."""
    return "critical" if name.startswith("critical") else name.removesuffix(" hit")


@pytest.mark.parametrize("seed", range(5))
def test_the_chances_of_500_shots_of_ordnance(game: Game, seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(100):
        target: Any = dice.choice(["Vehicle", "Infantry", "Area"])
        down = target == "Vehicle" and dice.random() < 0.3
        aim = Aim(
            target,
            latw=dice.random() < 0.2,
            hull_down=down,
            hull_only=target == "Vehicle" and not down and dice.random() < 0.2,
            calibre=75,
            motion=dice.random() < 0.2,
        )
        number, drm = dice.randint(1, 12), dice.randint(-4, 8)
        found: dict[str, Fraction] = {}
        for name, chance in to_hit.chances_of(game, aim)(number, mods(drm)):
            found[short(name)] = found.get(short(name), Fraction(0)) + chance
        wanted = to_hit_by_hand(aim, number, drm)
        assert {name: chance for name, chance in found.items() if chance} == wanted, (aim, number, drm)


# -- To Kill ------------------------------------------------------------------------------------------


def to_kill_by_hand(kill: Kill) -> dict[str, Fraction]:
    names = []
    for coloured, white in DICE:
        total = coloured + white
        if total == 12:
            name = "dud"
        elif total < kill.number:
            burns = kill.by == "flame" or total + kill.burn <= Fraction(kill.number, 2)
            name = "burning" if burns else "destroyed"
        elif total == kill.number and kill.by == "flame":
            name = "destroyed"
        elif total == kill.number and kill.by == "MG" and not kill.soft:
            name = "stun"
        elif total == kill.number:
            name = "immobilized" if kill.soft or kill.place == "hull" else "shock"
        elif total == kill.number + 1 and kill.number > 0 and not kill.soft and kill.by in ("", "HE"):
            name = "possible shock"
            if kill.by == "HE":
                name = "immobilized" if kill.place == "hull" else "shock"
        else:
            name = "-"
        names.append(name)
    return tally(names)


def test_the_chances_of_200_to_kill_numbers(game: Game) -> None:
    dice = random.Random(7)
    for _ in range(200):
        kill = Kill(
            dice.randint(-3, 26),
            (),
            dice.random() < 0.3,
            dice.choice(["hull", "turret"]),
            dice.choice(["", "", "HE", "MG", "flame"]),
            dice.choice([0, -1]),
        )
        found = {str(name): chance for name, chance in to_kill.chances(game, kill).items() if chance}
        assert found == to_kill_by_hand(kill), kill


def test_several_to_kill_dr_count_the_best(game: Game) -> None:
    once = to_kill_by_hand(Kill(7, ()))
    four = to_kill.chances(game, Kill(7, (), rolls=4))
    assert four["burning"] == 1 - (1 - once["burning"]) ** 4 and sum(four.values()) == 1


# -- Close Combat -------------------------------------------------------------------------------------


def cc_chart() -> dict[str, tuple[int, int]]:
    rows = [line.split() for line in CC_FILE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return {odds: (int(kill), int(hand)) for odds, kill, hand in rows}


@pytest.mark.parametrize("seed", range(5))
def test_the_chances_of_500_close_combat_attacks(game: Game, seed: int) -> None:
    dice = random.Random(seed)
    numbers = [number for pair in cc_chart().values() for number in pair]
    results = ("eliminated", "reduced", "-")
    for _ in range(100):
        number, drm = dice.choice(numbers), dice.randint(-5, 5)
        totals = [coloured + white + drm for coloured, white in DICE]
        wanted = tally(["eliminated" if total < number else "reduced" if total == number else "-" for total in totals])
        found = dict(cc_odds.chances(results)(number, mods(drm)))
        assert {name: chance for name, chance in found.items() if chance} == wanted


@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [
        (["4-5-8"], ["4-6-7"], "1-1"), (["6-2-8"], ["4-6-7"], "3-2"), (["4-5-8", "4-5-8"], ["4-6-7"], "2-1"),
        (["2-4-8"], ["4-6-7"], "1-2"), (["4-5-8"], ["2-4-7"], "2-1"), (["4-5-8"], ["4-6-7", "4-6-7"], "1-2"),
        (["6-2-8", "6-2-8"], ["2-4-7"], "6-1"), (["4-5-8", "9-1"], ["4-6-7"], "1-1"),
    ],
)  # fmt: skip
def test_a11_11_odds_are_rounded_down_to_a_column(attackers: list[str], defenders: list[str], odds: str) -> None:
    table = field(FRIENDLY, "CCPh")
    ours = tuple(table.new(FRIENDLY, name, "K10") for name in attackers)
    theirs = tuple(table.new(ENEMY, name, "K10") for name in defenders)
    found = cc_odds.weigh(table.game, cc_odds.Attack(FRIENDLY, "K10", ours, theirs))
    assert (found.odds, found.number) == (odds, cc_chart()[odds][0])
