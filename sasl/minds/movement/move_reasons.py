"""A move as it is shown (S9): what the price of each way is made of, and the figures of the doctrine behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sasl.content.tables.doctrine import Doctrine
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import counted
from sasl.minds import cc_acts
from sasl.minds.measures import risk
from sasl.minds.movement.command_range import CommandRange
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.last_turns import rushes
from sasl.minds.movement.ways.paths import FAR, Ground, march_left, to_go
from sasl.minds.movement.ways.prices import Option, assault, beside_vpo, odds_figure

MOST_REASONS = 6
"""How many ways are named."""
TOLD = 0.05
"""The MF from which a part of a price has words: they are not 0.0 in them."""


class Part(Frozen):
    """A part of a price: the figures of the doctrine behind it, its MF, what it is for; "" if that is said anyway."""

    figures: tuple[str, ...]
    mf: float
    words: str = ""


def reasons(land: Ground, goal: Aim, stay: Option, better: Sequence[Option]) -> list[str]:
    """The ways that are better than to stay, the best first, what staying would be, and the figures that decided."""
    shown = better[:MOST_REASONS]
    told = {option: parts_of(land, option, stay.left) for option in (*shown, stay)}
    lines = [words(option, told[option]) for option in shown]
    if len(better) > len(shown):
        lines.append(f"and {len(better) - len(shown)} more")
    leaves = land.must_leave()
    lines.append(f"it cannot stay: {leaves}" if leaves else f"to stay in {words(stay, told[stay])}")
    others = (*_in_the_open(land, better), *_by_mines(land, goal, told), *_by_guess(land, told))
    return [*lines, land.decider.doctrine.words(*names_of(told.values()), *others)]


def words(option: Option, parts: Iterable[Part], left: str = "MF from the goal") -> str:
    """`K20: 3 MF from the goal, harm 0.12 on the way, 0.05 there, 2 squads there already: 3.7`."""
    how = f" ({option.how})" if option.how else ""
    way = f"{option.left:g} {left}, " if option.left < FAR else ""
    open_ground = ", in the open" if option.exposed else ""
    on_way = f"{risk(option.on_way)} on the way, " if len(option.way.hexes) > 1 else ""
    harm = f"{on_way}{risk(option.there)} there{open_ground}"
    more = "".join(f", {part.words}" for part in parts if part.mf and part.words)
    return f"{option.way.end}{how}: {way}{harm}{more}: {option.worth:.1f}"


def names_of(priced: Iterable[Sequence[Part]]) -> Iterator[str]:
    """The figures that count in one of these prices, made of the same parts in the same order; the first ones always:
    by them danger is weighed, be there any or none.
    """
    for place, parts in enumerate(zip(*priced, strict=True)):
        if not place or any(part.mf for part in parts):
            yield from dict.fromkeys(name for part in parts for name in part.figures)


def parts_of(land: Ground, option: Option, here: float) -> list[Part]:
    """What makes up the price of a way beside the MF left to the goal; `here`: the MF left to it from the own hex."""
    figures, way, harm = land.figures, option.way, option.on_way + option.there
    vpo, track, crowd = land.objectives(way), land.takes(way), land.crowd(way.end)
    lost = figures.arrive * option.on_way * (max(0.0, here - option.left) + figures.goal * vpo + figures.track * track)
    covered = land.covered(way.end)
    return [
        Part((land.danger_figure,), land.danger_mf * harm),
        attacked(land, option),
        Part(("arrive",), lost, f"{lost:.1f} MF of its gain in doubt" * (lost >= TOLD)),
        Part(("cover-mf",), -figures.cover * (covered or not option.left), "cover" * covered),
        Part(("goal-mf",), -figures.goal * vpo, f"{vpo} VPO taken"),
        Part(("track-mf",), -figures.track * track, f"{counted(track, 'hex', 'hexes')} of railroad and road taken"),
        Part(("shelled-mf",), figures.shells * (way.end in land.shelled), "in the FFE"),
        Part(("crowd-mf",), figures.crowd * option.there * crowd, f"{squads(crowd)} there already"),
        _assault(land, option),
        outside(land, option),
        apart(land.command, land.decider.doctrine, way.end),
    ]


def attacked(land: Ground, option: Option) -> Part:
    """A8.2: what lies on a way and attacks for sure."""
    return Part(("residual-mf",), land.attacked(option.way), "Residual FP or a Fire Lane")


def _assault(land: Ground, option: Option) -> Part:
    """A11.1: the VPO into which men may advance from there, by the chance that they come there."""
    name, chance = option.way.end, 1 - land.figures.arrive * option.on_way
    figures, words = ("assault-mf", odds_figure(land)), f"beside the VPO {beside_vpo(land).get(name, '')}"
    return Part(figures, -assault(land, name) * chance, words)


def outside(land: Ground, option: Option) -> Part:
    """S16: who would be out of every leader's circle."""
    men = land.command.outside(option.way.end)
    return Part(("command-mf",), land.figures.command * men, f"{men} out of command")


def apart(command: CommandRange, doctrine: Doctrine, name: str) -> Part:
    """S16: how far from each other a side of few leaders would be with a stack in a hex."""
    words = f"{command.apart(name):.1f} hexes apart"
    return Part(("keep-with-leader", "few-leaders"), command.price(doctrine, name), words)


def squads(number: float) -> str:
    """`1 squad`, `1.5 squads`."""
    return f"{number:g} squad{'s' * (number != 1)}"


def _in_the_open(land: Ground, better: Sequence[Option]) -> Iterator[str]:
    """S9, S12.5: the figures by which ways into the open, or up to enemies at poor odds, come last or do not."""
    last = land.decider.doctrine.value("open-last") and any(option.exposed for option in better)
    if rushes(land.game, land.decider):
        bold = better and cc_acts.stands_off(land.game, land.decider, better[0].way.end, land.units)
        yield from ("rush-turns",) * bool(last or bold)
    elif last:
        yield from ("open-last", "open-harm")


def _by_mines(land: Ground, goal: Aim, ways: Iterable[Option]) -> Iterator[str]:
    """Whether known mines lie on the way left to the goal from any of these ends."""
    left, plain = to_go(land, goal.hex), march_left(land.game.board, goal.hex, frozenset(), 0.0)
    if any(left.get(option.way.end, FAR) != plain.get(option.way.end, FAR) for option in ways):
        yield "mine-mf"


def _by_guess(land: Ground, ways: Iterable[Option]) -> Iterator[str]:
    """S5: what an S? is held to be good for, where one sees any of these ends."""
    threats = land.harm.threats
    seen = (number for option in ways for number, *_ in threats.seeing(land.game, option.way.end))
    if any(not threats.items[number].sure for number in seen):
        comes = land.decider.doctrine.value("suspect-fire") > 0
        yield from ("suspect-fire", "suspect-normal") if comes else ("suspect-fp", "suspect-range")
