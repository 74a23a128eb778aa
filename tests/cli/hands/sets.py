"""What a set is, said once more for the tests, by the definition."""

import itertools


def sets(hand):
    """The sets in a hand: three cards whose values are all equal or all different, by feature."""
    is_set = lambda triple: all(len(set(values)) != 2 for values in zip(*triple))
    return list(filter(is_set, itertools.combinations(hand, 3)))


def third(one, other):
    """The card that is a set with two others."""
    return tuple(-(a + b) % 3 for a, b in zip(one, other))
