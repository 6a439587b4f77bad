"""The setup of a game: who plays, with which options and which seed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from ai.agent import HUMAN
from ai.levels import level_names, other_agents, title_parts
from boxtui.core import CHANCE, BadOption, Game, GameError, Option
from boxtui.learn.tutor import excepted_words, mode_words, warned_words
from boxtui.lines import cells_of, fitted
from boxtui.play import remembered
from boxtui.play.match import Seat, hides_seed, new_seed, typed_seed
from boxtui.play.own_board import shown_game
from boxtui.play.remembered import LastSetup
from boxtui.play.setup import (
    AGENTS_EXPLAINED,
    LEVELS_EXPLAINED,
    by_hand_words,
    default_player,
    offers_tutor,
    strength_words,
    typed_choice,
)
from boxtui.system.settings import name_fault
from boxtui.tui.screens.page import BACK, ListPage
from boxtui.tui.widgets.choices import TYPE_A_NAME, TYPE_A_NUMBER, Row
from saves.header import TUTOR_MODES
from tutorials.pages import RulesPage, rules_page

_START: Final = "Start the game"

_NO_PERSON: Final = (
    "No person plays: you watch the computers. To play, go to the row of a seat; left and right "
    "choose who plays there."
)
"""What is said before computers alone begin; the setup after such a game has no person, either."""

_EXPLAINED_ROWS: Final = 8
"""The most rows that explain a row of the setup."""

_SEAT_CELLS: Final = 30
"""The most cells that a seat and its name take; a longer name is cut, so values have room."""

_COMPUTERS_EXPLAINED: Final = (
    f"Left and right give every computer the same level; people stay. {LEVELS_EXPLAINED}"
)

_SEAT_EXPLAINED: Final = (
    f"Left and right choose who plays: a person, a level or another agent. {LEVELS_EXPLAINED} "
    f"{AGENTS_EXPLAINED} Enter changes the name."
)

_AGENT_EXPLAINED: Final = (
    "An agent is a program that plays in its own way, for comparison: the usual opponents are the "
    "levels. There is no order of strength; boxtui arena finds out who is stronger."
)


@dataclass(frozen=True)
class SetupInputs:
    """What a setup starts with, as read from the disk.

    Attributes:
        last: the last setup, or the default.
        complaint: what to say first, or "" (`remembered.setup_of`).
        shown: the game on the player's own board, if there is one.
        others: the agents that aren't levels.
        rules: the game's rules.
    """

    last: LastSetup
    complaint: str
    shown: Game
    others: Sequence[str]
    rules: RulesPage


def setup_inputs(game: Game) -> SetupInputs:
    """Read what a game's setup starts with."""
    found = remembered.setup_of(game)
    return SetupInputs(*found, shown_game(game), other_agents(game.key), rules_page(game.key))


