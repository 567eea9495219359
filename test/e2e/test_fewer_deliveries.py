"""Finds the messages that a counterexample of a real system needs: test_fewer_deliveries.py PROGRAM SOURCE_DIR
BROADCAST_NODE LDFI_RESULTS LETTERS_NODE
"""

import csv
import itertools
import json
import math
import os
import random
import shlex
import subprocess
import sys
import unittest

from process_case import Case, HEAD, PROGRAM, SOURCE

sys.path.insert(0, os.path.join(SOURCE, "results", "python"))

import ldfi_results  # noqa: E402

RESULTS, NODE = (os.path.abspath(word) for word in sys.argv[4:6])  # nodes/letters.cpp


class Relays:
    """Simulates `letters-node relays`. The messages that arrive are given, and x does not arrive."""

    def __init__(self, chance, count):
        rng = random.Random(chance)
        self.letters = [rng.choice("abcdefgh") for _ in range(count)]
        self.ways = [rng.choice(["n1", "n2"]) for _ in self.letters]
        self.wanted = set(rng.sample(sorted(set(self.letters)), 3))

    def command(self):
        return [NODE, "relays", "".join(self.letters), "".join(way[1:] for way in self.ways), "".join(sorted(self.wanted))]

    def run(self, arriving=None):
        """Returns the names of the messages that arrive or find n1 down, and whether n1 ended."""
        heard, numbers, arrived, ended = [], {}, [], False

        def send(node, to, kind):
            number = numbers[node, to, kind] = numbers.get((node, to, kind), -1) + 1
            name = f"{node},{to},{kind}#{number}"
            if arriving is None or name in arriving:
                coming.append((to, kind, name))

        coming = []
        for letter, way in zip(self.letters, self.ways):
            send("n0", way, letter)
        for _ in range(9):  # 10 ms each, until EOT
            now, coming = coming, []
            for to, kind, name in now:
                arrived.append(name)
                if to == "n2":
                    send("n2", "n1", kind)
                    send("n2", "n0", "sent")
                elif to == "n1" and not ended:
                    heard.append(kind)
                    if len(heard) % 3 == 0:
                        send("n1", "n2", "y")
                    ended = self.wanted <= set(heard)
        return arrived, ended

    def least(self):
        arrived, ends = self.run()
        assert ends
        return next(size for size in range(len(arrived) + 1) if any(self.run(some)[1] for some in itertools.combinations(arrived, size)))


