"""A position of Free the Box and its moves; a turn is a sequence of small moves."""

from random import Random
from typing import final

from mypy_extensions import i64

from boxtui.core import CHANCE, NOBODY, OVER, IllegalMove, State, game_over, not_over, uniform
from boxtui.games.free_the_box.board import TOKENS, FreeTheBoxLayout
from boxtui.games.free_the_box.cards import (
    CARDS,
    FREE_THE_BOX,
    ROLL_AGAIN,
    YOU_ARE_CAPTURED,
    Deck,
    card_name,
)
from boxtui.games.free_the_box.legality import (
    refusal_of_card,
    refusal_of_die,
    refusal_of_pass,
    refusal_of_token,
    refusal_of_word,
)
from boxtui.games.free_the_box.moves import (
    DRAWING,
    ENDED,
    ENTER,
    FREE,
    FREEING,
    KEEP,
    MOVING,
    PHASE_RULES,
    PHASES,
    ROLL,
    ROLLING,
    ROLLING_AGAIN,
    ROLLING_FOR_FIRST,
    USE,
    USING,
    WORDS,
)
from boxtui.games.free_the_box.narration import describe_move, is_striking, names_of
from boxtui.games.free_the_box.notation import (
    CARD_WANTED,
    DIE_WANTED,
    MOVE_WANTED,
    PASSING,
    card_in,
    die_in,
    token_in,
    token_text,
    unread,
    word_text,
)
from boxtui.games.free_the_box.position import CENTER, HOME, FreeTheBoxTable, table_with
from boxtui.games.free_the_box.position_text import position_text
from boxtui.games.shared.dice import EIGHT_SIDED, EIGHT_SIDED_PROBABILITIES
from boxtui.games.shared.first_turn import TO_ROLL, after_total, describe_first_throw


