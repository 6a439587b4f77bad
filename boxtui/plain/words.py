"""The words that are typed in plain mode instead of a move: in games, lessons and practice."""

import asyncio
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from boxtui.core import CHANCE, BadNotation, State, is_number
from boxtui.games import GAMES
from boxtui.lines import cells_of, plain
from boxtui.plain.line_io import LineIO
from boxtui.play.match import LogEntry
from boxtui.play.viewer import Viewer
from boxtui.views.game import REROLL_RULE, GameWords
from boxtui.views.games import words_of
from boxtui.wording import counted, listed, quoted
from tutorials.pages import FIGURES, INTRODUCTION, RulesPage, rules_page

PAGE: Final = 40
"""Moves on one page of what `moves` shows."""

WHOLE_RULES: Final = 3
"""Up to this many rules found are shown in full; more are listed by title."""

LOOKED_UP: Final = {
    "moves": "every legal move; moves 2 shows the second page",
    "position": "the whole position in words",
    "board": "a drawing of the board",
    "rules": "the rule that matters now; add a word or a number to find others",
}
"""The words that only show something, and what they show."""

TUTOR_SETTING: Final = "the setting tutor_points"
"""Where it is set when the tutor warns, as `warned_words` say it."""

TYPE_COMMAND: Final = "Type a command, or help for a list of them."
"""What to type where only commands are taken."""

_ROLLED: Final = "what was rolled"


async def look_up(word: str, rest: str, viewer: Viewer, rule: str, io: LineIO) -> None:
    """Do what a word of `LOOKED_UP` says.

    `rest` is the text typed after the word, and `rule` is the rule that matters now.
    """
    match = viewer.match
    if word == "moves":
        io.say(*page_of_moves(match.state, rest))
    elif word == "position":
        io.say(*position_words(viewer))
    elif word == "board":
        drawn = [plain(line).rstrip() for line in words_of(match, viewer).drawn(io.glyphs)]
        cells, has = max(map(cells_of, drawn)), io.columns()
        if has and cells > has:
            io.say(f"The board takes {cells} columns, and the terminal has {has}. Type position.")
        else:
            io.show(drawn)
    else:
        io.say(*await found_rules(match.game.key, rest, rule))


async def confirm(question: str, viewer: Viewer, rule: str, io: LineIO) -> bool:
    """Ask until the answer is yes or no; meanwhile, do what the words of `LOOKED_UP` say.

    Raises `Left` if the answer is quit.
    """

    async def answer_word(line: str) -> bool:
        word, rest = first_word(line)
        if line == "help":
            io.say(*(f"{each}: {meaning}" for each, meaning in LOOKED_UP.items()))
        elif word in LOOKED_UP:
            await look_up(word, rest, viewer, rule, io)
        return word in LOOKED_UP

    return await io.confirm(question, answer_word)


def seen_words(viewer: Viewer, played: Sequence[LogEntry]) -> list[str]:
    """Return the moves played as sentences, as the people at this terminal may read them."""
    return [f"{sentence}." for sentence in viewer.sentences(played)]


def last_words(viewer: Viewer, count: str) -> list[str]:
    """Return what was played: only the last `count` moves, or all if `count` is "".

    Each sentence follows the number of its move, as a review names it.
    """
    log = viewer.match.log
    if count and not (is_number(count, 9) and int(count)):
        return [f"{quoted(count)} is not a number of moves; type, for example, log 10."]
    if not log:
        return ["Nothing has been played yet."]
    first = max(len(log) - int(count), 0) if count else 0
    sentences = viewer.log_sentences(log[first:])
    return [f"{first + each.at + 1}. {each.sentence}." for each in sentences]


def position_words(viewer: Viewer) -> list[str]:
    """Return the whole position in sentences."""
    words = words_of(viewer.match, viewer)
    return [*words.position_words(), *words.now_words()]


def help_lines(
    words: Mapping[str, str], game_words: GameWords[Any] | None, withheld: Collection[int] = ()
) -> Iterator[str]:
    """Yield what can be typed: a move in the match of `game_words`, if there is one, or a word.

    The example move is never one of `withheld`, because the player is to find those.
    """
    if game_words:
        example = game_words.example(withheld)
        as_in = f", as in: {example}" if example else ""
        wanted = _wanted(game_words)
        rule = f" ({REROLL_RULE})" if wanted == _ROLLED else ""
        yield f"{wanted[0].upper()}{wanted[1:]}{rule}{as_in}"
        yield from game_words.notation_help()
    for word, meaning in words.items():
        yield f"{word}: {meaning}"


