"""The report in a headless Chromium: test_report.py LDFI_FARM LDFI_RESULTS SOURCE_DIR [--all]"""

import json
import os
import re
import subprocess
import sys
import time
import unittest

import numpy
from report_case import ALL, BROKEN_WORDS, FARM, HOSTILE, RESULTS, SOURCE_DIR, ReportCase

import sealed  # found by report_case

MANY = """
next(X, Y, P)@next :- next(X, Y, P);
has(Y, P)@async :- has(X, P), next(X, Y, P);
got(Y)@next :- has(Y, _), Y == "b";
got(Y)@next :- got(Y);
start(X)@next :- has(X, _), X == "a";
start(X)@next :- start(X);
pre("ok") :- start(X);
post("ok") :- got("b");
"""

RING = r"""
link("a", "b")@1; link("a", "c")@1; link("b", "d")@1; link("c", "d")@1; link("d", "e")@1; link("e", "f")@1; link("f", "a")@1;
link(X, Y)@next :- link(X, Y);
log("a", "m")@1;
log(X, P)@next :- log(X, P);
log(Y, P)@async :- log(X, P), link(X, Y);
beat(Y, X)@async :- link(X, Y);
got(Y)@next :- beat(Y, _), first(Y);
got(Y)@next :- got(Y);
first("b")@2; first("b")@3;
pre("m") :- log("a", "m");
post("m") :- got("b");
"""


