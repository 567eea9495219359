"""Signals and limits: whatever ends a run, it leaves with a documented status, says why, and the journal goes on.

limits.py FARM RESULTS SOURCE_DIR MPIRUN…   (the launcher with its flags, up to -n)
limits.py --limited LIMIT… -- COMMAND…      becomes COMMAND under limits such as fsize=100000 or threads=0
"""

import ctypes
import fcntl
import json
import os
import platform
import random
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

from survive import Journal

STATUSES = {0, 1, 2, 64, 65, 70, 74, 85}
FLUX = ["configs/flux.yaml", "--expand", "live", "-t", "16", "-f", "14"]
STOPS = (signal.SIGUSR1, signal.SIGUSR2, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU, signal.SIGALRM,
         signal.SIGVTALRM, signal.SIGPROF, signal.SIGIO, signal.SIGPWR, signal.SIGSTKFLT)


def no_more_threads():
    """Lets clone3, and clone of a thread, fail with EAGAIN, as under a limit on processes, which does not apply
    to root.
    """
    numbers = {"x86_64": (435, 56), "aarch64": (435, 220)}[platform.machine()]
    load, jump_if, jump_if_set, give = 0x20, 0x15, 0x45, 0x06
    thread, again, allow = 0x10000, 0x00050000 | 11, 0x7FFF0000
    code = [(load, 0, 0, 0), (jump_if, 4, 0, numbers[0]), (jump_if, 0, 2, numbers[1]), (load, 0, 0, 16),
            (jump_if_set, 1, 0, thread), (give, 0, 0, allow), (give, 0, 0, again)]
    instructions = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *line) for line in code))
    program = struct.pack("<HxxxxxxQ", len(code), ctypes.addressof(instructions))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    # Sets no_new_privs, then installs the filter.
    for arguments in ((38, 1, 0, 0, 0), (22, 2, program, 0, 0)):
        if prctl(arguments[0], *[ctypes.c_ulong(a) if isinstance(a, int) else a for a in arguments[1:]]) != 0:
            raise OSError(ctypes.get_errno(), "prctl")


def set_limits(limits):
    for name, value in limits.items():
        if name == "threads":
            no_more_threads()
        else:
            pair = [int(v) for v in str(value).split(":")]
            resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (pair[0], pair[-1]))


