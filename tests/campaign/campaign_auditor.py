"""An auditor of campaigns who trusts nobody: limits, money and counters, reckoned anew from the facts alone.

He reads the campaign file as data and the events one by one; he uses none of the engine's functions.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from sasl.asl.game.events import Event
from sasl.campaign import events as cev
from sasl.campaign.campaign_state import BOXES, CampaignState, Piece, Purchase
from sasl.content.missions.campaign import Campaign, Group
from sasl.kernel.frozen import replace


@dataclass
class Auditor:
    """What he has seen so far; `faults` is what he has to say."""

    campaign: Campaign
    faults: list[str] = field(default_factory=list)
    pieces: dict[str, Piece] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    bought: dict[str, Purchase] = field(default_factory=dict)
    forts: Counter[tuple[str, str]] = field(default_factory=Counter)
    date: int = 0
    begun: Counter[str] = field(default_factory=Counter)
    """The CPP of each side as its purchasing step began (12.613: a Counterattack brings two steps on a day)."""
    spent: Counter[str] = field(default_factory=Counter)
    works: Counter[str] = field(default_factory=Counter)
    """The CPP spent in that step, and those of it for fortifications."""

    def say(self, text: str) -> None:
        """Note a fault with the date."""
        self.faults.append(f"{self.campaign.dates[self.date].id}: {text}")

    def figure(self, name: str, default: int) -> int:
        """A figure of the campaign file."""
        return self.campaign.figures[name].value if name in self.campaign.figures else default

    def group(self, item: Purchase) -> Group:
        """The chart's line of a purchase."""
        return next(group for group in self.campaign.groups[item.side] if group.id == item.group)

    # -- facts ----------------------------------------------------------------------------------------
    def hear(self, event: Event) -> None:
        """Take one fact into account."""
        said = str(getattr(event, "why", "") or getattr(event, "text", ""))
        if self.campaign.campaign != "oto2" and (said.startswith("7.5") or "(7.5" in said):
            self.say(f"a rule of another book: {said}")
        if isinstance(event, cev.DateBegan):
            if event.date != self.date + 1:
                self.say(f"date {event.date} follows {self.date}")
            self.date = event.date
        elif isinstance(event, cev.StepBegan) and self.campaign.steps[event.step].step == "purchase":
            self.spent.clear()
            self.works.clear()
        elif isinstance(event, cev.PieceAdded):
            if event.piece.id in self.pieces:
                self.say(f"{event.piece.id} joins twice")
            self.pieces[event.piece.id] = event.piece
        elif isinstance(event, cev.PieceChanged):
            self._changed(event)
        elif isinstance(event, cev.PieceGone):
            if event.id in self.gone:
                self.say(f"{event.id} is Eliminated twice")
            if not event.why:
                self.say(f"{event.id} is gone without a reason")
            self.gone[event.id] = event.why
        elif isinstance(event, cev.NumberSet):
            self._number(event)
        elif isinstance(event, cev.GroupBought):
            self._bought(event.purchase)
        elif isinstance(event, cev.GroupDropped):
            del self.bought[event.id]
        elif isinstance(event, cev.WorkPut) and event.why.startswith("bought"):
            self.forts[event.work.side, event.work.kind] += event.work.number or 1

    def _changed(self, event: cev.PieceChanged) -> None:
        piece = self.pieces.get(event.id)
        if piece is None:
            self.say(f"{event.id} changes and never joined")
            return
        if event.id in self.gone:
            if event.box in (None, "gone"):
                return
            if not event.why:
                self.say(f"{event.id} comes back without a reason")
            del self.gone[event.id]
        kept = {name: value for name in ("type", "kind", "box", "side") if (value := getattr(event, name)) is not None}
        self.pieces[event.id] = replace(piece, **kept)

    def _number(self, event: cev.NumberSet) -> None:
        if event.name in ("cpp", "fpp", "cvp", "evp", "lvp", "wins") and event.value < 0:
            self.say(f"{event.side} {event.name} is {event.value}")
        if event.name == "cpp-total":
            self.begun[event.side] = event.value
        if event.name == "elr" and not self.figure("elr-least", 0) <= event.value <= self.figure("elr-most", 5):
            self.say(f"{event.side} ELR is {event.value}")
        most = self.figure(f"attack-chits-{event.side}", -1)
        if event.name == "attacks" and 0 <= most < event.value:
            self.say(f"{event.side} attacks {event.value} times, {most} are allowed")

    # -- purchases ------------------------------------------------------------------------------------
    def _bought(self, item: Purchase) -> None:
        if item.id in self.bought:
            self.bought[item.id] = item
            return
        self.bought[item.id] = item
        if item.given:
            return
        group = self.group(item)
        mine = [other for other in self.bought.values() if other.side == item.side and not other.given]
        today = [other for other in mine if other.date == self.date]
        self._counts(item, group, mine, today)
        self.spent[item.side] += item.cost
        self.works[item.side] += item.cost if group.fpp_share else 0
        spent, works = self.spent[item.side], self.works[item.side]
        if spent > self.begun[item.side]:
            self.say(f"{item.side} spends {spent} of {self.begun[item.side]} CPP")
        share = self.figure(f"fpp-share-{item.side}", 0)
        if share and works > math.ceil(self.begun[item.side] * share / 100):
            self.say(f"{item.side} spends {works} of {self.begun[item.side]} CPP on fortifications")
        self._price(item, group)

    def _counts(self, item: Purchase, group: Group, mine: list[Purchase], today: list[Purchase]) -> None:
        if group.date_max is not None and sum(other.group == group.id for other in today) > group.date_max:
            self.say(f"{item.side} {group.id}: more than {group.date_max} on a date")
        if group.cg_max is not None and sum(other.group == group.id for other in mine) > group.cg_max:
            self.say(f"{item.side} {group.id}: more than {group.cg_max} in the campaign")
        most = self.figure("companies-a-day", -1)
        if most >= 0:
            kinds = [self.group(other).kind for other in today]
            each = self.figure("platoons-as-company", 0)
            used = kinds.count("company") + (kinds.count("platoon") // each if each else 0)
            allowed = max(0, most - self.campaign.dates[self.date].historical[item.side])
            if group.kind in ("company", "platoon") and used > allowed:
                self.say(f"{item.side}: {used} Companies on a day, {allowed} are allowed")

    def _price(self, item: Purchase, group: Group) -> None:
        """The least that a group can cost in the way it comes; a way must be one of the file."""
        stage = ("always", "later") if self.date else ("always", "initial")
        ways = [way for way in self.campaign.setups if way.side == item.side and way.id == item.setup
                and way.stage in stage and (not way.kinds or group.kind in way.kinds)
                and group.kind not in way.not_kinds and group.id not in way.not_groups]  # fmt: skip
        if item.setup and not ways:
            self.say(f"{item.side} {group.id} may not come {item.setup}")
            return
        least = group.cpp
        if ways:
            least = math.ceil(least * ways[0].percent / 100) + (0 if group.id in ways[0].free else ways[0].cpp)
        if item.cost < max(0, least):
            self.say(f"{item.side} {group.id} costs {item.cost}, not {least}")

    # -- the whole ------------------------------------------------------------------------------------
    def balance(self, state: CampaignState) -> None:
        """Every counter that ever joined is in one box, and those that left the OoB have a reason."""
        if set(state.pieces) != set(self.pieces):
            self.say(f"counters out of nowhere or lost: {sorted(set(state.pieces) ^ set(self.pieces))}")
        for key, piece in state.pieces.items():
            if piece.box not in BOXES:
                self.say(f"{key} is in no box: {piece.box!r}")
            if (piece.box == "gone") != (key in self.gone):
                self.say(f"{key} is {'gone' if piece.box == 'gone' else 'there'} against the facts")
            holder = state.pieces.get(piece.holder) if piece.holder else None
            if piece.holder and (holder is None or not holder.here):
                self.say(f"{key} is with {piece.holder}, who is not there")
            elif holder and piece.kind != "gun" and (piece.box, piece.hex) != (holder.box, holder.hex):
                self.say(f"{key} is apart from {piece.holder}, who bears it")
            if piece.box == "map" and not piece.hex and not (holder and holder.hex):
                self.say(f"{key} is on the map and nowhere")
            if key in self.pieces and (piece.side, piece.type) != (self.pieces[key].side, self.pieces[key].type):
                self.say(f"{key} is another counter than the facts say")
        if {key: (item.cost, item.date) for key, item in state.purchases.items()} != {
            key: (item.cost, item.date) for key, item in self.bought.items()
        }:
            self.say("the purchases are not those of the facts")
        for side in ("russian", "german"):
            for line in self.campaign.fortifications:
                count = self.forts[side, line.id]
                if count and side not in line.fpp:
                    self.say(f"{side} has bought {line.id}")
                if line.cg_max is not None and count > line.cg_max:
                    self.say(f"{side} has bought {count} {line.id}, {line.cg_max} are allowed")
