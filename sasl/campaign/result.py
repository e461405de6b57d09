"""What is left after a scenario: counters and their states, figures, fires and works become as a result says (7.13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sasl.campaign import events as cev
from sasl.campaign.campaign_report import by_type
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import BOXES, SET_UP, SIDES, Box, Nation, Piece, Work, mine_strength, other
from sasl.campaign.secrets import covered
from sasl.campaign.steps.burnable import FIRES, cannot_burn
from sasl.campaign.steps.campaign_victory import STONE, STONE_ALL
from sasl.campaign.steps.figure_limits import more_than_there_is, too_high
from sasl.campaign.steps.losses import eliminate, leave_equipment, suffer, unguarded, worth
from sasl.campaign.steps.platoons import may_withdraw
from sasl.campaign.steps.set_up import shown
from sasl.campaign.suits import unsuited
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import listed
from sasl.kernel.transaction import Refused

WHY = "what is left"


class Fate(Frozen):
    """What has become of a counter: its hex or box, states, bearer, another type; or how it is gone."""

    place: str = ""
    box: Box | None = None
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    holder: str = ""
    type: str = ""
    gone: str = ""


def enter_figure(ctx: CampaignRun, name: str, side: Nation, value: int, *, all_of_them: bool) -> None:
    """CVP and EVP of this scenario take the place of what was counted for it; LVP are those held now (7.4, 7.13)."""
    if name == STONE:
        ctx.set(side, STONE_ALL, int(all_of_them), WHY)
        if all_of_them:
            return
    if reason := too_high(ctx.game, name, value):
        raise Refused(reason)
    if reason := more_than_there_is(ctx.game, name, side, value):
        ctx.tell(reason)
    if name not in ("cvp", "evp"):
        ctx.set(side, name, value, WHY)
        ctx.set(side, "lvp-typed", int(name == "lvp"))
        return
    counted = {"cvp": "earned", "evp": "evp-scenario"}[name]
    change = value - ctx.state.number(side, counted)
    ctx.set(side, counted, value, WHY)
    ctx.set(side, f"{name}-typed", 1)
    ctx.add(side, name, change, f"{value} in this scenario")
    if name == "cvp":
        ctx.add(other(side), "suffered", change, WHY)
        ctx.add(other(side), "suffered-total", change, WHY)


def enter_work(ctx: CampaignRun, kind: str, name: str, number: int | None, text: str, anti_tank: int | None) -> None:
    """A fortification, wreck, fire or rubble in a hex; a bought one that waits for it is placed.

    `anti_tank`: the A-T factors of a minefield, if told. Refused is a fire where the map has nothing that burns.
    """
    if reason := cannot_burn(ctx.game, name, text) if kind in FIRES else "":
        raise Refused(reason)
    waiting = _waiting(ctx, kind, name)
    if waiting and not text:
        if kind == "minefield":
            waiting = _as_told(waiting, number, anti_tank)
        _place(ctx, waiting, name, number)
        return
    if kind == "minefield" and anti_tank:
        text = mine_strength(number or 0, anti_tank)
    ctx.put_work(kind, name, number=number or 0, text=text, anti_tank=anti_tank or 0, why=WHY)


def _as_told(work: Work, number: int | None, anti_tank: int | None) -> Work:
    """A minefield hex with the factors that a result tells of it; those of which it says nothing are there still."""
    personnel = work.number if number is None else number
    tank = work.anti_tank if anti_tank is None else anti_tank
    return replace(work, number=personnel, anti_tank=tank, text=mine_strength(personnel, tank))


def _waiting(ctx: CampaignRun, kind: str, name: str) -> Work | None:
    """A fortification of this kind that is still to be placed, one of who controls the hex first."""
    whose = ctx.state.control.get(name, "")
    found = [work for work in ctx.state.works.values() if work.kind == kind and not work.hex and work.side in SIDES]
    return min(found, key=lambda work: work.side != whose, default=None)


def _place(ctx: CampaignRun, work: Work, name: str, number: int | None) -> None:
    """7.5224: what was bought stands there now; of a lot of factors so many, the rest is still to be placed."""
    line = ctx.campaign.fortification(work.kind)
    lot = line is not None and line.per == "a factor"
    hidden = work.hidden and not shown(ctx.game, work)
    left = work.number - number if lot and number else 0
    if left < 0:
        raise Refused(f"there are not {number} {work.kind}: {work.number} are still to be placed")
    if not left:
        ctx.emit(cev.WorkPut(replace(work, hex=name, number=number or work.number, hidden=hidden), WHY))
        return
    title = line.title if line else work.kind
    ctx.emit(cev.WorkPut(replace(work, number=left, text=f"{left} {title}"), WHY))
    ctx.put_work(work.kind, name, side=work.side, number=number or 0, text=f"{number} {title}", hidden=hidden, why=WHY)


def enter_type(ctx: CampaignRun, side: Nation, name: str, count: int, fate: Fate, told: set[str]) -> None:
    """Counters of a type of the OoB not told of yet, those already there first; more of them join.

    Those that an earlier command told of come last, and the log says so: the line may have meant more of them.
    """
    earlier = ctx.state.told - told
    again: list[str] = []
    for _ in range(count):
        found = [
            piece for piece in ctx.state.of(side) if piece.type == name and piece.id not in told
            and (piece.box != "away" or fate.box == "away")
        ]  # fmt: skip
        found.sort(key=lambda piece: (piece.id in earlier, piece.hex != fate.place, piece.box != "map"))
        if not found and fate.gone:
            raise Refused(f"the {side.capitalize()} side has no more {name} that could be gone")
        piece = found[0] if found else ctx.raise_piece(side, name, why="found on the map after the scenario")
        if piece.id in earlier:
            again.append(f"{piece.id} ({piece.hex or BOXES[piece.box]})")
        told.add(piece.id)
        put(ctx, piece, fate, told)
    if again:
        ctx.tell(f"Entered before, and now again: {listed(again, 6)}. No other {name} was left.")


def put(ctx: CampaignRun, piece: Piece, line: Fate, told: Collection[str] = ()) -> None:
    """One counter's place, states, type, bearer; or it is gone, with its VP (A26.2). `told`: as in `enter_type`."""
    if line.gone:
        if not piece.here and "armor-leader" in piece.flags:
            return  # with his vehicle, which was told of before him
        if not piece.here:
            raise Refused(f"{piece.id} is already gone")
        _may_become(ctx, piece, line.gains, line.holder)
        ctx.emit(cev.PieceChanged(piece.id, line.gains, line.loses, why=WHY))
        _gone(ctx, ctx.state.pieces[piece.id], line.gone)
        return
    if line.box == "gone":
        raise Refused(f"say that {piece.id} is gone with: {piece.id} gone")
    gains = tuple(flag for flag in line.gains if flag not in piece.flags)
    _may_become(ctx, piece, gains, line.holder)
    place, box = _where(ctx, line)
    if "captured" not in gains:
        _crew_comes(ctx, piece, place, told)
    new = ctx.game.counter(piece.side, line.type) if line.type else None
    _says_something(piece, line, box, gains)
    if "prisoner" in gains:
        _lost_with(ctx, piece)
        leave_equipment(ctx, piece, "A20.24")
    ctx.emit(
        cev.PieceChanged(
            piece.id, gains, line.loses, type=line.type or None, kind=new.kind if new else None,
            modifier=(new.modifier or 0) if new else None, box=box, hex=place if box else None,
            side=other(piece.side) if "captured" in gains else None,
            holder=line.holder or ("" if box and piece.holder and not _manned(ctx, piece, place) else None), why=WHY,
        )
    )  # fmt: skip
    if "wreck" in gains and not ctx.state.number(other(piece.side), "cvp-typed"):
        suffer(ctx, piece.side, worth(ctx.game, piece), piece.id)
    if box:
        _arrive(ctx, piece, box, told)


