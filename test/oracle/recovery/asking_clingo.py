"""Asks clingo for the same results as the naive evaluator: executions, verdicts and minimal
counterexamples. The effects of faults are rules in clingo's language."""
import itertools
import re
from dataclasses import replace

from evaluator import DAMAGED, buffered_relations, derived, hands_on, stable_relations
from program import Atom, Const, Rule, Var
from faults import NEVER, OF_DISKS, Crash, FailedWrite, Omission, Partition, Pause
from solving import ATOM_TERM, clingo
from translation import Translation, body, call, mangle, predicate, quote, term

KINDS = ("o/3", "c/3", "r/4", "p/3", "d/3", "s/3", "w/4", "e/3", "f/3", "x/3")
SHOW = [f"#show {kind}." for kind in KINDS]
CHOSEN = "o(A,B,T); c(N,S,P); r(N,S,P,R); p(X,T,U); d(X,T,U); s(N,T,U); w(N,X,T,U); e(N,X,T); f(N,X,T); x(N,X,T)"
WRITTEN_BACK = "by.itself"  # name of a relation that no rule derives

# The atoms are faults in their written form. r(N,S,P,R) is C(N,S,R), or C(N,S+,R) if P = 1; c(N,S,P) is the
# same without a restart. p("b c",T,U) is P(b c,T,U); d("b c>a d",T,U) is P(b c>a d,T,U). s(N,T,U) is
# S(N,T,U); w(N,X,T,U) is W(N,X,T,U), e(N,X,T) is E(N,X,T), f(N,X,T) is F(N,X,T), x(N,X,T) is X(N,X,T).
CONSEQUENCES = """
cut(A,B,T) :- p(X,First,Last), T = First..Last, side(X,A), node(B), not side(X,B).
cut(B,A,T) :- p(X,First,Last), T = First..Last, side(X,A), node(B), not side(X,B).
fails(N,X,T) :- w(N,X,First,Last), T = First..Last.
cut(A,B,T) :- d(X,First,Last), T = First..Last, source(X,A), node(B), not source(X,B).
parted(X,T,U) :- p(X,T,U).
parted(X,T,U) :- d(X,T,U).
:- parted(X,T,U), parted(X2,T2,U2), (X,T,U) < (X2,T2,U2), T <= U2+1, T2 <= U+1.
:- w(N,X,T,U), w(N,X,T2,U2), (T,U) < (T2,U2), T <= U2+1, T2 <= U+1.
:- o(A,B,T), cut(A,B,T).
"""
# `never` is later than any tick, because clingo orders numbers before names.
OUTAGES = """
fault(N,S,P,R) :- r(N,S,P,R).
fault(N,S,P,never) :- c(N,S,P).
down(N,T) :- fault(N,S,P,R), tick(T), S+P <= T, T < R.
muted(N,S) :- fault(N,S,1,_).
stalled(N,T) :- s(N,First,Back), tick(T), First <= T, T < Back.
speaks(N,T) :- node(N), tick(T), not down(N,T), not muted(N,T), not stalled(N,T).
arrives(A,B,T) :- speaks(A,T), node(B), not down(B,T+1), not o(A,B,T), not cut(A,B,T).
forgets(N,T) :- down(N,T).
forgets(N,T) :- tick(T), down(N,T+1).
:- fault(N,S,P,R), fault(N,S2,P2,R2), (S,P,R) != (S2,P2,R2), S2+P2 <= R, S+P <= R2.
:- o(A,B,T), not speaks(A,T).
:- o(A,B,T), down(B,T+1).
:- fails(N,_,T), down(N,T).
:- node(N), tick(T), 2 { s(N,First,Back) : First <= T, T <= Back }.
:- stalled(N,T), down(N,T).
:- stalled(N,T), down(N,T+1).
:- stalled(N,T+1), down(N,T).
:- fails(N,_,T), stalled(N,T).
lost(N,X,T) :- e(N,X,T).
lost(N,X,T+1) :- lost(N,X,T), tick(T).
:- e(N,X,T), e(N,X,T2), T != T2.
:- w(N,X,_,Last), e(N,X,T), T <= Last.
:- f(N,X,T), e(N,X,T2), T2 <= T.
:- f(N,X,T), w(N,X,First,Last), First <= T, T <= Last.
:- f(N,_,T), down(N,T).
:- f(N,_,T), stalled(N,T).
:- x(N,_,T), down(N,T).
:- x(N,_,T), stalled(N,T).
:- x(N,X,T), e(N,X,T2), T2 <= T.
"""
SILENCE = """
down(N,T) :- c(N,S,_), tick(T), S <= T.
arrives(A,B,T) :- node(A), node(B), tick(T), A != B, not down(A,T), not o(A,B,T), not cut(A,B,T).
:- c(N,S,_), c(N,S2,_), S < S2.
:- o(A,B,T), down(A,T).
"""
TO_ITSELF = {"silent": "arrives(A,A,T) :- node(A), tick(T).", "halt": "arrives(A,A,T) :- node(A), tick(T), not down(A,T)."}


