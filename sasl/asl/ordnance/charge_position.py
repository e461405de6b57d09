"""Where a Demolition Charge lies on an AFV, and what it does to it (C7.346)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Literal

from sasl.asl.fire import attack
from sasl.asl.fire.attack import Group, IftAttack
from sasl.asl.game.context import Context, Game
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import arcs
from sasl.asl.ordnance.hits import collateral, to_kill, vehicle_hits
from sasl.asl.ordnance.hits.to_kill import Kill, Shell
from sasl.asl.ordnance.mounted import Place
from sasl.asl.preview import BY_HAND, Chances, Preview, chances_text, confirm
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.records import Modifier

Position = Literal["optimal", "placed", "poor", "-"]
How = Literal["placed", "thrown", "set"]
HOW: tuple[How, ...] = ("placed", "thrown", "set")
POOR, ASTRAY = "poorly placed", "astray"
"""What a Position DR may lead to that does nothing to armor."""
POSITION = "demolition.position"
NAMES: dict[Position, str] = {"optimal": "optimal", "placed": "placed", "poor": POOR, "-": ASTRAY}
"""How each position reads."""


class Charge(Frozen):
    """A charge as it is used: whose, where, from where, by a CX unit, who was concealed then, when it is a dud.

    `late`: thrown in the AFPh (A23.62); `mounted`: by Cavalry (A23.6).
    """

    side: Side
    weapon: str
    hex: str
    from_hex: str
    how: How
    cx: bool
    hidden: frozenset[str]
    dud_on: int
    late: bool = False
    mounted: bool = False

    @property
    def title(self) -> str:
        """`DCa: DC thrown in K11`."""
        return f"{self.weapon}: DC {self.how} in {self.hex}"


def _facts(game: Game, charge: Charge, unit: Unit) -> dict[str, int]:
    """The conditions of the Position DR."""
    item, board = game.counter_of(unit), game.board
    side = _side(game, charge, unit)
    above = board.terrain(charge.from_hex).elevation > board.terrain(unit.hex).elevation
    near = charge.from_hex == unit.hex
    return {
        "dc-moving": int("motion" in unit.flags or unit.id in charge.hidden),
        "dc-thrown": int(charge.how == "thrown"),
        "dc-mounted": int(charge.mounted),
        "dc-afph": int(charge.late),
        "dc-front": int(side == "front"),
        "dc-rear": int(side == "rear"),
        "dc-exposed": int(mounted.crew_exposed(game, unit)),
        "dc-immobile": int(bool(unit.flags & {"immobile", "bogged"})),
        "dc-open-topped": int(item.open_topped),
        "dc-bypass": int(near and bool(in_bypass(game.state, unit))),
        "dc-above": int(above) * (2 if item.open_topped else 1),
        "cx-firer": int(charge.cx),
    }


def _side(game: Game, charge: Charge, unit: Unit) -> mounted.Aspect:
    """D3.2: the side a charge is brought to; from the same hex the rear."""
    return "rear" if charge.from_hex == unit.hex else arcs.aspect(game, unit, charge.from_hex, "hull")


def kill_of(game: Game, charge: Charge, unit: Unit, position: Position, place: Place) -> Kill | None:
    """The To Kill number of a charge that lies so; None if it does nothing to armor."""
    if position in ("poor", "-"):
        return None
    side = _side(game, charge, unit)
    found = replace(to_kill.kill(game, Shell("DC"), unit, place, side, 0), dud_on=charge.dud_on)
    aerial = mounted.aerial(game, unit)
    if position == "placed" or found.soft or aerial is None:
        return found
    more = (mounted.armor(game, unit, place, side) or 0) - aerial
    return replace(found, number=found.number + more, words=(*found.words, f"{more:+d} by its aerial AF (C7.12)"))


def chances(game: Game, charge: Charge, unit: Unit) -> dict[str, Fraction]:
    """The exact chance of what a charge does to an AFV, over its Position DR and its To Kill DR: each effect, POOR and
    ASTRAY, without those that cannot come.
    """
    table = game.library.table(POSITION)
    drm = sum(mod.value for mod in table.drm(_facts(game, charge, unit)))
    found: dict[str, Fraction] = dict.fromkeys((*to_kill.EFFECTS, POOR, ASTRAY), Fraction())
    for coloured, white in product(range(1, 7), repeat=2):
        position: Position = table.value(coloured + white + drm)
        kill = kill_of(game, charge, unit, position, "turret" if coloured < white else "hull")
        if kill is None:
            found[ASTRAY if position == "-" else POOR] += Fraction(1, 36)
            continue
        for effect, part in to_kill.chances(game, kill).items():
            found[effect] += part / 36
    return {name: chance for name, chance in found.items() if chance}


def _position_sheet(game: Game, charge: Charge, unit: Unit) -> Preview:
    """The Position DR before its dice: where the charge may lie, and what its To Kill DR would then need."""
    table = game.library.table(POSITION)

    def odds(number: int, drm: tuple[Modifier, ...]) -> Chances:
        shift = sum(mod.value for mod in drm) + _last_on(game) - number
        ends = [NAMES[table.value(sum(dice) + shift)] for dice in product(range(1, 7), repeat=2)]
        return tuple((name, Fraction(ends.count(name), len(ends))) for name in NAMES.values())

    facts = []
    for position in ("optimal", "placed"):
        kills = [kill_of(game, charge, unit, position, place) for place in ("hull", "turret")]
        numbers = dict.fromkeys(f"{kill.number}" for kill in kills if kill)
        facts.append(f"{position}: To Kill {' (hull) or '.join(numbers)}{' (turret)' * (len(numbers) > 1)}")
    facts.append(f"In the end: {chances_text(tuple(chances(game, charge, unit).items()))}")
    title = f"Position of the DC on {unit.id}"
    mods = table.drm(_facts(game, charge, unit))
    return Preview(title, tuple(facts), _last_on(game), "lies on it up to", mods, odds, tuple(NAMES.values()))


def _last_on(game: Game) -> int:
    """The last Final DR at which a charge lies so that it may kill."""
    table = game.library.table(POSITION)
    return max(total for total in range(2, 13) if table.value(total) in ("optimal", "placed"))


def _lies(ctx: Context, unit: Unit, charge: Charge) -> tuple[Position, bool]:
    """C7.346: where the charge lies, and whether at turret or upper superstructure (C3.9)."""
    sheet = confirm(ctx, _position_sheet(ctx.game, charge, unit))
    if sheet.typed:
        return next(position for position, name in NAMES.items() if name == sheet.typed), False
    shift = _last_on(ctx.game) - sheet.number
    mods = (*sheet.modifiers, *[Modifier("number", shift, BY_HAND, "by-hand")] * bool(shift))
    with ctx.rolls_for(charge.side):
        record = ctx.table(POSITION, sheet.title, modifiers=mods)
    return record.result, len(record.dice) == 2 and record.dice[0] < record.dice[1]


def at_armor(ctx: Context, unit: Unit, charge: Charge, column: int) -> Literal["", "astray", "dud"]:
    """C7.346, D.8A: the Position DR, which also says where the charge lies, then its To Kill DR, which counts for those
    aboard who are exposed, too. Poorly positioned it attacks only them; astray it does nothing to the AFV.
    """
    position, upper = _lies(ctx, unit, charge)
    kill = kill_of(ctx.game, charge, unit, position, "turret" if upper else "hull")
    if kill is not None:
        effect, original = to_kill.resolve(ctx, charge.side, f"To Kill {unit.id}, DC", kill, "C7.346")
        vehicle_hits.suffer(ctx, unit, effect, f"{charge.title}: {effect} (C7.346)")
        if effect == "dud":
            return "dud"
        collateral.attack(ctx, unit.id, column, original, charge.title, sheltered=not kill.soft)
    elif position == "poor" and collateral.vulnerable(ctx, unit):
        crew = Group((unit.id,), ())
        attack.resolve(ctx, IftAttack(charge.side, f"{charge.title}: the crew of {unit.id}", unit.hex, column, (crew,)))
    return "astray" if position == "-" else ""
