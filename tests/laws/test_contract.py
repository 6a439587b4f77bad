"""What must hold for every game that implements `boxtui.core`, at every position."""

import contextlib
import pickle
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import begun, check_random_moves, positions
from random_games import at_random

from ai.search.mcts import legal_moves_vec
from boxtui.core import (
    CHANCE,
    OVER,
    SPECTATOR,
    AmbiguousMove,
    BadNotation,
    BadOption,
    BadPosition,
    Game,
    GameError,
    IllegalMove,
    State,
)
from boxtui.games import GAMES, game_named
from boxtui.wording import SECOND_PERSON, is_whole
from tutorials.pages import rules_page

Drawn = tuple[Game, State]
SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize("kind", GameError.__subclasses__())
def test_a_refusal_reaches_another_process_unchanged(kind: type[GameError]) -> None:
    refusal = IllegalMove("BOX-7", "No.") if kind is IllegalMove else kind("No.")
    twin = pickle.loads(pickle.dumps(refusal))
    assert (type(twin), str(twin), twin.args) == (kind, str(refusal), refusal.args)
    assert getattr(twin, "rule", "") == getattr(refusal, "rule", "")


@given(positions(), SEEDS)
def test_text_is_read_back_as_a_position_that_plays_on_alike(drawn: Drawn, seed: int) -> None:
    game, state = drawn
    twin = game.parse(state.text())
    assert twin.text() == state.text()
    assert (twin.current_player(), twin.turn_seat()) == (state.current_player(), state.turn_seat())
    assert twin.legal_moves() == state.legal_moves()
    assert twin.chance_probabilities() == state.chance_probabilities()
    rng = Random(seed)
    for _ in range(12):
        if state.current_player() == OVER:
            break
        move = state.random_move(rng)
        state.play(move)
        twin.play(move)
        assert twin.text() == state.text()


@settings(max_examples=60)
@given(positions())
def test_legal_moves_are_read_back_described_and_not_refused(drawn: Drawn) -> None:
    _, state = drawn
    before, moves = state.text(), state.legal_moves()
    texts = [state.move_text(move) for move in moves]
    assert len(set(texts)) == len(texts)
    assert [state.read_move(text) for text in texts] == moves
    described = [state.describe(move) for move in moves]
    assert all(is_whole(each) or each.split()[0].rstrip(":") in SECOND_PERSON for each in described)
    assert [state.why_not(move) for move in moves] == [None] * len(moves)
    assert state.text() == before


@given(positions(), st.integers(-(2**70), 2**70))
def test_what_isnt_legal_is_refused_by_rule_and_changes_nothing(drawn: Drawn, other: int) -> None:
    game, state = drawn
    before = state.text()
    numbers = {rule.number for rule in rules_page(game.key).rules}
    legal = state.legal_moves()
    for move in (other, other % 1024, -1, 0, 2**63, -(2**63), max(legal, default=0) + 1):
        if move not in legal:
            with pytest.raises(IllegalMove) as refusal:
                state.play(move)
            assert refusal.value.rule in numbers
            assert refusal.value.rule in str(refusal.value)
            assert state.text() == before


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_once_a_game_is_over_no_move_is_drawn_and_any_text_is_refused(game: Game) -> None:
    state = game.start({}, 2)
    for _ in at_random(state, Random(3)):
        pass
    with pytest.raises(IllegalMove, match="The game is over"):
        state.random_move(Random(3))
    for typed in ("", "nonsense", "-", "pass", "5 3", "c4", "house", "enter"):
        with pytest.raises(IllegalMove, match="The game is over"):
            state.read_move(typed)


@given(positions(), st.text(max_size=20))
def test_any_text_is_a_legal_move_or_refused_with_a_sentence(drawn: Drawn, text: str) -> None:
    _, state = drawn
    before = state.text()
    with contextlib.suppress(AmbiguousMove, BadNotation, IllegalMove):
        assert state.read_move(text) in state.legal_moves()
    assert state.text() == before


@given(st.text(max_size=120))
def test_any_text_is_a_position_or_refused_with_a_sentence(text: str) -> None:
    for game in GAMES.values():
        with pytest.raises(BadPosition):
            game.parse(text)


@given(positions(), st.data())
def test_a_position_with_a_change_is_one_or_refused(drawn: Drawn, data: st.DataObject) -> None:
    game, state = drawn
    text = state.text()
    at = data.draw(st.integers(0, len(text)))
    then = at + data.draw(st.sampled_from([0, 1]))
    changed = text[:at] + data.draw(st.sampled_from("0123456789,-x= BW./")) + text[then:]
    with contextlib.suppress(BadPosition):
        other = game.parse(changed)
        assert other.text() == changed
        assert (other.legal_moves() == []) == (other.current_player() == OVER)


@pytest.mark.parametrize("key", GAMES)
def test_a_position_has_only_one_text_blanks_included(key: str) -> None:
    text = GAMES[key].start({}, 2).text()
    for blanks in ("  ", "\t", "\n", "\u3000"):
        for other in (text.replace(" ", blanks, 1), blanks + text, text + blanks):
            with pytest.raises(BadPosition):
                GAMES[key].parse(other)


