"""The Python module: the numbers of the program, its texts, and Python's ways around a run."""

import _thread
import collections
import doctest
import fractions
import itertools
import math
import signal
import threading

import pytest

import setodds


def test_the_deals_of_a_seed_are_those_of_the_command_line():
    # setodds simulate --cards 12 --deals 1M --seed 2026, as in README.md.
    dealt = setodds.simulate(12, deals=1_000_000, seed=2026)
    counts = [32199, 145081, 260754, 273387, 179932, 79826, 23348, 4622, 701, 116, 25, 5, 3, 1]
    assert dealt["count"] == counts
    assert dealt["exact_probability"][0] == pytest.approx(325432404 / 10074689485)
    assert setodds.simulate(12, deals=1_000_000, seed=2026, threads=1) == dealt


def test_exact_numbers_have_any_size():
    none = setodds.odds(12)
    assert (none["count"][0], none["total"][0]) == (2284535476080, 70724320184700)
    assert none["ci_low"][0] is None
    assert none.fractions()[0] == fractions.Fraction(325432404, 10074689485)
    assert none.others["summary"]["mean"] == [fractions.Fraction(220, 79)]
    assert abs(sum(setodds.odds(measure="greedy-cap").fractions()) - 1) < 1e-15
    assert setodds.enumerate(5)["count"] == setodds.odds(5)["count"]
    numbers = setodds.classes("0-6")
    assert numbers["classes"] == [1, 1, 1, 2, 3, 6, 15]
    assert max(hands for hands in setodds.classes()["hands"]) > 2**64


def test_caps_games_and_hands():
    caps = setodds.caps(features=3)
    assert caps["caps"][:4] == [1, 27, 351, 2808] and caps["classes"][:4] == [1, 1, 1, 1]
    games = setodds.play(1000, seed=1)
    first = [c for c, left in zip(games["count"], games["in_deck"]) if left == 69]
    assert sum(first) >= 1000
    found = setodds.find(["0000", "0001", "0002", "0010"])
    assert found["set"] == [1] and found["card3"] == ["0002"]
    assert setodds.find(["0000"]) == {"hand": [], "set": [], "card1": [], "card2": [], "card3": []}
    empty = setodds.caps(0, representatives=True)
    assert (empty["representative"], empty["complete"]) == ([""], [False])


def test_all_tables_of_games_come_together():
    games = setodds.play(1000, seed=1)
    assert sum(games.others["leftover"]["count"]) == 1000
    assert games.others["differences"] == {}
    assert (
        setodds.play(1000, seed=1, table="leftover")["count"] == games.others["leftover"]["count"]
    )
    assert games.provenance["randomness"]["seed"] == 1


def test_a_seed_that_is_drawn_is_told():
    dealt = setodds.simulate(12, deals=1000)
    seed = dealt.provenance["randomness"]["seed"]
    assert setodds.simulate(12, deals=1000, seed=int(seed)) == dealt


