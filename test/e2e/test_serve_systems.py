"""`ldfi-results serve` of real systems, in a headless Chromium and by hand: test_serve_systems.py LDFI_FARM LDFI_RESULTS SOURCE_DIR"""

import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from urllib.parse import urlsplit

FARM, RESULTS, SOURCE_DIR = map(os.path.abspath, sys.argv[1:4])
CONFIGS = os.path.join(SOURCE_DIR, "configs", "systems")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from browser import CHROMIUM, Browser  # noqa: E402

FIRST, SECOND = "O(n0,n1,gossip#0)", "O(n0,n2,gossip#0)"
SYSTEM = "system: {kind: nodes, command: [python3, broadcast.py], files: [ldfi_node.py], nodes: 3, time: extended, start: reset}\n"
NETWORK = "network: {latency: 10ms}\nworkload: {kind: broadcast, operations: 1}\n"
# One of each kind of fault. Nothing is searched but the execution without faults.
NODE_IN_CPP = os.path.join(os.path.dirname(FARM), "broadcast-node")  # for many executions
FAULTY = f"system: {{kind: nodes, command: [{NODE_IN_CPP}, '0'], nodes: 3, time: extended, start: reset}}\n" + NETWORK.replace("operations: 1", "operations: 2") + (  # the second one is sent after EFF
    "fspec: {from: 20ms, eff: 120ms, eot: 1s, crashes: {most: 1, nodes: [n0, n1]}, restarts: {most: 1, down: [100ms]}, delays: {values: [200ms], count: 1},"
    " duplicates: {most: 1, after: [30ms]}}\nlimits: {runs: 1}\n")  # fmt: skip
SWEPT = SYSTEM + NETWORK + "fspec: {eff: 300ms, eot: 1s}\nsweep: {eff: [40ms, 300ms], seed: [7]}\n"
MARKUP = "</script><img src=x onerror=alert(1)>"
# A node that says markup.
NODE = """
import json, os, sys, time
me = "?"
def out(dest, **body): sys.stdout.write(json.dumps({"src": me, "dest": dest, "body": body}) + "\\n"); sys.stdout.flush()
for line in sys.stdin:
    m = json.loads(line); b = m["body"]
    if b["type"] == "init": me = b["node_id"]; out(m["src"], type="init_ok", in_reply_to=b["msg_id"], ldfi={"version": 1})
    elif b["type"] == "echo":
        out("n1", type="m", x=MARKUP)
        out(m["src"], type="echo_ok", echo=b["echo"], note=MARKUP, in_reply_to=b["msg_id"])
    out("$farm", type="done")
""".replace("MARKUP", repr(MARKUP))
ECHO = ("system: {kind: nodes, command: [python3, node.py], nodes: 2, time: extended}\nworkload: {kind: echo, operations: 1}\n"
        "fspec: {eff: 300ms, eot: 1s, crashes: 1}\n")  # fmt: skip


class Served:
    """A server of a results file, until the test case ends."""

    def __init__(self, case, folder, *words):
        self.folder = folder
        os.makedirs(os.path.join(folder, "tmp"), exist_ok=True)
        self.process = subprocess.Popen([RESULTS, "serve", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        env={**os.environ, "TMPDIR": os.path.join(folder, "tmp")})  # fmt: skip
        self.url = self.process.stdout.readline().strip()
        case(self.end)

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(20) == 0
        self.process.stdout.close()

    def ask(self, faults, cell=0, path=None, **more):
        url = urlsplit(self.url)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=120)
        body = json.dumps({"cell": cell, "faults": faults, **more})
        connection.request("POST", path or f"{url.path}run", body, {"Host": url.netloc})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, json.loads(text) if answer.status == 200 else text


