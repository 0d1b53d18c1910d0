"""What a question asks of one document as a whole: who wrote it, who was there, when, what it is."""
