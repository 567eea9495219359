"""Real systems as processes, as scripts see them: test_processes.py PROGRAM SOURCE_DIR BROADCAST_NODE"""

import json
import os
import shutil
import subprocess
import sys
import unittest

from process_case import ANSWER, BROADCAST, CONFIG, CONFIGS, COUNTS, Case, HEAD, LATE, PROGRAM, RELAY


class Systems(Case):
    def test_a_config_is_checked_without_a_search(self):
        self.config()
        self.assertEqual("the config has no errors\n", self.ask(0, "--check").stdout)
        self.assertEqual([], [name for name in os.listdir(self.folder.name) if name.endswith(".h5")])

    def test_the_least_lost_messages(self):
        config = os.path.join(CONFIGS, "broadcast-python.yaml")
        found = self.summary(1, config=config)
        self.assertEqual([(one["faults"], one["minimal"]) for one in found["counterexamples"]],
                         [(["O(n0,n1,gossip#0)", "O(n0,n2,gossip#0)"], True)])
        self.assertLessEqual(found["executions"], 11)
        everything = self.summary(1, "--stop", "all", "--level", "state", config=config)
        self.assertEqual((len(everything["counterexamples"]), everything["exhausted"]), (3, True))
        self.assertLessEqual(everything["executions"], 6)  # docs/measurements/real-systems.md
        for one in everything["counterexamples"]:
            replayed = self.ask(1, "--replay", " ".join(one["faults"]), config=config).stdout
            self.assertIn(one["violated"][0], replayed)
            self.assertIn("lost", replayed)
        self.assertIn("receives gossip#0 from n0", self.ask(0, "--replay", "none", config=config).stdout)

    def test_with_retries_there_is_a_proof(self):
        with open(os.path.join(CONFIGS, "broadcast-python-retries.yaml"), encoding="utf-8") as stream:
            text = stream.read().replace("150ms", "100ms")
        for name in ("broadcast.py", "ldfi_node.py"):
            shutil.copy(os.path.join(CONFIGS, name), self.path(name))
        self.write("c.yaml", text)
        found = self.summary(0, "--recordings", "kept")
        self.assertEqual((found["verdict"], found["exhausted"], found["determinism"]["differences"]), ("certified", True, []))
        self.assertLessEqual(found["executions"], 65)  # docs/measurements/real-systems.md
        self.assertIn("executions were compared", found["certificate"])
        self.assertEqual(len(os.listdir(self.path("kept"))), found["executions"])
        traces = subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder.name, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((traces.returncode, json.loads(traces.stdout.splitlines()[-1])["verdict"]), (0, "certified"))
        self.ask(74, "--recordings", "kept")
        self.assertEqual(self.summary(2, "--max-runs", "5")["reason"], "runs")

    def gossip(self, nodes, retries=0, eff="300ms", **search):
        self.config(system={"kind": "nodes", "command": [BROADCAST, str(retries)], "nodes": nodes, "time": "extended", "start": "reset"},
                    workload={"kind": "broadcast", "operations": 1}, fspec={"eff": eff, "eot": "1s"}, search=search)

    def test_the_figures_of_the_prototype(self):
        """docs/measurements/real-systems.md: executions until everything is known."""
        for nodes, level, most, cuts in ((3, "exact", 11, 3), (4, "exact", 311, 7), (4, "state", 23, 7), (5, "state", 140, 15)):
            self.gossip(nodes, level=level, stop="all")
            found = self.summary(1)
            self.assertLessEqual(found["executions"], most)
            self.assertEqual((len(found["counterexamples"]), found["exhausted"]), (cuts, True))
            self.assertTrue(all(one["minimal"] for one in found["counterexamples"]))
            self.assertEqual(found["determinism"]["differences"], [])
        for eff, most in (("100ms", 65), ("150ms", 169)):
            self.gossip(3, 1000, eff)
            found = self.summary(0)
            self.assertLessEqual(found["executions"], most)
        self.gossip(3, 1)  # one resend; the prototype found it by chance after 121 executions
        found = self.summary(1)
        self.assertEqual(len(found["counterexamples"][0]["faults"]), 4)

    def test_the_relay_that_the_published_clause_certifies(self):
        """docs/measurements/real-systems.md: n1 forwards k to n2, and n0 tells all after EFF unless it hears of it."""
        self.node(loop=RELAY)
        self.config(system={**CONFIG["system"], "nodes": 3}, workload={"kind": "broadcast", "operations": 1}, fspec={"eff": "100ms", "eot": "1s"})
        found = self.summary(1, "--stop", "all")
        self.assertEqual([one["faults"] for one in found["counterexamples"]], [["O(n1,n2,k#0)"]])
        self.assertLessEqual(found["executions"], 4)

    def test_the_same_on_several_ranks(self):
        config = os.path.join(CONFIGS, "broadcast-python.yaml")
        one, two = self.summary(1, config=config), self.summary(1, config=config, ranks=2)
        self.assertEqual(one["counterexamples"], two["counterexamples"])

    def test_crashes(self):
        self.node()
        self.config(fspec={"eot": "1s", "crashes": 2})
        found = self.summary(0, "--stop", "all")
        self.assertEqual((found["verdict"], found["results"]["vacuous"]), ("certified", 1))
        replayed = self.ask(2, "--replay", "C(n0,#1) C(n1,#1)").stdout
        self.assertIn("crash", replayed)

    def test_only_what_is_sent_in_time_is_lost(self):
        for fspec, lost in (({"eff": "40ms"}, False), ({"eff": "100ms"}, True), ({"from": "60ms"}, False), ({"from": "40ms"}, True)):
            self.node(echo='out("n1", type="m"); ' + ANSWER)
            self.config(fspec={"eot": "1s", **fspec}, workload={"kind": "echo", "operations": 1})
            self.assertEqual(", which is lost" in self.ask(0, "--replay", "O(n0,n1,m#0)").stdout, lost, fspec)

    def test_in_the_order_in_which_they_were_sent(self):
        words = ["z", "a", "m", "b", "y"]
        self.node(echo="".join(f'out("n1", type="{word}"); ' for word in words) + ANSWER)
        self.config(workload={"kind": "echo", "operations": 1})
        self.ask(0, "--max-runs", "1", "--replay", "none", "--recordings", "kept")
        with open(os.path.join(self.folder.name, "kept", "00000.jsonl"), encoding="utf-8") as stream:
            events = [json.loads(line) for line in stream]
        self.assertEqual([event["id"][2] for event in events if event.get("e") == "recv"], words)

    def test_what_comes_too_late(self):
        """n0 tells n1 to forget everything, and then a value: the other way round, the value is gone."""
        self.write("node.py", HEAD + LATE)
        fspec = {"eff": "100ms", "eot": "1s", "omissions": "none", "delays": {"values": ["20ms", "1ms", "200ms"], "count": 1}}
        self.config(workload={"kind": "broadcast", "operations": 1}, fspec=fspec)
        found = self.summary(1, "--stop", "all")
        self.assertEqual([(one["faults"], one["minimal"]) for one in found["counterexamples"]], [(["D(n0,n1,forget#0,+20ms)"], True)])
        self.assertTrue(found["exhausted"])
        self.assertIn("late", self.ask(1, "--replay", "D(n0,n1,forget#0,+200ms)").stdout)
        self.ask(0, "--replay", "D(n0,n1,m#0,+200ms)")
        for text, word in (("D(n0,n1,m#0,+2s)", "the spec allows no delay of 2s"), ("D(n0,n7,m#0,+20ms)", "n7 is not a node"),
                           ("D(n0,n1,m#0,+1ms) D(n0,n1,forget#0,+1ms)", "2 messages are late, and the spec has 1")):
            self.assertIn(word, self.ask(64, "--replay", text).stderr)

    def test_nodes_come_back(self):
        """n0 counts in a file what it is told; the disk says whether a crash is a bug. Its timer is gone, and its chance is another."""
        self.write("node.py", HEAD + COUNTS)
        fspec = {"eot": "1s", "omissions": "none", "restarts": {"most": 1, "down": ["30ms"]}}
        adds = [{"at": f"{at}ms", "node": "n0", "body": {"type": "add", "element": at}} for at in (100, 200)]
        ops = [*adds, {"at": "900ms", "node": "n0", "body": {"type": "read"}}]
        for start in ("fresh", "reset"):
            for disk, want in (("volatile", ["C(n0,#2,+30ms)"]), ("durable", [])):
                system = CONFIG["system"] | {"start": start, "disk": disk, "nodes": 1}
                self.config(system=system, fspec=fspec, workload={"ops": ops}, checker="set")
                found = self.summary(1 if want else 0, "--stop", "all")
                self.assertEqual([one["faults"] for one in found["counterexamples"]], [[one] for one in want], disk)
                self.assertEqual(found["determinism"]["differences"], [])
        self.ask(0, "--replay", "C(n0,#1,+30ms)", "--recordings", "kept")
        with open(os.path.join(self.folder.name, "kept", "00000.jsonl"), encoding="utf-8") as stream:
            events = [json.loads(line) for line in stream][1:-1]
        told = [(event["e"], event["t"] // 10**6) for event in events if event["e"] in ("crash", "restart", "timer", "invoke")]
        self.assertEqual(told, [("crash", 100), ("invoke", 100), ("restart", 130), ("invoke", 200), ("timer", 350), ("invoke", 900)])
        for text, word in (("C(n0,#1,+2s)", "the spec allows no restart after 2s"), ("C(n7,#1,+30ms)", "n7 is not a node"), ("C(n0,#1)", "the spec does not allow n0 to crash"),
                           ("C(n0,#1,+30ms) C(n0,#2,+30ms)", "2 crashes are followed by a restart, and the spec has 1")):
            self.assertIn(word, self.ask(64, "--replay", text).stderr)

    def test_a_node_that_does_not_come_back(self):
        self.node(init='n = os.path.exists("n") and sys.exit("there was one before"); open("n", "w").close()')
        self.config(fspec={"eot": "1s", "omissions": "none", "restarts": {"most": 1, "down": ["10ms"]}})
        found = self.summary(1)
        self.assertEqual(found["counterexamples"][0]["faults"], ["C(n0,#1,+10ms)"])
        self.assertIn("n0 ended by itself", found["counterexamples"][0]["violated"])

    def test_what_is_replayed_is_checked(self):
        self.node()
        self.config()
        for text in ("nonsense", "O(n0,n7,m#0)", "C(n0,#1)", "O(n0,n1,m#0) O(n0,n1,m#0)"):
            self.assertIn("--replay", self.ask(64, "--replay", text).stderr)
        self.assertIn("takes a time", self.ask(64, "--eot", "5").stderr)
        self.assertIn("is only for programs", self.ask(64, "--max-facts", "5").stderr)


class Configs(Case):
    def test_wrong_ones_say_where(self):
        self.node()
        system, fspec = CONFIG["system"], CONFIG["fspec"]
        for more, words in (({"system": {**system, "comand": 1}}, "did you mean command"),
                            ({"system": {**system, "nodes": 0}}, "from 1 to 100"),
                            ({"system": {**system, "nodes": ["a", "a"]}}, "named twice"),
                            ({"system": {**system, "nodes": ["../x"]}}, "is not a name of a node"),
                            ({"system": {**system, "nodes": [".."]}}, "is not a name of a node"),
                            ({"system": {**system, "nodes": ["."]}}, "is not a name of a node"),
                            ({"system": {**system, "nodes": ["c1"]}}, "name of a client"),
                            ({"system": {**system, "command": []}}, "system.command is empty"),
                            ({"system": {**system, "command": "python3"}}, "takes a list"),
                            ({"fspec": {"eot": "1s", "delays": {"values": ["1s", "1s"]}}}, "is listed twice"),
                            ({"fspec": {"eot": "1s", "delays": {"values": [5]}}}, "5 is not a time such as 200ms"),
                            ({"fspec": {"eot": "1s", "delays": {"count": 5}}}, "fspec.delays.values is missing"),
                            ({"fspec": {"eot": "1s", "delays": 5}}, "fspec.delays takes a map"),
                            ({"system": {**system, "time": "plain", "start": "reset"}}, "only nodes that speak ldfi/1 can be reset"),
                            ({"system": {**system, "time": "virtual", "start": "reset"}}, "only nodes that speak ldfi/1 can be reset"),
                            ({"system": {**system, "kind": "runner"}}, "system.time is only for nodes: a runner decides this itself"),
                            ({"system": [1]}, "system takes a map"),
                            ({"fspec": {}}, "fspec.eot is missing"),
                            ({"fspec": {"eot": 5}}, "a time such as"),
                            ({"fspec": {"eot": "99999999999s"}}, "a time such as"),
                            ({"fspec": {**fspec, "eff": "2s"}}, "later than fspec.eot"),
                            ({"fspec": {**fspec, "restarts": 1}}, "fspec.restarts takes a map"),
                            ({"fspec": {**fspec, "restarts": {"most": 1}}}, "fspec.restarts.down is missing"),
                            ({"fspec": {**fspec, "restarts": {"most": 1, "down": ["10ms", "1"]}}}, "1 is not a time such as 200ms"),
                            ({"system": {**system, "disk": "solid"}}, "system.disk is one of durable, volatile"),
                            ({"system": {**system, "sandbox": "maybe"}}, "system.sandbox is one of auto, off, require"),
                            ({"system": {**system, "network": "some"}}, "system.network is one of none, host"),
                            ({"limits": {"disk": 5}}, "limits.disk"),
                            ({"limits": {"node_memory": 5}}, "limits.node_memory"),
                            ({"limits": {"tasks": 0}}, "limits.tasks"),
                            ({"fspec": {**fspec, "disk": 1}}, "not supported for real systems yet"),
                            ({"fspec": {**fspec, "crashes": {"most": 1, "nodes": ["n9"]}}}, "n9 is not a node"),
                            ({"workload": {"kind": "eco"}}, "did you mean echo"),
                            ({"workload": {"kind": "echo", "operations": 1000}}, "after fspec.eot"),
                            ({"workload": {"ops": [{"at": "1s", "node": "n0", "body": {"type": "x"}}]}}, "checker is missing"),
                            ({"workload": {"ops": [{"at": "2s", "node": "n7", "body": 5}]}}, "n7 is not a node"),
                            ({"checker": "paxos"}, "checker is one of"),
                            ({"limits": {"messages": "many"}}, "takes an integer")):
            self.config(**more)
            done = self.ask(65)
            self.assertIn(words, done.stderr)
            self.assertRegex(done.stderr, r"c.yaml:\d+:\d+")

    def test_what_is_not_there(self):
        self.config(system={**CONFIG["system"], "command": ["no-such-program"]})
        self.refused(65, "no-such-program cannot be started")
        self.config(system={**CONFIG["system"], "files": ["gone.py"]})
        self.refused(65, "gone.py")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
