"""The map that the player moves on: keys and mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from textual import events
from textual.binding import Binding
from textual.geometry import Offset
from textual.message import Message

from sasl.board.hexes import WAYS, Hex, line, neighbour, parse_hex
from sasl.tui.map.map_paint import ZOOMS
from sasl.tui.map.map_picture import MapPicture
from sasl.tui.map.map_rim import LEFT, TOP

Deed = Literal["click", "again", "add", "menu", "drag", "drop"]
"""What the mouse did on a hex: a click on another hex or on the cursor's, one that adds, one for the menu, a drag."""
SIDES = "893217"
"""The digit for each of the six ways, clockwise from the top, as they lie on a keypad."""


class MapView(MapPicture, can_focus=True):
    """The hex map, with the focus of the player."""

    HELP = (
        "The map. Arrows or ‹h› ‹j› ‹k› ‹l› move the cursor; ‹space› or ‹enter› takes the stack under it (again: "
        "releases it); ‹a› adds another stack, ‹asterisk› takes all that can still act. ‹d› draws a way, hex by hex. "
        "While a stack is taken, green hexes show the MF to reach them, and the line below the map the way to the "
        "cursor; units that see the stack have a !. ‹m› moves the taken units to the cursor (in set-up it places, "
        "in the RPh it rallies them), "
        "‹s› shows the LOS to it, ‹o› lists their orders, ‹escape› releases them. ‹f› aims: "
        "the line of fire follows the "
        "cursor, ‹tab› goes "
        "to the next target, ‹space› adds another stack to the Fire Group, ‹enter› fires. ‹plus› and ‹minus› "
        "(or ‹z› and ‹Z›) zoom, ‹g› "
        "goes to a hex, ‹L› is the legend. With the mouse: click a stack, click its goal, click that again and it "
        "goes; drag a way; ctrl and click adds a stack; the right button lists what can be "
        "done there; the wheel zooms. "
        "Arrows at the edge point to the last fight (✶) and to units that may still act; click one to go there."
    )
    BINDINGS = [
        Binding("up,k", "step(0,-2)", "up", show=False, id="map.up"),
        Binding("down,j", "step(0,2)", "down", show=False, id="map.down"),
        Binding("left,h", "step(-1,0)", "left", show=False, id="map.left"),
        Binding("right,l", "step(1,0)", "right", show=False, id="map.right"),
        Binding("shift+up,K", "step(0,-10)", "5 up", show=False, id="map.far-up"),
        Binding("shift+down,J", "step(0,10)", "5 down", show=False, id="map.far-down"),
        Binding("shift+left,H", "step(-5,0)", "5 left", show=False, id="map.far-left"),
        Binding("shift+right", "step(5,0)", "5 right", show=False, id="map.far-right"),
        Binding("space", "take('space')", "take", id="map.take"),
        Binding("enter", "take('enter')", "take", show=False, id="map.enter"),
        Binding("plus,equals_sign,z", "zoom(1)", "zoom in", show=False, id="map.zoom-in"),
        Binding("minus,Z", "zoom(-1)", "zoom out", show=False, id="map.zoom-out"),
        *(
            Binding(digit, f"side({side})", f"while a way is drawn: one hex {way}", show=False, id=f"draw.side-{side}")
            for side, (digit, way) in enumerate(zip(SIDES, WAYS, strict=True))
        ),
    ]

    class Taken(Message):
        """The player wants the stack under the cursor."""

        def __init__(self, key: str = "enter") -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, zoom: int = 2, id: str | None = None) -> None:
        super().__init__(zoom=zoom, id=id)
        self.when_zoomed: Callable[[], None] = lambda: None
        """What is done when the player has chosen another zoom."""
        self.digits = False
        """Whether 7 8 9 1 2 3 go to the hex at that side, as they lie on a keypad."""
        self.mouse: Callable[[str, Deed], bool] | None = None
        """What the mouse does on a hex means, if somebody says so (True); else a click is a step, then Taken."""
        self._pressed = ""
        self._at_drag: Offset | None = None
        """Where the button was when it last moved; None while it is up."""
        self._dragged = False

    def _on_focus(self, event: events.Focus) -> None:
        self._change_focus(event, events.DescendantFocus(self))

    def _on_blur(self, event: events.Blur) -> None:
        self._change_focus(event, events.DescendantBlur(self))

    def _change_focus(self, event: events.Focus | events.Blur, heard: events.Event) -> None:
        """The map looks the same with the focus and without it: Textual would paint all of it for that."""
        event.prevent_default()
        self.has_focus = isinstance(event, events.Focus)
        if self.parent is not None:
            self.parent.post_message(heard)

    # -- acts -----------------------------------------------------------------------------------------
    def action_step(self, right: int, down: int) -> None:
        """Move the cursor; left and right keep the same height as far as hexes allow."""
        spot = parse_hex(self.cursor)
        step = 1 if right > 0 else -1
        for _ in range(max(abs(right), abs(down) // 2)):
            if right:
                level = spot.half_y - 1 if spot.col % 2 == 0 else spot.half_y + 1
                goals = (level, 2 * spot.half_y - level)
                col = spot.col + step
            else:
                level = spot.half_y + (2 if down > 0 else -2)
                goals, col = (level, level), spot.col
            for half_y in goals:
                if (col, half_y) in self._at:
                    spot = Hex(col, (half_y + 2 - col % 2) // 2)
                    break
        self.set_cursor(spot.name)

    def action_take(self, key: str = "enter") -> None:
        """Take or let go the stack under the cursor; while aiming: fire at it."""
        self.follow()
        self.post_message(self.Taken(key))

    def action_zoom(self, step: int) -> None:
        """The next nearer or farther zoom."""
        self.choose_zoom(self.zoom_step + step)

    def choose_zoom(self, step: int) -> None:
        """The zoom that the player wants; a larger or smaller terminal leaves it."""
        if 0 <= step < len(ZOOMS):
            self.chosen = True
            self.set_zoom(step)
            self.when_zoomed()

    def action_side(self, side: int) -> None:
        """The hex across a hexside."""
        self.set_cursor(neighbour(parse_hex(self.cursor), side).name)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The digits are ways only while a way is drawn."""
        return self.digits if action == "side" else super().check_action(action, parameters)

    # -- mouse ----------------------------------------------------------------------------------------
    def under(self, spot: Offset) -> str:
        """The hex at a cell of the widget, or ""."""
        if spot.x < LEFT or spot.y < TOP:
            return ""
        place = spot - (LEFT, TOP) + self.scroll_offset
        return self.hex_at(place.x, place.y)

    def _means(self, name: str, deed: Deed) -> bool:
        return self.mouse is not None and self.mouse(name, deed)

    def on_click(self, event: events.Click) -> None:
        """An arrow leads where it points; a click moves the cursor, one on the cursor takes the stack."""
        arrow = next((item for item in self.arrows().get(event.y, ()) if 0 <= event.x - item.x < len(item.text)), None)
        if arrow is not None:
            self.set_cursor(arrow.name)
            return
        name, self._dragged, dragged = self.under(event.offset), False, self._dragged
        if not name or dragged:
            return
        deed: Deed = (
            "menu" if event.button == 3 else "add" if event.ctrl else "again" if name == self.cursor else "click"
        )
        if self._means(name, deed):
            return
        if name == self.cursor:
            self.post_message(self.Taken())
        else:
            self.set_cursor(name)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A drag may begin."""
        self._dragged = False
        if event.button == 1:
            self._pressed, self._at_drag = self.under(event.offset), event.screen_offset
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """With the button down: a drag over hexes, or of the map."""
        if self._at_drag is None or event.screen_offset == self._at_drag:
            return
        name = self.under(event.offset)
        if name == self._pressed and not self._dragged:
            return
        begun, self._dragged = self._dragged, True
        if self._pressed and (begun or self._means(self._pressed, "drag")):
            if name and name != self.cursor:
                self._means(name, "drag")
        else:
            self._pressed = ""
            by = self._at_drag - event.screen_offset
            self.scroll_relative(by.x, by.y, animate=False, immediate=True, force=True)
        self._at_drag = event.screen_offset

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """The drag is over."""
        self.release_mouse()
        if self._dragged and self._pressed:
            self._means(self.cursor, "drop")
        self._at_drag = None

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel zooms in on what is under the pointer."""
        self._wheel(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel zooms out."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, step: int) -> None:
        """Another zoom, with the hex under the pointer where it is; with shift or ctrl the map scrolls as usual."""
        if event.shift or event.ctrl:
            return
        event.stop()
        event.prevent_default()
        name = self.under(event.offset) or self.cursor
        before = self.region_of(name).offset - self.scroll_offset
        self.choose_zoom(self.zoom_step + step)
        goal = self.region_of(name).offset - before
        self.scroll_to(goal.x, goal.y, animate=False, immediate=True, force=True)


def los_line(a: str, b: str, state: str) -> dict[str, str]:
    """The hexes of a LOS with its state, for the map."""
    return {spot.name: state for spot in line(parse_hex(a), parse_hex(b))}
