#!/usr/bin/env python3
"""Hostile pairs of program and budget: budgets.py BUILD_FOLDER [--all] [PATTERN]

No run may take more than half of its --time-limit, or a second, beyond it, nor more than a quarter of its --memory-limit, or
64 MiB; it must leave with a verdict (0, 1, 2) or with the budget's name, and its results must be readable. One line each. On a
busy machine the processor's time counts where it is less than the clock's. --all runs the long ones, too.
"""

import argparse
import functools
import os
import re
import sys
import tempfile
import time
from dataclasses import dataclass

import measured

ENDING_S = 1  # mpirun sometimes waits so long after the last rank has left
IDLE = 'log("n1","x")@1;pre(P):-log(_,P);post(P):-log(_,P);'
FLOOD = """
log("n0","x")@1; log(N,P)@next :- log(N,P);
peer(N,M)@next :- peer(N,M);
log(M,P)@async :- log(N,P), peer(N,M);
pre(P) :- log("n0",P); post(P) :- log("n1",P);
"""
# As many least falsifiers as there are messages: each is sent once, and each is wanted.
EACH = """
c("n0",0)@1; c(N,I+1)@next :- c(N,I);
peer(N,M)@next :- peer(N,M);
got(M,I)@async :- c(N,I), peer(N,M); got(M,I)@next :- got(M,I);
want(N,M,I) :- c(N,I), peer(N,M); want(N,M,I)@next :- want(N,M,I);
pre(M,I) :- want(_,M,I), c("n0",J), I + 1 < J; post(M,I) :- got(M,I);
"""
CRASHES = """
hb(M,N)@async :- node(N,M); node(N,M)@next :- node(N,M);
dead(M,N)@next :- node(M,N), notin hb(M,N), crash(M,N,_); dead(M,N)@next :- dead(M,N);
pre(N) :- node(N,N); post(N) :- node(N,N), notin dead(N,_);
"""
# Values from everywhere, in any order: much looks possible that is not.
LOGS = """
term(N,1)@1 :- peer(N,_);
peer(N,M)@next :- peer(N,M);
at(N,0,"x")@1 :- peer(N,_);
at(M,I+1,N)@async :- at(N,I,_), peer(N,M), I < 30;
at(N,I,X)@next :- at(N,I,X), notin over(N,I);
over(N,I) :- at(N,I,X), at(N,I,Y), X != Y;
pre(N) :- at(N,0,_); post(N) :- at(N,0,_);
"""


def nodes(n):
    return ",".join(f"n{i}" for i in range(n))


def star(n):
    return "".join(f'peer("n0","n{i}")@1;' for i in range(1, n))


def clique(n):
    return "".join(f'peer("n{i}","n{j}")@1;' for i in range(n) for j in range(n) if i != j)


def pairs_of(n):
    return "".join(f'node("n{i}","n{j}")@1;' for i in range(n) for j in range(n))


def beats(n):
    """Each sends to its neighbour at each tick, and what arrives is kept: clauses for each node and tick."""
    return ("".join(f'peer("n{i}","n{(i + 1) % n}")@1;' for i in range(n)) +
            "peer(N,M)@next :- peer(N,M); beat(M,N)@async :- peer(N,M); heard(M,N) :- beat(M,N); heard(M,N)@next :- heard(M,N), peer(N,_);"
            "heard(M,N)@next :- heard(M,N), beat(M,N); pre(N) :- peer(N,_); post(M) :- heard(M,_);")


def strings(count, size):
    return "".join(f'big("n0","{i:06}{"s" * size}")@1;' for i in range(count)) + "big(N,X)@next :- big(N,X);pre(X) :- big(_,X); post(X) :- big(_,X);"


def joins(n, width):
    variables = [chr(ord("A") + i) for i in range(width)]
    body = ",".join(f"k(N,{v})" for v in variables)
    return "".join(f'k("n0",{i})@1;' for i in range(n)) + f"k(N,X)@next :- k(N,X);pre(A) :- {body}, {'+'.join(variables)} < 0; post(A) :- k(_,A);"


@dataclass
class Pair:
    name: str
    program: str
    arguments: tuple
    time_s: float = 1
    memory_mib: int = 150
    long: bool = False
    says: str = ""
    ranks: int = 0


def idle(n, t, c, **more):
    return Pair(f"idle, {n} nodes, EOT {t}, {c} crashes", IDLE, ("-t", str(t), "-f", "1", "-c", str(c), "-N", nodes(n)), **more)


