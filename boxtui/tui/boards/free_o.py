"""The board of FREE-O: the discards, your hand, and the player that a Draw A Card names."""

from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.core import NOBODY
from boxtui.games.free_o.legality import refusal_of_play
from boxtui.games.free_o.moves import DRAW, DRAW_A_CARD, KINDS, NAMING, kind_of, named_in
from boxtui.games.free_o.narration import describe_played
from boxtui.games.free_o.position import NO_CARD
from boxtui.games.free_o.state import FreeO
from boxtui.lines import Line
from boxtui.tui.boards.board import BoardHost, GameBoard
from boxtui.views.free_o import FreeOWords
from boxtui.views.free_o_drawing import CELLS, FreeOSelection, kinds_of
from boxtui.views.free_o_recent import cards_played
from boxtui.views.game import without_rules
from boxtui.wording import listed


class FreeOBoard(GameBoard[FreeO, FreeOWords]):
    """Arrows and numbers pick a card, or a player to name; Enter plays it; `d` draws."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "card", key_display="←→"),
        Binding("right", "turn(1)", "card", show=False),
        Binding("up", "name(-1)", "player", key_display="↑↓"),  # the players are in a column
        Binding("down", "name(1)", "player", show=False),
        *[
            Binding(str(key), f"pick_number({key})", "card", show=key == 1, key_display="1-9")
            for key in range(1, KINDS + 1)
        ],
        Binding("d", f"play({DRAW})", "draw"),
        Binding("escape", "put_back", "put back"),
    ]

    word_keys: ClassVar[Mapping[str, str]] = {"draw": "d"}
    cells = wanted_cells = CELLS
    rows = 12

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self._kind = NO_CARD
        """The kind of card picked, or `NO_CARD` if none was."""
        self._named = NOBODY
        """The seat that a Draw A Card is to name, or `NOBODY` if none is being played."""
        self._played: list[tuple[int, int]] = []
        """The seats and kinds of the cards played since the viewer's last turn."""

    # Words for the position

    @property
    def enter_words(self) -> str:
        if self._must_draw():
            return "draw"
        if self._named != NOBODY:
            return "name"
        return "play"

    def _must_draw(self) -> bool:
        return self.host.may_decide() and not self.state.table.playable()

    def status_words(self) -> list[str]:
        """Return what the picked card does, or which rule forbids it (FRO-9 to FRO-17).

        If nothing can be played, the board says why, and a card is explained once it is picked.
        """
        if not self.host.may_decide() or (self._must_draw() and self._kind == NO_CARD):
            return []
        table, kind = self.state.table, self._picked_kind()
        if self._named != NOBODY:
            return [f"Enter names {self.host.match.seats[self._named].name}"]
        move = NAMING + table.left_of(table.seat) if kind == DRAW_A_CARD else kind
        title, is_playable = table.deck.titles[kind], table.playable() >> kind & 1
        if not self.host.previews:
            return [f"Enter plays {title}" if is_playable else f"{title} can't be played now"]
        if is_playable:
            return [f"Enter {without_rules(self._effect_words(move))}"]
        return [str(refusal_of_play(table, move))]

    def _effect_words(self, move: int) -> str:
        """Return what a move does; if a Draw A Card could name several players, ask which."""
        if move >= NAMING and self.state.seats > 2:
            return f"plays {self.state.table.deck.titles[DRAW_A_CARD]}: who is to draw?"
        return self.host.match.named(describe_played(self.state.table, move))

    # What is drawn

    def board_lines(self, rows: int) -> list[Line]:
        return self.words.drawing(self.glyphs, self._selection()).lines(rows)

    def _selection(self) -> FreeOSelection:
        marks = self.host.marks_picked
        return FreeOSelection(
            kind=self._marked_kind() if marks else NO_CARD,
            seat=self._named if marks else NOBODY,
            choosing=marks,
            naming=marks and self._named != NOBODY and self.host.may_decide(),
            pointed_at=[*self.pointed_at, *self._places_of_other()],
            played=self._played,
        )

    def _places_of_other(self) -> list[str]:
        """Return the card or the pile of the move marked besides the one picked."""
        if self.other is None:
            return []
        is_draw = self.other == DRAW
        return ["pile" if is_draw else self.state.table.deck.names[kind_of(self.other)]]

    def _hand(self) -> list[int]:
        return kinds_of(self.state, self.state.table.seat)

    def _picked_kind(self) -> int:
        """Return the kind picked; if none was, the first that can be played."""
        hand, kinds = self._hand(), self.state.table.playable()
        if self._kind in hand:
            return self._kind
        return next((kind for kind in hand if kinds >> kind & 1), hand[0])

    def _marked_kind(self) -> int:
        """Return the kind to mark; if Enter would draw, only one that the player has picked."""
        return self._kind if self._must_draw() else self._picked_kind()

    def _others(self) -> list[int]:
        """Return the seats that a Draw A Card can name (FRO-17)."""
        return [seat for seat in range(self.state.seats) if seat != self.state.table.seat]

    # What a person does

    def described(self, binding: Binding) -> str:
        if not self.host.may_decide():
            return ""
        if binding.action == f"play({DRAW})":
            return binding.description if self._must_draw() else ""
        if self._named != NOBODY and binding.action != "put_back":
            return "" if binding.action == "turn(-1)" else "player"
        return binding.description

    def numbers(self) -> Sequence[int]:
        if self._named != NOBODY:
            return [seat + 1 for seat in self._others()]
        return range(1, len(self._hand()) + 1)

    def offers(self, action: str) -> bool:
        return action not in ("name", "put_back") or self._named != NOBODY

    def forget_picked(self) -> None:
        self._kind, self._named = NO_CARD, NOBODY

    def look_back(self) -> None:
        self._played = cards_played(self.host.recent)

    @property
    def entered_move(self) -> int | None:
        if self._must_draw():
            return DRAW
        table, kind = self.state.table, self._picked_kind()
        if kind != DRAW_A_CARD or not table.playable() >> kind & 1:
            return kind
        if self._named == NOBODY and self.state.seats > 2:
            return None
        return NAMING + (self._others()[0] if self._named == NOBODY else self._named)

    @property
    def picks(self) -> Hashable:
        return self._kind, self._named

    def pick(self, move: int) -> None:
        """Pick the card that an advised move plays, and the player it names."""
        if move != DRAW:
            self._kind = int(kind_of(move))
            is_named = move >= NAMING and self.state.seats > 2
            self._named = int(named_in(move)) if is_named else NOBODY

    def action_turn(self, step: int) -> None:
        """Pick the next card of the hand, or the next player to name."""
        if self._named != NOBODY:
            self.action_name(step)
        elif self.begin_picking():
            hand, kind = self._hand(), self._marked_kind()
            at = hand.index(kind) + step if kind in hand else min(step, 0)
            self._kind = hand[at % len(hand)]
            self.host.draw()

    def action_name(self, step: int) -> None:
        """Pick the next player to name."""
        if self._named != NOBODY and self.begin_picking():
            others = self._others()
            self._named = others[(others.index(self._named) + step) % len(others)]
            self.host.draw()

    def action_pick_number(self, number: int) -> None:
        """Pick the card or the player with that number."""
        if not self.begin_picking():
            return
        hand, others = self._hand(), self._others()
        if self._named != NOBODY and number - 1 in others:
            self._named = number - 1
        elif self._named != NOBODY:
            named = listed([str(seat + 1) for seat in others])
            self.host.say_of_pick(f"You can't name player {number}, only {named}.")
        elif number <= len(hand):
            self._kind = hand[number - 1]
        else:
            self.host.say_of_pick(f"You have no card {number}: the last is {len(hand)}.")
        self.host.draw()

    def action_put_back(self) -> None:
        """Cancel a Draw A Card instead of naming a player."""
        self._named = NOBODY
        self.host.draw()

    def pick_more(self) -> None:
        """Begin to name the player for a Draw A Card (FRO-17)."""
        self._named = int(self.state.table.left_of(self.state.table.seat))
        self.host.draw()

    def clicked(self, place: str) -> None:
        """Pick the clicked card or player; a second click plays it; a click on the pile draws."""
        word, _, number = place.partition(" ")
        if word == "top" or not self.begin_picking():
            return
        if word == "pile":
            self.action_play(DRAW)  # refused with the rule if a card can be played (FRO-10)
            return
        if word == "seat":
            seat = int(number) - 1
            is_picked, self._named = seat == self._named, seat
        else:
            kind = self.state.table.deck.names.index(word)
            is_picked, self._kind = kind == self._marked_kind(), kind
        if is_picked:
            self.play_picked()
        self.host.draw()
