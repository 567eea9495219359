"""What each specification says of one execution, from SEMANTICS.md alone, and what follows for all fault sets.

    Judge(protocol, specification_text, fspec, "halt").violated(faults)     {name: sorted texts}
"""
import itertools
from typing import NamedTuple

import faults as recovery
from evaluator import Evaluator, View
from faults import Crash, Omission
from program import Program
from specifications import COUNT, Specification, parsed

BEST_FIRST = ("certified", "vacuous", "inconclusive", "counterexample", "broken")
INVARIANT = Specification("invariant", "critical", "finally")


class Observing(Evaluator):
    """The naive evaluator with rules that run at no node, under any crash model."""

    def __init__(self, protocol, observers, fspec, crash_model):
        together = Program(protocol.facts + observers.facts, protocol.rules + observers.rules, protocol.declared)
        super().__init__(together, fspec)
        self.observing = set(map(id, observers.rules))
        own = {r.head.relation for r in observers.rules} | {f.relation for f in observers.facts}
        self.stable, self.kept = self.stable - own, self.kept - own
        self.crash_model = crash_model

    def view(self, faults, tick):  # pylint: disable=arguments-differ
        if self.crash_model == "stop":
            return Evaluator.view(faults, tick)
        crashes = [f for f in faults if isinstance(f, Crash)]
        gone = frozenset(c.node for c in crashes if c.at <= tick)
        lost = frozenset((o.sender, o.receiver) for o in faults if isinstance(o, Omission) and o.at == tick)
        return View(gone, frozenset(), gone, lost, frozenset(), frozenset((c.node, c.at) for c in crashes))

    def lives_on(self, rule, row, place, view):
        if id(rule) in self.observing:
            return True
        if self.crash_model == "stop":
            return super().lives_on(rule, row, place, view)
        if rule.kind == "async" and not {place, row[0]} <= set(self.fspec.nodes):
            return False
        if rule.kind == "async" and place != row[0]:
            return place not in view.down and (place, row[0]) not in view.lost
        return self.crash_model == "silent" or place not in view.down

    def step(self, tick, arriving, view, past):
        """Without disks, unless nodes stop."""
        if self.crash_model == "stop":
            return super().step(tick, arriving, view, past)
        kept, self.kept = self.kept, set()
        try:
            return super().step(tick, arriving, view, past)
        finally:
            self.kept = kept


class Answer(NamedTuple):
    verdict: str
    verdicts: dict  # by name
    falsifiers: dict  # by name: fault sets
    violated: dict  # by fault set of any of them: texts


class Judge:
    evaluator_class = Observing

    def __init__(self, protocol, specification_text, fspec, crash_model):
        self.specifications, observers = parsed(specification_text)
        self.fspec, self.crash_model = fspec, crash_model
        self.evaluator = self.evaluator_class(protocol, observers, fspec, crash_model)
        heads = {r.head.relation for r in protocol.rules} | {f.relation for f in protocol.facts}
        if "post" in heads:
            self.specifications.insert(0, INVARIANT)
        self.has_pre = "pre" in heads
        self.failure_free = self.evaluator.run(frozenset())

    def violated(self, faults):
        model = self.evaluator.run(faults)
        return {s.name: self.of_invariant(model) if s is INVARIANT else self.of(s, model) for s in self.specifications}

    def of_invariant(self, model):
        last, first = model[-1], self.failure_free[-1]
        name, rows = ("pre", last["pre"] - last["post"]) if self.has_pre else ("post", first["post"] - last["post"])
        return sorted(f"{name}({','.join(map(str, row))})" for row in rows)

    def of(self, specification, model):
        first = {}
        for tick in specification.judged(self.fspec.eot):
            for row in model[tick - 1][specification.name]:
                first.setdefault(row, tick)
        end = "@{}" if specification.when != "finally" else ""
        return sorted(f"{specification.name}({','.join(map(str, row))}){end.format(tick)}" for row, tick in first.items())

    def fault_sets(self):
        if self.crash_model == "stop":
            return list(recovery.all_fault_sets(self.fspec))
        found = []
        for crashed in itertools.product([None, *range(1, self.fspec.eot + 1)], repeat=len(self.fspec.nodes)):
            crashes = {n: t for n, t in zip(self.fspec.nodes, crashed) if t}
            if len(crashes) > self.fspec.crashes:
                continue
            audible = [o for o in recovery.omissions(self.fspec) if o.at < crashes.get(o.sender, o.at + 1)]
            for size in range(len(audible) + 1):
                found += [frozenset(lost).union(Crash(n, t, False) for n, t in crashes.items())
                          for lost in itertools.combinations(audible, size)]
        return found

    def promises(self, specification):
        return specification is not INVARIANT or bool(self.failure_free[-1]["pre" if self.has_pre else "post"])

    def answer(self, every):
        """Of all fault sets: all minimal falsifiers of each specification, or the least."""
        told = {faults: self.violated(faults) for faults in sorted(self.fault_sets(), key=order)}
        falsifiers, verdicts = {}, {}
        for s in self.specifications:
            bad = [faults for faults in told if told[faults][s.name]]
            minimal = [faults for faults in bad if not any(other < faults for other in bad)]
            falsifiers[s.name] = minimal if every else minimal[:1]
            verdicts[s.name] = ("broken" if frozenset() in minimal else "counterexample" if minimal
                                else "certified" if self.promises(s) else "vacuous")
        together = sorted(set().union(*falsifiers.values()), key=order)
        weighty = [verdicts[s.name] for s in self.specifications if s.severity in COUNT]
        return Answer(max(["certified", *weighty], key=BEST_FIRST.index), verdicts, falsifiers,
                      {faults: sorted(itertools.chain(*told[faults].values())) for faults in together})


def order(faults):
    """Of fault sets: fewer faults first, then as they are written."""
    def one(fault):
        crash = isinstance(fault, Crash)
        return (crash, *fault[:3], (0 if fault.permanent() else fault.back) if crash else 0)
    return len(faults), sorted(map(one, faults))