def disk_rules(program, fspec):
    """Returns rules for buffered relations. Memory and disk are two relations."""
    for relation in sorted(buffered_relations(program)):
        own = [r for r in program.rules if r.head.relation == relation]
        sizes = {len(r.head.args) for r in own} | {len(f.args) for f in program.facts if f.relation == relation}
        columns = [Var(f"Own{i}") for i in range(sizes.pop())]
        disk = lambda args: Atom(f"dur.{relation}", args)
        reasons = ("sync", WRITTEN_BACK) if fspec.stops() else ("sync",)
        for r, reason in itertools.product(own, reasons):
            if r.kind == "next":
                yield Rule(disk(r.head.args), "next", [*r.body, Atom(reason, [r.positive()[0].args[0], Const(relation)])])
        unwritten = [Atom(reason, [columns[0], Const(relation)], negated=True) for reason in reasons]
        yield Rule(disk(columns), "next", [disk(columns), *unwritten])
        for when in ("restart", "down") if fspec.stops() else ():
            yield Rule(Atom(relation, columns), "", [disk(columns), Atom(when, [columns[0]])])


def side_of(nodes):
    return quote(" ".join(nodes))


class RecoveryTranslation(Translation):
    def __init__(self, program, fspec):
        self.stable = stable_relations(program) if fspec.stops() else set()
        self.files = {relation: relation for relation in self.stable} | (
            {f"dur.{relation}": relation for relation in buffered_relations(program)} if fspec.stops() else {})
        program = replace(program, rules=[*program.rules, *disk_rules(program, fspec)])
        super().__init__(program, fspec)

    def faults(self):
        f = self.fspec
        self.lines += [f"node({quote(n)})." for n in f.nodes]
        self.lines += [f"reliable({quote(a)},{quote(b)})." for a, b in f.losses.reliable]
        self.lines += ["#defined reliable/2. #defined side/2. #defined source/2."] + [f"#defined {kind}." for kind in KINDS]
        self.emit(f"tick(1..{f.eot + 1}).")
        self.choices()
        if f.most is not None:
            self.emit(f":- {f.most + 1} {{ {CHOSEN} }}.")
        consequences = CONSEQUENCES + (OUTAGES if f.stops() else SILENCE + TO_ITSELF[f.crash_model])
        self.lines += consequences.strip().split("\n")

    def choices(self):
        f = self.fspec
        some = {"from": f.losses.senders, "to": f.losses.receivers, "may": f.crashable, "returns": f.may_restart(), "rests": f.pauses.nodes,
                "writes": f.disk.nodes}
        for name, named in some.items():
            self.lines += [f"{name}({quote(n)})." for n in (f.nodes if named is None else named)] + [f"#defined {name}/1."]
        phases, most = "0..1" if f.stops() else "0", "" if f.losses.most is None else f.losses.most
        if f.eff:
            self.emit(f"{{ o(A,B,T) : from(A), to(B), A != B, not reliable(A,B), T = 1..{f.eff} }} {most}.")
        if f.crashes:
            self.emit(f"{{ c(N,S,P) : may(N), S = 1..{f.eot}, P = {phases} }} {f.crashes}.")
        if f.restarts and f.eff:
            least, most = f.down
            enough = f", R <= S+P+{most}" if most is not None else ""
            self.emit(f"{{ r(N,S,P,R) : returns(N), S = 1..{f.eff}, P = {phases}, R = S+P+{least}..{f.eff + 1}{enough} }} {f.restarts}.")
        if f.cuts.most and f.eff:
            self.sides()
            ticks = f"T = 1..{f.eff}, U = T..{f.eff}"
            self.emit(f"{{ p(X,T,U) : side(X,_), {ticks}; d(X,T,U) : source(X,_), {ticks} }} {f.cuts.most}.")
        if f.pauses.most and f.eff and f.stops():
            self.emit(f"{{ s(N,T,U) : rests(N), T = 1..{f.eff}, U = T+1..{f.eff + 1} }} {f.pauses.most}.")
        self.disk_choices()

    def disk_choices(self):
        f = self.fspec
        self.lines += [f"file({quote(relation)})." for relation in f.disk.relations] + ["#defined file/1. #defined memory/1."]
        self.lines += [f"memory({quote(relation)})." for relation in f.disk.buffered]
        if f.disk.most and f.eff:
            self.emit(f"{{ w(N,X,T,U) : writes(N), file(X), T = 1..{f.eff}, U = T..{f.eff} }} {f.disk.most}.")
        if f.disk.dead and f.stops():
            self.emit(f"{{ e(N,X,T) : writes(N), file(X), T = 1..{f.eot} }} {f.disk.dead}.")
        if f.disk.writeback and f.eff and f.stops():
            self.emit(f"{{ f(N,X,T) : writes(N), file(X), memory(X), T = 1..{f.eff} }} {f.disk.writeback}.")
        if f.disk.corrupt and f.eff and f.stops():
            self.lines += [f"data({quote(relation)})." for relation, _ in f.disk.columns] + ["#defined data/1."]
            self.emit(f"{{ x(N,X,T) : writes(N), file(X), data(X), T = 1..{f.eff} }} {f.disk.corrupt}.")

    def sides(self):
        """Yields the possible cuts. A cut of both directions is given by the side without the least node,
        a cut of one direction by its senders. A cut must not separate the two nodes of a reliable channel."""
        least, nodes = min(self.fspec.nodes), self.fspec.nodes
        for chosen in itertools.product((False, True), repeat=len(nodes)):
            half = {n for n, inside in zip(nodes, chosen) if inside}
            given = self.fspec.cuts.sides
            wanted = given is None or any(half == set(g) or half == set(nodes) - set(g) for g in given)
            if half and least not in half and wanted:
                self.lines += [f"side({side_of(sorted(half))},{quote(n)})." for n in half]
            if half and half != set(nodes) and wanted and self.fspec.cuts.one_way:
                name = f"{' '.join(sorted(half))}>{' '.join(sorted(set(nodes) - half))}"
                self.lines += [f"source({quote(name)},{quote(n)})." for n in half]
        self.emit(":- d(X,_,_), reliable(A,B), source(X,A), not source(X,B).")
        self.emit(":- p(X,_,_), reliable(A,B), side(X,A), not side(X,B).")
        self.emit(":- p(X,_,_), reliable(A,B), side(X,B), not side(X,A).")

    def tick(self, t):
        super().tick(t)
        if t < self.fspec.eot:
            self.disks(t)
            self.damages(t)
            self.waits(t)

    def built_in(self, t):
        self.emit(f'{predicate("crash", t)}(O,N,S) :- node(O), c(N,S,_).')
        self.emit(f'{predicate("restart", t)}(N) :- r(N,_,_,{t}).')
        if "down" not in derived(self.program):
            self.emit(f'{predicate("down", t)}(N) :- down(N,{t}).')
        if "paused" not in derived(self.program):
            self.emit(f'{predicate("paused", t)}(N) :- stalled(N,{t}).')
        if "ioerror" not in derived(self.program) and not self.fspec.disk.silent:
            self.emit(f'{predicate("ioerror", t)}(N,X) :- fails(N,X,{t - 1}).')
            self.emit(f'{predicate("ioerror", t)}(N,X) :- e(N,X,T), T < {t}.')
        if "corrupt" not in derived(self.program) and self.fspec.disk.detected:
            self.emit(f'{predicate("corrupt", t)}(N,X) :- x(N,X,{t - 1}).')
        self.emit(f"{predicate(WRITTEN_BACK, t)}(N,X) :- f(N,X,{t}).")

    def condition(self, rule, location, t):
        if rule.kind == "async":
            return [f"arrives({location},{term(rule.head.args[0])},{t})"]
        relation, stalled = rule.head.relation, f"not stalled({location},{t})"
        if relation in self.files:
            disk = f"({location},{quote(self.files[relation])},{t})"
            spared = [f"not x{disk}"] if hands_on(rule) and self.fspec.disk.corrupt else []
            return [stalled, f"not down({location},{t})", f"not fails{disk}", f"not lost{disk}"] + spared
        return {"stop": [stalled, f"not forgets({location},{t})"],
                "halt": [f"not down({location},{t})"]}.get(self.fspec.crash_model, [])

    def disks(self, t):
        """Adds rules for disks. A stable relation stays unchanged while its node is down or its writes
        fail, unless its disk has died."""
        lasting = {f.relation for f in self.program.facts} | {r.head.relation for r in self.program.rules if r.kind}
        for relation, file in sorted(self.files.items()):
            if file not in lasting or relation not in self.arity:
                continue
            args = [f"X{i}" for i in range(self.arity[relation])]
            spared = f", not x(X0,{quote(file)},{t})" if self.fspec.disk.corrupt else ""
            for why in (f"down(X0,{t})", f"fails(X0,{quote(file)},{t})"):
                self.emit(f"{call(predicate(relation, t + 1), args)} :- {call(predicate(relation, t), args)}, {why}, "
                          f"not lost(X0,{quote(file)},{t}){spared}.")

    def damages(self, t):
        """Adds rules for corruptions. They affect tuples that a disk keeps for the next tick. Such a tuple
        becomes damaged or, if nodes detect damage, is dropped."""
        columns = dict(self.fspec.disk.columns) if self.fspec.disk.corrupt and not self.fspec.disk.detected else {}
        for rule in self.program.rules:
            relation = rule.head.relation
            premises = body(rule, t) if columns.get(self.files.get(relation)) and hands_on(rule) else None
            if premises is not None:
                hit = f"({term(rule.positive()[0].args[0])},{quote(self.files[relation])},{t})"
                head = self.damaged(relation, list(map(term, rule.head.args)), t, columns)
                self.emit(f"{head} :- {', '.join(premises)}, x{hit}, not fails{hit}.")
        for relation, file in sorted(self.files.items()):
            if file in columns and relation in self.arity:
                args = [f"X{i}" for i in range(self.arity[relation])]
                hit = f"(X0,{quote(file)},{t})"
                standing = call(predicate(relation, t), args)
                self.emit(f"{self.damaged(relation, args, t, columns)} :- {standing}, x{hit}, fails{hit}.")

    def damaged(self, relation, args, t, columns):
        """Returns a damaged tuple, at the next tick."""
        args[columns[self.files[relation]] - 1] = quote(DAMAGED)
        return call(predicate(relation, t + 1), args)

    def waits(self, t):
        """Adds rules for pauses. At the next tick, a paused node still has everything that may last from
        one tick to the next."""
        handed = {r.head.relation for r in self.program.rules if r.kind} | {f.relation for f in self.program.facts}
        for relation in sorted(handed) if self.fspec.pauses.most else ():
            args = [f"X{i}" for i in range(self.arity[relation])]
            living = f", not lost(X0,{quote(self.files[relation])},{t})" if relation in self.files else ""
            self.emit(f"{call(predicate(relation, t + 1), args)} :- {call(predicate(relation, t), args)}, "
                      f"stalled(X0,{t}){living}.")

    def without_choices(self, faults):
        """Returns the clingo program with these faults as facts. The solver then has no choice."""
        sides = {f"{'source' if f.one_way() else 'side'}({name_of(f)},{quote(n)})."
                 for f in faults if isinstance(f, Partition) for n in f.side}
        return [line for line in self.lines if not line.startswith(("{", ":-"))] + list(map(atom_of, faults)) + sorted(sides)


