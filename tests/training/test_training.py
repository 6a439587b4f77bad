"""Training: its games, and its folder, from which the same seed goes on with the same weights."""

import json
import os
import re
import stat
import subprocess
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import nullcontext, suppress
from dataclasses import asdict, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.agent import Agent, Budget, Choice, Stop
from ai.free_o.examples import examples
from ai.free_the_box.heuristic import front_token
from ai.learned.network import Network
from ai.learned.weights import WEIGHTS_FILE, read_network
from ai.levels import ROSTERS
from ai.search.simple import GreedyAgent, RandomAgent
from boxtui.arena.workers import Workers
from boxtui.commands.main import main
from boxtui.core import State
from boxtui.games.shared.toml_file import packaged
from boxtui.training import selfplay, train
from boxtui.training.chart import Point, chart
from boxtui.training.fit import Examples, Fit, fit
from boxtui.training.folder import NOTES, Plan, TrainingFailed, _packed
from boxtui.training.report import Generation, curve
from boxtui.training.selfplay import Chunk, play_for_learning, play_for_test

GAME = "free-the-box"
PLAN = Plan(GAME, seed=3, generations=2, games=4)
GENERATION = asdict(Generation(1, 0.5, 0.5, 0.5, 0.5, 0.5, 4, False, 0.5)) | {"share": "half"}
GOOD = GreedyAgent(front_token)
"""Beats players at random."""
BAD = GreedyAgent(lambda state, move: -front_token(state, move))
"""Loses to them."""


class Here(Executor):
    """Does each task at once; from task `ends` on, it fails like a process that is killed."""

    def __init__(self, ends: int = 1 << 30) -> None:
        self.done: list[tuple[Callable[..., Any], Chunk]] = []
        self.ends = ends

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        if len(self.done) >= self.ends:
            raise ConnectionResetError
        (chunk,) = args
        self.done.append((fn, chunk))
        future: Future[Any] = Future()
        future.set_result(fn(chunk))
        return future

    def chunks(self, work: Callable[..., Any]) -> list[Chunk]:
        """Return the chunks that were given that work."""
        return [chunk for fn, chunk in self.done if fn is work]


def changed(
    monkeypatch: pytest.MonkeyPatch, game: str = GAME, what: str = "values", **words: Any
) -> None:
    """Change what a game's values or policy are learned with, during a test."""
    spec = replace(getattr(ROSTERS[game], what), **words)
    monkeypatch.setitem(ROSTERS, game, replace(ROSTERS[game], **{what: spec}))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a chunk have two games between players that don't think, and a test four pairs."""
    changed(monkeypatch, chunk=2, seats=(2, 3), agent=lambda network: RandomAgent(), test_pairs=4)
    monkeypatch.setattr(train, "CURVE_PAIRS", 4)


def run(folder: Path, executor: Here | None = None, plan: Plan = PLAN) -> list[Generation]:
    workers = Workers(executor or Here(), lambda: 2)
    return list(train.Training(plan, folder).run(workers, lambda done, planned, words: None))


def networks(folder: Path) -> list[str]:
    """Return the weights of each generation, without where they come from."""
    files = sorted(folder.glob("network-*.toml"))
    return [file.read_text("utf-8").partition("[weights]")[2] for file in files]


