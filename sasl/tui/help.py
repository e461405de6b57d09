"""Help: the focused pane with its keys, the map's legend, and what may be typed now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

from sasl.kernel.orders.commands import Prompt, taking
from sasl.kernel.text import SLIP, closest, hint
from sasl.tui.program import program_of
from sasl.tui.widgets.key_names import KEY_SIGNS
from sasl.tui.widgets.keyed import with_keys
from sasl.tui.widgets.lines import Line

SESSION_WORDS = (
    ("undo", "[N]", "take back N commands; a list says what to change on your board"),
    ("redo", "[N]", "redo what was undone"),
    ("restore", "[N]", "bring back what a new command replaced after an undo or a jump"),
    ("jump", "N", "go to moment N (‹t› shows them all)"),
    ("look", "N", "look at moment N without going back"),
    ("log", "[TOPIC]", "show the log, or only: roll suspect unit control event told adjust"),
    ("why", "[N]", "explain log line N from the end (1: the last)"),
    ("go", "HEX", "put the cursor on a hex"),
    ("save", "as NAME", "write the whole game to another file, NAME or FOLDER/NAME, and go on there"),
    ("quit", "", "leave; every move is saved as it is made"),
)
"""Words that belong to the program, not to the rules: usage and meaning."""

GROUPS = {
    "turn": "Turn",
    "set-up": "Set-up",
    "move": "Movement",
    "fire": "Fire",
    "recover": "Recovery",
    "enemy": "ENEMY",
    "settle": "Results from your board",
    "adjust": "By hand",
    "dice": "Dice",
    "look": "Looking",
    "play": "Play",
}

PANE_HELP = {
    "hex": "The hex under the cursor. ‹enter› takes or releases a single unit, or one SW by itself; below is what "
    "they may do now. On an S? ‹enter› goes there.",
    "log": "Everything that happened. ‹enter› on a line explains it (why?). ‹f› or log TOPIC shows one topic only.",
    "enemy": "The ENEMY: Activated units, then S? by attitude. ‹enter› goes to the hex.",
    "vp": "The VP schedule at this moment. ‹enter› on a VPO goes there.",
    "setup": "Set-up: what is done, the mission values and where their figures come from. "
    "‹enter› on a value types your own; "
    "‹enter› on a unit takes it, ‹m› places it at the cursor.",
}
"""What each pane is for."""

LEGEND = (
    ("head", "Counters"),
    ("friendly", "628²    FRIENDLY stack: its first unit, how many of that kind (squads), ⁺ others with them"),
    ("", "628b    b broken (paler), d under DM, x Melee, p pinned, P Panicked, ! berserk, ? concealed, c CX, t TI"),
    ("", "628f    f has fired (F Final Fire), o Opportunity Fire, m mounted, w Wall Advantage"),
    ("", "T34s    vehicles: s Shocked or Stunned, a Abandoned, r Recalled, i immobile"),
    ("", "T34↗    a Gun's or vehicle's CA; at close zoom a second arrow for the turret"),
    ("enemy", "[467²   ENEMY stack: always begins with [ ; ? concealed"),
    ("", "S?      S? on Hold (black);  S?A Advance (yellow);  S?W Withdraw (grey);  S?² two of them"),
    (
        "",
        "S?!     ! at the end: it has a LOS (within 16 hexes) to the stack you took; the hex "
        "pane gives range and Hindrance",
    ),
    ("enemy", "[467!   a Known ENEMY unit that sees the stack you took"),
    ("", "in the overview: 3s squads (s+ a squad and others), L leader, T vehicle, G Gun, h HS, c crew; S? A? W?"),
    ("", "in the overview: numbers at the left are those of A, C, E …, at the right those of B, D, F …"),
    ("", "several in one hex: ◇? VPO and S?, ◇[ VPO and ENEMY, ◆s VPO and squads, [? ENEMY and S?, s[ both sides"),
    ("head", "VPO and markers"),
    ("friendly", "◆       VPO, FRIENDLY-controlled"),
    ("enemy", "◇       VPO, ENEMY-controlled"),
    ("bad", "mine    Known minefield (* beside a stack);  FFE  artillery;  burn  burning wreck"),
    ("bad", "RFP 4   Residual FP;  lane 2  a Fire Lane's hexes;  BLAZ Blaze, flam Flame;  SR, FFEC of a battery"),
    ("", "smok    smoke (grey ground);  wrck wreck, snpr sniper, obs Offboard Observer"),
    ("", "foxh    foxhole: entrench digs one in your PFPh, move UNITS HEX into goes beneath it;  wire Wire"),
    ("", "fort    Fortified Building: +1 TEM, and closed to Infantry while a Good Order squad holds it (B23.9)"),
    ("", "≠≠      a destroyed bridge; an intact bridge is a road over water or gully, on its own ground"),
    ("", "beside a stack: * mines or FFE, ^ fire, = Fire Lane, r Residual FP, ▒ smoke, ' another marker"),
    ("head", "Ground"),
    ("", '♣ woods   % brush   o orchard   " grain   ~ marsh   ∘ shellholes   ▲ building   ≈ gully'),
    ("", "■ stone building   ∆ crags   † graveyard   ≋ stream   ≡ water   = bridge"),
    ("", "▪ # ▼   on a hexside: wall, hedge, cliff; at the small zooms beside or in the hex"),
    ("", "│ ─ light band: road   ╫ dark band: railroad   ≈ ≋ blue band: gully, stream"),
    ("", "> < ^ v on a hexside: slope, pointing uphill to downhill (> : the right hex is lower)"),
    ("", "¹ ² after a hex name: level;  brown hexside: crest line"),
    ("key", "▞ ▂ yellow hexside: the FRIENDLY set-up line"),
    ("head", "Your own marks"),
    ("key", "►       cursor;  ● the stack you took;  » a hex the program asks about or points to"),
    ("good", "3½      MF to reach the hex (green: within reach);  6r only by road all the way (bonus)"),
    ("good", "◦3      the way ‹m› would take to the cursor, with MF;  • last way;  ∙ LOS, × blocked"),
    ("key", "━ ╌     an axis of the plan, main and secondary;  ━5 to be taken by Turn 5"),
    ("bad", "✶       the line of fire of the last attack;  »1MC its result at the target"),
)


def legend_lines() -> list[Line]:
    """The legend of the map."""
    return [Line(text, look) for look, text in LEGEND]


def help_lines(screen: Screen[Any], focused: Widget | None) -> list[Line]:
    """The focused pane in words, its keys, then the keys of the screen."""
    lines, own = list[Line](), program_of(screen).own.keys
    text = getattr(focused, "help_text", "") or getattr(focused, "HELP", "")
    if focused is not None and text:
        lines += [Line(str(focused.border_title or "This pane"), "head"), Line(with_keys(focused, str(text)))]
        lines += _keys(own, getattr(type(focused), "BINDINGS", ()))
    lines.append(Line("Everywhere on this screen", "head"))
    lines += _keys(own, getattr(type(screen), "BINDINGS", ()))
    plain = "colours, the bell, a picture of this screen"
    told = "every legal command by name" if getattr(screen, "orders", None) else plain
    lines.append(Line(_key("ctrl+p", f"palette: {told}"), "", None))
    return lines


def _keys(own: Mapping[str, str], bindings: object) -> list[Line]:
    """The keys of bindings, as the player has named them, and what they do."""
    found = []
    for item in bindings if isinstance(bindings, (list, tuple)) else ():
        if isinstance(item, Binding):
            found.append(Line(_key(own.get(item.id or "", item.key), item.tooltip or item.description)))
    return found


def _key(key: str, words: str) -> str:
    return f"  {' '.join(KEY_SIGNS.get(part, part) for part in key.split(',')):<18}{words}"


def command_lines(prompt: Prompt, word: str = "") -> list[Line]:
    """What may be typed now by group, then what may not and why; only what begins with `word` if given."""
    return offered(prompt, GROUPS, SESSION_WORDS, word)


def offered(
    prompt: Prompt, groups: Mapping[str, str], own: Sequence[tuple[str, str, str]], word: str = ""
) -> list[Line]:
    """Command words by group with what they do, those of the program itself, and what is not legal now with why.

    Of a `word` asked for every word of its forms is explained; if no command begins so, those that take it are named.
    """
    found = [(item, reason) for item, reason in prompt.verbs if item.name.startswith(word)]
    lines = [Line(prompt.text, "key")] if not word else []
    for group, title in groups.items():
        there = [item for item, reason in found if not reason and item.group == group]
        if there:
            lines.append(Line(title, "head"))
        for item in there:
            lines += [Line(f"  {item.usage}", "good", ("type", item.name)), Line(f"      {item.summary}", "dim")]
            lines += [Line(f"        {text}", "dim") for text in item.details() if word]
    words = [item for item in own if item[0].startswith(word)]
    if words:
        lines.append(Line("The program", "head"))
        for name, usage, summary in words:
            lines += [Line(f"  {name} {usage}".rstrip(), "good", ("type", name)), Line(f"      {summary}", "dim")]
    barred = [(item, reason) for item, reason in found if reason]
    if barred:
        lines.append(Line("Not now", "head"))
    for item, reason in barred:
        lines.append(Line(f"  {item.name}: {reason}" + (f"   ({item.usage})" if word else ""), "dim"))
        lines += [Line(f"        {text}", "dim") for text in item.details() if word]
    if not lines:
        near = hint(closest(word, (item.name for item, _ in prompt.verbs), SLIP))
        return [Line(f"There is no command '{word}'{near or '.'}", "bad"), *_takers(prompt, word)]
    return [*lines, *(_takers(prompt, word) if word in {item.name for item, _ in found} else ())]


def _takers(prompt: Prompt, word: str) -> list[Line]:
    """The commands that take `word` (gallop is a word of `move`, and an order to wagons)."""
    takers = taking(word, (item for item, _ in prompt.verbs))
    lines = [Line("It is a word of:", "head")] if takers else []
    for item in takers:
        lines.append(Line(f"  {item.usage}", "good", ("type", item.name)))
        if word in item.options:
            lines.append(Line(f"        {word}: {item.options[word]}", "dim"))
    return lines
