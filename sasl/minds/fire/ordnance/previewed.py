"""The harm of a shot of ordnance out of everything that its preview would show: what the quick way must come to."""

from __future__ import annotations

from itertools import product

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import ordnance_fire
from sasl.asl.ordnance.aiming import cases, limits, to_hit
from sasl.asl.ordnance.aiming.aim import Shot
from sasl.asl.ordnance.aiming.to_hit import Hit
from sasl.asl.ordnance.hits import strikes, to_kill
from sasl.asl.ordnance.hits.to_kill import Kill
from sasl.minds.act import Decider
from sasl.minds.fire import chances, harm
from sasl.minds.fire.chances import Profile
from sasl.minds.fire.harm import Worth

Hits = list[tuple[tuple[str, ...], Hit]]


def of_shot(game: Game, decider: Decider, shot: Shot) -> float:
    """The expected harm of a shot, from its named DRM, each throw of the dice and the attacks that follow."""
    limits.check(game, shot)
    groups = [(ids, sum(mod.value for mod in mods)) for ids, mods in cases.groups(game, shot) if ids]
    if shot.ammo == "smoke" or not groups:
        return 0.0
    number, _ = ordnance_fire.to_hit_number(game, shot)
    throws: dict[tuple[Hit | None, ...], float] = {}
    for dice in product(range(1, 7), repeat=2):
        reads = [to_hit.read(game, shot.aim(game), (dice[0], dice[1]), number, drm) for _, drm in groups]
        for hits in product(*reads):
            ways = 36
            for read in reads:
                ways *= len(read)
            throws[hits] = throws.get(hits, 0.0) + 1 / ways
    landed = [
        (chance, [(ids, hit) for (ids, _), hit in zip(groups, hits, strict=True) if hit])
        for hits, chance in throws.items()
        if any(hits)
    ]

    landed = [(chance * part, one) for chance, hits in landed for part, one in _criticals(hits)]

    def harmed(worth: Worth) -> float:
        return chances.expected(chances.mixed((chance, _blow(game, shot, hits, worth)) for chance, hits in landed))

    total = harmed(harm.theirs(game, decider))
    if any(unit.side == decider.side for unit in game.state.units_at(shot.goal)):
        total -= harmed(harm.ours(game, decider))
    return total


def _criticals(hits: Hits) -> list[tuple[float, Hits]]:
    """C3.74: the hits for each target that the critical one may strike, with its chance."""
    struck = [key for ids, hit in hits if hit.critical for key in ids]
    if len(struck) < 2:
        return [(1.0, hits)]
    return [(1 / len(struck), strikes.critical_for(hits, {key})) for key in struck]


def _blow(game: Game, shot: Shot, hits: Hits, worth: Worth) -> Profile:
    """The harm of hits on groups of targets (C3.4)."""
    if shot.target == "Vehicle" and shot.at is not None:
        return _killed(game, shot, shot.at, strikes.kill_of(game, shot, shot.at, hits[0][1]), worth)
    parts: list[Profile] = []
    for ids, hit in hits:
        units = [game.state.units[key] for key in ids]
        if hit.critical:
            parts += [((worth(unit), 1.0),) for unit in units if unit.kind == "gun"]  # C11.4
    attack = strikes.attack_on_men(game, shot, hits)
    if attack is not None:
        rolls = 2 if any(hit.multiple for _, hit in hits) else 1
        parts.append(harm.attack_profile(game, attack, attack.groups, worth, rolls))
    return chances.both(parts)


def _killed(game: Game, shot: Shot, unit: Unit, kill: Kill, worth: Worth) -> Profile:
    """The harm of a To Kill DR, each effect by itself."""
    if kill.number <= 0 and not kill.soft:
        return ()
    chance = 0.0
    for effect, part in to_kill.chances(game, kill).items():
        chance += float(part) * harm.of_effect(game, shot, unit, effect)
    return ((worth(unit), chance),)
