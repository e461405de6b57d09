"""Many rolls on a table: the records a game makes, and odds that chi-square does not tell from the dice."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import pytest
from tabletop import bare

from sasl.asl.game.context import Context
from sasl.cli.main import main
from sasl.content.library import Library, shipped_root
from sasl.kernel.rolling.dice import Dice, die, thrown
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.rolling.rolls import rolls
from sasl.kernel.rolling.tables import TableError
from sasl.lab.odds.sampling import bound, sample

LIBRARY = Library(shipped_root())
ROLLED = sorted(name for name, table in LIBRARY.all_tables.items() if table.kind and table.rows)
ERROR = 0.001
"""Over all tables together: sound dice fail these tests once in a thousand seeds; the seed is fixed."""
NUMBER = 5_000


@pytest.mark.parametrize("table_id", ROLLED)
def test_sampled_rolls_of_every_table_agree_with_its_exact_odds(table_id: str) -> None:
    table = LIBRARY.all_tables[table_id]
    assert sample(table, rolls(table, 41, NUMBER)).agrees(ERROR / len(ROLLED))


def test_a_loaded_die_is_found_out() -> None:
    table = LIBRARY.tables["bto.activation"]
    loaded = [item for item in rolls(table, 3, NUMBER) if item.dice != (6, 6)]
    assert not sample(table, loaded).agrees(ERROR)
    other = sample(table, rolls(table, 3, NUMBER, modifiers=[Modifier("typed", 1)]))
    assert not other.agrees(ERROR), "rolled with a DRM that the odds do not know"
    assert sample(table, rolls(table, 3, NUMBER, modifiers=[Modifier("typed", 1)]), 1).agrees(ERROR)


@pytest.mark.parametrize(("freedom", "limit"), [(1, 6.635), (2, 9.210), (10, 23.209), (35, 57.342)])
def test_the_bound_of_chi_square_is_that_of_the_books(freedom: int, limit: float) -> None:
    assert bound(freedom, 0.01) == pytest.approx(limit, rel=0.01)


@pytest.mark.parametrize("table_id", ["bto.activation", "oto-s1.enemy-ac", "random-events.oto-s1.enemy"])
def test_many_rolls_are_the_records_that_a_game_makes(table_id: str) -> None:
    ctx = Context(bare(dice=Dice(9)).game)
    table, mods = ctx.library.table(table_id), [Modifier("typed", 1)]
    theirs = [ctx.table(table_id, table.title, modifiers=mods) for _ in range(300)]
    ours = list(rolls(table, 9, 300, modifiers=mods))
    assert ours == theirs


def test_throws_are_the_dice_of_the_seed() -> None:
    def one_by_one(count: int) -> Iterable[tuple[int, ...]]:
        return (tuple(die(9, 5 + count * number + step, 6) for step in range(count)) for number in range(50))

    for count in (1, 2, 5):
        assert list(islice(thrown(9, 5, count, 6), 50)) == list(one_by_one(count))


def test_charts_and_checks_are_not_rolled() -> None:
    for table_id in ("activation.ranges", "activation.check"):
        with pytest.raises(TableError):
            next(rolls(LIBRARY.tables[table_id], 1, 1))


def test_sasl_roll_draws_a_histogram(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roll", "bto.activation", "-n", "2000", "--seed", "5", "--histogram"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "bto.activation: 2,000 rolls" and lines[-1].endswith("as the odds predict")
    assert sum(int(line.split("%")[0].split()[-2].replace(",", "")) for line in lines[1:-1]) == 2_000
