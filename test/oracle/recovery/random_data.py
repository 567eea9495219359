"""Adds relations with data that may be damaged to random programs, and rules that read them.

The relations s0 and s1 have one or two columns with strings. Their deductive rules read only relations of these two with
a lower number. So all rules of the other relations r0, r1, … may negate s0 and s1, and the program stays stratified.
"""
import dataclasses

from data_columns import damageable, numbers, sizes
from evaluator import buffered_relations, stable_relations
from faults import Cuts, Disk, Losses, Pauses

# Columns of relations: N node, K key, D data, E extra data.
SHAPES = ("ND", "NKD", "NKD", "NDK", "NDE", "NKED")


class RandomData:
    def __init__(self, numbers_, nodes, arity):
        self.random, self.nodes, self.arity = numbers_, nodes, arity
        self.shapes = {f"s{i}": self.pick(*SHAPES) for i in range(self.pick(1, 1, 2))}
        self.values = (*nodes,) if self.chance(0.25) else ("v", "w")
        self.words = {s: self.pick("stable", "stable", "stable", "buffered", "buffered") for s in self.shapes}

    def pick(self, *some):
        return self.random.choice(some)

    def chance(self, p):
        return self.random.random() < p

    def wanted(self, fspec):
        return fspec.stops() and fspec.eff > 0 and self.chance(0.6)

    # ------------------------------------------------------------------------------------- programs

    def literal(self, s, place="X", key="K", data="D", other="E"):
        of = {"N": place, "K": key, "D": data, "E": other}
        return f"{s}({', '.join(of[letter] for letter in self.shapes[s])})"

    def number(self, place, value):
        """Returns a literal of one of the relations without data."""
        r = self.random.randrange(len(self.arity))
        return f"r{r}({place})" if self.arity[r] == 1 else f"r{r}({place}, {value})"

    def value(self):
        return f'"{self.pick(*self.values)}"'

    def same_shape(self, s):
        """Returns a relation that has at least the columns of s, perhaps s itself."""
        return self.pick(*[other for other in self.shapes if set(self.shapes[s]) <= set(self.shapes[other])])

    def lines(self):
        found = [f"{word} {s};" for s, word in self.words.items() if not self.chance(0.1)]
        for s in self.shapes:
            found += [self.fact(s) for _ in range(self.pick(2, 2, 3))]
            found += [self.keeping(s)] * (not self.chance(0.03)) + [self.keeping(s)] * self.chance(0.1)
            found += [self.writing(s) for _ in range(self.pick(0, 1, 1, 2))]
            found += [self.sync(s) for _ in range(self.pick(1, 1, 2))] if self.words[s] == "buffered" else []
        found += [self.reading() for _ in range(self.pick(1, 2, 2, 3))]
        own = f'corrupt("{self.pick(*self.nodes)}", "s0")@{self.random.randint(1, 3)};'
        return found + [own] * self.chance(0.04)

    def fact(self, s):
        values = self.value(), self.value()
        return f'{self.literal(s, self.quoted(), str(self.pick(1, 1, 2)), *values)}@{self.pick(1, 1, 1, 1, 2, 3)};'

    def quoted(self):
        return f'"{self.pick(*self.nodes)}"'

    def keeping(self, s):
        own = self.literal(s)
        far = self.literal(s, "Y")
        return self.pick(f"{own}@next :- {own};", f"{own}@next :- {own};",
                         f"{own}@next :- {own}, notin {self.number('X', '_')};",
                         f"{own}@next :- {own}, notin {self.literal(self.pick(*self.shapes), 'X', '_', self.value(), '_')};",
                         f"{own}@next :- {own}, net(X, _);", f"{own}@next :- net(X, _), {own};",
                         f"{own}@next :- {own}, D != {self.value()};", f"{far}@next :- net(X, Y), {far};",
                         f"{own}@next :- {own}, {self.number('X', '_')};", f"{own}@next :- notin restart(X), {own};")

    def writing(self, s):
        """Returns a rule that writes another value than the one that is stored."""
        source = self.same_shape(s)
        read, new = self.literal(source), self.literal(s, data=self.value())
        given = self.literal(s, "X", "1", self.value(), self.value())
        others = [other for other in self.shapes if other < s and set(self.shapes[s]) <= set(self.shapes[other])]
        told = self.pick("_", f'"{s}"', f'"{source}"')
        return self.pick(f"{new}@next :- {self.literal(source, data=self.pick(self.value(), '_'))};",
                         f'{new}@next :- {self.literal(source, data=chr(34) + "?" + chr(34))};',
                         f"{new}@next :- {read}, {self.number('X', '_')};",
                         f"{self.literal(s, 'Y')}@async :- {read}, net(X, Y);",
                         f"{given}@next :- corrupt(X, {told});", f"{given}@next :- corrupt(X, {told});",
                         f"{given}@next :- {self.number('X', '_')};",
                         f"{self.literal(s, 'Y')}@async :- corrupt(X, _), net(X, Y), {read};",
                         *(f"{self.literal(s)} :- {self.literal(other)};" for other in others),
                         *(f"{self.literal(s)}@next :- {self.literal(other)};" for other in others))

    def sync(self, s):
        if self.chance(0.5):
            return f'sync({self.quoted()}, "{s}")@{self.random.randint(1, 3)};'
        stored = lambda data: self.literal(s, "X", "_", data, "_")
        premise = self.pick(stored("_"), self.number("X", "_"), stored(self.value()))
        return f'sync(X, "{s}") :- {premise};'

    def reading(self):
        s, kind = self.pick(*self.shapes), self.pick("", "", "@next", "@async")
        name = self.pick("", "dur.") if self.words[s] == "buffered" else ""
        seen = lambda data: name + self.literal(s, "X", "_", data, "_")
        premise = self.pick(seen('"?"'), seen('"?"'), seen(self.value()), f"{seen('D')}, D != {self.value()}",
                            f"net(X, _), notin {seen(self.value())}", f'corrupt(X, "{s}")', "corrupt(X, _)",
                            f"{seen('D')}, net(X, D)" if self.values == self.nodes else f'{seen("D")}, D == "?"')
        if kind == "@async" and self.values == self.nodes and self.chance(0.5):
            return f"{self.number('D', '1')}@async :- {seen('D')};"
        place = "X"
        if kind == "@async":
            place, premise = "Y", f"{premise}, net(X, Y)"
        return f"{self.number(place, str(self.pick(1, 2)))}{kind} :- {premise};"

    def invariant(self):
        """Returns an invariant, which sometimes is about data and may promise the damaged value."""
        if self.chance(0.15):
            return []
        s, other = self.pick(*self.shapes), self.pick(*self.shapes)
        spared = self.pick("", "", ", notin crash(_, X, _)")
        names = {s: self.pick("", "dur.") if word == "buffered" else "" for s, word in self.words.items()}
        seen = lambda s, data, place="X": names[s] + self.literal(s, place, "_", data, "_")
        return self.pick(
            [f'pre(X) :- {seen(s, chr(34) + "?" + chr(34))}{spared};', f"post(X) :- net(X, Y), {self.number('X', '_')};"],
            [f"pre(X) :- {seen(s, '_')}{spared};", f"post(X) :- {seen(other, self.value())};"],
            [f"pre(X) :- {self.number('X', '_')}{spared};", f"post(X) :- net(X, Y), {seen(s, 'D', self.pick('X', 'Y'))}, "
             f"D != {self.pick(chr(34) + '?' + chr(34), self.value())};"],
            [f"pre(D) :- {seen(s, 'D')}{spared.replace('X', '_')};", f"post(D) :- {seen(other, 'D')}, D != \"?\";"],
            [f"pre(X, D) :- {seen(s, 'D')}{spared};", f"post(X, D) :- {seen(other, 'D')}, notin corrupt(X, _);"],
            [f"pre(X) :- net(X, _){spared};", f"post(X) :- net(X, _), notin {seen(s, chr(34) + '?' + chr(34))};"],
            [f"pre(X) :- net(X, _){spared};", f"post(X) :- {seen(s, '_')};"])

    # --------------------------------------------------------------------------------------- Fspecs

    def corrupting(self, fspec, program):
        """Returns the Fspec with corruptions and fewer other faults. Returns it unchanged if nothing can
        be damaged."""
        old, files = fspec.disk, sorted(stable_relations(program) | buffered_relations(program))
        if not files:
            return fspec
        some = lambda those: self.random.sample(those, self.random.randint(1, len(those)))
        ours = sorted(self.shapes.keys() & set(files)) or files
        named = not self.chance(0.15)
        relations = some(ours) + ([p for p in old.relations if p in files] if self.chance(0.5) else [])
        relations = tuple(sorted(set(relations))) if named else tuple(files)
        nodes = tuple(sorted(some(self.nodes))) if self.chance(0.1) else None
        detected, columns = self.chance(0.35), self.columns(program, relations) if self.chance(0.35) else None
        data = damageable(program, relations, detected, columns)
        if not data or not relations:
            return fspec
        buffered = tuple(sorted(buffered_relations(program)))
        back = self.pick(0, old.writeback, old.writeback, 1) if set(buffered) & set(relations) else 0
        disk = Disk(min(old.most, 1), relations, nodes, old.silent, named, min(old.dead, 1), back, buffered,
                    self.pick(1, 1, 2), data, columns is not None, detected)
        less = [{"cuts": Cuts()}, {"pauses": Pauses()}, {"losses": Losses(0)}, {"losses": Losses(1)},
                {"crashes": min(fspec.crashes, 1), "restarts": min(fspec.restarts, 1)}, {"crashes": 0, "restarts": 0}]
        for values in self.random.sample(less, self.pick(2, 3, 3, 4)):
            fspec = dataclasses.replace(fspec, **values)
        if self.chance(0.4):
            disk = disk._replace(most=0, dead=0)
        elif self.chance(0.3):
            disk = disk._replace(most=1)
        # Without crashes, a node never reads its disk, so damage of a buffered relation would have no effect.
        if set(buffered) & set(relations) and not fspec.crashes + fspec.restarts:
            fspec = dataclasses.replace(fspec, restarts=int(self.chance(0.7)))
        if not fspec.exclusive and (fspec.losses.most is not None or self.chance(0.3)):
            # Makes EFF late enough for a write before the corruption.
            fspec = dataclasses.replace(fspec, eff=max(fspec.eff, min(3, fspec.eot - 1)))
        return self.few(dataclasses.replace(fspec, disk=disk, most=fspec.most and max(fspec.most, 2)))

    def few(self, fspec):
        """Returns the Fspec with at most three faults other than omissions, or two if there are many disks, so
        that they can be listed.
        """
        without = lambda fspec, name: dataclasses.replace(fspec, disk=fspec.disk._replace(**{name: 0}))
        less = [lambda f: without(f, "most"), lambda f: without(f, "dead"), lambda f: without(f, "writeback"),
                lambda f: dataclasses.replace(f, crashes=0), lambda f: dataclasses.replace(f, restarts=max(f.restarts - 1, 0)),
                lambda f: dataclasses.replace(f, pauses=Pauses()), lambda f: dataclasses.replace(f, cuts=Cuts())]
        self.random.shuffle(less)
        for change in less:
            disk = fspec.disk
            if sum((disk.corrupt, disk.most, disk.dead, disk.writeback, fspec.crashes, fspec.restarts,
                    fspec.pauses.most, fspec.cuts.most)) > (3 if len(disk.relations) <= 3 else 2):
                fspec = change(fspec)
        return fspec

    def columns(self, program, relations):
        """Returns some columns that hold strings and are not the first."""
        counted, size = numbers(program), sizes(program)
        strings = {p: [i + 1 for i in range(1, size[p]) if (p, i) not in counted] for p in relations}
        able = [p for p in relations if strings[p]]
        return {p: self.pick(*strings[p]) for p in self.random.sample(able, self.random.randint(1, len(able)))} if able else None
