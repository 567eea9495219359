"""Faults of all kinds, their texts, and the Fspec that limits them."""
import re
from dataclasses import dataclass
from typing import NamedTuple, Optional, Tuple

NEVER = 10 ** 9  # used as tick of the restart if a node never restarts


class Omission(NamedTuple):
    sender: str
    receiver: str
    at: int

    def __str__(self):
        return f"O({self.sender},{self.receiver},{self.at})"


class Crash(NamedTuple):
    """A crash at the tick `at`. The node stops before its work of this tick or, with `after`, when
    everything is written and nothing is sent. It restarts at `back`, or never."""
    node: str
    at: int
    after: bool
    back: int = NEVER

    def first_down(self):
        return self.at + self.after

    def down(self, tick):
        return self.first_down() <= tick < self.back

    stopped = down  # the node neither works nor writes while it is down

    def prevents(self, node, _, tick):
        """Returns true if the node can write nothing at this tick, whatever the relation."""
        return node == self.node and self.down(tick)

    def permanent(self):
        return self.back == NEVER

    def span(self):
        """Returns the place of the fault, its first tick, and the tick after its last one. Two faults with the
        same place must not overlap or touch."""
        return self.node, self.first_down(), self.back

    def __str__(self):
        end = "" if self.permanent() else f",{self.back}"
        return f"C({self.node},{self.at}{'+' if self.after else ''}{end})"


class Partition(NamedTuple):
    """A partition at the ticks `first` to `last`: messages between the nodes of `side` and other nodes are
    lost. `deaf` is None, or the receivers if only messages from `side` to the other nodes are lost."""
    side: Tuple[str, ...]
    first: int
    last: int
    deaf: Optional[Tuple[str, ...]] = None

    def one_way(self):
        return self.deaf is not None

    def separates(self, a, b):
        """Returns true if messages from a to b are lost."""
        return a in self.side and b in self.deaf if self.one_way() else (a in self.side) != (b in self.side)

    def span(self):
        return None, self.first, self.last + 1

    def order(self):
        """Returns a key to sort by: the side without the first node, then both directions, from this side, to
        this side.
        """
        if not self.one_way():
            return self.side, 0, self.first, self.last
        sends = min(self.side) > min(self.deaf)
        return (self.side, 1, self.first, self.last) if sends else (self.deaf, 2, self.first, self.last)

    def __str__(self):
        deaf = f">{' '.join(self.deaf)}" if self.one_way() else ""
        return f"P({' '.join(self.side)}{deaf},{self.first},{self.last})"


class Pause(NamedTuple):
    """A pause: `node` does nothing from the tick `first` on, and resumes at `back` with its memory."""
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
    """Failed writes: changes of `node` to the stable relation at the ticks `first` to `last` do not reach
    the disk."""
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


# A data class instead of a named tuple, because named tuples of different kinds would be equal.
@dataclass(frozen=True, order=True)
class Corruption:
    """A corruption: the tuples of the relation that the disk of `node` keeps at this tick are damaged at
    the next tick."""
    node: str
    relation: str
    at: int

    def ticks(self):
        return range(self.at, self.at + 1)

    def span(self):
        """Returns a place with an empty range, because two such faults may be at neighbouring ticks."""
        return self, self.at, self.at + 1

    def __str__(self):
        return f"X({self.node},{self.relation},{self.at})"


@dataclass(frozen=True, order=True)
class DeadDisk:
    """A dead disk: the tuples of the relation on the disk of `node` are gone after the tick `at`, for
    good. Later writes have no effect."""
    node: str
    relation: str
    at: int

    def prevents(self, node, relation, tick):
        return (node, relation) == (self.node, self.relation) and tick >= self.at

    def span(self):
        """Returns a place with a range without end, because a disk dies only once."""
        return (self.node, self.relation), 1, NEVER

    def __str__(self):
        return f"E({self.node},{self.relation},{self.at})"


@dataclass(frozen=True, order=True)
class WriteBack:
    """A write-back: the system writes the buffered relation of `node` to its disk, although the program
    has not requested a `sync`."""
    node: str
    relation: str
    at: int

    def ticks(self):
        return range(self.at, self.at + 1)

    def span(self):
        """Returns a place with an empty range, because two such faults may be at neighbouring ticks."""
        return self, self.at, self.at + 1

    def __str__(self):
        return f"F({self.node},{self.relation},{self.at})"


