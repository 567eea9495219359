"""Mutants of the judge, each with one deliberate defect. Random specifications must distinguish each
mutant from the right judge. This shows that they would find the same defect in ldfi-farm."""
from faults import Crash
from judging import Judge, Observing
from random_specifications import RandomSpecifications

PROGRAMS = 200  # number of random programs; 40 are enough for most mutants


def judging(of_specification):
    class Other(Judge):
        def of(self, specification, model):
            return super().of(of_specification(self, specification), model)
    return Other


def executing(body):
    class Other(Judge):
        evaluator_class = type("OtherObserving", (Observing,), body)
    return Other


def located(self, rule, row, place, view):
    """Mutant: rules of specifications do not fire if the node in their first column has crashed."""
    known, self.observing = self.observing, set()
    try:
        return Observing.lives_on(self, rule, row, place, view)
    finally:
        self.observing = known


class Leaking(Judge):
    """Mutant: does not try supersets of a fault set that violates the previous specification."""

    def answer(self, every):
        answer = super().answer(every)
        for before, after in zip(self.specifications, self.specifications[1:]):
            known = answer.falsifiers[before.name]
            answer.falsifiers[after.name][:] = [f for f in answer.falsifiers[after.name] if not any(k < f for k in known)]
        return answer


class Shared(Judge):
    """Mutant: a fault set that violates one specification counts as violating all."""

    def violated(self, faults):
        told = super().violated(faults)
        return {name: texts or [text for other in told.values() for text in other] for name, texts in told.items()}


class UntilBroken(Judge):
    """Mutant: the search ends at a specification that is broken without faults."""

    def answer(self, every):
        answer = super().answer(every)
        for name, verdict in answer.verdicts.items():
            if verdict == "counterexample" and "broken" in answer.verdicts.values():
                answer.verdicts[name] = "certified"
        return answer


def sending(stops):
    """Returns a mutant in which other nodes than the right ones send nothing. `stops` chooses them."""
    def sent(self, of, tick, tables, view):
        return {(place, *row) for rule in self.rules_of(of, "async") for row, place in self.heads(rule, tick, tables)
                if place not in stops(view)}
    return executing({"sent": sent})


def remembering(self, protocol, observers, fspec):
    """Mutant: tuples of observers about a paused node are kept, as if the observer were paused."""
    Observing.__init__(self, protocol, observers, fspec)
    self.waiting = self.waiting | {r.head.relation for r in observers.rules if r.kind} | {f.relation for f in observers.facts}


def resting(self, levels, now, tick, tables, view):
    """Mutant: observers do not see pauses."""
    now["paused"] = set()
    Observing.deduce(self, levels, now, tick, tables, view)


class AllCount(Judge):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.specifications = [s._replace(severity="critical") for s in self.specifications]


MUTANTS = {
    "`after 5` judges tick 5": judging(lambda _, s: s._replace(after=max(s.after - 1, 0))),
    "`after 5` judges from tick 7 on": judging(lambda judge, s: s._replace(after=min(s.after + 1, judge.fspec.eot))),
    "`finally` is `always`": judging(lambda _, s: s._replace(when="always")),
    "`always` is `finally`": judging(lambda _, s: s._replace(when="finally")),
    "observers crash": executing({"lives_on": located}),
    "observers know no crash": executing({"view": lambda self, faults, tick: Observing.view(
        self, faults, tick)._replace(crashed=frozenset())}),
    "observers see restarts as crashes": executing({"view": lambda self, faults, tick: Observing.view(
        self, faults, tick)._replace(crashed=frozenset((f.node, f.at) for f in faults if isinstance(f, Crash)))}),
    "supersets leak": Leaking,
    "falsifiers are shared": Shared,
    "a broken specification stops the search": UntilBroken,
    "all severities count": AllCount,
    "who is down sends": sending(lambda view: view.muted),
    "who is muted sends": sending(lambda view: view.down),
    "who is paused sends": sending(lambda view: view.down | view.muted),
    "what observers remember waits in a pause": executing({"__init__": remembering}),
    "observers rest in a pause": executing({"deduce": resting}),
    "nothing is lost": executing({"also_later": lambda self, *now: {
        (name, row) for name, row in Observing.also_later(self, *now) if not name.startswith("lost.")}}),
    "everything that goes was there at first": executing({"also_later": lambda self, *now: {
        (name, row) for name, row in Observing.also_later(self, *now) if not name.startswith("before.")}}),
}


def survivors(first_seed):
    """Returns complaints about mutants that no random specification distinguishes."""
    alive = dict(MUTANTS)
    for seed in range(first_seed, first_seed + PROGRAMS):
        if not alive:
            break
        one = RandomSpecifications(seed)
        asked = one.protocol.program, one.text, one.fspec, one.crash_model
        right = Judge(*asked).answer(True)
        for name, mutant in list(alive.items()):
            if mutant(*asked).answer(True) != right:
                del alive[name]
    return [f"no random specification notices that {name}" for name in alive]
