"""The review: its figures add up, and only what is sure is a mistake."""

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import astuple, replace
from datetime import UTC, datetime
from html import escape
from random import Random
from statistics import fmean
from zlib import crc32

import pytest
from random_games import moved, played_by_agents
from some_puzzles import Watched, choice_of, judges, on_any_board, players_of

from ai.agent import HUMAN, Budget, Choice, Considered, never
from ai.levels import ROSTERS
from ai.roster import ADVISER, Roster
from ai.shut_the_box.players import ExactAgent
from boxtui.core import CHANCE, OVER, OptionValue, Refused, State
from boxtui.games import GAMES
from boxtui.learn.asking import AskAgent
from boxtui.learn.judging import GOOD, GRADES, Assessor, Judged, lost_words, points_lost
from boxtui.learn.mistakes import mistake_at, puzzle_of
from boxtui.learn.puzzles import Puzzle
from boxtui.learn.review import SETTLED, Review, not_judged_words, review_match
from boxtui.learn.review_json import as_json
from boxtui.learn.review_page import page
from boxtui.learn.review_steps import ReviewSteps
from boxtui.learn.review_text import text_lines
from boxtui.learn.review_words import (
    change_words,
    good_words,
    luck_words,
    mistake_words,
    notes,
    sum_words,
    summary_words,
    table_rows,
    verdict_words,
)
from boxtui.lines import LINE_CELLS, UNICODE, cells_of
from boxtui.play.agents import choosing_here, seats_for, steps
from boxtui.play.match import Match, Seat
from boxtui.views.games import words_of

GIVEN_AWAY = dict(GRADES)


def played(game: str, players: list[str], seed: int, **options: str | bool) -> Match:
    """Return a finished match between agents."""
    return played_by_agents(Match(GAMES[game], options, seats_for(players), seed))


async def exactly(state: State, player: str, seed: str, move: int | None = None) -> Choice:
    """Return the exact figures of a move in Shut-the-Box."""
    assert move is not None
    return ExactAgent().evaluate(state, move, Budget(), Random(seed), never)


def reviewed(
    match: Match, ask: AskAgent = exactly, progress: Callable[[Review], None] = lambda _: None
) -> Review:
    return asyncio.run(review_match(match, ask, progress))


OPEN = "ismcts-open"


