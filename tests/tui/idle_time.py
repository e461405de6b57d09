"""A loop in which idle time passes at once: nobody waits for a timer while nobody works."""

from __future__ import annotations

import asyncio
import selectors
from asyncio import Future
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

T = TypeVar("T")


class Clock(selectors.DefaultSelector):
    """Its time stands while the program works, and leaps to the next timer when there is nothing else to do."""

    def __init__(self) -> None:
        super().__init__()
        self.now = monotonic()
        self.threads = 0
        """Of so many threads somebody waits for the end: until then time is that of the wall."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or self.threads:
            begun = monotonic()
            ready = super().select(timeout)
            self.now += monotonic() - begun
        elif not (ready := super().select(0)):
            self.now += max(0.0, timeout)
        return ready


class IdleTimeLoop(asyncio.SelectorEventLoop):
    """The loop of that clock."""

    def __init__(self) -> None:
        self.clock = Clock()
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.now

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> Future[T]:  # type: ignore[override]
        self.clock.threads += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._ended)
        return future

    async def shutdown_default_executor(self, *args: Any) -> None:
        self.clock.threads += 1
        await super().shutdown_default_executor(*args)

    def _ended(self, _: Future[Any]) -> None:
        self.clock.threads -= 1
