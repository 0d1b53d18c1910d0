"""Questions over documents that refer to one another, however many lie between what is given and asked."""
