"""How many cards guarantee a value: the module, and all hands of a small deck."""

import itertools

import pytest
import setodds

DECK = list(itertools.product(range(3), repeat=2))


def sets(hand):
    triples = itertools.combinations(hand, 3)
    return [three for three in triples if all(sum(values) % 3 == 0 for values in zip(*three))]


def in_sets(hand):
    return len({card for three in sets(hand) for card in three})


def disjoint_sets(hand):
    found = sets(hand)
    choices = itertools.chain.from_iterable(
        itertools.combinations(found, number) for number in range(4)
    )
    return max(len(choice) for choice in choices if len(set(sum(choice, ()))) == 3 * len(choice))


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("sets", lambda hand: len(sets(hand))),
        ("in-sets", in_sets),
        ("disjoint-sets", disjoint_sets),
    ],
)
def test_all_hands_of_the_smallest_deck(measure, value):
    lowest = [min(map(value, itertools.combinations(DECK, size))) for size in range(10)]
    values = range(1, lowest[9] + 1)
    found = setodds.guarantee(measure, values, features=2)
    cards = [next(size for size in range(10) if lowest[size] >= wanted) for wanted in values]
    assert found["cards"] == found["cards_at_most"] == cards
    for wanted, size, hand, held in zip(values, cards, found["witness"], found["witness_value"]):
        hand = [tuple(map(int, card)) for card in hand.split()]
        assert len(hand) == size - 1
        assert value(hand) == held < wanted


def test_one_value_and_bounds():
    found = setodds.guarantee("disjoint-sets", 9)
    assert (found["cards"], found["cards_at_most"]) == ([35], [37])
    with pytest.raises(ValueError, match="all 81 cards have 27"):
        setodds.guarantee("disjoint-sets", 28)
    with pytest.raises(ValueError, match="give sets, in-sets"):
        setodds.guarantee("largest-cap", 1)
