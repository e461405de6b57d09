"""OBA modules (C1): what one is, its draw pile, its counter, its observer, its Pre-Registered hexes, what it may do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.doubts import answered
from sasl.asl.game.los.sight import Seen, look, sight_words
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Marker, Unit
from sasl.asl.game.under_way import STRIKES, Battery
from sasl.asl.infantry import concealment
from sasl.asl.oba.artillery import draw
from sasl.board.board import Board
from sasl.board.hexes import parse_hex
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import counted

OFFBOARD = "offboard"
AMMO = ("plentiful", "normal", "scarce")
SR, FFE, FFE_C, SMOKE_FFE = "sr", "ffe", "ffe-c", "smoke-ffe"
ON_MAP = (SR, FFE, FFE_C, SMOKE_FFE)
"""The kinds of markers a module has on the map; only `ffe` attacks."""


def modules(game: Game) -> list[Battery]:
    """Every module, those too that the mission gives and that have not been mustered yet."""
    here = list(game.state.batteries.values())
    missing = [oba for oba in game.mission.oba if (oba.name, oba.side) not in {(item.name, item.side) for item in here}]
    first = game.state.serials.get("oba", 0) + 1
    for number, oba in enumerate(missing, first):
        who = OFFBOARD if oba.observer_edge else ""
        here.append(_new(game, f"OBA{number}", oba.side, oba.calibre, oba.ammo, oba.name, oba.smoke, observer=who))
    return here


def muster(ctx: Context) -> None:
    """The OBA the mission gives (once): a module with its draw pile."""
    for battery in modules(ctx.game):
        if battery.id not in ctx.state.batteries:
            oba = next(oba for oba in ctx.mission.oba if (oba.name, oba.side) == (battery.name, battery.side))
            ctx.emit(ev.BatterySet(battery, oba.rule or f"{oba.ammo} ammo"))


def _new(
    game: Game, id: str, side: Side, calibre: int, ammo: str, name: str, smoke: bool, *, rocket: bool = False,
    observer: str = OFFBOARD,
) -> Battery:  # fmt: skip
    """A module: chits by nationality, one black more if Plentiful, one red more if Scarce (C1.21)."""
    pile: dict[str, Any] = game.library.table("oba.nation").value(1, game.mission.army(side).nation)
    black = int(pile["black"]) + game.figure("oba-plentiful") * (ammo.lower() == "plentiful")
    red = int(pile["red"]) + game.figure("oba-scarce") * (ammo.lower() == "scarce")
    return Battery(id, side, name, calibre, black, red, observer=observer, smoke=smoke and not rocket, rocket=rocket)


def add(
    ctx: Context, side: Side, calibre: int, ammo: str, *, name: str = "", rocket: bool = False, observer: str = OFFBOARD
) -> Battery:
    """A new module that the mission does not have from the beginning."""
    name = name or f"{'rocket ' * rocket}{calibre}+mm OBA"
    battery = _new(
        ctx.game, ctx.new_number("OBA"), side, calibre, ammo, name, smoke=True, rocket=rocket, observer=observer
    )
    ctx.emit(ev.BatterySet(battery, f"{ammo} ammo"))
    return battery


def calibre_in(text: str) -> int:
    """The calibre of `80mm+`, `80+mm`, `rocket 120mm+` or `120`; Refused if there is none."""
    found = re.search(r"\d{2,3}", text)
    if not found or not text.isascii():
        raise Refused(f"'{text[:20]}' is not a calibre, as in: 80 or 120")
    return int(found[0])


def change(ctx: Context, battery: Battery, why: str, **changes: Any) -> Battery:
    """The module with some facts changed, and why."""
    new = replace(ctx.state.batteries[battery.id], **changes)
    ctx.emit(ev.BatterySet(new, why))
    return new


def counter_of(game: Game, battery: Battery) -> Marker | None:
    """The SR or FFE the module has on the map."""
    markers = game.state.markers.values()
    return next((item for item in markers if item.owner == battery.id and item.kind in ON_MAP), None)


def stage_of(game: Game, battery: Battery) -> str:
    """SR, FFE:1, FFE:2 or FFE:C, "" if it has nothing on the map (the player may have taken it off by hand)."""
    return battery.stage if counter_of(game, battery) else ""


def fire_side(game: Game) -> Side | None:
    """Whose OBA may act now: the ATTACKER's in the PFPh, the DEFENDER's in the DFPh (C1.2)."""
    state = game.state
    if state.stage != "play" or state.phase not in ("PFPh", "DFPh"):
        return None
    other = opponent(state.side)
    return state.side if state.phase == "PFPh" else other


def report(game: Game, battery: Battery) -> list[str]:
    """The module in words: state, pile, and its legal next steps."""
    if battery.kind == "CBM":
        state = "eliminated" if battery.gone else f"{counted(battery.ffes, 'attack')} made; use cbm"
        return [f"{battery.id} {battery.side} Counter Battery Module: {state}"]
    marker = counter_of(game, battery)
    where = f", {battery.stage or 'FFE'} in {marker.hex}" if marker else ""
    pile = f"pile {battery.black} black, {battery.red} red, {battery.reds_drawn} red drawn"
    where += f", Pre-Registered {', '.join(battery.registered)}" if battery.registered else ""
    lines = [f"{battery.id} {battery.side} {battery.name}: {'GONE' if battery.gone else pile}{where}"]
    if not battery.gone and battery.observer != STRIKES:
        lines.append("  next: " + "; ".join(steps(game, battery)))
    return lines


def idle(game: Game, battery: Battery) -> str:
    """Why a module has no step in this phase, or "" (C1.2)."""
    if fire_side(game) != battery.side:
        return "wait for its fire phase: its own PFPh or the other side's DFPh (C1.2)"
    return "nothing more in this phase" if battery.tried else ""


def steps(game: Game, battery: Battery) -> Sequence[str]:
    """What the player may type for the module now."""
    if waits := idle(game, battery):
        return (waits,)
    found, stage = [], stage_of(game, battery)
    if stage == "SR":
        found += ["oba correct HEX [convert]", "oba convert"]
    if battery.access and stage == "FFE:C":
        found.append("oba convert")
    if battery.access and stage in ("", "FFE:C"):
        found.append("oba hex HEX [harassing" + (" | smoke]" if battery.smoke else "]"))
    if not battery.access and stage in ("", "FFE:C"):
        found.append("oba contact")
    if stage or battery.access:
        found.append("oba cancel")
    return found


# -- who observes ----------------------------------------------------------------------------------


class Observer(Frozen):
    """Who directs a module: a unit on the map, or the Offboard Observer (`unit` None) at a level above his hex."""

    hex: str
    level: int = 0
    unit: Unit | None = None


def observer_of(game: Game, battery: Battery) -> Observer | None:
    """The observer, if there is one who can do his work; None: the Offboard Observer's hex was never recorded."""
    if battery.observer == OFFBOARD:
        marker = next((item for item in game.state.marked("observer") if item.side in ("", battery.side)), None)
        return Observer(marker.hex, marker.number) if marker else None
    weapon = game.state.weapons.get(battery.observer)
    if weapon is None:
        raise Refused(f"{battery.id} has lost its radio (C1.6)")
    holder = game.state.units.get(weapon.holder)
    if holder is None or not holder.hex:
        raise Refused(f"nobody on the map has radio {weapon.id} (C1.6)")
    if holder.kind != "leader" or not holder.good_order:
        raise Refused(f"{holder.id} has radio {weapon.id}: only a Good Order leader directs OBA (C1.6)")
    if "malfunctioned" in weapon.flags:
        raise Refused(f"radio {weapon.id} is malfunctioned (C1.22)")
    if "no-command" in holder.flags and game.state.phase == "PFPh":
        raise Refused(f"{holder.id} is not In Command (S16)")
    return Observer(holder.hex, 0, holder)


