"""Where aircraft fly and what they hit (E7.25, E7.4): runs, MG and guns, bombs, and how much harm a run would do."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from sasl.asl import snipers
from sasl.asl.air.antiaircraft import hides, kind_of
from sasl.asl.fire import effects, ift
from sasl.asl.fire.attack import Group, IftAttack, resolve
from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Marker, Suspect, Unit
from sasl.asl.ordnance import mounted, to_hit, to_kill, vehicle_hits
from sasl.asl.ordnance.to_kill import Kill
from sasl.asl.preview import Chances, Preview, confirm
from sasl.asl.terrain import fires, smoke, walls
from sasl.board.hexes import Hex, parse_hex, step
from sasl.content.library import Library
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.records import Modifier, RollRecord

WAYS = [sum(pair) for pair in product(range(1, 7), repeat=2)]
"""The 36 throws of two dice."""
DROPS = ("direct hit", "hit", "miss")
"""What the To Hit DR of bombs may bring (E7.42)."""


# -- attack runs (E7.25, E7.401) -------------------------------------------------------------------------


class Run(Frozen):
    """An attack run toward hexside `toward` (1 to 6): the hexes it flies over, and the target hexes it may attack.

    `places[n]` is where the aircraft is when it attacks `targets[n]`; "" stands for a hex off the map or a Blind Hex.
    """

    toward: int
    places: tuple[Hex, ...]
    targets: tuple[str, ...]


def victims(game: Game, plane: Unit, name: str) -> list[Unit]:
    """The units of the other side in a hex that an aircraft can make out at all: no hidden ones, no aircraft."""
    return [
        unit
        for unit in game.state.units_at(name, opponent(plane.side))
        if unit.kind != "aircraft" and "hidden" not in unit.flags
    ]


def run_over(game: Game, name: str, toward: int) -> Run:
    """E7.401: the Strafing Run that attacks `name` first and flies toward a hexside."""
    side, far = toward - 1, game.figure("air-distance")
    goal = parse_hex(name)
    targets = []
    for number in range(game.figure("air-run")):
        spot = step(goal, side, number)
        free = spot.name in game.board and not hides(game, spot.name, step(spot, side, -1))
        targets.append(spot.name if free else "")
    places = tuple(step(goal, side, number - far) for number in range(2 * far))
    return Run(toward, places, tuple(targets))


def runs(game: Game, name: str) -> list[Run]:
    """The runs that have a LOS to their first target."""
    every = [run_over(game, name, toward) for toward in range(1, 7)]
    return [run for run in every if run.targets[0]]


def moves(game: Game, unit: Unit) -> bool:
    """Whether the unit is moving at this moment."""
    return game.state.moving is not None and unit.id in game.state.moving.ids


def suspects(game: Game, plane: Unit, name: str) -> list[Suspect]:
    """The S? in a hex, which count as concealed units to the other side (3.1)."""
    return game.state.suspects_at(name) if plane.side == "FRIENDLY" else []


def targets(game: Game, plane: Unit, name: str) -> list[str]:
    """The ids of everything in a hex that an aircraft may attack."""
    return [unit.id for unit in victims(game, plane, name)] + [item.id for item in suspects(game, plane, name)]


def ghost(name: str) -> Unit:
    """What an S? looks like from above: a concealed unit on foot."""
    return Unit("", "ENEMY", "squad", "", "", name, frozenset({"concealed"}))


# -- what they hit ---------------------------------------------------------------------------------------


def strike(ctx: Context, plane: Unit, name: str, *, near: bool = False, bombs: bool = False, at: str = "") -> None:
    """One attack on a hex: guns or MG, then the bombs; `near` from three hexes instead of four."""
    there = [unit for unit in ctx.state.units_at(name) if unit.kind != "aircraft"]
    if not there and not suspects(ctx.game, plane, name):
        return
    ids = tuple(unit.id for unit in there if "attacked-by-air" not in unit.flags)
    pieces.change_all(ctx, ids, ("attacked-by-air",), (), f"attacked by {plane.id} (E7.3)")
    if "MG disabled" not in plane.arms:
        _guns(ctx, plane, name, near=near, at=at)
    if bombs and plane.id in ctx.state.units:
        _bombs(ctx, ctx.state.units[plane.id], name, near=near)


def aloft(game: Game, plane: Unit) -> list[Modifier]:
    """E7.511: an evading or damaged aircraft attacks at +1."""
    drm = game.figure("air-evading")
    return [Modifier("evading or damaged", drm, "E7.511")] if "evading" in plane.flags else []


def soft(game: Game, name: str) -> list[Unit]:
    """What the IFT attacks in a hex: everything but aircraft and AFV; those aboard share their vehicle's fate."""
    return [
        unit
        for unit in game.state.units_at(name)
        if unit.kind != "aircraft" and not unit.carrier and not mounted.armored(game, unit)
    ]


