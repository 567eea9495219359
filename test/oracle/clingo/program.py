"""Reads Dedalus programs and their includes as rules. Does not check the programs, because ldfi-farm has
checked them."""
import os
import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional

TOKEN = re.compile(r'''(?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<op>:-|==|!=|<=|>=|[<>+\-*/(),;@=])
  | (?P<name>[A-Za-z0-9._?]+)''', re.VERBOSE | re.DOTALL)
AGGREGATES = ('count', 'min', 'max', 'sum')
DURABILITY = ('stable', 'buffered', 'volatile')
RELOPS = ('==', '!=', '<=', '>=', '<', '>')


@dataclass
class Var:
    name: str


@dataclass
class Const:
    value: object  # a text or a number


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
    kind: str  # kind of the rule: '' (same tick), 'next' or 'async'
    body: List[object] = field(default_factory=list)

    def positive(self):
        return [l for l in self.body if isinstance(l, Atom) and not l.negated]

    def negative(self):
        return [l for l in self.body if isinstance(l, Atom) and l.negated]

    def comparisons(self):
        return [l for l in self.body if isinstance(l, Comparison)]


@dataclass
class Program:
    facts: List[Atom] = field(default_factory=list)  # facts of the program, each with a tick in .at
    rules: List[Rule] = field(default_factory=list)
    # For each relation with a declaration, its word: stable, buffered or volatile.
    declared: Dict[str, str] = field(default_factory=dict)


class Parser:
    """Parses the tokens of one file by recursive descent, and appends the rules to `program`. Replaces
    constants in the tokens before."""

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

    def settings(self, word):
        """Returns {name: tokens} of the statements `word name = value;`, and removes these statements."""
        found, rest, i = {}, [], 0
        while i < len(self.tokens):
            if self.tokens[i] == ('name', word) and self.tokens[i + 1][0] == 'name' and self.tokens[i + 2] == ('op', '='):
                end = self.tokens.index(('op', ';'), i)
                found[self.tokens[i + 1][1]] = self.tokens[i + 3:end]
                i = end + 1
            else:
                rest.append(self.tokens[i])
                i += 1
        self.tokens = rest
        return found

    def replace(self, values):
        """Replaces the names of constants by their values, except where a name is the name of a relation."""
        tokens = []
        for i, token in enumerate(self.tokens):
            relation = self.tokens[i + 1:i + 2] == [('op', '(')]
            tokens += values[token[1]] if token[0] == 'name' and token[1] in values and not relation else [token]
        self.tokens = tokens

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

    def statements(self, program):
        while self.peek()[0] != 'end':
            if self.peek() == ('name', 'include'):
                self.take(), self.take(), self.take(';')
                continue
            if self.peek()[1] in DURABILITY and self.peek(1)[0] == 'name':
                self.declaration(program)
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
                    # The first column of the body is the node at which the rule runs. The rule needs a name
                    # for it.
                    first.args[0] = Var('_sender')
                program.rules.append(Rule(head, kind, body))
            self.take(';')

    def declaration(self, program):
        word = self.take()[1]
        program.declared[self.take()[1]] = word
        while self.accept(','):
            program.declared[self.take()[1]] = word
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


def load(paths, folders=()):
    """Returns the rules of the programs and of their includes, which may be in `folders`. Reads each file
    only once, in the order of inclusion."""
    program, seen, files = Program(), set(), []

    def read(path):
        real = os.path.realpath(path)
        if real in seen:
            return
        seen.add(real)

        def include(name):
            places = [os.path.join(folder, name) for folder in map(os.path.dirname, (path, paths[0]))]
            places += [os.path.join(folder, name) for folder in folders]
            read(next(filter(os.path.exists, places), name))

        with open(path, encoding='utf-8') as f:
            parser = Parser(f.read(), path)
        for i, token in enumerate(parser.tokens[:-1]):
            if token == ('name', 'include') and parser.tokens[i + 1][0] == 'string':
                include(unquote(parser.tokens[i + 1][1]))
        files.append(parser)

    for path in paths:
        read(path)
    values = {}
    for word in ('const', 'set'):
        for parser in files:
            values.update(parser.settings(word))
    for parser in files:
        parser.replace(values)
        parser.statements(program)
    return program
