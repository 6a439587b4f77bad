"""Shut-the-Box as lines and words: tiles, dice and scores."""

from boxtui.games.shared.dice import pips, throw_text, throw_words
from boxtui.games.shut_the_box.state import ENDED, LAYING, ROLLING_FOR_FIRST, UNPLAYED, ShutTheBox
from boxtui.games.shut_the_box.tiles import TILES, WORST, tiles_of
from boxtui.lines import Glyphs, Line, Piece
from boxtui.views.dice import dice_lines
from boxtui.views.game import GameWords


def tile_lines(up: int, picked: int, glyphs: Glyphs) -> list[Line]:
    """Return the tiles in a row, five cells each; picked ones are marked, ones down lie flat."""
    tiles = [_tile(tile, up, picked, glyphs) for tile in range(1, TILES + 1)]
    return [(Piece("  "), *row) for row in zip(*tiles, strict=True)]


def _tile(tile: int, up: int, picked: int, glyphs: Glyphs) -> tuple[Piece, Piece, Piece]:
    """Return a tile's three rows: a box with its number, marked if picked, or lying flat."""
    is_picked = picked >> (tile - 1) & 1
    if not up >> (tile - 1) & 1:
        rows, style = ["     ", "     ", f" {glyphs.horizontal * 3} "], "faint"
    else:
        rows = glyphs.framed([f">{tile}<" if is_picked else f" {tile} "])
        style = "chosen" if is_picked else "strong"
    first, second, third = (Piece(row, style, f"tile {tile}") for row in rows)
    return first, second, third


class ShutTheBoxWords(GameWords[ShutTheBox]):
    """The tiles that are up, what may be laid down, and the scores."""

    def round_words(self) -> str:
        alone = len(self.match.seats) == 1
        stake = f", stake {self.state.stake}" if self.state.stake else ""
        return ("alone" if alone else f"round {self.state.round}") + stake

    def worth_words(self, value: float) -> str:
        return f"{self.worth_figure(value)} {self.worth_terms()[0]}"

    def gap_words(self, gap: float) -> str:
        return f"{100 * gap:.1f} percentage points"

    def worth_figure(self, value: float) -> str:
        """Return the short figure in `worth_words`."""
        seats = len(self.match.seats)
        if seats == 1:
            return f"{(1 - value) * WORST[self.state.scoring]:,.1f}"
        if self.state.stake:
            return f"{(value * 2 * seats - 2) * self.state.stake:+.4f}"
        return f"{value:.3%}"

    def worth_terms(self) -> tuple[str, str]:
        """Return the text after one figure, and above a row of figures."""
        if len(self.match.seats) == 1:
            return "points on average", "and the score on average"
        if self.state.stake:
            return "stakes on average", "and the stakes on average"
        return "to win", "and the chance to win"

    def falling_words(self) -> str:
        return "dice for the first turn" if self.state.phase == ROLLING_FOR_FIRST else "dice"

    def end_words(self) -> list[str]:
        nets = self.state.net_stakes() if self.state.stake else []
        stakes = [f", stakes {net * self.state.stake:+,}" for net in nets]
        return [
            f"{self._score_words(at)}{stakes[at] if stakes else ''}"
            for at in range(self.state.seats)
        ]

    def _score_words(self, at: int) -> str:
        score = self.state.scores[at]
        none = "no turn" if self.state.phase == ENDED else "no turn yet"
        words = none if score == UNPLAYED else f"score {score:,}"
        return f"{self.match.seats[at].name}: {words}"

    def now_words(self) -> list[str]:
        up = ", ".join(str(tile) for tile in tiles_of(self.state.up))
        tiles = f"Tiles up: {up or 'none'}."
        if self.state.phase != LAYING:
            return [tiles]
        throw = self.state.throw
        return [f"{tiles} Dice: {throw_words(throw)}, so {pips(throw)} to lay down."]

    def position_words(self) -> list[str]:
        scores = "; ".join(self._score_words(at) for at in range(self.state.seats))
        return [f"{self.round_words().capitalize()}. {scores}."]

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        thrown = self.state.phase == LAYING
        dice = [int(die) for die in throw_text(self.state.throw).split()] if thrown else []
        return [*tile_lines(self.state.up, 0, glyphs), *(dice_lines(dice, glyphs) if dice else [])]
