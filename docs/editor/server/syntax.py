"""What an editor needs to know of a .ded or .spec text: its tokens, statements, and where relations are derived and read.

It is lenient: a text that is being typed is wrong most of the time, and what is wrong is said by ldfi-farm itself.
"""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))"
    r'|(?P<string>"(?:\\.|[^"\\\n])*"?)'
    r"|(?P<word>[A-Za-z0-9._?]+)"
    r"|(?P<sign>:-|==|!=|<=|>=|[-+*/<>=@(),;{}])"
    r"|(?P<newline>\n)|(?P<space>[ \t\r]+)|(?P<other>.)",
    re.DOTALL,
)
KEYWORDS = ("include", "const", "set", "stable", "buffered", "volatile", "spec")
AGGREGATES = ("count", "min", "max", "sum")
#: Relations that nobody derives, with the names of their columns.
BUILT_IN = {
    "crash": "crash(Observer, Node, Time): Node crashes at Time; holds at every node and every tick",
    "ioerror": "ioerror(Node, Relation): at the tick before, writes of Relation failed at Node, or its disk was dead",
    "restart": "restart(Node): Node restarts in this very tick",
    "down": "down(Node): Node has crashed or is down",
    "paused": "paused(Node): Node is paused",
    "corrupt": "corrupt(Node, Relation): at the tick before, what Node's disk holds of Relation was damaged",
    "sync": "sync(Node, Relation): Node's buffered Relation is written to its disk; derive it as any relation",
}
BUILT_IN_TYPES = {"crash": ("node", "node", "integer"), "ioerror": ("node", "string"), "corrupt": ("node", "string"),
                  "sync": ("node", "string"), "restart": ("node",), "down": ("node",), "paused": ("node",)}  # fmt: skip
EVENTS = ("sent", "delivered", "lost", "wrote", "first", "gone")


@dataclass
class Token:
    kind: str
    text: str
    begin: int  # offsets in the text
    end: int


@dataclass
class Atom:
    """A relation with its arguments, in a head or a body."""

    name: Token
    arguments: list  # of lists of tokens
    when: str = ""  # next, async, a tick
    negated: bool = False
    head: bool = False
    end: int = 0


@dataclass
class Statement:
    kind: str  # fact, rule, include, const, set, stable, buffered, volatile, spec, other
    begin: int
    end: int
    atoms: list = field(default_factory=list)
    words: list = field(default_factory=list)  # tokens after the keyword


def tokens(text):
    """All tokens but spaces and line ends; comments are among them."""
    return [Token(m.lastgroup, m.group(), m.start(), m.end()) for m in TOKEN.finditer(text) if m.lastgroup not in ("space", "newline")]


def statements(text):
    """The statements of a text, each up to its `;`."""
    found, current = [], []
    for token in tokens(text):
        if token.kind == "comment":
            continue
        current.append(token)
        if token.text == ";":
            found.append(_statement(current))
            current = []
    if current:
        found.append(_statement(current))
    return found


def _statement(parts):
    begin, end = parts[0].begin, parts[-1].end
    first = parts[0].text
    if first in KEYWORDS and len(parts) > 1 and parts[1].text not in ("(", "@", ":-"):
        return Statement(first, begin, end, words=[one for one in parts[1:] if one.text != ";"])
    split = next((i for i, one in enumerate(parts) if one.text == ":-"), len(parts))
    heads, bodies = _atoms(parts[:split], True), _atoms(parts[split + 1 :], False)
    kind = "rule" if split < len(parts) else "fact" if heads else "other"
    return Statement(kind, begin, end, heads + bodies)


def _atoms(parts, head):
    """Words with `(` behind them, and their arguments."""
    found, at = [], 0
    while at + 1 < len(parts):
        name = parts[at]
        if name.kind != "word" or parts[at + 1].text != "(":
            at += 1
            continue
        arguments, depth, stop = [[]], 0, at + 1
        for stop in range(at + 1, len(parts)):
            text = parts[stop].text
            depth += (text == "(") - (text == ")")
            if depth == 0:
                break
            if depth == 1 and text == ",":
                arguments.append([])
            elif not (depth == 1 and text == "("):
                arguments[-1].append(parts[stop])
        negated = at > 0 and parts[at - 1].text == "notin"
        when = parts[stop + 2].text if stop + 2 < len(parts) and parts[stop + 1].text == "@" else ""
        found.append(Atom(name, [one for one in arguments if one] if arguments != [[]] else [], when, negated, head, parts[stop].end))
        at = stop + 1
    return found


def relation_of(name):
    """The relation of an event: m of sent.m; of anything else the name itself."""
    kind, dot, relation = name.partition(".")
    return relation if dot and kind in EVENTS and relation else name


def heads(found):
    """The relations that these statements derive."""
    return {atom.name.text for one in found for atom in one.atoms if atom.head}


def bodies(found):
    """The relations that these statements read."""
    return {relation_of(atom.name.text) for one in found for atom in one.atoms if not atom.head}


