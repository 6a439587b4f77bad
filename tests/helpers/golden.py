"""What tests compare whole with files; `make golden` writes the files again, on purpose."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import answers
import golden_games
import reviewed_reasons
import said
import seen_features
import transcripts
from board_scripts import BOARDS
from hint_scripts import HINTS
from lesson_scripts import TAUGHT
from review_scripts import REVIEWS

TEXTS: Final[Mapping[Path, Callable[[], str]]] = {
    **golden_games.TEXTS,
    **said.TEXTS,
    **TAUGHT.golden(),
    **BOARDS.golden(),
    **HINTS.golden(),
    **REVIEWS.golden(),
    **reviewed_reasons.TEXTS,
    **seen_features.TEXTS,
    **transcripts.TEXTS,
    **answers.TEXTS,
}
"""How the text of each file is made."""

if __name__ == "__main__":
    for file, text in TEXTS.items():
        file.write_text(text(), "utf-8")
