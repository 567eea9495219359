"""Finds the fault sets that an Fspec allows, in their written form, and the number of these sets.

    FaultSpace(fspec).fault_sets(2)      the fault sets with at most two faults, smaller ones first
    FaultSpace(fspec).count()            the number of all fault sets
"""
import itertools
from math import comb

from faults import Corruption, Crash, DeadDisk, FailedWrite, Omission, Partition, Pause, WriteBack, parse, text_order, written


def intervals(last):
    return [(first, end) for first in range(1, last + 1) for end in range(first, last + 1)]


def apart(one, other):
    """Returns true if at least one tick without a fault is between two faults of the same node (outages
    and pauses) or disk."""
    place, begin, end = one.span()
    other_place, other_begin, other_end = other.span()
    return place != other_place or begin > other_end or other_begin > end


def prevented(write, others, so_much=any):
    """Returns true if one of the other faults makes the fault `write` redundant: at some tick or, with
    `all` as `so_much`, at every tick."""
    # A tuple that stays because its writes fail is damaged, too.
    harmless = (FailedWrite, Corruption) if isinstance(write, Corruption) else type(write)
    preventing = [f for f in others if hasattr(f, "prevents") and not isinstance(f, harmless)]
    return any(so_much(f.prevents(write.node, write.relation, t) for t in write.ticks()) for f in preventing)


def of_writing(faults):
    """Returns those faults that are redundant if the node can neither write nor copy."""
    return [f for f in faults if isinstance(f, (FailedWrite, WriteBack, Corruption))]


def stopping(faults):
    """Returns the faults during which a node does not run."""
    return [f for f in faults if isinstance(f, (Crash, Pause))]


def lasting(faults):
    return [f for f in faults if not isinstance(f, Omission)]


def at_most(number, bound):
    return bound is None or number <= bound


