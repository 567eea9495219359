"""Messages that arrive late, or twice, as users meet them: test_late.py LDFI_FARM SOURCE_DIR LDFI_RESULTS"""

import os
import re
import subprocess
import sys
import unittest

from program import SOURCE_DIR, ProgramCase

RESULTS = os.path.abspath(sys.argv[3])
sys.path[:0] = [os.path.join(SOURCE_DIR, "results/python")]
CONFIGS = os.path.join(SOURCE_DIR, "configs")

# If the next question overtakes a question, the answer is to the wrong one.
OVERTAKEN = """
ask("a", 1)@1; ask("a", 2)@3; peer("a", "b")@1; peer(A, B)@next :- peer(A, B);
set(B, X)@async :- ask(A, X), peer(A, B);
value(B, X)@next :- set(B, X);
value(B, X)@next :- value(B, X), notin set(B, _);
pre(B) :- value(B, _);
post(B) :- value(B, 2);
"""

# Messages that are sent together arrive together, unless relations may be late independently.
TOGETHER = """
word("x")@1; word(X)@next :- word(X);
step("a", 0)@1; step(N, T + 1)@next :- step(N, T), T < 3;
put("b", T)@async :- step("a", T);
ask("b", T)@async :- step("a", T);
bad(R)@next :- put(R, T), notin ask(R, T);
bad(R)@next :- bad(R);
pre(X) :- word(X);
post(X) :- word(X), notin bad(_);
"""

# The late ask is read only if put has not arrived. Losing put would do the same, but also loses ask.
READ_LATE = """
word("x")@1; word(X)@next :- word(X);
go("a")@1; to("a", "b")@1;
put(B)@async :- go(A), to(A, B);
ask(B)@async :- go(A), to(A, B);
got(B)@next :- put(B); got(B)@next :- got(B);
bad(B) :- ask(B)@4, notin got(B);
bad(B)@next :- bad(B);
pre(X) :- word(X);
post(X) :- word(X), notin bad(_);
"""

# A node that does not get its own timer's message in time gives its lease to another node, and continues.
TIMER = """
holds("a")@1; holds(A)@next :- holds(A), notin expired(A);
set("a")@1; expired(A)@async :- set(A);
grant("b")@4; has(B)@next :- grant(B); has(B)@next :- has(B);
both(A, B)@next :- holds(A), has(B); both(A, B)@next :- both(A, B);
ok("x")@1; ok(X)@next :- ok(X);
pre(X) :- ok(X);
post(X) :- ok(X), notin both(_, _);
"""

# b receives the message only at the last tick.
SEEN_LATE = """
go("a", "x")@1; to("a", "b")@1; m(B, X)@async :- go("a", X), to("a", B);
ok("b", "y")@1; ok(N, X)@next :- ok(N, X);
pre(X) :- m("b", X); pre(X) :- ok("b", X); post(X) :- ok("b", X);
"""


def config(name):
    return os.path.join(CONFIGS, name + ".yaml")


def faults_of(found):
    return [one["faults"] for one in found["counterexamples"]]


def within_time_and_memory(command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True, **more)


