"""Mutants of the fault space, each with one deliberate defect. The numbers of fault sets of random Fspecs
must distinguish each mutant from the right fault space. This shows that they would find the same defect in
ldfi-farm."""
import dataclasses

import counting
import planted_corruption
import planted_disks
import planted_one_way
from fault_space import FaultSpace, apart
from faults import ALL_KINDS, UNDAMAGED, Crash, Cuts, FailedWrite, Losses, Omission, Partition, Pause, Pauses

FSPECS = 400  # number of random Fspecs; 150 are enough from most seeds


def reading(change):
    """Returns a mutant that uses another Fspec. `change` makes it from the right one."""
    class Other(FaultSpace):
        def __init__(self, fspec):
            super().__init__(change(fspec))
    return Other


def losing(**values):
    return reading(lambda fspec: dataclasses.replace(fspec, losses=fspec.losses._replace(**values)))


def ticks_of(kind):
    """Returns a mutant in which the limit on faults of a kind counts their ticks instead."""
    class Other(FaultSpace):
        def within_budget(self, faults):
            bound = {Partition: self.fspec.cuts.most, FailedWrite: self.fspec.disk.most, Pause: self.fspec.pauses.most}[kind]
            ticks = lambda f: f.back - f.first if kind == Pause else f.last - f.first + 1
            return super().within_budget(faults) and sum(ticks(f) for f in faults if isinstance(f, kind)) <= bound
    return Other


def meeting(meets):
    """Returns a mutant with another rule about which faults may be in one set."""
    class Other(FaultSpace):
        def compatible(self, one, other):
            return meets(super().compatible, one, other)
    return Other


def touching(right, one, other):
    """A wrong rule for meeting(): two faults may be in one set even if no tick is between their intervals."""
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
        return found + [f._replace(side=complement(f.side)) for f in found if not f.one_way()]


class Exclusive(FaultSpace):
    def others(self):
        return [f for f in super().others() if not isinstance(f, (Partition, FailedWrite)) or f.last < self.fspec.eff]


class Unreliable(FaultSpace):
    """Mutant: a partition may cut a reliable channel."""

    def partitions(self):
        return FaultSpace(dataclasses.replace(self.fspec, losses=Losses())).partitions()


class OneRelation(FaultSpace):
    def failed_writes(self):
        return [f for f in super().failed_writes() if f.relation == self.fspec.disk.relations[0]]


class Uncounted(FaultSpace):
    """Mutant: omissions do not count as faults."""

    def within_budget(self, faults):
        return super().within_budget([f for f in faults if not isinstance(f, Omission)])

    def omissions_beside(self, others):
        free, _ = super().omissions_beside(others)
        return free, len(free) if self.fspec.losses.most is None else min(len(free), self.fspec.losses.most)


def halting(meets, *kinds):
    """Returns a mutant with another rule about which outages and pauses may be in one set."""
    both = lambda one, other: any(isinstance(a, kinds[0]) and isinstance(b, kinds[1]) for a, b in ((one, other), (other, one)))
    asked = lambda one, other: both(one, other) and one.node == other.node
    return meeting(lambda right, one, other: meets(one, other) if asked(one, other) else right(one, other))


def nearly(one, other):
    """Returns true if the faults do not overlap. They may touch."""
    _, begin, end = one.span()
    _, other_begin, other_end = other.span()
    return begin >= other_end or other_begin >= end


def mute(one, other):
    """Returns true if a pause covers the tick s of an outage s+."""
    crash, pause = (one, other) if isinstance(one, Crash) else (other, one)
    return apart(crash, pause) or crash.after and pause.back == crash.at + 1


class PauseCounted(FaultSpace):
    def audible(self, omission, others):
        return super().audible(omission, [f for f in others if not isinstance(f, Pause)])


class DeafInPauses(FaultSpace):
    def audible(self, omission, others):
        return super().audible(omission, others) and not any(
            isinstance(f, Pause) and f.node == omission.receiver and f.stopped(omission.at + 1) for f in others)


