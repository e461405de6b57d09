"""What every command needs: the content it was given, and ways to answer."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import Any

from sasl.content.library import Library, shipped_root


def library(args: Namespace) -> Library:
    """The shipped content with the packs of `--tables`; says which tables a pack replaces."""
    found = Library(shipped_root(), tuple(args.tables))
    if args.tables and args.verb != "lint":
        _ = found.tables
        for name, origin in found.overridden.items():
            print(f"sasl: {name} comes from {origin}", file=sys.stderr)
    return found


def put(data: Any) -> None:
    """Print data as JSON."""
    print(json.dumps(data, ensure_ascii=False, indent=2, default=str))


def fault(text: str) -> int:
    """Say what was wrong on stderr; exit status 1."""
    print(f"sasl: {text}", file=sys.stderr)
    return 1
