"""Faults of all kinds, their text, and the Fspec that bounds them."""
import re
from dataclasses import dataclass
from typing import NamedTuple, Optional, Tuple

NEVER = 10 ** 9  # the tick at which a node that crashed for good comes back


class Omission(NamedTuple):
    sender: str
    receiver: str
    at: int

    def __str__(self):
        return f"O({self.sender},{self.receiver},{self.at})"


class Crash(NamedTuple):
    """At `at`, before its work or, `after`, when all is written and nothing is sent; `back` at that tick, or never."""
    node: str
    at: int
    after: bool
    back: int = NEVER

    def first_down(self):
        return self.at + self.after

    def down(self, tick):
        return self.first_down() <= tick < self.back

    stopped = down  # neither works nor writes

    def prevents(self, node, _, tick):
        """Nothing can be written at this tick, on the disk of any relation."""
        return node == self.node and self.down(tick)

    def permanent(self):
        return self.back == NEVER

    def span(self):
        """What two of them must not share, and the ticks, without the last one."""
        return self.node, self.first_down(), self.back

    def __str__(self):
        end = "" if self.permanent() else f",{self.back}"
        return f"C({self.node},{self.at}{'+' if self.after else ''}{end})"


class Partition(NamedTuple):
    """What is sent at the ticks `first` to `last` does not pass between the nodes of `side` and the others.

    With `deaf`, these are all the others, and what they send does pass.
    """
    side: Tuple[str, ...]
    first: int
    last: int
    deaf: Optional[Tuple[str, ...]] = None

    def one_way(self):
        return self.deaf is not None

    def separates(self, a, b):
        """What a sends to b is lost."""
        return a in self.side and b in self.deaf if self.one_way() else (a in self.side) != (b in self.side)

    def span(self):
        return None, self.first, self.last + 1

    def order(self):
        """By the side without the first node: both directions, from there, to there."""
        if not self.one_way():
            return self.side, 0, self.first, self.last
        sends = min(self.side) > min(self.deaf)
        return (self.side, 1, self.first, self.last) if sends else (self.deaf, 2, self.first, self.last)

    def __str__(self):
        deaf = f">{' '.join(self.deaf)}" if self.one_way() else ""
        return f"P({' '.join(self.side)}{deaf},{self.first},{self.last})"


class Pause(NamedTuple):
    """`node` stands still from the tick `first` on, and goes on at `back` as if nothing had been."""
    node: str
    first: int
    back: int

    def stopped(self, tick):
        return self.first <= tick < self.back

    def prevents(self, node, _, tick):
        return node == self.node and self.stopped(tick)

    def span(self):
        return self.node, self.first, self.back

    def __str__(self):
        return f"S({self.node},{self.first},{self.back})"


class FailedWrite(NamedTuple):
    """What `node` writes to the stable relation at the ticks `first` to `last` fails."""
    node: str
    relation: str
    first: int
    last: int

    def ticks(self):
        return range(self.first, self.last + 1)

    def prevents(self, node, relation, tick):
        return (node, relation) == (self.node, self.relation) and tick in self.ticks()

    def span(self):
        return (self.node, self.relation), self.first, self.last + 1

    def __str__(self):
        end = "" if self.first == self.last else f",{self.last}"
        return f"W({self.node},{self.relation},{self.first}{end})"


@dataclass(frozen=True, order=True)  # named tuples of the same three would be equal, whatever their kinds
class Corruption:
    """What `node` has of the relation on its disk, and hands on at this tick, is damaged."""
    node: str
    relation: str
    at: int

    def ticks(self):
        return range(self.at, self.at + 1)

    def span(self):
        """Any two may be of neighbouring ticks."""
        return self, self.at, self.at + 1

    def __str__(self):
        return f"X({self.node},{self.relation},{self.at})"


@dataclass(frozen=True, order=True)
class DeadDisk:
    """What `node` has of the relation on its disk is gone after `at`, for good, and so is what it writes there."""
    node: str
    relation: str
    at: int

    def prevents(self, node, relation, tick):
        return (node, relation) == (self.node, self.relation) and tick >= self.at

    def span(self):
        """It dies once, so two of them never stand apart."""
        return (self.node, self.relation), 1, NEVER

    def __str__(self):
        return f"E({self.node},{self.relation},{self.at})"


@dataclass(frozen=True, order=True)
class WriteBack:
    """The system writes the buffered relation of `node` to its disk, and no `sync` asked it to."""
    node: str
    relation: str
    at: int

    def ticks(self):
        return range(self.at, self.at + 1)

    def span(self):
        """Any two may be of neighbouring ticks."""
        return self, self.at, self.at + 1

    def __str__(self):
        return f"F({self.node},{self.relation},{self.at})"


KINDS = (Omission, Crash, Partition, Pause, FailedWrite, Corruption, DeadDisk, WriteBack)
OF_DISKS = {"X": Corruption, "E": DeadDisk, "F": WriteBack}  # at a node, of a relation, at a tick


