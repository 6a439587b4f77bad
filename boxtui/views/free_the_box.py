"""Free the Box in words: moves, spaces, seats, and who could reach a token."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final, cast

from boxtui.core import NOBODY
from boxtui.games.free_the_box.board import KIND_NAMES, SAFE, TOKENS
from boxtui.games.free_the_box.cards import card_words
from boxtui.games.free_the_box.moves import DRAWING, ENDED, ENTER, MOVING, ROLLING_FOR_FIRST
from boxtui.games.free_the_box.narration import deck_words, letter_of
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, FreeTheBoxTable, tokens_of
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.games.shared.dice import EIGHT_SIDED
from boxtui.games.shared.first_turn import shown_totals
from boxtui.lines import NO_BREAK, Glyphs, Line
from boxtui.play.recent import Recent
from boxtui.views.free_the_box_drawing import FreeTheBoxDrawing
from boxtui.views.free_the_box_recent import actions_of
from boxtui.views.free_the_box_signs import NOWHERE, FreeTheBoxSelection, spaces_to_go, style_of
from boxtui.views.game import GameWords, without_rules
from boxtui.wording import listed

_ELSEWHERE: Final = {HOME: "at home", CAPTURED: "captured", CENTER: "in the center"}

_OUT_OR_ON: Final = "Bring a token out, or go on with one that is out?"
"""The first hint if that is the question: the same whichever is better."""

_OUT: Final = (
    "3 captured",
    "2 captured, 1 in the center",
    "1 captured, no card kept, 2 in the center",
)
"""Why a player is out, by the number of tokens in the center (FTB-22 to FTB-24)."""


class FreeTheBoxWords(GameWords[FreeTheBox]):
    """The tokens of each seat by letters, and spaces by numbers and places."""

    goal = "bring A, B and C to the center"

    def round_words(self) -> str:
        seat = self.state.turn_seat()
        return self.state.table.color_name(seat) if seat >= 0 else "the end"

    @property
    def is_rolled(self) -> bool:
        return self.state.phase != DRAWING

    def chance_kind(self) -> str:
        if self.state.phase == ROLLING_FOR_FIRST:
            return "die for the first turn"
        return "die" if self.is_rolled else "card"

    def seat_words(self, glyphs: Glyphs) -> list[str]:
        if self.state.phase == ROLLING_FOR_FIRST:
            words = shown_totals(self.state.first_totals)
        else:
            words = [self._to_go_words(seat) for seat in range(self.state.seats)]
        return [self._with_color(seat, each) for seat, each in enumerate(words)]

    def _with_color(self, seat: int, words: str) -> str:
        """Return a seat's color, unless that is its name, and the words on it."""
        color = self.state.table.color_name(seat)
        is_named = self.match.seats[seat].name.casefold() == color
        return ", ".join(filter(None, ["" if is_named else color, words]))

    def _to_go_words(self, seat: int) -> str:
        """Return how far a seat's tokens have to go."""
        table = self.state.table
        left = sum(spaces_to_go(table, token) for token in tokens_of(seat))
        return f"{left} to go" if table.is_in(seat) else "OUT"

    def seat_styles(self) -> list[str]:
        return [style_of(self.state, seat) for seat in range(self.state.seats)]

    def is_out(self, seat: int) -> bool:
        return not self.state.table.is_in(seat)

    def ended_words(self, seat: int) -> str:
        """Return how many tokens are in the center, or why a seat is out, as far as is known."""
        table = self.state.table
        center = f"{int(table.count(seat, CENTER))} of {TOKENS} in the center"
        return center if table.is_in(seat) else self._out_words(seat)

    def _out_words(self, seat: int) -> str:
        """Return that a seat is out, and why if it went out in this match (FTB-22 to FTB-24)."""

        def is_out(ply: int) -> bool:
            return not cast("FreeTheBox", self.match.position_after(ply)).table.is_in(seat)

        ply = bisect_left(range(len(self.match.moves)), True, key=is_out)
        if not ply:
            return "out"
        before = cast("FreeTheBox", self.match.position_after(ply - 1)).table
        return f"out, had {_OUT[before.count(seat, CENTER)]}"

    def actions(self, recent: Recent) -> Iterator[tuple[int, str]]:
        """Yield moves, cards, captures and jumps; YOUR tokens are those of the person who looks."""
        return actions_of(recent, self.viewer.own_seat)

    # The position

    def now_words(self) -> list[str]:
        """Return the die, and what each legal move would do."""
        state = self.state
        if state.current_player() < 0:
            return []
        die = [f"To play: {int(state.table.die)}."] if state.phase == MOVING else []
        return [*die, *(self.move_words(move) for move in state.legal_moves())]

    def position_words(self) -> list[str]:
        table = self.state.table
        seats = map(self._seat_sentence, range(self.state.seats))
        return [*seats, f"{deck_words(table)}.", *self._known_cards()]

    def _known_cards(self) -> list[str]:
        """Return which cards of the deck are known, and that they are drawn last (FTB-28)."""
        deck = self.state.table.deck
        if not deck.bottom:
            return []
        where = "under the others" if deck.hidden else "from the top"
        return [f"Known, {where}: {', then '.join(map(card_words, deck.bottom))}."]

    def _seat_sentence(self, seat: int) -> str:
        table = self.state.table
        name = f"{self.match.seats[seat].name}, {table.color_name(seat)}"
        if not table.is_in(seat):
            return f"{name}: out."
        places = "; ".join(f"{letter_of(at)} {self._token_words(at)}" for at in tokens_of(seat))
        kept = int(table.kept[seat])
        return f"{name}: {places}" + (f"; keeps {kept} FREE THE BOX." if kept else ".")

    def _token_words(self, token: int) -> str:
        """Return where a token is, and whether it is on a later lap (FTB-14)."""
        table = self.state.table
        at = int(table.tokens[token])
        if at < 0:
            return _ELSEWHERE[at]
        return f"on {at + 1} ({table.board.space_words(at)}){self._lap_words(token)}"

    def _lap_words(self, token: int) -> str:
        return ", on a later lap" if self.state.table.lapped >> token & 1 else ""

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        return FreeTheBoxDrawing(self.state, glyphs, FreeTheBoxSelection(), (), ()).lines()

    def where_words(self, move: int) -> str:
        if self.state.phase != MOVING:
            return "Look at the FREE THE BOX: what would it free, now or later?"
        if move == ENTER:
            return _OUT_OR_ON
        table = self.state.table
        token = self._token_of(move)
        ahead = table.ahead(token, table.die)
        if ahead.is_on_own_jump(token):
            return "Look at your JUMP TO CENTER."
        if ahead.capturable(ahead.seat, ahead.tokens[token]):
            return "Look for a capture."
        if not self._is_safe(move) and self._is_any_in_reach():
            return "Look at what your opponents can reach."
        legal = self.state.legal_moves()
        safe = [each for each in legal if self._is_safe(each)]
        if move in safe and not (ENTER in legal and safe == legal):
            if len({*map(self._kind_of_landing, safe)}) > 1:
                return f"Look for a {KIND_NAMES[self._kind_of_landing(move)]}."
            if safe != legal:
                return "Look for a safe space."
        if ENTER in legal:
            return _OUT_OR_ON
        to_go = sorted(spaces_to_go(table, self._token_of(each)) for each in self.choices())
        if len(to_go) > 1 and to_go[0] < to_go[1]:
            return "Move the token that is farthest ahead, or another one?"
        return super().where_words(move)

    def _is_safe(self, move: int) -> bool:
        """Whether a move by the die ends on a safe space (FTB-10)."""
        return bool(self.state.table.hides[self.landing(move)] == SAFE)

    def _kind_of_landing(self, move: int) -> int:
        """Return the kind of the space where a move by the die ends."""
        return int(self.state.table.board.kinds[self.landing(move)])

    def _is_any_in_reach(self) -> bool:
        """Whether an opponent's roll reaches a token of the mover after one of the moves."""
        seat = self.state.table.seat
        afters = [self.state.after(move).table for move in self.state.legal_moves()]
        return any(
            after.hides[after.tokens[token]] != SAFE and _hunters(after, seat, after.tokens[token])
            for after in afters
            for token in tokens_of(seat)
            if after.tokens[token] >= 0
        )

    def place_words(self, place: str) -> str:
        if place.isdigit():
            return f"space {place} ({self.state.table.board.space_words(int(place) - 1)})"
        # Colors are single words, so nothing else that can be clicked is called like one.
        return place if " " in place else f"{place}'s tokens"

    # Moves and spaces

    def move_words(self, move: int) -> str:
        """Return a legal move's notation, what it would do, and who could reach its landing.

        The reach is left out for a token that doesn't stay there.
        """
        state, after = self.state, self._table_if_it_stays(move)
        risk = f" {_risk_words(after, state.turn_seat(), self.landing(move))}" if after else ""
        return f"{state.move_text(move)}: {state.describe(move)}.{risk}"

    def _table_if_it_stays(self, move: int) -> FreeTheBoxTable | None:
        """Return the table after a move by the die, if its token stays where it lands, else None.

        It doesn't stay if it jumps, draws or is captured; at the end of the game nothing matters.
        """
        token = self._token_of(move)
        if token == NOBODY:
            return None
        after = self.state.after(move)
        stays = after.table.tokens[token] == self.landing(move)
        return after.table if stays and after.phase not in (DRAWING, ENDED) else None

    def notation_words(self, move: int) -> str:
        return self._described(move)[0]

    def effect_words(self, move: int) -> str:
        """Return what a legal move does besides what its notation says, without rules."""
        return self._described(move)[1]

    def _described(self, move: int) -> tuple[str, str]:
        """Return what a legal move's notation says, in words, and what else the move does."""
        sentence = without_rules(self.state.describe(move))
        if self.source(move) == NOWHERE:
            does, _, effect = sentence.partition(": ")
            return does, effect
        does, _, effect = sentence.partition(" (")
        return does, effect.partition(")")[2].lstrip(",;: ").removeprefix("and ")

    def preview(self, move: int) -> list[str]:
        """Return where a move brings a token, its place's other spaces, and who could hit it there.

        The danger is left out for a token that doesn't stay there.
        """
        state, landing = self.state, self.landing(move)
        if landing == NOWHERE:
            return []
        hits = ", captures" if state.table.capturable(state.table.seat, landing) else ""
        place = state.table.board.space_words(landing)
        also = self._also_words(landing)
        where = f"{letter_of(self._token_of(move))} to {place} {landing + 1}{also}{hits}"
        after = self._table_if_it_stays(move)
        return [where, _danger_words(after, state.turn_seat(), landing)] if after else [where]

    def danger_words(self, space: int) -> str:
        """Return who could hit a token of the seat to move on a space; "" once the game is over."""
        table = self.state.table
        if self.state.phase == ENDED:
            return ""
        return _danger_words(table, table.seat, space)

    def goal_words(self) -> str:
        """Return the goal of the person who looks, in a few words; "" if no person plays."""
        own, table = self.viewer.own_seat, self.state.table
        if own == NOBODY or not table.is_in(own) or self.state.phase == ENDED:
            return ""
        jump = (int(table.starts[own]) - 1) % table.board.length + 1
        color = table.color_name(own)
        return f"Goal: bring A, B and C once around, each exactly onto {color}'s * on {jump}."

    def _token_of(self, move: int) -> int:
        """Return the token that a move by the die moves; `NOBODY` for other moves."""
        table = self.state.table
        if self.state.phase != MOVING:
            return NOBODY
        return int(table.first(table.seat, HOME)) if move == ENTER else table.seat * TOKENS + move

    def source(self, move: int) -> int:
        """Return the space that a move along the loop starts from, else `NOWHERE`."""
        if self.state.phase != MOVING or move == ENTER:
            return NOWHERE
        return int(self.state.table.tokens[self.state.table.seat * TOKENS + move])

    def landing(self, move: int) -> int:
        """Return the space that a move brings a token to; `NOWHERE` for a word."""
        table = self.state.table
        if self.state.phase != MOVING:
            return NOWHERE
        if move == ENTER:
            return int(table.starts[table.seat])
        return int(table.space_ahead(self.source(move), table.die))

    def space_words(self, space: int) -> str:
        """Return a space's number and kind, the other spaces of its place, and its tokens."""
        table = self.state.table
        there = [
            f"{table.color_name(token // TOKENS)} {letter_of(token)}{self._lap_words(token)}"
            for token in range(len(table.tokens))
            if table.tokens[token] == space
        ]
        tokens = f": {listed(there)}" if there else ""
        place = table.board.space_words(space)
        return f"{space + 1} {place}{self._also_words(space)}{tokens}."

    def _also_words(self, space: int) -> str:
        """Return the other spaces of a space's place, after its name."""
        others = [str(side + 1) for side in sides_of(self.state.table, space)]
        return f", also on {listed(others)}" if others else ""