def hard(game: Game, name: str) -> list[Unit]:
    """The AFV and cupolas in a hex."""
    return [unit for unit in game.state.units_at(name) if mounted.armored(game, unit)]


def groups(game: Game, plane: Unit, name: str, fp: int) -> tuple[Group, ...]:
    """E7.41: the targets of `fp` from the air with their DRM: TEM, SMOKE, movement; half against concealed units."""
    found: dict[tuple[tuple[Modifier, ...], int], list[str]] = {}
    hindrance = smoke.at(game, name)
    common = [Modifier("SMOKE", hindrance, "E7.3", "smoke")] if hindrance else []
    for unit in soft(game, name):
        motion = motion_of(game, game.state.moving, unit.id)
        mods = (*target_mods(game, unit, "", moving=motion, hindrance=hindrance), *common, *aloft(game, plane))
        column = ift.column_of(game, Fraction(fp) if unit.known else Fraction(fp, 2))
        found.setdefault((mods, column), []).append(unit.id)
    return tuple(Group(tuple(ids), mods, column) for (mods, column), ids in found.items())


def _guns(ctx: Context, plane: Unit, name: str, *, near: bool, at: str) -> None:
    """E7.41: MG on the IFT against what is soft; the same DR is the To Hit DR against one AFV."""
    facts = kind_of(ctx.game, plane)
    tanks = hard(ctx.game, name)
    target = next((unit for unit in tanks if unit.id == at), None) or max(
        tanks, key=lambda unit: (unit.side != plane.side, tank_harm(ctx.game, plane, unit)), default=None
    )
    record: RollRecord | None = None
    if "gun_tk" not in facts or not target:
        column = ift.column_of(ctx.game, facts["mg"])
        title = f"{plane.id} strafes {name} with {facts['mg']} FP"
        attacked, unknown = groups(ctx.game, plane, name, facts["mg"]), suspects(ctx.game, plane, name)
        if attacked:
            record = resolve(ctx, IftAttack(plane.side, title, name, column, attacked)).record
        if unknown:
            half = ift.column_of(ctx.game, Fraction(facts["mg"], 2))
            record = _at_suspects(ctx, plane, unknown, title, half, _cover(ctx.game, plane, name), record)
    if target and target.id in ctx.state.units:
        record = _at_tank(ctx, plane, target, near=near, same=record)
    if record and record.dice and record.original == ctx.figure("air-mg-gone") and plane.id in ctx.state.units:
        word = "guns" if "gun_tk" in facts and target else "MG"
        ctx.emit(ev.ArmsChanged(plane.id, ("MG disabled",), (), f"Original 12: its {word} are out of action (E7.41)"))


def _cover(game: Game, plane: Unit, name: str) -> tuple[Modifier, ...]:
    """The DRM of an attack from the air on an S?: what a unit on foot would have there."""
    hindrance = smoke.at(game, name)
    mods = [Modifier("SMOKE", hindrance, "E7.3", "smoke")] if hindrance else []
    return (*target_mods(game, ghost(name), ""), *mods, *aloft(game, plane))


def _at_suspects(
    ctx: Context,
    plane: Unit,
    found: Sequence[Suspect],
    title: str,
    column: int,
    mods: tuple[Modifier, ...],
    record: RollRecord | None,
) -> RollRecord | None:
    """5 [house]: an S? hit by at least a PTC (E7.25) checks Activation, and what it turns out to be suffers that."""
    if record is None or not record.dice:
        with ctx.rolls_for(plane.side):
            record = ctx.table(ift.IFT, title, modifiers=mods, column=str(column))
    drm = sum(mod.value for mod in mods)
    outcome = ift.outcome(ctx.game, column, record.original + drm if record.dice else record.total)
    for suspect in found:
        if outcome.kind == "-" or suspect.id not in ctx.state.suspects:
            continue
        marker = Marker(plane.id, "aircraft", suspect.hex, plane.side, text=plane.id, owner=plane.id)
        ids = [unit.id for unit in ctx.game.reactions.shelled(ctx, suspect, marker)]
        effects.apply_outcome(ctx, ids, ift.FinalDr(outcome, record, column, mods), title)
    return record