class ServeSystems(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        for name in ("broadcast.py", "ldfi_node.py"):
            shutil.copy(os.path.join(CONFIGS, name), cls.folder)
        shutil.copy(os.path.join(CONFIGS, "broadcast-python.yaml"), cls.path("broadcast.yaml"))
        for name, text in (("faulty.yaml", FAULTY), ("swept.yaml", SWEPT), ("echo.yaml", ECHO), ("node.py", NODE)):
            with open(cls.path(name), "w", encoding="utf-8") as stream:
                stream.write(text)
        for name, statuses in (("broadcast", (1,)), ("faulty", (0, 1, 2)), ("swept", (1,)), ("echo", (0, 1, 2))):
            done = cls.run_it(FARM, f"{name}.yaml", "--quiet", "--recordings", f"kept-{name}")
            assert done.returncode in statuses, done.stderr
        cls.served = Served(cls.addClassCleanup, cls.folder, "broadcast.h5")

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    @classmethod
    def run_it(cls, *words, folder=None):
        return subprocess.run(words, cwd=folder or cls.folder, capture_output=True, text=True, timeout=120, check=False)

    def serve(self, *words, folder=None):
        return Served(self.addCleanup, folder or self.folder, *words)

    def test_executes_what_was_chosen_beside_what_is_stored(self):
        before = sorted(os.listdir(self.folder))
        for faults in ("none", FIRST, SECOND, f"{FIRST} {SECOND}", f"{SECOND} O(n1,n2,gossip#0)"):
            status, told = self.served.ask(faults, against=1)
            self.assertEqual(status, 200, told)
            done = self.run_it(FARM, "broadcast.yaml", "--replay", faults, "--quiet", "--summary", "json")
            alone = json.loads(done.stdout.splitlines()[-1])
            self.assertEqual((told["outcome"], told["violated"], told["agrees"], told["idle"]), (alone["result"], alone["violated"], True, []))
            self.assertEqual(set(told["faults"].split()), set(faults.split()))
            self.assertEqual(told["compared"]["same"], faults == f"{FIRST} {SECOND}")
            self.assertEqual(bool(told["story"]), told["outcome"] == "fail")
        status, told = self.served.ask(FIRST, against=1)
        self.assertRegex(told["compared"]["parting"], r"^at 50 ms n0 sends gossip#0 to n2 .*; in the other run at 50 ms n0 sends gossip#0 to n2 .*, which is lost$")
        self.assertEqual(self.served.ask("O(n0,n1,gossip#7)", against=0)[1]["idle"], ["O(n0,n1,gossip#7)"])
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.assertEqual(os.listdir(self.path("tmp")), [])

    def test_refuses_what_is_no_fault_set_and_who_has_no_token(self):
        for faults, part in (("O(n0,n9,gossip#0)", "n9 is not a node"), ("O(n0,n1", "is not a fault"), ("--help", "not a fault set"), ("@case.json", "not a fault set"),
                             ("C(n0,#1)", "the spec does not allow n0 to crash"), (f"{FIRST} {FIRST}", "is given twice"), ("O(n0,\nn1,m#0)", "not a fault set")):  # fmt: skip
            status, text = self.served.ask(faults, against=1)
            self.assertEqual((status, part in text), (422, True), text)
        self.assertEqual(self.served.ask("none", cell=1)[0], 422)
        self.assertEqual(self.served.ask("none", against=99)[0], 422)
        for against in ("f1", -1, True, "--help"):
            self.assertEqual(self.served.ask("none", against=against)[0], 400)
        self.assertEqual(self.served.ask("none", path="/run")[0], 404)

    def test_every_fault_that_is_offered_is_allowed_and_strikes(self):
        served = self.serve("faulty.h5")
        told = served.ask("none")[1]
        offered = [fault for event in told["moments"]["events"] for fault in event[7]]
        self.assertEqual({fault[0] for fault in offered}, set("ODUC"))
        self.assertEqual(len(offered), len(set(offered)))
        self.assertFalse([fault for fault in offered if "C(n2" in fault], "n2 may not crash")
        crashes = [fault for fault in offered if re.fullmatch(r"C\(n0,#\d+\)", fault)]
        self.assertEqual(crashes, [f"C(n0,#{i + 1})" for i in range(len(crashes))])
        for fault in [*crashes, *(f for f in offered if f[0] != "C"), *(f for f in offered if re.match(r"C\(n1.*\+", f))]:
            status, one = served.ask(fault)
            self.assertEqual((status, one["idle"] if status == 200 else one), (200, []), fault)
            first = one["moments"]["events"]
            struck = [event for event in first if fault in event[7]]
            self.assertTrue(struck, f"{fault} can be dropped again")
        # A node that is back goes on counting.
        restart = "C(n0,#2,+100ms)"
        later = served.ask(restart)[1]
        after = [fault for event in later["moments"]["events"] for fault in event[7] if re.fullmatch(r"C\(n0,#\d+\)", fault)]
        self.assertNotIn("C(n0,#2)", after)
        self.assertIn("C(n0,#3)", after)

    def test_cells_of_a_sweep_and_their_seeds(self):
        served = self.serve("swept.h5")
        summary = json.loads(self.run_it(RESULTS, "summary", "swept.h5", "--json").stdout)
        self.assertEqual([cell["seed"] for cell in summary["cells"]], [7, 7])
        self.assertEqual(served.ask(FIRST, cell=0)[1]["idle"], [FIRST])  # it is sent after EFF
        status, told = served.ask(f"{FIRST} {SECOND}", cell=1, against=0)
        self.assertEqual((status, told["outcome"]), (200, "fail"))
        self.assertEqual(served.ask("none", cell=2)[0], 422)

    def refused(self, status, *words, folder):
        done = self.run_it(RESULTS, "serve", *words, folder=folder)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done.stderr

    def copy_of_run(self):
        """A folder with the run, and one with nothing but the results."""
        one, other = (self.enterContext(tempfile.TemporaryDirectory()) for _ in range(2))
        for name in ("broadcast.py", "ldfi_node.py", "broadcast.yaml", "broadcast.h5"):
            shutil.copy(self.path(name), one)
        shutil.copy(self.path("broadcast.h5"), other)
        return one, other

    def test_it_is_the_same_config_and_the_same_system_or_it_says_so(self):
        one, other = self.copy_of_run()
        self.assertIn("broadcast.yaml, cannot be read: No such file", self.refused(65, "broadcast.h5", folder=other))
        elsewhere = os.path.join(one, "renamed.yaml")
        os.rename(os.path.join(one, "broadcast.yaml"), elsewhere)
        served = self.serve("broadcast.h5", "--config", elsewhere, folder=other)
        self.assertEqual(served.ask(FIRST, against=1)[1]["outcome"], "pass")
        # What is changed or gone while it serves is found, too.
        node = os.path.join(one, "broadcast.py")
        with open(node, "a", encoding="utf-8") as stream:
            stream.write("\n# changed\n")
        status, text = served.ask(FIRST, against=1)
        self.assertEqual(status, 422)
        self.assertRegex(text, r"is about broadcast [0-9a-f]{16}, and what is there now is renamed [0-9a-f]{16}: files that its nodes are made of have been")
        self.assertIn("have been changed since", self.refused(65, "broadcast.h5", "--config", elsewhere, folder=other))
        os.remove(node)
        self.assertIn(f"there is no broadcast.py beside {elsewhere}", served.ask(FIRST, against=1)[1])
        self.assertIn("there is no broadcast.py beside", self.refused(65, "broadcast.h5", "--config", elsewhere, folder=other))
        with open(elsewhere, "a", encoding="utf-8") as stream:
            stream.write("# another\n")
        self.assertIn("is another config than that of the run", self.refused(65, "broadcast.h5", "--config", elsewhere, folder=other))

    def test_a_server_that_ends_ends_its_nodes(self):
        """And starts nothing for those that wait."""
        slow = self.path("node.py")
        with open(slow, encoding="utf-8") as stream:
            text = stream.read()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                pathlib.Path(slow).write_text(text, encoding="utf-8")
                served = self.serve("echo.h5")
                self.addCleanup(pathlib.Path(slow).write_text, text, encoding="utf-8")
                pathlib.Path(slow).write_text("import time\nwhile True: time.sleep(0.01)\n", encoding="utf-8")
                url = urlsplit(served.url)
                for _ in range(12):
                    connection = http.client.HTTPConnection(url.hostname, url.port)
                    self.addCleanup(connection.close)
                    connection.request("POST", f"{url.path}run", '{"cell": 0, "faults": "none"}', {"Host": url.netloc})
                deadline = time.monotonic() + 30
                while not os.listdir(self.path("tmp")) and time.monotonic() < deadline:
                    time.sleep(0.05)
                time.sleep(0.5)
                served.process.send_signal(number)
                self.assertEqual(served.process.wait(20), 0)
                deadline = time.monotonic() + 5
                while self.left() and time.monotonic() < deadline:
                    time.sleep(0.1)
                self.assertEqual(self.left(), [])

    def left(self):
        """Folders, and processes that run in one of ours."""
        found = os.listdir(self.path("tmp"))
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as stream:
                    if self.path("echo.yaml").encode() in stream.read():
                        found.append(pid)
            except OSError:
                pass
        return found

    def test_a_recording_alone_is_for_stepping(self):
        done = self.run_it(RESULTS, "serve", "kept-broadcast/00001.jsonl", "--config", "broadcast.yaml")
        self.assertEqual((done.returncode, "a recording alone cannot be executed" in done.stderr), (64, True), done.stderr)
        served = self.serve("kept-broadcast/00001.jsonl")
        status, text = served.ask("none")
        self.assertEqual((status, "nothing can be executed" in text), (422, True))
        if not CHROMIUM:
            return
        with Browser() as browser:
            page = browser.open_url(served.url)
            self.assertIn("neither drop nor add faults", page.evaluate("document.querySelector('[role=note]').innerText"))
            self.assertEqual(page.evaluate("document.querySelectorAll('.what-if').length"), 0)
            page.evaluate("document.querySelector('.moments button[aria-label^=\"next moment\"]').click()")
            self.assertIn("which is lost", page.evaluate("document.querySelector('.moments').innerText"))
            self.assertEqual(page.problems(), [])

    def test_recordings_beside_those_of_the_file(self):
        told = json.loads(self.run_it(RESULTS, "show", "broadcast.h5", "f1", "--json").stdout)
        self.assertEqual((told["faults"], told["result"], told["idle"]), (f"{FIRST} {SECOND}", "fail", []))
        done = self.run_it(RESULTS, "diff", "broadcast.h5", "f1", "kept-broadcast/00001.jsonl")
        self.assertIn("no differences", done.stdout)
        compared = json.loads(self.run_it(RESULTS, "diff", "broadcast.h5", "kept-broadcast/00000.jsonl", "kept-broadcast/00001.jsonl", "--json").stdout)
        self.assertEqual((compared["run"]["faults"], compared["other"]["faults"], compared["same"]), ("none", f"{FIRST} {SECOND}", False))
        self.assertEqual(self.run_it(RESULTS, "lamport", "broadcast.h5", "kept-broadcast/00000.jsonl").returncode, 0)
        done = self.run_it(RESULTS, "diff", "broadcast.h5", "f1", "kept-echo/00000.jsonl")
        self.assertEqual((done.returncode, "have the same fingerprint" in done.stderr), (65, True), done.stderr)
        self.assertEqual(self.run_it(RESULTS, "show", "broadcast.h5", "gone.jsonl").returncode, 74)

    @unittest.skipUnless(CHROMIUM, "there is no chromium")
    def test_what_if_in_the_browser(self):
        with Browser() as browser:
            page = browser.open_url(self.served.url)
            self.assertEqual(page.evaluate("document.documentElement.dataset.ready"), "yes", page.problems())
            self.assertEqual(page.evaluate("document.querySelectorAll('.what-if').length"), 2)  # f1, and without faults
            here = "document.querySelector('.what-if')"
            says = f"{here}.querySelector('.what-if-says').textContent"

            def press(name, within=here):
                found = f"[...{within}.querySelectorAll('button')].find((b) => (b.getAttribute('aria-label') || b.textContent) === {json.dumps(name)})"
                page.evaluate(f"{found}.click()")

            def wait(part):
                deadline = time.monotonic() + 60
                while part not in page.evaluate(says):
                    self.assertLess(time.monotonic(), deadline, page.evaluate(f"{here}.innerText"))
                    time.sleep(0.05)

            def arrow(text, within):
                page.evaluate(f"[...{within}.querySelectorAll('g.arrow')].find((g) => g.querySelector('title').textContent.includes({json.dumps(text)}))"
                              ".dispatchEvent(new MouseEvent('click', {bubbles: true}))")  # fmt: skip

            press(f"without {FIRST}")
            wait(f"{FIRST} {SECOND}: fail. {SECOND}: pass.")
            self.assertIn("They part: now at 50 ms n0 sends gossip#0 to n1", page.evaluate(f"{here}.querySelector('.parting').textContent"))
            self.assertEqual(page.evaluate(f"{here}.querySelectorAll('.beside svg').length"), 2)
            # A message of what happened now is lost by pressing it, and arrives again by pressing it.
            now = f"{here}.querySelector('.beside > :last-child svg')"
            arrow("gossip#0 to n1", now)
            press(f"lose it: {FIRST}", f"{here}.querySelector('.what-if-chosen')")
            wait(f"{SECOND}: fail. {FIRST} {SECOND}: fail, 100 was acknowledged, and n1 does not have it")
            self.assertIn("the same execution", page.evaluate(f"{here}.querySelector('.what-if-result').innerText"))
            self.assertGreater(page.evaluate(f"{here}.querySelectorAll('.what-if-result table.steps tr.fault').length"), 0)
            arrow("gossip#0 to n2", now)
            press(f"without {SECOND}", f"{here}.querySelector('.what-if-chosen')")
            wait(f"{FIRST}: pass.")
            page.evaluate(f"{here}.querySelector('input[type=search]').value = 'C(n0,#1)'")
            press("Run")
            wait("the spec does not allow n0 to crash")
            ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
            self.assertEqual(len(ids), len(set(ids)))
            self.assertEqual([p for p in page.problems() if "422" not in p], [])
            self.assertTrue(all(url.startswith(self.served.url) for url in page.requests()), page.requests())

    @unittest.skipUnless(CHROMIUM, "there is no chromium")
    def test_crashes_and_markup_in_the_browser(self):
        served = self.serve("echo.h5")
        with Browser() as browser:
            page = browser.open_url(served.url)
            here = "document.querySelector('.what-if')"
            moments = f"{here}.previousElementSibling"
            page.evaluate(f"{moments}.querySelector('button[aria-label^=\"next moment\"]').click()")
            page.evaluate(f"[...{moments}.querySelectorAll('button')].find((b) => (b.getAttribute('aria-label') || '').startsWith('crash before it: C(n0,#')).click()")
            deadline = time.monotonic() + 60
            while ". C(n0,#" not in page.evaluate(f"{here}.querySelector('.what-if-says').textContent"):
                self.assertLess(time.monotonic(), deadline, page.evaluate(f"{here}.innerText"))
                time.sleep(0.05)
            self.assertEqual(page.evaluate(f"{here}.querySelectorAll('.beside > :last-child svg g.crash').length"), 1)
            self.assertIn(MARKUP, page.evaluate(f"{here}.querySelector('.what-if-result').textContent"))
            self.assertEqual(page.evaluate("document.querySelectorAll('img').length"), 0)
            self.assertEqual(page.problems(), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
