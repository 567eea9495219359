"""`ldfi-results serve`, in a headless Chromium and by hand: test_serve.py LDFI_FARM LDFI_RESULTS SOURCE_DIR"""

import http.client
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from urllib.parse import urlsplit

FARM, RESULTS, SOURCE_DIR = map(os.path.abspath, sys.argv[1:4])
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from browser import CHROMIUM, Browser  # noqa: E402


class Serve(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = temporary.name
        shutil.copytree(os.path.join(SOURCE_DIR, "configs/protocols"), os.path.join(cls.folder, "protocols"))
        shutil.copy(os.path.join(SOURCE_DIR, "configs/kafka.yaml"), cls.folder)
        done = subprocess.run([FARM, "kafka.yaml", "--quiet"], cwd=cls.folder, capture_output=True, timeout=60, check=False)
        assert done.returncode == 1, done.stderr
        cls.server = subprocess.Popen([RESULTS, "serve", "kafka.h5"], cwd=cls.folder, stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.end)
        cls.url = cls.server.stdout.readline().strip()

    @classmethod
    def end(cls):
        cls.server.send_signal(signal.SIGTERM)
        assert cls.server.wait(10) == 0
        cls.server.stdout.close()

    def ask(self, method, path, body=None, **headers):
        url = urlsplit(self.url)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request(method, path, body, {"Host": url.netloc, **{k.replace("_", "-"): v for k, v in headers.items()}})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def run_it(self, faults, cell=0):
        status, text = self.ask("POST", f"{urlsplit(self.url).path}run", json.dumps({"cell": cell, "faults": faults}))
        return status, json.loads(text) if status == 200 else text

    def test_runs_what_was_chosen(self):
        status, told = self.run_it("O(b,Z,1) O(c,Z,1) C(a,4)")
        self.assertEqual((status, told["outcome"], told["agrees"], told["violated"]), (200, "violates", True, ["pre(data)"]))
        for faults in ("O(b,Z,1) O(c,Z,1)", "none", "C(a,2)"):
            status, told = self.run_it(faults)
            self.assertEqual((status, told["outcome"], told["agrees"], told["faults"]), (200, "holds", True, faults))
            replayed = subprocess.run([FARM, "kafka.yaml", "--replay", faults, "--quiet"], cwd=self.folder, capture_output=True, check=False)
            self.assertEqual(replayed.returncode, 0)

    def test_notices_that_the_program_is_another_one(self):
        path = os.path.join(self.folder, "protocols/kafka.ded")
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        self.addCleanup(pathlib.Path(path).write_text, text, encoding="utf-8")
        for change in ("post(X) :- pre(X);", 'pre("more") :- pre(_);'):
            pathlib.Path(path).write_text(f"{text}\n{change}\n", encoding="utf-8")
            status, told = self.run_it("O(b,Z,1) O(c,Z,1) C(a,4)")
            self.assertEqual((status, told["agrees"]), (200, False), told)

    def test_refuses_what_is_no_fault_set(self):
        for faults, part in (("O(b,q,1)", "q"), ("O(b,Z", ""), ("--help", ""), ("O(b,Z,5)", "EFF"), ("C(a,1) C(b,1)", "")):
            status, text = self.run_it(faults)
            self.assertEqual(status, 422, faults)
            self.assertIn(part, text)
        self.assertEqual(self.run_it("none", cell=1)[0], 422)
        self.assertEqual(self.run_it("none", cell=-1)[0], 422)

    def test_answers_only_to_who_knows_the_token_and_asks_this_machine(self):
        path = urlsplit(self.url).path
        port = urlsplit(self.url).port
        body = json.dumps({"cell": 0, "faults": "none"})
        self.assertEqual(self.ask("GET", path)[0], 200)
        self.assertEqual(self.ask("GET", path, Host=f"localhost:{port}")[0], 200)
        for other in ("/", "/run", f"{path[:-2]}/", f"/x{path}", f"{path}../run"):
            self.assertEqual(self.ask("GET", other)[0], 404, other)
        self.assertEqual(self.ask("POST", "/run", body)[0], 404)
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", ""):
            self.assertEqual(self.ask("GET", path, Host=host)[0], 403, host)
            self.assertEqual(self.ask("POST", f"{path}run", body, Host=host)[0], 403, host)
        self.assertEqual(self.ask("POST", f"{path}run", body, Origin="http://evil.example")[0], 403)
        self.assertGreater(len(path), 40)

    def test_requests_are_bounded(self):
        path = f"{urlsplit(self.url).path}run"
        self.assertEqual(self.ask("POST", path, "x" * (65 << 10))[0], 413)
        self.assertEqual(self.ask("POST", path, "{}", Content_Length="-1")[0], 413)
        for body in ("", "[]", "{}", '{"cell": "0", "faults": "none"}', '{"cell": true, "faults": "none"}', "[" * 60_000, "\xff",
                     '{"cell": 0, "faults": "O(\\ud800)"}'):
            self.assertEqual(self.ask("POST", path, body.encode("latin-1"))[0], 400, body[:40])

    def refusal(self, status, *command, folder=None):
        done = subprocess.run(command, cwd=folder or self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done.stderr

    def test_says_what_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(self.folder, "kafka.h5"), folder)
            self.assertIn("start where the run was started", self.refusal(65, RESULTS, "serve", "kafka.h5", folder=folder))
            shutil.copy(RESULTS, folder)
            alone = os.path.join(folder, "ldfi-results")
            self.assertIn("ldfi-results-serve cannot be run", self.refusal(74, alone, "serve", "kafka.h5"))
            shutil.copy(os.path.join(os.path.dirname(RESULTS), "ldfi-results-serve"), folder)
            env = {**os.environ, "PATH": "/usr/bin:/bin"}
            done = subprocess.run([alone, "serve", "kafka.h5"], cwd=self.folder, env=env, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 74)
            self.assertIn("there is no ldfi-farm", done.stderr)
        self.refusal(65, RESULTS, "serve", "kafka.yaml")
        self.refusal(64, RESULTS, "serve", "kafka.h5", "--port", "70000")
        self.assertIn("cannot listen on port", self.refusal(74, RESULTS, "serve", "kafka.h5", "--port", str(urlsplit(self.url).port)))

    @unittest.skipUnless(CHROMIUM, "there is no chromium")
    def test_what_if_in_the_browser(self):
        with Browser() as browser:
            page = browser.open_url(self.url)
            self.assertEqual(page.evaluate("document.documentElement.dataset.ready"), "yes", page.problems())

            def press(name):
                page.evaluate(f"[...document.querySelectorAll('button')].find((b) => (b.getAttribute('aria-label') || b.textContent) === {json.dumps(name)}).click()")

            def wait(expression):
                deadline = time.monotonic() + 60
                while not page.evaluate(expression):
                    self.assertLess(time.monotonic(), deadline, page.evaluate("document.querySelector('#what-if').innerText"))
                    time.sleep(0.05)

            says = "document.querySelector('#what-if-says').textContent"
            press("without C(a,4)")
            wait(f"{says}.includes('O(b,Z,1) O(c,Z,1): holds')")
            self.assertIn("O(b,Z,1) O(c,Z,1) C(a,4): violates", page.evaluate(says))
            self.assertEqual(page.evaluate("document.querySelectorAll('#detail svg g.crash').length"), 0)
            press("crash a at 1")
            wait(f"{says}.includes('C(a,1)')")
            press("without C(a,1)")
            wait(f"{says}.includes('O(b,Z,1) O(c,Z,1): holds')")
            page.evaluate("const s = document.querySelector('#tick'); s.value = 5; s.dispatchEvent(new Event('input'))")
            press("crash a at 5")
            wait(f"{says}.includes('C(a,5): violates, pre(data).')")
            # A message that is lost may arrive again.
            page.evaluate("[...document.querySelectorAll('g.arrow')].find((g) => g.querySelector('title').textContent.includes('member(Z,b)'))"
                          ".dispatchEvent(new MouseEvent('click', {bubbles: true}))")
            press("Let it arrive")
            wait(f"{says}.includes('O(c,Z,1) C(a,5): holds.')")
            page.evaluate("document.querySelector('#what-if-faults').value = 'O(b,Z,5)'")
            press("Run")
            wait(f"{says}.includes('EFF')")
            self.assertEqual([p for p in page.problems() if "422" not in p], [])
            self.assertTrue(all(url.startswith(self.url) for url in page.requests()), page.requests())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