def sees(game: Game, observer: Observer, name: str) -> Seen:
    """The LOS from an observer to a hex."""
    return look(as_he_sees(game, observer), observer.hex, name)


def sees_blast(game: Game, observer: Observer, name: str) -> bool:
    """C1.32: whether an observer sees the hex of an SR or FFE, or what rises above it; none does off the map."""
    if name not in game.board:
        return False
    high = game.board.terrain(name).elevation + game.figure("oba-blast-height")
    return (
        sees(game, observer, name).exists
        or sees(replace(game, board=_raised(game.board, name, high)), observer, name).exists
    )


def _sees_in_words(game: Game, observer: Observer, name: str) -> str:
    return sight_words(as_he_sees(game, observer), observer.hex, name)


def as_he_sees(game: Game, observer: Observer) -> Game:
    """The game as an observer sees it: the Offboard Observer's hex counts as ground of his level (C1.63)."""
    if observer.unit is None and observer.level and observer.hex in game.board:
        return replace(game, board=_raised(game.board, observer.hex, observer.level))
    return game


def _raised(board: Board, name: str, level: int) -> Board:
    """The map with one hex raised to `level`."""

    def work_out() -> Board:
        spot = parse_hex(name)
        whole = board.whole or board
        high = replace(whole.hexes[spot], elevation=level, up=frozenset(), down=frozenset())
        raised = replace(whole, hexes={**whole.hexes, spot: high}, whole=None, cache={})
        part = {near: high if near == spot else terrain for near, terrain in board.hexes.items()}
        return replace(board, hexes=part, whole=raised, cache={})

    return board.remember(f"raised {name} {level}", work_out)


