"""What the log says of the states of units and SW: words, never the names by which they are typed."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.flags import UNIT_FLAGS, WEAPON_FLAGS
from sasl.asl.game.words import WORDS, state_words


def test_what_came_and_went_is_told_in_words() -> None:
    broken = ev.UnitChanged("467a", ("broken", "dm"), ("pinned",), "Prep Fire at G9")
    assert broken.describe() == "467a now broken and DM, no longer pinned: Prep Fire at G9"
    several = ev.UnitsChanged(("467a", "467b"), (), ("prep", "stopped"), "end of AFPh (A7.2)")
    assert several.describe() == "467a and 467b no longer under a Prep Fire counter or stopped: end of AFPh (A7.2)"
    assert ev.WeaponChanged("HMGa", ("malfunctioned",)).describe() == "HMGa now malfunctioned"
    assert ev.ArmsChanged("StuGa", (), ("MA spent", "CMG spent")).describe() == "StuGa: no longer MA spent or CMG spent"


def test_who_fires_from_concealment_is_revealed() -> None:
    assert ev.UnitChanged("467a", (), ("concealed", "hidden"), "fires").describe() == "467a now revealed: fires"
    assert ev.UnitChanged("467a", (), ("concealed",)).describe() == "467a no longer concealed"


def test_what_has_a_line_of_its_own_is_told_once() -> None:
    """Who is In Command is listed at the end of the RPh; that a SW fires its attack tells."""
    assert not ev.UnitsChanged(("628a",), ("command",), ("no-command",), "16").describe()
    assert not ev.WeaponChanged("HMGa", ("fired",), (), "fires").describe()
    assert ev.UnitChanged("628a", ("no-command",), (), "player").describe() == "628a now out of Command: player"


def test_every_state_has_words_that_follow_is() -> None:
    """`is moved`, not `is has moved`; and no letter of ASL's own writing is lost."""
    assert {*UNIT_FLAGS, *WEAPON_FLAGS} <= WORDS.keys()
    verbs = ("has ", "may ", "must ", "keeps ", "carries ", "moves ", "gallops", "began ", "does ", "was ", "its ")
    assert not [text for text in state_words(WORDS) if text.startswith(verbs) or text.startswith("iN ")]


def test_re_34_36_more_reinforcements_are_told_without_the_key_of_the_event() -> None:
    name = "ENEMY reinforcements|reinforcement.recurring|DR|2"
    assert ev.RecurringSet(name).describe() == "ENEMY reinforcements: more of them may come"
    assert ev.RecurringSet(name, False).describe() == "ENEMY reinforcements: no more of them come"
