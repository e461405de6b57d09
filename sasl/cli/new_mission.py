"""`sasl new-mission`: a copy of the template, ready to be changed."""

from __future__ import annotations

import sys
from argparse import Namespace

from sasl.cli.given import library, put
from sasl.content.template import copy_template
from sasl.content.yamlfile import ContentError, shown_path
from sasl.saves.places import own_folder


def new_mission(args: Namespace) -> int:
    """Copy the template into the player's own pack, or into a folder, and say how to go on."""
    if args.name in library(args).mission_ids():
        raise ContentError([f"there is a mission '{args.name}' already; choose another name"])
    own = args.folder is None
    files = [shown_path(path) for path in copy_template(args.name, own_folder() if own else args.folder)]
    tables = "" if own else f" --tables {args.folder}"
    if args.json:
        put({"mission": args.name, "files": files})
        return 0
    for path in files:
        print(path)
    print(
        f"It plays already: sasl play {args.name}{tables}. Change it, and sasl lint{tables} tells what is wrong; "
        "docs/your-own-mission.md leads through it.",
        file=sys.stderr,
    )
    return 0
