"""The same screens in a browser of this machine, by textual-serve: a page on 127.0.0.1, a program for each visit."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sasl.content.reading.faults import ContentError

HOST = "127.0.0.1"
PAGE = Path(__file__).parent / "page"
MISSING = (
    "sasl serve needs the package textual-serve, which is not installed: "
    "pip install -e '.[serve]' -c constraints.txt (sasl alone shows the same screens in the terminal)"
)


def _own_command(folder: Path, packs: Sequence[Path]) -> str:
    """The shell line that runs the home screen with these games and tables."""
    words = [sys.executable, "-m", "sasl", "--saves", str(folder.absolute())]
    for pack in packs:
        words += ["--tables", str(pack.absolute())]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def server(folder: Path, packs: Sequence[Path], port: int) -> Any:
    """The server, not started yet. ContentError if textual-serve is not installed.

    Its page asks nothing of any other machine, and no page of another origin may speak with it.
    """
    try:
        from aiohttp import WSCloseCode, web
        from textual_serve.server import Server
    except ImportError:
        raise ContentError([MISSING]) from None
    open_pages: set[web.WebSocketResponse] = set()

    class Local(Server):  # type: ignore[misc, unused-ignore]
        """A server for this machine alone."""

        async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
            """The line to the screens: for its own page only."""
            if request.headers.get("Origin") != self.public_url:
                raise web.HTTPForbidden(text="only sasl's own page is served")
            return await super().handle_websocket(request)

        async def _process_messages(self, websocket: web.WebSocketResponse, app_service: Any) -> None:
            """Pass the keys of a page on to its program, and note that the page is open."""
            open_pages.add(websocket)
            try:
                await super()._process_messages(websocket, app_service)
            finally:
                open_pages.discard(websocket)

        async def on_shutdown(self, app: web.Application) -> None:
            """Tell each open page that its server goes; the programs behind the pages end with it."""
            for page in tuple(open_pages):
                await page.close(code=WSCloseCode.GOING_AWAY)

        def initialize_logging(self) -> None:
            """Nothing of its own: what must be said is said by `sasl serve`."""

        async def on_startup(self, app: web.Application) -> None:
            """One sentence."""
            sys.stderr.write(f"The screens are at {self.public_url} (this machine only); ctrl+c ends.\n")

    return Local(_own_command(folder, packs), HOST, port, title="sasl", templates_path=str(PAGE))


def serve(folder: Path, packs: Sequence[Path], port: int) -> int:
    """Serve until ctrl+c; the exit status. ContentError if it cannot: no textual-serve, or the port is taken."""
    made = server(folder, packs, port)
    try:
        made.serve()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ContentError([f"port {port} cannot be used ({why}): sasl serve --port {port + 1}"]) from None
    return 0
