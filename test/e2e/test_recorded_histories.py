"""`ldfi-results check`: recorded histories in every form, as users judge them: test_recorded_histories.py RESULTS"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

RESULTS = os.path.abspath(sys.argv[1])


def edn(*operations):
    """Lines such as {:process 0, :type :invoke, :f :read, :value nil}; a value is EDN already."""
    return "".join(f"{{:process {process}, :type :{kind}, :f :{function}, :value {value}, :time {i * 1000}}}\n"
                   for i, (process, kind, function, value) in enumerate(operations))


def jepsen_json(*operations):
    """The same as JSON lines; a value is a Python value."""
    return "".join(json.dumps({"process": process, "type": kind, "f": function, "value": value, "time": i * 1000}) + "\n"
                   for i, (process, kind, function, value) in enumerate(operations))


STALE = edn((0, "invoke", "write", 1), (0, "ok", "write", 1), (0, "invoke", "write", 2), (0, "ok", "write", 2),
            (1, "invoke", "read", "nil"), (1, "ok", "read", 1))


class RecordedHistories(unittest.TestCase):
    def check(self, text, status, *arguments, path="history.edn"):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, path), "w", encoding="utf-8") as stream:
                stream.write(text)
            done = subprocess.run([RESULTS, "check", "--history", path, *arguments], cwd=folder, capture_output=True, text=True,
                                  timeout=100, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_registers(self):
        said = self.check(STALE, 1, "--as", "lin-kv")
        self.assertRegex(said, r"(?m)^result +violated")
        self.assertIn("is not linearizable", said)
        self.check(STALE.replace(":read, :value 1", ":read, :value 2"), 0, "--as", "lin-kv")
        self.check(edn((0, "invoke", "read", "nil"), (0, "ok", "read", "nil")), 0, "--as", "lin-kv")
        keys = edn((0, "invoke", "write", "[5 1]"), (0, "ok", "write", "[5 1]"), (1, "invoke", "read", "[6 nil]"), (1, "ok", "read", "[6 nil]"))
        self.check(keys, 0, "--as", "lin-kv")
        found = json.loads(self.check(STALE, 1, "--as", "lin-kv", "--json"))
        self.assertEqual((found["result"], found["operations"], found["answered"]), ("violated", 3, 3))

    def test_the_nemesis_and_what_is_open(self):
        nemesis = "{:process :nemesis, :type :info, :f :kill, :value nil}\n"
        self.check(nemesis + STALE.replace(":type :ok, :f :write, :value 2", ":type :info, :f :write, :value 2") + nemesis, 0, "--as", "lin-kv")
        said = self.check(edn((0, "invoke", "write", 1)), 2, "--as", "lin-kv")
        self.assertRegex(said, r"(?m)^result +vacuous")

    def test_transactions(self):
        skew = edn((0, "invoke", "txn", "[[:r 1 nil] [:w 2 1]]"), (1, "invoke", "txn", "[[:r 2 nil] [:w 1 1]]"),
                   (0, "ok", "txn", "[[:r 1 nil] [:w 2 1]]"), (1, "ok", "txn", "[[:r 2 nil] [:w 1 1]]"))
        self.assertIn("G2", self.check(skew, 1, "--as", "txn"))
        self.check(skew, 0, "--as", "txn", "--consistency", "snapshot-isolation")

    def test_sets_counters_and_logs(self):
        lost = edn((0, "invoke", "add", 1), (0, "ok", "add", 1), (1, "invoke", "read", "nil"), (1, "ok", "read", "#{}"))
        self.assertIn("1 was acknowledged", self.check(lost, 1, "--as", "set"))
        self.check(lost.replace("#{}", "#{1}"), 0, "--as", "set")
        self.check(lost.replace("#{}", "1"), 0, "--as", "counter")
        self.check(lost.replace("#{}", "2"), 1, "--as", "counter")
        log = edn((0, "invoke", "send", '[[:send "k" 7]]'), (0, "ok", "send", '[[:send "k" [0 7]]]'),
                  (1, "invoke", "poll", "[[:poll]]"), (1, "ok", "poll", '[[:poll {"k" [[0 7] [1 7]]}]]'))
        self.assertIn("and was sent once", self.check(log, 1, "--as", "kafka"))

    def test_a_register_begins_as_nil(self):
        cas = edn((0, "invoke", "cas", "[nil 2]"), (0, "ok", "cas", "[nil 2]"))
        self.check(cas + edn((1, "invoke", "read", "nil"), (1, "ok", "read", 2)), 0, "--as", "lin-kv")
        self.check(edn((1, "invoke", "write", "nil"), (1, "ok", "write", "nil")) + cas, 0, "--as", "lin-kv")
        self.check(edn((1, "invoke", "write", 1), (1, "ok", "write", 1)) + cas, 1, "--as", "lin-kv")
        self.check(cas + cas, 1, "--as", "lin-kv")
        own = {"client": "c1", "node": "n0", "invoked": 1, "body": {"type": "cas", "key": 1, "from": None, "to": 2},
               "returned": 2, "response": {"type": "cas_ok"}}
        self.check('{"ldfi_history": 1}\n' + json.dumps(own) + "\n", 1, "--as", "lin-kv", path="h.jsonl")

    def test_large_integers(self):
        """2^64 - 1 and -1 differ, and so do 2^53 and 2^53 + 1; integers beyond 64 bits are refused."""
        for one, other in ((-1, 2**64 - 1), (2**53, 2**53 + 1)):
            for form in (edn, jepsen_json):
                history = form((0, "invoke", "write", one), (0, "ok", "write", one), (1, "invoke", "read", 0), (1, "ok", "read", other))
                self.check(history, 1, "--as", "lin-kv")
                self.check(form((0, "invoke", "add", one), (0, "ok", "add", one), (1, "invoke", "read", 0), (1, "ok", "read", [other])), 1,
                           "--as", "set")
        for form in (edn, jepsen_json):
            said = self.check(form((0, "invoke", "write", 1), (0, "ok", "write", 2**64)), 65, "--as", "lin-kv")
            self.assertIn("history.edn:2: ", said)
            self.assertIn("the integer 18446744073709551616 does not fit into 64 bits", said)

    def test_why_no_operation_was_judged(self):
        said = self.check(edn((0, "invoke", "write", 1), (0, "fail", "write", 1)), 2, "--as", "lin-kv")
        self.assertIn("the checker judged no operation", said)
        self.assertNotIn("none was answered", said)

    def test_times_have_readable_units(self):
        said = self.check(STALE.replace(":time 4000", ":time 4"), 1, "--as", "lin-kv")
        self.assertRegex(said, r"read of 1 at [0-9.]+ µs fits nowhere")
        self.assertNotRegex(said, r"e-[0-9]+ ms")

    def test_our_own_lines(self):
        call = {"client": "c1", "node": "n0", "invoked": 1, "body": {"type": "cas", "key": 1, "from": 1, "to": 2},
                "returned": 2, "response": {"type": "error", "code": 22}}
        text = json.dumps({"ldfi_history": 1, "nodes": ["n0"], "down": [], "ended": []}) + "\n" + json.dumps(call) + "\n"
        self.assertIn("checker.accept: cas-code", self.check(text, 1, "--as", "lin-kv", path="h.jsonl"))
        self.check(text, 2, "--as", "lin-kv", "--accept", "cas-code", path="h.jsonl")

    def test_long_histories(self):
        """40,000 operations, some MiB."""
        lines = []
        for i in range(20000):
            lines += [(i % 50, "invoke", "write", i), (i % 50, "ok", "write", i), (50, "invoke", "read", "nil"), (50, "ok", "read", i)]
        text = edn(*lines)
        self.assertGreater(len(text), 4_000_000)
        self.check(text, 0, "--as", "lin-kv")
        self.check(text + edn((51, "invoke", "read", "nil"), (51, "ok", "read", 5)), 1, "--as", "lin-kv")

    def test_wrong_input(self):
        for text, word in (("", "history.edn:1: the file holds no operation"), ("{:process 0", "history.edn:1: this is not EDN"),
                           ("(((", "not EDN"), ("{\"process\": 0, \"process\": 1}", "process"), ("\x1b[31m", "history.edn:1:"),
                           ("{:process 0.5, :type :invoke, :f :read}", "history.edn:1: cannot read 0.5 as a process"),
                           ("{:process 9223372036854775808, :type :invoke, :f :read}", "as a process"),
                           ("{:process 99999999999999999999, :type :invoke, :f :read}", "does not fit into 64 bits"),
                           ("{:process 0, :type :invoke, :f :write, :value ##NaN}", "history.edn:1: this is not EDN: ##NaN is not a number"),
                           ("{\"a\": " + 100 * "[" + 100 * "]" + "}", "history.edn:1: lists and objects are nested deeper than 64 levels"),
                           ("{:process 0, :type :ok, :f :read, :value 1}", "did not invoke"), ("{:process 0 :type :invoke :f :fly :value 1}", "fly")):
            said = self.check(text, 65, "--as", "lin-kv")
            self.assertIn(word, said)
            self.assertNotIn("\x1b", said)
        for value in ("[[:x 1]]", '[["r"]]', '"r"'):
            said = self.check(edn((0, "invoke", "txn", value), (0, "ok", "txn", value)), 65, "--as", "txn")
            self.assertIn("history.edn:1: ", said)
        self.assertIn("--as", self.check(STALE, 64))
        self.assertIn("did you mean lin-kv", self.check(STALE, 64, "--as", "lin-vk"))
        self.assertIn("needs --as txn", self.check(STALE, 64, "--as", "set", "--consistency", "serializable"))
        self.assertIn("needs --as kafka", self.check(STALE, 64, "--as", "lin-kv", "--accept", "uncommitted-offset"))
        missing = subprocess.run([RESULTS, "check", "--history", "/nonexistent", "--as", "set"], capture_output=True, text=True, check=False)
        self.assertEqual(missing.returncode, 74, missing.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
