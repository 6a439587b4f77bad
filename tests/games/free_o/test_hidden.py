"""What a seat of FREE-O knows about the others' cards, and which determinizations fit that."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random

import pytest
from free_o_play import DECK, at, cards, hand, play, start, words
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import at_random

from boxtui.games import GAMES
from boxtui.games.free_o.state import DEALING, DRAWING, PLAYING, FreeO

NAMES = tuple(DECK)
SEATS = st.integers(2, 6)
SEEDS = st.integers(0, 2**32)

Hand = tuple[int, ...]
"""Counts by kind."""


def reached(seats: int, everyone: bool, seed: int, moves: int) -> FreeO:
    """Return a game after that many random moves, or at its end."""
    state = start(seats, everyone)
    for _ in at_random(state, Random(seed), moves):
        pass
    return state


Way = tuple[int, bool, int, int]
# Not the state itself: hypothesis would make weak references, which compiled states don't support.
ways = st.tuples(SEATS, st.booleans(), SEEDS, st.integers(0, 400))


def shown(state: FreeO, seat: int) -> Hand:
    """Return, for each kind, how many of a seat's oldest cards aren't of it; seats count from 0."""
    counts = cards(words(state)["without"].split(";")[seat])
    return tuple(counts[name] for name in NAMES)


def goes_with(held: Hand, without: Hand) -> bool:
    """Whether some order of a hand by age is consistent with what is shown; tries every order."""

    def lies(place: int, left: list[int]) -> bool:
        if place < 0:
            return True
        for kind in range(len(NAMES)):
            if left[kind] and without[kind] <= place:
                left[kind] -= 1
                if lies(place - 1, left):
                    return True
                left[kind] += 1
        return False

    return lies(sum(held) - 1, list(held))


def hands(size: int) -> Iterator[Hand]:
    for drawn in combinations_with_replacement(range(len(NAMES)), size):
        yield tuple(drawn.count(kind) for kind in range(len(NAMES)))


def more(held: Hand, kind: int, count: int = 1) -> Hand:
    return (*held[:kind], held[kind] + count, *held[kind + 1 :])


def followed(possible: set[Hand], state: FreeO, move: int, seat: int) -> set[Hand]:
    """Return a seat's possible hands after a move, by trying all that were possible before."""
    if state.turn_seat() != seat:
        return possible
    if state.phase == DRAWING:
        return {more(held, kind) for held in possible for kind in range(len(NAMES))}
    if state.phase != PLAYING:
        return possible
    text = state.move_text(move)
    if text == "draw":
        playable = state.table.demanded(seat)
        return {
            held
            for held in possible
            if not any(count and playable >> kind & 1 for kind, count in enumerate(held))
        }
    kind = NAMES.index(text.split()[0])
    return {more(held, kind, -1) for held in possible if held[kind]}


def times_shown(seed: int) -> int:
    """Compare with brute force at every move of a hand; count how often something was shown."""
    rng, seen = Random(seed), 0
    state = at("house,car,wild", "car,tree:2,captured", top="fence", demand="any")
    possible = set(hands(3))
    while not state.is_open():
        size = sum(next(iter(possible)))
        if size > 5:
            break
        assert possible == {held for held in hands(size) if goes_with(held, shown(state, 0))}
        seen += any(shown(state, 0))
        move = state.random_move(rng)
        possible = followed(possible, state, move, 0)
        state.play(move)
    return seen


def test_fro_22_play_shows_all_that_can_be_known_of_a_hand() -> None:
    """The hands consistent with `without` are exactly those that brute force finds possible."""
    assert sum(map(times_shown, range(10))) > 12


def determinizations(state: FreeO, seat: int) -> set[str]:
    """Return every determinization that a seat, counted from 0, may assume; tries all hands."""
    others = [other for other in range(state.seats) if other != seat]
    unseen = cards(words(state)["pile"])
    for other in others:
        unseen += hand(state, other + 1)
    kept = [
        [held for held in hands(state.table.sizes[other]) if goes_with(held, shown(state, other))]
        for other in others
    ]
    return {str(dealt) for dealt in deals(kept, unseen)}


