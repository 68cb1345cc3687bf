"""Groups of names that new aliases join: SQL could only walk from every name to every other."""

from collections.abc import Iterable

from psycopg import Connection

# A group goes by its canonical node; a name without aliases is a group by itself.
LINKS = """
select distinct coalesce(alias.canonical_id, alias.id), coalesce(target.canonical_id, target.id)
from new_aliases
join nodes as alias on alias.id = new_aliases.alias_id
join nodes as target on target.id = new_aliases.target_id
"""


def find_joined_groups(connection: Connection) -> None:
    """Fill `joined_groups`: each group that a new alias touches, and the least of those it is joined with."""
    links = connection.execute(LINKS).fetchall()
    if not links:
        return
    joined = join_groups(links)
    with connection.cursor().copy("copy joined_groups (group_id, joined_id) from stdin") as copy:
        for row in joined.items():
            copy.write_row(row)


def join_groups(links: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Each group, and the least group that it is linked to in any number of steps.

    >>> join_groups([(3, 2), (5, 4), (2, 1)])
    {3: 1, 2: 1, 5: 4, 4: 4, 1: 1}
    """
    parents: dict[int, int] = {}

    def root(group: int) -> int:
        parents.setdefault(group, group)
        while parents[group] != group:
            # Shortening the way as it is walked keeps all ways short, also along a chain of ten thousand.
            parents[group] = parents[parents[group]]
            group = parents[group]
        return group

    for one, other in links:
        least, most = sorted((root(one), root(other)))
        parents[most] = least
    return {group: root(group) for group in list(parents)}
