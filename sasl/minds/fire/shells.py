"""What a shot of ordnance is expected to do: To Hit, then To Kill or the IFT, exact over the dice (6.5, C3, C7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import cases, ordnance, strikes, to_hit, to_kill
from sasl.asl.ordnance.aim import Shot
from sasl.asl.ordnance.to_hit import Hit
from sasl.asl.ordnance.to_kill import Kill
from sasl.kernel.records import Modifier
from sasl.minds.act import Decider
from sasl.minds.fire import chances, harm
from sasl.minds.fire.chances import Man, Marks, Piece, Profile
from sasl.minds.fire.harm import Worth

KILLS = ("burning", "destroyed", "shock", "immobilized")
"""The To Kill effects that are harm by themselves (C7.3)."""
Hits = Sequence[tuple[tuple[str, ...], Hit]]


class Aimed(NamedTuple):
    """A shot in numbers: the Modified To Hit number, and its targets in groups with the DRM of each."""

    number: int
    groups: list[tuple[tuple[str, ...], int]]


def aimed(game: Game, shot: Shot) -> Aimed:
    """The To Hit number and DRM of a shot."""
    return Aimed(ordnance.modified(game, shot), cases.drms(game, shot))


def of_shot(game: Game, decider: Decider, shot: Shot, at: Aimed | None = None) -> float:
    """The expected harm of a shot that may be made; one of SMOKE hurts nobody. The PF Check is not counted in.

    `at`: what it is in numbers, if that is known.
    """
    if shot.ammo == "smoke":
        return 0.0
    number, groups = at or aimed(game, shot)
    targets = [(ids, drm) for ids, drm in groups if ids]
    if not targets:
        return 0.0
    landed = [
        (chance, [(ids, hit) for (ids, _), hit in zip(targets, hits, strict=True) if hit])
        for hits, chance in to_hit.throws(game.library, shot.aim(game), number, tuple(drm for _, drm in targets))
        if any(hits)
    ]
    strike = _Strike(game, shot, landed)
    total = strike.harm(harm.theirs(game, decider))
    if any(unit.side == decider.side for unit in game.state.units_at(shot.goal)):
        total -= strike.harm(harm.ours(game, decider))
    return total


class _Strike:
    """The hits of a shot, each with its chance, and what they do to whom they hit."""

    def __init__(self, game: Game, shot: Shot, landed: list[tuple[float, list[tuple[tuple[str, ...], Hit]]]]) -> None:
        self.game, self.shot, self.landed = game, shot, landed
        self.chart = chances.chart_of(game)
        self._cover: dict[str, tuple[Modifier, ...]] = {}

    def harm(self, worth: Worth) -> float:
        """The expected harm to what is worth something (C3.4)."""
        shot = self.shot
        if shot.target == "Vehicle" and shot.at is not None:
            return worth(shot.at) * sum(chance * self._kill(shot.at, hits[0][1]) for chance, hits in self.landed)
        marks: dict[str, Man | Piece] = {}
        return chances.expected(chances.mixed((chance, self._hit(hits, worth, marks)) for chance, hits in self.landed))

    def _kill(self, unit: Unit, hit: Hit) -> float:
        return self._hurts(unit, strikes.kill_of(self.game, self.shot, unit, hit))

    def _hit(self, hits: Hits, worth: Worth, marks: dict[str, Man | Piece]) -> Profile:
        """The harm of hits on groups of men and Guns, and on the vehicles in the hex of an Area one."""
        game, shot = self.game, self.shot
        parts: list[Profile] = []
        if shot.target == "Area":
            kills = strikes.area_kills(game, shot, hits[0][1])
            parts += [((worth(unit), self._hurts(unit, kill)),) for unit, kill in kills]
        for ids, hit in hits:
            if hit.critical and shot.ammo in ("HE", "HEAT"):
                units = [game.state.units[key] for key in ids]
                parts += [((worth(unit), 1.0),) for unit in units if unit.kind == "gun"]  # C11.4
        struck = strikes.struck_by(game, shot, hits, self._covered)
        if struck:
            groups = tuple(self._marks(those, worth, marks) for those in struck)
            rolls = 2 if any(hit.multiple for _, hit in hits) else 1
            parts.append(chances.attack(self.chart, struck[0].column, groups, 0, 0, True, rolls))
        return chances.both(parts)

    def _covered(self, unit: Unit) -> tuple[Modifier, ...]:
        found = self._cover.get(unit.id)
        if found is None:
            found = self._cover[unit.id] = strikes.cover(self.game, self.shot, unit)
        return found

    def _marks(self, those: strikes.Struck, worth: Worth, marks: dict[str, Man | Piece]) -> Marks:
        """Those who are struck together in numbers."""
        for key in those.ids:
            if key not in marks:
                unit = self.game.state.units[key]
                marks[key] = (harm.piece if unit.kind == "gun" else harm.man)(self.game, unit, worth)
        found = [marks[key] for key in those.ids]
        men = tuple(sorted(mark for mark in found if isinstance(mark, Man)))
        guns = tuple(mark for mark in found if isinstance(mark, Piece))
        return Marks(those.column, those.drm, 0, (men,) if men else (), guns, ())

    def _hurts(self, unit: Unit, kill: Kill) -> float:
        """The chance that a To Kill DR is harm; Possible Shock by its NTC (C7.3-7.42)."""
        if kill.number <= 0 and not kill.soft:
            return 0.0
        chance = 0.0
        for effect, part in to_kill.chances(self.game, kill).items():
            chance += float(part) * _is_harm(self.game, self.shot, unit, effect)
        return chance


def _is_harm(game: Game, shot: Shot, unit: Unit, effect: str) -> float:
    """The chance that a To Kill effect is harm to this vehicle: nothing is Shocked or immobilized twice."""
    if shot.immobilize and effect in ("burning", "destroyed", "shock"):
        effect = "immobilized"
    if effect == "immobilized":
        return float(unit.kind == "vehicle" and "immobile" not in unit.flags)
    if effect == "shock":
        return float("shocked" not in unit.flags)
    if effect == "possible shock" and "shocked" not in unit.flags:
        return 1 - chances.task_passes(harm.crew_level(game, unit))
    return float(effect in KILLS)
