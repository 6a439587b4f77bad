"""The folder of a training, from which it goes on however it ended."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy as np

from ai.learned.weights import LARGEST, WEIGHTS_FILE, FeatureSet, read_network
from boxtui.core import BadFile
from boxtui.system import textfile
from boxtui.system.failure import Failure
from boxtui.training.fit import Examples
from boxtui.training.report import Generation, curve
from boxtui.training.selfplay import PackedExamples
from saves.files import make_private

NOTES: Final = "training.json"
CURVE: Final = "curve.svg"

FEATURES: Final = "features"
RESULTS: Final = "results"
"""The names of arrays in files of positions, before the number of seats or moves. In the notes, the
first is the key of the features' version.
"""

_NOTED_AS: Final = {"uniform_loss": "even", "games_tested": "tested"}
"""The keys in the notes for what has another name in a `Generation`; folders have them already."""

_ANEW: Final = "remove the folder, or name another one with --folder"

_DAMAGED: Final = (OSError, ValueError, LookupError, EOFError, RuntimeError, BadZipFile)
"""What reading a damaged file of positions raises."""


class TrainingFailed(Failure):
    """Raised if training can't start or go on; the message says why in one sentence."""


@dataclass(frozen=True)
class Plan:
    """What to train.

    Attributes:
        game: the game's key.
        seed: the seed of everything random.
        generations: the number of networks fitted.
        games: the number of games played for each of them, rounded up to whole chunks; some are
            held out to test the fit.
        policy: whether the policy is learned, and not the evaluation.
    """

    game: str
    seed: int
    generations: int
    games: int
    policy: bool = False


def train_arguments(plan: dict[str, Any]) -> str:
    """Return the arguments of `boxtui train` for a plan, which may come from damaged notes."""
    game, seed, games = plan.get("game"), plan.get("seed"), plan.get("games")
    numbers = f"--seed {seed} --games {games} --generations {plan.get('generations')}"
    return f"{game} --policy {numbers}" if plan.get("policy") else f"{game} {numbers}"


