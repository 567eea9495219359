#!/usr/bin/env python3
"""The plug-in of pytest: test_pytest_plugin.py LDFI_FARM SOURCE_FOLDER"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

FARM, SOURCES = map(os.path.abspath, sys.argv[1:3])
OPTIONS = "-N a,b,c -t 6 -f 3 -c 1"


class Collected(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        protocols = f"{SOURCES}/configs/protocols"
        for name in ("retry-deliv.ded", "deliv_spec.ded"):
            (self.folder / name).write_text(pathlib.Path(f"{protocols}/{name}").read_text(encoding="utf-8"), encoding="utf-8")

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def annotate(self, name, *comments):
        self.write(name, "".join(f"// pytest: {one}\n" for one in comments) + 'include "retry-deliv.ded";\n')

    def pytest(self, *arguments):
        """({test: outcome}, everything said)."""
        done = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-p", "ldfi.pytest_plugin", "-p", "no:cacheprovider", "-rA", "-v", *arguments],
            cwd=self.folder, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": f"{SOURCES}/results/python", "LDFI_FARM": FARM, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        )
        return dict(re.findall(r"^(\S+::\S+) (PASSED|FAILED|ERROR)\b", done.stdout, re.M)), done.stdout + done.stderr

    def test_nothing_is_collected_unasked(self):
        self.annotate("one.ded", f"certified {OPTIONS}")
        self.assertEqual(self.pytest()[0], {})

    def test_programs_with_comments(self):
        self.annotate("one.ded", "certified -N a,b,c -t 6 -f 0 -c 1", f"counterexample {OPTIONS}", f"certified {OPTIONS}")
        self.annotate("two.ded", f"counterexample {OPTIONS}")
        found, said = self.pytest("--ldfi")
        self.assertEqual(found, {"one.ded::1-certified": "PASSED", "one.ded::2-counterexample": "PASSED", "one.ded::3-certified": "FAILED",
                                 "two.ded::counterexample": "PASSED"}, said)
        for text in ("counterexample, but certified is expected", "faults  ", "replay  ", "one.ded.known", "was lost"):
            self.assertIn(text, said)
        self.assertNotIn("Traceback", said)
        faults = re.search(r"faults  (.*)  violate", said)[1]
        replay = re.search(r"^replay  (.*)$", said, re.M)[1]
        self.assertIn(faults, replay)
        done = subprocess.run(["bash", "-c", replay], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)  # it violates

    def test_configs(self):
        body = "program: [retry-deliv.ded]\nnodes: [a, b, c]\nfspec: {eot: 6, eff: %d, crashes: 1}\n"
        self.write("holds.yaml", body % 0)
        self.write("broken.yaml", "# pytest: counterexample --stop all\n" + body % 3)
        self.write("wrong.yaml", body % 3)
        self.write("other.yaml", "name: no config of ours\n")
        found, said = self.pytest("--ldfi")
        self.assertEqual(found, {"holds.yaml::certified": "PASSED", "broken.yaml::counterexample": "PASSED", "wrong.yaml::certified": "FAILED"}, said)

    def test_a_program_with_a_config_beside_it(self):
        self.write("retry-deliv.yaml", "program: [retry-deliv.ded]\nnodes: [a, b, c]\nfspec: {eot: 6, eff: 0}\n")
        self.assertEqual(self.pytest("--ldfi", "retry-deliv.ded")[0], {"retry-deliv.yaml::certified": "PASSED"})
        self.assertEqual(self.pytest("--ldfi")[0], {"retry-deliv.yaml::certified": "PASSED"})  # once
        self.assertEqual(len(self.pytest("--ldfi", "retry-deliv.ded", "retry-deliv.yaml")[0]), 1)

    def test_paths_of_the_ini_file(self):
        self.annotate("one.ded", f"counterexample {OPTIONS}")
        self.annotate("two.ded", f"counterexample {OPTIONS}")
        self.write("pytest.ini", "[pytest]\nldfi_paths = o*.ded\n")
        self.assertEqual(self.pytest()[0], {"one.ded::counterexample": "PASSED"})

    def test_known_falsifiers_are_accepted_and_others_are_not(self):
        self.annotate("one.ded", f"certified {OPTIONS}")
        self.assertEqual(self.pytest("--ldfi", "--ldfi-accept")[0], {"one.ded::certified": "PASSED"})
        lines = (self.folder / "one.ded.known").read_text(encoding="utf-8").splitlines()
        self.assertGreater(len(lines), 1)
        self.assertEqual(self.pytest("--ldfi")[0], {"one.ded::certified": "PASSED"})
        self.write("one.ded.known", "# all but the last\n\n" + "\n".join(lines[:-1]) + "\n")
        found, said = self.pytest("--ldfi")
        self.assertEqual(found, {"one.ded::certified": "FAILED"})
        self.assertIn(f"faults  {lines[-1]}", said)

    def test_wrong_input_is_a_located_failure(self):
        self.write("wrong.ded", f"// pytest: certified {OPTIONS}\np(X) :- q(\n")
        self.annotate("options.ded", "certified --no-such 3")
        found, said = self.pytest("--ldfi")
        self.assertEqual(found.get("wrong.ded::certified"), "FAILED")
        for text in ("wrong.ded:2:", "there is no option --no-such"):
            self.assertIn(text, said)
        self.assertNotIn("Traceback", said)
        self.annotate("verdict.ded", "fine")
        found, said = self.pytest("--ldfi", "verdict.ded")
        self.assertIn("fine is not a verdict", said)
        self.assertNotIn("Traceback", said)

    def test_ranks(self):
        self.annotate("one.ded", f"counterexample {OPTIONS}")
        self.assertEqual(self.pytest("--ldfi", "--ldfi-ranks", "2")[0], {"one.ded::counterexample": "PASSED"})
        self.assertEqual(self.pytest("--ldfi", "--ldfi-farm", "/no/such")[0], {"one.ded::counterexample": "FAILED"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
