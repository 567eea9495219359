"""A deliberately simple evaluator. Executes a program under one fault set with nested loops. Written from
docs/explanation/semantics.md alone.

    Evaluator(program, fspec).run(faults)[t - 1]["log"]    the tuples of log at tick t

Results of ticks are stored. So fault sets share all ticks up to the first difference, and later ticks if the difference
has no effect any more.
"""
from collections import defaultdict
from typing import FrozenSet, NamedTuple, Tuple

from faults import Corruption, Crash, DeadDisk, FailedWrite, Omission, Partition, Pause, WriteBack
from program import Aggregate, Arith, Atom, Const, Var

DAMAGED = "?"
ONE_VALUE = {"min": min, "max": max, "sum": sum, "count": len}
COMPARE = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
           "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


class View(NamedTuple):
    """The effects of a fault set at one tick."""
    down: FrozenSet[str]
    down_next: FrozenSet[str]
    muted: FrozenSet[str]
    lost: FrozenSet[Tuple[str, str]]  # channels whose messages are lost
    restarted: FrozenSet[str]
    crashed: FrozenSet[Tuple[str, int]]  # (node, tick) of all final crashes, at any tick
    failing: FrozenSet[Tuple[str, str]]  # pairs of a node and a relation that it cannot write
    # Pairs of a node and a relation whose writes failed at the previous tick, if the program reads ioerror.
    failed: FrozenSet[Tuple[str, str]]
    paused: FrozenSet[str]
    dead: FrozenSet[Tuple[str, str]]  # pairs of a node and a relation whose disk is dead
    written_back: FrozenSet[Tuple[str, str]]
    # Pairs of a node and a relation that the disk damages for the next tick.
    damaged: FrozenSet[Tuple[str, str]] = frozenset()
    # Pairs of a node and a relation that were damaged at the previous tick, if nodes detect damage.
    corrupt: FrozenSet[Tuple[str, str]] = frozenset()


def stable_relations(program):
    """Returns the stable relations: those that the program declares, and those that rules never change,
    only copy."""
    rules = defaultdict(list)
    for rule in program.rules:
        rules[rule.head.relation].append(rule)
    keeps = lambda rule: rule.kind == "next" and rule.body == [Atom(rule.head.relation, rule.head.args)]
    stable = {relation for relation, own in rules.items() if all(map(keeps, own))}
    stable |= {relation for relation, word in program.declared.items() if word == "stable"}
    return stable - {relation for relation, word in program.declared.items() if word != "stable"}


def buffered_relations(program):
    """Returns the buffered relations. The disk of a buffered relation p is a table of its own, named
    dur.p. Only sync(N, "p") writes it."""
    return {relation for relation, word in program.declared.items() if word == "buffered"}


def hands_on(rule):
    """Returns true if the rule copies a tuple to the next tick. The rule may have further conditions."""
    return rule.kind == "next" and Atom(rule.head.relation, rule.head.args) in rule.positive()


def derived(program):
    """Returns the relations that rules derive. If a program derives a relation with a built-in name, that
    relation is not built in."""
    return {rule.head.relation for rule in program.rules} | {fact.relation for fact in program.facts}


def value(term, binding):
    if isinstance(term, Const):
        return term.value
    if isinstance(term, Var):
        return binding[term.name]
    left, right = value(term.left, binding), value(term.right, binding)
    if term.op == "/":
        return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return {"+": left + right, "-": left - right, "*": left * right}[term.op]


def unify(literal, row, binding):
    """Returns the binding, extended by the variables of this literal. Returns None if the row does not
    match."""
    longer = dict(binding)
    for term, cell in zip(literal.args, row):
        if isinstance(term, Const):
            if term.value != cell:
                return None
        elif term.name != "_" and longer.setdefault(term.name, cell) != cell:
            return None
    return longer


