"""What ldfi-results makes of files that ldfi-farm wrote: test_results.py LDFI_FARM LDFI_RESULTS SOURCE_DIR"""

import csv
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

import h5py

FARM, RESULTS, SOURCE_DIR = map(os.path.abspath, sys.argv[1:4])
FALSIFIER = "O(b,Z,1) O(c,Z,1) C(a,4)"


HOSTILE = r"""
say("<script>alert(1)</script>", "\"'&<b>", "two\nlines\r\x1b[31m")@1;
say("\"'&<b>", "<script>alert(1)</script>", "\xe2\x80\xae LONG")@1;
heard(Y, P)@async :- say(X, Y, P);
heard(X, P)@next :- heard(X, P);
pre(X) :- say(X, _, _);
pre(X)@next :- pre(X);
post(X) :- heard(X, _);
"""


class Results(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = cls.temporary.name
        for name, options in {"kafka": [], "retry-deliv": [], "kafka-all": ["--stop", "all"],
                              "late-roll": ["--stop", "all"]}.items():
            place = {"late-roll": "mutants/hdfs-log-merge-late-roll"}.get(name, name.removesuffix("-all"))
            config = os.path.join(SOURCE_DIR, "configs", place + ".yaml")
            subprocess.run([FARM, config, "-o", name + ".h5", "--quiet", *options], cwd=cls.folder,
                           stdout=subprocess.DEVNULL, check=False)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as stream:
            return stream.read()

    def expect(self, status, *arguments, says="", **more):
        result = subprocess.run([RESULTS, *arguments], cwd=self.folder, text=True, timeout=120,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **more)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn(says, result.stderr)
        return result.stdout

    def test_summary(self):
        self.assertRegex(self.expect(0, "summary", "kafka.h5"), r"verdict +counterexample")
        told = json.loads(self.expect(0, "summary", "kafka.h5", "--json"))
        self.assertEqual([cell["verdict"] for cell in told["cells"]], ["counterexample"])

    def test_falsifiers(self):
        self.assertIn(FALSIFIER, self.expect(0, "falsifiers", "kafka.h5"))
        told = json.loads(self.expect(0, "falsifiers", "kafka-all.h5", "--json"))
        self.assertEqual([f["run"] for f in told[0]["falsifiers"]], ["f1", "f2", "f3"])
        self.assertEqual(told[0]["falsifiers"][0]["violated"], ["pre(data)"])

    def test_families(self):
        told = self.expect(0, "falsifiers", "late-roll.h5")
        self.assertIn("88 falsifiers in 6 families", told)
        self.assertRegex(told, r"(?m)^  f1 +O\(c,n,1\) C\(n,7\+…10,9…11\)\n +12 falsifiers of 2 faults, all minimal$")
        self.assertEqual(len(re.findall(r"(?m)^  f[0-9]+ ", self.expect(0, "falsifiers", "late-roll.h5", "--all"))), 88)
        [cell] = json.loads(self.expect(0, "falsifiers", "late-roll.h5", "--json"))
        self.assertEqual([row["family"] for row in cell["falsifiers"]], [1] * 12 + [2] * 12 + [3] * 36 + [4] * 18 + [5] * 8 + [6] * 2)

    def test_coverage(self):
        [cell] = json.loads(self.expect(0, "coverage", "late-roll.h5", "--json"))
        ids, pairs = cell["ids"], cell["pairs"]
        self.assertEqual(pairs["all"], len(ids) * (len(ids) - 1) // 2)
        self.assertEqual(pairs["all"], pairs["exercised"] + pairs["offered"] + pairs["never_met"])
        self.assertEqual(len({row["id"] for row in ids}), len(ids))
        self.assertEqual(len({row["hash"] for row in ids}), len(ids))
        self.assertEqual(sum(row["exercised"] > 0 for row in ids), cell["exercised"])
        self.assertEqual(sum(cell["first_met"].values()), len(ids))
        self.assertEqual(sum(site["ids"] for site in cell["sites"]), len(ids))
        self.assertEqual(cell["not_covered"], [])
        # Ids have no time: 88 falsifiers are few failures.
        self.assertLess(cell["exercised"], 40)
        self.assertEqual(cell["by_proof"]["ids"] + cell["exercised"], len(ids))
        self.assertTrue(cell["untouched"]["whole"])
        self.assertLess(len(cell["untouched"]["relations"]), cell["untouched"]["of_relations"])
        self.assertNotIn("post", cell["untouched"]["relations"])  # it is falsified
        self.assertTrue(all(".ded:" in rule["where"] for rule in cell["untouched"]["rules"]))
        text = self.expect(0, "coverage", "late-roll.h5")
        self.assertIn(f"{len(ids)}: {cell['exercised']} exercised", text)
        self.assertIn(ids[0]["id"], self.expect(0, "coverage", "late-roll.h5", "--all"))

    def test_groups(self):
        [cell] = json.loads(self.expect(0, "groups", "late-roll.h5", "--json"))
        members = [group["falsifiers"] for group in cell["groups"]]
        self.assertEqual(len(members[0]), min(map(len, members)))
        self.assertEqual(sorted(sum(members, [])), sorted(f"f{i}" for i in range(1, 89)))
        told = self.expect(0, "groups", "late-roll.h5")
        self.assertEqual(told.count("\n  g"), len(members) + 1)
        for g, names in enumerate(members, 1):
            self.assertIn(f"{len(names)} falsifier", self.expect(0, "groups", "late-roll.h5", f"g{g}"))
        repair = os.path.join(SOURCE_DIR, "configs", "protocols", "hdfs-log-merge.ded")
        self.assertIn("repaired: 88 of 88 falsifiers", self.expect(0, "groups", "late-roll.h5", "--without-cause", repair))
        rows = list(csv.DictReader(self.expect(0, "groups", "late-roll.h5", "--csv").splitlines()))
        self.assertEqual({row["falsifier"]: row["group"] for row in rows}, {f: f"g{g}" for g, names in enumerate(members, 1) for f in names})
        self.expect(64, "groups", "late-roll.h5", "g99", says="there is no group g99")
        self.expect(65, "groups", "late-roll.h5", "--without-cause", "no.ded")

    def test_show(self):
        told = self.expect(0, "show", "kafka.h5")
        self.assertIn("LOST     member(Z,b) to Z", told)
        self.assertRegex(told, r"a +CRASH")
        self.assertTrue(told.endswith("outcome       violates\n"))
        for run in ("f1", FALSIFIER, "--cell=0", "--cell=6,4,1"):
            self.assertEqual(self.expect(0, "show", "kafka.h5", run).split("\n", 1)[1],
                             told.split("\n", 1)[1])
        self.assertIn("outcome       holds", self.expect(0, "show", "kafka.h5", "none"))
        self.assertIn("isr(a,a)", self.expect(0, "show", "kafka.h5", "1", "--state"))

    def test_lamport(self):
        self.assertEqual(self.expect(0, "lamport", "kafka.h5", "-o", "kafka.svg"), "")
        picture = ElementTree.parse(self.path("kafka.svg")).getroot()
        classes = [element.get("class") for element in picture.iter()]
        # Two lost messages; a legend shows what one looks like.
        self.assertEqual(classes.count("lost"), 3)
        self.assertEqual(classes.count("crash"), 1)
        texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        for text in ("member(Z,b)", "ack(C,data)", "crash", "violated: pre(data)"):
            self.assertIn(text, texts)

    def test_the_picture_in_the_readme_is_what_is_drawn(self):
        self.expect(0, "lamport", "kafka.h5", "-o", "readme.svg")
        with open(os.path.join(SOURCE_DIR, "docs/pictures/kafka-spacetime.svg"), encoding="utf-8") as stream:
            self.assertEqual(stream.read(), self.read("readme.svg"))

    def test_lineage(self):
        told = self.expect(0, "lineage", "kafka.h5")
        for text in ("pre(data)@6", "no post(data)@6", "lost: b → Z, sent at 1", "a crashed at 4"):
            self.assertIn(text, told)
        told = self.expect(0, "lineage", "kafka.h5", "none", "log(b,data)@5")
        self.assertIn("message a → b  sent at 3", told)
        self.assertIn("no log(b,data)@4…5\n", self.expect(0, "lineage", "kafka.h5", "f1", "log(b,data)@5"))
        self.assertTrue(self.expect(0, "lineage", "kafka.h5", "--dot").startswith("digraph"))
        self.expect(64, "lineage", "kafka.h5", "f1", "forwrd(b,a,data)", says="did you mean forward?")
        self.expect(64, "lineage", "kafka.h5", "f1", "log(b,data)@9", says="1..6")
        self.assertIn("not log(Z,data)@5", self.expect(0, "lineage", "kafka.h5", "f1", "log(Z,data)@5"))

    @unittest.skipUnless(shutil.which("dot"), "there is no graphviz")
    def test_lineage_picture(self):
        self.expect(0, "lineage", "kafka.h5", "--svg", "-o", "lineage.svg")
        picture = ElementTree.parse(self.path("lineage.svg")).getroot()
        classes = [element.get("class") for element in picture.iter()]
        self.assertEqual(classes.count("fault"), 4)  # one of them in the legend

    def test_without_graphviz_it_is_dot(self):
        told = self.expect(0, "lineage", "kafka.h5", "--svg", says="DOT text instead",
                           env={"PATH": "/nonexistent"})
        self.assertTrue(told.startswith("digraph"))

    def test_diff(self):
        told = self.expect(0, "diff", "kafka.h5")
        for text in ("b's message member(Z,b) to Z at 1 was lost\n", "The runs diverge at tick 2:",
                     "Rules that stopped firing:", "Rules that newly fired:"):
            self.assertIn(text, told)
        self.assertIn("same tuples at every tick", self.expect(0, "diff", "kafka.h5", "f1", "f1"))
        self.assertIn("(holds)", self.expect(0, "diff", "kafka.h5", "f1", "nearest"))

    def test_export(self):
        told = json.loads(self.expect(0, "export", "kafka-all.h5", "--json"))
        self.assertEqual(len(told["cells"][0]["falsifiers"]), 3)
        self.expect(0, "export", "kafka-all.h5", "--csv", "-o", "tables")
        with open(self.path("tables/falsifiers.csv"), encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual(rows[0]["faults"], FALSIFIER)
        self.expect(0, "export", "kafka-all.h5", "--molly", "-o", "molly")
        runs = json.loads(self.read("molly/runs.json"))
        self.assertEqual([run["status"] for run in runs], ["success"] + 3 * ["failure"])
        first = [run for run in runs[1:] if run["failureSpec"]["crashes"] == [{"node": "a", "time": 4}]]
        self.assertEqual(len(first), 1)
        self.assertEqual(len([m for m in first[0]["messages"] if m["receiveTime"] == 99999]), 2)
        for i in range(4):
            graph = json.loads(self.read(f"molly/run_{i}_pre_provenance.json"))
            known = {node["id"] for node in graph["goals"] + graph["rules"]}
            self.assertTrue(all(edge[end] in known for edge in graph["edges"] for end in ("from", "to")))
            self.assertTrue(self.read(f"molly/run_{i}_spacetime.dot").startswith("digraph"))
        self.expect(64, "export", "kafka.h5", says="one of --json, --csv, --hdf5, --molly, --schedule, --shiviz and --case")
        self.expect(64, "export", "kafka.h5", "--csv", says="name the folder")

    def test_what_follows_from_a_file_is_an_hdf5_file_too(self):
        for _ in range(2):  # it may be replaced
            self.expect(0, "export", "late-roll.h5", "--hdf5", "-o", "tables.h5")
        with h5py.File(self.path("tables.h5")) as file:
            self.assertEqual((file.attrs["format"], file.attrs["of"], file.attrs["left"]), ("ldfi-farm derived", "late-roll.h5", "0"))
            members = [(row["falsifier"].decode(), row["group"].decode()) for row in file["group_members"]]
            ids = {row["id"].decode(): (row["kind"].decode(), int(row["exercised"]), int(row["offered"]), row["first"].decode())
                   for row in file["failure_ids"]}
            runs = {row["run"].decode() for row in file["coverage"]}
            covered = file["covered_cells"][0]
        told = list(csv.DictReader(self.expect(0, "groups", "late-roll.h5", "--csv").splitlines()))
        self.assertEqual(members, [(row["falsifier"], row["group"]) for row in told])
        told = json.loads(self.expect(0, "coverage", "late-roll.h5", "--json"))[0]
        self.assertEqual(ids, {one["id"]: (one["kind"], one["exercised"], one["offered"], one["run"]) for one in told["ids"]})
        self.assertLessEqual(len(runs), told["executions"])
        self.assertEqual((covered["idle"], covered["pairs_exercised"], covered["ids_by_proof"]),
                         (told["idle"], told["pairs"]["exercised"], told["by_proof"]["ids"]))
        self.expect(74, "export", "late-roll.h5", "--hdf5", "-o", "kafka.h5", says="belongs to a run")
        self.expect(65, "summary", "tables.h5", says='it holds "ldfi-farm derived", and no ldfi-farm results')
        self.expect(64, "export", "late-roll.h5", "--hdf5", says="name the file")

    def test_hostile_names_move_no_terminal(self):
        program = HOSTILE.replace("LONG", "x" * 10_000)
        with open(self.path("hostile.ded"), "w", encoding="utf-8") as stream:
            stream.write(program)
        subprocess.run([FARM, "hostile.ded", "-t", "3", "-f", "1", "--stop", "all", "--quiet"], cwd=self.folder,
                       stdout=subprocess.DEVNULL, check=False)
        for command in ("summary", "falsifiers", "show", "lineage", "diff", "lamport"):
            told = self.expect(0, command, "hostile.h5")
            self.assertNotRegex(told, "[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", command)
        self.assertIn("x" * 10_000, self.expect(0, "show", "hostile.h5"))
        ElementTree.fromstring(self.expect(0, "lamport", "hostile.h5"))

    def test_nodes_that_differ_in_what_nobody_sees(self):
        unseen = "\xad\u034f\u061c\u115f\u17b4\u180e\u200b\u200f\u202e\u2028\u2060\u2064\u206f\u2800\u3164\ufe0f\ufeff\uffa0\U000e0041\U000e0100"
        farm = [FARM, "unseen.ded", "-t", "3", "-f", "1", "--stop", "all", "--quiet"]
        for mark in unseen:
            escaped = "".join(f"\\x{byte:02x}" for byte in mark.encode())
            with open(self.path("unseen.ded"), "w", encoding="utf-8") as stream:
                stream.write(f'node("a", "a{mark}")@1; node("a{mark}", "a")@1; heard(M, N)@async :- node(N, M);\n'
                             "heard(M, N)@next :- heard(M, N); pre(M) :- node(_, M); pre(M)@next :- pre(M); post(M) :- heard(M, _);\n")
            done = subprocess.run(farm, cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1, done.stderr)
            told = done.stdout + done.stderr
            self.assertIn(f'O(a,"a{escaped}",1)', told)
            for command in ("summary", "falsifiers", "show", "lineage", "diff", "lamport"):
                told += self.expect(0, command, "unseen.h5")
            self.expect(0, "report", "unseen.h5", "-o", "unseen.html")
            told += self.read("unseen.html")
            replayed = subprocess.run([*farm, "--replay", f'O(a,"a{escaped}",1)'], cwd=self.folder, capture_output=True,
                                      text=True, check=False)
            self.assertEqual(replayed.returncode, 1, replayed.stderr)
            wrong = subprocess.run([*farm, "-N", f"b,a{mark}"], cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual(wrong.returncode, 65)
            for text in (told, replayed.stdout, wrong.stderr):
                self.assertIn(escaped, text)
                self.assertNotIn(mark, text, escaped)

    def test_damaged_files_are_told_or_mean_something(self):
        with open(self.path("kafka.h5"), "rb") as stream:
            whole = stream.read()
        dice = random.Random(1)
        for _ in range(20):
            data = bytearray(whole)
            for _ in range(dice.randint(1, 20)):
                data[dice.randrange(len(data))] = dice.randrange(256)
            with open(self.path("damaged.h5"), "wb") as stream:
                stream.write(data)
            done = subprocess.run([RESULTS, "show", "damaged.h5"], cwd=self.folder, capture_output=True, timeout=60,
                                  check=False)
            self.assertIn(done.returncode, (0, 64, 65, 74), done.stderr)

    def test_output_that_cannot_be_written(self):
        for closed in (">&-", "<&- >&-", "<&- >&- 2>&-", ">/dev/full"):
            done = subprocess.run(["sh", "-c", f'exec "$0" summary kafka.h5 {closed}', RESULTS], cwd=self.folder, capture_output=True, timeout=60,
                                  check=False)
            self.assertEqual(done.returncode, 74, closed)

    def test_limits(self):
        self.expect(64, "show", "kafka.h5", "--time-limit", "soon", says="expected a time")
        self.expect(64, "show", "kafka.h5", "--memory-limit", "1M", says="it must be 64M")
        self.expect(0, "show", "kafka.h5", "--time-limit", "1m", "--memory-limit", "64M")
        with subprocess.Popen([RESULTS, "export", "kafka.h5", "--json", "--time-limit", "2s"], cwd=self.folder,
                              stdout=subprocess.PIPE, pipesize=4096) as slow_reader:  # the limit is not for writing
            with self.assertRaises(subprocess.TimeoutExpired):
                slow_reader.wait(2.3)
            json.loads(slow_reader.stdout.read())
        self.assertEqual(slow_reader.returncode, 0)

    def test_wrong_questions(self):
        self.expect(64, says="write a command and a results file")
        self.expect(64, "show", "kafka.h5", "f9", says="there is no falsifier f9")
        self.expect(64, "show", "kafka.h5", "99", says="there is no execution 99")
        self.expect(64, "show", "kafka.h5", "--cell", "7", says="0 (6,4,1)")
        self.expect(65, "show", "kafka.h5", "O(a,x,1)", says="x is not a node")
        self.expect(65, "show", __file__, says="it is not an HDF5 file")
        self.expect(74, "show", "none.h5", says="none.h5")
        self.expect(74, "summary", "kafka.h5", "-o", "no/such/folder", says="no/such/folder")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
