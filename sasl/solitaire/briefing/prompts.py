"""What the program waits for, in one or two lines: the prompt of every stage and phase."""

from __future__ import annotations

from sasl.asl.close_combat import melee
from sasl.asl.fire import first_fire
from sasl.asl.fire.opportunity import could_fire_at
from sasl.asl.game.context import Game
from sasl.asl.game.minds import mind_of, nobody_sits
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import State
from sasl.asl.movement.charging import berserk_charge
from sasl.asl.movement.entering import waiting
from sasl.content.missions.mission import Mission
from sasl.kernel.text import counted, listed
from sasl.solitaire.briefing.unfinished import support, unfinished
from sasl.solitaire.setup.friendly_setup import set_up_words


def movers(game: Game) -> list[str]:
    """The units that move now and are where they were last fired at or may be."""
    moving, state = game.state.moving, game.state
    if moving is None or state.stage != "play" or state.phase != "MPh":
        return []
    return [key for key in moving.ids if key in state.units and state.units[key].hex in moving.hexes]


def may_answer(game: Game) -> list[str]:
    """Who may fire at the units that move now, nearest first: Defensive First Fire (A8.1).

    Nobody, where the player is not asked for it: option fire-stops is off, or no shot is good enough.
    """
    ids, moving, state = movers(game), game.state.moving, game.state
    if not ids or moving is None or not state.option("fire-stops"):
        return []
    other = opponent(state.units[ids[0]].side)
    if mind_of(game, other):
        return []  # it has fired, or holds its fire
    found = set[str]()
    for place in moving.hexes:
        able = could_fire_at(game, other, [key for key in ids if state.units[key].hex == place])
        if able and first_fire.passed_by(game, able, place) is None:
            found.update(able)
    places = {name: str(state.units[name].hex) for name in found}
    return sorted(found, key=lambda name: (game.board.distance(places[name], moving.hex), places[name], name))


def halt_words(game: Game) -> str:
    """`628a in M17: ENEMY 467a and 467b may fire`, or "" where no move has halted."""
    firers, moving = may_answer(game), game.state.moving
    if not firers or moving is None:
        return ""
    who, where = listed(movers(game), 4), listed(moving.hexes)
    return f"{who} in {where}: {game.state.units[firers[0]].side} {listed(firers, 5)} may fire"


NEXT = "{next}"
"""What goes on, in a prompt: a word in lines of text, a key on the screens."""
STAGE_PROMPTS = {
    "boards": f"Mapboards: {NEXT} rolls them and their bridges (mapboard PLACE BOARD [turned] chooses one by hand).",
    "tables": f"Mission tables: {NEXT} rolls them (value NAME FIGURE types your card's own; vpo edits the VPO list).",
    "wrecks": f"No wrecks in this mission: {NEXT} goes on.",
    "force": f"Your force: {NEXT} rolls the OoB.",
    "over": "The mission is over: vp shows the final count, and `sasl export` writes a report of the game.",
}

ITS_ACTS = f"{NEXT}: the ENEMY's acts."
ITS_TURN = f"{NEXT}: its next act; enemy phase: all."
PHASE_PROMPTS = {
    ("FRIENDLY", "RPh"): f"Rally yours: rally UNIT or all, repair SW or all, recover UNIT SW. {ITS_ACTS}",
    ("FRIENDLY", "PFPh"): f"Prep Fire: fire UNITS HEX; hold UNITS keeps them for Opportunity Fire. Then {NEXT}.",
    ("FRIENDLY", "MPh"): f"Move: move UNITS HEX…; the ENEMY fires at moving units. Then {NEXT}.",
    ("FRIENDLY", "DFPh"): f"The ENEMY's Final Fire. {ITS_ACTS}",
    ("FRIENDLY", "AFPh"): f"Advancing Fire of your units: fire UNITS HEX. Then {NEXT}.",
    ("FRIENDLY", "RtPh"): f"Rout yours first: rout UNITS shows where to. {ITS_ACTS}",
    ("FRIENDLY", "APh"): f"Advance: advance UNITS HEX; into the ENEMY's hex means CC. Then {NEXT}.",
    ("FRIENDLY", "CCPh"): f"Close Combat: cc HEX for each hex with both sides. Then {NEXT}.",
    ("ENEMY", "RPh"): f"Rally yours: rally UNIT or all, repair SW or all. {ITS_ACTS}",
    ("ENEMY", "PFPh"): f"The ENEMY's Actions and Prep Fire. {ITS_TURN}",
    ("ENEMY", "MPh"): f"The ENEMY moves; you may fire where it halts. {ITS_TURN}",
    ("ENEMY", "DFPh"): f"Your Final Fire: fire UNITS HEX. Then {NEXT}.",
    ("ENEMY", "AFPh"): f"The ENEMY's Advancing Fire. {ITS_TURN}",
    ("ENEMY", "RtPh"): f"Rout: the ENEMY first ({NEXT}), then yours: rout UNITS shows where to.",
    ("ENEMY", "APh"): f"The ENEMY advances. {ITS_TURN}",
    ("ENEMY", "CCPh"): f"Close Combat: cc HEX for each hex with both sides. Then {NEXT} ends the Game Turn.",
}
"""What a phase waits for when the program plays the ENEMY, in lines of text."""

