"""Facts: everything that can happen to a mission. An event never rolls; each makes itself so and says what it was."""

from __future__ import annotations

from sasl.asl.game.events.map_facts import BatterySet as BatterySet
from sasl.asl.game.events.map_facts import ControlChanged as ControlChanged
from sasl.asl.game.events.map_facts import MarkerPut as MarkerPut
from sasl.asl.game.events.map_facts import MarkerRemoved as MarkerRemoved
from sasl.asl.game.events.map_facts import RoomAnswered as RoomAnswered
from sasl.asl.game.events.map_facts import SightAnswered as SightAnswered
from sasl.asl.game.events.map_facts import SuspectMoved as SuspectMoved
from sasl.asl.game.events.map_facts import SuspectPlaced as SuspectPlaced
from sasl.asl.game.events.map_facts import SuspectRemoved as SuspectRemoved
from sasl.asl.game.events.map_facts import SuspectTurned as SuspectTurned
from sasl.asl.game.events.map_facts import Track as Track
from sasl.asl.game.events.map_facts import TrackTaken as TrackTaken
from sasl.asl.game.events.map_facts import VpoValued as VpoValued
from sasl.asl.game.events.mission_facts import Adjusted as Adjusted
from sasl.asl.game.events.mission_facts import AxesDrawn as AxesDrawn
from sasl.asl.game.events.mission_facts import BoardsLaid as BoardsLaid
from sasl.asl.game.events.mission_facts import CompaniesFormed as CompaniesFormed
from sasl.asl.game.events.mission_facts import Decided as Decided
from sasl.asl.game.events.mission_facts import EntryChosen as EntryChosen
from sasl.asl.game.events.mission_facts import EventUsed as EventUsed
from sasl.asl.game.events.mission_facts import MissionEnded as MissionEnded
from sasl.asl.game.events.mission_facts import OptionSet as OptionSet
from sasl.asl.game.events.mission_facts import Passed as Passed
from sasl.asl.game.events.mission_facts import PendingAdded as PendingAdded
from sasl.asl.game.events.mission_facts import PendingDone as PendingDone
from sasl.asl.game.events.mission_facts import PhaseBegan as PhaseBegan
from sasl.asl.game.events.mission_facts import RecurringSet as RecurringSet
from sasl.asl.game.events.mission_facts import ShotPassedBy as ShotPassedBy
from sasl.asl.game.events.mission_facts import StageBegan as StageBegan
from sasl.asl.game.events.mission_facts import ValueSet as ValueSet
from sasl.asl.game.events.mission_facts import VaslFollowed as VaslFollowed
from sasl.asl.game.events.mission_facts import VaslSeen as VaslSeen
from sasl.asl.game.events.mission_facts import WeatherSet as WeatherSet
from sasl.asl.game.events.unit_facts import Dismounted as Dismounted
from sasl.asl.game.events.unit_facts import EquipmentTaken as EquipmentTaken
from sasl.asl.game.events.unit_facts import EscortSet as EscortSet
from sasl.asl.game.events.unit_facts import Mounted as Mounted
from sasl.asl.game.events.unit_facts import MovingSet as MovingSet
from sasl.asl.game.events.unit_facts import UnitAdded as UnitAdded
from sasl.asl.game.events.unit_facts import UnitChanged as UnitChanged
from sasl.asl.game.events.unit_facts import UnitPut as UnitPut
from sasl.asl.game.events.unit_facts import UnitRedrawn as UnitRedrawn
from sasl.asl.game.events.unit_facts import UnitRemoved as UnitRemoved
from sasl.asl.game.events.unit_facts import UnitsChanged as UnitsChanged
from sasl.asl.game.events.unit_facts import UnitsMoved as UnitsMoved
from sasl.asl.game.events.unit_facts import WaveSet as WaveSet
from sasl.asl.game.events.weapon_facts import AcquisitionSet as AcquisitionSet
from sasl.asl.game.events.weapon_facts import ArmsChanged as ArmsChanged
from sasl.asl.game.events.weapon_facts import BoreSighted as BoreSighted
from sasl.asl.game.events.weapon_facts import CameUnderFire as CameUnderFire
from sasl.asl.game.events.weapon_facts import Fired as Fired
from sasl.asl.game.events.weapon_facts import LeaderDirected as LeaderDirected
from sasl.asl.game.events.weapon_facts import SpotterSet as SpotterSet
from sasl.asl.game.events.weapon_facts import WeaponAdded as WeaponAdded
from sasl.asl.game.events.weapon_facts import WeaponChanged as WeaponChanged
from sasl.asl.game.events.weapon_facts import WeaponGiven as WeaponGiven
from sasl.asl.game.events.weapon_facts import WeaponRemoved as WeaponRemoved
from sasl.kernel.facts import DiceSet as DiceSet
from sasl.kernel.facts import Event as Event
from sasl.kernel.facts import Rolled as Rolled
from sasl.kernel.facts import Told as Told
from sasl.kernel.facts import Topic as Topic

EVENTS: dict[str, type[Event]] = {
    name: kind
    for name, kind in globals().items()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}
"""Every kind of event by name; a save writes these names, so they are never renamed."""
