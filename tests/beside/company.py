"""A few units, what the player does with them in VASL, and the sentences and orders that come of it."""

from __future__ import annotations

from made_game import Laid
from tabletop import Tabletop, bare

from sasl.saves.session import Session

SENTENCES = [
    "K20: 628a (6-2-8) with LMGa stands in K18 in VASL",
    "K20: 91a (9-1) stands in K18 in VASL",
    "M20: 628b (6-2-8) stands in M18 in VASL",
    "O20: 458a (4-5-8) stands in O19 in VASL",
    "P14: S? is in VASL and not here",
    "Q20: 458b (4-5-8) is broken in VASL and not here",
]
TOGETHER = ["K20: 628a with LMGa and 91a stand in K18 in VASL", *SENTENCES[2:]]
"""The same, a stack in one sentence."""
ORDERS = ["move 628a,91a K19 K18", "move 628b M19 M18", "move 458a O19", "suspect add P14", "break 458b"]


def company() -> Tabletop:
    table = bare()
    table.new("friendly", "6-2-8", "K20")
    table.new("friendly", "9-1", "K20")
    table.new("friendly", "LMG")
    table.do("give LMGa 628a")
    for name, place in (("6-2-8", "M20"), ("4-5-8", "O20"), ("4-5-8", "Q20")):
        table.new("friendly", name, place)
    table.new("enemy", "4-6-7", "P4", "concealed")
    table.suspect("M10")
    return table


def changed(table: Tabletop) -> Laid:
    laid = Laid(table.game).move("628a", "K18").move("91a", "K18").move("628b", "M18").move("458a", "O19")
    return laid.mark("458b", "broken").suspect("P14")


def commands(session: Session) -> list[str]:
    return [moment.command for moment in session.moments[1:]]