class TrainingFolder:
    """The files of a training.

    They are the plan and the results so far (`NOTES`), their image (`CURVE`), the positions of the
    generation being played, the network of each generation and the best of them (`WEIGHTS_FILE`).
    Every method raises TrainingFailed if a file is damaged, or can't be read, written or removed.
    """

    def __init__(self, path: Path, features: FeatureSet) -> None:
        self.path = path
        self.features = features

    def make(self) -> None:
        """Make the folder if needed."""
        try:
            make_private(self.path)
        except FileExistsError as fault:
            raise TrainingFailed(
                f"{fault.filename} is not a folder; name a folder with --folder."
            ) from fault
        except OSError as fault:
            raise TrainingFailed(
                f"{self.path} can't be made ({fault.strerror}): name another folder with --folder."
            ) from fault

    def refuse_unwritable(self) -> None:
        """Raises TrainingFailed if no file can be made in the folder, as in /proc."""
        try:
            TemporaryFile(dir=self.path).close()
        except OSError as fault:
            raise TrainingFailed(
                f"{self.path} can't be written ({fault.strerror}): name another folder with "
                "--folder."
            ) from fault

    def noted(self, plan: Plan) -> list[Generation]:
        """Return the generations so far.

        Raises TrainingFailed if the folder holds another plan, except for the number of
        generations, or a training with other features.
        """
        path = self.path / NOTES
        try:
            written, generations = _read_notes(textfile.content(path))
        except FileNotFoundError:
            return []
        except OSError as fault:
            raise TrainingFailed(f"{fault.filename} can't be used: {fault.strerror}.") from fault
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
            raise TrainingFailed(f"{path} can't be read: {_ANEW}.") from fault
        asked = self._plan(plan) | {"generations": written.get("generations")}
        if written | {FEATURES: self.features.version} != asked:
            raise TrainingFailed(
                f"{self.path} holds another training: name another folder with --folder, or "
                f"use its options ({train_arguments(written)})."
            )
        if written != asked:
            raise TrainingFailed(f"{self.path} holds a training with other features: {_ANEW}.")
        return generations

    def write_notes(self, plan: Plan, generations: Sequence[Generation]) -> None:
        """Note the generations so far, and draw their curve."""
        notes = {"plan": self._plan(plan), "generations": [_noted(each) for each in generations]}
        self._write(self.path / CURVE, curve(generations))
        self._write(self.path / NOTES, json.dumps(notes, indent=2) + "\n")

    def _plan(self, plan: Plan) -> dict[str, Any]:
        return asdict(plan) | {FEATURES: self.features.version}

    def network(self, number: int) -> bytes:
        """Return the file with the network of a generation."""
        path = self._network_path(number)
        try:
            content = textfile.content(path, LARGEST)
            read_network(content, self.features, path.name)
        except OSError as fault:
            raise TrainingFailed(f"{path} can't be read ({fault.strerror}): {_ANEW}.") from fault
        except BadFile as fault:
            raise TrainingFailed(f"{path} can't be used: {_ANEW}. {fault}") from fault
        return content

    def write_network(self, number: int, text: str, *, is_best: bool) -> None:
        """Keep the network of a generation, as the best one, too, if it `is_best`."""
        self._write(self._network_path(number), text)
        if is_best:
            self._write(self.path / WEIGHTS_FILE, text)

    def _network_path(self, number: int) -> Path:
        return self.path / f"network-{number:02}.toml"

    def has_positions(self, number: int, chunk: int) -> bool:
        """Whether a chunk of a generation has been played."""
        return os.path.lexists(self._positions_path(number, chunk))

    def positions(self, number: int, chunk: int) -> dict[int, Examples]:
        """Return a chunk's positions, by the number of seats, or of moves."""
        path = self._positions_path(number, chunk)
        try:
            return self._unpacked(path)
        except _DAMAGED as fault:
            raise TrainingFailed(
                f"{path} can't be read: remove it, and its games are played again."
            ) from fault

    def write_positions(
        self, number: int, chunk: int, positions: dict[int, PackedExamples]
    ) -> None:
        """Keep a chunk's positions."""
        self._write(self._positions_path(number, chunk), _packed(positions))

    def forget_positions(self, number: int) -> None:
        """Remove the positions of a generation, which are large."""
        try:
            for path in self.path.glob(f"positions-{number:02}-*.zip"):
                path.unlink(missing_ok=True)
        except OSError as fault:
            raise TrainingFailed(f"{fault.filename} can't be removed: {fault.strerror}.") from fault

    def _positions_path(self, number: int, chunk: int) -> Path:
        return self.path / f"positions-{number:02}-{chunk:05}.zip"

    def _unpacked(self, path: Path) -> dict[int, Examples]:
        """Return what `_packed` wrote. Raises one of `_DAMAGED`."""
        with textfile.opened(path) as file, ZipFile(file) as packed:
            if any(each.compress_type != ZIP_STORED for each in packed.infolist()):
                raise BadZipFile
            arrays = {
                name: np.frombuffer(packed.read(name), np.float32) for name in packed.namelist()
            }
        counts = [int(name.removeprefix(RESULTS)) for name in arrays if RESULTS in name]
        found = {
            rows: Examples(
                arrays[f"{FEATURES}{rows}"].reshape(-1, rows, self.features.count),
                arrays[f"{RESULTS}{rows}"].reshape(-1, rows),
            )
            for rows in counts
        }
        if not all(map(_is_whole, found.values())):
            raise BadZipFile
        return found

    def _write(self, path: Path, content: str | bytes) -> None:
        if why := textfile.replace(path, content):
            raise TrainingFailed(why)


def _noted(generation: Generation) -> dict[str, Any]:
    """Return a generation by the keys that it has in the notes."""
    return {_NOTED_AS.get(name, name): figure for name, figure in asdict(generation).items()}


def _read_notes(content: bytes) -> tuple[dict[str, Any], list[Generation]]:
    """Return a plan and its generations.

    Raises ValueError, KeyError, TypeError or AttributeError if damaged.
    """
    found = json.loads(content)
    names = {key: name for name, key in _NOTED_AS.items()}
    generations = [
        Generation(**{names.get(key, key): figure for key, figure in each.items()})
        for each in found["generations"]
    ]
    figures = [asdict(each) for each in generations]
    if [each["number"] for each in figures] != list(range(1, len(figures) + 1)) or not all(
        isinstance(each, int | float) for row in figures for each in row.values()
    ):
        raise ValueError
    return {"policy": False, **dict(found["plan"])}, generations


def _is_whole(examples: Examples) -> bool:
    """Whether there are as many results as positions, all of them finite numbers."""
    each = (examples.features, examples.results)
    return len(each[0]) == len(each[1]) and all(
        bool(np.isfinite(numbers).all()) for numbers in each
    )


def _packed(positions: dict[int, PackedExamples]) -> bytes:
    """Return the content of a file that keeps a chunk's positions."""
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        for rows, each in positions.items():
            packed.writestr(ZipInfo(f"{FEATURES}{rows}"), each.features)
            packed.writestr(ZipInfo(f"{RESULTS}{rows}"), each.results)
    return file.getvalue()
