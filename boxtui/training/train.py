"""Training: self-play, a fit, a test against the best so far; again and again, in generations."""

import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from typing import Final

import numpy as np

from ai.learned.weights import WEIGHTS_FILE, weights_text
from ai.levels import ROSTERS
from boxtui import __version__
from boxtui.arena.intervals import Sample, early_aim
from boxtui.arena.workers import Workers
from boxtui.core import BadOption
from boxtui.training.fit import Examples, Fit, fit, fit_policy
from boxtui.training.folder import CURVE, Plan, TrainingFolder, train_arguments
from boxtui.training.report import FAIR, Generation, sentence
from boxtui.training.selfplay import Chunk, learning, play_for_learning, play_for_test
from boxtui.wording import counted

CURVE_PAIRS: Final = 500
"""The pairs of games against play without a network, for the curve."""

HELD_OUT: Final = 10
"""One chunk in so many is held out to test a fit, the second one first. They are whole games,
because the positions of one game are much alike. A single chunk is needed for the fit, which isn't
tested then.
"""

_CHECKOUT: Final = Path(__file__).resolve().parents[2]
"""The folder that has the packages; in a checkout, the repository."""

OnStep = Callable[[int, int, str], None]
"""Called with how much is done, how much there is to do, and words for what is counted."""


