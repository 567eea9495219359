"""Mutants of corruptions, each with one deliberate defect: MUTANTS of the evaluator for planted.py, and
SPACES of the fault space for planted_spaces.py."""
import dataclasses

from evaluator import Evaluator, hands_on
from fault_space import FaultSpace
from faults import Corruption, Crash, DeadDisk, FailedWrite, Pause
from planted_disks import among, anything, changing, free, instead, lasting, meeting, same_disk, seen_as


def damaged_as(change):
    return instead(Corruption, change)


def column_of(change):
    """Returns a mutant in which a corruption damages another column."""
    class Other(Evaluator):
        damage = staticmethod(lambda row, column: Evaluator.damage(row, change(row, column)))
    return Other


class Anew(Evaluator):
    """Mutant: a corruption also damages tuples that rules write anew instead of copying them."""

    def written(self, rule, row, place, view):
        stored = rule.kind == "next" and rule.head.relation in self.stable
        return self.read(row, rule.head.relation, place, view) if stored else [row]


class Alone(Evaluator):
    """Mutant: only rules without other premises copy a damaged tuple."""

    def written(self, rule, row, place, view):
        return super().written(rule, row, place, view) if len(rule.body) == 1 else [row]


class Premises(Evaluator):
    """Mutant: only rules with other premises copy a damaged tuple."""

    def written(self, rule, row, place, view):
        return super().written(rule, row, place, view) if len(rule.body) > 1 else [row]


class Memory(Evaluator):
    """Mutant: the memory of a buffered relation is damaged, too."""

    def written(self, rule, row, place, view):
        return self.read(row, rule.head.relation, place, view) if hands_on(rule) else [row]


class Untouched(Evaluator):
    """Mutant: a tuple that stays because its writes fail is not damaged."""

    def read(self, row, relation, place, view):
        stands = (place, relation) in view.failing and relation in self.stable
        return [row] if stands else super().read(row, relation, place, view)


class Undetected(Evaluator):
    """Mutant: damage that is detected does not drop a tuple."""

    def read(self, row, relation, place, view):
        hit = (place, relation) in view.damaged and self.columns[relation]
        return [self.damage(row, self.columns[relation])] if hit else [row]


class Unharmed(Evaluator):
    """Mutant: damage that is detected has no effect."""

    def read(self, row, relation, place, view):
        return [row] if self.fspec.disk.detected else super().read(row, relation, place, view)


class Dropped(Evaluator):
    """Mutant: damage always drops the tuple, even if it is not detected."""

    def read(self, row, relation, place, view):
        return [] if (place, relation) in view.damaged else [row]


class Doubled(Evaluator):
    """Mutant: the undamaged tuple holds in addition to the damaged one."""

    def read(self, row, relation, place, view):
        return [row, *super().read(row, relation, place, view)]


class Stopped(Evaluator):
    """Mutant: `corrupt` does not hold at a node that is down or paused by then."""

    def view(self, faults, tick):
        right = super().view(faults, tick)
        return right._replace(corrupt=frozenset(f for f in right.corrupt if f[0] not in right.down | right.paused))


class Undone(Evaluator):
    """Mutant: a failed write at the next tick undoes the damage."""

    def view(self, faults, tick):
        undone = lambda f: isinstance(f, Corruption) and any(
            isinstance(w, FailedWrite) and same_disk(w, f) and w.first == f.at + 1 for w in faults)
        return super().view(frozenset(f for f in faults if not undone(f)), tick)


def told(change):
    """Returns a mutant in which the relation `corrupt` has other tuples. `change` gets the relations that
    are damaged at a tick, and the state."""
    return seen_as(lambda self, right, faults, tick: {
        "corrupt": change(self, faults, tick) if self.fspec.disk.detected else frozenset()})


