"""Every event survives a save unchanged, and nothing else gets in."""

from __future__ import annotations

import json
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sasl.asl.game import events as ev
from sasl.asl.game.flags import UNIT_FLAGS, WEAPON_FLAGS, Flag, WeaponFlag
from sasl.asl.game.plans import Axis, Company, PhaseLine
from sasl.asl.game.state import Marker, Suspect, Unit, Weapon
from sasl.asl.game.under_way import Battery, BoreSight, Moving, Pending, Wave
from sasl.asl.game.vasl_memory import SeenCounter
from sasl.board.join import Crossing, Layout, Sheet
from sasl.kernel.frozen import fields, has_fields
from sasl.kernel.rolling.records import Modifier, RollRecord
from sasl.saves.event_codec import decode_event, encode_event
from sasl.saves.save_lines import SaveError, read_json, write_json

RECORD = RollRecord(
    "AC check",
    "DR",
    (4, 2),
    6,
    7,
    (Modifier("house rule", 1, "S5"), Modifier("x", -1)),
    "S5",
    8,
    "AC#",
    True,
    "t.id",
    "5..6",
    ["S", ["L", None], {"title": "a", "n": 1.5}],
    "seed",
    "typed",
    12,
)
UNIT = Unit(
    "628a",
    "FRIENDLY",
    "squad",
    "6-2-8",
    "628",
    "K21",
    frozenset({"broken", "dm"}),
    "A",
    2.5,
    "K20/K21",
    "Hold",
    "T34a",
    3,
    "x\ny",
    1,
    8,
)
EXAMPLES: list[ev.Event] = [
    ev.Rolled(RECORD),
    ev.Rolled(RollRecord("x", "dr", (1,), 1, 1)),
    ev.Rolled(RollRecord("x", "dr", (), 0, 7, target=8, success=False, source="override")),
    ev.DiceSet(),
    ev.DiceSet((1, 2, 6), "scripted", False, 3),
    ev.ValueSet("enemy-ac", "5", "user"),
    ev.VaslFollowed("~/VASL/boards/VASL"),
    ev.VaslSeen((SeenCounter("1606985872939", "628a", "6-2-8", "K20", ("broken",)),), ("1606985872940",)),
    ev.StageBegan("suspects"),
    ev.PhaseBegan(2, "ENEMY", "MPh"),
    ev.WeatherSet("wet", "mild", True),
    ev.BoardsLaid(
        Layout((Sheet("bd04"), Sheet("bd13", True)), (Crossing(("K5", "K6"), "stone", False, ("K4", "K7")),)), "x"
    ),
    ev.BoardsLaid(Layout()),
    ev.EntryChosen("north"),
    ev.VpoValued("K9", 2),
    ev.SuspectPlaced(Suspect("S1", "K9", "Hold", "case a", True)),
    ev.SuspectMoved("S1", ("K9", "K10")),
    ev.SuspectTurned("S1", "Advance", "why"),
    ev.SuspectRemoved("S1", "K9", "false alarm", True),
    ev.UnitAdded(UNIT, "OoB"),
    ev.UnitAdded(Unit("a", "ENEMY", "gun", "ART", "art")),
    ev.UnitsMoved(("628a", "91a"), ("K21", "K22"), 1.5, "assault"),
    ev.UnitPut("628a", "", "off"),
    ev.UnitChanged("628a", ("broken", "dm"), ("moved",), "MC"),
    ev.UnitsChanged(("628a", "628b"), (), ("pinned",), "CCPh"),
    ev.UnitRedrawn("628a", "5-2-7", "squad", "527", 7, 0, "", "T34a", "Hold", "note", "why"),
    ev.UnitRedrawn("628a"),
    ev.UnitRedrawn("628a", tca="K20/K21", group="75La"),
    ev.Mounted("527a", "horsea", 6.0, "A13.31"),
    ev.Dismounted("527a", "", 2.0, "A13.31"),
    ev.ArmsChanged("T34a", ("MA spent",), ("CMG broken",), "fires"),
    ev.Decided("ENEMY", "467a", "467a fires", "fire 467a K9", ("harm 0.4",), ("467a",), ("K9", "K10"), "K9"),
    ev.AxesDrawn((Axis("main", "K21", (PhaseLine("V17", 3), PhaseLine("Q10", 6)), 14.5), Axis("secondary", "D9", ()))),
    ev.CompaniesFormed((Company("80a", ("447a", "228a"), ("K9", "Q10")),)),
    ev.Passed("467a", "vetoed"),
    ev.ShotPassedBy(("467a",), "K14", ("628a", "HMGa"), 0.028),
    ev.Fired(("628a",), ("HMGa",), "K9", "Prep Fire"),
    ev.LeaderDirected("91a", ("628a", "HMGa")),
    ev.CameUnderFire((("K9", ("K8", "K10")),)),
    ev.MovingSet(Moving(("628a",), "K9", "K10", 1.5, "assault", True, ("467a", "467a"))),
    ev.MovingSet(),
    ev.MovingSet(Moving(("628a", "628b"), "", "K10", 2.0, "wave", also=("L10",))),
    ev.BoreSighted("75La", BoreSight("K14", "K9", "228a", "K8/L8")),
    ev.EscortSet("T34a", 2.5),
    ev.EquipmentTaken("75La", "FRIENDLY", "captured by 228a (A21.1)", "Hold"),
    ev.WaveSet(Wave("FRIENDLY", "K9", ("K12", "K11"), (5, 0, 1), (2,), (("628a", ("K13",)),), ("628a",))),
    ev.AcquisitionSet("75La", "T34a", "K9", -1),
    ev.SpotterSet("50Ma", "248a"),
    ev.BatterySet(
        Battery("OBA1", "FRIENDLY", "80mm+", 80, 5, 2, 1, "access", "o1", "HE", 2, False, True, "FFE:1", True, True),
        "why",
    ),
    ev.UnitRemoved("628a", "KIA", False),
    ev.WeaponAdded(Weapon("LMGa", "ENEMY", "LMG", "LMG", "467a", "", frozenset({"malfunctioned"}), "A")),
    ev.WeaponGiven("LMGa", "", "K9"),
    ev.WeaponChanged("LMGa", ("malfunctioned",), (), "B#"),
    ev.WeaponRemoved("LMGa", "scrapped"),
    ev.MarkerPut(Marker("mine1", "mines", "K9", "ENEMY", 8, 2, "A-P minefield 8", 4), "RE"),
    ev.MarkerRemoved("mine1", "cleared"),
    ev.ControlChanged("K9", None, "RE"),
    ev.TrackTaken("road", ("K9", "K10"), False),
    ev.EventUsed("ENEMY", "11..12", "title", "text", True),
    ev.RecurringSet("gusts", False),
    ev.PendingAdded(Pending("P1", "air", 3, "ENEMY", "MPh", "it comes", ("K9",), 2, ("628a",))),
    ev.PendingDone("P1"),
    ev.SightAnswered("K9", "K12", "clear"),
    ev.RoomAnswered("K9", "K10", True),
    ev.OptionSet("command", False),
    ev.Told("Say", True, True, ("K9",)),
    ev.Adjusted("I moved it"),
    ev.MissionEnded(12, 8, (("VPO: 3 held", 12, 8), ("x", 0, 0)), "end", {"a": [1, "b", None]}, "ENEMY"),
]


