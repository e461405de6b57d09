"""Making counters: units and SW with ids, figures and codes from the counter files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypedDict, Unpack

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.flags import Flag, Kind
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker, MarkerState, Role, Unit, Weapon
from sasl.content.content import WAY_ON
from sasl.content.reading.faults import ContentError
from sasl.content.tables.counters import CounterType
from sasl.kernel.frozen import replace

IN_CULVERT = " IN the Culvert"
"""What the text of a marker adds that lies below its hex (OtO 3.6)."""


def counter(ctx: Context, side: Side, name: str) -> CounterType:
    """The counter `name` of `side`'s nation. Refused with the nearest name."""
    try:
        return ctx.game.counter(side, name)
    except ContentError as error:
        raise Refused(f"{error}; {WAY_ON}") from None


def now(ctx: Context, units: Iterable[Unit]) -> list[Unit]:
    """Those of these units that are still in play, as they are now."""
    return ctx.state.present(unit.id for unit in units)


def code_of(name: str, item: CounterType) -> str:
    """The short code of a counter: its own, else the name without signs."""
    return item.code or "".join(char for char in name if char.isalnum())[:6]


def _kind(item: CounterType, name: str) -> Kind:
    """What a unit of this counter is. Refused for a SW."""
    if item.kind == "sw":
        raise Refused(f"{name} is a SW, not a unit")
    return item.kind


class UnitFacts(TypedDict, total=False):
    """What a new unit has besides its counter, its hex and its states: fields of `Unit`."""

    group: str
    ca: str
    attitude: str
    turn: int
    note: str
    role: Role
    goal: str


def add_unit(
    ctx: Context,
    side: Side,
    name: str,
    hex_name: str = "",
    *,
    flags: Iterable[Flag] = (),
    why: str = "",
    **facts: Unpack[UnitFacts],
) -> Unit:
    """A new unit of `side`, with the figures of its counter; a tank that fights BU comes so (D1.321, D5.2)."""
    item = counter(ctx, side, name)
    code, kind = code_of(name, item), _kind(item, name)
    printed: dict[Flag, bool] = {"buttoned": item.restricted, "commissar": item.commissar}
    states = frozenset[Flag]([*flags, *(flag for flag, has in printed.items() if has)])
    leads, morale = item.modifier or 0, item.morale or 0
    unit = Unit(ctx.new_id(code), side, kind, name, code, hex_name, states, modifier=leads, morale=morale, **facts)
    ctx.emit(ev.UnitAdded(unit, why))
    return unit


def add_weapon(ctx: Context, side: Side, name: str, *, holder: str = "", hex_name: str = "", group: str = "") -> Weapon:
    """A new SW of `side`, held by the unit `holder`, lying in `hex_name`, or still to be issued."""
    item = counter(ctx, side, name)
    code = code_of(name, item)
    weapon = Weapon(ctx.new_id(code), side, name, code, holder, hex_name, group=group)
    ctx.emit(ev.WeaponAdded(weapon))
    return weapon


def put_marker(
    ctx: Context,
    kind: str,
    hex_name: str,
    text: str,
    *,
    side: str = "",
    number: int = 0,
    why: str = "",
    below: bool = False,
    state: MarkerState = "",
    ca: str = "",
    drove: int = 0,
    maker: Side | Literal[""] = "",
    mgs: int = 0,
) -> Marker:
    """A new marker; `below`: IN the Culvert of the hex; `drove`, `maker`, `mgs`: of a wreck (D9.4, D10.5), `maker` of a
    fire, too (A26.16)."""
    marker = Marker(
        ctx.new_number(kind), kind, hex_name, side, number, text=text, below=below, state=state, ca=ca, drove=drove,
        maker=maker, mgs=mgs,
    )  # fmt: skip
    ctx.emit(ev.MarkerPut(marker, why))
    return marker


PILLBOXES: tuple[MarkerState, ...] = ("1+3+5", "1+5+7", "2+3+5", "2+5+7", "3+3+5", "3+5+7")
"""The strengths there are of pillboxes (B30.11)."""


def state_in(kind: str, text: str) -> MarkerState:
    """What words say of a marker: as the player types them, and as saves of format 3 and before tell it."""
    text = text.lower()
    words: dict[str, dict[str, MarkerState]] = {
        "wreck": {"burning": "burning"},
        "ffe": {"harassing": "harassing"},
        "minefield": {"strength unknown": "unknown"},
        "smoke": {"grenade": "grenades", "drift": "drifting", "dispersed": "dispersed"},
        "pillbox": {word: word for word in PILLBOXES},
    }
    return next((state for word, state in words.get(kind, {}).items() if word in text), "")


def become(ctx: Context, unit: Unit, name: str, why: str) -> None:
    """A unit becomes another counter of its side, with the figures printed on it."""
    item = counter(ctx, unit.side, name)
    ctx.emit(
        ev.UnitRedrawn(
            unit.id,
            type=name,
            kind=_kind(item, name),
            code=code_of(name, item),
            morale=item.morale or 0,
            modifier=item.modifier or 0,
            why=why,
        )
    )


def change(ctx: Context, unit: Unit, gained: Iterable[Flag] = (), lost: Iterable[Flag] = (), why: str = "") -> None:
    """Give and take states of a unit; nothing happens if it has them so already."""
    new = tuple(flag for flag in gained if flag not in unit.flags)
    gone = tuple(flag for flag in lost if flag in unit.flags)
    if new or gone:
        ctx.emit(ev.UnitChanged(unit.id, new, gone, why))


def change_all(ctx: Context, ids: Iterable[str], gained: tuple[Flag, ...], lost: tuple[Flag, ...], why: str) -> None:
    """Give and take the same states of several units at once; nothing happens if there are none."""
    if names := tuple(ids):
        ctx.emit(ev.UnitsChanged(names, gained, lost, why))


def take_off(
    ctx: Context, flag: Flag, why: str, units: Iterable[Unit] | None = None, gained: tuple[Flag, ...] = ()
) -> None:
    """A state is over for all who have it, or those of `units`; what they get instead."""
    those = ctx.state.units.values() if units is None else units
    change_all(ctx, (unit.id for unit in those if flag in unit.flags), gained, (flag,), why)


def strong(marker: Marker, strength: int, at_factors: int = 0) -> Marker:
    """The minefield `marker` with its strength known."""
    tanks = f", A-T {at_factors}" if at_factors else ""
    place = IN_CULVERT if marker.below else ""
    text = f"A-P minefield {strength}{tanks}{place}"
    return replace(marker, number=strength, at_factors=at_factors, text=text, state="")
