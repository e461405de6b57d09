"""`sasl serve`: the same screens over a page of this machine; without textual-serve one clear sentence."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sasl.cli.main import main
from sasl.content.faults import ContentError
from sasl.tui.serving import server


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_without_textual_serve_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
async def serving(folder: Path) -> AsyncIterator[str]:
    """The address of a server that runs; at its end the programs that it began have ended, too."""
    pytest.importorskip("textual_serve")
    from aiohttp import web

    port, begun, begins = free_port(), list[asyncio.subprocess.Process](), asyncio.create_subprocess_shell

    async def noted(*line: Any, **how: Any) -> asyncio.subprocess.Process:
        begun.append(await begins(*line, **how))
        return begun[-1]

    asyncio.create_subprocess_shell = noted
    made = server(folder, (), port)
    runner = web.AppRunner(await made._make_app())
    await runner.setup()
    await web.TCPSite(runner, made.host, port).start()
    try:
        yield made.public_url
    finally:
        asyncio.create_subprocess_shell = begins
        await runner.cleanup()
        for process in begun:
            await asyncio.wait_for(process.wait(), 60)


async def test_its_page_needs_no_other_machine_and_no_other_page_may_speak_with_it(tmp_path: Path) -> None:
    aiohttp = pytest.importorskip("aiohttp")
    async with serving(tmp_path) as address, aiohttp.ClientSession() as client:
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
    async with serving(tmp_path) as address, aiohttp.ClientSession() as client:
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
