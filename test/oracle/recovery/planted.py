"""Mutants of the evaluator, each with one deliberate defect. Random programs must distinguish each mutant
from the right evaluator. This shows that they would find the same defect in ldfi-farm."""
import random

import planted_corruption
import planted_disks
import planted_one_way
import planted_pauses
from evaluator import Evaluator
from fault_space import FaultSpace
from faults import ALL_KINDS, UNDAMAGED, Crash, Omission, Partition
from random_program import RandomProgram

FAULT_SETS = 12  # number of fault sets that are executed for each program
PROGRAMS = 400


class Deaf(Evaluator):
    """Mutant: a message reaches a receiver that is down."""

    def lives_on(self, rule, row, place, view):
        return super().lives_on(rule, row, place, view._replace(down_next=frozenset()) if rule.kind == "async" else view)


class Hindsight(Evaluator):
    """Mutant: memory is lost only at the tick of the crash, not before."""

    def lives_on(self, rule, row, place, view):
        return super().lives_on(rule, row, place, view if rule.kind == "async" else view._replace(down_next=frozenset()))


class Ghost(Evaluator):
    """Mutant: a node that is down sends."""

    def lives_on(self, rule, row, place, view):
        return super().lives_on(rule, row, place, view._replace(down=frozenset()) if rule.kind == "async" else view)


class Forgetful(Evaluator):
    """Mutant: a crash also removes files, which should survive it."""

    def __init__(self, program, fspec):
        super().__init__(program, fspec)
        self.stable, self.kept = set(), set()


class Unforgetting(Evaluator):
    """Mutant: all relations survive a crash, as only files should."""

    def __init__(self, program, fspec):
        super().__init__(program, fspec)
        self.stable = {r.head.relation for r in program.rules if r.kind}
        self.kept = self.stable


class NoFile(Evaluator):
    """Mutant: a relation that is not declared is never a file, not even if it is configuration."""

    def __init__(self, program, fspec):
        super().__init__(program, fspec)
        self.stable = {relation for relation, word in program.declared.items() if word == "stable"}
        self.kept = self.kept & self.stable


class Undeleted(Evaluator):
    """Mutant: a file keeps tuples that a write does not contain."""

    def step(self, tick, arriving, view, past):
        tables, later, number = super().step(tick, arriving, view, past)
        return tables, later | {(r, row) for r in self.kept for row in tables[r] if row[0] not in view.down}, number


class Unwritten(Evaluator):
    """Mutant: the last write before a crash is lost."""

    def lives_on(self, rule, row, place, view):
        return super().lives_on(rule, row, place, view._replace(down=view.down | view.down_next))


class Written(Evaluator):
    """Mutant: a write that fails takes effect, and the old contents stay, too."""

    def lives_on(self, rule, row, place, view):
        return super().lives_on(rule, row, place, view._replace(failing=frozenset()))


class Emptied(Evaluator):
    """Mutant: the old contents are lost after a failed write."""

    def step(self, tick, arriving, view, past):
        tables, later, number = super().step(tick, arriving, view, past)
        return tables, frozenset((r, row) for r, row in later if (row[0], r) not in view.failing), number


class LateSync(Evaluator):
    """Mutant: a sync does not take what is written at its own tick."""

    def step(self, tick, arriving, view, past):
        tables, later, number = super().step(tick, arriving, view, past)
        wrong = {(r, row) for r, row in later if r.startswith("dur.")
                 and self.syncs(row[0], r[len("dur."):], tables, view) and row not in tables[r[len("dur."):]]}
        return tables, later - wrong, number


class Appending(Evaluator):
    """Mutant: a sync does not delete anything."""

    def step(self, tick, arriving, view, past):
        tables, later, number = super().step(tick, arriving, view, past)
        return tables, later | {(f"dur.{r}", row) for r in self.buffered for row in tables[f"dur.{r}"]}, number


class Syncing(Evaluator):
    """Base of mutants in which other syncs take effect: a node syncs if the function `when` returns true."""
    when = staticmethod(lambda self, place, relation, now, view: True)

    def syncs(self, place, relation, now, view):
        return self.when(self, place, relation, now, view)


def syncs_as(change):
    return type("Other", (Syncing,), {"when": staticmethod(change)})


class Unread(Evaluator):
    """Mutant: a restart does not read what was synced."""

    def step(self, tick, arriving, view, past):
        return super().step(tick, arriving, view._replace(restarted=frozenset()), past)


class Blind(Evaluator):
    """Mutant: other nodes cannot read the disk of a node that is down."""

    def step(self, tick, arriving, view, past):
        kept, self.buffered = self.buffered, set() if view.down else self.buffered
        tables, later, number = super().step(tick, arriving, view, past)
        self.buffered = kept
        return tables, later | {(f"dur.{r}", row) for r in kept if view.down for row in tables[f"dur.{r}"]}, number


def seen_as(change):
    """Returns a mutant that sees other faults than those of the fault set."""
    class Other(Evaluator):
        def view(self, faults, tick):  # pylint: disable=arguments-differ
            return change(self, faults, tick, Evaluator.view)
    return Other


def each(faults, change):
    return frozenset(change(f) if isinstance(f, Crash) else f for f in faults)


def cuts(faults, change):
    return frozenset(change(f) if isinstance(f, Partition) else f for f in faults)