def hit_mods(game: Game, plane: Unit, unit: Unit) -> tuple[Modifier, ...]:
    """C6: the To Hit DRM of an aircraft against this target."""
    vehicle = unit.kind in VEHICLES
    facts = {
        "case-j": int(mounted.is_moving_target(game, unit)),
        "case-k": int(not unit.known),
        "case-p": game.counter_of(unit).size if vehicle or unit.kind == "gun" else 0,
        "case-r": smoke.at(game, unit.hex),
    }
    mods = [*to_hit.drm(game, facts), *aloft(game, plane)]
    if vehicle:
        cover = walls.in_hex_tem(game, unit)
        return (*mods, Modifier("Case Q, TEM", cover, "C6.8", "tem")) if cover else tuple(mods)
    motion = motion_of(game, game.state.moving, unit.id)
    return (*mods, *target_mods(game, unit, "", moving=motion, hindrance=facts["case-r"]))


def number(game: Game, target: str, *, near: bool) -> int:
    """E7.41: the To Hit number by Aerial Range: eight hexes, or six in the second pass of a Point Attack."""
    far = game.figure("aerial-range") * (game.figure("air-distance") - int(near))
    return int(game.library.table(f"to-hit.{target}").value(far, "black"))


def kill_number(game: Game, plane: Unit, unit: Unit, basic: int, *, gun: bool = False, he: bool = False) -> Kill:
    """C7.1-7.22: basic TK#, and against armor as if at the rear, from above, less the aerial AF."""
    item = game.counter_of(unit)
    words = [f"basic To Kill {basic}"]
    total = basic
    above = game.figure("air-advantage-open" if item.open_topped else "air-advantage")
    factor = mounted.aerial(game, unit)
    by: to_kill.By = "HE" if he else "" if gun else "MG"
    if factor is None:
        return Kill(total, tuple(words), True, "hull", by)
    if gun:
        factor = max(0, factor - kind_of(game, plane).get("gun_af", 0))
    rear = game.figure("rear-kill")
    words += [f"+{rear} as at the rear (C7.21)", f"+{above} from above (C7.22)", f"-{factor} aerial AF (C7.12)"]
    burn = game.figure("red-cs-burn") if item.red_cs else 0
    return Kill(total + rear + above - factor, tuple(words), False, "hull", by, burn)


def tank_basic(game: Game, plane: Unit) -> int:
    """The basic TK# of the guns of an aircraft, or of its MG."""
    facts = kind_of(game, plane)
    return facts.get("gun_tk") or facts["mg_tk"]


def _at_tank(ctx: Context, plane: Unit, target: Unit, *, near: bool, same: RollRecord | None) -> RollRecord | None:
    """E7.41: To Hit (the IFT DR again if there was one), then To Kill."""
    mods, needed = hit_mods(ctx.game, plane, target), number(ctx.game, "vehicle", near=near)
    gun = "gun_tk" in kind_of(ctx.game, plane)
    kill = kill_number(ctx.game, plane, target, tank_basic(ctx.game, plane), gun=gun)
    title = f"{plane.id} at {target.id} in {target.hex}"
    record = same
    if same is not None and same.dice:
        total = same.original + sum(mod.value for mod in mods)
        hit = total <= needed
        shown = replace(
            same, purpose=f"To Hit, same DR: {title}", total=total, modifiers=mods, rule="E7.41", target=needed,
            target_name="To Hit number", success=hit, table="", row="", result=None, provenance="", source="same",
            index=None, column="", tag=to_hit.TO_HIT,
        )  # fmt: skip
        ctx.emit(ev.Rolled(shown))
    else:
        hit, record = _to_hit(ctx, plane, title, needed, mods, kill)
    if not hit:
        return record
    twice = gun and record is not None and len(record.dice) == 2 and len(set(record.dice)) == 1
    effect_of(ctx, plane, target, replace(kill, rolls=ctx.figure("air-multiple-tk")) if twice else kill)
    return record


def _to_hit(
    ctx: Context, plane: Unit, title: str, needed: int, mods: Sequence[Modifier], kill: Kill | None
) -> tuple[bool, RollRecord | None]:
    """A To Hit DR shown first, then rolled; whether it hits."""
    lines = (f"To Kill {kill.number}: {', '.join(kill.words)}",) if kill else ()

    def chances(to: int, drm: tuple[Modifier, ...]) -> Sequence[tuple[str, Fraction]]:
        good = sum(1 for total in WAYS if total + sum(mod.value for mod in drm) <= to)
        return (("hit", Fraction(good, 36)), ("miss", Fraction(36 - good, 36)))

    preview = confirm(ctx, Preview(title, lines, needed, "To Hit number", tuple(mods), chances, ("hit", "miss")))
    if preview.typed:
        return preview.typed == "hit", None
    with ctx.rolls_for(plane.side):
        record = ctx.roll(
            "DR", f"To Hit: {title}", rule="E7.41", modifiers=preview.modifiers, target=preview.number,
            target_name="To Hit number", tag=to_hit.TO_HIT,
        )  # fmt: skip
    snipers.alarm(ctx, plane.side, record.original if record.dice else 0)
    return bool(record.success), record


