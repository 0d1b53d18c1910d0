"""The tools for other agents, by the Model Context Protocol: over HTTP and over standard input and output."""
