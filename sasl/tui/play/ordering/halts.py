"""A move that has halted: how it goes on, and who of those that may fires at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sasl.asl.fire.shots import hexes_of, led, shot_chance, together
from sasl.asl.game.context import Game
from sasl.asl.game.minds import mind_of
from sasl.asl.movement.charging import berserk_charge
from sasl.asl.preview import percent
from sasl.kernel.frozen import replace
from sasl.kernel.orders.order import Order
from sasl.kernel.orders.questions import Question
from sasl.orders.march_orders import in_short
from sasl.tui.play.planning.aiming import firers_question
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.lines import Line

if TYPE_CHECKING:
    from sasl.tui.play.play_parts import PlayParts

GO_ON = "go on"


class Halts:
    """Sees a halted move through."""

    def __init__(self, screen: PlayParts) -> None:
        self.screen = screen
        self._left: Order | None = None

    @property
    def rest(self) -> str:
        """The rest of the player's move that has halted, as it would be typed; "" if nothing is left."""
        return self._left.line() if self._left else ""

    def recall(self) -> None:
        """What is left of the player's last move or entry of the log, as long as nothing has ended it."""
        self._left = self.screen.session.halted()

    @property
    def enemy_moves(self) -> bool:
        """Whether it is the ENEMY's own move that halted."""
        game = self.screen.session.game
        return bool(self.screen.firers) and game.state.side == "ENEMY" and mind_of(game, "ENEMY") is not None

    def words(self) -> str:
        """How the move goes on, for the prompt; "" where none has halted."""
        if self.enemy_moves:
            return "‹f› fires, ‹n› lets the ENEMY go on"
        if self.screen.firers:
            return f"‹f› fires, {'‹c› goes on, ' if self.rest else ''}‹m› moves on; ‹n› ends the MPh"
        game = self.screen.session.game
        charge = game.state.phase == "MPh" and berserk_charge.waits_for(game, game.state.side)
        if self._left and charge:  # the prompt itself says which
            return "‹c› makes the charge"
        return f"‹c› goes on: {in_short(self._left)}" if self._left else ""

    def go_on(self) -> None:
        """The rest of the move that halted."""
        if self.enemy_moves and self.screen.running.on:
            self.screen.call_after_refresh(self.screen.running.go)
        elif self.enemy_moves:
            self.screen.orders.submit("next")
        elif self.rest:
            self.screen.orders.submit(self.rest)
        else:
            self.screen.say("No: no move has halted; take units and press ‹m›.", "bad")

    def ask(self) -> None:
        """Choose who of those that may fires at the units that move now, then fire; or let them go on."""
        screen, game, firers = self.screen, self.screen.session.game, self.screen.firers
        moving = game.state.moving
        if not firers or moving is None:
            screen.say("No: nobody may fire at the moving units now (A8.1).", "bad")
            return
        goal, question = moving.hex, firers_question(game, firers)

        def on_option(value: str) -> None:
            for place in hexes_of(game, [value]):
                screen.pointer.los(place, goal)

        def answered(answer: str | None) -> None:
            screen.pointer.nothing()
            names = [name for name in (answer or "").replace(",", " ").split() if name]
            if answer == GO_ON:
                self.go_on()
                return
            screen.running.end()
            if answer is None or answer == "none":
                screen.say(f"Nobody fires yet: {self.words()}.", "dim")
            else:
                chosen = [
                    question.options[int(name) - 1].value
                    if name.isdecimal() and 0 < int(name) <= len(question.options)
                    else name
                    for name in names
                ]
                screen.orders.submit(f"fire {','.join(chosen)} {goal}")

        screen.pointer.at([goal, *question.hexes], show=[goal])
        came = screen.running.came() if screen.running.on else ()
        here, what = screen.map.cursor, "Defensive First Fire"
        screen.app.push_screen(FireDialog(game, goal, question, what, here, on_option, came), answered)


class FireDialog(AskDialog):
    """Who fires at a move: enter fires with the ticked ones, n lets it go on, escape goes back to the map.

    Whoever is ticked brings the best leader stacked with him (A7.53); a leader may be let go by himself.
    """

    def __init__(
        self,
        game: Game,
        goal: str,
        question: Question,
        what: str,
        here: str,
        when_on: Callable[[str], None],
        so_far: Sequence[str],
    ) -> None:
        self.game, self.goal = game, goal
        first = led(game, [question.options[0].value], goal)
        super().__init__(question, what, here, when_on, ticked=first, so_far=so_far)

    @property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """To fire, or not."""
        return ("enter", "fire"), ("a", "all that can join"), ("n", "nobody, they move on"), ("escape", "the map")

    def _tick_key(self, char: str) -> bool:
        """n and c let the move go on, a ticks the Fire Group; the other keys tick as ever."""
        if char in "nc":
            self.dismiss(GO_ON)
            return True
        if char == "a":
            firers = [value for value in self.values if not self._is_leader(value)]
            self._tick(led(self.game, together(self.game, firers, self.goal), self.goal))
            return True
        return super()._tick_key(char)

    def _is_leader(self, value: str) -> bool:
        """Return whether an option is a leader who would direct."""
        unit = self.game.state.units.get(value)
        return unit is not None and unit.kind == "leader"

    def _toggle(self, place: int) -> None:
        """Tick or untick a line; its leader comes with it, and goes with the last whom he directs."""
        super()._toggle(place)
        value = self.values[place]
        if value in self.ticked and not self._is_leader(value):
            self._tick(led(self.game, list(self.ticked), self.goal))
        elif value not in self.ticked:
            places = hexes_of(self.game, [item for item in self.ticked if not self._is_leader(item)])
            stay = [item for item in self.ticked if hexes_of(self.game, [item])[0] in places]
            self._tick(stay)

    def _tick(self, values: Sequence[str]) -> None:
        """Tick those of these that are options."""
        super()._tick([value for value in self.values if value in values])

    def _options(self) -> list[Line]:
        """Return the lines: each that is not ticked says what the shot of all would be with it."""
        lines, ticked = super()._options(), list(self.ticked)
        for place, value in enumerate(self.values):
            if ticked and value not in self.ticked:
                names = led(self.game, [*ticked, value], self.goal)
                if chance := shot_chance(self.game, names, self.goal):
                    lines[place] = replace(lines[place], text=f"{lines[place].text}; joining {percent(chance)}")
        return lines

    def _foot(self) -> str:
        chance = shot_chance(self.game, list(self.ticked), self.goal) if self.ticked else None
        odds = "" if chance is None else f", any effect {percent(chance)}"
        ticked = f"{len(self.ticked)} of {len(self.values)} ticked{odds} (space or number; a: all that can join)"
        return f"‹enter› fires   n: nobody, they move on   ‹escape›: the map first\n{ticked}"
