"""The rulebook: one page per game, with every rule under its number."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from tutorials.errors import LessonFault

_EMPHASIS: Final = re.compile(r"\*(\w[^*]*)\*")
"""Names on a page, which is Markdown; a single star is a sign on a board."""


INTRODUCTION: Final = "Introduction"
"""What the text above a page's first rule is called where it is listed among rules."""

FIGURES: Final = "Figures in hints"
"""The heading of a page's last section, which isn't a rule."""


@dataclass(frozen=True)
class Rule:
    """One rule: its number, such as `STB-3`, a title, and the rule in our words."""

    number: str
    title: str
    text: str

    def numbered_text(self) -> str:
        """Return the rule without its title, as the setup explains an option."""
        return f"{self.number}: {self.text}"


@dataclass(frozen=True)
class RulesPage:
    """A game's page.

    Attributes:
        about: what the game is about.
        rules: in order.
        figures: what the figures in hints, practice and reviews mean; "" if that isn't said.
    """

    title: str
    about: str
    rules: tuple[Rule, ...]
    figures: str

    def places(self) -> list[tuple[str, str]]:
        """Return the heading and the text of each place: about, rules, figures."""
        rules = [(f"{each.number} {each.title}", each.text) for each in self.rules]
        return [("", self.about), *rules, *([(FIGURES, self.figures)] if self.figures else [])]

    def rule(self, number: str) -> Rule:
        """Return a rule by its number. Raises KeyError if there is none."""
        return {rule.number: rule for rule in self.rules}[number]

    def found(self, sought: str) -> list[tuple[str, str]]:
        """Return the heading and the text of each place that matches `sought`, as in `find`."""
        places = self.places()
        return [(places[at][0] or INTRODUCTION, places[at][1]) for at in self.find(sought)]

    def find(self, sought: str) -> list[int]:
        """Return the indexes of the places that match `sought`, ascending.

        Rules' numbers, such as `6`, `STB-6` or `STB-6, 8`, match those rules only. Any other text
        matches every place whose title or text contains it, in small or capital letters; if none
        does, every place that contains all of its words. Full numbers among the words match their
        rules, too.
        """
        words, numbers, texts = " ".join(sought.split()).casefold(), self._numbers(), self._texts()
        wanted = words.replace(",", " ").split()
        if wanted and all(each in numbers for each in wanted):
            return sorted({numbers[each] for each in wanted})
        named = [each for each in wanted if "-" in each and each in numbers]
        rest = [each for each in wanted if each not in named]
        phrase = " ".join(rest) if named else words
        found = {at for at, text in enumerate(texts) if phrase in text}
        if rest:
            with_all = (at for at, text in enumerate(texts) if all(word in text for word in rest))
            found = found or set(with_all)
        return sorted(found.union(numbers[each] for each in named))

    def missing(self, sought: str) -> list[str]:
        """Return the words and numbers in `sought` that are neither a rule's number nor found."""
        numbers, texts = self._numbers(), self._texts()
        words = sought.replace(",", " ").casefold().split()
        return [
            word
            for word in words
            if word not in numbers and not any(word in each for each in texts)
        ]

    def _numbers(self) -> dict[str, int]:
        """Return the index of each rule's place, by its number, whole and without letters."""
        numbers: dict[str, int] = {}
        for place, rule in enumerate(self.rules, 1):
            numbers[rule.number.casefold()] = numbers[rule.number.rpartition("-")[2]] = place
        return numbers

    def _texts(self) -> list[str]:
        """Return what is searched in each place, in small letters: its title and its text."""
        titles = [INTRODUCTION, *(rule.title for rule in self.rules), FIGURES]
        places = zip(titles, self.places(), strict=False)
        return [f"{title}\n{text}".casefold() for title, (_, text) in places]


def folder_of(game: str) -> str:
    """Return the folder of a game's rules and lesson in this package, by the game's key."""
    return game.replace("-", "_")


def content_of(game: str, name: str) -> bytes:
    """Return a file of a game's folder. Raises `LessonFault` if there is none."""
    file = files("tutorials").joinpath(folder_of(game), name)
    if not file.is_file():
        raise LessonFault(f"tutorials/{folder_of(game)}/{name}: there is no such file.")
    return file.read_bytes()


def decoded(content: bytes, file: str) -> str:
    """Return the text of a file. Raises `LessonFault` if it isn't text in UTF-8."""
    try:
        return content.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as wrong:
        line = content.count(b"\n", 0, wrong.start) + 1
        raise LessonFault(f"{file}, line {line}: the file isn't text in UTF-8.") from None


@cache
def rules_page(game: str) -> RulesPage:
    """Return the page of the game with that key. Raises `LessonFault` if it can't be read."""
    source = decoded(content_of(game, "rules.md"), f"tutorials/{folder_of(game)}/rules.md")
    head, *sections = source.split("\n## ")
    title, _, about = head.partition("\n")
    rules = [section for section in sections if not section.startswith(FIGURES)]
    figures = _joined("".join(sections[len(rules) :]).removeprefix(FIGURES))
    return RulesPage(title.removeprefix("# "), _joined(about), tuple(map(_rule, rules)), figures)


def _rule(section: str) -> Rule:
    head, _, text = section.partition("\n")
    number, _, title = head.partition(" ")
    return Rule(number, title, _joined(text))


def _joined(text: str) -> str:
    return " ".join(_EMPHASIS.sub(r'"\1"', text).split())