ACTS_BY_KEY, TURN_BY_KEY = "‹n›: the ENEMY's acts.", "‹n›: its next act; ‹E›: on until you have something to decide."
BY_KEY = {
    ("FRIENDLY", "RPh"): f"Rally yours: ‹tab› the next unit, ‹m› rallies it, ‹o› repairs and more. {ACTS_BY_KEY}",
    ("FRIENDLY", "PFPh"): "Prep Fire: ‹tab› the next unit, ‹f› fires, ‹n› goes on.",
    ("FRIENDLY", "MPh"): "Move: ‹tab› the next unit, cursor on the goal, ‹m› moves; ‹n› goes on.",
    ("FRIENDLY", "DFPh"): f"The ENEMY's Final Fire. {ACTS_BY_KEY}",
    ("FRIENDLY", "AFPh"): "Advancing Fire of your units: ‹tab› the next unit, ‹f› fires, ‹n› goes on.",
    ("FRIENDLY", "RtPh"): f"Rout yours first: ‹tab› the next unit, ‹m› shows where to. {ACTS_BY_KEY}",
    ("FRIENDLY", "APh"): "Advance: ‹tab› the next unit, cursor beside it, ‹m›; into the ENEMY is CC. ‹n› goes on.",
    ("FRIENDLY", "CCPh"): "Close Combat: cursor on a hex with both sides, ‹f›; ‹n› goes on.",
    ("ENEMY", "RPh"): f"Rally yours: ‹tab› the next unit, ‹m› rallies it, ‹o› repairs. {ACTS_BY_KEY}",
    ("ENEMY", "PFPh"): f"The ENEMY's Actions and Prep Fire. {TURN_BY_KEY}",
    ("ENEMY", "MPh"): f"The ENEMY moves; you may fire where it halts. {TURN_BY_KEY}",
    ("ENEMY", "DFPh"): "Your Final Fire: ‹tab› the next unit, ‹f› fires, ‹n› goes on.",
    ("ENEMY", "AFPh"): f"The ENEMY's Advancing Fire. {TURN_BY_KEY}",
    ("ENEMY", "RtPh"): "Rout: the ENEMY first (‹n›), then yours: ‹tab› the next unit, ‹m› shows where to.",
    ("ENEMY", "APh"): f"The ENEMY advances. {TURN_BY_KEY}",
    ("ENEMY", "CCPh"): "Close Combat: cursor on a hex with both sides, ‹f›; ‹n› ends the Game Turn.",
}
"""The same on the screens."""

BOTH_BY_HAND = {
    ("FRIENDLY", "RPh"): f"Rally and repair: rally UNIT, repair SW, recover UNIT SW; both sides may. Then {NEXT}.",
    ("FRIENDLY", "MPh"): "Move: move UNITS HEX…; the ENEMY may fire at moving units: fire ENEMY-UNITS HEX. "
    f"Then {NEXT}.",
    ("FRIENDLY", "DFPh"): f"The ENEMY's Final Fire: fire ENEMY-UNITS HEX. Then {NEXT}.",
    ("FRIENDLY", "RtPh"): f"Rout broken units, yours first: rout UNITS shows where to. Then {NEXT}.",
    ("ENEMY", "RPh"): f"Rally and repair: rally UNIT, repair SW; both sides may. Then {NEXT}.",
    ("ENEMY", "PFPh"): f"The ENEMY's Prep Fire: fire ENEMY-UNITS HEX. Then {NEXT}.",
    ("ENEMY", "MPh"): "The ENEMY moves: move ENEMY-UNITS HEX…; you may fire at moving units: fire UNITS HEX. "
    f"Then {NEXT}.",
    ("ENEMY", "AFPh"): f"The ENEMY's Advancing Fire: fire ENEMY-UNITS HEX. Then {NEXT}.",
    ("ENEMY", "RtPh"): f"Rout broken units, the ENEMY's first: rout UNITS shows where to. Then {NEXT}.",
    ("ENEMY", "APh"): f"The ENEMY advances: advance ENEMY-UNITS HEX. Then {NEXT}.",
}
"""What differs when the player gives the ENEMY's orders, too (option enemy-plays off)."""

WITH_HEX = {"ffe": "ffe HEX", "air": "air PLANE HEX"}
"""The orders of support that need a hex."""

WATCHED = {
    "RPh": "both sides rally and repair",
    "PFPh": "Prep Fire of the {} side",
    "MPh": "the {} side moves, the {} side fires at moving units",
    "DFPh": "Final Fire of the {1} side",
    "AFPh": "Advancing Fire of the {} side",
    "RtPh": "broken units of both sides rout",
    "APh": "the {} side advances",
    "CCPh": "Close Combat",
}
"""What goes on in a phase that nobody plays: the side whose Player Turn it is, then the other."""


