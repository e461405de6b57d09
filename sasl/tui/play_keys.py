"""The keys of the play screen. Those that begin a line come first of all: what follows in one burst follows them."""

from __future__ import annotations

from textual.binding import Binding, BindingType

KEYS: list[BindingType] = [
    Binding("n", "next", "next", id="play.next", tooltip="go on: next step, the ENEMY's next act, next phase"),
    Binding(
        "e", "enemy('shot')", "shot", id="play.enemy-shot", tooltip="the ENEMY acts up to its next shot, without asking"
    ),
    Binding(
        "E",
        "enemy('phase')",
        "phase",
        id="play.enemy-phase",
        tooltip="the ENEMY acts through to the end of the phase, without asking",
    ),
    Binding("m", "move", "move", id="play.move", tooltip="move or place the taken units at the cursor"),
    Binding("f", "fire", "fire", id="play.fire", tooltip="aim with the taken units, then fire at the cursor"),
    Binding("c", "go_on", "go on", show=False, id="play.go-on", tooltip="the move that halted under fire goes on"),
    Binding("o", "orders", "orders", id="play.orders", tooltip="everything the taken units may be told now"),
    Binding("s", "sight", "LOS", show=False, id="play.los", tooltip="LOS from the taken stack to the cursor"),
    Binding("u", "run('undo')", "undo", id="play.undo"),
    Binding("ctrl+r", "run('redo')", "redo", show=False, id="play.redo"),
    Binding("colon,slash", "command", "type", key_display=":", priority=True, id="play.command"),
    Binding("1", "pane('hex')", "hex", show=False, id="pane.hex"),
    Binding("2", "pane('log')", "log", show=False, id="pane.log"),
    Binding("3", "pane('enemy')", "ENEMY", show=False, id="pane.enemy"),
    Binding("4", "pane('vp')", "VP", show=False, id="pane.vp"),
    Binding("5", "pane('setup')", "set-up", show=False, id="pane.setup"),
    Binding(
        "tab",
        "next_target",
        "next pane",
        show=False,
        id="play.next-pane",
        tooltip="the next pane; while aiming the next target",
    ),
    Binding("w", "why", "why", id="play.why", tooltip="explain the ENEMY's last act, or the last roll"),
    Binding("t", "past", "past", show=False, id="play.past", tooltip="look at any past moment"),
    Binding("g", "command('go ')", "go to hex", show=False, priority=True, id="play.go"),
    Binding("O", "options", "options", show=False, id="play.options", tooltip="the switches of this game"),
    Binding("question_mark", "help", "help", key_display="?", id="play.help"),
    Binding("L", "legend", "legend", show=False, id="play.legend"),
    Binding("escape", "back", "back", show=False, id="play.back", tooltip="let go, or back to the map"),
    Binding("q", "leave", "home", show=False, id="play.home", tooltip="back to the home screen; all is saved"),
]
