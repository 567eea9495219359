"""Journals: what a stopped run leaves, and how the next one goes on.

test_resume.py PROGRAM SOURCE_DIR
"""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

import h5py

from program import DELIV, FALSIFIER, KAFKA, PROGRAM, SOURCE_DIR, ProgramCase


def answer_ends(journal):
    """Where the answers in a journal end, before them the header."""
    ends, at = [], len(b"LDFI\x1aJ1\n")
    while at < len(journal):
        size, kind = (int.from_bytes(journal[i:i + 4], sys.byteorder) for i in (at, at + 4))
        at += 16 + size
        if kind in (1, 2):
            ends.append(at)
    return ends


class Resume(ProgramCase):
    def test_resume_counting_failures(self):
        late = os.path.join(SOURCE_DIR, "configs", "mutants", "twopc-recovery-late-log.yaml")
        options = [late, "--strategy", "fts", "--max-failures", "2", "--stop", "all"]
        whole = self.summary(1, *options)
        self.expect(2, *options, "--max-runs", "7", "-o", "part.h5")
        resumed = self.summary(1, *options, "-o", "part.h5", "--resume", "--max-runs", "100000")
        for key in ("verdict", "executions", "wasted", "counterexamples", "complete"):
            self.assertEqual(resumed[key], whole[key])
        self.assertFalse(whole["complete"])

    def test_resume_after_a_budget(self):
        whole = self.summary(1, KAFKA, "--expand", "live", "-o", "whole.h5")
        self.expect(2, KAFKA, "--expand", "live", "--max-runs", "2")
        result = self.expect(1, KAFKA, "--expand", "live", "--resume", "--summary", "json",
                             says="kafka.journal holds 2 executed jobs")
        resumed = json.loads(result.stdout)
        for key in ("verdict", "counterexamples", "executions"):
            self.assertEqual(resumed[key], whole[key])

    def test_a_smaller_budget_hides_no_counterexample(self):
        """The journal has one, but the resumed search ends before it asks for that again."""
        all_of_them = [KAFKA, "--expand", "live", "--stop", "all"]
        whole = self.summary(1, *all_of_them, "--max-runs", "6")["counterexamples"]
        self.assertEqual([c["faults"] for c in whole], [FALSIFIER])
        resumed = self.summary(1, *all_of_them, "--resume", "--max-runs", "1")
        self.assertEqual((resumed["reason"], resumed["executions"]), ("runs", 6))
        self.assertEqual([(c["faults"], c["minimal"]) for c in resumed["counterexamples"]], [(FALSIFIER, False)])

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
            self.assertEqual(result.stderr.count("still being written"), number % 2, result.stderr)
            with h5py.File(self.path("kafka.h5")) as file:
                self.assertEqual(len(file["details/0000/executions"]), number)
            with open(self.path("kafka.journal"), "rb") as file:
                self.assertEqual(file.read(), part, "it was only to be read")
        resumed = self.summary(1, *options, "--resume")
        self.assertEqual(resumed["counterexamples"], whole["counterexamples"])

    def test_each_specification_of_an_unfinished_run(self):
        inputs = [os.path.join(SOURCE_DIR, "configs", name)
                  for name in ("mutants/hdfs-log-merge-early-drop.ded", "specs/hdfs-log-merge.spec")]
        options = [inputs[0], "--spec", inputs[1], "-N", "c,n,s", "-t", "16", "-f", "10", "--restarts", "2", "--stop", "all"]
        whole = self.summary(1, *options, "-o", "whole.h5")
        numbers = {spec["name"]: len(spec["counterexamples"]) for spec in whole["specs"]}
        self.assertEqual({spec["verdict"] for spec in whole["specs"]}, {"broken", "counterexample", "certified"})
        cut = self.summary(1, *options, "--max-runs", "20")
        for told in (cut, self.summary(1, *options, "--results-only")):
            for spec in told["specs"]:
                with self.subTest(reason=told["reason"], specification=spec["name"]):
                    violated = numbers[spec["name"]] > 0
                    self.assertEqual(spec["verdict"] in ("broken", "counterexample"), violated)
                    self.assertEqual(not spec["counterexamples"], not violated)
                    self.assertLess(len(spec["counterexamples"]), 21)
        again = self.summary(1, *options, "--resume", "--max-runs", "2")
        self.assertEqual([spec["verdict"] for spec in again["specs"]], [spec["verdict"] for spec in cut["specs"]])
        self.assertEqual(self.summary(1, *options, "--resume")["specs"], whole["specs"])

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
        self.expect(64, KAFKA, "--results-only", says="--results-only: there is no journal kafka.journal")
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
        for name in ("kafka.h5.tmp-0123456789abcdef", "kafka.journal.tmp-fedcba9876543210", "kafka.h5.tmp-2026"):
            self.write(name, "")
        self.expect(1, KAFKA)
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["kafka.h5", "kafka.h5.tmp-2026", "kafka.journal"])

    def test_resume_without_a_journal_begins(self):
        self.expect(1, KAFKA, "--resume", says="there is no kafka.journal, so this run starts from the beginning")

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
            self.expect(74, KAFKA, *more, says="kafka.journal is not a journal of ldfi-farm")
        with open(self.path("kafka.journal"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
