#!/usr/bin/env python3
"""An independent oracle: a Dedalus program and its Fspec as an answer-set program for clingo.

    ded2asp.py configs/kafka.yaml                     print the answer-set program
    ded2asp.py configs/kafka.yaml --solve             decide it: one line of JSON
    ded2asp.py configs/kafka.yaml --solve --all       with all minimal falsifiers
    ded2asp.py configs/kafka.yaml --run 'O(a,b,1)'    one execution: what is violated, and every tuple
    ded2asp.py a.ded b.ded -N a,b -t 4 -f 2 -c 1      the same without a config

It shares no code with ldfi-farm: its own parser, and clingo's grounder and solver. It follows
SEMANTICS.md. Every tick gets predicates of its own (log__3 is log at tick 3), so the program is
stratified as clingo sees it, and what is certain at a tick is evaluated while grounding. Faults are
choices: o(A,B,T) and c(A,T). Every answer set is one fault set with its execution.

It trusts its input: programs are to be checked by ldfi-farm. Limits: 32-bit integers; arithmetic
errors drop the rule instance instead of failing.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from typing import List, Optional

# --------------------------------------------------------------------------------------- parser

TOKEN = re.compile(r'''(?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<op>:-|==|!=|<=|>=|[<>+\-*/(),;@])
  | (?P<name>[A-Za-z0-9._?]+)''', re.VERBOSE | re.DOTALL)
AGGREGATES = ('count', 'min', 'max', 'sum')
RELOPS = ('==', '!=', '<=', '>=', '<', '>')


@dataclass
class Var:
    name: str


@dataclass
class Const:
    value: object  # str or int


@dataclass
class Arith:
    op: str
    left: object
    right: object


@dataclass
class Aggregate:
    kind: str
    var: Var


@dataclass
class Atom:
    relation: str
    args: List[object]
    negated: bool = False
    at: Optional[int] = None


@dataclass
class Comparison:
    op: str
    left: object
    right: object


@dataclass
class Rule:
    head: Atom
    kind: str  # '', 'next' or 'async'
    body: List[object] = field(default_factory=list)

    def positive(self):
        return [l for l in self.body if isinstance(l, Atom) and not l.negated]

    def negative(self):
        return [l for l in self.body if isinstance(l, Atom) and l.negated]

    def comparisons(self):
        return [l for l in self.body if isinstance(l, Comparison)]


@dataclass
class Program:
    facts: List[Atom] = field(default_factory=list)  # with .at
    rules: List[Rule] = field(default_factory=list)


class Parser:
    """Recursive descent over the tokens of one file; appends to `program`."""

    def __init__(self, text, name):
        self.name, self.tokens, at = name, [], 0
        while at < len(text):
            m = TOKEN.match(text, at)
            if not m:
                raise SyntaxError(f'{name}: cannot read {text[at:at + 20]!r}')
            if m.lastgroup != 'space':
                self.tokens.append((m.lastgroup, m.group()))
            at = m.end()
        self.i = 0

    def peek(self, ahead=0):
        j = self.i + ahead
        return self.tokens[j] if j < len(self.tokens) else ('end', '')

    def take(self, text=None):
        token = self.peek()
        if text is not None and token[1] != text:
            raise SyntaxError(f'{self.name}: expected {text!r}, found {token[1]!r} (token {self.i})')
        self.i += 1
        return token

    def accept(self, text):
        if self.peek() == ('op', text) or self.peek() == ('name', text):
            self.i += 1
            return True
        return False

    def statements(self, program, include):
        while self.peek()[0] != 'end':
            if self.peek() == ('name', 'include'):
                self.take()
                include(unquote(self.take()[1]))
                self.take(';')
                continue
            head = self.atom(head=True)
            if self.peek() == ('op', '@') and self.peek(1)[1] not in ('next', 'async'):
                self.take('@')
                head.at = int(self.take()[1])
                program.facts.append(head)
            else:
                kind = self.take()[1] if self.accept('@') else ''
                self.take(':-')
                body = [self.literal()]
                while self.accept(','):
                    body.append(self.literal())
                first = next(l for l in body if isinstance(l, Atom) and not l.negated)
                if first.args[0] == Var('_'):
                    first.args[0] = Var('_sender')  # the location is one node, named or not
                program.rules.append(Rule(head, kind, body))
            self.take(';')

    def literal(self):
        if self.peek() == ('name', 'notin') and self.peek(1)[0] == 'name':
            self.take()
            atom = self.atom()
            atom.negated = True
            return atom
        if self.peek()[0] == 'name' and self.peek(1) == ('op', '('):
            return self.atom()
        left = self.expression()
        op = self.take()[1]
        if op not in RELOPS:
            raise SyntaxError(f'{self.name}: {op!r} is not a comparison')
        return Comparison(op, left, self.expression())

    def atom(self, head=False):
        relation = self.take()[1]
        self.take('(')
        args = [self.argument(head)]
        while self.accept(','):
            args.append(self.argument(head))
        self.take(')')
        atom = Atom(relation, args)
        if not head and self.accept('@'):
            atom.at = int(self.take()[1])
        return atom

    def argument(self, head):
        if head and self.peek()[1] in AGGREGATES and self.peek(1) == ('op', '<'):
            kind = self.take()[1]
            self.take('<')
            var = Var(self.take()[1])
            self.take('>')
            return Aggregate(kind, var)
        return self.expression()

    def expression(self):
        left = self.product()
        while self.peek() in (('op', '+'), ('op', '-')):
            left = Arith(self.take()[1], left, self.product())
        return left

    def product(self):
        left = self.primary()
        while self.peek() in (('op', '*'), ('op', '/')):
            left = Arith(self.take()[1], left, self.primary())
        return left

    def primary(self):
        if self.accept('('):
            inner = self.expression()
            self.take(')')
            return inner
        if self.accept('-'):
            return Const(-int(self.take()[1]))
        kind, text = self.take()
        if kind == 'string':
            return Const(unquote(text))
        if kind != 'name':
            raise SyntaxError(f'{self.name}: expected a term, found {text!r}')
        return Const(int(text)) if text.isdigit() else Var(text)


def unquote(text):
    return re.sub(r'\\(.)', r'\1', text[1:-1])


def load(paths):
    """The programs and their includes, each file read once, in order of inclusion."""
    program, seen = Program(), set()
    base = os.path.dirname(paths[0])

    def read(path):
        real = os.path.realpath(path)
        if real in seen:
            return
        seen.add(real)

        def include(name):
            beside = os.path.join(os.path.dirname(path), name)
            read(beside if os.path.exists(beside) else os.path.join(base, name))

        with open(path, encoding='utf-8') as f:
            Parser(f.read(), path).statements(program, include)

    for path in paths:
        read(path)
    return program


# ----------------------------------------------------------------------------------- translation

@dataclass
class Fspec:
    eot: int
    eff: int
    crashes: int
    nodes: List[str]
    exclusive: bool = False
    halt: bool = False

    def last_omission(self):
        return max(self.eff - 1, 0) if self.exclusive else self.eff


def mangle(name):
    return re.sub(r'[^A-Za-z0-9_]', lambda m: f'_{ord(m.group()):x}_', name)


def predicate(relation, tick):
    return f'r_{mangle(relation)}__{tick}'


def quote(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n') + '"'


def term(t):
    if isinstance(t, Var):
        return '_' if t.name == '_' else 'V_' + mangle(t.name)
    if isinstance(t, Const):
        return quote(t.value) if isinstance(t.value, str) else str(t.value)
    return f'({term(t.left)}{t.op}{term(t.right)})'


def call(name, args):
    return f'{name}({",".join(args)})'


def variables(t, out):
    if isinstance(t, Var) and t.name != '_':
        out.setdefault(t.name)
    elif isinstance(t, Arith):
        variables(t.left, out)
        variables(t.right, out)
    return out


def bound_variables(rule):
    out = {}
    for literal in rule.positive():
        for arg in literal.args:
            variables(arg, out)
    return list(out)


def body(rule, tick):
    """The rule's body at `tick`, or None if it looks into the future."""
    bound, out = set(bound_variables(rule)), []
    for literal in rule.positive() + rule.negative():
        at = tick if literal.at is None else literal.at
        if at > tick:
            return None
        args = literal.args
        if literal.negated:
            free = [a.name for a in args if isinstance(a, Var) and a.name not in bound and a.name != '_']
            if len(free) != len(set(free)):
                raise ValueError(f'notin {literal.relation}: a free variable occurs twice')
            args = [Var('_') if isinstance(a, Var) and a.name not in bound else a for a in args]
        out.append(('not ' if literal.negated else '') + call(predicate(literal.relation, at), map(term, args)))
    for c in rule.comparisons():
        out.append(f'{term(c.left)} {"=" if c.op == "==" else c.op} {term(c.right)}')
    return out


