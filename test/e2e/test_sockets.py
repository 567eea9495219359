"""Nodes that speak TCP: a server in C with a replica, and a program for each client. The oracle replays every fault set by itself, and
so needs neither lineage nor a solver. The tests are called with PROGRAM SOURCE_DIR BROADCAST_NODE COMPILER [--long].
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from process_case import PROGRAM, SOURCE, Case

COMPILER = sys.argv[4]
LONG = "--long" in sys.argv
NODES = os.path.join(SOURCE, "test", "e2e", "nodes")
BUILT = tempfile.mkdtemp()
LATE = "300ms"
# The letters of the faults that may hit a message. The key is the word in the name of the message, such as syn in `7000>syn`. Messages
# with bytes of a connection have no word in their name.
KINDS = {"": "DRH", "synack": "DRH", "fin": "DRH", "syn": "ODR", "rst": "DH", "refused": "D", "udp": "ODU"}


def setUpModule():
    for name in ("store", "store_adapter"):
        subprocess.run([COMPILER, "-static", "-O1", "-o", f"{BUILT}/{name}", f"{NODES}/{name}.c"], check=True)


def tearDownModule():
    shutil.rmtree(BUILT)


def operations(*some):
    """Requests of clients at these times in milliseconds: a number is written to the first node, None reads at the second one."""
    out = []
    for i, (at, value) in enumerate(some):
        body = {"type": "read", "key": 1} if value is None else {"type": "write", "key": 1, "value": value}
        out.append({"at": f"{at}ms", "client": f"c{i + 1}", "node": "n1" if value is None else "n0", "body": body})
    return {"ops": out}


class Sockets(Case):
    def store(self, mode="once", ops=((100, 7), (300, None)), system=None, **fspec):
        for name in ("store", "store_adapter"):
            if not os.path.exists(self.path(name)):
                shutil.copy(f"{BUILT}/{name}", self.path(name))
        everything = {"command": ["./store", "{index}", "10.0.0.2", mode], "client": ["./store_adapter", "{node}"], "net": "sockets", "nodes": 2, **(system or {})}
        limits = {"eff": "400ms", "eot": "500ms", "omissions": 0, **fspec}
        self.write("c.yaml", json.dumps({"system": everything, "network": {"latency": "5ms"}, "workload": operations(*ops), "checker": "lin-kv", "fspec": limits}))

    def replayed(self, faults, status=0):
        """Returns the events of an execution with these faults."""
        shutil.rmtree(self.path("kept"), ignore_errors=True)
        self.ask(status, "--replay", faults, "--recordings", "kept")
        with open(self.path("kept/00000.jsonl"), encoding="utf-8") as stream:
            return [json.loads(line) for line in stream][1:]

    def between_nodes(self, events, kind="send"):
        return [(event["id"], event["t"] // 10**6) for event in events if event["e"] == kind and {event["id"][0], event["id"][1]} == {"n0", "n1"}]

    def answers(self, events):
        return [(event["body"]["type"], event["t"] // 10**6) for event in events if event["e"] == "return"]

    def test_a_request_is_passed_on(self):
        self.store()
        events = self.replayed("none")
        self.assertEqual(self.answers(events), [("write_ok", 120), ("read_ok", 320)])
        sent = [(*message[:3], at) for message, at in self.between_nodes(events)]
        self.assertEqual(sent, [("n0", "n1", "7000>syn", 115), ("n1", "n0", "7000<synack", 120), ("n0", "n1", "7000>", 125), ("n1", "n0", "7000<", 130)])
        self.assertEqual(events[-1], {"e": "verdict", "result": "pass"})

    def test_later_bytes_wait_for_late_ones(self):
        self.store(ops=((100, 7), (150, 8), (200, None)), delays={"values": ["100ms"]})
        events = self.replayed("D(n0,n1,7000>#0,+100ms)", 1)
        got = [(message[2], message[3], at) for message, at in self.between_nodes(events, "recv") if message[1] == "n1"]
        self.assertEqual(got, [("7000>syn", 0, 120), ("7000>", 0, 230), ("7000>", 1, 230)])
        events = self.replayed("D(n0,n1,7000>#1,+100ms)", 1)
        got = [(message[2], message[3], at) for message, at in self.between_nodes(events, "recv") if message[1] == "n1"]
        self.assertEqual(got, [("7000>syn", 0, 120), ("7000>", 0, 130), ("7000>", 1, 270)])

    def test_a_reset_is_told_to_both_nodes(self):
        self.store("retry", resets=1)
        events = self.replayed("R(n0,n1,7000>#0)")
        fates = {tuple(event["id"][:3]): event["fate"] for event in events if event["e"] == "send"}
        self.assertEqual(fates["n0", "n1", "7000>"], "lost")
        got = [(message[0], message[2], at) for message, at in self.between_nodes(events, "recv")]
        self.assertIn(("n1", "7000<rst", 130), got)
        self.assertIn(("n0", "7000>rst", 130), got)
        self.assertIn(("n0", "7000>syn.1", 155), got, "the node connects again after 20 ms")
        self.store(resets=1)
        self.assertEqual([one["faults"] for one in self.summary(1, "--stop", "all")["counterexamples"]], [["R(n0,n1,7000>#0)"], ["R(n0,n1,7000>syn#0)"], ["R(n1,n0,7000<synack#0)"]])

    def test_nobody_is_told_of_a_connection_that_hangs(self):
        self.store("retry", hangs=1)
        events = self.replayed("H(n1,n0,7000<synack#0)", 1)
        self.assertEqual([message[2] for message, _ in self.between_nodes(events)], ["7000>syn", "7000<synack"])
        self.assertEqual(self.answers(events)[0], ("write_ok", 120), "other connections work")

    def test_bytes_wait_for_the_end_of_a_partition_and_requests_are_lost(self):
        self.store(partitions={"most": 1, "cuts": ["n0 n1", "n0>n1", "n1>n0"], "window": "125ms"}, eot="800ms")
        events = self.replayed("P(n0>n1,125ms,250ms)")
        sent = {tuple(event["id"][:3]): (event["fate"], event["arrive"] // 10**6) for event in events if event["e"] == "send"}
        self.assertEqual(sent["n0", "n1", "7000>"], ("late", 255))
        events = self.replayed("P(n0>n1,0ns,125ms)", 1)
        sent = {event["id"][2]: event["fate"] for event in events if event["e"] == "send" and event["id"][1] == "n1" and event["id"][0] == "n0"}
        self.assertEqual(sent, {"7000>syn": "lost"})

    def test_datagrams_may_be_lost_doubled_and_overtaken(self):
        self.store("udp", ops=((100, 7), (150, 8), (300, None)), omissions=1, delays={"values": ["100ms"]}, duplicates={"most": 1, "after": ["80ms"]})
        for faults, status, got in (("none", 0, [120, 170]), ("O(n0,n1,udp.7000#1)", 1, [120]), ("D(n0,n1,udp.7000#0,+100ms)", 1, [170, 220]),
                                    ("U(n0,n1,udp.7000#0,+80ms)", 1, [120, 170, 200])):
            events = self.replayed(faults, status)
            self.assertEqual([at for message, at in self.between_nodes(events, "recv") if message[2] == "udp.7000"], got, faults)

    def test_a_crash_breaks_connections(self):
        self.store("retry", ops=((100, 7), (200, 8), (300, None)), restarts={"most": 1, "down": ["40ms"]}, crashes=1)
        events = self.replayed("C(n1,#3,+40ms)")  # #1 is syn, #2 is the first number, #3 the second one
        got = [(message[2], at) for message, at in self.between_nodes(events, "recv") if message[1] == "n0"]
        self.assertEqual(got[-4:], [("7000<rst", 225), ("7000<refused.1", 255), ("7000<synack.2", 285), ("7000<.2", 295)])
        events = self.replayed("C(n1,#1)")
        self.assertIn("7000<refused", [message[2] for message, _ in self.between_nodes(events)])

    def test_the_machine_of_a_crashed_node_resets_idle_connections(self):
        self.store("retry", ops=((100, 7), (200, None)), crashes=1)
        request = "C(n1,#3)"  # the activation in which the request of the second client for a connection arrives, at 205 ms
        events = self.replayed(request)
        got = [(message[2], at) for message, at in self.between_nodes(events, "recv") if message[1] == "n0"]
        self.assertIn(("7000<rst", 210), got)

    def test_an_execution_with_a_partition_decides_nothing_about_one_without(self):
        self.store(partitions={"most": 1, "cuts": ["n0 n1", "n0>n1", "n1>n0"], "window": "125ms"}, eot="800ms")
        self.replayed("P(n0>n1,125ms,250ms)")
        read = subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(json.loads(read.stdout.split("\n")[0]), {"faults": [], "size": 0})

    def possible(self, events, kinds):
        """The faults of these kinds that may hit something in an execution, from its recording alone."""
        out, broken = [], set()
        done = {"n0": 0, "n1": 0}
        for event in events:
            node = event["id"][1] if event["e"] == "recv" else event.get("node") if event["e"] in ("timer", "crash") else None
            if node in done and (event["e"] != "crash" or "back" in event):
                done[node] += 1
        for node, count in done.items():
            out += [f"C({node},#{k})" for k in range(1, count + 1) if "C" in kinds]
            out += [f"C({node},#{k},+40ms)" for k in range(1, count + 1) if "B" in kinds]
            out += [f"S({node},#{k},+90ms)" for k in range(1, count + 1) if "S" in kinds]
        for k in range(4 if "P" in kinds else 0):
            out += [f"P({border},{k * 100}ms,{k * 100 + 100}ms)".replace("(n0 n1,0ms", "(n0 n1,0ns").replace(",0ms", ",0ns") for border in ("n0", "n0>n1", "n1>n0")]
        for event in events:
            if event["e"] != "send" or not {event["id"][0], event["id"][1]} == {"n0", "n1"} or event["t"] > 400 * 10**6:
                continue
            sender, receiver, name, number = event["id"]
            if name.startswith("udp."):
                for kind in set(KINDS["udp"]) & set(kinds):
                    out.append(f"{kind}({sender},{receiver},{name}#{number}{',+' + LATE if kind != 'O' else ''})")
                continue
            mark = ">" if ">" in name else "<"
            word, _, connection = name.split(mark)[1].partition(".")
            pair = (sender if mark == ">" else receiver, connection)
            if pair in broken:
                continue
            for kind in KINDS[word]:
                if kind in kinds:
                    out.append(f"{kind}({sender},{receiver},{name}#{number}{',+' + LATE if kind == 'D' else ''})")
            if event["fate"] == "lost" and word != "syn":
                broken.add(pair)
        return out

    def all_sets(self, most, kinds):
        """Executes all fault sets of at most `most` faults, of these kinds and one of each. Returns the minimal ones that violate, and the number of executions."""
        failing, done = set(), set()
        waiting = [frozenset()]
        while waiting:
            faults = waiting.pop(0)
            if faults in done:
                continue
            done.add(faults)
            text = " ".join(sorted(faults)) or "none"
            shutil.rmtree(self.path("kept"), ignore_errors=True)
            result = subprocess.run([PROGRAM, "c.yaml", "--replay", text, "--recordings", "kept"], cwd=self.folder.name, capture_output=True, text=True, check=False)
            self.assertIn(result.returncode, (0, 1, 2), result.stderr)
            with open(self.path("kept/00000.jsonl"), encoding="utf-8") as stream:
                events = [json.loads(line) for line in stream][1:]
            self.assertNotEqual(events[-1]["result"], "invalid", events[-1])
            if events[-1]["result"] == "fail":
                failing.add(faults)
            if len(faults) == most:
                continue
            hit = {one[2:-1].split(",+")[0] for one in faults}
            here = {self.kind(one) for one in faults}
            for one in self.possible(events, kinds):
                if one[2:-1].split(",+")[0] not in hit and self.kind(one) not in here:
                    waiting.append(faults | {one})
        return {one for one in failing if not any(other < one for other in failing)}, len(done)

    @staticmethod
    def kind(fault):
        return "B" if fault[0] == "C" and "+" in fault else fault[0]

    def test_against_all_fault_sets(self):
        messages = {"omissions": 1, "delays": {"values": [LATE], "count": 1}, "resets": 1, "hangs": 1}
        nodes = {"crashes": {"most": 1}, "restarts": {"most": 1, "down": ["40ms"]}, "pauses": {"most": 1, "for": ["90ms"]}}
        parts = {"partitions": {"most": 1, "cuts": ["n0", "channels"], "window": "100ms"}}
        most = 2 if LONG else 1
        for mode, limits, kinds in (("once", messages, "ODRH"), ("retry", messages, "ODRH"), ("retry", {**nodes, "resets": 1}, "CBSR"),
                                    ("udp", {"omissions": 1, "delays": messages["delays"], "duplicates": {"most": 1, "after": [LATE]}}, "ODU"),
                                    ("retry", {**parts, "delays": messages["delays"], "hangs": 1}, "PDH")):
            self.store(mode, **limits, faults=most)
            minimal, executions = self.all_sets(most, kinds)
            found = self.ask(1, "--stop", "all", "--summary", "json")
            found = json.loads(found.stdout)
            self.assertTrue(found["exhausted"])
            self.assertEqual({frozenset(one["faults"]) for one in found["counterexamples"]}, minimal)
            self.assertGreater(executions, 3 if mode == "udp" else 10)  # there is one datagram
            self.assertLess(found["executions"], 2 * executions + 2)
            self.assertGreater(len(minimal), 1 if mode == "udp" else 2)

    def test_two_ranks_find_the_same(self):
        self.store("retry", omissions=1, delays={"values": [LATE], "count": 1}, resets=1, hangs=1, faults=2)
        one, two = (self.summary(1, "--stop", "all", ranks=ranks) for ranks in (1, 2))
        self.assertEqual([one["faults"] for one in one["counterexamples"]], [one["faults"] for one in two["counterexamples"]])
        self.assertEqual(two["determinism"]["differences"], [])

    def test_a_certificate_holds_without_faults_that_matter(self):
        self.store("retry", resets=1)
        found = self.summary(0, "--stop", "all")
        self.assertEqual((found["verdict"], found["exhausted"]), ("certified", True))

    def test_recordings_of_it_are_accepted_and_changed_ones_are_not(self):
        self.store("retry", resets=1, hangs=1, delays={"values": [LATE]})
        for faults, status in (("R(n0,n1,7000>#0)", 0), ("H(n0,n1,7000>#0)", 1), (f"D(n0,n1,7000>#0,+{LATE})", 1)):
            self.replayed(faults, status)
            def read():
                return subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder.name, capture_output=True, text=True, check=False)
            self.assertIn(read().returncode, (0, 1, 2), read().stdout + read().stderr)
            self.assertNotIn("error", read().stderr)
            with open(self.path("kept/00000.jsonl"), encoding="utf-8") as stream:
                text = stream.read()
            self.assertIn('"order":"connection"', text)
            for old, new in (('"fate":"lost"', '"fate":"ok"'), ('"fate":"late"', '"fate":"ok"'), ('"7000>"', '"7000>.9"')):
                if old not in text:
                    continue
                with open(self.path("kept/00000.jsonl"), "w", encoding="utf-8") as stream:
                    stream.write(text.replace(old, new, 1))
                self.assertIn("error", read().stderr, (faults, new))

    def test_what_is_not_supported_is_refused(self):
        self.store(delays={"behind": 1, "within": "50ms"})
        self.refused(65, "messages of sockets are late by a time only")
        self.store(crashes={"most": 1, "midway": True})
        self.refused(65, "nodes with sockets crash only before an activation")
        self.store(order="fifo")
        self.refused(65, "each connection keeps its order")
        self.store(system={"time": "plain"})
        self.refused(65, "nodes with sockets run in virtual time")
        self.store(system={"client": []})
        self.refused(65, "system.client is empty")
        self.store(system={"nodes": ["localhost", "n1"]})
        self.refused(65, "localhost is a name of each node's own addresses")
        self.store(system={"net": "lines"})
        self.refused(65, "system.client needs system.net sockets")
        self.store(system={"command": ["./store", "{who}"]})
        self.refused(65, "system.command has no variable {who}")
        self.store()
        with open(self.path("c.yaml"), encoding="utf-8") as stream:
            config = json.load(stream)
        config["fspec"]["resets"] = 1
        config["system"]["net"] = "lines"
        del config["system"]["client"]
        self.write("c.yaml", json.dumps(config))
        self.refused(65, "only nodes with sockets have connections that break")
        self.store()
        self.assertIn("cannot be lost", self.ask(64, "--replay", "O(n0,n1,7000>#0)").stderr)

    def test_the_reason_of_an_invalid_execution_is_shown(self):
        self.store(system={"command": ["no-such-server", "{index}"]})
        for options in ([], ["--replay", "none"]):
            self.assertIn("no-such-server cannot be run: there is no such file", self.ask(65 if not options else 2, *options).stderr)

    def test_a_client_program_that_ends_makes_the_execution_invalid(self):
        self.store(system={"client": ["sh", "-c", "read line; echo broken >&2; exit 3"]})
        self.assertIn("adapter-c1, the program of a client, ended; the end of its stderr: broken", self.ask(65).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
