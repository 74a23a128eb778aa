"""The Python module: the numbers of the program, its texts, and Python's ways around a run."""

import _thread
import importlib.metadata
import pathlib
import signal
import subprocess
import sysconfig
import threading
import time

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


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: setodds.simulate(90, seed=1), "90 cards are more than the 81"),
        (lambda: setodds.simulate(12, seed=1, deals=0), "0 deals give no answer"),
        (lambda: setodds.simulate(12, seed=1, measure="x"), "unknown measure `x`"),
        (lambda: setodds.simulate(12, seed=1, threads=0), "0 threads"),
        (lambda: setodds.play(1, seed=1, policies=[]), "no policy is given"),
        (lambda: setodds.find("five red"), "line 1"),
    ],
)
def test_what_is_not_valid_is_a_value_error(call, text):
    with pytest.raises(ValueError, match=text):
        call()


def test_progress_rises_to_the_whole():
    seen = []
    setodds.simulate(12, deals=3_000_000, seed=1, progress=seen.append)
    assert seen == sorted(seen) and seen[-1] == 1.0


def test_an_exception_of_the_callback_ends_the_run():
    def refuse(part):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        setodds.simulate(12, deals=10**15, seed=1, progress=refuse)


def test_ctrl_c_ends_a_run_and_python_goes_on_meanwhile():
    # A shell in the background starts programs that ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        setodds.simulate(12, deals=10**15, seed=1)


@pytest.mark.parametrize(
    "call",
    [
        lambda: setodds.caps(features=5),
        # The first seconds go into the plan.
        lambda: setodds.enumerate(40, threads=1),
    ],
)
def test_ctrl_c_ends_what_has_no_progress(call):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call()
    assert time.monotonic() - started < 5


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
        assert frame.shape == (15, 10)


def test_the_command_comes_with_the_module():
    command = pathlib.Path(sysconfig.get_path("scripts"), "setodds")
    said = subprocess.check_output([command, "--version"], text=True)
    assert said.split()[1].replace("-rc.", "rc") == importlib.metadata.version("setodds")
