"""The kinds of argument that a campaign's orders take, and how a command word of a campaign is made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import ge, gt, le, lt

from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import BOXES, FLAGS, OPTIONS, SIDES, Box, CampaignState, Nation, Piece, state_named
from sasl.campaign.steps.step_kinds import in_step
from sasl.content.reading.faults import nearest, no_such
from sasl.kernel.orders.grammar import Kind
from sasl.kernel.orders.order import Command, Order
from sasl.kernel.text import number_in, prefix_match, switches, whole_number
from sasl.kernel.transaction import Refused

GROUPS = ("turn", "result", "step", "buy", "map", "look", "dice", "adjust")
"""The groups of command words, in the order in which they are listed."""


def side_of(word: str) -> Nation:
    """The side a player means by `r`, `russian` … Refused otherwise."""
    found = [side for side in SIDES if word and side.startswith(word.lower())]
    if len(found) != 1:
        raise Refused(f"'{word}' is not a side; there are russian and german")
    return found[0]


def is_side(word: str) -> bool:
    """Whether a word is a side or the beginning of one."""
    return any(side.startswith(word.lower()) for side in SIDES)


def pieces_of(game: CampaignGame, word: str) -> tuple[str, ...]:
    """Return the counters named by ids with commas between; the id of a group (`p12`) names all of its counters.

    Refused for one that is not there.
    """
    ids = tuple(name for part in word.lower().split(",") if part for name in _of_group(game, part))
    for name in ids:
        if name not in game.state.pieces:
            raise Refused(no_such("counter", name, game.state.pieces))
        if ids.count(name) > 1:
            raise Refused(f"{name} is named twice")
    return ids


def _of_group(game: CampaignGame, part: str) -> tuple[str, ...]:
    """Return the counters of a Reinforcement Group, but for what another counter bears; any other id by itself."""
    state = game.state
    if part in state.pieces or part not in state.purchases:
        return (part,)
    mine = [
        piece
        for piece in state.of()
        if piece.group == part and (piece.kind == "gun" or piece.holder not in state.pieces)
    ]
    if not mine:
        raise Refused(f"group {part} has no counters now")
    return tuple(piece.id for piece in mine)


RANGE = re.compile(r"\b([a-z](?:[a-z0-9-]*[a-z-])?)([0-9]{1,6}) to \1([0-9]{1,6})\b", re.IGNORECASE)


def spelled_out(game: CampaignGame, text: str) -> str:
    """Return a text in which `g467-1 to g467-4`, or `w3 to w6`, is one id after the other, but for the gone."""

    def ids(match: re.Match[str]) -> str:
        first, last = int(match[2]), int(match[3])
        names = [f"{match[1].lower()}{number}" for number in range(first, min(last, first + MOST_IDS) + 1)]
        state = game.state
        there = [name for name in names if name in state.works or (name in state.pieces and state.pieces[name].here)]
        ends = {f"{match[1].lower()}{number}" for number in (first, last)}
        return ",".join(there) if first <= last and ends <= set(there) else match[0]

    return RANGE.sub(ids, text)


MOST_IDS = 99
"""So many counters of a type are never in a row."""


def pieces(game: CampaignGame, ids: tuple[str, ...]) -> list[Piece]:
    """The counters of these ids."""
    return [game.state.pieces[name] for name in ids]


def _items(game: CampaignGame, word: str) -> tuple[str, ...]:
    """Counters or works by ids with commas between."""
    names = [name for name in word.lower().split(",") if name]
    items = [item for name in names for item in ((name,) if name in game.state.works else pieces_of(game, name))]
    if twice := next((item for item in items if items.count(item) > 1), ""):
        raise Refused(f"{twice} is named twice")
    return tuple(items)


def _things(word: str) -> tuple[str, ...]:
    return tuple(part for part in word.lower().split(",") if part)


def _box(game: CampaignGame, word: str) -> Box:
    found = [box for box in BOXES if box in prefix_match(word, (*SIDES, *BOXES))]
    if len(found) != 1:
        raise Refused(f"'{word}' is neither a side nor a box{nearest(word.lower(), BOXES)}; boxes are "
                      f"{', '.join(BOXES)}")  # fmt: skip
    return found[0]


def _goal(game: CampaignGame, word: str) -> str:
    """A box, a counter that may bear another, or a hex."""
    low = word.lower()
    return low if low in game.state.pieces or (low in BOXES and low != "gone") else game.find_hex(word)


def _state(game: CampaignGame, word: str) -> str:
    """`+broken`, `-encircled`."""
    flag = state_named(word.lstrip("+-"))
    if word[0] not in "+-" or state_named(word[1:]) is None:
        plain = flag or word.lstrip("+-").lower()
        known = "" if flag else f"'{word}' is not a state{nearest(plain, FLAGS)}; "
        raise Refused(f"{known}write +{plain} to give it, -{plain} to take it off")
    return f"{word[0]}{flag}"


def _switch(game: CampaignGame, word: str) -> str:
    if word not in OPTIONS:
        raise Refused(f"there is no option '{word}'{nearest(word, OPTIONS)}; there are {switches(OPTIONS)}")
    return word


def _dice(game: CampaignGame, word: str) -> tuple[int, ...]:
    values = [number_in(part, 1, 1000) for part in word.split(",") if part]
    if not values or None in values:
        raise Refused(f"'{word[:80]}' are not dice: type numbers, as in: dice 4 2")
    return tuple(value for value in values if value is not None)


def _whose(game: CampaignGame, word: str) -> str:
    return "" if word.lower() in NOBODY else side_of(word)


NOBODY = ("nobody", "none")


def is_number(word: str) -> bool:
    """Whether a word is a whole number, with a sign or without."""
    return whole_number(word) is not None


def times(word: str) -> int | None:
    """Return the number in `x12`, a number of counters; None for any other word."""
    return number_in(word[1:], 1, MOST_IDS) if word[:1] in ("x", "X") else None


def is_count(game: CampaignGame, words: Sequence[str]) -> bool:
    """Whether `x3` is a number of counters, not hex X3: a capital X with no place after it is a hex of the map."""
    first, board = words[0], game.board
    if times(first) is None:
        return False
    if first[0] == "x" or board is None or first not in board:
        return True
    return any(word.lower() in (*BOXES, "gone", "exited") or word.upper() in board for word in words[1:])


def _way(word: str) -> bool:
    return word.replace("-", "").isalpha() and word.lower() not in AMOUNTS


AMOUNTS = ("hexes", "level", "dummies")


def has_digit(word: str) -> bool:
    """Whether a word may be a hex or an id."""
    return any(char.isdigit() for char in word)


def _amount(name: str, such: int = 2) -> Kind:
    """`hexes=2`; a number that stands apart would be that of the groups."""

    def read(game: CampaignGame, word: str) -> int:
        if "=" not in word:
            raise Refused(f"'{word}' needs its number beside it, as in: {name}={such}")
        number = number_in(word.partition("=")[2], 0, 20)
        if number is None:
            raise Refused(f"'{word}' does not give a number of {name}")
        return number

    return Kind(name.upper(), f"{name}=N", read, lambda word: word.lower().partition("=")[0] == name,
                label=f"{name}=N", say=lambda value: f"{name}={value}")  # fmt: skip


def hexes_of(game: CampaignGame, places: Sequence[str]) -> tuple[str, ...]:
    """The hexes that places mean: names, edges, or those of an edge or of the map with certain numbers."""
    names = dict.fromkeys(name for place in places for name in _hexes_meant(game, place))
    if not names:
        raise Refused(f"{' '.join(places)} names no hex")
    return tuple(names)


def _hexes_meant(game: CampaignGame, word: str) -> list[str]:
    """A hex, an edge (`north`), or those of it or of the map with certain numbers (`<42`, `north>=30`)."""
    match = re.fullmatch(r"([a-z]*)(<=|>=|<|>)?([0-9]*)", word.lower())
    board = game.board
    if board is None and match and match[2]:
        rule = game.rule("7.5051")
        raise Refused(f"the program has no map for this campaign: name each hex, not {word} ({rule})")
    if board is None or not match or not (match[2] or match[1] in board.orientation):
        return [game.find_hex(word)]
    if match[1] and match[1] not in board.orientation:
        raise Refused(f"'{match[1]}' is not a side of the map{nearest(match[1], board.orientation)}")
    names = board.edge(match[1]) if match[1] else board.names()
    if not match[2]:
        return list(names)
    if not match[3]:
        raise Refused(f"'{word}' needs a number, as in: <42")
    fits, number = COMPARED[match[2]], int(match[3])
    last = max(board.hex(name).num for name in names)
    if number > last + 1:
        raise Refused(f"'{word}' is beyond this map: its hexes there are numbered up to {last}")
    return [name for name in names if fits(board.hex(name).num, number)]


COMPARED: Mapping[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


LABEL = "russian|german"
KINDS: dict[str, Kind] = {
    "NATION": Kind("NATION", "a side", lambda game, word: side_of(word), label=LABEL),
    "SIDE": Kind("SIDE", "a side", lambda game, word: side_of(word), is_side, label="SIDE"),
    "WHOSE": Kind("WHOSE", "a side or nobody", _whose, label="SIDE|nobody", say=lambda side: side or NOBODY[0]),
    "PIECES": Kind("PIECES", "counters by their ids", pieces_of, has_digit, many=True, label="IDS"),
    "ITEMS": Kind("ITEMS", "counters or works by their ids", _items, has_digit, many=True, label="IDS"),
    "THINGS": Kind("THINGS", "ids", lambda game, word: _things(word), many=True, label="IDS"),
    "HEX": Kind("HEX", "a hex", lambda game, word: game.find_hex(word), lambda word: not is_number(word)),
    "PLACES": Kind("PLACES", "hexes", lambda game, word: tuple(filter(None, word.split(","))), many=True, label="HEX"),
    "MARKERS": Kind("MARKERS", "marker hexes in order", label="HEX … [/ HEX …]"),
    "HEXES": Kind("HEX", "a hex", lambda game, word: game.find_hex(word), has_digit),
    "GOAL": Kind("GOAL", "a hex, a box or a carrier", _goal, label="HEX|BOX|ID"),
    "BOX": Kind("BOX", "a box", _box),
    "STATE": Kind("STATE", "a state", _state, label="+STATE|-STATE"),
    "SWITCH": Kind("SWITCH", "an option's name", _switch, label="NAME"),
    "DICE": Kind("DICE", "dice", _dice, has_digit, label="N"),
    "DRM": Kind("±N", "a modifier", lambda game, word: int(word), is_number),
    "N": Kind("N", "a number", lambda game, word: int(word), is_number),
    "GROUP": Kind("GROUP", "a Reinforcement Group", lambda game, word: word.upper()),
    "AMOUNT": Kind("AMOUNT", "a number", lambda game, word: times(word) or int(word),
                   lambda word: is_number(word) or times(word) is not None, label="N"),
    "TIMES": Kind("TIMES", "a number of counters", lambda game, word: times(word), lambda word: times(word) is not None,
                  label="xN", say=lambda number: f"x{number}"),
    "XHEXES": _amount("hexes"),
    "XLEVEL": _amount("level", 3),
    "XDUMMIES": _amount("dummies"),
    "WAY": Kind("WAY", "how it comes", lambda game, word: word.lower(), _way),
    "LINES": Kind("LINES", "lines of a result", label="IDS|SIDE TYPE [xN] [HEX|BOX] [STATES] [gone] [; …] | "
                  "cvp|evp|lvp|stone SIDE N | control HEXES SIDE | KIND HEX [N]"),
    "KIND": Kind("KIND", "a kind", lambda game, word: word.lower()),
    "PILLBOX": Kind("PILLBOX", "a strength like 1+3+5", fits=lambda word: "+" in word, label="1+3+5"),
    "PURCHASE": Kind("PURCHASE", "a purchase", lambda game, word: word.lower()),
    "WORK": Kind("WORK", "a work by its id", lambda game, word: word.lower(),
                 lambda word: re.fullmatch(r"w[0-9]+", word.lower()) is not None, label="ID"),
    "TYPE": Kind("TYPE", "a type A to D", lambda game, word: word.upper(), lambda word: word.upper() in tuple("ABCD"),
                 label="A|B|C|D"),
    "RANK": Kind("RANK", "9-0 or 10-0", fits=lambda word: word in ("9-0", "10-0"), label="9-0|10-0"),
    "NAME": Kind("NAME", "a name", lambda game, word: word.lower()),
    "WORD": Kind("WORD", "a word"),
    "TEXT": Kind("TEXT", "words"),
}  # fmt: skip
"""By the name that a form uses."""


def _belongs(word: Command, state: CampaignState) -> str:
    """A campaign that is over is only looked at, or adjusted."""
    return "the campaign is over" if state.stage == "over" and word.group not in ("look", "adjust") else ""


def command(
    *orders: type[Order],
    summary: str,
    group: str = "turn",
    key: str = "",
    when: Callable[[CampaignState], str] | None = None,
    example: tuple[str, ...] = (),
) -> Command:
    """A command word of a campaign; see `sasl.kernel.orders.order.Command`."""
    return Command(orders, summary, KINDS, group, key, when=when, example=example, belongs=_belongs)


def played(state: CampaignState) -> str:
    """When a result may be entered: during a scenario and the refit after it."""
    return "" if state.stage in ("scenario", "refit") else "no scenario has been played yet"


def only_in(game: CampaignGame, name: str, words: str) -> None:
    """Refused with `words` unless the present step is this one."""
    if not in_step(game, name):
        raise Refused(words)
