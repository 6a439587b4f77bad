"""Legal moves as machine numbers, for games with thousands of them."""

from abc import abstractmethod

from librt.vecs import vec
from mypy_extensions import i64, trait


@trait
class VecMoves:
    """A mixin for a `State`; where there are thousands of moves it halves a search's time."""

    @abstractmethod
    def legal_moves_vec(self) -> vec[i64]:
        """Return `State.legal_moves` without making a Python int of each."""
