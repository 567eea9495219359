"""What views show of runs whose nodes stop and restart: test_restarts.py LDFI_FARM LDFI_RESULTS SOURCE_DIR

Everything expected follows from the written form of the fault set, by docs/explanation/semantics.md.
"""

import csv
import dataclasses
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from typing import Optional
from xml.etree import ElementTree

FARM, RESULTS, SOURCE_DIR = map(os.path.abspath, sys.argv[1:4])
MODULE = os.path.join(SOURCE_DIR, "results/python")
sys.path[:0] = [MODULE, os.path.join(SOURCE_DIR, "test/support")]
os.environ["MPLBACKEND"] = "Agg"

import ldfi_results  # noqa: E402
import sealed  # noqa: E402
from ldfi_results.faults import Fspec  # noqa: E402

FILES = {
    "again": ("mutants/twopc-recovery-votes-anew", ["--crashable", "a,b"], "C(a,2+,4)"),
    "memory": ("mutants/twopc-recovery-vote-in-memory", [], "C(a,3,4)"),
    "twice": ("mutants/hdfs-log-merge-second-upload", [], "C(n,9+,11) C(s,3,4)"),
    "gone": ("2pc", ["--crash-model", "stop", "--crashable", "C,a", "--stop", "all"], "C(C,2)"),
}
# RUN of ldfi-results, and its fault set. In one of them a node restarts and crashes in one tick.
RUNS = [(name, "f1", faults) for name, (_, _, faults) in FILES.items()] + [
    ("gone", "f2", "C(C,2+)"), ("twice", "C(n,3,5) C(n,5+,7)", "C(n,3,5) C(n,5+,7)"),
    ("memory", "O(C,a,1) C(b,2+,5)", "O(C,a,1) C(b,2+,5)")]  # fmt: skip


@dataclasses.dataclass
class Outage:
    node: str
    at: int
    after: bool  # it works at `at`
    back: Optional[int]

    @property
    def down(self):
        """The ticks at which the node is down."""
        return range(self.at + self.after, self.back or 1000)

    def cause(self):
        return f"{self.node} crashed at {self.at}" + " before it sent" * self.after + (f", restarted at {self.back}" if self.back else "")


def outages_of(faults):
    found = re.findall(r"C\((\w+),(\d+)(\+?)(?:,(\d+))?\)", faults)
    return [Outage(node, int(at), bool(after), int(back) if back else None) for node, at, after, back in found]


def omissions_of(faults):
    return {(sender, to, int(sent)) for sender, to, sent in re.findall(r"O\((\w+),(\w+),(\d+)\)", faults)}


class Law:
    """What docs/explanation/semantics.md says of nodes and messages under a fault set."""

    def __init__(self, faults):
        self.outages, self.omissions = outages_of(faults), omissions_of(faults)

    def down(self, node, tick):
        return any(o.node == node and tick in o.down for o in self.outages)

    def silent(self, node, tick):
        return self.down(node, tick) or any(o.node == node and o.after and o.at == tick for o in self.outages)

    def lost(self, sender, to, tick):
        return (sender, to, tick) in self.omissions or self.down(to, tick + 1)

    def crashes(self):
        return {(o.node, o.at, o.after) for o in self.outages}

    def restarts(self):
        return {(o.node, o.back) for o in self.outages if o.back}


