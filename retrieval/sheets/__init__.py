"""Tables of documents as sheets, and what a question asks of their rows."""
