"""Arms of a seed: an arm that was not played, or only from some moment on, comes out as if it had been played whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from short import pack

from sasl.content.library import Library, shipped_root
from sasl.content.packs.own_tables import as_pack
from sasl.content.packs.pack import Pack
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.tables import Row, Table, TableError, TableModifier
from sasl.lab.comparing.arms import Arms
from sasl.lab.comparing.traced import Difference, Reads, Traced
from sasl.lab.series.matches import Course, Match
from sasl.lab.series.workers import Libraries

LIBRARY = Library(shipped_root())
SEEDS = (3,)


def saying(table_id: str, results: Mapping[str, object]) -> Table:
    """A shipped table in which some rows say something else."""
    base = LIBRARY.table(table_id)
    assert {row.label for row in base.rows} >= set(results)
    return replace(base, rows=tuple(replace(row, result=results.get(row.label, row.result)) for row in base.rows))


def shifted(table_id: str) -> Table:
    """A shipped table with a modifier more."""
    base = LIBRARY.table(table_id)
    return replace(base, modifiers=(*base.modifiers, TableModifier("planted", 1)))


def house(table_id: str) -> Pack:
    """A table word for word as it is shipped, but of another provenance: only who looks into it sees that."""
    return Pack.of("user", {f"tables/{table_id}.yaml": as_pack(LIBRARY.table(table_id), "x").files[0].text()})


EVENT = LIBRARY.table("platoon.enemy-events").rows[0]
ROLLED = {
    "another unit is generated": saying("platoon.activation", {"9..10": ["S", "L"]}),
    "a leader of a SW": saying("platoon.leader", {"2..6": ["9-1"]}),
    "nobody goes berserk": saying("heat.of-battle", {"9..11": "hero"}),
    "a Sniper kills always": saying("wound.severity", {"<=4": "dead"}),
    "a Sniper misses more": saying("sniper.effect", {"1..2": "none"}),
    "an event is once only": saying("platoon.enemy-events", {EVENT.label: {**EVENT.result, "once": True}}),
    "a modifier of a roll": shifted("heat.of-battle"),
}
"""Tables of which a game of the lesson mission asks nothing but what its dice say."""
LOOKED = {
    "a mind reads the Action table": saying("action.hold", {"7..8": ["none", "none", "Cover", "Move"]}),
    "minds reckon with the IFT": saying("ift", {"7": ["NMC"] * 11}),
    "attacks are previewed": shifted("ift"),
}
"""Tables that rules and minds look into without dice."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Libraries, Match, dict[str, Match]]:
    short = pack(tmp_path_factory.mktemp("arms") / "short")
    first = Match("short", 0, packs=(short,))
    packs = {name: as_pack(table, "planted") for name, table in {**ROLLED, **LOOKED}.items()}
    arms = {name: replace(first, packs=(short, pack)) for name, pack in packs.items()}
    arms["an AC# typed in"] = replace(first, values=(("enemy-ac", "5"),))
    arms["another provenance"] = replace(first, packs=(short, house("action.hold")))
    return Libraries(), first, arms


