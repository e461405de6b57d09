"""What the screens of a mission and of a campaign share: command line, last result, log, switches, why."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from textual import on
from textual.binding import Binding

from sasl.kernel.facts import Event
from sasl.tui.help import help_lines
from sasl.tui.program import program_of
from sasl.tui.widgets.bars import CommandLine, SaidLine
from sasl.tui.widgets.dialogs import ListDialog, PickDialog
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.steady import Steady


class Obeying(Protocol):
    """Who sees a command line through."""

    def run(self, line: str) -> None:
        """Do a line as it was typed."""

    def over(self, line: str) -> None:
        """Do one that was typed over a popup."""

    def submit(self, line: str) -> bool:
        """Do a command of the game. False if it was refused."""


class GameScreen(Steady[None]):
    """The screen of a game, with what the program's own words open."""

    LOG = "log"
    """The pane of the log."""
    TOPICS: tuple[str, ...] = ()
    """What the log can be narrowed to."""
    SWITCHES = "Options of this game"
    HELP_FOOT = "‹space›: back"
    orders: Obeying

    def __init__(self, session: Any) -> None:
        super().__init__()
        self.session = session
        self.topic = "all"
        self.said = SaidLine()
        self._warned = False
        """Whether the player who leaves has been told that the game is not saved."""

    # -- what a kind of game must say ------------------------------------------------------------------
    @abstractmethod
    def changed(self) -> None:
        """The game is at another moment: show it everywhere."""

    @abstractmethod
    def log_lines(self, topics: set[str] | None) -> list[Line]:
        """The log, or only these topics."""

    @abstractmethod
    def switches(self) -> Iterable[tuple[str, str, bool]]:
        """The switches of the game: name, meaning, whether it is on."""

    @abstractmethod
    def why(self, facts: Sequence[Event], before: Sequence[Event], command: str, after: Sequence[Event]) -> ListDialog:
        """These facts in full, with those before and after them in their command."""

    @abstractmethod
    def action_past(self, number: int | None = None) -> None:
        """Show past moments, that one first."""

    @abstractmethod
    def action_why(self) -> None:
        """Explain the last result."""

    @abstractmethod
    def action_back(self) -> None:
        """Back to where the cursor usually is."""

    # -- showing --------------------------------------------------------------------------------------
    def on_unmount(self) -> None:
        """Let others open the game, however the screen was left."""
        self.session.close()

    def say(self, text: str, look: str = "") -> None:
        """One line above the prompt: the last result, or why not."""
        if self.said.say(text, look):
            self.app.push_screen(ListDialog("No", [Line(self.said.last)]))

    def show_log(self, topic: str) -> bool:
        """The log, narrowed to a topic, its end in view. False if there is no such topic."""
        topics = [item for item in self.TOPICS if item.startswith(topic.lower())]
        if not topics:
            self.say(f"No: log topics are {', '.join(self.TOPICS)}.", "bad")
            return False
        self.topic = topics[0]
        pane = self.query_one(f"#{self.LOG}", LineList)
        pane.border_title = "2 Log" + ("" if self.topic == "all" else f": {self.topic}")
        pane.set_lines(self.log_lines(None if self.topic == "all" else {self.topic}), at_end=True)
        return True

    def open_log(self, topic: str) -> None:
        """The log, as the player asked for it."""
        self.show_log(topic)

    def explain(self, *facts: Event) -> None:
        """Why this line of the log: its record, or the rolls of its command before it."""
        for moment in reversed(self.session.moments):
            for place, event in enumerate(moment.events):
                if event is facts[0]:
                    before, after = moment.events[:place], moment.events[place + 1 :]
                    self.app.push_screen(self.why(facts, before, moment.command, after))
                    return
        self.app.push_screen(self.why(facts, (), "", ()))

    # -- acts -----------------------------------------------------------------------------------------
    def action_run(self, line: str) -> None:
        """Run a command line."""
        self.orders.run(line)

    def action_command(self, start: str = "") -> None:
        """Go to the command line."""
        self.query_one(CommandLine).begin(start)

    def type_word(self, word: str | None) -> None:
        """Put a command word on the command line."""
        if word:
            self.action_command(f"{word} ")

    def command_over(self, line: str) -> None:
        """A command typed over a popup."""
        self.orders.over(line)

    def words_of(self, binding: Binding) -> str:
        """What a key does now, for the key line."""
        return binding.description

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A `:` within a line belongs to the line."""
        if action == "command":
            return not isinstance(self.focused, CommandLine)
        return super().check_action(action, parameters)

    def action_options(self, start: str = "") -> None:
        """The switches of the game; enter turns one and shows them again."""
        lines, states = [], {}
        for name, words, is_on in self.switches():
            states[name] = is_on
            lines += [Line(f"{'[on] ' if is_on else '[off]'} {name}", "good" if is_on else "", name)]
            lines += [Line(f"      {words}", "dim")]
        dialog = PickDialog(self.SWITCHES, lines, foot="‹enter›: turn it   ‹space›: back")

        def chosen(name: str | None) -> None:
            if name:
                self.orders.submit(f"option {name} {'off' if states[name] else 'on'}")
                self.action_options(name)

        self.app.push_screen(dialog, chosen)
        there = next((place for place, line in enumerate(lines) if line.data == start), 0)
        dialog.call_after_refresh(lambda: dialog.query_one(LineList).move_to(there))

    def action_help(self) -> None:
        """Help for the focused pane, then what may be typed."""
        lines = help_lines(self, self.focused)
        lines.append(Line("?  on the command line lists every command, with the reason if it is not legal now", "key"))
        self.app.push_screen(ListDialog("Help", lines, foot=self.HELP_FOOT))

    def action_leave(self) -> None:
        """Back to the home screen; the game is on the disk, or the player leaves it unsaved on purpose."""
        if self.stays():
            return
        self.session.close()
        program_of(self).switch_to_home()

    def stays(self) -> bool:
        """Tell a player who would leave a game that is not saved how to save it; whether the screen stays for that."""
        lost = "" if self._warned else self.session.why_not_saved()
        if lost:
            self._warned = True
            text = f"NOT saved: {lost}; save as NAME writes the whole game elsewhere, leaving again loses it."
            self.say(text, "bad")
            if self.app.screen is not self:  # a popup may cover the line below the map
                self.app.notify(text, severity="error", markup=False)
        return bool(lost)

    # -- messages -------------------------------------------------------------------------------------
    @on(CommandLine.Entered)
    def entered(self, event: CommandLine.Entered) -> None:
        """A line was typed."""
        self.left()
        self.orders.run(event.line)

    @on(CommandLine.Left)
    def left(self) -> None:
        """The command line was left."""
        self.action_back()
