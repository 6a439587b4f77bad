"""Naive strategies for Kimbo: a way to move pieces, and a way to move fences.

Pieces are moved by an aim: the turn is played to the position in which the aim is highest. Fences
are moved by an aim too: a fence goes where the aim is highest, of the slots that the pieces nearest
HOME might cross with their next die, or of those that the player's own pieces might cross.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from kimbo_play import threats

from ai.kimbo.distance_cache import DistanceCache, to_go
from ai.kimbo.fence_costs import NO_SLOT, slot_ahead
from ai.kimbo.threats import Reach, expected_losses
from boxtui.games.kimbo.board import FENCES, PIECES
from boxtui.games.kimbo.moves import KEEP, fence_move
from boxtui.games.kimbo.paths import LONGEST, all_paths, squares_of
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, NORTH, SQUARES, WIDTH
from boxtui.games.kimbo.state import FENCING, MOVING_SECOND, Kimbo
from strength.strategy import Strategy, highest

DIE: Final = 6
NEAR: Final = 4.0
"""A piece that needs at most this many dice is about to come HOME."""


class Scene:
    """A table as one seat sees it, with distances HOME in dice."""

    def __init__(self, table: KimboTable, seat: int, cache: DistanceCache) -> None:
        self.table = table
        self.seat = seat
        self.dice = cache.dice(table)
        self.left = to_go(table, self.dice)

    def own(self) -> float:
        """Return the dice that the seat has to go."""
        return self.left[self.seat]

    def others(self) -> list[float]:
        """Return the dice that each opponent has to go."""
        return [left for seat, left in enumerate(self.left) if seat != self.seat]

    def each(self, seat: int) -> list[float]:
        """Return the dice that each of a seat's pieces needs, ascending."""
        squares = self.table.pieces[seat * PIECES : (seat + 1) * PIECES]
        return sorted(self.dice[seat][square] for square in squares)

    def exposed(self) -> float:
        """Return the dice that the seat may expect to lose by captures."""
        return expected_losses(self.table, self.dice, Reach())[self.seat]

    def reach(self) -> float:
        """Return the dice that the seat may expect others to lose by its next throw."""
        total = 0.0
        for square, chance in threats(self.table, self.seat):
            owner = self.table.occupant[square] - 1
            total += chance * max(0.0, 20.0 - self.dice[owner][square])
        return total


Aim = Callable[[Scene], tuple[float, ...]]
"""What a strategy wants to be high."""


def home(scene: Scene) -> tuple[float, ...]:
    return (-scene.own(),)


def front_first(scene: Scene) -> tuple[float, ...]:
    return tuple(-left for left in scene.each(scene.seat))


def rear_first(scene: Scene) -> tuple[float, ...]:
    return tuple(-left for left in reversed(scene.each(scene.seat)))


def others_far(scene: Scene) -> tuple[float, ...]:
    return sum(scene.others()), -scene.own()


def leader_far(scene: Scene) -> tuple[float, ...]:
    return min(scene.others()), -scene.own()


def lead(scene: Scene) -> tuple[float, ...]:
    return (min(scene.others()) - scene.own(),)


def shut_in(scene: Scene) -> tuple[float, ...]:
    seats = [seat for seat in range(len(scene.left)) if seat != scene.seat]
    return max(max(scene.each(seat)) for seat in seats), sum(scene.others()) - scene.own()


def safe(scene: Scene) -> tuple[float, ...]:
    return -round(scene.exposed(), 1), -scene.own()


def safe_lead(scene: Scene) -> tuple[float, ...]:
    return (min(scene.others()) - scene.own() - scene.exposed(),)


def ambush(scene: Scene) -> tuple[float, ...]:
    others = sum(scene.others()) / len(scene.others())
    return (others - scene.own() + scene.reach() - scene.exposed(),)


