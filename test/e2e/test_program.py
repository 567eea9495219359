"""What ldfi-farm says and how it leaves, for right and wrong inputs.

test_program.py PROGRAM SOURCE_DIR
"""

import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py

PROGRAM = os.path.abspath(sys.argv[1])
SOURCE_DIR = os.path.abspath(sys.argv[2])
KAFKA = os.path.join(SOURCE_DIR, "configs/kafka.yaml")
FALSIFIER = "O(b,Z,1) O(c,Z,1) C(a,4)"

DELIV = """
node("a", "b")@1; bcast("a", "data")@1;
node(X, Y)@next :- node(X, Y);
log(Node, Payload)@next :- log(Node, Payload);
log(Node, Payload) :- bcast(Node, Payload);
log(Node2, Payload)@async :- bcast(Node1, Payload), node(Node1, Node2);
pre(Pl) :- bcast(_, Pl);
pre(Pl)@next :- pre(Pl);
post(Pl) :- log("b", Pl);
"""

GENERATIONS = """
n("a", "b")@1; n(N, M)@next :- n(N, M);
d(M)@async :- n(N, M); d(M)@next :- d(M);
gen("b", 1)@1; gen(N, I)@next :- gen(N, I);
use("b", 1, "p")@1; use(N, I, X)@next :- use(N, I, X);
bad("b", "p")@3; bad(N, X)@next :- bad(N, X);
dead(N, I) :- use(N, I, X), bad(N, X), notin d(N);
use(N, I + 1, "q") :- use(N, I, X), dead(N, I), notin bad(N, "q");
bad(N, "q") :- bad(N, "p"), notin d(N);
"""

ENDLESS = """
n("a", "b")@1; n("b", "a")@1; n(N, M)@next :- n(N, M);
d(M)@async :- n(N, M); d(M)@next :- d(M);
late("a")@3; late(N)@next :- late(N);
c("b", 1)@3; c(N, I + 1) :- c(N, I), notin d(N);
ok(N) :- late(N), d(N), c(_, 1); ok(N)@next :- ok(N);
pre("a")@4;
"""