class Training:
    """A training in a folder, from which it can be continued however it ended."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        """Continue what is in the folder.

        Raises BadOption if the game has no such training, and TrainingFailed if the folder holds
        another one or can't be used.
        """
        self.plan = plan
        spec = learning(plan.game, policy=plan.policy)
        if spec is None:
            learned = ", ".join(game for game in ROSTERS if learning(game, policy=plan.policy))
            what = "no policy" if plan.policy else "nothing"
            raise BadOption(f"There is {what} to train for {plan.game}, only for: {learned}.")
        self.spec = spec
        self.folder = TrainingFolder(folder, spec.features)
        self.folder.make()
        self.generations = self.folder.noted(plan)

    def run(self, workers: Workers, on_progress: OnStep) -> Iterator[Generation]:
        """Yield every generation as it ends; those of an earlier run are not repeated.

        Raises TrainingFailed if a file can't be read or written, and WorkersFailed.
        """
        for generation in self.generations:  # an earlier run may have ended before it did this
            self.folder.forget_positions(generation.number)
        for number in range(len(self.generations) + 1, self.plan.generations + 1):
            generation = self._generation(number, workers, on_progress)
            self.generations.append(generation)
            self.folder.write_notes(self.plan, self.generations)
            self.folder.forget_positions(number)
            yield generation

    def best(self) -> bytes:
        """Return the best network's file; empty if none beats play without a network.

        Raises TrainingFailed if it is missing or damaged.
        """
        kept = [each.number for each in self.generations if each.kept]
        return self.folder.network(kept[-1]) if kept else b""

    def rounding(self) -> str:
        """Return how many games a generation has, in a line, if more than asked for; else ""."""
        asked, played = self.plan.games, self._chunks * self.spec.chunk
        if asked == played:
            return ""
        whole = f"rounded up to {played} to fill whole chunks"
        return f"You asked for {counted(asked, 'game')} per generation, {whole}."

    def summary(self) -> str:
        """Return the last line to print."""
        if not any(each.kept for each in self.generations):
            return "No network is better than play without one."
        folder = self.folder.path
        best = folder / WEIGHTS_FILE
        return f"The best weights are in {best}, and {folder / CURVE} shows their strength."

    def _generation(self, number: int, workers: Workers, on_progress: OnStep) -> Generation:
        self.folder.refuse_unwritable()
        best = self.best()
        self._play(number, best, workers, on_progress)
        on_progress(0, 1, f"network of generation {number} fitted")
        learn = fit_policy if self.plan.policy else fit
        held_out = range(1, self._chunks, HELD_OUT)
        training_set = [at for at in range(self._chunks) if at not in held_out]
        examples = self._examples(number, training_set), self._examples(number, held_out)
        found = learn(*examples, self.plan.seed + number, self.spec.features.hidden)
        network = self._text(number, found, ()).encode()
        sample = self._test_against_best(number, (network, best), workers, on_progress)
        low, high = sample.at_any_time(early_aim(self.spec.test_pairs))
        kept = low > FAIR
        if kept:
            tested = self.spec.test_pairs  # the curve is measured in games that no test had
            pairs = range(tested, tested + CURVE_PAIRS)
            *_, curve = self._samples(number, (network, b""), pairs, workers, on_progress)
            against_first = curve.mean
        else:  # the best network is still the same
            against_first = self.generations[-1].against_first if self.generations else FAIR
        generation = Generation(
            number=number,
            loss=found.loss,
            uniform_loss=found.uniform_loss,
            share=sample.mean,
            low=low,
            high=high,
            games_tested=2 * sample.count,
            kept=kept,
            against_first=against_first,
        )
        text = self._text(number, found, (*self.generations, generation))
        self.folder.write_network(number, text, is_best=kept)
        return generation

    @property
    def _chunks(self) -> int:
        """The number of chunks in which a generation's games are played."""
        return ceil(self.plan.games / self.spec.chunk)

    def _chunk(self, number: int, at: int, games: int, weights: tuple[bytes, ...]) -> Chunk:
        """Return a chunk of a generation."""
        plan = self.plan
        return Chunk(plan.game, plan.seed, number, at, games, weights, plan.policy)

    def _play(self, number: int, best: bytes, workers: Workers, on_progress: OnStep) -> None:
        """Play the generation's games, except those whose positions are there already."""
        missing = [at for at in range(self._chunks) if not self.folder.has_positions(number, at)]
        tasks = [self._chunk(number, at, self.spec.chunk, (best,)) for at in missing]
        done, words = self._chunks - len(missing), f"chunks of generation {number} played"
        on_progress(done, self._chunks, words)
        played = workers.in_order(play_for_learning, tasks)
        for at, positions in zip(missing, played, strict=True):
            self.folder.write_positions(number, at, positions)
            done += 1
            on_progress(done, self._chunks, words)

    def _examples(self, number: int, chunks: Iterable[int]) -> dict[int, Examples]:
        """Return the positions of a generation's chunks, by the number of seats, or of moves."""
        parts: dict[int, list[Examples]] = {}
        for chunk in chunks:
            for rows, examples in self.folder.positions(number, chunk).items():
                parts.setdefault(rows, []).append(examples)
        return {
            rows: Examples(
                np.concatenate([each.features for each in parts[rows]]),
                np.concatenate([each.results for each in parts[rows]]),
            )
            for rows in sorted(parts)
        }

    def _test_against_best(
        self, number: int, networks: tuple[bytes, bytes], workers: Workers, on_progress: OnStep
    ) -> Sample:
        """Return the first network's shares; the test ends once it is clear."""
        pairs = self.spec.test_pairs
        for sample in self._samples(number, networks, range(pairs), workers, on_progress):
            low, high = sample.at_any_time(early_aim(pairs))
            if not low <= FAIR <= high:
                break
        return sample

    def _samples(
        self,
        number: int,
        networks: tuple[bytes, bytes],
        pairs: range,
        workers: Workers,
        on_progress: OnStep,
    ) -> Iterator[Sample]:
        """Play the chunks with these pairs of games; after each, yield the first network's shares.

        A chunk is played whole, so the number of pairs is rounded up.
        """
        size = max(1, self.spec.chunk // 2)
        first = ceil(pairs.start / size)
        numbers = range(first, first + ceil(len(pairs) / size))
        chunks = [self._chunk(number, at, size, networks) for at in numbers]
        sample, words = Sample(), f"pairs of games that test generation {number}"
        on_progress(0, len(pairs), words)
        for shares in workers.in_order(play_for_test, chunks):
            for share in shares:
                sample.add(share)
            yield sample
            on_progress(min(sample.count, len(pairs)), len(pairs), words)

    def _text(self, number: int, found: Fit, generations: tuple[Generation, ...]) -> str:
        """Return the network's file, with the results of the generations so far.

        Its `games` are those of all generations so far, with those held out, but without tests.
        """
        loss = f"{found.loss:.4f}; of equal scores {found.uniform_loss:.4f}"
        provenance = {
            "command": f"boxtui train {train_arguments(asdict(self.plan))}",
            "boxtui": __version__,
            "commit": _commit(),
            "date": datetime.now(UTC).date().isoformat(),
            "generation": str(number),
            "games": str(number * self._chunks * self.spec.chunk),
            "loss": loss if self._chunks > 1 else "not tested: too few games",
            **{f"generation_{each.number}": sentence(each) for each in generations},
        }
        return weights_text(self.spec.features, provenance, found.layers)


def _commit() -> str:
    """Return the commit of the checkout that boxtui is in; "unknown" elsewhere."""
    git = shutil.which("git")
    if git is None:
        return "unknown"
    command = [git, "-C", str(_CHECKOUT), "rev-parse", "--show-toplevel", "HEAD"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        return "unknown"
    repository, commit = answer.stdout.splitlines()
    return commit if Path(repository) == _CHECKOUT else "unknown"
