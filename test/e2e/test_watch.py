"""`ldfi-results watch` beside runs that go on: test_watch.py LDFI_FARM LDFI_RESULTS SOURCE_DIR"""

import concurrent.futures
import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

FARM, RESULTS, SOURCE_DIR = map(os.path.abspath, sys.argv[1:4])
CONFIGS = os.path.join(SOURCE_DIR, "configs")
sys.path.insert(0, os.path.join(SOURCE_DIR, "test/support"))
from journal_bytes import DONE, HEADER, MAGIC, REPORT, STANDING, journal, record, records_of  # noqa: E402

MPIRUN = ["mpirun", "--quiet", "--allow-run-as-root", "--oversubscribe", "-n"]
LONG = ("paxos.yaml", "--strategy", "exhaustive", "--exhaustive-limit", "1000000000000")  # 9 billion fault sets


def text(word):
    return struct.pack("<Q", len(word)) + word


class Watch(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), "rb") as stream:
            return stream.read()

    def write(self, name, data):
        with open(self.path(name), "wb") as stream:
            stream.write(data)

    def begin(self, config, *arguments, ranks=1):
        mpirun = [*MPIRUN, str(ranks)] if ranks > 1 else []
        run = subprocess.Popen([*mpirun, FARM, os.path.join(CONFIGS, config), "-o", "r.h5", "--quiet", "--summary", "json", *arguments],
                               cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(self.end, run)
        return run

    @staticmethod
    def end(run):
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
        run.communicate()

    def finished(self, config, *arguments, ranks=1):
        run = self.begin(config, *arguments, ranks=ranks)
        out, err = run.communicate(timeout=120)
        self.assertIn(run.returncode, (0, 1, 2), err)
        return json.loads(out.splitlines()[-1])

    def watch(self, *arguments, status=0, name="r.journal"):
        done = subprocess.run([RESULTS, "watch", name, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def now(self):
        said = self.watch("--json")
        self.assertEqual(said.count("\n"), 1)
        return json.loads(said)

    def until(self, good, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if os.path.exists(self.path("r.journal")):
                seen = self.now()
                if good(seen):
                    return seen
            time.sleep(0.1)
        raise AssertionError("it never came")


class Runs(Watch):
    def test_a_farm_that_goes_on(self):
        run = self.begin(*LONG, "--time-limit", "8s", ranks=3)
        first = self.until(lambda seen: seen["standing"] and seen["per_s"])
        held = self.read("r.journal")
        later = self.until(lambda seen: seen["executions"] > first["executions"])
        self.assertTrue(self.read("r.journal").startswith(held))  # nobody but the run writes
        self.assertEqual((first["finished"], first["verdict"], first["best"]), (False, None, None))
        self.assertGreater(first["standing"]["frontier"], later["standing"]["frontier"] - 1)
        self.assertEqual(first["standing"]["workers"], 2)
        self.assertTrue(0 < first["standing"]["seconds_left"] < 8, first)
        self.assertEqual(first["standing"]["cell"], "7/6/1")
        table = self.watch("--once")
        self.assertRegex(table, r"state +searching 7/6/1, [12] of 2 workers busy")
        self.assertRegex(table, r"executions +\d+, \d+ per s\ntried +\d+ fault sets\nfrontier +\d+ fault sets left\n")
        self.assertRegex(table, r"budget +0:00:\d\d left\nwritten +0:00:0\d ago")
        live = subprocess.run([RESULTS, "watch", "r.journal"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(live.returncode, 0, live.stderr)
        self.assertRegex(live.stdout, r"state +finished: inconclusive")  # it ended by itself, with the run
        out, _ = run.communicate(timeout=30)
        told = json.loads(out.splitlines()[-1])
        last = self.now()
        self.assertEqual((last["executions"], last["verdict"], last["finished"]), (told["executions"], "inconclusive", True))

    def test_a_terminal_is_written_in_place(self):
        self.begin(*LONG, "--time-limit", "6s")
        self.until(lambda seen: seen["answers"] > 0)
        sizes = ((24, 40), (5, 2))
        terminals = [self.on_a_terminal(*size) for size in sizes]
        said = {master: b"" for _, master in terminals}
        while said.keys() and (ready := select.select(list(said), [], [], 30)[0]):
            for master in ready:
                try:
                    said[master] += os.read(master, 65536)
                except OSError:  # the other end is closed
                    self.assert_in_place(said.pop(master).decode(), *sizes[[m for _, m in terminals].index(master)])
        self.assertEqual(said, {})
        for shown, master in terminals:
            self.assertEqual(shown.wait(10), 0)
            os.close(master)

    def on_a_terminal(self, rows, columns):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        shown = subprocess.Popen([RESULTS, "watch", "r.journal"], cwd=self.folder, stdout=slave, env={**os.environ, "TERM": "xterm"})
        os.close(slave)
        return shown, master

    def assert_in_place(self, said, rows, columns):
        """A table is not a higher than the terminal, where the cursor cannot go; but the last one is whole."""
        tables = re.split(r"\x1b\[(\d+)A", said)
        self.assertGreater(len(tables), 3)
        for table, up in zip(tables[::2], tables[1::2]):
            lines = re.sub(r"\x1b\[[KJ]", "", table).split("\r\n")
            self.assertEqual(len(lines), int(up) + 1)
            self.assertLessEqual(len(lines), rows)
            self.assertLessEqual(max(map(len, lines)), columns - 1)
        if columns > 20:
            self.assertIn("finished: inconclusive", tables[-1])

    def test_it_is_left_by_a_signal(self):
        self.begin(*LONG, "--time-limit", "6s")
        self.until(lambda seen: seen["answers"] > 0)
        for number in (signal.SIGINT, signal.SIGTERM):
            watching = subprocess.Popen([RESULTS, "watch", "r.journal"], cwd=self.folder, stdout=subprocess.PIPE)
            watching.stdout.readline()
            watching.send_signal(number)
            watching.communicate(timeout=10)
            self.assertEqual(watching.returncode, 85)

    def test_the_best_counterexample_of_a_search(self):
        told = self.finished("kafka.yaml", "--stop", "all")
        seen = self.now()
        self.assertEqual(seen["best"], {"faults": told["counterexamples"][0]["faults"], "size": 3, "cell": ""})
        self.assertEqual((seen["executions"], seen["verdict"]), (told["executions"], told["verdict"]))
        self.assertIn("best so far   O(b,Z,1) O(c,Z,1) C(a,4)  (3 faults)\n", self.watch("--once"))

    def test_exhaustive_and_random_runs(self):
        for strategy in ("exhaustive", "random"):
            told = self.finished("simple-deliv.yaml", "--strategy", strategy)
            seen = self.now()
            self.assertEqual(seen["verdict"], "counterexample", strategy)
            self.assertGreaterEqual(seen["executions"], told["executions"], strategy)  # a random job does not end at once
            self.assertGreaterEqual(seen["violating"], 1)

    def test_names_of_relations_and_sides(self):
        for config in ("mutants/disk-log-ignores-errors.yaml", "mutants/hdfs-rack-dead-rack.yaml"):
            told = self.finished(config)
            self.assertEqual(self.now()["best"]["faults"], told["counterexamples"][0]["faults"], config)

    def test_a_sweep(self):
        told = self.finished("sweeps/kafka.yaml", ranks=2)
        seen = self.now()
        self.assertEqual(seen["best"]["faults"], "O(b,Z,1) O(c,Z,1) C(a,4)")
        self.assertEqual(seen["cells"]["searched"], sum(seen["cells"]["verdicts"].values()))
        self.assertLessEqual(seen["cells"]["searched"], len(told["cells"]))
        self.assertEqual(len(seen["cells"]["last"]), 8)
        verdicts = {cell["cell"] if isinstance(cell.get("cell"), str) else "{eot},{eff},{crashes}".format(**cell): cell["verdict"] for cell in told["cells"]}
        for cell in seen["cells"]["last"]:
            self.assertEqual(cell["verdict"], verdicts[cell["cell"]], cell)
        self.assertRegex(self.watch(), r"cells +\d+ cells searched( of \d+)?: \d+ certified, \d+ counterexample")

    def test_a_sweep_of_a_real_system(self):
        run = self.begin("systems/broadcast-sweep.yaml")
        during = self.until(lambda seen: seen["standing"] and seen["standing"]["cells_done"] and seen["best"])
        self.assertEqual(during["standing"]["cells_total"], 6)
        self.assertRegex(self.watch("--once"), r"cells +\d of 6 done(, 1 under way)?\n")
        out, err = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 1, err)
        told = json.loads(out.splitlines()[-1])
        seen = self.now()
        self.assertEqual((seen["fault_sets"], seen["verdict"]), (told["executions"], "counterexample"))
        falls = {cell["cell"]: [one["faults"] for one in cell["counterexamples"]] for cell in told["cells"]}
        self.assertIn(seen["best"]["faults"], [one if isinstance(one, str) else " ".join(one) for one in falls[seen["best"]["cell"]]])
        self.assertIn("6 of 6 done\n", self.watch())

    def test_a_real_system(self):
        told = self.finished("systems/broadcast-python.yaml")
        seen = self.now()
        self.assertEqual((seen["fault_sets"], seen["verdict"]), (told["executions"], told["verdict"]))
        self.assertGreater(seen["executions"], seen["fault_sets"])  # some were executed twice
        faults = told["counterexamples"][0]["faults"]
        self.assertEqual(seen["best"]["faults"], faults if isinstance(faults, str) else " ".join(faults))

    def test_a_run_that_is_killed_and_goes_on(self):
        run = self.begin(*LONG, "--time-limit", "30s")
        before = self.until(lambda seen: seen["standing"])
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        shown = subprocess.Popen([RESULTS, "watch", "r.journal"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end_one, shown)
        time.sleep(1.5)
        self.assertIsNone(shown.poll())  # it may go on
        with open(self.path("r.journal"), "ab") as stream:
            stream.write(b"\0\1\2")  # half a record, which the next session cuts off
        self.assertIsNone(self.now()["verdict"])
        self.assertRegex(self.watch("--once"), r"its end +the record at byte \d+ is incomplete \(the file ends within a record\)")
        self.begin(*LONG, "--time-limit", "4s", "--resume").communicate(timeout=60)
        out, _ = shown.communicate(timeout=30)
        self.assertIn("finished: inconclusive", out)
        self.assertGreater(self.now()["executions"], before["executions"])

    @staticmethod
    def end_one(process):
        process.kill()
        process.communicate()

    def test_another_run_takes_the_name(self):
        self.finished("kafka.yaml")
        data = self.read("r.journal")
        self.write("r.journal", journal(records_of(data)[:2]))  # as if it went on
        shown = subprocess.Popen([RESULTS, "watch", "r.journal"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end_one, shown)
        time.sleep(1.5)
        self.write("other", data)
        os.rename(self.path("other"), self.path("r.journal"))
        out, _ = shown.communicate(timeout=30)
        self.assertIn("another run has started this journal again since", out)
        self.assertIn("finished: counterexample", out)

    def test_it_shrinks_or_goes_away(self):
        self.finished("kafka.yaml")
        data = self.read("r.journal")
        start = len(journal(records_of(data)[:1]))
        for harm, status, says in ((lambda: os.truncate(self.path("r.journal"), start), 0, None),
                                   (lambda: os.remove(self.path("r.journal")), 74, r"open r\.journal: No such file")):
            self.write("r.journal", journal(records_of(data)[:-1]))
            shown = subprocess.Popen([RESULTS, "watch", "r.journal"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.addCleanup(self.end_one, shown)
            time.sleep(1.5)
            harm()
            if status == 0:
                time.sleep(1.5)
                with open(self.path("r.journal"), "ab") as stream:
                    stream.write(data[start:])
            _, err = shown.communicate(timeout=30)
            self.assertEqual(shown.returncode, status, err)
            if says:
                self.assertRegex(err, says)

    def test_no_lock(self):
        self.finished("kafka.yaml")
        self.write("r.journal", journal(records_of(self.read("r.journal"))[:-1]))
        shown = subprocess.Popen([RESULTS, "watch", "r.journal"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end_one, shown)
        time.sleep(1)
        self.finished("kafka.yaml", "--resume")
        out, _ = shown.communicate(timeout=30)
        self.assertIn("finished: counterexample", out)


class Hostile(Watch):
    """Journals from strangers."""

    def setUp(self):
        super().setUp()
        self.finished("kafka.yaml")
        self.records = records_of(self.read("r.journal"))
        self.header = self.records[0][1]
        self.report = next(payload for kind, payload in self.records if kind == REPORT)

    def refused(self, data, says, status=65):
        self.write("x.journal", data)
        with concurrent.futures.ThreadPoolExecutor() as all_at_once:  # each looks at what is damaged for some seconds
            for said in all_at_once.map(lambda how: self.watch(*how, status=status, name="x.journal"), ((), ("--once",), ("--json",))):
                self.assertRegex(said, says)

    def test_what_is_no_journal(self):
        self.refused(b"", r"x\.journal is not a journal of ldfi-farm")
        self.refused(self.read("r.h5"), r"x\.journal is not a journal")
        self.refused(MAGIC, r"x\.journal: the header is damaged at byte 8")
        self.refused(MAGIC + bytes(1 << 20), r"x\.journal: the header is damaged at byte 8 \(its checksum does not match\)")
        self.refused(MAGIC + struct.pack("<IIQ", 0xFFFFFFFF, 1, 0), r"damaged at byte 8 \(the file ends within a record\)")
        self.refused(journal([(REPORT, self.report)]), r"the header is damaged")
        self.refused(journal([(HEADER, struct.pack("<I", 3) + b"x" * 9)]), r"has journal format 3, this program reads \d+")
        self.refused(journal([(HEADER, self.header[:4] + b"\xff" * 4096)]), r"the header is damaged at byte 8")

    def test_records_that_make_no_sense(self):
        at = len(journal([(HEADER, self.header)]))
        nonsense = rf"x\.journal: the record at byte {at} makes no sense"
        for kind, payload in ((REPORT, b""), (REPORT, self.report[:32] + b"\xff" * 4), (REPORT, self.report[:32] + bytes(1 << 20)),
                              (STANDING, b""), (STANDING, b"\xff" * 512)):
            self.refused(journal([(HEADER, self.header), (kind, payload)]), nonsense)

    def test_damage_in_the_middle(self):
        data = bytearray(self.read("r.journal"))
        at = len(journal([(HEADER, self.header)]))
        data[at + 40] ^= 1
        self.refused(bytes(data), rf"x\.journal: the record at byte {at} is damaged \(its checksum does not match\)")
        self.refused(journal([(HEADER, self.header), (99, b"x")]), rf"x\.journal: the record at byte {at} is damaged \(its type, 99, is unknown\)")

    def test_places(self):
        os.mkdir(self.path("folder"))
        os.mkfifo(self.path("fifo"))
        for name, says in (("folder", "open folder: "), ("fifo", "open fifo: it is not a regular file"), ("nothing", "open nothing: No such file")):
            self.assertIn(says, self.watch("--once", status=74, name=name))
        with open("/dev/full", "wb") as full:
            done = subprocess.run([RESULTS, "watch", "r.journal"], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 74, done.stderr)

    def test_usage(self):
        self.assertIn("watch: the name of a journal (.journal) is missing", self.watch("--once", status=64, name="--once"))
        self.assertIn("watch has no option --cell", self.watch("--cell", "1", status=64))
        done = subprocess.run([RESULTS, "summary", "r.h5", "--once"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, "summary has no option --once" in done.stderr), (64, True), done.stderr)

    def test_nothing_controls_the_terminal(self):
        evil = b"\x1b]0;x\x07\x1b[2J"
        header = self.header.replace(b"kafka.yaml", evil[:10])
        phase, cell = text(evil), text(b"\xe2\x80\xae" + evil)
        standing = struct.pack("<d", float("nan")) + phase + cell + struct.pack("<II", 1, 2) + bytes(5)
        self.write("x.journal", journal([(HEADER, header), *self.records[1:-1], (STANDING, standing), (DONE, evil)]))
        for how in ((), ("--once",), ("--json",)):
            said = self.watch(*how, name="x.journal")
            self.assertNotRegex(said, r"[\x00-\x09\x0b-\x1f\x7f\u202e]")
        self.assertIn(r"finished: \x1b]0;x\x07\x1b[2J", self.watch(name="x.journal"))

    def test_faults_at_nodes_that_there_are_not(self):
        fewer = self.header[:self.header.rindex(struct.pack("<Q", 5) + text(b"C"))] + bytes(16)  # no nodes, no relations
        self.write("x.journal", journal([(HEADER, fewer), *self.records[1:]]))
        self.assertRegex(self.watch(status=65, name="x.journal"), r"makes no sense: faults at nodes that there are not")

    def test_memory_does_not_grow_with_the_journal(self):
        self.write("x.journal", journal([(HEADER, self.header), *[(REPORT, self.report)] * 200_000, (DONE, b"certified")]))
        seen = json.loads(self.watch("--json", "--memory-limit", "200M", name="x.journal"))
        self.assertEqual((seen["answers"], seen["executions"]), (200_000, 200_000))
        with open(self.path("x.journal"), "wb") as stream:  # an answer that is larger than what is looked into
            start = journal([(HEADER, self.header)])
            stream.write(start + record(len(start), REPORT, bytes(70 << 20)))
        seen = json.loads(self.watch("--json", "--memory-limit", "200M", name="x.journal"))
        self.assertEqual((seen["answers"], seen["not_read"]), (1, 1))

    def test_cut_anywhere(self):
        data = self.read("r.journal")
        for cut in range(len(journal([(HEADER, self.header)])), len(data), 97):
            self.write("x.journal", data[:cut])
            seen = json.loads(self.watch("--json", name="x.journal"))
            self.assertFalse(seen["finished"])
            self.assertLessEqual(seen["answers"], len(self.records))


if __name__ == "__main__":
    shutil.which("mpirun") or sys.exit("mpirun is missing")
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]], verbosity=2)
