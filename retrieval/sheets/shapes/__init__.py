"""Tables as other tables: their columns as rows, headings of times as rows of their own."""
