"""Mutants of dead disks and write-backs, each with one deliberate defect: MUTANTS of the evaluator for
planted.py, and SPACES of the fault space for planted_spaces.py."""
import dataclasses

from evaluator import Evaluator
from fault_space import FaultSpace
from faults import Crash, DeadDisk, FailedWrite, Pause, WriteBack


def seen_as(change):
    """Returns a mutant with other effects of faults at a tick. `change` gets the right effects and all
    faults."""
    class Other(Evaluator):
        def view(self, faults, tick):
            right = super().view(faults, tick)
            return right._replace(**change(self, right, faults, tick))
    return Other


def instead(kind, change):
    """Returns a mutant that sees other faults in place of the faults of a kind."""
    class Other(Evaluator):
        def view(self, faults, tick):
            seen = [change(self, f) if isinstance(f, kind) else [f] for f in faults]
            return super().view(frozenset().union(*seen), tick)
    return Other


def died_as(change):
    return instead(DeadDisk, change)


def written_back_as(change):
    return instead(WriteBack, change)


def living(when):
    """Returns a mutant in which heads of rules stay on a dead disk if the function `when` returns true."""
    class Other(Evaluator):
        def lives_on(self, rule, row, place, view):
            healthy = view._replace(dead=frozenset()) if when(self, rule) else view
            return super().lives_on(rule, row, place, healthy)
    return Other


def lasting(change):
    """Returns a mutant in which other tuples hold at the next tick. `change` gets the tables of this tick
    and the right result."""
    class Other(Evaluator):
        def step(self, tick, arriving, view, past):
            tables, later, number = super().step(tick, arriving, view, past)
            return tables, frozenset(change(self, tables, later, view)), number
    return Other


def copies(rule):
    return rule.body == [type(rule.head)(rule.head.relation, rule.head.args)]


def on_dead(self, tables, view, relations):
    return {(r, row) for r in relations for row in tables[r] if (row[0], r.removeprefix("dur.")) in view.dead}


class StandsInPauses(Evaluator):
    """Mutant: tuples on a dead disk are kept during a pause."""

    def vanishes(self, relation, row, view):
        return False


class NoMemory(Evaluator):
    """Mutant: a dead disk also removes the memory of buffered relations."""

    def step(self, tick, arriving, view, past):
        tables, later, number = super().step(tick, arriving, view, past)
        return tables, frozenset((r, row) for r, row in later if r not in self.buffered or (row[0], r) not in view.dead), number


class Empty(Evaluator):
    """Mutant: tuples that arrive or are given do not hold on a dead disk, not even at their tick."""

    def step(self, tick, arriving, view, past):
        there = lambda r, row: r not in self.stable or (row[0], r) not in self.died
        return super().step(tick, frozenset((r, row) for r, row in arriving if there(r, row)), view, past)

    def view(self, faults, tick):
        self.steps = {}
        self.died = self.dead(faults, tick - 1)
        return super().view(faults, tick)


class Reading(Evaluator):
    """Mutant: rules see a write-back as a sync."""

    def deduce(self, levels, now, tick, tables, view):
        now["sync"] |= view.written_back
        super().deduce(levels, now, tick, tables, view)


class Early(Evaluator):
    """Mutant: a write-back takes what is in memory at its tick, not what this tick writes."""

    def step(self, tick, arriving, view, past):
        tables, later, number = super().step(tick, arriving, view, past)
        done = {(n, p) for n, p in view.written_back if self.syncs(n, p, tables, view) and (n, p) not in tables["sync"]}
        later = {(r, row) for r, row in later if not r.startswith("dur.") or (row[0], r[len("dur."):]) not in done}
        return tables, frozenset(later | {("dur." + p, row) for n, p in done for row in tables[p] if row[0] == n}), number


class Syncing(Evaluator):
    """Mutant: a sync of a dead disk takes effect."""

    def syncs(self, place, relation, now, view):
        return super().syncs(place, relation, now, view._replace(dead=frozenset()))


