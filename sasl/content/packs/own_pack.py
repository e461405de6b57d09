"""The player's own pack on the disk: a file for each table he typed in, and one for his single figures."""

from __future__ import annotations

import os
import re
from pathlib import Path

from sasl.board.terrain import Figure
from sasl.content import shipped_root
from sasl.content.loader import holds_tables
from sasl.content.packs.own_tables import as_yaml, yaml_text
from sasl.content.packs.pack import Pack
from sasl.content.reading.faults import ContentError, collected, disk_fault, shown_path
from sasl.content.tables.table_files import load_figures, load_tables
from sasl.kernel.files.regular_files import replace_whole
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.tables import Table

FIGURES = "figures.yaml"
CAMPAIGN = "cg."
"""What the ids of campaign tables begin with."""


class Owned(Frozen):
    """The player's own pack: tables and their files, figures, and the faults of his files."""

    tables: dict[str, Table]
    files: dict[str, Path]
    figures: dict[str, Figure]
    faults: tuple[str, ...]


class OwnPack:
    """The folder of the player's own figures; it need not be there yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self) -> Owned:
        """All its content, as it is on the disk now; faulty files are listed, not raised."""
        owned = Owned({}, {}, {}, ())
        faults: list[str] = []
        try:
            files = Pack.read(self.folder).folder("tables") if self.folder.is_dir() else []
        except ContentError as error:
            return Owned({}, {}, {}, error.faults)
        for file in files:
            with collected(faults):
                if file.name == FIGURES:
                    owned.figures.update(load_figures(file))
                elif holds_tables(file):
                    for table in load_tables(file):
                        owned.tables[table.id] = table
                        owned.files[table.id] = self.folder / file.place
        return Owned(owned.tables, owned.files, owned.figures, tuple(faults))

    def path(self, table_id: str) -> Path:
        """The file a table typed in is written to; those of campaigns lie where no mission reads them."""
        folder = self.folder / "tables"
        return (folder / "campaigns" if table_id.startswith(CAMPAIGN) else folder) / f"{table_id}.yaml"

    def write(self, table: Table) -> Path:
        """Keep a table; ContentError if it stands in another file of the pack, or the disk refuses."""
        self._not_elsewhere(table.id)
        self._put(self.path(table.id), as_yaml(table))
        return self.path(table.id)

    def remove(self, table_id: str) -> bool:
        """Go back to the shipped table; False if there is none of one's own. A faulty file of that name goes, too."""
        self._not_elsewhere(table_id)
        try:
            self.path(table_id).unlink()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise disk_fault(shown_path(self.path(table_id)), "cannot be written", error) from None
        return True

    def write_figure(self, name: str, shipped: Figure, value: float) -> Path:
        """Keep one single figure beside those that are there."""
        return self._put_figures({**self._own_figures(), name: (value, shipped.rule)})

    def remove_figure(self, name: str) -> bool:
        """Go back to the shipped figure; False if there is none of one's own."""
        kept = self._own_figures()
        if kept.pop(name, None) is None:
            return False
        if kept:
            self._put_figures(kept)
        else:
            self._figures_path().unlink()
        return True

    def _figures_path(self) -> Path:
        return self.folder / "tables" / FIGURES

    def _own_figures(self) -> dict[str, tuple[float, str]]:
        path = self._figures_path()
        figures = load_figures(path) if path.is_file() else {}
        return {name: (item.value, item.rule) for name, item in figures.items()}

    def _put_figures(self, figures: dict[str, tuple[float, str]]) -> Path:
        lines = ["# Typed in; sasl own NAME --remove goes back to the shipped figure.", "provenance: user", "figures:"]
        for name, (value, rule) in sorted(figures.items()):
            number = f"{value:.9f}".rstrip("0").rstrip(".")
            lines.append(f"  {yaml_text(name)}: {{value: {number}, rule: {yaml_text(rule)}}}")
        path = self._figures_path()
        self._put(path, "\n".join(lines) + "\n")
        return path

    def _not_elsewhere(self, table_id: str) -> None:
        place = self.read().files.get(table_id)
        if place is not None and place != self.path(table_id):
            raise ContentError([f"{table_id} is in {shown_path(place)}, which you wrote by hand; change it there"])

    def _put(self, path: Path, text: str) -> None:
        """Write a file whole, or leave it as it was."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_whole(path, text.encode())
        except OSError as error:
            raise disk_fault(shown_path(path), "cannot be written", error) from None


SCHEMA = re.compile(r"\$schema=\S*/schemas/(\S+)")
"""The line by which an editor finds what a file may hold."""


def _with_schema(text: str, path: Path) -> str:
    """The text of a template with its schema named as it is found from `path`."""
    folder = shipped_root() / "docs" / "schemas"
    try:
        found = Path(os.path.relpath(folder, path.parent.resolve())).as_posix()
    except ValueError:  # another drive
        found = folder.as_posix()
    return SCHEMA.sub(lambda match: f"$schema={found}/{match[1]}", text)


ID, TITLES = "my-mission", ("My Mission", "My Board")
NAME = r"[a-z][a-z0-9-]{0,39}"


def template_folder() -> Path:
    """Where the template lies: a pack with one mission, its board and its tables."""
    return shipped_root() / "docs" / "template"


def copy_template(name: str, folder: Path) -> list[Path]:
    """Copy the template into `folder` as the mission `name`; the files written.

    ContentError if the name is no id, if one of the files is there already, or if the disk refuses.
    """
    if not re.fullmatch(NAME, name):
        raise ContentError([f"'{name}' is not a name for a mission: small letters, digits and -, as in: river-watch"])
    texts = {}
    for path in sorted(template_folder().rglob("*.yaml")):
        text = path.read_text(encoding="utf-8").replace(ID, name)
        for title in TITLES:
            text = text.replace(title, name.replace("-", " ").title())
        copy = folder / path.relative_to(template_folder()).with_name(f"{name}.yaml")
        texts[copy] = _with_schema(text, copy)
    taken = next((path for path in texts if path.exists()), None)
    if taken:
        raise ContentError([f"{shown_path(taken)} already exists; choose another name, or remove it"])
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise disk_fault(shown_path(path), "cannot be written", error) from None
    return list(texts)
