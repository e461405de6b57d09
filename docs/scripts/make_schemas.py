"""Write the JSON Schemas of the content files, generated from the models that check them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from sasl.content.boards.board_files import BoardModel
from sasl.content.missions.campaign import Campaign, GroupsFile
from sasl.content.missions.mission import Mission
from sasl.content.reading.yamlfile import checker
from sasl.content.tables.chapter_s import ChapterS
from sasl.content.tables.counter_files import CounterFile
from sasl.content.tables.doctrine_files import DoctrineFile
from sasl.content.tables.strategy import MadeUp, Strategy
from sasl.content.tables.table_files import FigureFile, TableModel
from sasl.content.tables.terrain_files import ChartModel
from sasl.content.tables.vasl_names import VaslBoards, VaslCounters
from sasl.kernel.frozen import has_fields

FOLDER = Path(__file__).resolve().parents[1] / "schemas"
MODELS: dict[str, Any] = {
    "mission": Mission,
    "campaign": Campaign,
    "campaign-groups": GroupsFile,
    "tables": list[TableModel],
    "counters": CounterFile,
    "figures": FigureFile,
    "doctrine": DoctrineFile,
    "strategy": Strategy,
    "made-up": MadeUp,
    "board": BoardModel,
    "terrain": ChartModel,
    "chapter-s": ChapterS,
    "vasl-boards": VaslBoards,
    "vasl-counters": VaslCounters,
}


def schemas() -> dict[str, str]:
    """The text of every schema by name."""
    found = {}
    for name, model in MODELS.items():
        data = TypeAdapter(model).json_schema()
        if has_fields(model):  # the checker of a list of them knows how strict they are
            whole = checker(model).json_schema()
            kinds = whole.pop("$defs")
            data = {"$defs": kinds, **kinds.pop(model.__name__)}
        found[name] = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in schemas().items():
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"docs/schemas/{name}.json")
