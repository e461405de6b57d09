"""Many games: seeds on processors or a cluster, kept on disk, and what they say together."""
