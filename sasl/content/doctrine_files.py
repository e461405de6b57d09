"""Doctrines from YAML: the files of `tables/doctrines`, each standing on the one it extends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sasl.board.terrain import Figure
from sasl.content.doctrine import Choice, Doctrine, Orders
from sasl.content.faults import ContentError, File, nearest
from sasl.content.tables import FigureModel, Sourced
from sasl.content.words import Text, Word
from sasl.content.yamlfile import Document, read_yaml


class DoctrineFile(Sourced):
    """A doctrine file. `extends` names the doctrine whose figures hold where this file is silent.

    `choice`: the best act, or any legal one. `orders`: an Action DR for each unit (6.4), or free to do what
    promises most. `actions`: the Action table of each attitude, and of vehicles. `plans`: the doctrines that it chooses
    between before each of its Player Turns, by playing them out.
    """

    doctrine: Word
    title: Text
    summary: Text
    extends: Word = ""
    choice: Choice | None = None
    orders: Orders | None = None
    actions: dict[Word, Word] = {}
    plans: list[Word] = []
    figures: dict[Word, FigureModel] = {}


MOST_EXTENDS = 10
"""So many doctrines may stand on each other, each changing some of the one below."""


def load_doctrines(paths: Iterable[File]) -> dict[str, Doctrine]:
    """The doctrines of these files by id; later files win. ContentError by file and line."""
    files: dict[str, tuple[DoctrineFile, Document]] = {}
    for path in paths:
        document = read_yaml(path)
        model = document.parse(DoctrineFile)
        files[model.doctrine] = (model, document)
    faults: list[str] = []
    doctrines = {name: _whole(name, files, faults) for name in files}
    if faults:
        raise ContentError(list(dict.fromkeys(faults)))
    return doctrines


def _whole(name: str, files: Mapping[str, tuple[DoctrineFile, Document]], faults: list[str]) -> Doctrine:
    """The doctrine with all that it takes from those it extends."""
    line: list[DoctrineFile] = []
    at = name
    while at:
        model, document = files[at]
        if any(model is other for other in line):
            faults.append(document.fault(("extends",), f"'{at}' extends itself"))
            break
        if len(line) >= MOST_EXTENDS:
            faults.append(document.fault(("extends",), f"more than {MOST_EXTENDS} doctrines extend each other here"))
            break
        line.insert(0, model)
        if model.extends and model.extends not in files:
            known = nearest(model.extends, files)
            faults.append(document.fault(("extends",), f"there is no doctrine '{model.extends}'{known}"))
            break
        at = model.extends
    for place, plan in enumerate(line[-1].plans):
        if plan not in files or files[plan][0].plans:
            why = f"'{plan}' is no doctrine that can be a plan{nearest(plan, files)}"
            faults.append(files[name][1].fault(("plans", place), why))
    base, last = line[0], line[-1]
    known_figures = set(base.figures)
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
    actions = {key: table for model in line for key, table in model.actions.items()}
    return Doctrine(name, last.title, last.summary, choice, orders, actions, figures, tuple(last.plans))