def answer_ends(journal):
    """Where the answers in a journal end, before them the header."""
    ends, at = [], len(b"LDFI\x1aJ1\n")
    while at < len(journal):
        size, kind = (int.from_bytes(journal[i:i + 4], sys.byteorder) for i in (at, at + 4))
        at += 16 + size
        if kind in (1, 2):
            ends.append(at)
    return ends


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def run_it(self, *arguments, **more):
        more.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder.name, text=True,
                              stderr=subprocess.PIPE, timeout=120, check=False, **more)

    def expect(self, status, *arguments, says="", **more):
        result = self.run_it(*arguments, **more)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn(says, result.stderr)
        return result

    def summary(self, status, *arguments):
        result = self.expect(status, *arguments, "--summary", "json")
        return json.loads(result.stdout.splitlines()[-1])

    # -- right inputs

    def test_help_and_version(self):
        self.assertIn("--strategy", self.expect(0, "--help").stdout)
        self.assertRegex(self.expect(0, "--version").stdout, r"^ldfi-farm \d+\.\d+\.\d+\n$")

    def test_counterexample(self):
        result = self.expect(1, KAFKA)
        self.assertIn(FALSIFIER, result.stdout)
        self.assertTrue(os.path.exists(self.path("kafka.h5")))

    def test_an_older_result_is_kept(self):
        self.expect(1, KAFKA)
        self.expect(1, KAFKA)
        self.assertEqual(sorted(os.listdir(self.folder.name)),
                         ["kafka.h5", "kafka.journal", "kafka.prev.h5"])

    # -- stopping and going on

    def test_resume_after_a_budget(self):
        whole = self.summary(1, KAFKA, "--expand", "live", "-o", "whole.h5")
        self.expect(2, KAFKA, "--expand", "live", "--max-runs", "2")
        result = self.expect(1, KAFKA, "--expand", "live", "--resume", "--summary", "json",
                             says="kafka.journal holds 2 executed jobs")
        resumed = json.loads(result.stdout)
        for key in ("verdict", "counterexamples", "executions"):
            self.assertEqual(resumed[key], whole[key])

    def test_killed_right_after_any_answer(self):
        """Falsifiers and proofs have no records of their own: they follow from the answers."""
        for options in (["--stop", "all"], ["--stop", "all", "--expand", "live"], ["--strategy", "molly"]):
            whole = self.summary(1, KAFKA, *options)
            with open(self.path("kafka.journal"), "rb") as file:
                image = file.read()
            ends = answer_ends(image)
            for end in ends:
                for name in os.listdir(self.folder.name):
                    os.unlink(self.path(name))
                with open(self.path("kafka.journal"), "wb") as file:
                    file.write(image[:end])
                resumed = self.summary(1, KAFKA, *options, "--resume")
                for key in ("verdict", "counterexamples", "executions"):
                    self.assertEqual(resumed[key], whole[key], f"{options}, cut at {end}")
                with open(self.path("kafka.journal"), "rb") as file:
                    again = file.read()
                self.assertEqual(again[:end], image[:end])
                self.assertEqual(len(answer_ends(again)), len(ends), "something was executed twice, or not at all")

    def test_results_of_what_a_journal_holds(self):
        options = [KAFKA, "--stop", "all", "--expand", "live"]
        whole = self.summary(1, *options)
        self.assertEqual(self.summary(1, *options, "--results-only")["counterexamples"], whole["counterexamples"])
        with open(self.path("kafka.journal"), "rb") as file:
            image = file.read()
        found = {c["faults"] for c in whole["counterexamples"]}
        for number, end in enumerate(answer_ends(image)):
            part = image[:end + number % 2]  # sometimes with the beginning of the next record
            with open(self.path("kafka.journal"), "wb") as file:
                file.write(part)
            result = self.run_it(*options, "--results-only", "--summary", "json")
            said = json.loads(result.stdout)
            self.assertEqual(said["executions"], number)
            self.assertEqual(result.returncode, 1 if said["counterexamples"] else 2)
            self.assertEqual(said["verdict"], "counterexample" if said["counterexamples"] else "inconclusive")
            self.assertLessEqual({c["faults"] for c in said["counterexamples"]}, found)
            self.assertEqual(result.stderr.count("just being written"), number % 2, result.stderr)
            with h5py.File(self.path("kafka.h5")) as file:
                self.assertEqual(len(file["details/0000/executions"]), number)
            with open(self.path("kafka.journal"), "rb") as file:
                self.assertEqual(file.read(), part, "it was only to be read")
        resumed = self.summary(1, *options, "--resume")
        self.assertEqual(resumed["counterexamples"], whole["counterexamples"])

    def test_results_of_a_run_that_goes_on(self):
        flux = [os.path.join(SOURCE_DIR, "configs/flux.yaml"), "--expand", "live"]
        process = subprocess.Popen([PROGRAM, *flux], cwd=self.folder.name, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while not os.path.exists(self.path("flux.journal")):
            time.sleep(0.005)
        said = self.summary(2, *flux, "--results-only")
        self.assertIn("what the journal holds", said["reason"])
        self.assertIsNone(process.poll(), "nobody has disturbed it")
        process.send_signal(signal.SIGUSR1)
        self.assertEqual(process.wait(timeout=60), 85)
        again = self.summary(2, *flux, "--results-only")
        self.assertGreaterEqual(again["executions"], said["executions"])

    def test_results_of_the_cells_that_a_journal_holds(self):
        sweep = [os.path.join(SOURCE_DIR, "configs/sweeps/kafka.yaml")]
        whole = {(c["eot"], c["eff"], c["crashes"]): c for c in self.summary(1, *sweep, "-o", "kafka.h5")["cells"]}
        with open(self.path("kafka.journal"), "rb") as file:
            image = file.read()
        ends = answer_ends(image)
        with open(self.path("kafka.journal"), "wb") as file:
            file.write(image[:ends[len(ends) // 2]])
        settled = 0
        for cell in self.summary(1, *sweep, "-o", "kafka.h5", "--results-only")["cells"]:
            if cell["verdict"] == "inconclusive":
                self.assertEqual(cell["reason"], "not in the journal")
                continue
            settled += 1
            want = whole[cell["eot"], cell["eff"], cell["crashes"]]
            self.assertEqual((cell["verdict"], cell["counterexamples"]), (want["verdict"], want["counterexamples"]))
        self.assertTrue(0 < settled < len(whole), settled)

    def test_results_only_needs_that_runs_journal(self):
        self.expect(64, KAFKA, "--results-only", says="--results-only: there is no kafka.journal")
        self.assertEqual(os.listdir(self.folder.name), [])
        self.expect(1, KAFKA)
        self.expect(64, KAFKA, "--results-only", "-t", "7", says="eot is 6 there and 7 here")
        self.expect(64, KAFKA, "--results-only", "--resume", says="exclude each other")

    def test_resume_of_a_finished_run_prints_its_result(self):
        first = self.summary(1, KAFKA)
        with open(self.path("kafka.h5"), "rb") as file:
            image = file.read()
        again = self.summary(1, KAFKA, "--resume")
        self.assertEqual(first, again)
        with open(self.path("kafka.h5"), "rb") as file:
            self.assertEqual(file.read(), image)
        os.unlink(self.path("kafka.h5"))
        self.assertEqual(self.summary(1, KAFKA, "--resume"), first)
        self.assertTrue(os.path.exists(self.path("kafka.h5")))

    def test_signals_stop_and_nothing_is_lost(self):
        flux = [os.path.join(SOURCE_DIR, "configs/flux.yaml"), "--expand", "live", "-t", "16", "-f", "14"]
        whole = self.summary(0, *flux, "-o", "whole.h5")
        for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
            output = f"{number}.h5"
            process = subprocess.Popen([PROGRAM, *flux, "-o", output], cwd=self.folder.name, text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            while not os.path.exists(self.path(f"{number}.journal")):
                time.sleep(0.005)
            process.send_signal(number)
            said = process.communicate(timeout=60)
            self.assertEqual((process.returncode, said[0]), (85, ""), said[1])
            self.assertIn("--resume", said[1].splitlines()[-1])
            resumed = self.summary(0, *flux, "-o", output, "--resume")
            self.assertEqual(resumed["executions"], whole["executions"])

    def test_leftovers_of_killed_runs_go(self):
        for name in ("kafka.h5.tmp-12345", "kafka.journal.tmp-1", "kafka.h5.tmp-mine"):
            self.write(name, "")
        self.expect(1, KAFKA)
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["kafka.h5", "kafka.h5.tmp-mine", "kafka.journal"])

    def test_resume_without_a_journal_begins(self):
        self.expect(1, KAFKA, "--resume", says="there is no kafka.journal: this run begins anew")

    def test_resume_refuses_another_run(self):
        self.expect(2, KAFKA, "--expand", "live", "--max-runs", "1")
        for other, says in ((["--eot", "7"], "eot is 6 there and 7 here"),
                            (["--seed", "2"], "seed is 1 there and 2 here"),
                            (["--stop", "all"], "stop is first there and all here"),
                            (["--crash-model", "halt"], "crash-model is silent there")):
            self.expect(64, KAFKA, "--expand", "live", "--resume", *other, says=says)
        program = self.write("p.ded", DELIV)
        bounds = [program, "-t", "4", "-f", "2", "--expand", "live", "--max-runs", "1"]
        self.expect(2, *bounds)
        self.write("p.ded", DELIV + " ")
        self.expect(64, *bounds, "--resume", says="program text p.ded is ")
        self.expect(64, KAFKA, "--resume", "--check", says="exclude each other")

    def test_a_journal_is_never_replaced_silently(self):
        self.write("kafka.journal", "precious")
        for more in ([], ["--resume"]):
            self.expect(74, KAFKA, *more, says="kafka.journal is no journal of ldfi-farm")
        with open(self.path("kafka.journal"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")

    def test_strategies_agree(self):
        program = self.write("p.ded", DELIV)
        for bounds in (["-t", "4", "-f", "2", "-c", "1"], ["-t", "4", "-f", "0", "-c", "0"]):
            found = []
            for strategy in ("lineage", "exhaustive"):
                for stop in ("first", "all"):
                    status = 1 if "2" in bounds else 0
                    summary = self.summary(status, program, *bounds, "--strategy", strategy,
                                           "--stop", stop)
                    found.append((stop, summary["verdict"], str(summary["counterexamples"])))
            self.assertEqual(found[:2], found[2:])

    def test_seeds_agree(self):
        answers = {str(self.summary(1, KAFKA, "--seed", seed)["counterexamples"])
                   for seed in ("1", "2", "99")}
        self.assertEqual(len(answers), 1)

    def test_an_incomplete_search_proves_nothing(self):
        program = self.write("p.ded", DELIV)
        bounds = ["-t", "4", "-f", "0", "--strategy", "random", "--max-runs", "100"]
        summary = self.summary(2, program, *bounds)
        self.assertEqual(summary["verdict"], "inconclusive")
        self.assertIn("no counterexample found by an incomplete search", summary["reason"])
        self.assertEqual(summary["executions"], 100)
        repeated = self.summary(2, program, *bounds, "--repeat", "3")["repeat"]
        self.assertEqual(repeated, {"searches": 3, "found": 0, "executions": {
            "min": 100, "median": 100, "mean": 100, "max": 100}})
        text = self.expect(2, program, *bounds, "--repeat", "3").stdout
        self.assertIn("3 searches, seeds 1 to 3: 0 found a counterexample", text)

    def test_an_endless_possible_world_is_decided(self):
        # A generation is dead only if d was lost, and then there is no next one; on paper, there is.
        alive = self.write("alive.ded", GENERATIONS + "pre(N) :- gen(N, 1); post(N) :- use(N, 1, _);")
        fails = self.write("fails.ded", GENERATIONS + "pre(N) :- gen(N, 1); "
                           "post(N) :- use(N, 1, _), notin hit(N); "
                           "hit(N)@next :- dead(N, 1); hit(N)@next :- hit(N);")
        bounds = ["-N", "a,b", "-t", "5", "-f", "2"]
        least = [{"faults": "O(a,b,1) O(a,b,2)", "size": 2, "minimal": True,
                  "violated": ["pre(b)"]}]
        for strategy in ("lineage", "exhaustive"):
            with self.subTest(strategy=strategy):
                one = [*bounds, "--strategy", strategy]
                self.assertEqual(self.summary(0, alive, *one)["verdict"], "certified")
                self.assertEqual(self.summary(1, fails, *one)["counterexamples"], least)
        self.assertEqual(self.summary(0, alive, *bounds, "--strategy", "molly")["verdict"],
                         "certified")
        self.assertEqual(self.summary(0, alive, *bounds, "--prune", "never")["verdict"], "certified")
        drawn = self.summary(1, fails, *bounds, "--strategy", "random", "--max-runs", "1000")
        self.assertEqual(drawn["verdict"], "counterexample")
        drawn = self.summary(2, alive, *bounds, "--strategy", "random", "--max-runs", "100")
        self.assertEqual((drawn["executions"], drawn["reason"]),
                         (100, "no counterexample found by an incomplete search (runs)"))

    def test_an_endless_execution_hides_no_counterexample(self):
        # The count ends only if b hears of a by tick 3.
        bounds = ["-N", "a,b", "-t", "4", "-f", "2"]
        fails = self.write("fails.ded", ENDLESS + "post(N) :- ok(N);")
        holds = self.write("holds.ded", ENDLESS + "post(N) :- late(N);")
        for strategy in ("lineage", "exhaustive"):
            with self.subTest(strategy=strategy):
                found = self.summary(1, fails, *bounds, "--strategy", strategy)["counterexamples"]
                self.assertEqual([(f["faults"], f["minimal"]) for f in found],
                                 [("O(b,a,1) O(b,a,2)", True)])
                reason = self.summary(2, holds, *bounds, "--strategy", strategy)["reason"]
                self.assertRegex(reason, r"came to no end, the first of them under O\(a,b,1\) "
                                 r"O\(a,b,2\): holds\.ded:5:14: `c` counts on within one tick")

    def test_replay(self):
        result = self.expect(1, KAFKA, "--replay", FALSIFIER)
        self.assertIn("lost     b -> Z  member(Z,b)", result.stdout)
        self.assertIn("crash    a", result.stdout)
        self.assertRegex(result.stdout, r"violated +pre\(data\)")
        self.expect(0, KAFKA, "--replay", "none")
        told = self.summary(1, KAFKA, "--replay", FALSIFIER)
        self.assertEqual((told["replay"], told["faults"]), ("violates", FALSIFIER))
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_check(self):
        result = self.expect(0, KAFKA, "--check")
        self.assertIn("18536856418509622775644160 combinations", result.stdout)
        self.assertEqual(self.summary(0, KAFKA, "--check")["check"], "holds")
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_broken(self):
        program = self.write("p.ded", DELIV + 'pre("more") :- node("a", "b");')
        summary = self.summary(1, program, "-t", "4", "-f", "2")
        self.assertEqual(summary["verdict"], "broken")
        self.assertEqual(summary["executions"], 1)
        self.assertEqual(summary["counterexamples"],
                         [{"faults": "none", "size": 0, "minimal": True,
                           "violated": ["pre(more)"]}])
        self.assertEqual(self.summary(1, program, "-t", "4", "-f", "2", "--check")["check"],
                         "broken")

    def test_vacuous(self):
        program = self.write("p.ded", DELIV.replace("pre(Pl) :- bcast(_, Pl);",
                                                    'pre(Pl) :- bcast("b", Pl);'))
        self.assertEqual(self.summary(2, program, "-t", "4", "-f", "2")["verdict"], "vacuous")
        self.assertEqual(self.summary(0, program, "-t", "4", "-f", "2", "--check")["check"],
                         "vacuous")

    def test_budgets(self):
        # Each too small for any progress of the search: one run is the failure-free one. Without
        # --expand live, small fault sets are explored as well, which takes no run.
        raft = [os.path.join(SOURCE_DIR, "configs/raft.yaml"), "-t", "16", "-f", "14"]
        for arguments, reason in (([KAFKA, "--expand", "live", "--max-runs", "1"], "runs"),
                                  ([*raft, "--time-limit", "1ms"], "time"),
                                  ([KAFKA, "--memory-limit", "1M"], "")):
            began = time.monotonic()
            summary = self.summary(2, *arguments)
            self.assertLess(time.monotonic() - began, 30)
            self.assertEqual(summary["verdict"], "inconclusive")
            self.assertIn(reason, summary["reason"])
            self.assertNotEqual(summary["reason"], "")

    def test_progress_and_warnings_go_to_stderr(self):
        program = self.write("p.ded", DELIV + 'late("a")@9;')
        result = self.expect(1, program, "-t", "4", "-f", "2", "--summary", "json", says="warning")
        self.assertEqual(len(result.stdout.splitlines()), 1)
        quiet = self.expect(1, program, "-t", "4", "-f", "2", "--quiet")
        self.assertEqual(quiet.stderr, "")

    def test_progress_on_a_terminal(self):
        flux = os.path.join(SOURCE_DIR, "configs/flux.yaml")
        long = [flux, "--expand", "live", "-t", "60", "-f", "58", "--time-limit", "4s", "--summary", "json"]
        ours, terminal = pty.openpty()
        self.addCleanup(os.close, ours)
        process = subprocess.Popen([PROGRAM, *long], cwd=self.folder.name, stdout=subprocess.PIPE, stderr=terminal)
        os.close(terminal)
        process.communicate(timeout=120)
        self.assertEqual(process.returncode, 2)
        said = os.read(ours, 1 << 16).decode().splitlines()
        names = [i for i, line in enumerate(said) if line.split()[:2] == ["elapsed", "cell"]]
        self.assertEqual(len(names), 1)
        header, row = said[names[0]], said[names[0] + 1]
        self.assertEqual(len(header), len(row))
        self.assertEqual(row.split()[1], "60/58/1")
        self.assertIn("per s", self.expect(0, "--help").stdout)

    # -- wrong inputs

    def test_usage(self):
        for arguments in ([], ["--nonsense"], ["x.ded"], [KAFKA, "--eot"], [KAFKA, "--eot", "x"],
                          [KAFKA, KAFKA], [KAFKA, "--eff", "7"], [KAFKA, "--quiet", "--verbose"],
                          [KAFKA, "--strategy", "exhaustive"]):
            self.assertEqual(self.expect(64, *arguments, says="ldfi-farm: ").stdout, "")
        self.expect(64, KAFKA, "--stratgy", "lineage", says="--strategy")

    def test_wrong_programs(self):
        bounds = ["-t", "4", "-f", "2"]
        self.expect(65, "missing.ded", *bounds, says="missing.ded")
        self.expect(65, self.write("bad.ded", "p(X) :- q(X"), *bounds, says="bad.ded:1:")
        self.expect(65, self.write("two.ded", "p(Z) :- q(X);\np(Y) :- q(X);"), *bounds,
                    says="2 errors")
        os.mkdir(self.path("folder.ded"))
        self.expect(65, "folder.ded", *bounds)
        os.mkfifo(self.path("fifo.ded"))
        self.expect(65, "fifo.ded", *bounds)
        self.expect(65, self.write("p.ded", DELIV), *bounds, "-c", "5", says="crashes")
        self.expect(65, self.write("p.ded", DELIV), *bounds, "-N", "a,c", says='"b"')

    def test_wrong_configs(self):
        self.expect(65, "missing.yaml", says="missing.yaml")
        self.expect(65, self.write("c.yaml", "program: [p.ded]\nfspec: {eot: 4, eff: 2, cresh: 1}\n"),
                    says="c.yaml:2:")
        self.expect(65, self.write("d.yaml", "program: [p.ded\n"), says="d.yaml:")

    def test_wrong_replays(self):
        for text in ("O(a,b", "O(a,b,99)", "C(nobody,1)", "O(a,a,1)", "C(a,1) C(b,1)"):
            self.expect(65, KAFKA, "--replay", text, says="--replay:1:")

    def test_arithmetic_errors_are_located(self):
        failing = DELIV + "n(X, 1 / 0) :- bcast(X, _);"
        self.expect(65, self.write("p.ded", failing), "-t", "4", "-f", "2", says="p.ded:10:")
        # Only some fault sets divide by zero: found by the search.
        rare = DELIV + 'n("b", 1 / 0)@next :- node("a", "b"), notin log("b", "data"), late("b");' \
            + 'late("b")@3;'
        result = self.expect(65, self.write("q.ded", rare + 'post(P) :- pre(P);'), "-t", "4", "-f",
                             "2", says="q.ded:10:")
        self.assertEqual(result.stdout, "")

    # -- a hostile environment

    def test_unwritable_output(self):
        self.expect(74, KAFKA, "-o", "no/such/folder/x.h5", says="no/such/folder")
        self.expect(74, KAFKA, "-o", "/dev/null")

    def test_stdout_that_takes_nothing(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for arguments in (["--help"], [KAFKA], [KAFKA, "--check"],
                              [KAFKA, "--replay", "none"]):
                self.expect(74, *arguments, stdout=full, says="stdout")

    def test_reader_that_went_away(self):
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "w") as pipe:
            self.expect(74, KAFKA, stdout=pipe)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
