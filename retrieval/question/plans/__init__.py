"""What a question wants computed: expressions over stored figures, and the bounds that it sets."""
