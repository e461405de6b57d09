"""Doctrines from YAML: the files of `tables/doctrines`, each standing on the one it extends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sasl.board.terrain import Figure
from sasl.content.reading.card import Text, Word
from sasl.content.reading.faults import File, PackFile, nearest, refuse
from sasl.content.reading.yamlfile import Document, read_yaml
from sasl.content.tables.doctrine import Actor, Choice, Doctrine, Orders
from sasl.content.tables.table_faults import Source, located
from sasl.content.tables.table_files import FigureModel, Sourced
from sasl.kernel.rolling.tables import Table


class DoctrineFile(Sourced):
    """A doctrine file. `extends` names the doctrine whose figures hold where this file is silent.

    `choice`: the best act, or any legal one. `orders`: an Action DR for each unit (S6.1), or free to do what
    promises most. `actions`: the Action table of each attitude, and of vehicles. `plans`: the doctrines that it chooses
    between before each of its Player Turns, by playing them out.
    """

    doctrine: Word
    title: Text
    summary: Text
    extends: Word = ""
    choice: Choice | None = None
    orders: Orders | None = None
    actions: dict[Actor, Word] = {}
    plans: list[Word] = []
    figures: dict[Word, FigureModel] = {}


BASE = "standard"
"""The doctrine that has every figure there is."""
MOST_EXTENDS = 10
"""How many doctrines may stand on each other, each changing some of the one below."""


def load_doctrines(paths: Iterable[File]) -> dict[str, Doctrine]:
    """The doctrines of these files by id; later files win. ContentError by file and line."""
    files: dict[str, tuple[DoctrineFile, Document]] = {}
    for path in paths:
        document = read_yaml(path)
        model = document.parse(DoctrineFile)
        files[model.doctrine] = (model, document)
    faults: list[str] = []
    doctrines = {name: _whole(name, files, faults) for name in files}
    refuse(list(dict.fromkeys(faults)))
    return {name: doctrine for name, doctrine in doctrines.items() if doctrine is not None}


def action_faults(
    paths: Iterable[File], doctrines: Iterable[Doctrine], tables: Mapping[str, Table], source: Source
) -> Iterator[str]:
    """Yield by line the Action tables of these doctrines that no unit could act by (S6.1).

    A wrong row is a fault of its table; a table that is none is one of the doctrine, unless it takes the place of the
    shipped table that a shipped doctrine names.
    """
    lines: dict[tuple[str, str], tuple[File, str]] = {}
    for path in paths:
        document = read_yaml(path)
        model = document.parse(DoctrineFile)
        lines |= {(model.doctrine, key): (path, document.fault(("actions", key), "")) for key in model.actions}
    for doctrine in doctrines:
        for key, why in doctrine.unplayable(tables):
            if (doctrine.id, key) not in lines:  # those who extend it have the fault from there
                continue
            path, line = lines[doctrine.id, key]
            if isinstance(why, str):
                yield line + why
            elif why.row is not None or (why.table.pack and not isinstance(path, PackFile)):
                yield located(source, why)
            else:
                yield line + why.in_words


def _line(name: str, files: Mapping[str, tuple[DoctrineFile, Document]], faults: list[str]) -> list[DoctrineFile]:
    """The doctrine and those it stands on, the undermost first; none of them, with a fault, if they lead nowhere."""
    line: list[DoctrineFile] = []
    at = name
    while at:
        model, document = files[at]
        if any(model is other for other in line):
            faults.append(document.fault(("extends",), f"'{at}' extends itself: name one that does not lead back"))
            return []
        if len(line) >= MOST_EXTENDS:
            faults.append(document.fault(("extends",), f"more than {MOST_EXTENDS} doctrines extend each other here"))
            return []
        line.insert(0, model)
        if model.extends and model.extends not in files:
            known = nearest(model.extends, files)
            faults.append(document.fault(("extends",), f"there is no doctrine '{model.extends}'{known}"))
            return []
        at = model.extends
    return line


def _whole(name: str, files: Mapping[str, tuple[DoctrineFile, Document]], faults: list[str]) -> Doctrine | None:
    """The doctrine with all that it takes from those it extends; None, with faults, if they lead nowhere."""
    line = _line(name, files, faults)
    if not line:
        return None
    for place, plan in enumerate(line[-1].plans):
        if plan not in files or files[plan][0].plans:
            why = f"'{plan}' is not a doctrine that can be a plan{nearest(plan, files)}"
            faults.append(files[name][1].fault(("plans", place), why))
    base, last = line[0], line[-1]
    known_figures = set(base.figures)
    lacks = sorted(set(files[BASE][0].figures) - known_figures) if BASE in files else []
    if lacks:
        more = f" and {len(lacks) - 1} more" if len(lacks) > 1 else ""
        text = f"figure '{lacks[0]}'{more} missing: write 'extends: {BASE}' to take over what this file does not say"
        faults.append(files[base.doctrine][1].fault(("figures",), text))
    for model in line[1:]:
        for word in sorted(set(model.figures) - known_figures):
            document = files[model.doctrine][1]
            faults.append(document.fault(("figures", word), f"unknown figure{nearest(word, known_figures)}"))
    figures = {
        word: Figure(item.value, item.rule, item.provenance or model.provenance, item.note)
        for model in line
        for word, item in model.figures.items()
    }
    choice: Choice = next((model.choice for model in reversed(line) if model.choice), "best")
    orders: Orders = next((model.orders for model in reversed(line) if model.orders), "action")
    actions: dict[str, str] = {key: table for model in line for key, table in model.actions.items()}
    return Doctrine(name, last.title, last.summary, choice, orders, actions, figures, tuple(last.plans))
