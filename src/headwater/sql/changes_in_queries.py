"""A change that stands in a query: `with added as (insert into t … returning id) select …`."""

from dataclasses import replace

from sqlglot import exp

from headwater.sql.queries import projected
from headwater.sql.row_sets import Rows
from headwater.sql.scope import Scope, Source
from headwater.sql.script import Script
from headwater.sql.statements import run


def changed_in_query(script: Script, node: exp.Expr, scope: Scope) -> Rows:
    """Makes the change, which sees the CTEs before it, and yields the rows that it gives back."""
    with script.inside(scope.ctes):
        run(node, script)
    returning = node.args.get("returning")
    if not isinstance(returning, exp.Expr) or returning.args.get("into"):
        return Rows()
    return _returned(returning, node.this, script, scope)


def _returned(returning: exp.Expr, changed: exp.Expr, script: Script, scope: Scope) -> Rows:
    """Columns that were written come from where they were written from, the others from the table."""
    table = changed.this if isinstance(changed, exp.Schema) else changed
    target = script.target(table)
    draft = script.drafts.get(target.match.name)
    own = script.context.relation(target.match)
    written = draft.columns if draft else {}
    kept = [one for one in own.fields if one.name.lower() not in written]
    after = replace(own, fields=[*written.values(), *kept], whole=draft.whole if draft else (), _index=None)
    sources = [
        Source((table.alias or target.parts[-1]).lower(), target.parts, after),
        # T-SQL names both states of a row; a name alone means neither.
        Source("inserted", ("inserted",), replace(after, whole=()), hidden=True),
        Source("deleted", ("deleted",), replace(own, whole=()), hidden=True),
    ]
    found = projected(
        exp.Select(expressions=returning.expressions), Scope(script.context, {}, scope, sources)
    )
    read = draft.sources if draft else own.sources
    return Rows(found.fields, found.open_relations, after.whole, dict(read))
