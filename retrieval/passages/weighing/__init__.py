"""What a window is worth as an answer: by its words, and by the value nearest to them."""