def through(event: ev.Event) -> ev.Event:
    return decode_event(read_json(write_json(encode_event(event))))


def same(one: Any, two: Any) -> bool:
    """Equal, and of equal types all the way down."""
    if type(one) is not type(two):
        return {type(one), type(two)} <= {int, float} and one == two
    if has_fields(type(one)):
        return all(same(getattr(one, item.name), getattr(two, item.name)) for item in fields(one.__class__))
    if isinstance(one, (list, tuple)):
        return len(one) == len(two) and all(map(same, one, two))
    return bool(one == two)


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_round_trip(event: ev.Event) -> None:
    assert same(through(event), event)


MISSION = {name: kind for name, kind in ev.EVENTS.items() if not kind.__module__.startswith("sasl.campaign")}
"""Those of a mission; those of campaigns are tested with them."""


def test_every_event_has_an_example_here() -> None:
    assert {type(event).__name__ for event in EXAMPLES} == set(MISSION)
    kinds = {kind.__name__ for kind in ev.Event.__subclasses__() if not kind.__module__.startswith("sasl.campaign")}
    assert kinds == set(MISSION)


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=8)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXT, int: st.integers(-(10**9), 10**9), bool: st.booleans(), type(None): st.none(), Any: PLAIN,
    float: st.integers(-(10**6), 10**6).map(lambda number: number / 4),
}  # fmt: skip