def may_see(game: Game, observer: Observer | None, name: str) -> None:
    """Refused if the observer has no LOS to `name`; where the player will be asked, it is left open."""
    seen = sees(game, observer, name) if observer else None
    if observer and seen and not seen.exists and (seen.sure or not game.state.option("ask-los")):
        why = _sees_in_words(game, observer, name)
        raise Refused(f"the observer in {observer.hex} has no LOS to {name}: {why} (C1.3)")


def in_sight(ctx: Context, observer: Observer | None, name: str) -> Seen:
    """The observer's LOS to `name`, asked of the player where the digest is not sure. Refused if there is none."""
    if observer is None:
        ctx.tell(f"No observer is recorded. He must see {name}; check your board.")
        return Seen(True, 0, True)
    seen = sees(ctx.game, observer, name)
    if not seen.sure and ctx.state.option("ask-los"):
        options = [Option("clear", "he sees it"), Option("blocked", "he does not")]
        options += [Option(f"+{number}", f"with {number} Hindrance") for number in range(1, 6)]
        likely = "blocked" if not seen.exists else f"+{seen.hindrance}" if seen.hindrance else "clear"
        options.sort(key=lambda option: option.value != likely)
        where = f"{observer.hex}{f' at level {observer.level}' if observer.level else ''}"
        text = f"Does the observer in {where} see {name}? {_sees_in_words(ctx.game, observer, name)}"
        answer = ctx.choose(text, options, rule="C1.3", id="observer-los", subject=(observer.hex, name))
        answered(ctx, observer.hex, name, answer.lstrip("+"), likely.lstrip("+"))
        seen = sees(ctx.game, observer, name)
    may_see(ctx.game, observer, name)
    return seen


def knows_enemy(game: Game, observer: Observer | None, name: str) -> bool:
    """Whether a Known ENEMY unit in or ADJACENT to `name` is in the observer's LOS (C1.21, C1.4).

    To him one that is concealed, but not in Concealment Terrain, is Known, too (C1.6).
    """
    near = {name, *game.board.neighbours(name)}
    known = {unit.hex for unit in game.state.on_map("ENEMY") if unit.hex in near and _shows(game, unit)}
    return any(observer is None or sees(game, observer, spot).exists for spot in known)


def _shows(game: Game, unit: Unit) -> bool:
    return unit.known or ("hidden" not in unit.flags and not concealment.is_covered(game, unit))


def unknown_near(game: Game, name: str) -> bool:
    """Whether a concealed ENEMY unit or an S? is in or ADJACENT to `name` (C1.21)."""
    near = {name, *game.board.neighbours(name)}
    units = any(unit.hex in near and "hidden" not in unit.flags for unit in game.state.on_map("ENEMY"))
    return units or any(item.hex in near and not item.off_board for item in game.state.suspects.values())


def contact(ctx: Context, battery: Battery) -> None:
    """C1.2-1.21: Radio Contact, then a draw for Battery Access."""
    observer = may_contact(ctx.game, battery)
    at_work(ctx, observer)
    if not _reached(ctx, battery, observer, maintenance=False):
        change(ctx, battery, "no contact in this phase (C1.2)", tried=True)
        return
    battery = change(ctx, battery, "", silent=False) if battery.silent else battery
    if draw(ctx, battery, "Battery Access"):
        change(ctx, battery, "may place its AR: oba hex HEX", access="access")
    else:
        change(ctx, battery, "", tried=True)


