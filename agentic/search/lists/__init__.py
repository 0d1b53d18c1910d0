"""Lists, counts and sums of documents of one sort, by what they or documents linked with them give."""
