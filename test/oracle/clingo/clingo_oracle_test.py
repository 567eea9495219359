"""Compares ldfi-farm with the answer-set solver clingo: verdicts and minimal counterexamples must be the same. Prints the seed of
each random program for which they differ.

    clingo_oracle_test.py protocols PROGRAM SOURCE_DIR [--all]  every config, and small Fspecs of each config
    clingo_oracle_test.py found PROGRAM                         programs for which the answers once differed
    clingo_oracle_test.py random PROGRAM [SEED [PROGRAMS]]      random small programs
    clingo_oracle_test.py late PROGRAM [SEED [PROGRAMS]]        random programs whose messages are late or duplicated

PROGRAM is ldfi-farm. Without --all, slow configs are compared at a smaller EOT and EFF, and only one in seven small Fspecs is compared.
The exit status is 77 (skipped) if clingo is not installed.
"""

import collections
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import ded2asp
import late_random
import solving

# Configs for which clingo takes 4 to 20 s, as long as for all others together.
SLOW = ("flux-out-of-order.yaml", "flux-early-ack.yaml", "flux-no-takeover.yaml", "raft-stale-log.yaml")
SMALLER_BY = 8  # number of ticks by which EOT and EFF of slow configs are reduced
# Compares one in this many small Fspecs. The number must not be a divisor of the number of modes, so that
# each mode is compared.
EACH_SO_MANY = 7
MOST_FALSIFIERS = 300  # largest number of counterexamples of an Fspec that are compared


def ask_farm(program, arguments, folder):
    done = subprocess.run([program, *arguments, "--summary", "json", "--quiet", "-o", os.path.join(folder, "r.h5")],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 2):
        return f"exit status {done.returncode}", done.stderr
    summary = json.loads(done.stdout.splitlines()[-1])
    # The clingo program cannot find out whether any fault is possible, so a verdict for this reason counts as
    # certified.
    idle = summary["reason"].endswith("so no fault was possible")
    return "certified" if idle else summary["verdict"], [found["faults"] for found in summary["counterexamples"]]


def ask_clingo(oracle):
    verdict, first = oracle.verdict()
    if verdict == "broken":
        return verdict, ["none"]
    if verdict != "counterexample":
        return verdict, []
    minimal = oracle.all_minimal(limit=MOST_FALSIFIERS + 1)
    if len(minimal) > MOST_FALSIFIERS:
        return verdict, [ded2asp.written(first)]
    return verdict, [ded2asp.written(f) for f in minimal]


def fspec_arguments(spec):
    return ["-t", str(spec.eot), "-f", str(spec.eff), "-c", str(spec.crashes), "-N", ",".join(spec.nodes),
            "--eff-mode", "exclusive" if spec.exclusive else "inclusive",
            "--crash-model", "halt" if spec.halt else "silent"]


def disagreement(program, paths, spec, folder, verdicts, includes=()):
    """Returns the difference between ldfi-farm and clingo for this Fspec, or None. Counts clingo's verdict."""
    expected = ask_clingo(ded2asp.Oracle(ded2asp.load(paths, includes), spec))
    verdicts[expected[0]] += 1
    several = len(expected[1]) > 1 or expected[0] != "counterexample"
    stop = ["--stop", "all" if several else "first"]
    got = ask_farm(program, [*paths, *(f"-I{include}" for include in includes), *fspec_arguments(spec), *stop], folder)
    if got[0] == "counterexample" and not several:
        got = got[0], got[1][:1]
    if got == expected:
        return None
    return f"{' '.join(fspec_arguments(spec))}\n  farm:   {got}\n  clingo: {expected}"


# ------------------------------------------------------------------------------------- protocols


def small_fspecs(spec):
    """Yields Fspecs that are smaller than the Fspec of the config, in all modes."""
    for eot in range(3, min(spec.eot, 6) + 1):
        for eff in (eot // 2, eot - 1):
            for crashes in (1, 2):
                for halt in (False, True):
                    yield ded2asp.Fspec(eot, eff, crashes, spec.nodes, exclusive=False, halt=halt)


def protocols(program, source_dir, everything):
    complaints, verdicts = [], collections.Counter()
    configs = os.path.join(source_dir, "configs")
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(f"{configs}/*.yaml") + glob.glob(f"{configs}/*/*.yaml")):
            paths, includes, config = ded2asp.read_config(path)
            if {"sweep", "system"} & set(config) or set(config.get("fspec", {})) - ded2asp.PLAIN:
                continue
            f = config["fspec"]
            smaller_by = SMALLER_BY if os.path.basename(path) in SLOW and not everything else 0
            own = ded2asp.Fspec(f["eot"] - smaller_by, f["eff"] - smaller_by, f["crashes"], sorted(config["nodes"]),
                                exclusive=f.get("eff_mode") == "exclusive")
            small = [] if "mutants" in path else list(small_fspecs(own))
            for spec in [own, *(small if everything else small[::EACH_SO_MANY])]:
                found = disagreement(program, paths, spec, folder, verdicts, includes)
                if found:
                    complaints.append(f"{os.path.relpath(path, source_dir)}: {found}")
    print("\n".join(complaints) or f"all agree: {dict(verdicts)}")
    return 1 if complaints else 0


