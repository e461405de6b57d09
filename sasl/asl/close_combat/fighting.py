"""Close Combat at the command line (A11), prisoners (A20) and captured equipment (A21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sasl.asl.close_combat import cc_choices, cc_round, close_combat, melee
from sasl.asl.close_combat.cc_fray import Commander, Fray, Nobody
from sasl.asl.close_combat.close_combat import Attack
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.minds import mind_of
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import find_unit, select
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import MMC, SMC, Side, State, Unit, opponent
from sasl.asl.infantry import prisoners
from sasl.asl.preview import chances_text
from sasl.kernel.text import listed

EXAMPLE = "as in: cc K14, or: cc K14 628a,91a vs 467a capture"


class Orders(Commander):
    """A side whose attacks were given with the command; everything else is asked."""

    def __init__(self, attacks: Sequence[Attack]) -> None:
        self.left = list(attacks)

    def attack(self, fray: Fray, side: Side) -> Attack | None:
        """The next attack of the order, with the SMC that defend with its targets."""
        if not self.left:
            return None
        given = self.left.pop(0)
        targets = cc_choices.closed(fray.ctx.game, given.targets, fray.hex, side, fray.done)
        return Attack(side, fray.hex, given.attackers, targets, given.capture, given.hand)

    def withdraw(self, fray: Fray, side: Side, able: Sequence[Unit], must: Sequence[str]) -> tuple[str, ...]:
        """Those who must, and whom the player chooses of those that the order does not name."""
        named = {key for attack in self.left for key in attack.attackers}
        free = [unit for unit in able if unit.id not in (*must, *named)]
        return (*must, *self.leaving(fray, side, free)) if free else tuple(must)

    def reveal(self, fray: Fray, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """Those concealed units that the order names."""
        named = {key for attack in self.left for key in attack.attackers}
        return tuple(unit.id for unit in able if unit.id in named)


def _in_ccph(state: State) -> str:
    return "" if state.phase == "CCPh" else f"CC belongs to the CCPh; this is {state.moment}"


# -- cc ------------------------------------------------------------------------------------------------


@verb(
    "cc",
    "cc [HEX [none | UNITS vs UNITS [capture] [hand] [and …]]]",
    "Close Combat: what there is to fight, or the CC of a hex, step by step or in one line",
    when=_in_ccph,
    group="fire",
    key="c",
)
def cc(ctx: Context, words: list[str]) -> None:
    """A11: the CC of one hex; without a hex, all that is to be fought."""
    if not words:
        _overview(ctx)
        return
    name = known_hex(ctx.game, words[0])
    _ready(ctx.game, name)
    minds = {side: who_decides(ctx.game, side) for side in melee.SIDES}
    if [word.lower() for word in words[1:]] == ["none"]:
        minds["FRIENDLY"] = Nobody()
    elif len(words) > 1:
        for side, attacks in _read(ctx, name, words[1:]).items():
            minds[side] = Orders(attacks)
    everyone = [unit.id for side in melee.SIDES for unit in close_combat.fighters(ctx.game, name, side)]
    cc_round.fight(ctx, name, minds)
    _take_control(ctx, name, everyone)


def who_decides(game: Game, side: Side) -> Commander:
    """The side's mind, or the player."""
    mind = mind_of(game, side)
    found: Commander = mind.in_close_combat() if mind else Commander()
    return found


def begin(ctx: Context) -> None:
    """A11.12: at the start of the CCPh: where CC is to be fought."""
    if melee.waiting(ctx.game):
        _overview(ctx)


def end(ctx: Context) -> None:
    """The end of the CCPh: Melees, those who could not withdraw, and control."""
    cc_round.end_phase(ctx)
    for name in list(ctx.state.control):
        ctx.game.reactions.recheck(ctx, name)


def after_any_phase(ctx: Context) -> None:
    """At the end of every phase: Melees that are over, prisoners whose Guard is gone."""
    melee.relock(ctx)
    prisoners.settle(ctx)


