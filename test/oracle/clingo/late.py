"""Late messages, duplicated messages, and channels that keep the order of messages, as rules for clingo
(docs/explanation/semantics.md).

The fate of a message is a choice of the solver. The atom l(A,B,T,R,K) says that the message from A to B at tick T is at
least K ticks late. u(A,B,T,R,K) says that it arrives a second time, and arr(A,B,T,R,K) lists its arrivals. R is its
relation, or "" if messages of all relations are late together. Each rule that sends has a head for each tick at which
the message may arrive. With fifo channels, no answer set has a message that overtakes another one of its channel. This
module does not depend on code of ldfi-farm.
"""
import re
from dataclasses import dataclass
from typing import Optional

from program import load, unquote
from solving import ATOM_TERM, Oracle, clingo
from translation import Fspec, Translation, body, call, predicate, term

KINDS = {"o": "O", "c": "C", "l": "D", "u": "U"}


@dataclass
class LateFspec(Fspec):
    most: int = 0
    until: Optional[int] = None
    budget: Optional[int] = None
    count: Optional[int] = None
    duplicates: int = 0
    within: int = 1
    fifo: bool = False
    apart: bool = False  # messages of different relations may be late independently
    self: bool = False  # messages of a node to itself may be late, too

    def last_late(self):
        return min(self.eot if self.until is None else self.until, max(self.eot - 2, 0))

    def arguments(self):
        out = ["-t", self.eot, "-f", self.eff, "-c", self.crashes, "-N", ",".join(self.nodes),
               "--crash-model", "halt" if self.halt else "silent", "--delay-max", self.most, "--duplicates", self.duplicates,
               "--duplicates-within", self.within]
        if self.fifo:
            out += ["--order", "fifo"]
        if self.apart:
            out += ["--delay-unit", "relation"]
        if self.self:
            out.append("--delay-self")
        for name, limit in (("until", self.until), ("budget", self.budget), ("count", self.count)):
            if limit is not None:
                out += [f"--delay-{name}", limit]
        return list(map(str, out))


class LateTranslation(Translation):
    def faults(self):
        super().faults()
        f = self.fspec
        self.lines.remove('sent(A,B,T) :- node(A), node(B), A != B, tick(T), not o(A,B,T), not down(A,T).')
        relations = sorted({rule.head.relation for rule in self.program.rules if rule.kind == 'async'}) if f.apart else ['']
        for relation in relations:
            self.emit(f'unit("{relation}").')
        self.emit('#defined unit/1.')
        self.emit('ends(A,B) :- node(A), node(B), A != B.')
        if f.self:
            self.emit('ends(A,A) :- node(A).')
        unit = f'ends(A,B), unit(R), T = 1..{f.last_late()}, T+1+K <= {f.eot}'
        self.emit('#defined l/5. #defined u/5.')
        if f.last_late() > 0 and f.most > 0:
            self.emit(f'{{ l(A,B,T,R,K) : {unit}, K = 1..{f.most} }}.')
        if f.last_late() > 0 and f.duplicates > 0:
            self.emit(f'{{ u(A,B,T,R,K) : {unit}, K = 1..{f.within} }}.')
        self.emit(':- l(A,B,T,R,K), K > 1, not l(A,B,T,R,K-1).')
        self.emit('d(A,B,T,R,K) :- l(A,B,T,R,K), not l(A,B,T,R,K+1).')
        self.emit(':- l(A,B,T,R,1), o(A,B,T).')
        self.emit(':- u(A,B,T,R,K), o(A,B,T).')
        self.emit(':- l(A,B,T,R,1), down(A,T), A != B.')
        self.emit(':- u(A,B,T,R,K), down(A,T), A != B.')
        self.emit(':- u(A,B,T,R,K), u(A,B,T,R,L), K < L.')
        self.emit(':- u(A,B,T,R,K), l(A,B,T,R,K).  % the first arrival comes before the second')
        if f.budget is not None:
            self.emit(f':- {f.budget + 1} {{ l(A,B,T,R,K) }}.')
        if f.count is not None:
            self.emit(f':- {f.count + 1} {{ l(A,B,T,R,1) }}.')
        self.emit(f':- {f.duplicates + 1} {{ u(A,B,T,R,K) }}.')
        self.emit('sent(A,B,T) :- node(A), node(B), A != B, tick(T), not o(A,B,T), not down(A,T).')
        self.emit('arr(A,B,T,R,0) :- sent(A,B,T), unit(R), not l(A,B,T,R,1).')
        self.emit('arr(A,B,T,R,K) :- d(A,B,T,R,K).')
        self.emit('arr(A,B,T,R,K) :- u(A,B,T,R,K).')
        if f.fifo:
            self.emit('#defined sends/4.')
            self.emit(':- arr(A,B,S,Q,K), arr(A,B,T,R,L), S < T, S+K > T+L, sends(A,B,S,Q), sends(A,B,T,R).')

    def sends(self, rule, premises, t):
        """Returns the possible heads of a rule that sends a message to another node at tick t, one for
        each tick at which the message may arrive."""
        unit = rule.head.relation if self.fspec.apart else ''
        ends = f'{term(rule.positive()[0].args[0])},{term(rule.head.args[0])},{t},"{unit}"'
        self.emit(f'sends({ends}) :- {", ".join(premises)}.')
        latest = max(self.fspec.most, self.fspec.within if self.fspec.duplicates else 0)
        for late in range(0, min(latest, self.fspec.eot - 1 - t) + 1):
            head = call(predicate(rule.head.relation, t + 1 + late), map(term, rule.head.args))
            self.emit(f'{head} :- {", ".join([*premises, f"arr({ends},{late})"])}.')

    def tick(self, t):
        kept, self.program.rules = self.program.rules, [r for r in self.program.rules if r.kind != 'async']
        super().tick(t)
        self.program.rules = kept
        for rule in kept:
            premises = body(rule, t)
            if rule.kind == 'async' and premises is not None and t < self.fspec.eot:
                self.sends(rule, premises, t)


