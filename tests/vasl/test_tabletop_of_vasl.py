"""The table as a whole: stacks, what lies on what, and the hexes of our own map."""

from __future__ import annotations

from pathlib import Path

from made_saves import layer, piece, save, squad, stack

from sasl.board.join import Layout, Sheet
from sasl.content.library import Library, shipped_root
from sasl.vasl.tabletop import Counter, Tabletop, read_tabletop

LIBRARY = Library(shipped_root())


def table(path: Path, commands: list[str], *names: str, layout: Layout | None = None) -> Tabletop:
    return read_tabletop(save(path / "a.vsav", commands, *names), LIBRARY, layout or Layout())


def by_piece(found: Tabletop) -> dict[str, Counter]:
    return {counter.piece: counter for counter in (*found.counters, *found.unknown)}


def test_a_stack_from_the_bottom_with_what_its_markers_say(tmp_path: Path) -> None:
    found = table(
        tmp_path,
        [
            squad(1, 456, 464, broken=True), piece(2, "LMG", 456, 464, image="ge/geLMG"), piece(3, "DM", 456, 464),
            squad(4, 456, 464, level=1), piece(5, "Pin", 456, 464), piece(6, "Gizmo", 456, 464),
            piece(7, "Melee / H-t-H", 456, 464, layer("", 1, "Melee,CC")),
            stack(20, 456, 464, 1, 2, 3, 4, 5, 6, 7, 99),
        ],
        "16",
    )  # fmt: skip
    known = by_piece(found)
    assert [known[str(number)].depth for number in range(1, 8)] == [0, 1, 2, 3, 4, 5, 6]
    assert {counter.stack for counter in known.values()} == {1}
    assert known["1"].states == {"broken", "dm", "melee"} and known["4"].states == {"pinned", "melee"}
    assert known["2"].states == set() and known["2"].definition == "LMG"
    assert [counter.name for counter in found.unknown] == ["Gizmo"]
    assert {counter.hex for counter in known.values()} == {"B1"} and found.ids == ("bd16",)


def test_a_concealment_counter_lies_on_all_below_and_a_foxhole_covers_them(tmp_path: Path) -> None:
    fox = piece(3, "Foxhole", 456, 464, layer("", 2, "1S +,2S +,3S +"))
    query = piece(4, "?", 456, 464, ("concealment;secret;ge", ""), image="ge/geqmark")
    found = by_piece(
        table(
            tmp_path,
            [squad(1, 456, 464), squad(2, 456, 464), fox, query, squad(5, 456, 464), stack(9, 456, 464, 1, 2, 3, 4, 5)],
            "16",
        )
    )
    assert found["1"].states == found["2"].states == {"concealed", "dug-in"}
    assert found["5"].states == set() and found["4"].kind == "concealment" and found["4"].nation == "german"


def test_off_the_map_and_in_other_windows(tmp_path: Path) -> None:
    found = by_piece(
        table(
            tmp_path,
            [
                squad(1, 100, 100), piece(2, "LMG", 30, 30, window="Casualties"), squad(3, 456, 464),
                piece(4, "LMG", 0, 0, window="null"), stack(8, 456, 464, 3, 4), piece(5, "Pin", 9, 9, window="null"),
            ],
            "16",
        )
    )  # fmt: skip
    assert {number: (item.hex, item.where) for number, item in found.items()} == {
        "1": ("", "off"), "2": ("", "elsewhere"), "3": ("B1", "hex"), "4": ("B1", "hex"), "5": ("", "elsewhere"),
    }  # fmt: skip
    old = by_piece(table(tmp_path, [piece(1, "LMG", 456, 464, window="Map0")], "16"))
    assert old["1"].hex == "B1"


def test_the_hexes_of_a_game_on_joined_boards(tmp_path: Path) -> None:
    layout = Layout((Sheet("bd16"), Sheet("bd13", True)))
    pieces = [squad(1, 456, 464), squad(2, 2144, 981), squad(3, 456, 1045)]
    ours = by_piece(table(tmp_path, pieces, "16", "r13", layout=layout))
    assert [(ours[str(n)].hex, ours[str(n)].printed) for n in (1, 2, 3)] == [
        ("B1", "16B1"), ("FF9", "16FF9"), ("B10", "16B10/13FF10"),
    ]  # fmt: skip
    alone = by_piece(table(tmp_path, pieces, "16", "r13"))
    assert [alone[str(n)].hex for n in (1, 2)] == ["16B1", "16FF9"]