class FaultSpace:
    def __init__(self, fspec):
        self.fspec = fspec

    # --------------------------------------------------------------------------- one fault at a time

    def omissions(self):
        losses, nodes = self.fspec.losses, self.fspec.nodes
        admitted = lambda name, some: some is None or name in some
        channels = [(a, b) for a in nodes for b in nodes if a != b and (a, b) not in losses.reliable
                    and admitted(a, losses.senders) and admitted(b, losses.receivers)]
        return [Omission(a, b, t) for a, b in channels for t in range(1, self.fspec.eff + 1)] if losses.most != 0 else []

    def crashes(self):
        """Yields the crashes. A node that restarts is down for a time that the Fspec allows."""
        f, phases = self.fspec, (False, True) if self.fspec.stops() else (False,)
        found = [Crash(n, s, after) for n in f.may_crash() for s in range(1, f.eot + 1) for after in phases] if f.crashes else []
        return found + ([Crash(n, s, after, r) for n in f.may_restart() for after in phases for s in range(1, f.eff + 1)
                         for r in range(s + after + f.down[0], f.last_restart(s + after) + 1)] if f.restarts else [])

    def partitions(self):
        """Yields the partitions. Two complementary sides are the same partition, which is written with the
        side without the first node. A partition must not cut a reliable channel."""
        first, *others = sorted(self.fspec.nodes)
        sides = self.fspec.cuts.sides
        if sides is None:
            sides = [side for size in range(1, len(others) + 1) for side in itertools.combinations(others, size)]
        sides = [[n for n in others if n not in side] if first in side else side for side in sides]
        found = [f for side in sorted({tuple(sorted(side)) for side in sides}) for ticks in intervals(self.fspec.eff)
                 for f in self.directions(side, ticks)] if self.fspec.cuts.most else []
        return [f for f in found if not any(f.separates(a, b) for a, b in self.fspec.losses.reliable)]

    def directions(self, side, ticks):
        """Returns the directions of a partition: both and, if the Fspec allows it, each direction alone."""
        rest = tuple(n for n in sorted(self.fspec.nodes) if n not in side)
        ways = [Partition(side, *ticks, rest), Partition(rest, *ticks, side)] if self.fspec.cuts.one_way else []
        return [Partition(side, *ticks), *ways]

    def failed_writes(self):
        return [FailedWrite(n, p, *ticks) for n, p in self.fspec.faulty_disks()
                for ticks in intervals(self.fspec.eff)] if self.fspec.disk.most else []

    def corruptions(self):
        """Yields the corruptions. They are possible for relations with a data column, and for relations
        whose damaged tuples are dropped."""
        if not self.fspec.disk.corrupt or not self.fspec.stops():
            return []
        return [Corruption(n, p, t) for n, p in self.fspec.faulty_disks() if p in dict(self.fspec.disk.columns)
                for t in range(1, self.fspec.eff + 1)]

    def dead_disks(self):
        """Yields the dead disks. A disk may die up to EOT (the last tick), because EFF limits only faults
        that end."""
        if not self.fspec.disk.dead or not self.fspec.stops():
            return []
        return [DeadDisk(n, p, t) for n, p in self.fspec.faulty_disks() for t in range(1, self.fspec.eot + 1)]

    def write_backs(self):
        if not self.fspec.disk.writeback or not self.fspec.stops():
            return []
        return [WriteBack(n, p, t) for n, p in self.fspec.faulty_disks() if p in self.fspec.disk.buffered
                for t in range(1, self.fspec.eff + 1)]

    def pauses(self):
        """Yields the pauses. A paused node must resume by EFF + 1."""
        if not self.fspec.pauses.most or not self.fspec.stops():
            return []
        return [Pause(n, first, last + 1) for n in self.fspec.may_pause() for first, last in intervals(self.fspec.eff)]

    def others(self):
        """Returns all faults except omissions."""
        return (self.crashes() + self.partitions() + self.pauses() + self.failed_writes() + self.corruptions()
                + self.dead_disks() + self.write_backs())

    # --------------------------------------------------------------------------------- canonical sets

    def compatible(self, one, other):
        """Returns true if a fault set may contain both faults. Neither fault is an omission."""
        if isinstance(one, type(other)) or len(stopping((one, other))) == 2:
            return apart(one, other)
        return not any(prevented(write, (one, other)) for write in of_writing((one, other)))

    def audible(self, omission, others):
        """Returns true if the message would arrive without the omission."""
        if any(isinstance(f, Partition) and f.first <= omission.at <= f.last
               and f.separates(omission.sender, omission.receiver) for f in others):
            return False
        if any(isinstance(f, Pause) and f.node == omission.sender and f.stopped(omission.at) for f in others):
            return False
        crashes = [f for f in others if isinstance(f, Crash)]
        silenced = any(c.down(omission.at) or c.after and c.at == omission.at for c in crashes if c.node == omission.sender)
        deaf = self.fspec.stops() and any(c.down(omission.at + 1) for c in crashes if c.node == omission.receiver)
        return not silenced and not deaf

    def canonical(self, faults):
        others = lasting(faults)
        return (all(self.compatible(one, other) for one, other in itertools.combinations(others, 2))
                and all(self.audible(f, others) for f in faults if isinstance(f, Omission)))

    def reduced(self, faults):
        """Returns the fault set in its written form: without redundant omissions, and without faults of
        disks that have no effect."""
        idle = {f for f in of_writing(faults) if prevented(f, faults, all)}
        return frozenset(f for f in faults - idle if not isinstance(f, Omission) or self.audible(f, lasting(faults)))

    def named(self, cut):
        """Returns the partition in its written form, whichever of its two sides `cut` names."""
        in_order = lambda names: tuple(sorted(names))
        if cut.one_way():
            return cut._replace(side=in_order(cut.side), deaf=in_order(cut.deaf))
        nodes = set(self.fspec.nodes)
        return cut._replace(side=in_order(nodes - set(cut.side) if min(nodes) in cut.side else cut.side))

    def read(self, text):
        """Reads the text of a user, and returns the fault set in its written form. Returns None if the
        Fspec does not allow it."""
        faults = frozenset(self.named(f) if isinstance(f, Partition) else f for f in parse(text))
        writes = [f for f in faults if isinstance(f, FailedWrite)]
        if (not faults <= set(self.omissions() + self.others())
                or not all(apart(one, other) for one, other in itertools.combinations(writes, 2))):
            return None
        faults = self.reduced(faults)
        return written(faults) if self.canonical(faults) and self.within_budget(faults) else None

    def loosely(self, faults, random):
        """Returns a random text that means these faults. It may have redundant faults, name any side of a
        partition, and have any order."""
        shuffled = lambda names: tuple(random.sample(names, len(names)))
        some = lambda those, most: random.sample(those, min(len(those), random.randint(0, most)))
        found = some([o for o in self.omissions() if not self.audible(o, lasting(faults))], 2)
        # If one fault covers all ticks of a write and another fault covers some of them,
        # docs/explanation/semantics.md does not say which of them is dropped. So such texts are avoided.
        settled = lambda w: all(prevented(w, [f], all) for f in faults if prevented(w, [f]))
        found += some([w for w in self.failed_writes() if w not in self.reduced(faults | {w}) and settled(w)
                       and all(apart(w, f) for f in faults if isinstance(f, FailedWrite))], 1)
        found += some([f for f in self.write_backs() if f not in faults and prevented(f, faults)], 1)
        idle = [f for f in self.corruptions() if f not in faults and prevented(f, faults)]
        found += some(idle, 1) if idle else []
        for f in sorted(faults, key=text_order):
            found.append(self.renamed(f, shuffled, random) if isinstance(f, Partition) else f)
        return " ".join(map(str, shuffled(found))) or "none"

    def renamed(self, cut, shuffled, random):
        if cut.one_way():
            return cut._replace(side=shuffled(cut.side), deaf=shuffled(cut.deaf))
        return cut._replace(side=shuffled(random.choice((list(cut.side), [n for n in self.fspec.nodes if n not in cut.side]))))

    def within_budget(self, faults):
        number = lambda kind: sum(isinstance(f, kind) for f in faults)
        f, permanent = self.fspec, sum(isinstance(f, Crash) and f.permanent() for f in faults)
        return (at_most(number(Omission), f.losses.most) and permanent <= f.crashes and number(Crash) - permanent <= f.restarts
                and number(Partition) <= f.cuts.most and number(Pause) <= f.pauses.most
                and number(FailedWrite) <= f.disk.most and number(DeadDisk) <= f.disk.dead
                and number(WriteBack) <= f.disk.writeback and number(Corruption) <= f.disk.corrupt
                and at_most(len(faults), f.most))

    def fault_sets(self, most):
        """Returns all fault sets with at most `most` faults. Tries all subsets."""
        every = self.omissions() + self.others()
        for size in range(most + 1):
            for chosen in itertools.combinations(every, size):
                if self.within_budget(chosen) and self.canonical(chosen):
                    yield frozenset(chosen)

    # -------------------------------------------------------------------------------------- how many

    def without_omissions(self):
        """Yields all canonical sets of faults other than omissions within the limits."""
        every = self.others()

        def extend(chosen, begin):
            yield chosen
            for i in range(begin, len(every)):
                longer = chosen + [every[i]]
                if self.within_budget(longer) and all(self.compatible(every[i], f) for f in chosen):
                    yield from extend(longer, i + 1)

        return extend([], 0)

    def omissions_beside(self, others):
        """Returns the omissions that are possible together with the other faults, and the largest number
        of omissions."""
        free = [o for o in self.omissions() if self.audible(o, others)]
        bounds = [self.fspec.losses.most, None if self.fspec.most is None else self.fspec.most - len(others)]
        return free, min([len(free), *(b for b in bounds if b is not None)])

    def count(self):
        found = 0
        for others in self.without_omissions():
            free, most = self.omissions_beside(others)
            found += sum(comb(len(free), size) for size in range(most + 1))
        return found

    def every(self):
        for others in self.without_omissions():
            free, most = self.omissions_beside(others)
            for size in range(most + 1):
                yield from (frozenset(others).union(lost) for lost in itertools.combinations(free, size))

    def sample(self, random):
        """Returns a random canonical fault set."""
        chosen, share = [], random.choice([0, 0.05, 0.2])
        kinds = [every for every in (self.crashes(), self.partitions(), self.failed_writes(), self.pauses(),
                                     self.dead_disks(), self.write_backs(), self.corruptions()) if every]
        random.shuffle(kinds)
        for every in kinds:
            for fault in random.sample(every, min(len(every), random.randint(1, 4))):
                if self.within_budget(chosen + [fault]) and self.canonical(chosen + [fault]):
                    chosen.append(fault)
        free, most = self.omissions_beside(chosen)
        lost = [o for o in free if random.random() < share]
        return frozenset(chosen + random.sample(lost, min(len(lost), most)))
