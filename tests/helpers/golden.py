"""What tests compare whole with files; `make golden` writes the files again, on purpose."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import answers
import board_scripts
import faulty_lessons
import golden_games
import lesson_scripts
import reviewed_reasons
import said
import seen_features
import transcripts

TEXTS: Final[Mapping[Path, Callable[[], str]]] = {
    **golden_games.TEXTS,
    **said.TEXTS,
    **lesson_scripts.TEXTS,
    **faulty_lessons.TEXTS,
    **board_scripts.TEXTS,
    **reviewed_reasons.TEXTS,
    **seen_features.TEXTS,
    **transcripts.TEXTS,
    **answers.TEXTS,
}
"""How the text of each file is made."""

if __name__ == "__main__":
    for file, text in TEXTS.items():
        file.write_text(text(), "utf-8")
