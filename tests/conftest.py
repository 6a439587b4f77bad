"""What holds for every test."""

from hypothesis import settings

# No test passes or fails by the clock.
settings.register_profile("boxtui", deadline=None)
settings.load_profile("boxtui")