def test_another_seed_gives_other_weights(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder, seed in zip(folders, (3, 4), strict=True):
        run(folder, plan=replace(PLAN, seed=seed, generations=1))
    one, other = map(networks, folders)
    assert one != other


@pytest.mark.parametrize("ends", [1, 2, 3, 5])
def test_a_training_that_ended_goes_on_with_the_same_weights(tmp_path: Path, ends: int) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    run(whole)
    with pytest.raises(ConnectionResetError):
        run(broken, Here(ends))
    rest = Here()
    run(broken, rest)
    assert networks(broken) == networks(whole)
    assert len(rest.chunks(play_for_learning)) <= PLAN.generations * 2 - max(0, min(ends, 2) - 1)


def test_what_is_finished_is_not_repeated_leaves_no_positions_and_may_be_continued(
    tmp_path: Path,
) -> None:
    """Also positions left by an interrupt are removed."""
    run(tmp_path)
    idle, left = Here(), tmp_path / "positions-01-00000.zip"
    left.touch()
    assert run(tmp_path, idle) == []
    assert idle.done == []
    assert not left.exists()
    (more,) = run(tmp_path, plan=replace(PLAN, generations=3))
    assert more.number == 3
    assert not list(tmp_path.glob("positions-*"))
    left.mkdir()
    with pytest.raises(TrainingFailed, match=f"{left} can't be removed: "):
        run(tmp_path)


def test_only_a_checkouts_commit_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not that of a repository around the folder that boxtui is installed in."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ann", "-c", "user.email=ann@localhost"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    for place, known in ((tmp_path, True), (tmp_path / "site-packages", False)):
        place.mkdir(exist_ok=True)
        monkeypatch.setattr(train, "_CHECKOUT", place)
        assert (train._commit() != "unknown") is known


def test_the_curve_has_the_share_of_a_network_that_is_kept_until_another_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is measured in games of its own: a test that ends once it is clear shows too much."""
    changed(monkeypatch, agent=lambda network: GOOD if network else BAD, test_pairs=100)
    monkeypatch.setattr(train, "CURVE_PAIRS", 50)
    there = Here()
    first, second = run(tmp_path, there)
    assert (first.kept, second.kept) == (True, False)
    assert first.against_first == second.against_first != first.share
    pairs = (first.games_tested + second.games_tested) // 2 + 50
    sent_ahead = 3 * 3
    played = there.chunks(play_for_test)
    assert pairs <= len(played) <= pairs + sent_ahead
    assert len(set(played)) == len(played)


def test_a_fit_is_tested_with_whole_games_that_it_does_not_learn_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted: list[tuple[dict[int, Examples], dict[int, Examples]]] = []

    def noted(training_set: Any, held_out: Any, seed: int, hidden: int) -> Fit:
        fitted.append((training_set, held_out))
        return fit(training_set, held_out, seed, hidden)

    monkeypatch.setattr(train, "fit", noted)
    run(tmp_path, plan=replace(PLAN, generations=1, games=24))
    ((training_set, held_out),) = fitted
    chunks = [play_for_learning(Chunk(GAME, PLAN.seed, 1, at, 2, (b"",))) for at in range(12)]
    for part, numbers in ((held_out, (1, 11)), (training_set, (0, *range(2, 11)))):
        for seats, positions in part.items():
            played = [chunks[at][seats].features for at in numbers if seats in chunks[at]]
            assert positions.features.tobytes() == b"".join(played)


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (1, "You asked for 1 game per generation, rounded up to 2 to fill whole chunks.\n"),
        (3, "You asked for 3 games per generation, rounded up to 4 to fill whole chunks.\n"),
        (4, ""),
    ],
)
def test_the_command_says_if_games_are_rounded_up_and_the_file_if_one_chunk_leaves_no_test_of_a_fit(
    games: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    executor = Here()
    here = nullcontext(Workers(executor, lambda: 2))
    monkeypatch.setattr("boxtui.arena.workers.workers", lambda *_: here)
    words = ["train", GAME, "--generations", "1", "--folder", str(tmp_path), "--games", str(games)]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith(f"{said}Generation 1: ")
    assert len(executor.chunks(play_for_learning)) == (games + 1) // 2
    written = (tmp_path / "network-01.toml").read_text()
    assert ("not tested: too few games" in written) == (games == 1)


def test_only_its_owner_can_read_a_training_and_its_notes_keep_the_keys_that_folders_have_already(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "training" / "box"
    run(folder, plan=replace(PLAN, generations=1))
    assert {stat.S_IMODE(each.stat().st_mode) for each in (folder.parent, folder)} == {0o700}
    assert {stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()} == {0o600}
    (written,) = json.loads((folder / NOTES).read_text())["generations"]
    assert list(written) == [
        "number", "loss", "even", "share", "low", "high", "tested", "kept", "against_first",
    ]  # fmt: skip
    assert train.Training(PLAN, folder).generations[0].games_tested == written["tested"]


def test_a_folder_with_another_training_or_other_features_is_refused_and_left_as_it_is(
    tmp_path: Path,
) -> None:
    run(tmp_path)
    before = networks(tmp_path)
    with pytest.raises(TrainingFailed, match=f"{tmp_path}.*--folder"):
        run(tmp_path, plan=replace(PLAN, games=6))
    notes = json.loads((tmp_path / NOTES).read_text())
    notes["plan"]["features"] += 1
    (tmp_path / NOTES).write_text(json.dumps(notes))
    with pytest.raises(TrainingFailed, match="holds a training with other features: remove the"):
        run(tmp_path)
    assert networks(tmp_path) == before


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "[" * 100_000,
        "\udcff",
        '{"plan": 1, "generations": 2}',
        '{"plan": {}, "generations": [{}]}',
        '{"plan": {}, "generations": [5]}',
        '{"plan": {}, "generations": {"a": 1}}',
        json.dumps({"plan": {}, "generations": [GENERATION]}),
    ],
)
def test_notes_that_cannot_be_read_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / NOTES).write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(TrainingFailed, match=f"{NOTES} can't be read: remove the fold"):
        train.Training(PLAN, tmp_path)


def test_a_path_that_cannot_be_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    for path in (tmp_path / "a", tmp_path / "gone"):
        with pytest.raises(TrainingFailed, match=f"{path} is not a folder; name a folder with"):
            train.Training(PLAN, path)
    with pytest.raises(TrainingFailed, match=r"/proc/none can't be made .*: name another folder"):
        train.Training(PLAN, Path("/proc/none"))
    idle = Here()
    with pytest.raises(TrainingFailed, match=r"/proc can't be written .*: name another folder"):
        run(Path("/proc"), idle)
    assert not idle.done


def test_a_pipe_or_a_huge_file_in_place_of_the_notes_is_refused_at_once(tmp_path: Path) -> None:
    notes = tmp_path / NOTES
    os.mkfifo(notes)
    with pytest.raises(TrainingFailed, match=f"{notes} can't be used: it is not a file"):
        train.Training(PLAN, tmp_path)
    notes.unlink()
    notes.touch()
    os.truncate(notes, 4 << 40)
    with pytest.raises(TrainingFailed, match=f"{notes} can't be used: it has more than"):
        train.Training(PLAN, tmp_path)


def zipped(arrays: dict[str, bytes], compression: int = ZIP_STORED) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", compression) as packed:
        for name, content in arrays.items():
            packed.writestr(name, content)
    return file.getvalue()


def test_damaged_positions_are_named_and_played_again_once_removed(tmp_path: Path) -> None:
    whole, damaged = tmp_path / "whole", tmp_path / "damaged"
    run(whole)
    with pytest.raises(ConnectionResetError):
        run(damaged, Here(2))
    file, _ = sorted(damaged.glob("positions-*"))
    content = file.read_bytes()
    with ZipFile(file) as packed:
        arrays = {name: packed.read(name) for name in packed.namelist()}
    results = arrays["results2"]
    few, endless = (
        zipped(arrays | {"results2": wrong}) for wrong in (results[:-8], b"\xff" * len(results))
    )
    small = zipped(arrays, ZIP_DEFLATED)
    said = re.escape(f"{file} can't be read: remove it, and its games are played again.")
    for each in (b"", b"x", content[: len(content) // 2], content[:-1], few, endless, small, None):
        file.unlink()
        os.mkfifo(file) if each is None else file.write_bytes(each)
        with pytest.raises(TrainingFailed, match=said):
            run(damaged)
    file.unlink()
    run(damaged)
    assert networks(damaged) == networks(whole)


@cache
def some_positions() -> bytes:
    return _packed(play_for_learning(Chunk(GAME, 1, 1, 0, 1, (b"",))))


@given(st.lists(st.tuples(st.integers(-400, 400), st.integers(0, 255)), min_size=1, max_size=8))
def test_positions_with_any_wrong_bytes_are_read_or_refused(wrong: list[tuple[int, int]]) -> None:
    content = bytearray(some_positions())
    for at, byte in wrong:
        content[at] = byte
    with TemporaryDirectory() as folder:
        training = train.Training(replace(PLAN, games=2), Path(folder))
        (Path(folder) / "positions-01-00000.zip").write_bytes(content)
        with suppress(TrainingFailed):
            training.folder.positions(1, 0)


@pytest.mark.parametrize(
    "content", [b"garbage", b"", bytes(1 << 20), None], ids=["other", "empty", "long", "missing"]
)
def test_a_damaged_network_is_named(content: bytes | None, tmp_path: Path) -> None:
    run(tmp_path, plan=replace(PLAN, generations=1))
    notes, file = tmp_path / NOTES, tmp_path / "network-01.toml"
    notes.write_text(notes.read_text().replace('"kept": false', '"kept": true'))
    file.unlink() if content is None else file.write_bytes(content)
    with pytest.raises(TrainingFailed, match=f"{file} can't be .*remove the folder, or name"):
        run(tmp_path)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (PLAN, b"boxtui train free-the-box --seed 3"),
        (Plan("free-o", 3, 2, 2, policy=True), b"boxtui train free-o --policy --seed 3"),
    ],
    ids=["values", "a policy"],
)
def test_a_trained_network_is_read_and_its_notes_say_where_it_comes_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, plan: Plan, said: bytes
) -> None:
    changed(monkeypatch, "free-o", "policy", test_pairs=4)
    assert [each.games_tested for each in run(tmp_path, plan=plan)] == [8, 8]
    spec = selfplay.learning(plan.game, policy=plan.policy)
    assert spec is not None
    content = (tmp_path / "network-02.toml").read_bytes()
    assert read_network(content, spec.features).inputs == spec.features.count
    for words in (said, b"generation_2 = ", b"date = "):
        assert words in content


@pytest.mark.parametrize(("plays", "pairs"), [("worse", 200), ("alike", 200), ("better", 1000)])
def test_a_network_is_only_kept_if_it_is_clearly_better(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, plays: str, pairs: int
) -> None:
    def agent(network: Network | None) -> Agent:
        return GOOD if plays == ("better" if network else "worse") else RandomAgent()

    changed(monkeypatch, agent=agent, chunk=20, test_pairs=pairs)
    (generation,) = run(tmp_path, plan=replace(PLAN, generations=1))
    is_better = plays == "better"
    assert (generation.kept, (tmp_path / WEIGHTS_FILE).exists()) == (is_better, is_better)


def test_a_curve_begins_at_a_half_and_has_a_point_for_each_generation() -> None:
    tested = [Generation(at, 0.6, 0.7, 0.55, 0.51, 0.59, 100, True, 0.5 + at / 10) for at in (1, 2)]
    assert {">0.50<", ">0.60<", ">0.70<"} <= {*re.findall(">[0-9.]+<", curve(tested))}
    assert ">0.50<" in chart("of equal shares", [Point("1", 0.5), Point("2", 0.5)])


def test_a_network_is_tested_from_both_seats_alike_with_the_same_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What one has is what the other lacks, and equal networks share each pair of games."""
    assert play_for_test(Chunk(GAME, 1, 1, 0, 4, (b"", b""))) == [0.5] * 4
    changed(monkeypatch, agent=lambda network: GOOD if network else RandomAgent())
    weights = packaged("ai.free_the_box", WEIGHTS_FILE)
    better = play_for_test(Chunk(GAME, 1, 1, 0, 40, (weights, b"")))
    worse = play_for_test(Chunk(GAME, 1, 1, 0, 40, (b"", weights)))
    assert [one + other for one, other in zip(better, worse, strict=True)] == [1.0] * 40


def test_games_of_agents_that_repeat_begin_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same opening for both games of a pair."""
    begin, begun = selfplay._begun, list[str]()

    def noted(*given: Any) -> State:
        state = begin(*given)
        begun.append(state.text())
        return state

    monkeypatch.setattr(selfplay, "_begun", noted)
    changed(monkeypatch, "box", agent=lambda network: RandomAgent())
    play_for_test(Chunk("box", 1, 1, 0, 3, (b"", b"")))
    assert begun[::2] == begun[1::2]
    assert len(set(begun)) == 3


def test_some_moves_of_the_games_to_learn_from_are_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """About one in twenty; the agent is asked for all others."""
    asked = list[int]()

    class Asked(Agent):
        def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
            asked.append(1)
            return Choice(state.random_move(rng), (), 1)

    decisions = 0

    def is_seen(state: State) -> bool:
        nonlocal decisions
        decisions += state.current_player() >= 0 and len(state.legal_moves()) > 1
        return False

    changed(monkeypatch, "box", agent=lambda network: Asked(), is_seen=is_seen)
    play_for_learning(Chunk("box", 1, 1, 0, 40, (b"",)))
    assert decisions > 2000
    assert 0.03 < 1 - len(asked) / decisions < 0.07


def test_a_part_of_a_game_is_learned_from_its_own_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """In FREE-O, positions of a hand are learned from the totals after it, the last from FRO-3."""
    changed(monkeypatch, "free-o", seats=(3,), agent=lambda network: RandomAgent())
    found = play_for_learning(Chunk("free-o", 1, 1, 0, 1, (b"",)))
    results = np.frombuffer(found[3].results, np.float32).reshape(-1, 3)
    assert np.allclose(results.sum(axis=1), 1.0)
    ends = np.flatnonzero(np.any(results[1:] != results[:-1], axis=1))
    assert len(ends) > 1
    assert results[0].max() < 0.5
    assert set(results[-1]) == {0.0, 1.0}


def test_a_policy_learns_from_what_moves_are_worth() -> None:
    """In FREE-O, each decision gives the features of its moves, and what they are worth."""
    spec = ROSTERS["free-o"].policy
    assert spec is not None
    chunk = Chunk("free-o", 1, 1, 0, 1, (b"",), policy=True)
    found = play_for_learning(chunk)
    assert found == play_for_learning(chunk)
    assert len(found) > 1
    for moves, positions in found.items():
        worths = np.frombuffer(positions.results, np.float32).reshape(-1, moves)
        assert moves > 1
        assert np.allclose(worths.sum(axis=1), 0.0, atol=1e-3)
        assert 0.1 < np.abs(worths).mean() < 5.0
        features = np.frombuffer(positions.features, np.float32)
        assert len(features) == worths.size * spec.features.count


@pytest.mark.parametrize(("seats", "seed"), [(4, 0), (6, 3)])
def test_a_policy_learns_nothing_from_a_game_that_is_nearly_decided(seats: int, seed: int) -> None:
    """A point is worth so little there that the errors of the shares look like many points."""
    worths = [worth for _, found in examples(None, seats, Random(seed)) for worth in found]
    assert 1.0 < max(map(abs, worths)) < 5.0
