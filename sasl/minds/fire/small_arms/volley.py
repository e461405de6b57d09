"""Everything small arms may do to one hex: who can fire at it, with what, and which of them fire best together.

All of it is reckoned in numbers, by the figure functions of the rules; the order and the attack that the rules would
show are built for what is told. With `verify.ON` each of them is built, and has to come to the same harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sasl.asl.fire import fire_groups, ift, small_arms
from sasl.asl.fire.attack import IftAttack
from sasl.asl.fire.fire_groups import Order, why_not_direct
from sasl.asl.fire.firepower import PARTS, Manner, firepower, out_of_range, parts_of
from sasl.asl.fire.opportunity import Opportunity, may_fire_at, reach
from sasl.asl.fire.shooters import Shooter, fires_again
from sasl.asl.fire.small_arms import Traits
from sasl.asl.fire.target_groups import Targets
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Suspect, Unit, Weapon
from sasl.asl.infantry.morale import leadership
from sasl.asl.stacking import overstack
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen
from sasl.minds.act import Decider
from sasl.minds.fire import chances, harm
from sasl.minds.fire.small_arms.firers import Firers
from sasl.minds.fire.small_arms.prospect import Prospect, Weighed


class Load(Frozen, eq=False):
    """What one unit fires at the hex: inherent FP or not, which SW, its FP there in `PARTS`, the kind of fire.

    `normal`: within the normal range of something of it. `tied`: a MG so far that a leader has to direct it (A9.4).
    """

    unit: Unit
    inherent: bool
    weapons: tuple[Weapon, ...]
    kind: str
    power: int
    key: tuple[str, bool, tuple[str, ...]]
    shooter: Shooter
    traits: Traits
    normal: bool
    tied: bool


class Shot(Frozen, eq=False):
    """A legal attack of these loads with these leaders on one hex, or two (Spraying Fire), and its harm."""

    volley: Volley
    loads: tuple[Load, ...]
    leaders: tuple[Unit, ...]
    hexes: tuple[str, ...]
    harm: float

    @property
    def kind(self) -> str:
        """The kind of fire."""
        return self.loads[0].kind

    @property
    def units(self) -> tuple[str, ...]:
        """Who takes part."""
        return tuple([load.unit.id for load in self.loads] + [leader.id for leader in self.leaders])

    @property
    def names(self) -> tuple[str, ...]:
        """`628a`, `HMGa`, `91a`: who and what the command names."""
        units = [load.unit.id for load in self.loads if load.inherent]
        weapons = [weapon.id for load in self.loads for weapon in load.weapons]
        return (*units, *weapons, *(leader.id for leader in self.leaders))

    def attack(self) -> IftAttack:
        """The attack as the rules make it."""
        return small_arms.attack_of(self.volley.game, self.volley.order(self.loads, self.leaders, self.hexes))


@dataclass
class Volley:
    """The attacks of small arms on one hex. What is found out is kept for all units that ask."""

    game: Game
    decider: Decider
    goal: str
    shared: Firers | None = None
    _loads: dict[str, tuple[Load, ...]] = field(default_factory=dict)
    _shots: dict[object, Shot | None] = field(default_factory=dict)
    _drms: dict[tuple[Traits, int, bool], int] = field(default_factory=dict)
    _weighed: dict[bool, Weighed] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    """Why units cannot fire there, by their id."""

    @cached_property
    def firers(self) -> Firers:
        """The side's firers, shared with the volleys at other hexes."""
        return self.shared or Firers(self.game, self.decider.side)

    # -- what a unit may fire -------------------------------------------------------------------------
    def loads(self, unit: Unit) -> tuple[Load, ...]:
        """The legal ways in which the unit alone may fire at the hex with as much as it can; none: see `refused`."""
        found = self._loads.get(unit.id)
        if found is None:
            every = tuple(self._find_loads(unit))
            if len(every) > 1:
                every = tuple(load for load in every if not any(_within(load, other) for other in every))
            found = self._loads[unit.id] = every
        return found

    def _find_loads(self, unit: Unit) -> Iterator[Load]:
        game, here = self.game, unit.hex
        if unit.kind in (*VEHICLES, "gun", "aircraft") or not reach(game, unit):
            return
        if here != self.goal and not look(game, here, self.goal).exists:
            self.refused[unit.id] = f"{unit.id}: no LOS to {self.goal}"
            return
        try:
            may_fire_at(game, unit, self.goal)
        except Refused as refusal:
            self.refused[unit.id] = str(refusal)
            return
        for way in self.firers.ready(unit, self.goal):
            if way.shooter is None or way.traits is None:
                why = way.why
            elif fire_groups.have_left(game, way.shooter.kind, (self.goal,)):
                why = f"they have left {self.goal}: only a Snap Shot is possible there (A8.15)"
            else:
                why = self._too_far(way.shooter) or fire_groups.too_late(game, way.shooter, self.goal)
                if not why:
                    yield self._load(way.shooter, way.traits)
            if why:
                self.refused.setdefault(unit.id, why)

    def _too_far(self, shooter: Shooter) -> str:
        for weapon in _pieces(shooter):
            why = out_of_range(self.game, shooter.unit, weapon, self.goal, shooter.kind)
            if why:
                return why
        return ""

    def _load(self, shooter: Shooter, traits: Traits) -> Load:
        game, unit = self.game, shooter.unit
        far = game.board.distance(unit.hex, self.goal)
        load = Load(
            unit,
            shooter.inherent,
            shooter.weapons,
            shooter.kind.name,
            self._parts(shooter),
            (unit.id, shooter.inherent, tuple(weapon.id for weapon in shooter.weapons)),
            shooter,
            traits,
            any(far <= (game.counter_of(weapon or unit).range or 0) for weapon in _pieces(shooter)),
            small_arms.needs_a_leader(game, shooter, self.goal),
        )
        if verify.ON:
            verify.same(f"FP of {load.key} at {self.goal}", load.power, lambda: self._full_power(load))
        return load

    def _parts(self, shooter: Shooter, *, concealed: bool = False) -> int:
        manner = Manner(shooter.kind, concealed=concealed)
        return sum([parts_of(self.game, shooter.unit, piece, self.goal, manner) for piece in _pieces(shooter)])

    def _full_power(self, load: Load) -> int:
        """The FP of a load as an order of it has it."""
        order = self.order((load,), (), (self.goal,))
        return int(firepower(self.game, order, self.goal, concealed=False)[0] * PARTS)

    def order(self, loads: Sequence[Load], leaders: Sequence[Unit], hexes: tuple[str, ...]) -> Order:
        """The fire order of these loads. Refused if it is not legal."""
        units = [load.unit for load in loads if load.inherent]
        weapons = [weapon for load in loads for weapon in load.weapons]
        return fire_groups.order(self.game, [*units, *leaders], weapons, hexes, ("only",))

    # -- one attack -----------------------------------------------------------------------------------
    def shot(self, loads: Sequence[Load], leaders: Sequence[Unit] = (), spray: str = "") -> Shot | None:
        """The attack of these loads, or None if it is refused."""
        if len(loads) > 1:
            loads = sorted(loads, key=_key)
        key = (tuple([load.key for load in loads]), tuple([leader.id for leader in leaders]), spray)
        if key not in self._shots:
            self._shots[key] = self._make(tuple(loads), tuple(leaders), spray)
        return self._shots[key]

    def _make(self, loads: tuple[Load, ...], leaders: tuple[Unit, ...], spray: str) -> Shot | None:
        hexes = (self.goal, spray) if spray else (self.goal,)
        worth = self._full_harm(loads, leaders, hexes) if spray else self._harm(loads, leaders)
        if verify.ON:
            verify.same(f"harm of {loads} at {hexes}", worth, lambda: self._full_harm(loads, leaders, hexes))
        return None if worth is None else Shot(self, loads, leaders, hexes, worth)

    def _full_harm(self, loads: Sequence[Load], leaders: Sequence[Unit], hexes: tuple[str, ...]) -> float | None:
        """The harm of an attack as the rules make it; None if they refuse it, or a leader cannot direct it."""
        try:
            order = self.order(loads, leaders, hexes)
            attack = small_arms.attack_of(self.game, order)
        except Refused:
            return None
        if leaders and not order.directors:
            return None
        worth = harm.of_ift(self.game, self.decider, attack)
        if worth <= 0 and self.decider.side == "FRIENDLY":
            firers, checks = [shooter.unit for shooter in order.shooters], self.game.reactions.would_check
            suspects = [item for name in hexes for item in self.game.state.suspects_at(name)]
            places = dict.fromkeys(item.hex for item in suspects if checks(self.game, item, firers))
            powers = [firepower(self.game, order, name, concealed=True)[0] for name in places]
            if any(ift.column_of(self.game, power) for power in powers):
                return self.decider.doctrine.value("suspect-harm")
        return worth

    def _harm(self, loads: Sequence[Load], leaders: Sequence[Unit]) -> float | None:
        """The same from numbers, at the one hex.

        FRIENDLY fire at an S? that would check for it (S5) has a worth of its own.
        """
        places = _places(loads)
        if not self._possible(loads, leaders, places):
            return None
        prospect = self.prospect(loads)
        worth = prospect.harm(*self._figures(prospect, loads, leaders))
        if worth <= 0 and self.decider.side == "FRIENDLY" and self._provokes(loads):
            return self.decider.doctrine.value("suspect-harm")
        return worth

    def _possible(self, loads: Sequence[Load], leaders: Sequence[Unit], places: tuple[str, ...]) -> bool:
        """Whether these loads, each legal by itself, are one attack with these leaders, of whom none helps the berserk
        (A7.5, A7.53, A9.4, A15.42)."""
        if leaders:
            if any("berserk" in load.unit.flags for load in loads):
                return False
            again, kind = self._again(loads), loads[0].shooter.kind
            state, firers = self.game.state, _names(loads)
            if any(why_not_direct(state, leader, kind, places, firers, again=again) for leader in leaders):
                return False
            if not {leader.hex for leader in leaders}.issuperset(places):
                return False
        elif any(load.tied for load in loads):
            return False
        if len(loads) == 1:
            return True
        one_kind = all(load.kind == loads[0].kind for load in loads)
        return one_kind and (len(places) == 1 or not fire_groups.out_of_the_chain(self.game, places))

    def _again(self, loads: Sequence[Load]) -> bool:
        return all(fires_again(load.shooter) for load in loads)

    def prospect(self, loads: Sequence[Load]) -> Prospect:
        """What fire from where these loads are would do."""
        return self.weighed(loads[0].shooter.kind).from_(_places(loads))

    def weighed(self, kind: Opportunity) -> Weighed:
        """The targets of this kind of fire, with what harm to each is worth."""
        found = self._weighed.get(kind.moving)
        if found is None:
            targets = Targets(self.game, self.decider.side, self.goal, kind)
            found = self._weighed[kind.moving] = Weighed(self.game, self.decider, targets)
        return found

    def _figures(self, prospect: Prospect, loads: Sequence[Load], leaders: Sequence[Unit]) -> tuple[int, int, int, int]:
        """The column, that at concealed targets, the DRM of the firers' side, and what cowering costs."""
        unclear = sum([self.concealed(load) for load in loads]) if prospect.unclear else 0
        traits = loads[0].traits if len(loads) == 1 else small_arms.joined([load.traits for load in loads])
        sighted = small_arms.bore_sighted(self.game, [load.shooter for load in loads], loads[0].shooter.kind, self.goal)
        drm = self.drm(traits, prospect.hindrance, sighted)
        if leaders:
            drm += max([leadership.drm(leader) for leader in leaders])
        cowers = 0 if leaders else small_arms.cowering(self.game, traits.nerve)
        return self._column(sum([load.power for load in loads])), self._column(unclear), drm, cowers

    def _column(self, power: int) -> int:
        return ift.column_of(self.game, power // PARTS)

    def concealed(self, load: Load) -> int:
        """The FP of a load, in `PARTS`, at a concealed target (A12.14)."""
        found = self._halved.get(load.key)
        if found is None:
            found = self._halved[load.key] = self._parts(load.shooter, concealed=True)
        return found

    @cached_property
    def _halved(self) -> dict[object, int]:
        return {}

    def drm(self, traits: Traits, hindrance: int, sighted: bool) -> int:
        """The DRM that firers, the LOS and an overstacked target bring, by the table of the IFT."""
        key = (traits, hindrance, sighted)
        found = self._drms.get(key)
        if found is None:
            facts = small_arms.firer_facts(
                traits, hindrance, bore_sighted=sighted, overstacked_target=self._overstacked
            )
            found = self._drms[key] = ift.total(self.game, facts)
        return found

    @cached_property
    def _overstacked(self) -> int:
        return overstack(self.game, self.goal, opponent(self.decider.side))

    def _provokes(self, loads: Sequence[Load]) -> bool:
        """S5: whether an S? there would check Activation for this fire, which has at least 1 FP at a concealed one."""
        if not self._suspects or not self._column(sum([self.concealed(load) for load in loads])):
            return False
        return any(self._checks(load.unit) for load in loads)

    @cached_property
    def _suspects(self) -> list[Suspect]:
        return self.game.state.suspects_at(self.goal)

    def _checks(self, unit: Unit) -> bool:
        found = self._checked.get(unit.id)
        if found is None:
            checks = self.game.reactions.would_check
            found = self._checked[unit.id] = any(checks(self.game, item, [unit]) for item in self._suspects)
        return found

    @cached_property
    def _checked(self) -> dict[str, bool]:
        return {}

    # -- leaders --------------------------------------------------------------------------------------
    def best_led(self, loads: Sequence[Load], without: frozenset[str] = frozenset(), spray: str = "") -> Shot | None:
        """The attack of these loads, directed by the best leader of each Location where that raises the harm."""
        plain = self.shot(loads, (), spray)
        leaders: list[Unit] = []
        for name in dict.fromkeys([load.unit.hex for load in loads]):
            leader = self._leader(name, loads, without)
            if leader is None:
                return plain
            leaders.append(leader)
        led = self.shot(loads, leaders, spray)
        return led if led and (plain is None or led.harm > plain.harm) else plain

    def _leader(self, name: str, loads: Sequence[Load], without: frozenset[str]) -> Unit | None:
        """A7.531: who directs best in a Location, if anybody may."""
        able = self.firers.leaders(name)
        if not able:
            return None
        busy = [load.unit.id for load in loads]
        here = [load for load in loads if load.unit.hex == name]
        again, kind = self._again(here), loads[0].shooter.kind
        return next(
            (
                leader
                for leader in able
                if leader.id not in busy and leader.id not in without and self._directs(leader, kind, here, again=again)
            ),
            None,
        )

    def _directs(self, leader: Unit, kind: Opportunity, loads: Sequence[Load], *, again: bool) -> bool:
        firers = _names(loads) if leader.id in self.game.state.directed else ()
        key = (leader.id, kind.name, again, firers)
        found = self._directing.get(key)
        if found is None:
            found = not why_not_direct(self.game.state, leader, kind, (leader.hex,), firers, again=again)
            if found:
                try:
                    may_fire_at(self.game, leader, self.goal)
                except Refused:
                    found = False
            self._directing[key] = found
        return found

    @cached_property
    def _directing(self) -> dict[tuple[str, str, bool, tuple[str, ...]], bool]:
        return {}

    def profile(self, shot: Shot) -> chances.Profile:
        """The chances of harm of a shot at this hex alone, by weight."""
        prospect = self.prospect(shot.loads)
        return prospect.profile(*self._figures(prospect, shot.loads, shot.leaders))


def _pieces(shooter: Shooter) -> tuple[Weapon | None, ...]:
    """What a shooter fires: its SW, and None for its inherent FP."""
    return (None, *shooter.weapons) if shooter.inherent else shooter.weapons


def _names(loads: Iterable[Load]) -> tuple[str, ...]:
    """What fires, by id."""
    return tuple(name for load in loads for name in load.shooter.names)


def _places(loads: Sequence[Load]) -> tuple[str, ...]:
    """The hexes that fire, those with inherent FP first, as an order has them."""
    if len(loads) == 1:
        return (loads[0].unit.hex,)
    first = [load.unit.hex for load in loads if load.inherent]
    return tuple(dict.fromkeys(first + [load.unit.hex for load in loads if not load.inherent]))


def _key(load: Load) -> tuple[str, bool, tuple[str, ...]]:
    return load.key


def _within(load: Load, other: Load) -> bool:
    """Whether another way fires all of this and more, as the same kind of fire; a hero's MG costs a DRM (A15.23)."""
    if load.unit.heroic:
        return False
    parts = {load.unit.id} if load.inherent else set()
    more = {other.unit.id} if other.inherent else set()
    return load.kind == other.kind and parts | set(load.key[2]) < more | set(other.key[2])
