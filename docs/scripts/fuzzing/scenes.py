"""Scenes of missions: who and what stands where, so that certain verbs may be carried out; all of it by orders.

A row is a counter, or an order after `>` (after `!`: each question of it is answered by yes). `f T-34 M43 0 bogged`: a
FRIENDLY T-34 in the middle, with that state; places 1 to 6 are the hexes around the middle, 7 is one two or three hexes
away, `-` is off the map. A SW goes to the last MMC or SMC of its side, with `lies` it stays in its hex; `aboard` puts a
unit into the last vehicle of its side. In an order `{0}` is the middle, `{f}` and `{e}` the last unit of a side.
"""

from __future__ import annotations

from dataclasses import dataclass

FIRE = ("PFPh", "MPh", "DFPh", "AFPh")


@dataclass(frozen=True)
class Scene:
    """Rows for some verbs. `where`: what the middle is (`fenced`, `edge`, `woods`, `water`, `gully`), `side`: whose
    Player Turn it is; "" for any.
    """

    verbs: str
    phases: tuple[str, ...]
    rows: str
    where: str = ""
    side: str = ""
    turn: int = 2
    alone: bool = False
    """Whether nobody else may be there."""


SCENES = (
    Scene(
        "fire charge pf smoke hold turn",
        FIRE,
        """
        f 6-2-8 0
        f HMG 0
        f 4-5-8 1
        f DC 0
        f 9-1 0
        f T-34 M43 1
        f 76* INF 2
        f 2-2-8 2
        e 4-6-8 4
        e LMG 0
        e 4-6-7 4
        e PSK 0
        e DC 0
        e 9-1 4
        e StuG IIIG 5
        e 75L AT 3
        e 2-2-8 3
        """,
    ),
    Scene(
        "dismantle",
        ("PFPh", "DFPh"),
        """
        f 4-5-8 0
        f 50mm MTR 0
        e 4-6-7 4
        e HMG 4
        """,
    ),
    Scene(
        "rally keepdm split recombine transfer repair recover",
        ("RPh",),
        """
        f 9-1 0
        f 4-4-7 0
        f 4-4-7 0 broken dm
        f 2-3-7 0
        f MMG 0
        f 2-3-7 0
        f LMG 0 malfunctioned
        f LMG 0 lies
        f 4-4-7 1 broken dm
        f 76* INF 1
        f 4-4-7 1
        f T-34 M43 2 malfunctioned
        e 9-1 4
        e 4-6-7 4 broken dm
        e 4-6-7 4
        e HMG 4
        e 2-4-7 4
        e 2-4-7 4
        e 75L AT 4
        """,
    ),
    Scene(
        "unbog platoon stop button open esb turn discharge load unload bail recall",
        ("MPh", "MPh", "APh"),
        """
        f T-34 M43 0 bogged
        f T-34 M43 1
        f T-34 M43 2
        f OT-34(L) 2 buttoned
        f KV-1 M42 3 motion
        f T-34 M43 0
        f 4-4-7 0 aboard
        f 9-1 0 aboard
        f GAZ-MM 3
        f 4-4-7 3 aboard
        f 4-4-7 3
        e StuG IIIG 5 buttoned
        e PzJg III/IV 5 motion
        e SdKfz 7/1 4
        e 4-6-7 4 aboard
        e StuG IIIG 4 bogged
        """,
    ),
    Scene(
        "unbog discharge platoon esb",
        ("MPh",),
        """
        e StuG IIIG 0 bogged
        e StuG IIIG 1
        e StuG IIIG 2
        e StuH 42 1
        e Pz IVF1 2
        e Pz IVF1 0 bogged
        f 4-4-7 4
        """,
        side="ENEMY",
    ),
    Scene(
        "overrun move",
        ("MPh",),
        """
        > option fire-stops on
        f T-34 M43 1
        f KV-1 M42 2
        e 4-6-7 3
        e 4-6-7 4
        e 9-1 4
        e 4-4-7 5
        f T-34 M43 0
        ! move {f} {4}
        ! move {f} {4}
        """,
        side="FRIENDLY",
    ),
    Scene(
        "motion",
        ("MPh",),
        """
        f T-34 M43 1
        f KV-1 M42 1
        e 4-6-7 4
        ! move {e} {5}
        """,
        where="woods",
        side="ENEMY",
    ),
    Scene(
        "gallop turn move",
        ("MPh",),
        """
        f Wagon 0
        f 2-4-8 0 aboard
        f Wagon 1
        f Wagon 2
        f T-34 M43 2
        e 4-6-7 7
        """,
        side="FRIENDLY",
    ),
    Scene(
        "abandon man",
        ("MPh",),
        """
        f T-34 M43 0
        f T-34 M43 0
        ! abandon {f}
        f T-34 M43 1 abandoned
        f 1-2-7 1
        e 4-6-7 4
        """,
        side="FRIENDLY",
    ),
    Scene(
        "push limber unlimber turn load face",
        ("MPh", "MPh", "PFPh", "AFPh", "DFPh"),
        """
        f 76* INF 0
        f 2-2-8 0
        f 4-4-7 0
        f 45L AT 1 limbered
        f 2-2-8 1
        f 45L AT 1 limbered
        f 2-2-8 1
        f GAZ-MM 1
        f 82* MTR 2
        f 2-2-8 2
        e 75* INF 4
        e 2-2-8 4
        e 75L AT 5 limbered
        e 2-2-8 5
        """,
    ),
    Scene(
        "aa air recall",
        ("MPh", "DFPh", "PFPh"),
        """
        e 20L(6) AA 4 aa
        e 2-2-8 4
        e SdKfz 7/1 5
        e 88L AA 3
        e 2-2-8 3
        e StuG IIIG 4
        f Il-2 M43 0
        f Il-2 M43 -
        f T-34 M43 1
        f 4-4-7 0
        e Ju-87G 1
        e Ju-87G -
        """,
    ),
    Scene(
        "mount dismount bail",
        ("MPh",),
        """
        f Sq horse 0
        f 6-2-8 0
        > mount {f}
        f Sq horse 0
        f Sq horse 0
        f 4-4-7 0
        f 4-5-8 0
        f 2-3-7 1
        f HS horse 1
        f 9-1 1
        f HS horse 1
        f LMG 1
        e 4-6-7 4
        """,
        side="FRIENDLY",
    ),
    Scene(
        "wave",
        ("MPh",),
        """
        f 4-4-7 0
        f 4-4-7 0
        f 9-1 0
        f 4-4-7 1
        f 4-4-7 1
        f 4-4-7 2
        f 4-4-7 2
        f 4-2-6 0
        e 4-6-7 7
        e 4-6-7 7
        """,
        side="FRIENDLY",
        alone=True,
    ),
    Scene(
        "wall fire move",
        ("RPh", "MPh", "APh", "PFPh", "DFPh"),
        """
        f 4-4-7 0
        f 9-1 0
        f 6-2-8 1
        f T-34 M43 0
        e 4-6-7 3
        e 4-6-7 4
        e 8-1 4
        """,
        where="fenced",
    ),
    Scene(
        "clear search",
        ("MPh", "PFPh", "CCPh"),
        """
        f 6-2-8 0 ti hazardous
        f 4-4-7 0
        f 4-4-7 0
        f 4-5-8 1
        f 9-1 0
        > marker add minefield {0} 6
        > marker add minefield {2} A-P 8
        > suspect add {3}
        > suspect add {4}
        """,
        side="FRIENDLY",
    ),
    Scene(
        "rout capture",
        ("RtPh",),
        """
        f 4-4-7 0 broken dm
        f 4-4-7 0 broken dm
        f 7-0 0 broken dm
        f 2-3-7 1 broken dm disrupted
        e 4-6-7 3
        e 4-6-7 4 broken dm
        e 4-4-7 4 broken dm disrupted
        f 6-2-8 5
        f 6-2-8 0
        e 9-1 3
        e 4-6-7 2
        """,
    ),
    Scene(
        "cc guard free capture",
        ("CCPh",),
        """
        f 4-4-7 0
        f 9-1 0
        f 6-2-8 0
        e 4-6-7 0
        e 4-4-7 0 prisoner
        e StuG IIIG 1 abandoned
        f 4-4-7 1
        f T-34 M43 2
        e 4-6-8 2
        e 2-4-7 2 prisoner
        f 4-5-8 2
        """,
    ),
    Scene(
        "guard free recover scrounge advance",
        ("APh", "RPh", "MPh", "RtPh"),
        """
        f 4-4-7 0
        f 6-2-8 0
        e 4-4-7 0 prisoner
        e 8-0 0 prisoner
        e 75L AT 1
        f 4-4-7 1
        f T-34 M43 1 abandoned
        f 76* INF 2
        e 4-6-7 2
        f 4-4-7 2 prisoner
        """,
    ),
    Scene(
        "oba cbm ffe bombard",
        ("PFPh",),
        """
        f 9-1 0
        f radio 0
        f 4-4-7 0
        f 4-4-7 0
        > oba add 120 friendly
        > oba add cbm friendly
        > event enemy 41
        > event enemy 41
        > event enemy 41
        e 4-6-7 4
        e 4-6-7 5
        """,
        side="FRIENDLY",
        turn=1,
    ),
    Scene(
        "oba",
        ("PFPh", "DFPh"),
        """
        f 9-1 0
        f radio 0
        f 9-2 1
        f radio 1
        > oba add 80 friendly plentiful
        > oba add rocket 150 friendly
        e 4-6-7 4
        """,
    ),
    Scene(
        "enter exit march",
        ("MPh",),
        """
        f 4-4-7 -
        f 9-1 -
        f T-34 M43 -
        f 4-4-7 0
        f 6-2-8 0
        f T-34 M43 1
        e 4-6-7 -
        e 4-6-7 2
        """,
        where="edge",
    ),
    Scene(
        "exit",
        ("MPh",),
        """
        e 4-6-7 0
        e 9-1 0
        e StuG IIIG 0
        e 4-6-7 1
        f 4-4-7 3
        """,
        where="their edge",
        side="ENEMY",
    ),
    Scene(
        "kindle",
        ("PFPh",),
        """
        f 4-4-7 0
        f 9-1 0
        f 8-0 1
        f 6-2-8 2
        e 4-6-7 4
        e 9-1 4
        e 8-0 3
        """,
        where="woods",
    ),
    Scene(
        "entrench",
        ("PFPh",),
        """
        f 4-4-7 0
        f 9-1 0
        f 8-0 1
        f 6-2-8 2
        e 4-6-7 4
        e 9-1 4
        e 2-4-7 3
        """,
    ),
    Scene(
        "boresight",
        ("RPh",),
        """
        > option enemy-plays off
        e 4-6-7 0
        e HMG 0
        e 75L AT 1
        e 2-2-8 1
        e StuG IIIG 2
        f 4-4-7 4
        """,
        side="FRIENDLY",
        turn=1,
    ),
    Scene(
        "action enemy advise",
        ("PFPh", "MPh", "RPh", "APh", "CCPh"),
        """
        > option enemy-plays on
        e 4-6-7 0
        e 4-4-7 1
        e 9-1 0
        e HMG 0
        e StuG IIIG 2
        f 4-4-7 3
        f 6-2-8 4
        f 9-1 4
        > suspect add {5}
        """,
        side="ENEMY",
    ),
    Scene("plan doctrine", ("RPh", "MPh"), "> doctrine planner friendly\nf 4-4-7 0\ne 4-6-7 4"),
    Scene("bridge", ("RPh", "MPh"), "f 4-4-7 0\nf T-34 M43 0\ne 4-6-7 4", where="water"),
    Scene(
        "move",
        ("MPh",),
        """
        f 4-4-7 0 in-gully
        f 6-2-8 0
        f 9-1 1
        f T-34 M43 1
        > marker add trench {1}
        > marker add foxhole {2}
        > marker add shellholes {3}
        > marker add wire {4}
        e 4-6-7 4 in-gully
        """,
        where="gully",
    ),
)
"""Every verb of play that needs something has at least one."""

CROWD = (
    "f 4-4-7", "f 6-2-8", "f 4-5-8", "f 9-1", "f 8-0", "f LMG", "f ATR", "f T-34 M43", "f FT", "f DC", "f 50mm MTR",
    "e 4-6-7", "e 4-4-7", "e 9-1", "e LMG", "e HMG", "e StuG IIIG", "e 8-1", "e 75L AT", "e FT", "e MMG Cupola",
)  # fmt: skip
"""Who may be there besides."""