MUTANTS = {
    "a dead disk comes back": seen_as(lambda self, right, faults, tick: {"dead": right.dead - self.dead(faults, tick - 1)}),
    "a dead disk only fails to be written": died_as(lambda self, f: [FailedWrite(f.node, f.relation, f.at, self.fspec.eot)]),
    "a disk dies a tick early": died_as(lambda self, f: [DeadDisk(f.node, f.relation, f.at - 1)]),
    "a disk dies a tick late": died_as(lambda self, f: [DeadDisk(f.node, f.relation, f.at + 1)]),
    "all disks of a node die": died_as(lambda self, f: [DeadDisk(f.node, p, f.at) for p in self.stable | self.buffered]),
    "the disks of all nodes die": died_as(lambda self, f: [DeadDisk(n, f.relation, f.at) for n in self.fspec.nodes]),
    "no disk dies": died_as(lambda self, f: []),
    "no disk of a stable relation dies": died_as(lambda self, f: [f] if f.relation in self.buffered else []),
    "no disk of a buffered relation dies": died_as(lambda self, f: [] if f.relation in self.buffered else [f]),
    "a dead disk stands while its node is down": lasting(lambda self, tables, later, view: later | {
        (r, row) for r, row in on_dead(self, tables, view, self.kept) if row[0] in view.down}),
    "a synced dead disk stands while its node is down": lasting(lambda self, tables, later, view: later | {
        (r, row) for r, row in on_dead(self, tables, view, [f"dur.{r}" for r in self.buffered]) if row[0] in view.down}),
    "a dead disk stands in a pause": StandsInPauses,
    "a dead disk keeps what was synced": lasting(lambda self, tables, later, view: later | on_dead(
        self, tables, view, [f"dur.{r}" for r in self.buffered])),
    "a relation that copies itself survives its disk": living(lambda self, rule: copies(rule)),
    "a write to a dead disk succeeds": living(lambda self, rule: not copies(rule)),
    "a sync of a dead disk takes effect": Syncing,
    "a dead disk takes memory": NoMemory,
    "a dead disk takes what arrives or is deduced": Empty,
    "an error of a dead disk shows at one tick": seen_as(lambda self, right, faults, tick: {
        "failed": frozenset() if self.fspec.disk.silent else self.failing(faults, tick - 1) | (
            self.dead(faults, tick - 1) - self.dead(faults, tick - 2))}),
    "an error of a dead disk shows at once": seen_as(lambda self, right, faults, tick: {
        "failed": right.failed if self.fspec.disk.silent else right.failed | self.dead(faults, tick)}),
    "an error of a dead disk shows nowhere": seen_as(lambda self, right, faults, tick: {
        "failed": frozenset() if self.fspec.disk.silent else self.failing(faults, tick - 1)}),
    "an error of a dead disk shows where its node runs": seen_as(lambda self, right, faults, tick: {
        "failed": right.failed - {f for f in self.dead(faults, tick - 1) if f[0] in right.down}}),
    "a silent dead disk tells of errors": seen_as(lambda self, right, faults, tick: {
        "failed": right.failed | self.dead(faults, tick - 1)}),
    "a write-back is a tick late": written_back_as(lambda self, f: [WriteBack(f.node, f.relation, f.at + 1)]),
    "a write-back is a tick early": written_back_as(lambda self, f: [WriteBack(f.node, f.relation, f.at - 1)]),
    "a write-back lasts": written_back_as(lambda self, f: [WriteBack(f.node, f.relation, t) for t in (f.at, f.at + 1)]),
    "nothing is written back": written_back_as(lambda self, f: []),
    "a write-back takes all buffered relations": written_back_as(
        lambda self, f: [WriteBack(f.node, p, f.at) for p in self.buffered]),
    "a write-back is of all nodes": written_back_as(lambda self, f: [WriteBack(n, f.relation, f.at) for n in self.fspec.nodes]),
    "a write-back takes the memory of the tick before": Early,
    "a write-back deletes nothing": lasting(lambda self, tables, later, view: later | {
        ("dur." + p, row) for n, p in view.written_back - tables["sync"] for row in tables["dur." + p] if row[0] == n}),
    "a write-back makes `sync` hold": Reading,
    "a write-back is none if its node then crashes": seen_as(lambda self, right, faults, tick: {
        "written_back": frozenset(f for f in right.written_back if f[0] not in right.muted | right.down_next)}),
    "a write-back is told as an error": seen_as(lambda self, right, faults, tick: {
        "failed": right.failed | Evaluator.view(self, faults, tick - 1).written_back}),
}


def changing(**values):
    """Returns a mutant of the fault space with other limits on disk faults. `values` are functions of the
    right limits."""
    class Other(FaultSpace):
        def __init__(self, fspec):
            disk = fspec.disk._replace(**{name: change(fspec.disk) for name, change in values.items()})
            super().__init__(dataclasses.replace(fspec, disk=disk))
    return Other


def among(kind, admitted):
    """Returns a mutant of the fault space that allows only some of the dead disks or write-backs."""
    class Other(FaultSpace):
        def others(self):
            return [f for f in super().others() if not isinstance(f, kind) or admitted(self.fspec, f)]
    return Other


def meeting(kind, other_kind, meets):
    """Returns a mutant of the fault space with another rule about which faults of these kinds may be in
    one set."""
    class Other(FaultSpace):
        def compatible(self, one, other):
            for a, b in ((one, other), (other, one)):
                if isinstance(a, kind) and isinstance(b, other_kind):
                    return meets(super().compatible(one, other), a, b)
            return super().compatible(one, other)
    return Other


