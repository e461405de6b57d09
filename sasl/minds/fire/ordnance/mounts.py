"""The ways in which Guns, vehicles and cupolas may fire at a hex, each with its harm (C3, D3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sasl.asl.fire import fire_groups
from sasl.asl.fire.opportunity import CANNOT_FIRE, Opportunity, may_fire_at, opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.sight import look
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import flame, mounted, ordnance_fire, ovr_prevention, vehicle_mg
from sasl.asl.ordnance.aiming import aim, bearing, limits
from sasl.asl.ordnance.aiming.aim import Shot
from sasl.asl.ordnance.aiming.to_hit import Target
from sasl.kernel import verify
from sasl.kernel.frozen import replace
from sasl.minds.act import Decider
from sasl.minds.fire.ordnance import fire_option, shells
from sasl.minds.fire.ordnance.fire_option import FireOption
from sasl.minds.fire.ordnance.flames import jet_options
from sasl.minds.fire.ordnance.shells import Aimed
from sasl.orders.fire_orders import Fire

BARRED = frozenset(CANNOT_FIRE) - {"prep", "panicked"}
"""The states in which no weapon of a vehicle fires at anything; one that has Prep Fired may have others left."""


class Mounts:
    """The weapons of a Gun, vehicle or cupola; what of their fire does not depend on the Target is found out once.

    `least`: the harm that matters at this moment; shots of ordnance that cannot do as much may be left out.
    """

    def __init__(self, game: Game, decider: Decider, unit: Unit, least: Callable[[], float] | None = None) -> None:
        self.game, self.decider, self.unit, self.least = game, decider, unit, least
        self.item = game.counter_of(unit)
        self.weapons = mounted.weapons(game, unit)
        self.gun = mounted.ordnance(game, self.item)
        self.again = mounted.spent(unit, "MA")
        self.pressed = ovr_prevention.threatened(game, unit)
        self._usable: dict[tuple[str, str], bool] = {}

    @property
    def silent(self) -> bool:
        """Whether it certainly fires at nothing now."""
        return bool(self.unit.flags & BARRED) or not self.weapons

    def at(self, name: str) -> Iterator[FireOption]:
        """Every way in which the weapons may fire at a hex."""
        game, unit = self.game, self.unit
        if self.silent or (name != unit.hex and not look(game, unit.hex, name).exists):
            return
        try:
            may_fire_at(game, unit, name)
            kind = opportunity(game, unit, name)
        except Refused:
            return
        there = aim.targets(game, unit, name, kind)
        if not there:
            return
        yield from self._machine_guns(name, kind, there)
        for weapon in self.weapons:
            if weapon == "MA":
                yield from self._main(name, kind, there)
            elif weapon == "FT" and self._may_use(weapon, kind):
                yield from self._flame(name, kind)

    def _may_use(self, weapon: str, kind: Opportunity) -> bool:
        """Whether a weapon works, is manned and has fire left; the MA perhaps one shot of Intensive Fire (C5.6), or of
        OVR Prevention (C5.64).
        """
        key = weapon, kind.name
        if key not in self._usable:
            try:
                self._must_be_able(weapon, kind)
            except Refused:
                self._usable[key] = False
            else:
                self._usable[key] = True
        return self._usable[key]

    def _must_be_able(self, weapon: str, kind: Opportunity) -> None:
        """Refused unless a weapon may fire at all."""
        intensive = self.again and weapon == "MA"
        if self.gun is not None and self.pressed:
            last = Shot(self.unit, weapon, "", kind, self.gun, "", "Vehicle", intensive=intensive)
            ovr_prevention.may_prevent(self.game, last)
            return
        limits.usable(self.game, self.unit, weapon, kind, intensive=intensive)
        if intensive and self.gun is not None:
            limits.may_intensify(self.game, Shot(self.unit, weapon, "", kind, self.gun, "", "Area"))

    # -- the MA -------------------------------------------------------------------------------------------

    def _main(self, name: str, kind: Opportunity, there: list[Unit]) -> Iterator[FireOption]:
        """C3: at each vehicle with what pierces it best, at men with HE, or straight on the IFT with IFE (C2.29)."""
        gun, unit = self.gun, self.unit
        if gun is not None and gun.ife and self.again and unit.kind == "gun":
            yield from self._sustained(name, kind, there)
        if gun is None or not self._may_use("MA", kind):
            return
        try:
            turn = bearing.turning(self.game, unit, "MA", name, kind=kind)
        except Refused:
            return
        if gun.ife and not self.again and not aim.armor_there(self.game, unit, name):
            burst = vehicle_mg.ife_burst(self.game, unit, name, kind, turn)
            yield from self._burst(burst, Fire((unit.id,), name), there)
        for words, at, target, ammo in self._loads(there):
            shots = [Shot(unit, "MA", name, kind, gun, load, target, at, turn, self.again) for load in ammo]
            yield from self._shots(shots, words, there)

    def _sustained(self, name: str, kind: Opportunity, there: list[Unit]) -> Iterator[FireOption]:
        """C2.29, A9.3: the Sustained Fire of IFE that has lost its ROF."""
        if not aim.armor_there(self.game, self.unit, name):
            try:
                burst = vehicle_mg.ife(self.game, self.unit, name, kind)
            except Refused:
                return
            yield from self._burst(burst, Fire((self.unit.id,), name), there)

    def _loads(self, there: list[Unit]) -> Iterator[tuple[tuple[str, ...], Unit | None, Target, list[str]]]:
        """Shots worth a thought, those with the same DRM together: words of the order, who is aimed at, the target type
        and each ammunition: HE is for men, what pierces is for vehicles (C8).
        """
        assert self.gun is not None
        unit, item = self.unit, self.item
        shell = [] if mounted.out_of(unit, "HE") else ["HE"]
        if self.gun.mortar:
            yield (), None, "Area", shell
            return
        special: list[str] = [
            ammo for ammo in ("APCR", "HEAT") if ammo in item.depletion and not mounted.out_of(unit, ammo)
        ]
        plain = [] if item.no_ap or mounted.out_of(unit, "AP") else ["AP"]
        for target in there:
            if target.kind in VEHICLES:
                ammo = [*plain, *special] if mounted.armored(self.game, target) else [*plain, *shell]
                yield (), target, "Vehicle", ammo or shell or special
        if shell and any(target.kind not in VEHICLES for target in there):
            yield ("infantry",), None, "Infantry", shell
            if not any(target.known for target in there):
                yield ("area",), None, "Area", shell

    def _shots(self, shots: list[Shot], words: tuple[str, ...], there: list[Unit]) -> Iterator[FireOption]:
        """To Hit shots of the MA that differ in nothing but their ammunition."""
        game, at = self.game, None
        for shot in shots:
            mortar = shot.gun.mortar
            try:
                limits.check_line(game, shot)
            except Refused:
                return
            at = Aimed(ordnance_fire.modified(game, shot), at.groups) if at else shells.aimed(game, shot, there)
            if self.least is not None and shells.at_most(game, self.decider, shot, at) < self.least() - verify.ROUNDING:
                continue
            if shot.intensive and self._holds_intensive_fire(shot):
                continue
            worth = fire_option.worth(game, self.decider, shot, at)
            if shot.intensive and not self.pressed and worth < self.decider.doctrine.value("intensive-fire"):
                continue
            load = () if mortar else (shot.ammo.lower(),)
            options = (*words, *load, *(("intensive",) if shot.intensive else ()))
            order = Fire((self.unit.id,), shot.goal, options, target=shot.at.id if shot.at else "")
            yield fire_option.of_shot(game, shot, at, order, worth, light=mortar)

    def _holds_intensive_fire(self, shot: Shot) -> bool:
        """S8.21: whether Intensive Fire is out of the question: a side that acts by Action DR uses it only ADJACENT."""
        far = self.game.board.distance(self.unit.hex, shot.goal)
        return self.decider.doctrine.orders == "action" and far > 1

    # -- the others ---------------------------------------------------------------------------------------

    def _machine_guns(self, name: str, kind: Opportunity, there: list[Unit]) -> Iterator[FireOption]:
        """D3.5: the mounted MG, all that bear on the hex in one attack and each by itself; none that comes too late."""
        if fire_groups.spent_apart(self.game, self.unit, kind, name):
            return
        bursts = []
        for weapon in self.weapons:
            if weapon in mounted.MOUNTS and self._may_use(weapon, kind):
                try:
                    bursts.append(vehicle_mg.mounted_gun(self.game, self.unit, weapon, name, kind))
                except Refused:
                    continue
        if len(bursts) > 1:
            whole = vehicle_mg.together(bursts)
            yield from self._burst(whole, self._order(whole), there)
        for burst in bursts:
            yield from self._machine_gun(burst, there)

    def _order(self, burst: vehicle_mg.Burst) -> Fire:
        words = () if self.unit.kind == "cupola" else tuple(weapon.lower() for weapon in burst.weapons)
        return Fire((self.unit.id,), burst.goal, words)

    def _machine_gun(self, burst: vehicle_mg.Burst, there: list[Unit]) -> Iterator[FireOption]:
        """D3.5: a mounted MG on the IFT, and at armor where it may hurt it (C7.31)."""
        game, unit = self.game, self.unit
        order = self._order(burst)
        if game.board.distance(unit.hex, burst.goal) > burst.most:
            return
        yield from self._burst(burst, order, there)
        if any(mounted.armored(game, other) for other in there):
            try:
                shot = vehicle_mg.at_armor(game, burst)
                limits.check_line(game, shot)
            except Refused:
                return
            at = shells.aimed(game, shot, there)
            worth = fire_option.worth(game, self.decider, shot, at)
            order = replace(order, options=(*order.options, "vehicle"))
            yield fire_option.of_shot(game, shot, at, order, worth, light=True)

    def _burst(self, burst: vehicle_mg.Burst, order: Fire, there: list[Unit]) -> Iterator[FireOption]:
        try:
            groups = vehicle_mg.figures(self.game, burst, there)
        except Refused:
            return
        option = fire_option.of_burst(self.game, self.decider, burst, groups, order)
        if option is not None:
            yield option

    def _flame(self, name: str, kind: Opportunity) -> Iterator[FireOption]:
        """A22.6: the flamethrower of a vehicle."""

        def jet_at(target: str) -> flame.Jet:
            return flame.vehicle_jet(self.game, self.unit, name, kind, target)

        yield from jet_options(self.game, self.decider, jet_at, Fire((self.unit.id,), name, ("ft",)), self.unit.side)
