"""A shot of small arms as it is shown: its order, its title, what its harm comes from; each built when it is read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sasl.asl.fire import fire_groups
from sasl.asl.fire.attack import IftAttack
from sasl.asl.game.context import Game, Refused
from sasl.kernel.text import listed
from sasl.minds.fire.small_arms.volley import Shot
from sasl.minds.measures import expected_loss
from sasl.orders.fire_orders import Fire


@dataclass(frozen=True, eq=False)
class ToldShot:
    """The order and words of a shot; `note`: a last line about how it came to be chosen, or ""."""

    game: Game
    shot: Shot
    note: str = ""

    @cached_property
    def order(self) -> Fire:
        """The order that fires it; `only` where a unit would else fire a MG that is to stay silent."""
        first, *more = self.shot.hexes
        return Fire(self.shot.names, first, ("only",) * self._would_add(), *more)

    def _would_add(self) -> bool:
        shot = self.shot
        units = [*(load.unit for load in shot.loads if load.inherent), *shot.leaders]
        weapons = [weapon for load in shot.loads for weapon in load.weapons]
        try:
            plain = fire_groups.order(self.game, units, weapons, shot.hexes)
        except Refused:
            return True
        return set(plain.weapons) != set(weapons)

    @property
    def title(self) -> str:
        """`628a,HMGa fire at K14: expected loss 0.42 squads`."""
        names = self.shot.names
        verb = "fires" if len(names) == 1 else "fire"
        return f"{','.join(names)} {verb} at {' and '.join(self.shot.hexes)}: {expected_loss(self.shot.harm)}"

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """What its harm comes from, a line each."""
        return (*_lines(self.shot.attack()), *([self.note] if self.note else []))


def _lines(attack: IftAttack) -> tuple[str, ...]:
    """Range, FP, column and DRM in a few lines."""
    lines = list(attack.facts[:1]) + list(attack.facts[-1:]) if len(attack.facts) > 1 else list(attack.facts)
    for group in attack.groups[:2]:
        if group.ids:
            drm = sum(mod.value for mod in group.modifiers)
            column = attack.column if group.column is None else group.column
            words = ", ".join(str(mod) for mod in group.modifiers) or "no DRM"
            lines.append(f"{listed(group.ids)}: {column or '-'} column, DRM {drm:+d} ({words})")
    return tuple(lines)
