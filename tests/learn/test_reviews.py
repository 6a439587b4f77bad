"""Reviews in the cache: found again, made again if damaged, and told whatever they contain."""

import json
import os
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from game_screens import FirstMoves
from random_games import played_by_agents
from spoiled_files import spoiled

from ai.decision import AgentFailed
from ai.worker import Searcher, SearchProcess
from boxtui.games import GAMES
from boxtui.learn import cache, reviews
from boxtui.learn.asking import ask_through
from boxtui.learn.review import Change, Review
from boxtui.learn.review_json import as_json
from boxtui.learn.review_page import page
from boxtui.learn.review_text import text_lines
from boxtui.lines import UNICODE
from boxtui.play.agents import seats_for
from boxtui.play.match import Match
from boxtui.system import locations


@pytest.fixture
def kept(home: Path) -> Path:
    """Return the cache folder."""
    return locations.review("").parent


def finished(seed: int) -> Match:
    """Return a finished match between agents."""
    seats = seats_for(["level1", "level3"])
    return played_by_agents(Match(GAMES["shut-the-box"], {"scoring": "sum"}, seats, seed))


Reviewing = Callable[..., Awaitable[Review]]


@pytest.fixture
def review_of() -> Iterator[Reviewing]:
    """Return how a match is reviewed; a list is told of each step."""
    searcher = SearchProcess()

    async def reviewed(match: Match, told: list[int] | None = None) -> Review:
        heard = told if told is not None else []
        return await reviews.reviewed(match, ask_through(searcher, match.game), heard.append)

    yield reviewed
    searcher.close()


def test_matches_of_the_same_moves_but_other_players_have_reviews_of_their_own() -> None:
    match = finished(1)
    before = reviews.review_key(match)
    match.seats[0] = replace(match.seats[0], player="level2")
    assert reviews.review_key(match) != before


async def test_a_review_is_found_again_only_if_damaged(kept: Path, review_of: Reviewing) -> None:
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


async def test_a_spoiled_review_is_made_again_or_told(kept: Path, review_of: Reviewing) -> None:
    match = finished(1)
    await review_of(match)
    (file,) = kept.iterdir()
    searcher = FirstMoves()
    searcher.failure = "reviews it again"
    ask = ask_through(cast("Searcher", searcher), match.game)
    again = 0
    for content in spoiled(file.read_text()):
        file.write_text(content)
        try:
            found = await reviews.reviewed(match, ask)
        except AgentFailed:
            again += 1
        else:
            assert "".join(text_lines(match, found, UNICODE)).isprintable()
            assert page(match, found)
            json.dumps(as_json(match, found), allow_nan=False)
    assert again > 100


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda file: os.truncate(file, 4 << 40)])
async def test_what_isnt_a_file_of_the_cache_isnt_read(
    make: Callable[[Path], None], kept: Path, review_of: Reviewing
) -> None:
    match = finished(1)
    first = await review_of(match)
    (file,) = kept.iterdir()
    if make in (os.mkfifo, Path.mkdir):
        file.unlink()
    make(file)
    assert await review_of(match) == first


def test_a_link_in_the_cache_isnt_followed_to_be_written(tmp_path: Path) -> None:
    precious, link = tmp_path / "precious", tmp_path / "cached"
    precious.write_text("mine")
    link.symlink_to(precious)
    cache.keep(link, Change(1, 1, ()))
    assert (link.is_symlink(), precious.read_text()) == (True, "mine")


def test_a_path_that_cannot_be_looked_at_is_not_kept(tmp_path: Path) -> None:
    cache.keep(tmp_path / (1_000 * "x"), Change(1, 1, ()))
    assert not [*tmp_path.iterdir()]


def test_the_oldest_files_of_a_cache_make_room_for_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_KEPT", 3)
    (tmp_path / "old").symlink_to("nowhere")
    os.utime(tmp_path / "old", (0, 0), follow_symlinks=False)
    for number in range(5):
        cache.keep(tmp_path / str(number), Change(number, number, ()))
        os.utime(tmp_path / str(number), (number, number))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2", "3", "4"]
    assert cache.kept(tmp_path / "4", Change) == Change(4, 4, ())


async def test_a_review_that_isnt_kept_is_still_returned(kept: Path, review_of: Reviewing) -> None:
    kept.parent.mkdir(parents=True)
    kept.write_text("a file")
    assert (await review_of(finished(1))).judged