def _manned(ctx: CampaignRun, piece: Piece, place: str) -> bool:
    """7.507, A4.4: whether a Weapon named by itself stands where its crew or bearer is: that still has it."""
    bearer = ctx.state.pieces.get(piece.holder)
    return piece.weapon and bearer is not None and bool(place) and bearer.hex == place


def _crew_comes(ctx: CampaignRun, piece: Piece, place: str, told: Collection[str]) -> None:
    """7.5193: a Gun that came into play did so with its crew: if no line has spoken of that, it is there, too."""
    crew = ctx.state.pieces.get(piece.holder)
    if piece.kind == "gun" and place and crew and crew.box != "map" and crew.id not in {*told, *ctx.state.told}:
        ctx.emit(cev.PieceChanged(crew.id, box="map", hex=place, why=f"mans {piece.id}"))


def _arrive(ctx: CampaignRun, piece: Piece, box: Box, told: Collection[str]) -> None:
    """11.6142: an AFV that is on the map has fought; what a counter bears comes along.

    But for a Gun that was told of elsewhere: its crew has left it.
    """
    if box in ("map", "retained") and may_withdraw(ctx.game, piece):
        ctx.change(ctx.state.pieces[piece.id], ("has-fought",), (), f"on the map ({ctx.rule('11.6142')})")
    here = ctx.state.pieces[piece.id].hex
    for held in ctx.state.held_by(piece.id):
        if held.kind == "gun" and held.id in {*told, *ctx.state.told} and held.hex != here:
            ctx.emit(cev.PieceChanged(held.id, holder="", why=f"{WHY}: it stands in {held.hex or BOXES[held.box]}"))
    ctx.carry(piece.id)


