"""Kimbo against a slow reference that walks square by square (tests/helpers)."""

import re
import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kimbo_boards import THE_BOARD, drawn, place, reference, some_table
from positions import check_random_moves

from boxtui.core import AmbiguousMove, IllegalMove
from boxtui.games.kimbo.moves import KEEP, captures_in, start_of
from boxtui.games.kimbo.paths import (
    all_paths,
    first_stop,
    one_path,
    path_end,
    path_heading,
    second_stop,
    squares_of,
)
from boxtui.games.kimbo.position import ONE_DIE
from boxtui.games.kimbo.squares import HOME, SQUARE_NAMES, square_text
from boxtui.games.kimbo.state import ENDED, FENCING, MOVING, MOVING_SECOND, Kimbo
from boxtui.lines import wrapped

SEEDS = st.integers(0, 2**32)


def table(seed: int, dice: str = "-") -> Kimbo:
    """Return a position chosen by the seed; seat 1 is to move with the dice or move a fence."""
    rng = Random(seed)
    while True:
        state = some_table(rng, rng.choice([2, 3, 4]), dice)
        if state is not None:
            return state


def rolled(state: Kimbo, throw: int) -> Kimbo:
    """Play a throw after no fence was moved; the turn may have passed. Return the position."""
    state.play(KEEP)
    state.play(throw)
    return state


def after_a_roll(seed: int, throw: int) -> tuple[Kimbo, list[int]]:
    """Return the position chosen by the seed after a throw, and how the dice can be played."""
    state = rolled(table(seed), throw)
    return state, state.legal_moves() if state.phase == MOVING else []


def throw_of(rng: Random) -> int:
    """Return a throw, with doubles more often than by real dice."""
    one = rng.randint(1, 6)
    other = one if rng.random() < 0.2 else rng.randint(1, 6)
    return 10 * max(one, other) + min(one, other)


def turn_ends(state: Kimbo) -> list[tuple[tuple[tuple[int, int], ...], ...]]:
    """Return where the pieces can stand after the turn, for every sequence of partial moves."""
    if state.phase not in (MOVING, MOVING_SECOND):
        return [reference(state).key()]
    return [end for move in state.legal_moves() for end in turn_ends(state.after(move))]


@settings(max_examples=150)
@given(SEEDS)
def test_the_paths_of_a_count_are_those_of_the_slow_reference(seed: int) -> None:
    state, rng = table(seed), Random(seed)
    slow = reference(state)
    for square in rng.sample(list(state.table.pieces), 3):
        if square != HOME:
            count = rng.randint(1, 12)
            paths = all_paths(THE_BOARD, state.table.walls, square, count, count)
            fast = [squares_of(THE_BOARD, state.table.walls, square, count, path) for path in paths]
            assert [squares[-1] for squares in fast] == [*map(path_end, paths)]
            walked = sorted(slow.paths(place(square), count))
            assert sorted([*map(place, squares)] for squares in fast) == walked


@settings(max_examples=40)
@given(SEEDS)
def test_a_single_path_is_one_of_all_paths_and_stops_where_either_die_would_end(seed: int) -> None:
    state, rng = table(seed), Random(seed)
    walls = state.table.walls
    for square in state.table.pieces:
        if square != HOME:
            high, low = rng.randint(1, 6), rng.randint(1, 6)
            for path in all_paths(THE_BOARD, walls, square, high + low, high):
                squares = squares_of(THE_BOARD, walls, square, high + low, path)
                stops = [squares[high - 1], squares[low - 1]]
                assert [first_stop(path), second_stop(path)] == stops
                heading, choices = path_heading(path), path >> 26
                again = one_path(THE_BOARD, walls, square, heading, high + low, high, choices)
                assert again == path


