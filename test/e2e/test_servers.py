"""The configs in configs/servers find what their comments say: test_servers.py PROGRAM SOURCE_DIR. Skipped without Redis."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE = (os.path.abspath(word) for word in sys.argv[1:3])
CONFIGS = os.path.join(SOURCE, "configs", "servers")


class Servers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_config(self, status, name, *options):
        words = [PROGRAM, f"{CONFIGS}/{name}", "--output", f"{self.folder.name}/out.h5", "--summary", "json", *options]
        done = subprocess.run(words, cwd=self.folder.name, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual(found["determinism"]["differences"], [])
        return found

    def test_a_replica_answers_with_an_old_value(self):
        found = self.run_config(1, "redis.yaml", "--double-runs", "100%")
        (least,) = found["counterexamples"]
        self.assertTrue(least["minimal"])
        self.assertRegex(least["faults"][0], r"^[DR]\(n0,n1,6379<#[0-9]+")
        self.assertEqual(len(least["faults"]), 1)

    def test_a_failover_loses_an_acknowledged_write(self):
        found = self.run_config(1, "redis-failover.yaml")
        (least,) = found["counterexamples"]
        self.assertTrue(least["minimal"])
        self.assertEqual(sorted(fault[0] for fault in least["faults"]), ["C", "D"])


if __name__ == "__main__":
    if shutil.which("redis-server") is None:
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)
