"""Saved games made to do harm: each is one sentence, within a second and 200 MB."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from made_saves import entry, layer, packed, piece, text_of

from sasl.vasl.list_codec import fold, join
from sasl.vasl.saved_game import read

READ = """
import resource, sys, time
from pathlib import Path
from sasl.content.reading.faults import ContentError
from sasl.vasl.saved_game import read
start = time.process_time()
try:
    read(Path(sys.argv[1]))
except ContentError as error:
    print(*error.faults, sep="\\n")
kilobyte = 1 if sys.platform != "darwin" else 1024
status = Path("/proc/self/status")
if status.exists():  # there getrusage tells the most of the process that began this one, too
    used = int(next(line for line in status.read_text().splitlines() if line.startswith("VmHWM")).split()[1])
else:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(f"{time.process_time() - start:.3f} {used / kilobyte / 1024:.0f}", file=sys.stderr)
"""


def archive(path: Path, entries: dict[str, tuple[bytes, int]]) -> Path:
    """A zip whose entries repeat a piece so many times."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for name, (part, times) in entries.items():
            with file.open(name, "w") as out:
                for _ in range(times):
                    out.write(part)
    path.write_bytes(buffer.getvalue())
    return path


def veiled(text: str) -> Callable[[Path], Path]:
    return lambda path: packed(path, entry(text))


def inside(middle: str) -> Callable[[Path], Path]:
    return veiled(f"begin_save\x1b{middle}\x1bend_save")


def chain(number: int) -> str:
    """A piece of so many traits."""
    kind = fold([*["a"] * number, "piece;K;D;a;b"], "\t")
    return join(["+", "5", kind, fold([*[""] * number, "Main Map;1;1;2;0"], "\t")], "/")


def nested(depth: int) -> str:
    text = "end_save"
    for _ in range(depth):
        text = join(["begin_save", text, "x"], "\x1b")
    return text


pytest.importorskip("resource")

HOSTILE: dict[str, tuple[Callable[[Path], Path], str]] = {
    "zip bomb": (lambda path: archive(path, {"savedGame": (b"0" * 1_000_000, 300)}), "more than the"),
    "many entries": (lambda path: archive(path, {f"e{n}": (b"", 1) for n in range(15_000)}), "20 are allowed"),
    "large file": (lambda path: (path.write_bytes(b"PK" * 2_000_000) and path) or path, "larger than"),
    "commands without end": (inside("\x1b" * 7_000_000), "more than 8,000 commands"),
    "backslashes without end": (veiled("\\" * 7_000_000), "begin and end"),
    "deep nesting": (veiled(nested(12)), "deeper than 8"),
    "a huge piece": (inside("+/" + "/" * 7_000_000), "a piece of more than"),
    "a chain of tabs": (inside("+/5/" + "a\t" * 25_000 + "/x"), "cannot be read"),
    "too many traits": (veiled(text_of([chain(160)])), "cannot be read"),
    "unequal traits": (inside("+/5/a\tpiece;K;D;a;b/Main Map;1;1;2"), "cannot be read"),
    "no numbers": (inside("+/5/piece;K;D;a;b/Main Map;x;y;2"), "cannot be read"),
    "absurd number": (inside("+/5/piece;K;D;a;b/Main Map;" + "9" * 40_000 + ";1;2"), "cannot be read"),
    "too many boards": (inside("bd\t" + "0\t0\tx\tbd\t" * 500_000), "cannot be read"),
    "a board of no size": (inside("bd\t0\t0\t04\tVER\t6.1\tZOOM\tnan"), "cannot be read"),
    "a huge stack": (inside("+/9/stack/Main Map;1;1;" + "5;" * 2_000_000), "a piece of more than"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_one_sentence_within_a_second(tmp_path: Path, name: str) -> None:
    make, why = HOSTILE[name]
    path = make(tmp_path / "hostile.vsav")
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.count("\n") == 1 and why in done.stdout, done.stdout
    seconds, megabytes = map(float, done.stderr.split())
    assert seconds < 1 and megabytes < 200, done.stderr


def test_labels_that_repeat_the_name_do_not_let_it_grow(tmp_path: Path) -> None:
    form = "label;;;;;;;;;;;;$pieceName$$pieceName$"
    path = packed(
        tmp_path / "a.vsav", entry(text_of([piece(1, "n" * 100, 0, 0, *[(form, "z")] * 100, layer("", 1, "+ x"))]))
    )
    assert len(read(path).pieces[0].name) <= 400
