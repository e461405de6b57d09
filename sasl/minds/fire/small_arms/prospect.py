"""What fire from some hexes would do to the targets in one: harm by column, DRM and cowering, as pure numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from sasl.asl.fire.target_groups import TargetGroup, Targets
from sasl.asl.game.context import Game
from sasl.minds.act import Decider
from sasl.minds.fire import chances, harm
from sasl.minds.fire.chances import Chart, Marks, Profile
from sasl.minds.fire.harm import Figures


class Weighed:
    """The targets in one hex with what harm to them is worth to a side."""

    def __init__(self, game: Game, decider: Decider, targets: Targets) -> None:
        self.game, self.targets = game, targets
        self.theirs = harm.Scale(game, harm.theirs(game, decider))
        self.ours = harm.Scale(game, harm.ours(game, decider))
        self.side = decider.side
        self._prospects: dict[tuple[str, ...], Prospect] = {}

    def from_(self, places: tuple[str, ...]) -> Prospect:
        """What fire out of these hexes would do."""
        found = self._prospects.get(places)
        if found is None:
            found = self._prospects[places] = self._look(places)
        return found

    def _look(self, places: tuple[str, ...]) -> Prospect:
        groups = self.targets.groups(places)
        units = self.game.state.units
        mixed = any(units[key].side == self.side for group in groups for key in group.ids)
        return Prospect(
            chances.chart_of(self.game),
            self.targets.hindrance(places),
            tuple(groups),
            tuple(self.theirs.figures(group.ids) for group in groups),
            tuple(self.ours.figures(group.ids) for group in groups) if mixed else (),
        )


@dataclass
class Prospect:
    """The targets of one hex as they are seen from some hexes: in groups, with their worth to either side.

    `ours`: harm to men of the own side, in a Melee, is taken off; () where there are none.
    """

    chart: Chart
    hindrance: int
    groups: tuple[TargetGroup, ...]
    theirs: tuple[Figures, ...]
    ours: tuple[Figures, ...]
    _known: dict[tuple[int, int, int, int], float] = field(default_factory=dict)

    @property
    def unclear(self) -> bool:
        """Whether there is anybody at whom only half the FP counts."""
        return bool(self.groups) and self.groups[-1].unclear

    def harm(self, column: int, unclear: int, drm: int, cowers: int) -> float:
        """The expected harm of an attack on these columns, `unclear` at concealed targets, with this DRM of the firers'
        side; exact over the dice, cowering included.
        """
        key = (column, unclear, drm, cowers)
        found = self._known.get(key)
        if found is None:
            found = chances.expected(self._profile(self.theirs, *key))
            if self.ours:
                found -= chances.expected(self._profile(self.ours, *key))
            self._known[key] = found
        return found

    def profile(self, column: int, unclear: int, drm: int, cowers: int) -> Profile:
        """The chances of harm to the other side, by weight."""
        return self._profile(self.theirs, column, unclear, drm, cowers)

    def _profile(self, figures: tuple[Figures, ...], column: int, unclear: int, drm: int, cowers: int) -> Profile:
        if not self.groups:
            return ()
        marks = tuple(
            Marks(unclear if group.unclear else column, drm + group.drm, 0, *each)
            for group, each in zip(self.groups, figures, strict=True)
        )
        return chances.attack(self.chart, marks[0].column, marks, cowers, 0, False)
