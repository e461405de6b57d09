"""What a group brings once its strength is rolled: men, Weapons, vehicles, aircraft, OBA (7.519, 11.620, 12.622)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.buying.leaders import armor_leaders, company_leaders, loose_armor_leaders, platoon_leader
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_state import SIDES, Nation, Piece, Purchase, mine_strength
from sasl.campaign.steps.campaign_conditions import standing
from sasl.campaign.steps.step_kinds import Step
from sasl.campaign.steps.vehicle_steps import dig_in
from sasl.content.missions.campaign import Group, Received
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier, result_text
from sasl.kernel.text import counted as counted_words


def strength(ctx: CampaignRun) -> None:
    """7.519: every group bought or given now rolls its strength and brings its counters."""
    for side in SIDES:
        with ctx.rolls_for(side):
            for item in [item for item in ctx.state.purchases.values() if item.side == side and not item.strength]:
                receive(ctx, item)
            loose_armor_leaders(ctx, side)
            _given_aircraft(ctx, side)


def _given_aircraft(ctx: CampaignRun, side: Nation) -> None:
    """IHSR 4: the aircraft of the initial OB, each with its dr for ATCB."""
    there = {piece.type for piece in ctx.state.pieces.values() if piece.side == side and not piece.group}
    for given in ctx.campaign.initial.get(side, []) if ctx.state.scenario == 0 else ():
        if given.type and given.check and given.type not in there:
            for _ in range(given.count):
                load = carries(ctx, given.check, f"{side.capitalize()} {given.type}: {ATCB}")
                ctx.raise_piece(side, given.type, box="coming", why=f"initial OB ({ctx.rule('7.4')})", note=load)


def receive(ctx: CampaignRun, item: Purchase) -> None:
    """7.5191-.5197: one group: its strength, then everything that comes with it."""
    group = ctx.campaign.group(item.side, item.group)
    if group is None:
        return
    facts = _group_facts(ctx, item, group)
    word = _strength(ctx, item, group, facts)
    facts[word] = 1
    item = replace(item, strength=word)
    ctx.emit(cev.GroupBought(item, group.title))
    _units(ctx, item, group)
    if group.kind in ("company", "platoon"):
        _weapons(ctx, item, group)
        if group.kind == "company":
            company_leaders(ctx, item, group, facts)
        else:
            platoon_leader(ctx, item, group, facts)
    if group.armor_leader:
        armor_leaders(ctx, item, group, facts)
    _others(ctx, item, group, facts)


def _group_facts(ctx: CampaignRun, item: Purchase, group: Group) -> dict[str, int]:
    """The conditions that hold for a group's rolls."""
    facts = standing(ctx.game, item.side)
    facts["group"] = group.leader_drm
    if item.side == "german" and group.kind == "company":
        before = [other.id for other in ctx.state.purchases.values()
                  if other.side == item.side and other.group == item.group and not other.given]  # fmt: skip
        place = before.index(item.id) + 1 if item.id in before else 0
        steps = [ctx.game.figure_or(name, 999) for name in ("late-company", "very-late-company")]
        facts["late-rifle-company"] = sum(place >= step for step in steps)
    return facts | dict.fromkeys(group.traits, 1)


def _strength(ctx: CampaignRun, item: Purchase, group: Group, facts: dict[str, int]) -> str:
    """7.5191: full without a roll where the group is not subject to depletion, or at the start (IHSR 2)."""
    if not group.depletion or (ctx.campaign.full_at_start and ctx.state.scenario == 0):
        return "full"
    role = f"strength.{group.kind}"
    found = ctx.role(role if role in ctx.campaign.tables else "strength")
    record = ctx.table(found, f"{item.side.capitalize()} {group.id} {group.title}", facts=facts)
    return result_text(record.result)


def counted(received: Received, word: str) -> int:
    """How many counters a line brings at a strength; `-1 each type` of a battery is one less (11.6204)."""
    if word in received.other:
        return received.other[word]
    if word == "full" or received.depleted is None:
        return received.full - (1 if word == "one less" else 0)
    return received.full if word in ("reinforced", "lightly") else received.depleted


def _flags(item: Purchase, group: Group) -> tuple[str, ...]:
    flags = ["off-board"] * (item.setup == "off-board") + ["reserve"] * (item.setup == "reserve")
    flags += ["assault-engineer"] * group.assault_engineers
    return tuple(flags)


def _units(ctx: CampaignRun, item: Purchase, group: Group) -> None:
    """The counters of the group's own lines, each MG, mortar and Gun with its crew (note b)."""
    names: list[tuple[str, str, str]] = []
    for line in group.units:
        number = counted(line, item.strength)
        if line.number:
            number = int(ctx.table(line.number, f"{group.title}: how many").result)
        shared = ""
        for _ in range(number):
            if line.table and (line.each or not shared):
                shared = result_text(ctx.table(line.table, f"{group.title}: which").result)
            name = line.type or shared
            names.append((name, line.crew or group.crew, carries(ctx, line.check, f"{group.title}: {name}: {ATCB}")))
    if group.kind == "hw" and item.strength == "depleted":
        names = _heavy_weapons(ctx, group, names)
    for name, crew, load in names:
        piece = ctx.raise_piece(
            item.side, name, box=item.box, group=item.id, flags=_flags(item, group), why=group.title,
            note=load or optional_mg(ctx, name, group.title),
        )  # fmt: skip
        if item.setup == "dug-in":
            dig_in(ctx, piece)
        if crew and piece.weapon:
            _manned(ctx, item, group, piece, crew)


ATCB = "ATCB"


def carries(ctx: CampaignRun, table: str | None, words: str) -> str:
    """Notes l and n, IHSR 4: a dr for each aircraft: ATCB is to be noted of it, or ""."""
    return ATCB if table and result_text(ctx.table(table, words).result) == "yes" else ""


