"""How the program plays a side of a campaign, and the model of made-up results: `tables/campaigns/strategies`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from pydantic import Field

from sasl.content.missions.campaign import SIDES, GroupKind, Nation
from sasl.content.reading.card import Id, Text, Word
from sasl.content.reading.faults import File, collected, named, nearest, refuse
from sasl.content.reading.yamlfile import read_yaml
from sasl.content.tables.table_files import FigureModel, Sourced, Strict

Weight = Annotated[float, Field(strict=False, ge=0, le=1000)]
Chance = Annotated[float, Field(strict=False, ge=0, le=1)]

FIGURES = (
    "save", "save-last", "again", "kinds-first", "hexes", "attack", "attack-last", "counterattack", "night", "recon",
    "exchange", "escape", "clear", "commissars", "fort-lot",
)  # fmt: skip
"""Every figure that a side's strategy must have."""
SET_UP_FIGURES = (
    "set-up-infantry", "set-up-guns", "set-up-vehicles", "set-up-cover", "set-up-objective", "set-up-apart",
    "set-up-dummies",
)  # fmt: skip
"""Figures of the set-up; a strategy without them, such as one written before they were, takes the standard ones."""
EVERY_FIGURE = (*FIGURES, *SET_UP_FIGURES)


class SideStrategy(Strict):
    """How one side is played: what it likes to buy, and its thresholds.

    `kinds` weigh the kinds of groups, `groups` single lines of the chart (times their kind), `ways` how they come into
    play (`usual` names none), `forts` the lines of the fortification chart. A weight of 0 is never chosen; what is not
    named weighs 1.
    """

    kinds: dict[GroupKind, Weight] = {}
    groups: dict[Annotated[str, Field(pattern=r"^[A-Z][0-9]{1,2}$")], Weight] = {}
    ways: dict[Word, Weight] = {}
    forts: dict[Id, Weight] = {}
    figures: dict[Word, FigureModel]

    def value(self, name: str) -> float:
        """The figure `name`; ContentError if there is none."""
        return named(self.figures, name, "the strategy has no figure").value


class Strategy(Sourced):
    """How the program plays both sides of a campaign."""

    strategy: Id
    title: Text
    summary: Text
    worth: dict[Word, Weight] = Field(description="what a counter of a kind adds to strength; an MMC this for each FP")
    sides: dict[Nation, SideStrategy]


class Fates(Strict):
    """What may become of a counter of one kind in a made-up scenario: each with its chance, the rest comes through.

    `lost` eliminates it; any other word is a state that it is left with.
    """

    kinds: list[Word] = Field(min_length=1)
    lost: Chance
    states: dict[Word, Chance] = {}
    note: Text = ""


class MadeUp(Sourced):
    """The stated model of results that stands for the scenarios of a watched campaign."""

    made_up: Id
    title: Text
    summary: Text
    worth: dict[Word, Weight] = Field(description="what a counter of a kind adds to strength; an MMC this for each FP")
    fates: list[Fates] = Field(min_length=1)
    ob: dict[Nation, dict[Word, int]] = Field(default={}, description="the initial OB, where a campaign has none")
    later: dict[Nation, dict[Word, int]] = Field(default={}, description="what a later date brings there")
    figures: dict[Word, FigureModel]

    def value(self, name: str) -> float:
        """The figure `name`; ContentError if there is none."""
        return named(self.figures, name, "the made-up results have no figure").value


def load_strategy(path: File) -> Strategy:
    """The strategy in a file. ContentError by line."""
    document = read_yaml(path)
    model = document.parse(Strategy)
    faults = []
    for side in SIDES:
        if side not in model.sides:
            faults.append(document.fault(("sides",), f"'{side}' is missing"))
            continue
        known = model.sides[side].figures
        faults += [document.fault(("sides", side, "figures"), f"'{name}' is missing") for name in FIGURES
                   if name not in known]  # fmt: skip
        faults += [document.fault(("sides", side, "figures", name), f"unknown figure{nearest(name, EVERY_FIGURE)}")
                   for name in known if name not in EVERY_FIGURE]  # fmt: skip
    if model.provenance in ("house", "reconstructed") and not model.note:
        faults.append(document.fault(("provenance",), "say in a note why"))
    refuse(faults)
    return model


def load_made_up(path: File) -> MadeUp:
    """The model of results in a file. ContentError by line."""
    document = read_yaml(path)
    model = document.parse(MadeUp)
    faults = [
        document.fault(("fates", number), "the chances come to more than 1")
        for number, item in enumerate(model.fates)
        if item.lost + sum(item.states.values()) > 1
    ]
    refuse(faults)
    return model


def load_strategies(paths: Iterable[File]) -> tuple[Mapping[str, Strategy], Mapping[str, MadeUp]]:
    """The strategies and the models of these files by id; later files win. ContentError by file and line."""
    strategies: dict[str, Strategy] = {}
    models: dict[str, MadeUp] = {}
    faults: list[str] = []
    for path in paths:
        with collected(faults):
            if "made_up" in read_yaml(path).data:
                model = load_made_up(path)
                models[model.made_up] = model
            else:
                strategy = load_strategy(path)
                strategies[strategy.strategy] = strategy
    refuse(faults)
    return strategies, models