def effect_of(ctx: Context, plane: Unit, target: Unit, kill: Kill) -> None:
    """C7.3: the To Kill DR (the best of several) and what it does to the vehicle."""
    found, _ = to_kill.resolve(ctx, plane.side, f"To Kill {target.id}, air attack by {plane.id}", kill, "C7.3")
    vehicle_hits.suffer(ctx, target, found, f"air attack by {plane.id} (E7.4)")
    if found not in ("-", "dud"):
        text = f"{target.id} in {target.hex}: {found} by {plane.id} (E7.4)."
        ctx.tell(text, board=True, stop=True, hexes=(target.hex,))


# -- bombs --------------------------------------------------------------------------------------------


def load(game: Game, plane: Unit) -> int:
    """The IFT column of the bombs an aircraft was built for; ATCB take their place (OtO Aircraft 12.6)."""
    return kind_of(game, plane).get("atcb" if plane.role == "ATCB" else "bomb", 0)


def _bombs(ctx: Context, plane: Unit, name: str, *, near: bool) -> None:
    """E7.42: the one load: one To Hit DR for all in the hex, one effect DR each kind; a miss does nothing."""
    facts, cluster = kind_of(ctx.game, plane), plane.role == "ATCB"
    word = "ATCB" if cluster else "bombs"
    basic = facts["atcb_tk" if cluster else "bomb_tk"]
    unknown = suspects(ctx.game, plane, name)
    aims = [*soft(ctx.game, name), *hard(ctx.game, name), *([ghost(name)] if unknown else [])]
    if not aims:
        ctx.tell(f"Nobody is left in {name}: {plane.id} keeps its {word} (E7.42).", hexes=(name,))
        return
    pieces.change(ctx, plane, [], ["bombs"], "drops its bombs (E7.42)")
    found = _drop(ctx, plane, f"To Hit: {word} of {plane.id} on {name}", aims, near=near)
    men, tanks = [], []
    for unit, result in found:
        if mounted.armored(ctx.game, unit) and result != "miss":
            direct = cluster or result == "direct hit"
            tanks.append((unit, basic if direct else basic // 2, direct))
        elif unit.id and result != "miss":
            men.append(unit.id)
    unknown = unknown if any(not unit.id and result != "miss" for unit, result in found) else []
    if not men and not tanks and not unknown:
        ctx.tell(f"The {word} of {plane.id} miss {name} (E7.42).", hexes=(name,))
        return
    if men:
        _blast(ctx, plane, name, tuple(men), load(ctx.game, plane), word)
    if unknown:
        _at_suspects(ctx, plane, unknown, f"{word} of {plane.id} on {name}", load(ctx.game, plane), (), None)
    for unit, tk, direct in tanks:
        if unit.id in ctx.state.units:
            ctx.tell(f"{unit.id}: {'Direct Hit' if direct else 'Near Miss, half the To Kill number'} (E7.421).")
            effect_of(ctx, plane, unit, kill_number(ctx.game, plane, unit, tk, he=not cluster))


def _drop(ctx: Context, plane: Unit, title: str, aims: Sequence[Unit], *, near: bool) -> list[tuple[Unit, str]]:
    """E7.42: the one To Hit DR of the bombs, shown first: a direct hit, a hit, or a miss for each unit in the hex.

    The preview is that of the first unit; what the player corrects on it holds for all.
    """
    game = ctx.game
    needs = [(number(game, "vehicle" if unit.kind in VEHICLES else "infantry", near=near),
              hit_mods(game, plane, unit)) for unit in aims]  # fmt: skip
    needed, mods = needs[0]
    facts = [
        f"same DR at {sum(mod.value for mod in drm):+d} against {to} for {unit.id or 'the S?'}"
        for unit, (to, drm) in zip(aims[1:], needs[1:], strict=True)
    ]

    def chances(to: int, drm: tuple[Modifier, ...]) -> Chances:
        ends = [_hits(to, total + sum(mod.value for mod in drm)) for total in WAYS]
        return tuple((end, Fraction(ends.count(end), len(WAYS))) for end in DROPS)

    facts += [f"for {aims[0].id or 'the S?'}: direct hit on half the To Hit number; it matters to an AFV (E7.421)"]
    preview = confirm(ctx, Preview(title, tuple(facts), needed, "To Hit number", mods, chances, DROPS))
    if preview.typed:
        return [(unit, preview.typed) for unit in aims]
    with ctx.rolls_for(plane.side):
        record = ctx.roll("DR", title, rule="E7.42", modifiers=preview.modifiers, target=preview.number,
                          target_name="To Hit number", tag=to_hit.TO_HIT)  # fmt: skip
    snipers.alarm(ctx, plane.side, record.original if record.dice else 0)
    by_hand = sum(mod.value for mod in preview.modifiers) - sum(mod.value for mod in mods)
    plain = record.total - sum(mod.value for mod in preview.modifiers) + by_hand
    return [
        (unit, _hits(to + preview.number - needed, plain + sum(mod.value for mod in drm)))
        for unit, (to, drm) in zip(aims, needs, strict=True)
    ]


def _hits(needed: int, total: int) -> str:
    """E7.42-7.421: what a Final To Hit DR of bombs is."""
    return "miss" if total > needed else "direct hit" if 2 * total <= needed else "hit"


def _blast(ctx: Context, plane: Unit, name: str, ids: tuple[str, ...], column: int, word: str) -> None:
    """E7.42: the bombs on the IFT against all they hit (TEM was in the To Hit DR); HE may start a fire (B25.13)."""
    attack_ = IftAttack(plane.side, f"{word} of {plane.id} on {name}", name, column, (Group(ids, ()),), fire=False)
    found = resolve(ctx, attack_)
    if found.original and ift.outcome(ctx.game, column, found.original).kind == "KIA":
        fires.may_catch(ctx, name, f"{word} of {plane.id} (B25.13)")


# -- how much harm ------------------------------------------------------------------------------------


def worth(game: Game, plane: Unit, run: Run) -> float:
    """What a run is worth to the side of `plane` [house]: the harm to the other side, less that to its own."""
    total = 0.0
    for name in filter(None, run.targets):
        for unit in game.state.units_at(name):
            if unit.kind != "aircraft" and "hidden" not in unit.flags:
                harm = unit_harm(game, plane, unit)
                total += harm if unit.side != plane.side else -harm
        doubtful = len(suspects(game, plane, name)) * game.figure("air-harm-suspect") / 100
        total += doubtful * unit_harm(game, plane, ghost(name)) if doubtful else 0.0
    return total


def unit_harm(game: Game, plane: Unit, unit: Unit) -> float:
    """The expected harm of one pass at a unit; vehicles and leaders count more (doctrine of the ENEMY)."""
    if mounted.armored(game, unit):
        return tank_harm(game, plane, unit) * game.figure("air-harm-vehicle")
    facts = kind_of(game, plane)
    column = ift.column_of(game, Fraction(facts["mg"]) if unit.known else Fraction(facts["mg"], 2))
    drm = sum(mod.value for mod in target_mods(game, unit, "")) + smoke.at(game, unit.hex)
    factor = "air-harm-leader" if unit.kind == "leader" else "air-harm-vehicle" if unit.kind in VEHICLES else ""
    return _pass_harm(game.library, column, drm) * (game.figure(factor) if factor else 1)


@lru_cache(maxsize=1024)
def _pass_harm(library: Library, column: int, drm: int) -> float:
    """The harm of one attack on the IFT to a unit that counts once: a KIA or K is whole, a MC a part of it."""
    if not column:
        return 0.0
    table, weight = library.table(ift.IFT), {"KIA": 1.0, "K": 1.0, "MC": library.figure("air-harm-mc") / 100}
    outcomes = (ift.parse(table.value(total + drm, str(column))) for total in WAYS)
    return sum(weight.get(outcome.kind, 0.0) for outcome in outcomes) / len(WAYS)


def tank_harm(game: Game, plane: Unit, unit: Unit) -> float:
    """The chance that one pass hits and at least immobilizes an AFV."""
    drm = sum(mod.value for mod in hit_mods(game, plane, unit))
    hit = sum(1 for total in WAYS if total + drm <= number(game, "vehicle", near=False)) / len(WAYS)
    kill = kill_number(game, plane, unit, tank_basic(game, plane), gun="gun_tk" in kind_of(game, plane))
    good = ("burning", "destroyed", "immobilized", "stun")
    return hit * float(sum(chance for name, chance in to_kill.chances(game, kill).items() if name in good))