@final
class FreeTheBox(State):
    """A position of Free the Box.

    Attributes:
        phase: the phase of the turn, as in `PHASES`.
        winner: a seat or `NOBODY`.
        first_totals: while players roll for the first turn, for each seat its total, `TO_ROLL` or
            `OUT`; else empty.
    """

    def __init__(self, table: FreeTheBoxTable, seats: int) -> None:
        self.table = table
        self.seats = seats
        self.phase: i64 = ROLLING
        self.winner: i64 = NOBODY
        self.first_totals: list[int] = []

    def current_player(self) -> int:
        if self.phase == ENDED:
            return OVER
        return self.table.seat if self._is_choice() else CHANCE

    def turn_seat(self) -> int:
        return OVER if self.phase == ENDED else self.table.seat

    def _is_choice(self) -> bool:
        """Whether the seat whose turn it is decides, not the die or the deck."""
        return self.phase == MOVING or self.phase == FREEING or self.phase == USING

    def legal_moves(self) -> list[int]:
        """Return the moves; at `CHANCE` the rolls or cards. FTB-7: passing isn't a move."""
        if self.phase == MOVING:
            bits = self.table.movable()
            return [move for move in range(ENTER + 1) if bits >> move & 1]
        if self.phase == DRAWING:
            return self.table.deck.on_top()
        if self.phase == FREEING:
            return [FREE] if self.table.must_free() else [FREE, ROLL]
        if self.phase == USING:
            return [USE, KEEP]
        return [] if self.phase == ENDED else list(EIGHT_SIDED)

    def chance_probabilities(self) -> list[float]:
        if self.phase == DRAWING:
            return self.table.deck.probabilities()
        return list(EIGHT_SIDED_PROBABILITIES) if self.current_player() == CHANCE else []

    def random_move(self, rng: Random) -> int:
        """Return a legal move, sampled without a list: evenly, or at `CHANCE` by probability."""
        point = uniform(rng)
        if self.phase == MOVING:
            return self.table.some_movable(point)
        if self.phase == DRAWING:
            return self.table.deck.some_card(point)
        if self.phase == FREEING:
            return FREE if point < 0.5 or self.table.must_free() else ROLL
        if self.phase == USING:
            return USE if point < 0.5 else KEEP
        if self.phase == ENDED:
            raise game_over("FTB-26")
        return 1 + int(point * len(EIGHT_SIDED))

    def why_not(self, move: int) -> IllegalMove | None:
        return None if self._is_legal(move) else self._refusal(move)

    def apply(self, move: int) -> None:
        if self.phase == MOVING:
            self._move(move)
        elif self.phase == ROLLING:
            self._roll(move)
        elif self.phase == DRAWING:
            self._draw(move)
        elif self.phase == FREEING:
            self._free_before_the_roll(move)
        elif self.phase == USING:
            self._use_what_was_drawn(move)
        elif self.phase == ROLLING_AGAIN:
            self._roll_again(move)
        else:
            self._roll_for_first(move)

    def _is_legal(self, move: int) -> bool:
        """Whether `move` is in `legal_moves`, without listing them."""
        if self.phase == MOVING:
            return 0 <= move <= ENTER and self.table.movable() >> move & 1 == 1
        if self.phase == DRAWING:
            return self.table.deck.may_be_on_top(move)
        if self.phase == FREEING:
            return move == FREE or (move == ROLL and not self.table.must_free())
        if self.phase == USING:
            return USE <= move <= KEEP
        return self.phase != ENDED and 1 <= move <= len(EIGHT_SIDED)

    def _refusal(self, move: int) -> IllegalMove:
        """Return the rule that an illegal move breaks."""
        if self.phase == ENDED:
            return game_over("FTB-26")
        if self.phase == MOVING:
            return refusal_of_token(self.table, move)
        if self.phase == DRAWING:
            return refusal_of_card(self.table, move)
        if self._is_choice():
            return refusal_of_word(self.table, move, self._wanted())
        return refusal_of_die(move)

    def _roll_for_first(self, die: int) -> None:
        """FTB-4: each seat rolls once; the highest begins, and seats tied for it roll again."""
        self.first_totals, seat = after_total(self.first_totals, self.table.seat, die)
        self.table.seat = seat
        if not self.first_totals:
            self._begin_turn()

    def _begin_turn(self) -> None:
        """FTB-17: a kept card may be used before the roll."""
        self.phase = FREEING if self.table.can_free() else ROLLING

    def _free_before_the_roll(self, move: i64) -> None:
        """FTB-17: one card may be used per turn, and the roll follows."""
        if move == FREE:
            self.table.free()
        self.phase = ROLLING

    def _roll(self, die: i64) -> None:
        """FTB-7: if no token can move by it, the turn passes."""
        self.table.die = die
        if self.table.movable():
            self.phase = MOVING
        else:
            self._end_turn()

    def _move(self, move: i64) -> None:
        """FTB-7: one move per roll; FTB-5: entering is a whole move; FTB-6: others use the roll."""
        if move == ENTER:
            self.table.enter()
            self._end_turn()
        else:
            token = self.table.seat * TOKENS + move
            self.table.forward(token, self.table.die)
            self._land(token)

    def _roll_again(self, die: i64) -> None:
        """FTB-27: the same token moves by the roll."""
        token = self.table.carrier
        self.table.forward(token, die)
        self._land(token)

    def _land(self, token: i64) -> None:
        """FTB-13: a token moved by the die or a card jumps, draws or captures where it lands."""
        if self.table.is_on_own_jump(token):
            self._jump(token)
        elif self.table.has_to_draw(token):
            self.table.die = 0
            self.table.carrier = token
            self.phase = DRAWING
        else:
            if self.table.capture_from(token):
                self._remove_beaten()
            self._end_turn()

    def _jump(self, token: i64) -> None:
        """FTB-26: the first player with all three tokens in the center wins at once."""
        self.table.jump(token)
        if self.table.count(self.table.seat, CENTER) == TOKENS:
            self._end_game(self.table.seat)
        else:
            self._end_turn()

    def _draw(self, card: i64) -> None:
        """FTB-12: any card but a FREE THE BOX is put back, then carried out.

        FTB-16: a FREE THE BOX is kept, unless there is a captured token to use it for.
        """
        self.table.deck.draw(card)
        if card != FREE_THE_BOX:
            self.table.deck.put_back(card, 1)
            self._carry_out(card)
            return
        self.table.kept[self.table.seat] += 1
        if self.table.can_free():
            self.phase = USING
        else:
            self._end_turn()

    def _carry_out(self, card: i64) -> None:
        """Let the token that drew do what the card says (FTB-12, FTB-15, FTB-27)."""
        token = self.table.carrier
        if card == ROLL_AGAIN:
            self.phase = ROLLING_AGAIN
        elif card == YOU_ARE_CAPTURED:
            self.table.capture(token)
            self._remove_beaten()
            self._end_turn()
        else:
            self.table.follow(token, card)
            self._land(token)

    def _use_what_was_drawn(self, move: i64) -> None:
        """FTB-16: the card is used at once, or kept for later."""
        if move == USE:
            self.table.free()
        self._end_turn()

    def _remove_beaten(self) -> None:
        """Remove beaten players; FTB-26: the last player left wins at once."""
        last = self.table.clear_beaten()
        if last != NOBODY:
            self._end_game(last)

    def _end_turn(self) -> None:
        """Go on to the next turn, unless the game is over."""
        if self.phase != ENDED:
            self.table.go_to_next_seat()
            self._begin_turn()

    def _end_game(self, winner: i64) -> None:
        """FTB-26: the game is won at once, even in the middle of a turn."""
        self.table.clear_turn()
        self.table.seat = winner
        self.winner = winner
        self.phase = ENDED

    def clone(self) -> "FreeTheBox":
        twin = FreeTheBox(self.table.clone(), self.seats)
        twin.phase = self.phase
        twin.winner = self.winner
        twin.first_totals = list(self.first_totals)
        return twin

    def returns(self) -> list[float]:
        """FTB-26: the winner has 1, all others 0."""
        if self.phase != ENDED:
            raise not_over()
        return [1.0 if seat == self.winner else 0.0 for seat in range(self.seats)]

    def rule(self) -> str:
        if self.phase == FREEING and self.table.must_free():
            return "FTB-24"
        return PHASE_RULES[self.phase]

    def describe(self, move: int) -> str:
        if self.phase == ROLLING_FOR_FIRST:
            totals, seat = self.first_totals, self.table.seat
            return describe_first_throw(totals, seat, str(move), move, "FTB-4")
        return describe_move(self.phase, self.table, self.after(move).table, move)

    def is_striking(self, move: int) -> bool:
        may_land = self.phase in (MOVING, DRAWING, ROLLING_AGAIN)
        return may_land and is_striking(self.table, self.after(move).table)

    def move_text(self, move: int) -> str:
        """Return `A:12-19`, `enter`; `free`, `roll` before it; `use`, `keep`; `5`; `forward-3`."""
        if self.phase == MOVING:
            return token_text(self.table, move)
        if self.phase == DRAWING:
            return card_name(move)
        return word_text(move) if self._is_choice() else str(move)

    def move_name(self, move: int) -> str:
        """Return `A:12-19`, or what one does instead: "bringing B out", "using the card"."""
        return self._names(move)[0]

    def move_advice(self, move: int) -> str:
        """Return `A:12-19`, or what to do instead: "bring B out", "use the card"."""
        return self._names(move)[1]

    def _names(self, move: int) -> tuple[str, str]:
        """Return what sentences call a move, and the same as a command."""
        if self._is_choice():
            return names_of(self.phase, self.table, move)
        return self.move_text(move), self.move_text(move)

    def read_move(self, text: str) -> int:
        """Return the legal move that `text` names.

        A token's letter or its spaces may be left out if only one move fits. `A:enter` may name any
        token at home, because they are equivalent.
        """
        typed, word = text.strip(), text.strip().lower()
        if self.phase == ENDED:
            raise game_over("FTB-26")
        if word in PASSING:
            moves = self.legal_moves() if self.phase == MOVING else []
            raise refusal_of_pass([self.move_text(move) for move in moves])
        if word in WORDS:
            return self._legal_word(WORDS[word])
        if self.phase == MOVING:
            return token_in(self.table, typed)
        if self.phase == DRAWING:
            return card_in(self.table, typed)
        if self._is_choice():
            raise unread(typed, self._wanted())
        return die_in(typed)

    def _legal_word(self, move: int) -> int:
        if self._is_choice() and self._is_legal(move):
            return move
        if self.phase == MOVING and move == ENTER:
            raise refusal_of_token(self.table, move)
        raise refusal_of_word(self.table, move, self._wanted())

    def _wanted(self) -> str:
        """Return what is to be written now."""
        if self.phase == MOVING:
            return MOVE_WANTED
        if self.phase == DRAWING:
            return CARD_WANTED
        return " or ".join(map(word_text, self.legal_moves())) if self._is_choice() else DIE_WANTED

    def text(self) -> str:
        return position_text(PHASES[self.phase], self.table, self.first_totals)


def set_up(board: FreeTheBoxLayout, by_place: bool, seats: int) -> FreeTheBox:
    """Return the first position: a throw by each seat for the first turn comes first (FTB-4).

    All tokens are on their HOME SPACES (FTB-1) and all cards unseen (FTB-3).
    """
    deck = Deck(board.cards[:], CARDS, ())
    table = table_with(board, by_place, [HOME] * (seats * TOKENS), [0] * seats, deck)
    state = FreeTheBox(table, seats)
    state.phase = ROLLING_FOR_FIRST
    state.first_totals = [TO_ROLL] * seats
    return state
