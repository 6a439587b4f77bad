"""The short game that ends a lesson: a computer player, and comments on the learner's moves."""

from random import Random
from typing import Final

from ai.agent import never
from ai.levels import ROSTERS, agent_and_budget, level_words
from boxtui.core import CHANCE
from boxtui.play.match import Match

LESSON_ADVISER: Final = "level4"
"""The player whose opinion comments and advice give: it answers at once, uncompiled too."""

_NO_MATTER: Final = "No move changes anything any more."


def agent_move(match: Match, level: str) -> int:
    """Return the move of a player of that level, who knows what the seat that decides may know."""
    agent, budget = agent_and_budget(match.game.key, level)
    state = match.determinized_for(match.state.current_player())
    return agent.choose(state, budget, Random(match.agent_seed()), never).move


def _adviser_words(match: Match) -> str:
    return level_words(match.game.key, LESSON_ADVISER).capitalize()


def play_others_move(match: Match) -> None:
    """Play what chance or a computer player does now."""
    seat = match.state.current_player()
    if seat == CHANCE:
        match.deal()
    else:
        match.play(agent_move(match, match.seats[seat].player))


def comment(match: Match, move: int) -> tuple[str, ...]:
    """Return what the adviser says of a legal `move`, which has not been played yet."""
    state = match.state
    if state.only_move() is not None:
        return (_NO_MATTER if _is_one_of_many(match) else "That was your only move.",)
    best, name = agent_move(match, LESSON_ADVISER), _adviser_words(match)
    roster = ROSTERS[match.game.key]
    if roster.representative(state, move) == roster.representative(state, best):
        best = move
    verdict = (
        f"{name} would have chosen that, too."
        if best == move
        else f"{name} would have chosen {state.move_name(best)}."
    )
    return tuple(match.as_sentences([verdict, *roster.reasons(state, move, best)]))


def advice(match: Match) -> tuple[int, tuple[str, ...]]:
    """Return what the adviser would play now, and why; or that there is nothing to choose."""
    if (only := match.state.only_move()) is not None:
        named = match.named(match.state.move_name(only))
        return only, (_NO_MATTER if _is_one_of_many(match) else f"Your only move: {named}.",)
    best = agent_move(match, LESSON_ADVISER)
    reasons = ROSTERS[match.game.key].reasons(match.state, best, best)
    text = f"{_adviser_words(match)}'s advice: {match.state.move_advice(best)}."
    return best, tuple(match.as_sentences([text, *reasons]))


def _is_one_of_many(match: Match) -> bool:
    """Whether several moves are legal, so that an only move is one that changes nothing."""
    return len(match.game.choices(match.state)) > 1
