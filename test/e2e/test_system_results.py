"""What is kept of a run on a real system, and how one looks at it: test_system_results.py LDFI_FARM LDFI_RESULTS SOURCE_DIR"""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

FARM, RESULTS, SOURCE = (os.path.abspath(word) for word in sys.argv[1:4])
CONFIGS = os.path.join(SOURCE, "configs", "systems")
BROADCAST = os.path.join(CONFIGS, "broadcast-python.yaml")
FAULTS = "O(n0,n1,gossip#0) O(n0,n2,gossip#0)"
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(SOURCE, "results", "python"), os.path.join(SOURCE, "test", "support")]

import ldfi_results as ldfi  # noqa: E402
import sealed  # noqa: E402
from browser import CHROMIUM, Browser  # noqa: E402

MARKUP = "</script></td><script>alert(1)</script><img src=x onerror=alert(2)>"
# A node that says markup where it can, and ends on the second request.
NODE = """
import json, sys
me, asked = "?", 0
def out(dest, **body): sys.stdout.write(json.dumps({"src": me, "dest": dest, "body": body}) + "\\n"); sys.stdout.flush()
for line in sys.stdin:
    m = json.loads(line); b = m["body"]; t = b["type"]
    if t == "init": me = b["node_id"]; out(m["src"], type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1})
    elif t == "echo":
        asked += 1
        if asked == 2:
            sys.stderr.write("first line\\n" + MARKUP + "\\n"); sys.exit(1)
        out("n1", type="m", x=MARKUP)
        out(m["src"], type="echo_ok", echo=b["echo"], note=MARKUP, in_reply_to=b["msg_id"])
    out("$farm", type="done")
""".replace("MARKUP", repr(MARKUP))


