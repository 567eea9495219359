"""The report in a headless Chromium: test_report.py LDFI_FARM LDFI_RESULTS SOURCE_DIR [--all]"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse

ALL = "--all" in sys.argv
FARM, RESULTS, SOURCE_DIR = map(os.path.abspath, [a for a in sys.argv[1:] if a != "--all"][:3])
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

# Words of up to 30 letters, digits and signs of facts that do not stand on one line.
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
class Report(unittest.TestCase):
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
            !(e.textContent.trim() || e.getAttribute('aria-label') || e.closest('label') || (e.id && document.querySelector(`label[for=${e.id}]`)))
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

    def type_watch(self, page, text, inside="document"):
        """As a reader types it and presses Enter."""
        page.evaluate(f"""(() => {{ const field = {inside}.querySelector('#watch'); field.value = {json.dumps(text)};
            field.dispatchEvent(new Event('input')); field.dispatchEvent(new Event('change')); }})()""")

    STRIPS = """JSON.stringify([...document.querySelectorAll('.watched:not(.wrong)')].map((one) => [one.querySelector('code').textContent,
        [...one.querySelectorAll('.strip b')].map((b) => b.textContent), [...one.querySelectorAll('.changed')].map((li) => Number(li.dataset.tick)),
        [...one.querySelectorAll('.now')].map((li) => Number(li.dataset.tick))]))"""
    WRONG = """JSON.stringify([...document.querySelectorAll('.watched.wrong')].map((one) =>
        [one.querySelector('code').textContent, one.querySelector('mark').textContent, one.querySelector('span').textContent.trim()]))"""

    def held(self, name, run):
        """By tick: the tuples that hold somewhere, as `ldfi-results show --state` tells them."""
        told = subprocess.run([RESULTS, "show", f"{name}.h5", run, "--state"], cwd=self.folder, text=True, capture_output=True, check=True).stdout
        ticks = []
        for line in told.splitlines():
            if re.match(r"tick \d+$", line):
                ticks.append(set())
            found = re.match(r"  (?:\S+)?\s+(?:(\+|-)\s+)?(\w+\([^)]*\))", line)
            if ticks and found and found[1] != "-" and not re.search(r" (sends|LOST) ", line):
                ticks[-1].add(found[2])
            if line.startswith("pre "):
                break
        return ticks

    def test_watches_patterns_at_every_tick(self):
        self.kafka()
        page = self.open(self.report("kafka"))
        held = self.held("kafka", "f1")
        self.assertEqual(len(held), 6)
        relations = sorted({text.split("(")[0] for tick in held for text in tick})
        self.assertIn("isr", relations)
        # Each pattern and what it means, said another way.
        meanings = {relation: rf"{relation}\(.*" for relation in relations}
        meanings |= {"isr(a, _)": r"isr\(a,.*", "isr(X, X)": r"isr\((\w+),\1\)", "isr(X, Y)": r"isr\(.*", "member(_, b)": r"member\(\w+,b\)",
                     'ack("C", P)': r"ack\(C,.*", "isr(nobody, _)": "nothing"}  # fmt: skip
        self.type_watch(page, "; ".join(meanings))
        self.assertEqual(page.evaluate(self.WRONG), "[]")
        strips = json.loads(page.evaluate(self.STRIPS))
        self.assertEqual([strip[0] for strip in strips], list(meanings))
        for (pattern, counts, changed, now), meaning in zip(strips, meanings.values()):
            sets = [{text for text in tick if re.fullmatch(meaning, text)} for tick in held]
            with self.subTest(pattern=pattern):
                self.assertEqual(counts, [str(len(one)) for one in sets])
                self.assertEqual(changed, [tick + 1 for tick in range(1, 6) if sets[tick] != sets[tick - 1]])
                self.assertEqual(now, [1])
        # An absence is a question with yes and no; steps lead from change to change, and the slider's tick is marked.
        self.type_watch(page, "!ack(C, _), log(_, P) isr(_, a)")
        absent = json.loads(page.evaluate(self.STRIPS))[0]
        self.assertEqual(absent, ["!ack(C, _)", ["no" if "ack(C,data)" in tick else "yes" for tick in held], [4], [1]])
        page.evaluate("document.querySelector('.watched [aria-label^=\"the next change\"]').click()")
        self.assertEqual(page.evaluate("document.querySelector('#tick').value"), "4")
        self.assertEqual([strip[3] for strip in json.loads(page.evaluate(self.STRIPS))], [[4], [4], [4]])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.watched')].map((w) => w.querySelector('.tuples ins')?.textContent).join()"),
                         "ack(C,data),,")
        # By keys alone: the last change leaves the focus where it is, and so does one press more.
        page.evaluate("document.querySelector('#tick').value = 1; document.querySelector('#tick').dispatchEvent(new Event('input'))")
        page.evaluate("document.querySelector('#watch').focus()")
        focused = "document.activeElement.getAttribute('aria-label')"
        page.press("Tab")
        self.assertEqual(page.evaluate(focused), "the change of !ack(C, _) before this tick")
        page.press("Tab")
        for _ in range(2):
            page.press("Enter")
            self.assertEqual(page.evaluate(focused), "the next change of !ack(C, _)")
            self.assertEqual(page.evaluate("document.querySelector('output').textContent"), "tick 4 of 6")
            self.assertEqual(page.evaluate("document.activeElement.ariaDisabled"), "true")
        page.evaluate("document.querySelectorAll('.strip')[1].children[1].click()")
        self.assertEqual(page.evaluate("document.querySelector('output').textContent"), "tick 2 of 6")
        # Another run keeps the patterns.
        page.evaluate("[...document.querySelectorAll('button')].find((b) => b.textContent === 'the failure-free run').click()")
        good = json.loads(page.evaluate(self.STRIPS))
        self.assertEqual([strip[0] for strip in good], ["!ack(C, _)", "log(_, P)", "isr(_, a)"])
        self.assertNotEqual(good[1][1], json.loads(page.evaluate(self.STRIPS))[0][1])
        self.expect_quiet(page)

    def test_a_wrong_pattern_says_what_is_wrong_in_place(self):
        self.kafka()
        page = self.open(self.report("kafka"))
        # post has no tuple in this run, and is a relation of the program all the same.
        self.type_watch(page, 'isr(a) ; lgo(_); log(a ; log(a, ; log("a ; post(_); log(,b); ?; log(a b); zzzzzz(1); (')
        self.assertEqual(json.loads(page.evaluate(self.WRONG)), [
            ["isr(a)", "isr(a)", "isr has 2 columns, not 1"], ["lgo(_)", "lgo(_)", "there is no such relation: did you mean log?"],
            ["log(a \u00a0", "\u00a0", "here , or ) is expected"], ["log(a, \u00a0", "\u00a0", "here a value is expected, or _ for any"],
            ['log("a ', '"a ', "this string does not end"], ["log(,b)", ",b)", "here a value is expected, or _ for any"],
            ["?", "?", "there is no such relation"], ["log(a b)", "b)", "here , or ) is expected"],
            ["zzzzzz(1)", "zzzzzz(1)", "there is no such relation"], ["(", "(", "here the name of a relation is expected"]])  # fmt: skip
        self.assertEqual([strip[:2] for strip in json.loads(page.evaluate(self.STRIPS))], [["post(_)", ["0"] * 6]])
        self.assertEqual(page.evaluate("document.querySelector('#watch').getAttribute('aria-invalid')"), "true")
        self.type_watch(page, "isr(a, nobody)")
        self.assertEqual(page.evaluate("document.querySelector('#watch').getAttribute('aria-invalid')"), "false")
        self.assertIn("nobody: no value of this run", page.evaluate("document.querySelector('.watched').innerText"))
        self.type_watch(page, "isr;" * 30)
        self.assertEqual((len(json.loads(page.evaluate(self.STRIPS))), json.loads(page.evaluate(self.WRONG))[0][2]),
                         (20, "more than 20 patterns are not watched"))
        self.expect_quiet(page)

    def test_a_link_shows_what_is_watched(self):
        self.kafka()
        path = self.report("kafka")
        page = self.open(path)
        self.type_watch(page, 'isr(_, a); log("a", P)')
        strips = page.evaluate(self.STRIPS)
        link = page.evaluate("location.hash")
        self.assertEqual(link, "#watch=isr(_,%20a);%20log(%22a%22,%20P)")
        self.assertEqual(page.evaluate("history.length"), 2)  # no step back for each letter
        self.expect_quiet(page)
        other = self.open_url(path, link)
        self.assertEqual(other.evaluate(self.STRIPS), strips)
        self.type_watch(other, "")
        self.assertEqual((other.evaluate("location.href.includes('#')"), other.evaluate("document.querySelectorAll('.watched').length")), (False, 0))
        for width in (400, 800, 1300):
            for dark in (False, True):
                page = self.open(path, dark=dark, width=width)
                self.type_watch(page, f"{'isr(_, a); member(Z, X); !log(_, P); isr(a); lgo(b); '}{'x' * 500}(1)")
                page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0)
                self.assertEqual(page.evaluate(BROKEN_WORDS), "[]")
                self.expect_quiet(page)

    def test_hostile_links_are_text(self):
        with open(os.path.join(self.folder, "hostile.ded"), "w", encoding="utf-8") as stream:
            stream.write(HOSTILE)
        self.run_it(FARM, "hostile.ded", "-t", "3", "-f", "1", "--stop", "all", "--quiet", status=1)
        path = self.report("hostile")
        for watched, words in (("<img src=x onerror=alert(1)>", "there is no such relation"), ("</script><script>alert(1)</script>", "no such relation"),
                               ('say("<script>alert(1)</script>",_,_)', "1 of 1 tuple"), ("__proto__(a);constructor;toString(_)", "no such relation"),
                               (r'say("\"\'&<b>", X, _); heard(_, "\"\'&<b>")', "1 of 1 tuple"), ("say(" * 3000, "expected")):  # fmt: skip
            page = self.open_url(path, "#watch=" + urllib.parse.quote(watched))
            self.assertEqual(page.evaluate("document.querySelector('#watch').value"), watched[:4000])
            self.assertIn(words, page.evaluate("document.querySelector('.watch').innerText"))
            self.assertEqual(page.evaluate("[document.querySelectorAll('img').length, document.scripts.length].join()"), "0,2")
            self.assertEqual(page.problems(), [])
        page = self.open_url(path, "#watch=%E0%A4%A&watch=pre(_)&%3Cb%3E")
        self.assertIn("%E0%A4%A", page.evaluate("document.querySelector('.watched.wrong').textContent"))
        self.assertEqual(page.problems(), [])

    def test_what_repeats_is_told_once(self):
        with open(os.path.join(self.folder, "ring.ded"), "w", encoding="utf-8") as stream:
            stream.write(RING)
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
        everything = page.evaluate(f"{shown}.length")
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
        page.evaluate("document.querySelector('.filter > label input').click()")
        self.assertEqual(page.evaluate("document.querySelectorAll('g.arrow:not(.hidden) .faint').length"), 0)
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
        with open(os.path.join(self.folder, f"{name}.ded"), "w", encoding="utf-8") as stream:
            stream.write(links + starts + MANY)
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
                for dark in (False, True):
                    page = self.open(path, dark=dark, width=width)
                    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
                    page.evaluate("new Promise((done) => setTimeout(done, 0))")
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
