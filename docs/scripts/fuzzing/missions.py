"""Commands of missions: in set-up, in scenes that allow a certain verb, and in games that are under way."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from test_fuzz import TABLES, TYPES, play_command

from fuzzing import invariants, positions
from fuzzing.habits import Features
from fuzzing.positions import Front
from fuzzing.scenes import SCENES
from fuzzing.speaker import CHOICES, Speaker
from sasl.asl.game.flags import UNIT_FLAGS, WEAPON_FLAGS
from sasl.asl.game.state import State
from sasl.asl.game.switches import OPTIONS
from sasl.asl.terrain import walls
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.orders.commands import Prompt
from sasl.kernel.orders.grammar import Slot
from sasl.kernel.orders.order import Command
from sasl.kernel.orders.questions import Question
from sasl.orders.engine import legal, parse_order
from sasl.orders.kinds import KINDS
from sasl.orders.mission_commands import COMMANDS
from sasl.solitaire.setup.setup_stages import VALUES

WORDS: dict[str, tuple[str, ...]] = {
    "STATE": (*UNIT_FLAGS, *WEAPON_FLAGS),
    "TYPE": tuple(TYPES),
    "MARKER": (
        "minefield", "wreck", "ffe", "wire", "sniper", "smoke", "flame", "blaze", "foxhole", "trench", "pillbox",
        "roadblock", "shellholes", "trail-break",
    ),
    "TABLE": ("dr", "DR", "d66", "3d6", *TABLES),
    "DRM": ("+1", "-2", "3"),
    "N": ("1", "2", "3", "4", "8", "80", "120"),
    "D66": tuple(f"{tens}{units}" for tens in range(1, 7) for units in range(1, 7)),
    "DICE": ("4", "2,3", "6"),
    "FIGURE": ("3", "4", "5/6", "6/7", "2/3"),
    "GROUP": ("coy-1", "armor", "a", "b"),
    "WEAPON": ("CMG", "BMG", "MA", "AAMG"),
    "TEXT": ("a note", "6", "A-P 8", "culvert"),
    "CHOICE": ("stacked", "upright", "one", "each"),
    "COLUMN": ("leader", "2", "4"),
    "PLACE": ("north", "centre", "south", "west", "east", "upper", "middle", "lower"),
    "FILE": ("follow off", "no-such.vsav"),
    "WORD": ("standard", "timid", "aggressive", "strict", "mild", "off"),
}  # fmt: skip
"""Words for arguments that are not on the map, by the kind of argument."""

NAMES = {
    "value": (*VALUES, "month"),
    "option": tuple(name for name in OPTIONS if not name.endswith("-dice")),
    "reading": ("layout", "around"),
}
"""Words for a NAME, by the verb."""

OF_A_SIDE = {"OWN": "FRIENDLY", "THEIRS": "ENEMY"}
MOVERS = frozenset({"MOVERS", "WAVE", "FOOT", "RIDERS"})
MANY = frozenset(
    {"UNITS", "OWN", "THEIRS", "MOVERS", "RUNNERS", "FOOT", "RIDERS", "BROKEN", "WAVE", "FIRERS", "THINGS"}
)
PLACES = frozenset({"HEX", "WAY", "TRACK", "SPAN", "TAKER", "MARKERS"})
NAME_OF = {id(kind): name for name, kind in KINDS.items()}
"""The kinds of argument by what the forms call them."""

PER_POSITION = 60
SAVED = 40
"""Every so many positions are played with a save, which is opened again at the end."""


class MissionSpeaker(Speaker):
    """Someone who speaks about what is on the map, and the hexes around it."""

    WEIGHTS = {"end": 40, "next": 3, "enemy": 6, "advise": 8, "bombard": 3, "deploy": 10, "figures": 2}

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._known: tuple[State | None, dict[str, Features]] = None, {}
        self._begun_as = ""

    # -- positions -------------------------------------------------------------------------------------
    def position(self, number: int) -> None:
        """Play in one position: mostly a scene whose verbs were seldom carried out."""
        saved = number % SAVED == SAVED - 1
        holder: AbstractContextManager[str | None] = TemporaryDirectory() if saved else nullcontext(None)
        with holder as name:
            folder = Path(name) if name else None
            table = self._begin(folder)
            try:
                self._go_on(table)
                if folder:
                    invariants.resumed(table, folder)
            except Exception as error:
                said = [(moment.command, moment.answers) for moment in table.session.moments[1:]]
                error.add_note(f"{table.state.mission}, dice {table.state.dice}, save {bool(folder)}, after {said}")
                raise
            finally:
                table.session.close()

    def _begin(self, folder: Path | None) -> Front:
        dice = self.dice
        self.sit_down()
        mission, seed = dice.choice(positions.MISSIONS), dice.randint(1, positions.SEEDS)
        match dice.choice(("set-up", "under way", "scene", "scene", "scene")):
            case "set-up":
                self._begun_as = "set-up"
                return positions.setting_up(mission, seed, dice.randrange(12), folder)
            case "under way":
                self._begun_as = "under way"
                return positions.under_way(mission, seed, dice.randrange(positions.MOST_WATCHED), dice, folder)
        scenes = dice.sample(SCENES, 8)
        scene = min(scenes, key=lambda item: min(self.done[verb] for verb in item.verbs.split()))
        self._begun_as = scene.verbs
        self.sit_down(scene.verbs.split())
        return positions.laid(scene, dice, folder)

    def _go_on(self, table: Front) -> None:
        """So many commands, now and then from an earlier moment."""
        for number in range(PER_POSITION):
            if table.state.stage == "over":
                return
            if self.dice.random() < 0.05:
                back = self.dice.randrange(len(table.session.moments))
                wanted = table.session.moments[back].game.state
                table.session.jump(back)
                assert table.state == wanted, f"jump {back} comes to another state"
            self.play(table)
            if number % 16 == 15:
                invariants.reports(table, self.dice)

    # -- what a kind of game must say ------------------------------------------------------------------
    def prompt(self, table: Front) -> Prompt:
        """What is awaited, and what is legal now."""
        return legal(table.game)

    def commands(self, table: Front) -> Sequence[Command]:
        """All but those of no use in this mission."""
        return [item for item in COMMANDS.values() if item.useful is None or item.useful(table.game)]

    def sort(self, table: Front) -> str:
        """The scene, or the stage and phase."""
        return f"{self._begun_as} {table.state.stage} {table.state.phase}"

    def carry_out(self, table: Front, line: str) -> bool:
        """Play a line; see `test_fuzz` and `invariants` for what must hold after it."""
        invariants.worded(partial(parse_order, table.game), line)
        if self.dice.random() < 0.05:
            invariants.helped(table.game, line, self.dice.randrange(len(line)))
        if not play_command(table, self, line):
            return False
        invariants.grouped(table.state)
        return True

    def answer(self, question: Question) -> str:
        """Any answer, to a question that can be answered."""
        invariants.asked(question)
        return super().answer(question)

    # -- words -----------------------------------------------------------------------------------------
    def words(self, slot: Slot, table: Front) -> Sequence[str]:
        """Some words for an argument: who and what is there, and the hexes around it."""
        name = NAME_OF.get(id(slot.kind), slot.kind.name)
        if name == "NAME":
            return self._few(NAMES.get(self.verb, ("standard",)))
        if (self.verb, name) == ("plan", "WORD"):
            return self._few([plan for item in table.game.library.doctrines.values() for plan in item.plans])
        if name == "BOARD":
            return self._few(table.game.library.loader.ids("board"))
        if name in WORDS:
            return self._few(WORDS[name])
        if name == "VERTEX":
            return self._few(vertex_names(parse_hex(self._near(table)[0])))
        if name in PLACES:
            return self._places(name, table)
        state = table.state
        return [self._several(name, word, state) for word in self._few(self._ids(name, state) or ["628a"])]

    def _few(self, words: Sequence[str]) -> list[str]:
        return [self.dice.choice(words) for _ in range(CHOICES)]

    def _ids(self, name: str, state: State) -> list[str]:
        """Who or what may be meant by an argument of this kind."""
        units, weapons = state.units, state.weapons
        if name in MANY or name == "UNIT":
            side = OF_A_SIDE.get(name, state.side if name in MOVERS else "")
            found = [key for key, unit in units.items() if not side or unit.side == side]
            if name == "FIRERS":
                found += [*weapons, *(f"{item.holder},{item.id}" for item in weapons.values() if item.holder)]
            return found + [*weapons] * (name == "THINGS")
        match name:
            case "SW":
                return list(weapons)
            case "SUSPECT":
                return list(state.suspects)
            case "LEADER" | "PLANE":
                kind = "leader" if name == "LEADER" else "aircraft"
                return [key for key, unit in units.items() if unit.kind == kind]
            case "BATTERY":
                return list(state.batteries) or ["OBA1"]
        return [*weapons, *units]

    def _several(self, name: str, word: str, state: State) -> str:
        """Some words name more than one: others of its hex, the whole hex; for a Human Wave those of some hexes."""
        unit, chance = state.units.get(word), self.dice.random()
        if unit is None or not unit.hex or name not in MANY:
            return word
        if name == "WAVE" and chance < 0.7:
            places = dict.fromkeys(other.hex for other in state.on_map(unit.side) if other.mmc)
            return ",".join(self.dice.sample(list(places), min(3, len(places)))) or word
        if chance < 0.1:
            return unit.hex
        if chance < 0.25:
            others = [other.id for other in state.units_at(unit.hex, unit.side) if other.id != word]
            return ",".join([word, *others[: self.dice.randint(1, 2)]])
        return word

    def _near(self, table: Front) -> list[str]:
        """The hex of the first argument, or of somebody, and those around it."""
        state, board = table.state, table.game.board
        first = self.first.split(",")[0]
        unit, weapon = state.units.get(first), state.weapons.get(first)
        if weapon and weapon.holder in state.units:
            unit = state.units[weapon.holder]
        place = unit.hex if unit else first if first in board else ""
        if not place:
            places = [other.hex for other in state.on_map() if other.hex]
            place = self.dice.choice(places or list(board.names()) or ["K10"])
        return [place, *(board.neighbours(place) if place in board else ())]

    def _places(self, name: str, table: Front) -> list[str]:
        """Hexes, most of them near; or what else may be said there."""
        state, near = table.state, self._near(table)
        found = [near[0], *self._few(near)[:3]]
        peopled = [unit.hex for unit in state.on_map() if unit.hex]
        found.append(self.dice.choice(peopled or near))
        far = list(table.game.board.names())
        found.append(self.dice.choice(far or near) if self.dice.random() < 0.5 else self._on_edge(table) or near[0])
        if name == "TAKER":
            found += self._few(list(state.units) or near)[:3]
        elif name == "MARKERS":
            found += self._few(list(state.markers) or near)
        elif name == "SPAN":
            found.append("-".join(near[:2]))
        elif name == "TRACK":
            found += [*self._few([*table.game.board.names()] or near)]
        elif name == "WAY" and len(near) > 1 and self.dice.random() < 0.1:
            found.append("-".join(self.dice.sample(near, min(3, len(near)))))
        return found

    def _on_edge(self, table: Front) -> str:
        """A hex of the edge by which the side enters whose Player Turn it is."""
        board, edge = table.game.board, table.game.edge_of(table.state.side)
        return self.dice.choice(board.edge(edge)) if edge and board.names() else ""

    # -- features --------------------------------------------------------------------------------------
    def features(self, word: str, table: Front) -> Features:
        """What is true of a unit, a SW or a hex, and how it lies to the first argument of the line."""
        state, known = self._known
        if state is not table.state:
            known = {}
            self._known = table.state, known
        name = word.split(",")[0]
        if name not in known:
            known[name] = tuple(self._true_of(name, table))
        return (*known[name], *self._beside_first(name, table), *["several"] * ("," in word))

    def _true_of(self, name: str, table: Front) -> Sequence[str]:
        state, board = table.state, table.game.board
        if unit := state.units.get(name):
            where = "aboard" if unit.carrier else "on the map" if unit.hex else "off the map"
            whose = "moves" if unit.side == state.side else "waits"
            held = (weapon.type for weapon in state.weapons_of(name))
            return (unit.kind, unit.type, unit.side, whose, where, *unit.flags, *held)
        if weapon := state.weapons.get(name):
            holder = state.units.get(weapon.holder)
            return (weapon.type, *weapon.flags, *((holder.side, *holder.flags) if holder else ("lies",)))
        if name in board:
            there = {f"{unit.side} {unit.kind}" for unit in state.units_at(name)}
            there |= {marker.kind for marker in state.markers_at(name)}
            words = board.terrain(name).describe(board.chart).split(", ")
            fenced = ["fenced"] * (name in walls.fenced_hexes(board))
            return (*words, *there, *fenced, *["S?"] * bool(state.suspects_at(name)))
        return (name,)

    def _beside_first(self, name: str, table: Front) -> Sequence[str]:
        """How far it is from the first argument, and whether it is of its side."""
        if not self.first:
            return ()
        state, board, first = table.state, table.game.board, self.first.split(",")[0]
        one, two = state.units.get(first), state.units.get(name)
        here = one.hex if one else first
        there = two.hex if two else name
        if name in state.weapons:
            weapon = state.weapons[name]
            there = state.units[weapon.holder].hex if weapon.holder else weapon.hex
        far = board.distance(here, there) if here in board and there in board else 9
        same = [] if one is None or two is None else ["of its side"] if one.side == two.side else ["of the other"]
        return (f"{min(far, 3)} away", *same)
