"""Orders that only look: figures, steps, counters, rosters, odds, charts, rules, areas; and `reveal`."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.campaign import campaign_report, show
from sasl.campaign.buying.purchase import chart_line, find_group, no_chart
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_sequence import is_yours
from sasl.campaign.campaign_state import BOXES, SET_UP, SIDES, Box, CampaignState, Nation, Sealed
from sasl.campaign.orders.campaign_kinds import command
from sasl.campaign.perimeter.determination import area_lines
from sasl.campaign.sealed import DUMMY, break_seal, lines_in, open_side
from sasl.campaign.secrets import cover, shown_key
from sasl.kernel.orders.order import Order
from sasl.kernel.text import counted
from sasl.kernel.transaction import Refused


class Look(Order):
    """Something is shown, a line each."""

    def lines(self, game: CampaignGame) -> Iterable[str]:
        """What is shown."""
        raise NotImplementedError

    def run(self, ctx: CampaignRun) -> None:
        for text in self.lines(ctx.game):
            ctx.tell(text)


class Show(Look):
    """7.14-7.15: the figures of both sides, everything of one side, or a hex."""

    FORM = "show [SIDE | HEX]"
    side: Nation | None = None
    hex: str = ""

    def lines(self, game: CampaignGame) -> Iterable[str]:
        """Figures, purchases and Force Organizer, or what is in the hex."""
        if self.side:
            return campaign_report.side_lines(game, self.side)
        if self.hex:
            return show.hex_lines(game, self.hex)
        return [campaign_report.date_line(game), *campaign_report.figure_lines(game), *campaign_report.vp_lines(game)]


class Victory(Look):
    """7.4: the VP of the campaign line by line, what wins it, and what the scenario is about."""

    FORM = "victory"

    def lines(self, game: CampaignGame) -> Iterable[str]:
        yield from campaign_report.vp_lines(game)
        yield from (f"{kind.capitalize()}: {text}" for kind, text in game.campaign.scenario_texts.items())


class Steps(Look):
    """7.5: the list of steps with its ticks."""

    FORM = "steps"

    def lines(self, game: CampaignGame) -> Iterable[str]:
        yield f"{campaign_report.place(game)}; {campaign_report.progress(game)}"
        steps = campaign_report.steps(game)
        yours = {line.step.rule for line in steps if is_yours(game, line.step)}
        yield from (line.text + " (you)" * (line.step.rule in yours) for line in steps if line.mark != "out")
        left = [line.step.rule for line in steps if line.mark == "out"]
        if left:
            yield f"Left out in this phase: {', '.join(left)}"


class Pieces(Look):
    """7.14: the counters of the Force Organizer, each with its id, states and what it bears."""

    FORM = "pieces [SIDE] [BOX]"
    side: Nation | None = None
    box: Box | None = None

    def lines(self, game: CampaignGame) -> Iterable[str]:
        boxes = [self.box] if self.box else [box for box in BOXES if box != "gone"]
        found: list[str] = []
        for side in [self.side] if self.side else SIDES:
            for box in boxes:
                own = campaign_report.own_lines(game, side, box)
                if own:
                    found += [f"{side.capitalize()}, {BOXES[box]}:", *(f"  {text}" for text, _ in own)]
        return found or ["No counter is there."]


class Roster(Look):
    """7.15: what each side had on each date."""

    FORM = "roster [NATION:side]"
    side: Nation | None = None

    def lines(self, game: CampaignGame) -> Iterable[str]:
        return [
            line for side in ([self.side] if self.side else SIDES) for line in campaign_report.roster_page(game, side)
        ]


class Odds(Look):
    """7.519: a line of the chart before it is bought."""

    FORM = "odds NATION:side GROUP:group"
    side: Nation
    group: str

    def verify(self, game: CampaignGame) -> None:
        find_group(game, self.side, self.group)

    def lines(self, game: CampaignGame) -> Iterable[str]:
        return show.group_lines(game, self.side, find_group(game, self.side, self.group))


class Groups(Look):
    """7.5181-.5188: every line of the chart: cost, what it brings, what may still be bought."""

    FORM = "groups NATION:side"
    side: Nation

    def lines(self, game: CampaignGame) -> Iterable[str]:
        lines = [chart_line(game, self.side, group) for group in game.campaign.groups.get(self.side, [])]
        return lines or [no_chart(game, [self.side])]

    def run(self, ctx: CampaignRun) -> None:
        ctx.tell(f"{self.side.capitalize()} {campaign_report.purse(ctx.game, self.side)}", tag=f"{self.side}.purchases")
        Look.run(self, ctx)


class Rules(Look):
    """The campaign's rules that are played on the map; with a word only those that have it."""

    FORM = "rules [TEXT:wanted]…"
    wanted: tuple[str, ...] = ()

    def lines(self, game: CampaignGame) -> Iterable[str]:
        wanted = " ".join(self.wanted).lower()
        found = [text for text in show.rule_lines(game) if wanted in text.lower()]
        if not found:
            raise Refused(
                f"no special rule of this campaign has '{wanted}'" if wanted else "this campaign names no rules"
            )
        return found


