"""Draws the pictures of the manual, docs/pictures/*.svg: `make_pictures.py [SCENE …]`, from fixed games."""

from __future__ import annotations

import asyncio
import html
import os
import re
import sys
import tempfile
from pathlib import Path

from textual.pilot import Pilot

from sasl.campaign.campaign_session import CampaignSession
from sasl.saves.folders import CONFIG
from sasl.tui.app import SaslApp
from sasl.tui.map.map_view import MapView
from sasl.tui.play.ordering.attack_dialog import ActDialog, AttackDialog
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.tables.bench_screen import BenchScreen
from sasl.tui.tables.own_table_screen import Rows
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.dialogs import ListDialog
from sasl.tui.widgets.lines import LineList

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
SEED = 7


async def settle(pilot: Pilot[int]) -> PlayScreen:
    """See what must be seen and take default answers, until the play screen is on top."""
    quiet = 0
    while True:
        screen = pilot.app.screen
        quiet = quiet + 1 if isinstance(screen, PlayScreen) else 0
        if quiet == 3 and isinstance(screen, PlayScreen):
            return screen
        if isinstance(screen, (ActDialog, AskDialog, AttackDialog)):
            screen.dismiss(screen.question.default)
        elif isinstance(screen, ListDialog):
            screen.dismiss(None)
        await pilot.pause(0)


async def give(pilot: Pilot[int], *lines: str) -> PlayScreen:
    """Give commands with default answers."""
    play = await settle(pilot)
    for line in lines:
        play.action_run(line)
        await pilot.pause(0)
        play = await settle(pilot)
    return play


RECT = re.compile(r'<rect fill="(#[0-9a-f]{6})" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"[^>]*/>')
LINE_CLIP = re.compile(
    r'<clipPath id="[^"]*-line-\d+">.*?</clipPath>\s*|\s*clip-path="url\(#[^"]*-line-\d+\)"', re.DOTALL
)


def slim(svg: str) -> str:
    """The same picture in less than half the bytes: one path for the grounds of a colour, short names, no clips."""
    grounds: dict[str, list[str]] = {}
    for fill, x, y, width, height in RECT.findall(svg):
        grounds.setdefault(fill, []).append(f"M{x},{y}h{width}v{height}h-{width}z")
    paths = "".join(
        f'<path fill="{fill}" shape-rendering="crispEdges" d="{"".join(parts)}"/>' for fill, parts in grounds.items()
    )
    first = RECT.search(svg)
    if first is not None:
        svg = svg[: first.start()] + paths + RECT.sub("", svg[first.start() :])
    return re.sub(r"terminal-\d+-", "t-", LINE_CLIP.sub("", svg))


async def take(pilot: Pilot[int], name: str, *shows: str) -> None:
    """Write the screen as a picture. SystemExit if one of the texts that it is to show is not there."""
    await pilot.pause(0.3)
    svg = slim(pilot.app.export_screenshot(title="sasl"))
    (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")
    words = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", svg)).split())
    for text in shows:
        if text not in words:
            raise SystemExit(f"{name}.svg does not show '{text}'")
    print(f"{name}.svg: {len(svg) // 1024} kB")


async def home(folder: Path) -> None:
    """The home screen."""
    app = SaslApp(folder)
    async with app.run_test(size=(100, 26)) as pilot:
        await pilot.pause(0.5)
        await take(pilot, "home")


async def set_up(folder: Path) -> None:
    """Set-up with values, S? and VPO."""
    app = SaslApp(folder)
    async with app.run_test(size=(120, 40)) as pilot:
        app.new_game("oto-s1", SEED, "picture set-up")
        await give(pilot, "next", "next", "wreck auto")
        await take(pilot, "set-up")


async def play(folder: Path) -> None:
    """The whole map with a stack taken, a question of the program, and a roll explained."""
    app = SaslApp(folder)
    async with app.run_test(size=(160, 46)) as pilot:
        app.new_game("oto-s1", SEED, "picture map")
        screen = await give(
            pilot, "option remind off", "next", "next", "wreck auto", "next", "next", "deploy", *["next"] * 3
        )
        await give(pilot, "move M18 M15")
        screen.map.set_cursor("M19")
        screen.taken()
        screen.map.set_cursor("M15")
        await take(pilot, "map")
    app = SaslApp(folder, game="picture map")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.3)
        screen = await settle(pilot)
        screen.query_one(MapView).set_zoom(2)
        screen.map.set_cursor("M17")
        screen.show_log("roll")
        await pilot.pause(0.2)
        await pilot.press("up", "up", "enter")
        await take(pilot, "log")


async def plan(folder: Path) -> None:
    """The axes of the built-in commander on the map, with the Turn by which each VPO is to fall."""
    app = SaslApp(folder)
    async with app.run_test(size=(160, 46)) as pilot:
        app.new_game("oto-s1", SEED, "picture plan")
        await give(pilot, "option remind off", "next", "next", "wreck auto", "next", "next", "deploy", *["next"] * 2)
        await pilot.press("P")
        await take(pilot, "plan", "main axis from")


