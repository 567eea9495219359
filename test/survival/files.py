"""Files of runs, as a user has them: nothing acknowledged, no earlier result and no file of somebody else is lost.

files.py GROUP PROGRAM RESULTS SOURCE_DIR [PAIRS]   groups: descriptors writer config kept temporary
PAIRS: how many pairs of runs begin at once on one output (10).

Faults are injected by strace, since the program is static.
"""

import glob
import itertools
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
import unittest

import h5py

from folder import InFolder
from survive import DONE, FRAME, MAGIC, Journal

GROUP, PROGRAM, RESULTS, SOURCE_DIR = sys.argv[1], *(os.path.abspath(a) for a in sys.argv[2:5])
PAIRS = int(sys.argv[5]) if len(sys.argv) > 5 else 10
KAFKA = os.path.join(SOURCE_DIR, "configs/kafka.yaml")
ENDLESS = [PROGRAM, os.path.join(SOURCE_DIR, "configs/flux.yaml"), "--expand", "live", "-t", "60", "-f", "58", "-o", "r.h5"]
NAMING = "rename,renameat2,link,linkat"  # the calls that give a file a name


class Files(InFolder):
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
    """A closed standard descriptor must not become the descriptor of a file. Otherwise printed text would go
    into the file.
    """

    def test_every_combination(self):
        for closed in ([0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]):
            for program in (PROGRAM, PROGRAM + "-mpi"):
                with self.subTest(closed=closed, program=program):
                    self.one(program, closed)

    def closed(self, closed, *command):
        """Returns the status of the command, which starts without these descriptors."""
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


