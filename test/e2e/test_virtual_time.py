"""Programs that know nothing of ldfi-farm, in virtual time: test_virtual_time.py PROGRAM SOURCE_DIR WAITS_NODE"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from config_files import beside  # noqa: E402

PROGRAM, SOURCE, WAITS = (os.path.abspath(word) for word in sys.argv[1:4])
CONFIGS = os.path.join(SOURCE, "configs", "systems")
NODES = os.path.join(SOURCE, "test", "e2e", "nodes")
BROADCAST = {"workload": {"kind": "broadcast", "operations": 1}, "fspec": {"eff": "300ms", "eot": "1s", "omissions": 2}}
WAYS = {"python": ["sleep", "steps", "select", "poll", "epoll", "condition", "event", "lock", "queue", "timer", "threads", "asking", "asyncio"],
        "c++": ["sleep_for", "sleep_until", "usleep", "thrd_sleep", "condition", "condition of the day", "handed over", "select", "poll",
                "ppoll", "epoll", "semaphore", "futex", "child"]}  # fmt: skip

MESSAGES = 500  # of one execution, at most


class VirtualTime(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def farm(self, config, *options, command=None, nodes=1):
        if command:
            system = {"kind": "nodes", "command": beside(command, self.folder), "nodes": nodes, "time": "virtual"} | config.get("system", {})
            self.write("system.yaml", json.dumps(config | {"system": system}))
            config = "system.yaml"
        return subprocess.run([PROGRAM, config, *options], cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)

    def summary(self, *arguments, status=0, **more):
        done = self.farm(*arguments, "--summary", "json", **more)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def events(self, kept, kind):
        with open(os.path.join(self.folder, kept, "00000.jsonl"), encoding="utf-8") as stream:
            return [event for event in map(json.loads, stream) if event.get("e") == kind]

    def echoes(self, words, every_ms=1000):
        operations = [{"at": f"{every_ms * (i + 1)}ms", "client": "c1", "node": "n0", "body": {"type": "echo", "echo": word}}
                      for i, word in enumerate(words)]  # fmt: skip
        return {"workload": {"ops": operations}, "checker": "echo", "fspec": {"eot": f"{every_ms * (len(words) + 2)}ms"}}

    def waited(self, command, ways):
        """What a node says of each way of waiting for 250 ms, twice the same."""
        answers = []
        for kept in ("first", "again"):
            summary = self.summary(self.echoes(ways), "--recordings", kept, command=command)
            self.assertEqual((summary["verdict"], summary["determinism"]["differences"]), ("certified", []))
            answers.append([(event["t"], event["body"]) for event in self.events(kept, "return")])
        self.assertEqual(answers[0], answers[1])
        return answers[0]


class Waiting(VirtualTime):
    def check(self, command, ways):
        began = time.monotonic()
        answers = self.waited(command, ways)
        if len(ways) > 1:
            self.assertLess(time.monotonic() - began, len(ways))  # four times 250 ms each
        self.assertEqual([body["echo"] for _, body in answers], ways)
        for number, (at, body) in enumerate(answers, 1):
            for took in [*body["took"], at / 1e9 - number]:
                self.assertGreaterEqual(round(took, 6), 0.25, body)
                self.assertLess(took, 0.252, body)
        self.assertEqual(len({json.dumps(body["chance"]) for _, body in answers}), len(ways))

    def test_python(self):
        self.check([sys.executable, os.path.join(NODES, "waits.py")], WAYS["python"])

    def test_cpp(self):
        self.check([WAITS], WAYS["c++"])

    def test_no_longer_alone(self):
        """A node of one thread goes on by itself, until it has others."""
        for way in ("thread", "process", "looking"):
            with self.subTest(way):
                self.folder = self.enterContext(tempfile.TemporaryDirectory())
                self.check([sys.executable, os.path.join(NODES, "waits.py")], [way])

    def test_many_threads(self):
        self.write("node.py", "import threading\n" + NODE.replace("ECHO", """
        threads = [threading.Thread(target=time.sleep, args=(0.1,)) for _ in range(300)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        reply()"""))  # fmt: skip
        self.summary(self.echoes(["a"]), "--recordings", "kept", command=[sys.executable, "node.py"])
        self.assertLess(self.events("kept", "return")[0]["t"], 1_101_000_000)

    def test_another_seed_is_other_chance(self):
        first = [body["chance"] for _, body in self.waited([WAITS], ["poll"])]
        config = self.echoes(["poll"]) | {"search": {"seed": 2}}
        self.summary(config, "--recordings", "other", command=[WAITS])
        self.assertNotEqual(first, [event["body"]["chance"] for event in self.events("other", "return")])

    def test_short_sleeps_take_their_time(self):
        """Until a time, and for a time."""
        for sleep in ("time.sleep(0.002)", "__import__('ctypes').CDLL(None).usleep(2000)"):
            t = self.answered_at(f"{sleep}; reply()")
            self.assertTrue(1_002_000_000 <= t < 1_003_000_000, f"{sleep}: {t}")

    def answered_at(self, echo):
        self.write("node.py", NODE.replace("ECHO", echo))
        self.summary(self.echoes(["a"]), "--recordings", str(len(echo)), command=[sys.executable, "node.py"])
        return self.events(str(len(echo)), "return")[0]["t"]

    def test_nobody_sleeps_past_a_thread(self):
        """A lease is for who is alone: others wake up first. It is given when the first sleep ends; who made a thread goes on before it."""
        t = self.answered_at("sys.setswitchinterval(5); time.sleep(0.002); _thread.start_new_thread(lambda: (time.sleep(0.005), reply()), ()); time.sleep(0.05)")
        self.assertTrue(1_007_000_000 <= t < 1_010_000_000, t)

    def test_nobody_sleeps_past_a_child(self):
        """Nor past one that takes its time before it sleeps."""
        for busy in ("", "[i * i for i in range(300000)], "):
            t = self.answered_at(f"time.sleep(0.002); c = os.fork() or ({busy}time.sleep(0.005), reply(), os._exit(0)); time.sleep(0.05); os.waitpid(c, 0)")
            self.assertTrue(1_007_000_000 <= t < 1_010_000_000, t)

    def test_no_child_sleeps_past_who_made_it(self):
        child = "c = os.fork() or (time.sleep(0.05), os._exit(0))"
        other = "import subprocess; c = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(0.05)']).pid"
        for made in (child, other):
            t = self.answered_at(f"time.sleep(0.002); {made}; [i * i for i in range(2000000)]; time.sleep(0.005); reply(); os.waitpid(c, 0)")
            self.assertTrue(1_007_000_000 <= t < 1_010_000_000, (made, t))

    def test_what_is_said_is_said_at_once(self):
        """A node that goes on by itself, within its lease, does not take its words with it."""
        self.write("node.py", NODE.replace("ECHO", "reply(); [time.sleep(0.005) for _ in range(50)]"))
        for command in ([sys.executable, "node.py"], [WAITS, "first"]):
            self.summary(self.echoes(["sleep_for", "steps"]), "--recordings", command[-1] + ".kept", command=command)
            self.assertEqual([event["t"] for event in self.events(command[-1] + ".kept", "return")], [1_000_000_000, 2_000_000_000], command)


NODE = """
import json, os, sys, threading, time, _thread
for line in sys.stdin:
    message = json.loads(line)
    body = message["body"]
    def reply(**more):
        print(json.dumps({"src": message["dest"], "dest": message["src"], "body": {**body, **more, "type": body["type"] + "_ok",
                          "in_reply_to": body["msg_id"]}}), flush=True)
    if body["type"] == "echo":
        ECHO
    else:
        reply()
"""


class Systems(VirtualTime):
    """Broadcasts, sent again after 100 ms until they are acknowledged, in different hands."""

    def check(self, command, executions, start="fresh", **fspec):
        config = BROADCAST | {"system": {"start": start}, "fspec": BROADCAST["fspec"] | fspec}
        summary = self.summary(config, command=command, nodes=3)
        self.assertEqual((summary["verdict"], summary["executions"]), ("certified", executions))
        self.assertEqual(summary["determinism"]["differences"], [])
        self.assertGreaterEqual(summary["determinism"]["double_runs"], 2)

    def test_the_same_as_with_the_protocol(self):
        """Nodes of our own library, which is told nothing of us."""
        for arguments, found in ((["broadcast.py"], ("counterexample", 4)), (["broadcast.py", "1000"], ("certified", 65))):
            command = [sys.executable, os.path.join(CONFIGS, arguments[0]), *arguments[1:]]
            fspec = {"eff": "100ms" if len(arguments) > 1 else "300ms", "eot": "1s", "omissions": "all"}
            config = BROADCAST | {"system": {"start": "fork"}, "fspec": fspec}
            summary = self.summary(config, command=command, nodes=3, status=found[0] == "counterexample")
            self.assertEqual((summary["verdict"], summary["executions"]), found)

    def test_one_that_looks_around_all_the_time(self):
        self.check([sys.executable, os.path.join(NODES, "polls.py")], 49, start="fork")

    def test_threads(self):
        self.check([sys.executable, os.path.join(NODES, "threads.py")], 49, start="fork")

    def test_folders_beside_the_config(self):
        """A word that begins with a dot is one; each node has a folder of its own, where there is none."""
        os.mkdir(os.path.join(self.folder, "app"))
        self.write("app/__main__.py", NODE.replace("ECHO", "reply()"))
        self.summary(self.echoes(["a"]), command=[sys.executable, "./app"])
        self.summary(self.echoes(["a"]), command=["env", "-C", ".", sys.executable, "app"])

    @unittest.skipUnless(shutil.which("node"), "there is no Node.js here")
    def test_javascript(self):
        """With one omission there are few executions: a process in JavaScript takes long to start."""
        self.check(["node", os.path.join(CONFIGS, "broadcast.js"), "100"], 9, omissions=1)

    @unittest.skipUnless(shutil.which("ruby"), "there is no Ruby here")
    def test_ruby(self):
        self.check(["ruby", os.path.join(NODES, "gossip.rb")], 49)

    def test_messages_come_when_they_arrive(self):
        """Polling nodes, which go on by themselves for as long as nothing can reach them."""
        self.summary(BROADCAST, "--max-runs", "1", "--recordings", "kept", command=[sys.executable, os.path.join(NODES, "polls.py")],
                     nodes=3, status=2)  # fmt: skip
        sent = {tuple(event["id"]): event["arrive"] for event in self.events("kept", "send")}
        for event in self.events("kept", "recv"):
            self.assertEqual(event["t"], sent[tuple(event["id"])])
        said = [event["t"] for event in self.events("kept", "send")]
        self.assertTrue(said)
        self.assertLess(max(said), 100_000_000)  # 50 ms, and two times the latency, and looks

    def test_crashes(self):
        """A broadcast that is acknowledged before it is told to others."""
        config = BROADCAST | {"fspec": {"eff": "0ms", "eot": "1s", "omissions": "none", "crashes": 1}}
        summary = self.summary(config, command=[sys.executable, os.path.join(NODES, "polls.py"), "late"], nodes=3, status=1)
        self.assertEqual([one["faults"] for one in summary["counterexamples"]], [["C(n0,#5)"]])


class Services(VirtualTime):
    """A counter that keeps its sum at seq-kv."""

    CONFIG = {"system": {"start": "fork"}, "workload": {"kind": "counter", "operations": 1}, "fspec": {"eff": "300ms", "eot": "1s"}}

    def test_what_is_lost_on_the_way_to_a_service(self):
        command = [sys.executable, os.path.join(NODES, "counter.py")]
        summary = self.summary(self.CONFIG, "--stop", "all", command=command, nodes=2, status=1)
        found = [one["faults"] for one in summary["counterexamples"]]
        self.assertEqual(found, [["O(n0,seq-kv,cas#0)"], ["O(n0,seq-kv,read#0)"], ["O(seq-kv,n0,error#0)"]])
        self.assertTrue(summary["exhausted"])

    def test_who_asks_again_loses_nothing(self):
        command = [sys.executable, os.path.join(NODES, "counter.py"), "retry"]
        config = self.CONFIG | {"fspec": {"eff": "300ms", "eot": "1s", "omissions": 2}}
        summary = self.summary(config, command=command, nodes=2)
        self.assertEqual((summary["verdict"], summary["determinism"]["differences"]), ("certified", []))

    def test_services_do_not_crash(self):
        self.write("node.py", NODE.replace("ECHO", "reply()"))
        config = self.echoes(["a"]) | {"fspec": {"eot": "1s", "crashes": {"most": 1, "nodes": ["seq-kv"]}}}
        self.assertIn("seq-kv is not a node", self.farm(config, command=[sys.executable, "node.py"]).stderr)
        config = self.echoes(["a"]) | {"system": {"nodes": ["lin-kv"]}}
        self.assertIn("lin-kv is the name of a service", self.farm(config, command=[sys.executable, "node.py"]).stderr)


class Starting(VirtualTime):
    def test_what_a_node_says_while_it_starts(self):
        """It belongs to no activation, and the recording says so: where nodes crash midway, the order of lines counts."""
        hello = ('print(json.dumps({"src": message["dest"], "dest": "n1" if message["dest"] == "n0" else "n0", '
                 '"body": {"type": "hello"}}), flush=True)')  # fmt: skip
        starts = f"    elif body['type'] == 'init':\n        time.sleep(0.005); {hello}; time.sleep(0.02); {hello}; reply()\n    elif body['type'] == 'hello':\n        pass\n    else:"
        self.write("node.py", NODE.replace("    else:", starts).replace("ECHO", f"{hello}; reply()"))
        config = self.echoes(["a"], 50) | {"fspec": {"eff": "300ms", "eot": "1s", "crashes": {"most": 1, "midway": True}}}
        summary = self.summary(config, "--recordings", "kept", command=[sys.executable, "node.py"], nodes=2)
        self.assertEqual((summary["verdict"], summary["exhausted"]), ("certified", True))
        sends = [(event["t"] // 10**6, event.get("starting")) for event in self.events("kept", "send") if event["id"][0] == "n0"]
        self.assertEqual(sends, [(5, True), (25, True), (50, None)])
        done = subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, json.loads(done.stdout)["verdict"]), (0, "certified"), done.stderr)


class Settling(VirtualTime):
    """LDFI_MESSAGES: how many in all, each of them twice."""

    def check(self, command, late_ns=0):
        """Each word comes out at the time at which it went in, or so much later, and the same in every execution."""
        wanted = int(os.environ.get("LDFI_MESSAGES", "300"))
        for begin in range(0, wanted, MESSAGES):
            count = min(MESSAGES, wanted - begin)
            config = self.echoes([f"word {begin + i}" for i in range(count)], every_ms=1 + 9 * bool(late_ns))
            kept = f"kept-{begin}"
            summary = self.summary(config, "--recordings", kept, command=command)
            self.assertEqual((summary["verdict"], summary["determinism"]["differences"]), ("certified", []))
            self.assertEqual(summary["determinism"]["double_runs"], 1)
            answers = self.events(kept, "return")
            asked = self.events(kept, "invoke")
            self.assertEqual([event["body"]["echo"] for event in answers], [f"word {begin + i}" for i in range(count)])
            for question, answer in zip(asked, answers):
                self.assertTrue(question["t"] <= answer["t"] <= question["t"] + late_ns, (question, answer))
            print(f"{os.path.basename(command[-1])}: {begin + count} messages, 0 wrong", flush=True)

    def test_threads_that_hand_over(self):
        """Each word goes through five threads before it comes out, the last part some time after the answer."""
        self.check([sys.executable, os.path.join(NODES, "hands.py")])

    @unittest.skipUnless(shutil.which("node"), "there is no Node.js here")
    def test_asynchronous_output(self):
        """By a thread, promises and timers, of which setTimeout makes a millisecond of none."""
        self.check(["node", os.path.join(NODES, "later.js")], late_ns=2_000_000)

    def test_processes_of_a_node(self):
        """A shell that stays, and what it runs."""
        self.write("node.py", NODE.replace("ECHO", "time.sleep(0.01); reply()"))
        script = f"{sys.executable} {self.folder}/node.py | cat; true"
        summary = self.summary(self.echoes(["a", "b"]), command=["sh", "-c", script])
        self.assertEqual(summary["verdict"], "certified")


class Misbehaving(VirtualTime):
    def refused(self, what, words, **system):
        self.write("node.py", NODE.replace("ECHO", what))
        done = self.farm(self.echoes(["a"]) | {"limits": {"step": "1s"}, "system": system}, command=[sys.executable, "node.py"])
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn(words, done.stderr)

    def test_never_done(self):
        self.refused("while True: pass", "was not done within 1 s (limits.step)")

    def test_in_the_middle_of_a_line(self):
        self.refused("sys.stdout.write('{'); sys.stdout.flush()", "stopped in the middle of a line, perhaps without a flush: {")

    def test_no_json(self):
        self.refused("print('hello', flush=True)", "printed a line that is not JSON: hello")

    def test_speaks_the_protocol(self):
        self.refused('print(json.dumps({"dest": "$farm", "body": {"type": "done"}}), flush=True)', "answered with ldfi/1, but system.time is not extended")

    def test_does_not_flush(self):
        self.write("node.py", NODE.replace(", flush=True", ""))
        done = self.farm(self.echoes(["a"]), command=["sh", "-c", f"unset PYTHONUNBUFFERED; exec {sys.executable} {self.folder}/node.py"])
        self.assertEqual(done.returncode, 65)
        self.assertIn("n0 has not answered init with init_ok. If it printed the answer, it has to flush its output", done.stderr)

    def test_another_clock(self):
        self.write("node.py", NODE.replace("ECHO", "reply()"))
        done = self.farm(self.echoes(["a"]), command=["sh", "-c", f"unset LD_PRELOAD; exec {sys.executable} {self.folder}/node.py"])
        self.assertEqual(done.returncode, 65)
        self.assertIn("n0 does not take its time from ldfi-farm: its program python3", done.stderr)

    def test_before_it_is_told_anything(self):
        self.write("node.py", "import sys; sys.exit('no way')")
        done = self.farm(self.echoes(["a"]), command=[sys.executable, "node.py"])
        self.assertEqual(done.returncode, 65)
        self.assertIn("n0 ended before it was given its first message; the end of its stderr: no way", done.stderr)

    def test_more_stderr_than_a_pipe_holds(self):
        """Who waits until somebody reads that sleeps, and is not done."""
        self.write("node.py", NODE.replace("ECHO", "sys.stderr.write('x' * 300_000); reply()"))
        self.assertEqual(self.summary(self.echoes(["a"]), command=[sys.executable, "node.py"])["verdict"], "certified")

    def test_what_needs_the_protocol(self):
        self.refused("reply()", "only nodes that speak ldfi/1 can be reset", start="reset")
        self.write("node.py", NODE.replace("ECHO", "reply()"))
        done = self.farm(self.echoes(["a"]), "--level", "state", command=[sys.executable, "node.py"])
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn("--level state needs nodes that speak ldfi/1", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:], verbosity=0)
