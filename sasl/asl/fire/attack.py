"""An attack on the IFT from its preview to its last effect (A7): one DR, for one or more groups of targets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from sasl.asl import snipers
from sasl.asl.fire import effects, encirclement, ift
from sasl.asl.fire.ift import Outcome
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.aiming import arcs
from sasl.asl.preview import NONE, Preview, confirm
from sasl.asl.terrain import fires, rubble, smoke
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.records import Modifier, ModifierKind, RollRecord, thrown
from sasl.kernel.text import counted, listed

COVER: frozenset[ModifierKind] = frozenset(
    ("tem", "hexside", "entrenchment", "pillbox", "crest", "emplaced", "gunshield", "slope", "height")
)
"""What protects by ground and works: a critical hit turns it against its target (C3.71)."""


class Group(Frozen):
    """Targets of one Location that share every DRM; `column` where theirs is not the attack's (concealed: half FP).

    `hex` is theirs where an attack has several (Spraying Fire); without `ids` it only tells what fire went there.
    `shield`: what a Gun's shield adds for them unless the result is a Direct Hit (C11.4).
    `crew`: AFV of which it only can harm the exposed crew, whose +2 is among the DRM (D5.31).
    `bare`: the same through a side without armor, without the +2 (D5.311).
    """

    ids: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    column: int | None = None
    hex: str = ""
    shield: int = 0
    crew: bool = False
    bare: bool = False


class IftAttack(Frozen):
    """An attack ready for its DR.

    `side` attacks ("" for what belongs to nobody: mines). `cowers`: columns lost on Original Doubles (A7.9).
    `fire` False: no fire of units (mines, OBA): it neither cowers nor leaves anything behind.
    `critical_on` 2: an Original 2 is a Critical Hit (OBA, C1.53); 0: never. `critical`: its column and the DRM of its
    Heavy Payload.
    `burns`: the Original result (KIA, or K for a FT) that may set the terrain on fire (B25.12-13).
    `heavy`: ordnance, FT and DC, which hurt Guns as OBA does (C11.4). `blast`: HE by area, which hurts AFV (C1.55).
    `dud_on`: the Original DR from which on it does nothing at all (a DC, A23.4); 0: never.
    `lines`: the hexes from which it may Encircle: those that fire within normal range (A7.7).
    `shatters`: the column on which it may bring a building down (B24.11); 0: never.
    `shows` False: it costs nobody his concealment who neither breaks nor is reduced (A-P mines, B28.411).
    """

    side: str
    title: str
    hex: str
    column: int
    groups: tuple[Group, ...]
    facts: tuple[str, ...] = ()
    cowers: int = 0
    sniper: bool = True
    fire: bool = True
    critical_on: int = 0
    critical: tuple[int, int] = (0, 0)
    heavy: bool = False
    burns: str = ""
    dud_on: int = 0
    lines: tuple[str, ...] = ()
    shows: bool = True
    blast: bool = False
    shatters: int = 0


class IftResult(Frozen):
    """What came of it: the DR (None if typed), each group with its own column and outcome, the column, and who was hit
    critically.
    """

    record: RollRecord | None
    results: tuple[tuple[Group, Outcome], ...]
    column: int
    critical: tuple[str, ...] = ()

    @property
    def original(self) -> int:
        """The Original DR, 0 if there were no dice."""
        return thrown(self.record)

    def total(self, group: Group) -> int | None:
        """The Final DR at a group; None if there were no dice."""
        return self.original + sum(mod.value for mod in group.modifiers) if self.original else None

    @property
    def coloured(self) -> int:
        """The coloured die, 0 if there were no dice."""
        return self.record.dice[0] if self.record and self.record.dice else 0

    @property
    def turret(self) -> bool:
        """Whether the DR strikes turret or upper superstructure: the coloured die below the white one (C3.9)."""
        return bool(self.record and len(self.record.dice) == 2 and self.record.dice[0] < self.record.dice[1])

    @property
    def doubles(self) -> bool:
        """Original Doubles."""
        return bool(self.record and self.record.dice and self.record.dice[0] == self.record.dice[1])


def _at_crews(game: Game, attack: IftAttack) -> IftAttack:
    """D5.31: the same attack, each group of AFV alone, without Riders, with the DRM that their exposed crews have; none
    for those that it meets through a side without armor (D5.311).

    Only fire of Small Arms and MG: artillery, ordnance and mines have results of their own against the AFV itself.
    """
    if not attack.fire or attack.heavy or attack.critical_on:
        return attack
    attack = replace(attack, groups=tuple(part for group in attack.groups for part in _bare_apart(game, attack, group)))
    exposed = Modifier("crew exposed", game.figure("crew-exposed"), "D5.31", "crew-exposed")
    groups = tuple(
        replace(group, modifiers=(*group.modifiers, exposed), crew=True)
        if group.ids and not group.crew and all(_only_its_crew(game, key) for key in group.ids)
        else group
        for group in attack.groups
    )
    return replace(attack, groups=groups)


def _bare_apart(game: Game, attack: IftAttack, group: Group) -> Iterator[Group]:
    """D5.311: a group, and apart from it the AFV whose crews nothing shelters from where the fire comes."""
    found = tuple(
        key for key in group.ids if not group.crew and attack.lines
        and all(arcs.bare(game, game.state.units[key], line) for line in attack.lines)
    )  # fmt: skip
    others = tuple(key for key in group.ids if key not in found)
    if others or not found:
        yield replace(group, ids=others)
    if found:
        yield replace(group, ids=found, crew=True, bare=True)


def _only_its_crew(game: Game, key: str) -> bool:
    """Whether fire on the IFT finds nobody on this AFV but its exposed crew."""
    unit = game.state.units.get(key)
    if unit is None or not mounted.crew_exposed(game, unit):
        return False
    return not any(other.carrier == key for other in game.state.units.values())


def _exposed_crews(game: Game, attack: IftAttack) -> Iterator[str]:
    """D5.31: the DRM at which the same DR counts for the crew of each AFV that is not buttoned up."""
    more = game.figure("crew-exposed")
    for group in (group for group in attack.groups if not group.crew):
        for unit in game.state.present(group.ids):
            if mounted.crew_exposed(game, unit):
                drm = sum(mod.value for mod in group.modifiers) + more
                yield f"same DR at {drm:+d} for the crew of {unit.id}: +{more} crew exposed (D5.31)"


def _all_shut_in(game: Game, attack: IftAttack) -> list[str]:
    """A7.307: the targets of fire of small arms, if all of them are AFV on which it can hurt nobody; else none."""
    if not attack.fire or attack.heavy or attack.critical_on or any(group.bare for group in attack.groups):
        return []
    units = game.state.present(key for group in attack.groups for key in group.ids)
    return [unit.id for unit in units] if all(_shut_in(game, unit) for unit in units) else []


def _shut_in(game: Game, unit: Unit) -> bool:
    if unit.kind not in VEHICLES or mounted.weakest_hull(game, unit) is None or mounted.exposed(game, unit):
        return False
    return not any(other.carrier == unit.id for other in game.state.units.values())


def preview_of(game: Game, attack: IftAttack) -> Preview:
    """The attack before its dice: DRM of the first group; the others are named in the facts. Of hidden enemies it tells
    nothing (A12.3).
    """
    attack = _at_crews(game, replace(attack, groups=_seen(game, attack)))
    first = attack.groups[0] if attack.groups else Group((), ())
    facts = [*attack.facts]
    for group in attack.groups[1:]:
        if not group.ids:
            continue
        drm = sum(mod.value for mod in group.modifiers)
        words = ", ".join(map(str, group.modifiers)) or "no DRM"
        column = "" if group.column is None else f" on the {group.column} column"
        facts.append(f"same DR at {drm:+d}{column} for {', '.join(group.ids)}: {words}")

    shielded = [group for group in attack.groups if group.shield]
    facts += [f"a Near Miss at {group.shield:+d} gunshield for {', '.join(group.ids)} (C11.4)" for group in shielded]
    facts += _exposed_crews(game, attack)
    if attack.dud_on:
        facts.append(f"an Original {attack.dud_on} or more is a dud (A23.4)")
    if attack.cowers:
        facts.append(f"Original Doubles cower: {counted(attack.cowers, 'column')} to the left (A7.9)")

    shut = _all_shut_in(game, attack)
    if shut:
        facts.append(f"{listed(shut)}: armor all around, and nobody exposed: no effect (A7.307)")

    riding = _takes_no_ptc(game, attack)
    if riding:
        facts.append(f"{listed(riding)}: Cavalry takes no PTC (A13.52)")

    def chances(number: int, mods: tuple[Modifier, ...]) -> Sequence[tuple[str, Fraction]]:
        if shut:
            return ((NONE, Fraction(1)),)
        column = ift.column_of(game, number)
        every = ift.chances(game, column, sum(mod.value for mod in mods), attack.cowers)
        return _without_ptc(every) if riding else every

    results = tuple(str(item) for item in ift.results(game, attack.column or 1))
    return Preview(attack.title, tuple(facts), attack.column, "FP column", first.modifiers, chances, results)


def _takes_no_ptc(game: Game, attack: IftAttack) -> list[str]:
    """Return the targets of an attack if all of them are Known Cavalry, which a PTC does nothing to (A13.52)."""
    units = game.state.present(key for group in attack.groups for key in group.ids)
    return [unit.id for unit in units] if all(unit.cavalry and unit.known for unit in units) else []


def _without_ptc(chances: Sequence[tuple[str, Fraction]]) -> list[tuple[str, Fraction]]:
    """Return the chances of each outcome with a PTC counted as no effect."""
    left = {name: chance for name, chance in chances if name not in (str(Outcome("PTC")), NONE)}
    return [*left.items(), (NONE, 1 - sum(left.values(), Fraction(0)))]


def _seen(game: Game, attack: IftAttack) -> tuple[Group, ...]:
    """Its groups without hidden enemies; of the first its DRM, if nobody is seen."""
    seen = [replace(group, ids=seen_of(game, attack.side, group.ids)) for group in attack.groups]
    left = [group for group, was in zip(seen, attack.groups, strict=True) if group.ids or not was.ids]
    return tuple(left or seen[:1])


def seen_of(game: Game, side: str, ids: Iterable[str]) -> tuple[str, ...]:
    """A12.3: those of some units whom a side sees: all but hidden enemies."""
    return tuple(unit.id for unit in game.state.present(ids) if unit.side == side or "hidden" not in unit.flags)


def resolve(ctx: Context, attack: IftAttack) -> IftResult:
    """Show the attack, roll once, and carry the outcome of each group out."""
    if not attack.groups:
        return IftResult(None, (), attack.column)
    attack = _at_crews(ctx.game, attack)
    preview = confirm(ctx, preview_of(ctx.game, attack))
    attack = _corrected(ctx.game, attack, preview) if preview else attack
    closes_in(ctx, attack)
    if preview and preview.typed:
        outcome = ift.parse(preview.typed)
        results = tuple((group, outcome) for group in attack.groups)
        _effects(ctx, attack, results, None, attack.column)
        return IftResult(None, _as_read(ctx.game, attack, results, attack.column), attack.column)
    record, column = _roll(ctx, attack)
    original = thrown(record)
    if rubble.may_fall(ctx, attack.hex, attack.shatters, original, attack.side, attack.title):
        if attack.sniper:
            snipers.alarm(ctx, attack.side, record.original)
        return IftResult(record, (), column)
    attack, struck = _one_critical(ctx, attack, record)
    results = _read(ctx, attack, record, column, struck)
    if attack.dud_on and record.dice and record.original >= attack.dud_on:
        if attack.sniper:
            snipers.alarm(ctx, attack.side, record.original)
        return IftResult(record, (), column)
    _effects(ctx, attack, results, record, column)
    if attack.burns and record.dice:
        plain = ift.outcome(ctx.game, column, record.original)
        if ift.severity(plain) >= ift.severity(Outcome("K" if attack.burns == "K" else "KIA")):
            fires.may_catch(ctx, attack.hex, f"{attack.title}: Original {plain} (B25.13)")
    if attack.sniper and record.dice:
        snipers.alarm(ctx, attack.side, record.original)
    return IftResult(record, _as_read(ctx.game, attack, results, column), column, struck)


def closes_in(ctx: Context, attack: IftAttack) -> None:
    """A7.7: fire that may Encircle: ordnance that has hit, any other that might do a NMC; just before its effects."""
    found = dict.fromkeys(
        group.hex or attack.hex
        for group in attack.groups
        if group.ids
        and (attack.heavy or encirclement.can_encircle(
            ctx.game,
            attack.column if group.column is None else group.column,
            sum(mod.value for mod in group.modifiers),
            attack.cowers,
        ))
    )  # fmt: skip
    if attack.lines:
        encirclement.fired_on(ctx, attack.side, [(name, attack.lines) for name in found])


def _as_read(
    game: Game, attack: IftAttack, results: tuple[tuple[Group, Outcome], ...], used: int
) -> tuple[tuple[Group, Outcome], ...]:
    """The results with the column on which each group's was read."""
    return tuple((replace(group, column=_own_column(game, attack, group, used)), found) for group, found in results)


