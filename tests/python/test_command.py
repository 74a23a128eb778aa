"""The command of the wheel, which runs in the process of Python, and functions like it."""

import csv
import importlib.metadata
import inspect
import io
import pathlib
import re
import signal
import subprocess
import sys
import sysconfig

import pytest

import setodds

COMMAND = pathlib.Path(sysconfig.get_path("scripts"), "setodds")


def said(*words, **options):
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, **options)


def test_the_command_comes_with_the_module():
    version = said("--version").stdout.split()[1]
    assert version.replace("-rc.", "rc") == importlib.metadata.version("setodds")
    module = [sys.executable, "-m", "setodds", "odds", "15", "--sets", "0"]
    assert "2970003246912" in subprocess.check_output(module, text=True)


def test_exit_codes_and_messages_are_those_of_the_program():
    wrong = said("odds", "x")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("error: invalid value 'x' for '[CARDS]'")
    assert said("find", input="").returncode == 2
    record = said("odds", "12", "--format", "json").stdout
    assert '"command": "setodds odds 12 --format json"' in record


def interrupted(*more):
    """The exit code of a long run after Ctrl-C, and what it said."""
    run = subprocess.Popen(
        [COMMAND, "simulate", "--deals", "1e19", "--seed", "1", "--progress", "always", *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell in the background starts programs that ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert " deals, " in run.stderr.readline()
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate()
    return run.returncode, errors


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
def test_ctrl_c_stops_after_the_running_blocks():
    code, errors = interrupted()
    assert code == 130 and "INTERRUPTED after" in errors
    assert "Traceback" not in errors


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
def test_ctrl_c_saves_what_is_done(tmp_path):
    saved = tmp_path / "saved.part"
    code, errors = interrupted("--checkpoint", saved)
    assert code == 130 and saved.stat().st_size > 0
    assert "setodds simulate" in errors and "__main__" not in errors


COMMANDS = {
    "caps": [setodds.caps],
    "check": [setodds.check],
    "classes": [setodds.classes],
    "deal": [setodds.deal],
    "enumerate": [setodds.enumerate],
    "extremes": [setodds.extremes],
    "find": [setodds.find],
    "next": [setodds.next],
    "odds": [setodds.odds],
    "play": [setodds.play],
    "puzzle": [setodds.puzzle],
    "simulate": [setodds.simulate],
}
# Options of functions of their own, and those that have another name.
RENAMED = {"fail-below", "as", "deal", "from", "policy"}
# What makes no difference to the table: how it is computed, saved and shown.
SHOWN = {"engine", "method", "strategy", "checkpoint", "shard"} | {
    *("color", "format", "help", "nine", "output", "progress", "quiet", "solutions")
}


@pytest.mark.parametrize("command", COMMANDS)
def test_functions_have_the_options_of_the_command(command):
    shown = said(command, "--help").stdout
    options = set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", shown, re.M))
    parameters = {it for of in COMMANDS[command] for it in inspect.signature(of).parameters}
    assert options > {"output"}
    assert options - RENAMED - SHOWN <= {it.replace("_", "-") for it in parameters}


HAND = ["0000", "0001", "0002", "0010", "1111"]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (lambda: setodds.odds("3-21"), "odds 3-21"),
        (lambda: setodds.odds([12, 15], sets=["0", "3+"]), "odds 12,15 --sets 0,3+"),
        (lambda: setodds.odds(15, sets=0, given="12:0"), "odds 15 --sets 0 --given 12:0"),
        (lambda: setodds.odds(measure="greedy-cap"), "odds --measure greedy-cap"),
        (lambda: setodds.odds("first-set"), "odds first-set"),
        (
            lambda: setodds.simulate(9, seed=1, measure=["in-sets", "sets"], until=0.1),
            "simulate --cards 9 --seed 1 --measure in-sets,sets --until 10%",
        ),
        (
            lambda: setodds.enumerate("3,5", measure="in-sets"),
            "enumerate --cards 3,5 --measure in-sets",
        ),
        (
            lambda: setodds.play(
                200, seed=1, policies=["first", "most-left"], table="leftover", when_stuck="redeal"
            ),
            "play --games 200 --seed 1 --policy first,most-left --table leftover --when-stuck redeal",
        ),
        (lambda: setodds.find(HAND, caps=True), "find --caps -"),
        (lambda: setodds.find(HAND, why=True), "find --why -"),
        (lambda: setodds.next(HAND, dealt="1-2", style="words"), "next - --deal 1-2 --as words"),
        (lambda: setodds.deal(9, hands=2, seed=5), "deal --cards 9 --hands 2 --seed 5"),
        (
            lambda: setodds.puzzle(date="2026-01-01", days=2, seed=1),
            "puzzle --from 2026-01-01 --days 2 --seed 1",
        ),
        (
            lambda: setodds.puzzle(12, sets=5, seed=1),
            "puzzle --cards 12 --sets 5 --seed 1",
        ),
        (lambda: setodds.extremes(range(3, 7)), "extremes --cards 3-6"),
        (lambda: setodds.caps(5, representatives=True), "caps --cards 5 --representatives"),
        (lambda: setodds.classes("0-6"), "classes --cards 0-6 --count"),
        (lambda: setodds.classes(5, count=False), "classes --cards 5"),
    ],
)
def test_functions_return_the_table_of_the_command(table, words):
    text = said(*words.split(), "--format", "csv", input="\n".join(HAND)).stdout
    rows, table = list(csv.DictReader(io.StringIO(text))), table()
    assert list(table) == list(rows[0])
    for name, cells in table.items():
        expected = [row[name] for row in rows]
        assert list(map(written, cells, expected)) == expected, name


def written(cell, text):
    """A cell as the CSV has it: a number may have more than one spelling."""
    if isinstance(cell, float):
        return text if float(text) == cell else str(cell)
    if cell is None:
        return ""
    return str(cell).lower() if isinstance(cell, bool) else str(cell)
