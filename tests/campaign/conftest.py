"""The tests of the campaign find their helper module here."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
