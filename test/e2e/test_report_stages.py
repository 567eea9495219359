#!/usr/bin/env python3
"""The stages of a minimisation on the page and as pictures: test_report_stages.py LDFI_FARM LDFI_RESULTS SOURCE_DIR

What holds before and after each delivery is compared with an execution that knows nothing of minimisations: of a program whose text lacks the
facts that the stage dropped, under an Fspec that admits the loss of whatever is pending."""

import csv
import io
import json
import os
import re
import subprocess
import unittest
import xml.dom.minidom

from report_case import ALL, BROKEN_WORDS, FARM, RESULTS, SOURCE_DIR, ReportCase

# Nodes whose messages hold what is hostile to a page; the second of two is needed.
HOSTILE = r"""
say("<script>alert(1)</script>", "\"'&<b>", 1)@1;
say("<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", 2)@2;
say("\"'&<b>", "<script>alert(1)</script>", 3)@1;
to("<script>alert(1)</script>", "\"'&<b>")@1; to(X, Y)@next :- to(X, Y);
heard(Y, P)@async :- say(X, P, _), to(X, Y);
heard(X, P)@next :- heard(X, P);
said(P) :- say(_, P, 2);
said(P)@next :- said(P);
pre(P) :- said(P);
post(P) :- heard(_, P);
"""
BUGS = {"raft-46": ("timeout", "D"), "raft-45": ("timeout", "D,U"), "raft-66": ("add", "D")}
CONFIG = os.path.join(SOURCE_DIR, "configs/mutants/{}.yaml")
TEXTS = "[...document.querySelectorAll('{}')].map((one) => one.textContent)"


def whole_text(path):
    """The program with what it includes."""
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    folder = os.path.dirname(path)
    return re.sub(r'include "([^"]+)";', lambda m: whole_text(os.path.join(folder, m[1])), text)


def states_of(shown):
    """By tick and node: the facts that `show --state` tells of; and how many messages are lost."""
    states = {}
    lost = 0
    tick, node = 0, ""
    for line in shown.splitlines():
        if line.startswith("tick "):
            tick = int(line[5:])
        found = re.match(r"  (.{10})  (.{9})(.*)$", line)
        if not tick or not found:
            continue
        node = found[1].strip() or node
        if found[2].strip() in ("", "+") and found[3]:
            states.setdefault((tick, node), set()).add(found[3].split("   from ")[0])
        lost += found[2].strip() == "LOST"
    return states, lost


