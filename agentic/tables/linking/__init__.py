"""Questions to a table read by what fits best: each run of words is linked to what it most likely names."""
