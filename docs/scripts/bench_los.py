"""What a LOS over the pixels of the imported VASL boards costs, in microseconds of CPU, when the board is warm.

python docs/scripts/bench_los.py [BOARD…]

Each board as it is, and flat as OtO-S2 plays it: random lines of 2 to 16 hexes, the quickest of five rounds.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from sasl.board.board import Board
from sasl.board.ground import ground_of
from sasl.board.join import made_plain
from sasl.board.los import sight_between
from sasl.board.traces import TRACES
from sasl.content.library import Library, shipped_root
from sasl.saves.folders import boards_folder

LINES, ROUNDS = 6_000, 5
LONGEST = 16


def cost(board: Board, chance: random.Random) -> float:
    """Microseconds of CPU for each LOS."""
    ground = ground_of(board)
    places = sorted(ground.places.values())
    pairs: list[tuple[int, int]] = []
    while len(pairs) < LINES:
        start, end = sorted(chance.sample(places, 2))
        if 2 <= TRACES[end - start].range <= LONGEST:
            pairs.append((start, end))
    found = []
    for _ in range(ROUNDS + 1):  # the first one warms the board
        begun = time.process_time()
        for start, end in pairs:
            sight_between(ground, start, end)
        found.append(time.process_time() - begun)
    return 1e6 * min(found) / LINES


def main() -> None:
    """Measure and print."""
    library = Library(shipped_root(), boards=boards_folder())
    names = sys.argv[1:] or sorted(library.imported.all)
    if not names:
        raise SystemExit("no board is imported: sasl boards import FOLDER")
    for name in names:
        board = library.board(name)
        if not board.survey:
            raise SystemExit(f"{name} is not imported: sasl boards import FILE")
        flat = made_plain(board, flat=True, wooden=True)
        chance = random.Random(7)
        print(f"{name}: {cost(board, chance):5.1f} us a LOS, flat {cost(flat, chance):5.1f} us")


if __name__ == "__main__":
    main()
