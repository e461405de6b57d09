"""Archives from strangers: only what is wanted, of a bounded size; each fault in a few words."""

from __future__ import annotations

import io
import zipfile

import pytest

from sasl.kernel.files.zips import BadZip, unzipped


def archive(*entries: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as file:
        for name, data in entries:
            file.writestr(zipfile.ZipInfo(name), data, method)
    return buffer.getvalue()


def read(raw: bytes, *names: str) -> dict[str, bytes]:
    return unzipped(raw, names.__contains__, most_bytes=10, most_entries=3)


def test_only_what_is_wanted_is_unpacked() -> None:
    raw = archive(("a", b"one"), ("large", b"x" * 1000), ("b", b"two"))
    assert read(raw, "b", "a", "c") == {"a": b"one", "b": b"two"}


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (archive(("a", b"x" * 11)), "more than the 10 bytes"),
        (archive(*((f"e{n}", b"") for n in range(4))), "4 files; 3 are allowed"),
        (archive(("name", b"1"), ("eman", b"2")).replace(b"eman", b"name"), "two files 'name'"),
        (archive(("a", b"1"), ("../b", b"2")), "'../b' that would lie outside"),
        (archive(("a", b"1"), ("/b", b"2")), "would lie outside"),
        (archive(("a", b"1"), ("..\\b", b"2")), "would lie outside"),
        (archive(("a", b"1"), ("C:\\b", b"2")), "would lie outside"),
        (archive(("a", b"1"), method=zipfile.ZIP_BZIP2), "compressed in a way"),
        (archive(("a", b"1234567"))[:-30], "damaged or cut off"),
        (archive(("a", b"1234567"), method=zipfile.ZIP_STORED).replace(b"1234", b"1235"), "damaged or cut off"),
        (b"", "not a zip archive"),
        (b"GIF89a", "not a zip archive"),
    ],
)
def test_what_is_wrong_is_a_few_words(raw: bytes, why: str) -> None:
    with pytest.raises(BadZip) as error:
        read(raw, "a", "name")
    assert why in str(error.value) and "\n" not in str(error.value)
