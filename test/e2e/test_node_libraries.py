"""The libraries for nodes, in every language: one conversation has the same answers. test_node_libraries.py SOURCE_DIR CPP_NODE [GO_NODE]"""

import json
import os
import shutil
import subprocess
import sys
import time
import unittest

SOURCE = os.path.abspath(sys.argv[1])
PARROT = os.path.join(SOURCE, "test", "e2e", "nodes", "parrot", "parrot")
COMMANDS = {"Python": [sys.executable, "-B", PARROT + ".py"], "C++": [os.path.abspath(sys.argv[2])]}
if shutil.which("node"):
    COMMANDS["JavaScript"] = ["node", PARROT + ".js"]
if sys.argv[3:]:
    COMMANDS["Go"] = [os.path.abspath(sys.argv[3])]
MS = 10**6


class Node:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "LDFI_NODES": os.path.join(SOURCE, "configs", "systems")})
        self.asked = 0

    def say(self, body, src="c1", at=None, ids=True):
        self.asked += 1
        if ids and src != "$farm":
            body = {"msg_id": self.asked, **body}
        message = {"src": src, "dest": "n1", "body": body}
        self.process.stdin.write(json.dumps(message if at is None else {**message, "at": at}) + "\n")
        self.process.stdin.flush()

    def hear(self):
        return json.loads(self.process.stdout.readline())

    def told(self, body, at, **more):
        """All that it says until it is done, and that."""
        self.say(body, at=at, **more)
        said = []
        while not said or said[-1]["dest"] != "$farm":
            said.append(self.hear())
        return said[:-1], said[-1]["body"]

    def close(self):
        self.process.stdin.close()
        status = self.process.wait(10)
        self.process.stdout.close()
        return status


INIT = {"type": "init", "node_id": "n1", "node_ids": ["n0", "n1", "n2"]}
EXTENDED = {**INIT, "ldfi": {"version": 1, "seed": "7"}}
QUESTION = {"type": "question"}
SCRIPT = [
    (EXTENDED, 0, {"src": "c0"}),
    ({"type": "echo", "echo": {"a": [1, None, "ü"]}}, 5 * MS, {}),
    ({"type": "keep", "value": 3}, 6 * MS, {}),
    ({"type": "echo", "echo": 1}, 4 * MS, {}),  # time never goes back
    ({"type": "later", "ms": 30, "to": "n2", "note": "b"}, 10 * MS, {}),
    ({"type": "later", "ms": 20, "to": "n2", "note": "a"}, 20 * MS, {}),  # both at 40 ms, in the order in which they were planned
    ({"type": "tick"}, 40 * MS, {"src": "$farm"}),
    ({"type": "later", "ms": 5, "to": "n0", "note": "c"}, 41 * MS, {}),
    ({"type": "never_mind"}, 42 * MS, {}),
    ({"type": "ask", "of": "n2", "ms": 50, "msg_id": 77}, 50 * MS, {}),
    ({"type": "answer", "in_reply_to": 1, "text": "yes"}, 60 * MS, {"src": "n2", "ids": False}),
    ({"type": "answer", "in_reply_to": 1, "text": "again"}, 61 * MS, {"src": "n2", "ids": False}),
    ({"type": "tick"}, 100 * MS, {"src": "$farm"}),  # its time-out is over, and it was answered
    ({"type": "ask", "of": "n2", "ms": 50, "msg_id": 78}, 200 * MS, {}),
    ({"type": "tick"}, 250 * MS, {"src": "$farm"}),
    ({"type": "what"}, 251 * MS, {}),
    ({"type": "what"}, 252 * MS, {"ids": False}),
    ({"type": "reset"}, 0, {"src": "$farm"}),
    (EXTENDED, 0, {"src": "c0"}),
    ({"type": "keep", "value": 4}, 1 * MS, {}),
]


