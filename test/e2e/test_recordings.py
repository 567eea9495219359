#!/usr/bin/env python3
"""Recordings of other tools, followed step by step and made smaller: test_recordings.py LDFI_FARM SOURCE_DIR LDFI_RESULTS

With LDFI_RECORDINGS, a folder with DEMi's raft45.shiviz.txt, raft46.shiviz.txt and raft56.shiviz.txt, these too."""

import json
import os
import re
import subprocess
import sys
import unittest

import recorded_raft
from program import PROGRAM, SOURCE_DIR, ProgramCase

RESULTS = os.path.abspath(sys.argv[3])
CONFIG = os.path.join(SOURCE_DIR, "configs/raft-recorded.yaml")
NAMES = os.path.join(SOURCE_DIR, "configs/raft-recorded.names")
SMALL = recorded_raft.HEAD + """

{"n-a" : 1} n-a: Received external message: Known
{"n-a" : 2} n-a: Received external message: Timer(1)
{"n-a" : 3} n-a: Sending to n-a: Begin
{"n-b" : 1} n-b: Received external message: Known
{"n-a" : 4} n-a: Received message from n-a: Begin
{"n-a" : 5} n-a: Sending to n-b: Request(1)
{"n-a" : 5, "n-b" : 2} n-b: Received message from n-a: Request(1)
"""

ORDERS = """
x("a")@1; y("a")@1; z("a")@1;
hasx(N)@next :- x(N);
hasx(N)@next :- hasx(N);
hasy(N)@next :- y(N);
hasy(N)@next :- hasy(N);
bad(N)@next :- x(N), hasx(N);
bad(N)@next :- z(N), hasx(N), hasy(N);
bad(N)@next :- bad(N);
pre(N) :- bad(N);
post(N) :- bad(N), notin bad(N);
"""

# The fewest steps to DEMi's three bugs of the election: with nodes that vote twice in a term, and with ONCE.
SHORT = (
    # raft-45
    (
        ("COUNTS",),
        """
        configure(b) timeout(b) configure(c) timeout(c) timeout(b) timeout(c) begin(b) request(c,b,2) begin(b) request(c,b,2)
        configure(d) begin(c) request(d,c,2) begin(c) request(d,c,2) grant(c,d,2) hears(d,c,2) grant(c,d,2) grant(b,c,2)
        grant(b,c,2)
        """,
        """
        configure(a) configure(b) configure(c) configure(d) timeout(a) timeout(a) begin(a) request(d,a,2) hears(d,a,2)
        grant(a,d,2) begin(a) request(d,a,2) grant(a,d,2) timeout(c) timeout(c) begin(c) request(b,c,2) hears(b,c,2)
        grant(c,b,2) begin(c) request(b,c,2) grant(c,b,2)
        """,
    ),
    # raft-46
    (
        ("STALE",),
        """
        configure(d) timeout(d) configure(c) begin(d) request(c,d,1) hears(c,d,1) timeout(c) begin(c) configure(b)
        request(b,d,1) hears(b,d,1) request(b,c,2) hears(b,c,2) grant(c,b,2) timeout(d) request(d,c,2) grant(c,d,2) grant(d,c,1)
        begin(d) grant(d,b,1)
        """,
        """
        configure(d) configure(a) configure(c) configure(b) timeout(c) begin(c) request(b,c,1) request(d,c,1) hears(b,c,1)
        timeout(b) hears(d,c,1) begin(b) request(d,b,2) request(a,b,2) timeout(c) begin(c) grant(c,d,1) grant(c,b,1)
        hears(d,b,2) hears(a,b,2) grant(b,d,2) grant(b,a,2)
        """,
    ),
    # raft-56
    (
        ("FORGETS", "LAGS"),
        """
        configure(b) timeout(b) configure(c) timeout(c) begin(b) request(c,b,1) begin(c) configure(d) timeout(d) request(d,b,1)
        grant(b,d,1) grant(b,c,1) crown(b) append(d,b,1,0) request(d,c,1) grant(c,d,1) configure(a) request(a,b,1)
        request(a,c,1) grant(c,a,1)
        """,
        """
        configure(a) configure(b) configure(c) configure(d) timeout(b) begin(b) timeout(c) begin(c) timeout(a) timeout(d)
        request(a,b,1) grant(b,a,1) request(d,b,1) grant(b,d,1) crown(b) append(a,b,1,0) append(d,b,1,0) request(a,c,1)
        grant(c,a,1) request(d,c,1) grant(c,d,1)
        """,
    ),
)


