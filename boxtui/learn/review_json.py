"""A review as data for other programs."""

from typing import Any

from boxtui.learn.judging import Judged
from boxtui.learn.review import Review
from boxtui.play.match import Match


def as_json(match: Match, review: Review) -> dict[str, Any]:
    """Return the review as data: shares in 0..1, plies from 0, moves in notation.

    If the game isn't over, results are what seats could expect so far.
    """
    return {
        "game": match.game.key,
        "is_over": match.is_over,
        "seats": [_seat_as_json(match, review, seat) for seat in range(len(match.seats))],
        "decisions": [_judged_as_json(match, each) for each in review.judged],
    }


def _seat_as_json(match: Match, review: Review, seat: int) -> dict[str, Any]:
    account = review.account(seat)
    return {
        "name": match.seats[seat].name,
        "player": match.seats[seat].player,
        "start": account.start,
        "luck": account.luck,
        "own_losses": account.own,
        "others_losses": account.others,
        "drift": account.drift,
        "result": account.result,
        "decisions": len(review.moves_of(seat)),
        "mean_loss": review.mean_loss(seat),
        "line": review.line_of(seat),
    }


def _judged_as_json(match: Match, judged: Judged) -> dict[str, Any]:
    state = match.position_after(judged.ply)
    return {
        "ply": judged.ply,
        "seat": judged.seat + 1,
        "move": state.move_text(judged.move),
        "best": state.move_text(judged.best),
        "share": judged.shares[judged.seat],
        "best_share": judged.best_shares[judged.seat],
        "loss": judged.loss,
        "error": judged.error,
        "grade": judged.grade,
        "is_resignation": judged.is_resignation,
        "why": list(judged.why),
        "open_loss": judged.open_loss,
        "open_error": judged.open_error,
        "followed_hint": judged.is_hint and judged.ply in match.hinted,
    }
