"""A match: its dice, undo and redo, restart and rematch, over every game."""

import hashlib
from collections import Counter
from random import Random
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import any_move, dealt, moved, play_through, played_first
from toy_game import counting

from ai.agent import HUMAN
from boxtui.core import CHANCE, OVER, SPECTATOR, BadOption, Game, OptionValue
from boxtui.games import GAMES
from boxtui.play.match import CHECKPOINT, SEED_LIMIT, Match, Seat, chance_point, typed_seed
from boxtui.play.next_game import rematch
from boxtui.play.replay import apply
from boxtui.play.viewer import Viewer
from saves.events import Hint

SHUT_THE_BOX = GAMES["shut-the-box"]
ANN, BOB = Seat("Ann", HUMAN), Seat("Bob", "level1")


def match_of(game: Game = SHUT_THE_BOX, *seats: Seat, seed: int = 7) -> Match:
    return Match(game, {}, seats or (ANN, BOB), seed)


def play_on(match: Match, rng: Random, moves: int) -> None:
    for _ in play_through(match, rng, moves):
        pass


games = st.sampled_from([GAMES[key] for key in sorted(GAMES)])


@given(games, st.integers(0, 2**63 - 1), st.integers(0, 2**32), st.integers(0, 60))
def test_a_match_is_its_seed_and_its_moves(game: Game, seed: int, luck: int, moves: int) -> None:
    match = match_of(game, seed=seed)
    play_on(match, Random(luck), moves)
    again = match_of(game, seed=seed)
    for move in match.moves:
        if again.state.current_player() == CHANCE:
            assert again.next_outcome() == move
        again.play(move)
    assert again.state.text() == match.state.text()


@given(games, st.integers(0, 2**32), st.data())
def test_going_back_and_copies_reach_the_positions_and_the_dice_that_were_played(
    game: Game, luck: int, data: st.DataObject
) -> None:
    match, rng, played = match_of(game), Random(luck), []
    for _ in play_through(match, rng, 3 * CHECKPOINT):
        played.append(match.state.text())
    at, last = sorted(data.draw(st.integers(0, len(played) - 1)) for _ in range(2))
    copy = match.until(last)
    match.take_back_to(last)
    other_seed, moves, log = match.played_on(3), match.moves[:], match.log[:]
    if match.state.current_player() == CHANCE:
        assert copy.next_outcome() == match.next_outcome()
    for each in (match, copy, other_seed):
        assert each.state.text() == played[last]
        assert each.position_after(at).text() == played[at]
        assert (each.moves, each.log) == (moves, log)
        each.play(any_move(each, Random(luck)))
        each.take_back_to(at)
        assert each.state.text() == played[at]
    assert copy.takebacks == 1


def test_going_back_in_a_long_game_replays_few_moves() -> None:
    calls = Counter[str]()
    match = match_of(counting(GAMES["kimbo"], calls))
    play_on(match, Random(1), 5 * CHECKPOINT - 1)
    assert calls["apply"] == 5 * CHECKPOINT - 1
    for go in (
        lambda: match.position_after(4 * CHECKPOINT - 1),
        lambda: match.until(4 * CHECKPOINT - 1),
        lambda: match.played_on(3),
        lambda: match.take_back_to(4 * CHECKPOINT - 1),
    ):
        calls.clear()
        go()
        assert calls["apply"] == CHECKPOINT - 1


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**32))
def test_dice_depend_on_neither_the_turn_nor_decisions_nor_undo(seed: int, luck: int) -> None:
    """The k-th throw of a seed is the same wherever the same throws are possible."""
    seats = [(ANN, BOB), (BOB, ANN), (Seat("Cid", "level5"), Seat("Dot", HUMAN), BOB)]
    thrown: dict[tuple[int, int], int] = {}
    for who in seats:
        match, rng = Match(SHUT_THE_BOX, {}, who, seed), Random(luck)
        for _ in range(60):
            if match.state.current_player() == CHANCE:
                kind = (sum(line.by_chance for line in match.log), len(match.state.legal_moves()))
                assert thrown.setdefault(kind, match.next_outcome()) == match.next_outcome()
            play_on(match, rng, 1)
            ply = match.undo_ply()
            if ply is not None and rng.random() < 0.1:
                match.take_back_to(ply)
    assert len(thrown) > 5


