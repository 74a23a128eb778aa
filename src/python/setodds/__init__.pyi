from collections.abc import Callable, Iterable

_Column = (
    list[int] | list[float] | list[str] | list[float | None] | list[int | None] | list[str | None]
)
_Table = dict[str, _Column]
_Progress = Callable[[float], object]

def odds(cards: int | None = None, *, features: int = 4) -> _Table: ...
def simulate(
    cards: int | str | None = None,
    *,
    deals: int = 1_000_000,
    seed: int,
    measure: str = "sets",
    features: int = 4,
    without: str | Iterable[str] | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> _Table: ...
def cross(
    measures: str,
    cards: int | str | None = None,
    *,
    deals: int = 1_000_000,
    seed: int,
    features: int = 4,
    without: str | Iterable[str] | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> _Table: ...
def deals(
    n: int,
    cards: int = 12,
    *,
    seed: int,
    features: int = 4,
    without: str | Iterable[str] | None = None,
    threads: int | None = None,
) -> memoryview: ...
def enumerate(
    cards: int | str | None = None,
    *,
    features: int = 4,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> _Table: ...
def play(
    games: int = 100_000,
    *,
    seed: int,
    policies: Iterable[str] = ("random",),
    features: int = 4,
    without: str | Iterable[str] | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> _Table: ...
def find(
    hands: str | Iterable[str],
    *,
    features: int = 4,
    numbers_from: int | None = None,
    why: bool = False,
) -> _Table: ...
def classify(
    hands: str | Iterable[str], *, features: int = 4, numbers_from: int | None = None
) -> _Table: ...
def guarantee(measure: str, values: int | Iterable[int], *, features: int = 4) -> _Table: ...
def caps(*, features: int = 4) -> _Table: ...
def classes(cards: int | str | None = None, *, features: int = 4) -> _Table: ...
