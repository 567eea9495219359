"""Makes random specifications for the random programs of test/oracle/recovery, with any crash model."""
import random
from dataclasses import replace

from evaluator import stable_relations
from faults import Fspec, Pauses
from judging import Judge
from random_program import RandomProgram
from specifications import SEVERITIES

MOST_FAULT_SETS = 260
ATTEMPTS = 6  # number of attempts to make a specification that some faults violate
CRASH_MODELS = ("silent", "halt", "stop", "stop")


class RandomSpecifications:
    """A random protocol with random specifications. Has `protocol` (with its `text`), `fspec`,
    `crash_model` and `text`, which is the text of the specifications."""

    def __init__(self, seed):
        self.random = random.Random(seed * 31 + 5)
        self.protocol = RandomProgram(seed)
        self.arity, own = self.protocol.arity, self.protocol.fspec
        self.crash_model = self.pick(*CRASH_MODELS)
        stops = self.crash_model == "stop"
        crashes = max(own.crashes, 0 if stops else 1)
        self.fspec = Fspec(own.eot, own.eff, crashes, own.restarts if stops else 0, own.nodes, own.crashable if stops else None)
        self.pausing = random.Random(seed * 41 + 3)
        if stops and self.pausing.random() < 0.7:
            self.fspec = replace(self.fspec, pauses=Pauses(1))
        self.events = self.possible_events()
        self.shrink()
        self.statements, self.rules = [], []
        for _ in range(self.random.randint(1, 3)):
            self.add()
        self.text = self.together(self.statements, self.rules)

    def possible_events(self):
        """Yields the names of events, with the numbers of their columns."""
        rules, stable = self.protocol.program.rules, stable_relations(self.protocol.program)
        found = []
        for r in range(len(self.arity)):
            heads = {rule.kind for rule in rules if rule.head.relation == f"r{r}"}
            found += [(word, r) for word in ("sent", "sent", "delivered", "lost") if "async" in heads]
            found += [("wrote", r)] * (f"r{r}" in stable)
            found += [(word, r) for word in ("first", "gone")]
        return found

    def pick(self, *some):
        return self.random.choice(some)

    def chance(self, p):
        return self.random.random() < p

    def judge(self, text):
        return Judge(self.protocol.program, text, self.fspec, self.crash_model)

    def shrink(self):
        """Lowers the limits of the Fspec until all fault sets can be tried."""
        while len(self.judge("").fault_sets()) > MOST_FAULT_SETS:
            f = self.fspec
            smaller = {"eff": f.eff > 1, "restarts": f.restarts > 0, "crashes": f.crashes > 0, "eff ": f.eff > 0}
            name = next(name.strip() for name, possible in smaller.items() if possible)
            self.fspec = replace(f, **{name: getattr(f, name) - 1})

    @staticmethod
    def together(statements, rules):
        return "\n".join([*statements, *rules]) + "\n"

    def add(self):
        easy = self.chance(0.2)
        for _ in range(ATTEMPTS):
            name = f"s{len(self.statements)}"
            statements, rules = self.statements + [self.statement(name)], self.rules + self.rules_for(name)
            judge = self.judge(self.together(statements, rules))
            some = self.random.sample(judge.fault_sets(), min(8, len(judge.fault_sets())))
            if easy or not judge.violated(frozenset())[name] and any(judge.violated(f)[name] for f in some):
                break
        self.statements, self.rules = statements, rules

    def statement(self, name):
        when = self.pick("always", "always", "finally", f"after {self.random.randint(0, self.fspec.eot - 1)}")
        parent = f" explains s{self.random.randrange(len(self.statements))}" if self.statements and self.chance(0.3) else ""
        text = ' "it is \\"so\\"; always"' if self.chance(0.3) else ""
        return f"spec {name} {self.pick(*SEVERITIES)} {when}{parent}{text};"

    # -------------------------------------------------------------------------------------------- rules

    def read(self, place, value):
        """Returns a literal of a relation of the protocol, and the number of its columns."""
        r = self.random.randrange(len(self.arity))
        return self.at(r, place, value), r

    def at(self, r, place, value):
        return f"r{r}({place}{', ' + value if self.arity[r] == 2 else ''})"

    def spared(self):
        if self.fspec.pauses.most and self.pausing.random() < 0.5:
            return self.pausing.choice((", notin paused(X)", ", paused(X)"))
        return self.pick("", "", ", notin crash(_, X, _)", ", notin restart(X)", ", notin down(X)", ", down(X)")

    def rules_for(self, name):
        if self.events and self.chance(0.5):
            return self.event(name)
        return getattr(self, self.pick("lacks", "lost", "lost", "counts", "differs", "restarts", "crashes", "toggles"))(name)

    def lacks(self, name):
        read, r = self.read("Y", "V")
        return [f"{name}(X) :- {read}, net(Y, X)@1, notin {self.at(r, 'X', self.pick('V', '_'))}{self.spared()};"]

    def lost(self, name):
        read, r = self.read("X", "V")
        columns = "X" + (", V" if self.arity[r] == 2 else "")
        return [f"h{name}({columns})@next :- {read};",
                f"h{name}({columns})@next :- h{name}({columns}){self.pick('', '', ', notin restart(_)')};",
                f"{name}(X) :- h{name}({columns}), notin {self.at(r, 'X', self.pick('V', '_'))}{self.spared()};"]

    def event(self, name):
        """Returns a literal of an event: a message is sent, arrives or is lost, a tuple is written, or a
        node goes down or restarts."""
        word, r = self.pick(*self.events)
        sender = word in ("sent", "delivered", "lost")
        columns = lambda place, other, value: (
            f"{word}.r{r}({place}{', ' + other if sender else ''}{', ' + value if self.arity[r] == 2 else ''})")
        now, nothing = columns("X", "Y", "V"), columns("X", "_", "_")
        read, _ = self.read("X", "_")
        return self.pick(
            [f"{name}({'X, Y' if sender else 'X'}) :- {now}{self.spared()};"],
            [f"h{name}(X)@next :- {columns('X', '_', '_')};", f"h{name}(X)@next :- h{name}(X);",
             f"{name}(X) :- h{name}(X), {self.pick('', 'notin ')}{read};"],
            [f"{name}(X) :- {read}, notin {nothing}{self.spared()};"],
            [f"{name}(X) :- {now}, {self.pick('', 'notin ')}{read};"])

    def counts(self, name):
        read, _ = self.read("X", "_")
        return [f"k{name}(count<X>) :- {read}{self.spared()};",
                f"{name}(C) :- k{name}(C), C {self.pick('<', '>', '==')} {self.random.randint(1, len(self.fspec.nodes))};"]

    def differs(self, name):
        read, r = self.read("X", "V")
        return [f"{name}(X, Y) :- {read}, {self.at(r, 'Y', 'W')}, X != Y{', V != W' if self.arity[r] == 2 else ''}{self.spared()};"]

    def restarts(self, name):
        read, _ = self.read("X", "_")
        return [f"h{name}(X)@next :- restart(X);", f"h{name}(X)@next :- h{name}(X);",
                f"{name}(X) :- {self.pick('restart', 'h' + name)}(X), {self.pick('', 'notin ')}{read};"]

    def crashes(self, name):
        read, _ = self.read("X", "_")
        return [f"{name}(X, T) :- crash(_, X, T), {self.pick('', 'notin ')}{read};"]

    def toggles(self, name):
        """Returns rules that keep a tuple which belongs to no node, so that no crash removes it."""
        read, _ = self.read("X", "_")
        return [f"h{name}(X)@next :- net(X, _), notin h{name}(X);",
                f"{name}(X) :- {self.pick('', 'notin ')}h{name}(X), {read}{self.spared()};".replace(
                    f":- notin h{name}(X), {read}", f":- {read}, notin h{name}(X)")]

