"""What a player has to do on his own map, VASL's or one of cardboard, and what lies on it."""

from __future__ import annotations

import io

from tabletop import bare

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.beside.comparable import of_game
from sasl.beside.placements import everything, placements
from sasl.cli.lines.mission_lines import Plain
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.saves.diff import board_changes
from sasl.saves.session import Session

LIBRARY = Library(shipped_root())


def at(game: Game, hex_name: str) -> list[str]:
    """What is told of a hex."""
    return [line for line in everything(game) if line.startswith(f"{hex_name}:")]


def test_a_hex_is_one_line_with_all_its_counters_in_their_states() -> None:
    table = bare()
    table.suspect("K16")
    before = table.game
    table.new("friendly", "6-2-8", "K20")
    table.new("friendly", "LMG")
    table.all("give LMGa 628a", "break 628a", "suspect remove S?1", "new enemy 4-6-7 K16")
    assert placements(before, table.game) == [
        "K16: take S?1 off; place 4-6-7 (467a)",
        "K20: place 6-2-8 (628a), broken and DM; LMG (LMGa)",
    ]
    assert at(table.game, "K16") == ["K16: 4-6-7 (467a)"]
    assert at(table.game, "K20") == ["K20: 6-2-8 (628a), broken and DM with LMGa"]


def test_a13_1_who_mounts_and_who_dismounts_is_told() -> None:
    table = bare()
    table.new("friendly", "5-2-7", "K20", "mounted")
    assert at(table.game, "K20") == ["K20: 5-2-7 (527a), mounted"]


def test_a13_31_horses_without_riders_lie_in_the_hex() -> None:
    table = bare("FRIENDLY", "MPh")
    table.new("friendly", "5-2-7", "K20")
    table.new("friendly", "Sq horse", "K20")
    afoot = table.game
    assert at(afoot, "K20") == ["K20: 5-2-7 (527a); Sq horse (SqHa)"]
    table.do("mount 527a SqHa")
    assert placements(afoot, table.game) == ["K20: 527a (5-2-7) is mounted; take Sq horse (SqHa) off"]


def test_c3_2_where_a_gun_faces_is_told_with_it() -> None:
    table = bare()
    table.new("friendly", "T-34 M43", "K20")
    table.do("face T34a K19/L19")
    assert at(table.game, "K20") == ["K20: T-34 M43 (T34a), Buttoned Up, facing K19/L19"]


def test_a_vpo_that_changes_hands_is_told() -> None:
    table = bare()
    before = table.game
    table.do("vpo I14 friendly")
    assert placements(before, table.game) == ["I14: VPO of the ENEMY becomes VPO of the FRIENDLY"]


def test_a_turned_board_is_told_as_it_is_printed_and_so_is_what_undo_takes_back() -> None:
    lines = (
        "option placements on", "mapboard north 24", "mapboard centre 16 turned", "mapboard south 42", "next",
        "vpo add 16Y4", "show all", "undo", "redo",
    )  # fmt: skip
    out = io.StringIO()
    Plain(Session.memory(LIBRARY, "oto-s2", 3), io.StringIO("\n".join(lines)), out).run()
    told = out.getvalue()
    assert "+ On your board I17 (16Y4): place VPO of the ENEMY\n" in told
    assert "  I17 (16Y4): VPO of the ENEMY\n" in told
    assert "  I17 (16Y4) is not a VPO\n" in told and "  VPO I17 (16Y4) is controlled by the ENEMY side\n" in told


def test_c3_2_the_vertex_on_a_turned_board_is_told_as_it_is_printed() -> None:
    session = Session.memory(LIBRARY, "oto-s2", 3)
    for line in ("mapboard north 24", "mapboard centre 16 turned", "mapboard south 42"):
        session.submit(line)
    game = session.game
    gun = Unit("StuGa", "ENEMY", "vehicle", "StuG IIIG", "StuG", "I17", ca="I16/J16")
    (piece,) = of_game(game.at(replace(game.state, units={"StuGa": gun})))
    assert piece.toward == "I16/J16 (16Y5/16X4)"
    assert board_changes(game.state, replace(game.state, units={"StuGa": gun}), game.board.both_names) == [
        "Put StuGa (vehicle StuG IIIG) in I17 (16Y4), CA I16 (16Y5)/J16 (16X4)"
    ]