class Search(ProgramCase):
    def search(self, status, *arguments):
        return self.summary(status, *arguments, "--quiet")

    def test_order_alone_elects_two_leaders(self):
        """Late messages show a bug that no loss or crash shows. Without its defect, nothing is violated."""
        for name in ("raft-45", "raft-46", "raft-56", "raft-58a", "spark-2294"):
            lossy = ["--delay-max", "0", "--duplicates", "0", "--eff", "9", "--crashes", "2"]
            self.assertEqual(self.search(0, config(f"mutants/{name}"), *lossy)["verdict"], "certified")
            self.assertEqual(self.search(0, config(name), "--crashes", "1")["verdict"], "certified")
            found = self.search(1, config(f"mutants/{name}"))
            self.assertTrue(found["counterexamples"][0]["minimal"])
            self.assertLess(found["solve_s"] + found["execute_s"], 1)

    def test_three_phase_commit_falls_to_late_messages(self):
        found = self.search(1, config("3pc"), "-t", "10", "-f", "0", "-c", "0", "--delay-max", "3", "--stop", "all")
        sets = [one["faults"] for one in found["counterexamples"]]
        self.assertEqual(sets[0], "D(C,a,3,+2) D(C,b,6,+1)")
        # --strategy exhaustive --delay-count 3 finds as many in 2,610,295 executions.
        self.assertEqual(len(sets), 24)
        all_of_two = ["--delay-max", "2", "--delay-count", "2", "--strategy", "exhaustive", "--stop", "all"]
        small = self.search(1, config("3pc"), "-t", "8", "-f", "0", "-c", "0", *all_of_two)
        lineage = self.search(1, config("3pc"), "-t", "8", "-f", "0", "-c", "0", *all_of_two[:4], "--stop", "all")
        self.assertEqual([one["faults"] for one in small["counterexamples"]], [one["faults"] for one in lineage["counterexamples"]])
        self.assertEqual(str(small["executions"]), small["distinct_fault_sets"])

    def test_one_late_message_is_not_enough(self):
        """clingo and --strategy exhaustive agree."""
        for name, eot, least in (("3pc", "10", "D(C,a,3,+2) D(C,b,6,+1)"), ("2pc-ctp", "8", "D(C,a,1,+1) D(C,a,4,+3)")):
            late = [config(name), "-t", eot, "-f", "0", "-c", "0", "--delay-max", "3"]
            self.assertEqual(self.search(0, *late, "--delay-count", "1")["verdict"], "certified")
            found = self.search(1, *late)
            self.assertEqual(found["counterexamples"][0]["faults"], least)
            self.assertLess(found["solve_s"] + found["execute_s"], 1)

    def test_the_least_is_late_by_the_fewest_ticks(self):
        program = self.write("p.ded", OVERTAKEN)
        fspec = ["-t", "9", "-f", "0", "-c", "0"]
        self.assertEqual(self.search(0, program, *fspec)["verdict"], "certified")
        self.assertEqual(self.search(0, program, *fspec, "--delay-max", "2")["verdict"], "certified")
        found = self.search(1, program, *fspec, "--delay-max", "5", "--stop", "all")
        self.assertEqual([one["faults"] for one in found["counterexamples"]], ["D(a,b,1,+3)", "D(a,b,3,+5)"])
        for less in (["--delay-budget", "2"], ["--delay-count", "0"], ["--delay-until", "0"]):
            self.assertEqual(self.search(0, program, *fspec, "--delay-max", "5", *less)["verdict"], "certified")

    def test_a_sweep_over_delays(self):
        done = self.summary(1, config("mutants/raft-46"), "--sweep-delay-max", "0..3", "--quiet")
        verdicts = {cell["budgets"]["delay-max"]: cell["verdict"] for cell in done["cells"]}
        self.assertEqual(verdicts, {0: "certified", 1: "certified", 2: "counterexample", 3: "counterexample"})

    def test_one_step_beyond_is_later(self):
        done = self.summary(0, config("mutants/raft-46"), "--delay-max", "1", "--beyond", "--quiet")
        cells = [cell["verdict"] for cell in done["cells"] if cell.get("budgets", {}).get("delay-max") == 2]
        self.assertEqual(cells, ["counterexample"], done["conclusion"])

    def test_what_cannot_be_combined_yet_is_refused(self):
        late = [config("raft-46"), "--delay-max", "2"]
        for more, says in (
            (["--restarts", "1"], "cannot be combined yet"),
            (["--partitions", "1"], "cannot be combined yet"),
            (["--pauses", "1"], "cannot be combined yet"),
            (["--crash-model", "stop"], "cannot be combined yet"),
            (["--strategy", "molly"], "needs --strategy lineage"),
            (["--strategy", "fts"], "needs --strategy lineage"),
            (["--delay-max", "0", "--delay-count", "1", "--duplicates", "0"], ""),
        ):
            result = self.run_it(*late[: 1 if "--delay-max" in more else 3], *more)
            self.assertEqual(result.returncode, 64 if says else 0, (more, result.stderr))
            self.assertIn(says, result.stderr)
        spec = self.write("lost.spec", 'spec gone major always; gone(A, B) :- lost.grant(A, B, _, _);\n')
        self.expect(65, *late, "--spec", spec, says="cannot be distinguished from a message on its way")


