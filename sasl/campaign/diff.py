"""What changed between two moments of a campaign, as a player sees it on his map and sheets."""

from __future__ import annotations

from sasl.campaign.secrets import is_secret_figure, secretive
from sasl.campaign.state import BOXES, FLAGS, SIDES, CampaignState, Piece, fact_name, figure_name


def board_changes(before: CampaignState, after: CampaignState) -> list[str]:
    """Every difference in table language: the moment, figures, counters, works, control; [] if there is none."""
    found = []
    kept = {side for side in SIDES
            if f"{side}.purchases" in before.secrets | after.secrets and secretive(after, side)}  # fmt: skip
    if (before.stage, before.date, before.step) != (after.stage, after.date, after.step):
        found.append("Go back to the step shown above")
    for name in sorted({*before.numbers, *after.numbers}):
        old, new = before.numbers.get(name, 0), after.numbers.get(name, 0)
        side, _, figure = name.partition(".")
        if old != new and (what := figure_name(figure)) and not (side in kept and is_secret_figure(figure)):
            found.append(f"{side.capitalize()} {what} is {new} (was {old})")
    for name in sorted({*before.facts, *after.facts}):
        if before.fact(name) != after.fact(name) and (what := fact_name(name)):
            found.append(f"{what} is {after.fact(name) or 'not known yet'}")
    for key, item in {**before.purchases, **after.purchases}.items():
        bought = after.purchases.get(key)
        if before.purchases.get(key) != bought and item.side not in kept:
            words = ("is bought" + ("" if bought.strength else ", not rolled for yet")) if bought else "is not bought"
            found.append(f"{item.side.capitalize()} {item.group} ({key}) {words}")
    for key in sorted({*before.pieces, *after.pieces}):
        old_piece, new_piece = before.pieces.get(key), after.pieces.get(key)
        pair = [piece for piece in (old_piece, new_piece) if piece]
        if not (pair[0].side in kept and all(piece.box != "map" for piece in pair)):
            found += _piece(old_piece, new_piece)
    for key in sorted({*before.works, *after.works}):
        was, now = before.works.get(key), after.works.get(key)
        if any(work.hidden and work.side in kept for work in (was, now) if work):
            continue
        if was and not now:
            found.append(f"Take off {was.text or was.kind} {key} {was.hex}".rstrip())
        elif now and was != now:
            found.append(f"{now.text or now.kind} {key} {'in ' + now.hex if now.hex else 'is to be placed'}")
    changed = [name for name in sorted({*before.control, *after.control})
               if before.control.get(name) != after.control.get(name)]  # fmt: skip
    if changed:
        found.append(f"Control differs in {', '.join(changed[:12])}" + (" …" if len(changed) > 12 else ""))
    return found


def _piece(was: Piece | None, now: Piece | None) -> list[str]:
    if now is None:
        return [f"Take back {was.id} {was.type}"] if was else []
    if was is None:
        return [f"{now.id} {now.type} is there, {now.hex or BOXES[now.box]}"]
    parts = []
    if (was.box, was.hex) != (now.box, now.hex):
        parts.append(now.hex or BOXES[now.box])
    if was.type != now.type:
        parts.append(f"is a {now.type}")
    if was.holder != now.holder:
        parts.append(f"with {now.holder}" if now.holder else "held by nobody")
    parts += [f"+{FLAGS.get(flag, flag)}" for flag in sorted(now.flags - was.flags)]
    parts += [f"-{FLAGS.get(flag, flag)}" for flag in sorted(was.flags - now.flags)]
    return [f"{now.id}: {', '.join(parts)}"] if parts else []
