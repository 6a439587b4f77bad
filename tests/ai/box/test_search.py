"""The tree search of Box."""

import gc
from random import Random

import pytest
from box_games import marked, start
from box_positions import decisions

from ai.agent import Budget, Choice, Considered, Stop, never
from ai.box.board import SearchBoard
from ai.box.pattern_weights import REGRESSION
from ai.box.players import BoxSearchAgent, board_at, mirrored_marks
from ai.box.search import DELAY, NO_POINT, POLL, WIDTH, Node, Tree, expected_share
from boxtui.core import OVER
from boxtui.games.box.moves import BLACK
from boxtui.games.box.state import Box


def nodes(node: Node) -> list[Node]:
    """Return a node and all its descendants."""
    return [node, *[each for child in node.children for each in nodes(child)]]


def grown(state: Box, size: int) -> Tree:
    tree = Tree(board_at(state), state.color_of(state.seat))
    tree.run(size, never)
    return tree


def choose(state: Box, iterations: int, luck: int = 1, stop: Stop = never) -> Choice:
    return BoxSearchAgent().choose(state, Budget(iterations=iterations), Random(luck), stop)


def best_lead(board: SearchBoard, color: int) -> float:
    """Return the lead at the end under perfect play by both sides: plain minimax."""
    if board.is_over():
        return board.lead(color)
    return max(-best_lead(board.after(point, color), 1 - color) for point in board.empty())


def endings(left: int) -> list[Box]:
    """Return positions with that many empty intersections."""
    games = [decisions({"size": 6, "balance": "none"}, seed) for seed in range(12)]
    return [state for game in games for state in game if len(state.legal_moves()) == left + 1]


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_near_the_end_it_plays_like_plain_minimax(left: int) -> None:
    for state in endings(left):
        board, color = board_at(state), state.color_of(state.seat)
        point = grown(state, 1500).ranked()[0].point
        assert -best_lead(board.after(point, color), 1 - color) == best_lead(board, color)


def test_every_position_is_counted_in_all_its_ancestors() -> None:
    tree = grown(marked("d4 g4 d6", "a1 c1 a2", size=8), 700)
    assert tree.size == tree.root.visits == 700
    for node in nodes(tree.root):
        visits = sum(child.visits for child in node.children)
        assert node.visits == visits + 1 or not node.points
        assert 0 <= node.total <= node.visits
        assert len(node.children) <= len(node.points) == len(node.priors) <= WIDTH
        assert sum(node.priors) == pytest.approx(1.0) or not node.points


def test_the_other_side_answers_unless_one_player_makes_both_first_marks() -> None:
    board = board_at(start())
    for again in (False, True):
        tree = Tree(board, 0, again)
        tree.run(60, never)
        assert {child.color for child in tree.root.children} == {0 if again else 1}
        below = [each for child in tree.root.children for each in child.children]
        assert {each.color for each in below} == {1 if again else 0}


def test_a_double_threat_is_found_and_seen_as_winning() -> None:
    """One mark gives Black three corners of each of two boxes."""
    state = marked("a1 g4 d1 d7", "b6 f2 f3", size=6)
    state.play(state.read_move("e2"))
    best = grown(state, 1500).ranked()[0]
    after = board_at(state).after(best.point, 0)
    threats = after.ground.field.rectangles_of(after.sides[0].threes)
    targets = {each.empty_corner(after.ground.marks) for each in threats}
    assert len(targets) >= 2


@pytest.mark.parametrize(("size", "looked_at"), [(6, 256), (10, 256), (16, 100)])
def test_any_seed_has_one_answer_and_large_grids_a_quick_one(size: int, looked_at: int) -> None:
    state = marked("d4 g4 d6", "a1 c1 a2", size=size)
    one, other = (choose(state, 256, luck) for luck in (1, 2))
    assert one.considered == other.considered
    assert one.iterations == looked_at - 1


@pytest.mark.parametrize("size", [6, 16])
def test_a_stop_is_obeyed_at_the_next_look(size: int) -> None:
    state, answers = start(size=size), iter([False, True])
    choice = choose(state, 9000, stop=lambda: next(answers))
    assert choice.iterations < 2 * POLL
    assert choice.move in state.legal_moves()


def test_a_shares_scale_narrows_as_the_grid_fills() -> None:
    assert expected_share(0.0, 0.9) == 0.5
    assert 0.5 < expected_share(3.0, 0.9) < expected_share(3.0, 0.6) < expected_share(3.0, 0.3)
    assert expected_share(-3.0, 0.7) == pytest.approx(1 - expected_share(3.0, 0.7))
    assert expected_share(1000.0, 0.0) == pytest.approx(1.0)


def mirrored(state: Box, point: int) -> int:
    """Return the intersection opposite a point; the first free one if it is taken."""
    image = state.grid.points - 1 - point
    legal = state.legal_moves()
    return image if image in legal else legal[0]