class UntilEot(FaultSpace):
    """Mutant: EFF does not bound write-backs."""

    def write_backs(self):
        return FaultSpace(dataclasses.replace(self.fspec, eff=self.fspec.eot)).write_backs()


def free(kind, bound):
    """Returns a mutant of the fault space in which faults of a kind do not count for the limit on all
    faults."""
    class Other(FaultSpace):
        def within_budget(self, faults):
            rest = [f for f in faults if not isinstance(f, kind)]
            return super().within_budget(rest) and len(faults) - len(rest) <= bound(self.fspec.disk)

        def omissions_beside(self, others):
            return super().omissions_beside([f for f in others if not isinstance(f, kind)]) if self.fspec.most else super(
            ).omissions_beside(others)
    return Other


def same_disk(one, other):
    return (one.node, one.relation) == (other.node, other.relation)


def anything(right, one, other):
    return True


SPACES = {
    "a disk dies by EFF": among(DeadDisk, lambda fspec, f: f.at <= fspec.eff),
    "no disk dies at EOT": among(DeadDisk, lambda fspec, f: f.at < fspec.eot),
    "only buffered relations die": among(DeadDisk, lambda fspec, f: f.relation in fspec.disk.buffered),
    "only stable relations die": among(DeadDisk, lambda fspec, f: f.relation not in fspec.disk.buffered),
    "a disk dies twice": meeting(DeadDisk, DeadDisk, anything),
    "one disk of a relation dies": meeting(
        DeadDisk, DeadDisk, lambda right, one, other: right and one.relation != other.relation),
    "one disk of a node dies": meeting(DeadDisk, DeadDisk, lambda right, one, other: right and one.node != other.node),
    "a death is redundant while its node is down": meeting(
        DeadDisk, Crash, lambda right, death, stop: not (death.node == stop.node and stop.stopped(death.at))),
    "a death is redundant while its node is paused": meeting(
        DeadDisk, Pause, lambda right, death, stop: not (death.node == stop.node and stop.stopped(death.at))),
    "a write fails on a dead disk": meeting(FailedWrite, DeadDisk, anything),
    "no write fails on a disk that dies": meeting(
        FailedWrite, DeadDisk, lambda right, write, death: not same_disk(write, death)),
    "a write fails at the tick of the death": meeting(
        FailedWrite, DeadDisk, lambda right, write, death: right or write.last == death.at),
    "the budget of dead disks is ignored": changing(dead=lambda disk: 9 if disk.dead else 0),
    "the budget of dead disks is one": changing(dead=lambda disk: min(disk.dead, 1)),
    "the budget of dead disks is that of failed writes": changing(dead=lambda disk: disk.most),
    "dead disks are not among the most faults": free(DeadDisk, lambda disk: disk.dead),
    "the budget of write-backs is ignored": changing(writeback=lambda disk: 99 if disk.writeback else 0),
    "the budget of write-backs is one": changing(writeback=lambda disk: min(disk.writeback, 1)),
    "the budget of write-backs is that of dead disks": changing(writeback=lambda disk: disk.dead),
    "write-backs are not among the most faults": free(WriteBack, lambda disk: disk.writeback),
    "what is stable is written back": changing(buffered=lambda disk: disk.relations),
    "EFF does not bound write-backs": UntilEot,
    "no write-back is at EFF": among(WriteBack, lambda fspec, f: f.at < fspec.eff),
    "a relation is written back once": meeting(WriteBack, WriteBack, lambda right, one, other: not same_disk(one, other)),
    "write-backs do not touch": meeting(
        WriteBack, WriteBack, lambda right, one, other: not (same_disk(one, other) and abs(one.at - other.at) == 1)),
    "a node that is down is written back": meeting(WriteBack, Crash, anything),
    "a node is not written back at the s of s+": meeting(
        WriteBack, Crash, lambda right, back, stop: right and not (back.node == stop.node and stop.after and back.at == stop.at)),
    "a node that is paused is written back": meeting(WriteBack, Pause, anything),
    "it is written back where writes fail": meeting(WriteBack, FailedWrite, anything),
    "it is not written back where writes of another relation fail": meeting(
        WriteBack, FailedWrite, lambda right, back, write: right and not (back.node == write.node and back.at in write.ticks())),
    "a dead disk is written back": meeting(WriteBack, DeadDisk, anything),
    "it is written back at the tick of the death": meeting(
        WriteBack, DeadDisk, lambda right, back, death: right or back.at == death.at),
    "it is not written back where the disk dies": meeting(
        WriteBack, DeadDisk, lambda right, back, death: not same_disk(back, death)),
}
