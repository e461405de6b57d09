"""The Sighting TC by which an aircraft finds its target, or mistakes its own side for it (E7.3)."""

from __future__ import annotations

from sasl.asl import snipers
from sasl.asl.air.air_numbers import WAYS, chances_of
from sasl.asl.air.runs import moves, suspects, victims
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.asl.preview import Chances, Preview, confirm
from sasl.asl.terrain import smoke
from sasl.kernel.rolling.records import CHECK, Modifier, thrown

SIGHTED = ("sighted", "failed", "mistaken")
"""What a Sighting TC may bring (E7.3, E7.32)."""


def sighting_facts(game: Game, plane: Unit, unit: Unit) -> dict[str, int]:
    """E7.3: the conditions of the Sighting TC at one unit."""
    return {
        **_hex_facts(game, plane, unit.hex),
        "air-vehicle": int(unit.kind in VEHICLES),
        "air-moved": int(_has_moved(game, unit)),
        "air-attacked": int("attacked-by-air" in unit.flags),
        "air-known": int("concealed" not in unit.flags),
    }


def _hex_facts(game: Game, plane: Unit, name: str) -> dict[str, int]:
    """E7.3: the conditions of a hex, whoever is in it."""
    return {
        "air-smoke": smoke.at(game, name),
        "air-terrain": terrain_drm(game, name),
        "air-own-near": int(_own_near(game, plane, name)),
    }


def _has_moved(game: Game, unit: Unit) -> bool:
    """E7.3: whether a unit has moved in this Player Turn; a vehicle that has only turned or started has not (C.8)."""
    if unit.kind == "vehicle":
        return mounted.is_moving_target(game, unit)
    return bool(unit.flags & {"moved", "assault"}) or moves(game, unit)


def terrain_drm(game: Game, name: str) -> int:
    """E7.3: how much the terrain of a hex hides; an orchard out of season hides nothing."""
    table, terrains = game.library.table("air.terrain"), game.board.terrain(name).terrains
    bare = game.board.chart.sighting(terrains).leafless
    words = [word for word in terrains if word in table.columns and not (word == "orchard" and bare)]
    found = [int(table.value(1, word)) for word in words]
    return max(found, default=0)


def _own_near(game: Game, plane: Unit, name: str) -> bool:
    reach = game.figure("air-own-range")
    return any(
        (unit.kind == "vehicle" or unit.mmc)
        and "hidden" not in unit.flags
        and game.board.distance(unit.hex, name) <= reach
        for unit in game.state.on_map(plane.side)
    )


def _easiest(game: Game, plane: Unit, name: str) -> dict[str, int]:
    """The conditions of the unit in the hex that is easiest to sight (E7.3); an S? has none of its own."""
    table = game.library.table("air.sighting")
    every = [sighting_facts(game, plane, unit) for unit in victims(game, plane, name)]
    every += [_hex_facts(game, plane, name)] if suspects(game, plane, name) else []
    return min(every, key=lambda facts: sum(mod.value for mod in table.drm(facts)))


def sight(ctx: Context, plane: Unit, name: str) -> str:
    """E7.3: the Sighting TC: `sighted`, `failed` or `mistaken`; an Original 12 Recalls (E7.31)."""
    preview = confirm(ctx, _sighting_preview(ctx.game, plane, name))
    pieces.change(ctx, plane, ["no-attack"], why="one Sighting TC in a Player Turn (E7.3)")
    if preview.typed:
        return preview.typed
    with ctx.rolls_for(plane.side):
        record = ctx.check("air.sighting", preview.title, preview.number, modifiers=preview.modifiers, tag=CHECK)
    if record.dice and record.original == ctx.figure("air-recall"):
        why = "Original 12: Recall at the end of the phase (E7.31)"
        pieces.change(ctx, ctx.state.units[plane.id], ["recalled"], why=why)
    snipers.alarm(ctx, plane.side, thrown(record))
    return _seen(ctx.game, preview.number, record.total)


def odds(game: Game, plane: Unit, name: str) -> dict[str, float]:
    """Return the chance of each result of the Sighting TC at a hex (E7.3)."""
    preview = _sighting_preview(game, plane, name)
    return {kind: float(chance) for kind, chance in preview.chances(preview.number, preview.modifiers)}


def _sighting_preview(game: Game, plane: Unit, name: str) -> Preview:
    """The Sighting TC before its dice, at the unit that is easiest to sight."""
    mods = game.library.table("air.sighting").drm(_easiest(game, plane, name))

    def chances(number: int, drm: tuple[Modifier, ...]) -> Chances:
        shift = sum(mod.value for mod in drm)
        return chances_of([_seen(game, number, total + shift) for total in WAYS], SIGHTED)

    facts = (f"mistaken (it attacks its own side) on a Final {game.figure('air-mistake')} or more (E7.32)",)
    title = f"Sighting TC of {plane.id} at {name}"
    return Preview(title, facts, game.figure("air-morale"), "Morale Level of the pilot", mods, chances, SIGHTED)


def _seen(game: Game, number: int, total: int) -> str:
    """E7.3, E7.32: what a Final Sighting DR brings."""
    return "mistaken" if total >= game.figure("air-mistake") else "sighted" if total <= number else "failed"