class Areas(Order):
    """7.5054-7.506: how large each Perimeter Area is, which Pockets there are, and every Isolated Area."""

    FORM = "areas"

    def run(self, ctx: CampaignRun) -> None:
        for text, hexes in area_lines(ctx.game):
            ctx.tell(text, hexes=hexes)


class Reveal(Order):
    """7.518: the cover is lifted before the scenario ends, when the player needs the units on his map."""

    FORM = "reveal NATION:side"
    side: Nation

    def verify(self, game: CampaignGame) -> None:
        written = any(line.side == self.side for line in game.state.sealed.values())
        if f"{self.side}.purchases" not in game.state.secrets and not written:
            raise Refused(f"the {self.side.capitalize()} side has no secrets now")

    def run(self, ctx: CampaignRun) -> None:
        """Lift it, until the next scenario has ended, and open the whole set-up that is sealed."""
        cover(ctx, self.side, False)
        ctx.fact(shown_key(self.side), "yes")
        open_side(ctx, self.side, "revealed")


class WhatIsIn(Order):
    """7.5222: open a hex of a sealed set-up, once the player's units have reached it."""

    FORM = "what is in HEX:hex"
    hex: str

    def verify(self, game: CampaignGame) -> None:
        check_scenario(game)

    def run(self, ctx: CampaignRun) -> None:
        """Put what was written down there on the map; a hex of which nothing was written holds nothing new."""
        lines = lines_in(ctx.state, self.hex)
        if not lines:
            ctx.tell(f"Nothing of a sealed set-up is in {self.hex}.")
            return
        dummies = [ctx.state.works[line.id] for line in lines if _is_dummy(ctx.state, line)]
        break_seal(ctx, lines, "its hex is reached")
        there = [show.contents(ctx.game, line.id) for line in lines if line.id in {*ctx.state.pieces, *ctx.state.works}]
        there += [counted(sum(work.number for work in dummies), "Dummy", "Dummies")] * bool(dummies)
        ctx.tell(f"In {self.hex}: {'; '.join(there)}.", board=True, hexes=(self.hex,))


class WhatEnters(Order):
    """CG12: what a side whose set-up is sealed brings on from off-board, by which hexes, and its support."""

    FORM = "what enters"

    def verify(self, game: CampaignGame) -> None:
        check_scenario(game)

    def run(self, ctx: CampaignRun) -> None:
        lines = [line for line in ctx.state.sealed.values() if line.enters]
        by_hex: dict[str, list[str]] = {}
        for line in lines:
            by_hex.setdefault(line.hex, []).append(show.contents(ctx.game, line.id))
        for name, there in by_hex.items():
            ctx.tell(f"By {name}, on Turn 1 or later: {'; '.join(there)}.", board=True, hexes=(name,))
        break_seal(ctx, lines, "it may come on now")
        for side in dict.fromkeys(line.side for line in (*lines, *ctx.state.sealed.values())):
            support = [piece for piece in ctx.state.of(side) if piece.kind not in SET_UP and piece.box != "away"]
            if support:
                ctx.tell(f"{side.capitalize()} support: {', '.join(campaign_report.by_type(support))}.", board=True)
        if not lines:
            ctx.tell("No unit waits to enter from off-board.")


def check_scenario(game: CampaignGame) -> None:
    """7.5222: Refused unless a scenario is being played; its opponent keeps a set-up sealed until then."""
    if game.state.stage != "scenario":
        raise Refused(f"a sealed set-up is opened in the scenario, hex by hex ({game.rule('7.5222')})")


def _is_dummy(state: CampaignState, line: Sealed) -> bool:
    return line.id in state.works and state.works[line.id].kind == DUMMY


def _sealed(state: CampaignState) -> str:
    return "" if state.sealed else "no side has a sealed set-up now; show HEX tells what is known of a hex"


COMMANDS = (
    command(Show, summary="show both sides' figures; one side with purchases and Force Organizer; or what is in a hex",
            group="look", key="s", example=("show german", "show K12")),
    command(Victory, summary="show the campaign VP line by line, and what wins", group="look"),
    command(Steps, summary="show the steps of this phase: done, next, left out", group="look"),
    command(Pieces, summary="counters by their ids: on the map, retained, coming, away, gone", group="look",
            example=("pieces german retained",)),
    command(Roster, summary="the CG Roster: a column for each date", group="look", example=("roster german",)),
    command(Odds, summary="what a group brings, and the exact odds of its strength and leaders", group="look",
            example=("odds german I1",)),
    command(Groups, summary="a side's Reinforcement Group chart with what is left and what it costs", group="look",
            key="g", example=("groups german",)),
    command(Rules, summary="the special rules of this campaign: CG1 … with their figures", group="look",
            example=("rules night",)),
    command(Areas, summary="each side's Perimeter Area, Pockets and the Isolated Areas", group="look"),
    command(WhatIsIn, WhatEnters, group="map",
            summary="open a hex of a set-up that the program has sealed, or what it brings on from off-board",
            when=_sealed, example=("what is in K12", "what enters")),
    command(Reveal, summary="reveal what a side played by the program has bought, once its "
        "units are set up", group="look",
            example=("reveal german",)),
)  # fmt: skip
"""The command words of this module."""
