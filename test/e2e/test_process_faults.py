"""Kinds of faults of real systems, each with a node that it breaks: test_process_faults.py PROGRAM BROADCAST_NODE"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM, BROADCAST = (os.path.abspath(word) for word in sys.argv[1:3])
NODE = """
import json, sys
seen, due, me, others = [], [], "?", []
def out(dest, **body): print(json.dumps({"src": me, "dest": dest, "body": body}), flush=True)
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]; at = m["at"]
    def answer(**more): out(m["src"], type=t + "_ok", in_reply_to=b["msg_id"], **more)
    if t == "init":
        me, others, seen, due = b["node_id"], [n for n in b["node_ids"] if n != b["node_id"]], [], []
        answer(ldfi={"version": 1, "reset": True})
    elif t == "reset": seen, due = [], []
    elif t == "read": answer(value=seen)
    HANDLE
    while due and due[0][0] <= at:
        due.pop(0)[1]()
    out("$farm", type="done", wake=due[0][0] if due else None, state=json.dumps([seen, [d[0] for d in due]]))
"""
TELL = 'elif t == "add": seen.append(b["element"]); answer(); [out(n, type="m", v=b["element"]) for n in others]'
HEAR = '\n    elif t == "m" and b["v"] not in seen: seen.append(b["v"])'
TOGGLE = '\n    elif t == "m": (seen.remove if b["v"] in seen else seen.append)(b["v"])'
AGAIN = """elif t == "add":
        seen.append(b["element"]); answer()
        due = [(at + ms * 1000000, lambda v=b["element"]: [out(n, type="m", v=v) for n in others]) for ms in (0, 100, 200)]"""


class Faults(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def config(self, handle, nodes=2, adds=(50,), system=None, search=None, **fspec):
        ops = [{"at": f"{at}ms", "node": "n0", "body": {"type": "add", "element": at}} for at in adds]
        ops += [{"at": "900ms", "node": f"n{i}", "body": {"type": "read"}} for i in range(nodes)]
        config = {"system": {"kind": "nodes", "command": ["python3", "node.py"], "nodes": nodes, "time": "extended", "start": "reset", **(system or {})},
                  "workload": {"ops": ops}, "checker": "set", "fspec": {"eot": "1s", "omissions": "none", **fspec}, "search": search or {}}
        for name, text in (("node.py", NODE.replace("HANDLE", handle)), ("c.yaml", json.dumps(config))):
            with open(os.path.join(self.folder.name, name), "w", encoding="utf-8") as stream:
                stream.write(text)

    def ask(self, status, *options):
        done = subprocess.run([PROGRAM, "c.yaml", *options], cwd=self.folder.name, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def found(self, status, *options):
        """The counterexamples, of whichever each is minimal."""
        summary = json.loads(self.ask(status, "--summary", "json", *options).stdout)
        self.assertEqual(summary["determinism"]["differences"], [])
        self.assertTrue(all(one["minimal"] for one in summary["counterexamples"]))
        for one in summary["counterexamples"]:
            self.ask(1, "--replay", " ".join(one["faults"]))
        return [one["faults"] for one in summary["counterexamples"]]

    def refused(self, status, word, *options):
        self.assertIn(word, self.ask(status, *options).stderr)

    def test_messages_come_twice(self):
        self.config(TELL + TOGGLE, duplicates=1)
        self.assertEqual(self.found(1, "--stop", "all"), [["U(n0,n1,m#0,+10ms)"]])
        self.config(TELL + TOGGLE, duplicates={"most": 1, "after": ["2s"]})
        self.assertEqual(self.found(0), [])  # it comes after the end
        self.config(TELL + HEAR, duplicates=2)
        self.assertEqual(self.found(0), [])
        self.refused(64, "the spec allows no duplicate 5ms after the message", "--replay", "U(n0,n1,m#0,+5ms)")
        self.assertIn("which is duplicated: the copy arrives at 70 ms", self.ask(0, "--replay", "U(n0,n1,m#0,+10ms)").stdout)

    def test_what_is_late_holds_up_the_rest(self):
        """m is sent when nothing fails any more, on time unless it waits behind `first`, which nobody reads."""
        handle = """elif t == "add":
        seen.append(b["element"]); answer(); out("n1", type="first")
        due = [(at + 100000000, lambda v=b["element"]: out("n1", type="m", v=v))]""" + HEAR
        late = {"values": ["800ms", "850ms"]}
        for order in ({}, {"order": "any"}):
            self.config(handle, eff="100ms", delays=late, **order)
            self.assertEqual(self.found(0), [])
        self.config(handle, eff="100ms", delays=late, order="fifo")
        self.assertEqual(self.found(1, "--stop", "all"), [["D(n0,n1,first#0,+850ms)"]])
        self.assertEqual(self.found(0, "--order", "any"), [])
        told = self.ask(1).stdout
        self.assertIn("first#0 from n0 to n1 is late: it arrives at 910 ms, followed by m#0, which was sent later", told)
        self.config(handle, eff="100ms", duplicates={"most": 1, "after": ["850ms"]}, order="fifo")
        self.assertEqual(self.found(1), [["U(n0,n1,first#0,+850ms)"]])
        self.config(handle, eff="100ms", omissions="all", order="fifo")
        self.assertEqual(self.found(0), [])  # nobody waits for what is lost
        self.config(handle, delays=late, order="lifo")
        self.refused(65, "fspec.order is one of any, fifo")
        self.refused(64, "--order: it takes any or fifo, not lifo", "--order", "lifo")

    def test_a_cut_is_less_than_its_losses(self):
        cut = {"most": 1, "cuts": ["channels"], "window": "400ms"}
        self.config(AGAIN + HEAR, omissions="all", partitions=cut)
        self.assertEqual(self.found(1), [["P(n0>n1,0s,400ms)"]])
        everything = self.found(1, "--stop", "all")
        self.assertEqual(everything, [["P(n0>n1,0s,400ms)"], [f"O(n0,n1,m#{k})" for k in range(3)]])
        self.config(AGAIN + HEAR, partitions=cut | {"window": "100ms"})
        self.assertEqual(self.found(0), [])
        self.config(AGAIN + HEAR, partitions=cut | {"window": "100ms", "most": 2})
        self.assertEqual(self.found(0), [])
        self.config(AGAIN + HEAR, partitions=cut | {"window": "100ms", "most": 3})
        self.assertEqual(self.found(1), [["P(n0>n1,0s,100ms)", "P(n0>n1,100ms,200ms)", "P(n0>n1,200ms,300ms)"]])
        for cuts in (["nodes"], ["halves"], ["n1"]):
            self.config(AGAIN + HEAR, nodes=3, partitions=cut | {"cuts": cuts})
            name = "n1" if cuts == ["n1"] else "n0"
            self.assertEqual(self.found(1), [[f"P({name},0s,400ms)"]])
        self.refused(64, "the spec allows no partition", "--replay", "P(n0,0s,400ms)")
        self.refused(64, "fits no window of the spec", "--replay", "P(n1,0s,300ms)")

    def test_crashes_at_times(self):
        again = {"restarts": {"most": 1, "down": ["30ms"]}, "system": {"disk": "volatile"}}
        for times, want in ((["150ms"], ["C(n0,#2,+30ms)"]), (["100ms"], []), (["300ms"], []), (["950ms"], [])):
            self.config(TELL, nodes=1, adds=(100, 200), crashes={"most": 0, "at": times}, **again)
            self.assertEqual(self.found(1 if want else 0, "--stop", "all"), [[one] for one in want])

    def test_crashes_in_the_middle_of_something(self):
        midway = {"most": 1, "midway": True, "nodes": ["n0"]}
        self.config(TELL + HEAR, nodes=3, crashes=midway)
        self.assertEqual(self.found(1, "--stop", "all"), [["C(n0,#1+1)"], ["C(n0,#1+2)"]])
        self.config(TELL + HEAR, nodes=3, crashes=midway | {"midway": False})
        self.assertEqual(self.found(0), [])
        self.config(TELL + HEAR, crashes=midway | {"most": 0}, restarts={"most": 1, "down": ["30ms"]}, system={"disk": "volatile"})
        self.assertEqual(self.found(1, "--stop", "all"), [["C(n0,#1+1,+30ms)"]])
        self.config(TELL + HEAR, crashes=midway, restarts={"most": 1, "down": ["30ms"]})
        self.refused(65, "must not restart with its files")

    def test_all_together_come_to_the_same_verdict_from_recordings(self):
        self.config(AGAIN + TOGGLE, crashes={"most": 1, "midway": True, "nodes": ["n0"]}, duplicates=1, omissions=1,
                    partitions={"most": 1, "cuts": ["channels"], "window": "200ms"}, delays={"values": ["150ms"]}, faults=2)
        found = self.found(1, "--stop", "all", "--recordings", "kept")
        done = subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder.name, capture_output=True, text=True, timeout=60, check=False)
        told = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual(([one["faults"] for one in told["counterexamples"]], told["exhausted"]), (found, True))

    def test_what_carries_a_value_is_tried_first(self):
        """Gossip among five without retries: by the least fault sets first, it takes 36 executions at the level of states."""
        def gossip(**search):
            self.config("", nodes=5, omissions="all", eff="300ms", search={"level": "state", **search},
                        system={"command": [BROADCAST, "0"], "start": "reset"})
            with open(os.path.join(self.folder.name, "c.yaml"), encoding="utf-8") as stream:
                config = json.load(stream)
            config["workload"] = {"kind": "broadcast", "operations": 1}
            with open(os.path.join(self.folder.name, "c.yaml"), "w", encoding="utf-8") as stream:
                json.dump(config, stream)

        gossip()
        two = json.loads(self.ask(1, "--summary", "json", "--max-runs", "2").stdout)
        self.assertEqual((two["executions"], two["results"]["fail"], two["counterexamples"][0]["minimal"]), (2, 1, False))
        whole = json.loads(self.ask(1, "--summary", "json").stdout)
        self.assertEqual((len(whole["counterexamples"][0]["faults"]), whole["counterexamples"][0]["minimal"]), (4, True))
        self.assertLessEqual(whole["executions"], 20)
        gossip(steer="none")
        plain = json.loads(self.ask(1, "--summary", "json").stdout)
        self.assertEqual(plain["counterexamples"], whole["counterexamples"])
        self.assertGreater(plain["executions"], 30)

    def test_steering_changes_no_verdict(self):
        for steer in ("value", "happens-before", "mixed", "none"):
            self.config(AGAIN + HEAR, search={"steer": steer}, omissions="all", eff="80ms")
            self.assertEqual(self.found(0), [])
            self.config(AGAIN + HEAR, search={"steer": steer}, omissions="all", crashes={"most": 1, "nodes": ["n1"]})
            self.assertEqual(self.found(1), [[f"O(n0,n1,m#{k})" for k in range(3)]])
        self.config(TELL, search={"steer": "anything"})
        self.refused(65, "search.steer is one of none, value, happens-before, mixed")

    def test_wrong_configs_say_where(self):
        cut = {"most": 1, "cuts": ["nodes"], "window": "1s"}
        for fspec, words in (({"duplicates": {"most": 1}}, "fspec.duplicates.after is missing"),
                             ({"duplicates": "many"}, "fspec.duplicates takes an integer"),
                             ({"partitions": 1}, "fspec.partitions takes a map"),
                             ({"partitions": {"most": 1}}, "fspec.partitions.cuts is missing"),
                             ({"partitions": cut | {"window": "0s"}}, "the time of a partition must be more than 0"),
                             ({"partitions": cut | {"cuts": ["node"]}}, "node is no"),
                             ({"partitions": cut | {"cuts": ["n0>"]}}, "is not a cut"),
                             ({"partitions": cut | {"cuts": ["n0 n7"]}}, "n7 is not a node"),
                             ({"crashes": {"most": 1, "at": []}}, "fspec.crashes.at is an empty list"),
                             ({"crashes": {"most": 1, "at": ["now"]}}, "now is not a time"),
                             ({"crashes": {"most": 1, "midway": "perhaps"}}, "fspec.crashes.midway is one of")):
            self.config(TELL, **fspec)
            self.refused(65, words)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
