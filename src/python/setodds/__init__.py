"""Statistics for the card game SET: simulations, exact counts and games by the setodds engine.

The functions are the commands of the command line, with its options as keywords. All except
``deals`` return a ``Table``, a dictionary of columns, which ``pandas.DataFrame(setodds.odds(12))``
and ``polars.DataFrame(setodds.odds(12))`` accept. The columns are those of the program's CSV.
Counts are integers of any size; missing values are None.

Hand sizes, ``cards``, are a number, a list, or a text such as ``"3-21"``. ``without`` removes cards
from the deck; they are written as for ``find``, with its ``values`` and ``numbers_from``. Without a
``seed`` a random one is drawn and stored in ``provenance``. Runs release Python's global lock and
stop on Ctrl-C. ``progress`` is called with the fraction that is done, from 0 to 1. Doubtful
results, and notes on how cards were read, are UserWarnings. Invalid input raises a ValueError with
the program's message; an unsuccessful search raises a RuntimeError.
"""

from . import _setodds

__all__ = [
    "Table",
    *("caps", "check", "classes", "deal", "deals", "enumerate"),
    *("extremes", "find", "next", "odds", "play", "puzzle", "simulate"),
]


class Table(dict):
    """A table: a dictionary from column names to lists.

    ``provenance`` records how it was computed; ``others`` has the other tables of the result.
    """

    def __init__(self, columns, provenance=None, others=None):
        super().__init__(columns)
        self.provenance = {} if provenance is None else provenance
        self.others = {} if others is None else others

    def fractions(self):
        """Returns the probability of each row as a ``Fraction``, exact if the row has counts."""
        rows = zip(self["count"], self["total"], self["probability"], strict=True)
        return [
            _fraction(count, total) if total else _fraction(probability)
            for count, total, probability in rows
        ]


def _fraction(*parts):
    """Returns a fraction from a numerator and a denominator, or from a float."""
    # Imported only here, since the import takes as long as an answer.
    from fractions import Fraction

    return Fraction(*parts)


def _value(value):
    """Converts a JSON value, in which a fraction is an object."""
    if isinstance(value, dict) and "denominator" in value:
        return _fraction(int(value["numerator"]), int(value["denominator"]))
    return value


def _other(records):
    """Converts JSON records into a table."""
    whole = _setodds.whole_columns()
    names = dict.fromkeys(name for record in records for name in record)
    columns = {name: [_value(record.get(name)) for record in records] for name in names}
    for name in names.keys() & whole:
        columns[name] = [int(it) if isinstance(it, str) else it for it in columns[name]]
    return Table(columns)


def _plain(value):
    """Converts an option into JSON: a number, a text, or a list."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, float):
        # JSON has neither nan nor inf.
        return value if value - value == 0 else str(value)
    if _is_number(value):
        number = value.__index__()
        return number if number.bit_length() < 64 else str(number)
    if hasattr(value, "__iter__") and not isinstance(value, bytes):
        return [_plain(it) for it in value]
    return str(value)


def _cards(value, features):
    """Converts cards into a text: lists into JSON, numbers into ``@`` numbers from 0."""
    import json

    if isinstance(value, str):
        return value
    is_array = hasattr(value, "tolist") and hasattr(value, "ndim")
    items = value.tolist() if is_array else value
    cards = _card(items, features) if hasattr(items, "__iter__") else [_card(items, features)]
    cards = [cards] if isinstance(cards, str) else cards
    if is_array and value.ndim >= 2 and cards and isinstance(cards[0], list):
        cards = {"hands": [{"cards": hand} for hand in cards]}
    return json.dumps(cards, ensure_ascii=False) if cards else ""


def _card(value, features):
    """Converts a card, or a list of cards: numbers get ``@``, lists of digits are joined."""
    if isinstance(value, str):
        return value
    if _is_number(value):
        return f"@{value.__index__()}"
    # Keys might be read as cards, and sets have no order.
    is_other = value is None or isinstance(value, (bool, bytes, bytearray, dict, set))
    if is_other or not hasattr(value, "__iter__"):
        raise ValueError(f"{value!r} is not a valid card; give a text or a number")
    items = list(value)
    is_digits = len(items) == features > 3 and all(map(_is_number, items))
    if is_digits and any(all(low <= it <= low + 2 for it in items) for low in (0, 1)):
        return "".join(map(str, items))
    return [_card(it, features) for it in items]


def _is_number(value):
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _answer(command, *, without=None, progress=None, **options):
    """Runs a command with options and returns its table."""
    import json
    import warnings

    if without is not None:
        options["without"] = _cards(without, options["features"])
    options = {name: _plain(value) for name, value in options.items()}
    columns, others, doubts = _setodds.answer(command, json.dumps(options), progress)
    for doubt in doubts:
        warnings.warn(doubt, stacklevel=3)
    others = json.loads(others)
    provenance = others.pop("provenance")
    others = {name: _other(records) for name, records in others.items()}
    return Table(columns, provenance, others)


def odds(
    cards=None,
    *,
    sets=None,
    measure=None,
    value=None,
    given=None,
    features=4,
    threads=None,
):
    """Returns exact probabilities: ``setodds odds``.

    The default is the distribution of the number of sets, or of another ``measure``; ``cards`` may
    be ``"first-set"``. ``sets`` and ``value`` select values, such as ``0``, ``"3+"`` or
    ``[0, "2-4"]``; ``given`` sets a condition, such as ``"12:0"``.
    """
    return _answer(
        "odds",
        cards=cards,
        sets=sets,
        measure=measure,
        value=value,
        given=given,
        features=features,
        threads=threads,
    )


def simulate(
    cards=None,
    *,
    deals=None,
    seed=None,
    measure="sets",
    until=None,
    value=None,
    confidence=None,
    features=4,
    without=None,
    values=None,
    numbers_from=None,
    threads=None,
    progress=None,
):
    """Deals random hands and tallies a measure: ``setodds simulate``.

    The default of ``deals`` is a million. With ``until``, such as ``"1%"``, the run ends when the
    probability of ``value`` (0 by default) is known with this relative precision, or after
    ``deals`` deals. ``measure`` is a name or a list. The default of ``cards`` depends on the
    measure.
    """
    if deals is None and until is None:
        deals = 1_000_000
    return _answer(
        "simulate",
        progress=progress,
        cards=cards,
        deals=deals,
        seed=seed,
        measure=measure,
        until=until,
        value=value,
        confidence=confidence,
        features=features,
        without=without,
        values=values,
        numbers_from=numbers_from,
        threads=threads,
    )


def deals(n, cards=12, *, seed, features=4, without=None, threads=None):
    """Deals hands for your own statistics: a ``memoryview`` of shape ``(n, cards)``.

    A card is a byte, its number from 0, whose base-3 digits are the features. The hands are those
    of ``setodds deal`` and ``simulate`` with the same seed and number of cards. ``numpy.asarray``
    uses them without copying. At most 4 GiB are dealt at once; decks have up to 5 features.

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
    threads = None if threads is None else str(threads)
    without = None if without is None else _cards(without, features)
    hands = _setodds.deals(str(n), str(cards), str(seed), str(features), without, threads)
    return memoryview(hands).cast("B", (n, cards))


