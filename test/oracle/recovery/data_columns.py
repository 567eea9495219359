"""Infers from the rules which columns have numbers. With this, finds the column of each relation that may
be damaged on its disk."""
from program import Aggregate, Arith, Atom, Const, Var

NUMBER = "a number"
BUILT_IN = {"crash": (2,)}  # columns that hold numbers, from 0 on
ORDER = ("<", "<=", ">", ">=")


def terms_in(term):
    return [term, *terms_in(term.left), *terms_in(term.right)] if isinstance(term, Arith) else [term]


def place(rule, term):
    """Returns a key for the type of a term. The key stands for a number, or for a variable or column of
    the rule. None if the type is unknown."""
    if isinstance(term, Arith) or isinstance(term, Aggregate) or isinstance(term, Const) and isinstance(term.value, int):
        return NUMBER
    return (rule, term.name) if isinstance(term, Var) and term.name != "_" else None


def equations(program):
    """Yields pairs of keys that have the same type."""
    for relation, columns in BUILT_IN.items():
        yield from (((relation, i), NUMBER) for i in columns)
    for fact in program.facts:
        yield from (((fact.relation, i), place(None, term)) for i, term in enumerate(fact.args))
    for number, rule in enumerate(program.rules):
        atoms = [rule.head] + [l for l in rule.body if isinstance(l, Atom)]
        yield from (((a.relation.removeprefix("dur."), i), place(number, term)) for a in atoms for i, term in enumerate(a.args))
        computed = [term for a in atoms for term in a.args] + [term for c in rule.comparisons() for term in (c.left, c.right)]
        for term in computed:
            if isinstance(term, Arith):
                yield from ((place(number, t), NUMBER) for t in terms_in(term))
            if isinstance(term, Aggregate) and term.kind != "count":
                yield place(number, term.var), NUMBER
        for c in rule.comparisons():
            yield place(number, c.left), place(number, c.right)
            if c.op in ORDER:
                yield from ((place(number, term), NUMBER) for term in (c.left, c.right))


def numbers(program):
    """Returns all columns that hold numbers. A column whose type is unknown holds strings."""
    pairs, found, grows = [pair for pair in equations(program) if None not in pair], {NUMBER}, True
    while grows:
        new = {x for pair in pairs for x in pair if found & set(pair)}
        grows, found = not new <= found, found | new
    return found


def sizes(program):
    """Returns {relation: number of its columns}."""
    atoms = [*program.facts, *(r.head for r in program.rules)]
    return {atom.relation: len(atom.args) for atom in atoms}


def damageable(program, relations, detected=False, named=None):
    """Returns the columns that a corruption may damage, as for Disk.columns. These are the columns in
    `named`, or the last column with strings of each relation. If nodes detect damage, all relations are
    returned, because damaged tuples are dropped as a whole."""
    if named is not None:
        return tuple((p, column) for p, column in sorted(named.items()) if p in relations)
    some, size = numbers(program), sizes(program)
    column = lambda p: size[p] if size[p] > 1 and (p, size[p] - 1) not in some else 0
    return tuple((p, column(p)) for p in sorted(relations) if detected or column(p))