def test_the_dice_of_many_seeds_fall_evenly() -> None:
    drawn = Counter(int(chance_point(seed, k) * 6) for seed in range(200) for k in range(60))
    assert sorted(drawn) == list(range(6))
    assert all(abs(count - 2000) < 200 for count in drawn.values())


@given(games, st.integers(0, 2**32), st.integers(1, 80))
def test_undo_goes_back_to_a_persons_move_and_redo_on(game: Game, luck: int, moves: int) -> None:
    match = match_of(game)
    play_on(match, Random(luck), moves)
    decided = [match.position_after(at).current_player() for at in range(len(match.moves))]
    for at, decider in enumerate(decided):
        assert match.was_persons(at) == match.is_human(decider)
    texts = [match.state.text()]
    for at in range(len(match.log)):
        match.remark(at, f"remark {at}")
    log = list(match.log)
    while (ply := match.undo_ply()) is not None:
        match.take_back_to(ply)
        assert [entry.by_chance for entry in match.log] == [
            seat == CHANCE for seat in decided[:ply]
        ]
        assert match.is_human(match.state.current_player())
        texts.append(match.state.text())
    assert match.takebacks == len(texts) - 1
    while replay := match.to_redo():
        for at, move in enumerate(replay):
            assert match.by_person() == (at == 0)
            match.play(move)
        assert match.state.text() in texts
    assert match.state.text() == texts[0]
    assert match.log == log, "redo brings back what the tutor said"


def test_a_move_that_is_played_again_is_neither_checked_nor_described_again() -> None:
    """A save can hold the same moves many hundred times."""
    calls = Counter[str]()
    match = match_of(counting(GAMES["kimbo"], calls))
    play_on(match, Random(1), 9)
    asked, moves, log = (calls["why_not"], calls["describe"]), list(match.moves), list(match.log)
    assert asked == (9, 9)
    for _ in range(3):
        match.take_back_to(2)
        for move in moves[2:]:
            match.play(move)
    assert ((calls["why_not"], calls["describe"]), match.log) == (asked, log)


def test_a_new_move_after_undo_forgets_what_was_taken_back() -> None:
    match = match_of()
    play_on(match, Random(1), 3)
    match.take_back_to(1)
    taken = match.to_redo()
    match.play(next(move for move in match.state.legal_moves() if move != taken[0]))
    assert match.to_redo() == []


def test_listeners_are_told_of_each_move_and_of_taking_back_until_nobody_needs_them() -> None:
    class Listener(list[int]):
        def follow(self, match: Match) -> None:
            self.append(len(match.moves))

    match, listener = match_of(), Listener()
    match.subscribe(listener.follow)
    viewer = ref(Viewer(match))
    assert viewer() is None
    play_on(match, Random(1), 3)
    match.take_back_to(1)
    assert listener == [1, 2, 3, 1]
    for _ in range(10):
        Viewer(match)
    kept = Viewer(match)
    assert len(match._listeners) == 2  # those who have stopped listening do not pile up
    assert kept.match is match


def test_the_next_game_keeps_the_options_and_how_dice_are_rolled_and_knows_the_loser() -> None:
    first: dict[str, OptionValue] = {"scoring": "sum", "first": "loser of the last game"}
    match = Match(SHUT_THE_BOX, {**first, "last_loser": 2}, (ANN, BOB), 7, by_hand=True)
    play_on(match, Random(3), 1000)
    again, following = match.restarted(), rematch(match)
    assert (again.moves, again.next_outcome()) == ([], match.moves[0])
    assert (again.options, again.by_hand) == (match.options, True)
    assert match.restarted({"last_loser": 1}).options == {**match.options, "last_loser": 1}
    loser = SHUT_THE_BOX.loser(match.state) + 1
    assert following.options == {**match.options, "last_loser": loser}
    assert (following.seed != match.seed, following.by_hand) == (True, True)


@given(games, st.integers(0, 40))
def test_an_agents_seed_is_that_of_the_match_and_the_ply(game: Game, moves: int) -> None:
    match = match_of(game)
    lucks = {match.agent_seed(), match_of(game, seed=8).agent_seed()}
    for _ in range(moves):
        play_on(match, Random(1), 1)
        lucks.add(match.agent_seed())
    assert len(lucks) == len(match.moves) + 2
    if match.moves:
        match.take_back_to(len(match.moves) - 1)
        assert match.agent_seed() in lucks