class SetupScreen(ListPage):
    """Rows that the left and right keys change; Enter asks for a name, a number or the seed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "start", "start"),
        Binding("question_mark", "rules", "rules"),
        BACK,
    ]

    def __init__(
        self, game: Game, inputs: SetupInputs, seed: int | None, tutor: str | None
    ) -> None:
        titles = (option.title for option in game.options if not option.names_loser)
        super().__init__()
        self.message.styles.max_height = _EXPLAINED_ROWS
        self._least_label_cells = max(map(cells_of, [_START, *titles]))
        self.heading = f"{game.title}: a new game"
        self._game = game
        self._inputs = inputs
        self._levels = level_names(game.key)
        self._others = inputs.others
        self._seats: list[Seat] = []
        self._gone: dict[int, tuple[Seat, bool]] = {}
        """The seats that fewer players had no use for, without their default names, and whether
        they had the level of all computers."""
        self._colors: Sequence[str] = ()
        self._options = dict(inputs.last.options)
        self._by_hand = False
        self._tutor = tutor or inputs.last.tutor
        self._seed = new_seed() if seed is None else seed
        self._is_typed = seed is not None

    def mounted(self) -> None:
        players = self._inputs.last.ever_seated
        self._sit(len(players))
        for at, who in enumerate(players):
            self._seats[at] = Seat(self._default_name(at, who), who)
        self._sit(len(self._inputs.last.players))
        self._fill("start")
        self.say(self._inputs.complaint, "warning")

    def _sit(self, count: int) -> None:
        """Set the number of seats; new seats are the player first, then computers.

        Seats that are there again are as they were. If all computers have one level, new ones take
        it, and so do those that had the level of all before.
        Seats that aren't named otherwise get their default names, because the colors may change.
        """
        level = self._common_level()
        named = [
            replace(seat, name="") if seat.name == self._default_name(at, seat.player) else seat
            for at, seat in enumerate(self._seats)
        ]
        self._gone |= {
            at: (named[at], named[at].player == level) for at in range(count, len(named))
        }
        self._colors = self._inputs.shown.colors(count)
        del self._seats[count:]
        level = self._common_level()
        for at in range(len(self._seats), count):
            seat, has_level = self._gone.get(at, (Seat("", default_player(at)), True))
            named.append(replace(seat, player=level) if has_level and level else seat)
        self._seats = [
            replace(seat, name=seat.name or self._default_name(at, seat.player))
            for at, seat in enumerate(named[:count])
        ]

    def _default_name(self, at: int, who: str) -> str:
        own = self.boxtui.settings.name
        return self._inputs.last.default_name(at, who, own, self._colors)

    def _fill(self, current: str = "") -> None:
        rows = list(self._rows())
        labels = (cells_of(row.label) for row in rows)
        self.choices.label_cells = max(self._least_label_cells, *labels)
        self.choices.fill(rows, current)

    def _rows(self) -> Iterator[Row]:
        yield Row("start", _START)
        if len(self._game.seats) > 1:
            yield Row("players", "Players", str(len(self._seats)), adjustable=True)
        if len(computers := self._computers()) > 1:
            who = {self._player_words(self._seats[at].player) for at in computers}
            words = who.pop() if len(who) == 1 else ("of several levels",)
            yield self._player_row("computers", "All computers", words)
        for at, seat in enumerate(self._seats):
            label, words = self._seat_label(at), self._player_words(seat.player)
            yield replace(self._player_row(f"seat {at}", label, words), enter=TYPE_A_NAME)
            if seat.player in self._others:
                several = len(self._others) > 1
                yield Row(f"agent {at}", "  which agent", seat.player, adjustable=several)
        for option in self._game.relevant_options(self._options, len(self._seats)):
            value = option.words(self._options[option.key])
            enter = TYPE_A_NUMBER if option.is_number else "choose"
            yield Row(f"option {option.key}", option.title, value, adjustable=True, enter=enter)
        if self._game.has_dice:
            source = "entered by hand" if self._by_hand else "left to the computer"
            yield Row("dice", self._game.dealt.capitalize(), source, adjustable=True)
        if offers_tutor(self._game, self._seats):
            yield Row("tutor", "Tutor", mode_words(self._tutor), adjustable=True)
        changes = self._is_typed or not hides_seed(self._game, self._seats)
        yield Row("seed", "Seed", self._seed_words(), adjustable=changes, enter=TYPE_A_NUMBER)

    def _seat_label(self, at: int) -> str:
        """Return the number of a seat and its name, unless that is the number, too."""
        label, name = f"Seat {at + 1}", self._seats[at].name
        named = label if name == label else f"{label}, {name}"
        return fitted(named, min(cells_of(named), _SEAT_CELLS), self.glyphs.more)

    def _player_row(self, key: str, label: str, words: Sequence[str]) -> Row:
        """Return a row whose value is who plays; how a level plays is left out without room."""
        who, *titles = words
        return Row(key, label, who, adjustable=True, detail="".join(f": {each}" for each in titles))

    def _computers(self) -> list[int]:
        return [at for at, seat in enumerate(self._seats) if seat.player != HUMAN]

    def _player_words(self, who: str) -> tuple[str, ...]:
        """Return who plays a seat, and how; agents that aren't levels have a row of their own."""
        if who == HUMAN:
            return ("person",)
        return ("another agent",) if who in self._others else title_parts(self._game.key, who)

    def _seed_words(self) -> str:
        """Return the seed, or a note that it is shown at the end."""
        if not hides_seed(self._game, self._seats):
            return str(self._seed)
        return f"{'as typed; ' if self._is_typed else ''}shown at the end of the game"

    def pointed(self, key: str) -> None:
        """Explain the row under the cursor, an option by the rule that offers it."""
        self.message.stand_by(self._explained(key), _EXPLAINED_ROWS)

    def _explained(self, key: str) -> str:
        match key.split(" ", 1):
            case ["start"]:
                return "" if len(self._computers()) < len(self._seats) else _NO_PERSON
            case ["option", which]:
                rule = self._option(which).rule_with(self._options)
                return self._inputs.rules.rule(rule).numbered_text()
            case ["dice"]:
                return by_hand_words(self._game)
            case ["seed"]:
                return self._seed_explained()
            case ["computers"]:
                return self._with_strength(_COMPUTERS_EXPLAINED, self._computers())
            case ["seat", at]:
                return self._with_strength(_SEAT_EXPLAINED, [int(at)])
            case ["agent", _]:
                return _AGENT_EXPLAINED
            case ["tutor"]:
                return self._tutor_explained()
        return ""

    def _tutor_explained(self) -> str:
        points = self.boxtui.settings.tutor_points
        when = warned_words(self._game, len(self._seats), points)
        return (
            f"While you play, the tutor can warn you {when}, and judge each of your moves. "
            f"During the game, c switches it. {excepted_words(self._game)}"
        ).rstrip()

    def _seed_explained(self) -> str:
        dealt = self._game.dealt
        if dealt and not self._by_hand:
            return f"The same seed gives the same {dealt}."
        if self._draws_lots():
            return "The same seed draws the same first player."
        only = "only how the computers play" if self._computers() else "nothing"
        why = f"You enter the {dealt}, so the" if self._by_hand else "The"
        return f"{why} seed changes {only}."

    def _draws_lots(self) -> bool:
        """Whether, in a game without dice and cards, chance decides who begins."""
        if self._game.dealt:
            return False
        try:
            return self._game.start(self._options, len(self._seats)).current_player() == CHANCE
        except GameError:  # starting says what is wrong with the options
            return False

    def _with_strength(self, explained: str, seats: Sequence[int]) -> str:
        """Return the explanation and, if those seats all have the same level, how strong it is."""
        players = {self._seats[at].player for at in seats}
        if len(players) != 1:
            return explained
        strength = strength_words(self._game.key, players.pop(), len(self._seats))
        return f"{explained} {strength}".rstrip()

    def changed(self, key: str, step: int) -> None:
        """Give the row its next or previous value."""
        match key.split(" ", 1):
            case ["players"]:
                offered = self._game.seats
                self._sit(offered[(len(self._seats) - offered[0] + step) % len(offered)])
            case ["computers"]:
                self._change_computers(step)
            case ["seat", at]:
                self._change_player(int(at), [HUMAN, *self._levels, *self._others[:1]], step)
            case ["agent", at]:
                self._change_player(int(at), self._others, step)
            case ["option", which]:
                self._change_option(which, step)
            case ["dice"]:
                self._by_hand = not self._by_hand
            case ["tutor"]:
                at_next = (TUTOR_MODES.index(self._tutor) + step) % len(TUTOR_MODES)
                self._tutor = TUTOR_MODES[at_next]
            case ["seed"]:
                self._seed, self._is_typed = new_seed(), False
        self.say("")
        self._fill()

    def _change_computers(self, step: int) -> None:
        """Give all computers the next or previous level, or the first or last if they differ."""
        if level := self._common_level():
            who = self._levels[(self._levels.index(level) + step) % len(self._levels)]
        else:
            who = self._levels[0 if step > 0 else -1]
        for at in self._computers():
            self._seat_player(at, who)

    def _common_level(self) -> str:
        """Return the level that all computers have, or "" if they differ or there are none."""
        players = {self._seats[at].player for at in self._computers()}
        return players.pop() if len(players) == 1 and players <= set(self._levels) else ""

    def _change_player(self, at: int, offered: Sequence[str], step: int) -> None:
        """Give a seat the next or previous of the players offered; the last stands for others."""
        player = self._seats[at].player
        place = offered.index(player) if player in offered else len(offered) - 1
        self._seat_player(at, offered[(place + step) % len(offered)])

    def _seat_player(self, at: int, who: str) -> None:
        seat = self._seats[at]
        named = seat.name != self._default_name(at, seat.player)
        self._seats[at] = Seat(seat.name if named else self._default_name(at, who), who)

    def _change_option(self, key: str, step: int) -> None:
        choices = self._option(key).choices
        place = choices.index(self._options[key]) + step
        self._options[key] = choices[place % len(choices)]

    def _option(self, key: str) -> Option:
        return next(option for option in self._game.options if option.key == key)

    def chosen(self, key: str) -> None:
        """Start the game, ask for a name or a number, or take the next value."""
        match key.split(" ", 1):
            case ["start"]:
                self.action_start()
            case ["seat", at]:
                name = self._seats[int(at)].name
                self.open_line(f"The name of seat {int(at) + 1}:", name, about=key)
            case ["seed"]:
                self.open_line("The seed, a whole number:", about=key)
            case ["option", which] if (option := self._option(which)).is_number:
                self.open_line(f"{option.title} ({option.offered()}):", about=key)
            case _:
                self.changed(key, 1)

    def line_typed(self, text: str) -> None:
        kind, _, which = self.line_about.partition(" ")
        if kind != "seat" and not text.strip():
            self.action_close_line()  # the value that the row shows stays
            return
        fault = self._take_name(int(which), text) if kind == "seat" else self._take(which, text)
        if fault:
            self.say(fault, "warning")
        else:
            self.action_close_line()
            self._fill()

    def _take_name(self, at: int, text: str) -> str:
        name = text.strip()
        fault = name_fault(name)
        if not fault:
            self._seats[at] = replace(self._seats[at], name=name)
        return fault

    def _take(self, option: str, text: str) -> str:
        """Take a typed number for `option`, or for the seed if `option` is "".

        Return what is wrong with it, or "".
        """
        try:
            if option:
                self._options[option] = typed_choice(self._option(option), text)
            else:
                self._seed, self._is_typed = typed_seed(text), True
        except BadOption as refusal:
            return str(refusal)
        return ""

    def action_start(self) -> None:
        """Begin the match, or say what is wrong with it.

        A random seed may have been shown before a person was seated. A match that must hide
        its seed therefore gets a new one.
        """
        hidden = hides_seed(self._game, self._seats) and not self._is_typed
        seed = new_seed() if hidden else self._seed
        self.boxtui.start(
            partial(
                remembered.set_up,
                self._game,
                dict(self._options),
                list(self._seats),
                seed,
                by_hand=self._by_hand,
                tutor=self._tutor,
                own_name=self.boxtui.settings.name,
            )
        )

    def action_rules(self) -> None:
        """Open the rules at their start."""
        self.boxtui.show_rules(self._game.key)
