"""Training: self-play, a fit, a test against the best so far; again and again, in generations."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Any, Final, TypeVar
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy as np

from ai.learned.weights import LARGEST, WEIGHTS_FILE, read_network, weights_text
from ai.levels import ROSTERS
from boxtui import __version__
from boxtui.arena.intervals import Sample, early_aim
from boxtui.arena.workers import Workers
from boxtui.core import BadFile, BadOption
from boxtui.system import textfile
from boxtui.training.fit import Examples, Fit, fit, fit_policy
from boxtui.training.report import FAIR, Generation, curve, sentence
from boxtui.training.selfplay import (
    Chunk,
    Positions,
    learning,
    play_for_learning,
    play_for_test,
)

CURVE_PAIRS: Final = 500
"""The pairs of games against play without a network, for the curve."""

NOTES: Final = "training.json"
CURVE: Final = "curve.svg"

FEATURES: Final = "features"
RESULTS: Final = "results"
"""The names of arrays in files of positions, before the number of seats or moves."""

_ANEW: Final = "remove the folder, or name another one with --folder"

_DAMAGED: Final = (OSError, ValueError, LookupError, EOFError, RuntimeError, BadZipFile)
"""What reading a damaged file of positions raises."""


class TrainingFailed(Exception):
    """Raised if training can't start or go on; the message says why in one sentence."""


@dataclass(frozen=True)
class Plan:
    """What to train.

    Attributes:
        game: the game's key.
        seed: the seed of everything random.
        generations: the number of networks fitted.
        games: the number of games that each of them learns from.
        policy: whether the policy is learned, and not the evaluation.
    """

    game: str
    seed: int
    generations: int
    games: int
    policy: bool = False


TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

OnProgress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