def check_turn(state: Kimbo, throw: int) -> None:
    """Check where the pieces can stand after a turn that moves no fence and rolls that throw."""
    slow = reference(state).turns(state.table.seat, (throw // 10, throw % 10))
    assert {*turn_ends(rolled(state, throw))} == slow


@settings(max_examples=100)
@given(SEEDS, st.sampled_from([0, 0, 0, 1, 3, 7]))
def test_a_turn_leads_exactly_where_the_slow_reference_says(seed: int, before: int) -> None:
    rng, state = Random(seed), table(seed)
    for _ in range(before):  # turns, each of which begins with a fence
        state.play(state.random_move(rng))
        while state.phase not in (FENCING, ENDED):
            state.play(state.random_move(rng))
        if state.phase == ENDED:
            return
    check_turn(state, throw_of(rng))


RARE = {
    "no die can be played": (1, 12, 76, 81),
    "one die can be played": (416, 667, 2986),
    "a jump is all there is": (26, 29, 47, 126),
    "a jump captures": (68, 101, 137),
    "a die brings the last piece HOME": (4, 23, 69, 191),
    "one piece captures twice": (285, 358, 414, 510),
}
"""Seeds of rare positions."""


def what_is_rare(seed: int, throw: int) -> set[str]:
    """Return which cases in `RARE` the position shows after the throw."""
    state, moves = after_a_roll(seed, throw)
    texts = {*map(state.move_text, moves)}
    is_last = bool(texts) and state.table.is_last_piece()
    shows = {
        "no die can be played": not texts,
        "one die can be played": state.table.playable == ONE_DIE,
        "a jump is all there is": "pass" in texts,
        "a jump captures": any(text[0] == "J" and "x" in text for text in texts),
        "a die brings the last piece HOME": is_last
        and any("+" not in text and "HOME" in text for text in texts),
        "one piece captures twice": any(text.count("x") == 2 for text in texts),
    }
    return {name for name, is_so in shows.items() if is_so}


@pytest.mark.parametrize(("name", "seed"), [(n, seed) for n in RARE for seed in RARE[n]])
def test_a_turn_in_a_rare_position_leads_where_the_reference_says(name: str, seed: int) -> None:
    throw = throw_of(Random(seed))
    assert name in what_is_rare(seed, throw)
    check_turn(table(seed), throw)


@settings(max_examples=20)
@given(SEEDS)
def test_the_path_of_a_move_is_one_of_the_paths_of_its_count(seed: int) -> None:
    state, moves = after_a_roll(seed, throw_of(Random(seed)))
    slow = reference(state)
    for move in moves:
        path = [place(square) for square in state.path(move)]
        text = state.move_text(move)
        if text[0] == "J":
            assert len(path) == 1
        elif text != "pass":
            start = SQUARE_NAMES[text.split()[1].replace("x", "-").partition("-")[0]]
            assert path in list(slow.paths(place(start), len(path)))
            assert text.partition("@")[0].endswith(square_text(state.path(move)[-1])) or "@" in text


def variants(move: int, rng: Random) -> list[int]:
    """Return the move with every other count, and with every square for a capture on the way."""
    counts = [move & ~(15 << 22) | count << 22 for count in range(16)]
    stops = [move & ~(255 << 6) | stop << 6 | rng.randrange(1, 5) << 3 for stop in range(256)]
    stays = move & ~(255 << 14) | start_of(move) << 14
    return [*counts, *stops, *(stays & ~(15 << 22) | count << 22 for count in range(16))]


@settings(max_examples=15)
@given(SEEDS, st.booleans(), st.booleans())
def test_moves_that_no_dice_allow_are_refused(seed: int, doubles: bool, second: bool) -> None:
    rng = Random(seed)
    die = rng.randint(1, 6)
    state, moves = after_a_roll(seed, 11 * die if doubles else throw_of(rng))
    if second and moves:
        state.play(rng.choice(moves))
    moves = state.legal_moves() if state.phase in (MOVING, MOVING_SECOND) else []
    before = state.text()
    for move in rng.sample(moves, min(4, len(moves))):
        for other in variants(move, rng):
            if other not in moves:
                with pytest.raises(IllegalMove):
                    state.play(other)
    assert state.text() == before


@pytest.mark.parametrize(
    "seed", [*RARE["a jump captures"], *RARE["one piece captures twice"], *range(20)]
)
def test_a_capture_without_a_corner_is_told_how_it_is_written_with_one(seed: int) -> None:
    state, moves = after_a_roll(seed, throw_of(Random(seed)))
    corners = 0b111_111
    for move in filter(captures_in, moves):
        for missing in 0b111, 0b111_000, corners:
            if move & missing:
                refusal = state.why_not(move & ~missing)
                assert refusal
                assert refusal.rule == "KIM-19"
                written = refusal.sentence.partition(", as in ")[2].removesuffix(".")
                assert state.read_move(written) & ~corners == move & ~corners


WRITTEN = re.compile(r"(?:J|\d|\d\+\d) [a-o]\d+[-x][^, ]+?(?=,| |\.? \(|$)")
"""A piece's move in a sentence."""

CORNER = re.compile("@[ao]15?")
"""Where a captured piece goes back to, in a move."""


def check_shortened(state: Kimbo, short: str, meant: list[int]) -> None:
    """Check that a text is read if all moves that it may mean have one effect, else refused.

    The refusal then lists two moves or more, which are read as they are written and differ.
    """
    effects = {state.after(move).text() for move in meant}
    if len(effects) == 1:
        assert state.read_move(short) in meant
        return
    with pytest.raises(AmbiguousMove) as refused:
        state.read_move(short)
    listed = WRITTEN.findall(str(refused.value))
    read = [state.read_move(text) for text in listed]
    assert list(map(state.move_text, read)) == listed
    assert {*read} <= {*meant}
    assert len({state.after(move).text() for move in read}) == len(listed) >= 2
    assert len(wrapped(str(refused.value), 58)) <= 2


@pytest.mark.parametrize(
    "seed", [*RARE["a jump captures"], *RARE["one piece captures twice"], *range(30)]
)
def test_moves_are_read_as_written_and_with_less_if_that_has_one_effect(seed: int) -> None:
    state, moves = after_a_roll(seed, throw_of(Random(seed)))
    shorter = dict[str, list[int]]()
    for move in moves:
        text = state.move_text(move)
        assert state.read_move(text) == move
        way = text.partition(" ")[2]
        shorts = {way, CORNER.sub("", text), CORNER.sub("", way)}
        for short in shorts - {text, ""}:
            shorter.setdefault(short, []).append(move)
    for short, meant in shorter.items():
        check_shortened(state, short, meant)


@settings(max_examples=12)
@given(SEEDS)
def test_random_moves_are_legal_and_all_occur_even_on_crowded_boards(seed: int) -> None:
    rng = Random(seed)
    state, moves = after_a_roll(seed, rng.choice([throw_of(rng), 11, 22, 33]))
    if moves:
        check_random_moves(state, rng)


PERFT = tomllib.loads((Path(__file__).parent / "perft" / "kimbo.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", PERFT)
def test_a_turns_tree_of_moves_has_the_counts_worked_out_by_hand(name: str) -> None:
    counted = PERFT[name]
    state = drawn(counted["picture"], counted["dice"], counted["home"])
    ends, dice = turn_ends(state), (int(counted["dice"][0]), int(counted["dice"][2]))
    assert len(state.legal_moves()) == counted["moves"]
    assert (len(ends), len({*ends})) == (counted["rows"], counted["ends"])
    assert {*ends} == reference(state).turns(0, dice)
