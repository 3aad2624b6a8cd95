from __future__ import annotations

import random

import pytest

from gui.widgets.tree_layout import HIDDEN, Node, TreeLayout

Columns = list[tuple[list[int], list[bool]]]


def random_tree(seed: int, steps: int = 14, beam: int = 6) -> Columns:
    """Parents and endings of each step, live ones first, as a search yields them."""
    draw = random.Random(seed)
    columns: Columns = []
    live = 1
    for step in range(steps):
        count = draw.randint(1, beam)
        parents = sorted(draw.randrange(live) for _ in range(count))
        draw.shuffle(parents)
        ended = [draw.randrange(live) for _ in range(draw.choice((0, 0, 1, 2)))]
        both = parents + ended
        columns.append(
            (both if step else [-1] * len(both), [False] * len(parents) + [True] * len(ended))
        )
        live = count
    return columns


def build(columns: Columns, layout: TreeLayout | None = None) -> TreeLayout:
    layout = TreeLayout() if layout is None else layout
    for step, (parents, finished) in enumerate(columns):
        layout.add(parents, finished, 10.0 + step % 3)
    return layout


def random_path(columns: Columns, seed: int) -> list[int]:
    """The ancestry of a hypothesis chosen at random."""
    draw = random.Random(seed)
    step = draw.randrange(len(columns))
    path = [draw.randrange(len(columns[step][0]))]
    for index in range(step, 0, -1):
        path.append(columns[index][0][path[-1]])
    return path[::-1]


def nodes(columns: Columns) -> list[Node]:
    return [(step, place) for step, (each, _) in enumerate(columns) for place in range(len(each))]


def kept(columns: Columns) -> set[Node]:
    """The definition, written down again: ancestors of what is newest or has finished."""
    found: set[Node] = set()
    for step, place in nodes(columns):
        if step == len(columns) - 1 or columns[step][1][place]:
            node = (step, place)
            while node not in found:
                found.add(node)
                if not node[0]:
                    break
                node = (node[0] - 1, columns[node[0]][0][node[1]])
    return found


def rows(layout: TreeLayout) -> list[list[int]]:
    return [
        [layout.row((step, place)) for place in range(layout.size(step))]
        for step in range(len(layout))
    ]


def check(layout: TreeLayout, columns: Columns) -> None:
    for step in range(len(layout)):
        shown = layout.shown(step)
        # No gaps, and the two ways of asking agree.
        assert [layout.row((step, place)) for place in shown] == list(range(len(shown)))
        # No crossings: from top to bottom the parents' rows never go up again.
        before = [parent for parent, _, _ in layout.lines(step)]
        assert before == sorted(before)
        assert HIDDEN not in before
        for (parent, row, place), expected in zip(layout.lines(step), shown, strict=True):
            assert place == expected
            assert row == layout.row((step, place))
            above = layout.parent((step, place))
            assert parent == (0 if above is None else layout.row(above))
            assert above == (None if not step else (step - 1, columns[step][0][place]))
    assert layout.rows == max(len(layout.shown(step)) for step in range(len(layout)))
    assert layout.total == len(nodes(columns))
    assert layout.hidden == sum(row == HIDDEN for each in rows(layout) for row in each)


@pytest.mark.parametrize("seed", range(40))
def test_no_lines_cross_and_no_row_is_empty(seed: int) -> None:
    columns = random_tree(seed)
    layout = build(columns)
    check(layout, columns)
    path = random_path(columns, seed)
    layout.settle(path)
    check(layout, columns)
    assert [layout.row((step, place)) for step, place in enumerate(path)] == [0] * len(path)
    other = random_path(columns, seed + 1000)
    layout.settle(other)
    check(layout, columns)
    assert {layout.row((step, place)) for step, place in enumerate(other)} == {0}
    layout.settle(())
    assert rows(layout) == rows(build(columns))


@pytest.mark.parametrize("seed", range(10))
def test_siblings_stand_in_the_search_s_order_next_to_each_other(seed: int) -> None:
    columns = random_tree(seed)
    layout = build(columns)
    for step in range(1, len(columns)):
        for parent in range(layout.size(step - 1)):
            children = layout.children((step - 1, parent))
            assert children == [
                (step, place) for place, each in enumerate(columns[step][0]) if each == parent
            ]
            found = [layout.row(child) for child in children]
            assert found == list(range(min(found, default=0), min(found, default=0) + len(found)))


