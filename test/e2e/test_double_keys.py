"""A key that one JSON object has twice: test_double_keys.py PROGRAM SOURCE_DIR

Readers of JSON differ in which value they take, so a text of strangers with such an object is refused, and the message names the key and
who wrote it.
"""

import json
import os
import subprocess
import sys

from system_case import NODE, PROGRAM, SystemCase, echoes, main

ECHO = 'reply()'
CHECK = """
import sys
sys.stdin.read()
print('VERDICT')
"""
RUNNER = """
import json, sys
print(json.dumps({"hello": {"version": 1, "deterministic": True, "nodes": ["n0"], "faults": ["loss"]}}), flush=True)
for line in sys.stdin:
    run = json.loads(line)["run"]["id"]
    print(VERDICT, flush=True)
"""
HEAD = '{"ldfi_trace":1,"system":"s","deterministic":true,"spec":{"nodes":["n0","n1"],"eff":5,"omissions":"all"},"faults":[]}\n'


class DoubleKeys(SystemCase):
    def echo(self, line="", **more):
        """Returns the config of a node that answers with this line, in which %s is the number of the request."""
        said = f'sys.stdout.write({line!r} % body["msg_id"] + "\\n"); sys.stdout.flush()' if line else ECHO
        self.write("node.py", NODE.replace("ECHO", said))
        return self.config(**(echoes(["x"]) | more))

    def test_lines_of_nodes(self):
        for key, line in (("echo", '{"dest": "c1", "body": {"type": "echo_ok", "in_reply_to": %s, "echo": "wrong", "echo": "x"}}'),
                          ("echo", '{"dest": "c1", "body": {"type": "echo_ok", "in_reply_to": %s, "echo": "x", "echo": "x"}}'),
                          ("dest", '{"dest": "c2", "body": {"type": "echo_ok", "in_reply_to": %s, "echo": "x"}, "dest": "c1"}'),
                          ("deep", '{"dest": "c1", "body": {"type": "echo_ok", "in_reply_to": %s, "echo": [{"a": {"deep": 1, "deep": 1}}]}}'),
                          ("a:b", '{"dest": "c1", "body": {"type": "echo_ok", "in_reply_to": %s, "echo": {"a:b": 1, "a\\u003ab": 2}}}'),
                          ("", '{"dest": "c1", "body": {"type": "echo_ok", "in_reply_to": %s, "echo": {"": 1, "": 2}}}')):  # fmt: skip
            with self.subTest(line):
                self.refused(self.echo(line), f'n0 printed the key "{key}" twice in one object')

    def test_the_same_key_in_two_objects_is_none(self):
        same = '{"dest": "c1", "body": {"type": "echo_ok", "in_reply_to": %s, "echo": "x", "x": {"echo": ":", "x": [{"x": "a:b"}, {"x": 2}]}}}'
        self.assertEqual(self.summary(self.echo(same))["verdict"], "certified")

    def test_verdicts_of_checkers(self):
        for verdict, key in (('{"result": "fail", "result": "pass"}', "result"), ('{"violated": ["x"], "violated": [], "result": "pass"}', "violated"),
                             ('{"result": "pass", "x_note": {"a": 1, "a": 2}}', "a")):  # fmt: skip
            with self.subTest(verdict):
                self.write("check.py", CHECK.replace("VERDICT", verdict))
                done = self.farm(self.echo(checker={"command": [sys.executable, "check.py"]}))
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(f'the checker must print the key "{key}" only once in an object', done.stdout + done.stderr)

    def test_lines_of_runners(self):
        for verdict, key in ((r"""'{"verdict": {"run": %d, "result": "fail", "result": "pass"}}' % run""", "result"),
                             (r"""'{"e": "timer", "t": 1, "node": "n0", "t": 2}'""", "t")):  # fmt: skip
            with self.subTest(verdict):
                self.write("runner.py", RUNNER.replace("VERDICT", verdict))
                self.write("system.yaml", json.dumps({"system": {"kind": "runner", "command": [sys.executable, "runner.py"], "nodes": 1, "sandbox": "off"},
                                                      "fspec": {"eff": "1ms", "eot": "1s"}}))  # fmt: skip
                self.refused("system.yaml", f'the runner printed the key "{key}" twice in one object')

    def test_recordings_cases_and_stored_fault_sets(self):
        os.mkdir(self.path("kept"))
        for text, key in ((HEAD.replace('"faults"', '"seed":"1","seed":"2","faults"'), "seed"), (HEAD + '{"e":"verdict","result":"fail","result":"pass"}\n', "result")):
            self.write("kept/00000.jsonl", text)
            done = subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 65, done)
            self.assertIn("kept/00000.jsonl", done.stderr)
            self.assertIn(f"the key {key} is listed twice", done.stderr)
        self.write("case.json", '{"ldfi_case": 2, "ldfi_case": 1}')
        self.refused(self.echo(), "the key ldfi_case is listed twice", "--replay", "@case.json")
        self.write("a.ded", 'pre(X) :- log(X);\npost(X) :- log(X);\nlog("a")@1;\nlog(X)@next :- log(X);\n')
        self.write("known.json", '[{"falsifiers": [{"faults": "O(a,b,1)", "faults": "none"}]}]')
        self.refused("a.ded", 'an object in it has the key "faults" twice', "-t", "3", "-f", "1", "-N", "a,b", "--known", "known.json")


if __name__ == "__main__":
    main()
