"""Nodes with the machine's own clock (system.time: plain): test_real_time.py PROGRAM SOURCE_DIR [GO_NODE]"""

import json
import os
import resource
import shutil
import subprocess
import sys
import time
import unittest

GO_NODE = sys.argv.pop(3) if len(sys.argv) > 3 and not sys.argv[3].startswith("-") and "." not in sys.argv[3] else ""

from system_case import CONFIGS, NODE, PROGRAM, SystemCase, echoes, main  # noqa: E402

BROADCAST = {"workload": {"kind": "broadcast", "operations": 1}, "fspec": {"eff": "200ms", "eot": "300ms", "omissions": 2}}
# A strict decoder: it takes messages with these keys, and no others.
STRICT = NODE.replace('    body = message["body"]', '    body = message["body"]\n'
                      '    assert set(message) == {"src", "dest", "body"}, message\n'
                      '    assert body["type"] != "init" or set(body) == {"type", "msg_id", "node_id", "node_ids"}, body')  # fmt: skip
# A node that remembers what was before its execution, in a file: that takes one that is not shut in.
SPOILED = {"sandbox": "off"}
# n0 tells n1; when n1 is asked and was not told, it looks into a file how often that happened.
TELLS = """
        if me == "n0":
            say("n1", type="m")
        elif not told:
            with open(COUNT, "a") as stream:
                stream.write("x")
            if len(open(COUNT).read()) % EVERY == 1 % EVERY:
                body["echo"] = "wrong"
        reply()
    elif body["type"] == "m":
        told = True
"""


class Extended(SystemCase):
    time = "extended"

    def test_what_a_replay_asks_for_in_vain_is_told(self):
        for name in ("broadcast.py", "ldfi_node.py"):
            shutil.copy(os.path.join(CONFIGS, name), self.path(name))
        late = {"workload": BROADCAST["workload"], "fspec": {**BROADCAST["fspec"], "delays": {"values": ["10ms"]}}}
        config = self.config([sys.executable, "broadcast.py"], **late, nodes=3, system={"files": ["ldfi_node.py"]})
        for asked, told in (
            (["--replay", "O(n0,n1,gossip#0)"], ""),
            (["--replay", "O(n0,n1,gossip#7) O(n0,n2,gossip#0)"], "O(n0,n1,gossip#7) hits nothing: n0 sends n1 gossip#0\n"),
            (["--replay", "D(n0,n1,gosip#0,+10ms)"], "D(n0,n1,gosip#0,+10ms) hits nothing: n0 sends n1 gossip#0\n"),
            (["--replay", "none", "--deliveries", "n0,n1,gossip#0 n0,n1,gossip#9"], "n0,n1,gossip#9 does not arrive"),
        ):
            done = self.farm(config, *asked)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.assertEqual(told in done.stdout and ("not done" in done.stdout) == bool(told), True, done.stdout)

    def test_who_waits_for_a_node_without_stderr_rests(self):
        """poll() says of what was closed that it is ready, for ever."""
        with open(os.path.join(CONFIGS, "broadcast.py"), encoding="utf-8") as stream:
            node = stream.read()
        slow = node.replace("def gossip(message, body):\n", "def gossip(message, body):\n    time.sleep(0.5)\n")
        self.assertNotEqual(slow, node)
        self.write("node.py", 'import os, time\n\nos.close(2)\n' + slow)
        shutil.copy(os.path.join(CONFIGS, "ldfi_node.py"), self.path("ldfi_node.py"))
        config = self.config(**{**BROADCAST, "fspec": {"eff": "0ms", "eot": "1s", "omissions": 0}}, nodes=3, system={"files": ["ldfi_node.py"]})
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        self.summary(config)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.assertLess(used, (time.monotonic() - began) / 2)


