"""Recordings of real systems, as scripts see them: test_traces.py PROGRAM SOURCE_DIR"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[2]), "test", "oracle", "recordings"))

from recordings_oracle_test import gossip, relay  # noqa: E402
from system import Faults, faults_of  # noqa: E402


class Traces(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(self.path("r"))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def record(self, name, text):
        with open(self.path(f"r/{name}"), "w", encoding="utf-8") as stream:
            stream.write(text)

    def ask(self, status, *options, ranks=1):
        mpirun = ["mpirun", "--quiet", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
        done = subprocess.run([*mpirun, PROGRAM, *options], cwd=self.folder.name, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def answer(self, status, *options, ranks=1):
        lines = [json.loads(line) for line in self.ask(status, "--traces", "r", *options, ranks=ranks).stdout.splitlines()]
        return [line["faults"] for line in lines[:-1]], lines[-1]

    def test_the_loop_of_the_document(self):
        system, count = relay(), 0
        self.record("0.jsonl", system.execute(Faults()).text())
        wanted, known = self.answer(2)
        while wanted:
            count += 1
            execution = system.execute(faults_of(wanted[0]))
            failed = known["verdict"] == "counterexample" or execution.result == "fail"
            self.record(f"{count}.jsonl", execution.text())
            wanted, known = self.answer(1 if failed else 2)
        self.assertEqual((known["verdict"], known["exhausted"]), ("counterexample", True))
        self.assertEqual([one["faults"] for one in known["counterexamples"]], [["O(n1,n2,k#0)"]])
        self.assertTrue(known["counterexamples"][0]["minimal"])

    def test_the_same_on_any_number_of_ranks(self):
        self.record("0.jsonl", gossip(4).execute(Faults()).text())
        self.assertEqual(self.answer(2, "--next", "9"), self.answer(2, "--next", "9", ranks=3))
        self.assertEqual(self.answer(2, "--next", "0")[0], [])

    def test_what_is_no_recording_is_refused_with_its_place(self):
        good = gossip(3).execute(Faults()).text()
        self.record("notes.txt", "not looked at")
        self.assertIn("holds no recording", self.ask(65, "--traces", "r").stderr)
        self.record("a.jsonl", good)
        self.record("b.jsonl", good.replace('"n1", "n2", "m", 0', '"n1", "n2", "m", 1', 1))
        self.assertRegex(self.ask(65, "--traces", "r").stderr, r"r/b\.jsonl:\d+:1: error: .*\[recording\]")
        self.record("b.jsonl", good.replace('"fp": "m"', '"fp": "other"', 1))
        self.assertRegex(self.ask(65, "--traces", "r").stderr, r"b\.jsonl:\d+:1: error: a\.jsonl has another event in line \d+.*nondeterminism")
        self.record("b.jsonl", good.replace('"random 0"', '"random 1"', 1))
        self.assertIn("its system differs from that of a.jsonl", self.ask(65, "--traces", "r").stderr)
        self.record("b.jsonl", "\x1b[31m\n")
        self.assertNotIn("\x1b", self.ask(65, "--traces", "r").stderr)

    def test_falsified_operations_are_refused(self):
        header = {"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["n0", "n1"], "eff": 50, "crashes": 1, "midway": True}, "faults": []}
        invoke = {"e": "invoke", "t": 10, "op": 1, "client": "c1", "node": "n0", "body": {}}
        send = {"e": "send", "t": 10, "id": ["n0", "n1", "m", 0], "fate": "ok", "arrive": 20}
        recv = {"e": "recv", "t": 20, "id": ["n0", "n1", "m", 0]}
        ack = {"e": "send", "t": 20, "id": ["n1", "n0", "a", 0], "fate": "ok", "arrive": 30}
        heard = {"e": "recv", "t": 30, "id": ["n1", "n0", "a", 0]}
        answer = {"e": "return", "t": 30, "op": 1, "client": "c1", "node": "n0", "body": {}}
        verdict = {"e": "verdict", "result": "pass"}

        def record(*events):
            self.record("a.jsonl", "".join(json.dumps(line) + "\n" for line in (header, *events, verdict)))

        record(invoke, send, recv, ack, heard, answer)
        self.answer(2)
        for events, line, says in (
            ((invoke | {"op": 2}, send, recv, ack, heard, answer), 7, "operation 1 returns, and no line above invokes it"),
            ((answer | {"t": 10}, invoke, send, recv, ack, heard), 2, "operation 1 returns, and no line above invokes it"),
            ((invoke, send, recv, ack, heard, answer, answer), 8, "operation 1 returned on line 7 already"),
            ((invoke, send, recv, ack, heard, answer | {"client": "c2"}), 7, "operation 1 returns to client c2, and c1 invoked it on line 2"),
            ((invoke, invoke | {"node": "n1"}, send, recv, ack, heard, answer), 3, "operation 1 was invoked on line 2 already"),
            ((invoke, send, ack, recv, heard, answer), 4, "n1 sends or answers this at 20, but it had no activation before"),
            ((invoke, send, recv, ack, answer, heard), 6, "n0 sends or answers this at 30, but its last activation was at 10"),
            ((invoke, send, recv, ack, heard, answer | {"node": "n1"}), 7, "n1 sends or answers this at 30, but its last activation was at 20"),
            ((send, invoke, recv, ack, heard, answer), 2, "n0 sends or answers this at 10, but it had no activation before"),
        ):
            record(*events)
            said = self.ask(65, "--traces", "r").stderr
            self.assertIn(f"r/a.jsonl:{line}:1: error: {says}", said)
            self.assertIn("  hint: ", said)

    def test_a_budget_ends_it(self):
        for number in range(200):
            self.record(f"{number}.jsonl", gossip(5).execute(Faults()).text())
        done = self.ask(2, "--traces", "r", "--time-limit", "1ms")
        self.assertEqual(json.loads(done.stdout), {"verdict": "inconclusive", "reason": "time", "exhausted": False})
        self.answer(2, "--time-limit", "1m", "--memory-limit", "1G")

    def test_folders_and_options(self):
        self.assertIn("No such file", self.ask(74, "--traces", "missing").stderr)
        os.mkfifo(self.path("r/x.jsonl"))
        self.assertIn("x.jsonl", self.ask(74, "--traces", "r").stderr)
        os.unlink(self.path("r/x.jsonl"))
        self.assertIn("--eot does not work with traces", self.ask(64, "--traces", "r", "-t", "5").stderr)
        self.assertIn("--seed does not work with traces", self.ask(64, "--traces", "r", "--seed", "5").stderr)
        self.assertIn("reads a folder of recordings", self.ask(64, "--traces", "r", "a.ded").stderr)
        self.assertIn("--level needs --traces", self.ask(64, "a.ded", "-t", "5", "-f", "2", "--level", "state").stderr)
        self.assertIn("exact", self.ask(64, "--traces", "r", "--level", "stat").stderr)

    def test_a_broken_system_a_vacuous_one_and_invalid_recordings(self):
        system = gossip(2)
        text = system.execute(Faults()).text()
        self.record("0.jsonl", text.replace('"result": "pass"', '"result": "fail", "violated": ["x"]'))
        self.assertEqual(self.answer(1)[1]["verdict"], "broken")
        self.record("0.jsonl", text.replace('"result": "pass"', '"result": "vacuous"'))
        lost = system.execute(Faults(frozenset({("O", "n0", "n1", "m", 0)}))).text()
        self.record("1.jsonl", lost.replace('"result": "fail", "violated": ["final (1, 0)"]', '"result": "vacuous"'))
        self.assertEqual(self.answer(2)[1]["verdict"], "vacuous")
        self.record("1.jsonl", lost.replace('"result": "fail", "violated": ["final (1, 0)"]', '"result": "invalid"'))
        done = self.ask(2, "--traces", "r")
        self.assertIn("record these again", done.stderr)
        self.assertFalse(json.loads(done.stdout)["exhausted"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
