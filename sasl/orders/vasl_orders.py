"""Orders of the player's own VASL map: look at a saved game of it, and follow one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.sides import STAGES
from sasl.beside.comparison import Comparison, compare, look, refusal
from sasl.beside.differences import Difference, together
from sasl.beside.saves import Save, age_words, newest, readable
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import replace
from sasl.kernel.orders.order import Order
from sasl.kernel.text import counted
from sasl.orders.stages import command


class _OfSave(Order):
    """It is about a saved game of VASL: the one named, or the newest of what the game follows."""

    file: str = ""

    def verify(self, game: Game) -> None:
        saved(game, self.file)


class LookAtVasl(_OfSave):
    """What a saved game of VASL shows otherwise than the game; which counter there is which is kept from now on."""

    FORM = "vasl [FILE…]"

    def run(self, ctx: Context) -> None:
        """Each difference is listed; nothing but what the game knows of VASL changes."""
        save, found = looked(ctx.game, self.file)
        if fact := look(ctx.game, found):
            ctx.emit(fact)
        ctx.tell(f"{save.path.name}: {counted(len(found.moved), 'difference')}, {len(found.lacking)} to do in VASL.")
        for item, text in together(found.moved):
            ctx.tell(f"{text}.", hexes=(item.hex,), tag="vasl")
        _tell_what_to_do(ctx, found.lacking)
        for text in found.notes:
            ctx.tell(f"{text}.")


class KeepMine(_OfSave):
    """VASL is to follow the game: what it shows otherwise is not taken over, but to be done there."""

    FORM = "vasl keep [FILE…]"

    def run(self, ctx: Context) -> None:
        _, found = looked(ctx.game, self.file)
        if fact := refusal(ctx.game, found):
            ctx.emit(fact)
        _tell_what_to_do(ctx, found.all)


def _tell_what_to_do(ctx: Context, items: Iterable[Difference]) -> None:
    """What the player has to do in VASL."""
    for item in items:
        ctx.tell(f"In VASL {item.to_do()}.", hexes=(item.hex,), tag="to-do")


def saved(game: Game, file: str = "") -> Save:
    """The saved game that is meant: `file`, or the newest of what the game follows. Refused if there is none."""
    name = file or game.state.vasl.follows
    if not name:
        raise Refused("vasl needs a VASL saved game, or one to follow, as in: vasl follow ~/VASL/boards/VASL")
    try:
        return newest(_path(name))
    except ContentError as error:
        raise Refused(str(error.faults[0])) from None


def _path(name: str) -> Path:
    """The file or folder that a player names; `~` is his home."""
    try:
        return Path(name).expanduser()
    except RuntimeError:  # ~somebody who is not there
        return Path(name)


def looked(game: Game, file: str = "") -> tuple[Save, Comparison]:
    """That saved game and the game beside it. Refused, in one sentence, if it cannot be read."""
    saved(game, file)
    try:
        save, table, passed_over = readable(game, _path(file or game.state.vasl.follows))
        found = compare(game, table)
    except ContentError as error:
        raise Refused(str(error.faults[0])) from None
    return save, replace(found, notes=(passed_over, *found.notes)) if passed_over else found


class Follow(Order):
    """The game follows a saved game of VASL, or the folder where VASL saves by itself; or nothing any more."""

    FORM = "vasl follow ( off | FILE… )"
    file: str = ""
    off: bool = False

    def verify(self, game: Game) -> None:
        """There is such a file or folder; it may still be empty."""
        try:
            there = self.off or _path(self.file).exists()
        except OSError as error:
            raise Refused(f"{self.file[:80]}: {(error.strerror or '').lower()}") from None
        if not there:
            raise Refused(f"{self.file}: there is no such file or folder")

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.VaslFollowed(str(_path(self.file).absolute()) if self.file else ""))
        if bool(self.file) != ctx.state.option("placements"):
            ctx.emit(ev.OptionSet("placements", bool(self.file)))
        if self.file:
            ctx.tell(f"VASL is followed: {_found_there(_path(self.file))}.", tag="vasl")


def _found_there(path: Path) -> str:
    """`newest autosave c.vsav, 2 minutes old`, or that there is none yet."""
    try:
        save = newest(path)
    except ContentError:
        return "no save there yet"
    return f"the newest save there is {save.path.name}, {age_words(save)} old"


COMMANDS = (
    command(
        Follow,
        KeepMine,
        LookAtVasl,
        summary="take over what a VASL saved game shows, or watch for new ones",
        stages=STAGES,
        group="look",
        brief="[FILE] | keep [FILE] | follow FILE|off",
        example=("vasl", "vasl ~/cross-roads.vsav", "vasl follow ~/VASL/boards/VASL", "vasl follow off", "vasl keep"),
        options={
            "follow": "from now on: a saved game, or the folder of VASL's autosaves",
            "off": "stop following",
            "keep": "take nothing over: make the differences good in VASL",
        },
    ),
)
