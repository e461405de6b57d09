"""Colours: the program's own theme, and what the map is painted with on dark, light and ANSI terminals."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color
from rich.style import Style
from textual.theme import Theme

from sasl.kernel.frozen import Frozen

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
HIGH_CONTRAST = Theme(
    name="sasl-contrast",
    primary="#ffd700",
    secondary="#00d75f",
    accent="#ffff00",
    warning="#ffb000",
    error="#ff5f5f",
    success="#00ff87",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    dark=True,
    variables={"border": "#ffffff", "footer-key-foreground": "#ffff00", "input-cursor-background": "#ffff00"},
)
"""White and strong colours on black."""
COLOUR_BLIND = Theme(
    name="sasl-colour-blind",
    primary="#f0e442",
    secondary="#009e73",
    accent="#f0e442",
    warning="#e69f00",
    error="#ff8c42",
    success="#56b4e9",
    foreground="#eeeeea",
    background="#101418",
    surface="#181d22",
    panel="#242b32",
    dark=True,
    variables={"border": "#56626e", "footer-key-foreground": "#f0e442", "input-cursor-background": "#f0e442"},
)
"""Good and bad are blue and orange; nothing depends on red and green."""
THEMES = (DUSK, HIGH_CONTRAST, COLOUR_BLIND)
"""The program's own."""


@lru_cache(maxsize=8192)
def blend(first: str, second: str, share: float) -> str:
    """`first` with a `share` (0 to 1) of `second`, both `#rrggbb`."""
    a, b = (tuple(int(text[i : i + 2], 16) for i in (1, 3, 5)) for text in (first, second))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=True))


class Palette(Frozen):
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


TERRAIN = """
open            #4b4c31 #8f9068 #d9d4ae #a39d6f default bright_black
grain           #7a6427 #d3b14c #ecd071 #8e6f0e default yellow
brush           #4d6130 #96ad5c #bccf86 #566a1c default green
orchard         #3c6244 #84b58b #a9d3a6 #2d6b34 default bright_green
woods           #1f4427 #68a574 #7db580 #14521d default green
marsh           #265a5c #78b9bb #a3d4d3 #12605f default cyan
shellholes      #52412f #b3926d #c9ad8a #6b4a22 default white
wooden-building #6b4327 #e2a06c #d49e70 #6b2f08 default bright_red
gully           #34455c #8aa4c9 #a9bddb #2c4a7c default bright_blue
bridge          #6a6152 #d8c9a8 #d8cfbd #5d5138 default white
stone-building  #5f5b5a #d6d0cb #b9b4b0 #3d3936 default bright_white
crags           #59544b #bdb6a8 #c2bcae #4c473b default white
graveyard       #4c5546 #b3bfa6 #c3ccb4 #42502f default green
stream          #2f4f66 #8fc0de #a5cbe0 #14506e default bright_blue
water           #24527d #86b7e6 #8fbce6 #0f417a default blue
"""
"""The ground of a terrain and its sign: dark, light, ANSI."""
INK = """
void         #0e0f0b #f2f0e4 default
name         #d8d6be #37341f default
grid         #7b7c58 #9c9770 bright_black
crest        #c07f3c #8a4b0e yellow
slope        #e8c070 #a35a00 bright_yellow
line         #ffe14d #b00020 bright_yellow
road         #b59a6c #f4ecd8 default
road-ink     #3a2c14 #7a6a45 bright_white
rail         #1c1c1c #5a5a5a default
rail-ink     #b9b9b9 #ffffff bright_white
road-line    #b59a6c #7a6a45 bright_white
rail-line    #b9b9b9 #3a3a3a bright_white
water        #52719b #6f93c8 default
water-ink    #c3d6ee #0a1f44 bright_blue
wall         #c9c5ba #4a4640 white
hedge        #8fcf6a #1f6a12 bright_green
cliff        #d08a55 #7a3a08 yellow
friendly     #c98d4b #7a4a16 yellow
friendly-ink #1a0f04 #fff4e2 black
enemy        #7fa9da #1d4f91 blue
enemy-ink    #061225 #eef5ff bright_white
Hold         #0b0b0b #0b0b0b black
Hold-ink     #f4f4f4 #ffffff bright_white
Advance      #ecd23c #f2d21b bright_yellow
Advance-ink  #141000 #141000 black
Withdraw     #9c9c9c #8c8c8c white
Withdraw-ink #0d0d0d #ffffff black
vpo-ground   #0d1120 #ffffff black
vpo-friendly #ffb45e #8a3d00 bright_yellow
vpo-enemy    #a9cbff #003f9a bright_cyan
mark         #ffffff #000000 bright_white
danger       #ff5a3c #c4160a bright_red
cursor       #fff27a #202000 bright_white
cursor-ink   #141200 #fff9b0 black
selected     #ffffff #000000 bright_magenta
selected-ink #101010 #ffffff black
reach        #7ed957 #3fae2a green
path         #ffd23c #e08a00 yellow
los          #62d6e8 #0092a8 cyan
blocked      #e06a5a #c43a2a red
target       #e06ad0 #b02aa0 magenta
smoke        #b9bdc0 #8d9296 white
axis         #c9a0ff #6a2fb0 bright_magenta
"""
"""The other paints: dark, light, ANSI."""


