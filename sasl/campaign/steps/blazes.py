"""Flames and Blazes between two scenarios: what burns out, goes on burning, is lost (7.509, RB 11.609, VotG 12.610)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sasl.board.hexes import neighbours, parse_hex
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_state import Work, other
from sasl.campaign.steps.burnable import BUILDINGS, BURNS, BURNT_OUT, FIRES, RUBBLE, burnable
from sasl.campaign.steps.losses import eliminate, wrecked
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Option, Question, Unanswered
from sasl.kernel.transaction import Refused

LASTING = ("rubble", "gutted", "shellholes", "open-ground", "blaze", "flame", "wreck")
"""Works that are no Fortifications."""
SAFE = ("trench", "foxhole", "entrenchment", "at-ditch", "pillbox")
"""Fortifications that a fire does not harm (7.5095)."""


def burnt_out(ctx: CampaignRun, name: str) -> None:
    """7.5091, CG5: every wreck in a Blaze becomes a Burnt-Out one; a burning cupola is removed."""
    for piece in ctx.state.at(name):
        if "wreck" in piece.flags:
            ctx.change(piece, ("burnt-out",), (), f"burnt out ({ctx.rule('7.5091')})")
    for work in ctx.state.works_at(name, "wreck"):
        if work.text != BURNT_OUT:
            ctx.emit(cev.WorkGone(work.id, f"burnt out ({ctx.rule('7.5091')})"))
            ctx.put_work("wreck", name, side=work.side, number=work.number, text=BURNT_OUT, why=ctx.rule("7.5091"))


def confined(ctx: CampaignRun, hexes: Iterable[str], *, burning: bool = False) -> None:
    """7.5093-.5095: Isolated units and Equipment that could set up only in these hexes are Eliminated.

    Where it goes on `burning`, an AFV becomes a Burnt-Out Wreck instead.
    """
    alight = set(hexes)
    if burning:
        alight |= {work.hex for work in ctx.state.works.values() if work.kind == "blaze"}
    for piece in list(ctx.state.of("", "map")):
        now = ctx.state.pieces[piece.id]
        if "isolated" not in now.flags or not now.here or not now.hex or not set(ctx.state.confines(now.hex)) <= alight:
            continue
        if now.kind == "vehicle" and burning:
            wrecked(ctx, now, f"burnt in its Isolated Area ({ctx.rule('7.5094')})", burnt=True)
        else:
            eliminate(ctx, now, f"burnt in its Isolated Area ({ctx.rule('7.509')})")
            own = set(ctx.state.confines(now.hex)) & set(hexes)
            names = tuple(sorted(name for name in own if ctx.state.control.get(name, now.side) == now.side))
            if names:  # 7.5093
                ctx.emit(
                    cev.HexesControlled(other(now.side), names, f"its Isolated defenders burnt ({ctx.rule('7.5093')})")
                )


def ruin(ctx: CampaignRun, consumed: Mapping[str, str]) -> None:
    """7.5095, 11.6097: what lay in Locations that burnt; `consumed` says what each hex was.

    In a Gutted Factory the Equipment goes but no Fortification; Entrenchments and Pillboxes stay everywhere.
    """
    confined(ctx, [name for name in consumed if not ctx.state.works_at(name, "blaze")])
    for name, what in consumed.items():
        for work in ctx.state.works_at(name):
            if work.kind == "wreck" and what == "building":
                ctx.emit(cev.WorkGone(work.id, f"in a building that burnt down ({ctx.rule('7.5095')})"))
            elif work.sort not in (*LASTING, *SAFE) and what != "factory":
                ctx.emit(cev.WorkGone(work.id, f"burnt ({ctx.rule('7.5095')})"))
        for piece in ctx.state.at(name):
            now = ctx.state.pieces[piece.id]
            if now.box != "map":
                continue
            if now.weapon or (now.kind in ("vehicle", "cupola") and what == "building"):
                eliminate(ctx, now, f"burnt ({ctx.rule('7.5095')})")
            elif now.kind == "vehicle" and "wreck" not in now.flags:
                wrecked(ctx, now, f"burnt ({ctx.rule('7.5095')})", burnt=True)


OPEN = ("brush", "orchard", "wooden rubble")
"""What a Blaze consumes wholly (7.5092)."""


def fires(ctx: CampaignRun) -> None:
    """7.509: the sub-steps in their order: wrecks, open terrain and rubble, buildings, Flames, eliminations."""
    burning = [work for work in ctx.state.works.values() if work.kind in FIRES and work.hex]
    if not burning:
        ctx.tell("Nothing burns.")
        return
    for work in burning:
        _name(ctx, work)
    for work in _all(ctx, "blaze"):
        _wreck(ctx, work)
    consumed: dict[str, str] = {}
    for work in _all(ctx, "blaze"):
        _consume(ctx, work, consumed)
    gutted = {work.hex for work in ctx.state.works.values() if work.kind == "gutted"}
    for work in _all(ctx, "flame"):
        if work.hex in gutted:
            ctx.emit(cev.WorkGone(work.id, f"in a Gutted building ({ctx.rule('12.6107')})"))
        else:
            _flame(ctx, work, consumed)
    ruin(ctx, consumed)


def _all(ctx: CampaignRun, kind: str) -> list[Work]:
    return [work for work in ctx.state.works.values() if work.kind == kind and work.hex]


def _name(ctx: CampaignRun, work: Work) -> None:
    """What burns in a hex, unless the marker says it: the only thing that can by the map, or the player says."""
    if work.text in BURNS:
        return
    can = burnable(ctx.game, work.hex) or tuple(BURNS)
    burning = can[0] if len(can) == 1 else ctx.choose(
        f"What burns in {work.hex} ({work.kind})?", _options(can), rule="7.509", hexes=(work.hex,), id="burns",
        subject=(work.hex,))  # fmt: skip
    ctx.emit(cev.WorkPut(replace(work, text=burning), ctx.rule("7.509")))


def _options(names: Iterable[str]) -> list[Option]:
    return [Option(name, BURNS[name]) for name in names]


def _wreck(ctx: CampaignRun, work: Work) -> None:
    """7.5091: wrecks in a Blaze burn out; the Blaze goes over to what else burns there, or it ends.

    The map tells what that is, where there is one.
    """
    burnt_out(ctx, work.hex)
    if work.text != "wreck":
        return
    known = burnable(ctx.game, work.hex)
    can = [name for name in (BURNS if known is None else known)
           if name != "wreck" and (not _small(ctx) or name in (*BUILDINGS, *RUBBLE))]  # fmt: skip
    burning = can[0] if known and can else "none"
    if known is None:
        options = [Option("none", "nothing else there burns"), *_options(can)]
        text = f"A wreck burns in {work.hex}: what does the Blaze spread to?"
        burning = ctx.choose(text, options, rule="7.5091", hexes=(work.hex,), id="blaze-goes-over", subject=(work.hex,))
    if burning == "none":
        ctx.emit(cev.WorkGone(work.id, f"the wreck has burnt out ({ctx.rule('7.5091')})"))
    else:
        ctx.emit(cev.WorkPut(replace(work, text=burning), f"a terrain Blaze now ({ctx.rule('7.5091')})"))


def _small(ctx: CampaignRun) -> bool:
    """Whether the campaign's fires die down on a dr and do not spread (OtO2)."""
    return "flames" in ctx.campaign.tables


