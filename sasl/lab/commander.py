"""What is decided before a watched mission begins: the switches, the doctrines, the set-up. Then the minds play."""

from __future__ import annotations

from sasl.asl.game.context import Question

SWITCHES = (
    "option ask-los off",
    "option mf-limit off",
    "option confirm-fire off",
    "option confirm-acts off",
    "option fire-stops off",
)
"""What is switched before anything else: nothing is shown or asked that a mind decides anyway."""

SETUP_ORDERS = {
    "boards": ("next",),
    "tables": ("next",),
    "suspects": ("next",),
    "wrecks": ("wreck auto", "next"),
    "force": ("next",),
    "set-up": ("deploy", "next"),
}
"""What is typed in each stage of set-up."""


def doctrine_orders(enemy: str = "", friendly: str = "", command: str = "") -> tuple[str, ...]:
    """The commands that choose other doctrines, or another variant of Command Control (16), than the usual ones."""
    orders = (f"doctrine {enemy}" * bool(enemy), f"doctrine {friendly} friendly" * bool(friendly))
    return tuple(filter(None, (*orders, f"command {command}" * bool(command))))


def answer(question: Question) -> str:
    """The answer to what no mind decides: the program's own proposal."""
    return question.default
