"""Verdicts about histories whose answers a test chooses, as users see them: test_judgements.py PROGRAM SOURCE_DIR"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, SOURCE = (os.path.abspath(word) for word in sys.argv[1:3])
CONFIGS = os.path.join(SOURCE, "configs", "systems")
# A node that answers request number k with entry k of answers.json, or not at all if that is null.
NODE = """
import json
import sys
from ldfi_node import Node
with open(sys.argv[1]) as stream:
    answers = json.load(stream)
count = [0]
node = Node(state=lambda: count, reset=lambda: count.__setitem__(0, 0))
def answer(message, body):
    said = answers[count[0]]
    count[0] += 1
    if said is not None:
        node.reply(message, said)
for kind in ("add", "read", "write", "cas", "send", "poll", "commit_offsets", "list_committed_offsets", "txn"):
    node.on(kind)(answer)
node.run()
"""


def error(code):
    return {"type": "error", "code": code, "text": ""}


def read(value):
    return {"type": "read"}, {"type": "read_ok", "value": value}


def add(delta, answered=True):
    return {"type": "add", "delta": delta}, {"type": "add_ok"} if answered else None


def get(key, answer):
    return {"type": "read", "key": key}, answer if isinstance(answer, dict) else {"type": "read_ok", "value": answer}


def write(key, value, answered=True):
    return {"type": "write", "key": key, "value": value}, {"type": "write_ok"} if answered else None


def swap(key, before, after, answer):
    return {"type": "cas", "key": key, "from": before, "to": after}, answer


def send(message, offset):
    return {"type": "send", "key": "1", "msg": message}, None if offset is None else {"type": "send_ok", "offset": offset}


def poll(*pairs):
    return {"type": "poll", "offsets": {"1": 0}}, {"type": "poll_ok", "msgs": {"1": [list(pair) for pair in pairs]}}


def committed(offset):
    return {"type": "list_committed_offsets", "keys": ["1"]}, {"type": "list_committed_offsets_ok", "offsets": {"1": offset}}


class Judgements(unittest.TestCase):
    def run_config(self, checker, calls, *options, **more):
        """Runs a config in which each call is over before the next one begins."""
        with tempfile.TemporaryDirectory() as folder:
            def write_file(name, text):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
                    stream.write(text)

            write_file("node.py", NODE)
            shutil.copy(os.path.join(CONFIGS, "ldfi_node.py"), folder)
            write_file("answers.json", json.dumps([answer for _, answer in calls]))
            ops = [{"at": f"{10 * (i + 1)}ms", "client": f"c{i + 1}", "node": "n0", "body": body} for i, (body, _) in enumerate(calls)]
            write_file("c.yaml", json.dumps({
                "system": {"kind": "nodes", "command": ["python3", "node.py", "answers.json"], "nodes": 1, "time": "extended"},
                "workload": {"ops": ops}, "checker": checker,
                "fspec": {"eff": "1ms", "eot": f"{10 * len(calls) + 100}ms", "omissions": "none"}, **more}))
            return subprocess.run([PROGRAM, "c.yaml", *options], cwd=folder, capture_output=True, text=True, timeout=100, check=False)

    def judge(self, status, checker, *calls, **more):
        """Returns the violations of the execution without faults."""
        done = self.run_config(checker, calls, "--summary", "json", **more)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        found = json.loads(done.stdout)
        return [text for one in found.get("counterexamples", []) for text in one["violated"]]

    def test_counters_are_sums_of_subsets(self):
        self.assertIn("which is not the acknowledged sum 1 plus some of the unanswered adds 3, 5",
                      self.judge(1, "counter", add(1), add(5, False), add(3, False), read(3))[0])
        self.judge(0, "counter", add(1), add(5, False), add(3, False), read(6))
        self.judge(1, "counter", add(2), add(-4, False), add(7, False), read(3))

    def test_a_message_of_a_log_has_one_offset(self):
        self.assertEqual(self.judge(1, "kafka", send(7, 0), poll((0, 7), (1, 7))),
                         ["7 is at the offsets 0, 1 of key 1, and was sent once"])
        self.judge(0, "kafka", send(7, 0), send(7, None), poll((0, 7), (1, 7)))

    def test_reads_and_errors_are_judged(self):
        for checker, calls in (("lin-kv", [write(1, 0, False), write(1, 1, False), get(1, 0), get(1, 1)]),
                               ("lin-kv", [get(1, error(20))]), ("lin-kv", [swap(1, 1, 2, error(20))]),
                               ("counter", [add(1, False), read(1)]), ("kafka", [poll()]),
                               ("set", [({"type": "add", "element": 5}, None), read([5])]),
                               ("txn", [({"type": "txn", "txn": [["r", 1, None]]}, {"type": "txn_ok", "txn": [["r", 1, None]]})])):
            self.judge(0, checker, *calls)
        for checker, calls in (("lin-kv", [write(1, 0, False), get(1, error(11))]), ("counter", [add(1, False)]), ("kafka", [send(5, None)]),
                               ("set", [({"type": "read"}, error(11))])):
            self.judge(2, checker, *calls)

    def test_answers_that_maelstrom_accepts(self):
        for kind, word, calls in (("lin-kv", "cas-code", [swap(1, 1, 2, error(22)), write(1, 5)]), ("lin-kv", "cas-code", [write(1, 5), swap(1, 1, 2, error(20))]),
                                  ("lin-kv", "initial-null", [get(1, None)]),
                                  ("kafka", "uncommitted-offset", [send(7, 0), committed(0), poll((0, 7))])):
            self.assertIn(f"checker.accept: {word}", self.judge(1, kind, *calls)[0])
            self.judge(0, {"kind": kind, "accept": [word]}, *calls)
        # The words of `accept` accept nothing else.
        self.judge(1, {"kind": "lin-kv", "accept": ["cas-code", "initial-null"]}, write(1, 5), get(1, None))
        self.judge(1, {"kind": "lin-kv", "accept": ["cas-code"]}, write(1, 5), get(1, 6))
        self.judge(1, {"kind": "lin-kv", "accept": ["cas-code"]}, get(1, None))
        for checker, text in (({"kind": "set", "accept": ["cas-code"]}, "cas-code is for the checker lin-kv"),
                              ({"kind": "kafka", "accept": ["offset"]}, "the words are cas-code, initial-null, uncommitted-offset"),
                              ({"kind": "lin-kv", "accept": "cas-code"}, "checker.accept takes a list")):
            done = self.run_config(checker, [get(1, None)])
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertIn(text, done.stderr)
            self.assertRegex(done.stderr, r"c.yaml:\d+:\d+")

    def test_a_history_that_is_too_hard_is_inconclusive(self):
        calls = [add(2**i, False) for i in range(40)] + [read(5)]
        done = self.run_config("counter", calls)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertRegex(done.stdout, "(?m)^verdict +inconclusive")
        self.assertIn("40 unanswered adds allow more sums than the checker counter lists", done.stdout)

    def test_the_time_limit_holds_while_a_history_is_judged(self):
        """Values that are written twice make the search long. After a second, its limit on states is not nearly
        reached.
        """
        calls = [write(1, i % 2, False) for i in range(400)] + [get(1, i % 3 % 2) for i in range(200)] + [get(1, 7)]
        began = time.monotonic()
        done = self.run_config("lin-kv", calls, "--time-limit", "2s")
        self.assertLess(time.monotonic() - began, 8)
        self.assertIn(done.returncode, (1, 2), done.stdout + done.stderr)
        self.assertNotIn("{", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
