"""What the search agent says: tables, figures, passages, questions back, and files of all matches."""
