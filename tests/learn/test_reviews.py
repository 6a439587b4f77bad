"""Reviews in the cache: found again, made again if damaged, and told whatever they contain."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from game_screens import FirstMoves
from random_games import played_by_agents
from some_puzzles import Watched, judges
from spoiled_files import spoiled

from ai.agent import Choice
from ai.decision import AgentFailed
from ai.worker import Searcher, SearchProcess
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.learn import cache, reviews
from boxtui.learn.asking import ask_through
from boxtui.learn.review import BegunReview, Change, Review, review_match
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


def searched_game() -> Match:
    """Return a finished match whose moves are judged by searches."""
    return played_by_agents(Match(GAMES["free-the-box"], {}, seats_for(["level1"] * 2), 1))


Reviewing = Callable[..., Awaitable[Review]]


def into(told: list[int]) -> Callable[[Review], None]:
    """Return what notes there how many moves each review so far has."""
    return lambda so_far: told.append(so_far.plies)


@pytest.fixture
def review_of() -> Iterator[Reviewing]:
    """Return how a match is reviewed; a list is told of each step."""
    searcher = SearchProcess()

    async def reviewed(match: Match, told: list[int] | None = None) -> Review:
        heard = told if told is not None else []
        return await reviews.reviewed(match, ask_through(searcher, match.game), into(heard))

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


def assert_it_is_told(match: Match, found: Review) -> None:
    assert "".join(text_lines(match, found, UNICODE)).isprintable()
    assert page(match, found)
    json.dumps(as_json(match, found), allow_nan=False)


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
            assert_it_is_told(match, found)
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


class Stopped(Watched):
    """Judges of whom the person has enough once they have answered that many questions."""

    def __init__(self, most: int) -> None:
        super().__init__(judges([-0.2, -0.1, -0.2, -0.1]))
        self._most = most

    async def __call__(
        self, state: State, player: str, seed: str, move: int | None = None
    ) -> Choice:
        if len(self.noted) == self._most:
            raise asyncio.CancelledError
        return await super().__call__(state, player, seed, move)

    def questions(self) -> list[tuple[Any, ...]]:
        return [(state.text(), *others) for state, *others in self.noted]


async def left(match: Match, most: int) -> Stopped:
    """Begin a review, or go on with it, and leave it after that many questions."""
    ask = Stopped(most)
    with pytest.raises(asyncio.CancelledError):
        await reviews.reviewed(match, ask)
    return ask


def begun_file(match: Match) -> Path:
    return locations.begun_review(reviews.review_key(match))


async def test_a_review_that_was_left_goes_on_from_there_and_comes_out_the_same(
    kept: Path,
) -> None:
    match, told, all_asked = searched_game(), list[int](), Stopped(-1)
    whole = await review_match(match, all_asked)
    stopped = [await left(match, 40), await left(match, 30)]
    begun = cache.kept(begun_file(match), BegunReview)
    assert begun
    assert begun.judged == whole.judged[: len(begun.judged)]
    rest = Stopped(-1)
    assert await reviews.reviewed(match, rest, into(told)) == whole
    assert told == list(range(begun.plies, len(match.moves) + 1))
    questions = [each for ask in (*stopped, rest) for each in ask.questions()]
    assert set(questions) == set(all_asked.questions())
    repeated = len(questions) - len(all_asked.noted)
    assert repeated <= 2 * 9  # the decision under way, twice: an adviser and two times four judges
    assert not begun_file(match).exists()
    assert len(list(kept.iterdir())) == 1


async def test_what_is_judged_is_written_every_few_seconds(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a session that is killed loses no more."""
    match, now, written = searched_game(), 0.0, list[int]()
    monkeypatch.setattr(reviews, "monotonic", lambda: now)

    def pass_time(so_far: Review) -> None:
        nonlocal now
        now = reviews.KEEP_SECONDS * (so_far.plies // 10)
        begun = cache.kept(begun_file(match), BegunReview)
        written.append(begun.plies if begun else 0)

    await reviews.reviewed(match, Stopped(-1), pass_time)
    assert sorted(set(written)) == [0, *range(10, len(match.moves), 10)]


async def test_a_begun_review_is_never_taken_for_a_whole_one(kept: Path) -> None:
    """Even if it has judged every move, and somebody moves its file to where those are."""
    match = searched_game()
    whole = await review_match(match, Stopped(-1))
    cache.keep(locations.review(reviews.review_key(match)), BegunReview(whole.plies, whole.judged))
    assert reviews.kept_review(reviews.review_key(match)) is None
    ask = Stopped(-1)
    assert await reviews.reviewed(match, ask) == whole
    assert ask.noted


async def test_a_spoiled_begun_review_is_begun_again_or_told(kept: Path) -> None:
    match = searched_game().until(20)
    await left(match, 12)
    assert cache.kept(begun_file(match), BegunReview)
    file = begun_file(match)
    for content in spoiled(file.read_text()):
        file.write_text(content)
        found = await reviews.reviewed(match, Stopped(-1))
        locations.review(reviews.review_key(match)).unlink()
        assert_it_is_told(match, found)


def test_nothing_is_kept_through_a_link_nor_at_a_path_that_cannot_be_looked_at(
    tmp_path: Path,
) -> None:
    precious, link = tmp_path / "precious", tmp_path / "cached"
    precious.write_text("mine")
    link.symlink_to(precious)
    for path in (link, tmp_path / (1_000 * "x")):
        cache.keep(path, Change(1, 1, ()))
    assert {*tmp_path.iterdir()} == {precious, link}
    assert (link.is_symlink(), precious.read_text()) == (True, "mine")


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