class Order(ProgramCase):
    """Tests of fifo channels."""

    def search(self, status, *arguments):
        return self.summary(status, *arguments, "--quiet")

    def test_what_takes_messages_that_overtake_others_is_certified(self):
        found = self.search(1, config("mutants/raft-66"))
        self.assertEqual(found["counterexamples"][0]["faults"], "D(a,b,2,+3)")
        self.assertNotIn("order", found["fspec"])
        in_order = self.search(0, config("mutants/raft-66"), "--order", "fifo")
        self.assertEqual((in_order["verdict"], in_order["fspec"]["order"]), ("certified", "fifo"))
        self.assertEqual(in_order["distinct_fault_sets"], found["distinct_fault_sets"])
        for lossy in (["--delay-max", "0"], ["--order", "fifo"]):
            self.assertEqual(self.search(0, config("mutants/raft-66"), *lossy, "-f", "8", "-c", "1")["verdict"], "certified")
        self.assertEqual(self.search(0, config("raft-66"))["verdict"], "certified")

    def test_other_elections_fall_with_channels_that_keep_their_order(self):
        for name in ("raft-45", "raft-46", "raft-56"):
            found = self.search(1, config(f"mutants/{name}"), "--order", "fifo")
            self.assertTrue(found["counterexamples"][0]["minimal"], name)
            self.assertLess(found["solve_s"] + found["execute_s"], 1)
            self.assertEqual(self.search(0, config(name), "--order", "fifo")["verdict"], "certified")

    def test_all_strategies_agree(self):
        program = self.write("p.ded", OVERTAKEN)
        fspec = ["-t", "8", "-f", "0", "-c", "0", "--delay-max", "3", "--duplicates", "1", "--duplicates-within", "4", "--delay-count", "2"]
        self.assertEqual(self.search(1, program, *fspec)["counterexamples"][0]["faults"], "D(a,b,1,+3)")
        for strategy in ("lineage", "exhaustive"):
            self.assertEqual(self.search(0, program, *fspec, "--order", "fifo", "--strategy", strategy)["verdict"], "certified", strategy)
        randomly = ["--strategy", "random", "--max-runs", "2000"]
        self.assertEqual(self.search(1, program, *fspec, *randomly)["verdict"], "counterexample")
        self.assertEqual(self.search(2, program, *fspec, *randomly, "--order", "fifo")["verdict"], "inconclusive")

    def test_a_config_says_it_and_delays_of_0_know_nothing_of_it(self):
        text = "program: [p.ded]\nnodes: [a, b]\nfspec: {eot: 8, eff: 0, delays: {max: 3}, order: fifo}\n"
        self.write("p.ded", OVERTAKEN)
        path = self.write("p.yaml", text)
        self.assertEqual(self.search(0, path)["fspec"]["order"], "fifo")
        self.assertEqual(self.search(1, path, "--order", "any")["verdict"], "counterexample")
        plain = self.write("q.yaml", text.replace(", delays: {max: 3}, order: fifo", ""))
        none = [self.run_it(one, *more, "--check").stdout for one, more in ((path, ["--delay-max", "0"]), (plain, []))]
        self.assertEqual(none[0], none[1])
        self.assertIn("channels are fifo", self.run_it(path).stdout)

    def test_wrong_use_is_refused(self):
        program = self.write("p.ded", OVERTAKEN)
        fspec = [program, "-t", "8", "-f", "0", "-c", "0"]
        self.expect(64, *fspec, "--order", "fifo", says="so this has no effect (--delay-max, --duplicates)")
        self.expect(64, *fspec, "--delay-max", "4", "--order", "lifo", says="any")
        replay = ["--delay-max", "4", "--replay", "D(a,b,1,+3)"]
        self.expect(1, *fspec, *replay)
        self.expect(65, *fspec, *replay, "--order", "fifo", says="messages from a to b are overtaken")
        self.expect(0, *fspec, "--delay-max", "4", "--order", "fifo", "--replay", "D(a,b,1,+2)")

    def test_known_ones_are_left_out(self):
        """As the summary and its families write them."""
        found = self.search(1, config("mutants/raft-66"), "--stop", "all")
        first, *others = [one["faults"] for one in found["counterexamples"]]
        left = self.search(1 if others else 0, config("mutants/raft-66"), "--stop", "all", "--known", first)
        self.assertEqual([one["faults"] for one in left["counterexamples"]], others)
        self.expect(65, config("mutants/raft-66"), "--known", "D(a,b,2,+9)", says="between 1 and 3")

    def test_a_second_arrival_is_as_late_as_is_said(self):
        """Without the option, a duplicate would arrive after as many ticks in each cell."""
        program = self.write("p.ded", SEEN_LATE)
        fspec = [program, "-t", "4", "-f", "0", "-c", "0", "--duplicates", "1", "--delay-count", "0"]
        self.expect(64, *fspec, "--sweep-delay-max", "1,2", says="--duplicates-within")
        self.assertEqual(self.search(0, *fspec, "--delay-max", "1")["verdict"], "certified")
        for within, status in (("1", 0), ("2", 1)):
            cells = self.search(status, *fspec, "--duplicates-within", within, "--sweep-delay-max", "1,2")["cells"]
            self.assertEqual(len(cells), 2)
            for one in cells:
                alone = self.search(status, *fspec, "--duplicates-within", within, "--delay-max", str(one["budgets"]["delay-max"]))
                self.assertEqual((one["verdict"], faults_of(one)), (alone["verdict"], faults_of(alone)))

    def test_files_say_it(self):
        self.expect(1, config("mutants/raft-46"), "--order", "fifo", "-o", "r.h5", "--quiet")
        import h5py

        with h5py.File(self.path("r.h5")) as file:
            self.assertEqual(file.attrs["schema_version"], 16)
        told = within_time_and_memory([RESULTS, "summary", "r.h5"], cwd=self.folder.name).stdout
        self.assertIn("channels are fifo", told)
        within_time_and_memory([RESULTS, "show", "r.h5", "f1"], cwd=self.folder.name)
        import ldfi_results

        self.assertEqual(len(ldfi_results.load(self.path("r.h5")).falsifiers), 1)


