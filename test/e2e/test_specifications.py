"""Specifications in results: test_specifications.py LDFI_FARM LDFI_RESULTS SOURCE_DIR

Of a mutant: one run with its invariant, one without, and one without specifications.
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

FARM, RESULTS, SOURCE_DIR = map(os.path.abspath, sys.argv[1:4])
sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(SOURCE_DIR, "results/python")]

import h5py  # noqa: E402
import ldfi_results as ldfi  # noqa: E402
from browser import CHROMIUM, Browser  # noqa: E402

MUTANT = os.path.join(SOURCE_DIR, "configs/mutants/hdfs-log-merge-early-drop.ded")
FSPEC = ("-N", "c,n,s", "--eot", "16", "--eff", "10", "--restarts", "2")
SPEC = ("--spec", "hdfs.spec")
VERDICTS = {"lostFiles": "broken", "forgotten": "counterexample", "undone": "certified", "twologs": "broken"}


def run(*command, folder, status=0):
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=120, check=False)
    if done.returncode != status:
        raise AssertionError(f"{command} left with {done.returncode}: {done.stderr}")
    return done.stdout


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = temporary.name
        with open(os.path.join(HERE, "hdfs.spec"), encoding="utf-8") as source:
            cls.write("hdfs.spec", source.read())
        with open(MUTANT, encoding="utf-8") as source:
            text = source.read()
        cls.write("early-drop.ded", text)
        cls.write("alone.ded", re.sub(r"(?m)^(pre|post)\(.*$", "", text))
        cls.told = json.loads(run(FARM, "early-drop.ded", *SPEC, *FSPEC, "--stop", "all", "--summary", "json", "-o", "both.h5",
                                  folder=cls.folder, status=1))
        run(FARM, "alone.ded", *SPEC, *FSPEC, "--stop", "all", "-o", "alone.h5", folder=cls.folder, status=1)
        run(FARM, "early-drop.ded", *FSPEC, "-o", "plain.h5", folder=cls.folder, status=1)
        cls.write("none.ded", 'n("a", "b")@1; m(Y)@async :- n(X, Y);\n')
        cls.write("none.spec", "spec never critical always; never(Y)@next :- m(Y), n(Y, _);\n")
        run(FARM, "none.ded", "--spec", "none.spec", "-t", "4", "-f", "2", "-o", "grid-none.h5", folder=cls.folder, status=0)

    @classmethod
    def write(cls, name, text):
        with open(os.path.join(cls.folder, name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def results(self, *arguments, status=0):
        return run(RESULTS, *arguments, folder=self.folder, status=status)

    def json_of(self, *arguments):
        return json.loads(self.results(*arguments))


class Tables(Files):
    def test_the_file_has_the_version_that_it_needs(self):
        for name, version in (("both", 7), ("alone", 7), ("plain", 6)):
            with h5py.File(os.path.join(self.folder, f"{name}.h5")) as file:
                self.assertEqual(file.attrs["schema_version"], version)
                self.assertEqual("specifications" in file["details/0000"], version == 7)
                names = [row["name"].decode() for row in file["program"]]
            self.assertEqual(names[-1].endswith(".spec"), version == 7)

    def test_every_json_has_the_same_objects(self):
        specs = self.told["specs"]
        self.assertEqual({one["name"]: one["verdict"] for one in specs}, {"invariant": "counterexample", **VERDICTS})
        self.assertEqual(list(specs[2]), ["name", "severity", "when", "explains", "text", "verdict", "counterexamples"])
        self.assertEqual([one["explains"] for one in specs], [None, None, "lostFiles", None, None])
        self.assertEqual([one["when"] for one in specs], ["finally", "always", "always", "finally", "after 3"])
        self.assertEqual(self.json_of("summary", "both.h5", "--json")["cells"][0]["specs"], specs)
        self.assertEqual(self.json_of("falsifiers", "both.h5", "--json")[0]["specs"], specs)
        self.assertEqual(self.json_of("export", "both.h5", "--json")["cells"][0]["specs"], specs)
        for command in ("summary", "export"):
            self.assertNotIn("specs", self.json_of(command, "plain.h5", "--json")["cells"][0])

    def test_a_falsifier_is_told_with_what_it_violates_of_one(self):
        for one in self.told["specs"]:
            for falsifier in one["counterexamples"]:
                self.assertTrue(falsifier["minimal"])
                self.assertTrue(falsifier["violated"])
                names = {"pre"} if one["name"] == "invariant" else {one["name"]}
                self.assertEqual({tuple_.split("(")[0] for tuple_ in falsifier["violated"]}, names)
        union = {f["faults"] for one in self.told["specs"] for f in one["counterexamples"]}
        self.assertEqual([f["faults"] for f in self.told["counterexamples"] if f["faults"] not in union], [])
        self.assertEqual(len(union), len(self.told["counterexamples"]))

    def test_tables_as_text(self):
        number = len(self.told["specs"][2]["counterexamples"])
        row = rf"\n  forgotten +critical +always +counterexample +{number}  f2 C\(n,5\+,7\)  \"a name node .*\"\n  undone +minor +finally +certified +0 +\"a file that was never acknowledged\"\n"
        for command in ("summary", "falsifiers"):
            self.assertRegex(self.results(command, "both.h5"), row)
        told = self.results("falsifiers", "alone.h5", "--all")
        self.assertIn("\n  forgotten: counterexample, explains lostFiles (a name node that serves does not", told)
        self.assertIn("  f2            C(n,5+,7)\n                1 fault, minimal\n                violates forgotten(f1)@7\n  f3", told)
        self.assertNotIn("failure-free  ", self.results("summary", "alone.h5"))
        self.assertNotIn("invariant", self.results("summary", "alone.h5") + told)

    def test_csv(self):
        self.results("export", "both.h5", "--csv", "-o", "csv")
        rows = {}
        for name in ("falsifiers", "specifications"):
            with open(os.path.join(self.folder, "csv", f"{name}.csv"), newline="", encoding="utf-8") as stream:
                rows[name] = list(csv.DictReader(stream))
        self.assertEqual([row["verdict"] for row in rows["specifications"]], ["counterexample", *VERDICTS.values()])
        whose = {row["faults"]: row["specifications"] for row in rows["falsifiers"]}
        self.assertEqual((whose["none"], whose["C(n,5+,7)"]), ("lostFiles twologs", "invariant forgotten"))
        self.results("export", "plain.h5", "--csv", "-o", "plain")
        self.assertNotIn("specifications.csv", os.listdir(os.path.join(self.folder, "plain")))

    def test_molly(self):
        done = subprocess.run([RESULTS, "export", "alone.h5", "--molly", "-o", "molly"], cwd=self.folder, text=True, capture_output=True,
                              timeout=120, check=True)
        self.assertEqual(done.stderr, "ldfi-results: without pre and post, the provenance files are empty\n")
        with open(os.path.join(self.folder, "molly", "runs.json"), encoding="utf-8") as stream:
            runs = json.load(stream)
        self.assertEqual({one["status"] for one in runs}, {"failure"})
        self.assertIn(["f1", "7"], next(one["model"]["tables"]["forgotten"] for one in runs[1:]
                                        if ["f1", "7"] in one["model"]["tables"]["forgotten"]))

    def test_the_python_module(self):
        both = ldfi.load(os.path.join(self.folder, "both.h5"), os.path.join(self.folder, "plain.h5"))
        found = both.specifications
        self.assertEqual(set(found["cell"]), {0})
        self.assertEqual(dict(zip(found["name"], found["verdict"])), {"invariant": "counterexample", **VERDICTS})
        for one, falsifiers in zip(self.told["specs"], found["falsifiers"]):
            faults = both.falsifiers["faults"].iloc[falsifiers].tolist()
            self.assertEqual(faults, [f["faults"] for f in one["counterexamples"]])


class Views(Files):
    def test_a_program_with_specifications_alone(self):
        self.assertTrue(self.results("lineage", "alone.h5", "f2").startswith("forgotten(f1)@7\n  <- forgotten(F) :- serves(N), told(F)"))
        told = self.results("diff", "alone.h5", "f2")
        self.assertIn("there is forgotten(f1) at 7: forgotten is violated", " ".join(told.split()))
        shown = self.results("show", "alone.h5", "f2")
        self.assertNotRegex(shown, r"(?m)^(pre|post) ")
        self.assertRegex(shown, r"(?m)^violated      forgotten\(f1\)@7$")
        self.assertRegex(shown, r"(?m)^  observer    \+        forgotten\(f1\)$")
        for view in (told, shown, self.results("lamport", "alone.h5", "f2"), self.results("lineage", "alone.h5", "f2", "--dot")):
            self.assertNotIn("invariant", view)
            self.assertNotIn("hdfs.spec", view.partition("Rules that")[0])

    def test_a_program_with_both(self):
        tree = self.results("lineage", "both.h5", "f2")
        roots = [line for line in tree.splitlines() if line[0] not in " ("]
        self.assertEqual(roots, ["pre(durability,f1)@16", "no post(durability,f1)@16", "forgotten(f1)@7"])
        self.assertIn("(4 tuples left out, which the other run violates, too)", tree)
        story = " ".join(self.results("diff", "both.h5", "f2").split())
        self.assertIn("forgotten is violated", story)
        self.assertIn("post(durability,f1) does not hold, yet pre(durability,f1) does, since n's message to c at 2 arrived", story)

    def test_a_specification_that_the_failure_free_run_violates(self):
        tree = self.results("lineage", "both.h5", "f1")
        roots = [line for line in tree.splitlines() if line[0] not in " ("]
        self.assertEqual(roots, ["lostFiles(f1)@6", "lostFiles(f2)@12", "lostFiles(f3)@12", "twologs(n)@5"])
        self.assertIn("the program is broken without any fault", self.results("diff", "both.h5", "f1"))

    def test_a_violation_is_a_goal(self):
        self.assertIn("\n  <- forgotten(F)", self.results("lineage", "both.h5", "f2", "forgotten(f1)@7"))

    def test_pictures(self):
        for command in (("lamport", "both.h5", "f2"), ("lineage", "both.h5", "f2", "--svg")):
            ElementTree.fromstring(self.results(*command))
        self.assertIn("falsifier f2 of early-drop.ded", self.results("lamport", "both.h5", "f2"))

    def test_cells_that_do_not_judge_a_specification(self):
        """It is judged from tick 3 on, and the first cell ends before. The message of tick 2 arrives in any case."""
        self.write("grid.spec", "spec late critical after 2;\nlate(P) :- sent(_, P), notin got(_, P);\n")
        self.write("grid.ded", 'link("a", "b")@1; sent("a", "m")@1; sent(X, P)@next :- sent(X, P); link(X, Y)@next :- link(X, Y);\n'
                               "got(Y, P)@async :- sent(X, P), link(X, Y); got(X, P)@next :- got(X, P);\n")
        self.write("grid.yaml", "program: [grid.ded]\nspecs: [grid.spec]\nsweep: {eot: [2, 3], eff: [1], crashes: [0]}\n")
        run(FARM, "grid.yaml", folder=self.folder, status=2)
        cells = self.json_of("summary", "grid.h5", "--json")["cells"]
        self.assertEqual([cell["specs"][0]["verdict"] for cell in cells], ["vacuous", "certified"])
        for cell in ("0", "1"):
            self.assertIn("outcome       holds", self.results("show", "grid.h5", "none", "--cell", cell))


    def test_what_does_not_count_is_told_apart(self):
        """A minor one has the first falsifier, and one of no importance is violated without faults."""
        self.write("silent.ded", 'log("a", "x")@1; log(N, P)@next :- log(N, P); peer("a", "b")@1; peer(N, M)@next :- peer(N, M);\n'
                                 "log(M, P)@async :- log(N, P), peer(N, M);\n")
        self.write("silent.spec", 'spec lost critical finally "it is gone"; lost(P) :- log("a", P), notin log("b", P);\n'
                                  "spec slow minor after 2 explains lost; slow(P) :- lost(P);\n"
                                  'spec odd info always "as told"; odd(P)@next :- log("b", P);\n')
        how = ("silent.ded", "--spec", "silent.spec", "-t", "5", "-f", "4")
        told = run(FARM, *how, "-o", "silent.h5", folder=self.folder, status=1)
        self.assertRegex(told, r'(?m)^specs +lost +critical +finally +counterexample +O\(a,b,1\) .* +"it is gone"$')
        for command in ("show", "diff"):
            self.assertRegex(self.results(command, "silent.h5"), r"(?m)^run +(falsifier f3$|falsifier f3: )")
        self.assertIn('O(a,b,4)  "it is gone"', self.results("summary", "silent.h5"))
        self.assertIn("nothing of this counts for the verdict", " ".join(self.results("diff", "silent.h5", "none").split()))
        grid = run(FARM, *how[:3], "--sweep-eot", "5", "--sweep-eff", "2,4", folder=self.folder, status=1)
        self.assertRegex(grid, r"(?m)<5,2,0> +certified .* odd \(info\): none and 1 more$")
        self.assertRegex(grid, r"(?m)<5,4,0> +counterexample .* lost: O\(a,b,1\) O\(a,b,2\) O\(a,b,3\) O\(a,b,4\) and 2 more$")
        checked = json.loads(run(FARM, *how, "--check", "--summary", "json", folder=self.folder))
        self.assertEqual((checked["check"], checked["counts"]), ("violates", False))
        self.assertEqual([one["violated"] for one in checked["specs"]], [[], [], ["odd(x)@3"]])
        self.assertIn("tuples: violates nothing that counts\n", run(FARM, *how, "--check", folder=self.folder))
        for faults, status, counts, word in (("none", 0, False, "violates nothing that counts"), ("O(a,b,1) O(a,b,2) O(a,b,3) O(a,b,4)", 1, True, "violates")):
            replayed = json.loads(run(FARM, *how, "--replay", faults, "--summary", "json", folder=self.folder, status=status))
            self.assertEqual((replayed["replay"], replayed["counts"], list(replayed["specs"][0])[-2:]), ("violates", counts, ["text", "violated"]))
            self.assertRegex(run(FARM, *how, "--replay", faults, folder=self.folder, status=status), rf"(?m)^outcome +{word}$")

    def test_fail_on_says_which_severities_decide(self):
        self.write("small.ded", 'peer("a", "b")@1; peer(N, M)@next :- peer(N, M); m(M)@async :- peer(N, M);\n')
        parts = {"minor": 'spec slight minor after 2; slight("x") :- peer("a", "b"), notin m("b");\n',
                 "info": 'spec told info after 2; told("x") :- peer("a", "b"), notin m("b");\n',
                 "critical": 'spec never critical always; never("x") :- m("a");\n'}
        self.write("slight.spec", "".join(parts.values()))
        how = ("small.ded", "--spec", "slight.spec")
        asks = (("-t", "4", "-f", "3"), ("--sweep-eot", "4", "--sweep-eff", "1,3"), ("-t", "4", "-f", "3", "--replay", "O(a,b,2)"))
        for least, status in ((None, 0), ("minor", 1), ("major", 0), ("critical", 0)):
            for ask in asks:
                extra = ("--fail-on", least) if least else ()
                told = json.loads(run(FARM, *how, *extra, *ask, "--summary", "json", folder=self.folder, status=status))
                self.assertEqual((told.get("verdict", "counterexample") == "counterexample", told.get("counts", bool(status))),
                                 (bool(status) or "verdict" not in told, bool(status)), (least, ask))
        run(FARM, *how, *asks[0], "--fail-on", "info", folder=self.folder, status=64)
        self.write("info.spec", parts["info"])
        run(FARM, *how[:2], "info.spec", *asks[0], "--fail-on", "minor", folder=self.folder)

    def test_fail_on_stands_in_configs_and_results(self):
        self.write("given.ded", 'peer("a", "b")@1; m(M)@async :- peer(N, M);\n')
        self.write("given.spec", 'spec given minor always; given(N) :- peer(N, _);\n')
        self.write("fail.yaml", "program: [given.ded]\nspecs: [given.spec]\nfspec: {eot: 4, eff: 3}\nfail_on: minor\n")
        self.assertEqual(json.loads(run(FARM, "fail.yaml", "--summary", "json", folder=self.folder, status=1))["verdict"], "broken")
        run(FARM, "fail.yaml", "--fail-on", "critical", folder=self.folder)
        for name, says in (("fail.prev", "the program is broken without any fault"), ("fail", "nothing of this counts for the verdict")):
            self.assertIn(says, " ".join(self.results("diff", f"{name}.h5", "none").split()))
        run(FARM, "fail.yaml", "--resume", "-o", "fail.h5", folder=self.folder, status=64)

    def test_what_is_known_is_left_out_and_said_so(self):
        self.write("two.ded", 'peer("a", "b")@1; peer(N, M)@next :- peer(N, M); m(M)@async :- peer(N, M);\n')
        self.write("two.spec", 'spec late minor after 3; late("x") :- peer("a", "b"), notin m("b");\n'
                               'spec early critical after 1; early("x") :- peer("a", "b"), notin m("b");\n')
        how = ("two.ded", "--spec", "two.spec", "-t", "5", "-f", "3")
        ask = (*how, "--stop", "all", "--summary", "json")
        told = json.loads(run(FARM, *ask, "--known", "O(a,b,1...2)", "-o", "known.h5", folder=self.folder, status=1))
        self.assertEqual((told["known"], [one["faults"] for one in told["counterexamples"]]), ("O(a,b,1...2)", ["O(a,b,3)"]))
        self.assertIn("violates a specification, apart from known", self.results("summary", "known.h5"))
        self.assertRegex(self.results("summary", "known.h5"), r"(?m)^  known +O\(a,b,1\.\.\.2\)$")
        run(FARM, *ask, "--known", "O(a,b,1)", "--resume", "-o", "known.h5", folder=self.folder, status=64)
        all_known = json.loads(run(FARM, *ask, "--known", "O(a,b,1…2)", "--known", "O(a,b,3)", folder=self.folder))
        self.assertEqual((all_known["verdict"], all_known["complete"]), ("certified", True))
        run(FARM, *ask, "--known", "O(a,b,1…3)", "-o", "none.h5", folder=self.folder)
        for command in ("falsifiers", "groups"):
            self.assertIn("the verdict is certified, apart from known", self.results(command, "none.h5"))
        self.assertEqual(json.loads(self.results("falsifiers", "none.h5", "--json"))[0]["known"], "O(a,b,1…3)")
        run(FARM, *ask, "--max-faults", "1", "--known", "O(a,b,1) O(a,b,2)", folder=self.folder, status=65)
        by_name = json.loads(run(FARM, *ask, "--known", "early", "-o", "named.h5", folder=self.folder))
        self.assertEqual((by_name["verdict"], [one["verdict"] for one in by_name["specs"]]), ("certified", ["counterexample"] * 2))
        run(FARM, *how, "--known", "early", "--replay", "O(a,b,1)", folder=self.folder)
        self.assertEqual(json.loads(self.results("summary", "named.h5", "--json"))["cells"][0]["verdict"], "certified")
        self.write("known.yaml", "program: [two.ded]\nspecs: [two.spec]\nfspec: {eot: 5, eff: 3}\nknown: [early, \"O(a,b,2)\"]\n")
        self.assertEqual(json.loads(run(FARM, "known.yaml", "--summary", "json", folder=self.folder))["known"], "early; O(a,b,2)")
        for wrong, status in (("none", 65), ("O(a,c,1)", 65), ("O(a,b,4)", 65), ("nobody", 65), ("", 64)):
            run(FARM, *how, "--known", wrong, folder=self.folder, status=status)
        run(FARM, *how[:3], "--sweep", "--known", "early", folder=self.folder, status=64)
        for strategy, status in (("exhaustive", 0), ("random", 2), ("molly", 64)):
            self.write("post.ded", 'peer("a", "b")@1; peer(N, M)@next :- peer(N, M); m(M)@async :- peer(N, M); pre("x") :- peer(_, _); post("x") :- m("b");\n')
            run(FARM, "post.ded", "-t", "4", "-f", "3", "--strategy", strategy, "--max-runs", "300", "--known", "O(a,b,3)", folder=self.folder, status=status)

    def test_a_run_that_violates_nothing_has_no_lineage(self):
        self.assertEqual(self.results("lineage", "grid-none.h5", "none"), "(nothing is violated, because nothing was promised)\n")

    def test_every_cell_has_its_specifications(self):
        self.write("late.spec", "spec late critical after 2;\nlate(P) :- sent(_, P), notin got(_, P);\n")
        self.write("late.ded", 'link("a", "b")@1; sent("a", "m")@1; sent(X, P)@next :- sent(X, P); link(X, Y)@next :- link(X, Y);\n'
                               "got(Y, P)@async :- sent(X, P), link(X, Y); got(X, P)@next :- got(X, P);\n")
        told = subprocess.run([FARM, "late.ded", "--spec", "late.spec", "--sweep-eot", "4,30..40", "--sweep-eff", "2..30", "--time-limit", "1ms",
                               "--summary", "json"], cwd=self.folder, capture_output=True, timeout=120, check=False).stdout
        cells = json.loads(told)["cells"]
        self.assertEqual({tuple(one["name"] for one in cell["specs"]) for cell in cells}, {("late",)})
        self.assertIn("inconclusive", {cell["specs"][0]["verdict"] for cell in cells})


@unittest.skipUnless(CHROMIUM, "there is no chromium")
class Report(Files):
    def test_a_table_that_leads_to_the_falsifiers(self):
        self.results("report", "both.h5", "-o", "both.html")
        self.results("report", "plain.h5", "-o", "plain.html")
        with Browser() as browser:
            for dark in (False, True):
                page = browser.open(os.path.join(self.folder, "both.html"), dark=dark)
                self.assertEqual(page.evaluate("document.documentElement.dataset.ready"), "yes", page.problems())
                rows = page.evaluate("[...document.querySelectorAll('[aria-label=Specifications] tbody tr')].map(r => r.innerText)")
                self.assertEqual(len(rows), 5)
                self.assertRegex(rows[2], r"forgotten explains lostFiles\s+critical\s+always\s+counterexample\s+a name node that serves")
                self.assertIn("</script><img src=x onerror=alert(1)> two logs", rows[4])
                self.assertRegex(rows[2], r"f2 f3 .* f13 and \d+ more")
                page.evaluate("[...document.querySelectorAll('[aria-label=Specifications] button')].find(b => b.textContent === 'f3').click()")
                self.assertIn("C(n,5+,8)", page.evaluate("document.activeElement.textContent"))
                color = page.evaluate("getComputedStyle(document.querySelector('.word.certified')).color")
                self.assertEqual(color, "rgb(86, 211, 100)" if dark else "rgb(26, 127, 55)")
                self.assertEqual((page.problems(), page.requests()), ([], []))
            page = browser.open(os.path.join(self.folder, "plain.html"))
            self.assertEqual(page.evaluate("document.querySelectorAll('[aria-label=Specifications]').length"), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