class Libraries(unittest.TestCase):
    def start(self, command):
        node = Node(command)
        self.addCleanup(node.process.stdin.close)
        self.addCleanup(node.process.stdout.close)
        self.addCleanup(node.process.wait)
        self.addCleanup(node.process.kill)
        return node

    def conversation(self, command):
        node = self.start(command)
        heard, states = [], []
        for body, at, more in SCRIPT:
            said, done = node.told(body, at, **more)
            states.append(done.pop("state"))
            heard.append((said, done))
        self.assertEqual(node.close(), 0)
        return heard, states

    def test_say_the_same(self):
        expected, _ = self.conversation(COMMANDS["Python"])
        self.assertEqual([len(said) for said, _ in expected], [1, 1, 1, 1, 0, 0, 2, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1])
        self.assertEqual([one["body"]["note"] for one in expected[6][0]], ["b", "a"])
        self.assertEqual([expected[i][0][-1]["body"]["answer"] for i in (10, 14)], ["yes", None])
        self.assertEqual(expected[3][0][0]["body"]["now"], 6 * MS)
        self.assertEqual([done["wake"] for _, done in expected[4:9]], [40 * MS, 40 * MS, None, 46 * MS, None])
        self.assertEqual(expected[15][0][0]["body"]["code"], 10)
        self.assertEqual(expected[19][0][0]["body"]["kept"], [4])
        for language, command in COMMANDS.items():
            with self.subTest(language):
                self.assertEqual(self.conversation(command)[0], expected)

    def test_states_tell_what_matters(self):
        for language, command in COMMANDS.items():
            with self.subTest(language):
                _, states = self.conversation(command)
                self.assertEqual(states, self.conversation(command)[1], "the same again")
                self.assertNotIn(None, states)
                self.assertEqual(states[0], states[1], "an echo changes nothing")
                self.assertEqual(len({states[i] for i in (1, 2, 4, 5, 9)}), 5, "what is kept, timers, open requests")
                self.assertEqual(states[8], states[3], "the alarm is gone")
                self.assertNotEqual(states[10], states[9])
                self.assertEqual(states[18], states[0], "it forgot everything")
                node = self.start(command)
                node.told(EXTENDED, 0, src="c0")
                first = node.told({"type": "echo", "echo": 0}, MS)[1]["state"]
                self.assertNotEqual(node.told({"type": "roll"}, MS)[1]["state"], first, "chance that was used")

    def test_chance_comes_from_the_seed(self):
        rolls = {}
        for language, command in COMMANDS.items():
            node = self.start(command)

            def rolled(seed):
                node.told({**EXTENDED, "ldfi": {"version": 1, "seed": seed}}, 0, src="c0")
                values = [node.told({"type": "roll"}, MS)[0][0]["body"]["value"] for _ in range(8)]
                node.told({"type": "reset"}, 0, src="$farm")
                return values

            rolls[language] = rolled("1")
            self.assertEqual(rolls[language], rolled("1"))
            self.assertNotEqual(rolls[language], rolled("2"))
            self.assertGreater(len(set(rolls[language])), 3)
        del rolls["Python"]  # which has chance of its own
        self.assertEqual(len({tuple(one) for one in rolls.values()}), 1, rolls)

    def test_say_goodbye(self):
        for language, command in COMMANDS.items():
            with self.subTest(language):
                node = self.start(command)
                node.told(EXTENDED, 0, src="c0")
                node.say({"type": "bye"}, src="$farm", at=1)
                self.assertEqual(node.process.wait(10), 0)

    def test_time_is_real_without_the_farm(self):
        for language, command in COMMANDS.items():
            with self.subTest(language):
                node = self.start(command)
                node.say(INIT, src="c0")
                self.assertEqual(node.hear()["body"], {"type": "init_ok", "in_reply_to": 1})
                began = time.monotonic()
                node.say({"type": "later", "ms": 80, "to": "n2", "note": "late"})
                node.say({"type": "later", "ms": 40, "to": "n2", "note": "early"})
                node.say({"type": "echo", "echo": 1})
                self.assertEqual(node.hear()["body"]["type"], "echo_ok")
                self.assertEqual([node.hear()["body"]["note"] for _ in range(2)], ["early", "late"])
                self.assertGreaterEqual(time.monotonic() - began, 0.075)
                node.say({"type": "ask", "of": "n2", "ms": 30, "msg_id": 9})
                self.assertEqual(node.hear()["body"]["type"], "question")
                self.assertEqual(node.hear()["body"], {"type": "ask_ok", "answer": None, "in_reply_to": 9})
                self.assertEqual(node.close(), 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