def faults_of(atoms):
    """Returns the faults in these atoms, each with its kind, names, tick and number of ticks. For a late
    message, uses the largest delay."""
    out, late = [], {}
    for atom in atoms:
        terms = [unquote(x) if x.startswith('"') else int(x) for x in ATOM_TERM.findall(atom)]
        kind = KINDS[atom[0]]
        if kind == 'D':
            unit = tuple(terms[:4])
            late[unit] = max(late.get(unit, 0), terms[4])
        else:
            out.append((kind, *terms))
    out += [('D', *unit, ticks) for unit, ticks in late.items()]
    return sorted(out, key=lambda f: ('OCDU'.index(f[0]), *f[1:]))


def order(faults):
    return (len(faults), sum(f[5] for f in faults if f[0] in 'DU'), [('OCDU'.index(f[0]), *f[1:]) for f in faults])


def written(faults):
    plain = lambda x: x if isinstance(x, str) and re.fullmatch(r'[A-Za-z0-9._?]+', x) else str(x)
    relation = lambda f: "," + plain(f[4]) if f[4] else ""
    one = lambda f: f"{f[0]}({','.join(plain(x) for x in f[1:4])}" + (f"{relation(f)},+{f[5]})" if f[0] in 'DU' else ')')
    return ' '.join(map(one, faults)) or 'none'


class LateOracle(Oracle):
    def __init__(self, paths, fspec):
        self.translation = LateTranslation(load(paths, []), fspec)
        self.fspec = fspec
        free = self.execution([]) if 'pre' not in self.translation.arity else []
        self.goals = self.translation.goals(free)

    def query(self, constraints, *options, time_limit=0):
        shown = ['#show o/3.', '#show c/2.', '#show l/5.', '#show u/5.']
        text = self.translation.text(self.goals + [':- not violated(_).', *shown] + constraints)
        result, models, _ = clingo(text, *options, time_limit=time_limit)
        return result, [faults_of(m) for m in models]

    def first(self, time_limit=0):
        size = '1@2,A,B,T : o(A,B,T); 1@2,A,T : c(A,T); 1@2,A,B,T,R,l : l(A,B,T,R,1); 1@2,A,B,T,R,u : u(A,B,T,R,K)'
        ticks = '1@1,A,B,T,R,K : l(A,B,T,R,K); K@1,A,B,T,R,K,u : u(A,B,T,R,K)'
        result, models = self.query([f'#minimize {{ {size}; {ticks} }}.'], '--quiet=1', time_limit=time_limit)
        if result == 'UNSATISFIABLE':
            return 'certified', None
        least = order(models[-1])
        sizes = [f':- not {least[0]} {{ o(A,B,T); c(D,S); l(E,F,V,R,1); u(G,H,W,Q,K) }} {least[0]}.',
                 f':- not #sum {{ 1,A,B,T,R,K : l(A,B,T,R,K); K,A,B,T,R,K,u : u(A,B,T,R,K) }} = {least[1]}.']
        _, models = self.query(sizes, '--project=show', '-n0', time_limit=time_limit)
        return 'counterexample', min(models, key=order)

    def all_minimal(self, limit=0, time_limit=0):
        _, models = self.query([], '--heuristic=Domain', '--dom-mod=false,show', '--enum-mode=domRec', f'-n{limit}',
                               time_limit=time_limit)
        return sorted(models, key=order)