class Restarts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = temporary.name
        cls.summary = {}
        for name, (config, options, faults) in FILES.items():
            path = os.path.join(SOURCE_DIR, "configs", config + ".yaml")
            done = subprocess.run([FARM, path, "-o", name + ".h5", "--quiet", "--summary", "json", *options], cwd=cls.folder,
                                  capture_output=True, text=True, check=False, timeout=120)
            cls.summary[name] = json.loads(done.stdout)
            found = cls.summary[name]["counterexamples"][0]["faults"]
            assert found == faults, f"{name}: {found}"

    def run_it(self, *command, status=0):
        done = subprocess.run(command, cwd=self.folder, text=True, capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def results(self, *arguments):
        return self.run_it(RESULTS, *arguments)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as stream:
            return stream.read()

    def rows(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))

    def each_run(self):
        for name, run, faults in RUNS:
            with self.subTest(f"{name} {run}"):
                yield name, run, faults, Law(faults)

    def expect_messages(self, law, messages):
        """Messages are (from, to, sent, lost): nobody who is silent sends, and what the law loses is lost."""
        self.assertTrue(messages)
        for sender, to, sent, lost in messages:
            self.assertFalse(law.silent(sender, sent), f"{sender} sends at {sent}")
            self.assertEqual(lost, law.lost(sender, to, sent), f"{sender} to {to} at {sent}")
        for sender, to, sent in law.omissions:
            self.assertIn((sender, to, sent, True), messages)

    def test_summary_and_falsifiers(self):
        words = {"again": "0 crashes, 1 restart, only of a b (stop)", "memory": "0 crashes, 1 restart (stop)",
                 "twice": "0 crashes, 2 restarts (stop)", "gone": "1 crash, 0 restarts, only of C a (stop)"}
        for name, (_, _, faults) in FILES.items():
            said = self.summary[name]
            for command in ("summary", "falsifiers"):
                self.assertIn(words[name], self.results(command, name + ".h5"))
            [cell] = json.loads(self.results("summary", name + ".h5", "--json"))["cells"]
            self.assertEqual(cell["fspec"], said["fspec"])
            self.assertEqual((cell["combinations"], cell["distinct_fault_sets"]), ("", said["distinct_fault_sets"]))
            self.assertIn(f"{said['distinct_fault_sets']} distinct fault sets", self.results("summary", name + ".h5"))
            [cell] = json.loads(self.results("falsifiers", name + ".h5", "--json"))
            self.assertEqual([{**f, "run": ""} for f in cell["falsifiers"]], [{**f, "run": ""} for f in said["counterexamples"]])
            self.assertRegex(self.results("falsifiers", name + ".h5", "--all"), rf"(?m)^  f1 +{re.escape(faults)}$")

    def shown(self, name, run):
        """Crashes, restarts and messages, as `show` tells them."""
        crashes, restarts, messages, tick, node = set(), set(), set(), 0, ""
        for line in self.results("show", name + ".h5", run).splitlines():
            if match := re.fullmatch(r"tick (\d+)", line):
                tick = int(match[1])
            if not (match := re.fullmatch(r"  (\w*) +(CRASH|RESTART|sends|LOST) +(.*)", line)):
                node = (re.match(r"  (\w+)  ", line) or [line, node])[1]
                continue
            node = match[1] or node
            if match[2] == "CRASH":
                crashes.add((node, tick, match[3]))
            elif match[2] == "RESTART":
                restarts.add((node, tick))
            else:
                messages.add((node, match[3].split()[-1], tick, match[2] == "LOST"))
        return crashes, restarts, messages

    def test_show(self):
        word = {True: "after its work, before it sends", False: "is down from now on"}
        for name, run, _, law in self.each_run():
            crashes, restarts, messages = self.shown(name, run)
            self.assertEqual(crashes, {(n, at, word[after]) for n, at, after in law.crashes()})
            self.assertEqual(restarts, law.restarts())
            self.expect_messages(law, messages)
            # Until a fault takes effect, nodes say what they say in the failure-free run.
            last = min([o.at - 1 + o.after for o in law.outages] + [sent for _, _, sent in law.omissions])
            good = self.shown(name, "none")[2]
            self.assertEqual({m for m in messages if m[2] <= last},
                             {(a, b, t, law.lost(a, b, t)) for a, b, t, _ in good if t <= last and not law.silent(a, t)})

    def test_replay_says_the_same(self):
        for name, _, faults, law in self.each_run():
            config, options, _ = FILES[name]
            config = os.path.join(SOURCE_DIR, "configs", config + ".yaml")
            done = subprocess.run([FARM, config, *options, "--replay", faults, "--summary", "json", "--quiet", "-o", "replay.h5"],
                                  cwd=self.folder, capture_output=True, text=True, check=False, timeout=60)
            told = json.loads(done.stdout)
            self.assertEqual(told["faults"], faults)
            self.assertEqual({(n, t["tick"]) for t in told["ticks"] for n in t["crashes"]}, {(n, at) for n, at, _ in law.crashes()})
            self.assertEqual({(n, t["tick"]) for t in told["ticks"] for n in t["restarts"]}, law.restarts())
            self.expect_messages(law, {(m["from"], m["to"], t["tick"], kind == "lost")
                                       for t in told["ticks"] for kind in ("lost", "arrived") for m in t[kind]})

    def test_lineage_names_the_faults(self):
        for name, run, faults in RUNS:
            if not run.startswith("f"):
                continue
            for options in ([], ["--dot"], ["--all"]):
                told = self.results("lineage", name + ".h5", run, *options)
                for outage in outages_of(faults):
                    self.assertIn(outage.cause(), told, options)
                    self.assertNotIn(outage.cause() + ",", told, options)  # it does not restart

    def test_diff_tells_the_story(self):
        for name, run, faults in RUNS:
            told = " ".join(self.results("diff", name + ".h5", run).split())
            if run.startswith("f"):
                for outage in outages_of(faults):
                    self.assertRegex(told, re.escape(outage.cause()) + r"( |, and took )")
        # What is in memory goes with it, what is on disk does not.
        told = " ".join(self.results("diff", "memory.h5").split())
        self.assertIn("a crashed at 3, restarted at 4, and took voted(a,tx,yes) with it ", told)
        took = re.findall(r" took (.*?) with it", self.results("diff", "again.h5"))
        self.assertNotRegex(" ".join(took), r"\b(voted|outcome)\(")
        told = " ".join(self.results("diff", "memory.h5", "C(b,5+,7)").split())
        self.assertIn("5 b crashes at 5 before it sends, restarts at 7 the invariant holds nevertheless", told)

    def test_lamport(self):
        for name, run, _, law in self.each_run():
            picture = ElementTree.fromstring(self.results("lamport", name + ".h5", run))
            svg = "{http://www.w3.org/2000/svg}"
            texts = [(e.get("class"), e.text, float(e.get("x")), float(e.get("y"))) for e in picture.iter(svg + "text")]
            tick_at = {y - 4: int(text) for kind, text, _, y in texts if kind == "tick"}
            node_at = {x: text for kind, text, x, _ in texts if kind == "name-text"}
            labels = {(node_at[round(x - 14, 2)], tick_at[y - 4], text) for kind, text, x, y in texts
                      if re.search(r"\b(crash|restart)", text) and "label" in kind}
            expected = {}
            for node, back in law.restarts():
                expected[node, back] = "restart"
            for node, at, after in law.crashes():
                expected[node, at] = expected.get((node, at), "") + (", " if (node, at) in expected else "") + \
                    "crash" + " after its work" * after
            self.assertEqual(labels, {(*where, text) for where, text in expected.items()})
            titles = sorted(t.text for t in picture.iter(svg + "title") if re.search(r" (crashes|restarts) at ", t.text))
            self.assertEqual(titles, sorted([f"{n} restarts at {back}" for n, back in law.restarts()] +
                                            [f"{n} crashes at {at}" + ", after its work" * after for n, at, after in law.crashes()]))
            said = set()
            for sentence in picture.find(svg + "desc").text.split(" Tick ")[1:]:
                tick, events = sentence.split(":", 1)
                said |= {(node, int(tick), event) for node, event in re.findall(r" (\w+) (crashes|restarts)\.", events)}
            self.assertEqual(said, {(*at, "restarts") for at in law.restarts()} | {(n, at, "crashes") for n, at, _ in law.crashes()})
            # Dotted from a crash to the restart, or to the end; whole everywhere else.
            bottom = max(float(line.get("y2")) for line in picture.iter(svg + "line") if line.get("class") in ("process", "dead"))
            lives = {node: [] for node in node_at.values()}
            for line in picture.iter(svg + "line"):
                if line.get("class") in ("process", "dead") and line.get("y1") != line.get("y2"):
                    lives[node_at[float(line.get("x1"))]].append((line.get("class"), float(line.get("y1")), float(line.get("y2"))))
            y_of = {tick: y for y, tick in tick_at.items()}
            for node, life in lives.items():
                dead = [("dead", y_of[o.at], y_of.get(o.back, bottom)) for o in law.outages if o.node == node]
                self.assertEqual([part for part in life if part[0] == "dead"], dead, node)
                ends = [y for _, *part in life for y in part]
                self.assertEqual(ends[1:-1:2], ends[2::2], f"{node}: a gap")
                self.assertEqual(ends[-1], bottom)
            self.assertRegex("".join(picture.itertext()), r"\.dead \{[^}]*stroke-dasharray")

    def test_export_json(self):
        for name in FILES:
            told = json.loads(self.results("export", name + ".h5", "--json"))
            [cell] = told["cells"]
            self.assertEqual(cell["fspec"], self.summary[name]["fspec"])
            self.assertEqual(cell["falsifiers"], self.summary[name]["counterexamples"])
            violating = {e["faults"] for e in cell["executions"] if e["outcome"] == "violates"}
            self.assertTrue(violating.issuperset(f["faults"] for f in cell["falsifiers"]))
            self.assertEqual([g["run"] for g in cell["graphs"]][1:], [f["faults"] for f in cell["falsifiers"]])

    def test_export_csv(self):
        words = {"again": ("0", "1", "a b"), "memory": ("0", "1", ""), "twice": ("0", "2", ""), "gone": ("1", "0", "C a")}
        for name, (_, _, faults) in FILES.items():
            self.results("export", name + ".h5", "--csv", "-o", name + "-csv")
            [cell] = self.rows(name + "-csv/cells.csv")
            self.assertEqual((cell["crashes"], cell["restarts"], cell["crashable"]), words[name])
            self.assertEqual((cell["crash_model"], cell["combinations"]), ("stop", ""))
            falsifiers = self.rows(name + "-csv/falsifiers.csv")
            self.assertEqual((falsifiers[0]["faults"], falsifiers[0]["size"]), (faults, str(len(outages_of(faults)))))
            self.assertIn(faults, [row["faults"] for row in self.rows(name + "-csv/executions.csv")])

    def test_export_molly(self):
        for name in FILES:
            said = self.summary[name]
            self.results("export", name + ".h5", "--molly", "-o", name + "-molly")
            runs = json.loads(self.read(name + "-molly/runs.json"))
            [cell] = json.loads(self.results("export", name + ".h5", "--json"))["cells"]
            faults = ["", *(e["faults"] for e in cell["executions"] if e["faults"] != "none")]
            self.assertEqual(len(runs), len(faults))
            for number, (run, text) in enumerate(zip(runs, faults)):
                law, nodes = Law(text), said["fspec"]["nodes"]
                crashes = [{"node": o.node, "time": o.at, "works": o.after} | ({"restart": o.back} if o.back else {}) for o in law.outages]
                self.assertEqual(run["failureSpec"]["crashes"], crashes)
                tables = run["model"]["tables"]
                self.assertEqual({tuple(row) for row in tables.get("restart", [])}, {(n, str(back)) for n, back in law.restarts()})
                gone = {(o.node, str(o.at)) for o in law.outages if not o.back}
                self.assertEqual({(node, at) for _, node, at, _ in tables["crash"]}, gone)
                self.expect_messages(law, {(m["from"], m["to"], m["sendTime"], m["receiveTime"] == 99999) for m in run["messages"]})
                drawn = self.read(f"{name}-molly/run_{number}_spacetime.dot")
                red = {(n, int(t)) for n, t in re.findall(r'\[label="(\w+)@(\d+)" style=dashed', drawn)}
                ticks = range(1, said["fspec"]["eot"] + 1)
                self.assertEqual(red, {(n, t) for n in nodes for t in ticks if law.down(n, t)})

    def test_report(self):
        for name, (config, _, faults) in FILES.items():
            self.results("report", name + ".h5", "-o", name + ".html")
            page = self.read(name + ".html")
            begin = page.index('id="data">') + len('id="data">')
            [cell] = json.loads(page[begin:page.index("</script>", begin)])["cells"]
            self.assertEqual(cell["fspec"], self.summary[name]["fspec"])
            self.assertEqual(cell["falsifiers"][0][1], faults)
            shown = cell["details"][0]
            self.assertEqual(shown["faults"], faults)
            for outage in outages_of(faults):
                self.assertIn(outage.cause(), " ".join(step["text"] for step in shown["story"]))
                self.assertIn(outage.cause(), shown["tree"])
                if outage.back:
                    self.assertIn(f"<title>{outage.node} restarts at {outage.back}</title>", shown["lamport"])
                self.assertIn(f"<title>{outage.node} crashes at {outage.at}" + ", after its work" * outage.after + "</title>", shown["lamport"])
            command = shown["replay"].replace("ldfi-farm", FARM, 1)
            self.assertIn(f"--replay '{faults}'", command)
            # A page names files as they are from the folder that holds them.
            folder = shlex.quote(os.path.dirname(os.path.join(SOURCE_DIR, "configs", config)))
            self.assertRegex(self.run_it("sh", "-c", f"cd {folder} && {command}", status=1), r"outcome +violates")

    def test_python_module(self):
        paths = {name: self.path(name + ".h5") for name in FILES}
        found = ldfi_results.load(*paths.values())
        fspecs = [self.summary[name]["fspec"] for name in FILES]
        self.assertEqual(found.cells["restarts"].tolist(), [fspec["restarts"] for fspec in fspecs])
        self.assertEqual(found.cells["crashable"].tolist(), [fspec.get("crashable", []) for fspec in fspecs])
        self.assertEqual(found.cells["crash_model"].unique().tolist(), ["stop"])
        for cell, (name, (_, _, faults)) in enumerate(FILES.items()):
            rows = found.falsifiers[found.falsifiers["cell"] == cell]
            self.assertEqual(rows["faults"].tolist(), [f["faults"] for f in self.summary[name]["counterexamples"]])
            self.assertEqual(found.graph(cell, faults).graph["run"], faults)
        told = self.run_it("env", f"PYTHONPATH={MODULE}", sys.executable, "-B", "-m", "ldfi_results", *paths.values())
        self.assertEqual(re.findall(r"(?m)^  restarts +(.*)$", told), ["1 of a b", "1", "2", "0 of C a"])
        self.assertNotIn("combinations", told)
        self.assertIn("  falsifier    C(n,9+,11) C(s,3,4) (minimal)", told)

    def test_a_run_without_restarts_is_none_of_version_6(self):
        config = os.path.join(SOURCE_DIR, "configs/2pc.yaml")
        self.run_it(FARM, config, "-o", "plain.h5", "--quiet", status=1)
        self.assertNotIn("restarts", ldfi_results.load(self.path("plain.h5")).cells)
        both = ldfi_results.load(self.path("plain.h5"), self.path("again.h5")).cells
        self.assertEqual(both["crashable"].tolist()[1], ["a", "b"])
        self.assertEqual(both["restarts"].tolist()[1], 1)
        self.results("export", "plain.h5", "--csv", "-o", "plain-csv")
        self.assertNotIn("restarts", self.rows("plain-csv/cells.csv")[0])

    def test_both_readers_refuse_the_same_faults(self):
        """ldfi-results is asked for a run; the module, for the size of a falsifier. EFF 7 of EOT 14, one restart, of a or b."""
        [cell] = json.loads(self.results("summary", "again.h5", "--json"))["cells"]
        fspec = Fspec(cell["fspec"], cell["fspec"]["nodes"], cell["fspec"]["crashable"])
        self.assertIsNone(fspec.problem)
        texts = {"C(a,3+,4)": False, "C(a,3+,5)": True, "C(a,3,3)": False, "C(a,7,8)": True, "C(a,7+,8)": False, "C(a,8,9)": False,
                 "C(a,7,9)": False, "C(C,3,4)": False, "C(a,0,1)": False, "C(a,3)": False, "C(a,2,3) C(b,2,3)": False, "C(a,6+,8)": True,
                 "O(C,a,7) C(a,2,3)": True, "C(c,2,3)": False}  # fmt: skip
        for text, admitted in texts.items():
            done = subprocess.run([RESULTS, "show", "again.h5", text], cwd=self.folder, capture_output=True, check=False, timeout=60)
            self.assertEqual((done.returncode, fspec.size_of(text) is not None), (0 if admitted else 65, admitted), text)
        # Two outages of one node, as an Fspec with two restarts and a crash admits them.
        told = {**self.summary["twice"]["fspec"], "crashes": 1}
        fspec = Fspec(told, told["nodes"], [])
        config = os.path.join(SOURCE_DIR, "configs", FILES["twice"][0] + ".yaml")
        ends = ["C(n,3,5)", "C(n,3+,5)", "C(n,4+)", "C(n,5)", "C(n,5+)", "C(n,5,6)", "C(n,5+,7)", "C(n,6,7)"]
        for one, other in itertools.combinations(ends, 2):
            a, b = outages_of(one)[0], outages_of(other)[0]
            admitted = bool(a.back or b.back) and bool(a.back) + bool(b.back) <= 2 and \
                min(a.down.stop, b.down.stop) < max(a.down.start, b.down.start)
            done = subprocess.run([FARM, config, "-c", "1", "--replay", f"{one} {other}", "--quiet", "-o", "x.h5"], cwd=self.folder,
                                  capture_output=True, check=False, timeout=60)
            self.assertEqual((done.returncode != 65, fspec.size_of(f"{one} {other}")), (admitted, 2 if admitted else None), f"{one} {other}")

    def test_damage_is_found_by_both(self):
        for faults in ("C(a,2+,3)", "C(C,2+,4)", "C(a,2)", "C(a,7+,9)"):
            with open(self.path("damaged.h5"), "wb") as copy, open(self.path("again.h5"), "rb") as whole:
                copy.write(whole.read())
            with sealed.edited(self.path("damaged.h5")) as file:
                rows = file["details/0000/falsifiers"][:]
                rows["faults"][0] = faults
                file["details/0000/falsifiers"][:] = rows
            with self.assertRaisesRegex(ldfi_results.DamagedFile, "is not a fault set of this cell"):
                ldfi_results.load(self.path("damaged.h5"))
            self.run_it(RESULTS, "falsifiers", "damaged.h5", status=65)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