def _may_become(ctx: CampaignRun, piece: Piece, gains: Sequence[str], holder: str) -> None:
    """Refused where a counter cannot have these states, or this bearer or Guard."""
    if reason := unsuited(piece, gains):
        raise Refused(reason)
    if "captured" in gains and piece.kind not in ("sw", "gun", "vehicle"):
        raise Refused(f"{piece.id} is a {piece.type}: men are prisoners, as in: {piece.id} prisoner of ID (A20)")
    if "prisoner" in gains and not holder:
        raise Refused(f"a prisoner has a Guard, as in: {piece.id} prisoner of ID (A20.5)")
    if piece.id in bearers(ctx, holder):
        raise Refused(f"{piece.id} cannot be carried by something it carries itself")
    held_by = ctx.state.pieces.get(holder)
    if "prisoner" in gains and held_by and held_by.side == piece.side:
        raise Refused(f"{held_by.id} is of the same side and cannot guard {piece.id} (A20.5)")


def _where(ctx: CampaignRun, line: Fate) -> tuple[str, Box | None]:
    """The hex and the box that a line says; if it says neither, those of the bearer."""
    held_by = ctx.state.pieces.get(line.holder)
    if held_by and not line.place and not line.box:
        return held_by.hex, held_by.box
    return line.place, line.box


def _says_something(piece: Piece, line: Fate, box: Box | None, gains: Sequence[str]) -> None:
    """Refused if nothing would change, or if it is not said where what was gone is now."""
    if piece.box == "gone":
        if not box:
            raise Refused(f"{piece.id} is gone; say where it is to have it back")
    elif not (line.place or box or gains or line.loses or line.type or line.holder):
        raise Refused(f"say where {piece.id} is, its state, or that it is gone")


def bearers(ctx: CampaignRun, holder: str) -> list[str]:
    """A counter, who bears it, who bears that one, and so on."""
    found: list[str] = []
    while holder and holder in ctx.state.pieces and holder not in found:
        found.append(holder)
        holder = ctx.state.pieces[holder].holder
    return found


def may_exit(game: CampaignGame, side: Nation) -> bool:
    """CG14: only who earns Exit VP may leave the map; where a file has no awards for that, the players know best."""
    exits = [line.side for line in game.campaign.awards if line.counts == "evp"]
    return not exits or side in exits


def _lost_with(ctx: CampaignRun, piece: Piece) -> None:
    """The SW of a unit that was never put on the map went with it; a line of its own has one back."""
    if piece.box == "map":
        return
    for held in ctx.state.held_by(piece.id):
        if held.kind == "sw":
            ctx.emit(cev.PieceGone(held.id, f"with {piece.id}", counts=False))


def _gone(ctx: CampaignRun, piece: Piece, how: str) -> None:
    """A26.2: an Eliminated counter is worth CVP to the other side, one that exits EVP, unless these were entered.

    An armor leader goes with his vehicle (D3.4): one who got out has a line of his own.
    """
    if piece.group and may_withdraw(ctx.game, piece):
        ctx.change(piece, ("has-fought",), (), "")
    points = worth(ctx.game, piece)
    if how == "exited" and piece.kind == "vehicle" and "low-ammo" in piece.flags:
        ctx.emit(cev.PieceChanged(piece.id, ("recalled",), box="away", hex="", why="Recalled for Low Ammo (CG14)"))
        ctx.carry(piece.id)
        return
    if how == "exited" and not may_exit(ctx.game, piece.side):
        how = "gone"
    if how == "exited":
        for held in ctx.state.held_by(piece.id):
            if "prisoner" not in held.flags:
                _gone(ctx, held, how)
        ctx.emit(cev.PieceGone(piece.id, f"exited ({ctx.rule('CG14')})", counts=False))
        if not ctx.state.number(piece.side, "evp-typed"):
            ctx.add(piece.side, "evp-scenario", points, piece.id)
            ctx.add(piece.side, "evp", points, piece.id)
        return
    _lost_with(ctx, piece)
    for held in ctx.state.held_by(piece.id):
        if "armor-leader" in held.flags:
            _gone(ctx, held, how)
    if ctx.state.number(other(piece.side), "cvp-typed"):
        unguarded(ctx, piece, WHY)
        leave_equipment(ctx, piece, WHY)
        ctx.emit(cev.PieceGone(piece.id, WHY))
    else:
        eliminate(ctx, piece, WHY)


def kept_lines(game: CampaignGame, taken: Collection[str] = ()) -> list[str]:
    """CG7: the counters off the map of which nothing was said, a line for each side; not what they bear.

    Nothing of a side that keeps what it has bought secret, not even whether there is any.
    """
    lines = []
    for side in SIDES:
        if covered(game, side):
            continue
        off = [piece for piece in game.state.of(side, "retained", "coming") if piece.holder not in game.state.pieces]
        written = {line.id for line in game.state.sealed.values() if not line.enters}
        left = [piece for piece in off if piece.kind in SET_UP and piece.id not in {*taken, *written}]
        if left:
            lines.append(f"{side.capitalize()}: {', '.join(by_type(left))}")
    return lines