def flood(name, n, t, *arguments, crashes=0, **more):
    return Pair(f"flood of {n}, EOT {t}{', ' + name if name else ''}", FLOOD + clique(n),
                ("-t", str(t), "-f", str(t - 2), "-c", str(crashes), "-N", nodes(n), *arguments), **more)


def each(name, n, t, *arguments, **more):
    return Pair(f"each message wanted, {n} nodes, EOT {t}{', ' + name if name else ''}", EACH + star(n),
                ("-t", str(t), "-f", str(t - 1), "-N", nodes(n), *arguments), **more)


def pairs():
    for n, t, c in ((1000, 20000, 1), (1000, 1000, 1000), (2, 1000000, 1)):
        yield idle(n, t, c)
    for n, t, c in ((1000, 2000, 1), (1000, 4000, 1), (1000, 1000, 500), (100, 10000, 1)):
        yield idle(n, t, c, long=True)
    yield Pair("beats, 1000 nodes, EOT 1000", beats(1000), ("-t", "1000", "-f", "2", "-c", "1", "-N", nodes(1000)))
    yield Pair("beats, 100 nodes, EOT 4000", beats(100), ("-t", "4000", "-f", "400", "-c", "3", "-N", nodes(100)), memory_mib=600, long=True)
    yield Pair("beats, 100 nodes, EOT 2000, CryptoMiniSat", beats(100), ("-t", "2000", "-f", "400", "-c", "3", "-N", nodes(100), "--solver", "cryptominisat"), memory_mib=600)
    yield Pair("beats, 100 nodes, EOT 2000, molly", beats(100), ("-t", "2000", "-f", "400", "-c", "3", "-N", nodes(100), "--strategy", "molly"), memory_mib=600)
    yield Pair("6 MB of strings, EOT 200", strings(3000, 2000), ("-t", "200", "-f", "1", "-N", "n0,n1"), time_s=2, memory_mib=300)
    yield Pair("6 MB of strings, EOT 200, no memory limit", strings(3000, 2000), ("-t", "200", "-f", "1", "-N", "n0,n1"), time_s=2, memory_mib=0, long=True)
    yield Pair("6 MB of strings, EOT 2000", strings(3000, 2000), ("-t", "2000", "-f", "1", "-N", "n0,n1"), long=True)
    yield flood("replayed", 80, 20, "--replay", "none")
    yield flood("replayed", 200, 40, "--replay", "none", long=True)
    yield flood("checked", 200, 40, "--check", long=True)
    yield flood("", 60, 12)
    yield flood("", 60, 12, memory_mib=1000, time_s=2, long=True)
    yield flood("crashes", 60, 12, crashes=2, long=True)
    yield flood("crashes", 30, 30, crashes=30)
    yield flood("CryptoMiniSat", 30, 20, "--solver", "cryptominisat", memory_mib=400, long=True)
    yield flood("live", 40, 12, "--expand", "live")
    yield flood("all", 40, 12, "--expand", "all", memory_mib=600)
    yield flood("pruned", 40, 12, "--prune", "always", memory_mib=600, long=True)
    yield flood("pruned", 80, 12, "--prune", "always")
    yield flood("molly", 40, 12, "--strategy", "molly")
    yield flood("molly, conservative", 20, 12, "--strategy", "molly", "--negation", "conservative", long=True)
    yield flood("random", 60, 12, "--strategy", "random", long=True)
    yield flood("random", 20, 60, "--strategy", "random", memory_mib=400)
    yield flood("all falsifiers", 6, 8, "--stop", "all")
    yield flood("all falsifiers, molly", 6, 8, "--stop", "all", "--strategy", "molly", long=True)
    yield flood("three searches", 40, 12, "--repeat", "3", "--strategy", "random", long=True)
    yield flood("two ranks", 60, 12, ranks=2, memory_mib=400)
    yield flood("three ranks, random", 40, 12, "--strategy", "random", ranks=3, memory_mib=400, long=True)
    yield each("all", 100, 100, "--stop", "all", time_s=2, memory_mib=500)
    yield each("all", 30, 30, "--stop", "all", time_s=2, memory_mib=300, long=True)
    yield each("all, molly", 100, 100, "--stop", "all", "--strategy", "molly", memory_mib=500, long=True)
    yield each("all, three ranks", 60, 60, "--stop", "all", ranks=3, memory_mib=500, long=True)
    yield each("", 1000, 5, long=True)
    yield each("all", 1000, 5, "--stop", "all")
    yield Pair("exhaustive, a crash at each of many ticks", EACH + star(2), ("-t", "15000", "-f", "1", "-c", "2", "-N", "n0,n1", "--strategy", "exhaustive"))
    yield Pair("exhaustive, all", EACH + star(4), ("-t", "4", "-f", "2", "-N", nodes(4), "--strategy", "exhaustive", "--stop", "all"), long=True)
    yield Pair("crashes seen by all", CRASHES + pairs_of(40), ("-t", "40", "-f", "38", "-c", "20", "-N", nodes(40)))
    yield Pair("crashes seen by all, pruned", CRASHES + pairs_of(30), ("-t", "60", "-f", "58", "-c", "30", "-N", nodes(30), "--prune", "always"), long=True)
    yield Pair("a join of six", joins(60, 6), ("-t", "10", "-f", "1", "-N", "n0,n1"))
    yield Pair("a sweep of floods", FLOOD + clique(40), ("--sweep", "-N", nodes(40), "-c", "1"), memory_mib=300)
    yield Pair("a sweep of idle cells", IDLE, ("--sweep", "--sweep-eot", "2000,4000,8000", "--sweep-eff", "1", "--sweep-crashes", "1,10", "-N", nodes(1000)), long=True)
    yield Pair("a sweep of strings", strings(3000, 2000), ("--sweep", "-N", "n0,n1"), time_s=2, memory_mib=300, long=True)
    yield Pair("a sweep, all", EACH + star(30), ("--sweep", "--stop", "all", "-N", nodes(30)), memory_mib=300)
    yield Pair("a sweep of floods, three ranks", FLOOD + clique(40), ("--sweep", "-N", nodes(40), "-c", "1"), ranks=3, memory_mib=300, long=True)