def _corrected(game: Game, attack: IftAttack, preview: Preview) -> IftAttack:
    """The attack as the player corrected it: what he did to the first group holds for all."""
    first = attack.groups[0].modifiers
    added = tuple(mod for mod in preview.modifiers if mod not in first)
    dropped = [mod for mod in first if mod not in preview.modifiers]
    column = ift.column_of(game, preview.number)
    groups = tuple(
        replace(
            group,
            modifiers=(*(mod for mod in group.modifiers if mod not in dropped), *added),
            column=_own_column(game, attack, group, column),
        )
        for group in attack.groups
    )
    return replace(attack, groups=groups, column=column)


def _roll(ctx: Context, attack: IftAttack) -> tuple[RollRecord, int]:
    """The DR for the first group, and the column it is read on."""
    game = ctx.game
    used = attack.column

    def column_for(dice: tuple[int, ...]) -> str | None:
        nonlocal used
        if not attack.column:
            ctx.tell("Less than 1 FP: no effect (A7.2).")
        if attack.cowers and dice and dice[0] == dice[1]:
            used = ift.cowered(game, attack.column, attack.cowers)
        if attack.column and used < attack.column:  # told before the row that it leads to
            on = f"to the {used} column" if used else "below the lowest column, no effect"
            ctx.tell(f"Original Doubles {dice[0]},{dice[1]}: cowering {on} (A7.9).")
        return str(used) if used else None

    with ctx.rolls_for(attack.side):
        record = ctx.table(ift.IFT, attack.title, modifiers=attack.groups[0].modifiers, column_of=column_for)
    return record, used


