"""Single figures of the rules that stand in no table: `tables/figures.yaml`."""

from __future__ import annotations

from pydantic import Field

from sasl.board.terrain import Figure
from sasl.content.tables import Strict, Text, Word
from sasl.content.yamlfile import File, read_yaml
from sasl.kernel.records import Provenance


class FigureModel(Strict):
    """One figure."""

    value: float = Field(strict=False)
    rule: Text = ""
    provenance: Provenance | None = None
    note: Text = ""


class FigureFile(Strict):
    """A file of figures with their usual provenance."""

    provenance: Provenance
    figures: dict[Word, FigureModel]


def load_figures(path: File) -> dict[str, Figure]:
    """The figures of one file by name. ContentError by line."""
    model = read_yaml(path).parse(FigureFile)
    return {
        name: Figure(item.value, item.rule, item.provenance or model.provenance, item.note)
        for name, item in model.figures.items()
    }
