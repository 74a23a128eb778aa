"""Statistics of the card game SET: dealt, counted and played by the engine of setodds.

Every table is a dictionary of columns, each a list: ``pandas.DataFrame(setodds.odds(12))`` and
``polars.DataFrame(setodds.odds(12))`` take it as it is. Counts are integers of any size, what is
missing is None, and the columns are those of the program's CSV. A run needs no lock of Python,
Ctrl-C ends it, and ``progress`` is called with the part that is done, from 0 to 1. What is not
valid is a ValueError with the program's text.
"""

import json as _json

from . import _setodds

__all__ = [
    "caps", "classes", "classify", "cross", "deals", "enumerate", "find", "guarantee", "odds",
    "play", "simulate",
]


# The columns whose exact counts are text in JSON.
_COUNTS = {
    *("caps", "classes", "complete_caps", "complete_classes"),
    *("count", "hands", "stabilizer", "total"),
}


def _cell(name, cell):
    return int(cell) if name in _COUNTS and isinstance(cell, str) else cell


def _table(found):
    columns, rows = found
    rows = _json.loads(rows)
    return {name: [_cell(name, row[name]) for row in rows] for name in columns}


def _sizes(cards):
    return None if cards is None else str(cards)


def _text(cards):
    return cards if cards is None or isinstance(cards, str) else "\n".join(cards)


def odds(cards=None, *, features=4):
    """The exact distribution of the number of sets in hands of some size, where it is known.

    Without ``cards`` it is that of 12 cards; of two features, of 4.
    """
    return _table(_setodds.odds(cards, features))


def simulate(
    cards=None,
    *,
    deals=1_000_000,
    seed,
    measure="sets",
    features=4,
    without=None,
    threads=None,
    progress=None,
):
    """Random deals: the same counts as ``setodds simulate`` of the same seed.

    ``cards`` is a number or, as on the command line, sizes like ``"3-21"``; without it the size is
    that of the command line, which depends on the measure. ``measure`` is one or several, separated
    by commas. ``without`` are cards, as ``find`` reads them, that the deck is without.
    """
    without = _text(without)
    return _table(
        _setodds.simulate(_sizes(cards), deals, seed, measure, features, without, threads, progress)
    )


def cross(
    measures,
    cards=None,
    *,
    deals=1_000_000,
    seed,
    features=4,
    without=None,
    threads=None,
    progress=None,
):
    """Two measures of each hand jointly: how often each pair of values was dealt.

    ``measures`` are two names with a comma between them, such as ``"sets,in-sets"``; the hands are
    those of ``simulate`` with the same seed. ``without`` are cards, as ``find`` reads them, that
    the deck is without.
    """
    cards, without = _sizes(cards), _text(without)
    return _table(
        _setodds.cross(measures, cards, deals, seed, features, without, threads, progress)
    )


def deals(n, cards=12, *, seed, features=4, without=None, threads=None):
    """Dealt hands for a statistic of your own: a ``memoryview`` of shape ``(n, cards)``.

    A card is a byte, its number from 0 on: the features are the digits of the number in base 3. The
    hands are those of ``setodds deal`` and of ``simulate`` with the same seed, as long as the
    number of cards is theirs, too. ``numpy.asarray`` takes them without a copy. At most 4 GiB are
    dealt at once; decks have up to 5 features. ``without`` are cards, as ``find`` reads them, that
    the deck is without.

    When only one of 12 cards is red, how often is it part of a set?

    >>> import numpy, setodds
    >>> hands = numpy.asarray(setodds.deals(1_000_000, 12, seed=1))
    >>> is_red = hands // 3 % 3 == 0  # the third of four digits is the colour
    >>> hands = hands[is_red.sum(axis=1) == 1]
    >>> red = hands[hands // 3 % 3 == 0]
    >>> digits = numpy.array([[card // 3**place % 3 for place in range(4)] for card in range(81)])
    >>> third = -(digits[:, None] + digits) % 3 @ [1, 3, 9, 27]  # of each two cards
    >>> wanted = third[red[:, None], hands]
    >>> on_table = (wanted[:, :, None] == hands[:, None, :]).any(axis=2)
    >>> in_a_set = (on_table & (hands != red[:, None])).any(axis=1)
    >>> print(f"{in_a_set.mean():.2f}")  # exactly 1 - C(27, 11) 2^11 / C(54, 11) = 0.72105
    0.72
    """
    hands = _setodds.deals(n, cards, seed, features, _text(without), threads)
    return memoryview(hands).cast("B", (n, cards))


def enumerate(cards=None, *, features=4, threads=None, progress=None):
    """All hands of some sizes by the number of their sets, of decks of 2 to 4 features."""
    return _table(_setodds.enumerate(_sizes(cards), features, threads, progress))


def play(
    games=100_000,
    *,
    seed,
    policies=("random",),
    features=4,
    without=None,
    threads=None,
    progress=None,
):
    """Whole games: how many sets are on the table, by what is left in the deck.

    ``without`` are cards, as ``find`` reads them, that the deck is without.
    """
    policies, without = list(policies), _text(without)
    return _table(_setodds.play(games, seed, policies, features, without, threads, progress))


def find(hands, *, features=4, numbers_from=None, why=False):
    """The sets in hands: a card a line, in any notation of ``setodds find``; or a list of cards.

    Numbers of cards count from ``numbers_from``, 0 or 1. With ``why`` the table has the triples of
    each hand that fail to be a set in the fewest features, and how they fail.
    """
    return _table(_setodds.find(_text(hands), features, numbers_from, why))


def classify(hands, *, features=4, numbers_from=None):
    """What hands are up to affine symmetry, a row for each hand, read as by :func:`find`.

    Hands of the same ``class`` are equivalent: the map of ``matrix`` and ``shift`` carries the
    first of them, ``equivalent_to``, to the hand.
    """
    return _table(_setodds.classify(_text(hands), features, numbers_from))


def guarantee(measure, values, *, features=4):
    """How many cards always have a value of a measure or more, and a hand of one card less.

    ``values`` is a number or several, such as ``range(1, 28)`` disjoint sets. Where ``cards`` and
    ``cards_at_most`` differ, the number is between them.
    """
    values = [values] if isinstance(values, int) else list(values)
    return _table(_setodds.guarantee(measure, values, features))


def caps(*, features=4):
    """How many hands hold no set, and how many classes of them there are, by hand size."""
    return _table(_setodds.caps(features))


def classes(cards=None, *, features=4):
    """How many essentially different hands there are, by hand size."""
    cards = f"0-{3**features}" if cards is None else cards
    return _table(_setodds.classes(str(cards), features))
