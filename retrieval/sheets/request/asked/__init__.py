"""What a question asks of rows in words that are no headings: bounds, groups, shares, ranges."""
