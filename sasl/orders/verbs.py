"""Importing this module registers every command word: each module of `sasl.play` brings its own."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import sasl.play

for _module in sorted(item.name for item in pkgutil.walk_packages(sasl.play.__path__, "sasl.play.")):
    import_module(_module)
