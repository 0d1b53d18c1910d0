"""What a question asks to have computed."""
