"""Real systems judged by Dedalus specifications over their events (checker: {specs: […]}): test_system_specs.py PROGRAM SOURCE_DIR"""

import json
import os
import shutil
import sys

from system_case import CONFIGS, NODE, SystemCase, main

BROADCAST = [sys.executable, os.path.join(CONFIGS, "broadcast.py")]
# Each relation, with its columns.
RELATIONS = {"node": 1, "eff": 1, "eot": 1, "sent": 5, "delivered": 5, "lost": 5, "said": 6, "said_number": 6, "crashed": 2, "restarted": 2, "paused": 3, "ended": 2,
             "invoked": 5, "asked": 3, "asked_number": 3, "returned": 3, "answered": 3, "answered_number": 3}  # fmt: skip


def values(body, key=""):
    """What docs/reference/own-checkers.md#the-facts-of-an-execution says of a body: (key, value), where a value is not a list and no object."""
    if isinstance(body, dict):
        return [pair for name, value in body.items() for pair in values(value, f"{key}.{name}" if key else name)]
    if isinstance(body, list):
        return [pair for value in body for pair in values(value, key)]
    return [(key, body)]


def facts_of(events, config):
    """The facts of a recording, found a second time."""
    found = {name: set() for name in RELATIONS}
    found["node"] = {(f"n{i}",) for i in range(config["system"]["nodes"])}
    found["eff"], found["eot"] = {(300000000,)}, {(1000000000,)}

    def add(name, head, body):
        for key, value in values(body):
            found[name].add((*head, key, value if isinstance(value, str) else json.dumps(value)))
            if isinstance(value, int) and not isinstance(value, bool):
                found[name + "_number"].add((*head, key, value))

    for event in events:
        match event["e"]:
            case "send":
                found["sent"].add((*event["id"], event["t"]))
                if event["fate"] in ("lost", "dead"):
                    found["lost"].add((*event["id"], event["t"]))
                add("said", event["id"], event.get("body", {}))
            case "recv":
                found["delivered"].add((*event["id"], event["t"]))
            case "crash" | "restart" | "exit":
                found[{"crash": "crashed", "restart": "restarted", "exit": "ended"}[event["e"]]].add((event["node"], event["t"]))
            case "pause":
                found["paused"].add((event["node"], event["t"], event["back"]))
            case "invoke":
                found["invoked"].add((event["op"], event["client"], event["node"], event["body"]["type"], event["t"]))
                add("asked", [event["op"]], event["body"])
            case "return":
                found["returned"].add((event["op"], event["body"]["type"], event["t"]))
                add("answered", [event["op"]], event["body"])
    return found


def written(fact):
    """As the program writes a tuple of it."""
    plain = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._?-")
    return "(" + ",".join(str(one) if isinstance(one, int) else one if one and set(one) <= plain else json.dumps(one) for one in fact) + ")"


