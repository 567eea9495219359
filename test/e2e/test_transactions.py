"""What the checker `txn` reports to users: test_transactions.py PROGRAM SOURCE_DIR"""

import json
import sys
import unittest

from system_case import SystemCase, main

# Answers the k-th transaction with the k-th word of the command.
NODE = """
import json, sys
answers = [json.loads(word) for word in sys.argv[1:]]
for line in sys.stdin:
    message = json.loads(line)
    body = message["body"]
    answer = {"type": "init_ok"} if body["type"] == "init" else {"type": "txn_ok", "txn": answers[body["id"]]}
    print(json.dumps({"src": "n0", "dest": message["src"], "body": {**answer, "in_reply_to": body["msg_id"]}}), flush=True)
"""


class Transactions(SystemCase):
    def judge(self, level, *answers):
        """Returns the violations of transactions that are answered so, one after the other."""
        self.write("node.py", NODE)
        operations = [{"at": f"{10 * (i + 1)}ms", "client": "c1", "node": "n0",
                       "body": {"type": "txn", "txn": [[kind, key, None if kind == "r" else value] for kind, key, value in one], "id": i}}
                      for i, one in enumerate(answers)]  # fmt: skip
        config = self.config([sys.executable, "node.py", *map(json.dumps, answers)], workload={"ops": operations},
                             fspec={"eff": "0s", "eot": f"{10 * len(answers) + 100}ms", "omissions": "none"},
                             checker={"kind": "txn", "consistency": level})  # fmt: skip
        done = self.farm(config, "--summary", "json")
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        found = json.loads(done.stdout)
        return found["counterexamples"][0]["violated"] if done.returncode else []

    def test_registers_without_an_order_are_not_serializable(self):
        history = [["w", 1, 1], ["w", 2, 1]], [["w", 1, 2], ["w", 2, 2]], [["r", 1, 1], ["r", 2, 2]]
        self.assertEqual(self.judge("serializable", *history),
                         ["no order of the writes of key 1 and key 2 fits: T0 [w 1 1, w 2 1], T1 [w 1 2, w 2 2] and T2 [r 1 1, r 2 2] exclude each other"])
        self.assertEqual(self.judge("read-committed", *history), [])
        self.assertEqual(self.judge("serializable", *history[:2], [["r", 1, 1], ["r", 2, 1]]), [])

    def test_a_cycle_is_the_shortest(self):
        appends = [[["append", 1, i]] for i in range(1, 13)]
        self.assertEqual(self.judge("strict-serializable", *appends, [["r", 1, None]], [["r", 1, list(range(1, 13))]]),
                         ["G-single in real time: T12 [r 1 null] -rw 1-> T0 [append 1 1] -rt-> T12"])

    def test_a_key_of_registers_is_a_register(self):
        self.assertEqual(self.judge("read-committed", [["r", 1, 0]], [["w", 2, 5]]), ["T0 reads 0 from key 1, which no transaction wrote"])
        self.assertEqual(self.judge("read-uncommitted", [["r", 1, [0]]], [["append", 2, 5]]), ["T0 reads 0 from key 1, which no transaction appended"])

    def test_internal_begins_with_snapshots(self):
        self.assertEqual(self.judge("read-committed", [["w", 1, 1], ["r", 1, None]]), [])
        self.assertEqual(self.judge("read-uncommitted", [["append", 1, 1], ["r", 1, []]]), [])
        self.assertEqual(self.judge("snapshot-isolation", [["w", 1, 1], ["r", 1, None]]),
                         ["internal: T0 [w 1 1, r 1 null] reads key 1 as null, after it read or did something else"])


if __name__ == "__main__":
    main()
