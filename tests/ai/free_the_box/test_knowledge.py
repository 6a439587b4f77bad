"""What agents know about Free the Box: win probabilities, dangers, move values and levels."""

from collections.abc import Mapping
from random import Random

import pytest
from free_the_box_play import ALL_SEEN, begun, position
from random_games import some_decisions

from ai.agent import Budget, never
from ai.free_the_box.evaluation import FreeTheBoxEvaluator
from ai.free_the_box.reasons import prospects, reasons
from ai.free_the_box.threats import Dangers
from ai.free_the_box.win_probabilities import EXACT, win_probabilities
from ai.levels import agent_and_budget
from boxtui.core import CHANCE
from boxtui.games.free_the_box.moves import MOVING
from boxtui.games.free_the_box.position import CAPTURED, CENTER, FreeTheBoxTable
from boxtui.games.free_the_box.state import FreeTheBox

ALL_HOME = "home,home,home"
SEEN = ",".join(ALL_SEEN)
BACK_NEXT, FORWARD_NEXT = (
    ",".join([top, *ALL_SEEN[: ALL_SEEN.index(top)], *ALL_SEEN[ALL_SEEN.index(top) + 1 :]])
    for top in ("back-2", "forward-2")
)
IN_REACH = "2,home,home;31,home,home"
"""Red hides in the house on 2; with a 1, blue moves from 31 to the house on 32."""

UPPER = "level3, level4, level5"
BY_EVALUATION = "by the evaluation alone"
"""Plays the move that the evaluator rates highest."""


def share(tokens: str, kept: str = "", seat: int = 1, wary: bool = True) -> float:
    """Return red's win probability before that seat's roll."""
    return win_probabilities(position(tokens, kept, seat=seat).table, wary)[0]


def odds(tokens: str, kept: str = "") -> float:
    """Return red's odds of winning before blue's roll."""
    own = share(tokens, kept, seat=2)
    return own / (1.0 - own)


def feared(tokens: str, seat: int = 2) -> float:
    """Return the part of its share that red loses by danger."""
    return 1.0 - share(tokens, seat=seat) / share(tokens, seat=seat, wary=False)


def chosen(level: str, state: FreeTheBox, luck: int = 1) -> str:
    if level == BY_EVALUATION:
        return state.move_text(FreeTheBoxEvaluator().candidates(state, Random(luck)).moves[0])
    agent, budget = agent_and_budget("free-the-box", level)
    spent = Budget(min(budget.iterations or 1, 60))
    return state.move_text(agent.choose(state, spent, Random(luck), never).move)


def positions(count: int, seats: int) -> list[FreeTheBox]:
    return some_decisions(lambda: begun(seats), count, 0.1)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_shares_are_even_at_the_start_and_whoever_is_out_has_none(seats: int) -> None:
    found = win_probabilities(begun(seats).table, True)
    assert found == pytest.approx([1 / seats] * seats)
    out = position(f"out;{ALL_HOME};{ALL_HOME}", seat=2)
    assert win_probabilities(out.table, True) == pytest.approx([0.0, 0.5, 0.5])


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("37,home,home", "7,home,home"),
        ("center,home,home", "1,home,home"),
        ("home,home,home", "captured,home,home"),
        ("captured,home,home", "captured,captured,home"),
        ("home,home,home & card", "home,home,home"),
        ("captured,home,home & card", "captured,home,home"),
        ("captured,captured,home & card", "captured,captured,home"),
    ],
)
def test_free_and_advanced_tokens_and_a_kept_card_are_worth_something(more: str, less: str) -> None:
    one, other = (
        share(f"{tokens};{ALL_HOME}", "1,0" if card else "")
        for tokens, _, card in (each.partition(" & ") for each in (more, less))
    )
    assert one > other


def test_captured_tokens_cost_more_and_more() -> None:
    none, one, two = (
        share(f"{tokens};{ALL_HOME}")
        for tokens in (ALL_HOME, "captured,home,home", "captured,captured,home")
    )
    assert one - two > none - one > 0


def test_a_card_is_worth_most_with_two_tokens_in_the_center() -> None:
    """Without a card, the next capture puts the player out (FTB-24)."""
    last, one = (
        odds(tokens, "1,0") / odds(tokens)
        for tokens in ("center,center,2;31,home,home", "home,home,2;31,home,home")
    )
    assert last > one > 1.0


NO_CARDS = {"bottom": SEEN}


