"""The switch that checks quick ways against full ones."""

import pytest

from sasl.kernel import verify


def test_the_same_is_handed_through() -> None:
    assert verify.same("a sum", 4, lambda: 2 + 2) == 4
    assert verify.same("a sum of floats", 0.3, lambda: 0.1 + 0.2) == 0.3  # its order


def test_a_mismatch_names_what_differs() -> None:
    with pytest.raises(verify.Mismatch, match="a sum: the quick way gives 5, the full one 4"):
        verify.same("a sum", 5, lambda: 4)


def test_a_bound_may_be_higher_but_never_lower() -> None:
    assert verify.at_least("harm", 0.5, lambda: 0.4) == 0.5
    assert verify.at_least("harm", 0.5, lambda: 0.5 + 1e-12) == 0.5  # the order of a sum
    with pytest.raises(verify.Mismatch, match="below the exact"):
        verify.at_least("harm", 0.5, lambda: 0.6)


def test_the_switch_goes_back() -> None:
    before = verify.ON
    with pytest.raises(ZeroDivisionError), verify.switched():
        assert verify.ON
        _ = 1 / 0
    assert before == verify.ON
