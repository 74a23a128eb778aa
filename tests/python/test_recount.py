"""The numbers of the reports and the published ones, recounted without any code of the project."""

import csv
import itertools
import math
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
ORDERED = {4: 81 * 80 * 78, 5: 243 * 242 * 240, 6: 729 * 728 * 726}


def rows(path):
    with open(TOP / path, newline="") as file:
        return list(csv.DictReader(file))


@cache
def counts(path, measure="sets"):
    """`{cards: {value: hands}}` of an exact CSV, where there are hands."""
    table = defaultdict(dict)
    for row in rows(path):
        if row["measure"] == measure and row["count"] != "0":
            table[int(row["cards"])][int(row["value"])] = int(row["count"])
    return table


@cache
def thirds(features):
    """The card that completes each pair of cards, which are numbers in base 3."""
    places = [3**place for place in range(features)]

    def third(one, other):
        return sum((-(one // p + other // p)) % 3 * p for p in places)

    return [[third(one, other) for other in range(3**features)] for one in range(3**features)]


def lines(features):
    third, cards = thirds(features), range(3**features)
    pairs = itertools.combinations(cards, 2)
    return [(a, b, third[a][b]) for a, b in pairs if third[a][b] > b]


def cards_in(mask):
    return bin(mask).count("1")


def mask(cards):
    return sum(1 << card for card in cards)


def sets_in(hand, features):
    hand = set(hand)
    pairs = itertools.combinations(sorted(hand), 2)
    return [(a, b, c) for a, b in pairs if (c := thirds(features)[a][b]) > b and c in hand]


def most_disjoint(sets):
    """The largest number of disjoint sets among these, which are bits."""

    @cache
    def most(left):
        if not left:
            return 0
        first = sets[left.bit_length() - 1]
        left &= ~(1 << left.bit_length() - 1)
        apart = mask(i for i in range(left.bit_length()) if left >> i & 1 and not sets[i] & first)
        found = 1 + most(apart)
        return found if found > bound(left) else max(found, most(left))

    def bound(left):
        cards = 0
        for i in range(left.bit_length()):
            if left >> i & 1:
                cards |= sets[i]
        return cards_in(cards) // 3

    return most((1 << len(sets)) - 1)


def largest_cap(hand, sets):
    """The most cards of a hand without a set: each set loses one of its cards."""

    def fewest_lost(sets, limit):
        if not sets:
            return 0
        if not limit:
            return math.inf
        lost = [fewest_lost([s for s in sets if card not in s], limit - 1) for card in sets[0]]
        return 1 + min(lost)

    limit = 0
    while fewest_lost(sets, limit) > limit:
        limit += 1
    return len(hand) - limit


def ultrasets(hand, features):
    """Pairs of pairs that the same card completes to sets."""
    pairs = Counter(thirds(features)[a][b] for a, b in itertools.combinations(hand, 2))
    return sum(math.comb(number, 2) for number in pairs.values())


def measured(hand, features):
    sets = sets_in(hand, features)
    return {
        "sets": len(sets),
        "in-sets": len({card for one in sets for card in one}),
        "disjoint-sets": most_disjoint([mask(one) for one in sets]),
        "largest-cap": largest_cap(hand, sets),
        "ultrasets": ultrasets(hand, features),
    }


def test_two_features():
    found = defaultdict(lambda: defaultdict(Counter))
    for number in range(512):
        hand = [card for card in range(9) if number >> card & 1]
        for measure, value in measured(hand, 2).items():
            found[measure][len(hand)][value] += 1
    for name in ["exact-sets/features-2", "classes/measures-2"]:
        for measure in {row["measure"] for row in rows(f"reports/{name}.csv")}:
            assert counts(f"reports/{name}.csv", measure) == found[measure]


def test_three_features():
    """Sets across three planes: each card of the third completes some pairs of the other two."""
    inside = [len(sets_in([c for c in range(9) if n >> c & 1], 2)) for n in range(512)]
    third = thirds(2)
    images = plane_maps()
    orbits = Counter(min(moved(n, image) for image in images) for n in range(512))
    found = defaultdict(Counter)
    for first, size in orbits.items():
        of_first = [card for card in range(9) if first >> card & 1]
        for second in range(512):
            pairs = Counter(third[a][b] for a in of_first for b in range(9) if second >> b & 1)
            kept = [(0, inside[first] + inside[second])]
            for card in range(9):  # The sums of all subsets of the third plane.
                kept += [(n | 1 << card, sets + pairs[card]) for n, sets in kept]
            cards = cards_in(first) + cards_in(second)
            for n, sets in kept:
                found[cards + cards_in(n)][sets + inside[n]] += size
    assert counts("reports/exact-sets/features-3.csv") == found
    published(3, found)


def plane_maps():
    """The 432 affine maps of AG(2,3), as images of its cards."""
    vectors = list(itertools.product(range(3), repeat=2))
    return [
        [3 * ((a * x + b * y + e) % 3) + (c * x + d * y + f) % 3 for x, y in vectors]
        for a, b, c, d, e, f in itertools.product(range(3), repeat=6)
        if (a * d - b * c) % 3
    ]


def moved(number, image):
    return mask(image[card] for card in range(len(image)) if number >> card & 1)


def published(features, found):
    """The published numbers, as far as these are counted."""
    told = [row for row in rows("tests/published/hands.csv") if int(row["features"]) == features]
    assert told
    for row in told:
        assert found[int(row["cards"])].get(int(row["sets"]), 0) == int(row["hands"]), row


@pytest.mark.parametrize("features, most", [(4, 7), (5, 6), (6, 5)])
def test_small_hands(features, most):
    """All hands with three given cards that are not a set: such triples are equivalent."""
    third = thirds(features)
    start = [0, 1, 3]
    found = {cards: Counter() for cards in range(3, most + 1)}

    def extend(hand, sets, first):
        found[len(hand)][sets] += 1
        if len(hand) == most:
            return
        for card in range(first, 3**features):
            if card not in start:
                among = sum(third[a][b] == card for a, b in itertools.combinations(hand, 2))
                extend(hand + [card], sets + among, card + 1)

    extend(start, 0, 2)
    told = counts(f"reports/exact-sets/features-{features}.csv")
    for cards, by_sets in found.items():
        for sets, hands in by_sets.items():
            # Ordered triples of a hand that are not a set.
            triples = cards * (cards - 1) * (cards - 2) - 6 * sets
            if triples:
                assert told[cards][sets] * triples == hands * ORDERED[features]


@pytest.mark.parametrize("features", [2, 3, 4, 5, 6])
def test_moments(features):
    """Sums and moments up to the third, from the cards that one, two and three sets share."""
    told = counts(f"reports/exact-sets/features-{features}.csv")
    deck, all_sets = 3**features, 3**features * (3**features - 1) // 6
    union = {0: Counter({0: 1}), 1: Counter({3: all_sets}), 2: Counter(), 3: Counter()}
    if features < 5:
        first, *others = map(mask, lines(features))
        for one in others:
            union[2][cards_in(first | one)] += Fraction(all_sets, 2)
        for one, other in itertools.combinations(others, 2):
            union[3][cards_in(first | one | other)] += Fraction(all_sets, 3)
    else:
        meeting = deck * math.comb((deck - 1) // 2, 2)
        union[2] = Counter({5: meeting, 6: math.comb(all_sets, 2) - meeting})
    for cards, by_sets in told.items():
        for order, unions in union.items():
            if unions:
                fitting = [(u, n) for u, n in unions.items() if u <= cards]
                mean = sum(n * math.comb(deck - u, cards - u) for u, n in fitting)
                assert sum(math.comb(s, order) * n for s, n in by_sets.items()) == mean
        if deck - cards in told:
            # Inclusion and exclusion: the sets that avoid all of the cards.
            base = all_sets - cards * (deck - 1) // 2 + math.comb(cards, 2)
            others = {base - sets: hands for sets, hands in by_sets.items()}
            assert told[deck - cards] == others


@pytest.mark.parametrize("features", [2, 3])
def test_all_caps(features):
    """All caps, and their orbits under maps that generate the affine group."""
    third, deck = thirds(features), range(3**features)
    levels = [{0: mask(deck)}]  # Each cap with the cards that make no set with it.
    while levels[-1]:
        larger = {}
        for cap, free in levels[-1].items():
            for card in deck:
                if free >> card & 1 and not cap >> card:
                    closed = mask(third[card][c] for c in deck if cap >> c & 1) | 1 << card
                    larger[cap | 1 << card] = free & ~closed
        levels.append(larger)
    maps = [
        lambda x, y, *z: ((x + 1) % 3, y, *z),
        lambda x, *y: (*y, x),
        lambda x, y, *z: ((x + y) % 3, y, *z),
        lambda x, *y: (-x % 3, *y),
    ]
    tables = [image_table(one, features) for one in maps]
    for row in rows(f"reports/caps/caps-{features}.csv"):
        caps = levels[int(row["cards"])] if int(row["cards"]) < len(levels) else {}
        complete = {cap for cap, free in caps.items() if not free}
        assert int(row["caps"]) == len(caps)
        assert int(row["complete_caps"]) == len(complete)
        assert int(row["classes"]) == orbits(caps, tables)
        assert int(row["complete_classes"]) == orbits(complete, tables)


def image_table(one, features):
    """The images of the hands of each nine cards of the deck."""
    cards = list(itertools.product(range(3), repeat=features))
    image = [int("".join(map(str, one(*card))), 3) for card in cards]
    nines = [image[nine : nine + 9] for nine in range(0, len(image), 9)]
    return [[moved(n, nine) for n in range(512)] for nine in nines]


def orbits(hands, tables):
    left, found = set(hands), 0
    while left:
        found, waiting = found + 1, [left.pop()]
        while waiting:
            hand = waiting.pop()
            for table in tables:
                image = sum(nine[hand >> 9 * i & 511] for i, nine in enumerate(table))
                if image in left:
                    left.remove(image)
                    waiting.append(image)
    return found


def test_caps():
    """The caps are the hands without a set; the published ones are the same."""
    told = {}
    for features in range(2, 7):
        for row in rows(f"reports/caps/caps-{features}.csv"):
            hands = counts(f"reports/exact-sets/features-{features}.csv")
            assert int(row["caps"]) == hands[int(row["cards"])].get(0, 0)
            told[features, int(row["cards"])] = row
    for row in rows("tests/published/caps.csv"):
        columns = ["caps", "classes", "complete_caps", "complete_classes"]
        own = told[int(row["features"]), int(row["cards"])]
        assert all(row[column] in ("", own[column]) for column in columns), row
    published(4, counts("reports/exact-sets/features-4.csv"))


def cards_of(text):
    return [int(card, 3) for card in text.split()]


def test_extremes():
    hands = counts("reports/exact-sets/features-4.csv")
    for row in rows("reports/exact-sets/extremes.csv"):
        witness, by_sets = cards_of(row["witness"]), hands[int(row["cards"])]
        end = {"fewest": min, "most": max}[row["extreme"]](by_sets)
        assert (len(set(witness)), len(sets_in(witness, 4))) == (int(row["cards"]), end)
        assert (int(row["sets"]), int(row["hands"])) == (end, by_sets[end])


def test_classes():
    """Each class by its representative; all classes together are all hands."""
    group = 81 * math.prod(81 - 3**i for i in range(4))
    found, classes = defaultdict(Counter), Counter()
    for row in rows("reports/classes/classes-4.csv"):
        hand, cards = cards_of(row["representative"]), int(row["cards"])
        hands, sets = int(row["hands"]), sets_in(hand, 4)
        assert hands * int(row["stabilizer"]) == group
        told = [row[c] for c in ["cards", "sets", "in_sets", "disjoint_sets", "largest_cap"]]
        in_sets = len({card for one in sets for card in one})
        disjoint = most_disjoint([mask(one) for one in sets])
        own = [len(set(hand)), len(sets), in_sets, disjoint, largest_cap(hand, sets)]
        assert list(map(int, told)) == own
        found[cards][len(sets)] += hands
        classes[cards] += 1
    all_hands = counts("reports/exact-sets/features-4.csv")
    for cards, by_sets in found.items():
        assert by_sets == all_hands[cards]
    numbers = {int(r["cards"]): int(r["classes"]) for r in rows("reports/classes/numbers-4.csv")}
    assert all(numbers[cards] == number for cards, number in classes.items())


def test_fewest_of_other_measures():
    """The hands of `fewest.csv` have the value that is given for them."""
    for row in rows("reports/caps/fewest.csv"):
        features, number = int(row["features"]), int(row["hand"], 16)
        hand = [card for card in range(3**features) if number >> card & 1]
        sets = sets_in(hand, features)
        if row["measure"] == "ghost-sets" or row["measure"] == "disjoint-sets" and len(hand) > 36:
            continue  # No measure of the program, or too many sets for the plain search.
        value = {
            "in-sets": lambda: len({card for one in sets for card in one}),
            "disjoint-sets": lambda: most_disjoint([mask(one) for one in sets]),
            "ultrasets": lambda: ultrasets(hand, features),
        }[row["measure"]]()
        assert (len(hand), value) == (int(row["cards"]), int(row["most"])), row


def test_simulated_hands():
    """No count is more than five standard errors from what is exact."""
    for name in ["sets", "trillion-12", "trillion-13"]:
        told = rows(f"reports/simulated-sets/{name}.csv")
        of_twelve = sum(int(row["count"]) for row in told if row["cards"] == "12")
        assert of_twelve == int(told[-1]["total"])
        for row in told:
            cards, value = int(row["cards"]), int(row["value"])
            exact = counts("reports/exact-sets/features-4.csv")[cards].get(value, 0)
            near(int(row["count"]), int(row["total"]), exact / math.comb(81, cards))


def near(count, total, p, spread=0.0):
    assert abs(count - total * p) <= 5 * math.sqrt(total * p * (1 - p) + spread) + 5


def test_stages_of_games():
    """Tables without a set, beside those of A. Nelson's games."""
    own = defaultdict(lambda: [0, 0])
    for row in rows("reports/games/random/stages.csv"):
        stage = own[row["in_deck"], row["table"], row["arrival"]]
        stage[0] += int(row["count"]) * (row["sets"] == "0")
        stage[1] = int(row["total"])
    for row in rows("tests/published/stages.csv"):
        none, total = own[row["in_deck"], row["table"], row["arrival"]]
        share = int(row["without_set"]) / int(row["layouts"])
        near(none, total, share, total**2 * share * (1 - share) / int(row["layouts"]))
