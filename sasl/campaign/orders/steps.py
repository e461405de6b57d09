"""Orders of the steps: going on, Escape, removal, chits, set-up, the Game End dr; perimeters and control."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from sasl.campaign import events as cev
from sasl.campaign.buying import market
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_sequence import next_step
from sasl.campaign.campaign_state import SIDES, CampaignState, Nation
from sasl.campaign.orders.campaign_kinds import command, hexes_of, only_in, pieces, played, side_of
from sasl.campaign.perimeter import determination as perimeter
from sasl.campaign.steps import campaign_victory, initiative, removal, set_up, weapon_steps
from sasl.campaign.steps.escape import may_try, try_escape
from sasl.campaign.steps.isolation import enter_area
from sasl.kernel.orders.grammar import Bound, Kind
from sasl.kernel.orders.order import Order, one_of
from sasl.kernel.transaction import Refused


class Next(Order):
    """The present step is finished (if nothing is missing) and the next begins."""

    FORM = "next"

    def run(self, ctx: CampaignRun) -> None:
        next_step(ctx)


class Escape(Order):
    """7.5063-7.5064: one Escape DR for a stack of Infantry in a Location, or for a vehicle."""

    FORM = "escape PIECES:units… [drop PIECES:dropped… | deploy PIECES:deployed…]…"
    units: tuple[str, ...]
    dropped: tuple[str, ...] = ()
    deployed: tuple[str, ...] = ()

    def verify(self, game: CampaignGame) -> None:
        only_in(game, "escape", f"units Escape in the Escape step ({game.rule('7.5063')})")
        may_try(game, pieces(game, self.units))

    def run(self, ctx: CampaignRun) -> None:
        try_escape(ctx, pieces(ctx.game, self.units), self.dropped, self.deployed)


class Clear(Order):
    """7.514: one dr for each item that a side wants removed."""

    FORM = "clear NATION:side THINGS:items"
    side: Nation
    items: tuple[str, ...]

    def verify(self, game: CampaignGame) -> None:
        only_in(game, "removal", f"removal is tried in the removal step ({game.rule('7.514')})")

    def run(self, ctx: CampaignRun) -> None:
        for name in self.items:
            removal.try_removal(ctx, self.side, name)


class Chit(Order):
    """11.623: a side's initiative chit for this CG Day; Attack chits are limited (11.6231)."""

    FORM = "chit NATION:side (attack|idle)"
    side: Nation
    choice: str = one_of("attack", "idle")

    def verify(self, game: CampaignGame) -> None:
        refusal = f"chits are chosen in the Initiative step of a campaign that has them ({game.rule('11.623')})"
        only_in(game, "initiative", refusal)
        if game.campaign.attacker:
            raise Refused(refusal)
        left = initiative.attacks_left(game, self.side)
        if self.choice == "attack" and left is not None and left <= 0:
            raise Refused(f"the {self.side.capitalize()} side has no Attack chit left ({game.rule('11.6231')})")
        if self.choice == "idle" and market.spent_support(game, self.side):
            raise Refused(f"the {self.side.capitalize()} side has spent Support CPP: it chose Attack (12.6181)")

    def run(self, ctx: CampaignRun) -> None:
        initiative.put_chit(ctx, self.side, self.choice)


class Place(Order):
    """7.5222-7.5224: counters or fortifications set up within their side's set-up area."""

    FORM = "place ITEMS:items HEX:hex [concealed|hidden|hooked|dug-in]…"
    items: tuple[str, ...]
    hex: str
    options: frozenset[str] = frozenset()

    def verify(self, game: CampaignGame) -> None:
        rule = game.rule("7.5222")
        only_in(game, "set-up", f"counters are placed in the Set-Up step ({rule}); move puts them anywhere by hand")

    def run(self, ctx: CampaignRun) -> None:
        set_up.place(ctx, self.items, self.hex, [way for way in (*set_up.WAYS, set_up.DUG_IN) if way in self.options])


class PlaceTunnel(Order):
    """B8.6: a tunnel with both its entrances."""

    FORM = "place ITEMS:items HEX:hex to HEX:exit"
    items: tuple[str, ...]
    hex: str
    exit: str

    def verify(self, game: CampaignGame) -> None:
        only_in(game, "set-up", f"tunnels are placed in the Set-Up step ({game.rule('7.5224')})")
        if len(self.items) != 1 or not set_up.is_tunnel(game.state.works.get(self.items[0])):
            raise Refused("two hexes are for one tunnel, its entrances (B8.6); anything else is placed in one hex")

    def run(self, ctx: CampaignRun) -> None:
        set_up.place_tunnel(ctx, ctx.state.works[self.items[0]], self.hex, self.exit)


class EndTurn(Order):
    """CG4: the Game End dr at the end of a Game Turn."""

    FORM = "end N:turn"
    turn: int

    def verify(self, game: CampaignGame) -> None:
        campaign_victory.may_roll(game, self.turn)

    def run(self, ctx: CampaignRun) -> None:
        campaign_victory.roll_end(ctx, self.turn)


class UsedUp(Order):
    """7.5134: FT and DC used up in the scenario, with their Original effects DR."""

    FORM = "used PIECES:pieces N:dr"
    pieces: tuple[str, ...]
    dr: int

    def verify(self, game: CampaignGame) -> None:
        for piece in pieces(game, self.pieces):
            if reason := weapon_steps.cannot_be_used_up(game, piece, self.dr):
                raise Refused(reason)

    def run(self, ctx: CampaignRun) -> None:
        for piece in pieces(ctx.game, self.pieces):
            weapon_steps.use_up(ctx, piece, self.dr)


