"""Makes random programs whose messages may be late or arrive twice, and compares the answers of ldfi-farm
and clingo."""
import collections
import json
import os
import random
import subprocess
import tempfile

import late
import solving

MOST_FALSIFIERS = 300  # largest number of counterexamples of a program that are compared
REFUSED = 65

# A node numbers its messages. Another node notices a message that is missing, duplicated or overtaken.
NUMBERED = """step("a", 0)@1;
step(N, T + 1)@next :- step(N, T), T < {last};
net("a", "b")@1; {third}
net(N, R)@next :- net(N, R);
put(R, T)@async :- step(N, T), net(N, R);
seen(R, T)@next :- put(R, T);
seen(R, T)@next :- seen(R, T);
bad(R)@next :- bad(R);
{more}{odd}
pre(N) :- net(N, _){crash};
post(N) :- net(N, _), notin bad(_);
"""
ODD = ("bad(R)@next :- put(R, T), seen(R, U), U > T;", "bad(R)@next :- put(R, T), seen(R, T);",
       "bad(R)@next :- put(R, T), put(R, U), U > T;", "bad(R)@next :- put(R, T), T > 1, notin seen(R, 0);",
       "bad(R)@next :- seen(R, 0), notin put(R, _), notin seen(R, 2);", "bad(R) :- seen(R, 2), notin seen(R, 1);")


# Rules that send further messages: to other nodes, and to the node itself.
MORE = """ask(R, T)@async :- step(N, T), net(N, R);
asked(R, T)@next :- ask(R, T);
asked(R, T)@next :- asked(R, T);
tick(N, T)@async :- step(N, T);
ticked(N, T)@next :- tick(N, T);
ticked(N, T)@next :- ticked(N, T);
"""
ODDER = ("bad(R)@next :- put(R, T), notin ask(R, T);", "bad(R)@next :- ask(R, T), seen(R, T);",
         "bad(R)@next :- put(R, T), asked(R, U), U > T;", "bad(R)@next :- ask(R, T), asked(R, U), U > T;",
         "bad(N)@next :- tick(N, T), ticked(N, U), U > T;", "bad(N)@next :- tick(N, T), ticked(N, T);",
         "bad(N)@next :- step(N, 2), notin ticked(N, 0);")


def numbered(chance, more):
    third = chance.random() < 0.4
    odd = "\n".join(chance.sample(ODD, chance.randint(1, 2)) if not more else chance.sample(ODD + ODDER, 2))
    crash = ', notin crash(_, "a", _)' if chance.random() < 0.5 else ""
    text = NUMBERED.format(last=chance.randint(1, 3), third='net("a", "c")@1;' if third else "", odd=odd, crash=crash, more=MORE if more else "")
    return text, ["a", "b", "c"] if third else ["a", "b"]


def some_fspec(chance, nodes):
    some = lambda percent, low, high: chance.randint(low, high) if chance.random() * 100 < percent else None
    return late.LateFspec(
        chance.randint(3, 6), chance.choice([0, 0, 1, 2]), chance.choice([0, 0, 1]), nodes, halt=chance.random() < 0.3,
        most=chance.choice([0, 1, 2, 3]), until=some(30, 0, 5), budget=some(30, 1, 4), count=some(50, 1, 3),
        duplicates=chance.choice([0, 0, 1, 2]), within=chance.randint(1, 2), fifo=chance.random() < 0.5)


def apart(chance, spec):
    """Changes a random program so that messages of different relations may be late independently, or that
    messages of a node to itself may be late. Returns the program and its Fspec."""
    spec.apart = chance.random() < 0.7
    spec.halt, spec.self = False, not spec.apart or chance.random() < 0.5
    spec.count = min(spec.count or 2, 2)
    return spec


def ask_farm(program, path, spec, stop, folder):
    done = subprocess.run([program, path, *spec.arguments(), "--stop", stop, "--summary", "json", "--quiet", "-o",
                           os.path.join(folder, "r.h5")], capture_output=True, text=True, check=False)  # fmt: skip
    if done.returncode not in (0, 1, 2):
        return (REFUSED if done.returncode == REFUSED else f"exit status {done.returncode}"), done.stderr
    summary = json.loads(done.stdout.splitlines()[-1])
    # The clingo program cannot find out whether any fault is possible, so a verdict for this reason counts as
    # certified.
    idle = summary.get("reason", "").endswith("so no fault was possible")
    return "certified" if idle else summary["verdict"], [found["faults"] for found in summary["counterexamples"]]


def ask_clingo(path, spec):
    oracle = late.LateOracle([path], spec)
    verdict, first = oracle.verdict()
    if verdict != "counterexample":
        return verdict, (["none"] if verdict == "broken" else []), True
    minimal = oracle.all_minimal(limit=MOST_FALSIFIERS + 1)
    if len(minimal) > MOST_FALSIFIERS:
        return verdict, [late.written(first)], False
    found = sorted(minimal, key=late.order)
    if found[0] != first:
        raise RuntimeError(f"clingo disagrees with itself: {late.written(first)}, {late.written(found[0])}")
    return verdict, [late.written(f) for f in found], True


def compare(program, first_seed, programs, random_program):
    complaints, refused, slow, verdicts, kinds = [], 0, 0, collections.Counter(), collections.Counter()
    solving.MOST_SECONDS = 60
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.ded")
        for seed in range(first_seed, first_seed + programs):
            chance = random.Random(seed)
            text, nodes = numbered(chance, seed % 2 == 0)
            if seed % 3 == 0:
                other = random_program(seed)
                text, nodes = other.text, other.nodes
            spec = some_fspec(chance, nodes)
            if seed % 2 == 0 and (spec.most or spec.duplicates):
                spec = apart(chance, spec)
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            if ask_farm(program, path, spec, "first", folder)[0] == REFUSED:
                refused += 1
                continue
            try:
                verdict, minimal, whole = ask_clingo(path, spec)
            except subprocess.TimeoutExpired:
                slow += 1
                continue
            expected = verdict, minimal
            got = ask_farm(program, path, spec, "all" if whole else "first", folder)
            verdicts[f"{verdict}, {'fifo' if spec.fifo else 'any'}"] += 1
            for letter in "DU":
                kinds[letter] += any(letter + "(" in one for one in minimal)
            if got != expected:
                complaints.append(f"seed {seed}: {' '.join(spec.arguments())}\n  farm:   {got}\n  clingo: {expected}\n{text}")
    print(f"seeds {first_seed} to {first_seed + programs - 1}: {dict(verdicts)}, falsified by delays {kinds['D']}, by duplicates "
          f"{kinds['U']}; {refused} are not programs, {slow} took clingo more than {solving.MOST_SECONDS} s")
    few = programs >= 100 and (kinds["D"] * 10 < programs or kinds["U"] * 40 < programs)
    print("\n".join(complaints) or ("too few are falsified" if few else "all agree"))
    return 1 if complaints or few or refused > programs // 2 or slow > 1 + programs // 100 else 0