def one_way(self, faults, tick, view):
    """Mutant: partitions only lose messages from the side without the first node."""
    inside = {n for f in faults if isinstance(f, Partition) and f.first <= tick <= f.last for n in f.side}
    omitted = {(f.sender, f.receiver) for f in faults if isinstance(f, Omission) and f.at == tick}
    right = view(self, faults, tick)
    return right._replace(lost=frozenset(pair for pair in right.lost if pair in omitted or pair[0] in inside))


MUTANTS = {
    "a receiver that is down hears": Deaf,
    "memory survives until the tick of the crash": Hindsight,
    "a node that is down sends": Ghost,
    "files are lost": Forgetful,
    "all memory is a file": Unforgetting,
    "configuration is not a file": NoFile,
    "a file keeps what a write leaves out": Undeleted,
    "the last write before a crash is lost": Unwritten,
    "s+ is s": seen_as(lambda self, faults, t, view: view(self, each(faults, lambda c: c._replace(after=False)), t)),
    "s+ is s + 1": seen_as(lambda self, faults, t, view: view(self, faults, t)._replace(muted=frozenset())),
    "a restart shows a tick late": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(restarted=view(self, faults, t - 1).restarted)),
    "a restart shows everywhere": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(
            restarted=frozenset(self.fspec.nodes if view(self, faults, t).restarted else ()))),
    "a node restarts a tick late": seen_as(
        lambda self, faults, t, view: view(self, each(faults, lambda c: c if c.permanent() else c._replace(back=c.back + 1)), t)),
    "crash tells of restarts": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(
            crashed=frozenset((f.node, f.at) for f in faults if isinstance(f, Crash)))),
    "crash of s+ is at s + 1": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(
            crashed=frozenset((f.node, f.first_down()) for f in faults if isinstance(f, Crash) and f.permanent()))),
    "a sync is a tick late": LateSync,
    "a sync deletes nothing": Appending,
    "a restart does not read what was synced": Unread,
    "nobody sees the disk of a node that is down": Blind,
    "what is buffered is written without a sync": syncs_as(
        lambda self, place, r, now, view: Evaluator.syncs(self, place, r, {"sync": {(place, r)}}, view)),
    "a sync takes all relations": syncs_as(
        lambda self, place, r, now, view: any(Evaluator.syncs(self, place, r, {"sync": {(place, r)} if q == place else ()}, view)
                                              for q, _ in now["sync"])),
    "a node that is down syncs": syncs_as(
        lambda self, place, r, now, view: Evaluator.syncs(self, place, r, now, view._replace(down=frozenset()))),
    "a sync that fails succeeds": syncs_as(
        lambda self, place, r, now, view: Evaluator.syncs(self, place, r, now, view._replace(failing=frozenset()))),
    "what fails is written": Written,
    "a failed write loses the file": Emptied,
    "an error shows a tick early": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(failed=view(self, faults, t + 1).failed)),
    "an error shows a tick late": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(failed=view(self, faults, t - 1).failed)),
    "an error shows at another node": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(failed=frozenset(
            (self.fspec.nodes[self.fspec.nodes.index(n) - 1], p) for n, p in view(self, faults, t).failed))),
    "an error shows of the first failure only": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(failed=view(self, faults, t).failed - self.failing(faults, t - 2))),
    "a silent disk tells of errors": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(failed=self.failing(faults, t - 1))),
    "another relation fails": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(failing=frozenset(
            (n, q) for n, p in view(self, faults, t).failing for q in self.stable - {p}))),
    "a partition lasts one tick": seen_as(
        lambda self, faults, t, view: view(self, cuts(faults, lambda f: f._replace(last=f.first)), t)),
    "a partition cuts one way only": seen_as(one_way),
    "a partition cuts at t1 - 1": seen_as(
        lambda self, faults, t, view: view(self, cuts(faults, lambda f: f._replace(first=f.first - 1)), t)),
    "a partition does not cut at t2": seen_as(
        lambda self, faults, t, view: view(self, cuts(faults, lambda f: f._replace(last=f.last - 1)), t)),
    "a partition parts its side": seen_as(
        lambda self, faults, t, view: view(self, faults, t)._replace(lost=view(self, faults, t).lost.union(
            (a, b) for f in faults if isinstance(f, Partition) and f.first <= t <= f.last for a in f.side for b in f.side if a != b))),
    **planted_pauses.MUTANTS,
    **planted_disks.MUTANTS,
    **planted_one_way.MUTANTS,
}


def survivors(first_seed):
    """Returns complaints about mutants that no random program distinguishes. Half of the programs have
    corruptions."""
    return unnoticed(MUTANTS, UNDAMAGED, first_seed) + unnoticed(planted_corruption.MUTANTS, ALL_KINDS, first_seed)


def unnoticed(mutants, kinds, first_seed):
    alive = dict(mutants)
    for seed in range(first_seed, first_seed + PROGRAMS):
        if not alive:
            break
        one, numbers = RandomProgram(seed, kinds), random.Random(seed)
        chosen = [FaultSpace(one.fspec).sample(numbers) for _ in range(FAULT_SETS)]
        right = Evaluator(one.program, one.fspec)
        relations = {r.head.relation for r in right.program.rules} | {f"dur.{relation}" for relation in right.buffered}
        expected = [(faults, right.run(faults)) for faults in chosen]
        for name, mutant in list(alive.items()):
            wrong = mutant(one.program, one.fspec)
            if any(different(run, wrong.run(faults), relations) for faults, run in expected):
                del alive[name]
    return [f"no random program notices that {name}" for name in alive]


def different(right, wrong, relations):
    return any(a[r] != b[r] for a, b in zip(right, wrong) for r in relations)