def hands_watched(gain: float) -> Watched:
    """Return judges of hidden hands, who find the last legal move best.

    With open hands, the move played is better by `gain`, and worse otherwise.
    """

    async def answer(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        best = state.legal_moves()[-1]
        value = 0.5 if move in (None, best) else 0.5 + gain if player.startswith(OPEN) else 0.4
        return choice_of(best if move is None else move, value, state)

    return Watched(answer)


def assert_it_adds_up(found: Review, to_within: float) -> None:
    for seat, share in enumerate(found.result):
        *summed, result = astuple(found.account(seat))
        assert sum(summed) == pytest.approx(result, abs=to_within)
        assert result == share


# Solving four players by digits takes ten seconds uncompiled.
@pytest.mark.parametrize(
    ("players", "scoring"),
    [
        (["level1"], "sum"),
        (["level1"], "digits"),
        (["level2", "level4"], "sum"),
        (["level2", "level4"], "digits"),
        (["level1"] * 4, "sum"),
    ],
)
def test_in_shut_the_box_the_parts_are_the_result_exactly(players: list[str], scoring: str) -> None:
    for seed in range(5):
        match = played("shut-the-box", players, seed, scoring=scoring)
        found = reviewed(match)
        assert_it_adds_up(found, 1e-9)
        assert not any(found.account(seat).drift for seat in range(len(players)))
        assert all(each.loss >= 0 for each in found.judged)
        for seat, result in enumerate(found.result):
            line = found.line_of(seat)
            assert line == sorted(line, key=lambda point: point[0])
            assert (line[0], line[-1]) == ((0, found.start[seat]), (len(match.moves), result))


def worth_of(state: State, move: int) -> float:
    """Return a made-up share of seat 0 after a move, a roll or a card."""
    return crc32(state.after(move).text().encode()) / 2**32


async def by_text(state: State, player: str, seed: str, move: int | None = None) -> Choice:
    """Choose the last move of two players; evaluate any by `worth_of`."""
    chosen = state.legal_moves()[-1] if move is None else move
    share = worth_of(state, chosen)
    return Choice(chosen, (Considered(chosen, share, 1, (share, 1 - share)),), 1)


@pytest.mark.parametrize(
    "game", [key for key, roster in ROSTERS.items() if roster.review and roster.review.luck]
)
def test_luck_is_how_far_a_roll_or_card_is_from_the_mean_of_all_possible(game: str) -> None:
    match = played(game, ["level1"] * 2, 3)
    found = reviewed(match, by_text)
    lucks = {turn.ply: turn for turn in found.turns(0) if turn.is_luck}
    state = match.position_after(0)
    for ply, move in enumerate(match.moves):
        if state.current_player() == CHANCE and ply > found.judged[0].ply:
            worths = [worth_of(state, each) for each in state.legal_moves()]
            chances = state.chance_probabilities()
            mean = sum(chance * worth for chance, worth in zip(chances, worths, strict=True))
            share = worth_of(state, move)
            if ply + 1 < found.plies:
                assert found.share_at(0, ply + 1) == pytest.approx(share)
            if share != pytest.approx(mean):
                luck = lucks.pop(ply)
                assert (luck.end, luck.before, luck.after) == pytest.approx((ply + 1, mean, share))
        state.apply(move)
    assert all(ply < found.judged[0].ply for ply in lucks)
    assert_it_adds_up(found, 1e-9)


def test_a_player_who_plays_perfectly_gives_nothing_away() -> None:
    found = reviewed(played("shut-the-box", ["level5", "level1"], 3))
    assert found.moves_of(0)
    assert found.mean_loss(0) < 1e-12 < found.mean_loss(1)
    assert not found.mistakes(0)


@pytest.mark.parametrize(("game", "seats"), [("box", 2), ("free-the-box", 4), ("free-o", 3)])
def test_every_choice_is_judged_and_the_figures_give_the_results(game: str, seats: int) -> None:
    match = played(game, ["level1"] * seats, 1)
    asked = judges([-0.1, 0.0, 0.1, -0.2], best=[0.02, 0.01, 0.03, 0.02])
    found = reviewed(match, asked)
    assert_it_adds_up(found, 1e-9)
    steps = list[Review]()
    assert found == reviewed(match, asked, steps.append)
    assert [each.plies for each in steps] == list(range(1, len(match.moves) + 1))
    for each in steps:
        assert each.judged == found.judged[: len(each.judged)]
        assert each.luck == found.luck[: len(each.luck)]
        assert_it_adds_up(each, 1e-9)
    spec, choices, state = ROSTERS[game].review, [], match.position_after(0)
    assert spec
    for ply, move in enumerate(match.moves):
        is_decision = state.current_player() >= 0 and len(match.game.choices(state)) > 1
        if is_decision and state.only_move() is None and spec.is_judged(state):
            choices.append((ply, state.current_player(), move))
        state = state.after(move)
    assert state.current_player() == OVER
    assert choices
    assert [(each.ply, each.seat, each.move) for each in found.judged] == choices


@pytest.mark.parametrize(
    ("balance", "moves", "left_out"),
    [
        ("bid", ["bid 2", "pass", "a1", "resign"], 2),
        ("swap", ["black a1", "resign"], 1),
        ("none", ["a1", "resign"], 0),
    ],
)
def test_a_decision_that_isnt_judged_says_so(balance: str, moves: list[str], left_out: int) -> None:
    match = moved(Match(GAMES["box"], {"balance": balance}, seats_for(["level1"] * 2), 1), *moves)
    found = reviewed(match, judges([0.0] * 4))
    said = [bool(not_judged_words(match, found, ply)) for ply in range(len(moves))]
    assert said == [True] * left_out + [False] * (len(moves) - left_out)
    assert any("aren't judged" in each for each in notes(match, found)) == bool(left_out)


def test_a_choice_that_can_change_nothing_is_called_so() -> None:
    match = played("box", ["level1"] * 2, 3)
    found = reviewed(match, players_of("box", 10))
    settled = []
    for ply in range(len(match.moves)):
        state = match.position_after(ply)
        is_settled = state.only_move() is not None and len(match.game.choices(state)) > 1
        assert (not_judged_words(match, found, ply) == SETTLED) == is_settled
        settled += [ply] * is_settled
    assert settled
    for seat, result in enumerate(found.result):
        shares = [found.share_at(seat, ply) for ply in settled]
        assert shares == pytest.approx([result] * len(settled))
    assert_it_adds_up(found, 1e-9)
    assert SETTLED in ReviewSteps(match, found).sentences(settled[0] + 1, 0)


def test_where_all_moves_lose_none_is_called_the_best() -> None:
    match = played("shut-the-box", ["level2"] * 2, 2)
    (lost, *_) = reviewed(match).judged
    for shares, how in (((0.0, 1.0), "nothing was better"), ((0.01, 0.99), "the best move")):
        each = replace(lost, best=lost.move, seat=0, shares=shares, best_shares=shares)
        assert how in good_words(match, each)


def test_a_resignation_while_claiming_is_judged() -> None:
    options: dict[str, OptionValue] = {"size": 6, "balance": "none", "claiming": "by hand"}
    match = Match(GAMES["box"], options, seats_for(["level1"] * 2), 1)
    moved(match, "a1", "g1", "b1", "g2", "c1", "g3", "d5", "resign")
    found = reviewed(match, players_of("box", 10))
    last = found.judged[-1]
    assert (last.ply, last.grade, last.shares) == (7, GRADES[0][0], (0.0, 1.0))
    assert match.position_after(7).move_text(last.best) == "done"
    assert found.account(0).own < -GRADES[0][1]
    assert found.line_of(0)[-2:] == [(8, pytest.approx(0.0)), (8, 0.0)]
    moves = [each for each in found.judged[:-1] if each.seat == 0]
    assert last.is_resignation
    assert not any(each.is_resignation for each in moves)
    assert (len(found.moves_of(0)), last in found.mistakes(0)) == (len(moves), False)
    assert found.mean_loss(0) == pytest.approx(fmean(each.loss for each in moves))
    assert found.bad_resignation(0) == last
    assert found.bad_resignation(1) is None
    for said in (summary_words(match, found)[-1], verdict_words(match, found, 0)):
        assert "resign" in said.lower()
    assert "resign" not in verdict_words(match, found, 1).lower()


@pytest.mark.parametrize(
    ("seats", "others", "grade"),
    [
        (2, [-0.11] * 4, "blunder"),
        (2, [-0.06] * 4, "bad move"),
        (2, [-0.03] * 4, "slip"),
        (2, [-0.01] * 4, GOOD),
        (2, [-0.3, -0.3, 0.01, -0.3], GOOD),  # one search finds it better
        (2, [-0.40, -0.01, -0.01, -0.01], GOOD),  # the searches differ too much
        (2, [0.1] * 4, GOOD),
        # A limit is a part of what every player has in an even game.
        (3, [-0.07] * 4, "blunder"),
        (3, [-0.06] * 4, "bad move"),
        (4, [-0.06] * 4, "blunder"),
        (4, [-0.03] * 4, "bad move"),
        (4, [-0.02] * 4, "slip"),
        (4, [-0.012] * 4, "slip"),
        (4, [-0.008] * 4, GOOD),
    ],
)
def test_nothing_within_the_searches_error_is_a_mistake_nor_is_a_small_part_of_a_fair_share(
    seats: int, others: list[float], grade: str
) -> None:
    match = played("free-the-box", ["level1"] * seats, 2)
    found = reviewed(match, judges(others))
    other_moves = [each for each in found.judged if each.best != each.move]
    assert bool(other_moves) == (sum(others) < 0)
    assert {each.grade for each in other_moves} <= {grade}
    for each in other_moves:
        assert bool(each.why) == (grade != GOOD)
        assert each.loss >= GIVEN_AWAY.get(each.grade, 0.0) * 2 / seats


def test_a_grade_fits_the_figure_that_is_shown() -> None:
    for game, seats, searched in (
        ("shut-the-box", 2, exactly),
        ("free-the-box", 2, judges([-0.096] * 4)),
        ("free-the-box", 3, judges([-0.033] * 4)),
    ):
        match = played(game, ["level1"] * seats, 2)
        review = reviewed(match, searched)
        limits = re.findall(
            r"(blunder|bad move|slip) from ([\d.]*\d)", " ".join(notes(match, review))
        )
        assert [name for name, _ in limits] == [name for name, _ in GRADES]
        for each in review.judged:
            shown = float(lost_words(match, each).split()[0])
            fits = [name for name, least in limits if shown >= float(least)]
            assert each.grade == next(iter(fits), GOOD)


def test_a_change_that_is_rounded_to_0_has_no_sign() -> None:
    told = [change_words(points) for points in (-0.04, 0.0, 0.04, -0.06, 0.06)]
    assert told == ["0.0", "0.0", "0.0", "-0.1", "+0.1"]
    match = played("shut-the-box", ["level5", "level1"], 3)
    rows = table_rows(match, reviewed(match))
    assert not {"-0.0", "+0.0"} & {cell for row in rows for cell in row}
    assert "0.0" in rows[1]


def test_a_good_decision_is_compared_with_another_only_if_that_is_proven_to_be_better() -> None:
    match = played("shut-the-box", ["level2"] * 2, 2)
    judged = reviewed(match).judged
    assert {each.best == each.move for each in judged} == {True, False}
    for each in judged:
        compared = good_words(match, each).count("%") > 1
        assert " was played, " in good_words(match, each)
        assert compared == (each.best != each.move)
        assert good_words(match, replace(each, is_sure=False)).count("%") == 1


@pytest.mark.parametrize("game", ["shut-the-box", "free-the-box", "box"])
def test_luck_is_told_where_it_ends_and_games_without_any_have_no_column_for_it(game: str) -> None:
    match = played(game, ["level1"] * 2, 1)
    asked = exactly if game == "shut-the-box" else judges([-0.1, 0.0, 0.1, -0.2], best=[0.02] * 4)
    found = reviewed(match, asked)
    assert ("luck" in table_rows(match, found)[0]) == bool(found.luck) == (game != "box")
    told = {ply: luck_words(match, found, 1, ply) for ply in range(found.plies + 1)}
    ends = {change.end: change for change in found.luck}
    assert not any(told[ply] for ply in set(told) - set(ends))
    for ply, change in ends.items():
        points = change_words(100 * change.changes[1])
        assert points in told[ply] if points != "0.0" else not told[ply]
        since = bool(told[ply]) and 0 < change.ply < ply - 1
        assert (f"move {change.ply}:" in told[ply]) == since


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("Professor Plum of Oxford", "level1"),
        ("Green", "an-agent-of-another-package-with-a-name-as-long-as-it-can-be"),
        ("\u677e\u672c" * 4, "level1"),
    ],
)
def test_a_reviews_text_has_short_lines_and_a_straight_table(name: str, player: str) -> None:
    match = played("free-the-box", ["level1"] * 2, 1)
    match.seats[:] = [Seat(name, player), Seat("Bob", HUMAN)]
    found = reviewed(match, judges([-0.1] * 4, best=[0.02] * 4))
    assert found.drift
    lines = list(text_lines(match, found, UNICODE))
    assert max(map(cells_of, lines)) <= LINE_CELLS
    at = next(at for at, line in enumerate(lines) if line.split()[:1] == ["start"])
    assert len({cells_of(line) for line in lines[at : at + 3]}) == 1
    assert lines[at + 1].startswith(name[:10])
    for cells in (20, 40, 60):
        narrow = text_lines(match, found, UNICODE, cells=cells)
        assert max(map(cells_of, narrow)) <= cells