class Specs(SystemCase):
    time = "extended"

    def broadcast(self, retries="0", **more):
        config = {"workload": {"kind": "broadcast", "operations": 1}, "fspec": {"eff": "300ms", "eot": "1s"}, "checker": {"specs": ["a.spec"]}} | more
        self.config([*BROADCAST, retries], nodes=3, system={"start": "reset"}, **config)

    def test_facts(self):
        """Those that specifications see are those of the recording."""
        columns = {name: ", ".join("ABCDEF"[:count]) for name, count in RELATIONS.items()}
        self.write("a.spec", "\n".join(f"spec {name}_seen critical finally; {name}_seen({these}) :- {name}({these});" for name, these in columns.items()))
        self.broadcast("2", fspec={"eff": "300ms", "eot": "1s", "restarts": {"most": 1, "down": ["15ms"]}, "duplicates": 1, "crashes": 1, "pauses": {"most": 1, "for": ["500ms"]}},
                       workload={"ops": [{"at": "50ms", "client": "c1", "node": "n0", "body": {"type": "broadcast", "message": 7, "x": [1, "two", None, [3.5, {"y": True}]]}},
                                         {"at": "500ms", "client": "c1", "node": "n1", "body": {"type": "read"}}]})  # fmt: skip
        seen = set()
        for number, faults in enumerate(("none", "O(n0,n1,gossip#0) U(n0,n2,gossip#0,+10ms)", "C(n1,#1,+15ms)", "C(n2,#1)", "S(n1,#1,+500ms)")):
            self.farm("system.yaml", "--replay", faults, "--recordings", f"kept{number}")
            _, *events, verdict = self.recording(f"kept{number}")
            self.assertEqual(verdict["result"], "fail")
            with open(self.path("system.yaml"), encoding="utf-8") as stream:
                expected = facts_of(events, json.load(stream))
            seen |= {name for name in RELATIONS if expected[name]}
            expected = sorted(f"{name}_seen{written(fact)}" for name in RELATIONS for fact in expected[name])
            self.assertEqual(verdict["violated"][:100], expected[:100])
            if len(expected) > 100:
                self.assertEqual(verdict["violated"][100:], [f"and {len(expected) - 100} more"])
        self.assertEqual(set(RELATIONS) - seen, {"ended"})

    def test_the_same_as_the_checker_in_cpp(self):
        """A promise said in rules fails in the same executions."""
        shutil.copy(os.path.join(CONFIGS, "broadcast.spec"), self.path("a.spec"))
        for more in ({}, {"fspec": {"eff": "100ms", "eot": "1s", "omissions": 1, "crashes": 1, "restarts": {"most": 1, "down": ["100ms"]}}}):
            found = []
            for checker in ("set", {"specs": ["a.spec"]}):
                self.broadcast(checker=checker, search={"steer": "none", "stop": "all"}, **more)
                one = self.summary("system.yaml", status=1)
                found.append([one["executions"], one["results"]["fail"], one["results"]["pass"] + one["results"]["vacuous"], sorted(str(each["faults"]) for each in one["counterexamples"])])
                self.assertEqual(one["determinism"]["differences"], [])
            self.assertEqual(*found)
            self.assertGreater(len(found[0][3]), 1)

    def test_what_ends_by_itself(self):
        self.write("a.spec", 'spec x info finally; x(N) :- ended(N, _); spec y critical finally "it ended"; y(N, T) :- ended(N, T);')
        self.time = "virtual"
        self.write("node.py", NODE.replace("ECHO", "sys.exit(3)"))
        config = {"workload": {"ops": [{"at": "50ms", "client": "c1", "node": "n0", "body": {"type": "echo", "echo": 1}}]}, "fspec": {"eot": "1s"}}
        self.config(checker={"specs": ["a.spec"]}, goals={"no_exit": False}, **config)
        done = self.farm("system.yaml")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("y(n0,50000000): it ended", done.stdout)

    def test_what_is_refused(self):
        self.broadcast()
        for text, words in (("spec x critical finally; x(N) :- knot(N);", "a.spec:1:34: error: `knot` never holds"),
                            ("spec x critical finally; x(N) :- node(N", "a.spec:1:"),
                            ("spec x critical finally; x(N) :- node(N); x(N)@next :- x(N);", "a.spec:1:43: error: for a real system all events are at one tick"),
                            ("", "no specification is declared")):  # fmt: skip
            self.write("a.spec", text)
            self.refused("system.yaml", words)
        self.write("a.spec", 'include "b.spec";')
        self.write("b.spec", "spec x critical finally; x(N) :- node(N);")
        self.refused("system.yaml", "b.spec is included, but checker.specs does not list it")
        for specs, words in (([], "checker.specs is empty"), (["a.ded"], "a.ded is not a file of specifications"), (["c.spec"], "the config names c.spec"),
                             (["/a.spec"], "is not a file of specifications beside the config")):  # fmt: skip
            self.broadcast(checker={"specs": specs})
            self.refused("system.yaml", words)
        self.broadcast(checker={"specs": ["b.spec"], "kind": "set"})
        self.refused("system.yaml", "no key kind")
        self.write("b.spec", "spec x critical finally; n(0) :- node(_); n(T + 1) :- n(T); x(T) :- n(T), T > 1000000000000;")
        self.broadcast(checker={"specs": ["b.spec"]})
        done = self.farm("system.yaml")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("checker.specs cannot judge it", done.stdout)

    def test_they_are_part_of_the_system(self):
        """A journal of other specifications is refused."""
        self.write("a.spec", "spec x critical finally; x(N) :- crashed(N, _);")
        self.broadcast("2")
        self.summary("system.yaml", "--max-runs", "3", status=2)
        self.write("a.spec", "spec x critical finally; x(N) :- ended(N, _);")
        self.refused("system.yaml", "file a.spec is 47 bytes", "--resume", status=64)


if __name__ == "__main__":
    main()
