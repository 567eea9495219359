"""Sweeps, as users and scripts see them.

test_sweep.py PROGRAM SOURCE_DIR
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

import h5py

PROGRAM = os.path.abspath(sys.argv[1])
RESULTS = os.path.join(os.path.dirname(PROGRAM), "ldfi-results")
CONFIGS = os.path.join(os.path.abspath(sys.argv[2]), "configs")


class Sweep(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_it(self, status, *arguments, ranks=1):
        mpirun = ["mpirun", "--quiet", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
        result = subprocess.run([*mpirun, PROGRAM, *arguments], cwd=self.folder.name, capture_output=True,
                                text=True, timeout=120, check=False)
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def summary(self, status, *arguments, ranks=1):
        result = self.run_it(status, *arguments, "--summary", "json", "-o", "x.h5", ranks=ranks)
        return json.loads(result.stdout.splitlines()[-1])

    def config(self, name):
        return os.path.join(CONFIGS, name)

    def test_each_cell_of_a_grid_equals_a_run_of_its_own(self):
        grid = ["--sweep-eot", "5,6", "--sweep-eff", "1..4", "--sweep-crashes", "0,1"]
        for stop in ("first", "all"):
            for strategy in ("lineage", "exhaustive"):
                if strategy == "exhaustive":
                    grid[3] = "1..2"
                search = ["--stop", stop, "--strategy", strategy]
                swept = self.summary(1, self.config("classic-deliv.yaml"), *grid, *search)
                self.assertGreater(len(swept["cells"]), 7)
                for cell in swept["cells"]:
                    alone = subprocess.run(
                        [PROGRAM, self.config("classic-deliv.yaml"), "-t", str(cell["eot"]), "-f",
                         str(cell["eff"]), "-c", str(cell["crashes"]), *search, "--summary",
                         "json", "-o", "alone.h5"], cwd=self.folder.name, capture_output=True,
                        text=True, timeout=120, check=False)
                    alone = json.loads(alone.stdout.splitlines()[-1])
                    for key in ("verdict", "combinations", "counterexamples"):
                        self.assertEqual(cell[key], alone[key], cell)

    # Program, nodes, further options; whether something is proved for every EOT.
    PROVED = [
        ("ack-deliv", "a,b,c", [], True),
        ("retry-deliv", "a,b,c", ["--sweep-omissions", "0,1,9"], True),
        ("bully", "a,b,c", ["--sweep-max-faults", "1,3"], True),
        ("2pc-timeout-agreement", "C,a,b,d", ["--eff-mode", "exclusive"], True),
        ("kafka", "a,b,c,C,Z", [], True),
        ("simple-deliv", "a,b,c", ["--stop", "all"], False),
        ("simple-deliv", "a,b,c", ["--omissions", "none", "--eff-mode", "exclusive"], True),
        ("ack-deliv", "a,b,c", ["--crash-model", "halt", "--stop", "all"], True),
        ("ack-deliv", "a,b,c", ["--crash-model", "stop", "--sweep-restarts", "0,1"], True),
        ("retry-deliv", "a,b,c", ["--sweep-partitions", "0,1", "--sweep-pauses", "0,1"], True),
        ("2pc", "C,a,b,d", ["--omissions", "none"], True),
        ("twopc-recovery", "C,a,b", ["--sweep-restarts", "0,1", "--eff-mode", "exclusive"], True),
        ("ack-deliv", "a,b,c", ["--delay-max", "1"], True),
        ("redun-deliv", "a,b,c", ["--sweep-delay-max", "0,2", "--delay-count", "1", "--eff-mode", "exclusive"], True),
        ("ack-deliv", "a,b,c", ["--delay-max", "1", "--order", "fifo"], False),
        ("disk-log", "c,s", ["--restarts", "1", "--crashable", "s", "--disk-relations", "log", "--disk-nodes", "s", "--sweep-disk-write", "0..2"], True),
    ]

    def test_what_is_proved_for_every_eot_is_what_searches_find(self):
        grid = ["--sweep-eot", "3..8", "--sweep-eff", "0..7", "--sweep-crashes", "0..1"]
        for name, nodes, more, proves in self.PROVED:
            asked = [self.config(f"protocols/{name}.ded"), "-N", nodes, *grid, *more, "--summary", "json", "-o", "x.h5"]
            plain, proved = (subprocess.run([PROGRAM, *asked, *first], cwd=self.folder.name, capture_output=True, text=True, timeout=300, check=False)
                             for first in ([], ["--sweep-forever"]))
            self.assertEqual(plain.returncode, proved.returncode, proved.stderr)
            plain, proved = json.loads(plain.stdout), json.loads(proved.stdout)
            self.assertEqual(bool(proved.get("theorems")), proves, (name, more))
            self.assertEqual(len(plain["cells"]), len(proved["cells"]))
            answered = 0
            for one, other in zip(plain["cells"], proved["cells"]):
                for key in ("eot", "eff", "crashes", "verdict", "combinations", "counterexamples"):
                    self.assertEqual(one[key], other[key], (name, more, one, other))
                if other["reason"] == "proved for every EOT":
                    answered += 1
                    self.assertLessEqual(other["executions"], 1)
            self.assertEqual(answered, sum(theorem["cells"] for theorem in proved.get("theorems", ())))
            self.assertEqual(answered > 0, proves)

    def test_the_published_sweep_ends_where_all_else_is_proved(self):
        swept = self.summary(0, self.config("protocols/ack-deliv.ded"), "-N", "a,b,c", "-c", "1", "--sweep", "--sweep-forever")
        self.assertIn("the following answers are proved for every EOT", swept["conclusion"])
        self.assertEqual([theorem["calm"] for theorem in swept["theorems"]], [2])
        self.assertLess(max(cell["eot"] for cell in swept["cells"]), 9)

    def test_constants_have_proofs_of_their_own(self):
        with open(self.path("retry.ded"), "w", encoding="utf-8") as file:
            file.write("""const ON = 1;
                log("a", "x")@1; log(N, P)@next :- log(N, P);
                on("a", 1)@1; on(N, K)@next :- on(N, K);
                peer("a", "b")@1; peer(N, M)@next :- peer(N, M);
                log(M, P)@async :- log(N, P), peer(N, M), on(N, ON);
                pre(P) :- log("a", P); post(P) :- log("b", P);""")
        asked = ["retry.ded", "-N", "a,b", "--sweep-eot", "4..6", "--sweep-eff", "0..4", "--sweep-crashes", "0", "--sweep-param", "ON=1,2"]
        plain, proved = self.summary(1, *asked), self.summary(1, *asked, "--sweep-forever")
        for one, other in zip(plain["cells"], proved["cells"]):
            for key in ("eot", "eff", "params", "verdict", "counterexamples"):
                self.assertEqual(one[key], other[key])
        self.assertEqual([(theorem["params"], theorem["cells"]) for theorem in proved["theorems"]], [(["ON=1"], 12)])

    PROVEN_GRID = ["--sweep-eot", "4..7", "--sweep-eff", "1..6", "--sweep-crashes", "0,1", "--sweep-forever"]

    def proven(self, status, *more, ranks=1):
        """Cells and theorems of a sweep that proves first."""
        swept = self.summary(status, self.config("protocols/ack-deliv.ded"), "-N", "a,b,c", *self.PROVEN_GRID, *more, ranks=ranks)
        for cell in swept["cells"]:
            cell.pop("wall_s")
        return swept["cells"], swept["theorems"]

    def test_proofs_do_not_depend_on_ranks_and_are_made_again(self):
        first = self.proven(1)
        self.assertEqual(self.proven(1, ranks=3), first)
        self.assertEqual(self.proven(1, "--results-only"), first)
        self.assertEqual(self.proven(1, "--resume"), first)

    def test_each_cell_that_is_proved_has_a_certificate(self):
        cells, _ = self.proven(1, "--certificate", "certificates")
        done = subprocess.run([os.path.join(os.path.dirname(PROGRAM), "ldfi-check"), "certificates"], cwd=self.folder.name, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(sum(cell["reason"] == "proved for every EOT" for cell in cells), 28)

    def test_what_needs_a_cap_answers_nothing_and_proofs_take_half_of_the_time(self):
        asked = [self.config("raft.yaml"), "--sweep-eot", "5,6", "--sweep-eff", "1", "--sweep-crashes", "0", "--sweep-forever"]
        grows = self.run_it(2, *asked, "--summary", "json", "-o", "x.h5")
        self.assertIn("not finite, because", grows.stderr)
        plain = [cell["verdict"] for cell in json.loads(grows.stdout)["cells"]]
        for cap, limit in (("1", "60s"), ("3", "8s")):
            capped = self.run_it(2, *asked, "--cap", cap, "--time-limit", limit, "--summary", "json", "-o", "x.h5")
            answer = json.loads(capped.stdout)
            self.assertNotIn("theorems", answer)
            self.assertEqual([cell["verdict"] for cell in answer["cells"]], plain)
            self.assertEqual("no more proofs for every EOT: out of time" in capped.stderr, cap == "3", capped.stderr)

    def test_proofs_of_a_sweep_are_for_a_sweep(self):
        alone = self.run_it(64, self.config("protocols/ack-deliv.ded"), "-N", "a,b,c", "-t", "4", "-f", "2", "-c", "0", "--sweep-forever")
        self.assertIn("--sweep-forever is for a sweep", alone.stderr)

    def test_what_is_broken_before_a_proof_begins_stays_so(self):
        with open(self.path("slow.ded"), "w", encoding="utf-8") as file:
            file.write("""on("a", "x")@1; on(N, P)@next :- on(N, P);
                one(N, P)@next :- on(N, P); two(N, P)@next :- one(N, P); three(N, P)@next :- two(N, P);
                hi("b", P)@async :- on("a", P); pre(P) :- on("a", P); post(P) :- three("a", P);""")
        swept = self.summary(1, "slow.ded", "-N", "a,b", "--sweep-eot", "2..6", "--sweep-eff", "0,1", "--sweep-crashes", "0,1", "--sweep-forever")
        verdicts = {cell["eot"]: cell["verdict"] for cell in swept["cells"]}
        self.assertEqual(verdicts, {2: "broken", 3: "broken", 4: "certified", 5: "certified", 6: "certified"})
        self.assertEqual([(theorem["from"], theorem["cells"]) for theorem in swept["theorems"]], [(4, 12)])

    def test_each_cell_of_a_grid_of_budgets_equals_a_run_of_its_own(self):
        config = self.config("mutants/disk-log-ignores-errors.yaml")
        grid = ["--sweep-eff", "3,5", "--sweep-restarts", "0,1", "--sweep-disk-write", "0..2"]
        for stop in ("first", "all"):
            swept = self.summary(1, config, *grid, "--stop", stop)
            self.assertEqual(len(swept["cells"]), 12)
            self.assertEqual({cell["verdict"] for cell in swept["cells"]}, {"certified", "counterexample"})
            for cell in swept["cells"]:
                budgets = [word for name, number in cell["budgets"].items() for word in (f"--{name}", str(number))]
                self.assertEqual(budgets[::2], ["--restarts", "--disk-write"])
                status = 1 if cell["verdict"] == "counterexample" else 0
                alone = self.summary(status, config, "-f", str(cell["eff"]), *budgets, "--crash-model", "stop", "--stop", stop)
                for key in ("verdict", "counterexamples"):
                    self.assertEqual(cell[key], alone[key], cell)

    def test_one_step_beyond_a_certificate(self):
        """Every neighbour, and what each says is what a run of its own says; the verdict is that of the Fspec itself."""
        config = self.config("twopc-recovery.yaml")
        told = self.summary(0, config, "--beyond")
        self.assertEqual(told["verdict"], "certified")
        self.assertEqual((told["fspec"]["eot"], told["fspec"]["eff"], told["fspec"]["crashes"]), (14, 7, 0))
        cells = {(c["eot"], c["eff"], c["crashes"], c["budgets"]["restarts"]): c for c in told["cells"]}
        self.assertEqual(set(cells), {(14, 7, 0, 1), (14, 7, 0, 2), (14, 7, 1, 1), (14, 8, 0, 1), (15, 7, 0, 1)})
        for (eot, eff, crashes, restarts), cell in cells.items():
            alone = subprocess.run([PROGRAM, config, "-t", str(eot), "-f", str(eff), "-c", str(crashes), "--restarts", str(restarts),
                                    "--summary", "json", "-o", "alone.h5", "--quiet"], cwd=self.folder.name, capture_output=True,
                                   text=True, timeout=120, check=False)
            alone = json.loads(alone.stdout.splitlines()[-1])
            for key in ("verdict", "counterexamples"):
                self.assertEqual(cell[key], alone[key], cell)
        self.assertEqual([f["faults"] for f in cells[14, 7, 1, 1]["counterexamples"]], ["C(C,2)"])
        self.assertEqual(told["conclusion"], "one step beyond <14,7,0>, violated: <14,7,1>; "
                         "nothing is violated: <14,7,0,restarts=2> <14,8,0> <15,7,0>")
        text = self.run_it(0, config, "--beyond", "-o", "text.h5", "--quiet").stdout
        self.assertRegex(text, r"<14,7,1,restarts=1> +counterexample .* C\(C,2\)")
        stored = json.loads(subprocess.run([RESULTS, "summary", "x.h5", "--json"], cwd=self.folder.name, capture_output=True,
                                           text=True, check=True).stdout)
        self.assertEqual(sorted(c["verdict"] for c in stored["cells"]), ["certified"] * 4 + ["counterexample"])
        with self.subTest("ranks"):
            farm = self.summary(0, config, "--beyond", ranks=3)
            for key in ("verdict", "conclusion"):
                self.assertEqual(farm[key], told[key])
            self.assertEqual([c["counterexamples"] for c in farm["cells"]], [c["counterexamples"] for c in told["cells"]])

    def test_nothing_is_searched_beyond_a_counterexample(self):
        told = self.summary(1, self.config("kafka.yaml"), "--beyond")
        self.assertEqual(len(told["cells"]), 1)
        self.assertIn("nothing beyond it was searched", told["conclusion"])

    def test_beyond_is_about_one_fspec_without_known_bugs(self):
        for others in (["--sweep-eff", "1,2"], ["--known", "C(a,2)"], ["--strategy", "random"]):
            result = self.run_it(64, self.config("redun-deliv.yaml"), "--beyond", *others)
            self.assertIn("--beyond", result.stderr)

    def test_the_axis_of_a_budget_is_told_in_the_terminal_and_can_be_replayed(self):
        config = self.config("mutants/disk-log-ignores-errors.yaml")
        said = self.run_it(1, config, "--sweep-disk-write", "0,1", "-o", "x.h5").stdout
        self.assertIn("<12,7,0,disk-write=0>", said)
        self.assertIn("<12,7,0,disk-write=1>", said)
        replay = shlex.split(next(line for line in said.splitlines() if "--replay" in line))
        replay = replay[replay.index("ldfi-farm") + 1:]
        self.assertIn("--disk-write", replay)
        self.run_it(1, *replay)
        # An axis of one value is the Fspec's number, in the line, too.
        for more in ([], ["--sweep-eff", "6,7"]):
            said = self.run_it(1, config, "--sweep-disk-write", "1", *more, "-o", "x.h5").stdout
            replay = shlex.split(next(line for line in said.splitlines() if "--replay" in line))
            self.run_it(1, *replay[replay.index("ldfi-farm") + 1:])

    def test_a_number_replaces_the_axis_of_a_budget(self):
        shutil.copy(self.config("mutants/disk-log-ignores-errors.ded"), self.path("log.ded"))
        with open(self.path("x.yaml"), "w", encoding="utf-8") as file:
            file.write("program: [log.ded]\nnodes: [c, s]\nfspec: {eot: 12, eff: 7, disk: {relations: [log]}}\n"
                       "sweep: {restarts: [0, 1], disk_write: {from: 0, to: 1}}\n")
        self.assertEqual(len(self.summary(1, "x.yaml")["cells"]), 4)
        self.assertEqual(len(self.summary(1, "x.yaml", "--restarts", "0")["cells"]), 2)
        self.assertEqual(len(self.summary(1, "x.yaml", "-t", "12", "-f", "6", "-c", "0")["cells"]), 4)
        self.assertNotIn("cells", self.summary(1, "x.yaml", "--restarts", "0", "--disk-write", "1"))
        said = self.run_it(64, "x.yaml", "--sweep-restarts", "0,1", "--restarts", "1").stderr
        self.assertIn("exclude each other", said)
        both = ("--sweep-max-faults", "1,2")
        self.assertEqual(len(self.summary(1, "x.yaml", "--disk-write", "1", *both)["cells"]), 4)
        self.assertIn("--max-failures exclude", self.run_it(64, "x.yaml", *both, "--max-failures", "1").stderr)

    def leases(self, status, *options, ranks=1):
        """A sweep over the lease's length and EFF."""
        return self.summary(status, self.config("mutants/lease-not-fenced.yaml"), *options, "--sweep-param", "LEASE=1,2..6/2",
                            "--sweep-eff", "6,8", "--pauses", "1", "--restarts", "0", ranks=ranks)

    def test_each_cell_of_a_grid_of_constants_equals_a_run_of_its_own(self):
        for stop in ("first", "all"):
            swept = self.leases(1, "--stop", stop)
            self.assertEqual([cell["params"] for cell in swept["cells"]], [[f"LEASE={n}"] for n in (1, 2, 4, 6)] * 2)
            self.assertEqual({cell["verdict"] for cell in swept["cells"]}, {"certified", "counterexample"})
            for cell in swept["cells"]:
                alone = self.summary(1 if cell["verdict"] == "counterexample" else 0, self.config("mutants/lease-not-fenced.yaml"),
                                     "-f", str(cell["eff"]), "-D", cell["params"][0], "--pauses", "1", "--restarts", "0", "--stop", stop)
                for key in ("verdict", "counterexamples"):
                    self.assertEqual(cell[key], alone[key], cell)

    def test_constants_are_swept_by_any_number_of_ranks_and_go_on(self):
        one = self.leases(1)
        three = self.leases(1, ranks=3)
        for cells in (one["cells"], three["cells"]):
            for cell in cells:
                del cell["wall_s"], cell["reason"], cell["executions"]
        self.assertEqual(one["cells"], three["cells"])
        self.goes_on(self.config("mutants/lease-not-fenced.yaml"), "--sweep-param", "LEASE=1..4", "--sweep-eff", "6,8", "--restarts", "0")

    def test_how_long_a_lease_must_be(self):
        for cell in self.summary(1, self.config("sweeps/lease.yaml"))["cells"]:
            lease = int(cell["params"][0].partition("=")[2])
            self.assertEqual([one["faults"] for one in cell["counterexamples"]],
                             [f"S(a,1,{lease + 5})"] if cell["eff"] >= lease + 4 else [], cell)

    def test_a_cell_with_constants_of_its_own_is_looked_at_and_replayed(self):
        config = self.config("mutants/lease-not-fenced.yaml")
        said = self.run_it(1, config, "--sweep-param", "LEASE=9,2", "-o", "x.h5").stdout
        self.assertRegex(said, r"<14,10,1,LEASE=9> +certified")
        self.assertRegex(said, r"<14,10,1,LEASE=2> +counterexample")
        replay = shlex.split(next(line for line in said.splitlines() if "--replay" in line))
        replay = replay[replay.index("ldfi-farm") + 1:]
        self.assertIn("LEASE=2", replay)
        self.run_it(1, *replay)
        faults = replay[replay.index("--replay") + 1]
        self.run_it(0, config, "-D", "LEASE=9", "--replay", faults)
        for command in (["diff"], ["show", "f1"], ["lamport"], ["lineage"], ["groups"], ["coverage"]):
            told = subprocess.run([RESULTS, command[0], "x.h5", "--cell", "14,10,1,LEASE=2", *command[1:]], cwd=self.folder.name,
                                  capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(told.returncode, 0, (command, told.stderr))
        self.run_it(1, config, "-D", "LEASE=2", "-o", "alone.h5")
        for command in ("show", "lamport", "diff"):
            swept, alone = (subprocess.run([RESULTS, command, *file], cwd=self.folder.name, capture_output=True, text=True, timeout=60,
                                           check=True).stdout for file in (["x.h5", "--cell", "1"], ["alone.h5"]))
            self.assertEqual(swept.replace(", LEASE=2", ""), alone, command)
        with h5py.File(self.path("x.h5")) as swept, h5py.File(self.path("alone.h5")) as alone:
            of_cell, of_run = swept["details/0001/graphs/0000"], alone["details/0000/graphs/0001"]
            self.assertEqual((of_cell.attrs["run"], of_run.attrs["run"]), (faults, faults))
            self.assertEqual(list(of_cell["goals"]), list(of_run["goals"]))
        again = subprocess.run([RESULTS, "show", "x.h5", "--cell", "LEASE=3"], cwd=self.folder.name, capture_output=True, text=True,
                               timeout=60, check=False)
        self.assertIn("the cells are 0 (14,10,1,LEASE=9) 1 (14,10,1,LEASE=2)", again.stderr)

    def test_constants_that_make_another_system_are_refused(self):
        with open(self.path("x.ded"), "w", encoding="utf-8") as file:
            file.write('const WHO = "a";\np(WHO, 1)@1;\np(A, B)@next :- p(A, B);\npre(X) :- p(X, _);\npost(X) :- p(X, _);\n')
        fspec = ["x.ded", "-t", "3", "-f", "1"]
        said = self.run_it(65, *fspec, "--sweep-param", "WHO=a,b").stderr
        self.assertIn("with WHO=b, the nodes are b", said)
        self.run_it(2, *fspec, "--sweep-param", "WHO=a,b", "-N", "a,b")  # it sends no message
        self.assertIn("there is no constant `WHY` to set", self.run_it(65, *fspec, "--sweep-param", "WHY=1,2").stderr)
        self.assertIn("is a string, and is set to an integer", self.run_it(65, *fspec, "--sweep-param", "WHO=a,1", "-N", "a,b").stderr)
        self.assertIn("the first of 2 programs", self.run_it(0, *fspec, "--sweep-param", "WHO=a,b", "-N", "a,b", "--check").stdout)

    def test_arithmetic_that_fails_ends_its_cell_alone(self):
        with open(self.path("x.ded"), "w", encoding="utf-8") as file:
            file.write('const K = 5;\n' 'log("a", 1)@1;\n' 'log(N, I + 1)@next :- log(N, I);\n' 'to("a", "b")@1;\n'
                       'to(N, M)@next :- to(N, M);\n' 'got(M, 6 / (I - K))@async :- log(N, I), to(N, M);\n'
                       'got(M, X)@next :- got(M, X);\n' 'pre(I) :- log(_, I), I < 2;\n' 'pre(I)@next :- pre(I);\n' 'post(1) :- got(_, _);\n')
        fspec = ["x.ded", "-t", "4", "-f", "2"]
        swept = self.summary(0, *fspec, "--sweep-param", "K=9,7")
        self.assertEqual([cell["verdict"] for cell in swept["cells"]], ["certified"] * 2)
        told = self.run_it(2, *fspec, "--sweep-param", "K=9,2,7", "-o", "x.h5")
        self.assertIn("<4,2,0,K=2>: the arithmetic fails", told.stderr)
        self.assertRegex(told.stdout, r"<4,2,0,K=2> +inconclusive .* an arithmetic error")
        self.assertRegex(told.stdout, r"<4,2,0,K=7> +certified")
        self.assertIn("it ends the search of the cell <4,2,0,K=1>", self.run_it(65, *fspec, "--sweep-param", "K=1,2,3", "-o", "x.h5").stderr)

    def test_results_hold_every_cell(self):
        swept = self.summary(1, self.config("sweeps/kafka.yaml"))
        with h5py.File(self.path("x.h5")) as file:
            rows = [(int(r["eot"]), int(r["eff"]), int(r["crashes"]), r["verdict"].decode())
                    for r in file["cells"]]
            self.assertEqual(len(file["details"]), len(rows))
        self.assertEqual(rows, [(c["eot"], c["eff"], c["crashes"], c["verdict"])
                                for c in swept["cells"]])
        self.assertEqual(rows, sorted(rows))

    def test_a_deep_cell_keeps_no_graph(self):
        kept = {}
        for deepest in (100, 9000):
            result = self.run_it(0, self.config("sweeps/redun-deliv.yaml"), "--sweep-stride", "half",
                                 "--sweep-max-eot", str(deepest), "-o", f"{deepest}.h5")
            with h5py.File(self.path(f"{deepest}.h5")) as file:
                kept[deepest] = sum(len(cell["graphs"]) for cell in file["details"].values())
        self.assertEqual(kept, {100: 1, 9000: 0})
        self.assertIn("the derivation graph of failure_free is too large to keep", result.stderr)

    def test_results_say_what_the_sweep_came_to(self):
        swept = self.summary(1, self.config("kafka.yaml"), "--sweep", "--sweep-max-eot", "9")
        with h5py.File(self.path("x.h5")) as file:
            row = file["cells"][file.attrs["decisive"]]
            self.assertEqual((row["eot"], row["eff"], row["verdict"].decode()), (6, 2, "counterexample"))
            self.assertEqual(file.attrs["conclusion"], swept["conclusion"])
        self.summary(1, self.config("sweeps/kafka.yaml"))
        with h5py.File(self.path("x.h5")) as file:
            self.assertEqual(file.attrs["decisive"], -1)
        self.summary(1, self.config("kafka.yaml"))
        with h5py.File(self.path("x.h5")) as file:
            self.assertEqual((file.attrs["decisive"], file.attrs["conclusion"]), (-1, ""))

    def test_the_published_sweep_ends_with_a_counterexample(self):
        swept = self.summary(1, self.config("kafka.yaml"), "--sweep", "--sweep-max-eot", "9")
        self.assertEqual(swept["verdict"], "counterexample")
        self.assertEqual((swept["fspec"]["eot"], swept["fspec"]["eff"]), (6, 2))
        self.assertIn("<6,2,1> is the least Fspec", swept["conclusion"])
        faults = swept["counterexamples"][0]["faults"]
        text = self.run_it(1, self.config("kafka.yaml"), "--sweep", "--sweep-max-eot", "9").stdout
        self.assertIn(f"-t 6 -f 2 -c 1 --replay '{faults}'", text)
        self.run_it(1, self.config("kafka.yaml"), "-t", "6", "-f", "2", "-c", "1", "--replay", faults)

    def test_the_published_sweep_ends_with_the_deepest_proof(self):
        swept = self.summary(0, self.config("sweeps/redun-deliv.yaml"), "--sweep-max-eot", "15")
        self.assertEqual(swept["verdict"], "certified")
        self.assertEqual((swept["fspec"]["eot"], swept["fspec"]["eff"]), (15, 14))

    def test_what_is_reached_in_time_counts(self):
        swept = self.summary(0, self.config("sweeps/redun-deliv.yaml"), "--time-limit", "1s")
        self.assertGreater(swept["fspec"]["eot"], 3)
        self.assertEqual(swept["cells"][-1]["verdict"], "inconclusive")
        self.assertEqual(swept["cells"][-1]["reason"], "time")
        self.assertEqual(swept["cells"][-2]["verdict"], "certified")

    def test_it_goes_on_where_it_was(self):
        self.goes_on(self.config("sweeps/kafka.yaml"), "--stop", "all")

    def test_cells_that_differ_in_budgets_alone_are_recalled_apart(self):
        self.goes_on(self.config("mutants/disk-log-ignores-errors.yaml"), "--sweep-restarts", "0,1", "--sweep-disk-write", "0..2")

    def goes_on(self, *arguments):
        whole = self.summary(1, *arguments)
        os.rename(self.path("x.h5"), self.path("whole.h5"))
        # However far this one gets.
        subprocess.run([PROGRAM, *arguments, "--time-limit", "2ms", "-o", "x.h5"],
                       cwd=self.folder.name, capture_output=True, timeout=120, check=False)
        again = self.summary(1, *arguments, "--resume")
        for cells in (whole["cells"], again["cells"]):
            for cell in cells:
                del cell["wall_s"]
        self.assertEqual(whole["cells"], again["cells"])

    def test_one_fspec_on_the_command_line_is_no_sweep(self):
        self.assertNotIn("cells", self.summary(0, self.config("sweeps/redun-deliv.yaml"), "-t", "5",
                                               "-f", "2"))
        kafka = self.config("sweeps/kafka.yaml")
        self.assertNotIn("cells", self.summary(1, kafka, "-t", "6", "-f", "4", "-c", "1"))
        column = self.summary(1, kafka, "-t", "6", "-c", "1")["cells"]
        self.assertEqual({(cell["eot"], cell["crashes"]) for cell in column}, {(6, 1)})
        self.run_it(64, self.config("kafka.yaml"), "--sweep", "-t", "5")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
