"""Made-up results: what is left of both sides after a scenario nobody played, as commands that a player types."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sasl.campaign.mind.desk import strength
from sasl.campaign.perimeter.position import counts
from sasl.campaign.run import CampaignGame
from sasl.campaign.state import SIDES, Nation, Piece, other
from sasl.campaign.upkeep.casualties import half_of, worth
from sasl.content.strategy import MadeUp

MODEL = "standard"
WORDS = "made-up result"


def commands(game: CampaignGame) -> Iterator[str]:
    """The result of the present scenario by the stated model, as commands. They fit `game` as it is."""
    model = game.library.made_up(MODEL)
    result = Result(game, model, random.Random(f"made-up/{game.state.dice.seed}/{game.state.scenario}"))
    yield f"note {WORDS} ({model.title}, {model.provenance}): {result.words}"
    yield from result.lines()


@dataclass
class Result:
    """One made-up result: the balance first, then the map, the counters and the VP."""

    game: CampaignGame
    model: MadeUp
    random: random.Random = field(repr=False)
    share: float = 0.0
    attacker: Nation = "russian"
    exits: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """The balance: the attacker's share of both sides' strength, moved by a DR."""
        kind = self.game.state.fact("scenario")
        self.attacker = "german" if kind.startswith("German") else "russian"
        own, enemy = (strength(self.game, side, self.model.worth) for side in (self.attacker, other(self.attacker)))
        if not kind.startswith("Dual"):
            enemy *= self.model.value("defends")
        roll = self.random.randint(1, 6) + self.random.randint(1, 6)
        self.share = min(1.0, max(0.0, own / max(1.0, own + enemy) + self.model.value("chance") * (7 - roll)))

    @property
    def words(self) -> str:
        """The balance in words."""
        return f"the {self.attacker.capitalize()} attacker has a share of {self.share:.2f} in the balance"

    def lines(self) -> Iterator[str]:
        """Every command: control, where counters stand, what becomes of them, VP."""
        front = _Front(self)
        yield from front.control()
        places = front.places()
        yield from _grouped("move", {name: place for name, place in places.items() if place})
        yield from self._held(front, places)
        fates = {piece.id: self.fate(piece) for piece in self._met(places)}
        yield from self._fates(fates, places)
        yield from self._map(front)
        yield from self._heroes(front)
        yield from self._points(fates, front)

    def _held(self, front: _Front, places: dict[str, str]) -> Iterator[str]:
        """A26.1: a hex behind the enemy's line belongs to those who stand in it alone."""
        there: dict[str, set[str]] = {}
        for piece in self.game.state.of():
            name = places.get(piece.id) or piece.hex
            if name and (piece.id in places or piece.box == "map") and counts(piece) and not piece.smc:
                there.setdefault(name, set()).add(piece.side)
        for side in SIDES:
            names = [name for name, sides in there.items() if sides == {side} and front.owner(name) != side]
            if names:
                yield f"control {' '.join(names)} {side}"

    def _met(self, places: dict[str, str]) -> list[Piece]:
        return [piece for piece in self.game.state.of() if piece.id in places and "prisoner" not in piece.flags]

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
                return word
        able = piece.side == self.attacker == "russian" and not piece.holder and (piece.mmc or piece.kind == "vehicle")
        return "exits" if able and self.random.random() < self.model.value("exits") * self.share else ""

    def _fates(self, fates: dict[str, str], places: dict[str, str]) -> Iterator[str]:
        pieces = self.game.state.pieces
        for side in SIDES:
            mine = {name: fate for name, fate in fates.items() if pieces[name].side == side}
            lost = [name for name, fate in mine.items() if fate == "lost" and not self._taken(pieces[name])]
            for word in sorted({fate for fate in mine.values() if fate not in ("", "lost", "reduced", "exits")}):
                names = [name for name, fate in mine.items() if fate == word]
                if word == "prisoner":
                    yield from self._prisoners(side, names, fates)
                else:
                    yield f"mark {','.join(names)} +{word}"
                if word == "wreck":
                    lost += [held.id for name in names for held in self.game.state.held_by(name) if held.id not in lost]
            reduced = [name for name, fate in mine.items() if fate == "reduced"]
            for name in reduced:
                half = half_of(self.game, pieces[name])
                if half:
                    yield f"add {side} {half} {places[name]}"
            exits = [name for name, fate in mine.items() if fate == "exits"]
            exits += [held.id for name in exits for held in self.game.state.held_by(name) if held.id not in lost]
            self.exits += exits
            gone = [name for name in dict.fromkeys([*lost, *reduced]) if name not in exits]
            if gone:
                yield f"lose {','.join(gone)} {WORDS}"
            if exits:
                yield f"lose {','.join(exits)} exited west, {WORDS}"

    def _taken(self, piece: Piece) -> bool:
        """Whether a lost SW or Gun is the enemy's now: it lies where it is, and who controls the hex finds it."""
        return piece.kind in ("sw", "gun") and self.random.random() < self.model.value("captured")

    def _prisoners(self, side: Nation, names: Sequence[str], fates: dict[str, str]) -> Iterator[str]:
        """Prisoners with a Guard; without one they get away."""
        guards = [piece.id for piece in self.game.state.of(other(side)) if piece.kind == "squad"
                  and piece.id in fates and not fates[piece.id]]  # fmt: skip
        for name in names:
            if guards:
                yield f"mark {name} +prisoner +unarmed"
                yield f"move {name} {self.random.choice(guards)}"

    def _heroes(self, front: _Front) -> Iterator[str]:
        for side in SIDES:
            known = self.game.library.counters.get(side, {})
            name = next((name for name, item in known.items() if item.kind == "hero"), "")
            if name and self.random.random() < self.model.value("hero"):
                yield f"add {side} {name} {front.spot(side)}"

    def _map(self, front: _Front) -> Iterator[str]:
        """Fortifications that are still in hand are placed; now and then something burns."""
        for work in self.game.state.works.values():
            if not work.hex and work.side in SIDES and not work.kind.startswith(("hip", "concealment")):
                yield f"work {work.id} {front.spot('german' if work.side == 'german' else 'russian')}"
        if self.random.random() < self.model.value("burns"):
            yield f"work flame {front.spot(self.attacker)}"

    # -- points ---------------------------------------------------------------------------------------
    def _points(self, fates: dict[str, str], front: _Front) -> Iterator[str]:
        """CVP of both sides, EVP and LVP, as totals."""
        state = self.game.state
        for side in SIDES:
            points = 0
            for name, fate in fates.items():
                piece = state.pieces[name]
                if piece.side == side and name not in self.exits:
                    whole = worth(self.game, piece)
                    points += {"lost": whole, "wreck": whole, "reduced": whole - whole // 2, "prisoner": 2 * whole}.get(
                        fate, 0
                    )
            yield f"set {side} suffered {state.number(side, 'suffered') + points}"
            yield f"set {other(side)} cvp {state.number(other(side), 'cvp') + points}"
        gone = sum(worth(self.game, state.pieces[name]) for name in self.exits)
        if gone:
            yield f"set russian evp {state.number('russian', 'evp') + gone}"
        if front.mapped:
            yield f"set russian lvp {front.locations()}"
        else:
            won = round(self.model.value("stone") * self.share)
            yield f"set {self.attacker} stone {won}"