class ToTheLast(FaultSpace):
    """Mutant: a pause also makes the omissions of its last tick, t2, redundant."""

    def audible(self, omission, others):
        return super().audible(omission, [f._replace(back=f.back + 1) if isinstance(f, Pause) else f for f in others])


class ShortPauses(FaultSpace):
    def pauses(self):
        return [f for f in super().pauses() if f.back <= self.fspec.eff]


class OneTick(FaultSpace):
    def pauses(self):
        return [f for f in super().pauses() if f.back == f.first + 1]


class EmptyPauses(FaultSpace):
    def pauses(self):
        found = super().pauses()
        return found + [f._replace(back=f.first) for f in found if f.back == f.first + 1]


class FreePauses(FaultSpace):
    """Mutant: pauses do not count for the limit on all faults."""

    def within_budget(self, faults):
        pauses = [f for f in faults if isinstance(f, Pause)]
        return super().within_budget([f for f in faults if f not in pauses]) and len(pauses) <= self.fspec.pauses.most

    def omissions_beside(self, others):
        return super().omissions_beside([f for f in others if not isinstance(f, Pause)])


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
    "an omission of a paused sender counts": PauseCounted,
    "an omission to a paused receiver is redundant": DeafInPauses,
    "a pause takes the omissions of t2": ToTheLast,
    "a pause ends by EFF": ShortPauses,
    "a pause is of one tick": OneTick,
    "a pause is of no tick": EmptyPauses,
    "a budget counts ticks of pauses": ticks_of(Pause),
    "the budget of pauses is one": reading(lambda fspec: dataclasses.replace(
        fspec, pauses=fspec.pauses._replace(most=min(fspec.pauses.most, 1)))),
    "there are no pauses": reading(lambda fspec: dataclasses.replace(fspec, pauses=Pauses())),
    "who may pause is ignored": reading(lambda fspec: dataclasses.replace(fspec, pauses=fspec.pauses._replace(nodes=None))),
    "pauses are not among the most faults": FreePauses,
    "pauses touch": halting(nearly, Pause, Pause),
    "pauses overlap": halting(lambda one, other: True, Pause, Pause),
    "pauses touch outages": halting(nearly, Pause, Crash),
    "pauses overlap outages": halting(lambda one, other: True, Pause, Crash),
    "no pause is of a node that crashes": halting(lambda one, other: False, Pause, Crash),
    "a node that is paused is muted": halting(mute, Pause, Crash),
    "a write fails at a node that is paused": halting(lambda one, other: True, Pause, FailedWrite),
    "no write fails at a node that pauses": halting(lambda one, other: False, Pause, FailedWrite),
    "nothing is bounded by default": reading(lambda fspec: dataclasses.replace(fspec, losses=Losses(), most=None)),
    **planted_disks.SPACES,
    "who crashes restarts": reading(lambda fspec: dataclasses.replace(fspec, restartable=None)),
    "who restarts crashes for good": reading(lambda fspec: dataclasses.replace(fspec, crashable=fspec.may_restart())),
    "a node that restarts is down for a tick at least": reading(lambda fspec: dataclasses.replace(fspec, down=(1, fspec.down[1]))),
    "a node that restarts is down for long": reading(lambda fspec: dataclasses.replace(fspec, down=(fspec.down[0], None))),
}


def survivors(first_seed):
    """Returns complaints about mutants that give right numbers of fault sets for all Fspecs."""
    return planted_one_way.survivors() + unnoticed(MUTANTS, UNDAMAGED, first_seed) + unnoticed(
        planted_corruption.SPACES, ALL_KINDS, first_seed)


def unnoticed(mutants, kinds, first_seed):
    alive = dict(mutants)
    for seed in range(first_seed, first_seed + FSPECS):
        if not alive:
            break
        fspec = counting.bounded(seed, kinds)
        right = FaultSpace(fspec).count()
        for name, mutant in list(alive.items()):
            if right <= counting.MOST_LISTED and mutant(fspec).count() != right:
                del alive[name]
    return [f"no random Fspec notices that {name}" for name in alive]
