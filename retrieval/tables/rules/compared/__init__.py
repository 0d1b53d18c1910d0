"""Two values or two times that a question sets beside each other."""