class Evaluator:
    def __init__(self, program, fspec):
        self.program, self.fspec = program, fspec
        self.stable, self.buffered = stable_relations(program), buffered_relations(program)
        self.waiting = {f.relation for f in program.facts} | {r.head.relation for r in program.rules if r.kind}
        self.kept = self.stable & self.waiting
        literals = [l for r in program.rules for l in r.body if isinstance(l, Atom)]
        self.looks_back = any(l.at is not None for l in literals)
        self.reads_crash = any(l.relation == "crash" for l in literals)
        self.reads_ioerror = any(l.relation == "ioerror" for l in literals)
        self.reads_corrupt = any(l.relation == "corrupt" for l in literals)
        self.columns = dict(fspec.disk.columns)
        self.levels, self.steps = self.order(), {}

    def run(self, faults):
        arriving, past = frozenset(), ()
        model = []
        for tick in range(1, self.fspec.eot + 1):
            view = self.view(faults, tick)
            if not self.reads_crash:
                view = view._replace(crashed=frozenset())
            if not self.reads_ioerror:
                view = view._replace(failed=frozenset())
            if not self.reads_corrupt:
                view = view._replace(corrupt=frozenset())
            key = tick, arriving, view, past
            if key not in self.steps:
                self.steps[key] = self.step(tick, arriving, view, model)
            tables, arriving, number = self.steps[key]
            model.append(tables)
            past += (number,) if self.looks_back else ()
        return model

    def view(self, faults, tick):
        crashes = [f for f in faults if isinstance(f, Crash)]
        stops = self.fspec.stops()
        return View(frozenset(c.node for c in crashes if c.down(tick)),
                    frozenset(c.node for c in crashes if c.down(tick + 1) and stops),
                    frozenset(c.node for c in crashes if c.after and c.at == tick),
                    self.lost(faults, tick),
                    frozenset(c.node for c in crashes if c.back == tick),
                    frozenset((c.node, c.at) for c in crashes if c.permanent()),
                    self.failing(faults, tick),
                    frozenset() if self.fspec.disk.silent else self.failing(faults, tick - 1) | self.dead(faults, tick - 1),
                    frozenset(f.node for f in faults if isinstance(f, Pause) and f.stopped(tick)),
                    self.dead(faults, tick),
                    frozenset((f.node, f.relation) for f in faults if isinstance(f, WriteBack) and f.at == tick),
                    self.damaged(faults, tick),
                    self.damaged(faults, tick - 1) if self.fspec.disk.detected else frozenset())

    def lost(self, faults, tick):
        lost = {(o.sender, o.receiver) for o in faults if isinstance(o, Omission) and o.at == tick}
        for cut in faults:
            if isinstance(cut, Partition) and cut.first <= tick <= cut.last:
                rest = [n for n in self.fspec.nodes if n not in cut.side]
                lost |= {(a, b) for a in cut.side for b in rest}
                lost |= set() if cut.one_way() else {(b, a) for a in cut.side for b in rest}
        return frozenset(lost)

    @staticmethod
    def failing(faults, tick):
        return frozenset((w.node, w.relation) for w in faults if isinstance(w, FailedWrite) and w.first <= tick <= w.last)

    @staticmethod
    def dead(faults, tick):
        return frozenset((f.node, f.relation) for f in faults if isinstance(f, DeadDisk) and f.at <= tick)

    @staticmethod
    def damaged(faults, tick):
        """Returns the corruptions that have an effect at the tick. A corruption has none if the node is
        down or paused, or if the disk is dead."""
        idle = lambda n, p: any(f.prevents(n, p, tick) for f in faults if isinstance(f, (Crash, Pause, DeadDisk)))
        return frozenset((f.node, f.relation) for f in faults if isinstance(f, Corruption) and f.at == tick
                         and not idle(f.node, f.relation))

    def violated(self, faults):
        last = self.run(faults)[-1]
        return last["pre"] - last["post"]

    def order(self):
        """Sorts rules by stratum: the stratum of a head is at least that of its premises, and higher than
        that of negated and aggregated premises."""
        level = defaultdict(int)
        rules = [r for r in self.program.rules if not r.kind]
        for _ in range(len(rules) ** 2 + 1):
            changed = False
            for rule in rules:
                strictly = any(isinstance(a, Aggregate) for a in rule.head.args)
                least = [level[l.relation] + (l.negated or strictly) for l in rule.body if isinstance(l, Atom)]
                if level[rule.head.relation] < max(least):
                    level[rule.head.relation], changed = max(least), True
            if not changed:
                break
        else:
            raise ValueError("not stratified")
        return [[r for r in rules if level[r.head.relation] == i] for i in range(max(level.values(), default=0) + 1)]

    def step(self, tick, arriving, view, past):
        """Returns the tables of a tick, the tuples that hold at the next tick because of them, and the
        number of the step."""
        now = defaultdict(set)
        for fact in self.program.facts:
            if fact.at == tick:
                now[fact.relation].add(tuple(a.value for a in fact.args))
        for relation, row in arriving:
            now[relation].add(row)
        for relation in self.buffered if self.fspec.stops() else ():
            now[relation] |= {row for row in now["dur." + relation] if row[0] in view.down | view.restarted}
        now["restart"] = {(n,) for n in view.restarted}
        if "down" not in derived(self.program):
            now["down"] = {(n,) for n in view.down}
        if "ioerror" not in derived(self.program):
            now["ioerror"] = set(view.failed)
        if "corrupt" not in derived(self.program):
            now["corrupt"] = set(view.corrupt)
        if "paused" not in derived(self.program):
            now["paused"] = {(n,) for n in view.paused}
        now["crash"] = {(o, n, s) for o in self.fspec.nodes for n, s in view.crashed}
        tables = dict(enumerate(past, 1)) | {tick: now}
        self.deduce(self.levels, now, tick, tables, view)
        later = self.also_later(now, tick, tables, view)
        for rule in self.program.rules:
            if rule.kind:
                heads = list(self.heads(rule, tick, tables))
                lives = [(row, place) for row, place in heads if self.lives_on(rule, row, place, view)]
                later |= {(rule.head.relation, read) for row, place in lives for read in self.written(rule, row, place, view)}
                if rule.kind == "next" and rule.head.relation in self.buffered:
                    later |= {("dur." + rule.head.relation, row) for row, place in heads
                              if self.syncs(place, rule.head.relation, now, view)}
        for relation in self.buffered:
            standing = [row for row in now["dur." + relation] if not self.syncs(row[0], relation, now, view)
                        and not self.halted(row[0], view) and (row[0], relation) not in view.dead]
            later |= {("dur." + relation, read) for row in standing for read in self.read(row, relation, row[0], view)}
        for relation in self.kept if self.fspec.stops() else ():
            standing = [row for row in now[relation] if (row[0], relation) not in view.dead
                        and (row[0] in view.down or (row[0], relation) in view.failing)]
            later |= {(relation, read) for row in standing for read in self.read(row, relation, row[0], view)}
        later |= self.standing(now, tick, view)
        frozen = defaultdict(frozenset, {relation: frozenset(rows) for relation, rows in now.items()})
        return frozen, frozenset(later), len(self.steps)

    def written(self, rule, row, place, view):
        """Returns the tuple that a rule at the node `place` writes. If the rule only copies a stable
        tuple, the tuple is read from the disk and may be damaged."""
        stored = hands_on(rule) and rule.head.relation in self.stable
        return self.read(row, rule.head.relation, place, view) if stored else [row]

    def read(self, row, relation, place, view):
        """Returns a tuple as it is when the disk has kept it for the next tick: unchanged, damaged in its
        data column, or None if it was dropped."""
        if (place, relation) not in view.damaged:
            return [row]
        return [] if self.fspec.disk.detected else [self.damage(row, self.columns[relation])]

    @staticmethod
    def damage(row, column):
        return (*row[:column - 1], DAMAGED, *row[column:])

    def syncs(self, place, relation, now, view):
        """Returns true if a sync at the node succeeds: at the next tick, the disk has the tuples that
        memory has of the relation."""
        fails = self.fspec.stops() and (place in view.down | view.paused or (place, relation) in view.failing | view.dead)
        return (place, relation) in {*now["sync"], *view.written_back} and not fails and not self.halted(place, view)

    def standing(self, now, tick, view):
        """Yields the tuples that paused nodes keep for the next tick. Their disks stay unchanged, because
        a paused node syncs nothing."""
        return {(relation, row) for relation in self.waiting for row in now[relation]
                if row[0] in view.paused and not self.vanishes(relation, row, view)}

    def vanishes(self, relation, row, view):
        """Returns true if the tuple is lost because its disk is dead. A buffered relation still has the
        tuple in memory."""
        return relation in self.stable and (row[0], relation) in view.dead

    def halted(self, place, view):
        """Returns true if the node has halted. A halted node keeps nothing, not even on its disk."""
        return self.fspec.crash_model == "halt" and place in view.down

    def deduce(self, levels, now, tick, tables, view):
        """Adds the tuples that deductive rules derive at this tick."""
        for rules in levels:
            grows = True
            while grows:
                new = [(r.head.relation, {row for row, _ in self.heads(r, tick, tables)}) for r in rules]
                grows = any(not rows <= now[relation] for relation, rows in new)
                for relation, rows in new:
                    now[relation] |= rows

    def also_later(self, now, tick, tables, view):
        """Adds the tuples that rules of observers derive for the next tick. This evaluator has no
        observers; derived classes do."""
        return set()

    def lives_on(self, rule, row, place, view):
        """Returns true if a head of a rule at `place` holds at the next tick. A `place` that is not a node
        is never down or paused."""
        silent = self.fspec.crash_model == "silent"
        if place in view.paused:
            return False
        if rule.kind == "async":
            if place == row[0] and silent:
                return place in self.fspec.nodes
            return (place in self.fspec.nodes and row[0] in self.fspec.nodes and place not in view.down | view.muted
                    and row[0] not in view.down_next and (place, row[0]) not in view.lost)
        if rule.head.relation in self.stable and self.fspec.stops():
            return place not in view.down and (place, rule.head.relation) not in view.failing | view.dead
        return silent or place not in view.down | view.down_next

    def heads(self, rule, tick, tables):
        """Yields pairs of a head tuple and the location of the rule."""
        if any(l.at is not None and l.at > tick for l in rule.body if isinstance(l, Atom)):
            return []
        bindings = list(self.bindings(rule, rule.positive(), {}, tick, tables))
        if any(isinstance(a, Aggregate) for a in rule.head.args):
            return ((row, None) for row in self.aggregates(rule, bindings))
        place = rule.positive()[0].args[0]
        return ((tuple(value(a, b) for a in rule.head.args), value(place, b)) for b in bindings)

    def bindings(self, rule, positive, binding, tick, tables):
        table_of = lambda literal: tables[tick if literal.at is None else literal.at][literal.relation]
        if positive:
            for row in table_of(positive[0]):
                longer = unify(positive[0], row, binding)
                if longer is not None:
                    yield from self.bindings(rule, positive[1:], longer, tick, tables)
        elif (not any(unify(l, row, binding) is not None for l in rule.negative() for row in table_of(l))
              and all(COMPARE[c.op](value(c.left, binding), value(c.right, binding)) for c in rule.comparisons())):
            yield binding

    @staticmethod
    def aggregates(rule, bindings):
        """Returns the heads of a rule with aggregates. An aggregate uses the distinct values of its group."""
        plain = lambda arg: not isinstance(arg, Aggregate)
        groups = defaultdict(lambda: defaultdict(set))
        for b in bindings:
            key = tuple(value(a, b) for a in rule.head.args if plain(a))
            for i, a in enumerate(rule.head.args):
                groups[key][i].add(value(a if plain(a) else a.var, b))
        for sets in groups.values():
            yield tuple(min(sets[i]) if plain(a) else ONE_VALUE[a.kind](sets[i]) for i, a in enumerate(rule.head.args))