@given(games, st.integers(0, SEED_LIMIT - 1), st.integers(0, 9))
def test_an_agents_random_numbers_do_not_tell_the_seed(game: Game, seed: int, ply: int) -> None:
    """So neither a look at its random numbers nor a guess at the text tells the dice to come."""
    match = match_of(game, seed=seed)
    given_to_it = Random(match.agent_seed_at(ply)).getstate()
    assert not match.agent_seed_at(ply).startswith(f"{seed}:")
    guesses = seed, f"{seed}", f"{seed}:{ply}"
    assert given_to_it not in [Random(each).getstate() for each in guesses]


def test_what_agents_random_numbers_follow_from_is_derived_once_and_only_if_one_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    derived: list[bytes] = []

    def watched(name: str, password: bytes, *more: int | bytes) -> bytes:
        derived.append(password)
        return b"key"

    monkeypatch.setattr(hashlib, "pbkdf2_hmac", watched)
    matches = [match_of(GAMES["box"], seed=seed) for seed in range(20)]
    for _ in range(3):
        for match in matches:
            play_on(match, Random(1), 1)
        for match in matches[:10]:
            match.agent_seed()
    assert derived == [str(seed).encode() for seed in range(10)]


def test_the_unseen_cards_are_drawn_with_other_random_numbers_than_the_agents() -> None:
    match = dealt(match_of(GAMES["free-o"]))
    mine = match.state.determinize(0, Random(match.agent_seed())).text()
    assert match.determinized_for(0).text() not in (mine, match.state.text())


def test_dice_alone_can_be_entered_by_hand_and_wait_for_a_person() -> None:
    for game in GAMES.values():
        if game.has_dice:
            match = Match(game, {}, (BOB, ANN), 7, by_hand=True)
            assert match.by_person() == (match.state.current_player() == CHANCE)
        else:
            with pytest.raises(BadOption, match=f"{game.title} has no dice"):
                Match(game, {}, (BOB, ANN), 7, by_hand=True)
    match = Match(SHUT_THE_BOX, {}, (BOB, ANN), 7, by_hand=True)
    assert (match.by_hand, match.by_person()) == (True, True)
    assert not moved(match, "6 6").by_person()


def test_hints_are_counted_once_for_each_decision() -> None:
    match = match_of(GAMES["kimbo"])
    for count in (1, 2, 3):
        for _ in range(3):
            apply(match, Hint())
        assert match.hints == count
        match.play(match.state.legal_moves()[0])


def test_a_seed_out_of_range_is_refused() -> None:
    for seed in (-1, 2**63):
        with pytest.raises(BadOption, match=f"{seed} is not a seed; .*775,807"):
            match_of(seed=seed)
    with pytest.raises(BadOption, match=r"'xy' is not a seed; .* from 0 to 9,223"):
        typed_seed("xy")


def test_a_line_of_the_log_hides_a_drawn_card_from_all_but_the_seat_that_drew_it() -> None:
    lot, dealt = played_first(match_of(GAMES["free-o"], seed=3), 2).log
    assert not lot.hides
    assert lot.masked_for(SPECTATOR) is lot
    assert dealt.hides
    assert dealt.masked_for(dealt.seat) is dealt
    for other in (-1, 1 - dealt.seat):
        told = dealt.masked_for(other)
        assert (told.seat, told.text, told.sentence) == (dealt.seat, "?", "is dealt a card")


@given(games, st.integers(0, 2**32), st.integers(1, 60))
def test_others_are_told_the_same_or_less(game: Game, luck: int, moves: int) -> None:
    match = match_of(game)
    for _ in range(moves):
        if match.state.current_player() == OVER:
            break
        before, view = match.state.clone(), match.state.view(SPECTATOR)
        play_on(match, Random(luck), 1)
        line, move = match.log[-1], match.moves[-1]
        assert line.outside == before.describe_to(SPECTATOR, move)
        assert line.hides == (line.masked_for(SPECTATOR).text != line.text)
        assert line.hides <= (view != before.text())


def test_reasons_begin_with_a_capital_letter_unless_with_a_notation() -> None:
    given = ["black a2 is the most even mark.", "g6 wins.", "It makes seat 2 pay.", "seat 2 wins."]
    told = ["Black a2 is the most even mark.", "g6 wins.", "It makes Bob pay.", "Bob wins."]
    assert match_of(GAMES["box"]).as_sentences(given) == told
