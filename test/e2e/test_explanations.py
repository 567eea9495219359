"""Explanations of counterexamples: test_explanations.py LDFI_FARM LDFI_RESULTS SOURCE_DIR [--all]

Each fault of a minimal falsifier is necessary, so `lineage` names each, and so does the story. Of every falsified config the first
falsifier is looked at, and of some of these configs a few; with --all, up to 40 of every config.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EVERY = sys.argv[4:5] == ["--all"]
FARM, RESULTS, SOURCES = (os.path.abspath(path) for path in sys.argv[1:4])
MANY = ("kafka", "3pc", "mutants/checksum-not-checked", "mutants/lease-not-fenced", "mutants/paxos-no-quorum")
MOST = 40 if EVERY else 8  # most falsifiers of one config


def falsified():
    """Returns the configs that configs/README.md calls falsified."""
    return re.findall(r"^\| ([\w/.-]+)\.yaml (?:\| [\w]+ ){4}\| counterexample \|", Path(SOURCES, "configs/README.md").read_text(), re.M)


class Explanations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_it(self, program, *arguments):
        return subprocess.run([program, *arguments], cwd=self.folder, capture_output=True, text=True, check=False, timeout=300)

    def lineage(self, file, run, *options):
        result = self.run_it(RESULTS, "lineage", file, run, "--json", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def check(self, name, file, run, faults):
        with self.subTest(config=name, run=run):
            told = self.lineage(file, run)
            self.assertEqual(told["of"], " ".join(faults) or "none")
            self.assertEqual(told["faults"], faults)
            self.assertEqual([step["fault"] for step in told["steps"] if "fault" in step and step["fault"] not in faults], [])
            self.assertEqual(sorted({step["fault"] for step in told["steps"] if "fault" in step}), sorted(faults))
            for step in told["steps"]:
                self.assertNotRegex(step["text"], r"\.$|\n")
            # Without the fault, the explanation would have a gap, because the violation depends on it.
            up = {}
            for support, supported in told["edges"]:
                up.setdefault(support, []).append(supported)
            for fault in faults:
                waiting = [i for i, node in enumerate(told["nodes"]) if node.get("fault") == fault]
                self.assertEqual(len(waiting), 1)
                seen = set()
                while waiting:
                    at = waiting.pop()
                    if at not in seen:
                        seen.add(at)
                        waiting += up.get(at, [])
                self.assertTrue(any(told["nodes"][i]["root"] for i in seen), fault)

    def search(self, name, *options):
        file = name.replace("/", "-") + ".h5"
        result = self.run_it(FARM, f"{SOURCES}/configs/{name}.yaml", "-o", file, "--summary", "json", "--quiet", *options)
        self.assertEqual(result.returncode, 1, result.stderr)
        return file, json.loads(result.stdout)["counterexamples"]

    def test_name_every_fault_of_the_first_falsifier_of_every_config(self):
        configs = falsified()
        self.assertGreater(len(configs), 60)
        for name in configs:
            file, found = self.search(name)
            for number, one in enumerate(found[:1], 1):
                self.check(name, file, f"f{number}", faults_of(one))

    def test_name_every_fault_of_many_falsifiers(self):
        for name in falsified() if EVERY else MANY:
            file, found = self.search(name, "--stop", "all", "--time-limit", "20s")
            for number in range(1, min(MOST, len(found)) + 1):
                self.check(name, file, f"f{number}", faults_of(found[number - 1]))

    def test_json_of_a_question_and_of_a_run_that_holds(self):
        file, _ = self.search("kafka")
        asked = self.lineage(file, "f1", "log(b,data)@5")
        self.assertEqual(asked["steps"], [])
        self.assertTrue(any(node["root"] and node["kind"] == "absent" for node in asked["nodes"]))
        good = self.lineage(file, "none")
        self.assertEqual((good["of"], good["faults"]), ("none", []))
        self.assertEqual([step["text"] for step in good["steps"]], ["nothing fails in this run", "the invariant holds"])
        for other in ("--dot", "--svg"):
            result = self.run_it(RESULTS, "lineage", file, "--json", other)
            self.assertEqual(result.returncode, 64)
            self.assertIn(f"--json and {other} exclude each other", result.stderr)

    def test_the_summary_tells_the_story(self):
        result = self.run_it(FARM, f"{SOURCES}/configs/kafka.yaml", "--quiet")
        self.assertIn("\n  1  b's message member(Z,b) to Z at 1 was lost\n     c's message member(Z,c) to Z at 1 was lost\n", result.stdout)
        story = result.stdout.index("b's message")
        self.assertLess(result.stdout.index("  replay  "), story)
        self.assertLess(story, result.stdout.index("see why"))
        certified = self.run_it(FARM, f"{SOURCES}/configs/ack-deliv.yaml", "--quiet")
        self.assertNotIn("was lost", certified.stdout)


def faults_of(counterexample):
    text = counterexample["faults"] if isinstance(counterexample, dict) else counterexample
    return text if isinstance(text, list) else re.findall(r"\w\([^)]*\)", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
