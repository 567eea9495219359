"""Files of runs, as a user has them: nothing acknowledged, no earlier result and no file of somebody else is lost.

files.py GROUP PROGRAM RESULTS SOURCE_DIR   groups: descriptors
"""

import os
import subprocess
import sys
import tempfile
import unittest

import h5py

from survive import DONE, Journal

GROUP, PROGRAM, RESULTS, SOURCE_DIR = sys.argv[1], *(os.path.abspath(a) for a in sys.argv[2:5])
KAFKA = os.path.join(SOURCE_DIR, "configs/kafka.yaml")


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)

    def path(self, name):
        return os.path.join(self.folder, name)

    def put(self, name, content="precious\n"):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(content)

    def bytes_of(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def names(self):
        return sorted(os.listdir(self.folder))

    def run_it(self, *command, before=()):
        return subprocess.run([*before, *command], cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)

    def expect(self, status, *command, says="", before=()):
        result = self.run_it(*command, before=before)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn(says, result.stderr)
        return result

    def kafka(self, status, *options, says="", before=()):
        return self.expect(status, PROGRAM, KAFKA, "--quiet", *options, says=says, before=before)

    def seed(self, name):
        with h5py.File(self.path(name)) as file:
            return int(file.attrs["seed"])


class Descriptors(Files):
    """A closed standard descriptor must not become the number of a file, or what is printed goes into it."""

    def test_every_combination(self):
        for closed in ([0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]):
            for program in (PROGRAM, PROGRAM + "-mpi"):
                with self.subTest(closed=closed, program=program):
                    self.one(program, closed)

    def closed(self, closed, *command):
        """The status of the command, begun without these descriptors."""
        redirections = " ".join(f"{number}>&-" for number in closed)
        quiet = {number: subprocess.DEVNULL for number in (0, 1, 2)}
        return subprocess.run(["sh", "-c", f'exec "$@" {redirections}', "sh", *command], cwd=self.folder, timeout=120, check=False,
                              stdin=quiet[0], stdout=quiet[1], stderr=quiet[2]).returncode

    def one(self, program, closed):
        run = [program, KAFKA, "--expand", "live", "--verbose", "-o", "r.h5"]
        lost = 74 if 1 in closed else 1
        self.assertEqual(self.closed(closed, *run), lost)
        journal = Journal(self.path("r.journal"))
        self.assertEqual(journal.good, len(journal.data), "something else stands in the journal")
        self.assertEqual(journal.types[-1], DONE)
        self.expect(1, *run, "--resume", says=f"r.journal holds {len(journal.keys)} executed jobs")
        self.expect(0, RESULTS, "summary", "r.h5")
        self.assertEqual(self.closed(closed, RESULTS, "summary", "r.h5"), 74 if 1 in closed else 0)
        self.assertEqual(self.closed(closed, RESULTS, "lamport", "r.h5", "-o", "r.svg"), 0)
        self.assertTrue(self.bytes_of("r.svg").rstrip().endswith(b"</svg>"))
        for name in self.names():
            os.unlink(self.path(name))


if __name__ == "__main__":
    suite = {"descriptors": Descriptors}[GROUP]
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(suite))
    sys.exit(not result.wasSuccessful())
