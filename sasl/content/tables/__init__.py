"""The files of `tables/`: tables and figures, the terrain chart, counters, doctrines, strategies, names of VASL."""