def first_word(line: str) -> tuple[str, str]:
    """Return the word with which a line begins, in small letters, and the rest of the line."""
    word, _, rest = line.partition(" ")
    return word.lower().replace("practise", "practice"), rest.strip()


def menu_command(word: str, name: str) -> str:
    """Return what to type in the menu to have its `word` done."""
    return f"{word} {name}"


def shell_command(word: str, name: str) -> str:
    """Return what to type in a shell to have the menu's `word` done."""
    words = ["learn", name, "--practice"] if word == "practice" else [word, name]
    return shlex.join(["boxtui", *words, "--plain"])


def refusal_lines(refusal: Exception) -> Iterator[str]:
    """Yield why a move that was typed isn't played, and where to read how moves are typed."""
    yield str(refusal)
    if isinstance(refusal, BadNotation):
        yield "Type help for what can be typed."


def to_name_a_game(word: str) -> str:
    """Return what to type after a word that must be followed by the name of a game."""
    return f"Name the game, as in: {word} {next(iter(GAMES))}."


def listed_words(line: str, words: Mapping[str, str]) -> Iterator[str]:
    """Yield what can be typed, after a line that isn't one of these words and their meanings."""
    if line.lower() == "help":
        yield from (f"{word}: {meaning}" for word, meaning in words.items())
    else:
        known = ", ".join(words)
        yield f"{quoted(line)} can't be read. The words are: {known}. Type help for what they do."


def to_type_a_move(game_words: GameWords[Any]) -> str:
    """Return what to type where a move is asked for, or what was rolled or drawn."""
    return f"Type {_wanted(game_words)}, or help for all that you can type."


def _wanted(game_words: GameWords[Any]) -> str:
    if game_words.state.current_player() != CHANCE:
        return "a move"
    return _ROLLED if game_words.is_rolled else "what was drawn"


def page_of_moves(state: State, number: str) -> Iterator[str]:
    """Yield the legal moves on the page with that number, from 1, each on a line to hear it apart.

    "" is the first page.
    """
    moves = state.legal_moves()
    if not moves:
        yield "There are no moves: the game is over."
        return
    pages = (len(moves) + PAGE - 1) // PAGE
    if number and not (is_number(number, 9) and 1 <= int(number) <= pages):
        yield f"There is no page {quoted(number)}; type moves and a number from 1 to {pages}."
        return
    page = int(number) if number else 1
    on_page = moves[PAGE * (page - 1) : PAGE * page]
    of_how_many = f", page {page} of {pages}" if pages > 1 else ""
    yield f"{counted(len(moves), 'move')}{of_how_many}:"
    yield from map(state.move_text, on_page)
    if page < pages:
        yield f"More: moves {page + 1}"


async def found_rules(game: str, wanted: str, now: str) -> list[str]:
    """Return what is found by `wanted`, a rule's number or a word; if it is "", the rule `now`.

    If both are "", the title of every rule.
    """
    page = await asyncio.to_thread(rules_page, game)
    return list(rules_on(page, wanted, now))


def rules_on(page: RulesPage, wanted: str, now: str) -> Iterator[str]:
    """Yield what `found_rules` finds on a page, in full or by title; or that nothing is found."""
    rules = page.rules
    if not wanted and not now:
        headings = [heading or INTRODUCTION for heading, _ in page.places()]
        yield from (*headings, f"{len(rules)} rules. {_to_read_one(headings)}")
        return
    found, missing = page.found(wanted or now), page.missing(wanted)
    unfound = [f"Not found: {', '.join(map(quoted, missing))}."] if missing else []
    if len(found) > WHOLE_RULES:
        headings = [heading for heading, _ in found]
        yield from (*headings, f"{len(found)} matches. {_to_read_one(headings)}")
        yield from unfound
        return
    for heading, text in found:
        yield f"{heading}: {text}"
    if not found:
        numbers = f"{rules[0].number} to {rules[-1].number}"
        none = f"No rule matches {quoted(wanted)}: the rules are {numbers}."
        yield " ".join([none, *(unfound if len(wanted.split()) > len(missing) else [])])
    elif wanted:
        yield from unfound
    else:
        yield f"The rules are {rules[0].number} to {rules[-1].number}; add a word to find others."


def _to_read_one(headings: Sequence[str]) -> str:
    """Return how to read one of the places of a list, most of which are rules."""
    others = [heading for heading in (INTRODUCTION, FIGURES) if heading in headings]
    what = listed(["a rule's number", *others], "or")
    return f"Add {what} to read it."
