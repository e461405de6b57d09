"""README's table of orders and docs/orders.md come from the grammar."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_table_in_readme_and_the_page_of_orders_are_fresh() -> None:
    """An order that changed without `python docs/scripts/make_orders.py` fails here."""
    spec = importlib.util.spec_from_file_location("make_orders", ROOT / "docs" / "scripts" / "make_orders.py")
    assert spec is not None and spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert maker.readme(text) == text
    assert (ROOT / "docs" / "orders.md").read_text(encoding="utf-8") == maker.page()
