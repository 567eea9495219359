"""Delays of real systems by activations of the receivers: test_behind.py PROGRAM SOURCE_DIR BROADCAST_NODE
LDFI_RESULTS
"""

import itertools
import json
import os
import shutil
import subprocess
import sys
import unittest

from process_case import CONFIGS, HEAD, PROGRAM, Case

RESULTS = os.path.abspath(sys.argv[4])
# n0 sends the requests that it gets to n1. n1 answers clients with what it did so far, and when. Its timer
# goes off at 120 ms.
DIARY = """
did, wake = [], None
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]; at = m["at"] // 1000000
    if t == "init":
        me, did, wake = b["node_id"], [], 120000000 if b["node_id"] == "n1" else None
        out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1, "reset": True})
    elif t == "tick": did.append(f"timer at {at}"); wake = None
    elif t == "echo":
        did.append(f"{b['echo']} at {at}"); out(m["src"], type="echo_ok", echo=b["echo"], did=did, in_reply_to=b["msg_id"])
        if me == "n0": out("n1", type="letter" + str(b["echo"]))
    elif t != "reset": did.append(f"{t} at {at}")
    done(wake=wake)
"""
# The same node without ldfi/1. It reports what it received when it wakes up.
WAKES = """
import selectors
now = lambda: round((time.monotonic() - begun) * 1000)
begun, wait, did, due, buffer = time.monotonic(), selectors.DefaultSelector(), [], 0.12, b""
wait.register(sys.stdin, selectors.EVENT_READ)
while True:
    if not wait.select(None if due is None else max(0, begun + due - time.monotonic())):
        due = None
        if me == "n1": did.append("timer"); out("n0", type="woke")
        continue
    read = os.read(0, 65536)
    if not read: break
    *lines, buffer = (buffer + read).split(b"\\n")
    for line in lines:
        m = json.loads(line); b = m["body"]; t = b["type"]
        if t == "init": me = b["node_id"]; out("c0", type="init_ok", in_reply_to=b["msg_id"])
        elif t == "echo":
            did.append(str(b["echo"])); out(m["src"], type="echo_ok", echo=b["echo"], did=did, in_reply_to=b["msg_id"])
            if me == "n0": out("n1", type="letter" + str(b["echo"]))
        else: did.append(t)
"""


def asks(*times):
    return {"ops": [{"at": f"{at}ms", "client": f"c{i + 1}", "node": node, "body": {"type": "echo", "echo": i}} for i, (at, node) in enumerate(times)]}


