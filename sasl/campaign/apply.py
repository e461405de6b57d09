"""`apply(state, event)` of a campaign: the only place that changes its state. It never rolls and never decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from sasl.asl.game import events as ev
from sasl.campaign import events as cev
from sasl.campaign.state import CampaignState

T = TypeVar("T")
Handler = Callable[[CampaignState, Any], CampaignState]
_HANDLERS: dict[type[ev.Event], Handler] = {}


def apply(state: CampaignState, event: ev.Event) -> CampaignState:
    """The state after `event`. KeyError if the event speaks of something that is not there."""
    return _HANDLERS[type(event)](state, event)


def _on(kind: type[ev.Event]) -> Callable[[Handler], Handler]:
    def register(function: Handler) -> Handler:
        _HANDLERS[kind] = function
        return function

    return register


def _with(mapping: Mapping[str, T], key: str, value: T) -> dict[str, T]:
    return {**mapping, key: value}


def _without(mapping: Mapping[str, T], key: str) -> dict[str, T]:
    return {name: value for name, value in mapping.items() if name != key}


@_on(ev.Rolled)
@_on(ev.DiceSet)
def _dice(state: CampaignState, event: ev.Event) -> CampaignState:
    after: CampaignState = event.apply(state)
    return after


@_on(ev.OptionSet)
def _option_set(state: CampaignState, event: ev.OptionSet) -> CampaignState:
    return replace(state, options=_with(state.options, event.name, event.on))


@_on(cev.SideActed)
@_on(ev.Told)
@_on(ev.Adjusted)
@_on(ev.Decided)
def _words(state: CampaignState, event: ev.Event) -> CampaignState:
    return state


@_on(ev.Passed)
def _passed(state: CampaignState, event: ev.Passed) -> CampaignState:
    return replace(state, passed=state.passed | {event.key})


@_on(cev.StageSet)
def _stage_set(state: CampaignState, event: cev.StageSet) -> CampaignState:
    fought = int(event.stage == "scenario")
    return replace(state, stage=event.stage, step=-1, done=(), passed=frozenset(), scenario=state.scenario + fought)


@_on(cev.StepBegan)
def _step_began(state: CampaignState, event: cev.StepBegan) -> CampaignState:
    done = state.done if state.step < 0 else (*state.done, state.step)
    if event.step <= state.step:  # no scenario was generated: the steps from here on come again
        done = tuple(number for number in done if number < event.step)
    return replace(state, step=event.step, done=done, passed=frozenset())


@_on(cev.DateBegan)
def _date_began(state: CampaignState, event: cev.DateBegan) -> CampaignState:
    return replace(state, date=event.date)


@_on(cev.NumberSet)
def _number_set(state: CampaignState, event: cev.NumberSet) -> CampaignState:
    return replace(state, numbers=_with(state.numbers, f"{event.side}.{event.name}", event.value))


@_on(cev.FactSet)
def _fact_set(state: CampaignState, event: cev.FactSet) -> CampaignState:
    return replace(state, facts=_with(state.facts, event.name, event.value))


@_on(cev.PieceAdded)
def _piece_added(state: CampaignState, event: cev.PieceAdded) -> CampaignState:
    return replace(_serial(state, event.piece.id), pieces=_with(state.pieces, event.piece.id, event.piece))


@_on(cev.PieceChanged)
def _piece_changed(state: CampaignState, event: cev.PieceChanged) -> CampaignState:
    piece = state.pieces[event.id]
    changes: dict[str, Any] = {
        name: value
        for name in ("type", "kind", "box", "hex", "holder", "side", "modifier", "stood")
        if (value := getattr(event, name)) is not None
    }
    flags = piece.flags | set(event.gains)
    changed = replace(piece, flags=flags - set(event.loses), **changes)
    return replace(state, pieces=_with(state.pieces, event.id, changed))


@_on(cev.PieceGone)
def _piece_gone(state: CampaignState, event: cev.PieceGone) -> CampaignState:
    gone = replace(state.pieces[event.id], box="gone", hex="", holder="")
    pieces = _with(state.pieces, event.id, gone)
    for key, piece in pieces.items():
        if piece.holder == event.id:
            pieces = _with(pieces, key, replace(piece, holder=""))
    return replace(state, pieces=pieces)


@_on(cev.GroupBought)
def _group_bought(state: CampaignState, event: cev.GroupBought) -> CampaignState:
    return replace(
        _serial(state, event.purchase.id), purchases=_with(state.purchases, event.purchase.id, event.purchase)
    )


@_on(cev.GroupDropped)
def _group_dropped(state: CampaignState, event: cev.GroupDropped) -> CampaignState:
    return replace(state, purchases=_without(state.purchases, event.id))


@_on(cev.WorkPut)
def _work_put(state: CampaignState, event: cev.WorkPut) -> CampaignState:
    return replace(_serial(state, event.work.id), works=_with(state.works, event.work.id, event.work))


@_on(cev.WorkGone)
def _work_gone(state: CampaignState, event: cev.WorkGone) -> CampaignState:
    return replace(state, works=_without(state.works, event.id))


@_on(cev.HexesControlled)
def _hexes_controlled(state: CampaignState, event: cev.HexesControlled) -> CampaignState:
    named = frozenset(event.hexes)
    rest = {name: side for name, side in state.control.items() if name not in named}
    taken = dict.fromkeys(event.hexes, event.side) if event.side else {}
    return replace(state, control={**rest, **taken})


@_on(cev.PerimeterSet)
def _perimeter_set(state: CampaignState, event: cev.PerimeterSet) -> CampaignState:
    return replace(state, perimeters={**state.perimeters, event.side: event.loops})


@_on(cev.AreasSet)
def _areas_set(state: CampaignState, event: cev.AreasSet) -> CampaignState:
    return replace(state, areas=event.areas)


@_on(cev.RosterWritten)
def _roster_written(state: CampaignState, event: cev.RosterWritten) -> CampaignState:
    key = event.line.side, event.line.date
    rest = tuple(line for line in state.roster if (line.side, line.date) != key)
    return replace(state, roster=(*rest, event.line))


@_on(cev.Covered)
def _covered(state: CampaignState, event: cev.Covered) -> CampaignState:
    secrets = state.secrets | {event.name} if event.on else state.secrets - {event.name}
    return replace(state, secrets=secrets)


@_on(cev.CampaignEnded)
def _campaign_ended(state: CampaignState, event: cev.CampaignEnded) -> CampaignState:
    return replace(state, stage="over", outcome=f"{event.winner.capitalize()} victory" if event.winner else "a draw")


def _serial(state: CampaignState, new_id: str) -> CampaignState:
    """Remember that an id was given out, so that none is ever used again."""
    code = new_id.rstrip("0123456789").lower()
    number = int(new_id[len(code) :] or 0)
    return replace(state, serials=_with(state.serials, code, max(number, state.serials.get(code, 0))))
