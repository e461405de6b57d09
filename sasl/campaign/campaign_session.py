"""One open campaign: how it begins and how its commands are played; the rest is that of any game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from sasl.campaign import campaign_engine
from sasl.campaign.campaign_engine import Outcome
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import BOXES, FLAGS, SIDES, CampaignState, Piece, fact_name, figure_name
from sasl.campaign.mind.side import minds
from sasl.campaign.sealed import concealed_stacks, stack_words
from sasl.campaign.secrets import is_secret_figure, secretive, unhardened
from sasl.campaign.vocabulary import SUPPORT
from sasl.content.library import Library
from sasl.kernel.facts import Event
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.saves.diff import natural
from sasl.saves.history import in_order
from sasl.saves.journal import Header
from sasl.saves.save_lines import SaveError
from sasl.saves.saved import Saved

MOST_NAMED = 12
"""How many counters with the same change are named; the others are counted."""


class CampaignSession(Saved[CampaignGame]):
    """One open campaign."""

    KIND = "campaign"

    @classmethod
    def _begun(cls, library: Library, content_id: str, seed: int, kind: str, *, resumed: bool = False) -> CampaignGame:
        return replace(campaign_engine.new_campaign(library, content_id, seed), minds=minds())

    @property
    def _title(self) -> str:
        return self.game.campaign.title

    @classmethod
    def _check_kind(cls, header: Header) -> None:
        if header.kind != cls.KIND:
            raise SaveError(
                f"'{header.name}' is a game of a mission, not a campaign; open it with: sasl resume {header.name}"
            )

    def _run(self, line: str, answers: Sequence[str]) -> Outcome:
        return campaign_engine.play(self.game, line, answers)

    def _applied(self, events: Sequence[Event]) -> CampaignGame:
        return self.game.at(in_order(self.game.state, events, "campaign"))

    def _changes(self, before: CampaignGame, after: CampaignGame) -> list[str]:
        return board_changes(before.state, after.state)

    def _summary(self, game: CampaignGame) -> dict[str, str]:
        step = game.step
        where = f"{step.rule} {step.title}" if step else game.state.stage
        found = {"m": f"{game.date.id}, {where}"}
        return found | ({"vp": game.state.outcome} if game.state.outcome else {})


def board_changes(before: CampaignState, after: CampaignState) -> list[str]:
    """Every difference in table language: the moment, figures, counters, works, control; [] if there is none."""
    kept = {side for side in SIDES
            if f"{side}.purchases" in before.secrets | after.secrets and secretive(after, side)}  # fmt: skip
    chits = {side for side in SIDES if f"{side}.chit" in before.secrets | after.secrets and secretive(after, side)}
    moved = (before.stage, before.date, before.step) != (after.stage, after.date, after.step)
    return [
        *["Go back to the step shown above"] * moved,
        *_figures(before, after, kept, chits),
        *_facts(before, after, chits),
        *_purchases(before, after, kept),
        *_signs(before, after),
        *_pieces(before, after, kept),
        *_works(before, after, kept),
        *_control(before, after),
    ]


def _figures(
    before: CampaignState, after: CampaignState, kept: Collection[str], chits: Collection[str]
) -> Iterator[str]:
    """The figures that differ and are not secret; Support CPP would tell a chit (12.6181)."""
    for name in sorted({*before.numbers, *after.numbers}):
        old, new = before.numbers.get(name, 0), after.numbers.get(name, 0)
        side, _, figure = name.partition(".")
        secret = (side in kept and is_secret_figure(figure)) or (side in chits and figure == SUPPORT)
        if old != new and (what := figure_name(figure)) and not secret:
            yield f"{side.capitalize()} {what} is {new} (was {old})"


def _facts(before: CampaignState, after: CampaignState, chits: Collection[str]) -> Iterator[str]:
    """What is known otherwise, or not yet, but not the chits of sides that keep them secret."""
    for name in sorted({*before.facts, *after.facts} - {f"chit.{side}" for side in chits}):
        if before.fact(name) != after.fact(name) and (what := fact_name(name)):
            yield f"{what} is {after.fact(name) or 'not known yet'}"


def _purchases(before: CampaignState, after: CampaignState, kept: Collection[str]) -> Iterator[str]:
    """The groups that are bought or not, but not those of a side that keeps them secret."""
    for key, item in {**before.purchases, **after.purchases}.items():
        bought = after.purchases.get(key)
        if before.purchases.get(key) != bought and item.side not in kept:
            words = ("is bought" + ("" if bought.strength else ", not rolled for yet")) if bought else "is not bought"
            yield f"{item.side.capitalize()} {item.group} ({key}) {words}"


def _pieces(before: CampaignState, after: CampaignState, kept: Collection[str]) -> Iterator[str]:
    """The counters that differ; of a side that keeps secrets only those on the map."""
    alike: dict[str, list[str]] = {}
    for key in sorted({*before.pieces, *after.pieces}, key=natural):
        was, now = before.pieces.get(key), after.pieces.get(key)
        pair = [piece for piece in (was, now) if piece]
        if pair[0].side in kept:
            was, now = was and unhardened(was), now and unhardened(now)
        if pair[0].side not in kept or any(piece.box == "map" for piece in pair):
            alike.setdefault(_piece(was, now), []).append(key)
    for words, ids in alike.items():
        if words:
            yield words.replace("{}", listed(ids, MOST_NAMED))


def _signs(before: CampaignState, after: CampaignState) -> Iterator[str]:
    """Yield the "?" of sealed set-ups that come on or off the map; what is under them stays sealed."""
    for side in SIDES:
        was, now = concealed_stacks(before, side), concealed_stacks(after, side)
        for words, stacks, rest in (("Take off", was, now), ("Put on", now, was)):
            if changed := {name: number for name, number in stacks.items() if rest.get(name) != number}:
                yield f"{words} {side.capitalize()} ? (number of counters): {stack_words(changed)}"


def _works(before: CampaignState, after: CampaignState, kept: Collection[str]) -> Iterator[str]:
    """The fortifications, fires and wrecks that differ, but not the hidden ones of a side that keeps them secret."""
    for key in sorted({*before.works, *after.works}):
        was, now = before.works.get(key), after.works.get(key)
        if any(work.hidden and work.side in kept for work in (was, now) if work):
            continue
        if was and not now:
            yield f"Take off {was.text or was.kind} {key} {was.hex}".rstrip()
        elif now and was != now:
            yield f"{now.text or now.kind} {key} {'in ' + now.hex if now.hex else 'is to be placed'}"


def _control(before: CampaignState, after: CampaignState) -> list[str]:
    """The first hexes of those that another side controls."""
    changed = [name for name in sorted({*before.control, *after.control})
               if before.control.get(name) != after.control.get(name)]  # fmt: skip
    if not changed:
        return []
    return [f"Control differs in {', '.join(changed[:12])}" + (" …" if len(changed) > 12 else "")]


def _piece(was: Piece | None, now: Piece | None) -> str:
    """What is another with a counter, with {} for its id; "" if nothing is."""
    if now is None:
        return f"Take back {was.type} {{}}" if was else ""
    if was is None:
        return f"{now.type} {{}}: {now.hex or BOXES[now.box]}"
    parts = []
    if (was.box, was.hex) != (now.box, now.hex):
        parts.append(now.hex or BOXES[now.box])
    if was.type != now.type:
        parts.append(f"is a {now.type}")
    if was.holder != now.holder:
        parts.append(f"with {now.holder}" if now.holder else "held by nobody")
    parts += [f"+{FLAGS.get(flag, flag)}" for flag in sorted(now.flags - was.flags)]
    parts += [f"-{FLAGS.get(flag, flag)}" for flag in sorted(was.flags - now.flags)]
    return f"{{}}: {', '.join(parts)}" if parts else ""