def enumerate(
    cards=None, *, measure="sets", force=False, features=4, threads=None, progress=None
):
    """Counts all hands of given sizes: ``setodds enumerate``; ``cards`` defaults as in ``odds``.

    A computation of more than a day raises a ValueError, unless ``force`` is true.
    """
    return _answer(
        "enumerate",
        progress=progress,
        force=force,
        cards=cards,
        measure=measure,
        features=features,
        threads=threads,
    )


def play(
    games=100_000,
    *,
    seed=None,
    policies=None,
    table=None,
    features=4,
    start=12,
    refill=None,
    deal=None,
    when_stuck="deal",
    confidence=None,
    threads=None,
    progress=None,
):
    """Plays games by one or several policies: ``setodds play``.

    The defaults are the policy ``"random"`` and the table ``"stages"``; the other tables are in
    ``others``. A game starts with ``start`` cards on the table and refills it to ``refill`` after a
    set. If there is no set, ``when_stuck`` decides: ``"deal"`` deals ``deal`` more cards,
    ``"redeal"`` shuffles the table into the deck, and ``"stop"`` ends the game.
    """
    return _answer(
        "play",
        progress=progress,
        games=games,
        seed=seed,
        policy=policies,
        table=table,
        features=features,
        start=start,
        refill=refill,
        deal=deal,
        when_stuck=when_stuck,
        confidence=confidence,
        threads=threads,
    )


def find(
    hands,
    *,
    caps=False,
    ultrasets=False,
    why=False,
    style=None,
    features=4,
    values=None,
    numbers_from=None,
    hand_a_line=False,
    one_hand=False,
):
    """Finds the sets in hands: ``setodds find``.

    ``hands`` is a text with one card per line, as for the command, a list of cards, or a list of
    hands. Numbers count from 0, as in the result of ``deals``. ``caps`` or ``ultrasets`` finds
    these instead; ``why`` finds the triples closest to a set, with the features that fail. Answers
    use the notation of the input, or a ``style`` such as ``"digits"``. ``values``,
    ``numbers_from``, ``hand_a_line`` and ``one_hand`` are the options of the command.
    """
    return _answer(
        "find",
        hands=_cards(hands, features),
        caps=caps,
        ultrasets=ultrasets,
        why=why,
        **{"as": style},
        features=features,
        values=values,
        numbers_from=numbers_from,
        hand_a_line=hand_a_line,
        one_hand=one_hand,
    )


