"""Every fact of a campaign as one line of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sasl.asl.game.events import Event
from sasl.campaign import events as cev
from sasl.campaign.state import BOXES, FLAGS
from sasl.kernel.text import listed

_WORDS: dict[type[Event], Callable[[Any], str]] = {}


def describe(event: Event) -> str:
    """The event in one line; empty for what needs no words."""
    words = _WORDS.get(type(event))
    return words(event) if words else event.describe()


def _on(kind: type[Event]) -> Callable[[Callable[[Any], str]], Callable[[Any], str]]:
    def register(function: Callable[[Any], str]) -> Callable[[Any], str]:
        _WORDS[kind] = function
        return function

    return register


def _because(why: str) -> str:
    return f" ({why})" if why else ""


NAMES = {
    "cpp": "CPP", "fpp": "FPP", "san": "SAN", "elr": "ELR", "cvp": "CVP earned", "evp": "EVP earned", "lvp": "LVP",
    "suffered": "CVP suffered", "vp": "VP", "cpp-start": "CPP at the start", "cpp-gained": "CPP gained",
    "cpp-total": "CPP in all", "cpp-spent": "CPP spent", "cpp-left": "CPP left", "recon": "Locations for Recon",
    "earned": "CVP earned in the scenario", "wins": "scenarios won", "evp-scenario": "EVP in the scenario",
    "attacks": "Attack chits used", "stone": "Stone Locations gained", "stone-all": "all Stone Locations",
}  # fmt: skip
KEPT = ("losses", "since-idle", "wins-last-day", "idle", "idle-ever", "night-scenarios", "suffered-total")
"""Figures that only tables ask for."""
KEPT_LISTS = ("leader-rolls.", "fort.")


def figure_name(name: str) -> str:
    """A figure in words; nothing for one that is book-keeping only."""
    return "" if name in KEPT or name.startswith(KEPT_LISTS) or name.endswith("-typed") else NAMES.get(name, name)


def fact_name(name: str) -> str:
    """A word about the campaign by its name: `EC`, `Sets up first`; nothing for what tables keep of the last date."""
    if name.endswith(".before") or name.startswith("shown."):
        return ""
    return "EC" if name == "ec" else name.replace("-", " ").replace(".", ", ").capitalize()


@_on(cev.StageSet)
def _stage_set(event: cev.StageSet) -> str:
    return {"initial": "Before the Initial Scenario", "scenario": "The scenario", "refit": "REORGANIZATION PHASE",
            "over": "The campaign is over"}[event.stage]  # fmt: skip


@_on(cev.StepBegan)
def _step_began(event: cev.StepBegan) -> str:
    return f"-- {event.title}"


@_on(cev.DateBegan)
def _date_began(event: cev.DateBegan) -> str:
    return f"CG Date {event.title}"


@_on(cev.NumberSet)
def _number_set(event: cev.NumberSet) -> str:
    name = figure_name(event.name)
    return f"{event.side.capitalize()} {name} {event.value}{_because(event.why)}" if name else ""


@_on(cev.FactSet)
def _fact_set(event: cev.FactSet) -> str:
    name = fact_name(event.name)
    return f"{name}: {event.value or 'none'}{_because(event.why)}" if name else ""


@_on(cev.PieceAdded)
def _piece_added(event: cev.PieceAdded) -> str:
    piece = event.piece
    where = piece.hex or BOXES[piece.box]
    return f"{piece.side.capitalize()} {piece.id} {piece.type} joins, {where}{_because(event.why)}"


@_on(cev.PieceChanged)
def _piece_changed(event: cev.PieceChanged) -> str:
    if event.stood is not None:
        return ""
    parts = [f"+{FLAGS.get(flag, flag)}" for flag in event.gains]
    parts += [f"-{FLAGS.get(flag, flag)}" for flag in event.loses]
    if event.type is not None:
        parts.append(f"becomes {event.type}")
    if event.side is not None:
        parts.append(f"goes over to the {event.side.capitalize()} side")
    if event.box is not None:
        parts.append(BOXES[event.box])
    if event.hex:
        parts.append(f"in {event.hex}")
    if event.holder is not None:
        parts.append(f"with {event.holder}" if event.holder else "is left")
    return f"{event.id} {', '.join(parts) or 'changes'}{_because(event.why)}"


@_on(cev.PieceGone)
def _piece_gone(event: cev.PieceGone) -> str:
    return f"{event.id} is Eliminated{_because(event.why)}"


@_on(cev.GroupBought)
def _group_bought(event: cev.GroupBought) -> str:
    item = event.purchase
    words = [f"{item.side.capitalize()} {item.group} ({item.id})"]
    words += [f"{item.cost} CPP"] * bool(item.cost) + [item.setup] * bool(item.setup) + list(item.extras)
    return ", ".join([*words, *([item.strength] if item.strength else [])]) + _because(event.why)


@_on(cev.GroupDropped)
def _group_dropped(event: cev.GroupDropped) -> str:
    return f"{event.id} is not bought{_because(event.why)}"


@_on(cev.WorkPut)
def _work_put(event: cev.WorkPut) -> str:
    work = event.work
    return f"{work.text or work.kind} {work.id} {'in ' + work.hex if work.hex else 'to be placed'}{_because(event.why)}"


@_on(cev.WorkGone)
def _work_gone(event: cev.WorkGone) -> str:
    return f"{event.id} is removed{_because(event.why)}"


@_on(cev.HexesControlled)
def _hexes_controlled(event: cev.HexesControlled) -> str:
    who = f"{event.side.capitalize()} controls" if event.side else "Nobody controls"
    return f"{who} {listed(event.hexes, 8)}{_because(event.why)}"


@_on(cev.PerimeterSet)
def _perimeter_set(event: cev.PerimeterSet) -> str:
    hexes = sum(map(len, event.loops))
    size = f"{hexes} Front Line hexes in {len(event.loops)} loops"
    return f"{event.side.capitalize()} perimeter: {size}{_because(event.why)}"


@_on(cev.AreasSet)
def _areas_set(event: cev.AreasSet) -> str:
    words = [f"type {area.type} around {area.hexes[0]} ({len(area.hexes)} hexes)" for area in event.areas if area.hexes]
    return "Isolated Areas: " + ("; ".join(words) or "none")


@_on(cev.RosterWritten)
def _roster_written(event: cev.RosterWritten) -> str:
    return ""


@_on(cev.Covered)
def _covered(event: cev.Covered) -> str:
    return f"{event.name.replace('.', ' ').capitalize()}: {'kept secret' if event.on else 'shown'}"


@_on(cev.SideActed)
def _side_acted(event: cev.SideActed) -> str:
    return f"{event.side.capitalize()} side: {event.line}{_because(event.why)}"


@_on(cev.CampaignEnded)
def _campaign_ended(event: cev.CampaignEnded) -> str:
    lines = "; ".join(f"{side.capitalize()} {text}: {points}" for text, side, points in event.lines)
    winner = f"{event.winner.capitalize()} wins" if event.winner else "nobody wins"
    return f"CAMPAIGN END{_because(event.why)}: {winner}. {lines}"
