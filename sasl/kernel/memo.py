"""What is worked out from parts of a state that seldom change: kept for the last few of them, by identity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import is_
from typing import Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")


class Memo(Generic[T]):
    """The last few results of a question about frozen things. They are told apart by what they are, not by value:
    a state never changes in place, so the same mapping always gives the same answer. `steady`: a result that equals an
    earlier one is that very thing again, so that what hangs on it stays known, too."""

    def __init__(self, most: int = 4, *, steady: bool = False) -> None:
        self._most, self._steady = most, steady
        self._kept: list[tuple[tuple[object, ...], T]] = []

    def of(self, parts: tuple[object, ...], work_out: Callable[[], T]) -> T:
        """The result for these very parts, worked out if it is not among the last few."""
        for known, result in self._kept:
            if all(map(is_, known, parts)):
                return result
        result = work_out()
        if self._steady:
            result = next((old for _, old in self._kept if old == result), result)
        self._kept = [(parts, result), *self._kept[: self._most - 1]]
        return result


class Grouped(Generic[V]):
    """The members of a mapping by their features, in its order; worked out once for each mapping."""

    def __init__(self, features: Callable[[V], Iterable[str | None]], most: int = 4) -> None:
        self._features = features
        self._most = most
        self._kept: list[tuple[Mapping[str, V], dict[str, tuple[V, ...]]]] = []

    def of(self, mapping: Mapping[str, V], name: str) -> tuple[V, ...]:
        """The members of `mapping` that have the feature `name`."""
        for known, groups in self._kept:
            if known is mapping:
                return groups.get(name, ())
        groups = self._sorted(mapping.values())
        self._kept = [(mapping, groups), *self._kept[: self._most - 1]]
        return groups.get(name, ())

    def _sorted(self, members: Iterable[V]) -> dict[str, tuple[V, ...]]:
        groups: dict[str, list[V]] = {}
        for member in members:
            for name in self._features(member):
                if name:
                    groups.setdefault(name, []).append(member)
        return {name: tuple(found) for name, found in groups.items()}
