"""A list of lines with a cursor: the one widget behind every pane, list and log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.css.styles import RenderStyles
from textual.dom import DOMNode
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sasl.kernel.frozen import Frozen
from sasl.kernel.text import broken, shown
from sasl.tui.widgets.keyed import with_keys


class Line(Frozen):
    """One line: its words, its look (a component class), and what it stands for (None: only words)."""

    text: str
    look: str = ""
    data: Any = None
    hang: int = 0
    """The column at which its further lines begin, if they find room there; else a little in from its own beginning."""


HANGS_IN = 20
"""So wide a column must be for lines to be broken within it."""


class LineList(ScrollView, can_focus=True):
    """Lines that wrap; those with data can be chosen."""

    BINDINGS = [
        Binding("up,k", "move(-1)", "up", show=False, id="list.up"),
        Binding("down,j", "move(1)", "down", show=False, id="list.down"),
        Binding("pageup", "move(-15)", "page up", show=False, id="list.page-up"),
        Binding("pagedown", "move(15)", "page down", show=False, id="list.page-down"),
        Binding("home", "move(-1000000)", "first", show=False, id="list.first"),
        Binding("end", "move(1000000)", "last", show=False, id="list.last"),
        Binding("enter", "choose", "choose", show=False, id="list.choose"),
    ]
    HELP = "A list: up and down move, ‹enter› chooses."

    class About(Message):
        """A message about a line."""

        def __init__(self, sender: LineList, line: Line) -> None:
            super().__init__()
            self.sender = sender
            self.line = line

        @property
        def control(self) -> LineList:
            """The list."""
            return self.sender

    class Chosen(About):
        """The player chose a line."""

    class Clicked(About):
        """A line with something behind it was clicked."""

    class Moved(About):
        """The cursor is on another line."""

    def __init__(self, *lines: Line, id: str | None = None, classes: str | None = None, help_text: str = "") -> None:
        super().__init__(id=id, classes=classes)
        self.lines: list[Line] = list(lines)
        self.cursor = -1
        self.help_text = help_text or self.HELP
        self._shown: list[tuple[int, str]] = []
        self._first: list[int] = []
        self._wrapped = 0
        self._width = self._height = 0
        self._looks: dict[str, Style] = {}

    # -- content --------------------------------------------------------------------------------------
    def set_lines(self, lines: Sequence[Line], *, at_end: bool = False) -> None:
        """Show other lines; those that stay at the front are not wrapped again."""
        same = 0
        for old, new in zip(self.lines, lines, strict=False):
            if old is not new and old != new:
                break
            same += 1
        self.lines = list(lines)
        self._forget(same)
        self._wrap()
        if self.cursor >= len(self.lines) or self.cursor < 0 or self.lines[self.cursor].data is None:
            self.cursor = self._near(min(max(self.cursor, 0), len(self.lines) - 1), 1)
        if at_end:
            self.cursor = self._near(len(self.lines) - 1, -1)
            self.scroll_end(animate=False, immediate=True, force=True)
        self.refresh()

    def _forget(self, keep: int) -> None:
        if keep < self._wrapped:
            del self._shown[self._first[keep] :]
            del self._first[keep:]
            self._wrapped = keep

    def _wrap(self) -> None:
        """Break the lines that are not broken yet; before it is known how wide they may be, none."""
        if not self._width:
            return
        width = max(8, self._width)
        for number in range(self._wrapped, len(self.lines)):
            self._first.append(len(self._shown))
            text = shown(with_keys(self, self.lines[number].text))
            if len(text) <= width:
                self._shown.append((number, text))
                continue
            begins = len(text) - len(text.lstrip())
            hang = self.lines[number].hang
            indent = hang if 0 < hang <= width - HANGS_IN else min(begins + 2, width // 2)
            self._shown += [(number, part) for part in broken(text, width, min(begins, width // 2 - 2), indent)]
        self._wrapped = len(self.lines)
        room = 0 if self.has_class("fit") else self.scrollable_content_region.height
        size = Size(self._width, max(len(self._shown), room))
        if self.has_class("pane") and self.size:
            # The room for the scrollbar is always there, so other lines need no new layout and no second frame.
            self.set_reactive(LineList.virtual_size, size)
            self._scroll_update(size)
        else:
            self.virtual_size = size

    def on_resize(self) -> None:
        """Wrap again for another width; a log whose end was in view stays there."""
        room, before = self.scrollable_content_region, self._height
        end = self.is_vertical_scroll_end or self.scroll_offset.y + before >= len(self._shown)
        self._height = room.height
        if room.width != self._width:
            self._width = room.width
            self._forget(0)
            self._wrap()
            self.refresh()
        elif room.height == before:
            return
        if end and self.has_class("log"):
            self.scroll_end(animate=False, immediate=True, force=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as there are."""
        width -= self.scrollbar_size_vertical if self.has_class("fit") else 0
        if width > 0 and width != self._width:
            self._width = width
            self._forget(0)
            self._wrap()
        return max(1, len(self._shown))

    # -- drawing --------------------------------------------------------------------------------------
    def render_lines(self, crop: Region) -> list[Strip]:
        """Some lines of the widget: each look is asked for once."""
        self._looks.clear()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        place, width = self.scroll_offset.y + y, self.size.width
        base = self._look("")
        if place >= len(self._shown):
            return Strip.blank(width, base)
        number, text = self._shown[place]
        line = self.lines[number]
        look = self._look(line.look)
        if number == self.cursor and (self.has_focus or self.has_class("lit")):
            look = self._look("cursor")
        text = text[:width]
        return Strip([Segment(text.ljust(width), look)], width)

    def _look(self, name: str) -> Style:
        """The look of that name, "" for a plain line."""
        found = self._looks.get(name)
        if found is None:
            found = self.get_component_rich_style(f"line--{name}") if name else self.rich_style
            self._looks[name] = found
        return found

    def get_component_styles(self, *names: str) -> RenderStyles:
        """The style sheet is asked for a look when a line first has it: a screen has many lists, a list few looks."""
        for name in names:
            if name not in self._component_styles:
                part = DOMNode(classes=name)
                part._attach(self)
                self.app.stylesheet.apply(part)
                self._component_styles[name] = part.styles
        return super().get_component_styles(*names)

    def notify_style_update(self) -> None:
        """With other styles the list has other looks."""
        self._component_styles.clear()
        self._looks.clear()
        super().notify_style_update()

    # -- acts -----------------------------------------------------------------------------------------
    @property
    def current(self) -> Line | None:
        """The line under the cursor."""
        return self.lines[self.cursor] if 0 <= self.cursor < len(self.lines) else None

    def _near(self, start: int, step: int) -> int:
        """The first line with data from `start` on in direction `step`, else the other way; -1 for none."""
        for direction in (step, -step):
            place = start
            while 0 <= place < len(self.lines):
                if self.lines[place].data is not None:
                    return place
                place += direction
        return -1

    def move_to(self, number: int) -> None:
        """Put the cursor on a line."""
        if 0 <= number < len(self.lines):
            self.cursor = number
            self._show_cursor()

    def action_move(self, step: int) -> None:
        """Move the cursor over the lines that can be chosen; without any, scroll."""
        if self.cursor < 0:
            self.scroll_relative(y=max(-15, min(15, step)), animate=False)
            return
        goal = max(0, min(len(self.lines) - 1, self.cursor + step))
        place = self._near(goal, 1 if step > 0 else -1)
        if place == self.cursor:
            self.scroll_relative(y=max(-15, min(15, step)), animate=False)
            return
        self.cursor = place
        self._show_cursor()
        if self.current:
            self.post_message(self.Moved(self, self.current))

    def _show_cursor(self) -> None:
        if self.cursor >= len(self._first):
            return
        top = self._first[self.cursor]
        bottom = self._first[self.cursor + 1] if self.cursor + 1 < len(self._first) else len(self._shown)
        self.scroll_to_region(Region(0, top, 1, bottom - top), animate=False, immediate=True, force=True)
        self.refresh()

    def action_choose(self) -> None:
        """Choose the line under the cursor; an empty one if there is none to choose."""
        line = self.current
        self.post_message(self.Chosen(self, line if line is not None and line.data is not None else Line("")))

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor; a second click on the line chooses it."""
        offset = event.get_content_offset(self)
        place = self.scroll_offset.y + offset.y if offset else -1
        if not 0 <= place < len(self._shown):
            return
        number = self._shown[place][0]
        if self.lines[number].data is None:
            return
        if number == self.cursor and event.chain > 1:
            self.action_choose()
        self.cursor = number
        self.refresh()
        self.post_message(self.Moved(self, self.lines[number]))
        self.post_message(self.Clicked(self, self.lines[number]))
