"""Sweeps of real systems: each cell is what a run of its own says, whose config has the cell's numbers written by hand.

test_system_sweep.py PROGRAM RESULTS SOURCE_DIR BROADCAST_NODE"""

import itertools
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py

PROGRAM, RESULTS, SOURCE, BROADCAST = (os.path.abspath(word) for word in sys.argv[1:5])
CONFIGS = os.path.join(SOURCE, "configs", "systems")
BASE = {"system": {"kind": "nodes", "command": [BROADCAST, "1"], "nodes": 3, "time": "extended", "start": "reset"},
        "network": {"latency": "10ms"}, "workload": {"kind": "broadcast", "operations": 1}, "fspec": {"eot": "1s", "eff": "300ms"}}  # fmt: skip
AXES = {"eot": ["400ms", "1s"], "eff": ["60ms", "150ms"], "crashes": [0, 1], "omissions": [1, "all"]}
TOLD = ("verdict", "exhausted", "certificate", "level", "seed")


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, **more):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(json.dumps({**BASE, **more}))

    def write_node(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def run_it(self, *arguments, ranks=1, program=PROGRAM, status=None):
        mpirun = ["mpirun", "--quiet", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
        done = subprocess.run([*mpirun, program, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=250, check=False)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def summary(self, *arguments, status, ranks=1):
        return json.loads(self.run_it(*arguments, "--summary", "json", ranks=ranks, status=status).stdout.splitlines()[-1])

    def refused(self, status, words, *arguments):
        said = self.run_it(*arguments, status=status).stderr
        for word in words:
            self.assertIn(word, said)

    @staticmethod
    def answer(cell, executions=True):
        """What does not depend on the machine, or on how many ranks there are."""
        out = {key: cell.get(key) for key in TOLD}
        out["counterexamples"] = [{key: one[key] for key in ("faults", "minimal", "violated")} for one in cell["counterexamples"]]
        if executions:
            out |= {key: cell[key] for key in ("executions", "results", "determinism")}
        else:
            out.pop("certificate")  # it counts executions
        return out


class Cells(Case):
    def fresh(self, cell):
        """A run of its own: its config has no sweep, and the numbers of the cell."""
        fspec = {"eot": cell["eot"], "eff": cell["eff"], "crashes": cell["crashes"], "omissions": cell["cell"].split("omissions=")[1]}
        fspec["omissions"] = int(fspec["omissions"]) if fspec["omissions"].isdigit() else fspec["omissions"]
        self.write("alone.yaml", fspec=fspec)
        done = self.run_it("alone.yaml", "--summary", "json")
        return done.returncode, json.loads(done.stdout)

    def test_each_cell_equals_a_run_of_its_own(self):
        self.write("sweep.yaml", sweep=AXES)
        swept = self.summary("sweep.yaml", status=1)
        names = [f"{eot},{eff},{crashes},omissions={omissions}" for eot, eff, crashes, omissions in itertools.product(*AXES.values())]
        self.assertEqual([cell["cell"] for cell in swept["cells"]], names)
        self.assertEqual({cell["verdict"] for cell in swept["cells"]}, {"certified", "counterexample"})
        alone = [self.fresh(cell) for cell in swept["cells"]]
        for cell, (status, one) in zip(swept["cells"], alone):
            self.assertEqual(self.answer(cell), self.answer(one), cell["cell"])
            self.assertEqual(status, 0 if cell["verdict"] == "certified" else 1)
            for found in cell["counterexamples"]:  # its command executes it in the Fspec of the cell
                self.assertIn(f"--eot=400ms" if cell["eot"] == "400ms" else "--eot=1s", found["replay"])
        told = self.summary("sweep.yaml", "-t", "1s", "-f", "150ms", "-c", "1", "--omissions", "all", "-o", "one.h5", status=1)
        self.assertNotIn("cells", told)
        self.assertEqual(self.answer(told), self.answer(swept["cells"][-1]))
        self.assertEqual(sum(cell["executions"] for cell in swept["cells"]), swept["executions"])
        for ranks in (2, 4):
            many = self.summary("sweep.yaml", "-o", f"{ranks}.h5", status=1, ranks=ranks)
            self.assertEqual([self.answer(cell, False) for cell in many["cells"]], [self.answer(cell, False) for cell in swept["cells"]])

    def test_a_counterexample_is_replayed_in_the_fspec_of_its_cell(self):
        self.write("sweep.yaml", fspec={"eot": "1s", "eff": "0s", "omissions": 0}, sweep={"eff": ["150ms"], "omissions": ["all"]})
        found = self.summary("sweep.yaml", status=1)["cells"][0]["counterexamples"][0]
        words = found["replay"].split(" --replay ")[1].split("' ")[1].split()
        self.refused(64, ["the spec has 0"], "sweep.yaml", "--replay", " ".join(found["faults"]))
        self.assertEqual(self.run_it("sweep.yaml", "--replay", " ".join(found["faults"]), *words, status=1).returncode, 1)

    def test_the_command_line_has_axes_and_values_too(self):
        self.write("c.yaml")
        by_options = self.summary("c.yaml", "--sweep-eff", "60ms..150ms/90ms", "--sweep-crashes", "0,1", "-t", "400ms", status=1)
        self.write("d.yaml", fspec={"eot": "400ms"}, sweep={"eff": {"from": "60ms", "to": "150ms", "step": "90ms"}, "crashes": {"from": 0, "to": 1}})
        by_config = self.summary("d.yaml", status=1)
        self.assertEqual([self.answer(cell) for cell in by_options["cells"]], [self.answer(cell) for cell in by_config["cells"]])
        self.assertEqual([cell["cell"] for cell in by_config["cells"]], ["400ms,60ms,0", "400ms,60ms,1", "400ms,150ms,0", "400ms,150ms,1"])
        seeds = self.summary("c.yaml", "--sweep-seed", "1..3", "-f", "60ms", status=0)
        self.assertEqual([(cell["seed"], cell["cell"]) for cell in seeds["cells"]], [(i, f"1s,60ms,0,seed={i}") for i in (1, 2, 3)])
        self.assertIn("for seed 3", seeds["cells"][2]["certificate"])
        self.assertEqual(self.summary("d.yaml", "--sweep-eff", "60ms", "-c", "0", status=0)["conclusion"], "1 cell: 1 certified")

    def test_each_workload_is_drawn_with_its_number(self):
        drawn = {"system": {**BASE["system"], "command": [sys.executable, "txn.py", "dirty"], "files": ["ldfi_node.py"], "nodes": 2},
                 "workload": {"kind": "txn", "operations": 4, "clients": 3, "keys": 1, "every": "50ms"},
                 "fspec": {"eff": "300ms", "eot": "1s", "omissions": 1}, "checker": {"kind": "txn", "consistency": "read-committed"}}  # fmt: skip
        for name in ("txn.py", "ldfi_node.py"):
            shutil.copy(os.path.join(CONFIGS, name), self.folder)
        self.write("sweep.yaml", **drawn, sweep={"workload_seed": [1, 2, 5]})
        for strategy in ([], ["--strategy", "random", "--max-runs", "12", "--weights", "omissions=2"]):
            swept = self.summary("sweep.yaml", *strategy, status=1)
            self.assertEqual([cell["cell"] for cell in swept["cells"]], [f"1s,300ms,0,workload_seed={i}" for i in (1, 2, 5)])
            for i, cell in zip((1, 2, 5), swept["cells"]):
                self.write("one.yaml", **{**drawn, "workload": {**drawn["workload"], "seed": i}})
                alone = self.summary("one.yaml", *strategy, status=1 if cell["counterexamples"] else 2 if strategy else 0)
                self.assertEqual(self.answer(cell), self.answer(alone), i)
                said = self.summary("sweep.yaml", *strategy, "--workload-seed", str(i), status=1 if cell["counterexamples"] else 2 if strategy else 0)
                self.assertEqual(self.answer(said), self.answer(alone), i)
            self.assertEqual(self.answer(self.summary("sweep.yaml", *strategy, status=1, ranks=3)["cells"][1], False), self.answer(swept["cells"][1], False))
        found = swept["cells"][1]["counterexamples"][0]
        self.assertEqual(found["replay"].split()[-1], "--workload-seed=2")
        self.run_it(*shlex.split(found["replay"])[1:], status=1)
        small = self.summary("sweep.yaml", "--workload-seed", "2", "--minimise", status=1)["minimisation"]
        self.assertEqual((small["stages"][1]["externals"], small["stages"][1]["claim"]), (4, "minimum"))
        self.write("words.yaml", **{**drawn, "workload": {"ops": []}}, sweep={"workload_seed": [1]})
        self.refused(65, ["seed"], "words.yaml")

    def test_budgets_are_those_of_the_whole_run_and_runs_those_of_a_cell(self):
        self.write("sweep.yaml", sweep=AXES)
        few = self.summary("sweep.yaml", "--max-runs", "2", status=2)
        self.assertEqual({cell["executions"] for cell in few["cells"]}, {2})
        self.assertEqual({cell["reason"] for cell in few["cells"] if cell["verdict"] == "inconclusive"}, {"runs"})
        none = self.summary("sweep.yaml", "--time-limit", "1ms", status=2)
        self.assertEqual(len(none["cells"]), 16)
        self.assertEqual((none["cells"][-1]["reason"], none["cells"][-1]["executions"]), ("time", 0))

    def test_recordings_have_a_folder_for_each_cell(self):
        self.write("sweep.yaml", sweep={"eff": ["60ms"], "crashes": [0, 1]})
        swept = self.summary("sweep.yaml", "--recordings", "kept", status=1)
        for cell in swept["cells"]:
            folder = os.path.join("kept", cell["cell"])
            self.assertEqual(len(os.listdir(self.path(folder))), cell["executions"])
            traces = self.run_it("--traces", folder, status=0 if cell["verdict"] == "certified" else 1)
            self.assertEqual(json.loads(traces.stdout.splitlines()[-1])["verdict"], cell["verdict"])


class Resumed(Case):
    @staticmethod
    def ranks_of(mpirun):
        """The processes that it started, rank 0 among them."""
        with open(f"/proc/{mpirun}/task/{mpirun}/children", encoding="utf-8") as stream:
            return [int(pid) for pid in stream.read().split()]

    def killed(self, ranks):
        """Kills all processes of a sweep when some of its executions are in the journal."""
        mpirun = ["mpirun", "--quiet", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
        began = subprocess.Popen([*mpirun, PROGRAM, "sweep.yaml", "-o", "x.h5"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)  # fmt: skip
        end = time.monotonic() + 60
        while time.monotonic() < end and began.poll() is None:
            if os.path.exists(self.path("x.journal")) and os.path.getsize(self.path("x.journal")) > 200_000:
                break
            time.sleep(0.002)
        self.assertIsNone(began.poll(), "it was over before it was killed")
        for pid in self.ranks_of(began.pid) if ranks > 1 else [began.pid]:
            os.kill(pid, signal.SIGKILL)
        began.wait()

    def test_a_sweep_goes_on_after_a_kill(self):
        axes = {**AXES, "crashes": [0, 1, 2]}
        self.write("sweep.yaml", sweep=axes)
        whole = self.summary("sweep.yaml", "-o", "whole.h5", status=1)
        for ranks in (1, 3):
            self.killed(ranks)
            done = self.run_it("sweep.yaml", "-o", "x.h5", "--resume", "--summary", "json", status=1)
            self.assertIn("executed jobs", done.stderr)
            resumed = json.loads(done.stdout)
            self.assertEqual([self.answer(cell, False) for cell in resumed["cells"]], [self.answer(cell, False) for cell in whole["cells"]])
            os.remove(self.path("x.journal"))
        self.killed(3)
        self.refused(64, ["cells"], "sweep.yaml", "-o", "x.h5", "--resume", "-c", "0")


class Kept(Case):
    def test_nodes_that_cannot_be_started_concern_their_cell(self):
        with open(os.path.join(CONFIGS, "broadcast.py"), encoding="utf-8") as stream:
            text = stream.read()
        begin = text.index("import sys")
        count = f"with open({self.path('count')!r}, 'a+b') as count:\n    count.write(b'x')\n    count.flush()\n    started = count.tell()\n"
        self.write_node("broadcast.py", text[:begin] + count + f"import os\nbad = eval(open({self.path('bad')!r}).read())\nif started in bad:\n    os._exit(1)\n" + text[begin:])
        shutil.copy(os.path.join(CONFIGS, "ldfi_node.py"), self.path("ldfi_node.py"))
        self.write("sweep.yaml", system={"kind": "nodes", "command": ["python3", "broadcast.py"], "files": ["ldfi_node.py"], "nodes": 3, "time": "extended", "start": "fresh"},
                   sweep={"eff": ["100ms", "200ms", "300ms", "400ms"]})  # fmt: skip
        how = ("sweep.yaml", "--sandbox", "off", "-o", "s.h5")

        def cells(bad, *more, status=1):
            self.write_node("count", "")
            self.write_node("bad", bad)
            return [(one["verdict"], one.get("reason", "")) for one in self.summary(*how, *more, status=status)["cells"]]

        good = cells("()")
        self.assertEqual([one[0] for one in good], ["counterexample"] * 4)
        starts = os.path.getsize(self.path("count")) // 4  # of a cell
        for first in range(1, starts + 1, 5):  # some start of the second cell
            self.assertEqual(cells(f"({starts + first},)"), good)
        # Both tries of its execution without faults. A try may end before all its nodes are counted.
        told = cells(f"range({starts + 1}, {starts + 7})")
        self.assertEqual((told[0], told[1][0], told[3]), (good[0], "inconclusive", good[3]))
        self.assertIn("is invalid: n0 ended before it answered init", told[1][1])
        self.assertEqual(cells("()", "--resume")[::3], good[::3])
        # Of the first cell it is the config that is wrong.
        self.write_node("count", "")
        self.write_node("bad", "range(1, 7)")
        self.refused(65, ["in the cell", "is invalid"], *how)

    def test_the_results_show_the_map_and_each_cell(self):
        self.write("sweep.yaml", sweep={"eot": ["400ms", "1s"], "eff": ["60ms", "150ms", "600ms"]})
        said = self.run_it("sweep.yaml", status=1)
        self.assertIn("1 combination is skipped: EFF must not be after EOT", said.stderr)
        self.assertRegex(said.stdout, r"sweep +5 cells: 2 certified, 3 counterexample; 1 skipped")
        self.assertRegex(said.stdout, r"cells +Fspec +verdict +executions +wall s\n +<400ms,60ms,0> +certified ")
        with h5py.File(self.path("sweep.h5")) as file:
            self.assertEqual(file.attrs["schema_version"], 17)
            self.assertEqual(sorted(file["systems"]), [f"{i:04}" for i in range(5)])
            cell = file["systems/0001"]
            self.assertEqual((cell.attrs["cell"], cell.attrs["eot_ns"], cell.attrs["eff_ns"]), ("400ms,150ms,0", 400_000_000, 150_000_000))
            self.assertEqual([one.decode() for one in cell["said"][:]], ["eot=400ms", "eff=150ms"])
        told = json.loads(self.run_it("summary", "sweep.h5", "--json", program=RESULTS, status=0).stdout)
        self.assertEqual([one["cell"] for one in told["cells"]], ["400ms,60ms,0", "400ms,150ms,0", "1s,60ms,0", "1s,150ms,0", "1s,600ms,0"])
        self.assertIn("<1s,600ms,0>", self.run_it("summary", "sweep.h5", program=RESULTS, status=0).stdout)
        self.refused_by_results("several cells: choose one with --cell", "show", "sweep.h5")
        self.refused_by_results("there is no cell 9", "show", "sweep.h5", "--cell", "9")
        self.assertIn("is lost", self.run_it("falsifiers", "sweep.h5", "--all", "--cell", "1s,150ms,0", program=RESULTS, status=0).stdout)
        self.assertIn("cell 4 <1s,600ms,0>", self.run_it("falsifiers", "sweep.h5", program=RESULTS, status=0).stdout)
        self.run_it("report", "sweep.h5", "-o", "x.html", program=RESULTS, status=0)
        with open(self.path("x.html"), encoding="utf-8") as stream:
            page = stream.read()
        for i in range(5):
            self.assertEqual((page.count(f'href="#cell-{i}"'), page.count(f'id="cell-{i}"')), (1, 1))
        self.assertEqual(page.count("<script>"), 1)
        self.assertEqual(page.count("<script"), 1 + page.count('<div class="moments"><script type="application/json">'))
        self.assertIn("--eot=1s --eff=600ms", page)

    def refused_by_results(self, words, *arguments):
        self.assertIn(words, self.run_it(*arguments, program=RESULTS, status=64).stderr)


class Refused(Case):
    def test_bad_sweeps_are_located_errors(self):
        for sweep, words in (
            ({"eff": []}, ["sweep.eff: the list is empty"]),
            ({}, ["the sweep has no axis"]),
            ({"eff": ["2s", "100ms"]}, ["sweep.eff: 2s is in no cell: it is later than every EOT"]),
            ({"eff": ["2s"]}, ["no cell is left: no combination has EFF <= EOT"]),
            ({"eot": ["1s", "1000ms"]}, ["sweep.eot: 1s is given twice"]),
            ({"eot": {"from": "1s", "to": "2s"}}, ["a range.step is missing"]),
            ({"crashes": {"from": 0, "to": 2, "step": 0}}, ["it takes an integer from 1 to 100, not 0"]),
            ({"omissions": {"from": 0, "to": 2, "step": "all"}}, ["it takes an integer from 1 to 1000000000, not all"]),
            ({"eot": {"from": "2s", "to": "1s", "step": "1s"}}, ["the range from 2s to 1s is empty"]),
            ({"seed": {"from": 1, "to": 1001}}, ["the sweep has more than 1000 cells", "more than 1000 values"]),
            ({"seed": {"from": 1, "to": 500}, "crashes": [0, 1, 2]}, ["the sweep has more than 1000 cells"]),
            ({"crashes": [0, 200]}, ["sweep.crashes: it takes an integer from 0 to 100, not 200"]),
            ({"restarts": [0, 1]}, ["fspec.restarts.down is missing", "in the cell restarts=1"]),
            ({"disk_write": [1]}, ["sweep has no key disk_write"]),
            ({"eff": [100]}, ["sweep.eff: it takes a time such as 500ms, not 100"]),
            ({"omissions": ["some"]}, ["it takes an integer from 0 to 1000000000, all or none, not some"]),
        ):
            self.write("c.yaml", sweep=sweep)
            done = self.run_it("c.yaml", status=65)
            self.assertTrue(any(word in done.stderr for word in words), done.stderr)
            if len(words) > 1 and words[1].startswith("in the cell"):
                self.assertIn(words[1], done.stderr)
            self.assertRegex(done.stderr, r"c\.yaml:1:\d+: error")

    def test_bad_options_are_errors_of_usage(self):
        self.write("c.yaml")
        for options, words in (
            (["-f", "2s"], "fspec.eff is later than fspec.eot"),
            (["-t", "5"], "--eot: it takes a time such as 500ms, not 5"),
            (["--sweep-eff", "2s"], "no cell is left"),
            (["--sweep-eff", "100ms..300ms"], "has no step"),
            (["--sweep-crashes", "1,1"], "1 is given twice"),
            (["--sweep-crashes", "0..2", "-c", "1"], "--sweep-crashes and --crashes exclude each other"),
            (["--sweep-crashes", "0..2", "--replay", "none"], "--sweep-crashes and --replay exclude each other"),
            (["--sweep-crashes", "0..2", "--known", "cases"], "--known is for one Fspec"),
            (["--restarts", "1"], "fspec.restarts.down is missing"),
            (["--sweep"], "--sweep: the config has no `sweep`; add one, or give an axis"),
            (["--sweep-disk-write", "1"], "--sweep-disk-write is only for programs, but this config has `system`"),
        ):
            self.assertIn(words, self.run_it("c.yaml", *options, status=64).stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]], verbosity=0)