class RealTime(SystemCase):
    time = "plain"

    def tells(self, every, **search):
        head = f"COUNT, EVERY, told = {self.path('count')!r}, {every}, False\n"
        self.write("node.py", head + NODE.replace("\n        ECHO\n", TELLS))
        return self.config(nodes=2, system=SPOILED, search=search, **echoes(["a", "b"], nodes=("n0", "n1")))

    @unittest.skipUnless(GO_NODE, "THERE IS NO GO: NODES IN GO ARE NOT TESTED (golang-go)")
    def test_go(self):
        config = self.config([GO_NODE], nodes=3, **BROADCAST)
        summary = self.summary(config, status=1)
        self.assertEqual([(one["faults"], one["minimal"]) for one in summary["counterexamples"]],
                         [(["O(n0,n1,gossip#0)", "O(n0,n2,gossip#0)"], False)])  # fmt: skip
        self.assertEqual((summary["flaky"], summary["determinism"]["double_runs"]), ([], 3))

    @unittest.skipUnless(GO_NODE, "THERE IS NO GO: NODES IN GO ARE NOT TESTED (golang-go)")
    def test_go_with_timers(self):
        """What is lost is sent again by a timer of the node's own: nothing is found, and nothing is proved."""
        config = self.config([GO_NODE, "3"], nodes=3, **BROADCAST | {"fspec": {"eff": "60ms", "eot": "300ms", "omissions": 1}})
        summary = self.summary(config, "--recordings", "kept", status=2)
        self.assertEqual((summary["verdict"], summary["counterexamples"], summary["results"]["fail"]), ("inconclusive", [], 0))
        self.assertIn("executions that passed prove nothing", summary["reason"])
        self.assertNotIn("certificate", summary)
        again = [event["t"] for event in self.events("kept", "timer", 1)]
        # The timer has 100 ms. It began when the node was told of the operation, which may be late on a busy machine, or early.
        self.assertTrue(again and 50_000_000 <= again[0] < 300_000_000, again)

    def test_nothing_is_certified(self):
        self.write("node.py", STRICT.replace("ECHO", "reply()"))
        summary = self.summary(self.config(**echoes(["a"])), "--recordings", "kept", status=2)
        self.assertEqual((summary["verdict"], summary["exhausted"]), ("inconclusive", True))
        self.assertEqual((summary["determinism"]["differences"], summary["determinism"]["differing"]), ([], 0))
        self.assertIs(self.recording("kept")[0]["deterministic"], False)
        traces = subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(traces.returncode, 2, traces.stderr)
        last = json.loads(traces.stdout.splitlines()[-1])
        self.assertEqual((last["verdict"], last["deterministic"]), ("inconclusive", False))

    def test_strict_decoders(self):
        """Nodes that are no nodes of ldfi/1 are told nothing of it, in virtual time, too."""
        self.write("node.py", STRICT.replace("ECHO", "reply()"))
        for way, status in (("virtual", 0), ("plain", 2)):
            self.assertEqual(self.summary(self.config(system={"time": way}, **echoes(["a"])), status=status)["results"]["pass"], 1)

    def test_time_really_passes(self):
        self.write("node.py", NODE.replace("ECHO", "time.sleep(0.1); reply()"))
        began = time.monotonic()
        self.summary(self.config(**echoes(["a"], eot_ms=400)), "--recordings", "kept", status=2)
        self.assertGreaterEqual(time.monotonic() - began, 0.4)
        timer = self.events("kept", "timer")[0]["t"]
        self.assertEqual([event["t"] for event in self.events("kept", "return")], [timer])
        self.assertTrue(150_000_000 <= timer < 300_000_000, timer)

    def test_slow_ones_are_waited_for(self):
        """What is due while a node computes comes at its time as far as recordings go."""
        self.write("node.py", NODE.replace("ECHO", "end = time.monotonic() + 0.1\n        while time.monotonic() < end: pass\n        reply()"))
        self.summary(self.config(**echoes(["a", "b", "c"], every_ms=20)), "--recordings", "kept", status=2)
        self.assertEqual([event["t"] for event in self.events("kept", "return")], [20_000_000, 40_000_000, 60_000_000])

    def test_each_time(self):
        summary = self.summary(self.tells(1, replays=4), status=1)
        self.assertEqual([(one["faults"], one["minimal"]) for one in summary["counterexamples"]], [(["O(n0,n1,m#0)"], False)])
        self.assertEqual((summary["determinism"]["double_runs"], summary["flaky"]), (4, []))
        self.assertEqual(self.farm("system.yaml", "--replay", "O(n0,n1,m#0)").returncode, 1)

    def test_now_and_then(self):
        """What does not recur each time is told, and is not a counterexample."""
        config = self.tells(2, replays=3)
        summary = self.summary(config, "--stop", "all", status=2)
        self.assertEqual((summary["verdict"], summary["counterexamples"]), ("inconclusive", []))
        self.assertEqual([(one["faults"], one["failed"], one["replays"]) for one in summary["flaky"]], [(["O(n0,n1,m#0)"], 1, 3)])
        self.assertEqual(summary["results"], {"pass": 1, "fail": 1, "vacuous": 0, "invalid": 0})
        os.remove(self.path("count"))
        self.assertIn("O(n0,n1,m#0)  flaky 1/3", self.farm(config).stdout)
        os.remove(self.path("count"))
        self.assertEqual(self.farm(config, "--replay", "O(n0,n1,m#0)").returncode, 2)

    def test_without_faults(self):
        self.write("node.py", f"COUNT = {self.path('count')!r}\n" + NODE.replace("ECHO", """
        with open(COUNT, "a") as stream:
            stream.write("x")
        reply(echo=body["echo"] if len(open(COUNT).read()) % EVERY else "wrong")"""))  # fmt: skip
        with open(self.path("node.py"), encoding="utf-8") as stream:
            text = stream.read()
        for every, verdict, status in ((1, "broken", 1), (2, "inconclusive", 2)):
            self.write("node.py", text.replace("EVERY", str(every)))
            self.write("count", "x")
            summary = self.summary(self.config(system=SPOILED, **echoes(["a"])), status=status)
            self.assertEqual((summary["verdict"], summary["executions"]), (verdict, 1))
        self.assertEqual(summary["reason"], "without faults it fails in some executions and passes in others")

    def test_crashes_and_restarts(self):
        """A folder that lasts, a second life, and what reaches a node in between."""
        self.write("node.py", NODE.replace("ECHO", "reply()").replace("    if body", '    if body["type"] == "init": open("lives", "a").write("x")\n    if body', 1)
                   .replace("        reply()\n    else", '        body["x"] = len(open("lives").read()); say("n1", type="m"); reply()\n    else'))
        fspec = {"eff": "300ms", "eot": "400ms", "restarts": {"most": 1, "down": ["70ms"]}, "crashes": 1, "delays": {"values": ["30ms"]}}
        config = self.config(nodes=2, **echoes(["a", "b", "c", "d"], eot_ms=400) | {"fspec": fspec})
        for faults in ("C(n0,#2,+70ms)", "C(n0,#2)", "D(n0,n1,m#0,+30ms)"):
            self.farm(config, "--replay", faults, "--recordings", faults)
        back = self.recording("C(n0,#2,+70ms)")
        times = [(event["e"], event["t"] // 10**6) for event in back[1:-1] if event["e"] in ("crash", "restart", "return")]
        self.assertEqual(times, [("return", 50), ("crash", 100), ("restart", 170), ("return", 200)])
        self.assertEqual([event["body"]["x"] for event in back if event.get("e") == "return"], [1, 2])
        self.assertEqual([event["t"] // 10**6 for event in self.events("C(n0,#2)", "return")], [50])
        late = self.recording("D(n0,n1,m#0,+30ms)")
        self.assertEqual([event["t"] // 10**6 for event in late if event.get("e") == "recv"][0], 90)

    def test_who_ends(self):
        self.write("node.py", NODE.replace("ECHO", "reply(); threading.Timer(0.05, lambda: os._exit(3)).start()"))
        summary = self.summary(self.config(**echoes(["a"], eot_ms=300)), status=1)
        self.assertEqual((summary["verdict"], summary["counterexamples"][0]["violated"]), ("broken", ["n0 ended by itself"]))

    def test_what_is_asked_at_the_end_is_answered(self):
        self.write("node.py", NODE.replace("ECHO", "time.sleep(0.2); reply()"))
        self.summary(self.config(**echoes(["a"], every_ms=100, eot_ms=100)), "--recordings", "kept", status=2)
        self.assertEqual(len(self.events("kept", "return")), 1)

    def test_misbehaviour(self):
        limits = {"step": "500ms", "messages": 100}
        for what, words in (("while True: pass", "was not done within 0.5 s"), ("print('hello', flush=True)", "printed a line that is not JSON"),
                            ("[say('n0', type='m') for _ in range(200)]", "limits.messages"),
                            ("say('$farm', type='done')", "answered with ldfi/1, but system.time is not extended")):  # fmt: skip
            self.write("node.py", NODE.replace("ECHO", what))
            self.refused(self.config(limits=limits, **echoes(["a"])), words)
        self.write("node.py", NODE.replace("        reply()", "        pass", 1).replace("ECHO", "reply()"))
        self.refused(self.config(limits=limits, **echoes(["a"])), "has not answered init")

    def test_who_never_stops_talking(self):
        """Messages that beget each other end with the execution, or with limits.messages."""
        self.write("node.py", NODE.replace("ECHO", """
        reply()
        def talk():
            while True:
                say("n0", type="m")
                time.sleep(0.001)
        threading.Thread(target=talk, daemon=True).start()"""))  # fmt: skip
        self.assertEqual(self.summary(self.config(**echoes(["a"], eot_ms=200)), status=2)["results"]["pass"], 1)
        self.refused(self.config(limits={"messages": 20}, **echoes(["a"], eot_ms=200)), "limits.messages")

    def test_limits_of_time(self):
        self.write("node.py", NODE.replace("ECHO", "reply()"))
        began = time.monotonic()
        self.assertEqual(self.summary(self.config(**echoes(["a"], eot_ms=100_000)), "--time-limit", "1", status=2)["reason"], "time")
        self.assertLess(time.monotonic() - began, 20)

    def test_what_it_does_not_go_with(self):
        self.write("node.py", NODE.replace("ECHO", "reply()"))
        self.refused(self.config(system={"start": "reset"}, **echoes(["a"])), "only nodes that speak ldfi/1 can be reset")
        self.refused(self.config(**echoes(["a"])), "--level state needs nodes that speak ldfi/1", "--level", "state", status=64)
        self.refused(self.config(search={"replays": 0}, **echoes(["a"])), "search.replays takes an integer from 1 to 1000")


if __name__ == "__main__":
    main()