def watched(state: State) -> str:
    """What somebody sees who has nothing to do: the program plays both sides."""
    if state.stage != "play":
        return "You watch: the mission is set up"
    return f"You watch: {WATCHED[state.phase].format(state.side, opponent(state.side))}"


def _enemy_set_up(mission: Mission) -> str:
    """What the mission places of the ENEMY's before the player's force."""
    its = mission.enemy_set_up
    there = (("Guns", its.guns), ("minefields", its.minefields), ("sniper", its.sniper))
    besides = [word for word, some in there if some]
    return f"S? placement: {NEXT} places every S?" + (f" and the ENEMY's {listed(besides)}." if besides else ".")


def awaited(game: Game, *, keys: bool = False) -> str:
    """Return what the program waits for now; `keys`: with the keys of the screens, not the words of the lines."""
    return _awaited(game, keys).replace(NEXT, "‹n›" if keys else "next")


def _awaited(game: Game, keys: bool) -> str:
    state = game.state
    handed = "FRIENDLY" not in game.minds and mind_of(game, "FRIENDLY") is not None
    back = "; option friendly-plays off gives your side back to you." if handed else "."
    if nobody_sits(game) and (state.stage == "play" or (state.stage != "over" and not handed)):
        return watched(state) + back
    if state.stage == "set-up":
        done = set_up_words(game)
        begins = f"{NEXT} rolls the wrecks' fate and begins Turn 1" if game.mission.wrecks else f"{NEXT} begins Turn 1"
        if game.mission.force and all(group.turn for group in game.mission.force):
            edge = game.edge_of("FRIENDLY")
            return f"Your force waits off the {edge} edge: give SW UNIT reassigns weapons; {begins}."
        more = begins if done == "all set up" else "deploy does it for you"
        return f"Set up your force ({done}): place UNITS HEX, give SW UNIT; {more}."
    if state.stage == "wrecks" and game.mission.wrecks:
        left = game.mission.wrecks.number - len(state.marked("wreck"))
        if not left:
            return f"All wrecks are placed: {NEXT} goes on to your force."
        some = counted(left, "wreck")
        return f"{some} may be placed (MSR 8): wreck HEX places one, wreck auto the rest; {NEXT} goes on."
    if state.stage == "suspects":
        return _enemy_set_up(game.mission)
    if state.stage != "play":
        return STAGE_PROMPTS[state.stage]
    halted = halt_words(game)
    plays, now = mind_of(game, "ENEMY") is not None, (state.side, state.phase)
    moves_itself = mind_of(game, state.side) is not None
    if halted:
        goal = state.moving.hex if state.moving else ""
        how = f"{NEXT} lets it go on" if moves_itself else f"or move on. {NEXT} ends the MPh"
        return f"{halted}: fire UNITS {goal}; {how}."
    if moves_itself and state.side == "FRIENDLY":
        return f"The program plays the FRIENDLY side: {NEXT} makes its next act{back}"
    if state.wave is not None:
        return "A Human Wave is under way: wave runs its next Impulse, wave UNITS HEX says where units go (A25.232)."
    if first := berserk_charge.waits_for(game, state.side) if state.phase == "MPh" else "":
        return f"{first}."
    prompts = BY_KEY if keys else PHASE_PROMPTS
    text = prompts[now] if plays else BOTH_BY_HAND.get(now, prompts[now])
    if plays and state.phase == "RPh" and not unfinished(game):
        text = f"Nothing of yours to rally, repair or recover. {ITS_ACTS}"
    if plays and state.phase == "RtPh" and not any("broken" in unit.flags for unit in state.on_map("FRIENDLY")):
        text = f"None of your units is broken and may rout. {ITS_ACTS}"
    if state.phase == "CCPh" and not melee.waiting(game):
        ends = " and ends the Game Turn" if state.side == "ENEMY" else ""
        text = f"No Close Combat left to fight: {NEXT} goes on{ends}."
    helpers = support(game)
    if helpers:
        words = {f"{':' * keys}{WITH_HEX.get(item.kind, item.kind)}": None for item in helpers}
        text = f"{', '.join(item.text for item in helpers)} ({', '.join(words)}). {text}"
    outside = waiting(game, "FRIENDLY") if now == ("FRIENDLY", "MPh") else []
    if not outside:
        return text
    first = f"{', '.join(item.text for item in helpers)}. " if helpers else ""
    rest = "Others: ‹m›; ‹n› goes on." if keys else "Others: move UNITS HEX…; then next."
    how = "‹tab› takes them, ‹m› enters at the cursor, or :enter auto" if keys else "enter UNITS HEX, or enter auto"
    return f"{first}{counted(len(outside), 'unit')} off the map: {how}. {rest}"
