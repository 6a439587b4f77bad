"""Reviews are kept in the cache folder, and made again if what is kept is damaged."""

import os
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from ai.worker import Searcher
from boxtui.games import GAMES
from boxtui.learn import cache, reviews
from boxtui.learn.review import Review
from boxtui.play.match import Match
from boxtui.play.watch import named, steps
from boxtui.system import locations


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache folder."""
    monkeypatch.setattr(locations, "review", lambda digest: tmp_path / digest)
    return tmp_path


def finished(seed: int) -> Match:
    match = Match(GAMES["shut-the-box"], {"scoring": "sum"}, named(["level1", "level3"]), seed)
    for _ in steps(match):
        pass
    return match


Reviewing = Callable[..., Awaitable[Review]]


@pytest.fixture
def review_of() -> Iterator[Reviewing]:
    """Return how a match is reviewed; a list is told of each step."""
    searcher = Searcher()

    async def reviewed(match: Match, told: list[int] | None = None) -> Review:
        heard = told if told is not None else []
        return await reviews.reviewed(match, searcher, lambda done, of: heard.append(done))

    yield reviewed
    searcher.close()


async def test_a_review_is_computed_once_and_again_if_what_is_kept_is_damaged(
    kept: Path, review_of: Reviewing
) -> None:
    match, told = finished(1), list[int]()
    first = await review_of(match, told)
    assert told == list(range(1, len(match.moves) + 1))
    told.clear()
    assert await review_of(match, told) == first
    assert not told
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"x", b"\xff\xfe", b"{}\n{}\n"):
        file.write_bytes(damaged)
        assert await review_of(match) == first
        assert file.read_bytes() == whole
    await review_of(finished(2))
    assert len(list(kept.iterdir())) == 2


def test_the_oldest_files_of_a_cache_make_room_for_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_KEPT", 3)
    for number in range(5):
        cache.keep(tmp_path / str(number), {"number": number})
        os.utime(tmp_path / str(number), (number, number))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2", "3", "4"]
    assert cache.kept(tmp_path / "4") == {"number": 4}


async def test_a_review_that_cant_be_kept_is_still_returned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, review_of: Reviewing
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(locations, "review", lambda digest: tmp_path / "file" / digest)
    assert (await review_of(finished(1))).judged
