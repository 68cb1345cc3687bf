"""Groups that are linked in any number of steps are one."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from headwater.store.publish.joined_groups import join_groups

group = st.integers(1, 12)


def slowly(links: Iterable[tuple[int, int]]) -> dict[int, int]:
    """The same by merging sets, which costs the square."""
    links = list(links)
    groups = [{one, other} for one, other in links]
    for one, other in links:
        joined = set().union(*(members for members in groups if members & {one, other}))
        groups = [*(members for members in groups if not members & {one, other}), joined]
    return {member: min(members) for members in groups for member in members}


@given(st.lists(st.tuples(group, group), max_size=15))
def test_each_group_is_joined_with_all_that_it_leads_to(links: list[tuple[int, int]]) -> None:
    assert join_groups(links) == slowly(links)


def test_a_long_chain_is_one_group() -> None:
    assert set(join_groups((number, number + 1) for number in range(100_000)).values()) == {0}
