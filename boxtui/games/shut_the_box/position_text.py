"""Positions of Shut-the-Box as text: writing them and reading them back."""

from typing import NamedTuple

from boxtui.games.shared.dice import throw_text
from boxtui.games.shared.first_turn import totals_in, totals_words
from boxtui.games.shared.position_text import Words, dice_on_table, number_in
from boxtui.games.shut_the_box.tiles import TILES, UNPLAYED, mask_of, tiles_of


class ShutTheBoxFields(NamedTuple):
    """What the text of a position says; the fields are those of `ShutTheBox`."""

    scoring: str
    stake: int
    round: int
    first: int
    scores: list[int]
    phase: str
    seat: int
    up: int
    throw: int
    first_totals: list[int]


def position_text(fields: ShutTheBoxFields) -> str:
    """Return `key=value` words; seats count from 1, `-` is a turn to come, `x` a seat out."""
    scores = ",".join("-" if score == UNPLAYED else str(score) for score in fields.scores)
    words = [
        f"scoring={fields.scoring} stake={fields.stake} round={fields.round}",
        f"first={fields.first + 1} scores={scores} phase={fields.phase} seat={fields.seat + 1}",
        f"up={','.join(str(tile) for tile in tiles_of(fields.up)) or '-'}",
        f"dice={'+'.join(throw_text(fields.throw).split()) if fields.throw else '-'}",
        *totals_words(fields.first_totals),
    ]
    return " ".join(words)


def read_fields(words: Words) -> ShutTheBoxFields:
    """Return what the words of a text say.

    Raises `KeyError` or `ValueError` if a word is missing or can't be read.
    """
    throw = 0
    for die in dice_on_table(words["dice"]):
        throw = 10 * throw + die
    up = [] if words["up"] == "-" else [number_in(tile) for tile in words["up"].split(",")]
    scores = words["scores"].split(",")
    return ShutTheBoxFields(
        scoring=words["scoring"],
        stake=number_in(words["stake"]),
        round=number_in(words["round"]),
        first=number_in(words["first"]) - 1,
        scores=[UNPLAYED if score == "-" else number_in(score) for score in scores],
        phase=words["phase"],
        seat=number_in(words["seat"]) - 1,
        up=mask_of([tile for tile in up if 1 <= tile <= TILES]),
        throw=throw,
        first_totals=totals_in(words),
    )
