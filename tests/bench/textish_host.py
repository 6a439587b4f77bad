"""Serves boxtui with textish, for comparison: `python textish_host.py PORT`.

All players share one folder and one search process.
"""

import sys
from functools import partial

from textish import serve

from ai.worker import SearchProcess
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui

SHARED = SearchProcess()
SHARED.close = lambda: None  # type: ignore[method-assign]  # a player who leaves doesn't end it


def app() -> BoxTui:
    made = BoxTui(Look(ssh=True), Settings(name="Ann", theme="ansi-dark"))
    made.searcher = SHARED
    return made


serve(partial(app), host="127.0.0.1", port=int(sys.argv[1]))