@dataclass
class Mention:
    """A place that names a relation, a constant or a specification."""

    name: str
    token: Token
    defines: bool
    statement: Statement


def mentions(found):
    """Every name of a relation or a constant in these statements. The relation of an event, sent.m, is m."""
    out = []
    constants = {one.words[0].text for one in found if one.kind in ("const", "set") and one.words}
    for statement in found:
        if statement.kind in ("const", "set") and statement.words:
            out.append(Mention(statement.words[0].text, statement.words[0], statement.kind == "const", statement))
        elif statement.kind in ("stable", "buffered", "volatile"):
            out += [Mention(one.text, one, False, statement) for one in statement.words if one.kind == "word"]
        elif statement.kind == "spec" and statement.words:
            out.append(Mention(statement.words[0].text, statement.words[0], False, statement))
            for before, after in zip(statement.words, statement.words[1:]):
                if before.text == "explains":
                    out.append(Mention(after.text, after, False, statement))
        for atom in statement.atoms:
            out.append(Mention(atom.name.text, atom.name, atom.head, statement))
            kind, dot, relation = atom.name.text.partition(".")
            if dot and kind in EVENTS and relation and not atom.head:
                inner = Token("word", relation, atom.name.begin + len(kind) + 1, atom.name.end)
                out[-1] = Mention(relation, inner, False, statement)
            for argument in atom.arguments:
                out += [Mention(one.text, one, False, statement) for one in argument if one.kind == "word" and one.text in constants]
    return out


def column_types(found):
    """{relation: [type of each column]}: node, string, integer, or ? where nothing in these statements says.

    Columns that share a variable in a rule have one type. The first column of what sends or keeps is a node.
    """
    parent, types = {}, {}

    def root(key):
        while parent.setdefault(key, key) != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    def tell(key, kind):
        top = root(key)
        if types.get(top) != "node":  # a node is a string, and more
            types[top] = kind

    def join(one, other):
        a, b = root(one), root(other)
        if a == b:
            return
        kind = types.get(a), types.get(b)
        parent[a] = b
        known = "node" if "node" in kind else kind[1] or kind[0]
        if known:
            types[b] = known

    widths, constants = {}, {s.words[0].text: s.words[-1].kind for s in found if s.kind == "const" and len(s.words) > 2}
    for name, kinds in BUILT_IN_TYPES.items():
        for column, kind in enumerate(kinds):
            tell((name, column), kind)
    for number, statement in enumerate(found):
        for atom in statement.atoms:
            name = atom.name.text
            widths[name] = max(widths.get(name, 0), len(atom.arguments))
            for column, argument in enumerate(atom.arguments):
                key = (name, column)
                if column == 0 and atom.head and statement.kind == "rule" and atom.when in ("next", "async"):
                    tell(key, "node")
                if len(argument) > 1:
                    if argument[0].text in AGGREGATES and argument[1].text == "<":
                        if argument[0].text in ("count", "sum"):
                            tell(key, "integer")
                        elif len(argument) > 2:
                            join(key, (number, argument[2].text))
                    elif argument[0].kind != "string":
                        tell(key, "integer")  # arithmetic
                    continue
                one = argument[0]
                kind = constants.get(one.text, one.kind)
                if kind == "string":
                    tell(key, "string")
                elif one.text.isdigit() or (one.text in constants and kind == "word"):
                    tell(key, "integer")
                elif one.kind == "word" and one.text != "_" and one.text not in constants:
                    join(key, (number, one.text))
    return {name: [types.get(root((name, i)), "?") for i in range(width)] for name, width in widths.items()}


def formatted(text):
    """The text with one space around `:-` and behind commas, none before `,`, `;` and `)`, none at line ends, and no more than one
    empty line in a row. Comments, strings, line breaks and indentation stay as they are."""
    lines = [_line(line) for line in _code_lines(text)]
    kept = [line for i, line in enumerate(lines) if line or (i and lines[i - 1])]
    return "\n".join(kept).rstrip("\n") + "\n" if any(kept) else ""


def _code_lines(text):
    """Lines as lists of (kind, word); a comment of several lines stays one word of each of its lines."""
    lines = [[]]
    for match in TOKEN.finditer(text):
        kind, word = match.lastgroup, match.group()
        if kind == "newline":
            lines.append([])
        elif kind == "comment" and "\n" in word:
            first, *rest = word.split("\n")
            lines[-1].append((kind, first.rstrip()))
            lines += [[("raw", one.rstrip())] for one in rest]
        else:
            lines[-1].append((kind, word))
    return lines


def _line(parts):
    while parts and parts[-1][0] == "space":
        parts = parts[:-1]
    out = ""
    for i, (kind, word) in enumerate(parts):
        following = parts[i + 1] if i + 1 < len(parts) else (None, "")
        if kind == "space" and i and (following[1] in (",", ";", ")") or parts[i - 1][1] == "("):
            continue
        if word == ":-" and out and not out.endswith(" "):
            out += " "
        out += word
        if word in (",", ":-") and following[0] not in (None, "space"):
            out += " "
    return out
