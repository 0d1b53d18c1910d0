"""The facts route: look-ups, lists, counts, sums and comparisons by template SQL, without a model."""

from agentic.facts.route import answer_from_facts

__all__ = ["answer_from_facts"]
