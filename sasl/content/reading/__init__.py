"""How any file of content is read: YAML with lines, what its fields may hold, faults in a sentence each."""