def command_of(pair, build):
    launcher = ()
    program = "ldfi-farm"
    if pair.ranks:
        program = "ldfi-farm-mpi"
        launcher = ("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(pair.ranks))
    budgets = ["--time-limit", f"{int(pair.time_s * 1000)}ms"]
    if pair.memory_mib:
        budgets += ["--memory-limit", f"{pair.memory_mib}M"]
    return [*launcher, f"{build}/{program}", "x.ded", *pair.arguments, *budgets]


@functools.lru_cache(None)
def launching_s(build, ranks):
    """What mpirun takes to begin and to end, whatever the ranks do."""
    pair = Pair("nothing", "", (), ranks=ranks)
    with tempfile.TemporaryDirectory() as folder:
        return measured.run([*command_of(pair, build)[:-5], "--version"], folder)[3] + ENDING_S if ranks else 0


def judge(pair, status, text, busy, spent, mib, folder):
    """What is wrong, or nothing."""
    wrong = []
    if status not in (0, 1, 2):
        wrong.append(f"left with {status}")
    over_s = (spent if pair.ranks else min(spent, busy)) - pair.time_s
    if over_s > max(1, pair.time_s / 2):
        wrong.append(f"{over_s:.1f} s too long")
    over_mib = mib - pair.memory_mib
    if pair.memory_mib and over_mib > max(64, pair.memory_mib / 4):
        wrong.append(f"{over_mib:.0f} MiB too much")
    if not re.search(pair.says, text):
        wrong.append(f"does not say {pair.says!r}")
    if re.search(r"verdict ", text) and not os.path.exists(f"{folder}/x.h5"):
        wrong.append("no results")
    return "; ".join(wrong)


def attempt(pair, build):
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/x.ded", "w", encoding="utf-8") as stream:
            stream.write(pair.program)
        status, text, busy, spent, mib = measured.run(command_of(pair, build), folder)
        wrong = judge(pair, status, text, busy, spent - launching_s(build, pair.ranks), mib, folder)
    return status, text, busy, spent, mib, wrong


def first_line(text):
    found = re.search(r"^.*(verdict|budget of|error).*$", text, re.MULTILINE)
    return (found.group(0) if found else text.strip().split("\n")[-1])[:70]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    build = os.path.abspath(arguments.build)
    failed = count = 0
    began = time.monotonic()
    for pair in pairs():
        if not re.search(arguments.pattern, pair.name) or (pair.long and not arguments.all):
            continue
        count += 1
        for _ in range(3):  # a busy machine may be to blame
            status, text, busy, spent, mib, wrong = attempt(pair, build)
            if not wrong:
                break
        failed += bool(wrong)
        budget = f"{pair.time_s:g} s, {pair.memory_mib or '-'} MiB"
        print(f"{'FAIL' if wrong else 'ok  '} {pair.name:<52} {budget:>13}: {spent:5.1f} s ({busy:.1f}) {mib:5.0f} MiB  {status:>3}  {wrong or first_line(text)}", flush=True)
    print(f"{count} pairs, {failed} failed; {time.monotonic() - began:.0f} s")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