def _consume(ctx: CampaignRun, work: Work, consumed: dict[str, str]) -> None:
    """7.5092-7.5093, 11.6092-.6095, 12.6102-.6106: what a Blaze leaves behind; the hexes and what they were."""
    if work.id not in ctx.state.works:  # the Blaze of the same building is done already
        return
    ctx.emit(cev.WorkGone(work.id, f"burnt out ({ctx.rule('7.509')})"))
    if work.text in OPEN:
        for item in [item for item in ctx.state.works_at(work.hex, "rubble") if work.text == "wooden rubble"]:
            ctx.emit(cev.WorkGone(item.id, f"burnt ({ctx.rule('7.5092')})"))
        small = _small(ctx)
        kind, text, rule = (
            ("open-ground", "Open Ground", "7.5092") if small else ("shellholes", "shellholes", "11.6092")
        )
        ctx.put_work(kind, work.hex, text=text, why=f"{work.text} burnt out ({ctx.rule(rule)})")
        if work.text == "wooden rubble" or not small:
            consumed[work.hex] = work.text
    elif work.text in BUILDINGS:
        _building(ctx, work, consumed)
    elif work.text == "factory":
        hexes = _hexes(ctx, work)
        _put_out(ctx, hexes)
        for name in hexes:
            ctx.put_work("gutted", name, text="Gutted Factory", why=ctx.rule("12.6105"))
        consumed |= dict.fromkeys(hexes, "factory")
    elif work.text == "railcar":
        ctx.put_work("gutted", work.hex, text="Gutted railcars", why="12.6106")
    else:
        ctx.tell(f"The stone rubble in {work.hex} is still there and may burn again.")
        consumed[work.hex] = work.text


