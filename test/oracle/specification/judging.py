"""What each specification says of one execution, from SEMANTICS.md alone, and what follows for all fault sets.

    Judge(protocol, specification_text, fspec, "halt").violated(faults)     {name: sorted texts}
"""
import dataclasses
import itertools
from typing import NamedTuple

from evaluator import Evaluator
from fault_space import FaultSpace
from faults import search_order
from program import Program
from specifications import COUNT, Specification, parsed

BEST_FIRST = ("certified", "vacuous", "inconclusive", "counterexample", "broken")
INVARIANT = Specification("invariant", "critical", "finally")


class Observing(Evaluator):
    """The naive evaluator with rules that run at no node, under any crash model."""

    def __init__(self, protocol, observers, fspec):
        together = Program(protocol.facts + observers.facts, protocol.rules + observers.rules, protocol.declared)
        super().__init__(together, fspec)
        self.observing = set(map(id, observers.rules))
        own = {r.head.relation for r in observers.rules} | {f.relation for f in observers.facts}
        self.stable, self.kept = self.stable - own, self.kept - own

    def lives_on(self, rule, row, place, view):
        return id(rule) in self.observing or super().lives_on(rule, row, place, view)


class Answer(NamedTuple):
    verdict: str
    verdicts: dict  # by name
    falsifiers: dict  # by name: fault sets
    violated: dict  # by fault set of any of them: texts


class Judge:
    evaluator_class = Observing

    def __init__(self, protocol, specification_text, fspec, crash_model):
        self.specifications, observers = parsed(specification_text)
        self.fspec = dataclasses.replace(fspec, crash_model=crash_model)
        self.evaluator = self.evaluator_class(protocol, observers, self.fspec)
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
        return list(FaultSpace(self.fspec).every())

    def promises(self, specification):
        return specification is not INVARIANT or bool(self.failure_free[-1]["pre" if self.has_pre else "post"])

    def answer(self, every):
        """Of all fault sets: all minimal falsifiers of each specification, or the least."""
        told = {faults: self.violated(faults) for faults in sorted(self.fault_sets(), key=search_order)}
        falsifiers, verdicts = {}, {}
        for s in self.specifications:
            bad = [faults for faults in told if told[faults][s.name]]
            minimal = [faults for faults in bad if not any(other < faults for other in bad)]
            falsifiers[s.name] = minimal if every else minimal[:1]
            verdicts[s.name] = ("broken" if frozenset() in minimal else "counterexample" if minimal
                                else "certified" if self.promises(s) else "vacuous")
        together = sorted(set().union(*falsifiers.values()), key=search_order)
        weighty = [verdicts[s.name] for s in self.specifications if s.severity in COUNT]
        return Answer(max(["certified", *weighty], key=BEST_FIRST.index), verdicts, falsifiers,
                      {faults: sorted(itertools.chain(*told[faults].values())) for faults in together})
