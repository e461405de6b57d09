"""What is worked out from parts of a state that seldom change: kept for the last few of them, by identity."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
K = TypeVar("K")


class Memo(Generic[T]):
    """The last few results of a question about frozen things. They are told apart by what they are, not by value:
    a state never changes in place, so the same mapping always gives the same answer. `alike`: a result that is alike an
    earlier one (`steady`: equals it) is that very thing again, so that what hangs on it stays known, too."""

    def __init__(self, most: int = 4, *, steady: bool = False, alike: Callable[[T, T], bool] | None = None) -> None:
        self._most = most
        self._alike: Callable[[T, T], bool] | None = operator.eq if steady else alike
        self._kept: dict[tuple[int, ...], tuple[tuple[object, ...], T]] = {}
        """The results by the identities of the parts; the parts are held, too, so that no other thing takes theirs."""

    def of(self, parts: tuple[object, ...], work_out: Callable[[], T]) -> T:
        """The result for these very parts, worked out if it is not among the last few."""
        key = tuple(map(id, parts))
        kept = self._kept.get(key)
        if kept is not None:
            return kept[1]
        result = work_out()
        if self._alike is not None:
            alike = self._alike
            result = next((old for _, old in reversed(self._kept.values()) if alike(old, result)), result)
        while len(self._kept) >= self._most:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = parts, result
        return result


class Latest(Generic[K, T]):
    """The result for the thing that was last asked about, by identity."""

    def __init__(self, work_out: Callable[[K], T]) -> None:
        self._work_out = work_out
        self._kept: tuple[K, T] | None = None

    def of(self, thing: K) -> T:
        """The result for this very thing."""
        kept = self._kept
        if kept is None or kept[0] is not thing:
            kept = self._kept = thing, self._work_out(thing)
        return kept[1]