def switches(defects):
    return [word for defect in defects for word in ("-D", f"{defect}=yes")]


class Recordings(ProgramCase):
    def imported(self, log, names=recorded_raft.NAMES, status=0, says=""):
        self.write("log.txt", log)
        self.write("log.names", names)
        command = [RESULTS, "import", "log.txt", "--names", "log.names", "-o", "log.jsonl"]
        result = subprocess.run(command, cwd=self.folder.name, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn(says, result.stderr)
        self.assertEqual(os.path.exists(self.path("log.jsonl")), status == 0)
        return result

    def followed(self, status, defects, *arguments, schedule="log.jsonl"):
        return self.summary(status, CONFIG, "--quiet", *switches(defects), "--replay-schedule", schedule, *arguments)

    def steps_of(self, followed):
        """As recorded_raft.executed() takes them."""
        kinds = {"hears": "request", "rehears": "append"}
        out = []
        for step in followed:
            relation, arguments = re.fullmatch(r"(\w+)\((.*)\)", step["fact"]).groups()
            to, *rest = arguments.split(",")
            sender = "" if relation in ("configure", "timeout", "client") else to
            if relation in ("request", "hears", "grant", "refuse", "append", "rehears", "taken"):
                sender, *rest = rest
            out.append((sender, to, kinds.get(relation, relation), tuple(map(int, rest))))
        return out

    def test_random_runs_are_followed_whole(self):
        """Other nodes, which know no Dedalus, say what happens; the verdict is theirs."""
        for defects, seed, violated in (
            ((), 1, False), ((), 2, False), ((), 1088, False), (("FORGETS",), 3, False), (("LAGS",), 4, False),
            (("COUNTS",), 5375, True), (("COUNTS",), 5, False), (("STALE",), 1088, True), (("STALE",), 370, True),
            (("FORGETS", "LAGS"), 1091, True), (("FORGETS", "LAGS"), 6, False), (recorded_raft.DEFECTS, 212, True),
            (("STALE",), 393, True), (("STALE", "ONCE"), 393, False), (("STALE", "ONCE"), 790, True),  # a candidate has voted for another
        ):  # fmt: skip
            with self.subTest(defects=defects, seed=seed):
                run = recorded_raft.Recording(seed, defects, steps=90)
                self.assertEqual(run.cluster.violates(), violated)
                self.imported(run.text())
                found = self.followed(1 if violated else 0, defects)
                self.assertEqual((found["steps"], len(found["followed"])), (run.steps, run.steps), run.text())
                self.assertEqual(found["replay"], "violated" if violated else "not violated")
                self.assertEqual(found["since"], run.steps if violated else None)
                os.remove(self.path("log.jsonl"))

    def test_votes_of_one_term(self):
        """The shortest schedules need a second vote of a node, which ONCE takes away; some longer ones do not."""
        behind = {"begin": "begins", "crown": "won", "hears": "again", "rehears": "repeats"}
        for defects, *schedules in SHORT:
            for text, once in zip(schedules, (False, True), strict=True):
                lines = []
                for at, fact in enumerate(text.split(), 1):
                    relation, arguments = fact[:-1].split("(")
                    to, *rest = arguments.split(",")
                    line = {"e": "step", "at": at, "fact": fact}
                    if rest:
                        line |= {"from": rest[0], "to": to}
                    if relation in ("hears", "rehears"):
                        line |= {"fact": {"hears": "request", "rehears": "append"}[relation] + f"({arguments})", "own": fact}
                    if relation in behind:
                        line["after"] = f"{behind[relation]}({arguments})"
                    lines.append(json.dumps(line))
                self.write("short.jsonl", "\n".join(lines))
                for more, violated in (((), True), (("ONCE",), once)):
                    with self.subTest(defects=defects, once=once, more=more):
                        found = self.followed(1 if violated else 0, defects + more, schedule="short.jsonl")
                        self.assertEqual(found["since"], len(lines) if violated else None)
                        if violated:
                            self.assertEqual(len(found["followed"]), len(lines))
                            self.assertTrue(recorded_raft.executed(self.steps_of(found["followed"]), defects + more).violates())

    def test_what_is_left_violates_and_nothing_can_go(self):
        for defects, seed in ((("COUNTS",), 5375), (("STALE",), 370)):
            run = recorded_raft.Recording(seed, defects, steps=90)
            self.imported(run.text())
            found = self.followed(1, defects, "--minimise", "--minimise-runs", "2000")["minimisation"]
            os.remove(self.path("log.jsonl"))
            self.assertEqual(found["ended"], "")
            self.assertEqual((found["stages"][0]["stage"], found["stages"][0]["steps"]), ("followed", run.steps))
            self.assertEqual([one["claim"] for one in found["stages"] if one["stage"] == "pairs"][-1], "2-minimal")
            last = found["stages"][-1]
            self.assertEqual((last["stage"], last["steps"]), ("orders", len(found["steps"])))
            self.assertEqual(last["claim"], f"none shorter in {last['states']} states")
            self.assertTrue(1 < last["bound"] < last["steps"])
            steps = self.steps_of(found["steps"])
            self.assertTrue(recorded_raft.executed(steps, defects).violates())
            self.assertLess(len(steps), run.steps)
            for i in range(len(steps)):
                try:
                    self.assertFalse(recorded_raft.executed(steps[:i] + steps[i + 1 :], defects).violates())
                except ValueError:
                    pass  # a step needs the one that is gone

    def test_other_orders_are_shorter(self):
        """x, y and z at one node violate, of which no two do; but x twice does."""
        self.write("orders.ded", ORDERS)
        self.write("steps.jsonl", "\n".join(f'{{"e":"step","at":{i + 1},"fact":"{fact}(a)"}}' for i, fact in enumerate(("y", "x", "z"))))
        arguments = ["orders.ded", "--eot", "5", "--eff", "0", "--crashes", "0", "--nodes", "a,b,c", "--externals", "x,y,z", "--quiet", "--replay-schedule", "steps.jsonl"]
        found = self.summary(1, *arguments, "--minimise")["minimisation"]
        pairs, orders = found["stages"][-2:]
        self.assertEqual((pairs["steps"], pairs["claim"], pairs["bound"]), (3, "2-minimal", None))
        self.assertEqual((orders["stage"], orders["steps"], orders["claim"], orders["bound"], orders["executions"]), ("orders", 2, "minimum", 2, 1))
        self.assertEqual([(one["at"], one["line"], one["fact"]) for one in found["steps"]], [(1, None, "x(a)"), (2, None, "x(a)")])
        self.assertEqual(found["violated"], ["pre(a)"])
        self.assertEqual(found["externals"], [f"{one}({node})" for one in "xyz" for node in "abc"])
        text = self.expect(1, *arguments, "--minimise").stdout
        self.assertRegex(text, r"\n  orders +2 +1 +\d+ +2  minimum\ntick 1        followed  x\(a\)\ntick 2        followed  x\(a\)\n")
        for more in (("--minimise-by", "ddmin"), ("--minimise-runs", "0")):
            self.assertEqual(self.summary(1, *arguments, "--minimise", *more)["minimisation"]["stages"][-1]["stage"], "pairs")
        self.expect(64, *arguments, "--minimise", "--minimise-by", "type", says="--minimise-by exact, recording and type are for programs")

    def test_what_is_not_explored_is_told(self):
        self.write("orders.ded", ORDERS + "echo(N)@next :- x(N);\nout(N)@next :- echo(N);\nout(N)@next :- out(N);\n")
        self.write("steps.jsonl", "\n".join(f'{{"e":"step","at":{i + 1},"fact":"{fact}(a)"}}' for i, fact in enumerate(("y", "x", "z"))))
        found = self.summary(1, "orders.ded", "--eot", "5", "--eff", "0", "--crashes", "0", "--nodes", "a,b,c", "--externals", "x,y,z", "--quiet",
                             "--replay-schedule", "steps.jsonl", "--minimise")["minimisation"]  # fmt: skip
        last = found["stages"][-1]
        self.assertEqual((last["stage"], last["claim"], last["bound"]), ("orders", "not explored: a continues by itself after a step", None))
        self.assertEqual((found["externals"], len(found["steps"])), ([], 3))

    def told(self, *arguments):
        command = [RESULTS, *arguments]
        result = subprocess.run(command, cwd=self.folder.name, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_results_tell_the_same(self):
        """The file has the steps as events from outside and late messages, and executes each stage once more."""
        defects = ("STALE",)
        self.imported(recorded_raft.Recording(370, defects, steps=90).text())
        found = self.followed(1, defects, "--minimise", "--minimise-runs", "100")["minimisation"]
        self.assertEqual(found["output"], "raft-recorded-minimised.h5")
        stored = json.loads(self.told("minimisation", found["output"], "--json"))
        for one, other in zip(found["stages"], stored["stages"], strict=True):
            self.assertEqual(other["stage"].partition("-")[0], one["stage"])
            self.assertEqual(other["externals"] + other["deliveries"], one["steps"])
            for key in ("executions", "bound", "claim"):
                self.assertEqual(other[key], one[key])
            self.assertIn(f"stage         {other['stage']}\n", self.told("show", found["output"], "--stage", other["stage"]))
        events = [(event.get("arrives") or event["at"], event.get("from") or "", event["text"]) for event in stored["schedule"]]
        steps = [(step["at"], "" if step["fact"].startswith(("hears", "rehears")) else step["from"], step["fact"]) for step in found["steps"]]
        self.assertEqual(sorted(events), sorted(steps))
        self.assertEqual(stored["violated"], found["violated"])
        self.told("report", found["output"], "-o", "page.html")
        self.told("lamport", found["output"], "--before", "followed", "--after", "orders", "-o", "both.svg")

    def test_results_that_cannot_be(self):
        """Of two messages that a sends b at one tick only one arrives, which no delay of a channel says."""
        self.write("two.ded", "x(\"a\")@1; to(\"a\", \"b\")@1; to(N, M)@next :- to(N, M);\n"
                   "m(M, N, 1)@async :- x(N), to(N, M); m(M, N, 2)@async :- x(N), to(N, M);\n"
                   "bad(M)@next :- m(M, _, 1); bad(M)@next :- bad(M); pre(M) :- bad(M); post(M) :- bad(M), notin bad(M);\n")  # fmt: skip
        self.write("steps.jsonl", '{"e":"step","at":1,"fact":"x(a)"}\n{"e":"step","at":2,"from":"a","to":"b","fact":"m(b,a,1)"}\n')
        self.write("two-minimised.h5", "")
        arguments = ["two.ded", "--eot", "5", "--eff", "0", "--crashes", "0", "--nodes", "a,b", "--externals", "x", "--quiet",
                     "--replay-schedule", "steps.jsonl", "--minimise"]  # fmt: skip
        self.expect(74, *arguments, says="two-minimised.h5 exists and is not a results file")
        os.remove(self.path("two-minimised.h5"))
        found = self.summary(1, *arguments)["minimisation"]
        self.assertEqual((found["output"], found["stages"][-1]["claim"]), (None, "minimum"))
        self.assertIn("results       none: two messages of one node to another at one tick have different fates\n", self.expect(1, *arguments).stdout)
        self.assertFalse(os.path.exists(self.path("two-minimised.h5")))

    def test_budgets_end_it(self):
        run = recorded_raft.Recording(370, ("STALE",))
        self.imported(run.text())
        found = self.followed(1, ("STALE",), "--minimise", "--max-runs", "150")["minimisation"]
        self.assertEqual((found["ended"], found["stages"][-1]["claim"]), ("runs", "not finished"))
        self.assertTrue(recorded_raft.executed(self.steps_of(found["steps"]), ("STALE",)).violates())

    def test_a_violation_stands_whatever_ends(self):
        """It is violated even where nothing more can be executed, or stored."""
        run = recorded_raft.Recording(370, ("STALE",))
        self.imported(run.text())
        steps = len(self.followed(1, ("STALE",))["followed"])
        most = next(n for n in range(1, 40 * steps) if self.run_it(CONFIG, "--quiet", *switches(("STALE",)), "--replay-schedule", "log.jsonl", "--max-runs", str(n)).returncode == 1)
        self.expect(2, CONFIG, "--quiet", *switches(("STALE",)), "--replay-schedule", "log.jsonl", "--max-runs", str(most - 1), says="it takes more executions to follow it")
        small = self.run_it(CONFIG, "--quiet", *switches(("STALE",)), "--replay-schedule", "log.jsonl", "--minimise", "--memory-limit", "60M")
        self.assertEqual(small.returncode, 1, small.stderr)

    def test_what_does_not_happen_is_told(self):
        self.imported(SMALL)
        self.assertEqual(len(self.followed(0, ())["followed"]), 5)
        with open(self.path("log.jsonl"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.write("gap.jsonl", "\n".join(line for line in lines if "timeout" not in line))
        found = self.followed(2, (), schedule="gap.jsonl")
        self.assertEqual(found["replay"], "diverged")
        self.assertEqual([one["line"] for one in found["diverged"]], [3, 4])
        text = self.expect(2, CONFIG, "--quiet", "--replay-schedule", "gap.jsonl").stdout
        self.assertIn("diverged  begin(a): the node has not sent this message to itself", text)
        self.assertIn("diverged  a -> b  request(b,a,1): the message was not sent", text)

    def test_logs_that_are_wrong(self):
        for old, new, says in (
            ('{"n-a" : 2} n-a: R', '{"n-a" : 3} n-a: R', "log.txt:4:1: error: the clock does not follow"),
            ('{"n-a" : 5, "n-b" : 2}', '{"n-b" : 2}', "log.txt:9:1: error: the clock does not know that n-a has sent this"),
            ('{"n-a" : 5, "n-b" : 2}', '{"n-a" : 6, "n-b" : 2}', "log.txt:9:1: error: the clock knows 6 events of n-a"),
            ('{"n-b" : 1}', '{"n-a" : 2, "n-b" : 1}', "log.txt:6:1: error: the clock does not follow"),
            ("Sending to n-b: Request(1)", "Sending to n-c: Request(1)", "log.txt:9:1: error: n-a has not sent this"),
            ("from n-a: Request(1)", "from n-a: Request(2)", "n-a has not sent this"),
            ("(?<clock>", "(?<time>", "log.txt:1:1: error: the first line"),
            ("Timer(1)", "Clock(1)", "log.txt:4:45: error: the file of names has no line for this message"),
            ("Timer(1)", "", "the message is empty"),
            ("Timer(1)", "Timer(} n: )", "the end of the clock"),
            ("Received external", "Got", "there is no such event"),
            ('{"n-a" : 1}', '{"n-a" : 1', "a comma or } is expected"),
            ('{"n-a" : 1}', '{"n-a" : 0}', "a number from 1 to"),
            ('{"n-a" : 1}', '{"n-a" : 99999999999999}', "a number from 1 to"),
            ('{"n-a" : 1}', '{"n-a" : 1, "n-a" : 1}', "the clock has this host twice"),
            ('{"n-a" : 1}', '{"n a" : 1}', "not the name of a host"),
            ("n-a: Received external message: Known", "n-e: Received external message: Known", "the clock does not follow"),
            ("Known", "\xff\x00", "UTF-8"),
        ):  # fmt: skip
            with self.subTest(new=new):
                self.assertIn(old, SMALL)
                self.imported(SMALL.replace(old, new, 1), status=65, says=says)
        again = '{"n-a" : 5, "n-b" : 3} n-b: Received message from n-a: Request(1)\n'
        self.imported(SMALL + again, status=65, says="log.txt:10:1: error: n-a has not sent this, or it was received already")
        self.imported("".join(SMALL.splitlines(keepends=True)[:2]) + '{"n-a" : 1} n-a: Sending to n-b: Request(1)\n', status=65,
                      says="log.txt:1:1: error: this log has no external or delivered message, so there is nothing to follow")
        self.imported("", status=65, says="the first line")
        self.imported(recorded_raft.HEAD, status=65, says="there are no events")
        many = "".join(f'{{"n-{i}" : 1}} n-{i}: Received external message: Known\n' for i in range(65))
        self.imported(f"{recorded_raft.HEAD}\n{many}", status=65, says="more than 64 hosts")

    def test_names_that_are_wrong(self):
        for old, new, says in (
            ("node n-b b", "node n-b a", "log.names:3:1: error: one of the two is named already"),
            ("node n-b b", "node n-e b", "the file of names has no node n-b"),
            ("node n-b b", "nodes n-b b", "there is no nodes here"),
            ("Begin => begin({to}) after begins({to})", "Begin => begin({to})", "FACT after FACT is expected"),
            ("timeout({to})", "timeout({from})", "timeout({from}) is not a fact"),
            ("timeout({to})", "timeout({to}", "timeout({to} is not a fact"),
            ("Timer(*)", "Timer(*{T})", "between two of * and {…} there is some text"),
            ("Timer(*)", "Timer({to})", "write a new name in { }"),
            ("external Known =>", "external Known", "a pattern, => and a fact are expected"),
            ("Grant({T}) => grant({to},{from},{T})", "Grant({T}) => grant({to},{from},{T}) after x({to})", "FACT, or FACT or FACT"),
        ):  # fmt: skip
            with self.subTest(new=new):
                self.assertIn(old, recorded_raft.NAMES)
                self.imported(SMALL, recorded_raft.NAMES.replace(old, new, 1), status=65, says=says)

    def test_schedules_that_are_wrong(self):
        for line, says in (
            ('{"e":"step","fact":"timeout(a)"}', "at: write a number"),
            ('{"e":"step","at":1,"fact":"timeout(z)"}', "x.jsonl:1:1: error: the program has no timeout(z)"),
            ('{"e":"step","at":1,"fact":"timeout(a)","fact":"timeout(b)"}', "x.jsonl:1:1: error: the key fact is listed twice"),
            ('{"e":"step","at":1,"fact":"timeout(a,1)"}', "the program has no timeout(a,1)"),
            ('{"e":"step","at":1,"fact":"grant(a,b,x)"}', "the program has no grant(a,b,x)"),
            ('{"e":"step","at":1,"from":"a","to":"z","fact":"timeout(a)"}', "there is no node z"),
            ('{"e":"step","at":1,"from":"a","to":"a","fact":"timeout(a)"}', "from, to: leave them out"),
            ('{"e":"step","at":1,"fact":"timeout(a)","own":"timeout(a)"}', "own: only a message with `after`"),
            ('{"e":"world","nodes":["a","b","a"]}', "nodes: a is listed twice"),
            ('{"e":"world","externals":["x","x"]}', "externals: x is listed twice"),
            ('{"e":"step","at":5000,"fact":"timeout(a)"}', "at most 2000 ticks"),
            ('{"e":"step","at":1,"fact":"elected(a,1)"}', "x.jsonl:1:1: error: fact: elected is not one of `externals`"),
            ('{"e":"step","at":1,"from":"a","to":"b","fact":"request(c,a,1)"}', "fact: it does not hold at b"),
            ('{"e":"step","at":1,"fact":"timeout(a)"}\n{"e":"step","at":1,"fact":"timeout(b)"}', "x.jsonl:2:1: error: at: it must be later"),
            ('{"e":"step","at":1,"fact":"timeout(a)"}\n{"e":"external","at":2,"fact":"timeout(b)"}', "events step only"),
            ('{"e":"world","eot":5}\n{"e":"step","at":1,"fact":"timeout(a)"}', "eot, nodes: leave them out"),
        ):  # fmt: skip
            self.write("x.jsonl", line)
            self.expect(65, CONFIG, "--quiet", "--replay-schedule", "x.jsonl", says=says)
        self.write("x.jsonl", '{"e":"external","at":1,"fact":"configure(a)"}')
        self.expect(64, CONFIG, "--quiet", "--minimise", "--replay-schedule", "x.jsonl", says="except for a file with the steps of a")

    @unittest.skipUnless("LDFI_RECORDINGS" in os.environ, "DEMi's recordings are not here")
    def test_recordings_of_demi(self):
        with open(NAMES, encoding="utf-8") as file:
            names = file.read()
        for bug, defects, steps, most in (("45", ["COUNTS"], 23, 23), ("46", ["STALE"], 35, 22), ("56", ["FORGETS", "LAGS"], 82, 40)):
            with open(os.path.join(os.environ["LDFI_RECORDINGS"], f"raft{bug}.shiviz.txt"), encoding="utf-8") as file:
                self.imported(file.read(), names)
            command = [PROGRAM, CONFIG, "--quiet", *switches(defects), "--replay-schedule", "log.jsonl", "--minimise", "--summary", "json"]
            result = subprocess.run(command, cwd=self.folder.name, capture_output=True, text=True, timeout=1200, check=False)
            self.assertEqual(result.returncode, 1, result.stderr)
            found = json.loads(result.stdout)
            self.assertEqual((found["steps"], len(found["followed"]), found["since"]), (steps, steps, steps))
            self.assertLessEqual(len(found["minimisation"]["steps"]), most)
            self.assertGreaterEqual(found["minimisation"]["stages"][-1]["bound"], 15)
            left = self.steps_of(found["minimisation"]["steps"])
            self.assertTrue(recorded_raft.executed(left, defects).violates())
            self.assertNotEqual(self.summary_of_any("log.jsonl")["replay"], "violated")
            found = self.followed(1, [*defects, "ONCE"])
            self.assertEqual((len(found["followed"]), found["since"]), (steps, steps))
            os.remove(self.path("log.jsonl"))

    def summary_of_any(self, schedule):
        result = self.run_it(CONFIG, "--quiet", "--replay-schedule", schedule, "--summary", "json")
        return json.loads(result.stdout.splitlines()[-1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