def _overview(ctx: Context) -> None:
    """Who is where, and what may happen."""
    names = melee.waiting(ctx.game)
    if not names:
        ctx.tell("There is no CC to fight.")
    for name in names:
        sides = []
        for side in melee.SIDES:
            units = close_combat.fighters(ctx.game, name, side)
            sides.append(f"{side} {listed(unit.id for unit in units)}")
            best = cc_choices.suggest(ctx.game, name, side, cc_choices.Done())
            if best:
                weighed = cc_choices.weigh(ctx.game, best)
                odds = weighed.odds or f"CCV {weighed.number}"
                sides[-1] += f" ({odds}: {chances_text(weighed.expected())})"
        ctx.tell(f"CC in {name}: {' against '.join(sides)}. Fight it: cc {name}", hexes=(name,))


def _ready(game: Game, name: str) -> None:
    """Refused unless there is a CC in the hex that has not been fought."""
    if melee.fought(game, name):
        raise Refused(f"the CC in {name} has been fought in this CCPh (A11.12)")
    escape = any(prisoners.may_escape(game, unit) for unit in game.state.units_at(name))
    if name not in melee.hexes(game) and not escape:
        raise Refused(f"there is no CC in {name}: it takes units of both sides in one Location (A11.1)")


def _read(ctx: Context, name: str, words: list[str]) -> dict[Side, list[Attack]]:
    """The attacks of `628a,91a vs 467a capture and 467a vs 628a`, by side."""
    found: dict[Side, list[Attack]] = {}
    for clause in " ".join(words).split(" and "):
        parts = clause.split()
        low = [part.lower() for part in parts]
        extras = set(low[3:])
        if len(parts) < 3 or low[1] not in ("vs", "at", "on") or not extras <= {"capture", "hand"}:
            raise Refused(f"'{clause}' is no CC attack; write UNITS vs UNITS, {EXAMPLE} (A11.12)")
        attackers, targets = _named(ctx, name, parts[0]), _named(ctx, name, parts[2])
        sides = {unit.side for unit in attackers}
        if len(sides) > 1 or sides & {unit.side for unit in targets}:
            raise Refused("a CC attack is one of units of one side against the other (A11.12)")
        side = attackers[0].side
        own = tuple(unit.id for unit in attackers)
        aims = tuple(unit.id for unit in targets)
        found.setdefault(side, []).append(Attack(side, name, own, aims, "capture" in extras, "hand" in extras))
    _possible(ctx.game, [attack for attacks in found.values() for attack in attacks])
    return found


def _possible(game: Game, attacks: Sequence[Attack]) -> None:
    """Refused if an attack could not be made even if nothing else happened before it."""
    first = (attack.attackers for attack in attacks)
    single = {keys[0] for keys in first if len(keys) == 1 and game.state.units[keys[0]].kind in SMC}
    fresh = cc_choices.Done(alone=frozenset(single))
    for attack in attacks:
        targets = cc_choices.closed(game, attack.targets, attack.hex, attack.side, fresh)
        why = cc_choices.fault(game, replace(attack, targets=targets), fresh)
        if why:
            raise Refused(why)


def _named(ctx: Context, name: str, text: str) -> list[Unit]:
    units = select(ctx.state, text)
    for unit in units:
        if unit.hex != name:
            raise Refused(f"{unit.id} is not in {name}: CC is fought in one Location (A11.1)")
    return units


def _take_control(ctx: Context, name: str, everyone: Sequence[str]) -> None:
    """A26: control after the CC, here and where units withdrew to."""
    for key in everyone:
        unit = ctx.state.units.get(key)
        if unit is None or unit.hex is None:
            continue
        alone = not close_combat.fighters(ctx.game, unit.hex, opponent(unit.side))
        if alone:
            ctx.game.reactions.entered(ctx, unit, (unit.hex,))
    ctx.game.reactions.recheck(ctx, name)


# -- prisoners -----------------------------------------------------------------------------------------


