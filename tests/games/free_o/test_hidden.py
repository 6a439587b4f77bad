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
from typed_moves import words_of

from boxtui.games.free_o.state import DEALING, DRAWING, PLAYING, FreeO

NAMES = tuple(DECK)

Hand = tuple[int, ...]
"""Counts by kind."""


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
    others = [other for other in range(determinization.seats) if other != seat]
    held = [hand(determinization, other + 1) for other in others]
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
@given(st.integers(2, 6), st.booleans(), st.integers(0, 2**32))
def test_fro_22_a_card_that_another_seat_gets_is_described_as_a_card(
    seats: int, everyone: bool, seed: int
) -> None:
    rng, state = Random(seed), start(seats, everyone)
    for _ in at_random(state, rng, rng.randrange(400)):
        pass
    moves, gets = state.legal_moves(), ""
    if state.phase in (DEALING, DRAWING):
        gets = "is dealt a card" if state.phase == DEALING else "draws a card"
    for seat in range(-1, state.seats):
        described = [state.describe_to(seat, move) for move in moves]
        if gets and seat != state.turn_seat():
            assert {each.partition(";")[0] for each in described} == {gets}
        else:
            assert described == [state.describe(move) for move in moves]
            assert len({*described}) == len(moves)


def test_fro_22_a_view_shows_only_the_number_of_cards_in_other_hands_and_in_the_draw_pile() -> None:
    state = at("house,car", "tree:3", "wild")
    seen, nobody = words_of(state.view(0)), words_of(state.view(-1))
    assert (seen["hands"], seen["pile"]) == ("house:1,car:1;?3;?1", "?83")
    assert nobody["hands"] == "?2;?3;?1"
    scored = play(at("house", "car", "tree"), "house")
    assert scored.view(0) == scored.view(-1) == scored.text()


def test_a_card_that_can_be_anything_is_dealt_as_often_as_there_are_cards_of_its_kind() -> None:
    state = at("house", "car", pile="tree:9,wild:10")
    drawn = Counter(dealt_in(state.determinize(0, Random(seed)), 0) for seed in range(4_000))
    for name, expected, most in ("car", 200, 60), ("tree", 1800, 150), ("wild", 2000, 150):
        dealt = (more((0,) * 9, NAMES.index(name)),)
        assert abs(drawn[str(dealt)] - expected) < most