def at_work(ctx: Context, observer: Observer | None) -> None:
    """C1.6: who uses his radio does nothing else in this phase, and does not move after the PFPh; he keeps his "?"."""
    if observer is not None and observer.unit is not None and observer.unit.id in ctx.state.units:
        mark: Flag = "prep" if ctx.state.phase == "PFPh" else "final"
        if mark not in ctx.state.units[observer.unit.id].flags:
            pieces.change(ctx, observer.unit, [mark], (), "directs OBA (C1.6)")


def may_contact(game: Game, battery: Battery) -> Observer | None:
    """The observer who draws for Battery Access. Refused, with the rule, if the module may not now."""
    may_act(game, battery)
    if battery.access:
        raise Refused(f"{battery.id} already has Battery Access: place its AR with oba hex HEX")
    stage = stage_of(game, battery)
    if stage in ("SR", "FFE:1", "FFE:2"):
        raise Refused(f"{battery.id} has an {stage} on the map and draws for no new access (C1.2)")
    return observer_of(game, battery)


def may_act(game: Game, battery: Battery) -> None:
    """Refused, with the rule, unless the module may do something now."""
    if fire_side(game) != battery.side:
        raise Refused(f"OBA acts in its own PFPh and in the other side's DFPh (C1.2); this is {game.state.moment}")
    if battery.gone:
        raise Refused(f"{battery.id} is gone (C1.211)")
    if battery.kind == "CBM":
        raise Refused(f"{battery.id} is a Counter Battery Module: use cbm (OtO 5.2)")
    if battery.tried:
        raise Refused(f"{battery.id} has already acted in this phase (C1.2)")


def _reached(ctx: Context, battery: Battery, observer: Observer | None, *, maintenance: bool) -> bool:
    """C1.2, C1.22: the contact DR of a radio; the Offboard Observer needs none (C1.63)."""
    if battery.observer == OFFBOARD or observer is None:
        return True
    needed = int(ctx.chart("oba.nation", 1, ctx.mission.army(battery.side).nation)["contact"])
    mortars = bool(ctx.chart("oba.module", battery.calibre)["battalion"])
    word = "Radio maintenance" if maintenance else "Radio Contact"
    with ctx.rolls_for(battery.side):
        record = ctx.check(
            "oba.contact",
            f"{word} of {battery.id}",
            needed,
            facts={"maintenance": int(maintenance), "battalion": int(maintenance and mortars)},
        )
    if record.dice and record.original >= ctx.figure("oba-radio-breakdown"):
        ctx.emit(ev.WeaponChanged(battery.observer, ("malfunctioned",), (), "Original 12 for contact (C1.22)"))
        return False
    return bool(record.success)


def ready(ctx: Context, battery: Battery) -> Battery:
    """A new fire phase: the module may act again."""
    return change(ctx, battery, "", tried=False)


def keeps_contact(ctx: Context, battery: Battery) -> bool:
    """C1.22: the maintenance DR of a radio with access or a counter on the map; once lost, Contact is made anew."""
    if not battery.access and battery.stage not in ("SR", "FFE:1", "FFE:2"):
        return True
    try:
        observer = observer_of(ctx.game, battery)
    except Refused as refusal:
        ctx.tell(f"{battery.id}: {refusal}.")
        return False
    return _reached(ctx, battery, observer, maintenance=not battery.silent)


def may_register(game: Game, battery: Battery, hexes: tuple[str, ...]) -> None:
    """C1.73: refused for what has no observer of its own, or has ranged such a hex already."""
    if battery.gone or battery.kind == "CBM":
        raise Refused(f"{battery.id} is not a battery that could have Pre-Registered a hex (C1.73)")
    known = next((name for name in hexes if name in battery.registered), "")
    if known:
        raise Refused(f"{known} is already Pre-Registered by {battery.id} (C1.73)")


def register(ctx: Context, battery: Battery, hexes: tuple[str, ...]) -> None:
    """C1.73: the hexes are Pre-Registered; the first of them bring one black chit more."""
    more = 0 if battery.registered else ctx.figure("oba-registered-chits")
    why = f"Pre-Registered: {', '.join(hexes)}{f', {more} black chit more' if more else ''} (C1.73)"
    change(ctx, battery, why, registered=(*battery.registered, *hexes), black=battery.black + more)


def may_dispense(battery: Battery, name: str) -> None:
    """C1.731: refused unless an AR there needs no SR."""
    if name not in battery.registered:
        raise Refused(f"{name} is not a Pre-Registered hex of {battery.id}: its SR comes first: leave ffe out (C1.731)")
