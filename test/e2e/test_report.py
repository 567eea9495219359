"""The report in a headless Chromium: test_report.py LDFI_FARM LDFI_RESULTS SOURCE_DIR"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

FARM, RESULTS, SOURCE_DIR = map(os.path.abspath, sys.argv[1:4])
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(SOURCE_DIR, "test/support")]

import numpy  # noqa: E402
import sealed  # noqa: E402
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


@unittest.skipUnless(CHROMIUM, "there is no chromium")
class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = temporary.name
        cls.browser = cls.enterClassContext(Browser())

    def run_it(self, *command, status=0):
        done = subprocess.run(command, cwd=self.folder, text=True, capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, status, done.stderr)

    def report(self, name):
        self.run_it(RESULTS, "report", f"{name}.h5", "-o", f"{name}.html")
        return os.path.join(self.folder, f"{name}.html")

    def open(self, path, **options):
        page = self.browser.open(path, **options)
        self.assertEqual(page.evaluate("document.documentElement.dataset.ready"), "yes", page.problems())
        return page

    def expect_quiet(self, page):
        self.assertEqual(page.problems(), [])
        self.assertEqual(page.requests(), [])

    def kafka(self):
        self.run_it(FARM, os.path.join(SOURCE_DIR, "configs/kafka.yaml"), "--stop", "all", "--quiet", status=1)

    def test_shows_everything(self):
        self.kafka()
        path = self.report("kafka")
        for dark in (False, True):
            page = self.open(path, dark=dark)
            text = page.evaluate("document.body.innerText")
            for part in ("counterexample", "O(b,Z,1) O(c,Z,1) C(a,4)", "b's message member(Z,b) to Z at 1 was lost",
                         "ldfi-farm", "--replay", "Search log"):
                self.assertIn(part, text)
            self.assertEqual(page.evaluate("document.querySelectorAll('.picture svg').length"), 2)
            # A press on another falsifier shows it, and moves the focus there.
            page.evaluate("[...document.querySelectorAll('button')].find(b => b.textContent === 'f2').click()")
            self.assertIn("C(a,5)", page.evaluate("document.activeElement.textContent"))
            self.expect_quiet(page)

    def test_says_who_may_crash_and_restart(self):
        config = os.path.join(SOURCE_DIR, "configs/mutants/twopc-recovery-votes-anew.yaml")
        self.run_it(FARM, config, "--crashable", "a,b", "-o", "restarts.h5", "--quiet", status=1)
        page = self.open(self.report("restarts"))
        facts = page.evaluate("""JSON.stringify(Object.fromEntries([...document.querySelectorAll('dt')]
            .map((e) => [e.innerText, e.nextElementSibling.innerText])))""")
        facts = json.loads(facts)
        self.assertEqual((facts["crashes"], facts["restarts"], facts["who may crash"]), ("0 (stop)", "1", "a b"))
        self.assertIn("a crashed at 2 before it sent, restarted at 4", page.evaluate("document.body.innerText"))
        labels = page.evaluate("[...document.querySelectorAll('.picture svg .crash text')].map((e) => e.textContent).join()")
        self.assertEqual(labels, "crash after its work,restart")
        self.expect_quiet(page)
        self.kafka()
        self.assertNotIn("who may crash", self.open(self.report("kafka")).evaluate("document.body.innerText"))

    def test_every_control_and_picture_has_a_name(self):
        self.kafka()
        page = self.open(self.report("kafka"))
        nameless = page.evaluate("""[...document.querySelectorAll('button, input, select, svg, [role=region]')].filter(e =>
            !(e.textContent.trim() || e.getAttribute('aria-label') || (e.id && document.querySelector(`label[for=${e.id}]`)))
            ).length""")
        self.assertEqual(nameless, 0)

    def test_hostile_text_is_text(self):
        with open(os.path.join(self.folder, "hostile.ded"), "w", encoding="utf-8") as stream:
            stream.write(HOSTILE)
        self.run_it(FARM, "hostile.ded", "-t", "3", "-f", "1", "--stop", "all", "--quiet", status=1)
        page = self.open(self.report("hostile"))
        for button in ("f1", "the failure-free run"):
            page.evaluate(f"[...document.querySelectorAll('button')].find(b => b.textContent === '{button}').click()")
        self.assertEqual(page.evaluate("document.querySelectorAll('img').length"), 0)
        self.assertEqual(page.evaluate("document.scripts.length"), 2)
        self.assertIn("<script>alert(1)</script>", page.evaluate("document.body.innerText"))
        self.expect_quiet(page)

    def test_of_a_subject_that_is_no_program(self):
        """What a scripted subject leaves behind: nothing of it can be executed again, and its stored traces are drawn."""
        path = os.path.join(os.path.dirname(FARM), "test", "scripted_subject.html")
        if os.path.exists(path):
            os.unlink(path)
        program = os.path.join(os.path.dirname(FARM), "test", "sim_campaign")
        self.run_it(program, "--gtest_filter=CampaignTest.ItsResultsAndItsReportSayTheSame")
        page = self.open(path)
        text = page.evaluate("document.body.innerText")
        for part in ("counterexample", "O(a,b,1) O(b,a,1)", "promise(kept)", "two words"):
            self.assertIn(part, text)
        self.assertNotIn("Lineage", text)
        page.evaluate("[...document.querySelectorAll('button')].find((b) => b.textContent === 'f1').click()")
        self.assertIn("was not recorded", page.evaluate("document.querySelector('#detail').innerText"))
        page.evaluate("[...document.querySelectorAll('button')].find((b) => b.textContent.includes('failure-free')).click()")
        self.assertEqual(page.evaluate("document.querySelectorAll('#detail svg').length"), 1)
        self.assertIn("hello", page.evaluate("document.querySelector('#detail svg').textContent"))
        self.expect_quiet(page)

    def test_a_wide_lineage_is_seen_from_its_root(self):
        config = os.path.join(SOURCE_DIR, "configs/mutants/paxos-no-quorum.yaml")
        self.run_it(FARM, config, "-o", "wide.h5", "--quiet", status=1)
        page = self.open(self.report("wide"))
        page.evaluate("[...document.querySelectorAll('button')].find((b) => b.textContent === 'f1').click()")
        inside = page.evaluate("""(() => {
          const root = document.querySelector("#detail .picture .root");
          const box = root.closest(".picture").getBoundingClientRect();
          const at = root.getBoundingClientRect();
          return at.left >= box.left && at.right <= box.right && at.top >= box.top && at.bottom <= box.bottom;
        })()""")
        self.assertTrue(inside)
        self.expect_quiet(page)

    def test_several_cells(self):
        self.kafka()
        with sealed.edited(os.path.join(self.folder, "kafka.h5")) as file:
            rows = numpy.repeat(file["cells"][:], 2)
            rows["eot"][1] = 7
            kind = file["cells"].dtype
            del file["cells"]
            file.create_dataset("cells", data=rows, dtype=kind)
            file.copy("details/0000", "details/0001")
        self.run_it(RESULTS, "show", "kafka.h5", status=64)
        self.run_it(RESULTS, "show", "kafka.h5", "--cell", "7,4,1")
        page = self.open(self.report("kafka"))
        self.assertEqual(page.evaluate("document.querySelectorAll('#choose option').length"), 2)
        page.evaluate("const c = document.querySelector('#choose'); c.selectedIndex = 1; c.dispatchEvent(new Event('change'))")
        self.assertIn("7 ticks", page.evaluate("document.body.innerText"))
        self.assertIn("-t 7 -f 4 -c 1", page.evaluate("document.body.innerText"))
        self.expect_quiet(page)

    def test_a_thousand_executions(self):
        self.kafka()
        with sealed.edited(os.path.join(self.folder, "kafka.h5")) as file:
            table = file["details/0000/executions"]
            rows = numpy.repeat(table[:], 400)[:1000]
            rows["id"] = numpy.arange(1, 1001)
            del file["details/0000/executions"]
            file["details/0000"].create_dataset("executions", data=rows, dtype=table.dtype)
        path = self.report("kafka")
        page = self.open(path)
        self.assertIn("1 to 50 of 1000", page.evaluate("document.body.innerText"))
        page.evaluate("[...document.querySelectorAll('button')].find(b => b.textContent === 'Next' && !b.disabled).click()")
        self.assertIn("51 to 100 of 1000", page.evaluate("document.body.innerText"))
        self.expect_quiet(page)
        print(f"\n1000 executions: {os.path.getsize(path) / 1024:.0f} KiB, opened in {page.seconds:.2f} s",
              file=sys.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
