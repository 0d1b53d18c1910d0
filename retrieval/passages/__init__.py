"""What in a passage is of the kind that a question expects, and how near."""
