"""Several results files on one page: test_report_runs.py LDFI_FARM LDFI_RESULTS SOURCE_DIR"""

import json
import os
import sys
import unittest

from report_case import BROKEN_WORDS, FARM, RESULTS, SOURCE_DIR, ReportCase


class Runs(ReportCase):
    def test_several_files_on_one_page(self):
        self.kafka()
        self.run_it(FARM, os.path.join(SOURCE_DIR, "configs/simple-deliv.yaml"), "--stop", "all", "--quiet", "-o", "simple.h5", status=1)
        self.run_it(FARM, os.path.join(SOURCE_DIR, "configs/simple-deliv.yaml"), "--known", "simple.h5", "--quiet", "-o", "<b>&.h5")
        self.run_it(FARM, os.path.join(SOURCE_DIR, "configs/systems/broadcast-python.yaml"), "--quiet", "-o", "system.h5", status=1)
        path = os.path.join(self.folder, "all.html")
        several = ("report", "<b>&.h5", "kafka.h5", "system.h5")
        self.run_it(RESULTS, *several, "-o", path)
        rows = "[...document.querySelectorAll('table.runs tbody tr')].map((row) => [...row.cells].map((c) => c.textContent))"
        inside = "document.querySelector('iframe').contentDocument"
        for width in (400, 1300):
            for dark in (False, True):
                page = self.open(path, dark=dark, width=width)
                found = page.evaluate(rows)
                self.assertEqual([row[:2] + row[3:5] for row in found], [["<b>&.h5", "simple-deliv.ded", "certified", "0"],
                                 ["kafka.h5", "kafka.ded", "counterexample", "3"], ["system.h5", found[2][1], "counterexample", found[2][4]]])  # fmt: skip
                self.assertIn("broadcast", found[2][1])
                # It opens at the first of the worst, and has no second bar to scroll with.
                self.assertEqual(page.evaluate("document.querySelector('#run h2').textContent"), "kafka.h5")
                self.assertIn("O(b,Z,1) O(c,Z,1) C(a,4)", page.evaluate(f"{inside}.body.innerText"))
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
                self.assertEqual(page.evaluate(BROKEN_WORDS), "[]")
                for number, words in ((3, "gossip"), (1, "2 violated"), (2, "O(b,Z,1)")):
                    page.evaluate(f"document.querySelectorAll('table.runs a')[{number - 1}].click()")
                    self.wait(page, f"{inside} && document.documentElement.dataset.ready === 'yes' && location.hash === '#run-{number}'")
                    self.assertIn(words, page.evaluate(f"{inside}.getElementById('page').innerText"))
                    self.assertEqual(page.evaluate("[...document.querySelectorAll('a')].findIndex((a) => a.ariaCurrent === 'true')"), number - 1)
                    self.assertLessEqual(page.evaluate(f"{inside}.documentElement.scrollWidth - document.querySelector('iframe').clientWidth"), 0)
                # What unfolds makes the frame higher.
                page.evaluate(f"{inside}.querySelectorAll('details').forEach((one) => {{ one.open = true; }})")
                self.wait(page, f"{inside}.body.getBoundingClientRect().height <= document.querySelector('iframe').clientHeight")
                self.expect_quiet(page)
        page = self.open_url(path, "#run-3")
        self.assertEqual(page.evaluate("document.querySelector('#run h2').textContent"), "system.h5")
        # A field filters the table, and heads sort it.
        for width, dark in ((1300, False), (400, True)):
            page = self.open(path, dark=dark, width=width)
            shown = f"JSON.stringify({rows}.filter((_, i) => document.querySelectorAll('table.runs tbody tr')[i].checkVisibility()))"
            everything = json.loads(page.evaluate(shown))
            status = "document.querySelector('p.bar [role=status]').textContent"
            self.assertEqual((len(everything), page.evaluate(status)), (3, "3 of 3 runs"))
            for words, wanted in (("counterexample", [1, 2]), ("SIMPLE certified", [0]), ("kafka.ded  EOT", [1]), ("<B>&", [0]), ("nothing", []), ("", [0, 1, 2])):
                page.evaluate(f"document.querySelector('#filter').value = {json.dumps(words)}; document.querySelector('#filter').dispatchEvent(new Event('input'))")
                self.assertEqual(json.loads(page.evaluate(shown)), [everything[i] for i in wanted], words)
                self.assertEqual(page.evaluate(status), f"{len(wanted)} of 3 runs")
            keys = {"falsifiers": lambda row: int(row[4]), "executions": lambda row: int(row[5]), "time": lambda row: float(row[6].split()[0]),
                    "verdict": lambda row: ["counterexample", "certified"].index(row[3])}  # fmt: skip
            for head, key in keys.items():
                for order in ("ascending", "descending", "none"):
                    if width == 1300:
                        page.evaluate(f"[...document.querySelectorAll('th button')].find((b) => b.textContent === '{head}').click()")
                    else:
                        page.evaluate(f"""(() => {{ const choose = document.querySelector('#sort'); const turn = document.querySelector('.order button');
                            const wanted = '{order}' === 'none' ? 'as given' : '{head}';
                            choose.selectedIndex = [...choose.options].findIndex((o) => o.text === wanted); choose.dispatchEvent(new Event('change'));
                            if ('{order}' !== 'none' && turn.textContent !== '{order}') turn.click(); }})()""")
                    expected = everything if order == "none" else sorted(everything, key=key, reverse=order == "descending")
                    self.assertEqual(json.loads(page.evaluate(shown)), expected, (head, order))
                    self.assertEqual(page.evaluate(f"[...document.querySelectorAll('th')].find((h) => h.textContent === '{head}').ariaSort"), order)
            self.assertEqual([page.evaluate(f"document.querySelector('{one}').checkVisibility()") for one in ("th button", ".order")],
                             [width == 1300, width == 400])
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
            # A run that is chosen in a sorted table is the one that its row names.
            page.evaluate("document.querySelector('#sort').selectedIndex = 4; document.querySelector('#sort').dispatchEvent(new Event('change'))")
            page.evaluate("[...document.querySelectorAll('table.runs a')].pop().click()")
            self.wait(page, "document.querySelector('#run h2').textContent === '<b>&.h5'")
            self.expect_quiet(page)
        # Patterns that a reader watches stand in the address of the whole, beside the run.
        page = self.open_url(path, "#run-2&watch=isr(_,a)")
        self.assertEqual(page.evaluate(f"{inside}.querySelector('.watched code').textContent"), "isr(_,a)")
        self.type_watch(page, "log(a, _)", inside)
        self.assertEqual(page.evaluate("location.hash"), "#run-2&watch=log(a,%20_)")
        page.evaluate("location.hash = '#run-2&watch=member'")
        self.wait(page, f"{inside}.querySelector('.watched code').textContent === 'member'")
        page.evaluate("document.querySelectorAll('table.runs a')[0].click()")
        self.wait(page, f"document.querySelector('#run h2').textContent === '<b>&.h5' && {inside}?.querySelector('.watched')")
        self.assertEqual(page.evaluate(f"location.hash + {inside}.querySelector('.watched').innerText"), "#run-1&watch=membermember there is no such relation")
        self.assertEqual(page.problems(), [])
        self.run_it(RESULTS, *several, "--cell", "0", "-o", path, status=64)
        self.run_it(RESULTS, *several, "-o", "kafka.h5", status=64)
        self.run_it(RESULTS, "report", "kafka.h5", "none.h5", "-o", path, status=74)
        self.run_it(RESULTS, "summary", "kafka.h5", "simple.h5", status=64)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
