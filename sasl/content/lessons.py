"""Lessons of a mission: what the screen teaches, in order, and when each is done."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from sasl.content.tables import Strict, Text, Word

LessonStage = Literal["boards", "tables", "suspects", "wrecks", "force", "set-up", "play", "over"]
Happening = Literal[
    "moved", "fired", "advanced", "checked", "activated", "enemy-act", "broke", "rallied", "fought", "gained-vpo"
]
"""What can have happened; `sasl.solitaire.lessons` says which facts show it."""
Given = Literal["broken", "enemy-known", "contact"]
"""What can be so when a lesson's turn comes; else it is left out."""
MOMENT = r"^[1-9][0-9]? (FRIENDLY|ENEMY) (RPh|PFPh|MPh|DFPh|AFPh|RtPh|APh|CCPh)$"
HEX = r"^[A-Z]{1,2}[0-9]{1,2}$"


class Until(Strict):
    """When a lesson is done: as soon as one of these is so.

    A `stage` or a `moment` always comes, so each lesson has one of the two: nobody waits for a lucky roll.
    """

    stage: LessonStage | None = Field(default=None, description="this stage has begun; over: the mission has ended")
    moment: Annotated[str, Field(pattern=MOMENT)] | None = Field(
        default=None, description="this phase has begun, as in: 1 FRIENDLY MPh"
    )
    happened: Happening | None = Field(default=None, description="this has happened since the lesson began")
    word: Word | None = Field(default=None, description="this command word was used since the lesson began")
    left: Annotated[str, Field(pattern=HEX)] | None = Field(
        default=None, description="units of the FRIENDLY side went out of this hex in the MPh, and none is in it now"
    )
    vpo: int | None = Field(default=None, ge=1, le=99, description="the FRIENDLY side controls so many VPO")

    @model_validator(mode="after")
    def _comes_true(self) -> Until:
        if (self.stage is None) == (self.moment is None):
            raise ValueError("give either 'stage' or 'moment', so that the lesson ends whatever the dice say")
        return self


class Lesson(Strict):
    """One lesson: what it is about, what to press or type, and until when it is shown."""

    title: Word
    text: Annotated[Text, Field(max_length=420)]
    press: Text = Field(default="", description="the keys on the screens")
    type: Text = Field(default="", description="the same as words of the command line")
    only_if: Given | None = Field(default=None, description="left out unless this is so when its turn comes")
    until: Until