MUTANTS = {
    "damage is a tick late": damaged_as(lambda self, f: [Corruption(f.node, f.relation, f.at + 1)]),
    "damage is a tick early": damaged_as(lambda self, f: [Corruption(f.node, f.relation, f.at - 1)]),
    "nothing is damaged": damaged_as(lambda self, f: []),
    "all relations are damaged": damaged_as(lambda self, f: [Corruption(f.node, p, f.at) for p in self.columns]),
    "the disks of all nodes are damaged": damaged_as(lambda self, f: [Corruption(n, f.relation, f.at) for n in self.fspec.nodes]),
    "nothing stable is damaged": damaged_as(lambda self, f: [] if f.relation in self.stable else [f]),
    "nothing buffered is damaged": damaged_as(lambda self, f: [] if f.relation in self.buffered else [f]),
    "what is written anew is damaged": Anew,
    "only whole copies are damaged": Alone,
    "whole copies are not damaged": Premises,
    "memory is damaged": Memory,
    "what stands still as its writes fail is not damaged": Untouched,
    "a failed write undoes damage": Undone,
    "the last column is damaged": column_of(lambda row, column: len(row)),
    "the second column is damaged": column_of(lambda row, column: 2),
    "detected damage is not dropped": Undetected,
    "detected damage drops nothing": Unharmed,
    "undetected damage is dropped": Dropped,
    "what is damaged holds as it was, too": Doubled,
    "detected damage shows at once": told(lambda self, faults, tick: self.damaged(faults, tick)),
    "detected damage shows a tick late": told(lambda self, faults, tick: self.damaged(faults, tick - 2)),
    "detected damage shows nowhere": told(lambda self, faults, tick: frozenset()),
    "detected damage shows from then on": told(lambda self, faults, tick: frozenset(
        d for t in range(1, tick) for d in self.damaged(faults, t))),
    "detected damage shows where its node runs": Stopped,
    "undetected damage shows": seen_as(lambda self, right, faults, tick: {"corrupt": self.damaged(faults, tick - 1)}),
    "damage is told as an error": seen_as(lambda self, right, faults, tick: {
        "failed": right.failed | self.damaged(faults, tick - 1)}),
    "a dead disk hands on what is damaged": lasting(lambda self, tables, later, view: later | {
        (p, self.damage(row, self.columns[p])) for n, p in view.dead if self.columns.get(p) and p in self.stable
        for row in tables[p] if row[0] == n and "?" in row}),
}


class UntilEot(FaultSpace):
    """Mutant: EFF does not bound corruptions."""

    def corruptions(self):
        return FaultSpace(dataclasses.replace(self.fspec, eff=self.fspec.eot)).corruptions()


SPACES = {
    "damage is at a node that is down": meeting(Corruption, Crash, anything),
    "no damage is at the s of s+": meeting(Corruption, Crash, lambda right, damage, stop: right and not (
        damage.node == stop.node and stop.after and damage.at == stop.at)),
    "no damage is right before a crash": meeting(Corruption, Crash, lambda right, damage, stop: right and not (
        damage.node == stop.node and stop.stopped(damage.at + 1))),
    "damage is at a node that is paused": meeting(Corruption, Pause, anything),
    "damage at another node is redundant in a pause": meeting(
        Corruption, Pause, lambda right, damage, stop: right and not stop.stopped(damage.at)),
    "a dead disk is damaged": meeting(Corruption, DeadDisk, anything),
    "it is damaged at the tick of the death": meeting(
        Corruption, DeadDisk, lambda right, damage, death: right or damage.at == death.at),
    "no disk is damaged that dies": meeting(
        Corruption, DeadDisk, lambda right, damage, death: not same_disk(damage, death)),
    "no damage is where writes fail": meeting(Corruption, FailedWrite, lambda right, damage, write: right and not (
        same_disk(damage, write) and damage.at in write.ticks())),
    "a relation is damaged once": meeting(Corruption, Corruption, lambda right, one, other: not same_disk(one, other)),
    "damages do not touch": meeting(
        Corruption, Corruption, lambda right, one, other: not (same_disk(one, other) and abs(one.at - other.at) == 1)),
    "EFF does not bound damage": UntilEot,
    "no damage is at EFF": among(Corruption, lambda fspec, f: f.at < fspec.eff),
    "only buffered relations are damaged": among(Corruption, lambda fspec, f: f.relation in fspec.disk.buffered),
    "only stable relations are damaged": among(Corruption, lambda fspec, f: f.relation not in fspec.disk.buffered),
    "what has no data column is not dropped": changing(columns=lambda disk: tuple(c for c in disk.columns if c[1])),
    "all relations are damaged": changing(columns=lambda disk: tuple((p, 0) for p in disk.relations)),
    "the budget of corruptions is one more": changing(corrupt=lambda disk: disk.corrupt + bool(disk.corrupt)),
    "the budget of corruptions is one": changing(corrupt=lambda disk: min(disk.corrupt, 1)),
    "the budget of corruptions is that of failed writes": changing(corrupt=lambda disk: disk.most),
    "corruptions are not among the most faults": free(Corruption, lambda disk: disk.corrupt),
}