@verb("guard", "guard PRISONERS UNIT", "another unit of the captors takes over prisoners (A20.5)", group="recover")
def guard(ctx: Context, words: list[str]) -> None:
    """A20.5: prisoners are handed over within a Location."""
    if len(words) != 2:
        raise Refused("guard needs prisoners and a unit, as in: guard 467a 628b")
    keeper = find_unit(ctx.state, words[1])
    for unit in select(ctx.state, words[0]):
        _is_prisoner(unit)
        if keeper.side == unit.side or keeper.hex != unit.hex or not prisoners.can_guard(keeper):
            raise Refused(f"{keeper.id} is no armed Infantry of the captors in the Location of {unit.id} (A20.5)")
        if keeper.id != unit.carrier and prisoners.room(ctx.game, keeper) < prisoners.size(ctx.game, unit):
            raise Refused(f"{keeper.id} cannot guard {unit.id}, too: at most five times its own US# (A20.51)")
        prisoners.hand_over(ctx, unit, keeper)


@verb(
    "free", "free PRISONERS", "abandon prisoners: they are unarmed units of their side again (A20.5)", group="recover"
)
def free(ctx: Context, words: list[str]) -> None:
    """A20.5, A20.53: Guards abandon their prisoners."""
    for unit in select(ctx.state, ",".join(words) or "?"):
        _is_prisoner(unit)
        prisoners.free(ctx, unit, "abandoned by its Guard (A20.53)")


def _is_prisoner(unit: Unit) -> None:
    if "prisoner" not in unit.flags:
        raise Refused(f"{unit.id} is no prisoner (A20)")


@verb(
    "capture",
    "capture UNIT TARGET",
    "a unit takes a surrendering unit (A20.21), or a vehicle or Gun that nobody guards (A21)",
    group="recover",
)
def capture(ctx: Context, words: list[str]) -> None:
    """A20.21, A11.52, A21: capture without an attack."""
    if len(words) != 2:
        raise Refused("capture needs a unit and whom it takes, as in: capture 628a 467a")
    captor, target = find_unit(ctx.state, words[0]), find_unit(ctx.state, words[1])
    if captor.hex is None or target.hex is None or captor.side == target.side:
        raise Refused(f"{captor.id} and {target.id} are no enemies on the map (A20.2)")
    if target.kind in MMC + SMC:
        _surrender(ctx, captor, target)
    elif target.kind == "aircraft":
        raise Refused(f"{target.id} cannot be captured: it flies (E7)")
    else:
        _in_possession(ctx, captor, target)


def _surrender(ctx: Context, captor: Unit, target: Unit) -> None:
    """A20.21: a broken unit that cannot get away surrenders in the RtPh to Good Order enemies beside it."""
    if "prisoner" in target.flags:
        raise Refused(f"{target.id} is a prisoner already: guard hands it over (A20.5)")
    if ctx.state.phase != "RtPh" or "broken" not in target.flags:
        raise Refused(f"{target.id} may surrender only in the RtPh while broken; in CC use cc … capture (A20.2)")
    if ctx.board.distance(captor.hex or "", target.hex or "") > 1 or not captor.good_order:
        raise Refused(f"{captor.id} must be in Good Order and ADJACENT to {target.id} (A20.21)")
    if not prisoners.can_guard(captor) or not captor.known:
        raise Refused(f"{captor.id} takes no prisoners: it takes Known armed Infantry (A20.21)")
    if target.flags & {"fanatic", "berserk"}:
        raise Refused(f"{target.id} never surrenders (A20.21)")
    if ctx.figure("no-quarter"):
        raise Refused("No Quarter is in effect: nobody surrenders (A20.3)")
    if prisoners.room(ctx.game, captor) < prisoners.size(ctx.game, target):
        raise Refused(f"{captor.id} cannot guard {target.id}, too: at most five times its own US# (A20.51)")
    prisoners.take(ctx, target, captor, "surrenders")


def _in_possession(ctx: Context, captor: Unit, target: Unit) -> None:
    """A11.52, A21.2: a vehicle in the CCPh, a Gun at any time, if none of its side is left to guard it."""
    if target.kind == "vehicle" and ctx.state.phase != "CCPh":
        raise Refused("a vehicle is captured only in the CCPh (A21.2)")
    why = prisoners.vehicle_fault(ctx.game, target, captor)
    if why:
        raise Refused(why)
    if "captured" in target.flags:
        raise Refused(f"{target.id} is captured already (A21.1)")
    prisoners.capture_vehicle(ctx, target, captor)
