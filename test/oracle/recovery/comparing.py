"""Compares the answers of the naive evaluator, clingo and ldfi-farm about one program and Fspec. Leaves
out ldfi-farm if it is None."""
import random
import re

from asking_clingo import Clingo
from asking_farm import FarmError
from evaluator import Evaluator, derived
from fault_space import FaultSpace
from faults import search_order, written

MOST_LISTED = 5
MOST_EXHAUSTED = 500  # largest number of fault sets for an exhaustive search
# ldfi-results does not show tuples of these relations. Nor does it show built-in relations for equal columns,
# such as crash[1=2].
BUILT_IN = re.compile(r"(restart|down|paused|crash|ioerror|corrupt)(\[.*\])?\(")


def texts(model_at_tick, relations):
    """Returns the tuples of one tick in the form in which ldfi-farm writes them."""
    return {f"{r}({','.join(map(str, row))})" for r in relations for row in model_at_tick.get(r, ())}


def some(items):
    listed = sorted(map(str, items))
    return ", ".join(listed[:MOST_LISTED]) + (f" and {len(listed) - MOST_LISTED} more" if len(listed) > MOST_LISTED else "")


def difference(names, one, other):
    """Returns the elements that only one of two lists of sets has, with their tick. Returns None if the
    lists are equal."""
    if len(one) != len(other):
        return f"{names[0]} has {len(one)} ticks, {names[1]} {len(other)}"
    for tick, (a, b) in enumerate(zip(one, other), 1):
        if a != b:
            return f"tick {tick}: only {names[0]}: {some(a - b) or '-'}; only {names[1]}: {some(b - a) or '-'}"
    return None


class Comparison:
    def __init__(self, program, fspec, farm=None, paths=()):
        self.fspec, self.farm, self.paths = fspec, farm, list(paths)
        self.space = FaultSpace(fspec)
        self.evaluator, self.clingo = Evaluator(program, fspec), Clingo(program, fspec)
        self.relations = sorted(self.clingo.translation.arity)
        self.seen = [*{*self.relations, "restart", "down", "paused"}, *(["crash"] if self.evaluator.reads_crash else []),
                     *(["ioerror"] if self.evaluator.reads_ioerror else []),
                     *(["corrupt"] if self.evaluator.reads_corrupt else [])]
        self.own = derived(program)
        self.failure_free = self.evaluator.run(frozenset())[-1]

    def verdict(self, falsifiers):
        if frozenset() in falsifiers:
            return "broken"
        return "counterexample" if falsifiers else "certified" if self.failure_free["pre"] else "vacuous"

    def executions(self, fault_sets_):
        """Returns complaints about single executions. Requires that ldfi-farm has searched the program."""
        complaints = []
        for faults in fault_sets_:
            own = self.evaluator.run(faults)
            by_clingo = [texts(tick, self.seen) for tick in self.clingo.run(faults)]
            found = difference(("evaluator", "clingo"), [texts(tick, self.seen) for tick in own], by_clingo)
            if self.farm:
                found = found or self.executed_by_farm(faults, own)
            if found:
                complaints.append(f"{written(faults)}: {found}")
        return complaints

    def executed_by_farm(self, faults, own):
        understood, pre, post, violated = self.farm.replay(self.paths, self.fspec, written(faults))
        if understood != written(faults):
            return f"the farm replays {understood}"
        loose = self.space.loosely(faults, random.Random(written(faults)))
        if (understood := self.farm.replay(self.paths, self.fspec, loose)[0]) != written(faults):
            return f"the farm reads {loose} as {understood}"
        shown = [{t for t in tick if not BUILT_IN.match(t) or t.split("(")[0] in self.own} for tick in self.farm.ticks(faults)]
        found = difference(("evaluator", "farm"), [texts(tick, self.relations) for tick in own], shown)
        last = own[-1]
        for name, expected, got in (("pre", last["pre"], pre), ("post", last["post"], post),
                                    ("violated", last["pre"] - last["post"], violated)):
            relation = "post" if name == "post" else "pre"
            expected = sorted(texts({relation: expected}, [relation]))
            if expected != got:
                found = found or f"{name} is {got} for the farm, {expected} for the evaluator"
        return found

    def falsifiers(self, most):
        """Returns complaints about the verdict and about minimal counterexamples. Brute force finds those
        with at most `most` faults."""
        minimal, small = self.clingo.minimal(), []
        for faults in self.space.fault_sets(most):
            if not any(known <= faults for known in small) and self.evaluator.violated(faults):
                small.append(faults)
        self.minimal = minimal
        return (self.unequal("clingo", {f for f in minimal if len(f) <= most}, "brute force", set(small))
                + [f"clingo: {written(f)} violates nothing" for f in minimal if not self.evaluator.violated(f)])

    def searched_by_farm(self, minimal, stop="all", includes=(), strategy="lineage"):
        """Returns complaints about the result of a search: all minimal counterexamples in order, or one of
        them."""
        complaints = []
        verdict, found = self.farm.search(self.paths, self.fspec, stop, includes, strategy)
        if verdict != self.verdict(minimal):
            complaints.append(f"the farm says {verdict}, clingo {self.verdict(minimal)}")
        complaints += self.unequal("farm", set(found), "clingo", minimal) if stop == "all" else []
        if list(found) != sorted(found, key=search_order):
            complaints.append(f"the farm's order is {', '.join(f'[{written(f)}]' for f in found)}")
        for faults, tuples in found.items():
            expected = sorted(texts({"pre": self.evaluator.violated(faults)}, ["pre"]))
            if expected != tuples:
                complaints.append(f"{written(faults)} violates {tuples} for the farm, {expected} for the evaluator")
        return complaints

    def first_by_farm(self):
        """Returns complaints about which counterexample a search finds first."""
        expected = {min(self.minimal, key=search_order)} if self.minimal else set()
        found = set(self.farm.search(self.paths, self.fspec, "first")[1])
        return [f"first: {complaint}" for complaint in self.unequal("farm", found, "clingo", expected)]

    def exhausted_by_farm(self):
        """Returns complaints about an exhaustive search. Compares only if there are few fault sets and
        ldfi-farm accepts the program."""
        if frozenset() in self.minimal or self.space.count() > MOST_EXHAUSTED:
            return []
        complaints = [f"exhaustive: {c}" for c in self.searched_by_farm(self.minimal, strategy="exhaustive")]
        every = list(self.space.every())
        expected = len(every), sum(bool(self.evaluator.violated(faults)) for faults in every)
        if self.farm.exhausted() != expected:
            complaints.append(f"executed and violating are {self.farm.exhausted()} for the farm, {expected} for the evaluator")
        return complaints

    @staticmethod
    def unequal(name, sets, other_name, others):
        if sets == others:
            return []
        only = lambda some_sets: some(f"[{written(f)}]" for f in some_sets) or "-"
        return [f"minimal falsifiers, only {name}: {only(sets - others)}; only {other_name}: {only(others - sets)}"]

    def complaints(self, numbers, executions, most):
        """Returns all complaints, in order. It is also a complaint if ldfi-farm refuses the program."""
        found = self.falsifiers(most)
        chosen = [frozenset(), *(self.space.sample(numbers) for _ in range(executions - 1))]
        try:
            if self.farm:
                found += self.exhausted_by_farm() + self.first_by_farm() + self.searched_by_farm(self.minimal)
            found += self.executions(chosen)
        except FarmError as error:
            found.append(str(error))
        return found