def _building(ctx: CampaignRun, work: Work, consumed: dict[str, str]) -> None:
    """7.5093: wooden rubble where the Blaze was; in RB the whole building; in VotG stone ones by a table."""
    wood = _small(ctx) or work.text == "wooden building"
    hexes = [work.hex] if _small(ctx) else _hexes(ctx, work)
    _put_out(ctx, hexes)
    consumed |= dict.fromkeys(hexes, "building")
    if not wood and "blaze-building" in ctx.campaign.tables:
        facts = {"single-hex": int(len(hexes) == 1)}
        result = ctx.table(ctx.role("blaze-building"), f"The building in {work.hex}", facts=facts).result
        if result == "gutted":
            for name in hexes:
                ctx.put_work("gutted", name, text="Gutted building", why="12.6104")
            consumed |= dict.fromkeys(hexes, "factory")
            return
    text = "wooden rubble" if wood else "stone rubble"
    for name in hexes:
        if not ctx.state.works_at(name, "rubble"):
            ctx.put_work("rubble", name, text=text, why=f"the building of {work.hex} burnt down ({ctx.rule('7.5093')})")


def _put_out(ctx: CampaignRun, hexes: Iterable[str]) -> None:
    """Other Blazes of the same building are consumed with it; its Flames go over to what is left of it."""
    for work in _all(ctx, "blaze"):
        if work.hex in hexes and work.text in (*BUILDINGS, "factory"):
            ctx.emit(cev.WorkGone(work.id, f"burnt out ({ctx.rule('7.509')})"))


def _hexes(ctx: CampaignRun, work: Work) -> list[str]:
    """The hexes of a building, by the player's word."""
    text = f"Which hexes does the {work.text} in {work.hex} have (commas between)?"
    question = Question("text", text, work.hex, rule="11.6094", hexes=(work.hex,), id="building-hexes",
                        subject=(work.hex,))  # fmt: skip
    given = ctx.ask(question)
    try:
        names = [ctx.game.find_hex(name) for name in given.replace(",", " ").split()]
    except Refused as refusal:
        raise Unanswered(replace(question, error=str(refusal))) from None
    return list(dict.fromkeys([work.hex, *names]))


def _flame(ctx: CampaignRun, work: Work, consumed: dict[str, str]) -> None:
    """7.5094: in OtO2 a dr for each Flame; elsewhere it becomes a Blaze and spreads to what burns next to it."""
    if _small(ctx):
        if work.text in (*BUILDINGS, *RUBBLE):
            consumed.setdefault(work.hex, work.text)
        if ctx.table(ctx.role("flames"), f"Flame in {work.hex}").result != "blaze":
            ctx.emit(cev.WorkGone(work.id, f"it goes out ({ctx.rule('7.5094')})"))
            return
    text = "stone rubble" if work.text == "building" and work.hex in consumed else work.text
    for item in ctx.state.works_at(work.hex, "rubble"):
        text = item.text or text
    ctx.emit(cev.WorkPut(replace(work, kind="blaze", text=text), f"it becomes a Blaze ({ctx.rule('7.5094')})"))
    spread = [] if _small(ctx) else _spread(ctx, work.hex, consumed)
    confined(ctx, [work.hex, *spread], burning=True)


def _spread(ctx: CampaignRun, name: str, consumed: Mapping[str, str]) -> list[str]:
    """11.6096, 12.6107: a Blaze in each Burnable hex next to a Flame that does not burn and has not burnt down."""
    alight = {work.hex for kind in FIRES for work in _all(ctx, kind)}
    near = [item for item in adjacent(ctx, name) if item not in alight and consumed.get(item) not in OPEN]
    if not near:
        return []
    options = [Option(item, _what(ctx, item)) for item in near]
    likely = [item for item in near if ctx.state.works_at(item, "rubble")]
    text = f"The Flame of {name} spreads: which of these hexes are Burnable Terrain?"
    burning = ctx.several(text, options, likely, rule="11.6096", id="spread", subject=(name,))
    for item in burning:
        ctx.put_work("blaze", item, text=next((one.text for one in ctx.state.works_at(item, "rubble")), ""),
                     why=f"spreads from {name} ({ctx.rule('11.6096')})")  # fmt: skip
    return list(burning)


def adjacent(ctx: CampaignRun, name: str) -> list[str]:
    """The hexes around one, of the campaign's board if it has one."""
    if ctx.game.board is not None:
        return list(ctx.game.board.neighbours(name)) if name in ctx.game.board else []
    return [hex_.name for hex_ in neighbours(parse_hex(name)) if 0 <= hex_.col < 52 and hex_.num >= 0]


def _what(ctx: CampaignRun, name: str) -> str:
    works = ctx.state.works_at(name, "rubble")
    if works:
        return works[0].text or "rubble"
    if ctx.game.board is not None and name in ctx.game.board:
        return ctx.library.terrain.name(ctx.game.board.terrain(name).terrains)
    return "as your map has it"


STEPS = (Step("fires", fires),)