def _columns(text: str) -> list[dict[str, str]]:
    """The columns of a table, each by the names at its left."""
    names, *columns = zip(*(row.split() for row in text.strip().splitlines()), strict=True)
    return [dict(zip(names, column, strict=True)) for column in columns]


_ground, _ink = _columns(TERRAIN), _columns(INK)
DARK = Palette("dark", _ground[0], _ground[1], _ink[0])
LIGHT = Palette("light", _ground[2], _ground[3], _ink[1])
ANSI = Palette("ansi", _ground[4], _ground[5], _ink[2], flat=True)

CONTRAST_INK = """
void #000000
name #ffffff
grid #9a9a9a
crest #ffb000
slope #ffd75f
road #8a8a8a
road-ink #000000
friendly #ffb000
friendly-ink #000000
enemy #00c8ff
enemy-ink #000000
vpo-friendly #ffd75f
vpo-enemy #8be4ff
danger #ff3030
cursor #ffff00
reach #00d75f
path #ffd700
los #00ffff
blocked #ff5f5f
target #ff5fff
"""
BLIND_INK = """
friendly #e69f00
friendly-ink #000000
enemy #56b4e9
enemy-ink #000000
vpo-friendly #ffc65c
vpo-enemy #9bd7ff
danger #d55e00
reach #0072b2
path #f0e442
los #56b4e9
blocked #d55e00
target #cc79a7
hedge #009e73
"""
"""What these two themes paint otherwise than the dark one; the second in the colours of Okabe and Ito."""
BLIND_GROUND = """
woods #10403c
brush #5d6130
orchard #2f5a63
wooden-building #6a3d5c
marsh #265a72
"""


def _pairs(text: str) -> dict[str, str]:
    """The rows of a table of two columns."""
    return dict(row.split() for row in text.strip().splitlines())


CONTRAST = Palette(
    "contrast",
    {name: blend(colour, "#000000", 0.6) for name, colour in DARK.terrain.items()},
    DARK.other,
    DARK.ink | _pairs(CONTRAST_INK),
)
BLIND = Palette("blind", DARK.terrain | _pairs(BLIND_GROUND), DARK.other, DARK.ink | _pairs(BLIND_INK))
PALETTES = {"sasl-contrast": CONTRAST, "sasl-colour-blind": BLIND}
"""The palettes of the program's own themes besides the first, by the theme."""

TEXT = {
    "contrast": {"friendly": "#ffb000", "enemy": "#00c8ff"},
    "blind": {"friendly": "#e69f00", "enemy": "#56b4e9"},
    "dark": {"friendly": "#e3ae72", "enemy": "#9cc0ea"},
    "light": {"friendly": "#7a4a16", "enemy": "#1d4f91"},
    "ansi": {"friendly": "ansi_yellow", "enemy": "ansi_bright_blue"},
}
"""The two sides' colours in panes, by palette."""


def palette_for(theme: Theme) -> Palette:
    """The map's paints under a theme of the app."""
    if "ansi" in theme.name:
        return ANSI
    if theme.name in PALETTES:
        return PALETTES[theme.name]
    return DARK if theme.dark else LIGHT


@lru_cache(maxsize=16384)
def paint(ink: str, ground: str, bold: bool = False, underline: bool = False) -> Style:
    """The Rich style of these colours; kept, as the map asks for it often."""
    return Style(
        color=None if ink == "default" else Color.parse(ink),
        bgcolor=None if ground == "default" else Color.parse(ground),
        bold=bold or None,
        underline=underline or None,
    )
