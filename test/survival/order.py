"""Checks the order of a run's writes to the disk, by strace, because a crash of the machine cannot be tested
here.

order.py PROGRAM SOURCE_DIR
"""

import glob
import os
import re
import signal
import stat
import subprocess
import sys
import time
import unittest

from folder import InFolder

PROGRAM, SOURCE_DIR = (os.path.abspath(a) for a in sys.argv[1:3])
KAFKA = [PROGRAM, os.path.join(SOURCE_DIR, "configs/kafka.yaml"), "--quiet", "-o", "r.h5"]
ENDLESS = [PROGRAM, os.path.join(SOURCE_DIR, "configs/flux.yaml"), "--expand", "live", "-t", "60", "-f", "58", "--quiet", "-o", "r.h5"]
NAMING = "rename,renameat2,link,linkat"


class Order(InFolder):
    def run_it(self, status, command, before=()):
        result = subprocess.run([*before, *command], cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(result.returncode, status, result.stderr)

    def traced(self, calls, status, command):
        """Returns the system calls of a run, one per line. Descriptors are shown with the names of their files."""
        self.run_it(status, command, ["strace", "-f", "-qq", "-y", "-o", "trace", "-e", f"trace={calls}"])
        with open(self.path("trace"), encoding="utf-8") as file:
            return file.read().splitlines()

    def first(self, lines, pattern):
        for number, line in enumerate(lines):
            if re.search(pattern, line):
                return number
        return self.fail(f"{pattern} is not in\n" + "\n".join(lines))

    def test_results_are_on_the_disk_before_they_have_their_name(self):
        for older in (False, True):
            lines = self.traced(f"fdatasync,fsync,{NAMING}", 1, KAFKA)
            written = self.first(lines, r"fdatasync\(\d+<.*/r\.h5\.tmp-[0-9a-f]{16}>\) += 0")
            named = self.first(lines, r'rename.*, .*"r\.h5".* = 0')
            folder = self.first(lines, rf"fsync\(\d+<{re.escape(self.folder)}/?>\) += 0")
            self.assertLess(written, named, f"older results: {older}")
            self.assertLess(named, folder, f"older results: {older}")

    def test_a_journal_is_forced_to_the_disk_now_and_then(self):
        # The journal is synced after 5 s, as soon as it has an answer, and so is its name.
        lines = self.traced("fdatasync,fsync", 2, [*ENDLESS, "--time-limit", "7s"])
        journal = self.first(lines, r"fdatasync\(\d+<.*/r\.journal>\) += 0")
        self.assertLess(journal, self.first(lines, r"fdatasync\(\d+<.*/r\.h5\.tmp-[0-9a-f]{16}>\)"))
        self.assertLess(journal, self.first(lines, rf"fsync\(\d+<{re.escape(self.folder)}/?>\) += 0"))

    def test_new_files_are_nobody_elses(self):
        lines = self.traced("open,openat,creat", 1, KAFKA)
        made = [line for line in lines if "O_CREAT" in line and ".tmp-" in line]
        # The journal, the check that results can be written, and the results.
        self.assertEqual(len(made), 3, "\n".join(made))
        for line in made:
            self.assertIn("O_EXCL", line)
            self.assertIn("O_NOFOLLOW", line)

    def test_a_lock_of_a_file_that_has_lost_its_name(self):
        """Between opening and locking a journal, another run replaces it and is stopped. The answers of that run
        must be kept.
        """
        self.run_it(1, KAFKA)
        # The first lock is that of a new file, by which the run checks that results can be written.
        late = subprocess.Popen(["strace", "-f", "-qq", "-o", "trace", "-e", "trace=flock", "-e",
                                 "inject=flock:delay_enter=5000000:when=2", *KAFKA], cwd=self.folder, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)
        self.addCleanup(late.wait)
        first = os.stat(self.path("r.journal"))
        self.until(lambda: self.has_open(late.pid, first))
        stopped = subprocess.Popen(ENDLESS, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.until(lambda: os.stat(self.path("r.journal")).st_ino != first.st_ino and os.stat(self.path("r.journal")).st_size > 10_000)
        stopped.send_signal(signal.SIGUSR1)
        self.assertEqual(stopped.wait(timeout=60), 85)
        answers = os.stat(self.path("r.journal")).st_ino
        self.assertIsNone(late.poll(), "it was to wait until now")
        self.assertEqual(late.wait(timeout=60), 1)
        self.assertIn(answers, [os.stat(name).st_ino for name in glob.glob(self.path("r*.journal"))])

    def until(self, condition):
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.005)

    @staticmethod
    def has_open(strace, file):
        """Returns the program that strace runs, if it has the file open."""
        try:
            with open(f"/proc/{strace}/task/{strace}/children", encoding="utf-8") as children:
                for pid in children.read().split():
                    for number in os.listdir(f"/proc/{pid}/fd"):
                        found = os.stat(f"/proc/{pid}/fd/{number}")
                        if stat.S_ISREG(found.st_mode) and (found.st_dev, found.st_ino) == (file.st_dev, file.st_ino):
                            return True
        except OSError:
            pass
        return False


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
