"""Real systems where files are under attack: closed descriptors, runs begun at once, full disks.

system_files.py PROGRAM RESULTS BROADCAST_NODE [PAIRS]

PAIRS: how many pairs of runs begin at once in one folder (3). After each run no process of a node is alive, and no folder of it is left.
"""

import json
import os
import subprocess
import sys
import time
import unittest

from folder import InFolder
from systems import below

PROGRAM, RESULTS, NODE = (os.path.abspath(word) for word in sys.argv[1:4])
PAIRS = int(sys.argv[4]) if len(sys.argv) > 4 else 3
COUNTEREXAMPLE, ENVIRONMENT = 1, 74


class Systems(InFolder):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("tmp"))
        self.config("fresh")

    def config(self, start, retries=0, **fspec):
        config = {"system": {"kind": "nodes", "command": [NODE, str(retries)], "nodes": 3, "time": "extended", "start": start},
                  "workload": {"kind": "broadcast", "operations": 1}, "fspec": {"eff": "300ms", "eot": "1s"} | fspec}  # fmt: skip
        with open(self.path("c.yaml"), "w", encoding="utf-8") as file:
            json.dump(config, file)

    def start(self, *options, before=()):
        return subprocess.Popen([*before, PROGRAM, "c.yaml", "--stop", "all", "--summary", "json", "--quiet", *options], cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": self.path("tmp")})  # fmt: skip

    def ask(self, status, *options, before=()):
        process = self.start(*options, before=before)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, out + err)
        self.expect_nothing_left()
        return out, err

    def answer(self, out):
        summary = json.loads(out.splitlines()[-1])
        self.assertEqual(summary["determinism"]["differences"], [])
        return summary["verdict"], summary["exhausted"], [(one["faults"], one["violated"], one["minimal"]) for one in summary["counterexamples"]]

    def expect_nothing_left(self):
        until = time.monotonic() + 10
        while below(self.folder) and time.monotonic() < until:
            time.sleep(0.05)
        self.assertEqual(below(self.folder), {})
        self.assertEqual([name for name in os.listdir(self.path("tmp")) if name.startswith("ldfi-farm-")], [])

    def results_of(self, name):
        done = subprocess.run([RESULTS, "summary", self.path(name)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


class Descriptors(Systems):
    def test_every_combination(self):
        """A closed descriptor must not become a pipe of a node, or a file into which text is printed."""
        want = self.answer(self.ask(COUNTEREXAMPLE)[0])
        for closed in ([0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]):
            for start in ("fresh", "reset"):
                with self.subTest(closed=closed, start=start):
                    self.config(start)
                    os.unlink(self.path("c.journal"))
                    words = " ".join(f"{number}>&-" for number in closed)
                    self.ask(ENVIRONMENT if 1 in closed else COUNTEREXAMPLE, before=["sh", "-c", f'exec "$@" {words}', "sh"])
                    self.assertIn("counterexample", self.results_of("c.h5"))
                    self.assertEqual(self.answer(self.ask(COUNTEREXAMPLE, "--resume")[0]), want)


class AtOnce(Systems):
    def test_pairs(self):
        """Two runs in one folder both come to their answers, and keep their results."""
        want = self.answer(self.ask(COUNTEREXAMPLE)[0])
        for number in range(PAIRS):
            self.config(("fresh", "reset")[number % 2])
            for name in os.listdir(self.folder):
                if name.startswith("c.") and name != "c.yaml":
                    os.unlink(self.path(name))
            both = [self.start(), self.start()]
            for process in both:
                out, err = process.communicate(timeout=120)
                self.assertEqual(process.returncode, COUNTEREXAMPLE, out + err)
                self.assertEqual(self.answer(out), want)
            self.expect_nothing_left()
            kept = sorted(name for name in os.listdir(self.folder) if name.endswith(".h5"))
            self.assertEqual(len(kept), 2, os.listdir(self.folder))
            for name in kept:
                self.assertIn("counterexample", self.results_of(name))

    def test_one_folder_of_recordings(self):
        """If two runs make the same folder, one of them reports that the folder exists."""
        both = [self.start("--recordings", "kept", "-o", f"{name}.h5") for name in ("a", "b")]
        found = [(process.communicate(timeout=120)[1], process.returncode) for process in both]
        self.assertEqual(sorted(status for _, status in found), [COUNTEREXAMPLE, ENVIRONMENT], found)
        self.assertIn("kept", next(err for err, status in found if status == ENVIRONMENT))
        self.expect_nothing_left()
        done = subprocess.run([PROGRAM, "--traces", "kept"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(json.loads(done.stdout.splitlines()[-1])["verdict"], "counterexample")


@unittest.skipUnless(subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True).returncode == 0, "this user may not mount")
class FullDisk(Systems):
    """A small disk of its own in place of a folder, which only the run sees. Files that are left there after ten
    seconds are reported.
    """

    WAIT = "for i in $(seq 100); do [ -z \"$(ls -d FOLDER/ldfi-farm-* 2>/dev/null)\" ] && break; sleep 0.1; done; echo left $(ls FOLDER) >&2"

    def full(self, folder, size):
        os.makedirs(self.path(folder), exist_ok=True)
        wait = self.WAIT.replace("FOLDER", folder)
        return ["unshare", "-m", "sh", "-c", f'mount -t tmpfs -o {size} none {folder} && "$@"; status=$?; {wait}; exit $status', "sh"]

    def test_where_nodes_have_their_folders(self):
        for start in ("fresh", "reset"):
            self.config(start)
            for files in (1, 2, 3, 4):
                _, err = self.ask(ENVIRONMENT, before=self.full("tmp", f"nr_inodes={files}"))
                self.assertIn("No space left on device", err)
                self.assertEqual(err.splitlines()[-1], "left")

    def test_where_recordings_go(self):
        """The journal has everything that was recorded so far. The run continues when there is space."""
        want = self.answer(self.ask(COUNTEREXAMPLE, "-o", "other.h5")[0])
        self.config("reset")
        _, err = self.ask(ENVIRONMENT, "--recordings", "small/kept", before=self.full("small", "size=24k"))
        self.assertIn("No space left on device", err)
        self.assertIn("small/kept", err)
        self.assertEqual(self.answer(self.ask(COUNTEREXAMPLE, "--resume")[0]), want)

    def test_where_journal_and_results_go(self):
        for size in ("8k", "16k", "40k"):
            with self.subTest(size=size):
                _, err = self.ask(ENVIRONMENT, "-o", "small/r.h5", before=self.full("small", f"size={size}"))
                self.assertIn("No space left on device", err)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
