"""Counters by what they show: nation, kind, our own counter, states; what nothing tells is unknown."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_saves import concealed, hidden, label, layer, piece, squad

from sasl.asl.game.flags import UNIT_FLAGS, WEAPON_FLAGS
from sasl.content.library import Library, shipped_root
from sasl.content.lint import lint_files
from sasl.vasl.list_codec import split
from sasl.vasl.tabletop import Recognised, Recogniser
from sasl.vasl.vasl_pieces import read_piece

LIBRARY = Library(shipped_root())
NAMES = LIBRARY.vasl[1]
RECOGNISER = Recogniser(NAMES, LIBRARY.counters)
VCA = "+ vca3,+ vca4,+ vca5,+ vca6,+ vca1,+ vca2"


def known(command: str) -> Recognised:
    """What the counter of a command is."""
    _, number, kind, state = split(command, "/")
    return RECOGNISER.recognise(read_piece(number, kind, state))


@pytest.mark.parametrize(("level", "name"), [(1, "4-6-8"), (2, "4-6-7"), (3, "4-4-7"), (4, "4-3-6")])
def test_a_squad_is_what_its_layer_shows(level: int, name: str) -> None:
    found = known(squad(1, 0, 0, level=level, broken=level == 2))
    assert (found.kind, found.definition, found.nation) == ("squad", name, "german")
    assert found.states == ({"broken"} if level == 2 else set())


def test_a_half_squad_is_another_layer_of_its_squad() -> None:
    squads = layer("SQ", 2, "4-5-8 Esq,4-4-7 1sq,4-2-6 Csq", "ru/ru458S,ru/ru447S,ru/ru426S")
    halves = layer("", 2, "2-4-8 Ehs,2-3-7 1hs,2-2-6 Chs", "ru/ru248H,ru/ru237H,ru/ru226H")
    found = known(piece(1, "4-5-8 Esq", 0, 0, squads, halves, concealed("ru", "x"), hidden("y")))
    assert (found.kind, found.definition, found.nation) == ("half-squad", "2-3-7", "russian")
    assert found.states == {"concealed", "hidden"}


def test_troops_that_are_not_as_ours_have_no_counter_of_ours() -> None:
    ss = [known(piece(1, f"{name} SSsq", 0, 0, concealed("ge"))) for name in ("6-5-8", "4-6-8")]
    assert [(item.kind, item.definition) for item in ss] == [("squad", "6-5-8"), ("squad", "")]
    british = known(piece(1, "4-5-7 1sq", 0, 0, concealed("br")))
    assert (british.kind, british.nation, british.definition) == ("squad", "british", "")


@pytest.mark.parametrize(
    ("name", "nation", "traits", "expected"),
    [
        ("geLDR", "ge", [layer("", 4, "10-3,10-2,9-2,9-1"), layer("", 1, "Wnd +")], ("leader", "9-1", {"wounded"})),
        ("ruCOM", "ru", [layer("", 2, r"10-0,9-0,8\+1")], ("leader", "9-0", set())),
        ("ruLDR", "ru", [layer("", 8, r"10-3,10-2,9-2,9-1,8-1,8-0,7-0,6\+1")], ("leader", "6+1", set())),
        ("HMG", "ge", [layer("", 2, ",dm +", "ge/geHMG,ge/geHMGdm")], ("sw", "HMG", {"dismantled"})),
        (".50-cal", "ru", [layer("BRK", 1, "malf +")], ("sw", ".50cal HMG", {"malfunctioned"})),
        ("75L AT PaK 40", "ge", [layer("", 1, "+ ca3,+ ca4"), layer("", 2, ",Lmbd +", "a,b")],
         ("gun", "75L AT", {"limbered"})),
        ("50L AT PaK 38", "ge", [layer("", 1, "+ ca3,+ ca4"), layer("BRK", 1, "Malf +", "x")],
         ("gun", "", {"malfunctioned"})),
        ("StuG IIIG", "ge", [layer("", 1, VCA), layer("", 1, "+ BU,+ CE"), label("Kurt")],
         ("vehicle", "StuG IIIG", {"buttoned"})),
        ("StuG IIIG (L)", "ge", [layer("", 1, VCA), layer("", 2, "+ BU,+ CE")], ("vehicle", "", set())),
        ("ZIS-5", "ru", [layer("", 1, VCA)], ("vehicle", "ZiS-5", set())),
        ("T-34 M43 Wreck", "ru", [], ("vehicle", "T-34 M43", {"wreck"})),
        ("SU-76M", "ru", [layer("", 1, VCA), layer("Bog", 1, ",,"), layer("MA Malf", 2, ",,", ",x,y")],
         ("vehicle", "SU-76M", {"malfunctioned"})),
        ("HMG Cupola", "ge", [layer("", 1, "+ ca3,+ ca4")], ("gun", "HMG Cupola", set())),
        ("'44 GE FB", "", [layer("", 1, "+ w/ bomb,+ w/o bomb", "sh/x,sh/y"), layer("Damaged", 1, "Damaged +", "z")],
         ("aircraft", "FB 44", {"bombs", "damaged"})),
        ("POW / Unarmed", "", [layer("", 2, "Prisoner SQ,Prisoner HS")], ("half-squad", "", {"prisoner"})),
        ("Suspect", "", [layer("", 2, "+ Black,+ Yellow,+ Grey", "MS/a,MS/b,MS/c")], ("suspect", "", {"yellow"})),
        ("Foxhole", "", [layer("", 2, "1S +,2S +,3S +")], ("fortification", "", set())),
        ("1+3+5 Pillbox", "", [layer("", 1, "+ ca3,+ ca4")], ("fortification", "", set())),
        ("Frobnicator", "ge", [], ("unknown", "", set())),
        ("Frobnicator", "", [layer("", 1, "+ ca3,+ ca4")], ("unknown", "", set())),
    ],
)  # fmt: skip
def test_what_a_counter_is(
    name: str, nation: str, traits: list[tuple[str, str]], expected: tuple[str, str, set[str]]
) -> None:
    found = known(piece(1, name, 0, 0, *traits, *([concealed(nation)] if nation else [])))
    assert (found.kind, found.definition, set(found.states)) == expected


@pytest.mark.parametrize(
    ("name", "traits", "says"),
    [
        ("Pin", [], "pinned"),
        ("TI", [], "ti"),
        ("Prep Fire", [layer("", 1, "Prep Fire,Bnd. Fire,Opp. Fire,Adv. Fire")], "prep"),
        ("Prep Fire", [layer("", 3, "Prep Fire,Bnd. Fire,Opp. Fire,Adv. Fire")], "opportunity"),
        ("Prep Fire", [layer("", 4, "Prep Fire,Bnd. Fire,Opp. Fire,Adv. Fire")], ""),
        ("First Fire", [layer("", 1, "First Fire,First Fire IFP"), layer("", 1, "Final Fire")], "final"),
        ("Melee / H-t-H", [layer("", 1, "Melee,CC")], "melee"),
        ("Melee / H-t-H", [layer("", 2, "Melee,CC")], ""),
        ("Bog", [layer("", 2, ",Mired", "MS/a,MS/b")], "mired"),
        ("BU / CE tur", [layer("", 1, "BU,CE")], "buttoned"),
        ("stun +1", [layer("BRK", 1, "stun")], "stunned"),
        ("Hull-Down", [layer("", 1, "1 side +,2 side+")], "hull-down"),
    ],
)
def test_what_a_marker_says(name: str, traits: list[tuple[str, str]], says: str) -> None:
    found = known(piece(1, name, 0, 0, *traits))
    assert found.kind == "marker" and found.says == ({says} if says else set())


def test_a_layer_that_follows_a_property_says_what_that_says_now() -> None:
    """As the mortars of 6.7 do: what the layer kept itself is out of date."""
    stale = layer("Malf", 2, ",Malf +", ",x", follows="BRKActive")
    names = ("82* MTR BM obr. 37", 0, 0)
    assert known(piece(1, *names, stale, concealed("ru"))).states == set()
    for value, states in (("1", set()), ("2", {"malfunctioned"})):
        kept = ("PROP;BRKActive;true,1,2,true;x", value)
        assert known(piece(1, *names, layer("Malf", 1, ",Malf +", ",x", follows="BRKActive"), kept)).states == states


def test_a_layer_may_follow_another_one() -> None:
    broken = layer("BRK", 1, "broken +,broken +")
    follower = layer("classId", -1, "+ E,+ 1", follows="BRK_Level")
    assert known(piece(1, "4-6-7 1sq", 0, 0, broken, follower, concealed("ge"))).definition == "4-6-7"


def test_a_half_squad_of_the_latest_palette() -> None:
    """S11.4: pictures are .svg, and a half-squad that is broken shows so on a layer of its own."""
    layers = (
        layer("SQ", 2, "4-5-8 Esq,4-4-7 1sq,4-2-6 Csq", "ru/ru458S.svg,ru/ru447S.svg,ru/ru426S.svg"),
        layer("BRK", 2, "broken +,broken +,broken +", "ru/rus8b.svg,ru/rus7b.svg,ru/rus5b.svg"),
        layer("", 2, "2-4-8 Ehs,2-3-7 1hs,2-2-6 Chs", "ru/ru248H.svg,ru/ru237H.svg,ru/ru226H.svg"),
        layer("", 2, "broken +,broken +,broken +", "ru/ruh7b.svg,ru/ruh6b.svg,ru/ruh4b.svg"),
        layer("classId", -2, ",,", "CIDs/class_E.svg,CIDs/class_1.svg,CIDs/class_C.svg", follows="BRK_Level"),
    )
    found = known(piece(1, "4-5-8 Esq", 0, 0, *layers))
    assert (found.kind, found.definition, found.nation, found.states) == ("half-squad", "2-3-7", "russian", {"broken"})


def test_where_a_vehicle_faces() -> None:
    tca = layer("", 6, "+ tca3,+ tca4,+ tca5,+ tca6,+ tca1,+ tca2")
    found = known(piece(1, "PzKw IVH", 0, 0, layer("", 2, VCA), tca, concealed("ge")))
    assert (found.ca, found.tca) == (4, 2)


def test_every_state_that_a_counter_may_have_is_one_of_the_game_or_known_to_be_none() -> None:
    only_vasl = {"black", "yellow", "grey"}
    states = {*NAMES.shows.values(), *NAMES.layers.values()}
    states |= {state for item in NAMES.counters for state in item.states}
    assert states - set(UNIT_FLAGS) - set(WEAPON_FLAGS) == only_vasl


def test_a_pack_teaches_the_counters_of_an_extension(tmp_path: Path) -> None:
    (tmp_path / "tables" / "vasl").mkdir(parents=True)
    path = tmp_path / "tables" / "vasl" / "mine.yaml"
    path.write_text(
        "provenance: user\nours:\n  russian: {PT 34 Late: PT-34(L)}\n"
        "counters:\n  - {kind: marker, names: [Dig In, Pin], states: [ti]}\n"
    )
    library = LIBRARY.with_packs((tmp_path,))
    taught = Recogniser(library.vasl[1], library.counters)

    def seen(name: str, *traits: tuple[str, str]) -> Recognised:
        _, number, kind, state = split(piece(1, name, 0, 0, *traits), "/")
        return taught.recognise(read_piece(number, kind, state))

    assert seen("PT 34 Late", layer("", 1, VCA), concealed("ru")).definition == "PT-34(L)"
    assert seen("Dig In").says == seen("Pin").says == {"ti"} and seen("CX").says == {"cx"}
    assert lint_files(library, [path]) == []
    path.write_text("provenance: user\ncounters:\n  - {kind: hero, names: [Hero], definition: Ju-87H}\n")
    (fault,) = lint_files(library, [path])
    assert fault.endswith(
        "mine.yaml:3: counters.0.definition: no nation has a counter 'Ju-87H'; did you mean 'Ju-87G'?"
    )
    path.write_text("provenance: user\nours:\n  russian: {PT 34 Late: PT-34(K)}\n")
    (fault,) = lint_files(library, [path])
    assert (
        "mine.yaml:3: ours.russian.PT 34 Late: there is no Russian counter 'PT-34(K)'; did you mean 'PT-34(L)'?"
        in fault
    )
