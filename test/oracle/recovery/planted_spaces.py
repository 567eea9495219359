"""Bugs planted into what is admitted: the numbers of fault sets of random Fspecs must tell each, as they should in ldfi-farm."""
import dataclasses

import counting
from fault_space import FaultSpace, apart
from faults import ALL_KINDS, Cuts, FailedWrite, Losses, Omission, Partition

FSPECS = 400  # 150 are enough from most seeds


def reading(change):
    """A space of another Fspec."""
    class Other(FaultSpace):
        def __init__(self, fspec):
            super().__init__(change(fspec))
    return Other


def losing(**values):
    return reading(lambda fspec: dataclasses.replace(fspec, losses=fspec.losses._replace(**values)))


def ticks_of(kind):
    """A budget bounds ticks."""
    class Other(FaultSpace):
        def within_budget(self, faults):
            bound = {Partition: self.fspec.cuts.most, FailedWrite: self.fspec.disk.most}[kind]
            return super().within_budget(faults) and sum(f.last - f.first + 1 for f in faults if isinstance(f, kind)) <= bound
    return Other


def meeting(meets):
    """Another opinion about two faults."""
    class Other(FaultSpace):
        def compatible(self, one, other):
            return meets(super().compatible, one, other)
    return Other


def touching(right, one, other):
    """Two intervals follow each other."""
    if not isinstance(one, type(other)) or not isinstance(one, (Partition, FailedWrite)):
        return right(one, other)
    place, begin, end = one.span()
    other_place, other_begin, other_end = other.span()
    return place != other_place or begin >= other_end or other_begin >= end


class CutCounted(FaultSpace):
    def audible(self, omission, others):
        return super().audible(omission, [f for f in others if not isinstance(f, Partition)])


class SendersOnly(FaultSpace):
    def audible(self, omission, others):
        inside = [f for f in others if not isinstance(f, Partition) or omission.sender in f.side]
        return super().audible(omission, inside)


class BothSides(FaultSpace):
    def partitions(self):
        complement = lambda side: tuple(n for n in sorted(self.fspec.nodes) if n not in side)
        found = super().partitions()
        return found + [f._replace(side=complement(f.side)) for f in found]


class Exclusive(FaultSpace):
    def others(self):
        return [f for f in super().others() if not isinstance(f, (Partition, FailedWrite)) or f.last < self.fspec.eff]


class Unreliable(FaultSpace):
    """A partition parts the ends of a reliable channel."""

    def partitions(self):
        return FaultSpace(dataclasses.replace(self.fspec, losses=Losses())).partitions()


class OneRelation(FaultSpace):
    def failed_writes(self):
        return [f for f in super().failed_writes() if f.relation == self.fspec.disk.relations[0]]


class Uncounted(FaultSpace):
    """Omissions are no faults."""

    def within_budget(self, faults):
        return super().within_budget([f for f in faults if not isinstance(f, Omission)])

    def omissions_beside(self, others):
        free, _ = super().omissions_beside(others)
        return free, len(free) if self.fspec.losses.most is None else min(len(free), self.fspec.losses.most)


MUTANTS = {
    "an omission of a message that is cut counts": CutCounted,
    "an omission counts where a partition cuts what comes back": SendersOnly,
    "the budget of omissions is ignored": losing(most=None),
    "who may omit is ignored": losing(senders=None),
    "to whom is ignored": losing(receivers=None),
    "from and to change places": reading(lambda fspec: dataclasses.replace(fspec, losses=fspec.losses._replace(
        senders=fspec.losses.receivers, receivers=fspec.losses.senders))),
    "a reliable channel omits": losing(reliable=()),
    "a reliable channel is so both ways": reading(lambda fspec: dataclasses.replace(fspec, losses=fspec.losses._replace(
        reliable=fspec.losses.reliable + tuple((b, a) for a, b in fspec.losses.reliable)))),
    "a partition parts a reliable channel": Unreliable,
    "the most faults are ignored": reading(lambda fspec: dataclasses.replace(fspec, most=None)),
    "omissions are not among the most faults": Uncounted,
    "a budget counts ticks of partitions": ticks_of(Partition),
    "a budget counts ticks of failed writes": ticks_of(FailedWrite),
    "the budget of partitions is one": reading(lambda fspec: dataclasses.replace(
        fspec, cuts=fspec.cuts._replace(most=min(fspec.cuts.most, 1)))),
    "partitions have any sides": reading(lambda fspec: dataclasses.replace(fspec, cuts=Cuts(fspec.cuts.most))),
    "both sides are written": BothSides,
    "intervals end before EFF": Exclusive,
    "intervals touch": meeting(touching),
    "partitions overlap": meeting(
        lambda right, one, other: isinstance(one, Partition) and isinstance(other, Partition) or right(one, other)),
    "two failed writes meet at a node": meeting(lambda right, one, other: right(one, other) and not (
        isinstance(one, FailedWrite) and isinstance(other, FailedWrite) and one.node == other.node
        and not apart(one, other._replace(relation=one.relation)))),
    "a write fails at a node that is down": meeting(lambda right, one, other: isinstance(one, FailedWrite) != isinstance(
        other, FailedWrite) or right(one, other)),
    "one relation fails": OneRelation,
    "writes fail anywhere": reading(lambda fspec: dataclasses.replace(fspec, disk=fspec.disk._replace(nodes=None))),
    "nothing is bounded by default": reading(lambda fspec: dataclasses.replace(fspec, losses=Losses(), most=None)),
}


def survivors(first_seed):
    """Complaints about bugs that no number notices."""
    alive = dict(MUTANTS)
    for seed in range(first_seed, first_seed + FSPECS):
        if not alive:
            break
        fspec = counting.bounded(seed, ALL_KINDS)
        right = FaultSpace(fspec).count()
        for name, mutant in list(alive.items()):
            if right <= counting.MOST_LISTED and mutant(fspec).count() != right:
                del alive[name]
    return [f"no random Fspec notices that {name}" for name in alive]
