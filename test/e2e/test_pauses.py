"""Nodes of real systems that stand still for a while: test_pauses.py PROGRAM SOURCE_DIR BROADCAST_NODE LDFI_RESULTS"""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest

from process_case import CONFIGS, PROGRAM, Case

RESULTS = os.path.abspath(sys.argv[4])
# Tells clients what it did so far: what it heard, and when its timers went off, each with the time of its clock.
DIARY = """
did, timers = [], []
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]; at = m["at"] // 1000000
    if t == "init":
        me, did, timers = b["node_id"], [], [120, 130] if b["node_id"] == "n1" else []
        out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1, "reset": True})
    elif t == "tick": did.append(f"timer {timers.pop(0)} at {at}")
    elif t == "echo":
        did.append(f"{b['echo']} at {at}"); out(m["src"], type="echo_ok", echo=b["echo"], did=did, in_reply_to=b["msg_id"])
        if me == "n0": out("n1", type="letter" + str(b["echo"]))
    elif t != "reset": did.append(f"{t} at {at}")
    done(wake=timers[0] * 1000000 if timers else None)
"""
# A program like any other: it says what its clock is when it is asked, and each 40 ms that it still lives.
CLOCK = """
import selectors
now = lambda: round(time.monotonic() * 1000 - begun)
begun, wait, due = time.monotonic() * 1000, selectors.DefaultSelector(), 40
wait.register(sys.stdin, selectors.EVENT_READ)
buffer = b""
while True:
    if not wait.select(max(0, due - now()) / 1000):
        due = now() + 40
        if me == "n1": out("n0", type="alive", clock=now())
        continue
    buffer += os.read(0, 65536)
    *lines, buffer = buffer.split(b"\\n")
    for line in lines:
        m = json.loads(line); b = m["body"]; t = b["type"]
        if t == "init": me = b["node_id"]; out("c0", type="init_ok", in_reply_to=b["msg_id"])
        elif t == "echo": out(m["src"], type="echo_ok", echo=b["echo"], clock=now(), in_reply_to=b["msg_id"])
    if buffer == b"" and not lines: break
"""


# A thread looks around now and then, and writes into a file before it says whether it was late.
WAKES = """
import json, sys, threading, time
def out(dest, **body): print(json.dumps({"src": me, "dest": dest, "body": body}), flush=True)
def renew():
    due = time.monotonic() + 0.1
    for _ in range(10): time.sleep(0.01)
    open("f", "a").write("x")
    out("n1", type="expired" if time.monotonic() > due + 0.02 else "renewed", written=open("f").read())
for line in sys.stdin:
    m = json.loads(line); b = m["body"]
    if b["type"] == "init":
        me = b["node_id"]; out("c0", type="init_ok", in_reply_to=b["msg_id"])
        if me == "n0": threading.Thread(target=renew, daemon=True).start()
    elif b["type"] == "echo": out(m["src"], type="echo_ok", echo=b["echo"], in_reply_to=b["msg_id"])
"""


def asks(*times):
    return {"ops": [{"at": f"{at}ms", "client": f"c{i + 1}", "node": node, "body": {"type": "echo", "echo": i}} for i, (at, node) in enumerate(times)]}