def name_of(cut):
    return quote(" ".join(cut.side) + (">" + " ".join(cut.deaf) if cut.one_way() else ""))


def atom_of(f):
    if isinstance(f, Omission):
        return f"o({quote(f.sender)},{quote(f.receiver)},{f.at})."
    if isinstance(f, Partition):
        return f"{'d' if f.one_way() else 'p'}({name_of(f)},{f.first},{f.last})."
    if isinstance(f, Pause):
        return f"s({quote(f.node)},{f.first},{f.back})."
    if isinstance(f, FailedWrite):
        return f"w({quote(f.node)},{quote(f.relation)},{f.first},{f.last})."
    for letter, kind in OF_DISKS.items():
        if isinstance(f, kind):
            return f"{letter.lower()}({quote(f.node)},{quote(f.relation)},{f.at})."
    return f"c({quote(f.node)},{f.at},{int(f.after)})." if f.permanent() else f"r({quote(f.node)},{f.at},{int(f.after)},{f.back})."


def terms_of(atom):
    return [text[1:-1] if text.startswith('"') else int(text) for text in ATOM_TERM.findall(atom)]


def fault_of(atom):
    first, second, third, *more = terms_of(atom)
    if atom[0] == "o":
        return Omission(first, second, third)
    if atom[0] == "p":
        return Partition(tuple(first.split()), second, third)
    if atom[0] == "d":
        side, deaf = first.split(">")
        return Partition(tuple(side.split()), second, third, tuple(deaf.split()))
    if atom[0] == "s":
        return Pause(first, second, third)
    if atom[0] == "w":
        return FailedWrite(first, second, third, *more)
    if atom[0].upper() in OF_DISKS:
        return OF_DISKS[atom[0].upper()](first, second, third)
    return Crash(first, second, bool(third), *(more or [NEVER]))


