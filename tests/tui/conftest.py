from __future__ import annotations

import pytest

from sasl.content.library import Library, shipped_root


@pytest.fixture(scope="session")
def library() -> Library:
    return Library(shipped_root())
