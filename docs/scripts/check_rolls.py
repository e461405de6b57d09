"""A million rolls on every table of the dice, held against its exact odds by chi-square; and rolls per second.

    docs/scripts/check_rolls.py [--rolls N] [TABLE …]

The error is stated for all tables together: sound dice fail the whole check in one run of a thousand. Exit status 1 if
a table's rolls are unlike its odds, or fewer than 200,000 rolls a second were made (one core, with records).
"""

from __future__ import annotations

import argparse
import sys
import time

from sasl.content.library import Library, shipped_root
from sasl.kernel.rolling.rolls import rolls
from sasl.lab.odds.sampling import bound, sample

ERROR = 0.001
FEWEST = 200_000
SEED = 20_440_624


def main(words: list[str]) -> int:
    """Check the tables named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rolls", type=int, default=1_000_000, metavar="N", help="how often each is rolled on")
    parser.add_argument("tables", nargs="*", metavar="TABLE", help="only these")
    asked = parser.parse_args(words)
    number, every = asked.rolls, Library(shipped_root()).all_tables
    if unknown := set(asked.tables) - every.keys():
        parser.error(f"there is no table {', '.join(sorted(unknown))}")
    tables = [
        table for name, table in sorted(every.items()) if table.kind and table.rows and name in (asked.tables or every)
    ]
    bad = seconds = 0.0
    for table in tables:
        start = time.process_time()
        found = sample(table, rolls(table, SEED, number))
        seconds += time.process_time() - start
        value, freedom = found.chi_square()
        agrees = found.agrees(ERROR / len(tables))
        bad += not agrees
        limit = bound(freedom, ERROR / len(tables))
        print(f"{table.id:40} chi-square {value:8.2f} of at most {limit:7.2f} ({freedom}) {'' if agrees else 'UNLIKE'}")
    rate = number * len(tables) / seconds
    print(
        f"{len(tables)} tables, {number:,} rolls each: {bad:.0f} unlike their odds (error {ERROR:g} for all together)"
    )
    print(f"{rate:,.0f} rolls a second on one core, with records, counted")
    return 1 if bad or rate < FEWEST else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
