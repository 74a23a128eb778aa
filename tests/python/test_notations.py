"""Cards as people write them: the table of the command line's tests, read by the module."""

import collections
import json
import pathlib

import pytest

import setodds

HANDS = pathlib.Path(__file__).parents[1] / "cli" / "hands"
TABLE = json.loads((HANDS / "table.json").read_text(encoding="utf-8"))


def texts(is_read):
    """The entries of one input of `find` each, with its text."""
    for entry in TABLE:
        if not entry.keys() & {"gone", "encoding", "command"} and ("code" not in entry) == is_read:
            text = (HANDS / entry["file"]).read_text() if "file" in entry else entry["text"]
            yield pytest.param(entry, text, id=entry["name"])


def find(entry, text):
    """The options of the command as keywords."""
    options, words = {}, [*entry["options"]]
    while words:
        name = words.pop(0).removeprefix("--").replace("-", "_")
        name = "style" if name == "as" else name
        options[name] = True if not words or words[0].startswith("--") else words.pop(0)
    if "features" in options:
        options["features"] = int(options["features"])
    return setodds.find(text, **options)


def plain(card):
    """A card without what stands between its parts."""
    for sign in "-_,":
        card = card.replace(sign, " ")
    return " ".join(card.split())


@pytest.mark.parametrize(("entry", "text"), list(texts(is_read=True)))
def test_cards_are_read(entry, text):
    found = find(entry, text)
    sets = [hand["sets"] for hand in entry["hands"] if hand["sets"]]
    assert list(collections.Counter(found["hand"]).values()) == sets
    if "first" in entry:
        first = [found[column][0] for column in ("card1", "card2", "card3")]
        assert list(map(plain, first)) == list(map(plain, entry["first"]))


@pytest.mark.parametrize(("entry", "text"), list(texts(is_read=False)))
def test_what_may_be_misread_is_a_value_error(entry, text):
    with pytest.raises(ValueError) as error:
        find(entry, text)
    assert [it for it in entry["says"] if it not in str(error.value)] == []


def test_numbers_count_from_0_and_lists_of_digits_are_cards():
    assert setodds.find([0, 1, 2])["card3"] == ["@2"]
    assert len(setodds.find([[2, 1, 2, 1], [2, 1, 2, 2], [2, 1, 2, 0]])["set"]) == 1
    assert len(setodds.find([[3, 1, 2, 1], [3, 1, 2, 2], [3, 1, 2, 3]])["set"]) == 1
    assert len(setodds.find([3, 1, 2, 0])["set"]) == 1
    with pytest.raises(ValueError, match="or one of 9"):
        setodds.find([[0, 1, 2], [3, 4, 5], [6, 7, 8]])
    assert len(setodds.find([[0, 1, 2], [3, 4, 5], [6, 7, 8]], one_hand=True)["set"]) == 12
    assert len(setodds.find(setodds.deals(3, 3, seed=1))["hand"]) == 0


def test_cards_come_from_any_iterable():
    cards = ["2RFO", "2GFO", "2BFO"]
    for given in (cards, tuple(cards), iter(cards), dict.fromkeys(cards).keys()):
        assert len(setodds.find(given)["set"]) == 1


@pytest.mark.parametrize("wrong", [None, [None], True, b"2RSO", ["2RSO", None], [{"colour": "red"}]])
def test_what_is_not_a_card_is_refused(wrong):
    for ask in (setodds.find, setodds.next):
        with pytest.raises(ValueError, match="is not a valid card"):
            ask(wrong)
    with pytest.raises(ValueError, match="is not a valid card"):
        setodds.next("2RSO\n2GSO", gone=wrong)
