"""The scheme of dealing, as its documentation describes it: its hands are dealt by a program that
shares no code, and by the command."""

import csv
import io
import pathlib
import re
import subprocess
import sysconfig

import dealing
import pytest

PAGE = pathlib.Path(__file__).parents[2] / "src" / "engine" / "deal" / "mod.rs"
VECTORS = re.findall(r"^//! (\d+), (\d+), (\d+), (\d+): ([\d ]+)$", PAGE.read_text(), re.MULTILINE)


def test_the_page_has_three_hands_of_four_questions():
    assert len(VECTORS) == 12


@pytest.mark.parametrize("vector", VECTORS)
def test_hands_follow_from_the_page(vector):
    *question, cards = vector
    (hand,) = dealing.deals(*map(int, question), 1)
    assert " ".join(map(str, hand)) == cards


@pytest.mark.parametrize(("seed", "features", "cards", "hands"), [(5, 4, 12, 200), (6, 3, 27, 70)])
def test_the_command_deals_the_same(seed, features, cards, hands):
    command = pathlib.Path(sysconfig.get_path("scripts"), "setodds")
    if not command.exists():
        pytest.skip("the command is not installed")
    words = f"deal --seed {seed} --features {features} --cards {cards} --hands {hands} --format csv"
    text = subprocess.check_output([command, *words.split()], text=True)
    dealt = [int(row["index"]) for row in csv.DictReader(io.StringIO(text))]
    expected = dealing.deals(seed, features, cards, 0, hands)
    assert dealt == [card for hand in expected for card in hand]