def check(
    data,
    cards=None,
    *,
    measure=None,
    style=None,
    features=4,
    values=None,
    numbers_from=None,
    hand_a_line=False,
    one_hand=False,
):
    """Checks your own counts or hands against the exact distribution: ``setodds check``.

    ``data`` is one of three: a mapping from values of a ``measure`` (default: the number of sets)
    to counts of hands of ``cards`` cards, such as ``{0: 110, 1: 428, 2: 797}``; hands in the order
    of dealing, as a list of hands, the result of ``deals``, or a text; or the text of counts, as
    CSV or JSON.
    The tests are in ``others["tests"]``.
    """
    if hasattr(data, "items"):
        data = _counts(data)
    elif not isinstance(data, str):
        data = _dealt(data, features)
    return _answer(
        "check",
        data=data,
        cards=cards,
        measure=measure,
        **{"as": style},
        features=features,
        values=values,
        numbers_from=numbers_from,
        hand_a_line=hand_a_line,
        one_hand=one_hand,
    )


def _counts(counts):
    """Converts a mapping from values to counts into JSON."""
    import json
    import operator

    whole = {}
    for value, count in counts.items():
        try:
            whole[str(operator.index(value))] = str(operator.index(count))
        except TypeError:
            message = f"`{value!r}: {count!r}` is not a valid count; give whole numbers"
            raise ValueError(message) from None
    return json.dumps(whole)


def _dealt(hands, features):
    """Converts hands, a list for each, into JSON."""
    import json

    if isinstance(hands, memoryview) and hands.ndim == 2:
        hands = hands.tolist()
    is_flat = isinstance(hands, (bytes, bytearray, memoryview, set))
    if is_flat or not hasattr(hands, "__iter__"):
        kind = type(hands).__name__
        raise ValueError(f"{kind} is not a list of hands; give a list for each hand")
    dealt = []
    for hand in hands:
        if isinstance(hand, (int, set, str)):
            what = "is not a hand; give a list of cards in the order of dealing"
            raise ValueError(f"{hand!r} {what}")
        dealt.append({"cards": [_card(card, features) for card in hand]})
    return json.dumps({"hands": dealt})


def next(
    table,
    *,
    gone=(),
    dealt=3,
    completing=False,
    style=None,
    features=4,
    values=None,
    numbers_from=None,
    hand_a_line=False,
    one_hand=False,
):
    """Returns the exact probabilities of sets after the next cards: ``setodds next``.

    ``table``, and ``gone`` with the cards no longer in the deck, are written as for ``find``.
    ``dealt`` is the number of next cards. ``completing`` lists the cards that complete sets.
    """
    return _answer(
        "next",
        table=_cards(table, features),
        gone=_cards(gone, features) or None,
        completing=completing,
        hand_a_line=hand_a_line,
        one_hand=one_hand,
        **{"as": style},
        deal=dealt,
        features=features,
        values=values,
        numbers_from=numbers_from,
    )


def deal(
    cards=None,
    *,
    hands=1,
    sets=False,
    seed=None,
    features=4,
    without=None,
    values=None,
    numbers_from=None,
):
    """Returns the first hands of a seed, card by card, or their ``sets``: ``setodds deal``."""
    return _answer(
        "deal",
        sets=sets,
        cards=cards,
        hands=hands,
        seed=seed,
        features=features,
        without=without,
        values=values,
        numbers_from=numbers_from,
    )


def puzzle(
    cards=None,
    *,
    sets=None,
    count=None,
    date=None,
    days=None,
    deals=None,
    seed=None,
    features=4,
    without=None,
    values=None,
    numbers_from=None,
    threads=None,
    progress=None,
):
    """Returns hands with exactly ``sets`` sets, with solutions: ``setodds puzzle``.

    Give ``count`` for several puzzles, or a ``date`` such as ``"2026-01-01"`` and the number of
    ``days`` from it. The default seed of puzzles for dates is 1.
    """
    return _answer(
        "puzzle",
        progress=progress,
        **{"from": date},
        cards=cards,
        sets=sets,
        count=count,
        days=days,
        deals=deals,
        seed=seed,
        features=features,
        without=without,
        values=values,
        numbers_from=numbers_from,
        threads=threads,
    )


def extremes(cards=None, *, seed=1, features=4):
    """Returns the smallest and largest number of sets with example hands: ``setodds extremes``."""
    return _answer("extremes", cards=cards, seed=seed, features=features)


def caps(cards=None, *, representatives=False, force=False, features=4, threads=None):
    """Counts the hands without a set of every size: ``setodds caps``.

    ``representatives`` lists one cap of each class. ``force`` is as in ``enumerate``.
    """
    return _answer(
        "caps",
        representatives=representatives,
        force=force,
        cards=cards,
        features=features,
        threads=threads,
    )


def classes(cards=None, *, count=True, force=False, features=4, threads=None):
    """Counts or lists the hands up to symmetry: ``setodds classes``.

    By default the classes of all hand sizes, or of ``cards``, are counted; ``count=False`` lists
    them. ``force`` is as in ``enumerate``.
    """
    return _answer(
        "classes",
        count=count,
        force=force,
        cards=cards,
        features=features,
        threads=threads,
    )