class Translation:
    """The answer-set program as lines of text."""

    def __init__(self, program, fspec, pre='pre', post='post'):
        self.program, self.fspec, self.pre, self.post = program, fspec, pre, post
        self.lines = []
        self.arity = {f.relation: len(f.args) for f in program.facts}
        self.arity.update({r.head.relation: len(r.head.args) for r in program.rules})
        self.faults()
        for tick in range(1, fspec.eot + 1):
            self.tick(tick)

    def emit(self, line):
        self.lines.append(line)

    def faults(self):
        f = self.fspec
        for node in f.nodes:
            self.emit(f'node({quote(node)}).')
        self.emit(f'tick(1..{f.eot}).')
        if f.last_omission() > 0:
            self.emit(f'{{ o(A,B,T) : node(A), node(B), A != B, T = 1..{f.last_omission()} }}.')
        else:
            self.emit('#defined o/3.')
        if f.crashes > 0:
            self.emit('{ c(A,T) : tick(T) } 1 :- node(A).')
            self.emit(f':- {f.crashes + 1} {{ c(A,T) }}.')
        else:
            self.emit('#defined c/2.')
        self.emit('down(A,T) :- c(A,S), tick(T), S <= T.')
        self.emit(':- o(A,B,T), down(A,T).  % redundant: not in the written form')
        self.emit('sent(A,B,T) :- node(A), node(B), A != B, tick(T), not o(A,B,T), not down(A,T).')
        self.emit('sent(A,A,T) :- node(A), tick(T)' + (', not down(A,T).' if f.halt else '.'))

    def tick(self, t):
        self.emit(f'% ---- tick {t}')
        self.emit(f'{predicate("crash", t)}(Obs,N,S) :- node(Obs), c(N,S).')
        for fact in self.program.facts:
            if fact.at == t:
                self.emit(call(predicate(fact.relation, t), map(term, fact.args)) + '.')
        for index, rule in enumerate(self.program.rules):
            premises = body(rule, t)
            if premises is None or (rule.kind and t == self.fspec.eot):
                continue
            if any(isinstance(a, Aggregate) for a in rule.head.args):
                self.aggregate(rule, premises, index, t)
                continue
            location = term(rule.positive()[0].args[0])
            if rule.kind == 'async':
                premises.append(f'sent({location},{term(rule.head.args[0])},{t})')
            elif rule.kind == 'next' and self.fspec.halt:
                premises.append(f'not down({location},{t})')
            head = call(predicate(rule.head.relation, t + 1 if rule.kind else t), map(term, rule.head.args))
            self.emit(f'{head} :- {", ".join(premises)}.')

    def aggregate(self, rule, premises, index, t):
        names = ['V_' + mangle(v) for v in bound_variables(rule)]
        binding = f'b_{index}__{t}'
        self.emit(f'{call(binding, names)} :- {", ".join(premises)}.')
        plain = {}
        for arg in rule.head.args:
            if not isinstance(arg, Aggregate):
                variables(arg, plain)
        group = {'V_' + mangle(v) for v in plain}
        parts, head = [call(binding, [n if n in group else '_' for n in names])], []
        for i, arg in enumerate(rule.head.args):
            if not isinstance(arg, Aggregate):
                head.append(term(arg))
                continue
            own = term(arg.var)
            inner = call(binding, [n if n in group or n == own else '_' for n in names])
            parts.append(f'Agg{i} = #{arg.kind}{{ {own} : {inner} }}')
            head.append(f'Agg{i}')
        self.emit(f'{call(predicate(rule.head.relation, t), head)} :- {", ".join(parts)}.')

    def goals(self, failure_free):
        """The lines that define violated/1. Without pre, `failure_free` is the atoms of that run."""
        eot, out = self.fspec.eot, ['#defined violated/1.']
        if self.pre in self.arity:
            args = [f'X{i}' for i in range(self.arity[self.pre])]
            tup = call('t', args)
            post = call(predicate(self.post, eot), args)
            out.append(f'violated({tup}) :- {call(predicate(self.pre, eot), args)}, not {post}.')
            out.append(f'#defined {predicate(self.post, eot)}/{len(args)}.')
            out.append(f'#defined {predicate(self.pre, eot)}/{len(args)}.')
            return out
        persisted = {r.head.relation for r in self.program.rules if r.kind == 'next'
                     and r.body and any(l.relation == r.head.relation and l.args == r.head.args
                                        for l in r.positive())}
        watched = {self.post} if self.post in self.arity else persisted
        for relation, args in failure_free:
            if relation in watched:
                out.append(f'violated({call("t", [quote(relation)] + args)}) :- '
                           f'not {call(predicate(relation, eot), args)}.')
        return out

    def text(self, extra=()):
        return '\n'.join(self.lines + list(extra)) + '\n'