class Writer(Files):
    """Two runs with the same output begin at once. One searches, and the other waits."""

    def journal_of(self, pid):
        """Returns the inode of the journal that the run has locked and that holds answers, or None."""
        try:
            for name in os.listdir(f"/proc/{pid}/fd"):
                path = f"/proc/{pid}/fd/{name}"
                if ".journal" in os.readlink(path) and self.locked(pid, name) and self.answers(path):
                    return os.stat(path).st_ino
        except OSError:
            pass
        return None

    @staticmethod
    def locked(pid, name):
        with open(f"/proc/{pid}/fdinfo/{name}", encoding="utf-8") as file:
            return "FLOCK" in file.read()

    def has_name(self, inode):
        """Returns true if the journal has its own name or that of a kept file."""
        return inode in {os.stat(path).st_ino for path in glob.glob(self.path("r*.journal"))}

    @staticmethod
    def answers(path):
        """Returns true if the journal holds more than its header."""
        with open(path, "rb") as file:
            start = file.read(4096)
        return b"flux" in start and os.stat(path).st_size > len(MAGIC) + FRAME.size + FRAME.unpack_from(start, len(MAGIC))[0]

    def waits(self, pid):
        """Returns true if the run has the journal open under its name, without a lock."""
        try:
            for name in os.listdir(f"/proc/{pid}/fd"):
                if os.readlink(f"/proc/{pid}/fd/{name}") == self.path("r.journal"):
                    return not self.locked(pid, name)
        except OSError:
            pass
        return False

    def until(self, what, condition):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            time.sleep(0.01)
        self.fail(what)

    def pid_of(self, process):
        """Returns the pid of the program itself, if `process` is strace."""
        def child():
            try:
                with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="utf-8") as file:
                    return [pid for pid in file.read().split() if os.readlink(f"/proc/{pid}/exe") == os.path.realpath(PROGRAM)]
            except OSError:  # a process with which strace tries out features
                return []
        return int(self.until("strace begins nothing", child)[0]) if process.args[0] == "strace" else process.pid

    def begin(self, delayed):
        before = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={NAMING}", "-e",
                  f"inject={NAMING}:delay_enter=300000:when=1"] if delayed else []
        process = subprocess.Popen([*before, *ENDLESS], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def one_pair(self, older, delayed):
        processes = [self.begin(delayed), self.begin(False)]
        pids = [self.pid_of(process) for process in processes]

        def searching():
            for process in processes:
                self.assertIsNone(process.poll(), "one of them left")
            found = {pid: self.journal_of(pid) for pid in pids}
            return {pid: inode for pid, inode in found.items() if inode}

        def other_waits():
            found = searching()
            self.assertEqual(len(found), 1, "both search")
            return self.waits(next(pid for pid in pids if pid not in found))
        self.until("nobody searches", searching)
        self.until("the other one neither waits nor searches", other_waits)
        for _ in range(2):
            (owner, inode), *_ = self.until("nobody searches", searching).items()
            self.assertTrue(self.has_name(inode), "the journal has no name")
            os.kill(owner, signal.SIGUSR1)
            process = processes.pop(pids.index(owner))
            pids.remove(owner)
            said = process.communicate(timeout=60)[1]
            self.assertEqual(process.returncode, 85, said)
            self.assertIn("all results so far are in r.journal", said)
            self.assertTrue(self.has_name(inode), "the journal has no name any more")
        self.assertFalse(glob.glob(self.path("*.tmp-*")))
        self.assertEqual("r.h5" in self.names(), older)

    def test_pairs(self):
        for number in range(PAIRS):
            older, delayed = number % 2 == 0, number % 5 < 2
            with self.subTest(number=number, older=older, delayed=delayed):
                for name in self.names():
                    os.unlink(self.path(name))
                if older:
                    self.kafka(1, "-o", "r.h5")
                self.one_pair(older, delayed)


class Config(Files):
    """Files that a hostile config, or a mistake on the command line, must not replace."""

    def setUp(self):
        super().setUp()
        shutil.copytree(os.path.join(SOURCE_DIR, "configs/protocols"), self.path("c/protocols"))
        shutil.copy(KAFKA, self.path("c/kafka.yaml"))

    def config(self, output):
        with open(KAFKA, encoding="utf-8") as file:
            text = re.sub(r"(?m)^output:.*\n", "", file.read())
        self.put("c/evil.yaml", f"output: {output}\n{text}")
        return "c/evil.yaml"

    def test_a_config_writes_below_the_working_directory(self):
        self.put("precious")
        os.mkdir(self.path("work"))
        os.symlink(self.folder, self.path("work/out"))
        for output, says in ((self.path("precious"), "is an absolute path"), ("../precious", "leads out of its folder"),
                             ("a/../../precious", "leads out of its folder"), ("a/..", "leads out of its folder"),
                             ("out/new", "a symbolic link leads the output out/new out of the working directory")):
            result = subprocess.run([PROGRAM, os.path.join("..", self.config(output))], cwd=self.path("work"), capture_output=True,
                                    text=True, check=False, timeout=60)
            self.assertEqual(result.returncode, 65, result.stderr)
            self.assertIn("evil.yaml:1:9: error: ", result.stderr)
            self.assertIn(says, result.stderr)
            self.assertEqual(os.listdir(self.path("work")), ["out"])
            self.assertEqual(self.names(), ["c", "precious", "work"])
        self.assertEqual(self.bytes_of("precious"), b"precious\n")

    def test_a_config_names_a_folder(self):
        os.mkdir(self.path("runs"))
        self.expect(1, PROGRAM, self.config("runs/./k..h5"))
        self.assertEqual(sorted(os.listdir(self.path("runs"))), ["k..h5", "k..journal"])

    def test_the_command_line_may_say_what_it_likes(self):
        self.kafka(1, "-o", self.path("r.h5"))
        self.kafka(1, "-o", "c/../r.h5")
        self.assertIn("r.prev.h5", self.names())

    def test_a_file_that_is_no_result_stays(self):
        for content in ("precious\n", ""):
            self.put("bashrc", content)
            for _ in range(2):
                self.expect(74, PROGRAM, self.config("bashrc"), says="bashrc exists and is not a results file, so it was not changed")
                self.kafka(74, "-o", "bashrc", says="bashrc exists and is not a results file")
            self.assertEqual(self.bytes_of("bashrc"), content.encode())
            self.assertEqual(self.names(), ["bashrc", "c"])

    def test_an_output_that_is_a_link(self):
        self.kafka(1, "-o", "elsewhere.h5")
        before = self.bytes_of("elsewhere.h5")
        for target in ("elsewhere.h5", "nowhere.h5"):
            os.symlink(target, self.path("r.h5"))
            self.kafka(74, "-o", "r.h5", says="r.h5 is a symbolic link, so it was not changed")
            self.assertEqual(os.readlink(self.path("r.h5")), target)
            os.unlink(self.path("r.h5"))
        os.symlink("elsewhere.journal", self.path("r.journal"))
        self.kafka(74, "-o", "r.h5", says="open r.journal: it is a symbolic link")
        self.assertEqual(self.bytes_of("elsewhere.h5"), before)
        self.assertEqual(self.names(), ["c", "elsewhere.h5", "elsewhere.journal", "r.journal"])

    def test_inputs_stay_whatever_they_are_called(self):
        with open(self.path("c/kafka.yaml"), "rb") as file:
            before = file.read()
        for name in ("c/kafka.yaml", "c/./kafka.yaml", self.path("c/kafka.yaml"), "c/../c/protocols/kafka.ded"):
            self.expect(64, PROGRAM, "c/kafka.yaml", "-o", name, says="would replace an input")
        os.link(self.path("c/kafka.yaml"), self.path("r.h5"))
        self.expect(64, PROGRAM, "c/kafka.yaml", "-o", "r.h5", says="would replace an input")
        os.link(self.path("c/protocols/kafka.ded"), self.path("s.journal"))
        self.expect(64, PROGRAM, "c/kafka.yaml", "-o", "s.h5", says="s.journal is an input")
        self.assertEqual(self.bytes_of("c/kafka.yaml"), before)
        self.assertEqual(self.names(), ["c", "r.h5", "s.journal"])


class Kept(Files):
    """Older results are kept for ever, and at each moment there is a results file."""

    def strace(self, *what):
        return ["strace", "-f", "-qq", "-o", "trace", "-e", f"trace={NAMING}", *(f"--inject={one}" for one in what)]

    def seeds(self):
        return {name: self.seed(name) for name in self.names() if name.endswith(".h5")}

    def test_every_run(self):
        for seed in ("1", "2", "3", "4"):
            self.kafka(1, "-o", "r.h5", "--seed", seed)
        self.assertEqual(self.seeds(), {"r.h5": 4, "r.prev.h5": 1, "r.prev-2.h5": 2, "r.prev-3.h5": 3})

    def test_a_file_of_the_users(self):
        self.kafka(1, "-o", "r.prev.h5", "--seed", "77")
        os.mkdir(self.path("r.prev-2.h5"))
        os.symlink("r.h5", self.path("r.prev-3.h5"))
        for seed in ("1", "2"):
            self.kafka(1, "-o", "r.h5", "--seed", seed)
        os.rmdir(self.path("r.prev-2.h5"))
        self.assertEqual(self.seeds(), {"r.h5": 2, "r.prev.h5": 77, "r.prev-3.h5": 2, "r.prev-4.h5": 1})

    def test_killed_at_every_change_of_a_name(self):
        deaths = 0
        for call, at in itertools.product(NAMING.split(","), range(1, 5)):
            for name in self.names():
                os.unlink(self.path(name))
            self.kafka(1, "-o", "r.h5", "--seed", "1")
            result = self.run_it(PROGRAM, KAFKA, "-o", "r.h5", "--seed", "2", before=self.strace(f"{call}:signal=KILL:when={at}"))
            self.assertIn(1, self.seeds().values(), "the older results are gone")
            self.assertIn("r.h5", self.names(), f"no results after death at {call} {at}")
            if result.returncode != 1:
                deaths += 1
                before_the_journal = call == "rename" and at == 1
                self.kafka(1, "-o", "r.h5", "--seed", "2", *([] if before_the_journal else ["--resume"]))
            # A kill right before the exchange of names keeps the new results under another name.
            seeds = self.seeds()
            self.assertEqual(seeds.pop("r.h5"), 2)
            self.assertIn(sorted(seeds.values()), ([1], [1, 2]))
            self.assertFalse(glob.glob(self.path("*.tmp-*")))
        self.assertGreaterEqual(deaths, 3)

    def test_two_that_store_results_at_once(self):
        self.kafka(1, "-o", "r.h5")
        slow = subprocess.Popen([*self.strace("renameat2:delay_enter=2000000"), PROGRAM, KAFKA, "-o", "r.h5", "--results-only"],
                                cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while "r.prev.h5" not in self.names() and slow.poll() is None:
            time.sleep(0.01)
        self.kafka(1, "-o", "r.h5", "--results-only")
        self.assertEqual(slow.wait(timeout=60), 1)
        inodes = {os.stat(path).st_ino for path in glob.glob(self.path("r*.h5"))}
        self.assertEqual(len(inodes), 3, self.names())
        self.assertFalse(glob.glob(self.path("*.tmp-*")))

    def test_where_there_are_no_hard_links(self):
        for error in ("EPERM", "EOPNOTSUPP"):
            for more in ([], ["renameat2:error=EINVAL"]):
                for name in self.names():
                    os.unlink(self.path(name))
                for seed in ("1", "2", "3"):
                    self.assertIn("verdict", self.kafka(1, "-o", "r.h5", "--seed", seed, before=self.strace(f"link,linkat:error={error}", *more)).stdout)
                self.assertEqual(self.seeds(), {"r.h5": 3, "r.prev.h5": 1, "r.prev-2.h5": 2})
                self.assertEqual(os.stat(self.path("r.prev.h5")).st_nlink, 1)
                self.assertFalse(glob.glob(self.path("*.tmp-*")))

    def test_where_rename_always_replaces(self):
        for seed in ("1", "2"):
            self.kafka(1, "-o", "r.h5", "--seed", seed, before=self.strace("renameat2:error=EINVAL"))
        self.assertEqual(self.seeds(), {"r.h5": 2, "r.prev.h5": 1})


class Temporary(Files):
    """No other program can put a file where a new one is written, and leftovers cause no errors."""

    def test_links_that_others_planted(self):
        self.put("target")
        here = os.getpid()
        for pid in range(here, here + 1000):
            for name in ("r.journal", "r.h5", "r.svg"):
                os.symlink("target", self.path(f"{name}.tmp-{pid}"))
        self.kafka(1, "-o", "r.h5")
        self.assertEqual(self.bytes_of("target"), b"precious\n")
        self.expect(0, RESULTS, "lamport", "r.h5", "-o", "r.svg")
        self.assertEqual(self.bytes_of("target"), b"precious\n")
        for name in ("r.journal", "r.h5", "r.svg"):
            self.assertTrue(stat.S_ISREG(os.lstat(self.path(name)).st_mode), name)

    def test_a_folder_that_cannot_be_listed(self):
        for at in (1, 2):
            self.kafka(1, "-o", "r.h5", before=["strace", "-f", "-qq", "-o", "trace", "-e", "trace=getdents64",
                                                f"--inject=getdents64:error=EIO:when={at}+"])
            with open(self.path("trace"), encoding="utf-8") as file:
                self.assertIn("INJECTED", file.read())

    def test_leftovers_of_the_living_stay(self):
        """A run removes the files of killed runs, but not those that --results-only is about to store."""
        self.kafka(1, "-o", "r.h5")
        slow = subprocess.Popen(["strace", "-f", "-qq", "-o", "trace", "-e", f"trace={NAMING}", "-e",
                                 "inject=renameat2:delay_enter=1000000", PROGRAM, KAFKA, "-o", "r.h5", "--results-only"],
                                cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while not glob.glob(self.path("r.h5.tmp-*")) and slow.poll() is None:
            time.sleep(0.01)
        self.kafka(1, "-o", "r.h5")
        _, said = slow.communicate(timeout=60)
        self.assertEqual(slow.returncode, 1, said)
        inodes = {os.stat(path).st_ino for path in glob.glob(self.path("r*.h5"))}
        self.assertEqual(len(inodes), 3, self.names())

    def test_what_ldfi_results_writes_replaces_nothing(self):
        for name in ("r.h5", "other.h5"):
            self.kafka(1, "-o", name)
        whole = {name: self.bytes_of(name) for name in ("r.journal", "other.h5", "other.journal")}
        for name in whole:
            self.expect(74, RESULTS, "lamport", "r.h5", "-o", name, says=f"{name} belongs to a run of ldfi-farm")
        os.symlink("other.h5", self.path("link.svg"))
        self.expect(74, RESULTS, "lamport", "r.h5", "-o", "link.svg", says="link.svg is a symbolic link, so it was not changed")
        self.assertEqual({name: self.bytes_of(name) for name in whole}, whole)
        self.put("notes.txt")
        for _ in range(2):  # the second run finds the files that it would write
            self.expect(0, RESULTS, "lamport", "r.h5", "-o", "notes.txt")
        self.assertEqual(self.bytes_of("notes.prev.txt"), b"precious\n")
        self.assertFalse(os.path.exists(self.path("notes.prev-2.txt")))
        os.mkdir(self.path("folder"))
        self.put("folder/cells.csv")
        self.expect(0, RESULTS, "export", "--csv", "r.h5", "-o", "folder")
        self.assertEqual(self.bytes_of("folder/cells.prev.csv"), b"precious\n")

    def test_what_ldfi_results_must_not_replace(self):
        self.kafka(1, "-o", "r.h5")
        before = self.bytes_of("r.h5")
        for name in ("r.h5", "./r.h5", self.path("r.h5")):
            self.expect(64, RESULTS, "lamport", "r.h5", "-o", name, says="would replace the results file")
        os.mkfifo(self.path("fifo"))
        self.expect(74, RESULTS, "lamport", "r.h5", "-o", "fifo", says="fifo is not a regular file, so it was not changed")
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("fifo")).st_mode))
        self.assertEqual(self.bytes_of("r.h5"), before)


if __name__ == "__main__":
    suite = {"descriptors": Descriptors, "writer": Writer, "config": Config, "kept": Kept, "temporary": Temporary}[GROUP]
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(suite))
    sys.exit(not result.wasSuccessful())
