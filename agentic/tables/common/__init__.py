"""What documents of two kinds, or those that meet two conditions, have in common."""