def _one_critical(ctx: Context, attack: IftAttack, record: RollRecord) -> tuple[IftAttack, tuple[str, ...]]:
    """C1.53, C3.71-3.75: a critical hit strikes one target by Random Selection, a Gun with its crew; who that is.

    Full FP are doubled and TEM reversed against it; no TEM counts for an AFV. The others are hit plainly.
    """
    if not attack.critical_on or not record.dice or record.original != attack.critical_on:
        return attack, ()
    there = [key for group in attack.groups for key in group.ids if key in ctx.state.units]
    manned = ((key, guns.crew(ctx.game, ctx.state.units[key])) for key in there if ctx.state.units[key].kind == "gun")
    served = {key: men.id for key, men in manned if men}
    chosen = ctx.selection([key for key in there if key not in served.values()], 1, "who suffers the critical hit")
    struck = (*chosen, *(served[key] for key in chosen if key in served))
    column, payload = attack.critical
    groups: list[Group] = []
    for group in attack.groups:
        others, those = (tuple(key for key in group.ids if (key in struck) is hit) for hit in (False, True))
        if others:
            groups.append(replace(group, ids=others))
        if those:
            mods = reversed_tem(tuple(mod for mod in group.modifiers if mod.kind != "armor-tem"))
            heavy = (Modifier("Heavy Payload", payload, "C.7"),) if payload else ()
            groups.append(Group(those, (*mods, *heavy), column, group.hex))
    return replace(attack, groups=tuple(groups)), struck