async def fight(folder: Path) -> None:
    """An attack on paper: firers, DRM, chances."""
    app = SaslApp(folder, game="picture map")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.3)
        screen = await give(
            pilot,
            "option ask-los off",
            "new enemy 4-6-7 M12",
            "new enemy 8-1 M12",
            "put 458a,91a,447a M16",
            *[f"set {name} -prep -moved" for name in ("458a", "91a", "447a")],
        )
        while screen.session.game.state.phase != "AFPh":
            screen = await give(pilot, "next")
        screen.query_one(MapView).set_zoom(2)
        screen.map.set_cursor("M14")
        screen.action_run("fire 458a,447a,91a M12")
        for _ in range(20):
            await pilot.pause(0.05)
        await take(pilot, "attack", "Advancing Fire", "KIA")


async def enemy(folder: Path) -> None:
    """An attack of the ENEMY before its dice: line of fire, why, and its chances."""
    app = SaslApp(folder, game="picture map")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.3)
        screen = await give(pilot, "option ask-los off", "new enemy 4-6-7 M12", "new enemy 8-1 M12")
        while (screen.session.game.state.side, screen.session.game.state.phase) != ("ENEMY", "PFPh"):
            screen = await give(pilot, "next")
        screen.query_one(MapView).set_zoom(2)
        while not isinstance(app.screen, AttackDialog) or not app.screen.reasons:
            screen = await settle(pilot)
            if screen.session.game.state.phase != "PFPh":
                raise SystemExit("enemy.svg: the ENEMY makes no Prep Fire")
            screen.action_run("next")
            await pilot.pause(0.5)
        await take(pilot, "enemy", "Why:", "any effect", "v veto")


async def in_the_mph(pilot: Pilot[int], name: str) -> PlayScreen:
    """A new game of OtO-S1 in the MPh of Turn 1, seen near; nobody asks about LOS or acts of the ENEMY."""
    assert isinstance(pilot.app, SaslApp)
    pilot.app.new_game("oto-s1", SEED, name)
    begun = ("next", "next", "wreck auto", "next", "next", "deploy", *["next"] * 3)
    screen = await give(pilot, "option ask-los off", "option confirm-acts off", "option remind off", *begun)
    screen.query_one(MapView).set_zoom(2)
    return screen


async def add(pilot: Pilot[int], name: str, *what: str) -> str:
    """New units in a hex: their ids, with commas."""
    screen = await settle(pilot)
    before = set(screen.session.game.state.units)
    await give(pilot, *[f"new {item} {name}" for item in what])
    return ",".join(key for key in screen.session.game.state.units if key not in before)


async def look_at(pilot: Pilot[int], screen: PlayScreen, name: str) -> None:
    """The map around a hex, and the end of the log."""
    screen.map.set_cursor(name)
    await pilot.press("2", "end")
    await pilot.pause(0.2)


SIZES = ((80, 24), (120, 40), (200, 60))
"""The terminals that must serve: small, usual, large."""


async def in_the_hand(folder: Path) -> None:
    """The map, a way drawn hex by hex, and a shot that is aimed, in three sizes of terminal."""
    app = SaslApp(folder)
    async with app.run_test(size=SIZES[1]) as pilot:
        await in_the_mph(pilot, "picture hand")
        await give(pilot, "new enemy 4-6-7 M12", "option fire-stops off")
        await give(pilot, "put 458a,447a M16", "set 458a -no-command", "set 447a -no-command")
    for width, height in SIZES:
        app, size = SaslApp(folder, game="picture hand"), f"{width}x{height}"
        async with app.run_test(size=(width, height)) as pilot:
            await pilot.pause(0.3)
            screen = await settle(pilot)
            begun = len(screen.session.moments)
            screen.map.set_cursor("M19")
            await take(pilot, f"map-{size}", "Turn 1, FRIENDLY MPh")
            await pilot.press("space", "d", "8", "8")
            await take(pilot, f"move-{size}", "Way:", "MF")
            await pilot.press("escape", "escape")
            while screen.session.game.state.phase != "AFPh":
                screen = await give(pilot, "next")
            screen.map.set_cursor("M16")
            await pilot.press("space", "f")
            screen.map.set_cursor("M12")
            await take(pilot, f"aim-{size}", "Advancing Fire", "FP column")
            screen.session.undo(len(screen.session.moments) - begun)


async def armored_assault(folder: Path) -> None:
    """Infantry goes beside a tank."""
    app = SaslApp(folder)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await in_the_mph(pilot, "picture armored")
        tank, men = await add(pilot, "P19", "friendly T-34 M43"), await add(pilot, "P19", "friendly 6-2-8")
        await give(pilot, f"move {tank},{men} P18 armored")
        await look_at(pilot, screen, "P18")
        await take(pilot, "armored-assault", "now in Armored Assault")


async def bypass(folder: Path) -> None:
    """A squad goes round a wood, hexside by hexside."""
    app = SaslApp(folder)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await in_the_mph(pilot, "picture bypass")
        men = await add(pilot, "P17", "friendly 4-4-7")
        await give(pilot, f"move {men} Q17-Q18-R17 R17")
        await look_at(pilot, screen, "R17")
        await take(pilot, "bypass", "in Bypass along")


