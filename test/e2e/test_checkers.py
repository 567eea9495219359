"""Checkers of users, goals, logs and transactions of real systems: test_checkers.py PROGRAM SOURCE_DIR"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

PROGRAM, SOURCE = (os.path.abspath(word) for word in sys.argv[1:3])
CONFIGS = os.path.join(SOURCE, "configs", "systems")
NODE = """
import sys
from ldfi_node import MS, Node
kept = []
node = Node(state=lambda: kept, reset=kept.clear)
@node.on("add")
def add(message, body):
    kept.append(body["element"])
    for peer in node.ids:
        if peer != node.id:
            node.send(peer, {"type": "copy", "element": body["element"]})
    ADDED
@node.on("copy")
def copy(message, body):
    kept.append(body["element"])
@node.on("read")
def read(message, body):
    READ
node.run()
"""
CONFIG = {"system": {"kind": "nodes", "command": ["python3", "node.py"], "files": ["ldfi_node.py"], "nodes": 2, "time": "extended", "start": "reset"},
          "workload": {"kind": "set", "operations": 1}, "fspec": {"eff": "200ms", "eot": "1s"}, "limits": {"step": "10s"}}
ADDED = 'node.reply(message, {"type": "add_ok"})'
READ = 'node.reply(message, {"type": "read_ok", "value": kept})'


class Checkers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(self.path("tmp"))
        shutil.copy(os.path.join(CONFIGS, "ldfi_node.py"), self.folder.name)
        self.node()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def node(self, added=ADDED, read=READ):
        self.write("node.py", NODE.replace("ADDED", added).replace("READ", read))

    def ask(self, status, *options, config=None, **more):
        if config is None:
            self.write("c.yaml", json.dumps({**CONFIG, **more}))
        done = subprocess.run([PROGRAM, config or "c.yaml", *options], cwd=self.folder.name, capture_output=True, text=True, timeout=100,
                              check=False, env={**os.environ, "TMPDIR": self.path("tmp")})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertEqual(os.listdir(self.path("tmp")), [])
        return done

    def summary(self, status, *options, **more):
        return json.loads(self.ask(status, "--summary", "json", *options, **more).stdout)

    def checker(self, text, status, **more):
        self.write("check.py", textwrap.dedent(text))
        return self.ask(status, "--summary", "json", checker={"command": ["python3", "check.py"], **more})

    def test_a_checker_of_ones_own(self):
        done = self.checker("""
            import json, os, sys
            assert os.listdir(".") == []
            header, *calls = [json.loads(line) for line in sys.stdin]
            assert header == {"ldfi_history": 1, "nodes": ["n0", "n1"], "down": [], "ended": [], "eff": 200000000, "eot": 1000000000}
            assert [call["op"] for call in calls] == list(range(3)) and calls[0]["body"]["type"] == "add"
            assert calls[0]["returned"] == calls[0]["invoked"] == 50000000 and calls[0]["response"]["type"] == "add_ok"
            short = [call["node"] for call in calls[1:] if call["response"]["value"] != [100]]
            print(json.dumps({"result": "fail", "violated": [f"{one} is short" for one in short]} if short else {"result": "pass"}))
            """, 1)
        found = json.loads(done.stdout)
        self.assertEqual([(one["faults"], one["violated"], one["minimal"]) for one in found["counterexamples"]],
                         [(["O(n0,n1,copy#0)"], ["n1 is short"], True)])

    def test_nothing_is_a_proof_of_nothing(self):
        self.assertIn("vacuous", self.checker("""print('{"result": "vacuous"}')""", 2).stdout)
        self.assertIn("certified", self.checker("""print('{"result": "pass"}')""", 0).stdout)

    def test_checkers_that_misbehave(self):
        for text, word in (("raise ValueError('no idea')", "no idea"), ("print('pass')", "the checker must print"), ("", "it printed nothing"),
                           ("import os; os.close(1); import time; time.sleep(60)", "it printed nothing"),
                           ("while True: print('x' * 1000)", "more than 65536 bytes"),
                           ("import sys; sys.stdout.buffer.write(bytes(range(256)) * 9)", "the checker must print"),
                           ("""print('{"result": "pass"}\\n{"result": "pass"}')""", "one line")):
            self.assertIn(word, self.checker(text, 65).stderr, text)
        self.assertIn("no verdict within 0.5 s", self.checker("import time; time.sleep(60)", 65, time="500ms").stderr)
        self.checker("""
            import subprocess, sys
            subprocess.Popen(["sleep", "1234.5"])
            print('{"result": "pass"}', flush=True)
            """, 65, time="1s")  # the checker's output has no end
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as stream:
                    self.assertNotIn(b"1234.5", stream.read())
            except OSError:
                pass

    def test_what_is_no_checker(self):
        for checker, word in (({"command": []}, "checker.command is empty"), ({"command": "x"}, "takes a list"), ({"kind": "paxos"}, "checker.kind is one of"),
                              ({"kind": "set", "consistency": "serializable"}, "is for the checker txn"), ({"command": ["x"], "time": "0s"}, "more than 0"),
                              ({"kind": "txn", "consistency": "linear"}, "checker.consistency is one of"), ({"consistency": "serializable"}, "checker.kind is missing"),
                              ({"command": ["x"], "kind": "set"}, "no key kind"), ([1], "takes a map")):
            error = self.ask(65, checker=checker).stderr
            self.assertIn(word, error)
            self.assertRegex(error, r"c.yaml:\d+:\d+")
        self.assertIn("no-such-checker cannot be started", self.ask(65, checker={"command": ["no-such-checker"]}).stderr)
        for more, word in (({"goals": {"no_exits": True}}, "did you mean no_exit"), ({"goals": {"no_exit": 5}}, "false, true"), ({"goals": [1]}, "takes a map"),
                           ({"goals": {"available": {"after": "2s"}}}, "after fspec.eot"), ({"goals": {"available": {}}}, "goals.available.after is missing"),
                           ({"workload": {"kind": "set", "values": "lists"}}, "for the workload txn")):
            self.assertIn(word, self.ask(65, **more).stderr)

    def test_nodes_that_do_not_answer_any_more(self):
        """n1 answers only when it has what was added: without the goal nobody minds."""
        self.node(read='kept and node.reply(message, {"type": "read_ok", "value": kept})')
        ops = [{"at": "50ms", "node": "n0", "body": {"type": "add", "element": 1}}, {"at": "500ms", "node": "n1", "body": {"type": "read"}},
               {"at": "600ms", "node": "n1", "body": {"type": "add", "element": 2}}, {"at": "1s", "node": "n1", "body": {"type": "read"}}]
        fspec = {"eff": "100ms", "eot": "1s", "omissions": 1, "crashes": 1}
        more = {"workload": {"ops": ops}, "checker": "kafka", "fspec": fspec}
        self.summary(2, **more)  # without logs, nothing is promised
        found = self.summary(1, goals={"available": {"after": "100ms"}}, **more)
        self.assertEqual([one["faults"] for one in found["counterexamples"]], [["O(n0,n1,copy#0)"]])
        self.assertEqual(found["counterexamples"][0]["violated"], ['n1 does not answer "read" of c1 at 500 ms'])
        self.summary(2, goals={"available": {"after": "450ms"}}, **more)

    def test_nodes_that_may_end(self):
        self.node(added=ADDED + '; sys.stdout.flush(); sys.exit(1)')
        self.assertIn("n0 ended by itself", self.ask(1, "--max-runs", "1").stdout)
        self.assertIn("1 passed", self.ask(2, "--max-runs", "1", goals={"no_exit": False}).stdout)

    def test_logs_and_transactions(self):
        for name, faults, word in (("kafka-blind", "D(lin-kv,n0,error#0,+60ms)", "key a has both 1 and 2 at offset 0"),
                                   ("txn-dirty", "D(lin-kv,n0,error#0,+60ms)", "G1a: T2 [r 1 [1]] reads 1 in key 1, and T0 [append 1 1] was aborted")):
            found = self.summary(1, config=os.path.join(CONFIGS, name + ".yaml"))
            self.assertEqual([(one["faults"], one["violated"]) for one in found["counterexamples"]], [([faults], [word])])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