def _read(
    ctx: Context, attack: IftAttack, record: RollRecord, column: int, struck: Sequence[str]
) -> tuple[tuple[Group, Outcome], ...]:
    """The outcome of each group from the one DR; `struck`: who is hit critically."""
    found = []
    for place, group in enumerate(attack.groups):
        mods, critical = group.modifiers, any(key in struck for key in group.ids)
        read, own = record, _own_column(ctx.game, attack, group, column)
        if own and group.ids and (place or critical):
            what = "critical hit, " if critical else "same DR for "
            read = ctx.again(record, f"{what}{', '.join(group.ids)}", mods, str(own))
        outcome = ift.parse(str(read.result)) if own and read.column else ift.NOTHING
        if own and group.shield and not direct_hit(outcome):
            outcome = _near_miss(ctx, group, record, own, ", ".join(group.ids))
        found.append((group, outcome))
    return tuple(found)


def _near_miss(ctx: Context, group: Group, record: RollRecord, column: int, names: str) -> Outcome:
    """C11.4: what the same DR does to who is behind his Gun's shield."""
    behind = (*group.modifiers, Modifier("gunshield", group.shield, "C11.5", "gunshield"))
    return ift.parse(str(ctx.again(record, f"Near Miss, {names}", behind, str(column)).result))


def direct_hit(outcome: Outcome) -> bool:
    """C11.4: whether a result is a Direct Hit, against which no shield helps."""
    return outcome.kind in ("KIA", "K")


def _own_column(game: Game, attack: IftAttack, group: Group, used: int) -> int:
    """The column of a group: the one used, or its own, shifted as far as the attack's was."""
    if group.column is None or group.column == attack.column:
        return used
    every = (0, *ift.columns(game))
    return ift.shift(game, group.column, every.index(used) - every.index(attack.column))


