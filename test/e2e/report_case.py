"""The parts that tests of reports in a headless Chromium share. Called with LDFI_FARM LDFI_RESULTS SOURCE_DIR
[--all]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

ALL = "--all" in sys.argv
FARM, RESULTS, SOURCE_DIR = map(os.path.abspath, [a for a in sys.argv[1:] if a != "--all"][:3])
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(SOURCE_DIR, "test/support")]

from browser import CHROMIUM, Browser  # noqa: E402

HOSTILE = r"""
say("<script>alert(1)</script>", "\"'&<b>", "</script><img src=x onerror=alert(1)>")@1;
say("\"'&<b>", "<script>alert(1)</script>", "\xe2\x80\xae\x1b[31m \n ]]> {{x}} ${y} LONG")@1;
heard(Y, P)@async :- say(X, Y, P);
heard(X, P)@next :- heard(X, P);
pre(X) :- say(X, _, _);
pre(X)@next :- pre(X);
post(X) :- heard(X, _);
""".replace("LONG", "x" * 10_000)

# Finds words of up to 30 letters, digits and signs of facts that are broken over two lines.
BROKEN_WORDS = r"""JSON.stringify((() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('pre, svg, script, option, .subtitle')) continue;
    for (const word of node.textContent.matchAll(/[\w(),."<>]+/gu)) {
      if (word[0].length > 30) continue;
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1) broken.push(word[0]);
    }
  }
  return broken.slice(0, 10);
})())"""


@unittest.skipUnless(CHROMIUM, "there is no chromium")
class ReportCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = temporary.name
        cls.browser = cls.enterClassContext(Browser())

    def run_it(self, *command, status=0, timeout=120):
        done = subprocess.run(command, cwd=self.folder, text=True, capture_output=True, timeout=timeout, check=False)
        self.assertEqual(done.returncode, status, done.stderr)

    def report(self, name):
        self.run_it(RESULTS, "report", f"{name}.h5", "-o", f"{name}.html")
        return os.path.join(self.folder, f"{name}.html")

    def open(self, path, **options):
        page = self.browser.open(path, **options)
        self.assertEqual(page.evaluate("document.documentElement.dataset.ready"), "yes", page.problems())
        return page

    def open_url(self, path, fragment):
        page = self.browser.open_url(pathlib.Path(path).absolute().as_uri() + fragment)
        self.wait(page, "document.documentElement.dataset.ready === 'yes'")
        return page

    def wait(self, page, holds):
        end = time.monotonic() + 30
        while not page.evaluate(f"Boolean({holds})"):
            self.assertLess(time.monotonic(), end, holds)
            time.sleep(0.05)

    def open_all(self, page):
        """Unfolds everything, also what only then appears."""
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        page.evaluate("new Promise((done) => setTimeout(done, 0))")

    def expect_quiet(self, page):
        self.assertEqual(page.problems(), [])
        self.assertEqual(page.requests(), [])

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def kafka(self):
        self.run_it(FARM, os.path.join(SOURCE_DIR, "configs/kafka.yaml"), "--stop", "all", "--quiet", status=1)

    def type_watch(self, page, text, inside="document"):
        """Types the patterns as a reader does, and presses Enter."""
        page.evaluate(f"""(() => {{ const field = {inside}.querySelector('#watch'); field.value = {json.dumps(text)};
            field.dispatchEvent(new Event('input')); field.dispatchEvent(new Event('change')); }})()""")
