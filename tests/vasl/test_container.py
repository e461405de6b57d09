"""The file of a saved game: its three veils, byte for byte, and what is refused."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from made_saves import MODULE, entry, packed, text_of

from sasl.content.reading.faults import ContentError
from sasl.vasl.saved_game import GAME, read_container, unveiled

TEXT = text_of([], "04")


@pytest.mark.parametrize("key", [0x00, 0x5A, 0xFF])
def test_each_key_of_the_usual_veil(tmp_path: Path, key: int) -> None:
    found = read_container(packed(tmp_path / "a.vsav", entry(TEXT, key)))
    assert (found.text, found.key, found.header) == (TEXT, key, "!VCSK")
    assert found.veiled() == found.entries[GAME] == entry(TEXT, key)


def test_the_veil_of_the_coming_version_and_none(tmp_path: Path) -> None:
    raw = b"VOBS\x21" + bytes(byte ^ 0x21 for byte in TEXT.encode())
    for data in (raw, TEXT.encode()):
        found = read_container(packed(tmp_path / "a.vsav", data))
        assert found.text == TEXT and found.veiled() == data


def test_the_first_word_under_a_known_key() -> None:
    assert unveiled(b"!VCSK5a383f3d3334") == ("!VCSK", 0x5A, b"begin")


def test_what_a_saved_game_says_of_itself(tmp_path: Path) -> None:
    found = read_container(packed(tmp_path / "a.vsav", entry(TEXT)))
    assert found.version == "6.6.1"
    assert found.saved is not None and f"{found.saved:%Y-%m-%d}" == "2020-12-03"


def test_a_changed_text_is_packed_and_read_again(tmp_path: Path) -> None:
    found = read_container(packed(tmp_path / "a.vsav", b"VOBS\x21" + bytes(byte ^ 0x21 for byte in TEXT.encode())))
    path = tmp_path / "b.vsav"
    path.write_bytes(found.with_text(TEXT + "x").packed())
    again = read_container(path)
    assert (again.text, again.header, again.version) == (TEXT + "x", "!VCSK", "6.6.1")
    assert list(again.entries) == list(found.entries)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"!VCSK5", "cut off or damaged"), (b"!VCSK", "cut off or damaged"), (b"!VCSK5a38zz", "cut off or damaged"),
        (entry(TEXT)[:-1], "cut off or damaged"), (b"VOBS", "cut off"), (b"\xff\xfe\x00", "not UTF-8"),
    ],
)  # fmt: skip
def test_a_damaged_text_is_one_sentence(tmp_path: Path, data: bytes, why: str) -> None:
    with pytest.raises(ContentError, match=why) as error:
        read_container(packed(tmp_path / "a.vsav", data))
    assert len(error.value.faults) == 1 and "a.vsav: this is not a saved game of VASL" in error.value.faults[0]


def test_a_game_of_another_module_and_a_cut_file(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.vsav", entry(TEXT), MODULE.replace(b"<name>VASL", b"<name>Chess"))
    with pytest.raises(ContentError, match="another VASSAL module;"):
        read_container(path)
    whole = packed(tmp_path / "b.vsav", entry(TEXT)).read_bytes()
    (tmp_path / "b.vsav").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ContentError, match="damaged or cut off"):
        read_container(tmp_path / "b.vsav")
    (tmp_path / "c.vsav").write_text("nothing of the kind")
    with pytest.raises(ContentError, match="not a zip archive"):
        read_container(tmp_path / "c.vsav")


def test_an_archive_around_a_saved_game_is_told_as_one(tmp_path: Path) -> None:
    inner = packed(tmp_path / "scenario.vsav", entry(TEXT)).read_bytes()
    with zipfile.ZipFile(tmp_path / "download.zip", "w") as archive:
        archive.writestr("scenario.vsav", inner)
    with pytest.raises(ContentError, match="is an archive with 'scenario"):
        read_container(tmp_path / "download.zip")


def test_an_entry_of_xml_with_entities_is_not_read(tmp_path: Path) -> None:
    bomb = b'<!DOCTYPE data [<!ENTITY a "aaaa">]><data><version>&a;</version><name>VASL</name></data>'
    assert read_container(packed(tmp_path / "a.vsav", entry(TEXT), bomb)).version == ""


def test_a_board_is_named_as_one(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as error:
        read_container(tmp_path / "bd13")
    assert "the name of a board" in error.value.faults[0] and "sasl boards import" in error.value.faults[0]