class Pauses(Case):
    def diary(self, *times, pauses=None, **fspec):
        self.node(loop=DIARY)
        self.config(system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "extended", "start": "reset"}, workload=asks(*times), checker="echo",
                    fspec={"eot": "1s", "omissions": "none", "pauses": {"most": 2, "for": ["30ms", "100ms"], **(pauses or {})}, **fspec})

    def replayed(self, faults, status=0):
        """The events, and the diary of each answer."""
        shutil.rmtree(self.path("kept"), ignore_errors=True)
        self.ask(status, "--replay", faults, "--recordings", "kept")
        with open(self.path("kept/00000.jsonl"), encoding="utf-8") as stream:
            events = [json.loads(line) for line in stream][1:]
        return events, {event["op"]: event["body"] for event in events if event["e"] == "return"}

    def test_what_reaches_it_waits_in_its_order_and_timers_come_last(self):
        self.diary((50, "n0"), (60, "n1"), (100, "n1"), (140, "n0"), (200, "n1"))
        events, answers = self.replayed("none")
        self.assertEqual(answers[4]["did"], ["1 at 60", "letter0 at 60", "2 at 100", "timer 120 at 120", "timer 130 at 130", "letter3 at 150", "4 at 200"])
        events, answers = self.replayed("S(n1,#3,+100ms)")  # before 2
        self.assertEqual(answers[4]["did"], ["1 at 60", "letter0 at 60", "2 at 200", "letter3 at 200", "4 at 200"])
        waits = [(event["e"], event["t"] // 10**6, event.get("waits")) for event in events if event["e"] in ("pause", "hear", "invoke") and event["node"] == "n1"]
        self.assertEqual(waits, [("invoke", 60, None), ("pause", 100, None), ("invoke", 100, True), ("hear", 200, None), ("invoke", 200, None)])
        _, answers = self.replayed("S(n1,#3,+30ms)")
        self.assertEqual(answers[4]["did"], ["1 at 60", "letter0 at 60", "2 at 130", "timer 120 at 130", "timer 130 at 130", "letter3 at 150", "4 at 200"])
        _, answers = self.replayed("S(n1,#3,+30ms) S(n1,#4,+100ms)")  # it goes on, and stands still again before its timers
        self.assertEqual(answers[4]["did"], ["1 at 60", "letter0 at 60", "2 at 130", "letter3 at 230", "4 at 230"])

    def test_who_is_asked_and_stands_still(self):
        self.diary((50, "n0"), (300, "n1"), (990, "n1"))
        events, answers = self.replayed("S(n1,#4,+100ms)")
        self.assertEqual([(event["op"], event["t"] // 10**6) for event in events if event["e"] == "return"], [(0, 50), (1, 400), (2, 990)])
        self.assertEqual([event["t"] // 10**6 for event in events if event["e"] == "invoke"], [50, 300, 990])
        told = re.sub(" +", " ", self.ask(0, "--replay", "S(n1,#4,+100ms)").stdout)
        self.assertIn("300 ms n1 is paused until 400 ms\n 300 ms n1 receives a request of c2 while it is paused: echo echo=1\n 400 ms n1 receives the request of c2\n", told)
        events, answers = self.replayed("S(n1,#5,+100ms)")  # beyond the end
        self.assertEqual((events[-2]["e"], events[-2].get("waits"), 2 in answers), ("invoke", True, False))
        self.diary((50, "n0"), (300, "n1"), (990, "n1"), crashes={"most": 1, "nodes": ["n1"]})
        events, answers = self.replayed("S(n1,#4,+100ms) C(n1,#4)")
        self.assertEqual([(event["e"], event["t"] // 10**6) for event in events if event["e"] in ("pause", "crash")], [("pause", 300), ("crash", 400)])
        self.assertNotIn(1, answers)

    def test_programs_that_know_nothing_of_it(self):
        """In virtual time its clock goes on."""
        for start in ("fresh", "fork"):
            self.node(loop=CLOCK)
            self.config(system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "virtual", "start": start}, workload=asks((100, "n1"), (310, "n1")),
                        checker="echo", fspec={"eot": "400ms", "omissions": "none", "pauses": {"most": 1, "for": ["100ms"], "nodes": ["n1"]}})
            events, answers = self.replayed("none")
            alive = [(event["body"]["clock"], event["t"] // 10**6) for event in events if event["e"] == "send"]
            self.assertTrue(all(abs(clock - time) <= 1 for clock, time in alive) and len(alive) > 8, alive)
            number = sum(event["t"] < 100 * 10**6 for event in events if event["e"] == "send") + 1
            events, answers = self.replayed(f"S(n1,#{number},+100ms)")  # before it is asked
            self.assertLessEqual(abs(answers[0]["clock"] - 200), 1)
            self.assertLessEqual(abs(answers[1]["clock"] - 310), 1)
            self.assertEqual([event["t"] // 10**6 for event in events if event["e"] in ("pause", "hear")], [100, 200])
            quiet = [event["t"] // 10**6 for event in events if event["e"] == "send" and 100 <= event["t"] // 10**6 < 200]
            self.assertEqual(quiet, [])
            events, _ = self.replayed(f"S(n1,#{number - 1},+100ms)")  # it was about to say that it lives
            late = [(event["body"]["clock"], event["t"] // 10**6) for event in events if event["e"] == "send"][number - 2]
            self.assertLessEqual(abs(late[1] - late[0]), 1, "it looks at its clock when it goes on")
            self.assertGreater(late[1] - alive[number - 2][1], 98)
            found = self.summary(0)
            self.assertEqual((found["verdict"], found["determinism"]["differences"]), ("certified", []))

    def test_who_wakes_up_by_itself(self):
        """In virtual time it is known only later that a node says something: a fault before that comes before it wakes up at all."""
        self.write("node.py", WAKES)
        self.write("late.spec", 'spec expired major finally "the lease was renewed too late"; expired(T) :- sent("n0", "n1", "expired", 0, T);')
        self.config(system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "virtual", "start": "fork"}, workload=asks((300, "n1")),
                    checker={"specs": ["late.spec"]}, fspec={"eff": "200ms", "eot": "400ms", "omissions": 0, "pauses": {"most": 1, "for": ["50ms"]},
                                                             "restarts": {"most": 1, "down": ["20ms"]}})
        found = self.summary(1, "--stop", "all")
        self.assertEqual([fault["faults"] for fault in found["counterexamples"]], [["S(n0,#1,+50ms)"]])
        self.assertEqual(found["determinism"]["differences"], [])
        events, _ = self.replayed("C(n0,#1,+20ms)")
        self.assertEqual([event["body"]["written"] for event in events if event["e"] == "send"], ["x"], "nothing was written before the crash")

    def lease(self, name):
        for one in ("lease.py", "ldfi_node.py"):
            shutil.copy(os.path.join(CONFIGS, one), self.path(one))
        shutil.copy(os.path.join(CONFIGS, name + ".yaml"), self.path("c.yaml"))

    def test_a_lease(self):
        self.lease("lease-pause")
        self.assertIn("100 ms  n0 is paused until 200 ms; the request of c3 waits", self.ask(1).stdout)
        one = self.summary(1, "--stop", "all", "--recordings", "kept")
        self.assertEqual([(fault["faults"], fault["minimal"]) for fault in one["counterexamples"]], [(["S(n0,#3,+100ms)"], True)])
        (violated,) = one["counterexamples"][0]["violated"]
        self.assertIn("key 1 is not linearizable: c3's read of 1 at 170 ms fits nowhere, because 2 was written last", violated)
        done = subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder.name, capture_output=True, text=True, check=False)
        traced = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual([fault["faults"] for fault in traced["counterexamples"]], [["S(n0,#3,+100ms)"]], done.stderr)
        for ranks in (2, 4):
            many = self.summary(1, "--stop", "all", ranks=ranks)
            self.assertEqual(many["counterexamples"], one["counterexamples"])
        for what in (("show",), ("lamport",), ("export", "--shiviz")):
            text = subprocess.run([RESULTS, what[0], "c.h5", *what[1:]], cwd=self.folder.name,
                                  capture_output=True, text=True, check=True).stdout
            self.assertIn("paused", text)
        left = self.summary(1, "--minimise")["minimisation"]
        self.assertEqual((left["faults"], left["operations"]), (["S(n0,#1,+100ms)"], [1, 2]))  # who has written nothing says so
        self.lease("lease")
        found = self.summary(0)
        self.assertEqual((found["verdict"], found["exhausted"], found["results"]["fail"]), ("certified", True, 0))

    def test_shorter_pauses_are_less(self):
        self.lease("lease-pause")
        with open(self.path("c.yaml"), encoding="utf-8") as stream:
            text = stream.read()
        self.write("c.yaml", text.replace("for: [100ms]", "for: [80ms, 70ms, 60ms, 100ms]"))
        found = self.summary(1, "--stop", "all")["counterexamples"]
        self.assertEqual([fault["faults"] for fault in found], [["S(n0,#3,+70ms)"]])  # until 170 ms, when it is asked
        self.write("c.yaml", text.replace("for: [100ms]", "for: [60ms]"))
        self.assertEqual(self.summary(0)["verdict"], "certified")

    def test_few_messages(self):
        """n1 ends when c is late, and a was not: before c it stands still, whatever else it hears."""
        self.node(loop="""
heard = False
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]; at = m["at"] // 1000000
    if t == "init": me, heard = b["node_id"], False; out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1})
    elif t == "echo":
        for letter in "bac": out("n1", type=letter)
        out(m["src"], type="echo_ok", echo=b["echo"], in_reply_to=b["msg_id"])
    elif t == "a": heard = at < 100
    elif t == "c" and heard and at > 100: sys.exit(1)
    done()
""")
        self.config(system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "extended", "start": "fork"}, workload=asks((50, "n0")), checker="echo",
                    fspec={"eot": "1s", "omissions": 0, "pauses": {"most": 1, "for": ["100ms"]}})
        found = self.summary(1, "--minimise")
        self.assertEqual(found["counterexamples"][0]["faults"], ["S(n1,#3,+100ms)"])
        left = found["minimisation"]
        self.assertEqual((left["faults"], left["deliveries"], left["stages"][2]["claim"]),
                         (["S(n1,#2,+100ms)"], ["n0,n1,a#0", "n0,n1,c#0"], "minimum of these messages"))
        self.ask(1, "--replay", "S(n1,#2,+100ms)", "--deliveries", "n0,n1,a#0 n0,n1,c#0")

    def test_drawn_and_swept(self):
        self.lease("lease-pause")
        drawn = self.summary(1, "--strategy", "random", "--weights", "pauses=5")
        self.assertEqual([fault["faults"] for fault in drawn["counterexamples"]], [["S(n0,#3,+100ms)"]])
        cells = self.summary(1, "--sweep-pauses", "0..1", "-o", "s.h5")["cells"]
        self.assertEqual([(cell["cell"], cell["verdict"]) for cell in cells], [("500ms,300ms,0,pauses=0", "certified"), ("500ms,300ms,0,pauses=1", "counterexample")])
        self.assertEqual(self.summary(0, "--pauses", "0")["verdict"], "certified")

    def test_what_is_wrong(self):
        for pauses, told in (({"most": 1}, "fspec.pauses.for is missing"), ({"for": ["1s"]}, "fspec.pauses.most is missing"),
                             ({"most": 1, "for": ["0s"]}, "0s is not a time"), ({"most": 1, "for": ["1s", "1s"]}, "is listed twice"),
                             ({"most": 1, "for": ["1s"], "nodes": ["n7"]}, "n7 is not a node"), ({"most": 1, "for": []}, "fspec.pauses.for is an empty list"),
                             ({"most": 1, "for": ["1s"], "nodes": ["n0", "n0"]}, "n0 is listed twice"), ({"most": 1, "for": ["1s"], "who": 1}, "who"),
                             (1, "fspec.pauses takes a map")):
            self.config(fspec={"eot": "1s", "pauses": pauses})
            self.assertIn(told, self.ask(65).stderr)
        self.node()
        self.config(fspec={"eot": "1s", "pauses": {"most": 1, "for": ["1s"]}}, system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "plain"})
        self.assertIn("nodes with the clock of the machine (system.time plain) cannot be paused", self.ask(65).stderr)
        self.diary((50, "n0"), pauses={"nodes": ["n1"]})
        for faults, told in (("S(n0,#1,+30ms)", "the spec does not allow to pause n0"), ("S(n1,#1,+31ms)", "the spec allows no pause of 31ms"),
                             ("S(n1,#1,+30ms) S(n1,#2,+30ms) S(n1,#3,+30ms)", "3 pauses, and the spec has 2"), ("S(n1,#1)", "is not a fault"),
                             ("S(n1,#1+,+30ms)", "is not a fault"), ("S(n1,#0,+30ms)", "is not a fault")):
            self.assertIn(told, self.ask(64, "--replay", faults).stderr)
        self.config(fspec={"eot": "1s"})
        self.assertIn("fspec.pauses", self.ask(64, "--pauses", "1").stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