@pytest.mark.parametrize(
    ("tokens", "one", "other", "more"),
    [
        # FTB-9: blue lands on the other side of the house.
        (IN_REACH, NO_CARDS, NO_CARDS | {"capture": "space"}, 1 / 8),
        # FTB-12, FTB-28: blue is 6 from DRAW A CARD on 4, from where only back 2 leads to 2.
        ("2,home,home;58,home,home", {}, NO_CARDS, 2 / 32 / 8),
        ("2,home,home;58,home,home", {"bottom": BACK_NEXT}, {"bottom": FORWARD_NEXT}, 1 / 8),
    ],
    ids=["FTB-9", "FTB-12", "FTB-28"],
)
def test_ftb_9_12_28_a_token_is_in_danger_of_places_and_of_the_cards_that_may_come(
    tokens: str, one: Mapping[str, str], other: Mapping[str, str], more: float
) -> None:
    """Two of the 32 cards are back 2; once all cards are seen, the one on top comes next."""
    found = [
        Dangers(position(tokens, seat=2, **words).table).chance(1, 0) for words in (one, other)
    ]
    assert found[0] - found[1] == pytest.approx(more)


def captured_by(table: FreeTheBoxTable, seat: int, die: int) -> set[int]:
    """Return the tokens that the seat can capture with a throw, by playing it with every token."""
    captured = set[int]()
    for token in range(seat * 3, seat * 3 + 3):
        if table.tokens[token] >= 0:
            ahead = table.ahead(token, die)
            captured |= {*ahead.capturable(seat, ahead.tokens[token])}
    return captured


@pytest.mark.parametrize("at", range(8))
def test_the_danger_and_a_reasons_chance_are_the_share_of_throws_that_capture(at: int) -> None:
    """There is no card to draw."""
    table = positions(30, 3)[at].table
    table.deck.hidden, table.deck.bottom = 0, ()
    told, by_throw = Dangers(table), list[set[int]]()
    for seat in reversed(range(3)):
        by_throw = [captured_by(table, seat, die) for die in range(1, 9)]
        for target in {*range(9)} - {*range(seat * 3, seat * 3 + 3)}:
            capturing = sum(target in captured for captured in by_throw)
            assert told.chance(seat, target) == pytest.approx(capturing / 8)
    assert prospects(table, 0).captures == round(sum(map(bool, by_throw)) / 8, 2)


def test_danger_lowers_the_share_most_before_ones_own_turn_and_on_the_last_token() -> None:
    """From 33, blue is past the house. Two captured tokens more, and red is out (FTB-22)."""
    assert feared("2,home,home;33,home,home") == pytest.approx(0.0, abs=0.004)
    assert feared("2,captured,captured;31,home,home") > feared(IN_REACH) > feared(IN_REACH, 1) > 0.0


@pytest.mark.parametrize(
    ("players", "state", "move"),
    [
        # A lands on the bench on 6; B in the house, and captures blue on its other side (FTB-9).
        (BY_EVALUATION, position("3,1,home;32,home,home", die=1, bottom=SEEN), "B:1-2"),
        # An opponent is put out for good.
        (UPPER, position("3,1,home;32,captured,captured", die=1, bottom=SEEN), "B:1-2"),
        # A jump frees the captured tokens (FTB-20).
        (BY_EVALUATION, position("57,captured,4;32,home,home", die=3, bottom=SEEN), "A:57-60"),
        # A card is used rather than staying one capture away from being out (FTB-17).
        (UPPER, position(f"captured,captured,2;{ALL_HOME}", "1,0", phase="free"), "free"),
        # On PARK, B could be captured by blue, who stands before both sides of the fence (FTB-11).
        (BY_EVALUATION, position("21,7,home;31,35,home", die=1, bottom=SEEN), "A:21-22"),
        # Blue's token on 7 is further from its STARTING BOX, 31, than the token on 40.
        ("front-token", position("1,home,home;40,7,home", seat=2, die=2), "B:7-9"),
        ("front-token", position("1,home,home;31,home,home", seat=2, die=2), "A:31-33"),
        ("front-token", position(f"{ALL_HOME};{ALL_HOME}", die=2), "enter"),
        ("front-token", position(f"{ALL_HOME};captured,33,2", "0,1", seat=2, phase="free"), "free"),
    ],
)
def test_ftb_9_11_17_20_the_best_move_is_chosen(players: str, state: FreeTheBox, move: str) -> None:
    for name in players.split(", "):
        assert chosen(name, state) == move


def test_ftb_26_the_jump_that_wins_has_a_prior_of_1() -> None:
    state = position("57,center,center;32,home,home", die=3, bottom=SEEN)
    assert FreeTheBoxEvaluator().candidates(state, Random(1)).priors == [1.0]


def test_level_2_captures_more_often_than_not() -> None:
    state = position("3,1,home;32,home,home", die=1, bottom=SEEN)
    moves = [chosen("level2", state, luck) for luck in range(40)]
    assert set(moves) == {"A:3-4", "B:1-2"}
    assert moves.count("B:1-2") > 20


def test_priors_are_shares_and_every_move_is_a_candidate() -> None:
    for state in positions(30, 4):
        found = FreeTheBoxEvaluator().candidates(state, Random(1))
        assert sorted(found.moves) == state.legal_moves()
        assert found.priors == sorted(found.priors, reverse=True)
        assert all(0.0 <= prior <= 1.0 for prior in found.priors)
        assert found.whole