@settings(max_examples=40)
@given(positions())
def test_what_cannot_be_read_is_named_by_its_beginning(drawn: Drawn) -> None:
    """Also a number that no machine number holds."""
    game, state = drawn
    text = state.text()
    for word in (str(10**20), "y" * 5_000):
        for number in re.finditer("[0-9]+", text):
            with pytest.raises(BadPosition, match="can't be read") as refused:
                game.parse(f"{text[: number.start()]}{word}{text[number.end() :]}")
            assert len(str(refused.value)) < 160


@given(positions())
def test_legal_moves_ascend_have_chances_and_end_with_the_game(drawn: Drawn) -> None:
    _, state = drawn
    moves, odds = state.legal_moves(), state.chance_probabilities()
    assert moves == sorted(set(moves)) == list(legal_moves_vec(state))
    assert all(move >= 0 for move in moves)
    assert (moves == []) == (state.current_player() == OVER) == (state.turn_seat() == OVER)
    assert state.current_player() in (state.turn_seat(), CHANCE)
    assert len(odds) == (len(moves) if state.current_player() == CHANCE else 0)
    assert not odds or (min(odds) > 0 and sum(odds) == pytest.approx(1, abs=1e-12))


@given(positions(), SEEDS)
def test_clones_are_independent_and_after_a_move_one_has_played_it(drawn: Drawn, seed: int) -> None:
    _, state = drawn
    before, twin, rng = state.text(), state.clone(), Random(seed)
    assert twin.text() == before
    for _ in range(60):
        if twin.current_player() == OVER:
            break
        move = twin.random_move(rng)
        after = twin.after(move)
        twin.play(move)
        assert after.text() == twin.text()
    assert state.text() == before


@settings(max_examples=40)
@given(positions())
def test_random_move_draws_only_legal_moves_and_every_one_but_resigning(drawn: Drawn) -> None:
    _, state = drawn
    if state.current_player() == OVER:
        return
    check_random_moves(state, Random(1))


@given(positions())
def test_only_the_move_that_resigns_is_written_resign_and_is_no_choice(drawn: Drawn) -> None:
    game, state = drawn
    if state.current_player() >= 0:
        for move in state.legal_moves():
            assert (state.move_text(move) == "resign") == (move == game.resignation)
        choices = [move for move in state.legal_moves() if move != game.resignation]
        assert game.choices(state) == choices


@settings(max_examples=300)
@given(positions(), SEEDS)
def test_hands_are_masked_and_a_determinization_keeps_what_is_seen(drawn: Drawn, seed: int) -> None:
    game, state = drawn
    assert (state.view(SPECTATOR) == state.text()) == state.is_open()
    assert game.hidden or state.is_open()
    before = state.text()
    for seat in range(state.seats):
        determinization = state.determinize(seat, Random(seed))
        assert determinization.view(seat) == state.view(seat)
        # Parsing checks a position, also what play has shown about the cards in it.
        assert game.parse(determinization.text()).text() == determinization.text()
        if state.current_player() == seat:
            assert determinization.legal_moves() == state.legal_moves()
    assert state.text() == before


@settings(max_examples=5)
@given(SEEDS)
@pytest.mark.parametrize("key", GAMES)
def test_games_end_and_only_then_return_shares_of_a_win(key: str, seed: int) -> None:
    rng = Random(seed)
    state = begun(key, rng)
    for _ in at_random(state, rng):
        with pytest.raises(BadPosition):
            state.returns()
    returns = state.returns()
    assert all(0 <= got <= 1 for got in returns)
    assert len(returns) == 1 or sum(returns) == pytest.approx(1, abs=1e-12)


@settings(max_examples=5)
@given(SEEDS)
@pytest.mark.parametrize("key", GAMES)
def test_equal_random_numbers_play_out_equal_games(key: str, seed: int) -> None:
    first = begun(key, Random(seed))
    ends = [first.clone(), first.clone()]
    for end in ends:
        end.play_out(Random(seed))
        assert end.current_player() == OVER
        assert GAMES[key].parse(end.text()).returns() == end.returns()
    assert ends[0].text() == ends[1].text()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_options_are_checked_by_name_value_and_kind(game: Game) -> None:
    with pytest.raises(BadOption, match="'nonsense'"):
        game.with_defaults({"nonsense": 1})
    for option in game.options:
        default = option.default
        wrong: list[object] = ["nonsense", 1, bool(default), str(default)]
        if not isinstance(default, str):
            wrong += [int(default), float(default)]
        for value in wrong:
            if type(value) is not type(default) or value == "nonsense":
                with pytest.raises(BadOption, match=option.key):
                    game.with_defaults({option.key: value})
        assert game.with_defaults({})[option.key] == default
        assert default in option.choices
    with pytest.raises(BadOption):
        game.start({}, 0)


def test_an_unknown_game_is_refused_with_the_list() -> None:
    with pytest.raises(BadOption, match="shut-the-box"):
        game_named("chess")
