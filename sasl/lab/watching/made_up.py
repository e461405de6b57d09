"""Made-up results: what both sides have left after a scenario that nobody played, as orders a player could give."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import SIDES, Nation, Piece, other
from sasl.campaign.mind.agent import strength
from sasl.campaign.orders.by_hand import Add, ChangeWork, Note
from sasl.campaign.orders.result_lines import FigureLine, PiecesLine, ResultLine, TypeLine, WorkLine
from sasl.campaign.orders.results import Result as ResultOrder
from sasl.campaign.orders.steps import Control
from sasl.campaign.perimeter.position import counts
from sasl.campaign.result import Fate
from sasl.campaign.steps.burnable import cannot_burn
from sasl.campaign.steps.clearing import last_chance
from sasl.campaign.steps.losses import half_of
from sasl.campaign.vocabulary import DUAL_ATTACK
from sasl.content.tables.strategy import MadeUp
from sasl.kernel.orders.order import Order

MODEL = "standard"
WORDS = "made-up result"


def orders(game: CampaignGame) -> Iterator[Order]:
    """The result of the present scenario by the stated model, as orders. They fit `game` as it is."""
    model = game.library.made_up(MODEL)
    result = Result(game, model, random.Random(f"made-up/{game.state.dice.seed}/{game.state.scenario}"))
    yield Note(f"{WORDS} ({model.title}, {model.provenance}): {result.words}")
    yield from result.orders()


def reinforcements(game: CampaignGame) -> Iterator[Order]:
    """What stands for OB and Reinforcement Groups of a campaign whose file has none: counters added by hand."""
    if game.campaign.groups or any(game.campaign.initial.values()):
        return
    model = game.library.made_up(MODEL)
    yield Note(f"made-up counters ({model.title}, {model.provenance}): the file has no Reinforcement Groups")
    for side, counters in (model.later if game.state.scenario else model.ob).items():
        for name, count in counters.items():
            yield Add(side, name, count, "retained")


@dataclass
class Result:
    """One made-up result: the balance first, then the map, the counters and the VP."""

    game: CampaignGame
    model: MadeUp
    random: random.Random = field(repr=False)
    share: float = 0.0
    attacker: Nation = "russian"

    def __post_init__(self) -> None:
        """The balance: the attacker's share of both sides' strength, moved by a DR."""
        kind = self.game.state.fact("scenario")
        self.attacker = "german" if kind.startswith("German") else "russian"
        own, enemy = (strength(self.game, side, self.model.worth) for side in (self.attacker, other(self.attacker)))
        if kind != DUAL_ATTACK:
            enemy *= self.model.value("defends")
        roll = self.random.randint(1, 6) + self.random.randint(1, 6)
        part = own / (own + enemy) if own + enemy else 0.5
        self.share = min(1.0, max(0.0, part + self.model.value("chance") * (7 - roll)))

    @property
    def words(self) -> str:
        """The balance in words."""
        return f"the {self.attacker.capitalize()} attacker has a share of {self.share:.2f} in the balance"

    def orders(self) -> Iterator[Order]:
        """Every order: control, where counters stand, what becomes of them, what burns, figures."""
        front = _Front(self)
        yield from front.control()
        places = front.places()
        yield from _result(_grouped({name: place for name, place in places.items() if place}))
        yield from self._held(front, places)
        yield from self._works(front)
        met = [piece for piece in self.game.state.of() if piece.id in places and "prisoner" not in piece.flags]
        fates = {piece.id: self.fate(piece) for piece in met}
        for side in SIDES:
            yield from _result(self._fates(side, fates))
        yield from _result(self._others(front))

    def _held(self, front: _Front, places: dict[str, str]) -> Iterator[Order]:
        """A26.1: a hex behind the enemy's line belongs to those who stand in it alone."""
        there: dict[str, set[str]] = {}
        for piece in self.game.state.of():
            name = places.get(piece.id) or piece.hex
            if name and (piece.id in places or piece.box == "map") and counts(piece) and not piece.smc:
                there.setdefault(name, set()).add(piece.side)
        for side in SIDES:
            names = [name for name, sides in there.items() if sides == {side} and front.owner(name) != side]
            if names:
                yield Control(tuple(names), side)

    def _works(self, front: _Front) -> Iterator[Order]:
        """Fortifications that are still in hand are placed."""
        for work in self.game.state.works.values():
            if not work.hex and work.side in SIDES and not work.kind.startswith(("hip", "concealment")):
                yield ChangeWork(work.id, front.spot("german" if work.side == "german" else "russian"))

    # -- counters -------------------------------------------------------------------------------------
    def fate(self, piece: Piece) -> str:
        """`lost`, a state, or nothing: by its kind, harder for the side that has the worse of it."""
        worse = self.share - 0.5 if piece.side != self.attacker else 0.5 - self.share
        times = max(0.0, 1 + self.model.value("losses") * worse)
        found = next((item for item in self.model.fates if piece.kind in item.kinds), None)
        if found is None or piece.flags & {"wreck"}:
            return ""
        roll = self.random.random()
        for word, chance in (("lost", found.lost), *found.states.items()):
            roll -= min(0.9, chance * times)
            if roll < 0:
                return "" if word in piece.flags else word
        goes = piece.side == self.attacker and not piece.holder and (piece.mmc or piece.kind == "vehicle")
        return "exits" if goes and self._exits and self.random.random() < self.model.value("exits") * self.share else ""

    @property
    def _exits(self) -> bool:
        """Whether the attacker has VP for what exits: elsewhere it would only be lost."""
        return any(line.counts == "evp" and line.side == self.attacker for line in self.game.campaign.awards)

    def _fates(self, side: Nation, fates: dict[str, str]) -> Iterator[ResultLine]:
        """What becomes of the counters of a side, a line for each fate."""
        mine = {name: fate for name, fate in fates.items() if fate and self.game.state.pieces[name].side == side}
        guards = [piece.id for piece in self.game.state.of(other(side))
                  if piece.kind == "squad" and fates.get(piece.id) == ""]  # fmt: skip
        aboard = self._aboard(mine, "wreck", "exits")
        yield from self._changed(mine, aboard)
        for name in _of(mine, "prisoner") if guards else ():
            yield PiecesLine((name,), Fate(gains=("prisoner", "unarmed"), holder=self.random.choice(guards)))
        taken = self._captured(mine, aboard) if guards else []
        for name in taken:
            yield PiecesLine((name,), Fate(gains=("captured",), holder=self.random.choice(guards)))
        yield from self._gone(mine, taken)

    def _aboard(self, mine: Mapping[str, str], *words: str) -> list[str]:
        """What the counters of these fates bear."""
        bearers = [name for name, fate in mine.items() if fate in words]
        return [held.id for name in bearers for held in self.game.state.held_by(name)]

    def _changed(self, mine: Mapping[str, str], aboard: Collection[str]) -> Iterator[ResultLine]:
        """Those that get a state, a line for each, and those that are reduced."""
        for word in sorted(set(mine.values()) - {"lost", "exits", "reduced", "prisoner"}):
            names = [name for name in _of(mine, word) if name not in aboard]
            if names:
                yield PiecesLine(tuple(names), Fate(gains=(word,)))
        for name in _of(mine, "reduced"):
            half = half_of(self.game, self.game.state.pieces[name])
            if half:
                yield PiecesLine((name,), Fate(type=half))

    def _captured(self, mine: Mapping[str, str], aboard: Collection[str]) -> list[str]:
        """The lost SW and Guns that the enemy picks up."""
        pieces, chance = self.game.state.pieces, self.model.value("captured")
        return [name for name in _of(mine, "lost") if pieces[name].kind in ("sw", "gun")
                and name not in aboard and self.random.random() < chance]  # fmt: skip

    def _gone(self, mine: Mapping[str, str], taken: Collection[str]) -> Iterator[ResultLine]:
        """The lost, with the crews of wrecks, and those that exit; what these bear goes with them."""
        pieces, exits = self.game.state.pieces, _of(mine, "exits")
        lost = dict.fromkeys([*_of(mine, "lost"), *self._aboard(mine, "wreck")])
        gone = [name for name in lost if name not in taken and pieces[name].holder not in exits]
        if gone:
            yield PiecesLine(tuple(gone), Fate(gone="gone"))
        if exits:
            yield PiecesLine(tuple(exits), Fate(gone="exited"))

    def _others(self, front: _Front) -> Iterator[ResultLine]:
        """Heroes, fires, and the figures that no counter tells of."""
        for side in SIDES:
            known = self.game.library.counters.get(side, {})
            name = next((name for name, item in known.items() if item.kind == "hero"), "")
            if name and self.random.random() < self.model.value("hero"):
                yield TypeLine(side, name, 1, Fate(front.spot(side), "map"))
        if self.random.random() < self.model.value("burns"):
            spot = front.spot(self.attacker)
            if not cannot_burn(self.game, spot):
                yield WorkLine("flame", spot)
        if front.mapped:
            yield FigureLine("lvp", "russian", front.locations())
        else:
            yield from self._stone()

    def _stone(self) -> Iterator[ResultLine]:
        """11.6235: Stone Locations gained in a Dual Attack by both sides; by an attacker if they decide an Assault."""
        if self.game.state.fact("scenario") == DUAL_ATTACK:
            shares = {self.attacker: self.share, other(self.attacker): 1 - self.share}
            for side, share in shares.items():
                yield FigureLine("stone", side, round(self.model.value("stone-dual") * share))
        elif need := self.game.figure_or(f"stone-gain-{self.attacker}", 0):
            yield FigureLine("stone", self.attacker, round(self.model.value("stone") * need * self.share))