class Limits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.symlink(os.path.join(SOURCE_DIR, "configs"), self.path("configs"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, command, **more):
        return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)

    def run_it(self, command, **limits):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120, check=False,
                              preexec_fn=lambda: set_limits(limits))

    def farm(self, *arguments, **limits):
        result = self.run_it([FARM, *arguments, "-o", "run.h5", "--quiet", "--summary", "json"], **limits)
        self.assertIn(result.returncode, STATUSES, f"{arguments} {limits}\n{result.stderr}")
        return result

    def ranks(self, *arguments, **limits):
        told = [f"{name}={value}" for name, value in limits.items()]
        result = self.run_it([*MPIRUN, "-n", "2", sys.executable, "-B", os.path.abspath(__file__), "--limited", *told, "--",
                              FARM, *arguments, "-o", "run.h5", "--quiet", "--summary", "json"])
        self.assertIn(result.returncode, STATUSES, f"{arguments} {limits}\n{result.stderr}")
        return result

    def expect(self, result, status, *said):
        self.assertEqual(result.returncode, status, result.stderr)
        for text in said:
            self.assertIn(text, result.stderr)

    def goes_on(self, whole):
        """Expects that acknowledged answers are kept, and that the run comes to the answer of an undisturbed
        run.
        """
        result = self.farm(*FLUX, "--resume")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(json.loads(result.stdout)["executions"], whole)

    def whole(self):
        result = self.farm(*FLUX)
        self.assertEqual(result.returncode, 0, result.stderr)
        for name in ("run.h5", "run.journal"):
            os.unlink(self.path(name))
        return json.loads(result.stdout)["executions"]

    @staticmethod
    def until_it_catches(process, number):
        """Waits until the process handles the signal, or until it has ended, because some runs are short."""
        while process.poll() is None:
            with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
                caught = next(line for line in file if line.startswith("SigCgt:"))
            if int(caught.split()[1], 16) >> (number - 1) & 1:
                return
            time.sleep(0.001)

    def test_file_sizes(self):
        whole = self.whole()
        for run in (self.farm, self.ranks):
            self.expect(run(*FLUX, fsize=20000), 74, "write run.journal: File too large", "--resume")
            journal = Journal(self.path("run.journal"))
            self.assertEqual(journal.good, len(journal.data), "half a record was left")
            self.goes_on(whole)
            for name in ("run.h5", "run.journal"):
                os.unlink(self.path(name))
        self.expect(self.farm("configs/kafka.yaml", fsize=5000), 74, "File too large")
        self.expect(self.farm("configs/kafka.yaml", "--check", fsize=0), 0)

    def test_cpu_time(self):
        long = ["configs/flux.yaml", "--expand", "live", "-t", "60", "-f", "58"]
        for run, limit in ((self.farm, "1:20"), (self.farm, 2), (self.ranks, "1:20")):
            self.expect(run(*long, cpu=limit), 85, "stopped on SIGXCPU", "--resume")
            os.unlink(self.path("run.journal"))

    def test_threads(self):
        for run in (self.farm, self.ranks):
            self.expect(run("configs/kafka.yaml", threads=0), 74, "cannot start a thread: Resource temporarily unavailable")

    def test_a_thread_that_the_answer_does_not_need(self):
        """A thread explores small fault sets during a long search. Without it, the answer is the same."""
        result = self.run_it(["strace", "-f", "-qq", "-o", "trace", "-e", "trace=clone,clone3", "-e", "inject=clone,clone3:error=EAGAIN:when=2+",
                              FARM, "configs/raft.yaml", "-t", "22", "-f", "20", "-o", "run.h5", "--quiet"])
        self.expect(result, 0)
        with open(self.path("trace"), encoding="utf-8") as file:
            self.assertIn("INJECTED", file.read(), "it asked for no second thread")

    def test_stack(self):
        for run in (self.farm, self.ranks):
            self.expect(run("configs/kafka.yaml", stack=65536), 74, "the stack is limited to 64 KiB")
        self.expect(self.farm("configs/kafka.yaml", stack=524288), 1)

    def test_descriptors(self):
        for count in range(3, 9):
            result = self.farm("configs/kafka.yaml", nofile=count)
            self.assertIn(result.returncode, (1, 74), f"{count}: {result.stderr}")
            if result.returncode == 74:
                self.assertIn("Too many open files", result.stderr)
        for count in (12, 14):
            self.expect(self.ranks("configs/kafka.yaml", nofile=count), 74, "Too many open files")

    def test_memory(self):
        for megabytes in (18, 20, 24, 28, 32, 40):  # the program itself takes 17 MB
            result = self.farm(*FLUX, **{"as": megabytes << 20})
            self.assertIn(result.returncode, (0, 74), f"{megabytes} MiB: {result.stderr}")
            self.assertNotIn("bug", result.stderr)
            if result.returncode == 74:
                self.assertRegex(result.stderr, "out of memory|cannot start a thread")

    def test_a_signal_at_any_moment(self):
        began = time.monotonic()
        self.expect(self.farm("configs/kafka.yaml"), 1)
        took = time.monotonic() - began
        moments = random.Random(1)
        for number in STOPS * 4:
            process = self.start([FARM, "configs/kafka.yaml", "-o", "any.h5"])
            self.until_it_catches(process, number)
            time.sleep(moments.uniform(0, took))
            process.send_signal(number)
            said = process.communicate(timeout=60)
            self.assertIn(process.returncode, (1, 85), f"{number}: {said[1]}")
            if process.returncode == 85:
                self.assertIn(f"stopped on {signal.Signals(number).name}", said[1])

    def test_nohup(self):
        process = self.start([FARM, *FLUX, "-o", "run.h5"], preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.until_it_catches(process, signal.SIGTERM)
        process.send_signal(signal.SIGHUP)
        said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, said[1])

    def test_results(self):
        self.expect(self.farm("configs/kafka.yaml"), 1)
        for limits, status, said in (({"fsize": 1000}, 74, "File too large"), ({"stack": 65536}, 74, "the stack is limited")):
            self.expect(self.run_it([RESULTS, "report", "run.h5", "-o", "run.html"], **limits), status, said)
        for number in STOPS:
            process = self.start([RESULTS, "export", "--json", "run.h5"])
            # The run will have to wait for a reader.
            fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, 4096)
            while struct.unpack("i", fcntl.ioctl(process.stdout, termios.FIONREAD, b"1234"))[0] == 0:
                self.assertIsNone(process.poll(), "it writes more than the pipe holds")
                time.sleep(0.001)
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=60), 85)
            self.assertIn(f"stopped on {signal.Signals(number).name}", process.communicate()[1])


if __name__ == "__main__":
    if sys.argv[1] == "--limited":
        split = sys.argv.index("--")
        set_limits(dict(limit.split("=") for limit in sys.argv[2:split]))
        os.execv(sys.argv[split + 1], sys.argv[split + 1:])
    FARM, RESULTS, SOURCE_DIR = (os.path.abspath(a) for a in sys.argv[1:4])
    MPIRUN = sys.argv[4:]
    unittest.main(argv=sys.argv[:1], verbosity=2)
