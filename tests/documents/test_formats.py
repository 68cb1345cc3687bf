"""Graphs as Mermaid and dot, tables and text that any name can stand in."""

from headwater.documents.formats import Drawing, DrawnLine, Shape, dot, mermaid

EVIL = 'a"b]<i>#1;`&\\\n'
DRAWING = Drawing(
    (Shape("dataset:s/orders", "dataset", "s/orders"), Shape("job:s/etl", "job", "s/etl")),
    (
        DrawnLine("dataset:s/orders", "job:s/etl"),
        DrawnLine("job:s/etl", "dataset:s/daily", "writes"),
        DrawnLine("column:s/a#x", "column:s/b#y", dashed=True),
    ),
)


def test_a_drawing_is_a_mermaid_flowchart() -> None:
    assert mermaid(DRAWING) == (
        "flowchart LR\n"
        '    n0["s/orders"]\n'
        '    n1(["s/etl"])\n'
        '    n2["s/daily"]\n'
        '    n3("s/a#35;x")\n'
        '    n4("s/b#35;y")\n'
        "    n0 --> n1\n"
        '    n1 -->|"writes"| n2\n'
        "    n3 -.-> n4\n"
    )


def test_a_drawing_is_a_dot_graph() -> None:
    assert dot(DRAWING) == (
        "digraph lineage {\n"
        "    rankdir=LR;\n"
        '    "dataset:s/orders" [label="s/orders", shape=box];\n'
        '    "job:s/etl" [label="s/etl", shape=ellipse];\n'
        '    "dataset:s/daily" [label="s/daily", shape=box];\n'
        '    "column:s/a#x" [label="s/a#x", shape=plaintext];\n'
        '    "column:s/b#y" [label="s/b#y", shape=plaintext];\n'
        '    "dataset:s/orders" -> "job:s/etl";\n'
        '    "job:s/etl" -> "dataset:s/daily" [label="writes"];\n'
        '    "column:s/a#x" -> "column:s/b#y" [style=dashed];\n'
        "}\n"
    )


def test_a_name_cannot_break_out_of_mermaid() -> None:
    drawn = mermaid(
        Drawing((Shape("dataset:x", "dataset", EVIL),), (DrawnLine("dataset:x", "dataset:x", EVIL),))
    )
    escaped = "a#quot;b]#lt;i#gt;#35;1;#96;#amp;#92; "
    assert drawn == f'flowchart LR\n    n0["{escaped}"]\n    n0 -->|"{escaped}"| n0\n'


def test_a_name_cannot_break_out_of_dot() -> None:
    drawn = dot(Drawing((Shape(f"dataset:{EVIL}", "dataset", EVIL),)))
    assert drawn.splitlines()[2] == (r'    "dataset:a\"b]<i>#1;`&\\ " [label="a\"b]<i>#1;`&\\ ", shape=box];')


def test_two_drawings_become_one_without_repeats() -> None:
    assert DRAWING + DRAWING == DRAWING


def test_a_node_that_only_a_line_names_is_drawn_as_well() -> None:
    assert [shape.label for shape in Drawing(lines=(DrawnLine("dataset:a", "job:b"),)).all_shapes()] == [
        "a",
        "b",
    ]
