"""The rules page: each rule by its number, opened at the one that matters now."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import MouseScrollDown, MouseScrollUp, Resize
from textual.widget import Widget

from boxtui.drawing import Line, Piece, wrapped
from boxtui.games import GAMES
from boxtui.screens.common import Page
from boxtui.widgets.canvas import Canvas
from tutorials.pages import rules_page


class RulesScreen(Page):
    """A game's rules, `rule` at the top; n and p go to the next and the previous game's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(-1)", "up", key_display="↑"),
        Binding("down,j", "scroll(1)", "down", key_display="↓"),
        Binding("pageup", "page(-1)", "page up", key_display="PgUp"),
        Binding("pagedown,space", "page(1)", "page down", key_display="PgDn"),
        Binding("home", "scroll(-10000)", "Start", show=False),
        Binding("end", "scroll(10000)", "End", show=False),
        Binding("n", "turn(1)", "next game"),
        Binding("p", "turn(-1)", "previous game"),
        Binding("q", "app.pop_screen", "back"),
        Binding("escape,question_mark", "app.pop_screen", "back", show=False),
    ]

    def __init__(self, game: str, rule: str) -> None:
        super().__init__()
        self._game = game
        self._rule = rule
        self._first = 0
        self._text: list[Line] = []

    def body(self) -> list[Widget]:
        return [Canvas(id="body")]

    def on_mount(self) -> None:
        super().on_mount()
        self._open()

    def on_resize(self, event: Resize) -> None:
        """The lines are as long as the screen is wide."""
        self._open()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "turn" or len(GAMES) > 1

    def _open(self) -> None:
        """Show the page, with the rule that matters now at the top."""
        page = rules_page(self._game)
        self.entitle(f"Rules of {page.title}")
        room = min(self.app.size.width, 90) - 4
        self._text = [(Piece(f"  {line}"),) for line in wrapped(page.about, room)]
        self._first = 0
        for rule in page.rules:
            self._text.append(())
            if rule.number == self._rule:
                self._first = len(self._text)
            now = rule.number == self._rule
            style = "chosen" if now else "strong"
            mark = f"{self.glyphs.marker} " if now else "  "
            self._text.append((Piece(mark), Piece(f"{rule.number} {rule.title}", style)))
            self._text += [(Piece(f"  {line}"),) for line in wrapped(rule.text, room)]
        self.action_scroll(0)

    def action_scroll(self, lines: int) -> None:
        """Move the text by that many lines."""
        body = self.query_one("#body", Canvas)
        last = max(len(self._text) - body.size.height, 0)
        self._first = min(max(self._first + lines, 0), last)
        body.show(self._text[self._first : self._first + body.size.height])

    def action_page(self, pages: int) -> None:
        """Move the text by that many screens."""
        self.action_scroll(pages * max(self.query_one("#body").size.height - 1, 1))

    def action_turn(self, step: int) -> None:
        """Another game's rules."""
        keys = list(GAMES)
        self._game = keys[(keys.index(self._game) + step) % len(keys)]
        self._rule = ""
        self._open()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.action_scroll(2)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.action_scroll(-2)
