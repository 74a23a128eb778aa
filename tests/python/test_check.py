"""Counts and hands of one's own against the exact law."""

import math

import pytest
import setodds


def test_counts_of_a_mapping_are_checked():
    # Of 85,320 hands of three cards 1,080 are sets.
    table = setodds.check({0: 9860, 1: 140}, cards=3)
    assert table["values"] == ["0", "1"] and table["count"] == [9860, 140]
    p = 1080 / 85320
    z = (140 - 1e4 * p) / math.sqrt(1e4 * p * (1 - p))
    assert abs(table["standard_errors"][1] - z) < 1e-9
    tests = table.others["tests"]
    assert tests["test"] == ["sets", "mean of sets"]
    assert abs(tests["statistic"][0] - z * z) < 1e-8
    assert abs(tests["p_value"][0] - math.erfc(z / math.sqrt(2))) < 1e-10


def test_hands_are_checked_as_they_are_dealt():
    by_view = setodds.check(setodds.deals(1000, cards=12, seed=1))
    dealt = setodds.deals(1000, cards=12, seed=1).tolist()
    hands = [[f"@{card}" for card in hand] for hand in dealt]
    assert dict(setodds.check(hands)) == dict(by_view)
    lines = "\n".join(" ".join(hand) for hand in hands)
    assert dict(setodds.check(lines)) == dict(by_view)
    assert by_view.others["tests"]["test"] == [
        *("sets", "mean of sets", "P(no set)"),
        *("cards", "places"),
    ]
    assert min(by_view.others["tests"]["p_value"]) > 0.001
    always_one = setodds.check([["@0", "@1"]] * 1000)
    assert min(always_one.others["tests"]["p_value"]) < 1e-12


def test_hands_of_one_card_are_hands():
    tests = setodds.check([["0000"], ["0001"], ["0000"]] * 300).others["tests"]
    assert tests["cards"][0] == 1 and tests["hands"][0] == 900
    by_view = setodds.check(setodds.deals(900, cards=1, seed=1)).others["tests"]
    assert by_view["test"] == ["cards"] and by_view["p_value"][0] > 0.001


def test_what_cannot_be_is_refused():
    for data, cards, message in [
        ({0: 1}, None, "give the number of cards in a hand, such as --cards 12"),
        ({99: 1}, 12, "no hand of 12 cards has the value 99"),
        ({0: 1.5}, 12, "`0: 1.5` is not a valid count"),
        ({0: "5,5"}, 12, "is not a valid count"),
        ({"0,5\n12,sets,1": 3}, 12, "is not a valid count"),
        ({-1: 3}, 12, "the value `-1` is not valid; give a whole"),
        ("0000 0001", 2, "does not hold counts, which --cards and --measure are for"),
        ([323, 9677], 12, "323 is not a hand"),
        ([3, 17, 25], None, "3 is not a hand"),
        ([{"0000", "0001"}], None, "is not a hand"),
        (b"0000 0001", None, "bytes is not a list of hands"),
        (memoryview(b"123"), None, "memoryview is not a list of hands"),
        (None, None, "NoneType is not a list of hands"),
        (5, None, "int is not a list of hands"),
    ]:
        with pytest.raises(ValueError, match=message):
            setodds.check(data, cards)