def test_a_position_has_the_same_shares_with_any_seed_those_that_its_mover_thinks_best() -> None:
    evaluator, moving = FreeTheBoxEvaluator(), set[int]()
    for state in positions(60, 3):
        found = evaluator.evaluate(state.clone(), Random(1))
        assert evaluator.evaluate(state.clone(), Random(2)) == found
        assert sum(found) == pytest.approx(1.0)
        if state.phase == MOVING:
            moving.add(state.table.seat)
            after = [evaluator.evaluate(state.after(m), Random(1)) for m in state.legal_moves()]
            best = max(after, key=lambda shares: shares[state.table.seat])
            assert found == pytest.approx(best)
    assert moving == {0, 1, 2}


def test_ftb_28_a_drawn_card_is_worth_the_mean_of_the_unseen_cards() -> None:
    state = position("4,home,home;32,home,home", phase="draw", carrier="A")
    assert state.current_player() == CHANCE
    mean = 0.0
    for card, odds in zip(state.legal_moves(), state.chance_probabilities(), strict=True):
        after = state.clone()
        after.play(card)
        mean += odds * win_probabilities(after.table, True)[0]
    assert FreeTheBoxEvaluator().evaluate(state, Random(1))[0] == pytest.approx(mean)


def test_ftb_19_the_chance_to_hit_the_jump_counts_all_sequences_of_throws() -> None:
    chances = [1.0]
    for spaces in range(1, 9):
        chances.append(sum(chances[spaces - roll] / 8 for roll in range(1, spaces + 1)))
    assert list(EXACT)[1:9] == pytest.approx(chances[1:])


@pytest.mark.parametrize("kept", ["0,0", "1,0"])
@pytest.mark.parametrize("third", ["home", "12", "captured", "center"])
def test_ftb_22_23_24_a_jump_is_said_to_cost_if_fewer_captures_put_its_player_out(
    third: str, kept: str
) -> None:
    """Counted by capturing one token after the other."""
    bottom = ",".join(ALL_SEEN[int(kept[0]) :])  # the kept cards come first in the list
    state = position(f"57,4,{third};32,home,home", kept, die=3, bottom=bottom)
    jumped = state.table.ahead(0, 3)
    jumped.jump(0)
    before, after = captures_to_be_out(state.table), captures_to_be_out(jumped)
    told = " ".join(reasons(state, 0, 1))
    assert ("put you out" in told, "puts you out" in told) == (
        after < before and after == 2,
        after < before and after == 1,
    )
    instead = {2: "instead of two", 3: "instead of three"}
    assert all((words in told) == (after < before == many) for many, words in instead.items())
    assert "out instead" not in " ".join(reasons(state, 0, 0))


def captures_to_be_out(table: FreeTheBoxTable) -> int:
    """Return how many more captures put red out; 9 if it is in with a card left."""
    twin, captures = table.clone(), 0
    for token in range(3):
        if twin.tokens[token] not in (CAPTURED, CENTER):
            twin.capture(token)
            captures += 1
        if twin.is_beaten(0):
            return captures
    return 9


def told_danger(tokens: str, die: int, bottom: str = "-") -> str:
    """Return the sentence on a move of B, of two, with the dangers after it."""
    return reasons(position(tokens, die=die, bottom=bottom), 1, 2)[0]


def on_top(card: str) -> str:
    """Return a deck of which every card has been seen, with that one on top."""
    rest = list(ALL_SEEN)
    rest.remove(card)
    return ",".join([card, *rest])


@pytest.mark.parametrize(
    ("card", "told"),
    [
        # Blue's B on 38 reaches the car on 45 with a 7, and captures C on its other side.
        ("free-the-box", "you may lose C (about 12%)"),
        ("captured", "you may lose C (about 12%)"),
        # From 34, red's B captures blue's B on 38: no move leaves a danger.
        ("forward-4", "draws (4 forward)."),
    ],
)
def test_ftb_13_after_a_draw_other_tokens_are_in_the_danger_that_the_card_leaves(
    card: str, told: str
) -> None:
    assert told in told_danger("home,30,15;home,38,home", 4, on_top(card))


def test_ftb_13_the_danger_to_other_tokens_after_a_draw_is_the_mean_over_the_cards() -> None:
    """Two of the 32 cards are 4 forward, and with one of two ROLL AGAIN a 4 does the same."""
    from_card, missed = 1 / 8, (2 + 2 / 8) / 32
    state = position("home,30,15;home,38,home", die=4)
    by_card = state.after(1)
    mean = sum(
        probability * Dangers(by_card.after(card).table).chance_of_capture(2)
        for card, probability in zip(
            by_card.legal_moves(), by_card.chance_probabilities(), strict=True
        )
    )
    assert mean == pytest.approx(from_card * (1 - missed), abs=0.01)
    assert f"C (about {mean:.0%})" in told_danger("home,30,15;home,38,home", 4)
    assert "danger" not in told_danger("home,30,home;home,38,home", 4)
