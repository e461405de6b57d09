"""The last line of every screen: the keys that work now. One widget, so that showing it costs next to nothing."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from textual import events, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input, Static

from sasl.tui.widgets.key_names import KEY_SIGNS
from sasl.tui.widgets.keyed import key_now, with_keys

if TYPE_CHECKING:
    from sasl.solitaire.briefing.lessons import Shown

SPARE = ("tab", "u", "o")
"""Keys that make room for others where the line is too short, the first first."""


def _width(entry: tuple[str, str, str]) -> int:
    """The columns that a key and its words take."""
    _, shown, words = entry
    return len(shown) + len(words) + 3


class KeyLine(Widget):
    """Keys and what they do; a click on one presses it."""

    COMPONENT_CLASSES = {"key-line--key"}

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._entries: list[tuple[str, str, str]] | None = None
        self._only: list[tuple[str, str, str]] | None = None
        self._hidden: frozenset[str] = frozenset()

    def only(self, *entries: tuple[str, str]) -> None:
        """Show these keys (key, what it does) and no others; all again if there are none."""
        keys = [(key_now(self.screen, key), words) for key, words in entries]
        self._only = [(key, KEY_SIGNS.get(key, key), words) for key, words in keys] or None
        self.refresh()

    def hide(self, *actions: str) -> None:
        """Do not show the keys of these acts, which have no use now: pressed, they say so."""
        if self._hidden != frozenset(actions):
            self._hidden, self._entries = frozenset(actions), None
            self.refresh()

    def on_mount(self) -> None:
        """Follow the focus."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[Any]) -> None:
        self._entries = None
        self.refresh()

    def entries(self) -> list[tuple[str, str, str]]:
        """Key, how it is shown, and what it does: first those of the focused pane, each once."""
        found = self._only if self._only is not None else self._all()
        for spare in SPARE:
            if sum(map(_width, found)) >= self.size.width:
                found = [entry for entry in found if entry[0] != spare]
        return self._with_the_way_out(found)

    def _with_the_way_out(self, found: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
        """Where not all have room, those that have beside the key that leaves the screen."""
        out = [entry for entry in found if entry[0] == "escape"]
        if not out or 1 + sum(map(_width, found)) <= self.size.width:
            return found
        room, kept = self.size.width - 1 - sum(map(_width, out)), list[tuple[str, str, str]]()
        for entry in (entry for entry in found if entry not in out):
            room -= _width(entry)
            if room < 0:
                break
            kept.append(entry)
        return [*kept, *out]

    def _all(self) -> list[tuple[str, str, str]]:
        if self._entries is None:
            found: dict[str, tuple[str, str, str]] = {}
            words_of = getattr(self.screen, "words_of", lambda item: item.description)
            for active in self.screen.active_bindings.values():
                item: Binding = active.binding
                if item.show and item.description and active.enabled and item.action not in self._hidden:
                    found.setdefault(item.action, (item.key, self.app.get_key_display(item), words_of(item)))
            self._entries = list(found.values())
        return self._entries

    def render_line(self, y: int) -> Strip:
        """The keys, as many as the line holds."""
        base, key = self.rich_style, self.get_component_rich_style("key-line--key")
        parts, used = [Segment(" ", base)], 1
        for _, shown, words in self.entries():
            if used + len(shown) + len(words) + 3 > self.size.width:
                break
            parts += [Segment(shown, key), Segment(f" {words}  ", base)]
            used += len(shown) + len(words) + 3
        return Strip(parts).extend_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        place = 1
        for key, shown, words in self.entries():
            place += len(shown) + len(words) + 3
            if event.x < place:
                self.app.simulate_key(key)
                return


class CommandLine(Input):
    """Where commands are typed; unique beginnings of words will do."""

    HELP = (
        "The command line. Type a command or a unique beginning of one; ? lists what is legal, ?move tells how move "
        "is used. Tab takes the proposed word, up and down bring back earlier commands; escape goes back."
    )
    BINDINGS = [
        Binding("tab", "complete", "the proposed word", id="command.complete"),
        Binding("up", "older", "earlier commands", id="command.older"),
        Binding("down", "newer", "newer", show=False, id="command.newer"),
        Binding("escape", "leave", "back", id="command.leave"),
    ]

    class Entered(Message):
        """A line was typed."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    class Left(Message):
        """The player wants back to the map."""

    def __init__(self, *, id: str | None = None, suggester: Suggester | None = None) -> None:
        words = ": command, or ? for what is legal"
        super().__init__(placeholder=words, suggester=suggester, id=id, compact=True, select_on_focus=False)
        self.past: list[str] = []
        self._place = 0

    def begin(self, text: str = "") -> None:
        """Start typing, with `text` there already."""
        self.value = text
        self.cursor_position = len(text)
        self.screen.set_focus(self)  # at once: the next key is meant for this line

    def remember(self, past: list[str]) -> None:
        """Share the lines typed before with another command line."""
        self.past, self._place = past, len(past)

    @on(Input.Submitted)
    def done(self, event: Input.Submitted) -> None:
        """The line is complete: as it was when enter was pressed, whatever has been typed since on a busy machine."""
        event.stop()
        line = event.value.strip()
        self.value = ""
        if line:
            if not self.past or self.past[-1] != line:
                self.past.append(line)
            self._place = len(self.past)
            self.post_message(self.Entered(line))
        else:
            self.post_message(self.Left())

    async def action_complete(self) -> None:
        """The word that is proposed is taken."""
        proposed = await self.suggester.get_suggestion(self.value) if self.suggester and self.value else None
        if proposed:
            self.value, self.cursor_position = proposed, len(proposed)

    def action_older(self) -> None:
        """The line typed before."""
        self._recall(-1)

    def action_newer(self) -> None:
        """The line typed after."""
        self._recall(1)

    def _recall(self, step: int) -> None:
        self._place = max(0, min(len(self.past), self._place + step))
        self.value = self.past[self._place] if self._place < len(self.past) else ""
        self.cursor_position = len(self.value)

    def action_leave(self) -> None:
        """Back to the map; what was typed is dropped."""
        self.value = ""
        self.post_message(self.Left())


MOST_LINES = 5


class SaidLine(Static):
    """What was said last. It grows with its text, and keeps its height while the cursor moves."""

    def __init__(self) -> None:
        super().__init__(id="said", markup=False)
        self._said = ("", "")
        self._shown = ""
        self._high = 0

    @property
    def shown(self) -> str:
        """The words that stand there now, a hint or the last result."""
        return self._shown

    @property
    def last(self) -> str:
        """The words of the last result."""
        return self._said[0]

    def say(self, text: str, look: str = "") -> bool:
        """The last result. True if it is a refusal with more words than the line holds."""
        text = with_keys(self, text)
        self._said = (text, look)
        self._put(text, look, keeps=False)
        return look == "bad" and not self.holds(text)

    def add(self, text: str) -> None:
        """Something more about the last result."""
        said, look = self._said
        self.say(f"{said} {text}".strip(), look)

    def hint(self, text: str | None = None, look: str = "") -> None:
        """Told for the hex under the cursor; without a text the last result is back."""
        said, said_look = self._said
        shown = said if text is None else with_keys(self, text)
        self._put(shown, said_look if text is None else look, keeps=text is not None)

    def _put(self, text: str, look: str, *, keeps: bool) -> None:
        self.set_classes(f"said-{look}" if look else "")
        high = max(1 if self.screen.has_class("low") else 2, min(MOST_LINES, self._lines(text)))
        if keeps and text != self._said[0]:  # the map keeps its place
            high = max(high, self._high)
        if high != self._high:
            self._high = high
            self.styles.height = high
        self._shown = text
        self.update(text, layout=False)

    def holds(self, text: str) -> bool:
        """Whether there is room for the whole of a text."""
        return self._lines(text) <= MOST_LINES

    def _lines(self, text: str) -> int:
        return len(wrap(text, max(20, self.app.size.width - 2)))


class LessonBox(Static):
    """What the present lesson says and what to press; not there where there is nothing to teach."""

    def __init__(self) -> None:
        super().__init__(id="lesson", markup=False)

    def show(self, shown: Shown | None) -> None:
        """Show a lesson; None hides the box."""
        self.set_class(shown is not None, "teaches")
        if shown is None:
            return
        self.border_title = Content(shown.heading + (f"   ✓ {shown.done}" if shown.done else ""))
        self.border_subtitle = Content("option lessons off hides this")
        self.update(self._words(shown))

    def _words(self, shown: Shown) -> Content:
        """The words of a lesson, and on a line of its own what to press."""
        if shown.lesson is None:
            return Content(
                with_keys(
                    self, "That was the last lesson. Go on as you like; ‹question_mark› shows help, ‹w› says why."
                )
            )
        lesson = shown.lesson
        do = [f"press {lesson.press}"] * bool(lesson.press) + [f"type :{lesson.type}"] * bool(lesson.type)
        text = Content(lesson.text)
        if shown.passed:
            few = "a lesson" if len(shown.passed) == 1 else f"{len(shown.passed)} lessons"
            went = with_keys(self, f"That skipped {few} ({', '.join(shown.passed)}); ‹u› goes back.\n")
            text = Content.styled(went, "dim") + text
        return text + Content.styled(f"\n► {'  or  '.join(do)}", "bold $text-accent") if do else text


KEYS: list[BindingType] = [
    Binding("n", "next", "next", id="play.next", tooltip="go on: next step, the ENEMY's next act, next phase"),
    Binding(
        "e", "enemy('shot')", "shot", id="play.enemy-shot", tooltip="the ENEMY acts up to its next shot, without asking"
    ),
    Binding(
        "E",
        "enemy('phase')",
        "run",
        id="play.enemy-phase",
        tooltip="go on, phase after phase, until you have something to decide; then show the outcome",
    ),
    Binding("m", "move", "move", id="play.move", tooltip="move or place the taken units at the cursor"),
    Binding(
        "f",
        "fire",
        "fire",
        id="play.fire",
        tooltip="aim with the taken units, then fire at the cursor; in the CCPh fight there",
    ),
    Binding(
        "a", "add", "add stack", show=False, id="play.add", tooltip="add the stack under the cursor, or take it out"
    ),
    Binding("asterisk", "all", "all who can", show=False, id="play.all", tooltip="take all units that can still act"),
    Binding("d", "draw", "draw way", show=False, id="play.draw", tooltip="draw a way for the taken units, hex by hex"),
    Binding(
        "backspace", "rub_out", "a hex back", show=False, id="play.rub-out", tooltip="while drawing a way: back one hex"
    ),
    Binding("x", "only", "only this", show=False, id="play.only", tooltip="one unit of the stack alone, then the next"),
    Binding(
        "r",
        "again",
        "again",
        show=False,
        id="play.again",
        tooltip="the last move or fire once more: the taken units, to the cursor, in the same manner",
    ),
    Binding("c", "go_on", "go on", id="play.go-on", tooltip="the move that halted under fire goes on"),
    Binding("o", "orders", "orders", id="play.orders", tooltip="every order the taken units may be given now"),
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
        "next unit",
        id="play.next-pane",
        tooltip="the next stack that can still act; while aiming the next target; in a pane the next one",
    ),
    Binding("shift+tab", "next_target(-1)", "back", show=False, id="play.last-pane", tooltip="the one before it"),
    Binding(
        "V",
        "run('vasl')",
        "VASL",
        show=False,
        id="play.vasl",
        tooltip="what differs in VASL's newest save; takes it over",
    ),
    Binding("w", "why", "why", id="play.why", tooltip="explain the ENEMY's last act, or the last roll"),
    Binding(
        "A",
        "advise",
        "advice",
        show=False,
        id="play.advise",
        tooltip="what the built-in commander would do now: with the taken units, or with any unit",
    ),
    Binding(
        "P",
        "axes",
        "plan",
        show=False,
        id="play.axes",
        tooltip="where the commander attacks: axes and phase lines on the map; again: hides them",
    ),
    Binding("t", "past", "past", show=False, id="play.past", tooltip="look at any past moment"),
    Binding("g", "command('go ')", "go to hex", show=False, priority=True, id="play.go"),
    Binding("O", "options", "options", show=False, id="play.options", tooltip="the options of this game"),
    Binding("question_mark", "help", "help", key_display="?", id="play.help"),
    Binding("L", "legend", "legend", show=False, id="play.legend"),
    Binding("escape", "back", "back", show=False, id="play.back", tooltip="release, or back to the map"),
    Binding("q", "leave", "home", show=False, id="play.home", tooltip="back to the home screen; everything is saved"),
]
