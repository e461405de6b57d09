"""Tables and single figures from YAML: the schema of `tables/**.yaml` and what turns it into `Table`s."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sasl.board.terrain import Figure
from sasl.content.reading.card import Id, Text, Word
from sasl.content.reading.faults import ContentError, File, collected, few, printable, refuse
from sasl.content.reading.yamlfile import Document, read_yaml
from sasl.content.tables.conditions import unknown
from sasl.kernel.rolling.dice import roll_kind
from sasl.kernel.rolling.records import Provenance
from sasl.kernel.rolling.tables import Row, Table, TableError, TableModifier, check_rows, parse_span


class Strict(BaseModel):
    """Base of every schema: unknown keys are faults and nothing is guessed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Sourced(Strict):
    """What says where its figures come from."""

    provenance: Provenance
    note: Text = ""


class Ruled(Sourced):
    """The same with the rule it stands for."""

    rule: Text = ""


class Seeded(Strict):
    """What comes from the seed of the project unless it says otherwise."""

    provenance: Provenance = "seed"
    note: Text = ""


class SeededRule(Seeded):
    """The same with the rule it stands for."""

    rule: Text = ""


class ModifierModel(Strict):
    """A DRM or drm of a table."""

    name: Word
    value: int = Field(ge=-99, le=99)
    when: str = ""
    rule: Text = ""
    die: Literal["total", "coloured"] = "total"

    @model_validator(mode="after")
    def _known_condition(self) -> ModifierModel:
        if self.when and (fault := unknown(self.when)):
            raise ValueError(fault)
        return self


class TableModel(Strict):
    """One table as written in a file."""

    id: Id
    title: Word
    roll: Word = Field(description="dr, DR, d66, NdM, or 'chart' for a table that is read, not rolled")
    rule: Text = ""
    source: Text = ""
    provenance: Provenance
    note: Text = ""
    columns: list[Word] = []
    modifiers: list[ModifierModel] = []
    against: Text = Field(default="", description="a check: the total must be <= this named number; no rows")
    rows: dict[str | int, Any] = {}
    row_provenance: dict[str | int, Provenance] = {}
    row_notes: dict[str | int, Text] = {}

    @model_validator(mode="after")
    def _house_says_why(self) -> TableModel:
        if self.provenance in ("house", "reconstructed") and not self.note:
            raise ValueError(f"provenance {self.provenance} needs a 'note' that says why")
        if bool(self.against) == bool(self.rows):
            raise ValueError("a table has either 'rows' or, for a check, 'against'")
        return self


def _build_table(model: TableModel, document: Document, at: tuple[object, ...]) -> Table:
    """The `core` table of `model`; ContentError with file:line for a wrong row, gap or overlap."""
    try:
        kind = None if model.roll == "chart" else roll_kind(model.roll)
    except ValueError as error:
        raise ContentError([document.fault((*at, "roll"), str(error))]) from None
    marks = {str(key): value for key, value in model.row_provenance.items()}
    notes = {str(key): value for key, value in model.row_notes.items()}
    known = {str(row) for row in model.rows}
    strays = [("row_provenance", key) for key in marks if key not in known]
    strays += [("row_notes", key) for key in notes if key not in known]
    if strays:
        raise ContentError([document.fault((*at, *stray), f"there is no row '{stray[1]}'") for stray in strays])
    faults: list[str] = []
    rows: list[Row] = []
    for key, result in model.rows.items():
        try:
            low, high = parse_span(key)
            check_result(result, model.columns)
        except (TableError, ValueError) as error:
            faults.append(document.fault((*at, "rows", key), str(error)))
            continue
        rows.append(Row(low, high, result, marks.get(str(key), model.provenance), notes.get(str(key), "")))
    refuse(faults)
    try:
        ordered = () if model.against else check_rows(rows, kind)
    except TableError as error:
        keys = [key for key in model.rows if str(key).strip() == error.row]
        raise ContentError([document.fault((*at, "rows", *keys[:1]), str(error))]) from None
    return Table(
        model.id,
        model.title,
        kind,
        ordered,
        model.rule,
        model.provenance,
        model.source,
        model.note,
        tuple(model.columns),
        tuple(TableModifier(**item.model_dump()) for item in model.modifiers),
        document.shown,
        model.against,
    )


def check_result(result: Any, columns: list[str]) -> None:
    """ValueError unless a result is plain printable data, a value for each column."""
    if columns and (not isinstance(result, list) or len(result) != len(columns)):
        raise ValueError(f"this row needs {len(columns)} values, one for each of {', '.join(columns)}")
    _check_plain(result)


def _check_plain(value: Any) -> None:
    if isinstance(value, str):
        printable(value)
        if len(value) > 2000:
            raise ValueError("a text is longer than 2000 characters")
    elif isinstance(value, dict):
        for key, item in value.items():
            printable(str(key))
            _check_plain(item)
    elif isinstance(value, list):
        for item in value:
            _check_plain(item)


def load_tables(path: File) -> list[Table]:
    """Every table of one file, a list of tables. ContentError lists what is wrong, by line."""
    document = read_yaml(path)
    if not isinstance(document.data, list):
        if document.data is None:
            raise ContentError([document.fault((), "this file is empty")])
        raise ContentError([document.fault((), "expected a list of tables, each starting with '- id:'")])
    tables: list[Table] = []
    faults: list[str] = []
    for number, item in enumerate(document.data):
        with collected(faults):
            model = document.parse(TableModel, item, (number,))
            tables.append(_build_table(model, document, (number,)))
    names: set[str] = set()
    for number, table in enumerate(tables):
        if table.id in names:
            faults.append(document.fault((number,), f"table '{table.id}' appears twice in this file; keep one"))
        names.add(table.id)
    if faults:
        raise ContentError(few(faults, document.shown))
    return tables


MOST = 100_000
"""No figure is greater, whatever it counts."""


class FigureModel(Strict):
    """One figure."""

    value: float = Field(strict=False, ge=-MOST, le=MOST)
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
