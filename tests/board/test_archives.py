"""Board archives of VASL: those the tests make are read whole, hostile ones are refused in a sentence."""

from __future__ import annotations

import gzip
import struct
import time
from pathlib import Path

import pytest
from drawn import HEIGHT, METADATA, WIDTH, WOODS, Picture, archive, board_archive, java_stream, written

from sasl.board.archives.archive import MOST_ENTRIES, read_archive
from sasl.board.archives.stored import BadArchive, Imported, pixels_hash, read_about, read_stored, stored_bytes

NAMED = METADATA.format(name="13", version="1.0").encode()


def losdata(payload: bytes) -> bytes:
    return gzip.compress(java_stream(payload), 1)


def refusal(folder: Path, data: bytes) -> str:
    """The one sentence for an archive, told at once."""
    path = folder / "bd13"
    path.write_bytes(data)
    start = time.process_time()
    with pytest.raises(BadArchive) as caught:
        read_archive(path)
    assert time.process_time() - start < 2
    text = str(caught.value)
    assert text and "\n" not in text and len(text) < 200
    return text


def test_a_board_is_read_pixel_by_pixel(tmp_path: Path) -> None:
    picture = Picture().paint("C6", WOODS, level=2).paint("K4", 32, level=-1)
    found = read_archive(written(tmp_path, picture, version="6.2"))
    assert (found.name, found.version, found.date) == ("13", "6.2", "May 1944")
    assert len(found.sha256) == 64
    assert (found.raster.terrain, found.raster.levels) == (bytes(picture.terrain), bytes(picture.levels))


@pytest.mark.parametrize("block", [200, 255, 1024, 70_000])
def test_blocks_of_any_length_are_joined(block: int, tmp_path: Path) -> None:
    data = gzip.compress(java_stream(Picture().paint("C6", WOODS).payload(), block), 1)
    (tmp_path / "bd13").write_bytes(archive({"BoardMetadata.xml": NAMED, "LOSData": data}))
    assert sum(read_archive(tmp_path / "bd13").raster.terrain) == WOODS * 41 * 41


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    whole = board_archive(Picture())
    assert refusal(tmp_path, b"") == refusal(tmp_path, b"GIF89a") == "it is not a zip archive"
    assert "damaged" in refusal(tmp_path, whole[: len(whole) // 2])
    spoilt = bytearray(whole)
    spoilt[300:340] = bytes(40)
    assert "damaged" in refusal(tmp_path, bytes(spoilt))
    assert "no BoardMetadata.xml" in refusal(tmp_path, archive({"data": b"x0 0"}))
    assert "no LOS data" in refusal(tmp_path, archive({"BoardMetadata.xml": NAMED}))
    with pytest.raises(BadArchive, match="folder"):
        read_archive(tmp_path)
    with pytest.raises(BadArchive, match="no such file"):
        read_archive(tmp_path / "bd99")


def test_metadata_that_are_none_are_refused(tmp_path: Path) -> None:
    for metadata, wanted in (
        (b"<boardMetadata", "not XML"),
        (b"<boardMetadata/>", "names no board"),
        (b'<!DOCTYPE a [<!ENTITY a "aaaa">]><boardMetadata name="&a;"/>', "entities"),
        (b'<?xml version="1.0" encoding="klingon"?><boardMetadata name="13"/>', "not XML"),
    ):
        assert wanted in refusal(tmp_path, archive({"BoardMetadata.xml": metadata, "LOSData": b""}))


@pytest.mark.parametrize(
    "payload",
    [
        struct.pack(">4i", 33, 10, 2_000_000_000, 2_000_000_000),
        struct.pack(">4i", 33, 10, -1, HEIGHT),
        struct.pack(">4i", 60, 10, WIDTH, HEIGHT) + bytes(100),
    ],
)
def test_a_picture_of_absurd_size_is_refused(payload: bytes, tmp_path: Path) -> None:
    text = refusal(tmp_path, archive({"BoardMetadata.xml": NAMED, "LOSData": losdata(payload)}))
    assert "33 x 10 in 1800 x 645" in text


def test_losdata_that_are_cut_off_or_no_java_stream_are_refused(tmp_path: Path) -> None:
    payload = Picture().payload()
    for data, wanted in (
        (b"plain", "(not gzip"),
        (losdata(payload)[:-200], "cut off"),
        (gzip.compress(b"not java"), "not a Java stream"),
        (gzip.compress(java_stream(payload)[:-50]), "cut off"),
        (gzip.compress(java_stream(b"12")), "cut off"),
        (gzip.compress(b"\xac\xed\x00\x05\x73\x00"), "damaged at byte 4"),
        (losdata(payload[:-1]), "bytes"),
        (losdata(payload + b"1"), "bytes"),
    ):
        assert wanted in refusal(tmp_path, archive({"BoardMetadata.xml": NAMED, "LOSData": data}))


def test_bombs_are_refused_before_they_unpack(tmp_path: Path) -> None:
    zeros = bytes(60_000_000)
    assert "holds more than" in refusal(tmp_path, archive({"BoardMetadata.xml": NAMED, "LOSData": zeros}))
    assert "holds more than" in refusal(tmp_path, archive({"BoardMetadata.xml": zeros, "LOSData": b""}))
    bomb = gzip.compress(zeros)
    assert "unpack to more" in refusal(tmp_path, archive({"BoardMetadata.xml": NAMED, "LOSData": bomb}))
    many = archive({str(number): b"" for number in range(MOST_ENTRIES + 1)})
    assert f"{MOST_ENTRIES + 1:,} files" in refusal(tmp_path, many)


def test_encrypted_files_are_refused(tmp_path: Path) -> None:
    locked = bytearray(archive({"BoardMetadata.xml": NAMED, "LOSData": b"1"}))
    for sign, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(sign) + at] |= 1
    assert "encrypted" in refusal(tmp_path, bytes(locked))


def test_a_stored_board_comes_back_and_damage_is_seen(tmp_path: Path) -> None:
    raster = Picture().paint("C6", WOODS).raster()
    about = Imported("bd13", "13", "6.2", "May 1944", "0" * 64, pixels_hash(raster))
    path = tmp_path / "bd13.board"
    path.write_bytes(stored_bytes(about, raster))
    found, again = read_stored(path)
    assert found == read_about(path) == about and again.terrain == raster.terrain
    whole = path.read_bytes()
    other = Picture().raster()
    for spoilt in (
        b"",
        b"{}\n",
        b"[]\n",
        whole[:-20],
        whole.replace(b"bd13", b"bd\\u0007"),
        stored_bytes(about, other),
    ):
        path.write_bytes(spoilt)
        with pytest.raises(BadArchive, match="damaged"):
            read_stored(path)