class Apart(ProgramCase):
    """Tests in which relations may be late independently, or messages of a node to itself may be late."""

    FSPEC = ["-t", "6", "-f", "0", "-c", "0", "--delay-max", "1"]
    ALONE = ["--delay-unit", "relation"]

    def search(self, status, *arguments):
        return self.summary(status, *arguments, "--quiet")

    def test_what_is_sent_together_need_not_arrive_together(self):
        program = self.write("p.ded", TOGETHER)
        self.assertEqual(self.search(0, program, *self.FSPEC)["verdict"], "certified")
        found = self.search(1, program, *self.FSPEC, *self.ALONE, "--stop", "all")
        pairs = [(t, relation) for t in range(1, 5) for relation in ("ask", "put")]
        # The last message is not read.
        self.assertEqual(faults_of(found), [f"D(a,b,{t},{relation},+1)" for t, relation in pairs[:-1]])
        self.assertEqual(found["fspec"]["delays"], {"max": 1, "unit": "relation"})
        self.assertEqual(found["distinct_fault_sets"], str(2 ** (2 * 2 * 4)))
        everything = self.search(1, program, *self.FSPEC, *self.ALONE, "--delay-count", "2", "--strategy", "exhaustive", "--stop", "all")
        self.assertEqual(faults_of(everything), faults_of(found))
        self.assertEqual(self.search(1, program, *self.FSPEC, *self.ALONE, "--strategy", "random")["verdict"], "counterexample")

    def test_elections_take_as_many_faults(self):
        for name in ("raft-45", "raft-46", "raft-56", "raft-66"):
            together, alone = (self.search(1, config(f"mutants/{name}"), *unit)["counterexamples"][0] for unit in ([], self.ALONE))
            self.assertEqual(together["size"], alone["size"], name)
            for ticks in ("1", "2", "3"):
                self.assertEqual(self.search(0, config(name), *self.ALONE, "--delay-max", ticks)["verdict"], "certified", name)

    def test_a_loss_is_of_all_relations(self):
        program = self.write("p.ded", TOGETHER)
        lossy = [program, "-t", "6", "-f", "3", "-c", "0", "--delay-max", "1", "--delay-count", "0", *self.ALONE]
        self.assertEqual(self.search(0, *lossy)["verdict"], "certified")
        self.expect(65, *lossy[:7], "--delay-max", "1", *self.ALONE, "--replay", "O(a,b,1) D(a,b,1,ask,+1)", says="a lost message cannot be late")

    def test_what_is_lost_is_not_late_though_nobody_reads_it_in_time(self):
        program = self.write("p.ded", READ_LATE)
        found = self.search(1, program, "-t", "6", "-f", "2", "-c", "0", "--delay-max", "2", *self.ALONE, "--stop", "all")
        self.assertEqual(faults_of(found), ["D(a,b,1,ask,+2) D(a,b,1,put,+2)"])

    def test_a_timer_that_is_late(self):
        program = self.write("p.ded", TIMER)
        late = [program, "-t", "8", "-f", "7", "-c", "1", "--delay-max", "4"]
        # The node sends nothing to other nodes.
        self.assertEqual(self.search(2, *late)["verdict"], "vacuous")
        found = self.search(1, *late, "--delay-self")
        self.assertEqual(faults_of(found), ["D(a,a,1,+3)"])
        self.assertIs(found["fspec"]["delays"]["self"], True)
        text = self.expect(1, *late, "--delay-self").stdout
        self.assertIn("a's message expired(a) to itself at 1 arrives 3 ticks late", text)
        self.assertIn("those to oneself, too", text)
        self.assertNotIn("self-message", self.expect(1, *late, "--delay-self").stderr)
        self.assertIn("self-message", self.expect(2, *late).stderr)
        self.expect(1, *late, "--delay-self", "-o", "t.h5", "--quiet")
        results = lambda *words: within_time_and_memory([RESULTS, *words], cwd=self.folder.name).stdout
        self.assertRegex(results("show", "t.h5", "f1"), r"sends +expired\(a\) to a, 3 ticks late\n(.*\n)+.*expired\(a\) +from a, 3 ticks late")
        self.assertIn("a to a: expired(a), 3 ticks late.", results("lamport", "t.h5", "f1"))
        self.assertIn("0 of their 1 faults hit nothing", results("coverage", "t.h5"))
        self.assertIn("arrives  a -> a  expired(a), 3 ticks late", self.expect(1, *late, "--delay-self", "--replay", "D(a,a,1,+3)").stdout)
        alone = self.search(1, *late, "--delay-self", *self.ALONE)
        self.assertEqual(faults_of(alone), ["D(a,a,1,expired,+3)"])

    def test_counts(self):
        program = self.write("p.ded", TOGETHER)
        counts = self.search(1, program, *self.FSPEC, *self.ALONE, "--count")["counts"]
        # Both or none of the messages of a at ticks 1, 2 and 3 are late. At 4, put may be late alone, which
        # is not noticed.
        self.assertEqual((counts["distinct"], counts["violating"]), (str(4**8), str(4**8 - 2**3 * 3 * 4**4)))
        import h5py

        timer = [self.write("t.ded", TIMER), "-t", "6", "-f", "1", "-c", "1", "--delay-max", "3", "--delay-count", "2", "--delay-self"]
        for unit in ([], self.ALONE):
            counts = self.search(1, *timer, *unit, "--count")["counts"]
            found = self.search(1, *timer, *unit, "--strategy", "exhaustive", "--stop", "all", "-o", "t.h5")
            self.assertEqual(counts["distinct"], found["distinct_fault_sets"])
            with h5py.File(self.path("t.h5")) as file:
                self.assertEqual(int(counts["violating"]), int(file["cells"]["violating"][0]))

    def test_sweeps_and_configs(self):
        self.write("p.ded", TOGETHER)
        path = self.write("p.yaml", "program: [p.ded]\nnodes: [a, b]\nfspec: {eot: 6, eff: 0, delays: {max: 1, unit: relation}}\n")
        self.assertEqual(faults_of(self.search(1, path)), ["D(a,b,1,ask,+1)"])
        self.assertEqual(self.search(0, path, "--delay-unit", "channel")["verdict"], "certified")
        done = self.search(1, path, "--sweep-delay-max", "0..2", "--sweep-eot", "2..4", "--sweep-eff", "0", "--sweep-crashes", "0")
        verdicts = {(cell["eot"], cell["budgets"]["delay-max"]): cell["verdict"] for cell in done["cells"]}
        self.assertEqual({cell for cell, verdict in verdicts.items() if verdict == "counterexample"}, {(3, 1), (3, 2), (4, 1), (4, 2)})
        none = self.run_it(path, "--delay-max", "0", "--check").stdout
        self.assertNotIn("each relation", none)

    def test_files_pictures_and_python(self):
        program = self.write("p.ded", TOGETHER)
        self.expect(1, program, *self.FSPEC, *self.ALONE, "-o", "r.h5", "--quiet")
        results = lambda *arguments: within_time_and_memory([RESULTS, *arguments], cwd=self.folder.name).stdout
        self.assertIn("each relation by itself", results("summary", "r.h5"))
        self.assertRegex(results("show", "r.h5", "f1"), r"sends +ask\(b,0\) to b, 1 tick late")
        picture = results("lamport", "r.h5", "f1")
        self.assertIn("a to b: ask(b,0), 1 tick late. a to b: put(b,0).", picture)
        self.assertNotIn("ask(b,0) +1 (does not matter)", picture.replace("&#43;", "+"))
        self.assertIn("late ask", re.sub(" +", " ", results("coverage", "r.h5")))
        results("report", "r.h5", "-o", "r.html")
        with open(self.path("r.html"), encoding="utf-8") as file:
            self.assertIn("messages up to 1 tick late, each relation by itself", file.read())
        self.assertIn("1 tick late: ask, a → b, sent at 1", results("lineage", "r.h5", "f1"))
        self.assertIn("D(a,b,1,ask,+1)", results("show", "r.h5", "D(a,b,1,ask,+1)"))
        self.assertIn('"relation":"ask"', results("export", "r.h5", "--molly", "-o", self.path("molly")) + self.exported())
        import h5py
        import ldfi_results

        with h5py.File(self.path("r.h5")) as file:
            self.assertEqual(file.attrs["schema_version"], 21)
        self.assertEqual(ldfi_results.load(self.path("r.h5")).falsifiers["faults"][0], "D(a,b,1,ask,+1)")

    def exported(self):
        out = ""
        for folder, _, files in os.walk(self.path("molly")):
            for name in files:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    out += file.read()
        return out.replace(" ", "").replace("\n", "")

    def test_smaller_counterexamples(self):
        run = [self.write("p.ded", TOGETHER), *self.FSPEC, *self.ALONE]
        timer = [self.write("t.ded", TIMER), "-t", "8", "-f", "0", "-c", "0", "--delay-max", "4", "--delay-self"]
        late = {"at": 1, "event": "delivery", "text": "ask(b,0)", "from": "a", "to": "b", "arrives": 3, "nth": 1}
        own = {"at": 1, "event": "delivery", "text": "expired(a)", "from": "a", "to": "a", "arrives": 5, "nth": 1}
        for words, count, event, faults in ((run, 2, late, "D(a,b,1,ask,+1)"), (timer, 0, own, "D(a,a,1,+3)"), ([*timer, *self.ALONE], 0, own, "D(a,a,1,expired,+3)")):
            for way in ("search", "ddmin", "recording", "type", "exact"):
                found = self.search(1, *words, "--minimise", "--minimise-by", way, "-o", "m.h5")["minimisation"]
                least = next(stage for stage in found["stages"] if stage["stage"] == "deliveries")
                self.assertEqual((least["deliveries"], least["faults"]), (count, faults), way)
                self.assertEqual(found["schedule"][0], event)
                within_time_and_memory([RESULTS, "export", "m.h5", "--schedule", "eot", "-o", "s.jsonl"], cwd=self.folder.name)
                self.assertIn("outcome       violated", self.expect(1, *words, "--replay-schedule", "s.jsonl").stdout)
                self.assertIn(" late", within_time_and_memory([RESULTS, "show", "m.h5", "--stage", "deliveries"], cwd=self.folder.name).stdout)
                within_time_and_memory([RESULTS, "report", "m.h5", "-o", "m.html"], cwd=self.folder.name)

    def test_a_resumed_run_is_the_same_run(self):
        program = self.write("p.ded", TOGETHER)
        run = [program, *self.FSPEC, *self.ALONE, "--stop", "all", "-o", "r.h5"]
        first = self.search(1, *run)
        again = self.search(1, *run, "--resume")
        self.assertEqual(faults_of(again), faults_of(first))

    def test_wrong_use_is_refused(self):
        program = self.write("p.ded", TOGETHER)
        fspec = [program, "-t", "6", "-f", "0", "-c", "0"]
        self.expect(64, *fspec, *self.ALONE, says="so this has no effect (--delay-max, --duplicates)")
        self.expect(64, *fspec, "--delay-self", says="so this has no effect (--delay-max, --duplicates)")
        self.expect(64, *fspec, "--delay-max", "1", "--delay-unit", "message", says="relation")
        late = [*fspec, "--delay-max", "1", *self.ALONE]
        for more, status, says in (
            (["--replay", "D(a,b,1,+1)"], 65, "name it before the number of ticks"),
            (["--replay", "D(a,b,1,bad,+1)"], 65, "no rule sends bad"),
            (["--replay", "D(a,a,1,ask,+1)"], 65, "--delay-self allows it"),
            (["--crash-model", "halt", "--delay-self"], 65, "crash_model silent"),
        ):
            self.expect(status, *late, *more, says=says)
        forever = [*fspec[:1], "-N", "a,b", "--delay-max", "1", *self.ALONE, "--forever"]
        # A search of an early EOT finds it, although proofs do not cover such messages.
        self.expect(1, *forever)
        kept = self.write("kept.ded", """
            send("a", 1)@1; got("b", X)@async :- send("a", X); got(N, X)@next :- got(N, X);
            pre(X) :- got(_, X); post(X) :- got(_, X);""")
        self.assertIn("relation by relation are not covered", self.expect(2, kept, *forever[1:]).stdout)