@pytest.mark.parametrize("size", [6, 10])
def test_an_opponent_who_mirrors_every_mark_loses(size: int) -> None:
    state = start(size=size)
    first = state.seat
    while state.current_player() != OVER:
        move = choose(state, 60).move
        state.play(move)
        if state.current_player() != OVER:
            state.play(mirrored(state, move))
    assert state.returns()[first] == 1.0


def test_marks_are_mirrored_if_all_their_images_are_marked() -> None:
    state, rng = start(size=8), Random(2)
    center = state.grid.points // 2
    for count in range(1, 9):
        point = rng.choice([each for each in state.legal_moves() if each < center])
        for marks, move in ((count - 1, point), (count, mirrored(state, point))):
            state.play(move)
            assert mirrored_marks(state) == marks
    for move in (center, state.legal_moves()[0]):  # the center has no image
        state.play(move)
    assert mirrored_marks(state) == 8
    for move in state.legal_moves()[:2]:
        state.play(move)
    assert mirrored_marks(state) == 0


def test_a_mirrored_mark_is_only_answered_by_its_image() -> None:
    state = start()
    tree = Tree(board_at(state), state.color_of(state.seat), is_mirrored=True)
    tree.run(200, never)
    answered = [child for child in tree.root.children if child.visits > 1]
    assert answered
    for child in answered:
        assert list(child.points) == [state.grid.points - 1 - child.point]


def test_against_a_mirror_an_advantage_counts_less_with_every_mark_until_it_is_reached() -> None:
    state = marked("d4 g4", "a1 c1")
    board, color = board_at(state), state.color_of(state.seat)
    plain, mirroring = Tree(board, color), Tree(board, color, is_mirrored=True)
    for tree in (plain, mirroring):
        tree.run(2, never)
    (usual,), (later,) = plain.root.children, mirroring.root.children
    assert later.point == usual.point
    assert later.total - 0.5 == pytest.approx(DELAY * (usual.total - 0.5))
    assert usual.total != 0.5
    fresh = [Node(NO_POINT, board, color, 1.0) for _ in range(2)]
    share, after_three = plain._expand(fresh[0], 3), mirroring._expand(fresh[1], 3)
    assert after_three - 0.5 == pytest.approx(DELAY**3 * (share - 0.5))


def expanded(state: Box, rng: Random | None = None) -> Node:
    node = Node(NO_POINT, board_at(state), state.color_of(state.seat), 1.0)
    node.expand(REGRESSION, rng)
    return node


def test_an_image_that_is_marked_already_is_not_considered() -> None:
    state = marked("d4", "a1", size=6)
    marked_already, empty = 0, state.read_move("a2")
    node = expanded(state)
    node.consider_only(marked_already)
    assert len(node.points) == WIDTH
    node.consider_only(empty)
    assert list(node.points) == [empty]


def test_searches_differ_by_their_random_generators_alone() -> None:
    state = marked("d4 g4 d6", "a1 c1 a2", size=8)
    without, one, same, other = (
        tuple(expanded(state, rng).priors) for rng in (None, Random(1), Random(1), Random(2))
    )
    assert one == same
    assert len({without, one, other}) == 3


def test_a_lead_at_the_end_counts_more_than_an_expected_one() -> None:
    ahead = 0
    for state in endings(1):
        state.play(state.legal_moves()[0])
        assert state.current_player() == OVER
        board = board_at(state)
        lead, share = board.lead(BLACK), Node(NO_POINT, board, BLACK, 1.0).expand(REGRESSION, None)
        if 0 < lead < 9:
            ahead += 1
            assert share > expected_share(lead, 0.0)
    assert ahead


def against_a_mirror(state: Box, usual: float) -> list[Considered]:
    """Return what is considered against a mirror if the best mark against others is worth that."""
    found = [Considered(state.legal_moves()[-1], usual, 9)]
    return BoxSearchAgent()._against_a_mirror(state, found, 60, Random(1), never)


def test_two_mirrored_marks_may_be_a_coincidence_and_more_of_them_are_trusted_more() -> None:
    """The best mark against a mirror isn't played if it is worth much less against others."""
    state, rng, trusted = start(), Random(1), list[bool]()
    for marks in range(1, 7):
        point = rng.choice([each for each in state.legal_moves() if each < state.grid.points // 2])
        for move in (point, mirrored(state, point)):
            state.play(move)
        if marks <= 2:
            assert len(choose(state, 60).considered) > 1
        else:
            (mark,) = against_a_mirror(state, 0.0)
            trusted.append(against_a_mirror(state, mark.value + 0.3)[0] == mark)
    assert trusted == sorted(trusted)
    assert (trusted[0], trusted[-1]) == (False, True)


def test_a_search_frees_its_positions_without_the_cycle_collector() -> None:
    def kept() -> int:
        return sum(isinstance(each, (Node, SearchBoard)) for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = kept()
        tree = grown(start(), 50)
        assert kept() > before + 50
        del tree
        assert kept() == before
    finally:
        gc.enable()
