"""A pack with a mission of a third nation: the template, its FRIENDLY side American, whole enough to be played."""

from __future__ import annotations

import shutil
from pathlib import Path

import yaml

from sasl.content.library import Library, shipped_root

COUNTERS = """\
nation: american
provenance: user
counters:
  6-6-6: {kind: squad, fp: 6, range: 6, morale: 6, broken: 6, quality: 1st Line, half: 3-4-6, replaced_by: 5-4-6,
          hardened: 6-6-7, spraying_fire: true}
  6-6-7: {kind: squad, fp: 6, range: 6, morale: 7, broken: 7, quality: Elite, half: 3-4-6, replaced_by: 6-6-6,
          hardened: Fanatic}
  5-4-6: {kind: squad, fp: 5, range: 4, morale: 6, broken: 6, quality: Green, half: 3-4-6, replaced_by: Disrupted,
          hardened: 6-6-6}
  3-4-6: {kind: hs, fp: 3, range: 4, morale: 6, broken: 6, quality: 1st Line, replaced_by: Disrupted, hardened: Fanatic}
  8-1: {kind: leader, morale: 8, broken: 8, modifier: -1, self_rally: true, replaced_by: 8-0}
  8-0: {kind: leader, morale: 8, broken: 8, modifier: 0, self_rally: true, replaced_by: 7-0, hardened: 8-1}
  7-0: {kind: leader, morale: 7, broken: 7, modifier: 0, self_rally: true, replaced_by: 6+1, hardened: 8-0}
  6+1: {kind: leader, morale: 6, broken: 6, modifier: 1, self_rally: true, replaced_by: Disrupted, hardened: 7-0}
  1-4-9: {kind: hero, code: Hero, fp: 1, range: 4, morale: 9, modifier: -1}
"""
CHARTS = ("deploy.allowed", "dismantle.mg")
"""The charts by nation that every game reads."""


def american_pack(folder: Path, counters: str = COUNTERS) -> Path:
    """Write the pack into `folder` and return it."""
    shutil.copytree(shipped_root() / "docs" / "template", folder)
    card = folder / "missions" / "my-mission.yaml"
    text = card.read_text(encoding="utf-8").replace("friendly: {nation: russian", "friendly: {nation: american", 1)
    text = text.replace('      - {table: generation.r3, column: leader, reroll: ["-"]}', "      - {type: 8-0}", 1)
    text = text.replace("- {type: 4-4-7, count: 3}\n      - {type: LMG}", "- {type: 6-6-6, count: 4}", 1)
    card.write_text(text, encoding="utf-8")
    (folder / "tables" / "counters").mkdir()
    (folder / "tables" / "counters" / "american.yaml").write_text(counters, encoding="utf-8")
    charts = []
    for name in CHARTS:
        table = Library(shipped_root()).table(name)
        charts.append({
            "id": name, "title": table.title, "roll": "chart", "provenance": "user",
            "columns": [*table.columns, "american"], "rows": {1: [*table.rows[0].result, "yes"]},
        })  # fmt: skip
    (folder / "tables" / "american.yaml").write_text(yaml.safe_dump(charts, sort_keys=False), encoding="utf-8")
    return folder
