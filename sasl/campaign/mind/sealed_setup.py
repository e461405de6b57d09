"""Where a side sets up (7.5222-7.5224): a plain rule of the house, carried out by typed orders and then sealed.

Each stack looks for the best hex of its own area by a sum of figures of the strategy: how deep it stands behind the
enemy's nearest hex, cover, Victory Locations, room. What the rules refuse is tried elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sasl.board.board import Board
from sasl.board.hexes import neighbours
from sasl.campaign import events as cev
from sasl.campaign import show
from sasl.campaign.buying import forts
from sasl.campaign.campaign_state import ENTRENCHMENTS, MINES, SET_UP, CampaignState, Piece, Sealed, Work, other
from sasl.campaign.mind.agent import CampaignAgent
from sasl.campaign.orders.steps import Place
from sasl.campaign.sealed import CONCEALED, DUMMY, HIDDEN, break_seal, concealed_stacks, stack_words
from sasl.campaign.secrets import secretive
from sasl.campaign.steps import set_up
from sasl.kernel.frozen import replace

TRIES = 30
"""A stack or fortification for which so many of the best hexes are refused is left off the map."""
FAR = 99
"""The depth of a hex from which no hex of the enemy is reached."""
DIRECTIONS = 3
"""The grains of a hex grid; the opposite of each is the same line."""
HELD_BY_MEN = (*ENTRENCHMENTS, "foxhole-1", "foxhole-2", "foxhole-3", "pillbox", "fortified-building")
"""Fortifications that go where Infantry stands; the others go in front of it."""


def write_down(agent: CampaignAgent) -> None:
    """7.5222-7.5224: set the side up by `place` orders; take them back and seal what they did, if it keeps secrets."""
    game, side = agent.game, agent.side
    if game.board is None or game.mind(other(side)) or any(line.side == side for line in game.state.sealed.values()):
        return
    _split_dummies(agent)
    before = agent.game.state
    with agent.ctx.savepoint() as point:
        _Deployment(agent, game.board).carry_out()
        after = agent.game.state
        if not secretive(game.state, side):
            return
        point.take_back()
    lines = [*_lines(before, after, agent), *_entering(agent, after)]
    if lines:
        _seal(agent, lines)


def _seal(agent: CampaignAgent, lines: Sequence[Sealed]) -> None:
    """Write the list down; tell the player which "?" he sees, and put openly what cannot be concealed."""
    ctx, who = agent.ctx, agent.side.capitalize()
    ctx.emit(cev.SetUpSealed(agent.side, tuple(lines)))
    seen = [line for line in lines if _is_open(ctx.state, line)]
    break_seal(ctx, seen, "it is not concealed")
    stacks = concealed_stacks(ctx.state, agent.side)
    rule = ctx.rule("7.5222")
    if stacks:
        text = f"Put a {who} ? in each of these hexes (number of counters): {stack_words(stacks)} ({rule})."
        ctx.tell(text, board=True, hexes=tuple(stacks))
    if seen:
        there = "; ".join(show.contents(ctx.game, line.id) for line in seen)
        ctx.tell(f"Put on the map, not concealed: {there} ({rule}).", board=True)


def _is_open(state: CampaignState, line: Sealed) -> bool:
    """Return whether the enemy sees a line as it is set up: a unit that is neither hidden nor concealed."""
    return line.id in state.pieces and not line.enters and not {CONCEALED, HIDDEN} & {*line.gains}


def _lines(before: CampaignState, after: CampaignState, agent: CampaignAgent) -> Iterator[Sealed]:
    """Return what a trial set-up has put where, a Gun before its crew; what a bearer takes along needs no line."""
    side = agent.side
    now = [piece for piece in after.of(side, "map") if before.pieces[piece.id].box != "map"]
    for piece in sorted(now, key=lambda piece: not piece.holder):
        flags = before.pieces[piece.id].flags
        gains, loses = tuple(sorted(piece.flags - flags)), tuple(sorted(flags - piece.flags))
        if piece.holder not in after.pieces or gains:
            yield Sealed(piece.id, side, piece.hex, gains, loses)
    for work in after.works.values():
        if work.side == side and work.hex and work.id in before.works and not before.works[work.id].hex:
            yield Sealed(work.id, side, work.hex)


def _entering(agent: CampaignAgent, after: CampaignState) -> Iterator[Sealed]:
    """CG12, section 6: what may not set up enters by one hex for each group, chosen by chance."""
    game, side = agent.game, agent.side
    edge = sorted(set_up.entry_hexes(game, side))
    area = sorted(set_up.new_hexes(game, side))
    hexes: dict[str, str] = {}
    for piece in _waiting(after, agent):
        barred = not area or bool(set_up.why_not(game, piece, area[0]))
        if edge and barred and "isolated" not in piece.flags:
            name = hexes.setdefault(piece.group or piece.type, agent.random.choice(edge))
            yield Sealed(piece.id, side, name, enters=True)


def _waiting(state: CampaignState, agent: CampaignAgent) -> list[Piece]:
    """Return the counters off the map that set up by themselves: not what another one bears."""
    return [piece for piece in state.of(agent.side, "retained", "coming")
            if piece.kind in SET_UP and piece.holder not in state.pieces]  # fmt: skip


def _split_dummies(agent: CampaignAgent) -> None:
    """CG10: the "?" bought are divided into Dummy stacks, as high as the strategy says."""
    high = int(agent.value("set-up-dummies"))
    for work in list(agent.game.state.works.values()):
        if work.side != agent.side or work.kind != DUMMY or work.hex:
            continue
        line = agent.game.campaign.fortification(DUMMY)
        title, left = line.title if line else DUMMY, work.number
        while left > high:
            left -= high
            agent.ctx.put_work(DUMMY, side=agent.side, number=high, text=f"{high} {title}", hidden=True, why="a stack")
        if left != work.number:
            agent.ctx.emit(cev.WorkPut(replace(work, number=left, text=f"{left} {title}"), "a stack"))


@dataclass
class _Deployment:
    """One set-up under way: the side's hexes with what its rule counts of each, and the stacks in them."""

    agent: CampaignAgent
    board: Board
    stacks: set[str] = field(default_factory=set)
    crowd: Counter[str] = field(default_factory=Counter)
    """How many stacks are in or next to a hex."""
    men: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        game, side, board = self.agent.game, self.agent.side, self.board
        self.area = sorted(set_up.new_hexes(game, side))
        enemy = [name for name, whose in game.state.control.items() if whose == other(side) and name in board]
        self.depth = board.distances(enemy)
        self.to_victory = board.distances(board.objectives())
        self.cover = {name for name in self.area if board.chart.has(board.terrain(name).terrains, "concealment")}

    def carry_out(self) -> None:
        """Set up Cupolas and Guns, Infantry, vehicles, Dummies, then the fortifications around them."""
        state = self.agent.game.state
        waiting = _waiting(state, self.agent)
        guns = [piece for piece in state.of(self.agent.side) if piece.kind == "gun" and self._to_man(piece)]
        crews = {gun.holder for gun in guns}
        for cupola in [piece for piece in waiting if piece.kind == "cupola"]:
            self._put((cupola.id,), "guns")
        for gun in guns:
            self._put((gun.id,), "guns", (gun.hex,) if gun.box == "map" else ())
        for stack in _infantry(piece for piece in waiting if piece.id not in crews):
            if name := self._put(stack, "infantry"):
                self.men.append(name)
        for vehicle in [piece for piece in waiting if piece.kind == "vehicle"]:
            self._put((vehicle.id,), "vehicles")
        mine = [work for work in state.works.values() if work.side == self.agent.side and not work.hex]
        self._fortify([work for work in mine if not any(work.kind in lines for lines in forts.KINDS.values())])

    def _to_man(self, gun: Piece) -> bool:
        """Return whether a Gun waits with its crew, or stands on the map while its crew waits."""
        crew = self.agent.game.state.pieces.get(gun.holder)
        return gun.box in ("retained", "coming") or (crew is not None and crew.box in ("retained", "coming"))

    # -- hexes ----------------------------------------------------------------------------------------
    def _best(self, sort: str) -> list[str]:
        """Return the hexes of the area, the best first for a stack of this sort."""
        value = self.agent.value
        wanted = 1 + self.agent.random.random() * 2 * value(f"set-up-{sort}")
        cover, victory, apart = value("set-up-cover"), value("set-up-objective"), value("set-up-apart")

        def worth(name: str) -> float:
            near = victory / (1 + self.to_victory.get(name, FAR))
            depth = abs(self.depth.get(name, FAR) - wanted)
            return near + cover * (name in self.cover) - depth - apart * self.crowd[name]

        return sorted(self.area, key=lambda name: (-worth(name), name))

    def _put(self, ids: Sequence[str], sort: str, hexes: Sequence[str] = ()) -> str:
        """Place a stack in the best hex that the rules allow, hidden or concealed where it may be; return the hex."""
        for name in [*hexes] or self._best(sort)[:TRIES]:
            for ways in self._ways(ids):
                if self.agent.do(Place(tuple(ids), name, frozenset(ways))):
                    self.stacks.add(name)
                    self.crowd.update((name, *self.board.neighbours(name)))
                    return name
        return ""

    def _ways(self, ids: Sequence[str]) -> list[tuple[str, ...]]:
        """Return how a stack may set up, the most secret way first; HIP only where it is free or was bought."""
        state = self.agent.game.state
        kinds = {state.pieces[name].kind for name in ids}
        hip = bool(kinds & {"gun", "cupola"}) or bool(forts.hip_bought(self.agent.game, self.agent.side))
        return [*[(HIDDEN,)] * hip, (CONCEALED,), ()]

    # -- fortifications -------------------------------------------------------------------------------
    def _fortify(self, works: Sequence[Work]) -> None:
        """7.5224: Dummies like Infantry, entrenchments where it stands, mines and obstacles before it."""
        front = sorted(dict.fromkeys(self.men), key=lambda name: self.depth.get(name, FAR))
        ahead = [name for place in front for name in self.board.neighbours(place) if self._is_ahead(name, place)]
        for work in works:
            if work.kind == DUMMY:
                self._work(work, [name for name in self._best("infantry") if name in self.cover])
            elif work.kind in HELD_BY_MEN and work.kind != "at-ditch":
                self._work(work, front)
            elif work.kind not in MINES:
                self._work(work, ahead)
        self._mine([work for work in works if work.kind in MINES], ahead)

    def _is_ahead(self, name: str, place: str) -> bool:
        """Return whether a free hex next to a stack is nearer to the enemy."""
        return name not in self.stacks and self.depth.get(name, FAR) < self.depth.get(place, FAR)

    def _work(self, work: Work, hexes: Iterable[str]) -> bool:
        """Place a fortification in the first of these hexes that has none yet and that the rules allow."""
        state = self.agent.game.state
        free = [name for name in dict.fromkeys(hexes) if not state.works_at(name)][:TRIES]
        return any(self.agent.do(Place((work.id,), name)) for name in free)

    def _mine(self, works: Sequence[Work], starts: Sequence[str]) -> None:
        """Note j: lay the minefields of one strength in straight lines, as long as the ground lets them be."""
        alike: dict[tuple[str, int, int], list[Work]] = {}
        for work in works:
            alike.setdefault((work.kind, work.number, work.anti_tank), []).append(work)
        for left in alike.values():
            for start in starts:
                line = max((self._line(start, grain, len(left)) for grain in range(DIRECTIONS)), key=len)
                for name in line if len(line) == len(left) or start == starts[-1] else ():
                    if left and self._work(left[0], [name]):
                        del left[0]
                if not left:
                    break

    def _line(self, start: str, grain: int, most: int) -> list[str]:
        """Return free hexes of the area in a straight line from a hex on."""
        found: list[str] = []
        name = start
        while name in self.depth and name in self.area and name not in self.stacks and len(found) < most:
            if self.agent.game.state.works_at(name):
                break
            found.append(name)
            name = neighbours(self.board.hex(name))[grain].name
        return found


def _infantry(waiting: Iterable[Piece]) -> list[tuple[str, ...]]:
    """Return stacks of one MMC each; every leader and hero is with an MMC of his own group if there is one (7.5196).

    A SW that nobody bears lies with an MMC, too.
    """
    men = [piece for piece in waiting if piece.personnel or piece.kind == "sw"]
    stacks = {piece.id: [piece] for piece in men if piece.mmc}
    for piece in [item for item in men if not item.mmc]:
        own = [stack for stack in stacks.values() if stack[0].group == piece.group] or [*stacks.values()]
        if own:
            min(own, key=len).append(piece)
    return [tuple(piece.id for piece in stack) for stack in stacks.values()]
