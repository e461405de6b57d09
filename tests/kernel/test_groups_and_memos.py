"""Groups that follow from those before a change, and what is kept of questions about frozen things."""

import random

from sasl.kernel import verify
from sasl.kernel.memo import Grouped, Memo


def test_groups_follow_from_those_before_a_change() -> None:
    """Members that change, come and go, in any order: each group is as if grouped anew."""
    chance = random.Random(1)
    grouped: Grouped[tuple[str, str]] = Grouped(lambda member: ("all", member[0], member[1]))
    mapping = {str(number): ("ab"[number % 2], "") for number in range(30)}
    with verify.switched():
        for number in range(300):
            key = str(chance.randrange(40))
            if chance.random() < 0.1:
                mapping = {name: member for name, member in mapping.items() if name != key}
            else:
                mapping = {**mapping, key: (chance.choice("abc"), chance.choice(["", "x", "y"]) + str(number % 3))}
            members = list(mapping.values())
            assert grouped.of(mapping, "all") == tuple(members)
            for name in "abc":
                assert grouped.of(mapping, name) == tuple(member for member in members if member[0] == name)


def test_groups_keep_the_order_when_one_leaves_and_another_comes_before_they_are_asked_again() -> None:
    grouped: Grouped[tuple[str, str]] = Grouped(lambda member: ("all", member[0]))
    members = {name: ("a" if name < "C" else "b", name) for name in "ABCDEF"}
    assert [name for _, name in grouped.of(members, "all")] == list("ABCDEF")
    for gone, come in [("B", "G"), ("A", "H"), ("H", "I"), ("C", "J")]:
        members = {name: member for name, member in members.items() if name != gone} | {come: ("b", come)}
        assert list(grouped.of(members, "all")) == list(members.values())
        assert grouped.of(members, "b") == tuple(member for member in members.values() if member[0] == "b")


def test_a_memo_tells_parts_apart_by_what_they_are() -> None:
    memo: Memo[int] = Memo(2)
    one, other = {"a": 1}, {"a": 1}
    assert [memo.of((one,), lambda: 1), memo.of((other,), lambda: 2), memo.of((one,), lambda: 3)] == [1, 2, 1]
    memo.of(({},), lambda: 4)
    assert memo.of((one,), lambda: 5) == 5, "only the last two are kept"
