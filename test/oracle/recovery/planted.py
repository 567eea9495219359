"""Bugs planted into the evaluator: random programs must tell each from the right one, as they should in ldfi-farm."""
import random

from evaluator import Evaluator
from faults import Crash, sample
from random_program import RandomProgram

FAULT_SETS = 12  # of each program
PROGRAMS = 60  # 40 are enough from any of the first seeds


class Deaf(Evaluator):
    """A message reaches a receiver that is down."""

    def lives_on(self, rule, row, place, view):
        return super().lives_on(rule, row, place, view._replace(down_next=frozenset()) if rule.kind == "async" else view)


class Hindsight(Evaluator):
    """Memory survives until the tick of the crash."""

    def lives_on(self, rule, row, place, view):
        return super().lives_on(rule, row, place, view if rule.kind == "async" else view._replace(down_next=frozenset()))


class Ghost(Evaluator):
    """A node that is down sends."""

    def lives_on(self, rule, row, place, view):
        return super().lives_on(rule, row, place, view._replace(down=frozenset()) if rule.kind == "async" else view)


class Forgetful(Evaluator):
    """Files are lost, too."""

    def __init__(self, program, fspec):
        super().__init__(program, fspec)
        self.stable, self.kept = set(), set()


class Unforgetting(Evaluator):
    """All memory is a file."""

    def __init__(self, program, fspec):
        super().__init__(program, fspec)
        self.stable = {r.head.relation for r in program.rules if r.kind}
        self.kept = self.stable


class NoFile(Evaluator):
    """What nobody declares is no file, configuration neither."""

    def __init__(self, program, fspec):
        super().__init__(program, fspec)
        self.stable = {relation for relation, word in program.declared.items() if word == "stable"}
        self.kept = self.kept & self.stable


class Undeleted(Evaluator):
    """A file keeps what a write leaves out."""

    def step(self, tick, arriving, view, past):
        tables, later, number = super().step(tick, arriving, view, past)
        return tables, later | {(r, row) for r in self.kept for row in tables[r] if row[0] not in view.down}, number


class Unwritten(Evaluator):
    """The last write before a crash is lost."""

    def lives_on(self, rule, row, place, view):
        return super().lives_on(rule, row, place, view._replace(down=view.down | view.down_next))


def seen_as(change):
    """An evaluator that sees other faults."""
    class Other(Evaluator):
        def view(self, faults, tick):  # pylint: disable=arguments-differ
            return change(self, faults, tick, Evaluator.view)
    return Other


def each(faults, change):
    return frozenset(change(f) if isinstance(f, Crash) else f for f in faults)


MUTANTS = {
    "a receiver that is down hears": Deaf,
    "memory survives until the tick of the crash": Hindsight,
    "a node that is down sends": Ghost,
    "files are lost": Forgetful,
    "all memory is a file": Unforgetting,
    "configuration is no file": NoFile,
    "a file keeps what a write leaves out": Undeleted,
    "the last write before a crash is lost": Unwritten,
    "s+ is s": seen_as(lambda self, faults, t, view: view(each(faults, lambda c: c._replace(after=False)), t)),
    "s+ is s + 1": seen_as(lambda self, faults, t, view: view(faults, t)._replace(muted=frozenset())),
    "a restart shows a tick late": seen_as(
        lambda self, faults, t, view: view(faults, t)._replace(restarted=view(faults, t - 1).restarted)),
    "a restart shows everywhere": seen_as(
        lambda self, faults, t, view: view(faults, t)._replace(
            restarted=frozenset(self.fspec.nodes if view(faults, t).restarted else ()))),
    "a node restarts a tick late": seen_as(
        lambda self, faults, t, view: view(each(faults, lambda c: c if c.permanent() else c._replace(back=c.back + 1)), t)),
    "crash tells of restarts": seen_as(
        lambda self, faults, t, view: view(faults, t)._replace(
            crashed=frozenset((f.node, f.at) for f in faults if isinstance(f, Crash)))),
    "crash of s+ is at s + 1": seen_as(
        lambda self, faults, t, view: view(faults, t)._replace(
            crashed=frozenset((f.node, f.first_down()) for f in faults if isinstance(f, Crash) and f.permanent()))),
}


def survivors(first_seed):
    """Complaints about bugs that no program notices."""
    alive = dict(MUTANTS)
    for seed in range(first_seed, first_seed + PROGRAMS):
        if not alive:
            break
        one, numbers = RandomProgram(seed), random.Random(seed)
        chosen = [sample(one.fspec, numbers) for _ in range(FAULT_SETS)]
        right = Evaluator(one.program, one.fspec)
        for name, mutant in list(alive.items()):
            wrong = mutant(one.program, one.fspec)
            if any(different(right, wrong, faults) for faults in chosen):
                del alive[name]
    return [f"no random program notices that {name}" for name in alive]


def different(right, wrong, faults):
    relations = {r.head.relation for r in right.program.rules}
    return any(a[r] != b[r] for a, b in zip(right.run(faults), wrong.run(faults)) for r in relations)
