"""The line above the prompt: the last result, or why not; while the cursor moves, what is told of its hex."""

from __future__ import annotations

from textwrap import wrap

from textual.widgets import Static

MOST_LINES = 5


class SaidLine(Static):
    """What was said last. It grows with its text, and keeps its height while the cursor moves."""

    def __init__(self) -> None:
        super().__init__(id="said", markup=False)
        self._said = ("", "")
        self._high = 0

    @property
    def last(self) -> str:
        """The words of the last result."""
        return self._said[0]

    def say(self, text: str, look: str = "") -> bool:
        """The last result. True if it is a refusal with more words than the line holds."""
        self._said = (text, look)
        self._put(text, look, keeps=False)
        return look == "bad" and self._lines(text) > MOST_LINES

    def hint(self, text: str | None = None, look: str = "") -> None:
        """Told for the hex under the cursor; without a text the last result is back."""
        said, said_look = self._said
        self._put(said if text is None else text, said_look if text is None else look, keeps=text is not None)

    def _put(self, text: str, look: str, *, keeps: bool) -> None:
        self.set_classes(f"said-{look}" if look else "")
        high = max(1 if self.screen.has_class("low") else 2, min(MOST_LINES, self._lines(text)))
        if keeps and text != self._said[0]:  # the map keeps its place
            high = max(high, self._high)
        if high != self._high:
            self._high = high
            self.styles.height = high
        self.update(text, layout=False)

    def _lines(self, text: str) -> int:
        return len(wrap(text, max(20, self.app.size.width - 2)))
