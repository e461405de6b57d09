"""`sasl serve`: the same screens over a page of this machine; without textual-serve one clear sentence."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playing_screens import give

from sasl.asl.game.events import UnitsMoved
from sasl.cli.main import main
from sasl.content.library import Library
from sasl.content.reading.faults import ContentError
from sasl.saves.session import Session
from sasl.tui.serving import server


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_without_textual_serve_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "sasl.tui.page_server", raising=False)
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    with pytest.raises(ContentError, match=r"textual-serve"):
        server(tmp_path, (), 8765)
    assert main(["serve", "--saves", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "pip install -e '.[serve]'" in told


@pytest.mark.parametrize("port", ["0", "80", "70000"])
def test_a_port_is_one_that_anybody_may_have(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", port]) == 1
    assert "from 1024 to 65535" in capsys.readouterr().err


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[Any, Any]]:
    """A server that runs, and a browser that has opened its page with the token; at its end the programs that it began
    have ended, too.
    """
    pytest.importorskip("textual_serve")
    from aiohttp import ClientSession, CookieJar, web

    port, begun, begins = free_port(), list[asyncio.subprocess.Process](), asyncio.create_subprocess_exec

    async def noted(*line: Any, **how: Any) -> asyncio.subprocess.Process:
        begun.append(await begins(*line, **how))
        return begun[-1]

    asyncio.create_subprocess_exec = noted
    made = server(folder, (), port)
    runner = web.AppRunner(await made._make_app())
    await runner.setup()
    await web.TCPSite(runner, made.host, port).start()
    made.begun = begun
    try:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as browser:
            assert (await browser.get(made.address)).status == 200
            yield made, browser
    finally:
        asyncio.create_subprocess_exec = begins
        await runner.cleanup()
        for process in begun:
            await asyncio.wait_for(process.wait(), 60)


async def test_its_page_needs_no_other_machine_and_no_other_page_may_speak_with_it(tmp_path: Path) -> None:
    aiohttp = pytest.importorskip("aiohttp")
    async with serving(tmp_path) as (made, client):
        address = made.public_url
        assert address.startswith("http://127.0.0.1:")
        page = await (await client.get(address)).text()
        assert page.count("http://") == page.count(address) and "https://" not in page
        for origin in ("http://elsewhere.example", None):
            headers = {"Origin": origin} if origin else {}
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await client.ws_connect(f"{address}/ws", headers=headers)
            assert refused.value.status == 403


@pytest.mark.parametrize("size", [(80, 24), (150, 45)])
async def test_the_home_screen_comes_in_the_size_of_the_window(tmp_path: Path, size: tuple[int, int]) -> None:
    aiohttp = pytest.importorskip("aiohttp")
    async with serving(tmp_path) as (made, client):
        address = made.public_url
        line = f"{address}/ws?width={size[0]}&height={size[1]}"
        async with client.ws_connect(line, headers={"Origin": address}) as socket_:
            seen, last_row = b"", f"\x1b[{size[1] - 1};".encode()
            async with asyncio.timeout(60):
                while b"Quit" not in seen or last_row not in seen:
                    seen += (await socket_.receive()).data
            assert b"for Solitaire ASL" in seen and f"\x1b[{size[1] + 1};".encode() not in seen
            await socket_.send_json(["stdin", "q"])
            async with asyncio.timeout(60):
                while (await socket_.receive()).type is not aiohttp.WSMsgType.CLOSED:
                    pass
            assert socket_.close_code == aiohttp.WSCloseCode.OK, "the program was quit; its server is there still"


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
async def test_a_server_that_ends_tells_its_open_pages_at_once_and_leaves_no_traceback(
    tmp_path: Path, end: signal.Signals
) -> None:
    """The page tells by the code of the close that the server has gone: anything but 1000."""
    aiohttp = pytest.importorskip("aiohttp")
    port = free_port()
    words = (sys.executable, "-m", "sasl", "--saves", str(tmp_path), "serve", "--port", str(port))
    served = await asyncio.create_subprocess_exec(*words, stderr=asyncio.subprocess.PIPE)
    assert served.stderr is not None
    address = f"http://127.0.0.1:{port}"
    cookies = aiohttp.CookieJar(unsafe=True)
    async with asyncio.timeout(60), aiohttp.ClientSession(cookie_jar=cookies) as client:
        printed = (await served.stderr.readline()).decode()
        opens = re.fullmatch(rf"The screens are at ({address}/\?token=\S+)\n", printed)
        assert opens is not None, printed
        assert b"This address is for you alone" in await served.stderr.readline()
        while True:
            with suppress(aiohttp.ClientConnectionError):
                page = await (await client.get(opens[1])).text()
                break
            await asyncio.sleep(0.1)
        assert "The server has gone; every move is saved. Start sasl serve again, then reload." in page
        assert 'toggle("-gone", end.code !== 1000)' in page
        async with client.ws_connect(f"{address}/ws", headers={"Origin": address}) as socket_:
            while b"Quit" not in (await socket_.receive()).data:
                pass
            served.send_signal(end)
            async with asyncio.timeout(5):
                while (await socket_.receive()).type is aiohttp.WSMsgType.BINARY:
                    pass
            assert socket_.close_code == aiohttp.WSCloseCode.GOING_AWAY
        assert await served.wait() == 0
        assert await served.stderr.read() == b""


async def test_who_has_not_the_token_is_not_let_in(tmp_path: Path) -> None:
    aiohttp = pytest.importorskip("aiohttp")
    async with serving(tmp_path) as (made, browser), aiohttp.ClientSession() as stranger:
        for path in ("/", "/?token=", "/?token=guess", "/download/x", "/ws"):
            refused = await stranger.get(f"{made.public_url}{path}", headers={"Origin": made.public_url})
            assert refused.status == 403 and made.token not in await refused.text()
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await stranger.ws_connect(f"{made.public_url}/ws", headers={"Origin": made.public_url})
        opened = await browser.get(f"{made.address}&fontsize=20")
        assert str(opened.url) == f"{made.public_url}/?fontsize=20" and made.token not in await opened.text()
        assert not made.begun


async def test_localhost_leads_to_the_address_that_is_served_and_no_other_name_leads_anywhere(tmp_path: Path) -> None:
    pytest.importorskip("aiohttp")
    async with serving(tmp_path) as (made, browser):
        by_name = await browser.get(
            f"{made.public_url}/?fontsize=20", headers={"Host": f"localhost:{made.port}"}, allow_redirects=False
        )
        assert by_name.status == 307 and by_name.headers["Location"] == f"{made.public_url}/?fontsize=20"
        for host in ("evil.example", f"evil.example:{made.port}", "127.0.0.1", f"127.0.0.1.evil.example:{made.port}"):
            assert (await browser.get(made.public_url, headers={"Host": host})).status == 403


FRAMES = (
    *("x", "1", "{}", "[]", '["stdin"]', '["stdin", 5]', '["stdin", "\\ud800"]', '["resize"]', '["resize", []]'),
    *('["resize", {"width": "wide", "height": null}]', '["resize", {"width": -5, "height": 1e999}]'),
    *('["resize", {"width": 100000, "height": 100000}]', '["nosuch", 1]', "[" * 100_000, '["blur"]', '["focus", 0]'),
)
"""What no page of ours sends, and a size that no screen has."""


async def test_no_frame_of_a_page_wedges_its_program_and_none_outlives_its_page(tmp_path: Path) -> None:
    page_server = pytest.importorskip("sasl.tui.page_server")
    async with serving(tmp_path) as (made, browser):
        line = f"{made.public_url}/ws?width=9999999&height=x"
        async with browser.ws_connect(line, headers={"Origin": made.public_url}) as page:
            shown = b""
            async with asyncio.timeout(60):
                while b"Quit" not in shown:
                    shown += (await page.receive()).data
                for frame in FRAMES:
                    await page.send_str(frame)
                await page.send_str('["ping", 7]')
                while (answer := await page.receive()).data != '["pong", 7]':
                    assert answer.type is not None and not page.closed
            assert f"\x1b[1;{page_server.WIDEST + 2}H".encode() not in shown
            assert [program.returncode for program in made.begun] == [None]
        async with asyncio.timeout(60):
            while made.pages:
                await asyncio.sleep(0.05)
        assert made.begun[0].returncode is not None


async def test_only_so_many_pages_are_open_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aiohttp, page_server = pytest.importorskip("aiohttp"), pytest.importorskip("sasl.tui.page_server")
    monkeypatch.setattr(page_server, "MOST_SESSIONS", 1)
    async with serving(tmp_path) as (made, browser):
        headers = {"Origin": made.public_url}
        async with browser.ws_connect(f"{made.public_url}/ws", headers=headers):
            refused = await browser.get(made.public_url)
            assert refused.status == 503 and "1 page" in await refused.text()
            with pytest.raises(aiohttp.WSServerHandshakeError) as second:
                await browser.ws_connect(f"{made.public_url}/ws", headers=headers)
            assert second.value.status == 503 and len(made.begun) == 1
        async with asyncio.timeout(60):
            while made.pages:
                await asyncio.sleep(0.05)
        assert (await browser.get(made.public_url)).status == 200


@pytest.mark.skipif(sys.platform == "win32", reason="there programs are killed another way")
async def test_no_program_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    """The program is told by the end of its input, as when its server is killed."""
    pytest.importorskip("textual_serve")
    async with serving(tmp_path) as (made, browser):
        page = await browser.ws_connect(f"{made.public_url}/ws", headers={"Origin": made.public_url})
        async with asyncio.timeout(60):
            while b"Quit" not in (await page.receive()).data:
                pass
            made.begun[0].stdin.close()
            assert await made.begun[0].wait() in (0, 128 + signal.SIGTERM)
            await page.close()


FIRST, REST = 1.0, 0.15
"""So many seconds the screen may take for its first word after a key, and then so many without one: it rests."""


def begun(library: Library, folder: Path) -> Path:
    """A game of the platoon at the start of its first turn, on the disk."""
    with Session.create(library, "platoon", 2, folder, "mine", "2026-01-01") as session:
        give(session, "option lessons off")
        while session.game.state.stage != "play":
            give(session, "deploy") if session.game.state.stage == "set-up" else None
            give(session, "next")
    return folder / "mine.sasl"


async def test_a_whole_player_turn_is_played_over_the_page(library: Library, tmp_path: Path) -> None:
    """Keys as a browser sends them: the game is resumed, all move, and n goes on until the ENEMY's Player Turn."""
    aiohttp = pytest.importorskip("aiohttp")
    save = begun(library, tmp_path)
    async with serving(tmp_path) as (made, client):
        address = made.public_url
        line = f"{address}/ws?width=120&height=40"
        async with client.ws_connect(line, headers={"Origin": address}) as page:

            async def press(*keys: str) -> bytes:
                """Send keys one by one; what the screen shows until it rests."""
                shown = b""
                for key in keys:
                    await page.send_json(["stdin", key])
                    rest = FIRST
                    with suppress(TimeoutError):
                        while (told := await asyncio.wait_for(page.receive(), rest)).type is aiohttp.WSMsgType.BINARY:
                            shown, rest = shown + told.data, REST
                return shown

            def phases() -> list[tuple[str, str]]:
                return re.findall(r'"e":"PhaseBegan","turn":1,"side":"(\w+)","phase":"(\w+)"', save.read_text())

            async with asyncio.timeout(100):
                shown = b""
                while b"Quit" not in shown:
                    shown += (await page.receive()).data
                shown = await press("r")
                while b"Wind Change" not in shown:  # the log beside the map; the home screen knows the Turn, too
                    shown += (await page.receive()).data
                while "MPh" not in [phase for _, phase in phases()]:
                    await press("n", "\r")
                await press("*", "g", "d", "8", "\r", "m")
                while ("ENEMY", "RPh") not in phases():
                    await press("n", "\r", "c")
                await page.send_json(["stdin", "\x11"])
                while (await page.receive()).type is not aiohttp.WSMsgType.CLOSED:
                    pass
    with Session.resume(library, tmp_path, "mine") as session:
        turn = [moment for moment in session.moments if moment.game.state.moment.startswith("Turn 1, FRIENDLY")]
        after = session.moments[turn[-1].n + 1].game.state.moment
    assert after == "Turn 1, ENEMY RPh", "a key may go through late: whoever sends it does not see the phase"
    moved = {key for moment in turn for event in moment.events if isinstance(event, UnitsMoved) for key in event.ids}
    assert any(moment.command.startswith("march ") for moment in turn) and len(moved) > 3
