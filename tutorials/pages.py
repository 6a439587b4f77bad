"""The rulebook: a page a game, each rule under its number."""

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Rule:
    """One rule: its number as `STB-3`, a title, and the rule in our words."""

    number: str
    title: str
    text: str


@dataclass(frozen=True)
class RulesPage:
    """A game's page: title, what the game is about, and its rules in order."""

    title: str
    about: str
    rules: tuple[Rule, ...]


def rules_page(game: str) -> RulesPage:
    """The page of the game with that key; FileNotFoundError for a game without one."""
    source = files("tutorials").joinpath("rulebook", f"{game}.md").read_text("utf-8")
    head, *sections = source.split("\n## ")
    title, _, about = head.partition("\n")
    return RulesPage(title.removeprefix("# "), _joined(about), tuple(map(_rule, sections)))


def rule_named(game: str, number: str) -> Rule:
    """A rule of a game's page by its number; KeyError where there is none."""
    return {rule.number: rule for rule in rules_page(game).rules}[number]


def _rule(section: str) -> Rule:
    head, _, text = section.partition("\n")
    number, _, title = head.partition(" ")
    return Rule(number, title, _joined(text))


def _joined(text: str) -> str:
    return " ".join(text.replace("*", "").split())
