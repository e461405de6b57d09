"""Which states a counter may have, by its kind: a squad never malfunctions, only a vehicle is a wreck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sasl.campaign.campaign_state import FLAGS, MMC, SMC, VEHICLES, Piece

MEN = (*MMC, *SMC)
WEAPONS = ("sw", "gun", *VEHICLES)

SUITS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("broken", "disrupted", "fanatic", "berserk", "prisoner"), MEN),
    "encircled": (*MEN, *VEHICLES),
    **dict.fromkeys(("wounded", "heroic"), SMC),
    **dict.fromkeys(("armor-leader", "commissar"), ("leader",)),
    "unarmed": MMC,
    "assault-engineer": MMC,
    **dict.fromkeys(("malfunctioned", "disabled"), WEAPONS),
    "dismantled": ("sw", "gun"),
    "hooked": ("gun",),
    **dict.fromkeys(("mg-malfunctioned", "mg-disabled", "stunned", "shocked", "uk"), VEHICLES),
    **dict.fromkeys(
        ("immobile", "bogged", "mired", "recalled", "abandoned", "motion", "wreck", "burnt-out", "scrounged",
         "dug-in", "has-fought"),
        ("vehicle",),
    ),
}  # fmt: skip
"""The kinds of counter that come to a state; one that is not named here any counter may have."""
NOT_CUPOLA = ("wreck", "burnt-out", "abandoned", "captured", "disabled")
"""OtO 4.1: the states that no cupola comes to."""

KINDS = {"hs": "HS", "sw": "SW", "gun": "Gun", "oba": "module"}
"""Kinds of counter in words, where they are not their own."""


def unsuited(piece: Piece, states: Iterable[str]) -> str:
    """Why a counter cannot have one of these states; "" if it may have them all."""
    for state in states:
        if piece.kind == "cupola" and state in NOT_CUPOLA:
            return f"a cupola is never {FLAGS[state]}: its crew stays, and it leaves no wreck (OtO 4.1)"
        if state in SUITS and piece.kind not in SUITS[state]:
            return f"{piece.id} is a {KINDS.get(piece.kind, piece.kind)}: it is never {FLAGS[state]}"
    return ""