@pytest.mark.parametrize("game", ["free-the-box", "free-o"])
def test_a_bad_move_that_a_hint_named_says_so_if_a_hint_was_given_there(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(game, ["level1"] * 2, 2)
    match.seats[0] = Seat("Ann", HUMAN)
    judge, asked = judges([-0.3] * 4), list[int]()

    async def answer(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        """Answer as `judges` do, but the adviser chooses the first move."""
        key, _, ply_text = seed.partition(":")
        if not match.agent_seed().startswith(f"{key}:"):
            return await judge(state, player, seed, move)
        ply = int(ply_text)
        there = match.until(ply)
        assert there.agent_seed() == seed
        assert state.text() == there.determinized_for(0).text()
        assert player == ADVISER
        asked.append(ply)
        return choice_of(state.legal_moves()[0], 0.5, state)

    def advised(roster: Roster, choice: Choice, state: State) -> tuple[int, list[str]]:
        """Advise the move that was played instead of the adviser's."""
        assert choice.move == state.legal_moves()[0]
        return match.moves[asked[-1]], []

    monkeypatch.setattr(Roster, "advised", advised)
    found = reviewed(match, answer)
    bad = found.mistakes(0)
    assert [each.ply for each in bad] == asked
    assert not any(each.is_hint for each in found.judged if each not in bad)
    match.hinted = {bad[0].ply}
    told = ["followed the hint" in mistake_words(match, each) for each in bad]
    assert told == [True] + [False] * (len(bad) - 1)
    assert "followed the hint" not in mistake_words(match, replace(bad[0], is_hint=False))
    told_as_data = [each["followed_hint"] for each in as_json(match, found)["decisions"]]
    assert told_as_data.count(True) == 1


def test_in_kimbo_only_the_part_that_lasts_is_given_away_more_of_a_fence() -> None:
    match = played("kimbo", ["level2"] * 2, 2)
    found = reviewed(match, judges([-0.05] * 4))
    parts = set[float](), set[float]()
    for each in found.judged:
        if each.best != each.move:
            is_fence = "phase=fence" in match.position_after(each.ply).text().split()
            parts[is_fence].add(round(each.loss / 0.05, 6))
    (moves,), (fences,) = parts
    assert 0.0 < moves < fences < 1.0


def test_a_page_shows_the_hand_of_whoever_made_the_mistake() -> None:
    match = played("free-o", ["level1"] * 3, 1)
    match.seats = [replace(each, player=HUMAN) for each in match.seats]
    found = reviewed(match, judges([-0.2] * 4))
    shown = page(match, found)
    for seat, who in enumerate(match.seats):
        assert any(each.seat == seat for each in found.judged if each.grade != GOOD)
        assert escape(f"{who.name}'s hand") in shown


def test_fro_22_only_the_figures_with_open_hands_use_the_true_ones() -> None:
    match = played("free-o", ["level1"] * 3, 1)
    watching, other = hands_watched(0.25), hands_watched(-0.25)
    better, worse = [reviewed(match, asked) for asked in (watching, other)]
    others = [each for each in better.judged if each.best != each.move]
    assert {each.open_loss for each in others} == {-0.25}
    assert {each.open_loss for each in worse.judged} == {None, 0.25}
    assert [each.ply for each in better.judged if each.open_loss is not None] == [
        each.ply for each in others
    ]
    asked = {(match.position_after(each.ply).text(), each.move) for each in others}
    asked |= {(match.position_after(each.ply).text(), each.best) for each in others}
    opened = [each for each in watching.noted if each[1].startswith(OPEN)]
    assert {(state.text(), move) for state, _, _, move in opened} == asked
    seen = {match.position_after(each.ply).view(each.seat) for each in better.judged}
    closed = [each[0] for each in watching.noted if each not in opened]
    assert {each.view(each.current_player()) for each in closed} <= seen
    assert not {each.text() for each in closed} & {text for text, _ in asked}
    for one, two in zip(better.judged, worse.judged, strict=True):
        assert replace(one, open_loss=None) == replace(two, open_loss=None)
    assert (better.start, better.luck, better.drift) == (worse.start, worse.luck, worse.drift)
    assert_it_adds_up(better, 1e-9)


@pytest.mark.parametrize("game", ["shut-the-box", "box", "kimbo", "free-the-box"])
def test_a_game_that_isnt_over_is_reviewed_so_far_with_the_same_verdicts(game: str) -> None:
    whole = Match(GAMES[game], {}, seats_for(["level1"] * 2), 3)
    for _, _ in zip(range(60), steps(whole, choosing_here(whole)), strict=False):
        pass
    asked = exactly if game == "shut-the-box" else judges([-0.1, -0.2, -0.1, -0.2])
    judged = reviewed(whole, asked).judged
    match = whole.until(judged[len(judged) // 2].ply + 1)
    assert not match.is_over
    found = reviewed(match, asked)
    assert found.judged == tuple(each for each in judged if each.ply < len(match.moves))
    assert found.result == found.judged[-1].shares
    assert_it_adds_up(found, 1e-9)
    lines = list(text_lines(match, found, UNICODE))
    assert lines[0] == f"{match.game.title}: Not over yet."
    assert table_rows(match, found)[0][-1] == "now"
    assert f"; now {100 * found.result[0]:.1f}." in sum_words(match, found, 0)
    assert any(each.startswith("Now: the chance") for each in notes(match, found))
    assert "<h1>" in page(match, found)


def test_a_game_of_hidden_hands_that_isnt_over_is_not_reviewed() -> None:
    match = Match(GAMES["free-o"], {}, seats_for(["level1"] * 2), 1)
    with pytest.raises(Refused, match="would show hidden hands"):
        reviewed(match)


def test_on_large_grids_of_box_fewer_positions_are_searched_and_elsewhere_all() -> None:
    assert searches_of_box(6) == searches_of_box(10) == {"search:16000", "search:1000"}
    assert searches_of_box(14) == {"search:5831", "search:364"}
    assert searches_of_box(16) == {"search:3906", "search:244"}


def searches_of_box(size: int) -> set[str]:
    """Return the adviser and the judges that are asked about a mark, with their iterations."""
    spec = ROSTERS["box"].review
    assert spec
    match = Match(GAMES["box"], {"size": size, "balance": "none"}, seats_for(["level1"] * 2), 1)
    while not spec.is_judged(match.state):
        match.apply(match.state.legal_moves()[0])
    watched = Watched(judges([0.0] * 3, best=[0.2] * 3))
    assessor = Assessor(match, len(match.moves), match.state, spec, watched)
    asyncio.run(assessor.judged(match.state.legal_moves()[1]))
    return {player for _, player, *_ in watched.noted}


def test_neither_the_last_mark_of_box_nor_moves_that_cant_change_anything_are_decisions() -> None:
    """Though one may resign, which can always be judged."""
    match, spec = played("box", ["random"] * 2, 1, balance="none"), ROSTERS["box"].review
    assert spec
    found = set()
    for ply in range(len(match.moves)):
        state = match.position_after(ply)
        assessor = Assessor(match, ply, state, spec, exactly)
        is_choice, can_change = len(match.game.choices(state)) > 1, state.only_move() is None
        assert assessor.can_judge() == (is_choice and can_change)
        assert assessor.can_judge(match.game.resignation or 0)
        found.add((is_choice, can_change))
    assert found >= {(True, True), (True, False)}
    assert any(not is_choice for is_choice, _ in found)


async def in_practice(match: Match, judged: Iterable[Judged], ask: AskAgent) -> list[Puzzle]:
    """Return the positions in which decisions were made, as practice asks them."""
    mistakes = [mistake_at(match, each.ply, each.best, datetime.now(UTC)) for each in judged]
    assert mistakes
    return [await puzzle_of(each, match.game.key, on_any_board(ask)) for each in mistakes]


async def test_alone_a_set_that_multiplies_the_score_is_a_blunder_and_wrong_in_practice() -> None:
    alone = Match(GAMES["shut-the-box"], {}, [Seat("Ann", HUMAN)], 1)
    match = moved(alone, "5 5", "8+2", "1 1")
    assert match.state.current_player() == OVER
    found = await review_match(match, exactly)
    (judged,) = found.judged
    names = [match.position_after(1).move_text(move) for move in (judged.move, judged.best)]
    assert (judged.grade, names) == ("blunder", ["8+2", "6+4"])
    assert_it_adds_up(found, 1e-12)
    (puzzle,) = await in_practice(match, [judged], exactly)
    verdicts = [await puzzle.verdict(move) for move in (judged.move, judged.best)]
    assert [(each.is_right, each.is_good(match)) for each in verdicts] == [
        (False, False),
        (True, False),
    ]
    shares = judged.shares[0], judged.best_shares[0]
    assert verdicts[0].points == words_of(match).points_between(*shares) > 0


@pytest.mark.parametrize("key", ["box", "free-the-box", "free-o", "kimbo"])
async def test_a_mistake_in_practice_has_the_figures_of_the_review_that_it_is_from(
    key: str,
) -> None:
    async def answer(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        """Value each move at random, but the same whenever the same is asked."""
        moves, best = state.legal_moves(), state.legal_moves()[0]
        lead = 0.2 if move in (None, best) else 0.0
        value = 0.3 + lead + 0.1 * Random(f"{state.text()} {player} {seed} {move}").random()
        return choice_of(best if move is None else move, value if move in moves else 0.5, state)

    match = played(key, ["level1"] * 2, 2)
    found = await review_match(match, answer)
    bad = [each for each in found.judged if each.grade != GOOD][:5]
    for judged, puzzle in zip(bad, await in_practice(match, bad, answer), strict=True):
        verdict = await puzzle.verdict(judged.move)
        assert not verdict.is_right
        assert verdict.value == pytest.approx(judged.shares[judged.seat], abs=1e-12)
        assert verdict.best_value == pytest.approx(judged.best_shares[judged.seat], abs=1e-12)


@pytest.mark.parametrize(("lead", "grade"), [(0.016, GOOD), (0.024, "slip")])
async def test_a_review_and_practice_call_the_same_moves_good(lead: float, grade: str) -> None:
    match, ask = played("free-o", ["level1"] * 2, 2), judges([-lead] * 4)
    found = await review_match(match, ask)
    others = [each for each in found.judged if each.best != each.move][:5]
    for judged, puzzle in zip(others, await in_practice(match, others, ask), strict=True):
        verdict = await puzzle.verdict(judged.move)
        assert not verdict.is_right
        assert (judged.grade, verdict.is_good(match)) == (grade, grade == GOOD)
        assert verdict.points == points_lost(match, judged)
