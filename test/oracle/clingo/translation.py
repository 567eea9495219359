"""Translates rules and an Fspec to an answer-set program for clingo. Predicates exist once for each tick,
and faults are choices of the solver."""
import re
from dataclasses import dataclass
from typing import List

from program import Aggregate, Arith, Const, Var

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
    """Returns the text of the rule's body at `tick`, or None if the body refers to a later tick."""
    bound, out = set(bound_variables(rule)), []
    for literal in rule.positive() + rule.negative():
        at = tick if literal.at is None else literal.at
        if at > tick:
            return None
        args = literal.args
        if literal.negated:
            free = [a.name for a in args if isinstance(a, Var) and a.name not in bound and a.name != '_']
            # A variable occurs twice, so the literal must exclude a tuple with equal values in these columns.
            if len(free) != len(set(free)):
                some = ','.join(term(Var(name)) for name in dict.fromkeys(free))
                out.append(f'#count{{ {some} : {call(predicate(literal.relation, at), map(term, args))} }} = 0')
                continue
            args = [Var('_') if isinstance(a, Var) and a.name not in bound else a for a in args]
        out.append(('not ' if literal.negated else '') + call(predicate(literal.relation, at), map(term, args)))
    for c in rule.comparisons():
        out.append(f'{term(c.left)} {"=" if c.op == "==" else c.op} {term(c.right)}')
    return out


class Translation:
    """Makes the lines of the answer-set program."""

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
        self.built_in(t)
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
            if rule.kind:
                premises += self.condition(rule, term(rule.positive()[0].args[0]), t)
            head = call(predicate(rule.head.relation, t + 1 if rule.kind else t), map(term, rule.head.args))
            self.emit(f'{head} :- {", ".join(premises)}.')

    def built_in(self, t):
        """Adds the built-in relations, from which rules read faults."""
        self.emit(f'{predicate("crash", t)}(Obs,N,S) :- node(Obs), c(N,S).')

    def condition(self, rule, location, t):
        """Returns the condition under which no fault keeps the rule's head from holding at the next tick."""
        if rule.kind == 'async':
            return [f'sent({location},{term(rule.head.args[0])},{t})']
        return [f'not down({location},{t})'] if self.fspec.halt else []

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
        """Adds the definition of violated/1. If the program has no `pre`, `failure_free` must have the
        atoms of the failure-free run."""
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
