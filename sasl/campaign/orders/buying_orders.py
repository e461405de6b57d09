"""Orders of the purchasing steps: groups for CPP, fortifications for FPP, Commissars, reconnaissance."""

from __future__ import annotations

from sasl.campaign.buying import forts, leaders, market, purchase, recon
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import Nation
from sasl.campaign.orders.campaign_kinds import command, only_in, pieces
from sasl.content.missions.campaign import SetUp
from sasl.kernel.orders.order import Order
from sasl.kernel.text import listed
from sasl.kernel.transaction import Refused


class Buy(Order):
    """7.518: one or more groups of a kind, within every limit; the CPP are gone at once.

    CG12b: with `given` groups of the initial OB come in another way, for the CPP of that way.
    """

    FORM = ("buy NATION:side GROUP:group "
            "[trucks | given | WAY:way | AMOUNT:count | XHEXES:hexes | XLEVEL:level | XDUMMIES:dummies]…")  # fmt: skip
    side: Nation
    group: str
    way: str = ""
    count: int = 1
    hexes: int = 0
    level: int = 0
    dummies: int = 0
    trucks: bool = False
    given: bool = False

    def wish(self, game: CampaignGame) -> market.Wish:
        """What is wanted. Refused if the chart has no such group, or it does not come in this way."""
        group = purchase.find_group(game, self.side, self.group)
        offered: dict[str, SetUp] = {item.id: item for item in market.ways(game, self.side, group)}
        if self.way and self.way not in offered:
            ways = market.words_for(game, self.side, group)
            choice = f"there are {listed(ways)}" if len(ways) > 1 else "it takes no way, only a number of groups"
            known = next((way for way in game.campaign.setups if (way.id, way.side) == (self.way, self.side)), None)
            if known:
                text = f"{group.id} {group.title} is not bought {self.way} ({known.rule})"
                raise Refused(f"{text}; {choice}")
            raise Refused(f"{group.id} cannot use '{self.way}'; {choice} ({game.rule('7.518')})")
        return market.Wish(self.side, group, offered.get(self.way), self.hexes, self.level, self.trucks, self.dummies,
                           self.given)  # fmt: skip

    def verify(self, game: CampaignGame) -> None:
        only_in(game, "purchase", f"groups are bought in the purchasing step ({game.rule('7.518')})")
        if not 1 <= self.count <= 20:
            raise Refused(f"{self.count} is not a number of groups: 1 to 20 at once ({game.rule('7.518')})")
        reason = market.why_not(game, self.wish(game))
        if reason:
            raise Refused(reason)

    def run(self, ctx: CampaignRun) -> None:
        for _ in range(self.count):
            purchase.buy(ctx, self.wish(ctx.game))


class Return(Order):
    """7.518: until the step ends a purchase may be taken back, and its CPP come back with it."""

    FORM = "return PURCHASE:purchases…"
    purchases: tuple[str, ...]

    def verify(self, game: CampaignGame) -> None:
        only_in(game, "purchase", "return takes purchases of the current purchasing step, as in: return p3")

    def run(self, ctx: CampaignRun) -> None:
        for name in self.purchases:
            purchase.give_back(ctx, name)


class Fortify(Order):
    """7.520: fortifications of a kind, within the FPP at hand and the limits of their line."""

    FORM = "fortify NATION:side KIND [AMOUNT:number | PILLBOX:pillbox] [shellholes]"
    side: Nation
    kind: str
    number: int = 0
    pillbox: str = ""
    shellholes: bool = False

    def verify(self, game: CampaignGame) -> None:
        only_in(game, "fortifications", f"fortifications are bought in their own step ({game.rule('7.520')})")
        forts.price(game, self.side, self.kind, self.number, self.pillbox, dear=self.shellholes)

    def run(self, ctx: CampaignRun) -> None:
        price = forts.price(ctx.game, self.side, self.kind, self.number, self.pillbox, dear=self.shellholes)
        forts.fortify(ctx, self.side, price)


class Commissar(Order):
    """11.6206, 12.6226: new leaders are exchanged for Commissars, a 9-0, or a 10-0 instead of leaders of morale 9."""

    FORM = "commissar PIECES:leaders RANK:rank"
    leaders: tuple[str, ...]
    rank: str

    def verify(self, game: CampaignGame) -> None:
        leaders.may_exchange(game, pieces(game, self.leaders))

    def run(self, ctx: CampaignRun) -> None:
        leaders.exchange(ctx, pieces(ctx.game, self.leaders), self.rank)


class BuyRecon(Order):
    """7.5225: one or two CPP for a Recon dr."""

    FORM = "recon NATION:side N:cpp"
    side: Nation
    cpp: int

    def verify(self, game: CampaignGame) -> None:
        only_in(game, "recon-purchase", f"reconnaissance is bought in its own step ({game.rule('7.5225')})")
        recon.may_buy(game, self.side, self.cpp)

    def run(self, ctx: CampaignRun) -> None:
        recon.buy(ctx, self.side, self.cpp)


class Inspect(Order):
    """7.5226: after all set-up a Location is inspected."""

    FORM = "recon NATION:side HEX"
    side: Nation
    hex: str

    def verify(self, game: CampaignGame) -> None:
        only_in(game, "recon", f"reconnaissance is bought in its own step ({game.rule('7.5225')})")
        recon.may_inspect(game, self.side, self.hex)

    def run(self, ctx: CampaignRun) -> None:
        recon.inspect(ctx, self.side, self.hex)


COMMANDS = (
    command(Buy, summary="buy a Reinforcement Group for CPP", group="buy", key="b", example=("buy german I1 on-map",)),
    command(Return, summary="return what was bought in this step", group="buy", example=("return p3",)),
    command(Fortify, summary="buy fortifications for FPP", group="buy", key="f", example=("fortify german trench 4",)),
    command(Commissar, summary="exchange new leaders for Commissars", group="step",
            example=("commissar r80-1 9-0",)),
    command(BuyRecon, Inspect, summary="buy a Recon dr; after set-up, inspect a Location", group="buy",
            example=("recon german 2", "recon german K12")),
)  # fmt: skip
"""The command words of this module."""
