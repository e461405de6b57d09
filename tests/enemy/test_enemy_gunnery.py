"""Which shots a Gun, vehicle or LATW has, and in which order (6.5, house rules 7)."""

from __future__ import annotations

from field import ENEMY, FRIENDLY, Tabletop, field
from staffs import staff

from sasl.enemy import gunnery
from sasl.enemy.targets import Choice
from sasl.game.state import Side


def shots(table: Tabletop, unit_id: str, side: Side = "ENEMY") -> list[Choice]:
    return gunnery.choices(table.game, staff(side), table.unit(unit_id))


def lines(table: Tabletop, unit_id: str, side: Side = "ENEMY") -> list[str]:
    return [choice.line for choice in shots(table, unit_id, side)]


def gun(table: Tabletop, side: str, name: str, place: str, ca: str = "") -> str:
    """A Gun with its crew."""
    key = table.new(side, f'"{name}"' if " " in name else name, place)
    table.new(side, "2-2-8", place)
    if ca:
        table.do(f"set {key} ca {ca}")
    return key


def test_6_5_an_at_gun_looks_at_the_afv_first_and_fires_ap_at_it() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "75L AT", "K10")
    tank = table.new(FRIENDLY, "T-34 M43", "K16")
    table.new(FRIENDLY, "6-2-8", "K14")
    found = lines(table, key)
    assert found[0] in (f"fire {key} K16 at {tank} ap", f"fire {key} K16 at {tank} apcr")
    assert any(line.startswith(f"fire {key} K14 infantry he") for line in found)
