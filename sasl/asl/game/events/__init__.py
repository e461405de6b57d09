"""Facts: everything that can happen to a mission. An event never rolls; each makes itself so and says what it was."""

from __future__ import annotations

from sasl.asl.game.events.map import TRACKS as TRACKS
from sasl.asl.game.events.map import BatterySet as BatterySet
from sasl.asl.game.events.map import ControlChanged as ControlChanged
from sasl.asl.game.events.map import MarkerPut as MarkerPut
from sasl.asl.game.events.map import MarkerRemoved as MarkerRemoved
from sasl.asl.game.events.map import RoomAnswered as RoomAnswered
from sasl.asl.game.events.map import SightAnswered as SightAnswered
from sasl.asl.game.events.map import SuspectMoved as SuspectMoved
from sasl.asl.game.events.map import SuspectPlaced as SuspectPlaced
from sasl.asl.game.events.map import SuspectRemoved as SuspectRemoved
from sasl.asl.game.events.map import SuspectTurned as SuspectTurned
from sasl.asl.game.events.map import Track as Track
from sasl.asl.game.events.map import TrackTaken as TrackTaken
from sasl.asl.game.events.map import VpoValued as VpoValued
from sasl.asl.game.events.mission import Adjusted as Adjusted
from sasl.asl.game.events.mission import AxesDrawn as AxesDrawn
from sasl.asl.game.events.mission import BoardsLaid as BoardsLaid
from sasl.asl.game.events.mission import CompaniesFormed as CompaniesFormed
from sasl.asl.game.events.mission import Decided as Decided
from sasl.asl.game.events.mission import EntryChosen as EntryChosen
from sasl.asl.game.events.mission import EventUsed as EventUsed
from sasl.asl.game.events.mission import MissionEnded as MissionEnded
from sasl.asl.game.events.mission import OptionSet as OptionSet
from sasl.asl.game.events.mission import Passed as Passed
from sasl.asl.game.events.mission import PendingAdded as PendingAdded
from sasl.asl.game.events.mission import PendingDone as PendingDone
from sasl.asl.game.events.mission import PhaseBegan as PhaseBegan
from sasl.asl.game.events.mission import RecurringSet as RecurringSet
from sasl.asl.game.events.mission import ShotPassedBy as ShotPassedBy
from sasl.asl.game.events.mission import StageBegan as StageBegan
from sasl.asl.game.events.mission import ValueSet as ValueSet
from sasl.asl.game.events.mission import VaslFollowed as VaslFollowed
from sasl.asl.game.events.mission import VaslSeen as VaslSeen
from sasl.asl.game.events.mission import WeatherSet as WeatherSet
from sasl.asl.game.events.units import Dismounted as Dismounted
from sasl.asl.game.events.units import EquipmentTaken as EquipmentTaken
from sasl.asl.game.events.units import EscortSet as EscortSet
from sasl.asl.game.events.units import Mounted as Mounted
from sasl.asl.game.events.units import MovingSet as MovingSet
from sasl.asl.game.events.units import UnitAdded as UnitAdded
from sasl.asl.game.events.units import UnitChanged as UnitChanged
from sasl.asl.game.events.units import UnitPut as UnitPut
from sasl.asl.game.events.units import UnitRedrawn as UnitRedrawn
from sasl.asl.game.events.units import UnitRemoved as UnitRemoved
from sasl.asl.game.events.units import UnitsChanged as UnitsChanged
from sasl.asl.game.events.units import UnitsMoved as UnitsMoved
from sasl.asl.game.events.units import WaveSet as WaveSet
from sasl.asl.game.events.weapons import AcquisitionSet as AcquisitionSet
from sasl.asl.game.events.weapons import ArmsChanged as ArmsChanged
from sasl.asl.game.events.weapons import BoreSighted as BoreSighted
from sasl.asl.game.events.weapons import CameUnderFire as CameUnderFire
from sasl.asl.game.events.weapons import Fired as Fired
from sasl.asl.game.events.weapons import LeaderDirected as LeaderDirected
from sasl.asl.game.events.weapons import SpotterSet as SpotterSet
from sasl.asl.game.events.weapons import WeaponAdded as WeaponAdded
from sasl.asl.game.events.weapons import WeaponChanged as WeaponChanged
from sasl.asl.game.events.weapons import WeaponGiven as WeaponGiven
from sasl.asl.game.events.weapons import WeaponRemoved as WeaponRemoved
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