class Training:
    """A training in a folder, from which it can be continued however it ended.

    The folder holds the plan and the results so far (`NOTES`), the positions of the generation
    being played, the network of each generation and the best of them (`WEIGHTS_FILE`).
    """

    def __init__(self, plan: Plan, folder: Path) -> None:
        """Continue what is in the folder.

        Raises BadOption if the game has no such training, TrainingFailed if that is another plan.
        """
        self.plan = plan
        self.folder = folder
        spec = learning(plan.game, policy=plan.policy)
        if spec is None:
            learned = ", ".join(game for game in ROSTERS if learning(game, policy=plan.policy))
            what = "no policy" if plan.policy else "nothing"
            raise BadOption(f"There is {what} to train for {plan.game}, only for: {learned}.")
        self.spec = spec
        self.generations = self._noted()

    def _noted(self) -> list[Generation]:
        """Return the generations in the notes, if there are notes, which must be of this plan."""
        path = self.folder / NOTES
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            found = json.loads(textfile.content(path))
            written = {"policy": False, **dict(found["plan"])}
            generations = [Generation(**each) for each in found["generations"]]
            figures = [asdict(each) for each in generations]
            if [each["number"] for each in figures] != list(range(1, len(figures) + 1)) or not all(
                isinstance(each, int | float) for row in figures for each in row.values()
            ):
                raise ValueError
        except FileNotFoundError:
            return []
        except OSError as fault:
            raise TrainingFailed(f"{fault.filename} can't be used: {fault.strerror}.") from fault
        except (ValueError, KeyError, TypeError, RecursionError) as fault:
            raise TrainingFailed(f"{path} can't be read: {_ANEW}.") from fault
        wanted = asdict(self.plan) | {"features": self.spec.features.version}
        if {**written, "generations": 0} != {**wanted, "generations": 0}:
            raise TrainingFailed(
                f"{self.folder} holds another training: name another folder with --folder, or "
                f"use its options ({_options(written)})."
            )
        return generations

    def run(self, workers: Workers, on_progress: OnProgress) -> Iterator[Generation]:
        """Yield every generation as it ends; those of an earlier run are not repeated.

        Raises TrainingFailed if a file can't be written, and WorkersFailed.
        """
        for number in range(len(self.generations) + 1, self.plan.generations + 1):
            generation = self._generation(number, workers, on_progress)
            self.generations.append(generation)
            self._write_notes()
            self._forget_positions(number)
            yield generation

    def best(self) -> bytes:
        """Return the best network's file; empty if none beats play without a network.

        Raises TrainingFailed if it is missing or damaged.
        """
        kept = [each.number for each in self.generations if each.kept]
        if not kept:
            return b""
        path = self._network(kept[-1])
        try:
            content = textfile.content(path, LARGEST)
            read_network(content, self.spec.features, path.name)
        except OSError as fault:
            raise TrainingFailed(f"{path} can't be read ({fault.strerror}): {_ANEW}.") from fault
        except BadFile as fault:
            raise TrainingFailed(f"{path} can't be used: {_ANEW}. {fault}") from fault
        return content

    def summary(self) -> str:
        """Return the last line to print."""
        if not any(each.kept for each in self.generations):
            return "No network is better than play without one."
        best = self.folder / WEIGHTS_FILE
        return f"The best weights are in {best}, and {self.folder / CURVE} shows their strength."

    def _network(self, number: int) -> Path:
        return self.folder / f"network-{number:02}.toml"

    def _generation(self, number: int, workers: Workers, on_progress: OnProgress) -> Generation:
        best = self.best()
        self._play(number, best, workers, on_progress)
        on_progress(f"generation {number}: fitting", 0, 1)
        learn = fit_policy if self.plan.policy else fit
        found = learn(self._examples(number), self.plan.seed + number, self.spec.features.hidden)
        network = self._text(number, found, ()).encode()
        sample = self._tested(
            number, (network, best), self.spec.tested, workers, on_progress, early=True
        )
        low, high = sample.at_any_time(early_aim(self.spec.tested))
        kept = low > FAIR
        newest = network if kept else best
        first = FAIR
        if newest:
            first = self._tested(number, (newest, b""), CURVE_PAIRS, workers, on_progress).mean
        generation = Generation(
            number=number,
            loss=found.loss,
            even=found.even,
            share=sample.mean,
            low=low,
            high=high,
            tested=2 * sample.count,
            kept=kept,
            against_first=first,
        )
        text = self._text(number, found, (*self.generations, generation))
        self._write(self._network(number), text)
        if kept:
            self._write(self.folder / WEIGHTS_FILE, text)
        return generation

    def _positions(self, number: int, chunk: int) -> Path:
        return self.folder / f"positions-{number:02}-{chunk:05}.zip"

    @property
    def _chunks(self) -> int:
        """The number of chunks in which a generation's games are played."""
        return ceil(self.plan.games / self.spec.chunk)

    def _chunk(self, number: int, at: int, games: int, weights: tuple[bytes, ...]) -> Chunk:
        """Return a chunk of a generation."""
        plan = self.plan
        return Chunk(plan.game, plan.seed, number, at, games, weights, plan.policy)

    def _play(self, number: int, best: bytes, workers: Workers, on_progress: OnProgress) -> None:
        """Play the generation's games, except those whose positions are there already."""
        missing = [at for at in range(self._chunks) if not self._positions(number, at).exists()]
        tasks = [self._chunk(number, at, self.spec.chunk, (best,)) for at in missing]
        played = workers.in_order(play_for_learning, tasks)
        for done, (at, positions) in enumerate(zip(missing, played, strict=True)):
            self._write(self._positions(number, at), _packed(positions))
            there = self._chunks - len(missing) + done + 1
            on_progress(f"generation {number}: playing", there, self._chunks)

    def _examples(self, number: int) -> dict[int, Examples]:
        """Return the positions of a generation, by the number of seats, or of moves."""
        parts: dict[int, list[Examples]] = {}
        for chunk in range(self._chunks):
            for rows, examples in self._unpacked(self._positions(number, chunk)).items():
                parts.setdefault(rows, []).append(examples)
        return {
            rows: Examples(
                np.concatenate([each.features for each in parts[rows]]),
                np.concatenate([each.results for each in parts[rows]]),
            )
            for rows in sorted(parts)
        }

    def _unpacked(self, path: Path) -> dict[int, Examples]:
        """Return what `_packed` wrote. Raises TrainingFailed if the file is missing or damaged."""
        try:
            with textfile.opened(path) as file, ZipFile(file) as packed:
                if any(each.compress_type != ZIP_STORED for each in packed.infolist()):
                    raise BadZipFile
                arrays = {
                    name: np.frombuffer(packed.read(name), np.float32) for name in packed.namelist()
                }
            counts = [int(name.removeprefix(RESULTS)) for name in arrays if RESULTS in name]
            found = {
                rows: Examples(
                    arrays[f"{FEATURES}{rows}"].reshape(-1, rows, self.spec.features.count),
                    arrays[f"{RESULTS}{rows}"].reshape(-1, rows),
                )
                for rows in counts
            }
            if not all(map(_is_whole, found.values())):
                raise BadZipFile
        except _DAMAGED as fault:
            raise TrainingFailed(
                f"{path} can't be read: remove it, and its games are played again."
            ) from fault
        return found

    def _tested(
        self,
        number: int,
        networks: tuple[bytes, bytes],
        pairs: int,
        workers: Workers,
        on_progress: OnProgress,
        early: bool = False,
    ) -> Sample:
        """Return the first network's shares; `early` ends the test once it is clear."""
        size = max(1, self.spec.chunk // 2)
        tasks = (self._chunk(number, at, size, networks) for at in range(ceil(pairs / size)))
        sample = Sample()
        for shares in workers.in_order(play_for_test, tasks):
            for share in shares:
                sample.add(share)
            low, high = sample.at_any_time(early_aim(pairs))
            if early and not low <= FAIR <= high:
                break
            on_progress(f"generation {number}: testing", min(sample.count, pairs), pairs)
        return sample

    def _text(self, number: int, found: Fit, generations: Sequence[Generation]) -> str:
        """Return the network's file, with the results of the generations so far."""
        plan = self.plan
        provenance = {
            "command": f"boxtui train {_options(asdict(plan))}",
            "boxtui": __version__,
            "commit": _commit(),
            "date": datetime.now(UTC).date().isoformat(),
            "generation": str(number),
            "games": str(number * self._chunks * self.spec.chunk),
            "loss": f"{found.loss:.4f}; of equal scores {found.even:.4f}",
            **{f"generation_{each.number}": sentence(each) for each in generations},
        }
        return weights_text(self.spec.features, provenance, found.layers)

    def _write_notes(self) -> None:
        plan = asdict(self.plan) | {"features": self.spec.features.version}
        notes = {"plan": plan, "generations": [asdict(each) for each in self.generations]}
        self._write(self.folder / CURVE, curve(self.generations))
        self._write(self.folder / NOTES, json.dumps(notes, indent=2) + "\n")

    def _write(self, path: Path, content: str | bytes) -> None:
        if why := textfile.replace(path, content):
            raise TrainingFailed(why)

    def _forget_positions(self, number: int) -> None:
        for chunk in range(self._chunks):
            self._positions(number, chunk).unlink(missing_ok=True)


def _is_whole(examples: Examples) -> bool:
    """Whether there are as many results as positions, all of them finite numbers."""
    each = (examples.features, examples.results)
    return len(each[0]) == len(each[1]) and all(
        bool(np.isfinite(numbers).all()) for numbers in each
    )


def _commit() -> str:
    """Return the commit of the checkout that boxtui is in; "unknown" elsewhere."""
    git = shutil.which("git")
    if git is None:
        return "unknown"
    command = [git, "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return answer.stdout.strip() if answer.returncode == 0 else "unknown"


def _options(plan: dict[str, Any]) -> str:
    """Return the arguments of `boxtui train` for a plan, which may come from damaged notes."""
    game, seed, games = plan.get("game"), plan.get("seed"), plan.get("games")
    options = f"--seed {seed} --games {games} --generations {plan.get('generations')}"
    return f"{game} --policy {options}" if plan.get("policy") else f"{game} {options}"


def _packed(positions: dict[int, Positions]) -> bytes:
    """Return the content of a file that keeps a chunk's positions."""
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        for rows, each in positions.items():
            packed.writestr(ZipInfo(f"{FEATURES}{rows}"), each.features)
            packed.writestr(ZipInfo(f"{RESULTS}{rows}"), each.results)
    return file.getvalue()
