"""What every judge promises, whichever engine it asks; each subclasses this and brings its judge."""

import pytest

from headwater.simulator.judge import Judge, JudgedQuery, Judgement, QueryVerdict, Reason, SchemaPair
from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.simulator.schema_changes import apply, schemas_of
from headwater.sql.schemas import ColumnSchema, TableSchema

ORDERS = TableSchema(
    "wh.shop.orders",
    (
        ColumnSchema("id", "int", False),
        ColumnSchema("amount", "int", False),
        ColumnSchema("day", "date", True),
        ColumnSchema("customer_id", "int", False),
        ColumnSchema("note", "text", True),
    ),
)
CUSTOMERS = TableSchema(
    "wh.shop.customers",
    (
        ColumnSchema("id", "int", False),
        ColumnSchema("name", "text", True),
        ColumnSchema("country", "text", True),
    ),
)
SHOP = schemas_of([ORDERS, CUSTOMERS])
SILENT, ERROR = QueryVerdict.WILL_SILENTLY_CHANGE, QueryVerdict.WILL_ERROR
SAFE, UNKNOWN = QueryVerdict.SAFE, QueryVerdict.COULD_NOT_ANALYZE


def change(kind: str, target: str | None = None, **more: object) -> ProposedChange:
    return ProposedChange(ChangeType(kind), "wh.shop.orders", target, **more)  # type: ignore[arg-type]


class JudgeContract:
    """`dialect` is one that the judge speaks as its own."""

    dialect = "postgres"
    sum_of_texts = (ERROR, Reason.TYPE_MISMATCH)

    @pytest.fixture
    def judge(self) -> Judge:
        raise NotImplementedError

    def ask(self, judge: Judge, text: str, *changes: ProposedChange) -> Judgement:
        return judge.judge(JudgedQuery(text, self.dialect), SchemaPair(SHOP, apply(changes, SHOP)))

    def test_it_says_who_spoke(self, judge: Judge) -> None:
        assert self.ask(judge, "select id from orders").judge == f"{judge.name} {judge.version}"

    def test_a_dropped_column_is_missed(self, judge: Judge) -> None:
        found = self.ask(judge, "select amount from shop.orders", change("drop_column", "amount"))
        assert (found.verdict, found.reason) == (ERROR, Reason.UNKNOWN_COLUMN)

    def test_a_dropped_column_that_only_filters_is_missed(self, judge: Judge) -> None:
        found = self.ask(judge, "select id from orders where amount > 3", change("drop_column", "amount"))
        assert found.verdict is ERROR

    def test_a_dropped_table_is_missed(self, judge: Judge) -> None:
        found = self.ask(judge, "select id from orders", change("drop_table"))
        assert (found.verdict, found.reason) == (ERROR, Reason.UNKNOWN_TABLE)

    def test_a_column_that_nobody_names_can_go(self, judge: Judge) -> None:
        found = self.ask(
            judge, "select id, day from wh.shop.orders o where o.id = 3", change("drop_column", "amount")
        )
        assert found.verdict is SAFE

    def test_an_added_column_makes_a_name_ambiguous(self, judge: Judge) -> None:
        text = "select name from orders o join customers c on o.customer_id = c.id"
        found = self.ask(judge, text, change("add_column", "name", new_type="text"))
        assert (found.verdict, found.reason) == (ERROR, Reason.AMBIGUOUS_COLUMN)

    def test_an_added_column_widens_a_star(self, judge: Judge) -> None:
        found = self.ask(judge, "select * from orders", change("add_column", "extra", new_type="text"))
        assert (found.verdict, found.reason) == (SILENT, Reason.STAR_WIDENED)

    def test_a_dropped_column_narrows_a_star(self, judge: Judge) -> None:
        found = self.ask(judge, "select o.* from orders o", change("drop_column", "note"))
        assert (found.verdict, found.reason) == (SILENT, Reason.STAR_NARROWED)

    def test_another_order_reorders_a_star(self, judge: Judge) -> None:
        found = self.ask(judge, "select * from orders", change("reorder_columns", "note", position=1))
        assert (found.verdict, found.reason) == (SILENT, Reason.STAR_REORDERED)

    def test_a_changed_type_shows_in_the_output(self, judge: Judge) -> None:
        found = self.ask(
            judge, "select amount from orders", change("change_type", "amount", new_type="decimal(12,2)")
        )
        assert (found.verdict, found.reason) == (SILENT, Reason.OUTPUT_TYPE)

    def test_a_wider_integer_changes_no_filter(self, judge: Judge) -> None:
        found = self.ask(
            judge,
            "select id from orders where amount > 3",
            change("change_type", "amount", new_type="bigint"),
        )
        assert found.verdict is SAFE

    def test_a_sum_of_texts_is_noticed(self, judge: Judge) -> None:
        found = self.ask(
            judge, "select sum(amount) from orders", change("change_type", "amount", new_type="text")
        )
        assert (found.verdict, found.reason) == self.sum_of_texts

    def test_an_insert_of_too_few_values_is_refused(self, judge: Judge) -> None:
        found = self.ask(
            judge, "insert into orders (id, amount) values (1, 2)", change("drop_column", "amount")
        )
        assert found.verdict is ERROR

    def test_what_fails_before_is_no_victim(self, judge: Judge) -> None:
        found = self.ask(judge, "select price from orders", change("drop_column", "amount"))
        # By the words alone a judge may see that the change does not reach the text.
        assert found.verdict in (UNKNOWN, SAFE)
        found = self.ask(judge, "select price, amount from orders", change("drop_column", "amount"))
        assert (found.verdict, found.reason) == (UNKNOWN, Reason.FAILS_BEFORE)

    def test_a_rename_to_the_same_name_is_safe(self, judge: Judge) -> None:
        found = self.ask(judge, "select * from orders", change("rename_column", "amount", new_name="amount"))
        assert found.verdict is SAFE

    def test_a_text_that_is_no_sql_is_not_analysed(self, judge: Judge) -> None:
        found = self.ask(judge, "select from where amount orders ((", change("drop_column", "amount"))
        assert found.verdict is UNKNOWN

    def test_nothing_is_ever_run(self, judge: Judge) -> None:
        self.ask(judge, "delete from orders where amount > 1", change("drop_column", "note"))
        found = self.ask(judge, "select amount from orders", change("drop_column", "note"))
        assert found.verdict is SAFE

    def test_a_name_of_two_tables_does_not_find_the_one_before(self, judge: Judge) -> None:
        tables = {name: TableSchema(name, (ColumnSchema("a", "int"),)) for name in ("x.t", "y.t")}
        pair = SchemaPair(tables, apply([ProposedChange(ChangeType.DROP_COLUMN, "x.t", "a")], tables))
        first = judge.judge(JudgedQuery("select a from x.t", self.dialect), pair)
        second = judge.judge(JudgedQuery("select a from t", self.dialect), pair)
        assert (first.verdict, second.verdict) == (ERROR, UNKNOWN)

    def test_a_judge_answers_alike_in_any_order(self, judge: Judge) -> None:
        texts = ["select amount from orders", "select id from orders", "select * from customers"]
        pair = SchemaPair(SHOP, apply([change("drop_column", "amount")], SHOP))
        one = [judge.judge(JudgedQuery(text, self.dialect), pair) for text in texts]
        other = [judge.judge(JudgedQuery(text, self.dialect), pair) for text in reversed(texts)]
        assert one == other[::-1]