@pytest.mark.parametrize("seed", range(10))
def test_a_new_step_moves_nothing(seed: int) -> None:
    columns = random_tree(seed)
    layout = TreeLayout()
    before: list[list[int]] = []
    for parents, finished in columns:
        layout.add(parents, finished, 9.0)
        assert rows(layout)[:-1] == before
        before = rows(layout)


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_what_is_pruned_is_known_at_every_step(seed: int, folded: bool) -> None:
    columns = random_tree(seed)
    path = random_path(columns, seed)
    layout = TreeLayout()
    layout.set_folded(folded)
    for step, (parents, finished) in enumerate(columns):
        layout.add(parents, finished, 9.0)
        layout.pin(path[: step + 1])
        so_far = columns[: step + 1]
        alive = kept(so_far)
        pinned = set(enumerate(path[: step + 1]))
        for node in nodes(so_far):
            assert layout.kept(node) == (node in alive)
            assert layout.kept_of(node[0])[node[1]] == (node in alive)
            hidden = folded and node not in alive | pinned
            assert (layout.row(node) == HIDDEN) == hidden
        assert layout.pruned == len(nodes(so_far)) - len(alive)
        check(layout, so_far)
    assert layout.pruned  # or nothing was tried


@pytest.mark.parametrize("seed", range(20))
def test_folding_comes_and_goes(seed: int) -> None:
    columns = random_tree(seed)
    layout = build(columns)
    layout.settle(random_path(columns, seed))
    before = rows(layout)
    for number in range(3):
        layout.pin(random_path(columns, seed + number))
        layout.set_folded(True)
        check(layout, columns)
        folded = rows(layout)
        # Another path pinned while folded gives the same as folding with it.
        layout.pin(random_path(columns, seed + 50))
        layout.pin(random_path(columns, seed + number))
        assert rows(layout) == folded
        layout.set_folded(False)
        assert rows(layout) == before
        assert layout.hidden == 0


@pytest.mark.parametrize("seed", range(10))
def test_growing_after_settling_is_the_same(seed: int) -> None:
    columns = random_tree(seed)
    path = random_path(columns, seed)
    half = len(columns) // 2
    early = build(columns[:half])
    early.settle(path[:half])
    build(columns[half:], early)
    late = build(columns)
    late.settle(path[:half])
    assert rows(early) == rows(late)


@pytest.mark.parametrize("seed", range(10))
def test_what_finished_after_all_is_kept(seed: int) -> None:
    columns = random_tree(seed)
    layout = build(columns)
    layout.set_folded(True)
    gone = [node for node in nodes(columns) if not layout.kept(node)]
    node = random.Random(seed).choice(gone)
    layout.keep(node)
    columns[node[0]][1][node[1]] = True
    alive = kept(columns)
    assert all(layout.kept(each) == (each in alive) for each in nodes(columns))
    assert layout.pruned == len(nodes(columns)) - len(alive)
    check(layout, columns)


def test_places_along_the_tree() -> None:
    columns = random_tree(3)
    layout = build(columns, TreeLayout(start=5.0, gap=4.0))
    left = 5.0
    for step in range(len(columns)):
        assert layout.left(step) == left
        left += layout.width(step) + 4.0
    assert layout.extent == left - 4.0
    for tenth in range(-20, 10 * int(layout.extent) + 40, 7):
        x = tenth / 10
        inside = [
            step
            for step in range(len(columns))
            if layout.left(step) <= x <= layout.left(step) + layout.width(step)
        ]
        assert layout.column_at(x) == (inside[0] if inside else None)
        for wide in (1.0, 13.0, 60.0):
            touched = [
                step
                for step in range(len(columns))
                if layout.left(step) < x + wide and layout.left(step) + layout.width(step) >= x
            ]
            assert list(layout.between(x, x + wide)) == touched
    layout.set_widths(1.0, [20.0] * len(columns))
    assert [layout.left(step) for step in range(3)] == [1.0, 25.0, 49.0]
    with pytest.raises(ValueError, match="1 widths for 14 columns"):
        layout.set_widths(0.0, [1.0])


def test_neighbours() -> None:
    layout = build([([-1, -1], [False] * 2), ([1, 0, 0, 1], [False, False, True, True])])
    assert list(layout.shown(1)) == [1, 2, 0, 3]
    assert layout.beside((1, 1), -1) is None
    assert layout.beside((1, 1), 1) == (1, 2)
    assert layout.beside((1, 2), 1) == (1, 0)
    assert layout.beside((1, 3), 1) is None
    assert layout.parent((1, 3)) == (0, 1)
    assert layout.parent((0, 1)) is None
    assert layout.children((0, 1)) == [(1, 0), (1, 3)]


def test_parents_have_to_exist() -> None:
    layout = TreeLayout()
    with pytest.raises(ValueError, match="step 0"):
        layout.add([0], [False], 1.0)
    layout.add([-1], [False], 1.0)
    for parent in (-1, 1):
        with pytest.raises(ValueError, match="step 1"):
            layout.add([parent], [False], 1.0)
    assert len(layout) == 1


def test_an_empty_tree() -> None:
    layout = TreeLayout(start=3.0)
    assert (len(layout), layout.rows, layout.extent) == (0, 0, 3.0)
    assert list(layout.between(0, 100)) == []
    assert layout.column_at(3.0) is None
