"""Importing this module registers every command word that is no order yet."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import sasl.asl
import sasl.solitaire

for _room in (sasl.asl, sasl.solitaire):
    for _module in sorted(item.name for item in pkgutil.walk_packages(_room.__path__, f"{_room.__name__}.")):
        import_module(_module)