# --------------------------------------------------------------------------------------- solving

def clingo(text, *options, time_limit=0):
    """Runs clingo; returns (status, list of answer sets as lists of atom texts)."""
    command = ['clingo', '--outf=2', '--warn=no-atom-undefined', f'--time-limit={time_limit}', '-', *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise RuntimeError('clingo failed:\n' + done.stdout[-2000:] + done.stderr[-2000:]) from None
    witnesses = [w['Value'] for call_ in result.get('Call', []) for w in call_.get('Witnesses', [])]
    return result['Result'], witnesses, done.stderr


ATOM_TERM = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+')


def faults_of(atoms):
    """A fault set as a sorted list: omissions ('O', a, b, t) first, then crashes ('C', a, t)."""
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
        """The tuples at EOT (or of every tick) under one fault set, as (relation, [argument texts])."""
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
        """What this one fault set violates; works for any fault set, admissible or not."""
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
        """(verdict, the first minimal falsifier): fewest faults, then order."""
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
        """All subset-minimal falsifiers, in order (domain heuristic: faults false first, then block)."""
        result, models = self.query(
            [], '--heuristic=Domain', '--dom-mod=false,show', '--enum-mode=domRec', f'-n{limit}',
            time_limit=time_limit)
        if result == 'UNKNOWN':
            raise TimeoutError('clingo ran out of time')
        return sorted(models, key=order)

    def count(self, time_limit=0):
        """How many distinct fault sets violate (enumerates them all)."""
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


# ------------------------------------------------------------------------------------------ main

def read_config(path):
    """Our configs' shape only; ldfi-farm is the judge of what a config may say."""
    import yaml
    with open(path, encoding='utf-8') as f:
        c = yaml.safe_load(f)
    beside = lambda p: os.path.join(os.path.dirname(path), p)
    programs = c['program'] if isinstance(c['program'], list) else [c['program']]
    return [beside(p) for p in programs], c


def make(args):
    config = {}
    programs = args.inputs
    if args.inputs[0].endswith(('.yaml', '.yml')):
        programs, config = read_config(args.inputs[0])
    spec = config.get('fspec', {})
    pick = lambda given, key, default: given if given is not None else spec.get(key, default)
    nodes = args.nodes.split(',') if args.nodes else config.get('nodes')
    if not nodes:
        sys.exit('ded2asp: name the nodes (-N a,b,c or nodes: in the config)')
    fspec = Fspec(pick(args.eot, 'eot', None), pick(args.eff, 'eff', 0), pick(args.crashes, 'crashes', 0),
                  sorted(map(str, nodes)),
                  exclusive=pick(args.eff_mode, 'eff_mode', 'inclusive') == 'exclusive',
                  halt=pick(args.crash_model, 'crash_model', 'silent') == 'halt')
    invariant = config.get('invariant', {})
    return Oracle(load(programs), fspec, invariant.get('pre', 'pre'), invariant.get('post', 'post'))


def main():
    p = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    p.add_argument('inputs', nargs='+', help='one config, or .ded programs')
    p.add_argument('-N', '--nodes')
    p.add_argument('-t', '--eot', type=int)
    p.add_argument('-f', '--eff', type=int)
    p.add_argument('-c', '--crashes', type=int)
    p.add_argument('--eff-mode', choices=['inclusive', 'exclusive'])
    p.add_argument('--crash-model', choices=['silent', 'halt'])
    p.add_argument('--time-limit', type=int, default=0, help='seconds for each call of clingo')
    p.add_argument('--solve', action='store_true', help='verdict and first minimal falsifier, as JSON')
    p.add_argument('--all', action='store_true', help='with --solve: all minimal falsifiers')
    p.add_argument('--run', metavar='FAULTS', help='one execution, tick by tick')
    args = p.parse_args()
    oracle = make(args)
    if args.run is not None:
        faults = parse_faults(args.run)
        for tick, relation, values in sorted(oracle.execution(faults, everything=True)):
            print(f'{tick:3} {relation}({",".join(values)})')
        print('violated:', ' '.join(oracle.violated(faults)) or 'nothing')
    elif args.solve:
        verdict, faults = oracle.verdict(args.time_limit)
        out = {'verdict': verdict, 'first': None if faults is None else written(faults)}
        if args.all and verdict == 'counterexample':
            out['minimal'] = [written(f) for f in oracle.all_minimal(time_limit=args.time_limit)]
        print(json.dumps(out))
    else:
        print(oracle.translation.text(oracle.goals), end='')


if __name__ == '__main__':
    main()
