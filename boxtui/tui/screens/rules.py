"""The rules page: each rule by its number, opened at the one that matters now."""

from bisect import bisect_left
from functools import partial
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from boxtui.games import GAMES
from boxtui.lines import Line, Piece, wrapped
from boxtui.tui.screens.scrolled import ScrolledPage
from boxtui.wording import quoted
from tutorials.pages import RulesPage, rules_page

NOWHERE: Final = -1
"""Stands for no marked place; it comes before the first."""


class RulesScreen(ScrolledPage):
    """A game's rules, with `rule` at the top; n and p turn to the next and previous game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority, the line opens before the next key arrives, however fast keys are typed.
        Binding("slash", "find", "find", key_display="/", priority=True),
        Binding("f", "find_next", "find next"),
        Binding("n", "turn(1)", "next game"),
        Binding("p", "turn(-1)", "previous game"),
        Binding("q,escape,question_mark", "leave", "back", key_display="q Esc"),
    ]

    def __init__(self, game: str, rule: str, rules: RulesPage) -> None:
        super().__init__()
        self._game = game
        self._rules = rules
        numbers = ["", *(each.number for each in self._rules.rules)]
        self._marked = numbers.index(rule) if rule in numbers[1:] else NOWHERE
        self._sought = ""
        self._has_scrolled = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "find":
            return not self.line_is_open
        if action == "find_next":
            return bool(self._sought)
        return action != "turn" or len(GAMES) > 1

    def mounted(self) -> None:
        self._show_mark()

    def show_page(self) -> None:
        self.show_text(self._laid_out()[0])

    def _show_mark(self) -> None:
        """Show the page, with the marked place at the top."""
        self.heading = f"Rules of {self._rules.title}"
        self._has_scrolled = False
        lines, firsts = self._laid_out()
        self.show_text(lines, firsts[max(self._marked, 0)])

    def action_scroll(self, lines: int) -> None:
        """Move the text; what was said about the place found is then cleared."""
        before = self.first
        super().action_scroll(lines)
        if lines and self.first != before:
            self._has_scrolled = True
            self.say("")

    def _laid_out(self) -> tuple[list[Line], list[int]]:
        """Return the lines of the page, and the first line of each place."""
        lines: list[Line] = []
        firsts: list[int] = []
        for place, (heading, text) in enumerate(self._rules.places()):
            firsts.append(len(lines))
            lines += [*self._lines(heading, text, marked=place == self._marked), ()]
        return lines[:-1], firsts

    def _lines(self, heading: str, text: str, *, marked: bool) -> list[Line]:
        lines = [Piece(line) for line in wrapped(text, self.text_cells)]
        if heading:
            lines.insert(0, Piece(heading, "chosen" if marked else "strong"))
        mark = f"{self.glyphs.marker} " if marked else "  "
        return [(Piece("  " if at else mark), line) for at, line in enumerate(lines)]

    async def action_turn(self, step: int) -> None:
        """Show the next or the previous game's rules."""
        keys = list(GAMES)
        self._game = keys[(keys.index(self._game) + step) % len(keys)]
        self._rules = await self.boxtui.disk.run(partial(rules_page, self._game))
        self._marked = NOWHERE
        self.say("")
        self._show_mark()

    def action_find(self) -> None:
        """Ask for a word or a rule's number."""
        self.open_line("Find a word, or a rule by its number:")

    def line_typed(self, text: str) -> None:
        """Find the text; if it isn't found, it stays on the line to be corrected."""
        sought = " ".join(text.split())
        if not sought:
            self.action_close_line()
        elif self._rules.find(sought):
            self._sought = sought
            self.action_close_line()
            self.action_find_next()
        else:
            self._say_nowhere(sought)

    def action_find_next(self) -> None:
        """Mark the next place that has the text; after the last comes the first.

        It comes after the marked place or, once that was scrolled, begins where the screen does.
        """
        hits = self._rules.find(self._sought)
        if not hits:
            self._say_nowhere(self._sought)
            return
        least = self._marked + 1
        if self._has_scrolled:  # from the first place whose heading isn't above the screen
            least = bisect_left(self._laid_out()[1], self.first)
        self._marked = next((place for place in hits if place >= least), hits[0])
        self._show_mark()
        where = self._rules.places()[self._marked][0] or "what the game is about"
        number = hits.index(self._marked) + 1
        more = f", {number} of {len(hits)}; f finds the next" if len(hits) > 1 else ""
        self.say(f"{quoted(self._sought)}: {where}{more}.")

    def _say_nowhere(self, sought: str) -> None:
        self.say(f"The rules of {self._rules.title} don't contain {quoted(sought)}.", "warning")
