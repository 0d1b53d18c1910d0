"""Tables read from the positions of words on the page: rows, columns, periods, units and scales."""
