"""Reviews are kept in the cache folder, and made again if what is kept is damaged."""

import asyncio
import os
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


def review_of(match: Match, told: list[int] | None = None) -> Review:
    heard = told if told is not None else []
    return asyncio.run(reviews.reviewed(match, Searcher(), lambda done, of: heard.append(done)))


def test_a_review_is_computed_once(kept: Path) -> None:
    match, told = finished(1), list[int]()
    first = review_of(match, told)
    assert told == list(range(1, len(match.moves) + 1))
    told.clear()
    assert review_of(match, told) == first
    assert not told
    review_of(finished(2))
    assert len(list(kept.iterdir())) == 2


def test_a_damaged_review_is_computed_again(kept: Path) -> None:
    match = finished(1)
    first = review_of(match)
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"x", b"\xff\xfe", b"{}\n{}\n"):
        file.write_bytes(damaged)
        assert review_of(match) == first
        assert file.read_bytes() == whole


def test_the_oldest_files_of_a_cache_make_room_for_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_KEPT", 3)
    for number in range(5):
        cache.keep(tmp_path / str(number), {"number": number})
        os.utime(tmp_path / str(number), (number, number))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2", "3", "4"]
    assert cache.kept(tmp_path / "4") == {"number": 4}


def test_a_review_that_cant_be_kept_is_still_returned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(locations, "review", lambda digest: tmp_path / "file" / digest)
    assert review_of(finished(1)).judged
