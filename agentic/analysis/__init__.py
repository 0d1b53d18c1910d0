"""Financial analysis: the figures of a company period by period, its ratios, and what they say."""
