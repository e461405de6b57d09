"""The words of counters in the few cells that a hex has for them."""

from __future__ import annotations

from sasl.tui.map.map_cells import KIND_LETTER, Stack, Things, superscript

SUSPECT_WORD = {"Hold": "S?", "Advance": "S?A", "Withdraw": "S?W"}
SUSPECT_PAIR = {"Hold": "S?", "Advance": "A?", "Withdraw": "W?"}
FOOT = frozenset(("squad", "hs", "crew", "hero", "leader"))
"""Kinds whose letter says more in three cells than their code cut off."""


def wrap_words(words: list[str], width: int) -> list[str]:
    """The words in lines of at most `width` characters."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word[:width])
    return lines


def counter(things: Things, room: int, seen: bool) -> tuple[str, str]:
    """What stands for a hex's units in `room` cells, and the paint: ENEMY begins with `[`."""
    ours, theirs = things.friendly, things.enemy
    if ours and theirs:
        number = f"{min(ours.count, 9)}" if ours.count > 1 and room > 3 else ""
        return f"{number}{KIND_LETTER[ours.kind]}[{KIND_LETTER[theirs.kind]}"[:room], "friendly"
    for there, prefix, kind in ((theirs, "[", "enemy"), (ours, "", "friendly")):
        if there and seen:
            return (_short(there, room - 1, prefix) if room > 2 else prefix or _short(there, 2, "")[1:]) + "!", kind
        if there:
            return _short(there, room, prefix), kind
    if things.suspects:
        return suspect_word(things, seen)[:room], things.attitude
    return "", ""


def _short(stack: Stack, room: int, prefix: str) -> str:
    """`628²`, `[467`, `T34`, `447b`, `447⁺` with others; up to three cells hold the kind and the number: `3s`, `[G`."""
    letter = KIND_LETTER[stack.kind]
    more = "+" if stack.others else ""
    if room == 2:
        return (
            prefix + letter
            if prefix
            else f"{min(stack.count, 9)}{letter}"
            if stack.count > 1
            else (f"{letter}+" if more else f" {letter}")
        )
    if room == 3 and stack.kind in FOOT:
        number = f"{min(stack.count, 9)}" if stack.count > 1 else ""
        return (prefix + number + letter + (stack.mark or more))[:room]
    many = superscript(stack.count) if stack.count > 1 else ""
    tail = stack.arrow[:1] + stack.mark + (many or ("⁺" if more else ""))
    space = max(1, room - len(prefix))
    if many and more and len(stack.lead) + len(tail) < space:
        tail += "⁺"
    if len(stack.lead) + len(tail) > space:
        first = stack.arrow[:1] or stack.mark or tail[-1:]
        if prefix:  # a code is worth more than a number
            tail = first if stack.arrow or stack.mark else ""
        elif stack.arrow:
            tail = (first + (stack.mark or tail[-1:] * (len(tail) > 1)))[: max(1, space - 3)]
        else:
            tail = stack.mark or tail[-1:]
        tail = tail if space >= 3 else ""
    text = prefix + stack.lead[: space - len(tail)] + tail
    return text + "]" if prefix and len(text) < room else text


def suspect_letter(things: Things) -> str:
    """The one cell for the S? of a hex that holds something else too: `?`, or A or W for its attitude."""
    return {"Advance": "A", "Withdraw": "W"}.get(things.attitude, "?")


def suspect_word(things: Things, seen: bool) -> str:
    """`S?`, with A or W for its attitude, the number of S?, and `!` if it sees the selected unit."""
    word = SUSPECT_WORD.get(things.attitude, "S?")
    return word + (superscript(things.suspects) if things.suspects > 1 else "") + ("!" if seen else "")
