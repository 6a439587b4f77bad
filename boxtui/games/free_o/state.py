"""A game of FREE-O and its moves: hands are played until a player has 60 points."""

from random import Random
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import CHANCE, NOBODY, OVER, IllegalMove, State, game_over, not_over, uniform
from boxtui.games.free_o.deck import DEALT
from boxtui.games.free_o.determinization import deal_unseen
from boxtui.games.free_o.legality import refusal_of_deal, refusal_of_play
from boxtui.games.free_o.moves import (
    ANY,
    CAPTURE,
    CAPTURED,
    DRAW,
    DRAW_A_CARD,
    EXTRA,
    KINDS,
    MATCH,
    MOVE_LIMIT,
    SHUFFLE,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o.narration import (
    describe_pile,
    describe_played,
    describe_scores,
    describe_turned_up,
    played_name,
)
from boxtui.games.free_o.notation import card_in, dealer_in, played_in, played_text, shuffle_in
from boxtui.games.free_o.position import FreeOTable
from boxtui.games.free_o.position_text import position_text

CHOOSING_DEALER: Final = 0
DEALING: Final = 1
TURNING_UP: Final = 2
PLAYING: Final = 3
DRAWING: Final = 4
SCORED: Final = 5
ENDED: Final = 6
PHASES: Final = ("dealer", "deal", "turn", "play", "draw", "scored", "over")
"""The phases' names in a position's text."""

POINTS_TO_END: Final = 60
"""The total at which a player ends the game (FRO-3)."""


@final
class FreeO(State):
    """A position of FREE-O.

    Attributes:
        phase: the phase of the game, as in `PHASES`.
        hand: the number of the hand, from 1.
        idle: the number of turns in a row, up to now, in which nothing could be played or drawn
            though any card or a match was demanded (FRO-23).
        totals: each seat's total.
    """

    def __init__(self, table: FreeOTable, seats: int) -> None:
        self.table = table
        self.seats = seats
        self.phase: i64 = CHOOSING_DEALER
        self.hand: i64 = 1
        self.idle: i64 = 0
        self.totals = vec[i64]([0] * seats)

    def current_player(self) -> int:
        if self.phase == PLAYING:
            return self.table.seat
        return OVER if self.phase == ENDED else CHANCE

    def turn_seat(self) -> int:
        return OVER if self.phase == ENDED else self.table.seat

    def legal_moves(self) -> list[int]:
        """Return the seats, the kinds or the shuffle at `CHANCE`; otherwise a turn's moves.

        FRO-9: play a card; FRO-10: draw, but only if no card may be played.
        """
        if self.phase == ENDED:
            return []
        if self.phase == CHOOSING_DEALER:
            return list(range(self.seats))
        if self.phase == SCORED:
            return [SHUFFLE]
        if self.phase != PLAYING:
            return [kind for kind in range(KINDS) if self.table.pile[kind]]
        return self.table.moves()

    def chance_probabilities(self) -> list[float]:
        """FRO-4: all seats are equally likely; so are all cards in the draw pile."""
        if self.current_player() != CHANCE:
            return []
        if self.phase == CHOOSING_DEALER:
            return [1 / self.seats] * self.seats
        if self.phase == SCORED:
            return [1.0]
        size = int(self.table.pile_size)
        return [int(count) / size for count in self.table.pile if count]

    def random_move(self, rng: Random) -> int:
        """Return a random legal move; each has a chance above 0."""
        if self.phase == PLAYING:
            return self.table.some_move(uniform(rng))
        if self.phase == ENDED:
            raise self._refusal(DRAW)
        if self.phase == SCORED:
            return SHUFFLE
        if self.phase == CHOOSING_DEALER:
            return int(uniform(rng) * self.seats)
        return self.table.some_card(i64(uniform(rng) * float(self.table.pile_size)))

    def why_not(self, move: int) -> IllegalMove | None:
        return None if self._is_legal(move) else self._refusal(move)

    def apply(self, move: int) -> None:
        if self.phase == PLAYING:
            if move == DRAW:
                self._draw_instead()
            else:
                self._play_card(kind_of(move), named_in(move))
        elif self.phase == DRAWING:
            self.table.take(self.table.seat, move)
            self.table.owed -= 1
            self._draw_on()
        elif self.phase == DEALING:
            self._deal(move)
        elif self.phase == TURNING_UP:
            self._turn_up(move)
        else:
            self._begin_hand(move if self.phase == CHOOSING_DEALER else self.table.seat)

    def _is_legal(self, move: int) -> bool:
        if self.phase == PLAYING:
            return 0 <= move < MOVE_LIMIT and self.table.is_playable(move)
        if self.phase == CHOOSING_DEALER:
            return 0 <= move < self.seats
        if self.phase == SCORED:
            return move == SHUFFLE
        return self.phase != ENDED and 0 <= move < KINDS and self.table.pile[move] > 0

    def _refusal(self, move: int) -> IllegalMove:
        """Return the rule that an illegal move breaks."""
        if self.phase == PLAYING:
            return refusal_of_play(self.table, move)
        if self.phase == ENDED:
            return game_over("FRO-3")
        if self.phase == CHOOSING_DEALER:
            return IllegalMove("FRO-4", f"The lot picks one of the seats 1 to {self.seats}.")
        if self.phase == SCORED:
            return IllegalMove("FRO-5", "After a hand all cards must be shuffled.")
        return refusal_of_deal(self.table, move)

    def _begin_hand(self, dealer: i64) -> None:
        """FRO-4: the seat drawn by lot deals first, and after each hand the next to the left."""
        if self.phase == SCORED:
            self.hand += 1
        self.table.begin(dealer)
        self.phase = DEALING

    def _deal(self, kind: i64) -> None:
        """FRO-5: six cards to each player, one at a time; then one is turned up."""
        table = self.table
        table.take(table.seat, kind)
        if table.seat == table.dealer and table.sizes[table.seat] == DEALT:
            self.phase = TURNING_UP
        else:
            table.seat = table.left_of(table.seat)

    def _turn_up(self, kind: i64) -> None:
        """Turn up cards until one is neither a Wild nor a Draw A Card (FRO-6).

        FRO-7: the player to the dealer's left reacts to it. FRO-21: a capture turned up counts as
        the dealer's.
        """
        table = self.table
        table.turn_up(kind)
        if kind != DRAW_A_CARD and kind != WILD:
            table.set_demand(kind)
            self._go_on(table.left_of(table.dealer))

    def _play_card(self, kind: i64, named: i64) -> None:
        """FRO-13, FRO-14: a Wild's player goes on at once; FRO-17: the named player draws first.

        FRO-24 has examples of both.
        """
        table = self.table
        table.put_down(kind)
        self.idle = 0
        after = table.left_of(table.seat)
        if kind == DRAW_A_CARD:
            self._draw(named, 1, after)
        elif table.demand != EXTRA:
            self._go_on(after)

    def _draw_instead(self) -> None:
        """FRO-9: a player who can't play draws 1 card, or 2 when captured (FRO-16)."""
        table = self.table
        captured = table.demand == CAPTURE
        # Only these turns count toward FRO-23: a capture or an extra turn ends with a new demand.
        counts = table.demand in (MATCH, ANY)
        table.record_no_play()
        self.idle = self.idle + 1 if counts and not table.refill_pile() else 0
        self._draw(table.seat, 2 if captured else 1, table.left_of(table.seat))

    def _draw(self, seat: i64, cards: i64, after: i64) -> None:
        """Let a seat draw cards; then `after` plays."""
        table = self.table
        table.seat, table.owed, table.next = seat, cards, after
        self.phase = DRAWING
        self._draw_on()

    def _draw_on(self) -> None:
        """Continue a draw; FRO-8: no more cards are drawn than there are."""
        table = self.table
        if table.owed == 0 or not table.refill_pile():
            after = table.next
            table.owed, table.next = 0, NOBODY
            self._go_on(after)

    def _go_on(self, seat: i64) -> None:
        """Begin that seat's turn, or end the hand.

        The hand ends once a player is out and all captures and draws are done (FRO-19, FRO-21), or
        if nobody can go on (FRO-23).
        """
        table = self.table
        if (table.out != NOBODY and table.demand != CAPTURE) or self.idle == self.seats:
            self._end_hand()
        else:
            table.seat = seat
            self.phase = PLAYING

    def _end_hand(self) -> None:
        """FRO-20: all players score the cards they hold; FRO-3: a total of 60 ends the game."""
        table = self.table
        self.phase = SCORED
        for seat in range(self.seats):
            self.totals[seat] += table.points(seat)
            if self.totals[seat] >= POINTS_TO_END:
                self.phase = ENDED
        self.idle = 0
        table.end()

    def clone(self) -> "FreeO":
        twin = FreeO(self.table.clone(), self.seats)
        twin.phase = self.phase
        twin.hand = self.hand
        twin.idle = self.idle
        twin.totals = self.totals[:]
        return twin

    def is_open(self) -> bool:
        """Whether all hands are visible, which they are once they are scored."""
        return self.phase == SCORED or self.phase == ENDED

    def determinize(self, seat: int, rng: Random) -> "FreeO":
        """Return a state in which the cards that `seat` doesn't see are dealt again (FRO-22).

        The other hands stay consistent with what play has shown.
        """
        twin = self.clone()
        if not self.is_open():
            deal_unseen(twin.table, seat, rng)
        return twin

    def returns(self) -> list[float]:
        """FRO-3: the lowest total wins; players who share it share the win."""
        if self.phase != ENDED:
            raise not_over()
        totals = list(self.totals)
        winners = totals.count(min(totals))
        return [1 / winners if total == min(totals) else 0.0 for total in totals]

    def rule(self) -> str:
        if self.phase == PLAYING:
            return self.table.rule()
        return ("FRO-4", "FRO-5", "FRO-6", "", "FRO-8", "FRO-20", "FRO-3")[self.phase]

    def describe(self, move: int) -> str:
        return self._describe_move(move) + self._describe_rest(move)

    def describe_to(self, seat: int, move: int) -> str:
        """FRO-22: a card that another seat is dealt or draws is just "a card"."""
        if self.phase not in (DEALING, DRAWING) or self.table.seat == seat:
            return self.describe(move)
        gets = "is dealt a card" if self.phase == DEALING else "draws a card"
        return gets + self._describe_rest(move)

    def _describe_move(self, move: int) -> str:
        table = self.table
        if self.phase == PLAYING:
            return describe_played(table, move)
        if self.phase == TURNING_UP:
            return describe_turned_up(table, move)
        if self.phase == CHOOSING_DEALER:
            return f"Lots are drawn: seat {move + 1} deals first (FRO-4)"
        if self.phase == SCORED:
            return f"shuffles all {table.deck.size} cards and deals (FRO-5)"
        return f"{'draws' if self.phase == DRAWING else 'is dealt'} {table.deck.titles[move]}"

    def _describe_rest(self, move: int) -> str:
        """Return what else a move leads to: a new draw pile, the end of the hand or of the game."""
        after = self.after(move)
        rest = ""
        if self.phase in (PLAYING, DRAWING):
            draws = self.table.owed > 1 if self.phase == DRAWING else move >= DRAW
            rest = describe_pile(self.table, after.table, draws and after.phase != DRAWING)
        if after.is_open():
            is_drawn = self.phase == DRAWING
            rest += describe_scores(after.table, list(after.totals), is_drawn)
        if after.phase == ENDED:
            rest += f"; {max(after.totals)} points end the game, the lowest total wins (FRO-3)"
        return rest

    def is_striking(self, move: int) -> bool:
        """Whether a You Are Captured is turned up or played (FRO-16), or a hand ends (FRO-20)."""
        if self.phase in (TURNING_UP, PLAYING) and move == CAPTURED:
            return True
        return self.phase in (PLAYING, DRAWING) and self.after(move).is_open()

    def move_text(self, move: int) -> str:
        """Return a move as text.

        A turn's move is `house`, `wild`, `draw-a-card 2` or `draw`; a card dealt or drawn is
        written as its name, the first dealer as the number of the seat; between hands the move is
        `shuffle`.
        """
        if self.phase == CHOOSING_DEALER:
            return str(move + 1)
        if self.phase == SCORED:
            return "shuffle"
        if self.phase == PLAYING:
            return played_text(self.table, move)
        return self.table.deck.names[move]

    def move_name(self, move: int) -> str:
        """Return the title of a card played, with the seat that a Draw A Card names."""
        return played_name(self.table, move) if self.phase == PLAYING else self.move_text(move)

    def move_advice(self, move: int) -> str:
        """Return "draw" or "draw two cards", or else the name."""
        name = self.move_name(move)
        return name.replace("drawing", "draw", 1) if move == DRAW else name

    def read_move(self, text: str) -> int:
        """Return the move in a text; with two players a Draw A Card needn't name the other."""
        move = self._typed(text)
        if not self._is_legal(move):
            raise self._refusal(move)
        return move

    def _typed(self, text: str) -> int:
        if self.phase == ENDED:
            raise self._refusal(DRAW)
        if self.phase == CHOOSING_DEALER:
            return dealer_in(text, self.seats)
        if self.phase == SCORED:
            return shuffle_in(text)
        if self.phase == PLAYING:
            return played_in(self.table, text)
        return card_in(self.table.deck, text)

    def text(self) -> str:
        return self._written(None)

    def view(self, seat: int) -> str:
        """FRO-22: the other hands and the draw pile are shown only as numbers of cards."""
        return self.text() if self.is_open() else self._written(seat)

    def _written(self, viewer: int | None) -> str:
        phase, totals = PHASES[self.phase], list(self.totals)
        return position_text(phase, self.hand, self.idle, totals, self.table, viewer)
