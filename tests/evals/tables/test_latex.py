"""The gold of scientific tables: cells with their labels and headers, out of LaTeX."""

from evals.tables.latex import GoldCell, gold_cells, grid_of

TABLE = r"""\begin{tabular}{l|cc}
\toprule
\multirow{2}{*}{\textbf{Model}} & \multicolumn{2}{c}{Score (\%)} \\
\cmidrule(lr){2-3}
 & Recall & $F_1$ \\
\midrule
Small & 0.61 & $\mathbf{0.72}_{\pm 0.1}$ \\
\multirow{2}{*}{Large} & 0.83 & -- \\
 & 0.85 & 0.94 \\
\bottomrule
\end{tabular}"""


def test_spans_are_filled_and_commands_left_out():
    assert grid_of(TABLE)[:2] == [["Model", "Score (%)", "Score (%)"], ["Model", "Recall", "F1"]]


def test_each_numeric_cell_has_its_label_and_its_lowest_header():
    assert gold_cells(TABLE) == [
        GoldCell("0.61", "Small", "Recall"),
        GoldCell("0.72", "Small", "F1"),
        GoldCell("0.83", "Large", "Recall"),
        GoldCell("0.85", "Large", "Recall"),
        GoldCell("0.94", "Large", "F1"),
    ]


def test_two_halves_beside_each_other_have_a_label_each():
    halves = r"""\begin{tabular}{cc||cc}
Size & Count & Size & Count \\ \hline
1 & 780 & 0 & 92 \\
3 & 355 & 2 & 206 \\
\end{tabular}"""
    assert gold_cells(halves) == [
        GoldCell("780", "1", "Count"),
        GoldCell("92", "0", "Count"),
        GoldCell("355", "3", "Count"),
        GoldCell("206", "2", "Count"),
    ]
