"""The files that hold a network's weights and where they come from."""

from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Final

from librt.vecs import vec

from ai.learned.network import Network
from boxtui.core import BadFile
from boxtui.games.shared.toml_file import TomlFile, TomlTable, packaged

WEIGHTS_FILE: Final = "weights.toml"
POLICY_FILE: Final = "policy.toml"
"""The names of the files with a game's network of values and its policy, in its package in `ai`."""

LARGEST: Final = 200 * 1024
"""The most bytes that a file of weights may have."""

MOST_UNITS: Final = 256
"""The most hidden units of a network."""

VALUES: Final = "values"
POLICY: Final = "policy"
"""The kinds of networks: some evaluate positions, others rate moves."""

_LAYERS: Final = ("first", "bias", "second", "direct")


@dataclass(frozen=True)
class FeatureSet:
    """What a game's features are.

    Attributes:
        game: the game's key.
        version: a number that changes whenever a feature changes.
        count: the number of features of a seat.
        kind: what networks for them give, `VALUES` of positions or a `POLICY`.
        hidden: the number of hidden units that networks for them are trained with. Networks that
            are read may have another number, unless it is 0.
    """

    game: str
    version: int
    count: int
    kind: str = VALUES
    hidden: int = 24

    @property
    def file(self) -> str:
        """The name of the file with the network for them that comes with boxtui."""
        return POLICY_FILE if self.kind == POLICY else WEIGHTS_FILE

    @property
    def command(self) -> str:
        """The command that trains networks for them."""
        return f"boxtui train {self.game}" + (" --policy" if self.kind == POLICY else "")


@cache
def packaged_network(features: FeatureSet) -> Network:
    """Return the network for these features that comes with boxtui."""
    package = f"ai.{features.game.replace('-', '_')}"
    return read_network(packaged(package, features.file), features, features.file)


def read_network(content: bytes, features: FeatureSet, name: str = WEIGHTS_FILE) -> Network:
    """Return the network in a file's content; errors give the file's `name`.

    Raises `BadFile`, which says what is wrong, unless it was trained for these features.
    """
    file = TomlFile(f"{name} of {features.game}")
    if len(content) > LARGEST:
        raise BadFile(f"{file.name} has more than {LARGEST // 1024} KB.")
    tables = file.read(content)
    file.check_tables(tables, ("features", "provenance", "weights"))
    _check_features(file, tables, features)
    weights = file.table(tables, "weights", _LAYERS)
    first, bias, second, direct = [_numbers(file, weights, layer) for layer in _LAYERS]
    if not features.hidden and bias:
        raise file.fault("weights", "bias", "write no numbers: this network has no hidden units.")
    if features.hidden and not 1 <= len(bias) <= MOST_UNITS:
        raise file.fault("weights", "bias", f"write 1 to {MOST_UNITS} numbers, one per unit.")
    wanted = (("first", first, features.count * len(bias)), ("second", second, len(bias)))
    for layer, numbers, count in (*wanted, ("direct", direct, features.count)):
        if len(numbers) != count:
            raise file.fault("weights", layer, f"write {count} numbers, not {len(numbers)}.")
    return Network(vec[float](first), vec[float](bias), vec[float](second), vec[float](direct))


def _check_features(file: TomlFile, tables: TomlTable, wanted: FeatureSet) -> None:
    expected: dict[str, object] = {
        "game": wanted.game,
        "version": wanted.version,
        "count": wanted.count,
    }
    found = file.table(tables, "features", expected)
    for key, value in expected.items():
        if found.get(key) != value:
            again = f"train new weights with `{wanted.command}`"
            raise file.fault("features", key, f"it is not {value!r}, as needed here: {again}.")


def _numbers(file: TomlFile, weights: TomlTable, layer: str) -> list[float]:
    found = weights.get(layer)
    if not isinstance(found, list):
        raise file.fault("weights", layer, "write a list of numbers.")
    numbers: list[float] = []
    for each in found:
        if isinstance(each, bool) or not isinstance(each, int | float) or not isfinite(each):
            raise file.fault("weights", layer, "write a list of finite numbers.")
        numbers.append(float(each))
    return numbers


def weights_text(
    features: FeatureSet, provenance: dict[str, str], layers: dict[str, list[float]]
) -> str:
    """Return a file that `read_network` reads: features, provenance, then the weights' layers.

    The keys of the provenance are words of small letters, digits and underscores.
    """
    lines = ["[features]", f'game = "{features.game}"', f"version = {features.version}"]
    lines += [f"count = {features.count}", "", "[provenance]"]
    lines += [f'{key} = "{value}"' for key, value in provenance.items()]
    lines += ["", "[weights]"]
    for layer in _LAYERS:
        numbers = [f"{number:.5g}" for number in layers[layer]]
        rows = [", ".join(numbers[at : at + 12]) for at in range(0, len(numbers), 12)]
        lines += [f"{layer} = [", *[f"  {row}," for row in rows], "]"]
    return "\n".join([*lines, ""])
