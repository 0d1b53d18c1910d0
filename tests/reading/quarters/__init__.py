"""Layouts of tables by quarters, and what is read of them.

A layout begins with “==” and its name. “^” begins a line of headings, “^_” one under which rules stand: the
heading of the labels, then those of the columns, “3:” before one over three of them. A row ends with what its
cells are: “$” money with its sign, “#” money, “.” an amount per share, “%”; one for all cells, or one for
each; “sum” where the last cell is the sum of the others. “>>” says for each cell of the rows above it, up to
the “>>” before, the time: “2022-01+3” three months from January, “2022-05-01/2022-07-30”, “-” none, “?” and a
time for that or none, “*” whatever. A “.” alone ends a table; every other line is text.
"""
