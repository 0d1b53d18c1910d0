"""Parts of a measure that questions call by their names: “Europe”, “the Bakery segment”."""
