"""Fire (B25): Kindling, Flames, Blazes and Burning Wrecks, how they grow and spread, and whom they drive out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.sides import SIDES, Side, opponent
from sasl.asl.game.state import Marker, State, Suspect, Unit
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.infantry.morale import casualties, leadership, task_checks
from sasl.asl.terrain import rubble, smoke, weather
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier, RollRecord
from sasl.kernel.text import listed

OLD = 2
"""The number of a fire that has burnt since an earlier Player Turn; a fresh one has less and does not spread yet."""

BUILDINGS = ("wooden-building", "stone-building")


def burnable(game: Game, name: str) -> str:
    """The terrain of a hex that burns most easily, or "" (B25.1)."""
    numbers = _numbers(game, "fire.spread-number")
    found = [word for word in game.board.terrain(name).terrains if word in numbers and word != "woods-road"]
    return min(found, key=lambda word: numbers[word], default="")


def _numbers(game: Game, table_id: str) -> dict[str, int]:
    """A chart of one row as terrain -> number."""
    table = game.library.table(table_id)
    return {word: int(table.value(1, word)) for word in table.columns}


def kindling_number(game: Game, name: str) -> int:
    """B25.11: the Kindling Number of a hex; 0 if nothing there burns."""
    return _numbers(game, "fire.kindle-number").get(burnable(game, name), 0)


def spread_number(game: Game, name: str) -> int:
    """B25.6: the Spreading Fire Number of a hex; 0 if nothing there burns."""
    word = burnable(game, name)
    if word == "woods" and game.board.terrain(name).road:
        word = "woods-road"
    return _numbers(game, "fire.spread-number").get(word, 0)


def ec_drm(game: Game, name: str) -> int:
    """B25.5: the EC DRM of a hex; none in a building."""
    table, words = game.library.table("fire.ec"), game.state.ec.split(", ")  # as in: Wet, Rain
    now = next((column for column in table.columns if column in words), "")
    return int(table.value(1, now)) if now and burnable(game, name) not in BUILDINGS else 0


def ablaze(game: Game, name: str) -> bool:
    """Whether the terrain of a hex is a Blaze: nothing may enter it (B25.4)."""
    return bool(game.state.markers_at(name, "blaze"))


def on_fire(game: Game, name: str) -> bool:
    """Whether there is a Flame or a Blaze in the terrain of a hex."""
    return any(marker.kind in ("blaze", "flame") for marker in game.state.markers_at(name))


def no_entry(game: Game, name: str) -> str:
    """Why nothing may enter a hex that burns, or ""."""
    return f"{name} is a Blaze: whatever enters it is eliminated (B25.4)" if ablaze(game, name) else ""


# -- lighting -----------------------------------------------------------------------------------------


def light(ctx: Context, name: str, why: str, by: Side | Literal[""] = "") -> Marker | None:
    """B25.15: a Flame in the terrain of a hex; None where nothing burns or something burns already. `by`: the side that
    has started it, or the fire it comes from, deliberately (A26.16).
    """
    marker = _lit(ctx, name, why, by)
    if marker is not None:
        ctx.tell(f"A Flame in {name}: {why}.", board=True, stop=True, hexes=(name,))
        _forfeit(ctx, name)
        _activate_suspects(ctx, name)
    return marker


def _lit(ctx: Context, name: str, why: str, by: Side | Literal[""]) -> Marker | None:
    """The same without a word to the player."""
    if not burnable(ctx.game, name) or on_fire(ctx.game, name):
        return None
    return pieces.put_marker(ctx, "flame", name, "flame", why=why, maker=by)


def _catch(ctx: Context, name: str, why: str, by: Side | Literal[""] = "") -> None:
    """B25.6: fire spreads into a hex; `burn` says so of all of them."""
    if _lit(ctx, name, why, by) is not None:
        _forfeit(ctx, name)
        _activate_suspects(ctx, name)


def _activate_suspects(ctx: Context, name: str) -> None:
    """Activate the S? on Hold in a hex where a Flame is now (S3.31), once what lit it is over."""

    def activate() -> None:
        above = ctx.game.reactions
        for suspect in _holding(ctx, name):
            above.announce(ctx, above.activate(ctx, suspect, f"a Flame in {name} (S3.31)"))

    ctx.after_the_attack(activate)


def _holding(ctx: Context, name: str) -> list[Suspect]:
    return [suspect for suspect in ctx.state.suspects_at(name) if suspect.attitude == "Hold"]


def may_catch(ctx: Context, name: str, why: str) -> None:
    """B25.12-13: after an Original KIA of HE (or K of a FT) the terrain may catch fire."""
    number = kindling_number(ctx.game, name)
    if number and not on_fire(ctx.game, name):
        facts = {"fire-ec": ec_drm(ctx.game, name)}
        record = _against(ctx, "fire.kindling", f"Does {name} catch fire?", "Kindling Number", number, facts)
        if record.total >= 0:
            light(ctx, name, why)


def _against(
    ctx: Context,
    table_id: str,
    purpose: str,
    word: str,
    number: int,
    facts: dict[str, int],
    mods: Sequence[Modifier] = (),
) -> RollRecord:
    """A DR that must reach `number`: the rows of the table count from it, so that a total of 0 or more is a success."""
    reach = Modifier(word, -number, "B25", "to-reach")
    return ctx.table(table_id, purpose, facts=facts, modifiers=[*mods, reach])


def kindle(ctx: Context, unit: Unit, leader: Unit | None) -> None:
    """B25.11: a unit (with the SMC that directs it, or an SMC alone) tries to set its hex on fire."""
    name = unit.hex
    why = kindle_refusal(ctx.game, unit, leader)
    if why:
        raise Refused(why)
    number = kindling_number(ctx.game, name)
    marked = [unit.id, *([leader.id] if leader else [])]
    ctx.emit(ev.UnitsChanged(tuple(marked), ("prep",), (), "Kindling (B25.11)"))
    concealment.lose_if_seen(ctx, marked, "sets a fire in LOS (A12.141)")
    if not task_checks.task_check(ctx, ctx.state.units[(leader or unit).id], "NTC to Kindle"):
        ctx.tell(f"{(leader or unit).id} fails his NTC: no Kindling attempt (B25.11).")
        return
    facts = {
        "kindle-smc": int(leader is None),
        "kindle-half": int(unit.kind in ("hs", "crew")),
        "fire-ec": ec_drm(ctx.game, name),
    }
    mods = [Modifier(leader.id, -leadership.drm(leader), "B25.11", "leadership")] if leader else []
    with ctx.rolls_for(unit.side):
        record = _against(ctx, "fire.kindling", f"Kindling by {unit.id}", "Kindling Number", number, facts, mods)
    if record.total >= 0:
        light(ctx, name, f"kindled by {unit.id} (B25.11)", unit.side)


def kindle_refusal(game: Game, unit: Unit, leader: Unit | None) -> str:
    """Why this unit may not Kindle here, or ""."""
    name = unit.hex
    for one in filter(None, (unit, leader)):
        if unable(one):
            return unable(one)
        if prisoners.is_burdened(game, one):
            return f"{one.id} guards too many prisoners to Kindle (A20.52)"
    if leader and (leader.kind != "leader" or leader.hex != unit.hex or leader.side != unit.side):
        return f"{leader.id} is not a leader stacked with {unit.id} (B25.11)"
    if leader is None and unit.mmc:
        return f"{unit.id} needs a Good Order leader with it to Kindle (B25.11)"
    if leader and not unit.mmc:
        return "a leader directs an MMC, or an SMC Kindles alone (B25.11)"
    if name in game.state.control:
        return f"{name} is a VPO: nobody sets it on fire (S14.5)"
    if not burnable(game, name):
        return f"nothing in {name} burns (B25.1)"
    return f"{name} burns already (B25.15)" if on_fire(game, name) else ""


def directs(state: State, unit: Unit) -> Unit | None:
    """The leader who directs a Kindling MMC: the best one with it that may."""
    if not unit.mmc:
        return None
    leaders = [other for other in state.units_at(unit.hex, unit.side) if other.kind == "leader" and not unable(other)]
    return min(leaders, key=lambda other: (other.modifier, other.id), default=None)


def unable(unit: Unit) -> str:
    """Why this unit can take no part in Kindling, or ""."""
    if not unit.infantry or not unit.good_order or "pinned" in unit.flags or not unit.hex:
        return f"{unit.id} is not unpinned Good Order Infantry on the map: it may not Kindle (B25.11)"
    if unit.flags & {"prep", "opportunity", "ti"}:
        return f"{unit.id} has used its fire: Kindling counts as Prep Fire (B25.11)"
    return ""


def _joined(game: Game, name: str) -> set[str]:
    """The hexes of the fire that burns in a hex, and in a chain of adjacent ones."""
    found, left = {name}, [name]
    while left:
        near = {other for other in game.board.neighbours(left.pop()) if other not in found and on_fire(game, other)}
        found |= near
        left += near
    return found


def arsonist(game: Game, name: str) -> Side | None:
    """A26.16, A26.162: the side that has deliberately started the fire in a hex, wherever that began; None without fire
    there, of one that came by accident, and of one in which fires of both sides have joined.
    """
    if not on_fire(game, name):
        return None
    fires = (marker for place in _joined(game, name) for marker in game.state.markers_at(place))
    sides = {marker.maker for marker in fires if marker.kind in ("flame", "blaze") and marker.maker}
    return next((side for side in SIDES if sides == {side}), None)


def _forfeit(ctx: Context, name: str) -> None:
    """A26.16: a side forfeits its control of all that burns by its own Kindling, now that fire is in this hex."""
    side = arsonist(ctx.game, name)
    for place in sorted(_joined(ctx.game, name)) if side else ():
        if side and ctx.state.control.get(place) == side:
            ctx.emit(ev.ControlChanged(place, opponent(side), "forfeited by Kindling (A26.16)"))


# -- growing and spreading ----------------------------------------------------------------------------


def burn(ctx: Context) -> None:
    """B25.15, B25.6: at the end of the AFPh each old Flame may become a Blaze, and each old Blaze may spread; what is
    new is told in one line for Blazes and one for Flames."""
    begun = len(ctx.events)
    flames = [marker for marker in ctx.state.marked("flame") if marker.number >= OLD]
    blazes = [marker for marker in ctx.state.marked("blaze") if marker.number >= OLD]
    wrecks = [marker for marker in ctx.state.marked("wreck") if smoke.burning_wreck(marker) and marker.number >= OLD]
    for flame in flames:
        _grow(ctx, flame)
    for wreck in wrecks:
        _from_wreck(ctx, wreck)
    if blazes:
        _spread(ctx, blazes)
    put = [event.marker for event in ctx.events[begun:] if isinstance(event, ev.MarkerPut)]
    if blazed := [marker.hex for marker in put if marker.kind == "blaze"]:  # who is there is told of in the RtPh
        are = "is a Blaze now; nothing may enter it" if len(blazed) == 1 else "are Blazes now; nothing may enter them"
        ctx.tell(f"{listed(blazed)} {are} (B25.4).", board=True, stop=True, hexes=blazed)
    if flamed := [marker.hex for marker in put if marker.kind == "flame"]:
        what = "A Flame" if len(flamed) == 1 else "Flames"
        ctx.tell(f"{what} in {listed(flamed)}: the fire spreads (B25.6).", board=True, stop=True, hexes=flamed)


def _grow(ctx: Context, flame: Marker) -> None:
    """B25.151: a Flame becomes a Blaze, burns on, or goes out."""
    number = spread_number(ctx.game, flame.hex)
    if not number:
        ctx.emit(ev.MarkerRemoved.of(flame, "nothing burns here (B25.1)"))
        return
    facts = {"fire-ec": ec_drm(ctx.game, flame.hex)}
    record = _against(ctx, "fire.growing", f"Flame in {flame.hex}", "Spreading Fire Number", number, facts)
    if record.total >= 0:
        _blaze(ctx, flame)
    elif record.total + number <= ctx.figure("flame-out"):
        ctx.emit(ev.MarkerRemoved.of(flame, "the Flame goes out (B25.151)"))


def hamper(ctx: Context, name: str) -> None:
    """B24.721: a Flame that was fought becomes no Blaze in this Player Turn."""
    for flame in ctx.state.markers_at(name, "flame")[:1]:
        ctx.emit(ev.MarkerPut(replace(flame, number=OLD - 1), "Hampered: no Blaze in this Player Turn (B24.721)"))


def _blaze(ctx: Context, flame: Marker) -> None:
    """B25.14, B25.15, D10.41: a Flame is a Blaze now: all Flames and wrecks of the hex are part of it."""
    name = flame.hex
    for other in ctx.state.markers_at(name):
        if other.kind in ("flame", "wreck"):
            ctx.emit(ev.MarkerRemoved.of(other, "part of the Blaze (B25.15, D10.41)"))
    pieces.put_marker(ctx, "blaze", name, "Blaze", why="a Flame becomes a Blaze (B25.151)", maker=flame.maker)
    for suspect in _holding(ctx, name):
        ctx.emit(ev.SuspectRemoved(suspect.id, suspect.hex, "eliminated by the Blaze (S3.31)"))


def _from_wreck(ctx: Context, wreck: Marker) -> None:
    """B25.14: a Burning Wreck may set fire to the terrain it stands in; by itself in Heavy Winds and Gusts."""
    name = wreck.hex
    if not burnable(ctx.game, name) or on_fire(ctx.game, name):
        return
    if weather.heavy(ctx.state) or ctx.state.gusts:
        _catch(ctx, name, f"the wind spreads it from {wreck.id} (B25.63)")
    elif _spread_dr(ctx, name, {}, f"from {wreck.id}"):
        _catch(ctx, name, f"spreads from {wreck.id} (B25.6)")


def _spread_dr(ctx: Context, name: str, facts: dict[str, int], source: str) -> bool:
    """B25.6: the Spreading Fire DR of one hex."""
    every = {**facts, "fire-ec": ec_drm(ctx.game, name)}
    purpose = f"Does fire spread to {name} ({source})?"
    number = spread_number(ctx.game, name)
    return _against(ctx, "fire.spreading", purpose, "Spreading Fire Number", number, every).total >= 0


def _spread(ctx: Context, blazes: Sequence[Marker]) -> None:
    """B25.6: one Spreading Fire DR for each hex beside a Blaze, from where it spreads most easily."""
    heavy, gusts = weather.heavy(ctx.state), ctx.state.gusts
    blowing = heavy or gusts or weather.breeze(ctx.state)
    toward = weather.direction(ctx) if blowing else 0
    if gusts:
        _gust(ctx, blazes, toward)
    table = ctx.game.library.table("fire.spreading")
    chances: dict[str, tuple[int, Marker]] = {}
    for blaze in blazes:
        for name in ctx.board.neighbours(blaze.hex):
            if not burnable(ctx.game, name) or on_fire(ctx.game, name):
                continue
            if heavy and not _indoors(ctx.game, blaze.hex, name):
                if weather.turn_from_wind(ctx.game, blaze.hex, name, toward) <= 1:
                    _catch(ctx, name, f"Heavy Winds spread it from {blaze.hex} (B25.63)", blaze.maker)
                continue
            drm = sum(mod.value for mod in table.drm(spread_facts(ctx.game, blaze.hex, name)))
            if name not in chances or drm > chances[name][0]:
                chances[name] = drm, blaze
    for name in sorted(chances, key=ctx.board.hex):
        blaze = chances[name][1]
        facts = spread_facts(ctx.game, blaze.hex, name)
        if not on_fire(ctx.game, name) and _spread_dr(ctx, name, facts, f"from {blaze.hex}"):
            _catch(ctx, name, f"spreads from {blaze.hex} (B25.6)", blaze.maker)


def _indoors(game: Game, here: str, there: str) -> bool:
    """Whether fire would spread inside one building, where the wind has no say [house: adjacent building hexes]."""
    return burnable(game, here) in BUILDINGS and burnable(game, here) == burnable(game, there)


def spread_facts(game: Game, here: str, there: str) -> dict[str, int]:
    """B25.61-25.64: what helps or hinders fire from `here` to the adjacent `there`."""
    rise = game.board.terrain(there).elevation - game.board.terrain(here).elevation
    shared = set(game.board.terrain(here).terrains) & set(game.board.terrain(there).terrains)
    attached = any(word in _numbers(game, "fire.kindle-number") for word in shared)
    facts = {"fire-apart": int(not attached), "fire-up": int(rise > 0), "fire-down": int(rise < 0)}
    now = weather.wind(game.state)
    if now.force == weather.BREEZE and now.toward and not _indoors(game, here, there):
        off = weather.turn_from_wind(game, here, there, now.toward)
        facts["fire-wind"] = int(game.library.table("fire.wind").value(off))
    return facts


def _gust(ctx: Context, blazes: Sequence[Marker], toward: int) -> None:
    """B25.651: every Blaze spreads straight downwind by itself; one of them (Random Selection) two hexes."""
    far = {}
    makers = {blaze.id: blaze.maker for blaze in blazes}
    for blaze in blazes:
        way = weather.downwind(ctx.game, blaze.hex, toward, ctx.figure("gust-hexes"))
        free = [name for name in way if burnable(ctx.game, name) and not on_fire(ctx.game, name)]
        if free:
            far[blaze.id] = way
    chosen = ctx.selection(list(far), 1, "the Blaze that Gusts carry two hexes") if far else []
    for key, way in far.items():
        for name in way if key in chosen else way[:1]:
            _catch(ctx, name, "Gusts carry the fire (B25.651)", makers[key])


def _grow_old(ctx: Context) -> None:
    """At the end of a Player Turn every fire counts as burning since an earlier one (B25.15, B25.6)."""
    for marker in list(ctx.state.markers.values()):
        fire = marker.kind in ("flame", "blaze") or smoke.burning_wreck(marker)
        if fire and marker.number < OLD:
            ctx.emit(ev.MarkerPut(replace(marker, number=OLD), "it has burned since an earlier Player Turn"))


# -- who must leave -----------------------------------------------------------------------------------


def _drive_out(ctx: Context) -> None:
    """B25.4: at the start of the RtPh unbroken Infantry in a Blaze breaks of its own will, to rout out of it."""
    for blaze in ctx.state.marked("blaze"):
        there = [unit for unit in ctx.state.units_at(blaze.hex) if unit.infantry and unit.kind != "gun"]
        if not there:
            continue
        for unit in there:
            if not unit.heroic and not unit.flags & {"broken", "berserk", "pinned", "melee", "prisoner"}:
                casualties.break_unit(ctx, unit, f"to rout out of the Blaze in {blaze.hex} (B25.4)")
        ids = [unit.id for unit in there if unit.id in ctx.state.units]
        ctx.tell(
            f"{listed(ids, 12)} must leave the Blaze in {blaze.hex} in this RtPh or burn (B25.4); "
            "move those that cannot break with: put UNIT HEX.",
            stop=True,
            hexes=(blaze.hex,),
        )


def _consume(ctx: Context) -> None:
    """B25.4: at the end of the RtPh whatever Infantry, Gun or SW is still in a Blaze is eliminated."""
    for blaze in ctx.state.marked("blaze"):
        for unit in ctx.state.units_at(blaze.hex):
            if unit.kind in ("vehicle", "cupola", "aircraft") or unit.carrier:
                continue
            casualties.eliminate(ctx, unit, f"in the Blaze of {blaze.hex} (B25.4)")
        for weapon in list(ctx.state.weapons.values()):
            if weapon.hex == blaze.hex and not weapon.holder:
                ctx.emit(ev.WeaponRemoved(weapon.id, f"in the Blaze of {blaze.hex} (B25.4)"))


def _consume_vehicles(ctx: Context) -> None:
    """B25.4: a vehicle still in a Blaze at the end of its own MPh is eliminated, with all aboard."""
    for blaze in ctx.state.marked("blaze"):
        if blaze.number < OLD:
            continue
        for unit in ctx.state.units_at(blaze.hex, ctx.state.side):
            if unit.kind == "vehicle":
                for rider in [other for other in ctx.state.units.values() if other.carrier == unit.id]:
                    casualties.eliminate(ctx, rider, f"aboard {unit.id} in the Blaze (B25.4)")
                casualties.eliminate(ctx, unit, f"in the Blaze of {blaze.hex} at the end of its MPh (B25.4)")


# -- what happens by itself ---------------------------------------------------------------------------


def wind_changes(ctx: Context, result: str) -> None:
    """B25.65: the Wind Change of the RPh with what it does to SMOKE and to burning buildings."""
    before = ctx.state.wind
    weather.wind_change(ctx, result)
    if ctx.state.wind != before:
        smoke.wind_turned(ctx)
    smoke.blown(ctx, "RPh")
    burning = sorted(item.hex for item in ctx.state.marked("blaze"))
    houses = [name for name in burning if rubble.stands_in(ctx.game, name) and not rubble.is_rubble(ctx.game, name)]
    if result == "gusts" and houses:
        name = ctx.pick(houses, "the burning building that collapses (B25.66)")
        rubble.collapse(ctx, name, "it collapses as it burns (B25.66)", whole=True)


def phase_begins(ctx: Context) -> None:
    """What SMOKE and fire do at the start of a phase."""
    phase = ctx.state.phase
    if phase == "PFPh":
        smoke.thin_out(ctx)
    elif phase == "AFPh":
        smoke.blown(ctx, phase)
    elif phase == "RtPh":
        _drive_out(ctx)


def phase_ends(ctx: Context) -> None:
    """What SMOKE and fire do at the end of a phase."""
    phase = ctx.state.phase
    if phase == "MPh":
        smoke.clear_grenades(ctx)
        _consume_vehicles(ctx)
        tried = tuple(unit.id for unit in ctx.state.units.values() if unit.flags & {"smoked", "ended"})
        pieces.change_all(ctx, tried, (), ("smoked", "ended"), "end of the MPh")
    elif phase == "AFPh":
        burn(ctx)
    elif phase == "RtPh":
        _consume(ctx)
    elif phase == "CCPh":
        _grow_old(ctx)