def reversed_tem(mods: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """C3.71: a critical hit turns positive TEM into negative."""
    return tuple(replace(mod, value=-mod.value) if mod.value > 0 and mod.kind in COVER else mod for mod in mods)


def _effects(
    ctx: Context, attack: IftAttack, results: tuple[tuple[Group, Outcome], ...], record: RollRecord | None, column: int
) -> None:
    heavy = attack.heavy or bool(attack.critical_on)
    with ctx.attack():
        apart = [(group, outcome, effects.NO_SHIELDS) for group, outcome in results]
        for group, outcome, behind in _by_location(ctx, attack, results, record, column) if heavy else apart:
            own = _own_column(ctx.game, attack, group, column)
            final = ift.FinalDr(outcome, record, own, group.modifiers)
            effects.apply_outcome(
                ctx, group.ids, final, attack.title, heavy=heavy, shows=attack.shows, crew=group.crew, bare=group.bare,
                shakes=_could_check(ctx.game, attack, group, final.drm) if attack.cowers else None, behind=behind,
            )  # fmt: skip


def _by_location(
    ctx: Context, attack: IftAttack, results: tuple[tuple[Group, Outcome], ...], record: RollRecord | None, column: int
) -> Iterator[tuple[Group, Outcome, effects.Shields]]:
    """C11.4: the groups with what happens to each; Guns that take a Direct Hit together with those it may strike
    instead, for a Gun and its crew are selected as one, though only the crew is behind the shield. And what a K does to
    each crew behind a shield that it does not strike.
    """

    def near(group: Group, key: str) -> Callable[[], Outcome]:
        own = _own_column(ctx.game, attack, group, column)
        return lambda: _near_miss(ctx, group, record, own, key) if record else Outcome("MC", dict(results)[group].n)

    left = list(results)
    while left:
        group, outcome = left.pop(0)
        groups = [group]
        if direct_hit(outcome) and _on_foot(ctx, group):
            own = _own_column(ctx.game, attack, group, column)
            groups += [
                other for other, same in left
                if same == outcome and _own_column(ctx.game, attack, other, column) == own and _on_foot(ctx, other)
            ]  # fmt: skip
        ids = tuple(key for item in groups for key in item.ids)
        if not any(ctx.state.units[key].kind == "gun" for key in ids if key in ctx.state.units):
            yield group, outcome, effects.NO_SHIELDS
            continue
        left = [item for item in left if item[0] not in groups]
        behind = {key: near(item, key) for item in groups if item.shield for key in item.ids}
        yield replace(group, ids=ids), outcome, behind


def _on_foot(ctx: Context, group: Group) -> bool:
    """Whether there are only men and Guns in a group."""
    return all(ctx.state.units[key].kind not in VEHICLES for key in group.ids if key in ctx.state.units)


def _could_check(game: Game, attack: IftAttack, group: Group, drm: int) -> bool:
    """A10.62: whether an attack that may cower could have done a NMC to a group."""
    return encirclement.can_encircle(game, attack.column if group.column is None else group.column, drm, attack.cowers)


IN_THE_HEX = (COVER - {"slope", "hexside"}) | {"wreck", "crew-exposed"}
"""What protects in the target's own Location, not on its edge; every other +DRM weakens Residual FP (A8.26)."""


def residual_of(game: Game, column: int, modifiers: Iterable[Modifier], name: str, wall: int = 0) -> int:
    """A8.2, A8.26: the Residual FP that fire on an IFT `column` with these DRM leaves in a hex: half of it, and of what
    the DRM leave of that 12 at most. SMOKE in the hex hinders the Residual FP itself, and Air Bursts add a column.
    `wall`: the hexside TEM that could be claimed there (B9.31).
    """
    modifiers, most = tuple(modifiers), game.figure("residual-most")
    half = ift.column_of(game, Fraction(column, 2))
    outside = [mod for mod in modifiers if mod.value > 0 and mod.kind not in IN_THE_HEX]
    here = smoke.at(game, name) if any(mod.kind == "hindrance" for mod in outside) else 0
    unclaimed = max(0, wall - sum(mod.value for mod in outside if mod.kind == "hexside"))
    less = max(0, sum(mod.value for mod in outside) - here) + unclaimed
    more = int(bool(half) and any(mod.kind == "air-burst" for mod in modifiers))
    return min(ift.shift(game, half, more - less), most)
