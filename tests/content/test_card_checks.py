"""A mission card that makes no game: what lint says of it, on copies of the template."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sasl.content.library import Library, shipped_root
from sasl.content.missions.mission import Mission
from sasl.kernel.frozen import replace
from sasl.solitaire.checks.advice import advice
from sasl.solitaire.checks.card_checks import card_faults
from tests.content.test_planted_faults import lint

TEMPLATE = shipped_root() / "docs" / "template"
LIBRARY = Library(shipped_root(), (TEMPLATE,))
MISSION: Mission = LIBRARY.mission("my-mission")


def faults(mission: Mission) -> list[str]:
    return [f"{'.'.join(map(str, place))}: {text}" for place, text in card_faults(LIBRARY, mission)]


def test_12_6_a_schedule_by_which_nobody_can_win() -> None:
    assert not faults(MISSION)
    assert "vp: nothing counts for VP: every game would end 0 to 0 (S12.6)" in faults(replace(MISSION, vp=[]))[0]
    (line,) = MISSION.vp
    idle = replace(line, friendly=0, enemy=0)
    assert "vp.0: this line gives nobody a VP" in faults(replace(MISSION, vp=[idle]))[0]
    half = replace(line, otherwise="ENEMY")
    assert "vp.0: 'otherwise' and 'otherwise_points' belong together" in faults(replace(MISSION, vp=[half]))[0]


def test_an_oob_in_which_nothing_can_take_a_vpo() -> None:
    (group,) = MISSION.force
    leader, squads, sw = group.items
    alone = replace(MISSION, force=[replace(group, items=[leader, sw])])
    assert "force: the force has no squad, HS, crew or vehicle: nothing of it can take a VPO" in faults(alone)[0]
    for item in (squads, replace(squads, type="T-34 M43"), replace(leader, table="generation.r2", column="")):
        assert not faults(replace(MISSION, force=[replace(group, items=[leader, item])])), item


def test_4_1_an_s_or_gun_of_the_enemy_in_the_friendly_set_up_area_is_a_fault(tmp_path: Path) -> None:
    text = (TEMPLATE / "missions" / "my-mission.yaml").read_text(encoding="utf-8")
    wrong = text.replace(
        "    # - {case: ours, per: hex, hexes: [C3], ", "    - {case: ours, per: hex, hexes: [C3, E9], ", 1
    )
    wrong = wrong.replace("  # guns:\n  #   - {hex: C4,", "  guns:\n    - {hex: A9,", 1).replace(
        "ca: C5/D4", "ca: A8/B8", 1
    )
    pack = _pack(tmp_path, wrong)
    found = lint("--tables", str(pack))
    at = {re.sub(r".*:(\d+): ", "", line).split(":")[0] for line in found}
    assert at == {"suspects.cases.3.hexes.1", "enemy_set_up.guns.0.hex"}, found
    assert all("lies in the FRIENDLY set-up area: an ENEMY " in line for line in found)


def test_a_force_that_sets_up_on_the_enemys_side_of_its_line_is_warned_of(tmp_path: Path) -> None:
    pack = _pack(tmp_path, (TEMPLATE / "missions" / "my-mission.yaml").read_text(encoding="utf-8"))
    library = Library(shipped_root(), (pack,))
    before = advice(library, [library.mission("my-mission")])
    card = pack / "missions" / "my-mission.yaml"
    text = card.read_text(encoding="utf-8").replace("set_up_side: south", "set_up_side: north", 1)
    card.write_text(text, encoding="utf-8")
    library = Library(shipped_root(), (pack,))
    line = text[: text.index("set_up_side: north")].count("\n") + 1
    (told,) = set(advice(library, [library.mission("my-mission")])) - set(before)
    assert f":{line}: area.set_up_side: the force sets up on the ENEMY's side of the line, toward the north" in told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hexes: [E4, G5]\n  provenance: user", "hexes: [E4, G5]\n  provenance: house"),
        ("rule: S4.1d, provenance: user", "rule: 4.1d, provenance: house"),
        ("text: each VPO controlled, provenance: user", "text: each VPO controlled, provenance: reconstructed"),
    ],
)
def test_a_house_figure_of_a_card_says_why(tmp_path: Path, old: str, new: str) -> None:
    text = (TEMPLATE / "missions" / "my-mission.yaml").read_text(encoding="utf-8").replace(old, new, 1)
    found = lint("--tables", str(_pack(tmp_path, text)))
    line = text[: text.index(new)].count("\n") + 1 + new.count("\n")
    word = new.rsplit(" ", 1)[1]
    assert len(found) == 1 and f":{line}: " in found[0] and f"provenance {word} needs a 'note'" in found[0], found


def test_c3_2_the_vertices_of_a_hex_at_the_edge_have_no_names_that_no_map_has(tmp_path: Path) -> None:
    text = (shipped_root() / "missions" / "oto-s1.yaml").read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(text.replace("{hex: I10,", "{hex: H0,", 1), encoding="utf-8")
    (found,) = lint(str(tmp_path / "mine.yaml"))
    assert "H10/I11 is not a vertex of H0; its vertices are " in found and not re.search(
        r"-\d", found.split(" are ")[1]
    )


def _pack(tmp_path: Path, card: str) -> Path:
    """Write the template into a folder, with this card in the place of its own."""
    for path in TEMPLATE.rglob("*.yaml"):
        copy = tmp_path / "pack" / path.relative_to(TEMPLATE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(card if path.parent.name == "missions" else path.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path / "pack"
