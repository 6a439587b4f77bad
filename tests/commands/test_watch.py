"""Games between agents, watched or measured: what is printed, and what the agents see."""

import re

import pytest
from played import Told

from ai.agent import Budget, Choice
from ai.decision import AgentFailed
from ai.worker import Question
from boxtui.arena import arena
from boxtui.arena.sets import Contest
from boxtui.commands import main as cli
from boxtui.commands import watch
from boxtui.core import State
from boxtui.games import GAMES, parse_position
from boxtui.play import agents
from boxtui.play.match import Match

pytestmark = pytest.mark.usefixtures("home")


def test_the_same_seed_and_options_give_the_same_games(told: Told) -> None:
    words = ("watch", "shut-the-box", "--seats", "level2,level2", "--games", "3", "--seed", "7")
    games = told(*words, "--option", "pub_stakes=yes")
    assert games == told(*words, "--option", "pub_stakes=yes") != told(*words)
    assert games.count("Game ") == 3
    assert "after 3 games" in games


def watched(key: str, *players: str) -> str:
    return "\n".join(watch.watch(GAMES[key], players, {}, 1, 7))


def test_it_says_which_color_a_seat_has_where_moves_are_told_by_colors() -> None:
    told = watched("free-the-box", "level1", "level1")
    assert "\nColors: level1 (1) is red, level1 (2) is blue.\n" in told
    assert "Colors" not in watched("shut-the-box", "level1", "level1")


def test_seats_are_called_by_their_names() -> None:
    told = watched("free-o", "level2", "level1")
    assert "level2: plays You Are Captured" in told
    assert "level1 is captured (FRO-16)" in told
    assert re.search(r"level2 scores -?\d+, total -?\d+; level1 scores", told)
    assert "seat " not in told


def test_a_seed_that_too_few_others_follow_is_refused(told: Told) -> None:
    words = ("watch", "shut-the-box", "--seats", "level1,level1", "--games", "2", "--seed")
    assert f"at most {2**63 - 2}" in told(*words, str(2**63 - 1), code=2)
    told(*words, str(2**63 - 2))


@pytest.mark.parametrize("games", [2, 5])
def test_the_tally_has_averages_and_every_game_has_its_own_seed(games: int) -> None:
    told = list(watch.watch(GAMES["shut-the-box"], ["level2", "level1"], {}, games, 7))
    assert sum(float(line.split()[-1]) for line in told[-2:]) == pytest.approx(1)
    begun = [at for at, line in enumerate(told) if line.startswith("Game ")]
    assert [told[at].split()[-1] for at in begun] == [str(7 + number) for number in range(games)]
    assert len({tuple(told[at + 1 : told.index("", at)]) for at in begun}) == games


def test_a_single_game_has_no_tally() -> None:
    assert watched("shut-the-box", "level2", "level1").endswith(" wins.\n")


class Looker:
    """Plays the first legal move, and compares the positions it receives with the match's."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.true_hands: list[bool] = []

    def choose(self, state: State, *_: object) -> Choice:
        seat = self.match.state.current_player()
        assert state.view(state.current_player()) == self.match.state.view(seat)
        self.true_hands.append(state.text() == self.match.state.text())
        return Choice(state.legal_moves()[0], (), 1)

    def answer(self, question: Question) -> Choice:
        return self.choose(parse_position(question.game, question.position, question.board))


@pytest.mark.parametrize("are_watched", [True, False], ids=["watched", "measured"])
def test_fro_22_agents_see_only_their_own_hands(
    are_watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(GAMES["free-o"], {}, agents.seats_for(["level1"] * 3), 7)
    looker = Looker(match)
    monkeypatch.setattr(agents, "agent_and_budget", lambda key, who: (looker, Budget()))
    watched = watch._game_lines(match, looker.answer)
    measured = agents.steps(match, agents.choosing_here(match))
    for _ in zip(range(200), watched if are_watched else measured):
        pass
    assert looker.true_hands.count(True) < len(looker.true_hands) / 4


@pytest.mark.parametrize("words", [(), ("--all",)])
def test_the_arena_stops_when_it_is_decided_unless_all_games_are_asked_for(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    paces: list[arena.Pace] = []

    def play(contest: Contest, pace: arena.Pace, on_progress: arena.OnSets) -> arena.Outcome:
        paces.append(pace)
        raise AgentFailed("enough")

    monkeypatch.setattr(arena, "play", play)
    assert cli.main(["arena", "shut-the-box", "--workers", "3", "--games", "10", *words]) == 1
    assert paces == [arena.Pace(10, 3, early=not words)]
