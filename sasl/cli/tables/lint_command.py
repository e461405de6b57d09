"""`sasl lint`: faults of files, and of what sound files say that no rule can play."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection, Iterable
from pathlib import Path, PurePosixPath

from sasl.cli.common import fault, library, notices, packs, told
from sasl.content.library import Library, shipped_root
from sasl.content.lint import is_mission, lint_all, lint_files
from sasl.content.packs.pack import Pack
from sasl.content.reading.faults import PackFile, collected, shown_path
from sasl.content.reading.yamlfile import read_yaml
from sasl.kernel.text import counted


def lint(args: Namespace) -> int:
    """Check files, or everything shipped and in the player's packs."""
    if folder := next((path for path in args.files if path.is_dir()), None):
        return fault(f"{folder} is a folder: sasl lint --tables {folder} checks it as a pack")
    lib = library(args)
    faults, warnings = lint_files(lib, args.files) if args.files else lint_all(lib), list[str]()
    if not faults or not args.files:
        own = [path for path in args.files if isinstance(read_yaml(path).data, list)]
        trying = Library(lib.loader.root, (*lib.loader.packs, *own)) if own else lib
        faults = list(dict.fromkeys([*faults, *playable(trying), *overrides(trying)]))
        faults += [line for path in args.files for line in _playable_file(lib, path)]
        warnings = idle(trying) if not faults else []
    lines = [*(f"{line} [error]" for line in faults), *(f"{line} [warning]" for line in warnings)]
    sound = "no faults" + (f", {counted(len(warnings), 'warning')}" if warnings else "")
    told(args.json, {"faults": faults, "warnings": warnings}, lines, [] if faults else [sound])
    if faults:
        notices(
            f"sasl: the pack it belongs to was not read: sasl lint --tables {folder}"
            for folder in left_out(args.files, packs(args))
        )
    return 1 if faults else 0


def left_out(files: Iterable[Path], read: Collection[Path]) -> list[Path]:
    """The packs in which these files lie and that are not read: what such a file names may stand there."""
    known = {*(folder.resolve() for folder in read), shipped_root().resolve()}
    folders = [folder for path in files for folder in path.parents if (folder / "missions").is_dir()]
    return [folder for folder in dict.fromkeys(folders) if folder.resolve() not in known]


def idle(lib: Library) -> list[str]:
    """What the tables of all missions say to no effect."""
    from sasl.solitaire.checks.advice import advice

    return advice(lib, [lib.mission(name) for name in lib.loader.ids("mission")])


def playable(lib: Library) -> list[str]:
    """Faults of missions and campaigns whose files are sound but that say what no rule can play."""
    from sasl.campaign.campaign_checks import check as check_campaign
    from sasl.orders.mission_commands import COMMANDS
    from sasl.solitaire.checks.table_checks import check

    faults: list[str] = []
    for mission_id in lib.loader.ids("mission"):
        with collected(faults):
            check(lib, lib.mission(mission_id), COMMANDS)
    for campaign_id in lib.loader.ids("campaign"):
        with collected(faults):
            check_campaign(lib, campaign_id)
    return faults


def overrides(lib: Library) -> list[str]:
    """Faults of tables and figures of packs that stand in the place of shipped ones."""
    from sasl.solitaire.checks.pack_checks import pack_faults

    faults: list[str] = []
    with collected(faults):
        faults += pack_faults(lib)
    return faults


def _playable_file(lib: Library, path: Path) -> list[str]:
    """Faults of a mission, a campaign or one of its groups that is sound but says what no room can play."""
    from sasl.campaign.campaign_checks import check_file
    from sasl.orders.mission_commands import COMMANDS
    from sasl.solitaire.checks.table_checks import check

    faults: list[str] = []
    data = read_yaml(path).data
    with collected(faults):
        if is_mission(data):
            trying = lib.with_packs((*lib.loader.packs, _as_mission(path, str(data["id"]))))
            check(trying, trying.mission(str(data["id"])), COMMANDS)
        elif isinstance(data, dict):
            check_file(lib, path)
    return faults


def _as_mission(path: Path, name: str) -> Pack:
    """The file as a pack of one mission, wherever it lies."""
    file = PackFile("", PurePosixPath("missions", f"{name}.yaml"), path.read_bytes(), shown_path(path))
    return Pack("", (file,))
