"""Judges executions by each specification, and finds the verdicts for all fault sets. Written from
docs/explanation/semantics.md alone.

    Judge(protocol, specification_text, fspec, "halt").violated(faults)     {name: sorted texts of violating tuples}
"""
import dataclasses
import itertools
from typing import NamedTuple

from evaluator import Evaluator
from fault_space import FaultSpace
from faults import search_order
from program import Atom, Program
from specifications import COUNT, Specification, parsed

BEST_FIRST = ("certified", "vacuous", "inconclusive", "counterexample", "broken")
EVENTS = ("sent", "delivered", "lost", "wrote", "first", "gone")
INVARIANT = Specification("invariant", "critical", "finally")


def keeps(rule):
    """Returns true if the rule only keeps tuples, and writes no new ones."""
    distinct = len({str(a) for a in rule.head.args}) == len(rule.head.args)
    return distinct and Atom(rule.head.relation, rule.head.args) in rule.body


class Observing(Evaluator):
    """The naive evaluator, extended by the rules of specifications, which run at no node. Supports every
    crash model."""

    def __init__(self, protocol, observers, fspec):
        together = Program(protocol.facts + observers.facts, protocol.rules + observers.rules, protocol.declared)
        super().__init__(together, fspec)
        self.observing = set(map(id, observers.rules))
        own = {r.head.relation for r in observers.rules} | {f.relation for f in observers.facts}
        self.stable, self.kept, self.waiting = self.stable - own, self.kept - own, self.waiting - own
        self.protocol = protocol
        read = {l.relation.partition(".") for r in observers.rules for l in r.body if isinstance(l, Atom)}
        self.events = {(word, of) for word, _, of in read if word in EVENTS and of}

    def lives_on(self, rule, row, place, view):
        return id(rule) in self.observing or super().lives_on(rule, row, place, view)

    def deduce(self, levels, now, tick, tables, view):
        """Adds the tuples that rules derive at this tick. First the protocol, which reads no events, then
        the specifications, which read the events of this tick."""
        protocol = [[r for r in rules if id(r) not in self.observing] for rules in levels]
        super().deduce(protocol, now, tick, tables, view)
        for word, of in self.events:
            if word == "sent":
                now["sent." + of] = self.sent(of, tick, tables, view)
            elif word == "first":
                now["first." + of] = now[of] - now["before." + of]
            elif word == "gone":
                now["gone." + of] = now["before." + of] - now[of]
        super().deduce([[r for r in rules if id(r) in self.observing] for rules in levels], now, tick, tables, view)

    def also_later(self, now, tick, tables, view):
        later = set()
        for word, of in self.events:
            if word in ("first", "gone"):
                later |= {("before." + of, row) for row in now[of]}
            elif word == "wrote":
                later |= {("wrote." + of, row) for rule in self.rules_of(of, "next") if not keeps(rule)
                          for row, place in self.heads(rule, tick, tables) if self.lives_on(rule, row, place, view)}
            elif word in ("delivered", "lost"):
                arriving = {(place, *row) for rule in self.rules_of(of, "async")
                            for row, place in self.heads(rule, tick, tables) if self.lives_on(rule, row, place, view)}
                rows = arriving if word == "delivered" else self.sent(of, tick, tables, view) - arriving
                later |= {(f"{word}.{of}", row) for row in rows}
        return later

    def rules_of(self, relation, kind):
        return [r for r in self.protocol.rules if r.kind == kind and r.head.relation == relation]

    def sent(self, of, tick, tables, view):
        """Returns the messages that are sent. Under the crash model `silent`, a crashed node still sends
        to itself, because these messages are its memory."""
        remembers = self.fspec.crash_model == "silent"
        return {(place, *row) for rule in self.rules_of(of, "async") for row, place in self.heads(rule, tick, tables)
                if place not in view.down | view.muted | view.paused or remembers and place == row[0]}


class Answer(NamedTuple):
    verdict: str
    verdicts: dict  # verdict of each specification
    falsifiers: dict  # minimal counterexamples of each specification
    violated: dict  # for each counterexample, the tuples that violate, as texts


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
        """Judges the program under all fault sets. Finds all minimal counterexamples of each specification
        or, without `every`, the least one."""
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