class FewerDeliveries(Case):
    def relays(self, chance, count=14):
        self.config(system={"kind": "nodes", "command": Relays(chance, count).command(), "nodes": 3, "time": "extended", "start": "reset"},
                    workload={"ops": [{"at": "50ms", "client": "c1", "node": "n0", "body": {"type": "echo", "echo": 1}}]}, checker="echo",
                    fspec={"eot": "150ms", "eff": "100ms", "omissions": 1}, search={"double_runs": "0%"})

    def letters(self, letters, *oddity, ops=2):
        """Returns a system in which n1 ends without x, which may be lost. The second echo goes to n1. For the
        oddity, see nodes/letters.cpp.
        """
        self.config(system={"kind": "nodes", "command": [NODE, "letters", letters, *oddity], "nodes": 2, "time": "extended", "start": "reset"},
                    workload={"ops": [{"at": at, "client": f"c{1 + i}", "node": f"n{i}", "body": {"type": "echo", "echo": i}} for i, at in enumerate(("50ms", "100ms")[:ops])]},
                    checker="echo", fspec={"eff": "300ms", "eot": "1s", "omissions": 1})

    def minimised(self, *options, status=1, **more):
        return self.summary(status, "--minimise", "--minimise-by", "ddmin", *options, **more)["minimisation"]

    def replay(self, faults, deliveries, *options):
        done = subprocess.run([PROGRAM, "c.yaml", "--replay", faults, "--deliveries", deliveries, "--summary", "json", *options], cwd=self.folder.name,
                              capture_output=True, text=True, check=False)
        return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr

    def results(self, *words):
        done = subprocess.run([RESULTS, *words], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_letters(self):
        self.letters("xdaebdce")
        found = self.minimised("-o", "l.h5")
        self.assertEqual([stage["stage"] for stage in found["stages"]], ["faults", "externals", "deliveries", "nodes", "eot"])
        last = found["stages"][2]
        self.assertEqual((last["deliveries"], last["claim"], last["externals"]), (3, "1-minimal", 1))
        self.assertEqual(found["deliveries"], ["n0,n1,a#0", "n0,n1,b#0", "n0,n1,c#0"])
        self.assertEqual((found["faults"], found["violated"]), ([], ["n1 ended by itself"]))
        self.assertGreater(found["stages"][1]["deliveries"], 3)
        # The command that is printed violates, and its results file shows this and the pending messages.
        again = subprocess.run([PROGRAM, *shlex.split(found["replay"])[1:]], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertIn("which stays pending", again.stdout)
        self.assertIn("which stays pending", self.results("show", "l-minimised.h5", "f1"))
        picture = self.results("lamport", "l-minimised.h5", "f1")
        self.assertIn("pending", picture)
        self.assertEqual(json.loads(self.results("minimisation", "l.h5", "--json"))["stages"], found["stages"])
        self.assertRegex(self.results("show", "l-minimised.h5", "f1"), "(?m)^deliveries +n0,n1,a#0 n0,n1,b#0 n0,n1,c#0$")
        self.results("report", "l-minimised.h5", "-o", "l.html")
        with open(self.path("l.html"), encoding="utf-8") as stream:
            page = stream.read()
        self.assertIn("--deliveries", page)
        # `none` alone does not violate: the pending messages are needed, too.
        self.assertIn("only these messages between nodes may arrive, and all others stay pending: <code>n0,n1,a#0 n0,n1,b#0 n0,n1,c#0</code>", page)
        self.assertNotIn("There are faults under which", page)
        self.assertNotIn("every smaller set of faults passes", page)
        self.assertNotIn("(minimal)", again.stdout)
        for words in (("falsifiers", "l-minimised.h5"), ("falsifiers", "l-minimised.h5", "--all"), ("summary", "l-minimised.h5")):
            text = self.results(*words)
            self.assertRegex(text, "(?m)^deliveries +n0,n1,a#0 n0,n1,b#0 n0,n1,c#0$", words)
            self.assertNotIn("(minimal)", text)
            self.assertNotIn("deliveries ", self.results(words[0], "l.h5", *words[2:]).split("minimised")[0], words)
        for name, deliveries in (("l-minimised", "n0,n1,a#0 n0,n1,b#0 n0,n1,c#0"), ("l", "")):
            self.results("export", f"{name}.h5", "--csv", "-o", name)
            with open(self.path(f"{name}/counterexamples.csv"), encoding="utf-8", newline="") as stream:
                rows = list(csv.DictReader(stream))
            self.assertEqual([(row["deliveries"], row["minimal"]) for row in rows], [(deliveries, "false" if deliveries else "true")])
            told = json.loads(self.results("export", f"{name}.h5", "--json"))["counterexamples"]
            self.assertEqual([one["minimal"] for one in told], [not deliveries])
        self.results("export", "l-minimised.h5", "--shiviz", "-o", "l.log")
        frame = ldfi_results.load(self.path("l-minimised.h5")).counterexamples
        self.assertEqual((frame["deliveries"].tolist(), frame["minimal"].tolist()), ([["n0,n1,a#0", "n0,n1,b#0", "n0,n1,c#0"]], [False]))

    def test_another_promise_is_another_violation(self):
        """If n0 receives nothing it answers wrongly, with fewer deliveries. But the counterexample is that n1
        ends.
        """
        self.letters("xabc", "slow", ops=1)
        found = self.minimised()
        self.assertEqual((found["violated"][-1], found["deliveries"]), ("n1 ended by itself", ["n0,n1,a#0", "n0,n1,b#0", "n0,n1,c#0"]))
        code, told = self.replay("none", "none")
        self.assertEqual((code, len(told["violated"]), "wrong" in told["violated"][0]), (1, 1, True))

    def test_what_was_not_sent_before_stays_pending(self):
        """If n1 receives nothing else, it sends many more messages, none of which arrives."""
        self.letters("xyabc", "flood")
        found = self.minimised()
        self.assertEqual(found["deliveries"], ["n0,n1,a#0", "n0,n1,b#0", "n0,n1,c#0"])
        code, told = self.replay("none", "n0,n1,a#0")
        self.assertEqual((code, told["violated"]), (0, []))

    def test_each_delivery_is_needed_and_ranks_do_not_matter(self):
        for chance in (1, 2):
            self.relays(chance)
            found = self.minimised("-o", "t.h5")
            before, last = found["stages"][1:3]
            self.assertEqual((last["claim"], last["faults"]), ("1-minimal", "none"), chance)
            self.assertLess(last["deliveries"], before["deliveries"])
            faults, few = " ".join(found["faults"]) or "none", found["deliveries"]
            code, told = self.replay(faults, " ".join(few))
            self.assertEqual((code, told["violated"]), (1, found["violated"]), chance)
            for one in few:
                code, told = self.replay(faults, " ".join(other for other in few if other != one) or "none")
                self.assertEqual((code, told["violated"]), (0, []), (chance, one))
            for ranks in (2, 4) if chance == 1 else ():
                self.assertEqual(self.minimised("-o", "t.h5", ranks=ranks), found, (chance, ranks))

    def test_no_smaller_set_does(self):
        """All smaller sets are executed by the network of this file."""
        sizes = []
        for chance in (3, 5, 7):
            self.relays(chance, 4)
            found = self.summary(1, "--minimise", "-o", "t.h5")["minimisation"]
            last = found["stages"][2]
            least = Relays(chance, 4).least()
            self.assertEqual((last["deliveries"], last["bound"], last["claim"]), (least, least, "minimum of these messages"), chance)
            self.assertEqual((len(found["deliveries"]), found["ended"]), (least, ""), chance)
            sizes.append(least)
            if chance == 5:
                self.assertEqual(self.summary(1, "--minimise", "-o", "t.h5", ranks=4)["minimisation"], found)
                cut = self.summary(1, "--minimise", "--minimise-runs", str(10 * 8), "-o", "t.h5")["minimisation"]["stages"][2]
                self.assertLess(cut["bound"] or 0, least)
                self.assertNotIn("minimum", cut["claim"])
        self.assertGreater(len(set(sizes)), 1)

    def test_delta_debugging_misses_a_smaller_set(self):
        """Without x, a to c are one way to end n1, and d alone is another way."""
        self.letters("xabcefghd", "alone")
        ddmin = self.minimised()
        self.assertEqual((ddmin["stages"][2]["claim"], ddmin["stages"][2]["bound"], len(ddmin["deliveries"])), ("1-minimal", None, 3))
        found = self.summary(1, "--minimise")["minimisation"]
        last = found["stages"][2]
        self.assertEqual((found["deliveries"], last["deliveries"], last["bound"], last["claim"]), (["n0,n1,d#0"], 1, 1, "minimum of these messages"))
        self.assertEqual(self.replay(" ".join(found["faults"]) or "none", "n0,n1,d#0")[0], 1)

    def test_a_crash_keeps_its_place(self):
        """n1 crashes after a, b and c, and restarts. Only n0 knows what n1 sent before."""
        self.write("node.py", HEAD + """
heard, told = 0, []
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init": me = b["node_id"]; out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1, "reset": True})
    elif t == "reset": heard, told = 0, []
    elif t == "echo":
        for letter in "abc": out("n1", type=letter)
        out(m["src"], type="echo_ok", echo=b["echo"], in_reply_to=b["msg_id"])
    elif t == "c": out("n0", type="has", heard=heard); out("n1", type="z")
    elif t == "has": told.append(b["heard"]); out("n1", type="check")
    elif t in "ab": heard += 1
    elif t == "check": out("n0", type="now", heard=heard)
    elif t == "now" and b["heard"] < told[-1]: sys.exit(1)
    done()
""")
        self.config(system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "extended", "start": "reset", "disk": "volatile"},
                    workload={"ops": [{"at": "50ms", "client": "c1", "node": "n0", "body": {"type": "echo", "echo": 1}}]}, checker="echo",
                    fspec={"eff": "900ms", "eot": "1s", "omissions": 0, "restarts": {"most": 1, "down": ["5ms"]}})
        found = self.minimised()
        self.assertRegex(" ".join(found["deliveries"]), "^n0,n1,[ab]#0 n0,n1,c#0 n0,n1,check#0 n1,n0,has#0 n1,n0,now#0$")
        self.assertEqual(len(found["faults"]), 1)
        self.assertRegex(found["faults"][0], r"^C\(n1,#[234],\+5ms\)$")
        # If a node crashes, all smaller sets are executed.
        proved = self.summary(1, "--minimise")["minimisation"]
        self.assertEqual(proved["deliveries"], found["deliveries"])
        last = proved["stages"][2]
        self.assertEqual((last["deliveries"], last["bound"], last["claim"]), (5, 5, "minimum of these messages"))
        all_of_them = found["stages"][1]["deliveries"]
        self.assertGreater(last["executions"], sum(math.comb(all_of_them, size) for size in range(5)))

    def test_a_partition_of_pending_messages_is_gone(self):
        """n0 sends x, which a partition cuts, and later a to c. The remaining messages need no fault."""
        self.config(system={"kind": "nodes", "command": [NODE, "letters", "xabc", "apart"], "nodes": 2, "time": "extended", "start": "reset"},
                    workload={"ops": [{"at": at, "client": "c1", "node": "n0", "body": {"type": "echo", "echo": i}} for i, at in enumerate(("50ms", "100ms"))]},
                    checker="echo", fspec={"eff": "300ms", "eot": "300ms", "omissions": 0, "partitions": {"most": 1, "cuts": ["nodes"], "window": "50ms"}})
        os.rename(self.path("c.yaml"), self.path("a b'c.yaml"))
        done = subprocess.run([PROGRAM, "a b'c.yaml", "--minimise", "--minimise-by", "ddmin", "--keep", "all"], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        # The last line is a command for a shell.
        self.assertEqual(shlex.split(done.stdout.strip().split("\n")[-1]), ["more:", "ldfi-results", "report", "a b'c.h5", "-o", "report.html"])
        self.assertRegex(done.stdout, r"(?m)^P\(n[01],50ms,100ms\)")
        file = "a b'c-minimised.h5"
        shown = [self.results("show", file, "f1"), self.results("falsifiers", file, "--all"), self.results("export", file, "--json"),
                 self.results("export", file, "--case", "f1"), self.results("lamport", file, "f1"), done.stdout.split("minimised (ddmin)")[1]]
        for text in shown:
            self.assertNotIn("50ms,100ms", text)
        self.assertRegex(shown[0], "(?m)^faults +none$")
        self.assertEqual(json.loads(shown[3])["faults"], [])
        stage = json.loads(self.results("minimisation", "a b'c.h5", "--json"))["stages"][2]
        self.assertEqual((stage["deliveries"], stage["faults"], stage["claim"]), (3, "none", "1-minimal"))
        # The fault is requested, and no other one is executed.
        told = subprocess.run([PROGRAM, "a b'c.yaml", "--replay", "P(n1,50ms,100ms)", "--deliveries", "n0,n1,a#0 n0,n1,b#0 n0,n1,c#0", "--summary", "json"],
                              cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual((told.returncode, json.loads(told.stdout)["wasted"]), (1, 0), told.stderr)

    def test_where_nothing_has_to_arrive(self):
        """The violation is that something does not happen: the stage says so, and the execution before it is
        shown.
        """
        self.letters("xd", "needs-x")
        found = self.minimised("-o", "n.h5")
        self.assertEqual([found["stages"][2][key] for key in ("stage", "deliveries", "bound", "claim")], ["deliveries", 0, 0, "minimum: no message between nodes has to arrive"])
        self.assertEqual((found["deliveries"], found["faults"]), (None, ["O(n0,n1,x#0)"]))
        self.assertNotIn("--deliveries", found["replay"])

    def test_budgets_and_resume(self):
        self.relays(2)
        whole = self.minimised("-o", "w.h5")
        cut = self.minimised("-o", "w.h5", "--minimise-runs", "30")
        self.assertNotEqual(cut["stages"][2]["claim"], "1-minimal")
        rng = random.Random(7)
        for attempt in range(2):
            name = f"k{attempt}.h5"
            running = subprocess.Popen([PROGRAM, "c.yaml", "--minimise", "--minimise-by", "ddmin", "-o", name, "--quiet"], cwd=self.folder.name,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                running.wait(rng.uniform(0.1, 0.7))
            except subprocess.TimeoutExpired:
                running.kill()
            running.wait()
            on = self.minimised("-o", name, "--resume")
            on["output"] = whole["output"]
            self.assertEqual(on, whole, attempt)

    def test_a_case_keeps_its_deliveries(self):
        self.letters("xdaebdce")
        self.minimised("-o", "l.h5")
        self.results("export", "l-minimised.h5", "--case", "f1", "-o", "case.json")
        with open(self.path("case.json"), encoding="utf-8") as stream:
            case = json.load(stream)
        self.assertEqual(case["deliveries"], ["n0,n1,a#0", "n0,n1,b#0", "n0,n1,c#0"])
        self.assertRegex(self.ask(1, "--replay", "@case.json").stdout, "(?m)^case +violated$")
        # Deliveries on the command line replace those of the case, as --operations does.
        told = self.ask(2, "--replay", "@case.json", "--deliveries", "none").stdout
        self.assertRegex(told, "(?m)^executions +1: 1 passed")
        self.assertNotIn("n1 ended by itself", told)
        self.assertIn("\"a#0\" is not a message", self.ask(64, "--replay", "@case.json", "--deliveries", "a#0").stderr)
        self.assertEqual(self.summary(1, "--known", "case.json", "-o", "k.h5")["known"][0]["outcome"], "violated")
        self.letters("dab")
        self.assertIn("n0,n1,c#0 no longer arrives", self.ask(2, "--replay", "@case.json").stdout)
        self.write("case.json", json.dumps({**case, "deliveries": ["n0,n9,c#0"]}))
        told = self.ask(65, "--replay", "@case.json").stderr
        self.assertIn("n0,n9,c#0 is not a message between two nodes", told)
        self.assertRegex(told, r"case.json:1:[0-9]{2,}: error")
        self.write("case.json", json.dumps({**case, "deliveries": ["n0,n1,a#0", "n0,n0,begin#0"]}))
        self.assertIn("\"n0,n0,begin#0\" is not a message between two nodes", self.ask(65, "--replay", "@case.json").stderr)
        self.write("case.json", json.dumps(case).replace('"seed"', '"deliveries": [], "seed"'))
        self.assertIn("the key deliveries is listed twice", self.ask(65, "--replay", "@case.json").stderr)
        self.write("case.json", json.dumps({**case, "deliveries": ["c#0"]}))
        self.assertIn("\"c#0\" is not a message", self.ask(65, "--replay", "@case.json").stderr)

    def test_recordings_of_few_deliveries_prove_nothing(self):
        self.letters("xabc")
        self.ask(0, "--replay", "none", "--deliveries", "n0,n1,a#0", "--recordings", "r")
        done = subprocess.run([PROGRAM, "--traces", "r"], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn("a run with --deliveries, in which most messages stay pending", done.stderr)

    def test_what_is_wrong(self):
        self.letters("xabc")
        for words, told in ((("--deliveries", "n0,n1,a#0"), "--deliveries needs --replay"),
                            (("--replay", "none", "--deliveries", "a#0"), "\"a#0\" is not a message"),
                            (("--replay", "none", "--deliveries", "n0,n1,a#0 n0,n1,a#0"), "is given twice"),
                            (("--replay", "none", "--deliveries", "none n0,n1,a#0"), "none means no messages"),
                            (("--replay", "none", "--deliveries", "n0,n7,a#0"), "is not a message between two nodes"),
                            (("--replay", "none", "--deliveries", "n0,n0,a#0"), "is not a message between two nodes")):
            self.assertIn(told, self.ask(64, *words).stderr)
        done = subprocess.run([PROGRAM, os.path.join(SOURCE, "configs", "simple-deliv.yaml"), "--replay", "none", "--deliveries", "none"], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 64)
        self.assertIn("--deliveries is only for configs with `system`", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[6:]])
