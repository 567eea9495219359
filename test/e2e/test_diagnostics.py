#!/usr/bin/env python3
"""--check --diagnostics, what editors and code scanners read: test_diagnostics.py LDFI_FARM SOURCE_FOLDER"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

FARM, SOURCES = map(os.path.abspath, sys.argv[1:3])
CORPUS = f"{SOURCES}/test/corpus"
LEVELS = {"none", "note", "warning", "error"}


def diagnose(form, *arguments, cwd=None):
    done = subprocess.run([FARM, *arguments, "--check", "--diagnostics", form], cwd=cwd, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def in_text(*arguments, cwd=None):
    """Returns [(file, line, severity, message, code)] of the diagnostics in the text for people."""
    done = subprocess.run([FARM, *arguments, "--check", "--diagnostics", "text"], cwd=cwd, capture_output=True, text=True, check=False)
    pattern = r"^(?:ldfi-farm: )?(?:(\S.*?):(?:(\d+):\d+:)? )?(error|warning): (.*) \[([\w-]+)\]$"
    return [(file, int(line or 0), severity, message, code) for file, line, severity, message, code in re.findall(pattern, done.stderr, re.M)]


def check_sarif(log):
    """Checks the rules of SARIF 2.1.0 that matter here: required members, types, and references that exist."""
    assert log["version"] == "2.1.0" and isinstance(log["runs"], list) and len(log["runs"]) == 1, log  # §3.13.2, §3.13.4
    run = log["runs"][0]
    driver = run["tool"]["driver"]  # §3.14.6, §3.18.2
    assert isinstance(driver["name"], str) and driver["name"]
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")  # §3.14.17
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids), ids  # §3.49.3
    for result in run["results"]:
        assert set(result) <= {"ruleId", "ruleIndex", "level", "message", "locations"}, result
        assert result["message"]["text"] and result["level"] in LEVELS  # §3.27.11, §3.27.10
        assert ids[result["ruleIndex"]] == result["ruleId"]  # §3.27.6
        for location in result.get("locations", []):
            physical = location["physicalLocation"]
            uri = physical["artifactLocation"]["uri"]  # §3.4.3: RFC 3986, no spaces
            assert re.fullmatch(r"(?:[\w\-.~!$&'()*+,;=:@/]|%[0-9A-F]{2})+", uri, re.ASCII), uri
            region = physical.get("region")
            if region:  # §3.30.5 to §3.30.8: from 1; the end is behind the last character
                assert 1 <= region["startLine"] and 1 <= region["startColumn"] < region["endColumn"], region
    return run["results"]


class Diagnostics(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def check(self, *arguments, cwd):
        """Checks that all three forms have the same diagnostics. Returns the JSON."""
        status, found, _ = diagnose("json", *arguments, cwd=cwd)
        self.assertEqual(status, 65 if any(one["severity"] == "error" for one in found["diagnostics"]) else 0, arguments)
        _, log, said = diagnose("sarif", *arguments, cwd=cwd)
        self.assertEqual(said, "")
        results = check_sarif(log)
        rows = found["diagnostics"]
        self.assertEqual([(one["severity"], one["code"]) for one in rows], [(one["level"], one["ruleId"]) for one in results])
        for row, result in zip(rows, results):
            self.assertTrue(result["message"]["text"].startswith(row["message"]))
            for location in result.get("locations", []):
                uri = location["physicalLocation"]["artifactLocation"]["uri"]
                self.assertEqual(urllib.parse.unquote(uri.removeprefix("file://")), row["file"])
                self.assertEqual(location["physicalLocation"].get("region", {}).get("startLine"), row.get("line"))
        text = sorted(in_text(*arguments, cwd=cwd))
        self.assertEqual(sorted((one.get("file", ""), one.get("line", 0), one["severity"], one["message"], one["code"]) for one in rows), text)
        return rows

    def test_the_corpus_of_programs_and_specifications(self):
        programs = sorted(glob.glob(f"{CORPUS}/diagnostics/*.ded"))
        self.assertGreater(len(programs), 50)
        codes = set()
        for path in programs[::4]:
            rows = self.check(os.path.basename(path), "-t", "4", "-f", "2", cwd=os.path.dirname(path))
            codes |= {one["code"] for one in rows}
        self.assertGreater(len(codes), 10)

    def test_the_corpus_of_configs(self):
        configs = [path for path in sorted(glob.glob(f"{CORPUS}/config/*.yaml")) if os.path.isfile(path)]
        self.assertGreater(len(configs), 30)
        found = [self.check(os.path.basename(path), cwd=f"{CORPUS}/config") for path in configs[::4]]
        self.assertGreater(sum(map(len, found)), 10)

    def test_checking_a_real_system_executes_nothing(self):
        self.write("c.yaml", json.dumps({"system": {"kind": "nodes", "command": ["touch", os.path.join(self.folder, "executed")], "nodes": 2, "time": "plain"},
                                         "workload": {"kind": "echo", "operations": 1}, "checker": "echo", "fspec": {"eff": "10ms", "eot": "20ms"}}))
        done = subprocess.run([FARM, "c.yaml", "--check", "--diagnostics", "text"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "the config has no errors\n", ""))
        self.assertEqual(os.listdir(self.folder), ["c.yaml"])

    def test_places_are_counted_in_characters(self):
        self.write("p.ded", 'q("a")@1;\np("ü", Y) :- q(X);\n')
        rows = self.check("p.ded", "-t", "4", "-f", "2", cwd=self.folder)
        self.assertTrue(all(one["line"] == 2 for one in rows if one["severity"] == "error"), rows)
        line = 'p("ü", Y) :- q(X);'
        first = next(one for one in rows if one["severity"] == "error")
        self.assertEqual(line[first["column"] - 1 : first["end_column"] - 1], "Y", first)

    def test_a_specification(self):
        self.write("p.ded", 'q("a")@1;\nq(X)@next :- q(X);\n')
        self.write("s.spec", "nonsense here\n")
        rows = self.check("p.ded", "--spec", "s.spec", "-t", "4", "-f", "2", cwd=self.folder)
        self.assertEqual({one["file"] for one in rows if one["severity"] == "error"}, {"s.spec"})

    def test_nothing_is_run(self):
        for config in ("kafka.yaml", "systems/raft-python.yaml"):
            status, found, said = diagnose("json", f"{SOURCES}/configs/{config}", cwd=self.folder)
            self.assertEqual((status, found["diagnostics"], said), (0, [], ""), config)
        # An arithmetic error in the failure-free run is not an error of the program text.
        self.write("o.ded", 'n("a", 1)@1;\nn(X, K + 4000000000000000000)@next :- n(X, K);\n')
        self.assertEqual([one for one in self.check_only_json("o.ded", "-t", "9", "-f", "2") if one["severity"] == "error"], [])
        self.write("touch.yaml", "system: {kind: nodes, command: [touch, made], nodes: 2, time: extended, start: reset}\n"
                                 "network: {latency: 10ms}\nworkload: {kind: broadcast, operations: 1}\nfspec: {eff: 300ms, eot: 1s}\n")
        self.check_only_json("touch.yaml")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "made")))

    def check_only_json(self, *arguments):
        status, found, _ = diagnose("json", *arguments, cwd=self.folder)
        self.assertIn(status, (0, 65))
        return found["diagnostics"]

    def test_wrong_command_lines_are_said_as_ever(self):
        for arguments in (["--no-such"], [], ["missing.ded"], ["p.ded", "-t", "4"]):
            status, found, said = diagnose("json", *arguments, cwd=self.folder)
            self.assertEqual((status, found), (64, None), said)
        for words in (["--check", "--diagnostics", "xml"], ["--diagnostics", "json"], ["--check", "--diagnostics", "json", "--diagnostics", "sarif"]):
            done = subprocess.run([FARM, f"{SOURCES}/configs/kafka.yaml", *words], cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (64, ""), words)
            self.assertIn("--diagnostics", done.stderr)
        done = subprocess.run([FARM, f"{SOURCES}/configs/kafka.yaml", "--check", "--diagnostics=text"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0)
        self.assertIn("fault space", done.stdout)

    def test_each_key_of_a_config_is_described(self):
        with open(f"{SOURCES}/configs/schema.json", encoding="utf-8") as file:
            schema = json.load(file)
        seen = []

        def walk(where, node):
            for name, below in node.get("properties", {}).items():
                seen.append(f"{where}.{name}")
                parts = [below, below.get("items", {}), *below.get("anyOf", []), *below.get("oneOf", [])]
                self.assertTrue(any(part.get("description", "").strip() for part in parts), f"{where}.{name} has no description")
                for part in parts:
                    walk(f"{where}.{name}", part)

        for form in schema["oneOf"]:
            walk(form["title"], form)
        self.assertGreater(len(seen), 160)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
