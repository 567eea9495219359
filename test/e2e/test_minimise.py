#!/usr/bin/env python3
"""Counterexamples that are made smaller, as users see them: test_minimise.py LDFI_FARM SOURCE_DIR LDFI_RESULTS"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest

import program
from program import PROGRAM, SOURCE_DIR

RESULTS = os.path.abspath(sys.argv[3])
sys.path[:0] = [os.path.join(SOURCE_DIR, "results/python")]
MUTANTS = os.path.join(SOURCE_DIR, "configs/mutants")
RAFT_66 = (f"{MUTANTS}/raft-66.yaml", "--externals", "add", "--quiet")

# Four requests, of which two are too many unless c allows them; d has no part in it.
COUNTER = """
ask("a", 1)@1; ask("a", 2)@2; ask("a", 3)@2; ask("a", 4)@3;
node("a", "b")@1; node("c", "b")@1; node("d", "b")@1; node(X, Y)@next :- node(X, Y);
got(B, I)@async :- ask(A, I), node(A, B);
has(B, I) :- got(B, I); has(B, I)@next :- has(B, I);
allow("c", "x")@2; ok(B, X)@async :- allow(C, X), node(C, B);
allowed(B) :- ok(B, _); allowed(B)@next :- allowed(B);
many(B, count<I>) :- has(B, I);
pre(B, N) :- many(B, N), N > 1;
post(B, N) :- many(B, N), allowed(B);
"""
# The proof that nine requests are too few takes as many searches as there are sets of nine.
MANY = COUNTER.replace("N > 1", "N > 9") + "".join(f'ask("a", {i})@2;\n' for i in range(5, 21))
CONFIG = """
program: [counter.ded]
nodes: [a, b, c, d]
fspec: {eot: 6, eff: 3, crashes: 0}
externals: [ask]
search: {minimise: true}
"""


def of(minimisation, name):
    return next(stage for stage in minimisation["stages"] if stage["stage"] == name)


class Minimise(program.ProgramCase):
    def minimised(self, *arguments, status=1):
        return self.summary(status, *arguments, "--minimise")["minimisation"]

    def counter(self, config=CONFIG, text=COUNTER):
        self.write("counter.ded", text)
        return self.write("counter.yaml", config)

    def test_stages_of_a_small_program(self):
        found = self.summary(1, self.counter(), "--quiet")
        self.assertEqual([one["faults"] for one in found["counterexamples"]], ["O(c,b,2)"])
        stages = found["minimisation"]["stages"]
        for stage in stages:
            self.assertLessEqual({"stage", "externals", "deliveries", "executions", "bound", "claim"}, set(stage))
        self.assertEqual([(one["stage"], one["externals"], one["deliveries"], one["bound"], one["claim"]) for one in stages], [
            ("faults", 4, 4, 1, "minimum"),
            ("slice", 4, 4, None, "enough"),
            ("externals", 2, 2, 2, "minimum"),
            ("deliveries", 2, 2, 2, "minimum"),
            ("nodes", 2, 2, None, "1-minimal for this schedule"),
            ("eot", 2, 2, 3, "minimum for this schedule"),
            ("eff", 2, 2, 2, "minimum"),
        ])  # fmt: skip
        self.assertEqual((stages[4]["nodes"], stages[5]["eot"], stages[6]["eff"]), (3, 3, 2))
        events = [(event["event"], event["at"], event["text"]) for event in found["minimisation"]["schedule"]]
        self.assertEqual(events, [("external", 1, "ask(a,1)"), ("delivery", 1, "got(b,1)"), ("external", 2, "ask(a,2)"), ("delivery", 2, "got(b,2)")])
        self.assertEqual(found["minimisation"]["ended"], "")

    def test_bugs_of_order(self):
        """What DEMi calls raft-66, 46, 56 and 45: minima, and what delta debugging leaves."""
        for name, externals, minimum in (("66", "add", (2, 3)), ("46", "timeout", (3, 8)), ("56", "timeout", (4, 8)), ("45", "timeout", (2, 6))):
            with self.subTest(name=name):
                config = f"{MUTANTS}/raft-{name}.yaml"
                search = self.minimised(config, "--externals", externals, "--quiet")
                ddmin = self.minimised(config, "--externals", externals, "--quiet", "--minimise-by", "ddmin")
                for one in (search, ddmin):
                    self.assertEqual(one["ended"], "")
                    sizes = [(stage["externals"], stage["deliveries"]) for stage in one["stages"]]
                    self.assertEqual(sizes[:1], [max(sizes)])
                self.assertEqual(of(search, "externals")["claim"], "minimum")
                self.assertEqual(of(search, "externals")["bound"], of(search, "externals")["externals"])
                least, few = of(search, "deliveries"), of(ddmin, "deliveries")
                self.assertEqual((least["externals"], least["deliveries"], least["bound"], least["claim"]), (*minimum, minimum[1], "minimum"))
                self.assertLessEqual(least["executions"], 100)
                self.assertEqual((few["claim"], few["bound"], few["searches"]), ("1-minimal", None, 0))

    def test_policies(self):
        """What is kept of an execution that a random search found, by each way to know its messages again."""
        config = f"{MUTANTS}/raft-46.yaml"
        randomly = (config, "--strategy", "random", "--seed", "1", "--quiet")
        least = of(self.minimised(*randomly), "deliveries")
        left = {}
        for by in ("exact", "recording", "type"):
            with self.subTest(by=by):
                found = self.minimised(*randomly, "--minimise-by", by, "-o", "p.h5")
                self.assertEqual((found["by"], found["ended"]), (by, ""))
                few = of(found, "deliveries")
                left[by] = (few["externals"], few["deliveries"])
                self.assertEqual((few["claim"], few["bound"], few["searches"]), (f"1-minimal, policy {by}", None, 0))
                self.assertEqual(of(found, "externals")["claim"], few["claim"])
                self.assertGreaterEqual(left[by], (least["externals"], least["deliveries"]))
                self.assertIn(f"minimised ({by}): ", self.results("summary", "p.h5"))
                for stage in found["stages"]:
                    if stage["nodes"] != 3:
                        continue
                    self.results("export", "p.h5", "--schedule", stage["stage"], "-o", "p.jsonl")
                    again = self.replayed(1, config, "--eot", str(stage["eot"]), "--replay-schedule", "p.jsonl")
                    self.assertEqual((again["replay"], again["diverged"], len(again["arrived"])), ("violated", [], stage["deliveries"]), stage["stage"])
                self.results("report", "p.h5", "-o", "p.html")
        self.assertLessEqual(left["type"], left["recording"])
        self.expect(64, *randomly, "--minimise", "--minimise-by", "types", says="expected search or ddmin or exact or recording or type")

    def test_a_message_that_is_given_anyway_is_a_delivery(self):
        """It was counted only where it was pending, so the numbers of its equals were others when a schedule was followed."""
        self.write("beat.ded", 'up("b")@1; up(N)@next :- up(N); peer("b", "a")@1; peer(N, M)@next :- peer(N, M);\n'
                   'beat("a", "b")@2; beat(M, N)@async :- up(N), peer(N, M); seen(M, N)@next :- beat(M, N);\n'
                   'pre(N) :- seen(N, _); post(N) :- seen(N, _), notin beat(N, _);\n')  # fmt: skip
        run = ["beat.ded", "-N", "a,b", "-t", "5", "-f", "4", "-c", "0", "--externals", "up"]
        for by in ("search", "ddmin", "exact", "recording", "type"):
            found = self.minimised(*run, "--minimise-by", by, "-o", "b.h5")
            self.assertEqual(of(found, "deliveries")["deliveries"], 2, by)
            for stage in found["stages"]:
                self.results("export", "b.h5", "--schedule", stage["stage"], "-o", "b.jsonl")
                again = self.replayed(1, *run, "--replay-schedule", "b.jsonl")
                self.assertEqual((again["replay"], again["diverged"], len(again["arrived"])), ("violated", [], stage["deliveries"]), stage["stage"])

    def test_restarts_stay_what_they_are(self):
        config = f"{MUTANTS}/spark-3150.yaml"
        found = self.minimised(config, "-o", "r.h5")
        self.assertEqual([stage["faults"] for stage in found["stages"]], ["C(m,3,7)"] * 6 + [of(found, "eff")["faults"]])
        least = of(found, "deliveries")
        self.assertEqual((least["externals"], least["deliveries"], least["bound"], least["claim"]), (2, 1, 1, "minimum with these crashes"))
        self.assertEqual((of(found, "eot")["eot"], of(found, "eff")["eff"]), (8, 5))
        self.assertIn("  tick 3      crash     m, back at 7\n", self.expect(1, config, "--minimise").stdout)
        for stage in found["stages"]:
            self.results("export", "r.h5", "--schedule", stage["stage"], "-o", "r.jsonl")
            again = self.replayed(1, config, "--replay-schedule", "r.jsonl")
            self.assertEqual((again["replay"], again["diverged"], len(again["arrived"])), ("violated", [], stage["deliveries"]), stage["stage"])
        self.results("report", "r.h5", "-o", "r.html")
        with open(self.path("r.html"), encoding="utf-8") as file:
            self.assertIn('"back":7', file.read())
        # A node that is down for a shorter time, or crashes when it has done its work of the tick, is another schedule.
        self.results("export", "r.h5", "--schedule", "deliveries", "-o", "r.jsonl")
        with open(self.path("r.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        crash = next(line for line in lines if line["e"] == "crash")
        self.assertEqual(crash, {"e": "crash", "at": 3, "node": "m", "back": 7})

        def with_crash(status, **more):
            self.write("o.jsonl", "".join(json.dumps(line if line is not crash else {**crash, **more}) + "\n" for line in lines))
            return self.expect(status, config, "--replay-schedule", "o.jsonl")
        self.assertIn("outcome       violated", with_crash(1, after=True).stdout)
        self.assertIn("back: it must be later than the crash", with_crash(65, after=True, back=4).stderr)
        self.assertIn("after: write true or false", with_crash(65, after=1).stderr)
        self.assertIn("the Fspec does not admit this crash", with_crash(65, back=14).stderr)
        self.assertIn("the Fspec does not admit this crash", with_crash(65, node="w").stderr)

    def test_nothing_to_minimise(self):
        self.assertIsNone(self.minimised(*RAFT_66, "--order", "fifo", status=0))
        found = self.summary(1, *RAFT_66)
        self.assertNotIn("minimisation", found)

    def test_ranks_and_resume_make_no_difference(self):
        alone = self.minimised(*RAFT_66, "-o", "a.h5")
        for ranks in ("2", "3", "4"):
            done = self.on_ranks(ranks, *RAFT_66, "--minimise", "--summary", "json", "-o", f"r{ranks}.h5")
            self.assertEqual(json.loads(done.stdout.splitlines()[-1])["minimisation"], alone, done.stderr)
        self.assertEqual(self.minimised(*RAFT_66, "-o", "a.h5", "--resume"), alone)
        os.remove(self.path("a.h5"))
        self.assertEqual(self.minimised(*RAFT_66, "-o", "a.h5", "--resume"), alone)
        self.assertTrue(os.path.exists(self.path("a.h5")))
        self.assertEqual(self.minimised(*RAFT_66, "-o", "b.h5", "--seed", "9"), alone)
        # What is asked for belongs to the run.
        self.expect(64, *RAFT_66, "-o", "a.h5", "--resume", says="minimise")

    def on_ranks(self, ranks, *arguments):
        command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", ranks, PROGRAM, *arguments]
        return subprocess.run(command, cwd=self.folder.name, text=True, capture_output=True, timeout=120, check=False)

    def test_searches_are_done_on_all_ranks_and_once(self):
        """That four requests are needed of eleven takes a search of each smaller set: the journal holds them."""
        text = COUNTER.replace("N > 1", "N > 3") + "".join(f'ask("a", {i})@2;\n' for i in range(5, 12))
        run = [self.counter(text=text), "--minimise", "--summary", "json", "--resume"]
        found = {}
        for ranks in ("1", "3", "4"):
            first = self.on_ranks(ranks, *run, "-o", f"a{ranks}.h5")
            found[ranks] = json.loads(first.stdout.splitlines()[-1])["minimisation"]
            os.remove(self.path(f"a{ranks}.h5"))
            held = []
            for _ in range(2):
                again = self.on_ranks(ranks, *run, "-o", f"a{ranks}.h5")
                self.assertEqual(json.loads(again.stdout.splitlines()[-1])["minimisation"], found[ranks], again.stderr)
                held.append(int(re.search(r" holds (\d+) executed jobs", again.stderr)[1]))
                os.remove(self.path(f"a{ranks}.h5"))
            self.assertEqual(held[0], held[1], "nothing is searched again")
            self.assertGreaterEqual(held[0], sum(stage["searches"] for stage in found[ranks]["stages"]))
        self.assertEqual(found["1"], found["3"])
        self.assertEqual(found["1"], found["4"])
        externals = of(found["1"], "externals")
        self.assertEqual((externals["externals"], externals["claim"], externals["searches"]), (4, "minimum", 1 + 11 + 55 + 165))

    def test_a_request_to_stop_is_heard(self):
        command = [PROGRAM, self.counter(text=MANY), "--quiet", "--minimise-runs", "1000000000", "-o", "s.h5", "--summary", "json"]
        running = subprocess.Popen(command, cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(3)
        running.send_signal(signal.SIGTERM)
        out, said = running.communicate(timeout=60)
        self.assertEqual((running.returncode, out), (85, ""), said)
        self.assertIn("--resume", said)
        # The journal holds the search, and searches of the minimisation; the rest is done again, with another limit.
        found = self.summary(1, *command[1:-2], "--resume", "--max-runs", "60")
        self.assertEqual(found["minimisation"]["ended"], "runs")
        self.assertEqual(of(found["minimisation"], "slice")["claim"], "enough")

    def test_budgets_end_it_and_say_so(self):
        whole = self.minimised(self.counter(), "--quiet")
        for runs in ("4", "9", "20"):
            found = self.summary(1, self.counter(), "--quiet", "--max-runs", runs)["minimisation"]
            self.assertEqual(found["ended"], "runs")
            stages = [stage for stage in found["stages"] if stage["claim"] != "not finished"]
            self.assertEqual(stages, [stage for stage in whole["stages"] if stage["stage"] in [one["stage"] for one in stages]])
            self.assertEqual(sum(stage["executions"] + stage["searches"] for stage in found["stages"]), int(runs))
        found = self.minimised(self.counter(text=MANY), "--quiet", "--minimise-runs", "1000000000", "--time-limit", "5s")
        self.assertEqual((found["ended"], found["stages"][2]["stage"], found["stages"][2]["claim"]), ("time", "externals", "not finished"))
        self.counter()
        text = self.expect(1, self.counter(), "--quiet", "--max-runs", "9").stdout
        self.assertIn("not finished: out of runs", text)

    def test_what_a_random_search_found_comes_to_the_same_minimum(self):
        """As [DEMi16] does it: from an execution in which much goes on."""
        least = self.minimised(*RAFT_66)["stages"]
        for seed in ("1", "2"):
            stages = self.minimised(*RAFT_66, "--strategy", "random", "--seed", seed)["stages"]
            begin = stages[0]
            self.assertEqual((begin["claim"], begin["bound"]), ("found", None))
            self.assertGreater(len(begin["faults"].split()), 5)
            for one in ("externals", "deliveries"):
                numbers = [(of({"stages": which}, one)[one], of({"stages": which}, one)["bound"]) for which in (least, stages)]
                self.assertEqual(numbers[0], numbers[1])
                self.assertEqual(*numbers[0])

    def test_without_room_for_a_proof_there_is_a_bound(self):
        found = self.minimised(self.counter(), "--quiet", "--minimise-runs", "40")
        externals = of(found, "externals")
        self.assertEqual((externals["externals"], externals["bound"], externals["claim"]), (2, 1, "1-minimal under the same faults"))
        found = self.minimised(self.counter(), "--quiet", "--minimise-runs", "0")
        self.assertEqual((of(found, "externals")["bound"], of(found, "deliveries")["bound"]), (0, 0))

    def test_what_is_not_minimised(self):
        small = (f"{SOURCE_DIR}/configs/protocols/retry-deliv.ded", "-N", "a,b,c", "-t", "4", "-f", "2", "-c", "1", "--minimise")
        for more, says in ((["--partitions", "1"], "partitions"), (["--pauses", "1"], "pauses"),
                           (["--strategy", "molly"], "--strategy"), (["--strategy", "fts"], "--strategy"), (["--beyond"], "Fspecs beyond"),
                           (["--known", "O(a,b,1)"], "known"), (["--sweep-eot", "3,4"], "sweeps"), (["--count"], "--count"),
                           (["--check"], "--check"), (["--replay", "none"], "--replay"), (["--results-only"], "--results-only"),
                           (["--externals", "brodcast"], "no fact gives brodcast")):  # fmt: skip
            with self.subTest(more=more):
                self.expect(64, *small, *more, says=says)
        self.expect(64, *small[:-1], "--minimise-by", "ddmin", says="--minimise-by needs --minimise")
        name = self.counter(CONFIG.replace("crashes: 0", "crashes: 0, partitions: 1"))
        self.expect(65, name, says="counter.yaml:4:49: error: --minimise does not support partitions yet [config-minimise]")
        name = self.counter(CONFIG.replace("[ask]", "[asks]"))
        result = self.expect(65, name, says="counter.yaml:5:12: error: externals: no fact gives asks")
        self.assertIn("did you mean ask?", result.stderr)
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.endswith(".h5")], [])

    def results(self, *arguments):
        done = subprocess.run([RESULTS, *arguments], cwd=self.folder.name, text=True, capture_output=True, timeout=60, check=True)
        return done.stdout

    def test_stored_and_shown(self):
        import ldfi_results

        answer = self.minimised(*RAFT_66, "-o", "m.h5")
        text = self.expect(1, *RAFT_66, "--minimise", "-o", "t.h5").stdout
        table = text[text.index("minimised (search): ") :].split("\n\n")[0]
        self.assertIn("stage", table)
        self.assertIn(table, self.results("summary", "m.h5"))
        last = of(answer, "eot")
        line = f"{last['externals']} external event{'s' * (last['externals'] != 1)}, {last['deliveries']} deliver{'y' if last['deliveries'] == 1 else 'ies'}"
        self.assertIn(f"\nminimised     {line}\n", self.results("show", "m.h5"))
        self.assertNotIn("minimised", self.results("show", "m.h5", "none"))
        for command in ("summary", "export"):
            [cell] = json.loads(self.results(command, "m.h5", "--json"))["cells"]
            self.assertEqual(cell["minimisation"], answer)
        self.results("report", "m.h5", "-o", "m.html")
        with open(self.path("m.html"), encoding="utf-8") as page:
            self.assertIn('"minimisation":{', page.read())
        [found] = ldfi_results.load(self.path("m.h5")).cells["minimisation"]
        self.assertEqual(found["stages"]["stage"].tolist(), [stage["stage"] for stage in answer["stages"]])
        self.assertEqual(found["stages"]["bound"].tolist(), [stage["bound"] for stage in answer["stages"]])
        self.assertEqual(found["schedule"]["text"].tolist(), [event["text"] for event in answer["schedule"]])
        self.assertEqual((found["by"], found["relations"]), ("search", ["add"]))

    def replayed(self, status, *arguments):
        return self.summary(status, *arguments, "--quiet")

    def test_schedules_of_stages_are_executed_again(self):
        for name, externals in (("66", "add"), ("46", "timeout"), ("45", "timeout")):
            config = f"{MUTANTS}/raft-{name}.yaml"
            answer = self.minimised(config, "--externals", externals, "-o", "s.h5")
            for stage in answer["stages"]:
                with self.subTest(name=name, stage=stage["stage"]):
                    self.results("export", "s.h5", "--schedule", stage["stage"], "-o", "s.jsonl")
                    with open(self.path("s.jsonl"), encoding="utf-8") as file:
                        world, *events = map(json.loads, file)
                    self.assertEqual((world["e"], world["eot"], len(world["nodes"])), ("world", stage["eot"], stage["nodes"]))
                    self.assertEqual(sum(event["e"] == "deliver" for event in events), stage["deliveries"])
                    again = self.replayed(1, config, "--replay-schedule", "s.jsonl")
                    self.assertEqual((again["replay"], again["diverged"]), ("violated", []))
                    self.assertEqual(len(again["arrived"]), stage["deliveries"])
                    self.assertTrue(all(one["named"] for one in again["arrived"]))
        text = self.expect(1, config, "--replay-schedule", "s.jsonl").stdout
        self.assertIn("outcome       violated\n", text)
        said = subprocess.run([RESULTS, "export", "s.h5", "--schedule", "eod"], cwd=self.folder.name, text=True, capture_output=True, check=False)
        self.assertEqual(said.returncode, 64)
        self.assertIn("there is no stage eod; there are: faults, slice", said.stderr)

    def test_a_schedule_says_nothing_of_another_program_unless_it_happens(self):
        self.minimised(self.counter(), "-o", "c.h5")
        self.results("export", "c.h5", "--schedule", "deliveries", "-o", "c.jsonl")
        again = ("counter.yaml", "--replay-schedule", "c.jsonl")
        self.assertEqual(self.replayed(1, *again)["violated"], ["pre(b,2)"])
        # What a is asked is not passed on: no message of the schedule is sent.
        self.write("counter.ded", COUNTER.replace("got(B, I)@async :- ask(A, I)", "got(B, I)@async :- ask(A, I), I > 1"))
        found = self.replayed(2, *again)
        self.assertEqual((found["replay"], found["diverged"]), ("diverged", [{"line": 3, "text": "got(b,1)", "why": "it is not sent"}]))
        text = self.expect(2, *again).stdout
        self.assertIn("diverged      line 3: got(b,1): it is not sent\n", text)
        self.assertTrue(text.endswith("outcome       diverged\n"), text)
        # A request fewer.
        self.write("counter.ded", COUNTER.replace('ask("a", 1)@1; ', ""))
        found = self.replayed(2, *again)
        self.assertEqual([gap["line"] for gap in found["diverged"]], [2, 3])
        # Everything happens, and violates nothing any more; a tick later is not a difference.
        self.write("counter.ded", COUNTER.replace("N > 1", "N > 2").replace('ask("a", 2)@2', 'ask("a", 2)@2; calm("x")@1'))
        found = self.replayed(0, *again)
        self.assertEqual((found["replay"], found["diverged"], found["violated"]), ("not violated", [], []))
        self.assertTrue(self.expect(0, *again).stdout.endswith("outcome       not violated\n"))
        # What is sent with it arrives, too, and is told.
        self.write("counter.ded", COUNTER + 'also(B, I)@async :- ask(A, I), node(A, B);')
        found = self.replayed(1, *again)
        self.assertEqual([one["fact"] for one in found["arrived"] if not one["named"]], ["also(b,1)", "also(b,2)"])
        # Messages are known by their place among their equals, whatever the tick.
        self.write("counter.ded", COUNTER.replace('@async :- ask(A, I)', '@async :- late(A, I)') + "late(A, I)@next :- ask(A, I);")
        self.assertEqual(self.replayed(1, *again)["violated"], ["pre(b,2)"])

    def test_schedules_that_say_what_cannot_be(self):
        self.counter()
        again = ("counter.yaml", "--replay-schedule", "h.jsonl")
        deliver = '{"e":"deliver","from":"a","to":"b","fact":"got(b,1)"%s}\n'
        for text, says in (
            ("nonsense\n", "h.jsonl:1:1: error: this is not a JSON object"),
            ("\n[1]\n", "h.jsonl:2:1: error: this is not a JSON object"),
            ("[" * 100000, "this is not a JSON object"),
            ('{"at":1}', "e: write a string"),
            ('{"e":"explode"}', "unknown event explode; the events are world, external, crash, deliver"),
            ('{"e":"external","at":0,"fact":"ask(a,1)"}', "at: write a number from 1 to 1000000"),
            ('{"e":"external","at":1e9,"fact":"ask(a,1)"}', "at: write a number from 1 to 1000000"),
            ('{"e":"external","at":99999999999999999999,"fact":"ask(a,1)"}', "at: write a number"),
            ('{"e":"external","at":1,"fact":7}', "fact: write a string"),
            ('{"e":"external","at":1,"fact":"cmd(a"}', "fact: write a tuple such as"),
            ('{"e":"deliver","from":"a","to":"b","fact":"cmd"}', "fact: write a tuple such as"),
            ('{"e":"crash","at":1,"node":"z"}', "there is no node z"),
            ('{"e":"crash","at":1,"node":"a"}', "the Fspec does not admit this crash"),
            ('{"e":"crash","at":1,"node":"a","back":3}', "back, after: these keys need crash_model stop"),
            ('{"e":"crash","at":1,"node":"a","back":0}', "back: write a number from 1"),
            (deliver % ',"late":1', "h.jsonl:1:1: error: late: the Fspec admits at most 0 ticks"),
            (deliver % ',"nth":0', "nth: write a number from 1"),
            (deliver % ',"colour":1', "unknown key colour"),
            (deliver % "" + deliver % "", "h.jsonl:2:1: error: line 1 has the same message"),
            (deliver.replace('"to":"b"', '"to":"bb"') % "", "there is no node bb"),
            ('{"e":"world","eot":9}', "eot: it must be at most the EOT of the Fspec, 6"),
            ('{"e":"world","nodes":["a","q"]}', "there is no node q"),
            ('{"e":"world","nodes":"a"}', "nodes: write a list of strings"),
            ('{"e":"world","externals":["asks"]}', "externals: the program has no relation asks"),
            ('{"e":"world"}\n{"e":"world"}', "h.jsonl:2:1: error: there are two events world; keep one"),
        ):  # fmt: skip
            with self.subTest(text=text[:60]):
                self.write("h.jsonl", text)
                self.expect(65, *again, says=says)
        with open(self.path("h.jsonl"), "wb") as file:
            file.write(b'{"e":"deliver","from":"\xff\xfe","to":"b","fact":"x"}\n\x00')
        self.expect(65, *again)
        self.write("h.jsonl", "")
        self.assertEqual(self.replayed(0, *again)["replay"], "not violated")
        self.expect(74, "counter.yaml", "--replay-schedule", "none-such.jsonl", says="none-such.jsonl")
        self.expect(74, "counter.yaml", "--replay-schedule", ".", says="is a directory")
        for more in (["--minimise"], ["--check"], ["--replay", "none"], ["--certificate", "x"]):
            self.expect(64, "counter.yaml", "--replay-schedule", "h.jsonl", *more, says="exclude")
        self.expect(64, "counter.yaml", "--replay-schedule", "h.jsonl", "--count", says="does not work with a count of fault sets")
        self.expect(64, "counter.yaml", "--replay-schedule", "h.jsonl", "--pauses", "1", says="--replay-schedule does not support pauses yet")

    def test_python_runs_it(self):
        import ldfi

        found = ldfi.run(RAFT_66[0], externals=["add"], minimise=True, farm=PROGRAM)
        self.assertEqual(of(found.summary["minimisation"], "externals")["claim"], "minimum")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
