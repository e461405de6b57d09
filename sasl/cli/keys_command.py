"""`sasl keys`: every act with its keys, what is wrong with the player's file of keys, and a template of it."""

from __future__ import annotations

from argparse import Namespace

from sasl.cli.common import fault, told
from sasl.saves.folders import keys_path


def keys(args: Namespace) -> int:
    """Print the table, or write the template; faults of the player's file are reported with their lines."""
    from sasl.tui.keymap import acts, kept_keys, template

    known, path = acts(), keys_path()
    if args.template:
        if path.exists():
            return fault(f"{path} already exists; edit it, or move it away first")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(template(known), encoding="utf-8")
        except OSError as error:
            return fault(f"{path} cannot be written: {error.strerror}")
        print(f"written: {path}")
        return 0
    own = kept_keys(path)
    data = [{"act": name, "keys": own.get(name, act.keys), "what": act.words} for name, act in known.items()]
    wide = max(map(len, known))
    lines = [
        f"{'*' if name in own else ' '} {name:<{wide}}  {own.get(name, act.keys):<20}  {act.words}"
        for name, act in known.items()
    ]
    hint = "" if path.is_file() else " (sasl keys --template writes it)"
    return told(args.json, data, [*lines, f"\nYour own keys (*): {path}{hint}"])
