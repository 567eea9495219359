"""The first screen of reports in a headless Chromium: test_report_first.py LDFI_FARM LDFI_RESULTS SOURCE_DIR"""

import json
import os
import sys
import unittest

from report_case import FARM, SOURCE_DIR, ReportCase

# By selector: where it begins and ends, in pixels of the page.
BOXES = """JSON.stringify(Object.fromEntries(%s.map((selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [selector, [box.left, box.right, box.top + scrollY, box.bottom + scrollY].map(Math.round)];
})))"""
VERDICT, STORY, PICTURE, IMAGE = ".verdict", ".first table.steps", ".first .picture", ".first .picture svg"

# Texts of diagrams of which a part is outside of the picture.
CUT = """[...document.querySelectorAll('.first .picture svg text')].filter((text) => {
  const box = text.getBBox();
  const all = text.ownerSVGElement.viewBox.baseVal;
  return box.width > 0 && (box.x < 0 || box.x + box.width > all.width);
}).map((text) => text.textContent)"""

PAGES = {
    "kafka": ("kafka.yaml", "3 faults break the promise: pre(data) holds at the end, post(data) does not."),
    "twopc-recovery-late-log": (
        "specs/twopc-recovery-late-log.yaml",
        "No fault is needed to break the specification unlogged, “an agent hears of an outcome that is not in the coordinator's log”: "
        "unlogged(a,tx,commit)@4 and unlogged(b,tx,commit)@4. 2 other counterexamples."),
    "broadcast-python": (
        "systems/broadcast-python.yaml",
        "2 faults break the promise: 100 was acknowledged, and n1 does not have it; 100 was acknowledged, and n2 does not have it."),
}  # fmt: skip


class FirstScreen(ReportCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pages = {}

    def boxes(self, page):
        return json.loads(page.evaluate(BOXES % json.dumps([VERDICT, STORY, PICTURE, IMAGE])))

    def pages_of(self, **options):
        """The page of a program with an invariant, of one with specifications, and of a real system."""
        for name, (config, promise) in PAGES.items():
            if name not in self.pages:
                self.run_it(FARM, os.path.join(SOURCE_DIR, "configs", config), "-o", f"{name}.h5", "--quiet", status=1)
                self.pages[name] = self.report(name)
            page = self.open(self.pages[name], **options)
            yield page, promise
            self.expect_quiet(page)

    def test_what_broke_stands_on_the_first_screen(self):
        for page, promise in self.pages_of(width=1300):
            self.assertIn(promise, page.evaluate("document.querySelector('.verdict').innerText").replace("\n", " "))
            boxes = self.boxes(page)
            self.assertLess(boxes[VERDICT][3], 300)
            self.assertLess(boxes[STORY][2], 900)
            self.assertLess(boxes[PICTURE][2], 900)
            # The story is on the left, and the diagram has all of its column.
            self.assertLess(boxes[STORY][1], boxes[PICTURE][0])
            self.assertGreaterEqual(boxes[IMAGE][1] - boxes[IMAGE][0], boxes[PICTURE][1] - boxes[PICTURE][0] - 20)
            self.assertLessEqual(page.evaluate("(() => { const box = document.querySelector('.first .picture'); return box.scrollWidth - box.clientWidth; })()"), 0)
            self.assertEqual(page.evaluate(CUT), [])
            # Across the page, and back.
            page.evaluate("document.querySelector('.first .full-width').click()")
            wide = self.boxes(page)
            self.assertGreater(wide[PICTURE][1] - wide[PICTURE][0], 1200)
            self.assertGreater(wide[IMAGE][1] - wide[IMAGE][0], boxes[IMAGE][1] - boxes[IMAGE][0])
            page.evaluate("document.querySelector('.first .full-width').click()")
            self.assertEqual(self.boxes(page), boxes)

    def test_below_900_pixels_the_diagram_is_under_the_story(self):
        for width in (400, 899):
            for page, promise in self.pages_of(width=width):
                boxes = self.boxes(page)
                self.assertIn(promise, page.evaluate("document.querySelector('.verdict').innerText").replace("\n", " "))
                self.assertGreaterEqual(boxes[PICTURE][2], boxes[STORY][3])
                for details in ("as it is", "open"):
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0, details)
                    self.open_all(page)
        for page, _ in self.pages_of(width=900):
            boxes = self.boxes(page)
            self.assertLess(boxes[STORY][1], boxes[PICTURE][0])

    def test_the_rest_is_folded_and_the_contents_lead_there(self):
        for page, _ in self.pages_of(width=1300):
            links = page.evaluate("[...document.querySelectorAll('nav.contents a')].map((a) => a.getAttribute('href').slice(1)).join(' ')").split()
            self.assertIn("s-input", links)
            places = [page.evaluate(f"document.getElementById('{link}').getBoundingClientRect().top + scrollY") for link in links]
            self.assertEqual(places, sorted(places))
            folded = page.evaluate("[...document.querySelectorAll('details.part')].map((d) => d.querySelector('h2').id).join(' ')").split()
            self.assertEqual(folded, links[-len(folded):])
            self.assertGreaterEqual(len(folded), 3)
            self.assertEqual(page.evaluate("document.querySelectorAll('details.part[open]').length"), 0)
            for link in links:
                page.evaluate(f"document.querySelector('nav a[href=\"#{link}\"]').click()")
                self.assertEqual(page.evaluate("document.activeElement.id"), link)
                top = page.evaluate("document.activeElement.getBoundingClientRect().top")
                self.assertTrue(-1 < top < 900, (link, top))
            self.assertEqual(page.evaluate("document.querySelectorAll('details.part[open]').length"), len(folded))
            self.assertEqual(page.evaluate("location.hash"), "")  # it says what is watched


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