class _Front:
    """Where both sides stand: a jagged line of hexes; the Germans hold the lower numbers, or hexes of no map."""

    def __init__(self, result: Result) -> None:
        self.result, self.game, self.random = result, result.game, result.random
        self.mapped = self.game.board is not None
        self.enemies: dict[str, set[str]] = {}
        value = result.model.value
        self.start = self.game.figure_or("german-set-up-below", 20)
        names = list(self.game.board.names()) if self.game.board else []
        self.columns: dict[str, list[int]] = {}
        for name in names or [f"{letter}{number}" for letter in LETTERS for number in range(1, 2 * self.start)]:
            letters = name.rstrip("0123456789")
            self.columns.setdefault(letters, []).append(int(name[len(letters) :]))
        moved = value("line") * (result.share - 0.5)
        moved = moved if result.attacker == "russian" else -moved
        last = max(map(max, self.columns.values()))
        self.mean = min(last - 3.0, max(3.0, self._before() - moved))
        self.line: dict[str, int] = {}
        height, jag = self.mean, int(value("jag"))
        for letters in self.columns:
            height += self.random.randint(-jag, jag) + (self.mean - height) / 3
            self.line[letters] = int(min(last - 1, max(3, round(height))))

    def _before(self) -> float:
        """Where the line ran before: the mean number of German hexes in a column, or where the campaign begins."""
        german = sum(1 for side in self.game.state.control.values() if side == "german")
        return german / len(self.columns) if german and self.mapped else float(self.start)

    def control(self) -> Iterator[Order]:
        """Each hex belongs to the side on whose side of the line it lies."""
        if not self.mapped:
            for side in SIDES:
                yield Control(tuple(self._hexes(side)), side)
            return
        low, high = min(self.line.values()), max(self.line.values())
        yield Control((f"<{low}",), "german")
        yield Control((f">={high}",), "russian")
        for side in SIDES:
            band = [name for name in self._hexes(side) if low <= int(name.lstrip(CAPITALS)) < high]
            if band:
                yield Control(tuple(band), side)

    def _hexes(self, side: Nation) -> list[str]:
        return [f"{letters}{number}" for letters, numbers in self.columns.items() for number in numbers
                if (number < self.line[letters]) == (side == "german")]  # fmt: skip

    def owner(self, name: str) -> str:
        """The side on whose side of the line a hex lies."""
        letters = name.rstrip("0123456789")
        return "german" if int(name[len(letters) :]) < self.line[letters] else "russian"

    def spot(self, side: Nation, *, behind: bool = False) -> str:
        """A hex of a side near the line; `behind`: behind the enemy's."""
        depth = int(self.result.model.value("depth"))
        letters = self.random.choice(list(self.columns))
        numbers = self.columns[letters]
        back = self.random.randint(1, depth)
        low = (side == "german") != behind
        number = self.line[letters] - back if low else self.line[letters] + back - 1
        return f"{letters}{min(max(numbers), max(min(numbers), number))}"

    def places(self) -> dict[str, str]:
        """The hex of every counter that takes part; what is borne goes along with its bearer."""
        state, value = self.game.state, self.result.model.value
        found: dict[str, str] = {}
        for piece in state.of("", "map", "retained", "coming"):
            if piece.flags & {"prisoner"} or (piece.holder and piece.holder in state.pieces):
                continue
            late = piece.side == "german" and last_chance(self.game)
            if piece.box == "coming" and not late and self.random.random() < value("stays-away"):
                continue
            if piece.box == "map" and piece.hex:
                found[piece.id] = ""
            else:
                found[piece.id] = self._free(piece.side)
        self._behind(found)
        for _ in range(2):  # what a passenger bears comes along, too
            for piece in state.of():
                if piece.holder in found and piece.id not in found and "prisoner" not in piece.flags:
                    found[piece.id] = found[piece.holder] or state.pieces[piece.holder].hex
        return found

    def _free(self, side: Nation) -> str:
        """A hex near the line in which no enemy has been left from before."""
        if side not in self.enemies:
            self.enemies[side] = {piece.hex for piece in self.game.state.of(other(side), "map")}
        enemies = self.enemies[side]
        places = (self.spot(side) for _ in range(50))
        return next((place for place in places if place not in enemies), self.spot(side))

    def _behind(self, found: dict[str, str]) -> None:
        """Some MMC stand behind the enemy's line, each where no enemy is."""
        state, chance = self.game.state, self.result.model.value("isolated")
        for name in list(found):
            piece = state.pieces[name]
            if not piece.mmc or not found[name] or self.random.random() >= chance:
                continue
            place = self.spot(piece.side, behind=True)
            taken = {found[other] or state.pieces[other].hex for other in found
                     if state.pieces[other].side != piece.side}  # fmt: skip
            if place not in taken | {item.hex for item in state.of("", "map")}:
                found[name] = place

    def locations(self) -> int:
        """7.4: how many Victory Locations the Russians hold, by how far the line is."""
        most = self.game.figure_or("locations-most", 10)
        return min(most, max(0, int(most * (self.start - self.mean) / self.result.model.value("lvp-depth"))))


CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = CAPITALS[:12]


def _of(fates: Mapping[str, str], word: str) -> list[str]:
    """The counters of this fate."""
    return [name for name, fate in fates.items() if fate == word]


def _grouped(goals: dict[str, str]) -> Iterable[ResultLine]:
    """A line for all that stand in the same hex."""
    found: dict[str, list[str]] = {}
    for name, goal in goals.items():
        found.setdefault(goal, []).append(name)
    return [PiecesLine(tuple(names), Fate(goal, "map")) for goal, names in found.items()]


def _result(lines: Iterable[ResultLine]) -> Iterator[Order]:
    """One order for some lines of a result, if there are any."""
    if found := tuple(lines):
        yield ResultOrder(found)