class Behind(Case):
    def diary(self, *times, loop=DIARY, time="extended", start="reset", delays=None, **fspec):
        self.node(loop=loop)
        self.config(system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": time, "start": start}, workload=asks(*times), checker="echo",
                    fspec={"eot": "1s", "omissions": "none", "delays": {"behind": 2, "within": "200ms", **(delays or {})}, **fspec})

    def replayed(self, faults, status=0):
        """Returns the events, and what n1 did before the last answer."""
        shutil.rmtree(self.path("kept"), ignore_errors=True)
        self.ask(status, "--replay", faults, "--recordings", "kept")
        with open(self.path("kept/00000.jsonl"), encoding="utf-8") as stream:
            events = [json.loads(line) for line in stream][1:]
        return events, [event["body"] for event in events if event["e"] == "return"][-1]["did"]

    def test_it_comes_right_behind_what_its_receiver_does(self):
        self.diary((50, "n0"), (70, "n0"), (90, "n1"), (400, "n1"))
        self.assertEqual(self.replayed("none")[1], ["letter0 at 60", "letter1 at 80", "2 at 90", "timer at 120", "3 at 400"])
        events, did = self.replayed("D(n0,n1,letter0#0,+#1)")
        self.assertEqual(did, ["letter1 at 80", "letter0 at 80", "2 at 90", "timer at 120", "3 at 400"])
        held = [(event["e"], event["t"] // 10**6) for event in events if event.get("id") == ["n0", "n1", "letter0", 0]]
        self.assertEqual(held, [("send", 50), ("hold", 60), ("recv", 80)])
        self.assertEqual(self.replayed("D(n0,n1,letter0#0,+#2)")[1], ["letter1 at 80", "2 at 90", "letter0 at 90", "timer at 120", "3 at 400"])
        self.assertEqual(self.replayed("D(n0,n1,letter1#0,+#2)")[1], ["letter0 at 60", "2 at 90", "timer at 120", "letter1 at 120", "3 at 400"], "timers count")
        both = self.replayed("D(n0,n1,letter0#0,+#1) D(n0,n1,letter1#0,+#1)")[1]
        self.assertEqual(both, ["2 at 90", "letter0 at 90", "letter1 at 90", "timer at 120", "3 at 400"])
        # Both have an event at 60 ms, and n1 does not receive the message yet.
        self.diary((50, "n0"), (60, "n0"), (400, "n1"))
        self.assertEqual(self.replayed("D(n0,n1,letter0#0,+#1)")[1], ["letter1 at 70", "letter0 at 70", "timer at 120", "2 at 400"])

    def test_it_comes_when_its_time_is_over(self):
        self.diary((50, "n0"), (400, "n1"), delays={"within": "40ms"})
        self.assertEqual(self.replayed("D(n0,n1,letter0#0,+#1)")[1], ["letter0 at 100", "timer at 120", "1 at 400"])
        self.diary((50, "n0"), (400, "n1"), delays={"within": "100ms"})
        self.assertEqual(self.replayed("D(n0,n1,letter0#0,+#2)")[1], ["timer at 120", "letter0 at 160", "1 at 400"])

    def test_nothing_is_overtaken_on_a_connection(self):
        self.diary((50, "n0"), (70, "n0"), (90, "n1"), (400, "n1"), order="fifo")
        events, did = self.replayed("D(n0,n1,letter0#0,+#1)")
        self.assertEqual(did, ["2 at 90", "letter0 at 90", "letter1 at 90", "timer at 120", "3 at 400"])
        self.assertEqual([event["id"][2] for event in events if event["e"] == "hold"], ["letter0", "letter1"])

    def test_with_crashes_and_pauses(self):
        self.diary((50, "n0"), (70, "n0"), (90, "n1"), (400, "n1"), pauses={"most": 1, "for": ["100ms"]})
        late = "D(n0,n1,letter0#0,+#1)"
        self.assertEqual(self.replayed(late + " S(n1,#2,+100ms)")[1], ["letter1 at 80", "letter0 at 180", "2 at 180", "timer at 180", "3 at 400"])
        self.assertEqual(self.replayed(late + " S(n1,#1,+100ms)")[1], ["letter1 at 180", "letter0 at 180", "2 at 180", "timer at 180", "3 at 400"])
        self.diary((50, "n0"), (70, "n0"), (400, "n1"), pauses={"most": 1, "for": ["100ms"]}, delays={"within": "40ms"})
        self.assertEqual(self.replayed(late + " S(n1,#1,+100ms)")[1], ["letter0 at 180", "letter1 at 180", "timer at 180", "2 at 400"], "its time is over")
        self.diary((50, "n0"), (70, "n0"), (90, "n1"), (400, "n1"), restarts={"most": 1, "down": ["30ms"]})
        # letter0 was lost in the crash.
        self.assertEqual(self.replayed(late + " C(n1,#2,+30ms)")[1][-1:], ["3 at 400"])
        events, _ = self.replayed(late + " C(n1,#1,+30ms)")  # letter1 was lost in the crash
        # The restarted node has a new timer, which comes first.
        self.assertEqual([event["t"] // 10**6 for event in events if event["e"] == "recv"], [120])

    def test_what_reaches_a_node_that_stands_still_is_held_when_it_goes_on(self):
        """Otherwise the message would overtake messages that wait for the paused node, if its time is over
        before.
        """
        came = {"any": ["letter0 at 160", "letter2 at 160", "letter1 at 160", "timer at 160", "3 at 400"],
                "fifo": ["letter0 at 160", "timer at 160", "letter1 at 160", "letter2 at 160", "3 at 400"]}
        for order, within in itertools.product(came, ("40ms", "200ms")):
            self.diary((50, "n0"), (70, "n0"), (90, "n0"), (400, "n1"), order=order, delays={"within": within}, pauses={"most": 1, "for": ["100ms"]})
            events, did = self.replayed("D(n0,n1,letter1#0,+#1) S(n1,#1,+100ms)")
            self.assertEqual(did, came[order])
            held = [(event["id"][2], event["t"] // 10**6) for event in events if event["e"] == "hold"]
            self.assertEqual(held, [("letter1", 160), ("letter2", 160)][: 1 if order == "any" else 2])
            shutil.rmtree(self.path("kept"))
            self.assertEqual(self.summary(0, "--recordings", "kept")["verdict"], "certified")
            subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder.name, capture_output=True, check=True)

    def test_programs_that_know_nothing_of_it(self):
        for start in ("fresh", "fork"):
            self.diary((50, "n0"), (400, "n1"), loop=WAKES, time="virtual", start=start)
            self.assertEqual(self.replayed("none")[1], ["letter0", "timer", "1"])
            self.assertEqual(self.replayed("D(n0,n1,letter0#0,+#1)")[1], ["timer", "letter0", "1"])
            found = self.summary(0)
            self.assertEqual((found["verdict"], found["exhausted"], found["determinism"]["differences"]), ("certified", True, []))

    def ordered(self, **fspec):
        """Returns a system in which n1 ends by itself if c arrives before a and after b."""
        self.node(loop="""
heard = ""
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init": me, heard = b["node_id"], ""; out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1, "reset": True})
    elif t == "echo":
        for letter in "abc": out("n1", type=letter)
        out(m["src"], type="echo_ok", echo=b["echo"], in_reply_to=b["msg_id"])
    elif t in "abc":
        heard += t
        if heard == "bc": sys.exit(1)
    done()
""")
        self.config(system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "extended", "start": "fork"}, workload=asks((50, "n0")), checker="echo",
                    fspec={"eot": "1s", "omissions": 0, "delays": {"behind": 3, "within": "100ms"}, **fspec})

    def test_it_is_searched(self):
        self.ordered()
        found = self.summary(1, "--stop", "all", "--recordings", "kept")
        self.assertEqual([(fault["faults"], fault["minimal"]) for fault in found["counterexamples"]], [(["D(n0,n1,a#0,+#2)"], True)])
        traced = json.loads(subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder.name, capture_output=True, text=True, check=False).stdout.splitlines()[-1])
        self.assertEqual([fault["faults"] for fault in traced["counterexamples"]], [["D(n0,n1,a#0,+#2)"]])
        for ranks in (2, 4):
            self.assertEqual(self.summary(1, "--stop", "all", ranks=ranks)["counterexamples"], found["counterexamples"])
        first = self.summary(1)["counterexamples"]
        self.assertEqual([fault["faults"] for fault in first], [["D(n0,n1,a#0,+#2)"]])
        drawn = self.summary(1, "--strategy", "random")["counterexamples"]
        self.assertEqual([fault["faults"] for fault in drawn], [["D(n0,n1,a#0,+#2)"]])
        left = self.summary(1, "--minimise")["minimisation"]
        self.assertEqual((left["deliveries"], left["faults"]), (["n0,n1,b#0", "n0,n1,c#0"], []))
        self.ordered(order="fifo")
        self.assertEqual(self.summary(0)["verdict"], "certified")

    def test_it_is_swept(self):
        """Each cell has the result of a run whose config has the number of the cell."""
        alone = []
        for behind in range(4):
            self.ordered(delays={"behind": behind, "within": "100ms"})
            alone.append(self.summary(1 if behind > 1 else 0))
        self.ordered()
        with open(self.path("c.yaml"), encoding="utf-8") as stream:
            config = json.load(stream)
        self.write("c.yaml", json.dumps({**config, "sweep": {"delay_behind": {"from": 0, "to": 3}}}))
        by_config = self.summary(1)["cells"]
        self.assertEqual([cell["cell"] for cell in by_config], [f"1s,1s,0,delay_behind={behind}" for behind in range(4)])
        self.write("c.yaml", json.dumps(config))
        for cells in (by_config, self.summary(1, "--sweep-delay-behind", "0,1..3")["cells"], [self.summary(1 if behind > 1 else 0, "--delay-behind", str(behind)) for behind in range(4)]):
            for cell, one in zip(cells, alone, strict=True):
                for key in ("verdict", "exhausted", "certificate", "executions", "results"):
                    self.assertEqual(cell.get(key), one.get(key), key)
                self.assertEqual([fault["faults"] for fault in cell["counterexamples"]], [fault["faults"] for fault in one["counterexamples"]])
        replay = by_config[2]["counterexamples"][0]["replay"]
        self.assertIn("--replay 'D(n0,n1,a#0,+#2)' --delay-behind=2", replay)
        self.ask(1, "--replay", "D(n0,n1,a#0,+#2)", "--delay-behind=2")
        self.assertIn("the spec allows no message to be delivered after 2 activations", self.ask(64, "--replay", "D(n0,n1,a#0,+#2)", "--delay-behind=1").stderr)
        self.assertEqual(self.summary(0, "--delay-behind", "0")["executions"], 1)
        for options, told in ((["101"], "--delay-behind: it takes an integer from 0 to 100, not 101"), (["1", "--sweep-delay-behind", "1"], "exclude each other"), (["x"], "it takes an integer")):
            self.assertIn(told, self.ask(64, "--delay-behind", *options).stderr)
        for delays in ({}, {"delays": {"values": ["5ms"]}}):
            self.config(fspec={"eot": "1s", **delays})
            told = self.ask(64, "--delay-behind", "1").stderr
            self.assertIn("fspec.delays.within is missing", told)
            self.assertIn("the command line has --delay-behind 1", told)
        self.write("c.yaml", json.dumps({**config, "sweep": {"delay_behind": [1, 101]}}))
        wrong = self.ask(65).stderr
        self.assertRegex(wrong, r"c\.yaml:1:[0-9]+: error: sweep\.delay_behind: it takes an integer from 0 to 100, not 101")

    def test_it_is_told(self):
        self.ordered()
        told = self.ask(1).stdout
        self.assertIn("a#0 from n0 to n1 is late: n1 handles b#0 from n0 and c#0 from n0 first and never receives it", told)
        self.assertIn("--replay 'D(n0,n1,a#0,+#2)'", told)
        for what in (("show",), ("lamport",), ("report", "-o", "r.html"), ("export", "--shiviz")):
            subprocess.run([RESULTS, what[0], "c.h5", *what[1:]], cwd=self.folder.name, capture_output=True, check=True)
        self.diary((50, "n0"), (70, "n0"), (90, "n1"), (400, "n1"))
        told = self.ask(0, "--replay", "D(n0,n1,letter0#0,+#2)").stdout
        self.assertIn("n0        sends letter0#0 to n1, which is delivered after 2 activations of n1", told)
        self.assertIn("60 ms  n1        would receive letter0#0 from n0 now, but has other activations first", told)

    def test_nothing_else_happens(self):
        """A message that is held, and one that waits for it, find their receiver down, after all other events."""
        self.write("last.py", HEAD + """
wake = None
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init": me = b["node_id"]; wake = 8000000 if me == "n0" else None; out("c0", type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1})
    elif t == "tick": out("n1", type="m"); wake = 18000000 if m["at"] == 8000000 else None
    elif t == "echo": out(m["src"], type="echo_ok", echo=b["echo"], in_reply_to=b["msg_id"])
    done(wake=wake)
""")
        self.config(system={"kind": "nodes", "command": ["python3", "last.py"], "nodes": 2, "time": "extended"}, checker="echo",
                    workload={"ops": [{"at": "5ms", "node": "n0", "body": {"type": "echo", "echo": 1}}]},
                    fspec={"eff": "35ms", "eot": "199ms", "omissions": 0, "crashes": {"most": 1, "nodes": ["n1"]}, "order": "fifo",
                           "delays": {"behind": 2, "within": "70ms", "count": 1}})
        self.assertEqual(self.summary(0, "--replay", "C(n1,#1) D(n0,n1,m#0,+#2)")["result"], "pass")
        self.assertEqual(self.summary(0)["verdict"], "certified")

    def test_what_is_wrong(self):
        for delays, told in (({"behind": 1}, "fspec.delays.within is missing"), ({"within": "1s", "values": ["1s"]}, "within is for fspec.delays.behind"),
                             ({"behind": 101, "within": "1s"}, "0 to 100"), ({"behind": 1, "within": "0s"}, "must be more than 0 and at most 1000 hours"),
                             ({"behind": -1, "within": "1s"}, "behind"), ({"behind": 1, "within": "1001h"}, "within"), ({}, "fspec.delays.values is missing")):
            self.config(fspec={"eot": "1s", "delays": delays})
            self.assertIn(told, self.ask(65).stderr)
        self.node()
        self.config(fspec={"eot": "1s", "delays": {"behind": 1, "within": "1s"}}, system={"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "plain"})
        self.assertIn("the activations of nodes with the clock of the machine cannot be counted", self.ask(65).stderr)
        shutil.copy(os.path.join(CONFIGS, "runner.py"), self.path("runner.py"))
        self.write("c.yaml", json.dumps({"system": {"kind": "runner", "command": ["python3", "runner.py"], "nodes": 3},
                                         "fspec": {"eff": "300ms", "eot": "1s", "delays": {"behind": 1, "within": "1s"}}}))
        self.assertIn("the runner has no fault `behind`, and the Fspec has", self.ask(65).stderr)
        self.diary((50, "n0"))
        for faults, told in (("D(n0,n1,letter0#0,+#3)", "the spec allows no message to be delivered after 3 activations of its receiver"), ("D(n0,n1,letter0#0,+#0)", "is not a fault"),
                             ("D(n0,n1,letter0#0,+1ms)", "the spec allows no delay of 1ms"), ("U(n0,n1,letter0#0,+#1)", "is not a fault")):
            self.assertIn(told, self.ask(64, "--replay", faults).stderr)
        self.diary((50, "n0"), delays={"behind": 0})
        self.assertEqual(self.summary(0)["executions"], 1)
        self.ordered(delays={"behind": 0})
        self.assertEqual(self.summary(0)["executions"], 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