def optional_mg(ctx: CampaignRun, name: str, words: str) -> str:
    """CG8: a dr for the optional MG of one vehicle, without CPP: what is to be noted of it, or ""."""
    weapon = ctx.campaign.optional_mg.get(name)
    if not weapon:
        return ""
    record = ctx.table(ctx.role("optional-mg"), f"{words}: {weapon} of a {name}")
    return "" if result_text(record.result) == "yes" else f"without {weapon}"


def _manned(ctx: CampaignRun, item: Purchase, group: Group, weapon: Piece, name: str) -> None:
    crew = ctx.raise_piece(item.side, name, box=item.box, group=item.id, flags=_flags(item, group),
                           why=f"crew of {weapon.id}")  # fmt: skip
    ctx.emit(cev.PieceChanged(weapon.id, holder=crew.id, why="manned"))


def _heavy_weapons(ctx: CampaignRun, group: Group, names: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """7.5193, 11.6203: a Depleted HW group: a Secret dr for each Weapon, again until the least number is there."""
    most, least = ctx.game.figure("hw-depleted-dr"), ctx.game.figure_or("hw-least", 1)
    for _ in range(50):
        kept = [
            (name, crew, load)
            for name, crew, load in names
            if ctx.roll("dr", f"{group.title}: {name}", rule="7.5193", target=most, target_name="received on").success
        ]
        if len(kept) >= min(least, len(names)):
            return kept
    return names


def _weapons(ctx: CampaignRun, item: Purchase, group: Group) -> None:
    """7.5192: the SW of an Infantry group: all at full strength (some on a dr), each on a dr when Depleted."""
    men = [piece for piece in ctx.state.of(item.side) if piece.group == item.id and piece.kind == "squad"]
    weapons: list[str] = []
    for line in group.weapons:
        count = line.reinforced if item.strength == "reinforced" and line.reinforced is not None else line.count
        for _ in range(count):
            received = _received(ctx, item, group, line.type, line.dr, line.depleted_dr)
            name = line.type if received else line.otherwise
            if not name:
                continue
            weapons.append(ctx.raise_piece(item.side, name, box=item.box, group=item.id, why=group.title).id)
    for weapon in weapons if men else ():
        bearer = min(men, key=lambda piece: len(ctx.state.held_by(piece.id)))  # in their order
        ctx.emit(cev.PieceChanged(weapon, holder=bearer.id, why="issued"))


def _received(ctx: CampaignRun, item: Purchase, group: Group, name: str, dr: int | None, thin: int | None) -> bool:
    """Whether one SW comes: at full strength, or on the dr of its line; Depleted on a dr, with a drm if it has one."""
    most, mods = dr, list[Modifier]()
    if item.strength not in ("full", "reinforced"):
        drm = ctx.game.figure_or(f"sw-drm-{item.strength}", 0)
        most = thin or dr or ctx.game.figure("sw-depleted-dr")
        mods = [Modifier(f"{item.strength} Depleted", drm, "12.6222")] if drm else []
    if most is None:
        return True
    return bool(ctx.roll("dr", f"{group.title}: {name}", rule="7.5192", modifiers=mods, target=most,
                         target_name="received on").success)  # fmt: skip


def _others(ctx: CampaignRun, item: Purchase, group: Group, facts: dict[str, int]) -> None:
    """Groups that bring no counters of a nation: OBA, observers, CBM, bombardments, FPP, mines, SAN, trucks."""
    side = item.side
    if group.kind == "fpp":
        ctx.add(side, "fpp", group.fpp or 0, group.title)
    elif group.kind == "san":
        ctx.add(side, "san", 1, group.title)
    elif group.kind == "minefield" and group.mines:
        personnel, tank = group.mines.ap, group.mines.at
        for _ in range(group.mines.hexes):
            ctx.put_work("minefield", side=side, number=personnel, text=mine_strength(personnel, tank), hidden=True,
                         anti_tank=tank, why=group.title)  # fmt: skip
    elif group.kind == "oba":
        role = group.ammo or ctx.role("oba")
        column = side if side in ctx.library.table(role).columns else ""
        ammo = result_text(ctx.table(role, f"{group.title}: ammunition", facts=facts, column=column).result)
        words = ", ".join((f"{ammo} ammunition", *_missions(ctx, item, group)))
        _module(ctx, item, "oba", f"{group.calibre}mm+ OBA", words)
    elif group.kind in ("observer", "cbm", "bombardment"):
        _module(ctx, item, group.kind, group.title, ", ".join(item.extras))
    if "trucks" in item.extras and group.truck:
        guns = [piece for piece in ctx.state.of(side) if piece.group == item.id and piece.kind == "gun"]
        for gun in guns:
            ctx.raise_piece(side, group.truck, box=item.box, group=item.id, why=f"tows {gun.id}")


def _missions(ctx: CampaignRun, item: Purchase, group: Group) -> tuple[str, ...]:
    """Notes g and h: what a module may fire, where the campaign says so."""
    most = ctx.game.figure_or(f"smoke-per-module-{item.side}", 0)
    if group.observer:
        return ("HE only", "its own Offboard Observer")
    return (f"{counted_words(most, 'SMOKE mission')} a scenario",) if most else ()


def _module(ctx: CampaignRun, item: Purchase, kind: str, name: str, note: str) -> None:
    """A module that is no counter of a nation: it is kept among its side's pieces until it is used."""
    piece = Piece(ctx.new_id(f"{item.side[0]}{kind}"), item.side, kind, name, item.box, group=item.id, note=note)
    ctx.emit(cev.PieceAdded(piece, ", ".join(filter(None, (note, *item.extras)))))


STEPS = (Step("strength", strength),)