def symmetric(scene: Scene) -> tuple[float, ...]:
    """Count what is the same for the seat opposite, seen from there."""
    table, seats = scene.table, len(scene.left)
    other = (scene.seat + seats // 2) % seats
    fences, theirs = (_fences(table, seat) for seat in (scene.seat, other))
    squares, others = (_squares(table, seat) for seat in (scene.seat, other))
    same = len({turned_slot(slot) for slot in fences} & theirs)
    # HOME is no square of the board, so it has no image.
    same += sum(turned(square) in others for square in squares if square != HOME)
    same += min(squares.count(HOME), others.count(HOME))
    return float(same), -scene.own()


def _fences(table: KimboTable, seat: int) -> set[int]:
    return {int(slot) for slot in table.fences[seat * FENCES : (seat + 1) * FENCES]}


def _squares(table: KimboTable, seat: int) -> list[int]:
    return [int(square) for square in table.pieces[seat * PIECES : (seat + 1) * PIECES]]


def turned(square: int) -> int:
    """Return a square after half a turn of the board."""
    return SQUARES - 1 - square


def turned_slot(slot: int) -> int:
    """Return a slot after half a turn of the board."""
    square, heading = slot >> 1, slot & 1
    beside = square + (WIDTH if heading == NORTH else 1)
    return 2 * turned(beside) + heading


def moves_pieces(aim: Aim, state: Kimbo, moves: Sequence[int], rng: Random) -> int:
    """Return the move after which the turn can end where the aim is highest."""
    seat = int(state.table.seat)
    cache = DistanceCache(state.table)

    def worth(move: int) -> tuple[float, ...]:
        return max(aim(Scene(end.table, seat, cache)) for end in _ends(state.after(move)))

    return highest(moves, worth, rng)


def _ends(state: Kimbo) -> Iterator[Kimbo]:
    """Yield the positions in which the turn may end."""
    if state.phase == MOVING_SECOND:
        for move in state.legal_moves():
            yield state.after(move)
    else:
        yield state


def _crossed(table: KimboTable, square: int, count: int) -> set[int]:
    """Return the vacant slots that a piece may cross by a count."""
    slots: set[int] = set()
    for path in all_paths(table.board, table.walls, square, count, count):
        at = square
        for ahead in squares_of(table.board, table.walls, square, count, path):
            for heading in range(4):
                if table.board.ahead[at << 2 | heading] == ahead:
                    slots.add(int(slot_ahead(table.board, at, heading)))
            at = ahead
    return {slot for slot in slots if slot != NO_SLOT and table.is_vacant(slot)}


def _around(table: KimboTable, square: int) -> set[int]:
    """Return the vacant slots beside a square."""
    slots = {int(slot_ahead(table.board, square, heading)) for heading in range(4)}
    return {slot for slot in slots if slot != NO_SLOT and table.is_vacant(slot)}


def _front(scene: Scene, seat: int, count: int) -> list[int]:
    """Return the squares of a seat's pieces that are nearest HOME but not in it."""
    under_way = [square for square in _squares(scene.table, seat) if square != HOME]
    return sorted(under_way, key=lambda square: scene.dice[seat][square])[:count]


def ahead_of_others(scene: Scene) -> set[int]:
    """Return the vacant slots that opponents' foremost pieces may cross or have beside them."""
    slots: set[int] = set()
    for seat in range(len(scene.left)):
        if seat != scene.seat:
            for square in _front(scene, seat, 2):
                slots |= _crossed(scene.table, square, DIE) | _around(scene.table, square)
    return slots


def around_own(scene: Scene) -> set[int]:
    """Return the vacant slots that the seat's own pieces may cross by both dice."""
    slots: set[int] = set()
    for square in _front(scene, scene.seat, PIECES):
        slots |= _crossed(scene.table, square, LONGEST)
    return slots


def images(scene: Scene) -> set[int]:
    """Return the vacant slots where the player opposite has fences, after half a turn."""
    other = (scene.seat + len(scene.left) // 2) % len(scene.left)
    slots = {turned_slot(slot) for slot in _fences(scene.table, other)}
    return {slot for slot in slots if scene.table.is_vacant(slot)}


def on_any_way(scene: Scene) -> set[int]:
    """Return the vacant slots of `ahead_of_others` and of `around_own`."""
    return ahead_of_others(scene) | around_own(scene)


def all_vacant(scene: Scene) -> set[int]:
    """Return all vacant slots."""
    return {int(slot) for slot in scene.table.vacant_slots()}


Slots = Callable[[Scene], set[int]]


def moves_fence(aim: Aim, slots: Slots, state: Kimbo, rng: Random) -> int:
    """Return the move of a fence after which the aim is highest, or `KEEP` if it isn't higher.

    The slot is chosen for one of the fences, and then which fence to put there.
    """
    table, seat = state.table, int(state.table.seat)
    cache = DistanceCache(table)
    now = Scene(table, seat, cache)
    own = sorted(_fences(table, seat))

    def worth(move: int) -> tuple[float, ...]:
        after = table.clone()
        after.move_fence(*divmod(move, 512))
        return aim(Scene(after, seat, cache))

    puts = sorted(slots(now))
    if not puts:
        return KEEP
    first = highest(own, lambda slot: -_use(now, slot), rng)
    put = highest([int(fence_move(first, slot)) for slot in puts], worth, rng) % 512
    best = highest([int(fence_move(slot, put)) for slot in own], worth, rng)
    return best if worth(best) > aim(now) else KEEP


def _use(scene: Scene, slot: int) -> float:
    """Return how near a fence stands to any piece under way: the nearest are used."""
    row, column = divmod(slot >> 1, WIDTH)
    ways = [
        abs(square // WIDTH - row) + abs(square % WIDTH - column)
        for square in map(int, scene.table.pieces)
        if square != HOME
    ]
    return -float(min(ways))


def _strategy(
    about: str, pieces: Aim, fences: Aim | None = None, slots: Slots | None = None
) -> Strategy:
    """Return the strategy with these aims; without one for fences it never moves any."""

    def choose(state: Kimbo, moves: Sequence[int], rng: Random) -> int:
        if state.phase != FENCING:
            return moves_pieces(pieces, state, moves, rng)
        if fences is None or slots is None:
            return KEEP
        return moves_fence(fences, slots, state, rng)

    choose.__doc__ = about
    return choose


def threatened(state: Kimbo, moves: Sequence[int], rng: Random) -> int:
    """Saves its fences until an opponent's piece is about to come HOME, then blocks it; races."""
    if state.phase != FENCING:
        return moves_pieces(home, state, moves, rng)
    scene = Scene(state.table, int(state.table.seat), DistanceCache(state.table))
    near = [
        scene.dice[seat][square]
        for seat in range(len(scene.left))
        if seat != scene.seat
        for square in _front(scene, seat, 1)
    ]
    if min(near) > NEAR:
        return KEEP
    return moves_fence(leader_far, ahead_of_others, state, rng)


STRATEGIES: Final[dict[str, Strategy]] = {
    "racer": _strategy("Races, and never moves a fence.", home),
    "runner": _strategy("Brings its foremost piece HOME before it moves the next.", front_first),
    "herder": _strategy("Moves its rearmost piece.", rear_first),
    "hunter": _strategy("Captures what loses most, else races.", others_far),
    "trader": _strategy("Races against the leader, and captures if that is worth more.", lead),
    "coward": _strategy("Keeps its pieces out of reach, then races.", safe),
    "ambusher": _strategy("Lies in wait for pieces that are far ahead.", ambush),
    "blocker": _strategy(
        "Races, and puts a fence where it costs the leader most.", home, leader_far, ahead_of_others
    ),
    "spoiler": _strategy(
        "Puts fences and captures where it costs all opponents most.",
        others_far,
        others_far,
        ahead_of_others,
    ),
    "jailer": _strategy(
        "Shuts one opponent's piece in as far from HOME as it can.", lead, shut_in, ahead_of_others
    ),
    "builder": _strategy(
        "Races, and moves fences only to turn its own pieces toward HOME.", home, home, around_own
    ),
    "accountant": _strategy(
        "Counts its lead over the leader, for pieces and fences alike.", lead, lead, on_any_way
    ),
    "careful": _strategy(
        "Counts its lead less what captures may cost it, for pieces and fences alike.",
        safe_lead,
        safe_lead,
        ahead_of_others,
    ),
    "sentinel": _strategy(
        "Counts as the careful one does, and helps its own pieces with fences too.",
        safe_lead,
        safe_lead,
        on_any_way,
    ),
    "surveyor": _strategy(
        "Counts its lead as the accountant does, but tries a fence in every vacant slot.",
        lead,
        lead,
        all_vacant,
    ),
    "miser": threatened,
    "mirror": _strategy(
        "Copies the player opposite: fences and pieces.", symmetric, symmetric, images
    ),
}
"""All of them, by name."""