def test_calls_side_by_side_do_not_disturb_one_another():
    found = {}

    def deal(seed):
        found[seed] = setodds.simulate(12, deals=300_000, seed=seed, threads=1)

    threads = [threading.Thread(target=deal, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed, table in found.items():
        assert table == setodds.simulate(12, deals=300_000, seed=seed)


def test_a_deck_without_some_cards_is_dealt():
    # The 27 cards whose first digit is 0 are a deck of three features.
    junior = [f"@{number}" for number in range(27, 81)]
    dealt = setodds.simulate(9, deals=10_000, seed=3, without=junior)
    assert dealt["count"] == setodds.simulate(9, deals=10_000, seed=3, features=3)["count"]
    assert set(dealt["without"]) == {"@27-80"} and dealt["exact_probability"][0] is None
    hands = setodds.deals(9, 9, seed=3, without=junior)
    of_three = setodds.deals(9, 9, seed=3, features=3)
    assert hands.tolist() == of_three.tolist()


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: setodds.simulate(90, seed=1), "90 cards are more than the 81"),
        (lambda: setodds.simulate(12, seed=1, deals=0), "must be at least 1"),
        (lambda: setodds.simulate(12, seed=1, deals=1.5), "`1.5` is not a whole number"),
        (lambda: setodds.simulate(12, seed=1, measure="x"), "measure: unknown measure `x`"),
        (lambda: setodds.simulate(12, seed=1, threads=0), "`0` is not a valid number of threads"),
        (lambda: setodds.simulate(12, seed=-1), "`-1` is not a valid seed"),
        (lambda: setodds.play(1, seed=1, policies=[]), "policy: the list is empty"),
        (lambda: setodds.play(1, seed=1, when_stuck="sleep"), "when_stuck: unknown way to go on `sleep`"),
        (lambda: setodds.find("five red"), "hands, line 1"),
        (lambda: setodds.deals(0, seed=1), "0 deals give no answer"),
        (lambda: setodds.deals(1.5, seed=1), "`1.5` is not a valid number of hands"),
        (lambda: setodds.deals(1, 0, seed=1), "give at least one card"),
        (lambda: setodds.deals(1, -1, seed=1), "`-1` is not a valid number of cards"),
        (lambda: setodds.deals(1, 82, seed=1), "82 cards are more than the 81"),
        (lambda: setodds.deals(1, seed=-1), "`-1` is not a valid seed"),
        (lambda: setodds.deals(1, seed=1, threads=0), "`0` is not a valid number of threads"),
        (lambda: setodds.deals(1, seed=1, features=6), "does not fit into a byte"),
        (lambda: setodds.deals(2**32, 12, seed=1), "deal at most 357913941 at once"),
        (lambda: setodds.deals(2**63, 12, seed=1), "more than 4 GiB"),
        (lambda: setodds.simulate(12, seed=1, without="@1\n\n@1"), "`@1` is already in the list"),
        (lambda: setodds.deal(seed=1, without=[]), "without: the input is empty"),
        (lambda: setodds.deals(1, 81, seed=1, without=["@1"]), "more than the 80 left"),
        (lambda: setodds.simulate(81, seed=1, without=["@1"]), "more than the 80 left"),
        (lambda: setodds.find([]), "hands: the input is empty"),
        (lambda: setodds.next(["0000"], gone=["0000"]), "`0000` is given twice"),
        (lambda: setodds.odds(-1), "`-1` is not a valid number of cards"),
        (lambda: setodds.odds(12.0), "`12.0` is not a valid number of cards"),
        (lambda: setodds.odds(True), "cards: invalid type: boolean `true`, expected a text, a number"),
        (lambda: setodds.odds([]), "`` is not a valid number of cards"),
        (lambda: setodds.odds("--help"), "`--help` is not a valid number of cards"),
        (lambda: setodds.find([0, 1, 2], caps="yes"), "caps: invalid type: string"),
        (lambda: setodds.odds(12, features=4.0), "`4.0` is not a valid number of features"),
        (lambda: setodds.classes(features=7), "a deck has 2 to 6 features, not 7"),
        (lambda: setodds.puzzle(date="2026-02-30"), "`2026-02-30` is not a valid date"),
        (lambda: setodds.deal(12, hands=0), "hands: must be at least 1"),
        (lambda: setodds.enumerate("x"), "`x` is not a valid number of cards"),
        (lambda: setodds.caps("x"), "`x` is not a valid number of cards"),
        (lambda: setodds.extremes(82), "82 cards are more than the 81"),
    ],
)
def test_what_is_not_valid_is_a_value_error(call, text):
    with pytest.raises(ValueError, match=text):
        call()


def test_a_search_in_vain_is_a_runtime_error():
    with pytest.raises(RuntimeError, match="none of 64 deals"):
        setodds.puzzle(9, sets=4, deals=64, seed=1)


def test_what_is_doubtful_is_a_warning():
    with pytest.warns(UserWarning, match="was not reached"):
        setodds.simulate(12, deals=1000, seed=1, until="1%")


def test_what_was_read_of_cards_is_a_warning():
    with pytest.warns(UserWarning, match="read 3 cards"):
        setodds.find([0, 1, 2])


