"""What the program waits for, in one or two lines: the prompt of every stage and phase."""

from __future__ import annotations

from sasl.core.text import counted
from sasl.game.context import Game
from sasl.play.deployment import set_up_words

STAGE_PROMPTS = {
    "tables": "Mission tables: next rolls them (value NAME FIGURE types your card's own; vpo edits the VPO list).",
    "suspects": "S? placement: next places every S?, the ENEMY's Guns, minefields and sniper.",
    "wrecks": "No wrecks in this mission: next goes on.",
    "force": "Your force: next rolls the OoB.",
    "over": "The mission is over: vp shows the schedule.",
}

PHASE_PROMPTS = {
    ("FRIENDLY", "RPh"): "Rally your broken units and repair (rally UNIT). Then next.",
    ("FRIENDLY", "PFPh"): "Prep Fire: fire UNITS HEX, then settle it. Then next.",
    ("FRIENDLY", "MPh"): "Move your stacks: move UNITS HEX…; enter brings off-board units. Then next.",
    ("FRIENDLY", "DFPh"): "The ENEMY's Defensive Fire: settle it on your board. Then next.",
    ("FRIENDLY", "AFPh"): "Advancing Fire of your units: fire UNITS HEX. Then next.",
    ("FRIENDLY", "RtPh"): "Rout broken units of both sides: rout UNITS HEX…. Then next.",
    ("FRIENDLY", "APh"): "Advance: advance UNITS HEX. Then next.",
    ("FRIENDLY", "CCPh"): "Close Combat: settle it. Then next.",
    ("ENEMY", "RPh"): "The ENEMY rallies and repairs; yours may rally too. Then next.",
    ("ENEMY", "PFPh"): "The ENEMY's actions: play its Activated units. Then next.",
    ("ENEMY", "MPh"): "The ENEMY moves; your Defensive First Fire: fire UNITS HEX. Then next.",
    ("ENEMY", "DFPh"): "Your Defensive Fire: fire UNITS HEX. Then next.",
    ("ENEMY", "AFPh"): "The ENEMY's Advancing Fire: settle it. Then next.",
    ("ENEMY", "RtPh"): "Rout broken units of both sides. Then next.",
    ("ENEMY", "APh"): "The ENEMY advances: play its units. Then next.",
    ("ENEMY", "CCPh"): "Close Combat: settle it. Then next ends the Game Turn.",
}


def awaited(game: Game) -> str:
    """What the program waits for now."""
    state = game.state
    if state.stage == "set-up":
        done = set_up_words(game)
        more = "next rolls the wrecks' fate and begins Turn 1" if done == "all set up" else "deploy does it for you"
        return f"Set up your force ({done}): place UNITS HEX, give SW UNIT; {more}."
    if state.stage == "wrecks" and game.mission.wrecks:
        left = game.mission.wrecks.number - len(state.marked("wreck"))
        if not left:
            return "All wrecks are placed: next goes on to your force."
        some = counted(left, "wreck")
        return f"{some} may be placed (MSR 8): wreck HEX places one, wreck auto the rest; next goes on."
    if state.stage != "play":
        return STAGE_PROMPTS[state.stage]
    return PHASE_PROMPTS[(state.side, state.phase)]
