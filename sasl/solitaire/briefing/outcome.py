"""What a command has changed, in a few words: who is lost, broke, rallied or came, VPO and VP; each side by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.flags import HORSE, Flag
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import SIDES, Side
from sasl.asl.game.state import Unit
from sasl.asl.game.words import state_words
from sasl.asl.movement import charges
from sasl.kernel.frozen import Frozen
from sasl.kernel.memo import Memo
from sasl.kernel.text import are, listed
from sasl.solitaire.victory import totals

GAINED: tuple[tuple[Flag, str], ...] = (
    ("prisoner", "captured"),
    ("broken", "broken"),
    ("berserk", "berserk"),
    ("abandoned", "abandoned"),
    ("immobile", "immobilized"),
    ("shocked", "shocked"),
    ("stunned", "stunned"),
    ("malfunctioned", "malfunctioned"),
    ("wounded", "wounded"),
    ("pinned", "pinned"),
    ("panicked", "panicked"),
    ("heroic", "heroic"),
    ("fanatic", "fanatic"),
)
"""States that somebody wants to hear of at once when they are gained, the gravest first; one word a unit."""
LOST: tuple[tuple[Flag, str], ...] = (("broken", "rallied"), ("shocked", "out of Shock"), ("malfunctioned", "repaired"))
"""The same of states that end."""
GONE = ("eliminated", "led away", "lost", "reduced", "unhorsed")
"""What comes before all states."""
VERBS: dict[str, tuple[str, str]] = {
    "berserk": ("goes berserk", "go berserk"),
    "malfunctioned": ("malfunctions", "malfunction"),
    "panicked": ("panics", "panic"),
    "heroic": ("becomes heroic", "become heroic"),
    "fanatic": ("becomes fanatic", "become fanatic"),
    "rallied": ("rallies", "rally"),
}
"""How a word is said of one and of several; any other stands behind `is` and `are`."""
HARM = {*GONE, "captured", "broken", "abandoned", "immobilized", "shocked", "stunned"}
"""What a side does not want to miss."""
MOST_NAMED = 6
_VP: Memo[tuple[int, int]] = Memo(2)


class Outcome(Frozen):
    """What has changed: for each side its units and weapons by a word, then other lines.

    `harms` comes first and is meant to be seen: somebody is lost, broken or captured.
    """

    changes: dict[Side, dict[str, list[str]]] = {}
    others: tuple[str, ...] = ()

    @property
    def harms(self) -> bool:
        """Whether anybody was harmed."""
        return any(HARM & words.keys() for words in self.changes.values())

    def lines(self) -> list[str]:
        """Return a line for each side, as `ENEMY: 467a is eliminated; 447b and 467c are broken`, then other changes."""
        return [*(_line(side, words) for side, words in self.changes.items() if words), *self.others]

    @property
    def text(self) -> str:
        """All in one line; "" if nothing has changed that matters."""
        return ". ".join(self.lines())


SHOWN: tuple[Flag, ...] = ("broken", "dm", "pinned", "melee", "berserk", "panicked", "first", "final", "prep")
"""States that have a counter on the board, in the order in which they are listed."""
COUNTER: dict[Flag, str] = {"prep": "Prep Fire", "first": "First Fire", "final": "Final Fire"}
"""Those of fire, by the name of the counter."""


def end_states(after: Game, facts: Iterable[ev.Event]) -> list[str]:
    """Where counters were to be put on the board in a command and more became of them: how they stand at its end.

    `In K14 now: 467a 4-6-7 broken, DM; 81a 8-1 concealed`; nothing where all are still as they were put.
    """
    facts = list(facts)
    places = [name for event in facts if isinstance(event, ev.Told) and event.board for name in event.hexes]
    lost = {unit.hex for unit in _passing(after, facts)}
    lines = []
    for name in dict.fromkeys(places):
        units = [unit for unit in after.state.units_at(name, "ENEMY") if unit.kind != HORSE]
        if name not in lost and all("concealed" in unit.flags and not unit.flags & {*SHOWN} for unit in units):
            continue
        alike: dict[str, list[str]] = {}
        for unit in units:
            alike.setdefault(", ".join(_stands(unit)), []).append(f"{unit.id} {unit.type}")
        told = [f"{listed(who)} {states}" for states, who in alike.items()]
        lines.append(f"In {name} now: {'; '.join(told) or 'nobody'}")
    return lines


def _passing(after: Game, facts: Iterable[ev.Event]) -> list[Unit]:
    """The units that came and were lost in one command, as they came."""
    came = (event.unit for event in facts if isinstance(event, ev.UnitAdded))
    return [unit for unit in came if unit.id not in after.state.units and unit.kind != HORSE]


def _stands(unit: Unit) -> list[str]:
    """The states of a unit that its counters show; `revealed` if there are none."""
    shown = [flag for flag in ("concealed", *SHOWN) if flag in unit.flags]
    words = [COUNTER[flag] for flag in COUNTER if flag in shown][-1:]  # of the counters for fire the last is on top
    return [*state_words(flag for flag in shown if flag not in COUNTER), *words] or ["revealed"]


def doubtful(before: Game, facts: Iterable[ev.Event]) -> list[str]:
    """The LOS in doubt, of which the player is not asked (option ask-los), that a command with these facts fired
    through as it likely is: `Q10-V17`.
    """
    state, moved, found = before.state, dict[str, str](), dict[str, None]()
    for event in facts if not state.option("ask-los") else ():
        if isinstance(event, ev.UnitsMoved):
            moved |= dict.fromkeys(event.ids, event.path[-1])
        elif isinstance(event, ev.Fired):
            holders = (state.weapons[key].holder for key in event.weapons if key in state.weapons)
            ids = [key for key in (*event.units, *holders) if key in state.units]
            places = {moved.get(key) or state.units[key].hex for key in ids} - {"", event.hex}
            found |= {f"{name}-{event.hex}": None for name in sorted(places) if not look(before, name, event.hex).sure}
    return list(found)


def doubts_words(lines: Sequence[str]) -> str:
    """`LOS in doubt, taken as likely: Q10-V17`; "" if there are none."""
    return f"LOS in doubt, taken as likely: {listed(lines, MOST_NAMED)}" if lines else ""


def outcome(before: Game, after: Game, facts: Sequence[ev.Event]) -> Outcome:
    """What changed between two moments of a game, read from its states; the facts tell losses from what left."""
    if before.state is after.state or after.state.stage not in ("play", "over"):
        return Outcome()
    gone = [event for event in facts if isinstance(event, ev.UnitRemoved) and event.counts]
    fates = {event.id: "led away" if event.captive else "eliminated" for event in gone}
    changes: dict[Side, dict[str, list[str]]] = {side: {} for side in SIDES}
    passing = [(unit.side, fates[unit.id], unit.id) for unit in _passing(after, facts) if unit.id in fates]
    for side, word, name in (*_units(before, after, fates), *passing, *_weapons(before, after)):
        changes[side].setdefault(word, []).append(name)
    return Outcome(changes, (*_others(before, after), *passed_by(facts)))


def passed_by(facts: Iterable[ev.Event]) -> list[str]:
    """A8.1: the player's poor shots for which no move halted, in a line with the best: `3 shots of yours passed by,
    the best 628a 2.8% at 467a in K14`; [] if there were none.
    """
    shots = [event for event in facts if isinstance(event, ev.ShotPassedBy)]
    if not shots:
        return []
    best = max(shots, key=lambda shot: shot.chance)
    many = f"You passed up {len(shots)} shots, the best" if len(shots) > 1 else "You passed up a shot:"
    return [f"{many} {best.words} at {listed(best.ids, 3)} in {best.hex}"]


def _line(side: Side, words: dict[str, list[str]]) -> str:
    order = [*GONE, *(word for _, word in GAINED), *(word for _, word in LOST)]
    known = [word for word in order if word in words]
    fates: dict[str, tuple[str, ...]] = {}
    for word in [*known, *(word for word in words if word not in known)]:
        for name in words[word]:
            fates[name] = (*fates.get(name, ()), word)
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, fate in fates.items():
        alike.setdefault(fate, []).append(name)
    return f"{side}: " + "; ".join(_sentence(names, fate) for fate, names in alike.items())


def _sentence(names: Sequence[str], fate: Sequence[str]) -> str:
    """Return what happened to these units or weapons: `458b is reduced and broken`, `236a and 236b panic`."""
    states = " and ".join(word for word in fate if word not in VERBS)
    verbs = [VERBS[word][len(names) > 1] for word in fate if word in VERBS]
    return f"{listed(names, MOST_NAMED)} {' and '.join([*[f'{are(names)} {states}'] * bool(states), *verbs])}"


def _units(before: Game, after: Game, fates: Mapping[str, str]) -> Iterator[tuple[Side, str, str]]:
    """Side, word and id of every unit that is gone, came or has another state; nothing of what is hidden."""
    then, now = before.state.units, after.state.units
    for key, old in then.items():
        if key not in now and old.kind == HORSE:  # of whom it falls with, his own fate tells enough
            if not old.carrier:
                yield old.side, "lost", key
            elif old.carrier in now:
                yield old.side, "unhorsed", old.carrier
            continue
        if key not in now:
            if key in fates:
                yield old.side, fates[key], key
            continue
        new = now.get(key, old)
        if new is not old and "hidden" not in new.flags:
            for word in filter(None, (_reduced(old, new), _word(old, new))):
                yield new.side, word, key
    came: dict[tuple[Side, str], list[str]] = {}
    for key, unit in now.items():
        if key not in then and "hidden" not in unit.flags and unit.kind != HORSE and unit.hex:
            came.setdefault((unit.side, unit.hex), []).append(key)
    for (side, place), names in came.items():
        yield from ((side, f"new in {place}", name) for name in names)


def _reduced(old: Unit, new: Unit) -> str:
    """Whether half of a squad is lost: who is reduced may break, too."""
    return "reduced" if old.kind == "squad" and new.kind == "hs" else ""


def _word(old: Unit, new: Unit) -> str:
    """What else happened to a unit in one word, or ""."""
    for flag, word in GAINED:
        if flag in new.flags and flag not in old.flags:
            return word
    for flag, word in LOST:
        if flag in old.flags and flag not in new.flags and "prisoner" not in new.flags:
            return word
    if new.type != old.type and not _reduced(old, new):
        return f"now {new.type}"
    revealed = "concealed" in old.flags and "concealed" not in new.flags
    return "revealed" if revealed or ("hidden" in old.flags and "hidden" not in new.flags) else ""


def _weapons(before: Game, after: Game) -> Iterator[tuple[Side, str, str]]:
    """SW that are lost, left where nobody has them, malfunctioned, or repaired; DC placed or set."""
    then, now = before.state.weapons, after.state.weapons
    placed = {item.type for item in after.state.pending if item.kind == charges.KIND}
    for key, old in then.items():
        new = now.get(key)
        if new is None:
            yield old.side, "lost", key
        elif new is not old and "malfunctioned" in new.flags ^ old.flags:
            yield new.side, "malfunctioned" if "malfunctioned" in new.flags else "repaired", key
        elif old.holder and not new.holder and new.hex:
            word = "placed" if key in placed or key in after.state.markers else "lying"
            yield new.side, f"{word} in {new.hex}", key


def _others(before: Game, after: Game) -> Iterator[str]:
    """VPO that changed hands, S? that are gone or came, and VP."""
    then, now = before.state, after.state
    for side in SIDES:
        taken = [
            name
            for name, holder in now.control.items()
            if holder == side and then.control.get(name) not in (None, side)
        ]
        if taken:
            yield f"{side} takes VPO {listed(taken, MOST_NAMED)}"
    gone = [key for key in then.suspects if key not in now.suspects]
    if gone:
        yield f"S? gone: {listed(gone, MOST_NAMED)}"
    new = [f"{key} in {item.hex}" for key, item in now.suspects.items() if key not in then.suspects and item.hex]
    if new:
        yield f"S? new: {listed(new, MOST_NAMED)}"
    if now.turn and (scores := _totals(after)) != (old := _totals(before)):
        yield f"VP {scores[0]}:{scores[1]} (before {old[0]}:{old[1]})"


def _totals(game: Game) -> tuple[int, int]:
    """The VP; what was after one act is before the next."""
    return _VP.of((game.state, game.board, game.mission, game.library), lambda: totals(game))
