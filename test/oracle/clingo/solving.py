"""Runs clingo on a translated program to get executions, verdicts and minimal counterexamples."""
import json
import re
import subprocess

from program import unquote
from translation import Translation, mangle, quote

MOST_SECONDS = 1800  # time limit of one run of clingo in seconds; after that, it raises TimeoutExpired


def clingo(text, *options, time_limit=0):
    """Runs clingo; returns (status, list of answer sets as lists of atom texts)."""
    command = ['clingo', '--outf=2', '--warn=no-atom-undefined', f'--time-limit={time_limit}', '-', *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=MOST_SECONDS)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise RuntimeError('clingo failed:\n' + done.stdout[-2000:] + done.stderr[-2000:]) from None
    witnesses = [w['Value'] for call_ in result.get('Call', []) for w in call_.get('Witnesses', [])]
    return result['Result'], witnesses, done.stderr


ATOM_TERM = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+')


def faults_of(atoms):
    """Returns a fault set as a sorted list: omissions ('O', a, b, t) first, then crashes ('C', a, t)."""
    out = []
    for atom in atoms:
        terms = [unquote(x) if x.startswith('"') else int(x) for x in ATOM_TERM.findall(atom)]
        if atom.startswith('o('):
            out.append((0, *terms))
        elif atom.startswith('c('):
            out.append((1, *terms))
    return sorted(out)


def written(faults):
    plain = lambda x: x if isinstance(x, int) or re.fullmatch(r'[A-Za-z0-9._?]+', x) else quote(x)
    text = ' '.join(('O' if f[0] == 0 else 'C') + '(' + ','.join(str(plain(x)) for x in f[1:]) + ')'
                    for f in faults)
    return text or 'none'


def parse_faults(text):
    out = []
    for kind, inner in re.findall(r'([OC])\(([^)]*)\)', text):
        args = [x.strip().strip('"') for x in inner.split(',')]
        out.append((0 if kind == 'O' else 1, *args[:-1], int(args[-1])))
    return sorted(out)


def order(faults):
    return (len(faults), faults)


class Oracle:
    def __init__(self, program, fspec, pre='pre', post='post'):
        self.translation = Translation(program, fspec, pre, post)
        self.fspec = fspec
        free = self.execution([]) if pre not in self.translation.arity else []
        self.goals = self.translation.goals(free)

    def execution(self, faults, everything=False):
        """Returns the tuples at EOT, or at every tick, under one fault set, as (relation, [argument texts])."""
        t = self.translation
        fixed = ['#defined o/3. #defined c/2.']
        fixed += [f'o({quote(f[1])},{quote(f[2])},{f[3]}).' if f[0] == 0 else f'c({quote(f[1])},{f[2]}).'
                  for f in faults]
        lines = [line for line in t.lines if not line.startswith(('{', ':-', '#defined'))]
        _, models, _ = clingo('\n'.join(fixed + lines) + '\n')
        names = {f'r_{mangle(r)}': r for r in t.arity}
        out = []
        for atom in models[0]:
            m = re.match(r'(r_.*)__(\d+)\((.*)\)$', atom, re.DOTALL)
            if m and m.group(1) in names and (everything or int(m.group(2)) == self.fspec.eot):
                row = (names[m.group(1)], ATOM_TERM.findall(m.group(3)))
                out.append((int(m.group(2)), *row) if everything else row)
        return out

    def violated(self, faults):
        """Returns the tuples that a fault set violates. The fault set need not be admissible."""
        fixed = [f'o({quote(f[1])},{quote(f[2])},{f[3]}).' if f[0] == 0 else f'c({quote(f[1])},{f[2]}).'
                 for f in faults]
        lines = [line for line in self.translation.lines if not line.startswith(('{', ':-', '#defined'))]
        text = '\n'.join(['#defined o/3. #defined c/2.'] + fixed + lines + self.goals + ['#show violated/1.'])
        _, models, _ = clingo(text + '\n')
        return sorted(models[0])

    def query(self, constraints, *options, time_limit=0):
        text = self.translation.text(
            self.goals + [':- not violated(_).', '#show o/3.', '#show c/2.'] + constraints)
        result, models, _ = clingo(text, *options, time_limit=time_limit)
        return result, [faults_of(m) for m in models]

    def size_constraint(self, k):
        return f':- not {k} {{ o(A,B,T); c(D,S) }} {k}.'

    def first(self, time_limit=0):
        """Returns the verdict and the first minimal counterexample. The first one has the fewest faults,
        and comes first in the order of fault sets."""
        result, models = self.query(['#minimize { 1,A,B,T : o(A,B,T); 1,A,T : c(A,T) }.'],
                                    '--opt-strategy=usc', '--quiet=1', time_limit=time_limit)
        if result == 'UNSATISFIABLE':
            return 'certified', None
        if result != 'OPTIMUM FOUND':
            return 'inconclusive', models[-1] if models else None
        _, models = self.query([self.size_constraint(len(models[-1]))], '--project=show', '-n0',
                               time_limit=time_limit)
        return 'counterexample', min(models, key=order)

    def all_minimal(self, limit=0, time_limit=0):
        """Returns all minimal counterexamples, in order. The solver first tries to make faults false, so
        it finds minimal sets. Each one that is found excludes its supersets."""
        result, models = self.query(
            [], '--heuristic=Domain', '--dom-mod=false,show', '--enum-mode=domRec', f'-n{limit}',
            time_limit=time_limit)
        if result == 'UNKNOWN':
            raise TimeoutError('clingo ran out of time')
        return sorted(models, key=order)

    def count(self, time_limit=0):
        """Returns how many fault sets violate. Enumerates them."""
        return len(self.query([], '--project=show', '-n0', time_limit=time_limit)[1])

    def pre_tuples(self):
        return sum(1 for r, _ in self.execution([]) if r == self.translation.pre)

    def verdict(self, time_limit=0):
        if self.violated([]):
            return 'broken', []
        verdict, faults = self.first(time_limit)
        if verdict == 'certified' and self.translation.pre in self.translation.arity and not self.pre_tuples():
            verdict = 'vacuous'
        return verdict, faults