KINDS = (Omission, Crash, Partition, Pause, FailedWrite, Corruption, DeadDisk, WriteBack)
# Letters of faults that have a node, a relation and a tick.
OF_DISKS = {"X": Corruption, "E": DeadDisk, "F": WriteBack}


def text_order(fault):
    if isinstance(fault, Crash) and fault.permanent():
        return KINDS.index(Crash), fault._replace(back=0)
    if isinstance(fault, Partition):
        return KINDS.index(Partition), fault.order()
    return KINDS.index(type(fault)), fault


def search_order(faults):
    """Returns a key to sort fault sets by: number of faults, then written form."""
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
    """The limits on lost messages. None means no limit. Partitions must not cut a reliable channel."""
    most: Optional[int] = None
    senders: Optional[Tuple[str, ...]] = None
    receivers: Optional[Tuple[str, ...]] = None
    reliable: Tuple[Tuple[str, str], ...] = ()


class Cuts(NamedTuple):
    most: int = 0
    # Possible sides of partitions; the complement of each is possible, too. None if every side is possible.
    sides: Optional[Tuple[Tuple[str, ...], ...]] = None
    one_way: bool = False  # partitions may also have only one direction


class Disk(NamedTuple):
    """The limits on faults of disks. All kinds of disk faults have the same possible relations and nodes."""
    most: int = 0  # largest number of failed writes
    relations: Tuple[str, ...] = ()
    nodes: Optional[Tuple[str, ...]] = None
    silent: bool = False
    # True if ldfi-farm gets the relations as an option. Otherwise all stable and buffered relations may have
    # faults.
    named: bool = True
    dead: int = 0
    writeback: int = 0
    # The program's buffered relations. May include other relations.
    buffered: Tuple[str, ...] = ()
    corrupt: int = 0
    # Relations that may be damaged, with their data columns from 1 on; 0 if damaged tuples are dropped.
    columns: Tuple[Tuple[str, int], ...] = ()
    # True if ldfi-farm gets the columns as an option. Otherwise it infers them from the program and the
    # relations.
    columns_named: bool = False
    detected: bool = False

    def faulty(self):
        """Returns true if the Fspec allows any fault of a disk."""
        return bool(self.most or self.dead or self.writeback or self.corrupt)


class Pauses(NamedTuple):
    most: int = 0
    nodes: Optional[Tuple[str, ...]] = None  # nodes that may be affected; None for all nodes


class Kinds(NamedTuple):
    """The kinds of faults that are tried in addition to outages and omissions."""
    budgets: bool = False  # limits on faults, and partitions
    one_way: bool = False  # partitions in one direction
    writes: bool = False
    buffers: bool = False  # buffered relations
    pauses: bool = False
    deaths: bool = False  # dead disks and write-backs
    corruptions: bool = False


ALL_KINDS = Kinds(*[True] * len(Kinds._fields))
UNDAMAGED = ALL_KINDS._replace(corruptions=False)


@dataclass(frozen=True)
class Fspec:
    eot: int
    eff: int  # last tick of faults that end, whatever the mode of EFF
    crashes: int
    restarts: int
    nodes: Tuple[str, ...]
    crashable: Optional[Tuple[str, ...]] = None  # nodes that may crash; None for all nodes
    crash_model: str = "stop"
    exclusive: bool = False  # true if EFF is exclusive, so that ldfi-farm gets a number that is larger by one
    losses: Losses = Losses()
    cuts: Cuts = Cuts()
    disk: Disk = Disk()
    most: Optional[int] = None  # largest number of faults of all kinds together
    pauses: Pauses = Pauses()
    # Nodes that may restart. None for all nodes that may crash.
    restartable: Optional[Tuple[str, ...]] = None
    # Least and largest number of ticks for which a node is down before it restarts.
    down: Tuple[int, Optional[int]] = (1, None)

    def may_crash(self):
        return self.nodes if self.crashable is None else self.crashable

    def may_restart(self):
        return self.may_crash() if self.restartable is None else self.restartable

    def last_restart(self, down):
        """Returns the last tick at which a node can restart that goes down at the tick `down`."""
        most = self.down[1]
        return self.eff + 1 if most is None else min(down + most, self.eff + 1)

    def may_pause(self):
        return self.nodes if self.pauses.nodes is None else self.pauses.nodes

    def faulty_disks(self):
        """Returns the disks that may have faults: pairs of a node and a relation."""
        return [(n, p) for n in (self.nodes if self.disk.nodes is None else self.disk.nodes) for p in self.disk.relations]

    def stops(self):
        return self.crash_model == "stop"