def text_order(fault):
    if isinstance(fault, Crash) and fault.permanent():
        return KINDS.index(Crash), fault._replace(back=0)
    if isinstance(fault, Partition):
        return KINDS.index(Partition), fault.order()
    return KINDS.index(type(fault)), fault


def search_order(faults):
    """Of fault sets: fewer faults first, then as they are written."""
    return len(faults), sorted(map(text_order, faults))


def written(faults):
    return " ".join(map(str, sorted(faults, key=text_order))) or "none"


def parse(text):
    return frozenset(one(letter, [word.strip().strip('"') for word in inner.split(",")])
                     for letter, inner in re.findall(r"([A-Z])\(([^)]*)\)", text))


def one(letter, words):
    if letter == "O":
        return Omission(words[0], words[1], int(words[2]))
    if letter == "C":
        return Crash(words[0], int(words[1].rstrip("+")), words[1].endswith("+"), *map(int, words[2:]))
    if letter == "P":
        side, arrow, deaf = words[0].partition(">")
        return Partition(tuple(side.split()), int(words[1]), int(words[2]), tuple(deaf.split()) if arrow else None)
    if letter == "S":
        return Pause(words[0], int(words[1]), int(words[2]))
    if letter == "W":
        return FailedWrite(words[0], words[1], int(words[2]), int(words[-1]))
    if letter in OF_DISKS:
        return OF_DISKS[letter](words[0], words[1], int(words[2]))
    raise ValueError(f"{letter}(…)")


# ------------------------------------------------------------------------------------------- the Fspec


class Losses(NamedTuple):
    """Who may lose what: None is all of them. No partition cuts a reliable channel."""
    most: Optional[int] = None
    senders: Optional[Tuple[str, ...]] = None
    receivers: Optional[Tuple[str, ...]] = None
    reliable: Tuple[Tuple[str, str], ...] = ()


class Cuts(NamedTuple):
    most: int = 0
    sides: Optional[Tuple[Tuple[str, ...], ...]] = None  # or their complements; None is any
    one_way: bool = False  # each of both directions, too


class Disk(NamedTuple):
    """Faults of disks. All kinds of them share relations and nodes."""
    most: int = 0  # failed writes
    relations: Tuple[str, ...] = ()
    nodes: Optional[Tuple[str, ...]] = None
    silent: bool = False
    named: bool = True  # ldfi-farm is told the relations; otherwise these are all that are stable or buffered
    dead: int = 0
    writeback: int = 0
    buffered: Tuple[str, ...] = ()  # those of the relations, and maybe others: the program says so
    corrupt: int = 0
    columns: Tuple[Tuple[str, int], ...] = ()  # what may be damaged: relations, and their data columns from 1 on, or 0
    columns_named: bool = False  # ldfi-farm is told the columns; otherwise the program and the relations say which
    detected: bool = False

    def faulty(self):
        """Faults of disks are admitted."""
        return bool(self.most or self.dead or self.writeback or self.corrupt)


class Pauses(NamedTuple):
    most: int = 0
    nodes: Optional[Tuple[str, ...]] = None  # all of them


class Kinds(NamedTuple):
    """What is tried beside outages and any omissions."""
    budgets: bool = False  # and partitions
    one_way: bool = False  # partitions in one direction
    writes: bool = False
    buffers: bool = False  # buffered relations
    pauses: bool = False
    deaths: bool = False  # of disks, and write-backs
    corruptions: bool = False


ALL_KINDS = Kinds(*[True] * len(Kinds._fields))
UNDAMAGED = ALL_KINDS._replace(corruptions=False)


@dataclass(frozen=True)
class Fspec:
    eot: int
    eff: int  # the last tick at which finite failures happen, in both modes
    crashes: int
    restarts: int
    nodes: Tuple[str, ...]
    crashable: Optional[Tuple[str, ...]] = None  # all of them
    crash_model: str = "stop"
    exclusive: bool = False  # EFF is told to ldfi-farm as one more
    losses: Losses = Losses()
    cuts: Cuts = Cuts()
    disk: Disk = Disk()
    most: Optional[int] = None  # faults in all
    pauses: Pauses = Pauses()
    restartable: Optional[Tuple[str, ...]] = None  # those that may crash
    down: Tuple[int, Optional[int]] = (1, None)  # ticks that a node is down before it restarts: the least and the most

    def may_crash(self):
        return self.nodes if self.crashable is None else self.crashable

    def may_restart(self):
        return self.may_crash() if self.restartable is None else self.restartable

    def last_restart(self, down):
        """Of a node that is down from then on."""
        most = self.down[1]
        return self.eff + 1 if most is None else min(down + most, self.eff + 1)

    def may_pause(self):
        return self.nodes if self.pauses.nodes is None else self.pauses.nodes

    def faulty_disks(self):
        """Whose disks they are: nodes and relations."""
        return [(n, p) for n in (self.nodes if self.disk.nodes is None else self.disk.nodes) for p in self.disk.relations]

    def stops(self):
        return self.crash_model == "stop"