def deals(kept: list[list[Hand]], unseen: Counter[str]) -> Iterator[tuple[Hand, ...]]:
    """Yield every way to deal one of its possible hands to each of the others."""
    if not kept:
        yield ()
        return
    for held in kept[0]:
        used = Counter(dict(zip(NAMES, held, strict=True)))
        if used <= unseen:
            for rest in deals(kept[1:], unseen - used):
                yield (held, *rest)


def dealt_in(determinization: FreeO, seat: int) -> str:
    held = [
        hand(determinization, other + 1) for other in range(determinization.seats) if other != seat
    ]
    return str(tuple(tuple(each[name] for name in NAMES) for each in held))


@pytest.mark.parametrize(
    ("hands_held", "pile", "without"),
    [
        ("house,car tree,car car,wild", "fence,wild", "-;-;-"),
        ("house,car tree,car car,wild", "fence", "-;house:1,car:1;tree:2"),
        ("house tree:2,car", "house,car,wild", "-;car:2,wild:3"),
        # Only if the first seat gives up its dealt card can the second get one that fits.
        ("house car tree", "", "-;house:1;house:1,car:1"),
        ("house car tree fence", "wild", "-;fence:1,wild:1;car:1,wild:1;tree:1,wild:1"),
        ("house car:2 tree:2 fence,car", "house", "-;tree:2;house:2,car:1,fence:2;house:1,tree:2"),
    ],
)
def test_fro_22_just_consistent_deals_can_occur(hands_held: str, pile: str, without: str) -> None:
    state = at(*hands_held.split(), pile=pile, without=without)
    wanted = determinizations(state, 0)
    rng = Random(1)
    found = {dealt_in(state.determinize(0, rng), 0) for _ in range(60 * len(wanted))}
    assert found == wanted


@settings(max_examples=60)
@given(ways, SEEDS)
def test_fro_22_a_determinization_keeps_all_that_a_seat_sees(way: Way, seed: int) -> None:
    state = reached(*way)
    before = state.text()
    for seat in range(state.seats):
        determinization = state.determinize(seat, Random(seed))
        assert determinization.view(seat) == state.view(seat)
        # Parsing checks a position: its cards, and what play has shown about them.
        assert GAMES["free-o"].parse(determinization.text()).text() == determinization.text()
        if state.current_player() == seat:
            assert determinization.legal_moves() == state.legal_moves()
    assert state.text() == before


@settings(max_examples=60)
@given(ways)
def test_fro_22_a_card_that_another_seat_gets_is_described_as_a_card(way: Way) -> None:
    state = reached(*way)
    if state.phase in (DEALING, DRAWING):
        drawer = state.turn_seat()
        for other in {*range(-1, state.seats)} - {drawer}:
            told = {
                state.describe_to(other, move).partition(";")[0] for move in state.legal_moves()
            }
            gets = "is dealt a card" if state.phase == DEALING else "draws a card"
            assert told == {gets}
        own = {state.describe_to(drawer, move) for move in state.legal_moves()}
        assert own == {state.describe(move) for move in state.legal_moves()}
        assert len(own) == len(state.legal_moves())
    else:
        for move in state.legal_moves():
            assert state.describe_to(-1, move) == state.describe(move)


def test_fro_22_a_view_shows_only_the_number_of_cards_in_other_hands_and_in_the_draw_pile() -> None:
    state = at("house,car", "tree:3", "wild")
    seen = dict(word.partition("=")[::2] for word in state.view(0).split())
    assert (seen["hands"], seen["pile"]) == ("house:1,car:1;?3;?1", "?83")
    nobody = dict(word.partition("=")[::2] for word in state.view(-1).split())
    assert nobody["hands"] == "?2;?3;?1"
    scored = play(at("house", "car", "tree"), "house")
    assert scored.view(0) == scored.view(-1) == scored.text()


def test_a_card_that_can_be_anything_is_dealt_as_often_as_there_are_cards_of_its_kind() -> None:
    state = at("house", "car", pile="tree:9,wild:10")
    drawn = Counter(dealt_in(state.determinize(0, Random(seed)), 0) for seed in range(4_000))
    car, tree, wild = (
        drawn[str((more((0,) * 9, NAMES.index(n)),))] for n in ("car", "tree", "wild")
    )
    assert abs(car - 200) < 60
    assert abs(tree - 1800) < 150
    assert abs(wild - 2000) < 150
