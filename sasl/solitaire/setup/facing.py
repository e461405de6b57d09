"""Which way a vehicle or Gun of the player's faces when it is set up (C3.2, D2.1)."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import Unit
from sasl.board.hexes import Hex, ca_towards, parse_hex, vertex_names


def face(ctx: Context, unit: Unit, name: str) -> None:
    """C3.2, D2.1: what is set up in a hex faces the EBE until `face` turns it; put elsewhere it keeps its direction."""
    if unit.kind not in ("vehicle", "gun") or unit.hex == name:
        return
    here = parse_hex(name)
    old = vertex_names(parse_hex(unit.hex)) if unit.hex else ()
    if unit.ca in old:
        ctx.emit(ev.UnitRedrawn(unit.id, ca=vertex_names(here)[old.index(unit.ca)], why="faces as before"))
    elif (ahead := _straight_ahead(ctx, here)) != here:
        why = f"towards the EBE; face {unit.id} HEX/HEX turns it"
        ctx.emit(ev.UnitRedrawn(unit.id, ca=ca_towards(here, ahead), why=why))


def _straight_ahead(ctx: Context, here: Hex) -> Hex:
    """The hex of the EBE straight before a hex: in its own hexrow, or on its own height, and the nearest."""
    edge = map(parse_hex, ctx.board.edge(ctx.game.edge_of("ENEMY")))
    ways = ((abs(other.col - here.col), abs(other.half_y - here.half_y), other) for other in edge)
    return min(ways, key=lambda way: (min(way[:2]), max(way[:2]), way[2]))[2]