class _Front:
    """Where both sides stand: a jagged line of hexes; the Germans hold the lower numbers, or hexes of no map."""

    def __init__(self, result: Result) -> None:
        self.result, self.game, self.random = result, result.game, result.random
        self.mapped = self.game.board is not None
        value = result.model.value
        self.start = self.game.figure_or("german-set-up-below", 20)
        names = list(self.game.board.names()) if self.game.board else []
        self.columns: dict[str, list[int]] = {}
        for name in names or [f"{letter}{number}" for letter in LETTERS for number in range(1, 2 * self.start)]:
            letters = name.rstrip("0123456789")
            self.columns.setdefault(letters, []).append(int(name[len(letters):]))
        moved = value("line") * (result.share - 0.5)
        moved = moved if result.attacker == "russian" else -moved
        last = max(map(max, self.columns.values()))
        self.mean = min(last - 3.0, max(3.0, self._before() - moved))
        self.line: dict[str, int] = {}
        height, jag = self.mean, int(value("jag"))
        for letters in self.columns:
            height += self.random.randint(-jag, jag) + (self.mean - height) / 3
            self.line[letters] = int(min(last - 1, max(1, round(height))))

    def _before(self) -> float:
        """Where the line ran before: the mean number of German hexes in a column, or where the campaign begins."""
        german = sum(1 for side in self.game.state.control.values() if side == "german")
        return german / len(self.columns) if german and self.mapped else float(self.start)

    def control(self) -> Iterator[str]:
        """Each hex belongs to the side on whose side of the line it lies."""
        if not self.mapped:
            for side in SIDES:
                yield f"control {' '.join(self._hexes(side))} {side}"
            return
        low, high = min(self.line.values()), max(self.line.values())
        yield f"control <{low} german"
        yield f"control >={high} russian"
        for side in SIDES:
            band = [name for name in self._hexes(side) if low <= int(name.lstrip(CAPITALS)) < high]
            if band:
                yield f"control {' '.join(band)} {side}"

    def _hexes(self, side: Nation) -> list[str]:
        return [f"{letters}{number}" for letters, numbers in self.columns.items() for number in numbers
                if (number < self.line[letters]) == (side == "german")]  # fmt: skip

    def owner(self, name: str) -> str:
        """The side on whose side of the line a hex lies."""
        letters = name.rstrip("0123456789")
        return "german" if int(name[len(letters):]) < self.line[letters] else "russian"

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
            if piece.box == "coming" and self.random.random() < value("stays-away"):
                continue
            if piece.box == "map" and piece.hex:
                found[piece.id] = ""
            else:
                found[piece.id] = self.spot(piece.side)
        self._behind(found)
        for _ in range(2):  # what a passenger bears comes along, too
            for piece in state.of():
                if piece.holder in found and piece.id not in found and "prisoner" not in piece.flags:
                    found[piece.id] = found[piece.holder] or state.pieces[piece.holder].hex
        return found

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


def _grouped(word: str, goals: dict[str, str]) -> Iterable[str]:
    """One command for all that go to the same place."""
    found: dict[str, list[str]] = {}
    for name, goal in goals.items():
        found.setdefault(goal, []).append(name)
    return [f"{word} {','.join(names)} {goal}" for goal, names in found.items()]
