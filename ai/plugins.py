"""Agents that other packages offer: how they are found, may be named, and are loaded."""

import sys
from collections.abc import Iterable, Set
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, distributions

from ai.agent import HUMAN, Agent, AgentFactory
from boxtui.core import BadOption, Refused
from boxtui.system import errorlog

GROUP = "boxtui.agents"
"""The entry point group in which other packages offer an `AgentFactory` by name."""

PLAYER_BYTES = 64
"""The most bytes of a player's name, as in a save: the search process loads nothing about saves."""


def offered(ours: Iterable[str]) -> dict[str, EntryPoint]:
    """Return other packages' agents by name, without loading them; `ours` are our players' names.

    Those that can't have their names are left out, and the error log says so.
    """
    found, refused = _sorted_out(ours)
    if refused:
        _log_left_out(tuple(said for _, said in refused))
    return found


def left_out(ours: Iterable[str], names: Set[str]) -> list[str]:
    """Return one phrase for each agent with such a name that is left out, with the reason."""
    return [said for name, said in _sorted_out(ours)[1] if name in names]


def _sorted_out(ours: Iterable[str]) -> tuple[dict[str, EntryPoint], list[tuple[str, str]]]:
    """Return other packages' agents by name, and the names of those left out with what is said."""
    taken = {name.casefold() for name in (HUMAN, *ours)}
    found: dict[str, EntryPoint] = {}
    refused: list[tuple[str, str]] = []
    for each in sorted(_offered_on(tuple(sys.path)), key=lambda point: point.name):
        if why := _name_fault(each.name, taken):
            refused.append((each.name, f"{each.name!r} ({each.value}), because {why}"))
        else:
            taken.add(each.name.casefold())
            found[each.name] = each
    return found, refused


@cache
def _offered_on(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """Return the agents that the packages on `path` offer; finding them takes 10 ms or more.

    A package whose entry points can't be read offers none; one found twice counts once.
    """
    found: dict[tuple[str, str], EntryPoint] = {}
    for package in distributions(path=list(path)):
        with suppress(Exception):  # any package of the environment may be damaged
            for point in package.entry_points:
                if point.group == GROUP:
                    found.setdefault((point.name, point.value), point)
    return tuple(found.values())


def _name_fault(name: str, taken: Set[str]) -> str:
    """Return why a plugin's agent can't have that name, or "".

    A save must be able to hold it, a screen to show it, and `--seats` to take it. Names that differ
    only in capitals are the same.
    """
    if name.casefold() in taken:
        return "that name is taken"
    if not 0 < len(name.encode(errors="replace")) <= PLAYER_BYTES:
        return f"a name has 1 to {PLAYER_BYTES} bytes"
    if not name.isprintable() or ":" in name or "," in name:
        return "a name has no colon, no comma and no control character"
    return ""


@cache
def _log_left_out(refused: tuple[str, ...]) -> None:
    """Write into the error log which agents are left out, unless it says so already."""
    from boxtui.system import locations

    for each in refused:
        errorlog.note_once(locations.log(), f"There is no agent {each}.")


def load(point: EntryPoint, game: str) -> Agent:
    """Return a plugin's agent.

    Raises Refused for any error in a plugin, because others wrote its code; only a BadOption that
    it raises and Ctrl+C are passed on.
    """
    who = f"The agent {point.name!r} ({point.value})"
    if EntryPoint.pattern.match(point.value) is None:
        raise Refused(f"{who} can't be loaded: its entry point isn't written as module:name.")
    factory: AgentFactory | None = None
    try:
        factory = point.load()
        agent = factory(game)
        can_choose = callable(getattr(agent, "choose", None))
    except (BadOption, KeyboardInterrupt):
        raise
    except BaseException as wrong:
        if factory is not None and isinstance(wrong, ValueError):
            why = errorlog.one_line(wrong) or type(wrong).__name__
            raise Refused(f"{who} can't play {game}: {why}") from wrong
        raise Refused(f"{who} can't be loaded: {errorlog.named(wrong)}") from wrong
    if not can_choose:
        raise Refused(f"{who} can't play: {type(agent).__name__} has no method choose.")
    return agent
