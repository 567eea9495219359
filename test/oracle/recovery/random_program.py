"""Makes small random programs with a small Fspec. Nodes lose memory, keep files, and react to restarts and errors.

Relations r0, r1, … have a column for the node and up to one number. A deductive rule reads no relation with a higher
number, and negates only relations with lower numbers, so every program is stratified.
"""
import dataclasses
import random

from evaluator import Evaluator, buffered_relations, stable_relations
from fault_space import FaultSpace
from faults import Corruption, Cuts, DeadDisk, Disk, Fspec, Kinds, Losses, Pauses, WriteBack
from program import Parser, Program
from random_data import RandomData

# Number of random invariants that are tried until one holds without faults and is violated by some fault set.
INVARIANTS = 12
FAULT_SETS = 6  # number of fault sets that are tried; one of them must violate the invariant


def parsed(text):
    program = Program()
    Parser(text, "random").statements(program)
    return program


def all_files(program):
    """Returns the relations that are on a disk. If the Fspec names no relations, all of them may have
    faults."""
    return tuple(sorted(stable_relations(program) | buffered_relations(program)))


def written_relations(program):
    """Returns the relations that are on a disk and that rules write."""
    return set(all_files(program)) & {r.head.relation for r in program.rules if r.kind == "next"}


class RandomProgram:
    def __init__(self, seed, kinds=Kinds()):
        self.random, self.more, self.kinds = random.Random(seed), random.Random(-seed - 1), kinds
        self.nodes = ("a", "b", "c")[: self.pick(2, 2, 3)]
        self.arity = [self.pick(1, 2, 2) for _ in range(self.random.randint(2, 4))]
        self.clock = self.chance(0.3)
        lines = self.network() + [self.fact() for _ in range(self.random.randint(2, 4))]
        lines += [self.persist(r) for r in range(len(self.arity)) if self.chance(0.75)]
        lines += [self.rule() for _ in range(self.random.randint(2, 6))]
        lines += [self.restart_rule() for _ in range(self.pick(0, 1, 1, 2))]
        lines += [self.crash_rule()] if self.chance(0.15) else []
        lines += [self.restart_rule(self.error()) for _ in range(self.more.choice((0, 1, 1, 2)))] if kinds.writes else []
        lines = self.durability(lines) + lines
        lines = self.buffers(lines) if kinds.buffers else lines
        fspec = self.pausing(self.bounded(self.random_fspec(), parsed("\n".join(lines))), random.Random(seed * 31 + 7))
        self.deadly = random.Random(seed * 37 + 11)
        self.fspec = self.dying(fspec, parsed("\n".join(lines)), self.deadly)
        lines = self.forgetting(lines) if self.fspec.disk.writeback else lines
        self.data = RandomData(random.Random(seed * 41 + 13), self.nodes, self.arity)
        if kinds.corruptions and self.data.wanted(self.fspec):
            more = lines + self.data.lines()
            self.fspec = self.data.corrupting(self.fspec, parsed("\n".join(more)))
            lines = more if self.fspec.disk.corrupt else lines
        self.fspec = returning(self.cutting(self.fspec, random.Random(seed * 43 + 17)), random.Random(seed * 47 + 19))
        easy = self.chance(0.3)
        for _ in range(INVARIANTS * (5 if self.fspec.disk.corrupt else 1 + any(kinds))):
            self.text = "\n".join(lines + (self.damaged() or self.written_back() or self.invariant())) + "\n"
            self.program = parsed(self.text)
            evaluator = Evaluator(self.program, self.fspec)
            last = evaluator.run(frozenset())[-1]
            some = [FaultSpace(self.fspec).sample(self.random) for _ in range(FAULT_SETS * (1 + any(kinds)))]
            some += [frozenset([f]) for f in FaultSpace(self.fspec).corruptions()]
            if (last["pre"] or "dur." in self.text or '"?"' in self.text) and last["pre"] <= last["post"] and (easy or self.breaks(evaluator, some)):
                break

    def damaged(self):
        """Returns an invariant, which sometimes is about data that may be damaged."""
        return self.data.invariant() if self.fspec.disk.corrupt else []

    def written_back(self):
        """Returns an invariant, which sometimes is about tuples on a disk. A write-back may make it true
        without a sync."""
        buffered = [r for r in range(len(self.arity)) if f"r{r}" in self.fspec.disk.buffered]
        if not self.fspec.disk.writeback or not buffered or self.deadly.random() < 0.4:
            return []
        pre, post = self.deadly.choice(buffered), self.deadly.randrange(len(self.arity))
        promised = self.literal(post, self.deadly.choice(("X", "X", "Y")), "V")
        spared = self.deadly.choice(("", ", notin crash(_, X, _)"))
        return [f"pre(X) :- dur.{self.literal(pre, 'X', 'V')}{spared};",
                f"post(X) :- net(X, Y), {self.deadly.choice(('', 'dur.')) if post in buffered else ''}{promised};"]

    def forgetting(self, lines):
        """Changes rules so that buffered relations are deleted or counted more often. So a write-back more
        often changes what the disk has."""
        found = []
        for line in lines:
            name, absent = line.split("(")[0], self.literal(self.deadly.randrange(len(self.arity)), "X", "_")
            kept = line.startswith(tuple(f"{r}(X" for r in self.fspec.disk.buffered)) and f"@next :- {name}(X" in line
            changed = kept and "notin" not in line and absent.split("(")[0] != name and self.deadly.random() < 0.5
            counts = line.replace("V)@next", "V + 1)@next")
            found.append(line if not changed else counts if counts != line and self.deadly.random() < 0.6
                         else f"{line[:-1]}, notin {absent};")
        return found

    def breaks(self, evaluator, fault_sets):
        """Returns true if one of the fault sets violates the invariant. If there are corruptions,
        write-backs or dead disks, the set must have one of these."""
        disk = self.fspec.disk
        if not disk.dead and not disk.writeback and not disk.corrupt:
            return any(map(evaluator.violated, fault_sets))
        kinds = Corruption if disk.corrupt else WriteBack if disk.writeback else DeadDisk
        fewer = lambda faults: frozenset(f for f in faults if not isinstance(f, kinds))
        return any(evaluator.violated(faults) and not evaluator.violated(fewer(faults)) for faults in fault_sets)

    def pick(self, *some):
        return self.random.choice(some)

    def chance(self, p):
        return self.random.random() < p

    def random_fspec(self):
        eot = self.pick(3, 4, 5, 6) if len(self.nodes) == 2 else self.pick(3, 4, 4)
        crashable = None if self.chance(0.7) else tuple(sorted(self.random.sample(self.nodes, len(self.nodes) - 1)))
        return Fspec(eot, self.random.randint(1 if self.chance(0.9) else 0, min(eot - 1, 4 if len(self.nodes) == 2 else 2)),
                     self.pick(0, 0, 1, 1, 2) if crashable is None else self.pick(0, 1), self.pick(0, 1, 1, 1, 2),
                     self.nodes, crashable)

    def bounded(self, fspec, program):
        """Returns the Fspec with limits, partitions and failed writes, if `kinds` has these."""
        some, nodes = lambda p: self.more.random() < p, list(self.nodes)
        alone = any(self.kinds) and some(0.3)  # true for an Fspec that has only the newer kinds of faults
        few = lambda most: tuple(sorted(self.more.sample(nodes, self.more.randint(1, most))))
        if alone:
            fspec = dataclasses.replace(fspec, crashes=0, restarts=0)
        if self.kinds.budgets:
            channels = [(a, b) for a in nodes for b in nodes if a != b]
            losses = Losses(0 if alone else self.more.choice((None, None, None, 0, 1, 2)),
                            few(2) if some(0.2) else None, few(2) if some(0.2) else None,
                            tuple(self.more.sample(channels, self.more.randint(1, 2))) if some(0.25) else ())
            sides = tuple({few(len(nodes) - 1) for _ in range(2)}) if some(0.3) else None
            cuts = Cuts(self.more.choice((1, 1, 2)), sides) if some(0.7) else Cuts()
            fspec = dataclasses.replace(fspec, losses=losses, cuts=cuts, most=self.more.choice((1, 2, 3)) if some(0.25) else None,
                                        exclusive=some(0.15) and fspec.eff + 1 < fspec.eot)
            if some(0.2):
                return dataclasses.replace(fspec, restarts=0, crashable=None, crash_model=self.more.choice(("silent", "halt")))
        files = sorted(written_relations(program) - (set() if some(0.2) else {"net"}))
        if self.kinds.writes and files and some(0.9):
            if some(0.15):
                return dataclasses.replace(fspec, disk=Disk(1, all_files(program), named=False))
            disk = Disk(self.more.choice((1, 1, 2)), tuple(sorted(self.more.sample(files, self.more.randint(1, min(2, len(files)))))),
                        few(2) if some(0.3) else None, some(0.15))
            return dataclasses.replace(fspec, disk=disk)
        return fspec

    def cutting(self, fspec, numbers):
        """Returns the Fspec, in half of the cases with partitions in one direction."""
        alone = self.kinds.one_way and not fspec.disk.faulty() and numbers.random() < 0.4
        if alone:
            least = 1 if fspec.exclusive else fspec.eot - 1
            fspec = dataclasses.replace(
                fspec, crashes=0, restarts=0, eff=max(fspec.eff, min(least, 4)), losses=fspec.losses._replace(most=0),
                cuts=Cuts(numbers.choice((1, 2, 2)), fspec.cuts.sides), disk=Disk(), pauses=Pauses())
        if not self.kinds.one_way or not fspec.cuts.most or not alone and numbers.random() < 0.5:
            return fspec
        return dataclasses.replace(fspec, cuts=fspec.cuts._replace(one_way=True))

    def pausing(self, fspec, numbers):
        """Returns the Fspec with pauses, often with few or no other faults."""
        some = lambda p: numbers.random() < p
        if not self.kinds.pauses or not fspec.stops() or some(0.2):
            return fspec
        if some(0.25 if fspec.disk.most else 0.45):
            fspec = dataclasses.replace(fspec, crashes=0, restarts=0, losses=Losses(0), cuts=Cuts(), disk=Disk(),
                                        eff=fspec.eff if fspec.exclusive or some(0.4) else fspec.eot - 1)
        elif some(0.5):
            fspec = dataclasses.replace(fspec, crashes=min(fspec.crashes, 1), restarts=min(fspec.restarts, 1), cuts=Cuts())
        nodes = tuple(sorted(numbers.sample(fspec.nodes, len(fspec.nodes) - 1))) if some(0.25) else None
        return dataclasses.replace(fspec, pauses=Pauses(numbers.choice((1, 1, 2)), nodes))

    def dying(self, fspec, program, numbers):
        """Returns the Fspec with dead disks and write-backs, often with few or no other faults."""
        some = lambda p: numbers.random() < p
        files, buffered = sorted(written_relations(program) - (set() if some(0.2) else {"net"})), buffered_relations(program)
        if not self.kinds.deaths or not fspec.stops() or not files or some(0.2):
            return fspec
        if not fspec.disk.faulty():
            named = not some(0.15)
            disk = Disk(0, tuple(sorted(numbers.sample(files, numbers.randint(1, min(2, len(files)))))) if named
                        else all_files(program), None, some(0.15), named)
            fspec = dataclasses.replace(fspec, disk=disk)
        budgets = numbers.choice(((1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (1, 1), (1, 2)))
        dead, writeback = budgets if buffered.intersection(fspec.disk.relations) else (max(budgets[0], 1), 0)
        less = [{"cuts": Cuts()}, {"pauses": Pauses()}, {"losses": Losses(0)}, {"disk": fspec.disk._replace(most=0)},
                {"crashes": min(fspec.crashes, 1), "restarts": min(fspec.restarts, 1)}]
        for values in numbers.sample(less, numbers.choice((1, 2, 3, 3, 4))):
            fspec = dataclasses.replace(fspec, **values)
        # Without crashes, a write-back has no effect, so restarts are added.
        if writeback and not fspec.crashes + fspec.restarts:
            fspec = dataclasses.replace(fspec, restarts=int(fspec.crashable is None and some(0.7)))
        if writeback and fspec.losses.most == 0 and not fspec.cuts.most and not fspec.exclusive:
            # Makes EFF late enough for a sync before it.
            fspec = dataclasses.replace(fspec, eff=min(4, fspec.eot - 1))
        return dataclasses.replace(fspec, disk=fspec.disk._replace(
            dead=dead, writeback=writeback, buffered=tuple(sorted(buffered))))

    # ---------------------------------------------------------------------------------- facts and files

    def network(self):
        lines = [f'net("{x}", "{y}")@1;' for x in self.nodes for y in self.nodes if x != y]
        lines.append("net(X, Y)@next :- net(X, Y);")
        if self.clock:
            lines += [f'time("{x}", 1)@1;' for x in self.nodes] + ["time(X, T + 1)@next :- time(X, T);"]
        return lines

    def fact(self):
        r = self.random.randrange(len(self.arity))
        values = [f'"{self.pick(*self.nodes)}"'] + [str(self.random.randint(1, 3))] * (self.arity[r] - 1)
        return f"r{r}({', '.join(values)})@{self.pick(1, 1, 1, 2, 3)};"

    def durability(self, lines):
        """Adds rules and declarations by which relations last from one tick to the next."""
        words = {"net": self.pick(None, None, None, None, "stable", "volatile")}
        if self.clock:
            words["time"] = self.pick(None, "stable")
        for r in range(len(self.arity)):
            lasting = any(line.startswith(f"r{r}(") and "@" in line.split(":-")[0] for line in lines)
            words[f"r{r}"] = self.pick("stable", "stable", None, "volatile") if lasting else None
        found = [(name, word) for name, word in words.items() if word]
        together = [name for name, word in found if word == "stable"]
        if self.chance(0.5) and together:
            return [f"stable {', '.join(together)};"] + [f"{word} {name};" for name, word in found if word != "stable"]
        return [f"{word} {name};" for name, word in found]

    def buffers(self, lines):
        """Makes some relations on disks buffered, so that they have to be synced."""
        out, files = [], {}
        for line in lines:
            word, *names = line[:-1].replace(",", "").split()
            if word not in ("stable", "volatile") or (word == "stable" and self.more.random() < 0.4):
                out.append(line)
                continue
            for name in names:
                files[name] = "buffered" if name.startswith("r") and self.more.random() < 0.7 else word
        out = [f"{word} {name};" for name, word in files.items()] + out
        some = [name for name, word in files.items() if word == "buffered"]
        return out + [self.sync(name) for name in some for _ in range(self.more.choice((0, 1, 1, 1, 2)))]

    def sync(self, name):
        if self.more.random() < 0.3:
            return f'sync("{self.more.choice(self.nodes)}", "{name}")@{self.more.randint(1, 4)};'
        r = self.more.randrange(len(self.arity))
        absent = self.more.choice(("", "", f", notin {self.literal(self.more.randrange(len(self.arity)), 'X', '_')}",
                                   ", notin down(X)"))
        return f'sync(X, "{name}") :- {self.more.choice((self.literal(r, "X", "_"), "restart(X)", "net(X, _)"))}{absent};'

    # -------------------------------------------------------------------------------------------- rules

    def literal(self, r, place, value):
        return f"r{r}({place}{', ' + value if self.arity[r] == 2 else ''})"

    def some(self, below=None, arity=None):
        """Returns a random relation: if requested, one with a lower number, or with this number of
        columns. None if there is none."""
        found = [r for r in range(len(self.arity) if below is None else below) if arity in (None, self.arity[r])]
        return self.pick(*found) if found else None

    def persist(self, r):
        own, condition = self.literal(r, "X", "V"), self.condition(None, "V", 0.3)
        return f"{own}@next :- {own}{'' if f' r{r}(' in condition else condition};"

    def condition(self, below, value, p):
        """Returns a negated premise or a comparison. It may negate only relations with a number lower than
        `below`."""
        if not self.chance(p):
            return ""
        if self.kinds.writes and self.more.random() < 0.2:
            return f", notin {self.error()}"
        kind = self.random.random()
        if kind < 0.15:
            return self.pick(", notin restart(X)", ", notin down(X)")
        if kind < 0.3:
            return self.pick(", notin crash(_, X, _)", ", notin crash(X, Z, _)", ", notin crash(Z, Z, _)")
        if kind < 0.4 and self.clock:
            return f", time(X, T), T {self.pick('==', '!=', '<', '>=')} {self.random.randint(1, 4)}"
        r = self.some(below)
        return "" if r is None else f", notin {self.literal(r, 'X', self.pick(value, '_'))}"

    def rule(self):
        kind = self.pick("", "", "@next", "@async", "@async", "@async")
        head = self.some()
        below, up_to = (head, head + 1) if kind == "" else (None, None)
        if kind == "" and self.arity[head] == 2 and self.chance(0.3):
            counted = self.some(below, arity=2)
            if counted is not None:
                return f"r{head}(X, {self.pick('count', 'min', 'max', 'sum')}<V>) :- {self.literal(counted, 'X', 'V')};"
        source = self.some(up_to, arity=2) if self.arity[head] == 2 else self.some(up_to)
        if source is None:
            return ""
        body = self.literal(source, "X", "V")
        if self.chance(0.3):
            body += ", " + self.literal(self.some(up_to), "X", self.pick("V", "_"))
        if self.chance(0.07):
            body += ", " + self.literal(self.some(up_to), "X", "_") + "@1"
        place = "X"
        if kind == "@async" and self.chance(0.9):
            place, body = "Y", body + ", net(X, Y)"
        value = self.pick("V", "V", "V + 1") if kind == "" and source < head or kind else "V"
        bound = "V" if self.arity[source] == 2 else "_"
        return f"{self.literal(head, place, value)}{kind} :- {body}{self.condition(below, bound, 0.5)};"

    def error(self):
        """Returns a literal of ioerror. Sometimes it names a relation that does not exist."""
        name = self.more.choice(("_", '"net"', *(f'"r{r}"' for r in range(len(self.arity))), *("_" * len(self.arity))))
        return f"ioerror(X, {name})"

    def restart_rule(self, premise="restart(X)"):
        """Returns a rule for what a node does when it restarts, or when a write fails."""
        head, kind = self.some(), self.pick("", "@next", "@async")
        below = head if kind == "" else None
        body, value = premise, str(self.random.randint(1, 3))
        read = self.some(below, arity=2) if self.arity[head] == 2 else None
        if read is not None and self.chance(0.6):
            body, value = body + ", " + self.literal(read, "X", "V"), "V"
        place = "X"
        if kind == "@async":
            place, body = "Y", body + ", net(X, Y)"
        return f"{self.literal(head, place, value)}{kind} :- {body}{self.condition(below, '_', 0.4)};"

    def crash_rule(self):
        head, kind = self.some(), self.pick("", "@next")
        if self.chance(0.3):  # runs the rule at every node, so that a node reads the file of another node
            return f"{self.literal(head, 'X', '1')}{kind} :- net(X, Y), restart(Y);"
        return f"{self.literal(head, 'X', 'T')}{kind} :- crash(X, Y, T), net(X, Y);"

    def invariant(self):
        pre, post = self.some(), self.some()
        spared = self.pick("", ", notin crash(_, X, _)", ", notin crash(X, X, _)")
        both = self.some(arity=2)
        if both is not None and self.chance(0.3):
            # Compares the value with a number, so that the column has numbers in any case.
            other = self.some(arity=2)
            return [f"pre(V) :- {self.literal(both, 'X', 'V')}, V > 0{spared};",
                    f"post(V) :- {self.literal(other, '_', 'V')}, V > 0;"]
        place = self.pick("X", "X", "_", "Y")
        absent = self.pick("", "", f", notin {self.literal(self.some(), 'X', '_')}")
        return [f"pre(X) :- {self.literal(pre, 'X', '_')}{spared};",
                f"post(X) :- net(X, Y), {self.literal(post, place, '_')}{absent};"]


def returning(fspec, numbers):
    """Returns the Fspec. If it has restarts, in half of the cases only some nodes restart, or restarts
    need some ticks."""
    some = lambda p: numbers.random() < p
    if not fspec.restarts or some(0.5):
        return fspec
    restartable = tuple(sorted(numbers.sample(fspec.nodes, numbers.randint(1, len(fspec.nodes))))) if some(0.6) else None
    least = numbers.choice((1, 1, 2, 2, 3))
    down = least, numbers.choice((None, least, least + 1))
    return dataclasses.replace(fspec, restartable=restartable, down=down if restartable is None or some(0.6) else (1, None))
