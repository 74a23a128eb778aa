"""Cards as people write them: the table of the command line's tests, read by the module."""

import collections
import json
import pathlib

import pytest

import setodds

HANDS = pathlib.Path(__file__).parents[1] / "cli" / "hands"
TABLE = json.loads((HANDS / "expected.json").read_text(encoding="utf-8"))


def texts(which):
    """The entries of one file each, with its text."""
    for entry in TABLE[which]:
        content = (HANDS / entry["file"]).read_bytes()
        if "gone" not in entry and content[:2] not in (b"\xff\xfe", b"\xfe\xff"):
            yield pytest.param(entry, content.decode("utf-8"), id=entry["file"])


def find(entry, text):
    options = {key: entry[key] for key in ("features", "numbers_from") if key in entry}
    return setodds.find(text, **options)


def plain(card):
    """A card without what stands between its parts."""
    for sign in "-_,":
        card = card.replace(sign, " ")
    return " ".join(card.split())


@pytest.mark.parametrize(("entry", "text"), list(texts("read")))
def test_cards_in_every_notation_are_read(entry, text):
    found = find(entry, text)
    sets = [hand["sets"] for hand in entry["hands"] if hand["sets"]]
    assert list(collections.Counter(found["hand"]).values()) == sets
    if "first" in entry:
        first = [found[column][0] for column in ("card1", "card2", "card3")]
        assert list(map(plain, first)) == list(map(plain, entry["first"]))


@pytest.mark.parametrize(("entry", "text"), list(texts("refused")))
def test_what_is_ambiguous_or_mistaken_is_a_value_error(entry, text):
    with pytest.raises(ValueError) as error:
        find(entry, text)
    assert [it for it in entry["says"] if it not in str(error.value)] == []
    assert [it for it in entry.get("never", []) if it in str(error.value)] == []


def test_cards_come_from_any_iterable():
    cards = ["2RSO", "2GSO", "2BSO"]
    for given in (cards, tuple(cards), iter(cards), dict.fromkeys(cards).keys()):
        assert len(setodds.find(given)["set"]) == 1


@pytest.mark.parametrize("wrong", [None, [None], True, b"2RSO", ["2RSO", None], [{"colour": "red"}]])
def test_what_is_not_a_card_is_refused(wrong):
    for ask in (setodds.find, setodds.next):
        with pytest.raises(ValueError, match="is not a valid card"):
            ask(wrong)
    with pytest.raises(ValueError, match="is not a valid card"):
        setodds.next("2RSO\n2GSO", gone=wrong)