class Views(ProgramCase):
    FAULTS = "D(C,a,3,+2) D(C,b,6,+1)"

    def setUp(self):
        super().setUp()
        self.expect(1, config("3pc"), "-t", "10", "-f", "0", "-c", "0", "--delay-max", "3", "-o", "r.h5", "--quiet")

    def results(self, *arguments):
        return within_time_and_memory([RESULTS, *arguments], cwd=self.folder.name).stdout

    def test_replay_tells_what_is_late(self):
        text = self.expect(1, config("3pc"), "-t", "10", "-f", "0", "-c", "0", "--delay-max", "3", "--replay", self.FAULTS).stdout
        self.assertIn("C -> a  precommit(a,C,tx), 2 ticks late", text)
        self.assertNotIn("lost", text)

    def test_the_story_tells_what_is_late(self):
        text = self.expect(1, config("3pc"), "-t", "10", "-f", "0", "-c", "0", "--delay-max", "3").stdout
        self.assertRegex(text, r"C's message precommit\(a,C,tx\) to a at 3 arrives 2 ticks late")
        self.assertNotRegex(text, "was lost|before it arrives")

    def test_files_say_it(self):
        self.assertIn(self.FAULTS, self.results("falsifiers", "r.h5"))
        self.assertRegex(self.results("show", "r.h5", "f1"), r"sends +precommit\(a,C,tx\) to a, 2 ticks late")
        picture = self.results("lamport", "r.h5", "f1")
        self.assertIn("precommit(a,C,tx) +2", picture.replace("&#43;", "+"))
        import h5py

        with h5py.File(self.path("r.h5")) as file:
            self.assertEqual(file.attrs["schema_version"], 14)

    def test_python_reads_it(self):
        import ldfi_results

        self.assertEqual(ldfi_results.load(self.path("r.h5")).falsifiers["faults"][0], self.FAULTS)


if __name__ == "__main__":
    sys.argv[1:] = []
    unittest.main()
