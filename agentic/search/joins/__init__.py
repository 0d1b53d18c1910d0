"""Questions whose answer stands in another document than the name that they give, by what both share."""