def faults_of(model):
    return frozenset(map(fault_of, model))


class Clingo:
    def __init__(self, program, fspec):
        self.translation = RecoveryTranslation(program, fspec)
        self.goals = self.translation.goals([])

    def run(self, faults):
        """Executes the fault set, with the same result as Evaluator.run(): a list with {relation: tuples}
        for each tick."""
        t = self.translation
        _, models, errors = clingo("\n".join(t.without_choices(faults)))
        if not models:
            raise RuntimeError(errors)
        names = {f"r_{mangle(r)}": r for r in {*t.arity, "restart", "down", "paused", "crash", "ioerror", "corrupt"}}
        ticks = [{r: set() for r in names.values()} for _ in range(t.fspec.eot)]
        for atom in models[0]:
            m = re.match(r"(r_.*)__(\d+)\((.*)\)$", atom)
            if m and m.group(1) in names and int(m.group(2)) <= t.fspec.eot:
                ticks[int(m.group(2)) - 1][names[m.group(1)]].add(tuple(terms_of(m.group(3))))
        return ticks

    def minimal(self, limit=0):
        """Returns all minimal counterexamples. The solver first makes faults false, so it finds minimal
        sets. Each one that is found excludes its supersets."""
        result, models, errors = clingo(
            self.translation.text(self.goals + [":- not violated(_).", *SHOW]),
            "--heuristic=Domain", "--dom-mod=false,show", "--enum-mode=domRec", f"-n{limit}")
        if result not in ("SATISFIABLE", "UNSATISFIABLE"):
            raise RuntimeError(f"clingo: {result} {errors}")
        return set(map(faults_of, models))

    def fault_sets(self):
        """Returns all fault sets in canonical form, whether they violate or not."""
        _, models, _ = clingo(self.translation.text(SHOW), "--project=show", "-n0")
        return list(map(faults_of, models))
