"""Commands about tables: `table`, `own`, `odds`, `roll`, `lint`."""
