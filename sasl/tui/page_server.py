"""The server of the page, built on textual-serve: who is let in, and the programs that run behind open pages."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.server import Server

from sasl.kernel.text import counted

HOST = "127.0.0.1"
PAGE = Path(__file__).parent / "page"
MOST_SESSIONS = 8
"""How many programs run at a time; each takes about 100 MB."""
MOST_FRAME = 1_000_000
"""The most bytes that the page sends at once, as for a long text that is pasted."""
WIDEST, HIGHEST = 500, 200
"""The largest screen in columns and rows."""
PATIENCE = 3.0
"""Seconds that a program has to end when it is asked to, and again when it is told to."""


def _clamped(size: Any, usual: int, most: int) -> int:
    """Return a number of columns or rows that a screen may have, whatever the page has sent."""
    with suppress(TypeError, ValueError, OverflowError):
        return max(1, min(most, int(size)))
    return usual


def _frame(text: str) -> tuple[str, Any]:
    """Return the kind and the data of a message from the page; two blanks for one that no page of ours sends."""
    try:
        kind, *rest = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return "", ""
    return str(kind), rest[0] if rest else ""


class Session(AppService):  # type: ignore[misc, unused-ignore]
    """A program that shows its screens on one page."""

    _task: asyncio.Task[None] | None

    async def _open_app_process(self, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=self._build_environment(width, height),
        )
        self._stdin = self._process.stdin
        return self._process

    async def stop(self) -> None:
        """Ask the program to end, then tell it to, then kill it: none outlives its page."""
        if self._task is None:
            return
        task, process, self._task = self._task, self._process, None
        for end in (self._ask_to_end, process.terminate, process.kill):
            with suppress(ProcessLookupError, TimeoutError):
                if asked := end():
                    await asyncio.wait_for(asked, PATIENCE)
                await asyncio.wait_for(process.wait(), PATIENCE)
                break
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    async def on_data(self, payload: bytes) -> None:
        """Show what the program draws; a page that is gone does not hold it up."""
        with suppress(ConnectionError, RuntimeError):
            await super().on_data(payload)

    async def _ask_to_end(self) -> None:
        await self.send_meta({"type": "quit"})

    async def hear(self, kind: str, data: Any) -> None:
        """Hand on what the page has sent; what makes no sense is left out."""
        if kind == "stdin" and isinstance(data, str):
            await self.send_bytes(data.encode("utf-8", "ignore"))
        elif kind == "resize" and isinstance(data, dict):
            width, height = _clamped(data.get("width"), 80, WIDEST), _clamped(data.get("height"), 24, HIGHEST)
            await self.set_terminal_size(width, height)
        elif kind == "ping":
            await self.remote_write_str(json.dumps(["pong", data]))
        elif kind in ("blur", "focus"):
            await self.send_meta({"type": kind})


class Local(Server):  # type: ignore[misc, unused-ignore]
    """A server for this machine, and for one user of it."""

    def __init__(self, words: Sequence[str], port: int) -> None:
        super().__init__("", HOST, port, title="sasl", templates_path=str(PAGE))
        self.words = words
        """The command that runs the program behind a page."""
        self.token = secrets.token_urlsafe(18)
        self.pages: dict[web.WebSocketResponse, Session] = {}

    @property
    def address(self) -> str:
        """The address with its token, which opens the page."""
        return f"{self.public_url}/?token={self.token}"

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard)
        return app

    @property
    def _guard(self) -> Any:
        @web.middleware  # type: ignore[untyped-decorator, unused-ignore]
        async def guard(
            request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
        ) -> web.StreamResponse:
            """Let in who has the token, by the address of this machine alone."""
            host, cookie = request.headers.get("Host", ""), f"sasl-{self.port}"
            if host == f"localhost:{self.port}":
                raise web.HTTPTemporaryRedirect(f"{self.public_url}{request.path_qs}")
            if host != f"{HOST}:{self.port}":
                raise web.HTTPForbidden(text=f"sasl is served at {self.public_url} only")
            if request.path.startswith("/static/"):
                return await handler(request)
            if self._is_token(request.query.get("token", "")):
                query = {name: value for name, value in request.query.items() if name != "token"}
                found = web.HTTPFound(str(request.rel_url.with_query(query)))
                found.set_cookie(cookie, self.token, httponly=True, samesite="Lax")
                raise found
            if not self._is_token(request.cookies.get(cookie, "")):
                raise web.HTTPForbidden(text="Open the address that sasl serve has printed, with the token in it.")
            return await handler(request)

        return guard

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode("utf-8", "replace"), self.token.encode())

    async def handle_index(self, request: web.Request) -> Any:
        """The page, while there is room for its program."""
        if len(self.pages) >= MOST_SESSIONS:
            raise web.HTTPServiceUnavailable(
                text=f"{counted(MOST_SESSIONS, 'page')} of sasl may be open at a time; close one of them first."
            )
        return await super().handle_index(request)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """The line to the screens: for its own page only, and for as long as that is open."""
        if request.headers.get("Origin") != self.public_url:
            raise web.HTTPForbidden(text="only sasl's own page is served")
        if len(self.pages) >= MOST_SESSIONS:
            raise web.HTTPServiceUnavailable(text="too many pages are open")
        page = web.WebSocketResponse(heartbeat=15, max_msg_size=MOST_FRAME)
        session = self.pages[page] = Session(
            self.words,
            write_bytes=page.send_bytes,
            write_str=page.send_str,
            close=page.close,
            download_manager=self.download_manager,
        )
        try:
            await page.prepare(request)
            await session.start(
                _clamped(request.query.get("width"), 80, WIDEST), _clamped(request.query.get("height"), 24, HIGHEST)
            )
            async for message in page:
                if message.type is WSMsgType.TEXT:
                    await session.hear(*_frame(message.data))
        except ConnectionError:  # the page is gone
            pass
        finally:
            try:
                await asyncio.shield(session.stop())
            finally:
                del self.pages[page]
        return page

    async def on_shutdown(self, app: web.Application) -> None:
        """Tell the open pages at once that the server goes, and end their programs: none outlives it.

        A page hears it first: a program that ends closes its page as if the player had quit.
        """
        pages = dict(self.pages)
        closed = asyncio.gather(*(page.close(code=WSCloseCode.GOING_AWAY) for page in pages), return_exceptions=True)
        await asyncio.gather(closed, *(session.stop() for session in pages.values()))

    def initialize_logging(self) -> None:
        """Nothing of its own: what must be said is said by `sasl serve`."""

    async def on_startup(self, app: web.Application) -> None:
        """Two sentences."""
        sys.stderr.write(
            f"The screens are at {self.address}\n"
            "This address is for you alone: whoever on this machine has it plays your games. ctrl+c ends.\n"
        )
