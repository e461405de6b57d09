"""A pillbox that is blown in (B30.92): what a shell or a Demolition Charge does to it, and so to all inside."""

from __future__ import annotations

from collections.abc import Callable

from sasl.asl.fire import ift
from sasl.asl.fire.attack import IftResult
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Marker
from sasl.asl.infantry.morale import casualties
from sasl.asl.terrain import pillboxes


def those_in(game: Game, name: str) -> frozenset[str]:
    """Everybody in the pillbox of a hex."""
    return frozenset(unit.id for unit in game.state.units_at(name) if pillboxes.around(game, unit))


def by_hit(
    ctx: Context,
    name: str,
    boxed: frozenset[str],
    from_hex: str,
    result: IftResult,
    title: str,
    more: int = 0,
    *,
    through: Callable[[int], bool] = lambda tem: False,
) -> None:
    """B30.92: an Original DR that is a KIA at those inside, of no less than the TEM that applied, ends the pillbox.

    `boxed`: who was inside before it. `more`: what a placed or set charge adds to the KIA. `through`: whether it meets
    no TEM of so much (B30.35). Area fire never does it: who asks has seen to that.
    """
    pillbox = pillboxes.at(ctx.game, name)
    columns = [group.column or result.column for group, _ in result.results if boxed & set(group.ids)]
    if pillbox is None or not result.original or not columns:
        return
    outcome = ift.outcome(ctx.game, max(columns), result.original)
    _, front, back = pillboxes.strength(ctx.game, pillbox)
    printed = front if pillboxes.faces(pillbox, from_hex) else back
    tem = 0 if through(printed) else printed
    if outcome.kind == "KIA" and outcome.n + more >= tem:
        plus = f" +{more}" if more else ""
        _falls(ctx, pillbox, f"Original {result.original} is {outcome}{plus} against its TEM {tem}: {title} (B30.92)")


def _falls(ctx: Context, pillbox: Marker, why: str) -> None:
    """All in it are lost with it."""
    ctx.emit(ev.MarkerRemoved.of(pillbox, why))
    for unit in [item for item in ctx.state.units_at(pillbox.hex) if "dug-in" in item.flags]:
        if unit.id not in ctx.state.units:
            continue
        for weapon in ctx.state.weapons_of(unit.id):
            ctx.emit(ev.WeaponRemoved(weapon.id, "lost with the pillbox (B30.92)"))
        casualties.eliminate(ctx, unit, "lost with the pillbox (B30.92)", no_llmc=True)
    ctx.tell(
        f"The pillbox in {pillbox.hex} is destroyed with everything inside: {why}.", board=True, hexes=(pillbox.hex,)
    )
