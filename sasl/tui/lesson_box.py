"""The lesson box: the present lesson of a mission that teaches, calmly between the map and the prompt."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from sasl.solitaire.lessons import Shown


class LessonBox(Static):
    """What the present lesson says and what to press; not there where there is nothing to teach."""

    def __init__(self) -> None:
        super().__init__(id="lesson", markup=False)

    def show(self, shown: Shown | None) -> None:
        """Show a lesson; None hides the box."""
        self.set_class(shown is not None, "teaches")
        if shown is None:
            return
        self.border_title = Content(shown.heading + (f"   ✓ {shown.done}" if shown.done else ""))
        self.border_subtitle = Content("option lessons off hides this")
        self.update(lesson_words(shown))


def lesson_words(shown: Shown) -> Content:
    """The words of a lesson, and on a line of its own what to press."""
    if shown.lesson is None:
        return Content("That was all. Go on as you like; ? helps, w says why.")
    lesson = shown.lesson
    do = [f"press {lesson.press}"] * bool(lesson.press) + [f"type :{lesson.type}"] * bool(lesson.type)
    text = Content(lesson.text)
    if shown.passed:
        few = "a lesson" if len(shown.passed) == 1 else f"{len(shown.passed)} lessons"
        text = Content.styled(f"That went past {few} ({', '.join(shown.passed)}); u goes back.\n", "dim") + text
    return text + Content.styled(f"\n► {'  or  '.join(do)}", "bold $text-accent") if do else text
