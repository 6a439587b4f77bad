"""The short game that ends a lesson: a computer player, and comments on the learner's moves."""

from random import Random
from typing import Final

from ai.agent import Choice, never
from ai.levels import ROSTERS, agent_and_budget
from ai.shared.reasons import speak_for_it
from boxtui.core import CHANCE
from boxtui.play.match import Match

_NO_MATTER: Final = "No move changes anything any more."


def agent_move(match: Match, player: str) -> int:
    """Return the move of an agent that knows what the seat that decides may know."""
    return _choice(match, player).move


def _choice(match: Match, player: str) -> Choice:
    agent, budget = agent_and_budget(match.game.key, player)
    state = match.determinized_for(match.state.current_player())
    return agent.choose(state, budget, Random(match.agent_seed()), never)


def _advised(match: Match) -> Choice:
    return _choice(match, ROSTERS[match.game.key].lesson_adviser)


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
    choice, roster = _advised(match), ROSTERS[match.game.key]
    same, best = roster.representative(state, move), state.move_name(choice.move)
    is_best = same == roster.representative(state, choice.move)
    reasons = roster.reasons(state, move, move if is_best else choice.move)
    if is_best:
        verdict = "The adviser would have chosen that, too."
    elif same in {roster.representative(state, each) for each in roster.as_good(choice, state)}:
        verdict = f"The adviser rates your move about as good as {best}."
        reasons = reasons if speak_for_it(reasons) else []
    else:
        verdict = f"The adviser would have chosen {best}."
    return tuple(match.as_sentences([verdict, *reasons]))


def advice(match: Match) -> tuple[int, tuple[str, ...]]:
    """Return what the adviser would play now, and why; or that there is nothing to choose."""
    if (only := match.state.only_move()) is not None:
        named = match.named(match.state.move_name(only))
        return only, (_NO_MATTER if _is_one_of_many(match) else f"Your only move: {named}.",)
    best = _advised(match).move
    reasons = ROSTERS[match.game.key].reasons(match.state, best, best)
    text = f"Advice: {match.state.move_advice(best)}."
    return best, tuple(match.as_sentences([text, *reasons]))


def _is_one_of_many(match: Match) -> bool:
    """Whether several moves are legal, so that an only move is one that changes nothing."""
    return len(match.game.choices(match.state)) > 1