class ReportStages(ReportCase):
    def minimised(self, name):
        if not os.path.exists(os.path.join(self.folder, f"{name}.h5")):
            self.run_it(FARM, CONFIG.format(name), "--externals", BUGS[name][0], "--minimise", "--quiet", "-o", f"{name}.h5", status=1)
        return self.report(name)

    def out(self, *command):
        return subprocess.run(command, cwd=self.folder, text=True, capture_output=True, timeout=120, check=False)

    def data(self, page):
        return json.loads(page.evaluate("JSON.stringify(data.cells[0].minimisation)"))

    def texts(self, page, selector):
        return json.loads(page.evaluate(f"JSON.stringify({TEXTS.format(selector)})"))

    def move(self, page, slider, value):
        page.evaluate(f"(() => {{ const s = document.querySelector('#{slider}'); s.value = '{value}'; s.dispatchEvent(new Event('input')); }})()")

    def apart(self, name, stage, shown):
        """What holds in the stage's execution, found without any code of minimisation."""
        with open(CONFIG.format(name), encoding="utf-8") as stream:
            config = stream.read()
        text = whole_text(os.path.join(SOURCE_DIR, "configs/protocols", f"{name}.ded"))
        happens = {f"{e['text']}@{e['at']}" for e in shown["events"] if e["event"] == "external"}
        gone = set(re.search(r"nodes: \[(.*)\]", config)[1].split(", ")) - set(shown["nodes"])

        def keep(fact):
            written = re.sub(r'[" ]', "", fact[0]).rstrip(";")
            dropped = fact[1] == BUGS[name][0] and written not in happens
            return "" if dropped or any(f'"{node}"' in fact[2] for node in gone) else fact[0]

        self.write("apart.ded", re.sub(r"(?m)\b(\w+)\(([^()]*)\)@\d+;", keep, text))
        options = re.search(r"params: \{(\w+): \"(\w+)\"\}", config)
        eot = shown["eot"]
        self.out(FARM, "apart.ded", "-D", f'{options[1]}="{options[2]}"', "-t", str(eot), "-f", str(eot - 1), "-c", "0", "--delay-max", "3",
                 *(("--duplicates", "2", "--duplicates-within", "1") if "U" in BUGS[name][1] else ()), "--nodes", ",".join(shown["nodes"]),
                 "--max-runs", "1", "--quiet", "-o", "apart.h5")  # fmt: skip
        arrives = {(e["from"], e["to"], e["at"]) for e in shown["events"] if e["event"] == "delivery"}
        faults = [f"O({a},{b},{t})" for a in shown["nodes"] for b in shown["nodes"] for t in range(1, eot) if a != b and (a, b, t) not in arrives]
        faults += re.findall(r"[DU]\([^)]*\)", stage["faults"])
        done = self.out(RESULTS, "show", "apart.h5", " ".join(faults), "--state")
        self.assertEqual(done.returncode, 0, done.stderr)
        return *states_of(done.stdout), done.stdout

    def test_states_before_and_after_each_delivery(self):
        for name in BUGS if ALL else ("raft-66",):
            page = self.open(self.minimised(name))
            minimised = self.data(page)
            self.assertEqual(len(minimised["stages"]), len(minimised["shown"]))
            for number, (stage, shown) in enumerate(zip(minimised["stages"], minimised["shown"], strict=True), 1):
                with self.subTest(name=name, stage=stage["stage"]):
                    states, lost, text = self.apart(name, stage, shown)
                    self.assertEqual(text.rstrip().splitlines()[-2].split()[1:], shown["violated"])
                    self.assertEqual(shown["pending"], lost)
                    self.move(page, "stage", number)
                    deliveries = [event for event in shown["events"] if event["event"] == "delivery"]
                    self.assertEqual(len(deliveries), stage["deliveries"])
                    self.assertEqual([e["arrives"] for e in deliveries], sorted(e["arrives"] for e in deliveries))
                    for i, event in enumerate(deliveries, 1):
                        self.move(page, "delivery", i)
                        before = states.get((event["arrives"] - 1, event["to"]), set())
                        after = states.get((event["arrives"], event["to"]), set())
                        self.assertIn(event["text"], after)
                        self.assertEqual(set(self.texts(page, "#before li")), before)
                        self.assertEqual(set(self.texts(page, "#after li")), after)
                        self.assertEqual(set(self.texts(page, "#before del")), before - after)
                        self.assertEqual(set(self.texts(page, "#after ins")), after - before)
                        said = self.texts(page, "#stages output")[1]
                        self.assertIn(f"{event['from']} → {event['to']} {event['text']}, sent at {event['at']}, there at {event['arrives']}", said)
                        chosen = self.texts(page, "#stages g.chosen.text")
                        self.assertEqual(len(chosen), 1)
                        late = event["arrives"] - event["at"] - 1
                        self.assertIn(f"{i}: {event['text']}" + (f" +{late}" if late else ""), chosen[0])
                    # Each message that is pending is told of by a stub.
                    stubs = self.texts(page, "#stages g.stub title")
                    self.assertEqual(sum(len(one.split(", pending: ")[1].split()) for one in stubs), shown["pending"])
            self.expect_quiet(page)

    def test_the_sliders_the_keys_and_the_address(self):
        path = self.minimised("raft-46")
        page = self.open(path)
        stages = [stage["stage"] for stage in self.data(page)["stages"]]
        self.assertEqual(stages, ["faults", "slice", "externals", "deliveries", "nodes", "eot", "delay-max"])
        said = lambda: self.texts(page, "#stages output")  # noqa: E731
        # The page opens at the smallest execution, and leaves the address as it is.
        self.assertEqual(said()[0], "stage 6 of 7: eot")
        self.assertEqual(page.evaluate("location.hash"), "")
        page.evaluate("document.querySelector('#stage').focus()")
        page.press("ArrowLeft")
        page.press("ArrowLeft")
        self.assertEqual(said()[0], "stage 4 of 7: deliveries")
        self.assertEqual(page.evaluate("location.hash"), "#stage=deliveries&delivery=1")
        gone = self.texts(page, "#stages summary")
        self.assertEqual(gone, ["Gone since externals: 6 events"] + [one for one in gone if "unchanged" in one])
        self.assertEqual(self.texts(page, "#stages .fold li")[0], "a → d request(d,a,1) sent at 2")
        page.evaluate("document.querySelector('#delivery').focus()")
        page.press("ArrowRight")
        self.assertEqual(page.evaluate("location.hash"), "#stage=deliveries&delivery=2")
        self.assertTrue(said()[1].startswith("delivery 2 of 8: "), said())
        page.evaluate("[...document.querySelectorAll('#stages button')].find((one) => one.ariaLabel === 'delivery before').click()")
        self.assertTrue(said()[1].startswith("delivery 1 of 8: "), said())
        # A press on an arrow chooses its delivery.
        page.evaluate("document.querySelector('#stages g[data-numbers=\"6\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        self.assertEqual(said()[1], "delivery 6 of 8: c → a grant(a,c,1), sent at 3, there at 7, 3 ticks late")
        # What the address says is shown, beside what is watched; what it says wrongly is not.
        page = self.open_url(path, "#watch=vote&stage=slice&delivery=11")
        self.assertEqual((said()[0], said()[1][:17]), ("stage 2 of 7: slice", "delivery 11 of 11"))
        self.move(page, "stage", 1)
        self.assertEqual(page.evaluate("location.hash"), "#watch=vote&stage=faults&delivery=1")
        page.evaluate("location.hash = '#stage=externals&delivery=3'")
        self.wait(page, "document.querySelector('#stages output').textContent.endsWith('externals')")
        for wrong in ("#stage=nowhere&delivery=2", "#stage=%ZZ", "#stage=eot&delivery=x", "#stage=eot&delivery=-3", "#stage=__proto__"):
            page = self.open_url(path, wrong)
            self.assertEqual((said()[0], said()[1][:16]), ("stage 6 of 7: eot", "delivery 1 of 8:"))
            self.assertEqual(page.problems(), [])
        page = self.open_url(path, "#stage=eot&delivery=99")
        self.assertTrue(said()[1].startswith("delivery 8 of 8: "))

    def test_a_file_without_a_minimisation_has_no_stages(self):
        self.kafka()
        page = self.open(self.report("kafka"))
        self.assertEqual(page.evaluate("document.querySelectorAll('#stages, #s-minimised').length"), 0)

    def test_hostile_texts_and_narrow_pages(self):
        self.write("hostile.ded", HOSTILE)
        self.run_it(FARM, "hostile.ded", "-t", "5", "-f", "3", "-c", "0", "--externals", "say", "--minimise", "--quiet", "-o", "hostile.h5", status=1)
        for path in (self.report("hostile"), self.minimised("raft-46"), self.minimised("raft-45")):
            for width in (400, 1300):
                for dark in (False, True) if ALL else (width == 400,):
                    page = self.open(path, dark=dark, width=width)
                    for number in range(1, len(self.data(page)["stages"]) + 1):
                        self.move(page, "stage", number)
                        if "hostile" not in path:  # its words are none
                            self.assertEqual(json.loads(page.evaluate(BROKEN_WORDS)), [])
                        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
                    self.assertEqual(page.evaluate("document.querySelectorAll('img, main script, b').length"), 0)
                    self.expect_quiet(page)

    def test_two_stages_beside_each_other(self):
        self.minimised("raft-46")
        self.minimised("raft-66")

        def parts(*arguments):
            done = self.out(RESULTS, "lamport", *arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
            root = xml.dom.minidom.parseString(done.stdout).documentElement
            return [one for one in root.childNodes if one.nodeName == "g" and one.hasAttribute("transform")] or [root]

        def labels(part, pale):
            texts = [t for t in part.getElementsByTagName("text") if t.getAttribute("class") in (("label label-faint",) if pale else ("label",))]
            return sorted(t.firstChild.data for t in texts)

        def names(part):
            return [t.firstChild.data for t in part.getElementsByTagName("text") if t.getAttribute("class") == "name-text"]

        before, after = parts("raft-46.h5", "--before", "faults")
        self.assertEqual(len(labels(after, False)), 8)
        # The same deliveries have the same numbers in both, and what was removed is pale and has none.
        self.assertEqual(labels(before, False), labels(after, False))
        self.assertEqual(labels(before, True), ["grant(a,d,1)", "request(a,b,2)", "request(b,a,2)", "request(c,a,2)", "request(d,a,1)", "request(d,a,2)"])
        self.assertEqual(labels(after, True), [])
        before, after = parts("raft-66.h5", "--before", "faults", "--after", "nodes")
        self.assertEqual((names(before), names(after)), (["a", "b", "c"], ["a", "b"]))
        self.assertEqual(labels(after, False), labels(before, False))
        place = lambda part: [t.getAttribute("x") for t in part.getElementsByTagName("text") if t.getAttribute("class") == "name-text"][0]  # noqa: E731
        self.assertEqual(place(before), place(after))
        (one,) = parts("raft-66.h5", "--stage", "eot")
        self.assertEqual(labels(one, False), ["1: append(b,a,3)", "2: append(b,a,2) +3", "3: ack(a,b,3)"])
        shown = self.out(RESULTS, "show", "raft-66.h5", "--stage", "eot").stdout
        self.assertIn("pending", shown)
        self.assertNotIn("LOST", shown)
        for wrong in (("--before", "nothing"), ("--after", "eot"), ("--before", "eot", "--stage", "eot"), ("f1", "--stage", "eot"), ("--stage", "ett")):
            done = self.out(RESULTS, "lamport", "raft-66.h5", *wrong)
            self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.kafka()
        self.assertIn("was not minimised", self.out(RESULTS, "show", "kafka.h5", "--stage", "eot").stderr)

    def test_the_stages_as_a_table(self):
        self.minimised("raft-66")
        found = json.loads(self.out(RESULTS, "minimisation", "raft-66.h5", "--json").stdout)
        summary = json.loads(self.out(RESULTS, "summary", "raft-66.h5", "--json").stdout)
        self.assertEqual(found, summary[0]["minimisation"] if isinstance(summary, list) else summary["cells"][0]["minimisation"])
        rows = list(csv.DictReader(io.StringIO(self.out(RESULTS, "minimisation", "raft-66.h5", "--csv").stdout)))
        for row, stage in zip(rows, found["stages"], strict=True):
            self.assertEqual(row, {name: "" if value is None else str(value) for name, value in stage.items()})
        self.assertIn(self.out(RESULTS, "minimisation", "raft-66.h5").stdout, self.out(RESULTS, "summary", "raft-66.h5").stdout)
        self.assertEqual(self.out(RESULTS, "minimisation", "raft-66.h5", "--csv", "--json").returncode, 64)
        self.kafka()
        done = self.out(RESULTS, "minimisation", "kafka.h5")
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertIn("was not minimised", done.stderr)

    def test_a_stage_for_shiviz(self):
        """The clocks are computed anew, from the order of events at each host and from what is sent and received."""
        for name in BUGS:
            self.minimised(name)
            for stage in ("faults", "deliveries", "eot", "delay-max"):
                with self.subTest(name=name, stage=stage):
                    log = self.out(RESULTS, "export", f"{name}.h5", "--shiviz", "--stage", stage).stdout
                    events = re.findall(r"(\S*) (\{.*\})\n(.*)\n", log)
                    self.assertEqual("".join(f"{host} {clock}\n{text}\n" for host, clock, text in events), log)
                    last, sent, below, received = {}, {}, [], []
                    for number, (host, clock, text) in enumerate(events):
                        tick, what = re.fullmatch(r"tick (\d+): (.*)", text).groups()
                        earlier = [last[host]] if host in last else []
                        if send := re.fullmatch(r"sends (.*) to (\S+?)(, pending|, lost)?", what):
                            sent[(host, send[2], send[1], tick)] = number
                        if receive := re.fullmatch(r"receives (.*) from (\S+), sent at (\d+)", what):
                            earlier.append(sent[(receive[2], host, receive[1], receive[3])])
                            received.append((int(receive[3]), receive[2], host, receive[1], int(tick)))
                        below.append(set().union({number}, *(below[one] for one in earlier)))
                        last[host] = number
                        hosts = [events[one][0] for one in below[number]]
                        self.assertEqual(json.loads(clock), {one: hosts.count(one) for one in hosts})
                    lines = [json.loads(line) for line in self.out(RESULTS, "export", f"{name}.h5", "--schedule", stage).stdout.splitlines()]
                    self.assertEqual(sorted(received), sorted((e["at"], e["from"], e["to"], e["fact"], e["at"] + 1 + e["late"])
                                                              for e in lines if e["e"] == "deliver"))  # fmt: skip
                    told = sorted((e["at"], e["fact"]) for e in lines if e["e"] == "external")
                    texts = sorted((int(at), fact) for at, fact in re.findall(r"(?m)^tick (\d+): (\w+\([^ ]*\))$", log))
                    self.assertEqual(texts, told)
        for wrong in (("--shiviz",), ("--stage", "eot"), ("--shiviz", "--stage", "none"), ("--json", "--stage", "eot")):
            done = self.out(RESULTS, "export", "raft-66.h5", *wrong)
            self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.write("hostile.ded", HOSTILE)
        self.run_it(FARM, "hostile.ded", "-t", "5", "-f", "3", "-c", "0", "--externals", "say", "--minimise", "--quiet", "-o", "hostile.h5", status=1)
        log = self.out(RESULTS, "export", "hostile.h5", "--shiviz", "--stage", "eot").stdout
        for line in log.splitlines()[::2]:
            host, clock = re.fullmatch(r"(\S+) (\{.*\})", line).groups()
            self.assertIn(host, json.loads(clock))


if __name__ == "__main__":
    unittest.main(argv=["test_report_stages.py"])
