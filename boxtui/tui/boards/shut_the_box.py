"""The board of Shut-the-Box: the tiles, the dice, and what fits."""

from collections.abc import Hashable, Sequence
from typing import ClassVar, Final, cast

from textual.binding import Binding, BindingType
from textual.timer import Timer

from boxtui.games.shared.dice import dice_of, pips
from boxtui.games.shut_the_box.state import ENDED, LAYING, ROLLING, ROLLING_FOR_FIRST, ShutTheBox
from boxtui.games.shut_the_box.tiles import TILES, fitting, score_of, set_text, tiles_of, total_of
from boxtui.lines import Line, Piece, beside, legend_lines
from boxtui.play.match import Match
from boxtui.tui.boards.board import BoardHost, GameBoard
from boxtui.views.shut_the_box import (
    OTHER,
    TILE_ROWS,
    ShutTheBoxWords,
    Tiles,
    dice_lines,
    fallen_last,
)
from boxtui.wording import listed

_SET_CELLS = 24
_SET_ROWS = 6
_SUMS_AT = 24
_TALL = 17
"""Rows for the board with its dice drawn and the largest number of sets that can fit."""

_HIGH = 26
"""The fewest rows in which the tiles are taller, too."""

_HIGH_TILE_ROWS = 5

_FRAMES: Final = 4
"""How many faces rolling dice show before they lie still."""
_FRAME: Final = 0.06
"""The seconds of each frame."""


