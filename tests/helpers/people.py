"""Who sits at the tables of tests."""

from ai.agent import HUMAN
from boxtui.play.match import Seat

ANN, BEN = Seat("Ann", HUMAN), Seat("Ben", HUMAN)
COMPUTER = Seat("Computer", "random")
