"""Patterns that a reader of a report watches: test_report_watch.py LDFI_FARM LDFI_RESULTS SOURCE_DIR"""

import json
import re
import subprocess
import sys
import unittest
import urllib.parse

from report_case import BROKEN_WORDS, FARM, HOSTILE, RESULTS, ReportCase


class Watch(ReportCase):
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
        self.write("hostile.ded", HOSTILE)
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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