# -- the map -----------------------------------------------------------------------------------------


class ShowPerimeters(Order):
    """The map with both perimeters, in letters."""

    FORM = "perimeter"

    def run(self, ctx: CampaignRun) -> None:
        perimeter.show(ctx)


class ProposePerimeter(Order):
    """7.505: the largest perimeter of both sides or of one; or none any more."""

    FORM = "perimeter (propose|clear) [SIDE:sides]…"
    what: str = one_of("propose", "clear")
    sides: tuple[Nation, ...] = ()

    def run(self, ctx: CampaignRun) -> None:
        for side in self.sides or SIDES:
            if self.what == "clear":
                perimeter.put_perimeter(ctx, side, (), "player")
            else:
                perimeter.propose_perimeter(ctx, side)


class DrawPerimeter(Order):
    """7.5052-7.5058: a perimeter drawn from marker to marker; `/` stands between loops."""

    FORM = "perimeter NATION:side MARKERS:markers…"
    side: Nation
    chains: tuple[tuple[str, ...], ...]

    @classmethod
    def read(cls, game: CampaignGame, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        chains = [chain.split() for chain in " ".join(bound.slots["markers"]).split("/")]
        if not all(chains):
            raise Refused("perimeter needs hexes, as in: perimeter german A41 DD41 P0 / K45")
        return cls(
            side_of(bound.slots["side"][0]), tuple(tuple(game.find_hex(word) for word in chain) for chain in chains)
        )

    def run(self, ctx: CampaignRun) -> None:
        perimeter.draw_by_hand(ctx, self.side, self.chains)

    def line(self) -> str:
        return f"perimeter {self.side} {' / '.join(map(' '.join, self.chains))}"


class Control(Order):
    """7.5051: who controls hexes, as the players' Control Markers say; "" is nobody."""

    FORM = "control PLACES:places… WHOSE:whose"
    places: tuple[str, ...]
    whose: str = ""

    def verify(self, game: CampaignGame) -> None:
        hexes_of(game, self.places)

    def run(self, ctx: CampaignRun) -> None:
        ctx.emit(cev.HexesControlled(self.whose, hexes_of(ctx.game, self.places), "player"))

    def line(self) -> str:
        return f"control {' '.join(self.places)} {self.whose or 'nobody'}"


class Strategic(Order):
    """7.5051: Strategic Locations that the program cannot know."""

    FORM = "strategic HEXES:hexes… [off]"
    hexes: tuple[str, ...]
    off: bool = False

    def run(self, ctx: CampaignRun) -> None:
        perimeter.mark_strategic(ctx, self.hexes, off=self.off)


class Isolated(Order):
    """7.506: an Isolated Area by hand (`pocket`: whose Pocket it is), or hexes taken out of one."""

    FORM = "isolated HEXES:hexes… [off | TYPE:type] [SIDE:pocket]"
    hexes: tuple[str, ...]
    type: str = ""
    pocket: str = ""
    off: bool = False

    def verify(self, game: CampaignGame) -> None:
        if game.state.stage == "scenario":
            raise Refused("Isolated Areas are entered in the refit, after the scenario (7.506)")

    def run(self, ctx: CampaignRun) -> None:
        enter_area(ctx, tuple(dict.fromkeys(self.hexes)), self.type, self.pocket, off=self.off)


def _in_scenario(state: CampaignState) -> str:
    return "" if state.stage == "scenario" else "no scenario is being played; next goes on to it, step by step"


COMMANDS = (
    command(Next, summary="finish this step and begin the next one; after a scenario, begin the refit", key="n"),
    command(Escape, summary="a stack, or a vehicle, tries to Escape", group="step",
            example=("escape g467-1,g91-1 drop glmg-1",)),
    command(Clear, summary="try to remove fortifications, wrecks, immobile vehicles", group="step",
            example=("clear german w3,w7",)),
    command(Chit, summary="choose a side's initiative chit for this CG Day", group="step",
            example=("chit german attack",)),
    command(Place, PlaceTunnel, summary="set up counters or fortifications within their side's set-up area",
            group="step",
            example=("place g467-1 to g467-3 K12", "place p12 K12", "place w3 K12", "place g467-1 K12 hidden",
                     "place w9 K12 to K14")),
    command(EndTurn, summary="the Game End dr at the end of a Game Turn: is the scenario over?", when=_in_scenario,
            group="result", example=("end 6",)),
    command(UsedUp, summary="mark FT and DC used up in the scenario, with their Original effects DR", when=played,
            group="result", example=("used gdc-1 7",)),
    command(ShowPerimeters, ProposePerimeter, DrawPerimeter, group="map", key="p",
            summary="show, propose or draw the perimeters: marker hexes in order, / between loops",
            example=("perimeter propose german", "perimeter german A41 DD41 P0")),
    command(Control, summary="who controls hexes: names, <42, >=40, north, north<20 …", group="map",
            example=("control K12 L13 german", "control north>=30 russian")),
    command(Strategic, summary="mark Strategic Locations that the program cannot know", group="map",
            example=("strategic K12 L13",)),
    command(Isolated, summary="enter an Isolated Area by hand (SIDE: whose Pocket it is), or take hexes out",
            group="map", example=("isolated K12 K13 C",)),
)  # fmt: skip
"""The command words of this module."""