class Results(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        done = cls.run_it(FARM, BROADCAST, "--recordings", "rec", "--summary", "json", status=1)
        cls.executions = json.loads(done.stdout)["executions"]
        [cls.failed] = [name for name in sorted(os.listdir(cls.path("rec"))) if '"result":"fail"' in cls.read(f"rec/{name}")]

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    @classmethod
    def read(cls, name):
        with open(cls.path(name), encoding="utf-8") as stream:
            return stream.read()

    @classmethod
    def run_it(cls, *command, status=0):
        done = subprocess.run(command, cwd=cls.folder, text=True, capture_output=True, timeout=120, check=False)
        if done.returncode != status:
            raise AssertionError(f"{command} ends with {done.returncode}: {done.stdout}{done.stderr}")
        return done

    def results(self, *words, status=0):
        return self.run_it(RESULTS, *words, status=status).stdout

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def test_the_verdict_is_printed_although_the_results_cannot_be_stored(self):
        command = [FARM, os.path.join(CONFIGS, "gset-slow.yaml"), "-o", "lost.h5", "--summary", "json"]
        whole = json.loads(self.run_it(*command, status=1).stdout)
        limit = os.path.getsize(self.path("lost.journal")) + 1024
        self.assertGreater(os.path.getsize(self.path("lost.h5")), limit, "the results are larger than the journal")
        for name in ("lost.h5", "lost.journal"):
            os.unlink(self.path(name))
        done = subprocess.run(command, cwd=self.folder, text=True, capture_output=True, timeout=120, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))  # fmt: skip
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertIn("File too large", done.stderr)
        printed = json.loads(done.stdout)
        self.assertEqual((printed["verdict"], printed["counterexamples"]), (whole["verdict"], whole["counterexamples"]))
        self.assertEqual(printed["output"], "")
        self.assertFalse(os.path.exists(self.path("lost.h5")))
        again = json.loads(self.run_it(*command, "--resume", status=1).stdout)
        self.assertEqual(again["counterexamples"], whole["counterexamples"])
        self.assertTrue(os.path.exists(self.path("lost.h5")))

    def test_the_verdict_is_printed_although_the_journal_cannot_be_written(self):
        command = [FARM, os.path.join(CONFIGS, "gset-slow.yaml"), "--stop", "all", "-o", "cut.h5", "--summary", "json"]
        whole = json.loads(self.run_it(*command, status=1).stdout)
        limit = os.path.getsize(self.path("cut.journal")) * 2 // 3
        for name in ("cut.h5", "cut.journal"):
            os.unlink(self.path(name))
        done = subprocess.run(command, cwd=self.folder, text=True, capture_output=True, timeout=120, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))  # fmt: skip
        self.assertEqual(done.returncode, 74, done.stderr)
        printed = json.loads(done.stdout)
        self.assertIn("File too large", printed["reason"])
        self.assertIn("--resume", done.stderr)
        self.assertLess(0, printed["executions"])
        self.assertLess(printed["executions"], whole["executions"])
        again = json.loads(self.run_it(*command, "--resume", status=1).stdout)
        self.assertEqual((again["verdict"], again["counterexamples"]), (whole["verdict"], whole["counterexamples"]))

    def test_diff_says_what_can_be_done_where_no_execution_passed(self):
        self.hostile()
        for words in ((), ("none",), ("none", "nearest")):
            told = self.run_it(RESULTS, "diff", "hostile.h5", *words, status=64).stderr
            self.assertIn("no execution passed", told)
            self.assertIn("hint: `show` prints this execution", told)
        self.run_it(RESULTS, "show", "hostile.h5")

    def test_the_terminal_tells_the_story(self):
        text = self.run_it(FARM, BROADCAST, "-o", "again.h5", status=1).stdout
        self.assertIn("gossip#0 from n0 to n1 is lost; in the failure-free run n1 receives it at 60 ms", text)
        self.assertIn("gossip#0 from n0 to n2 is lost", text)
        self.assertIn("more: ldfi-results report again.h5 -o report.html", text)

    def test_every_command_reads_the_file(self):
        self.assertRegex(self.results("summary", "broadcast-python.h5"), r"verdict +counterexample\n")
        summary = json.loads(self.results("summary", "--json", "broadcast-python.h5"))
        self.assertEqual((summary["verdict"], len(summary["executions"])), ("counterexample", self.executions))
        found = json.loads(self.results("falsifiers", "--json", "broadcast-python.h5"))
        self.assertEqual([(one["faults"], one["minimal"], one["size"]) for one in found], [(FAULTS, True, 2)])
        self.assertIn("is lost", self.results("falsifiers", "--all", "broadcast-python.h5"))
        self.assertIn("sends gossip#0 to n1 (gossip message=100), which is lost", self.results("show", "broadcast-python.h5"))
        self.assertNotIn("lost", self.results("show", "broadcast-python.h5", "none"))
        self.assertIn("they part", self.results("diff", "broadcast-python.h5", "f1"))
        self.assertIn("they part", self.results("diff", "broadcast-python.h5", "f1", "none"))
        self.run_it(RESULTS, "show", "broadcast-python.h5", "O(n2,n1,gossip#7)", status=64)
        for stage in (("show", "--stage", "eot"), ("lamport", "--stage", "zz"), ("lamport", "--before", "faults")):
            done = self.run_it(RESULTS, stage[0], "broadcast-python.h5", *stage[1:], status=64)
            self.assertIn("--stage and --before are for counterexamples of programs", done.stderr)

    def test_what_is_about_programs_is_refused(self):
        for command in (("groups",), ("coverage",), ("lineage",), ("export", "--hdf5", "-o", "d.h5"), ("export", "--molly", "-o", "m")):
            done = self.run_it(RESULTS, command[0], "broadcast-python.h5", *command[1:], status=65)
            self.assertIn("program", done.stderr)
            self.assertIn("\n  hint: ", done.stderr)

    def test_the_picture_shows_what_is_lost(self):
        self.results("lamport", "broadcast-python.h5", "-o", "f1.svg")
        root = xml.etree.ElementTree.parse(self.path("f1.svg")).getroot()
        lines = [one.get("class") for one in root.iter() if one.tag.endswith("line")]
        self.assertEqual(lines.count("lost"), 2)
        good = self.results("lamport", "broadcast-python.h5", "none")
        self.assertNotIn('class="lost"', good)

    def test_exports(self):
        self.results("export", "--csv", "broadcast-python.h5", "-o", "tables")
        with open(self.path("tables/operations.csv"), encoding="utf-8") as stream:
            self.assertIn("broadcast message=100", stream.read())
        log = self.results("export", "--shiviz", "broadcast-python.h5", "none").splitlines()
        self.assertEqual(len(log) % 2, 0)
        clocks = {}
        for line in log[::2]:
            host, clock = re.fullmatch(r"(\S*) (\{.*\})", line).groups()
            clock = json.loads(clock)
            self.assertEqual(clock[host], clocks.get(host, {}).get(host, 0) + 1)
            for other, count in clocks.get(host, {}).items():
                self.assertGreaterEqual(clock[other], count)
            clocks[host] = clock
        self.assertIn("n0", clocks["n1"], "what n1 gets comes from n0")

    def test_python_reads_it(self):
        found = ldfi.load(self.path("broadcast-python.h5"))
        self.assertEqual(found.systems["verdict"].tolist(), ["counterexample"])
        self.assertEqual(found.counterexamples["faults"].tolist(), [FAULTS])
        self.assertEqual(found.counterexamples["deliveries"].tolist(), [None])
        worst = int(found.counterexamples["execution"].iloc[0])
        history = found.history(worst)
        self.assertEqual([body.get("messages") for body in history["answer"][-3:]], [[100], [], []])
        fates = found.messages[found.messages["execution"] == worst]
        self.assertEqual(sorted(fates[fates["fate"] == "lost"]["message"]), ["n0,n1,gossip#0", "n0,n2,gossip#0"])
        self.assertEqual(len(found.system_executions), self.executions)
        with self.assertRaises(KeyError):
            found.history(max(set(range(self.executions)) - set(found.recordings["execution"])))
        both = ldfi.load(self.path("broadcast-python.h5"), self.path("broadcast-python.h5"))
        self.assertEqual(both.counterexamples["run"].tolist(), [0, 1])

    def test_all_recordings_are_kept_if_asked_for(self):
        self.run_it(FARM, BROADCAST, "--keep", "all", "-o", "all.h5", status=1)
        found = ldfi.load(self.path("all.h5"))
        self.assertEqual(found.recordings["execution"].tolist(), list(range(self.executions)))
        for number, text in enumerate(found.recordings["text"]):
            self.assertEqual(text, self.read(f"rec/{number:05}.jsonl"), "the same execution once more")

    def test_damage_is_found(self):
        for table, columns in (("/system/fates", {"message": 99}), ("/system/counterexamples", {"execution": 99}),
                               ("/system/executions", {"result": "good"}), ("/system/recordings", {"text": "{}"}),
                               ("/system/activations", {"node": 3})):  # fmt: skip
            with self.subTest(table):
                shutil.copy(self.path("broadcast-python.h5"), self.path("x.h5"))
                with sealed.edited(self.path("x.h5")) as file:
                    rows = file[table][:]
                    for name, value in columns.items():
                        rows[name] = value
                    file[table][:] = rows
                self.run_it(RESULTS, "show", "x.h5", status=65)
                if table != "/system/recordings":
                    with self.assertRaises(ldfi.DamagedFile):
                        ldfi.load(self.path("x.h5"))

    def test_a_recording_is_shown_like_an_execution(self):
        self.assertIn("which is lost", self.results("show", f"rec/{self.failed}"))
        self.assertIn("<svg", self.results("lamport", f"rec/{self.failed}"))
        self.results("report", f"rec/{self.failed}", "-o", "rec.html")
        self.write("bad.jsonl", '{"ldfi_trace": 2}\n')
        self.assertIn("bad.jsonl:1", self.run_it(RESULTS, "show", "bad.jsonl", status=65).stderr)
        self.run_it(RESULTS, "show", "missing.jsonl", status=74)
        self.write("false.jsonl", "".join(json.dumps(line) + "\n" for line in (
            {"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["n0", "n1"], "eff": 50}, "faults": []},
            {"e": "recv", "t": 1, "id": ["n0", "n1", "m", 0]}, {"e": "verdict", "result": "pass"})))  # fmt: skip
        self.assertIn("false.jsonl:2:1: error: n0,n1,m#0 was never sent", self.run_it(RESULTS, "show", "false.jsonl", status=65).stderr)

    def test_a_case_is_executed_again(self):
        self.results("export", "--case", "broadcast-python.h5", "f1", "-o", "case.json")
        with open(self.path("case.json"), encoding="utf-8") as stream:
            case = json.load(stream)
        self.assertEqual((case["faults"], case["config"]), (FAULTS.split(), "broadcast-python.yaml"))
        self.assertRegex(self.run_it(FARM, BROADCAST, "--replay", "@case.json", status=1).stdout, r"case +violated\n")
        repaired = os.path.join(CONFIGS, "broadcast-python-retries.yaml")
        self.assertRegex(self.run_it(FARM, repaired, "--replay", "@case.json", status=0).stdout, r"case +not violated\n")
        self.run_it(RESULTS, "export", "--case", "broadcast-python.h5", "none", status=64)

    def test_a_case_that_is_about_nothing_any_more_is_not_repaired(self):
        self.results("export", "--case", "broadcast-python.h5", "f1", "-o", "case2.json")
        for name in ("broadcast.py", "ldfi_node.py"):
            shutil.copy(os.path.join(CONFIGS, name), self.path(name))
        config = {"system": {"kind": "nodes", "command": ["python3", "broadcast.py", "1000"], "files": ["ldfi_node.py"], "nodes": 3,
                             "time": "extended"}, "workload": {"kind": "broadcast", "from": "60ms"}, "fspec": {"eff": "150ms", "eot": "1s"}}  # fmt: skip
        self.write("later.yaml", json.dumps(config))
        found = json.loads(self.run_it(FARM, "later.yaml", "--replay", "@case2.json", "--summary", "json", status=2).stdout)
        self.assertIn("differs from the recorded one before the first fault", found["case"])
        config["fspec"]["eff"] = "10ms"
        self.write("early.yaml", json.dumps(config))
        found = json.loads(self.run_it(FARM, "early.yaml", "--replay", "@case2.json", "--summary", "json", status=2).stdout)
        self.assertIn(f"diverged: {FAULTS} hits nothing any more", found["case"])

    def known(self, config, *options, status):
        found = json.loads(self.run_it(FARM, config, *options, "--summary", "json", status=status).stdout)
        return found["verdict"], [(os.path.basename(one["case"]), one["outcome"], one.get("why", "")) for one in found.get("known", [])], found

    def test_known_cases_come_first(self):
        os.mkdir(self.path("cases"))
        self.results("export", "--case", "broadcast-python.h5", "f1", "-o", "cases/a.json")
        with open(self.path("cases/a.json"), encoding="utf-8") as stream:
            case = json.load(stream)
        for name, change in (("b.json", {"seed": "7"}), ("c.json", {"faults": ["O(n0,n1,gossip#9)"]})):
            self.write(f"cases/{name}", json.dumps(case | change))
        self.write("cases/README", "no case")
        gone = ("c.json", "diverged", "O(n0,n1,gossip#9) hits nothing any more")
        both = [("a.json", "violated", ""), ("b.json", "violated", ""), gone]
        verdict, known, whole = self.known(BROADCAST, "--known", "cases", "-o", "k1.h5", status=1)
        self.assertEqual((verdict, known), ("counterexample", both))
        self.assertEqual(whole["known"][1], {"case": "cases/b.json", "faults": case["faults"], "seed": 7, "outcome": "violated"})
        # What is known says nothing of what is searched, and decides the status.
        verdict, known, whole = self.known(BROADCAST, "--known", "cases", "--max-runs", "1", "-o", "k2.h5", status=1)
        self.assertEqual((verdict, known, whole["executions"]), ("inconclusive", both, 1))
        self.assertEqual(self.known(BROADCAST, "--known", "cases", "--max-runs", "1", "-o", "k2.h5", "--resume", status=1)[1], both)
        repaired = os.path.join(CONFIGS, "broadcast-python-retries.yaml")
        verdict, known, _ = self.known(repaired, "--known", "cases/a.json", "--known", "cases/c.json", "-o", "k3.h5", status=0)
        self.assertEqual((verdict, known), ("certified", [("a.json", "not violated", ""), gone]))
        text = self.run_it(FARM, repaired, "--known", "cases/a.json", "-o", "k4.h5", status=0).stdout
        self.assertRegex(text, r"verdict +certified\nknown +cases/a.json: not violated\n")
        with open(BROADCAST, encoding="utf-8") as stream:
            text = stream.read()
        for name in ("broadcast.py", "ldfi_node.py"):
            shutil.copy(os.path.join(CONFIGS, name), self.path(name))
        self.write("narrow.yaml", text.replace("eff: 300ms", "eff: 300ms, omissions: 1"))
        verdict, known, _ = self.known("narrow.yaml", "--known", "cases/a.json", "-o", "k5.h5", status=0)
        self.assertEqual((verdict, known[0][:2]), ("certified", ("a.json", "diverged")))
        self.assertIn("the Fspec does not admit its faults", known[0][2])

    def test_known_cases_have_seeds_of_their_own(self):
        """A node that sends again with some seeds, and with others it does not."""
        with open(os.path.join(CONFIGS, "broadcast.py"), encoding="utf-8") as stream:
            text = stream.read()
        self.write("chance.py", text.replace("def broadcast(message, body):\n", "def broadcast(message, body):\n    global RETRIES\n    RETRIES = 1000 * (node.random.random() < 0.5)\n"))
        shutil.copy(os.path.join(CONFIGS, "ldfi_node.py"), self.path("ldfi_node.py"))
        with open(BROADCAST, encoding="utf-8") as stream:
            self.write("chance.yaml", stream.read().replace("broadcast.py", "chance.py"))
        os.mkdir(self.path("seeds"))
        self.results("export", "--case", "broadcast-python.h5", "f1", "-o", "seeds/1.json")
        with open(self.path("seeds/1.json"), encoding="utf-8") as stream:
            case = json.load(stream)
        expected = []
        for seed in range(1, 4):
            self.write(f"seeds/{seed}.json", json.dumps(case | {"seed": str(seed)}))
            one = subprocess.run([FARM, "chance.yaml", "--replay", FAULTS, "--seed", str(seed)], cwd=self.folder, capture_output=True, check=False)
            expected.append({0: "not violated", 1: "violated"}[one.returncode])
        self.assertEqual(len(set(expected)), 2)
        _, known, _ = self.known("chance.yaml", "--known", "seeds", "--max-runs", "1", "-o", "k6.h5", status=1)
        self.assertEqual([one[1] for one in known], expected)

    def test_what_is_no_known_case(self):
        os.mkdir(self.path("none"))
        self.write("no.txt", "[]")
        for option, status, words in (("none", 64, "there are no cases (*.json) in none"), ("missing.json", 74, "missing.json"), ("no.txt", 65, "no.txt:1")):
            self.assertIn(words, self.run_it(FARM, BROADCAST, "--known", option, "-o", "k.h5", status=status).stderr)
        self.results("export", "--case", "broadcast-python.h5", "f1", "-o", "case3.json")
        self.assertIn("exclude each other", self.run_it(FARM, BROADCAST, "--known", "case3.json", "--replay", "none", status=64).stderr)

    def test_a_case_that_somebody_changed_is_noted(self):
        self.results("export", "--case", "broadcast-python.h5", "f1", "-o", "case4.json")
        with open(self.path("case4.json"), encoding="utf-8") as stream:
            case = json.load(stream)
        self.assertNotIn("the case", self.run_it(FARM, BROADCAST, "--replay", "@case4.json", status=1).stderr)
        for change, says in (({"system": "broadcast-python 0000000000000000"}, "another system or version"), ({"hash": "0" * 16}, "changed after it was written"),
                             ({"violated": ["the moon is made of cheese"]}, "cheese"), ({"violated": []}, "names no violation"),
                             ({"faults": [*case["faults"], "O(n0,n1,gossip#9)"]}, "O(n0,n1,gossip#9) hits nothing")):  # fmt: skip
            self.write("case5.json", json.dumps(case | change))
            done = self.run_it(FARM, BROADCAST, "--replay", "@case5.json", status=1)
            self.assertIn(says, done.stderr + done.stdout)
            self.assertRegex(done.stdout, r"case +violated\n")
        self.write("case5.json", json.dumps(case | {"hash": "0" * 16}))
        self.assertIn("case5.json: the case was changed", self.run_it(FARM, BROADCAST, "--known", "case5.json", "--max-runs", "1", "-o", "k7.h5", status=1).stderr)
        self.write("case5.json", json.dumps(case | {"sed": "1", "faults": ["O(n0)"]}, indent=2))
        refused = self.run_it(FARM, BROADCAST, "--replay", "@case5.json", status=65).stderr
        self.assertRegex(refused, r"case5.json:\d+:3: error: a case has no key \"?sed")
        self.assertIn("did you mean seed?", refused)
        self.assertRegex(refused, r"case5.json:\d+:5: error: ")

    def test_what_is_no_case_is_refused(self):
        for text in ("", "[]", '{"ldfi_case": 2}', '{"ldfi_case": 1, "config": "", "system": "", "seed": "x", "faults": [], "violated": [], "before": "", "hash": ""}',
                     '{"ldfi_case": 1, "config": "", "system": "", "seed": "1", "faults": ["O(n0)"], "violated": [], "before": "00", "hash": "00"}'):  # fmt: skip
            self.write("no.json", text)
            self.assertIn("no.json:1", self.run_it(FARM, BROADCAST, "--replay", "@no.json", status=65).stderr, text)
        self.run_it(FARM, BROADCAST, "--replay", "@missing.json", status=74)

    def test_what_stands_there_is_kept(self):
        self.write("taken.h5", "no results")
        self.run_it(FARM, BROADCAST, "-o", "taken.h5", status=74)
        with open(self.path("taken.h5"), encoding="utf-8") as stream:
            self.assertEqual(stream.read(), "no results")

    def hostile(self):
        self.write("node.py", NODE)
        ops = [{"at": f"{50 * i}ms", "client": "c1", "node": "n0", "body": {"type": "echo", "echo": MARKUP}} for i in (1, 2)]
        config = {"system": {"kind": "nodes", "command": ["python3", "node.py"], "nodes": 2, "time": "extended"},
                  "workload": {"ops": ops}, "checker": "echo", "fspec": {"eot": "1s", "omissions": "none"}}  # fmt: skip
        self.write("hostile.yaml", json.dumps(config))
        self.run_it(FARM, "hostile.yaml", status=1)
        self.results("report", "hostile.h5", "-o", "hostile.html")

    @unittest.skipUnless(CHROMIUM, "there is no chromium")
    def test_the_page_in_a_browser(self):
        self.hostile()
        self.results("report", "broadcast-python.h5", "-o", "page.html")
        with Browser() as browser:
            for name, dark in (("page", False), ("page", True), ("hostile", False)):
                for width in (400, 1300):
                    page = browser.open(self.path(f"{name}.html"), dark=dark, width=width)
                    self.assertEqual(page.problems(), [])
                    self.assertEqual(page.requests(), [])
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, name)
                    self.assertEqual(page.evaluate("document.querySelectorAll('script[src], img').length"), 0)
                    self.assertEqual(page.evaluate("document.documentElement.dataset.ready"), "yes")
                    self.assertGreaterEqual(page.evaluate("document.querySelectorAll('svg').length"), 1)
                    broken = """[...document.querySelectorAll('.command code')].filter((e) => [...e.childNodes].some((part) => {
                        const range = document.createRange();
                        range.selectNodeContents(part);
                        return /^[\\w.-]{1,20}\\/?$/.test(part.textContent) && new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1;
                    })).length"""
                    self.assertEqual(page.evaluate(broken), 0)
                    if name == "page":
                        self.assertNotIn(SOURCE, page.evaluate("document.body.textContent"))  # names of this machine's folders
            said = page.evaluate("document.querySelector('pre').textContent")
            self.assertIn(MARKUP, said, "what a node wrote to stderr is shown as it is")

    @unittest.skipUnless(CHROMIUM, "there is no chromium")
    def test_a_slider_goes_through_the_moments(self):
        self.results("report", "broadcast-python.h5", "-o", "page.html")
        with Browser() as browser:
            page = browser.open(self.path("page.html"))
            cards = "JSON.stringify([...document.querySelector('.moments').querySelectorAll('.card')].map((c) => c.innerText))"
            self.assertEqual(page.evaluate("document.querySelectorAll('.moments input[type=range]').length"), 2)  # f1, and without faults
            first = json.loads(page.evaluate(cards))
            self.assertEqual([card.split()[:2] for card in first], [["n0", "up"], ["n1", "up"], ["n2", "up"]])
            page.evaluate("document.querySelector('.moments button[aria-label^=\"next moment\"]').click()")
            lost = json.loads(page.evaluate(cards))
            self.assertIn("sends gossip#0 to n1", lost[0])
            self.assertIn("which is lost", lost[0])
            self.assertIn("nothing now", lost[1])
            self.assertRegex(page.evaluate("document.querySelector('.moments output').textContent"), r"50 ms, moment \d of \d")
            heights = "document.querySelector('svg line.now').getAttribute('y1')"
            here = page.evaluate(heights)
            page.evaluate("document.querySelector('.moments button[aria-label=\"one moment on\"]').click()")
            self.assertNotEqual(page.evaluate(heights), here)
            self.assertNotIn("null", page.evaluate("document.querySelector('.moments').innerText"))
            page.evaluate("document.querySelector('.moments .boxes input').click()")
            self.assertEqual(len(json.loads(page.evaluate(cards))), 2)
            # Without faults, the messages that are lost there are under way.
            other = cards.replace("document.querySelector('.moments')", "document.querySelectorAll('.moments')[1]")
            page.evaluate("document.querySelectorAll('.moments')[1].querySelector('button[aria-label^=\"next moment\"]').click()")
            self.assertIn("under way to it", json.loads(page.evaluate(other))[1])
            self.assertEqual(page.problems(), [])
            page.screenshot(self.path("slider.png"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=0)