async def human_wave(folder: Path) -> None:
    """A Human Wave runs its first Impulse."""
    app = SaslApp(folder)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await in_the_mph(pilot, "picture wave")
        await add(pilot, "M14", "enemy 4-6-7")
        two = ("friendly 4-4-7", "friendly 4-4-7")
        men = [await add(pilot, name, *two) for name in ("N17", "O18", "M18")]
        men.append(await add(pilot, "N17", "friendly 8-1"))
        await give(pilot, f"wave {','.join(men)} M14", "wave")
        await look_at(pilot, screen, "N16")
        await take(pilot, "human-wave", "Human Wave", "Impulse")


async def los_in_doubt(folder: Path) -> None:
    """A LOS that the board's facts do not settle, with what is likely, and how likely."""
    app = SaslApp(folder)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await in_the_mph(pilot, "picture los")
        screen.map.set_cursor("M18")
        await pilot.press("space")
        screen.map.set_cursor("R14")
        await pilot.press("s")
        await take(pilot, "los-in-doubt", "range 6: unsure, likely hindered +2 (68%)")


async def wall(folder: Path) -> None:
    """Wall Advantage: who was at the wall first has it; the other claims it when he breaks."""
    app = SaslApp(folder)
    async with app.run_test(size=(120, 40)) as pilot:
        app.new_game("oto-s2", 3, "picture wall")
        screen = await give(
            pilot, "option ask-los off", "option remind off", *["next"] * 5, "option confirm-acts off", *["next"] * 2
        )
        screen.query_one(MapView).set_zoom(2)
        await give(pilot, "option enemy-plays off")
        foe, men = await add(pilot, "D20", "enemy 4-6-7"), await add(pilot, "D22", "friendly 4-4-7")
        await give(pilot, f"move {men} D21", f"wall {foe}", f"break {foe}", f"wall {men} claim")
        await look_at(pilot, screen, "D21")
        await take(pilot, "wall-advantage", "wall-advantage")


async def cross_roads(folder: Path) -> None:
    """Three mapboards joined, with VPO and S?, and the cavalry on the map."""
    app = SaslApp(folder)
    async with app.run_test(size=(160, 46)) as pilot:
        app.new_game("oto-s2", 3, "picture cross roads")
        await give(
            pilot, "option remind off", *["next"] * 5, "option confirm-acts off", *["next"] * 2, "enter auto all"
        )
        await take(pilot, "cross-roads")


async def campaign(folder: Path) -> None:
    """A campaign: what a side may buy, with limits and odds."""
    app = SaslApp(folder)
    session = CampaignSession.memory(app.library, "oto2", 5)
    for line in ("next", "buy russian I2", "buy russian V1 on-map"):
        session.submit(line)
    async with app.run_test(size=(120, 36)) as pilot:
        app.show_session(session)
        await pilot.pause(0.5)
        while isinstance(app.screen, ListDialog):
            await pilot.press("space")
            await pilot.pause(0.2)
        await pilot.press("b")
        await pilot.pause(0.5)
        await take(pilot, "campaign")


async def lesson(folder: Path) -> None:
    """The small mission with its lesson box."""
    app = SaslApp(folder)
    async with app.run_test(size=(100, 32)) as pilot:
        app.new_game("platoon", 5, "picture lesson")
        await settle(pilot)
        await take(pilot, "lesson")


async def bench(folder: Path) -> None:
    """The designer's bench: a row of `platoon.activation` changed, and what that does to 100 seeds."""
    app = SaslApp(folder)
    async with app.run_test(size=(170, 52)) as pilot:
        await pilot.press("t")
        await pilot.pause(2)
        names = app.screen.query_one("#names", LineList)
        names.move_to(next(place for place, line in enumerate(names.lines) if line.text == "platoon.activation"))
        await pilot.press("b")
        await pilot.pause(2)
        screen = app.screen
        assert isinstance(screen, BenchScreen)
        rows = screen.query_one(Rows)
        rows.load_text(rows.text.replace("6..8:   HS", "6..8:   S, L"))
        await pilot.pause(2)
        screen.play("platoon", 100)
        while "100 pairs" not in screen.progress:
            await pilot.pause(0.5)
        await take(pilot, "bench", "100 of 100 pairs", "no faults")


SCENES = {
    scene.__name__: scene
    for scene in (set_up, play, plan, fight, enemy, in_the_hand, armored_assault, bypass, human_wave, los_in_doubt,
                  wall, cross_roads, campaign, lesson, home, bench)
}  # fmt: skip


def main(names: list[str]) -> None:
    """The pictures of the scenes named, or all."""
    if wrong := [name for name in names if name not in SCENES]:
        sys.exit(f"there is no scene '{wrong[0]}'; there are {', '.join(SCENES)}")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[CONFIG] = folder  # the theme and keys of whoever makes them are not in the pictures
        for name in names or SCENES:
            asyncio.run(SCENES[name](Path(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])