def test_every_arm_is_what_it_is_alone(
    played: tuple[Libraries, Match, dict[str, Match]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole, from the first other roll on, or not played at all: all three happen, and none of them shows."""
    libraries, first, arms = played
    ways, begun, begin = dict.fromkeys(("same", "parted", "whole"), 0), list[Match](), Match.begun

    def noted(match: Match, library: Library) -> Any:
        begun.append(match)
        return begin(match, library)

    monkeypatch.setattr(Match, "begun", noted)
    for seed in SEEDS:
        matches = tuple(match.with_seed(seed) for match in (first, *arms.values()))
        alone = [match.play(libraries) for match in matches]
        begun.clear()
        found = Arms(matches).play(libraries)
        whole = len(begun) - 1
        for name, expected, came in zip(("first", *arms), alone, found.results, strict=True):
            assert came == expected, f"seed {seed}: {name}"
        ways["whole"] += whole
        ways["parted"] += found.others - whole
        ways["same"] += len(arms) - found.others
        if seed == SEEDS[-1]:
            again = Arms(matches, found.known).play(libraries)
            assert list(again.results) == alone and again.others == found.others
    assert min(ways.values()) >= len(SEEDS), ways


def test_a_table_that_a_mind_has_seen_is_never_trusted_again(played: tuple[Libraries, Match, dict[str, Match]]) -> None:
    """What was worked out from it serves later games, which do not ask again."""
    libraries, first, _ = played
    seen = set[str]()
    for seed in SEEDS:
        reads = Arms((first.with_seed(seed),)).play(libraries).known.reads
        assert seen <= reads.looked
        seen = reads.looked
    assert {table.id for table in LOOKED.values()} <= seen and not {table.id for table in ROLLED.values()} & seen


# -- what is noted ------------------------------------------------------------------------------------


def test_whoever_takes_a_table_looks_into_it_and_who_rolls_notes_his_total() -> None:
    traced = Traced.of(LIBRARY)
    assert "ift" in traced.tables and len(traced.tables) == len(LIBRARY.tables) and list(traced.tables)
    assert not traced.reads.looked, "to ask what there is shows nothing of it"
    looks: list[Callable[[str], object]] = [traced.table, traced.tables.get, traced.tables.__getitem__]
    for number, look in enumerate(looks):
        name = list(traced.tables)[number]
        assert look(name) is LIBRARY.tables[name] and name in traced.reads.looked
    table = traced.to_roll("heat.of-battle")
    assert table.row(7).result == "hardening" and table.drm({}) == () and table.kind and table.pick(table.row(7))
    assert traced.reads.rolled == {"heat.of-battle": {7}} and "heat.of-battle" not in traced.reads.looked
    assert table.rows and "heat.of-battle" in traced.reads.looked, "all its rows: that is more than a roll"
    assert len(list(traced.tables.values())) == len(traced.reads.looked)
    assert traced != LIBRARY and traced != Traced.of(LIBRARY), "nothing kept for one serves another"


def differing(old: Table, new: Table, reads: Reads) -> tuple[bool, bool]:
    found = Difference({old.id: old}, {new.id: new})
    return found.met(reads), found.seen(reads)


def test_only_what_was_asked_and_is_answered_otherwise_is_a_difference() -> None:
    base = LIBRARY.table("heat.of-battle")
    new = saying(base.id, {"9..11": "hero"})
    assert differing(base, new, Reads({"ift"}, {base.id: {2, 8, 12}, "ift": {9}})) == (False, False)
    assert differing(base, new, Reads(set(), {base.id: {2, 9}})) == (True, False)
    assert differing(base, new, Reads({base.id}, {})) == (True, True)
    labels = replace(base, rows=tuple(_split(base.rows, "9..11")))
    assert differing(base, labels, Reads(set(), {base.id: {9}})) == (True, False), "the record names the row"
    assert differing(base, labels, Reads(set(), {base.id: {8}})) == (False, False)
    assert differing(base, shifted(base.id), Reads(set(), {base.id: set()})) == (True, False), "a check has no rows"
    elsewhere = replace(base, origin="elsewhere.yaml", pack="mine")
    assert differing(base, elsewhere, Reads({base.id}, {base.id: {9}})) == (False, False), "a copy under another name"
    numbers = [replace(base, rows=(Row(2, 12, value, "user"),)) for value in (1, 1.0, True)]
    assert all(differing(numbers[0], other, Reads(set(), {base.id: {7}}))[0] for other in numbers[1:])


def _split(rows: Sequence[Row], label: str) -> list[Row]:
    """The same rows, one of them in two."""
    found = []
    for row in rows:
        low, high = replace(row, high=row.low), replace(row, low=row.low + 1)
        found += [low, high] if row.label == label else [row]
    return found


def test_a_total_that_falls_into_a_gap_was_asked_for_too() -> None:
    base = LIBRARY.table("platoon.mission-end")
    gap = replace(base, rows=(replace(base.rows[0], low=1, high=3), replace(base.rows[0], low=5, high=6)))
    traced = Traced.of(LIBRARY.trying(gap))
    with pytest.raises(TableError):
        traced.to_roll(gap.id).row(4)
    assert differing(gap, base, traced.reads) == (True, False)


def test_contents_that_differ_in_more_than_tables_are_not_compared_table_by_table(tmp_path: Path) -> None:
    short = pack(tmp_path / "short")
    rows = as_pack(saying("platoon.squad", {"2..6": "4-4-7"}), "rows")
    figures = Pack.of("figures", {"tables/figures.yaml": "sniper-radius: {value: 3, rule: A14.2, provenance: user}\n"})
    fresh = Pack.of(
        "fresh", {"tables/more.yaml": as_pack(replace(saying("sniper.kind", {}), id="more"), "x").files[0].text()}
    )
    first = Library(shipped_root(), (short,))
    for added, alike in ((rows, True), (figures, False), (fresh, False)):
        other = Library(shipped_root(), (short, added))
        assert (Difference.between(first, other, "short") is not None) is alike, added.name


def test_a_course_that_parts_leaves_the_other_as_it_is(tmp_path: Path) -> None:
    """Both go on from the same moment with the same content: they end alike, whoever is first."""
    match, libraries = Match("short", 3, packs=(pack(tmp_path),)), Libraries()
    library = libraries.of(match)
    alone, course, parted = match.play(libraries), Course.of(match.begun(library), match.orders), list[Course]()
    for number, earlier in enumerate(course.steps()):
        if number in (0, 5, 40):
            parted.append(earlier.on(library))
    assert len(parted) == 3
    assert course.ending() == alone and [other.play() for other in parted] == [alone] * 3
