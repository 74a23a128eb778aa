"""Classes of hands up to symmetry, and why cards are not a set: the module, and the definitions."""

import itertools
import random

import setodds


def cards(text):
    return [tuple(map(int, card)) for card in text.split()]


def text(hands):
    return "\n\n".join(" ".join("".join(map(str, card)) for card in hand) for hand in hands)


def image(card, matrix, shift):
    product = [sum(a * b for a, b in zip(row, card)) for row in matrix]
    return tuple((a + b) % 3 for a, b in zip(product, shift))


def generators(features):
    """Affine maps whose products are all affine maps: a shift, a shear, a sign, permutations."""
    unit = [[int(row == column) for column in range(features)] for row in range(features)]
    shear, sign, zero = [row[:] for row in unit], [row[:] for row in unit], [0] * features
    shear[0][1], sign[0][0] = 1, 2
    return [(unit, unit[0]), (shear, zero), (sign, zero), (unit[1:] + unit[:1], zero),
            ([unit[1], unit[0]] + unit[2:], zero)]


def orbits(features, size):
    """The hands of a size, as lists of those that affine maps carry into one another."""
    maps = generators(features)
    left = set(itertools.combinations(itertools.product(range(3), repeat=features), size))
    while left:
        found = [left.pop()]
        for hand in found:
            for matrix, shift in maps:
                other = tuple(sorted(image(card, matrix, shift) for card in hand))
                if other in left:
                    left.remove(other)
                    found.append(other)
        yield found


def test_classes_are_the_orbits_under_all_affine_maps():
    for features, size in [*((2, size) for size in range(1, 10)), (3, 3), (3, 4)]:
        expected = sorted(map(len, orbits(features, size)))
        assert sorted(setodds.classes(size, count=False, features=features)["hands"]) == expected


def failing(triple):
    return sum(len(set(values)) == 2 for values in zip(*triple))


def test_the_nearest_triples_fail_in_the_fewest_features():
    deck = list(itertools.product(range(3), repeat=4))
    rng = random.Random(1)
    for size in (2, 3, 4, 8, 12):
        hand = rng.sample(deck, size)
        triples = list(itertools.combinations(hand, 3))
        fewest = min(map(failing, triples), default=0)
        near = [triple for triple in triples if failing(triple) == fewest]
        found = setodds.find(text([hand]), why=True)
        columns = [cards(" ".join(found[name])) for name in ("card1", "card2", "card3")]
        assert list(zip(*columns)) == near
        assert found["failing"] == [fewest] * len(near)
        for (a, b, c), *thirds in zip(
            near, *(found[name] for name in ("completes_1_2", "completes_1_3", "completes_2_3"))
        ):
            pairs = zip([(a, b), (a, c), (b, c)], thirds)
            assert all(failing([*pair, *cards(third)]) == 0 for pair, third in pairs)


def test_cards_are_named_as_they_are_written():
    found = setodds.find("one red open oval, one red open diamond, one green open oval", why=True)
    assert found["mixed"] == ["colour: red, red, green; shape: oval, diamond, oval"]
    assert found["equal"] == ["number; texture"] and found["different"] == [""]
    assert found["completes_1_2"] == ["one red open squiggle"]
