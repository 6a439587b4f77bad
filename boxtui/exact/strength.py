"""The strength of the levels of Shut-the-Box, computed exactly."""

from dataclasses import asdict, dataclass

from ai.levels import agent_and_budget, level_names, levels_of
from ai.shut_the_box.strength import expected_score, fixed_play, perfect_play, win_chance

SCORING = "digits"


@dataclass(frozen=True)
class Strength:
    """One level's figures.

    Its chances to win are those in two-player games, half of which each player begins;
    `beats_below` is None for level 1.
    """

    number: int
    title: str
    expected_score: float
    shut_probability: float
    beats_below: float | None
    beats_level5: float


def level_strengths() -> list[Strength]:
    """Return the levels, weakest first, with *digits* scoring and without stakes.

    The score and the chance to shut the box are those of one player alone. In two-player games,
    level 5 plays differently: by the score to beat and the chance to win.
    """
    players = [agent_and_budget("shut-the-box", name) for name in level_names("shut-the-box")]
    alone = [fixed_play(agent, budget, SCORING) for agent, budget in players]
    perfect = perfect_play(SCORING)
    plays = [*alone[:-1], perfect]
    rows: list[Strength] = []
    for index, level in enumerate(levels_of("shut-the-box")):
        rows.append(
            Strength(
                number=level.number,
                title=level.title,
                expected_score=expected_score(alone[index].first, SCORING),
                shut_probability=alone[index].first[0],
                beats_below=win_chance(plays[index], plays[index - 1]) if index else None,
                beats_level5=win_chance(plays[index], perfect),
            )
        )
    return rows


def as_json(rows: list[Strength]) -> list[dict[str, object]]:
    """Return the figures of each level, unrounded."""
    return [asdict(row) for row in rows]


def as_text(rows: list[Strength]) -> str:
    """Return a table within 80 columns, followed by how each level plays."""
    lines = ["level   expected score    shuts   beats the level below   beats level 5"]
    for row in rows:
        below = "-" if row.beats_below is None else f"{row.beats_below:.6f}"
        lines.append(
            f"{row.number:>5}{row.expected_score:>17.3f}{row.shut_probability:>9.4f}"
            f"{below:>24}{row.beats_level5:>16.6f}"
        )
    lines += ["", *(f"Level {row.number}: {row.title}" for row in rows)]
    return "\n".join(lines)