def sides_of(table: FreeTheBoxTable, space: int) -> list[int]:
    """Return the other spaces where a landing captures tokens on that one (FTB-9)."""
    hides = table.hides
    same = [other for other in range(len(hides)) if hides[other] == hides[space]]
    return [other for other in same if other != space and hides[space] != SAFE]


def _risk_words(table: FreeTheBoxTable, seat: int, space: int) -> str:
    """Return which opponents' rolls capture a token there (FTB-9), or that it is safe (FTB-10)."""
    if table.hides[space] == SAFE:
        return "Safe (FTB-10)."
    found = _hunters(table, seat, space)
    if not found:
        return "Out of reach of every opponent's roll."
    out = ": a capture would put you out" if table.capture_puts_out(seat) else ""
    return f"In reach of {listed(found)}{out}."


def _danger_words(table: FreeTheBoxTable, seat: int, space: int) -> str:
    """Return what `_risk_words` says in fewer words, for the board."""
    found = [] if table.hides[space] == SAFE else _hunters(table, seat, space)
    what = "Would put you out" if found and table.capture_puts_out(seat) else "Danger"
    none = "none (safe)" if table.hides[space] == SAFE else "no roll reaches it"
    rolls = ", ".join(found).replace(" by ", f" by{NO_BREAK}")
    return f"{what} on {space + 1}: {rolls or none}"


def _hunters(table: FreeTheBoxTable, seat: int, space: int) -> list[str]:
    """Return the opponents' tokens that a roll brings to that place, and the roll."""
    goals = [space, *sides_of(table, space)]
    return [
        f"{table.color_name(token // TOKENS)} {letter_of(token)} by {roll}"
        for token in range(len(table.tokens))
        for roll in EIGHT_SIDED
        if token // TOKENS != seat and table.tokens[token] >= 0
        if table.space_ahead(table.tokens[token], roll) in goals
    ]
