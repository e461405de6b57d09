"""What keys are called."""

from __future__ import annotations

SIGNS = {
    ":": "colon", "/": "slash", "?": "question_mark", "*": "asterisk", ".": "full_stop", "+": "plus", "-": "minus",
    "=": "equals_sign", "<": "less_than_sign", ">": "greater_than_sign", ";": "semicolon", "#": "number_sign",
    "!": "exclamation_mark", "'": "apostrophe", '"': "quotation_mark", "&": "ampersand", "%": "percent_sign",
    "$": "dollar_sign", "@": "at", "(": "left_parenthesis", ")": "right_parenthesis", "_": "underscore",
    "[": "left_square_bracket", "]": "right_square_bracket", "|": "vertical_line", "~": "tilde",
    "^": "circumflex_accent",
}  # fmt: skip
"""What Textual calls a sign that is typed."""
KEY_SIGNS = {"escape": "esc", "backspace": "⌫"} | {name: sign for sign, name in SIGNS.items()}
"""How keys are written that have a longer name."""