class ShutTheBoxBoard(GameBoard[ShutTheBox, ShutTheBoxWords]):
    """Digits pick tiles, up and down pick one of the sets that fit, Enter lays it down."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *[
            Binding(str(tile), f"pick_number({tile})", "tile", show=tile == 1, key_display="1-9")
            for tile in range(1, TILES + 1)
        ],
        Binding("up", "turn(-1)", "set", key_display="↑↓"),
        Binding("down", "turn(1)", "fits", show=False),
        Binding("o", "odds", "hint: odds"),
    ]

    cells = wanted_cells = 48
    rows = 13
    other_sign = OTHER

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self.picked = 0
        """The set of tiles picked to be laid down."""
        self._begins_anew = False
        """Whether a digit begins a new set: the picked one was advised, can't be played, or isn't
        played after all.
        """
        self.shows_odds = False
        self._fallen = 0
        """The set of tiles laid down last, while they lie there."""
        self._past: ShutTheBox | None = None
        """The position before the last of the moves in `_past_of`, replayed once for many draws."""
        self._past_of: tuple[Match, list[int]] | None = None
        self._frames = 0
        """The number of frames until the dice lie still."""
        self._roll: Timer | None = None
        self._seen = -1
        """The length of the log when the position last changed; -1 before it is first shown."""

    # What is drawn

    def status_words(self) -> list[str]:
        """Return what Enter would lay down, or what the picked tiles lack."""
        if not self.host.may_decide():
            return []
        due, total = pips(self.state.throw), total_of(self.picked)
        if total == due:
            tiles = listed([str(tile) for tile in tiles_of(self.picked)])
            if not self.host.previews:
                return [f"Enter lays down {tiles}"]
            return [f"Enter lays down {tiles}; {self._left_words()}"]
        if total and self._is_part():
            return [f"Pick tiles that add up to {due - total} more"]
        return [f"Pick tiles that add up to {due}{f', not {total}' if total else ''}"]

    def _is_part(self) -> bool:
        """Whether the picked tiles are a part of a set that fits."""
        sets = fitting(self.state.up, pips(self.state.throw))
        return any(fits & self.picked == self.picked != fits for fits in sets)

    def _left_words(self) -> str:
        """Return the tiles that would stay up, and what they would score."""
        left = self.state.up & ~self.picked
        if not left:
            return "that shuts the box"
        up = " ".join(str(tile) for tile in tiles_of(left))
        return f"{up} would score {score_of(left, self.state.scoring):,}"

    def board_lines(self, rows: int) -> list[Line]:
        dice = self._dice_lines() if rows >= _TALL else [self._dice_in_a_line()]
        tiles = Tiles(self._up(), self.picked, self._fallen)
        lines = [
            self._pointers(),
            *tiles.lines(self.glyphs, _HIGH_TILE_ROWS if rows >= _HIGH else TILE_ROWS),
            (),
            *dice,
        ]
        lines += self._set_lines(rows - len(lines))
        if not self.host.shows_seats or rows < len(lines) + 2:
            return lines  # the seats have the same figure
        return [*lines, (), self._counted_line()]

    def _counted_line(self) -> Line:
        """Return what the tiles that are up count now, and how; a lesson may ask for it."""
        if not self.host.previews or self.state.phase not in (ROLLING, LAYING):
            return ()
        how = "added up" if self.state.scoring == "sum" else "read as one number"
        counted = score_of(self._up(), self.state.scoring)
        before = self._turn_before()
        whose = f"{self.host.match.seats[before.seat].name} left up" if before else "Tiles up"
        return (Piece(f"  {whose}, {how}: {counted:,}", "faint"),)

    def _pointers(self) -> Line:
        """Return marks above the tiles that a lesson points at, or that another set has."""
        signs = dict.fromkeys(self.words.still_up(self.pointed_at), self.glyphs.pointer)
        signs |= {f"tile {tile}": OTHER for tile in tiles_of(self.other or 0)}
        marks = (signs.get(f"tile {tile}", " ") for tile in range(1, TILES + 1))
        return (Piece("  " + "".join(f"{mark:^5}" for mark in marks), "strong"),)

    def legend_beside(self, cells: int, rows: int) -> list[Line]:
        """Return what the signs above and on the tiles mean, if two moves are marked."""
        if self.other is None:
            return []
        lasting = [f"{self.glyphs.pointer} laid down last"] if self._fallen else []
        changing = [f"> < {self.picked_word}", f"{OTHER} played"]
        return legend_lines(lasting, changing, cells, rows)

    def _dice_in_a_line(self) -> Line:
        dice = " ".join(str(die) for die in self._faces())
        return (Piece(f"  {dice}: " if dice else "", "strong"), Piece(", ".join(self._sums())))

    def _sums(self) -> list[str]:
        """Return the sum of the dice, and the sum of the tiles that a person has picked so far."""
        rolled = [self._sum_words()] if self._dice() and not self._frames else []
        is_picking = bool(self.picked) and self.host.may_decide()
        return rolled + ([f"picked: {total_of(self.picked)}"] if is_picking else [])

    def _sum_words(self) -> str:
        """Return what the sum of the dice on the table is for, or what it led to."""
        if self.state.phase == LAYING:
            return f"{pips(self.state.throw)} to lay down"
        before, total = self._before(), sum(self._dice())
        if before and before.phase == LAYING:
            return f"{total} laid down"
        is_for_first = before and before.phase == ROLLING_FOR_FIRST
        return f"{total} for the first turn" if is_for_first else f"{total}: nothing fits"

    def _dice_lines(self) -> list[Line]:
        dice: list[Line] = [(Piece("  "), *line) for line in dice_lines(self._faces(), self.glyphs)]
        sums: list[Line] = [(), (), *((Piece(words, "strong"),) for words in self._sums())]
        return beside(dice, sums, _SUMS_AT)

    def _before(self) -> ShutTheBox | None:
        """Return the position before the last move; None before the first move."""
        match = self.host.match
        if not match.moves:
            return None
        if self._past_of != (match, match.moves):
            self._past = cast("ShutTheBox", match.position_after(len(match.moves) - 1))
            self._past_of = match, list(match.moves)
        return self._past

    def _up(self) -> int:
        """Return the tiles to show: after a turn, the ones it left up until the next throw."""
        before = self._turn_before()
        if not before:
            return self.state.up
        return before.up if before.phase == ROLLING else 0

    def _turn_before(self) -> ShutTheBox | None:
        """Return the position at the end of the turn before, until the first throw of the next."""
        before = self._before()
        if not before or before.phase == ROLLING_FOR_FIRST or self.state.phase == ENDED:
            return None
        is_same = (before.seat, before.round) == (self.state.seat, self.state.round)
        return None if is_same else before

    def _dice(self) -> list[int]:
        """Return the dice on the table: the ones to lay down, or the ones rolled last."""
        if self.state.phase == LAYING:
            return dice_of(self.state.throw)
        before = self._before()
        if not before:
            return []
        if before.phase == LAYING:
            return dice_of(before.throw)
        return [int(die) for die in self.host.match.log[-1].text.split()]

    def _faces(self) -> list[int]:
        """Return the dice as drawn: while they roll, each frame shows other faces."""
        if not self._frames:
            return self._dice()
        return [(die + self._frames * step) % 6 + 1 for step, die in enumerate(self._dice(), 1)]

    def _begin_roll(self) -> None:
        """Have the dice roll if they were just thrown, not if a match was opened or taken back."""
        log = self.host.match.log
        is_new, self._seen = 0 <= self._seen < len(log), len(log)
        self._end_roll()
        if self.host.rolls_dice and is_new and log[-1].by_chance:
            self._frames = _FRAMES
            self._roll = self.set_interval(_FRAME, self._roll_on)

    def _roll_on(self) -> None:
        self._frames -= 1
        if self._frames <= 0:
            self._end_roll()
        self.host.draw()

    def _cut_roll_short(self) -> None:
        """Show the dice as they lie, if a player goes on before they stop by themselves."""
        if self._frames:
            self._end_roll()
            self.host.draw()

    def _end_roll(self) -> None:
        """Have the dice lie still from the next drawing on."""
        self._frames = 0
        if self._roll:
            self._roll.stop()
            self._roll = None

    def _set_lines(self, rows: int) -> list[Line]:
        """Return the fitting sets in two columns, with the worth of each if it was asked for.

        Where a long message leaves fewer rows, the heading says so, and the row of the picked set
        is one of those shown.
        """
        if self.state.phase != LAYING or self._frames:
            return []
        moves = self._sets()
        figures = {}
        if self.shows_odds and self.host.advice:
            seen = self.host.advice.considered
            worths = self.words.worth_figures([each.value for each in seen])
            figures = {each.move: worth for each, worth in zip(seen, worths, strict=True)}
        lines: list[Line] = [self._set_line(move, figures.get(move, "")) for move in moves]
        head = f"  What fits, {self.words.worth_heading()}" if figures else "  What fits"
        columns = beside(lines[:_SET_ROWS], lines[_SET_ROWS:], _SET_CELLS)
        room = max(rows - 1, 1)
        if len(columns) > room:
            head += ", among others"
            at = moves.index(self.picked) % _SET_ROWS if self.picked in moves else 0
            first = max(at - room + 1, 0)
            columns = columns[first : first + room]
        return [(Piece(f"{head}:", "faint"),), *columns]

    def _set_line(self, move: int, figure: str) -> Line:
        here = move == self.picked
        mark = f"{self.glyphs.marker} " if here else "  "
        worth = f"{figure:>10}" if figure else ""
        return (
            Piece(f"  {mark}"),
            Piece(f"{set_text(move):<8}", "chosen" if here else "plain", f"set {move}"),
            Piece(worth),
        )

    def _sets(self) -> list[int]:
        """Return the sets that fit, fewest tiles first."""
        moves = self.state.legal_moves() if self.state.phase == LAYING else []
        return sorted(moves, key=lambda move: (move.bit_count(), -move))

    # What a person does

    def begin_picking(self) -> bool:
        self._cut_roll_short()
        return super().begin_picking()

    def forget_picked(self) -> None:
        self.picked = 0
        self._begins_anew = False
        self.shows_odds = False

    def look_back(self) -> None:
        self._fallen = fallen_last(self.host.recent)
        self._begin_roll()

    def action_pick_number(self, tile: int) -> None:
        """Pick a tile, or put it back; after advice or a warning, begin a new set with it.

        A tile that is down is refused with its rule.
        """
        bit = 1 << (tile - 1)
        if not self.begin_picking():
            return
        if not self.state.up & bit:
            self.host.play(bit)
            return
        self._pick_set(bit if self._begins_anew else self.picked ^ bit)
        self.host.say("")
        self.host.draw()

    def numbers(self) -> Sequence[int]:
        return tiles_of(self.state.up)

    def offers(self, action: str) -> bool:
        return action != "odds" or self.host.advises

    @property
    def enter_words(self) -> str:
        return "lay" if self.picked else ""

    @property
    def entered_move(self) -> int | None:
        return self.picked or None

    @property
    def picks(self) -> Hashable:
        return self.picked

    def choose_again(self) -> None:
        self._begins_anew = True

    def pick(self, move: int) -> None:
        """Pick an advised set, unless it already is, as after the player's own digits."""
        if move != self.picked:
            self.picked, self._begins_anew = move, True
        self._cut_roll_short()

    def _pick_set(self, tiles: int) -> None:
        """Pick a set by the player's own keys and clicks."""
        self.picked, self._begins_anew = tiles, False

    def action_turn(self, step: int) -> None:
        """Pick the next or the previous set that fits."""
        if not self.begin_picking():
            return
        sets = self._sets()
        at = sets.index(self.picked) + step if self.picked in sets else min(step, 0)
        self._pick_set(sets[at % len(sets)])
        self.host.draw()

    def play_picked(self) -> None:
        """Lay down the picked set; if that is refused, a digit adds to it or begins a new set."""
        self._cut_roll_short()
        self._begins_anew = not self._is_part()
        super().play_picked()

    def pick_more(self) -> None:
        self.host.say_of_pick("Pick tiles by their digits, or choose a set with Up and Down.")

    def action_odds(self) -> None:
        """Show the exact worth of each set that fits; it counts as a hint."""
        if not self.begin_picking():
            return
        self.shows_odds = True
        if self.host.advice:
            self.host.draw()
        else:
            self.host.ask_advice()

    def clicked(self, place: str) -> None:
        """Pick the clicked tile or set; a second click on the set plays it."""
        kind, _, which = place.partition(" ")
        if kind == "tile":
            self.action_pick_number(int(which))
        elif self.begin_picking():
            if self.picked == int(which):
                self.play_picked()
            self._pick_set(int(which))
            self.host.draw()
