"""What is worked out from parts of a state that seldom change: kept for the last few of them, by identity."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import compress, count
from operator import is_, is_not
from typing import Generic, TypeVar

from sasl.kernel import verify

T = TypeVar("T")
K = TypeVar("K")


def keep(kept: dict[K, T], key: K, value: T, most: int) -> T:
    """Keep `value` under `key`; where there are `most` of them, the oldest go."""
    while len(kept) >= most:
        del kept[next(iter(kept))]
    kept[key] = value
    return value


def same_things(these: Sequence[object], those: Sequence[object]) -> bool:
    """Whether they are the very same, one by one."""
    return len(these) == len(those) and all(map(is_, these, those))


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
        return keep(self._kept, key, (parts, result), self._most)[1]


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


V = TypeVar("V")
Groups = dict[Hashable, tuple[V, ...]]

MOST_CHANGED = 12
"""If more members than so many have changed, all are grouped anew."""


class Grouped(Generic[V]):
    """The members of a mapping by their features, in its order; what is "" or None is no feature.

    A state never changes in place: each fact makes a new mapping in which one member or a few are other ones. Its
    groups follow from those of the mapping that was asked about before it.
    """

    def __init__(self, features: Callable[[V], Collection[Hashable]], most: int = 4) -> None:
        self._features = features
        self._kept: Memo[Groups[V]] = Memo(most)
        self._last: tuple[Mapping[str, V], Groups[V]] = ({}, {})

    def of(self, mapping: Mapping[str, V], name: Hashable) -> tuple[V, ...]:
        """The members of `mapping` that have the feature `name`."""
        known, groups = self._last
        if known is not mapping:
            groups = self._kept.of((mapping,), lambda: self._regrouped(mapping))
            self._last = mapping, groups
        return groups.get(name, ())

    def _regrouped(self, mapping: Mapping[str, V]) -> Groups[V]:
        known, groups = self._last
        before, now = list(known.values()), list(mapping.values())
        changed = list(compress(count(), map(is_not, before, now)))
        if len(now) < len(before) or len(changed) + len(now) - len(before) > MOST_CHANGED:
            return self._sorted(now)
        moved = {id(now[place]) for place in (*changed, *range(len(before), len(now)))}
        if any(id(before[place]) in moved for place in changed):
            return self._sorted(now)  # one left and others came: those between have changed their places
        found = self._followed(groups, before, now, changed)
        if verify.ON:
            verify.same("groups", {name: there for name, there in found.items() if there}, lambda: self._sorted(now))
        return found

    def _followed(self, groups: Groups[V], before: Sequence[V], now: Sequence[V], changed: Iterable[int]) -> Groups[V]:
        """The groups of `before`, with the members at the `changed` places exchanged and those after its end added."""
        found, out_of_order = dict(groups), set[Hashable]()
        for place in changed:
            old, new = before[place], now[place]
            names, earlier = self._features(new), self._features(old)
            for name in filter(None, earlier):
                instead = (new,) if name in names else ()
                at = list(map(id, found[name])).index(id(old))
                found[name] = (*found[name][:at], *instead, *found[name][at + 1 :])
            for name in filter(None, names):
                if name not in earlier:
                    found[name] = (*found.get(name, ()), new)
                    out_of_order.add(name)
        for member in now[len(before) :]:
            for name in filter(None, self._features(member)):
                found[name] = (*found.get(name, ()), member)
        if out_of_order:
            places = {id(member): place for place, member in enumerate(now)}
            for name in out_of_order:
                found[name] = tuple(sorted(found[name], key=lambda member: places[id(member)]))
        return found

    def _sorted(self, members: Iterable[V]) -> Groups[V]:
        """The groups of members, each in their order."""
        groups: dict[Hashable, list[V]] = {}
        for member in members:
            for name in self._features(member):
                if name:
                    groups.setdefault(name, []).append(member)
        return {name: tuple(found) for name, found in groups.items()}
