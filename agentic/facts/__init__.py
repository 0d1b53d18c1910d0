"""The facts route: questions answered by template SQL over stored facts, without a model."""
