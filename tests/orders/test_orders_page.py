"""docs/orders.md comes from the grammar."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_of_orders_is_fresh() -> None:
    """An order that changed without `python docs/scripts/make_orders.py` fails here."""
    spec = importlib.util.spec_from_file_location("make_orders", ROOT / "docs" / "scripts" / "make_orders.py")
    assert spec is not None and spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert (ROOT / "docs" / "orders.md").read_text(encoding="utf-8") == maker.page()