class Report(ReportCase):
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
        self.open_all(page)
        facts = page.evaluate("""JSON.stringify(Object.fromEntries([...document.querySelectorAll('dt')]
            .map((e) => [e.innerText, e.nextElementSibling.innerText])))""")
        facts = json.loads(facts)
        self.assertEqual((facts["crashes"], facts["restarts"], facts["who may crash"]), ("0 (stop)", "1", "a b"))
        self.assertIn("a crashed at 2 before it sent, restarted at 4", page.evaluate("document.body.innerText"))
        labels = page.evaluate("[...document.querySelectorAll('.picture svg .crash text')].map((e) => e.textContent).join()")
        self.assertEqual(labels, "crash after its work,restart")
        self.expect_quiet(page)
        self.kafka()
        page = self.open(self.report("kafka"))
        self.open_all(page)
        self.assertNotIn("who may crash", page.evaluate("document.body.innerText"))

    def test_every_control_and_picture_has_a_name(self):
        self.kafka()
        page = self.open(self.report("kafka"))
        nameless = page.evaluate("""[...document.querySelectorAll('button, input, select, svg, [role=region]')].filter(e =>
            !(e.textContent.trim() || e.getAttribute('aria-label') || e.closest('label') || (e.id && document.querySelector(`label[for=${e.id}]`)))
            ).length""")
        self.assertEqual(nameless, 0)

    def test_hostile_text_is_text(self):
        self.write("hostile.ded", HOSTILE)
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
        self.assertIn("were not recorded", page.evaluate("document.querySelector('#detail').innerText"))
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
        self.open_all(page)
        self.assertIn("7 ticks", page.evaluate("document.body.innerText"))
        self.assertIn("-t 7 -f 4 -c 1", page.evaluate("document.body.innerText"))
        self.expect_quiet(page)

    def sweep(self):
        self.run_it(FARM, os.path.join(SOURCE_DIR, "configs/sweeps/kafka.yaml"), "-o", "sweep.h5", "--stop", "all", "--quiet", status=1)

    def test_the_map_of_a_sweep(self):
        """One map for each number of crashes, which opens at the conclusion; a press on a field shows that cell."""
        self.sweep()
        page = self.open(self.report("sweep"))
        fields = page.evaluate("document.querySelectorAll('.map button.field').length")
        self.assertEqual(fields, page.evaluate("document.querySelectorAll('#choose option').length"))
        captions = page.evaluate("[...document.querySelectorAll('.map caption')].map((e) => e.textContent).join()")
        self.assertEqual(captions, "0 crashes,1 crash")
        current = "document.querySelector('.map [aria-current=true]').getAttribute('aria-label')"
        self.assertIn(": counterexample, ", page.evaluate(current))
        self.assertIn("member(Z,b) to Z at 1 was lost", page.evaluate("document.querySelector('#detail').innerText"))
        label = "<4,0,1>: vacuous"
        page.evaluate(f"[...document.querySelectorAll('.map button')].find((b) => b.title.startsWith('{label}')).click()")
        self.assertIn(label, page.evaluate(current))
        self.assertIn("vacuous", page.evaluate("document.querySelector('#cell .verdict').innerText"))
        self.assertIn(label, page.evaluate("document.querySelector('#choose').selectedOptions[0].textContent"))
        self.expect_quiet(page)

    def test_a_slider_tells_the_state_of_each_node(self):
        self.kafka()
        page = self.open(self.report("kafka"))
        page.evaluate("const s = document.querySelector('#tick'); s.value = 3; s.dispatchEvent(new Event('input'))")
        card = "[...document.querySelectorAll('.card')].find((c) => c.querySelector('h5').textContent === 'a')"
        fresh = page.evaluate(f"[...{card}.querySelectorAll('.fresh')].map((e) => e.textContent).join(' ')")
        self.assertIn("request(a,C,data)", fresh)
        self.assertIn("isr(a,a)", fresh)
        self.assertIn("ack(C,data)", page.evaluate(f"{card}.querySelector('.sends').textContent"))
        self.assertEqual(page.evaluate("document.querySelector('g.moment.now').dataset.tick"), "3")
        page.evaluate("[...document.querySelectorAll('button')].find((b) => b.getAttribute('aria-label') === 'one tick on').click()")
        self.assertEqual(page.evaluate("document.querySelector('output').textContent"), "tick 4 of 6")
        self.assertIn("request(a,C,data)", page.evaluate(f"{card}.querySelector('.gone')?.textContent ?? ''")
                      + page.evaluate(f"{card}.textContent"))
        # As `ldfi-results show --state` tells it.
        told = subprocess.run([RESULTS, "show", "kafka.h5", "f1", "--state"], cwd=self.folder, text=True, capture_output=True,
                              check=True).stdout
        for text in page.evaluate("[...document.querySelectorAll('.card .old, .card .fresh')].map((e) => e.textContent).join(' ')").split(" "):
            self.assertIn(text, told)
        self.expect_quiet(page)

    def test_what_repeats_is_told_once(self):
        self.write("ring.ded", RING)
        self.run_it(FARM, "ring.ded", "-t", "24", "-f", "3", "-c", "0", "--quiet", status=1)
        page = self.open(self.report("ring"))
        shown = "[...document.querySelectorAll('.picture g.moment:not(.repeated) text')].map((e) => e.textContent).join()"
        band = "[...document.querySelectorAll('.fold-band text')].map((e) => e.textContent).join()"
        height = "document.querySelector('.picture svg').viewBox.baseVal.height"
        folded, low = page.evaluate(shown), page.evaluate(height)
        self.assertEqual(page.evaluate(band), "ticks 6 to 22: the same again")
        self.assertEqual(folded, "1,2,3,4,5,23,24")
        # Nothing that is shown stands in the band or below the picture, and what is lost is not folded.
        self.assertGreaterEqual(page.evaluate("document.querySelectorAll('.picture g.arrow[data-lost=\"1\"]:not(.repeated)').length"), 2)
        outside = """[...document.querySelector('.picture svg').querySelectorAll('line, text, ellipse')].filter((e) => !e.closest('.repeated') &&
            e.getBBox().y + e.getBBox().height > document.querySelector('.picture svg').viewBox.baseVal.height).length"""
        self.assertEqual(page.evaluate(outside), 0)
        before = page.evaluate("document.querySelector('.picture svg').outerHTML.length")
        page.evaluate("document.querySelector('input.fold-repeats').click()")
        self.assertEqual(page.evaluate(shown).count(","), 23)
        self.assertEqual(page.evaluate(band), "")
        self.assertGreater(page.evaluate(height), 2 * low)
        page.evaluate("document.querySelector('input.fold-repeats').click()")
        self.assertEqual((page.evaluate(shown), page.evaluate(height)), (folded, low))
        self.assertEqual(page.evaluate("document.querySelector('.picture svg').outerHTML.length"), before)
        page.evaluate("[...document.querySelectorAll('summary')].find((e) => e.textContent === 'All ticks in one table').click()")
        rows = json.loads(page.evaluate("JSON.stringify([...document.querySelectorAll('table.state tbody tr')].map((e) => e.innerText.replace(/\\s+/g, ' ').trim()))"))
        self.assertRegex(rows[-1], r"^(\d+)\u201324 ticks \1 to 24: the same again$")
        self.assertLess(len(rows), 12)
        self.expect_quiet(page)
        self.kafka()  # nothing repeats there, and nothing offers to fold it
        self.assertEqual(self.open(self.report("kafka")).evaluate("document.querySelectorAll('input.fold-repeats').length"), 0)

    def test_filters_by_relation_and_node(self):
        self.kafka()
        page = self.open(self.report("kafka"))
        shown = "[...document.querySelectorAll('g.arrow:not(.hidden)')].map((g) => g.querySelector('title').textContent)"
        tick = """[...document.querySelectorAll('.choices label')].find((l) => l.textContent.trim() === '%s').querySelector('input').click()"""
        explained = "document.querySelector('.filter > label input')"
        self.assertTrue(page.evaluate(f"{explained}.checked"))  # where there is an explanation
        self.assertEqual(page.evaluate("document.querySelectorAll('g.arrow:not(.hidden) .faint').length"), 0)
        needed = page.evaluate(f"{shown}.length")
        page.evaluate(f"{explained}.click()")
        everything = page.evaluate(f"{shown}.length")
        self.assertGreater(everything, needed)
        page.evaluate(tick % "isr")
        self.assertFalse([t for t in page.evaluate(f"{shown}.join('|')").split("|") if "isr(" in t])
        self.assertNotIn("isr(", page.evaluate("document.querySelector('.cards').textContent"))
        page.evaluate(tick % "isr")
        self.assertEqual(page.evaluate(f"{shown}.length"), everything)
        for node in ("C", "Z", "b", "c"):
            page.evaluate(tick % node)
        for title in page.evaluate(f"{shown}.join('|')").split("|"):
            self.assertRegex(title, r"a → |→ a,")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.card h5')].map((e) => e.textContent).join()"), "a,observer")
        page.evaluate("[...document.querySelectorAll('.choices button')].filter((b) => b.textContent === 'All').forEach((b) => b.click())")
        page.evaluate(f"{explained}.click()")
        self.assertEqual(page.evaluate(f"{shown}.length"), needed)
        self.assertGreater(page.evaluate("document.querySelectorAll('g.arrow:not(.hidden) .lost').length"), 0)
        self.expect_quiet(page)

    def test_a_message_tells_what_it_rests_on(self):
        self.kafka()
        page = self.open(self.report("kafka"))
        arrow = "[...document.querySelectorAll('g.arrow')].find((g) => g.querySelector('title').textContent.includes('%s'))"
        panel = "document.querySelector('#message').innerText"
        page.evaluate((arrow % "ack(C,data)") + ".dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        self.assertIn("a to C, sent at 3", page.evaluate(panel))
        page.evaluate("document.querySelectorAll('#message details').forEach((d) => { d.open = true; })")
        for part in ("ack(C,data)@4", "isr(a,a)@3", "request(a,C,data)@3", "member(Z,a)@2", "lost: b → Z, sent at 1"):
            self.assertIn(part, page.evaluate(panel))
        page.evaluate((arrow % "member(Z,b)") + ".dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))")
        self.assertIn("b to Z, sent at 1, lost", page.evaluate(panel))
        self.assertIn("does not hold member(Z,b)@2", page.evaluate(panel).replace("\n", " "))
        self.assertEqual(page.evaluate("document.activeElement.tagName"), "H4")
        self.expect_quiet(page)

    def test_copies_a_command(self):
        self.kafka()
        page = self.open(self.report("kafka"))
        page.evaluate("document.querySelector('#detail .command button').click()")
        deadline = time.monotonic() + 10
        says = "document.querySelector('#detail .command [role=status]').textContent.trim()"
        while not page.evaluate(says) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertIn(page.evaluate(says), ("copied", "selected: copy it"))
        self.expect_quiet(page)

    def many(self, name, hops):
        """A run with a falsifier for each choice of a hop on every path, of so many hops each."""
        ways = [["a", *(f"n{p}{h}" for h in range(count - 1)), "b"] for p, count in enumerate(hops)]
        nodes = ["a", "b", *(node for way in ways for node in way[1:-1])]
        links = "".join(f'next("{x}", "{y}", "p{p}")@1;\n' for p, way in enumerate(ways) for x, y in zip(way, way[1:]))
        starts = "".join(f'has("a", "p{p}")@1;\n' for p in range(len(hops)))
        self.write(f"{name}.ded", links + starts + MANY)
        self.run_it(FARM, f"{name}.ded", "-N", ",".join(nodes), "-t", str(max(hops) + 3), "-f", str(max(hops) + 1), "--data-names",
                    ",".join(f"p{p}" for p in range(len(hops))), "--stop", "all", "-o", f"{name}.h5", "--quiet", status=1, timeout=400)

    def test_nothing_overflows_and_no_word_is_broken(self):
        self.kafka()
        self.sweep()
        # Where the path of a program fills a column but for half of its name.
        program = "./some/folders/of/many/ldfi-farm"
        os.makedirs(os.path.dirname(os.path.join(self.folder, program)))
        os.symlink(FARM, os.path.join(self.folder, program))
        self.run_it(program, os.path.join(SOURCE_DIR, "configs/mutants/lease-not-fenced.yaml"), "-o", "lease.h5", "--stop", "all", "--quiet", status=1)
        self.many("616", [7, 8, 11])
        self.assertIn("All 616 falsifiers", self.open(self.report("616")).evaluate("document.body.innerText"))
        for path in (self.report("kafka"), self.report("sweep"), self.report("lease"), self.report("616")):
            for width in (400, 800, 1300):
                for dark in (False, True) if ALL else (width == 800,):
                    page = self.open(path, dark=dark, width=width)
                    self.open_all(page)
                    with self.subTest(path=path, width=width, dark=dark):
                        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                        self.assertLessEqual(wide, 0)
                        self.assertEqual(page.evaluate(BROKEN_WORDS), "[]")
                    self.expect_quiet(page)

    def test_tens_of_thousands_of_falsifiers(self):
        """Every set that cuts all paths: hops to the power of paths of them."""
        paths, hops = (5, 8) if ALL else (4, 6)
        self.many("many", [hops] * paths)
        page = self.open(self.report("many"))
        self.assertIn(f"All {hops ** paths} falsifiers", page.evaluate("document.body.innerText"))
        # From what the page has read to what one sees, whatever else the machine does meanwhile, and three times is enough.
        fastest = min([page.seconds] + [self.open(os.path.join(self.folder, "many.html")).seconds for _ in range(2)])
        self.assertLess(fastest, 2)
        page.evaluate("[...document.querySelectorAll('summary')].find((s) => s.textContent.startsWith('All ')).click()")
        self.expect_quiet(page)
        print(f"\n{hops ** paths} falsifiers: opened in {fastest:.2f} s", file=sys.stderr)

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
        self.open_all(page)
        self.assertIn("1 to 50 of 1000", page.evaluate("document.body.innerText"))
        page.evaluate("[...document.querySelectorAll('button')].find(b => b.textContent === 'Next' && !b.disabled).click()")
        self.assertIn("51 to 100 of 1000", page.evaluate("document.body.innerText"))
        self.expect_quiet(page)
        print(f"\n1000 executions: {os.path.getsize(path) / 1024:.0f} KiB, opened in {page.seconds:.2f} s",
              file=sys.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
