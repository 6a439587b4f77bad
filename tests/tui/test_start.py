"""What the app does for a quick start, and undoes once its first frame is drawn."""

import gc

import pytest
from game_screens import until

from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui

pytestmark = pytest.mark.tui


@pytest.mark.usefixtures("home")
async def test_garbage_is_collected_from_the_first_frame_on() -> None:
    gc.disable()
    try:
        async with BoxTui(Look(), Settings()).run_test() as pilot:
            await until(pilot, gc.isenabled)
    finally:
        gc.enable()
        gc.unfreeze()
