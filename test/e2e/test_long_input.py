"""Input that is far too long: its status, its place, and how little of it messages repeat: test_long_input.py FARM RESULTS SOURCE_DIR"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

FARM, RESULTS, SOURCE = map(os.path.abspath, sys.argv[1:4])
MIB = 1 << 20
LONG = "x" * 50_000
MOST = 10_000  # bytes of all that is said
KAFKA = os.path.join(SOURCE, "configs", "kafka.yaml")
RUNNER = os.path.join(SOURCE, "configs", "systems", "runner.yaml")

PROGRAM = 'node(Node, Neighbor)@next :- node(Node, Neighbor);\nnode("a", "b")@1;\npre(X) :- node(X, X);\npost(X) :- node(X, X);\n'
SPEC = {"nodes": ["n0", "n1"], "eff": 50, "omissions": "all"}
CASE = {"ldfi_case": 1, "config": "", "system": "", "seed": "1", "faults": [], "violated": [], "before": "0" * 16, "hash": "0" * 16}


def recording(*events, **header):
    lines = [{"ldfi_trace": 1, "system": "s", "spec": SPEC, "faults": []} | header, *events]
    return "".join(json.dumps(line) + "\n" for line in lines)


VERDICT = {"e": "verdict", "result": "pass"}


class LongInput(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.write("p.ded", PROGRAM)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def grow(self, name, size):
        """A file of zeros, which takes no room on the disk."""
        self.write(name, "")
        os.truncate(self.path(name), size)

    def run_it(self, status, program, *arguments, stream="stderr"):
        done = subprocess.run([program, *arguments], cwd=self.folder.name, capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, status, (arguments[:1], done.stderr[:2000]))
        return getattr(done, stream)

    def bounded(self, status, program, *arguments, **stream):
        """Says something, and does not repeat all that is long."""
        said = self.run_it(status, program, *arguments, **stream)
        self.assertIn("x" * 20, said)
        self.assertLess(len(said), MOST, said[:500])
        return said

    def test_files_that_are_too_large(self):
        self.grow("large.yaml", MIB + 1)
        self.grow("large.ded", 16 * MIB + 1)
        self.grow("large.json", MIB + 1)
        self.grow("known.json", 64 * MIB + 1)
        self.grow("schedule.jsonl", 16 * MIB + 1)
        self.grow("r/large.jsonl", 1024 * MIB + 1)
        self.grow("log.txt", 16 * MIB + 1)
        self.write("names.txt", "")
        bounds = ("-t", "3", "-f", "2")
        for program, *arguments, name in (
            (FARM, "large.yaml", "large.yaml"),
            (FARM, "large.ded", *bounds, "large.ded"),
            (FARM, RUNNER, "--replay", "@large.json", "large.json"),
            (FARM, RUNNER, "--known", "large.json", "large.json"),
            (FARM, "p.ded", *bounds, "--known", "known.json", "known.json"),
            (FARM, "p.ded", *bounds, "--replay-schedule", "schedule.jsonl", "schedule.jsonl"),
            (FARM, "--traces", "r", "r/large.jsonl"),
            (RESULTS, "show", "r/large.jsonl", "r/large.jsonl"),
            (RESULTS, "import", "log.txt", "--names", "names.txt", "-o", "out.jsonl", "log.txt"),
        ):
            with self.subTest(name=name, arguments=arguments):
                said = self.run_it(65, program, *arguments)
                self.assertRegex(said, rf"(?m){name}(:1:1)?: error: .*(larger|at most)|^error: `{name}` is larger")

    def test_the_sizes_of_recordings_count_together(self):
        self.write("r/a.jsonl", recording(VERDICT))
        self.grow("r/b.jsonl", 1024 * MIB - 10)
        said = self.run_it(65, FARM, "--traces", "r")
        self.assertRegex(said, r"r/b\.jsonl: error: .* at most \d+ bytes")

    def test_command_lines(self):
        bounds = ("-t", "3", "-f", "2")
        for arguments in (
            (f"--{LONG}",),
            (KAFKA, "--pre", LONG + "("),
            (KAFKA, "--eot", LONG),
            (KAFKA, "--replay", f"O({LONG},b,1)"),
            (KAFKA, "--nodes", f"a,{LONG},{LONG}"),
            ("p.ded", *bounds, "--crashable", LONG),
            ("p.ded", *bounds, "--partitions", "1", "--replay", f"P({LONG} {LONG},1,2)"),
            ("p.ded", *bounds, "--partition-sets", f"{LONG}=a"),
            (RUNNER, "--replay", LONG),
            (RUNNER, "--replay", f"O({LONG},n1,gossip#0)"),
            (RUNNER, "--replay", " ".join(f"O(n0,n1,gossip#{i}x{LONG[:50]})" for i in range(1500))),
            (RUNNER, "--replay", "none", "--deliveries", LONG),
            ("--traces", LONG, "--level", LONG),
        ):
            with self.subTest(arguments=[one[:40] for one in arguments]):
                done = subprocess.run([FARM, *arguments], cwd=self.folder.name, capture_output=True, text=True, timeout=100, check=False)
                self.assertIn(done.returncode, (64, 65), done.stderr[:500])
                self.assertLess(len(done.stderr), MOST, done.stderr[:500])
        for arguments in ((LONG,), (LONG, "a.h5"), (f"--{LONG}",), ("show", "a.h5", f"--{LONG}")):
            self.bounded(64, RESULTS, *arguments)

    def test_faults_that_strike_nothing(self):
        many = " ".join(f"O(n0,n1,{'x' * 150}{i}#0)" for i in range(400))
        self.bounded(0, FARM, RUNNER, "--omissions", "1000", "--replay", many, "--json")
        self.bounded(0, FARM, RUNNER, "--omissions", "1000", "--replay", many, stream="stdout")

    def test_programs_and_configs(self):
        for text in (f"{LONG}\n", f"p({LONG}) :- q(X);\n", f'include "{LONG}.ded";\n', f"p(X) :- {LONG}(X);\n{LONG}(X, Y) :- p(X), p(Y);\n"):
            self.write("x.ded", PROGRAM + text)
            self.bounded(65, FARM, "x.ded", "-t", "3", "-f", "2")
        for text in (f"{LONG}: 1\n", f"eot: {LONG}\n", f"program: {LONG}\n", f"fspec:\n  {LONG}: 1\n", f"system:\n  {LONG}: 1\n"):
            self.write("x.yaml", text)
            self.bounded(65, FARM, "x.yaml")

    def test_recordings(self):
        send = {"e": "send", "t": 1, "id": ["n0", "n1", "m", 0], "fate": "ok", "arrive": 90}
        invoke = {"e": "invoke", "t": 1, "op": LONG, "client": "c" + LONG, "node": "n0"}
        many = [{"e": LONG, "t": 1}] * 90
        for text in (
            recording(VERDICT, **{LONG: 1}),
            recording(VERDICT, faults=[LONG]),
            recording(VERDICT, spec=SPEC | {LONG: 1}),
            recording(VERDICT, spec=SPEC | {"crashable": [LONG]}),
            recording(send | {LONG: 1}, VERDICT),
            recording(send | {"fate": LONG}, VERDICT),
            recording(send | {"id": ["n0", "n1", LONG, 0]}, VERDICT),
            recording(send | {"id": [LONG, "n1", "m", 0]}, VERDICT),
            recording({"e": LONG, "t": 1}, VERDICT),
            recording({"e": "timer", "t": 1, "node": LONG}, VERDICT),
            recording(VERDICT | {"result": LONG}),
            recording(invoke, invoke, VERDICT),
            recording(invoke, invoke | {"e": "return", "client": LONG}, VERDICT),
            recording(VERDICT)[:-3] + f', "{LONG}": 1, "{LONG}": 2}}\n',
        ):
            self.write("r/a.jsonl", text)
            self.bounded(65, FARM, "--traces", "r")
            self.bounded(65, RESULTS, "show", "r/a.jsonl")
        self.write("r/a.jsonl", recording(*many, VERDICT))
        said = self.run_it(65, FARM, "--traces", "r")
        self.assertLess(len(said), 90 * 1000)

    def test_cases(self):
        for case in (
            CASE | {"faults": [LONG]},
            CASE | {"faults": [f"O({LONG},n1,gossip#0)"]},
            CASE | {"deliveries": [LONG]},
            CASE | {"deliveries": [f"n0,n0,{'x' * 150}#0"]},
        ):
            self.write("c.json", json.dumps(case))
            self.bounded(65, FARM, RUNNER, "--replay", "@c.json")
        self.write("c.json", f'{{"{LONG}": 1, "{LONG}": 2}}')
        self.bounded(65, FARM, RUNNER, "--known", "c.json")

    def test_histories(self):
        for text in (f"{{:process 0, :type :{LONG}, :f :read, :value nil}}\n", f'{{"process": 0, "type": "{LONG}", "f": "read", "value": null}}\n', f"{{:{LONG} 1 :{LONG} 2}}\n"):
            self.write("h.edn", text)
            self.bounded(65, RESULTS, "check", "--history", "h.edn", "--as", "lin-kv")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
