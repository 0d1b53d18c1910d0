"""What answers from rows are made of."""
