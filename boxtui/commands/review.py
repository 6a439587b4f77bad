"""The command `boxtui review`, except for its screen."""

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from ai.worker import SearchProcess
from boxtui.commands.outcome import line_cells, put_page
from boxtui.commands.progress_line import ProgressLine
from boxtui.learn.asking import ask_through
from boxtui.learn.review import Review
from boxtui.learn.review_json import as_json
from boxtui.learn.review_page import page
from boxtui.learn.review_progress import ReviewProgress
from boxtui.learn.review_text import text_lines
from boxtui.learn.reviews import match_to_review, reviewed
from boxtui.play.match import Match
from boxtui.system.terminal import Look


def plain_review(path: Path) -> Iterator[str]:
    """Yield the review of a save as lines of text. Raises AgentFailed if a search fails."""
    match = match_to_review(path)
    yield from text_lines(match, _reviewed(match), Look.here().plain_glyphs, cells=line_cells())


def json_review(path: Path) -> str:
    """Return the review of a save as JSON. Raises AgentFailed if a search fails."""
    match = match_to_review(path)
    return json.dumps(as_json(match, _reviewed(match)), indent=2)


def write_page(path: Path, file: str) -> int:
    """Write the review of a save as a web page, as `put_page` does; return the exit code 0.

    Raises AgentFailed if a search fails.
    """
    match = match_to_review(path)
    return put_page(file, lambda: page(match, _reviewed(match)))


def _reviewed(match: Match) -> Review:
    """Return the review of a match; meanwhile, a terminal shows the progress."""
    progress = ReviewProgress(match)
    progress.find_decisions()

    def show_progress(so_far: Review) -> None:
        progress.count(so_far.plies)
        line.show_words(f"Reviewing move {progress.words()}")

    async def run() -> Review:
        searcher = SearchProcess()
        try:
            return await reviewed(match, ask_through(searcher, match.game), show_progress)
        finally:
            searcher.close()

    with ProgressLine(sys.stderr) as line:
        return asyncio.run(run())