# ----------------------------------------------------------------------------------------- found


def found_before(program):
    """Compares every program of found/, at the Fspec that its first line names."""
    complaints, verdicts = [], collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "found", "*.ded"))):
            with open(path, encoding="utf-8") as f:
                words = f.readline().strip("/ \n").split()
            options = dict(zip(words[::2], words[1::2]))
            spec = ded2asp.Fspec(int(options["-t"]), int(options["-f"]), int(options["-c"]), options["-N"].split(","),
                                 exclusive=options.get("--eff-mode") == "exclusive",
                                 halt=options.get("--crash-model") == "halt")
            found = disagreement(program, [path], spec, folder, verdicts)
            if found:
                complaints.append(f"{os.path.basename(path)}: {found}")
    print("\n".join(complaints) or f"all agree: {dict(verdicts)}")
    return 1 if complaints else 0


# ---------------------------------------------------------------------------------------- random


class RandomProgram:
    """Makes a random program with the nodes a, b and perhaps c. Relations r0, r1, … have a column for the
    node and up to one value. A deductive rule negates only relations with lower numbers, so the program is
    stratified."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.nodes = ["a", "b", "c"][: self.random.choice([2, 2, 3])]
        self.arity = [self.random.choice([1, 2, 2]) for _ in range(self.random.randint(2, 5))]
        lines = [self.fact() for _ in range(self.random.randint(2, 5))]
        for x in self.nodes:
            lines += [f'net("{x}", "{y}")@1;' for y in self.nodes if x != y]
        lines.append("net(X, Y)@next :- net(X, Y);")
        self.pairs = self.random.random() < 0.3
        if self.pairs:
            lines += [self.pair() for _ in range(self.random.randint(1, 2))]
        lines += [self.rule() for _ in range(self.random.randint(3, 8))]
        lines += [self.persist(r) for r in range(len(self.arity)) if self.random.random() < 0.7]
        self.text = self.with_constants("\n".join(lines + self.invariant()) + "\n")
        eot = self.random.randint(2, 5)
        self.spec = ded2asp.Fspec(eot, self.random.randint(0, eot - 1), self.random.randint(0, 2), self.nodes,
                                  exclusive=self.random.random() < 0.2, halt=self.random.random() < 0.2)

    def with_constants(self, text):
        """Replaces some values by named constants, which are defined anywhere in the text. Some constants
        get their value by `set` in another place."""
        values = sorted(set(re.findall(r'"[a-c]"|(?<=[ @(])\d(?=[,;)])', text)))
        for value in values:
            if self.random.random() > 0.3:
                continue
            name = f"K{values.index(value)}"
            uses = len(re.findall(rf"(?<![\w\"]){re.escape(value)}(?![\w\"])", text))
            for _ in range(self.random.randint(1, uses)):
                places = [m.start() for m in re.finditer(rf"(?<![\w\"]){re.escape(value)}(?![\w\"])", text)]
                at = self.random.choice(places)
                text = text[:at] + name + text[at + len(value):]
            other = self.random.choice(["7", "-1"]) if value.isdigit() else '"nobody"'
            first, later = f"const {name} = {value};", ""
            if self.random.random() < 0.5:
                first, later = f"const {name} = {other};", f"set {name} = {value};"
            text = "\n".join(self.random.sample([text.rstrip("\n"), first], 2) + [later]) + "\n"
        return text

    def name(self, below=None):
        return self.random.randrange(len(self.arity) if below is None else below)

    def fact(self):
        r = self.name()
        values = [f'"{self.random.choice(self.nodes)}"'] + [str(self.random.randint(1, 3))] * (self.arity[r] - 1)
        return f"r{r}({', '.join(values)})@{self.random.choice([1, 1, 1, 2, 3])};"

    def literal(self, r, place, value):
        return f"r{r}({place}{', ' + value if self.arity[r] == 2 else ''})"

    def persist(self, r):
        own = self.literal(r, "X", "V")
        return f"{own}@next :- {own}{self.negation(len(self.arity), 'X', 'V', 0.2)};"

    def pair(self):
        """Returns two premises of which the second is at a later tick, so that every rule may negate it."""
        kind, head = self.random.choice([("next", "X, Y"), ("next", "X, X"), ("async", "Y, X"), ("async", "Y, Y")])
        return f"pair({head})@{kind} :- {self.literal(self.name(), 'X', '_')}, net(X, Y);"

    def negation(self, below, place, value, chance):
        if below == 0 or self.random.random() > chance:
            return ""
        if self.pairs and self.random.random() < 0.5:
            return self.random.choice([", notin pair(Z, Z)", ", notin pair(Z, Z)", f", notin pair({place}, Z)",
                                       ", notin crash(Z, Z, _)"])
        if self.random.random() < 0.25:
            return f", notin crash(_, {place}, _)"
        return f", notin {self.literal(self.name(below), place, self.random.choice([value, '_']))}"

    def rule(self):
        kind = self.random.choice(["", "", "@next", "@async", "@async"])
        head = self.name()
        below = head if kind == "" else len(self.arity)
        body = [self.literal(self.name(), "X", "V")]
        if self.random.random() < 0.4:
            body.append(self.literal(self.name(), "X", self.random.choice(["V", "W"])))
        if not any("V" in b for b in body):
            values = [r for r in range(len(self.arity)) if self.arity[r] == 2]
            if not values and self.arity[head] == 2:
                return ""
            if values:
                body.append(self.literal(self.random.choice(values), "X", "V"))
        place, bound = "X", any("V" in b for b in body)
        if kind == "@async":
            place = "Y"
            body.insert(1, "net(X, Y)")
        if self.arity[head] == 2 and kind == "" and self.random.random() < 0.5:
            lower = [r for r in range(head) if self.arity[r] == 2]
            if lower:
                aggregate = self.random.choice(["count", "min", "max", "sum"])
                return f"r{head}(X, {aggregate}<V>) :- {self.literal(self.random.choice(lower), 'X', 'V')};"
        more = self.negation(below, "X", "V" if bound else "_", 0.5)
        if bound and self.random.random() < 0.2:
            more += f", V {self.random.choice(['==', '!=', '<', '>='])} {self.random.randint(1, 3)}"
        return f"{self.literal(head, place, 'V')}{kind} :- {', '.join(body)}{more};"

    def invariant(self):
        if self.random.random() < 0.1:
            return []
        pre, post = self.name(), max(self.name(), self.name())
        crash = ", notin crash(_, X, _)" if self.random.random() < 0.5 else ""
        place = self.random.choice(["X", "_", "Y"])
        return [f"pre(X) :- {self.literal(pre, 'X', '_')}{crash};",
                f"post(X) :- net(X, Y), {self.literal(post, place, '_')};"]


def randomly(program, first_seed, programs):
    complaints, refused, slow, verdicts = [], 0, 0, collections.Counter()
    # A random program may be hard for clingo, although it is easy for ldfi-farm, so the time is limited.
    solving.MOST_SECONDS = 60
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first_seed, first_seed + programs):
            p = RandomProgram(seed)
            path = os.path.join(folder, "p.ded")
            with open(path, "w", encoding="utf-8") as f:
                f.write(p.text)
            check = subprocess.run([program, path, *fspec_arguments(p.spec), "--check"], cwd=folder,
                                   capture_output=True)
            if check.returncode == 65:
                # ldfi-farm refuses the program, for example because of an aggregate in a cycle. So there is
                # nothing to compare.
                refused += 1
                continue
            try:
                found = disagreement(program, [path], p.spec, folder, verdicts)
            except subprocess.TimeoutExpired:
                slow += 1
                continue
            if found:
                complaints.append(f"seed {seed}: {found}\n{p.text}")
    print(f"seeds {first_seed} to {first_seed + programs - 1}: {dict(verdicts)}, {refused} are not programs, "
          f"{slow} took clingo more than {solving.MOST_SECONDS} s")
    print("\n".join(complaints) or "all agree")
    return 1 if complaints or refused > programs // 2 or slow > 1 + programs // 100 else 0


def main():
    if shutil.which("clingo") is None:
        print("clingo is not installed")
        return 77
    program = os.path.abspath(sys.argv[2])
    if sys.argv[1] == "protocols":
        return protocols(program, os.path.abspath(sys.argv[3]), sys.argv[4:] == ["--all"])
    if sys.argv[1] == "found":
        return found_before(program)
    numbers = [int(x) for x in sys.argv[3:]]
    if sys.argv[1] == "late":
        return late_random.compare(program, *(numbers + [1, 150][len(numbers):]), RandomProgram)
    return randomly(program, *(numbers + [1, 150][len(numbers):]))


if __name__ == "__main__":
    sys.exit(main())
