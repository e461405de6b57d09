"""Colours: the program's own theme, and what the map is painted with on dark, light and ANSI terminals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.color import Color
from rich.style import Style
from textual.theme import Theme

DUSK = Theme(
    name="sasl-dusk",
    primary="#c8a45a",
    secondary="#7f9a6a",
    accent="#e0b84e",
    warning="#d98a3d",
    error="#d9644a",
    success="#8fb36a",
    foreground="#e4dfce",
    background="#14160f",
    surface="#1b1e16",
    panel="#262a1f",
    dark=True,
    variables={"border": "#4a4f3c", "footer-key-foreground": "#e0b84e", "input-cursor-background": "#e0b84e"},
)
"""A dark theme in field colours."""


@dataclass(frozen=True)
class Palette:
    """What the map is painted with. Colours are `#rrggbb`, or ANSI names where `flat`."""

    name: str
    terrain: dict[str, str]
    other: dict[str, str]
    ink: dict[str, str]
    flat: bool = False

    def ground(self, terrain: str) -> str:
        """The background of a terrain."""
        return self.terrain.get(terrain, self.terrain["open"])

    def mix(self, colour: str, name: str, share: float) -> str:
        """`colour` with a `share` of the paint `name`; flat palettes take the paint itself."""
        return self.ink[name] if self.flat else blend(colour, self.ink[name], share)

    def shade(self, colour: str, step: int) -> str:
        """`colour` a little darker (-1) or lighter (+1 and more)."""
        if self.flat or not step:
            return colour
        return blend(colour, "#000000" if step < 0 else "#ffffff", 0.05 * abs(step))


DARK = Palette(
    "dark",
    {
        "open": "#4b4c31",
        "grain": "#7a6427",
        "brush": "#4d6130",
        "orchard": "#3c6244",
        "woods": "#1f4427",
        "marsh": "#265a5c",
        "shellholes": "#52412f",
        "wooden-building": "#6b4327",
        "gully": "#34455c",
        "bridge": "#6a6152",
        "stone-building": "#5f5b5a",
        "crags": "#59544b",
        "graveyard": "#4c5546",
        "stream": "#2f4f66",
        "water": "#24527d",
    },
    {
        "open": "#8f9068",
        "grain": "#d3b14c",
        "brush": "#96ad5c",
        "orchard": "#84b58b",
        "woods": "#68a574",
        "marsh": "#78b9bb",
        "shellholes": "#b3926d",
        "wooden-building": "#e2a06c",
        "gully": "#8aa4c9",
        "bridge": "#d8c9a8",
        "stone-building": "#d6d0cb",
        "crags": "#bdb6a8",
        "graveyard": "#b3bfa6",
        "stream": "#8fc0de",
        "water": "#86b7e6",
    },
    {
        "void": "#0e0f0b",
        "name": "#d8d6be",
        "grid": "#7b7c58",
        "crest": "#c07f3c",
        "slope": "#e8c070",
        "line": "#ffe14d",
        "road": "#b59a6c",
        "road-ink": "#3a2c14",
        "rail": "#1c1c1c",
        "rail-ink": "#b9b9b9",
        "road-line": "#b59a6c",
        "rail-line": "#b9b9b9",
        "water": "#52719b",
        "water-ink": "#c3d6ee",
        "wall": "#c9c5ba",
        "hedge": "#8fcf6a",
        "cliff": "#d08a55",
        "friendly": "#c98d4b",
        "friendly-ink": "#1a0f04",
        "enemy": "#7fa9da",
        "enemy-ink": "#061225",
        "Hold": "#0b0b0b",
        "Hold-ink": "#f4f4f4",
        "Advance": "#ecd23c",
        "Advance-ink": "#141000",
        "Withdraw": "#9c9c9c",
        "Withdraw-ink": "#0d0d0d",
        "vpo-friendly": "#ffb45e",
        "vpo-enemy": "#a9cbff",
        "mark": "#ffffff",
        "danger": "#ff5a3c",
        "cursor": "#fff27a",
        "cursor-ink": "#141200",
        "selected": "#ffffff",
        "selected-ink": "#101010",
        "reach": "#7ed957",
        "path": "#ffd23c",
        "los": "#62d6e8",
        "blocked": "#e06a5a",
        "target": "#e06ad0",
        "smoke": "#b9bdc0",
    },
)

LIGHT = Palette(
    "light",
    {
        "open": "#d9d4ae",
        "grain": "#ecd071",
        "brush": "#bccf86",
        "orchard": "#a9d3a6",
        "woods": "#7db580",
        "marsh": "#a3d4d3",
        "shellholes": "#c9ad8a",
        "wooden-building": "#d49e70",
        "gully": "#a9bddb",
        "bridge": "#d8cfbd",
        "stone-building": "#b9b4b0",
        "crags": "#c2bcae",
        "graveyard": "#c3ccb4",
        "stream": "#a5cbe0",
        "water": "#8fbce6",
    },
    {
        "open": "#a39d6f",
        "grain": "#8e6f0e",
        "brush": "#566a1c",
        "orchard": "#2d6b34",
        "woods": "#14521d",
        "marsh": "#12605f",
        "shellholes": "#6b4a22",
        "wooden-building": "#6b2f08",
        "gully": "#2c4a7c",
        "bridge": "#5d5138",
        "stone-building": "#3d3936",
        "crags": "#4c473b",
        "graveyard": "#42502f",
        "stream": "#14506e",
        "water": "#0f417a",
    },
    {
        "void": "#f2f0e4",
        "name": "#37341f",
        "grid": "#9c9770",
        "crest": "#8a4b0e",
        "slope": "#a35a00",
        "line": "#b00020",
        "road": "#f4ecd8",
        "road-ink": "#7a6a45",
        "rail": "#5a5a5a",
        "rail-ink": "#ffffff",
        "road-line": "#7a6a45",
        "rail-line": "#3a3a3a",
        "water": "#6f93c8",
        "water-ink": "#0a1f44",
        "wall": "#4a4640",
        "hedge": "#1f6a12",
        "cliff": "#7a3a08",
        "friendly": "#7a4a16",
        "friendly-ink": "#fff4e2",
        "enemy": "#1d4f91",
        "enemy-ink": "#eef5ff",
        "Hold": "#0b0b0b",
        "Hold-ink": "#ffffff",
        "Advance": "#f2d21b",
        "Advance-ink": "#141000",
        "Withdraw": "#8c8c8c",
        "Withdraw-ink": "#ffffff",
        "vpo-friendly": "#8a3d00",
        "vpo-enemy": "#003f9a",
        "mark": "#000000",
        "danger": "#c4160a",
        "cursor": "#202000",
        "cursor-ink": "#fff9b0",
        "selected": "#000000",
        "selected-ink": "#ffffff",
        "reach": "#3fae2a",
        "path": "#e08a00",
        "los": "#0092a8",
        "blocked": "#c43a2a",
        "target": "#b02aa0",
        "smoke": "#8d9296",
    },
)

ANSI = Palette(
    "ansi",
    dict.fromkeys(DARK.terrain, "default"),
    {
        "open": "bright_black",
        "grain": "yellow",
        "brush": "green",
        "orchard": "bright_green",
        "woods": "green",
        "marsh": "cyan",
        "shellholes": "white",
        "wooden-building": "bright_red",
        "gully": "bright_blue",
        "bridge": "white",
        "stone-building": "bright_white",
        "crags": "white",
        "graveyard": "green",
        "stream": "bright_blue",
        "water": "blue",
    },
    {
        "void": "default",
        "name": "default",
        "grid": "bright_black",
        "crest": "yellow",
        "slope": "bright_yellow",
        "line": "bright_yellow",
        "road": "default",
        "road-ink": "bright_white",
        "rail": "default",
        "rail-ink": "bright_white",
        "road-line": "bright_white",
        "rail-line": "bright_white",
        "water": "default",
        "water-ink": "bright_blue",
        "wall": "white",
        "hedge": "bright_green",
        "cliff": "yellow",
        "friendly": "yellow",
        "friendly-ink": "black",
        "enemy": "blue",
        "enemy-ink": "bright_white",
        "Hold": "black",
        "Hold-ink": "bright_white",
        "Advance": "bright_yellow",
        "Advance-ink": "black",
        "Withdraw": "white",
        "Withdraw-ink": "black",
        "vpo-friendly": "bright_yellow",
        "vpo-enemy": "bright_cyan",
        "mark": "bright_white",
        "danger": "bright_red",
        "cursor": "bright_white",
        "cursor-ink": "black",
        "selected": "bright_magenta",
        "selected-ink": "black",
        "reach": "green",
        "path": "yellow",
        "los": "cyan",
        "blocked": "red",
        "target": "magenta",
        "smoke": "white",
    },
    flat=True,
)


TEXT = {
    "dark": {"friendly": "#e3ae72", "enemy": "#9cc0ea"},
    "light": {"friendly": "#7a4a16", "enemy": "#1d4f91"},
    "ansi": {"friendly": "ansi_yellow", "enemy": "ansi_bright_blue"},
}
"""The two sides' colours in panes, by palette."""


def palette_for(theme: Theme) -> Palette:
    """The map's paints under a theme of the app."""
    if "ansi" in theme.name:
        return ANSI
    return DARK if theme.dark else LIGHT


@lru_cache(maxsize=8192)
def blend(first: str, second: str, share: float) -> str:
    """`first` with a `share` (0 to 1) of `second`, both `#rrggbb`."""
    a, b = (tuple(int(text[i : i + 2], 16) for i in (1, 3, 5)) for text in (first, second))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=True))


@lru_cache(maxsize=16384)
def paint(ink: str, ground: str, bold: bool = False, underline: bool = False) -> Style:
    """The Rich style of these colours; kept, as the map asks for it often."""
    return Style(
        color=None if ink == "default" else Color.parse(ink),
        bgcolor=None if ground == "default" else Color.parse(ground),
        bold=bold or None,
        underline=underline or None,
    )