def test_row_numbers_and_a_header_of_pandas_are_not_read_as_cards():
    pandas = pytest.importorskip("pandas")
    numpy = pytest.importorskip("numpy")
    frame = pandas.DataFrame(numpy.asarray(setodds.deals(6, 12, seed=1)))
    for index, expected in [(True, "has an empty part"), (False, "row numbers or a header")]:
        with pytest.raises(ValueError, match=expected):
            setodds.find(frame.to_csv(index=index))


def test_progress_rises_to_the_whole():
    seen = []
    setodds.simulate(12, deals=3_000_000, seed=1, progress=seen.append)
    assert seen == sorted(seen) and seen[-1] == 1.0


def test_dealt_hands_are_those_of_a_simulation():
    hands = setodds.deals(50_000, 12, seed=2026, threads=1)
    assert (hands.shape, hands.format, hands.nbytes) == ((50_000, 12), "B", 600_000)
    assert setodds.deals(50_000, 12, seed=2026) == hands
    # A block has 16,384 hands; the last one here is short.
    tally = collections.Counter(sets(hand) for hand in hands.tolist())
    alone = setodds.simulate(12, deals=50_000, seed=2026)
    assert tally == {v: c for v, c in zip(alone["value"], alone["count"]) if c}
    assert setodds.deals(3, 243, seed=1, features=5).tolist()[2].count(242) == 1


def third(a, b):
    """The card that completes two to a set."""
    return sum(-(a // place + b // place) % 3 * place for place in (1, 3, 9, 27))


def sets(hand):
    own = set(hand)
    return sum(third(a, b) in own for a, b in itertools.combinations(hand, 2)) // 3


def test_when_only_one_card_is_red_it_is_often_part_of_a_set():
    alone = in_a_set = 0
    for hand in setodds.deals(200_000, 12, seed=5).tolist():
        red = [card for card in hand if card // 3 % 3 == 0]
        if len(red) == 1:
            own = set(hand) - set(red)
            alone += 1
            in_a_set += any(third(red[0], card) in own for card in own)
    exact = 1 - math.comb(27, 11) * 2**11 / math.comb(54, 11)
    assert abs(in_a_set / alone - exact) < 4 * math.sqrt(exact * (1 - exact) / alone)


def test_numpy_takes_dealt_hands_without_a_copy():
    numpy = pytest.importorskip("numpy")
    hands = setodds.deals(1000, 12, seed=1)
    array = numpy.asarray(hands)
    assert array.shape == (1000, 12) and array.dtype == numpy.uint8
    array[7, 3] = 80
    assert hands[7, 3] == 80
    assert doctest.testmod(setodds, raise_on_error=True).attempted > 0


def test_an_exception_of_the_callback_ends_the_run():
    def refuse(part):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        setodds.simulate(12, deals=10**18, seed=1, progress=refuse)


@pytest.mark.parametrize(
    "work",
    [
        lambda: setodds.simulate(12, deals=10**18, seed=1),
        # These have no progress. As many hands as memory allows take a while.
        lambda: setodds.caps(16, features=6, force=True),
        lambda: setodds.deals(500_000_000, 1, seed=1, threads=1),
    ],
)
def test_ctrl_c_ends_work_and_python_goes_on_meanwhile(work):
    # A shell in the background starts programs that ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        # This thread begins when the work lets Python go on.
        _thread.start_new_thread(_thread.interrupt_main, ())
        work()


def test_sizes_where_nothing_is_said_are_those_of_the_command_line():
    first = setodds.simulate(measure="first-set", deals=1000, seed=1)
    assert set(first["cards"]) == {21}
    assert set(setodds.simulate(deals=1000, seed=1, features=2)["cards"]) == {4}
    assert set(setodds.simulate(deals=1000, seed=1)["cards"]) == {12}
    assert setodds.odds() == setodds.odds(12)
    assert setodds.odds(features=2)["count"] == setodds.enumerate(features=2)["count"]


def test_data_frames_take_a_table_as_it_is():
    for library in ("pandas", "polars"):
        frame = pytest.importorskip(library).DataFrame(setodds.odds(12))
        assert frame.shape == (15, 11)
