"""The same questions to clingo: executions, verdicts, minimal falsifiers. What faults do is written once more, as rules."""
import re

from evaluator import derived, stable_relations
from faults import NEVER, Crash, Omission
from solving import ATOM_TERM, clingo
from translation import Translation, call, mangle, predicate, quote, term

SHOW = ["#show o/3.", "#show c/3.", "#show r/4."]
DEFINED = "#defined o/3. #defined c/3. #defined r/4."

# r(N,S,P,R) is C(N,S,R), or with P = 1 C(N,S+,R); c(N,S,P) the same without a restart.
CONSEQUENCES = """
fault(N,S,P,R) :- r(N,S,P,R).
fault(N,S,P,never) :- c(N,S,P).
down(N,T) :- fault(N,S,P,R), tick(T), S+P <= T, T < R.
muted(N,S) :- fault(N,S,1,_).
speaks(N,T) :- node(N), tick(T), not down(N,T), not muted(N,T).
arrives(A,B,T) :- speaks(A,T), node(B), not down(B,T+1), not o(A,B,T).
forgets(N,T) :- down(N,T).
forgets(N,T) :- tick(T), down(N,T+1).
:- fault(N,S,P,R), fault(N,S2,P2,R2), (S,P,R) != (S2,P2,R2), S2+P2 <= R, S+P <= R2.
:- o(A,B,T), not speaks(A,T).
:- o(A,B,T), down(B,T+1).
"""


class RecoveryTranslation(Translation):
    def __init__(self, program, fspec):
        self.stable = stable_relations(program)
        super().__init__(program, fspec)

    def faults(self):
        f = self.fspec
        for name, some in (("node", f.nodes), ("may", f.may_crash())):
            self.lines += [f"{name}({quote(n)})." for n in some] + [f"#defined {name}/1."]
        self.emit(DEFINED)
        self.emit(f"tick(1..{f.eot + 1}).")
        if f.eff:
            self.emit(f"{{ o(A,B,T) : node(A), node(B), A != B, T = 1..{f.eff} }}.")
        if f.crashes:
            self.emit(f"{{ c(N,S,P) : may(N), S = 1..{f.eot}, P = 0..1 }} {f.crashes}.")
        if f.restarts and f.eff:
            self.emit(f"{{ r(N,S,P,R) : may(N), S = 1..{f.eff}, P = 0..1, R = S+P+1..{f.eff + 1} }} {f.restarts}.")
        # A number is less than any name.
        self.lines += CONSEQUENCES.strip().split("\n")

    def tick(self, t):
        super().tick(t)
        if t < self.fspec.eot:
            self.disks(t)

    def built_in(self, t):
        self.emit(f'{predicate("crash", t)}(O,N,S) :- node(O), c(N,S,_).')
        self.emit(f'{predicate("restart", t)}(N) :- r(N,_,_,{t}).')
        if "down" not in derived(self.program):
            self.emit(f'{predicate("down", t)}(N) :- down(N,{t}).')

    def condition(self, rule, location, t):
        if rule.kind == "async":
            return [f"arrives({location},{term(rule.head.args[0])},{t})"]
        return [f'not {"down" if rule.head.relation in self.stable else "forgets"}({location},{t})']

    def disks(self, t):
        """While its node is down, a stable relation stands as it is."""
        lasting = {f.relation for f in self.program.facts} | {r.head.relation for r in self.program.rules if r.kind}
        for relation in sorted(self.stable & lasting):
            args = [f"X{i}" for i in range(self.arity[relation])]
            self.emit(f"{call(predicate(relation, t + 1), args)} :- {call(predicate(relation, t), args)}, down(X0,{t}).")

    def without_choices(self):
        return [line for line in self.lines if not line.startswith(("{", ":-"))]


def atoms_of(faults):
    out = []
    for f in faults:
        if isinstance(f, Omission):
            out.append(f"o({quote(f.sender)},{quote(f.receiver)},{f.at}).")
        elif f.permanent():
            out.append(f"c({quote(f.node)},{f.at},{int(f.after)}).")
        else:
            out.append(f"r({quote(f.node)},{f.at},{int(f.after)},{f.back}).")
    return out


def terms_of(atom):
    return [text[1:-1] if text.startswith('"') else int(text) for text in ATOM_TERM.findall(atom)]


def faults_of(model):
    found = set()
    for atom in model:
        terms = terms_of(atom)
        if atom.startswith("o("):
            found.add(Omission(*terms))
        else:
            node, at, after, back = (*terms, NEVER)[:4]
            found.add(Crash(node, at, bool(after), back))
    return frozenset(found)


class Clingo:
    def __init__(self, program, fspec):
        self.translation = RecoveryTranslation(program, fspec)
        self.goals = self.translation.goals([])

    def run(self, faults):
        """As Evaluator.run: a list of {relation: tuples}, one for each tick."""
        t = self.translation
        _, models, errors = clingo("\n".join(t.without_choices() + atoms_of(faults)))
        if not models:
            raise RuntimeError(errors)
        names = {f"r_{mangle(r)}": r for r in {*t.arity, "restart", "down", "crash"}}
        ticks = [{r: set() for r in names.values()} for _ in range(t.fspec.eot)]
        for atom in models[0]:
            m = re.match(r"(r_.*)__(\d+)\((.*)\)$", atom)
            if m and m.group(1) in names and int(m.group(2)) <= t.fspec.eot:
                ticks[int(m.group(2)) - 1][names[m.group(1)]].add(tuple(terms_of(m.group(3))))
        return ticks

    def minimal(self, limit=0):
        """All minimal falsifiers (faults are false first, and what was found blocks its supersets)."""
        result, models, errors = clingo(
            self.translation.text(self.goals + [":- not violated(_).", *SHOW]),
            "--heuristic=Domain", "--dom-mod=false,show", "--enum-mode=domRec", f"-n{limit}")
        if result not in ("SATISFIABLE", "UNSATISFIABLE"):
            raise RuntimeError(f"clingo: {result} {errors}")
        return set(map(faults_of, models))

    def fault_sets(self):
        """All that are canonical: whatever the program is."""
        _, models, _ = clingo(self.translation.text(SHOW), "--project=show", "-n0")
        return list(map(faults_of, models))