def anything(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of an annotated type: printable texts, numbers of a bearable size."""
    if hint in SIMPLE:
        return SIMPLE[hint]
    if has_fields(hint):
        hints = get_type_hints(hint)
        return st.builds(hint, **{item.name: anything(hints[item.name]) for item in fields(hint)})
    kind, inner = get_origin(hint), get_args(hint)
    if kind is Literal:
        return st.sampled_from(inner)
    if kind is frozenset:
        return st.frozensets(anything(inner[0]), max_size=3)
    if kind is tuple and inner[-1] is Ellipsis:
        return st.lists(anything(inner[0]), max_size=3).map(tuple)
    if kind is tuple:
        return st.tuples(*map(anything, inner))
    return st.one_of(*map(anything, inner))


@settings(max_examples=400, deadline=None)
@given(st.one_of([anything(kind) for kind in MISSION.values()]))
def test_any_event_comes_back_the_same(event: ev.Event) -> None:
    assert same(through(event), event)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "must be a JSON object"),
        ({}, "no event None"),
        ({"e": 5}, "no event 5"),
        ({"e": "UnitMovd"}, "did you mean 'UnitsMoved'"),
        ({"e": "Adjusted"}, "text: this field is missing"),
        ({"e": "Adjusted", "text": "x", "more": 1}, "more: this field is unknown"),
        ({"e": "Adjusted", "text": 5}, "text: input should be a valid string"),
        ({"e": "UnitsMoved", "ids": ["a"], "path": ["K1"], "mf": "1"}, "mf: "),
        ({"e": "UnitsMoved", "ids": ["a"], "path": [1], "mf": 1}, "path.0: "),
        ({"e": "OptionSet", "name": "x", "on": 1}, "on: "),
        ({"e": "PhaseBegan", "turn": True, "side": "ENEMY", "phase": "MPh"}, "turn: "),
        ({"e": "PhaseBegan", "turn": 1, "side": "NOBODY", "phase": "MPh"}, "side: "),
        (
            {"e": "UnitAdded", "unit": {"id": "a", "side": "ENEMY", "kind": "hs", "type": "t", "code": "c", "z": 1}},
            "unit.z: this field is unknown",
        ),
    ],
)
def test_wrong_data_is_one_sentence(data: Any, words: str) -> None:
    with pytest.raises(SaveError, match=words) as error:
        decode_event(data)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        '"\\u001b[31m"', '"\x9b"', '["\\u202e"]', '{"\\u0007": 1}', '"\\ud800"', "1e400", "123456789012345678901",
        '{"a": 987654321e17}', "-12E+25", "NaN", "[" * 100_000, "9" * 5000, '"\x01"', "", "{",
        "[" * 60 + '"\\u00e9"' + "]" * 60,
    ],
)  # fmt: skip
def test_unsafe_json_is_refused(text: str) -> None:
    with pytest.raises(SaveError):
        read_json(text)


@pytest.mark.parametrize("data", ["\x1b[31m", "\ud800", float("nan"), float("inf"), 2**80, object()])
def test_what_could_not_be_read_back_is_not_written(data: Any) -> None:
    with pytest.raises(SaveError):
        write_json(data)


def test_only_what_differs_from_the_default_is_written() -> None:
    assert encode_event(ev.DiceSet()) == {"e": "DiceSet"}
    assert json.loads(write_json(encode_event(ev.OptionSet("a", False)))) == {
        "e": "OptionSet",
        "name": "a",
        "on": False,
    }


def test_a_field_json_cannot_carry() -> None:
    with pytest.raises(SaveError, match=r"MissionEnded\.details"):
        encode_event(ev.MissionEnded(1, 2, (), "x", {1: 2}))


@pytest.mark.parametrize(
    ("data", "event"),
    [
        ({"e": "UnitPut", "id": "a", "hex": None}, ev.UnitPut("a", "")),
        ({"e": "WeaponGiven", "id": "a", "holder": "b", "hex": None}, ev.WeaponGiven("a", "b")),
        (
            {
                "e": "UnitAdded",
                "unit": {"id": "a", "side": "ENEMY", "kind": "hs", "type": "A", "code": "a", "hex": None},
            },
            ev.UnitAdded(Unit("a", "ENEMY", "hs", "A", "a")),
        ),
        (
            {"e": "WeaponAdded", "weapon": {"id": "a", "side": "ENEMY", "type": "LMG", "code": "LMG", "hex": None}},
            ev.WeaponAdded(Weapon("a", "ENEMY", "LMG", "LMG")),
        ),
    ],
)
def test_older_saves_say_null_of_what_is_not_on_the_map(data: dict[str, Any], event: ev.Event) -> None:
    assert decode_event(data) == event


def test_null_is_no_other_hex() -> None:
    with pytest.raises(SaveError, match="hex"):
        decode_event({"e": "ControlChanged", "hex": None, "side": "ENEMY"})


@pytest.mark.parametrize(
    "data",
    [
        {"e": "UnitChanged", "id": "a", "gained": ["invincible"]},
        {"e": "UnitsChanged", "ids": ["a"], "lost": ["fired"]},
        {"e": "WeaponChanged", "id": "a", "gained": ["broken"]},
        {"e": "UnitAdded", "unit": {"id": "a", "side": "ENEMY", "kind": "sw", "type": "A", "code": "a"}},
    ],
)
def test_a_state_or_kind_that_nothing_has_is_one_short_sentence(data: dict[str, Any]) -> None:
    with pytest.raises(SaveError) as error:
        decode_event(data)
    assert len(str(error.value)) < 200


def test_every_state_is_listed_with_its_rule() -> None:
    assert get_args(Flag) == tuple(UNIT_FLAGS) and get_args(WeaponFlag) == tuple(WEAPON_FLAGS)


@pytest.mark.parametrize("text", ["[9007199254740992]", "[1e15, -1.5E-3]", '["12e", "E5", "0123456789"]'])
def test_what_only_looks_like_a_huge_number_is_read(text: str) -> None:
    assert read_json(text) == json.loads(text)
