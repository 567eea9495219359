"""The hostile set: programs, includes, Fspecs, configs and fault sets; journals and results files stand beside."""

import os

import journals
import results_files
from case import FSPEC, Case, bind_socket, link_to

MANY = 100_000
# A cluster that is fine, for cases in which something else is not.
GOOD = 'log("a", "x")@1;\nlog(N, P)@next :- log(N, P);\npeer("a", "b")@1;\nlog(M, P)@async :- log(N, P), peer(N, M);\n'


def program(name, text, says, **more):
    return Case("program: " + name, says, files={"x.ded": text}, **more)


def nesting():
    deep = "(" * MANY + "1" + ")" * MANY
    yield program("parentheses", f"x(N) :- n(N, X), X == {deep};", r"x\.ded:1:\d+: error: .*nest at most")
    yield program("parentheses in a head", f"x(N, {deep}) :- n(N);", r"x\.ded:1:\d+: error: .*nest at most")
    yield program("open parentheses", "x" + "(" * MANY, r"x\.ded:1:\d+: error")
    yield program("unary minus", f"x(N) :- n(N, X), X == {'-' * MANY}X;", r"x\.ded:1:\d+: error: .*nest at most")
    yield program("open comments", "/* " * MANY, r"x\.ded:1:1: error: this comment is not closed")
    yield program("comments", "/**/" * MANY + "x", r"x\.ded:1:\d+: error")
    yield program("line comments", "//\n" * MANY + "x", r"x\.ded:100001:\d+: error")
    yield program("a long sum", f"x(N) :- n(N, X), X == {'1+' * MANY}Y;", r"x\.ded:1:\d+: error: .*unbound")
    yield program("quotes", '"' * (2 * MANY), r"x\.ded:1:1: error")
    yield program("aggregates", "x(" + "count<" * MANY, r"x\.ded:1:\d+: error")


def size():
    yield program("one word of 16 MB", "x" * (16 << 20), r"x\.ded:1:\d+: error")
    yield program("17 MB", "//" + "x" * (17 << 20), r"larger than the limit")
    yield program("one error a line", "x;\n" * MANY, r"more errors from here on")
    yield program("one warning a line", GOOD + "".join(f"y{i}(N) :- log(N, P), z{i}(N);\n" for i in range(20_000)),
                  r"[\s\S]*100 warnings", statuses=(0,))
    yield program("columns", f"x({'1,' * MANY}1)@1;", r"x\.ded:1:1: error: a relation has at most")
    yield program("literals", GOOD + "x(N) :- " + "n(N)," * MANY + "m(N);", r"x\.ded:\d+:\d+: error: a rule has at most")
    yield program("variables", "x(N) :- " + ",".join(f"n(V{i})" for i in range(MANY)) + ";", r"x\.ded:1:\d+: error: a rule has at most")
    yield program("rules of a circle", "".join(f"r{i}(N) :- r{(i + 1) % 20_000}(N), notin r{(i + 7) % 20_000}(N);\n" for i in range(20_000)),
                  r"x\.ded:\d+:\d+: error: .*its own absence")
    yield program("a chain of rules", GOOD + "r0(N) :- log(N, P);\n" + "".join(f"r{i + 1}(N) :- r{i}(N);\n" for i in range(20_000)),
                  r"holds|inconclusive", statuses=(0, 2))
    yield program("a long name", GOOD + "x" * (1 << 20) + '("a")@1;', r"holds", statuses=(0,))
    yield program("a long string", GOOD + 'y("a", "' + "s" * (4 << 20) + '")@1;', r"holds", statuses=(0,))
    yield Case("include: one file 100000 times", r"x\.ded:10001:9: error: a program has at most 10000 includes",
               files={"x.ded": 'include "y.ded";\n' * MANY + "x", "y.ded": ""})
    yield program("missing includes", 'include "y.ded";\n' * MANY, r"x\.ded:1:9: error: `y\.ded` cannot be read")
    yield program("a long integer", f'x("a", {"9" * MANY})@1;', r"x\.ded:1:8: error: this integer does not fit")
    yield program("a late fact", 'x("a")@9223372036854775807;', r"x\.ded:1:8: error: no run is that long")


def bytes_and_files():
    yield program("NUL bytes", b'log("a")@1;\0\0', r"x\.ded:1:12: error: this file is not text")
    yield program("no UTF-8", b'log("\xc0\xaf")@1;', r"x\.ded:1:6: error: this file is not text")
    yield program("UTF-16", 'log("a")@1;'.encode("utf-16"), r"x\.ded:1:1: error: this file is not text")
    yield program("escape codes", b'\x1b]0;x\x07\x1b[2J;', r"x\.ded:1:1: error: unexpected character")
    yield program("binary", bytes(range(1, 256)) * 4000, r"x\.ded:\d+:\d+: error: this file is not text")
    for name, make, says in (
        ("a folder", os.mkdir, "is a directory"),
        ("a FIFO", os.mkfifo, "is a FIFO"),
        ("a socket", bind_socket, r"is a socket|No such device"),
        ("/dev/zero", link_to("/dev/zero"), r"is a device|is not a \.ded file|is outside"),
        ("a link to itself", link_to("x.ded"), "symbolic links"),
        ("a link to nothing", link_to("nowhere"), "No such file"),
    ):
        yield Case("program: " + name, says, files={"x.ded": make})
        yield Case("include: " + name, r"y\.ded:1:9: error: .*" + f"({says})", ("y.ded", *FSPEC),
                   {"x.ded": make, "y.ded": 'include "x.ded";'})
    yield Case("program: missing", "No such file", ("nowhere.ded", *FSPEC))
    yield Case("program: /dev/stdin", r"not a \.ded file|is neither", ("/dev/stdin", *FSPEC), statuses=(64, 65))


def includes():
    circle = {f"x{i}.ded": f'include "x{(i + 1) % 500}.ded";' for i in range(500)}
    yield Case("include: itself", r"x\.ded:1:9: error: include cycle: x\.ded -> x\.ded", files={"x.ded": 'include "x.ded";'})
    yield Case("include: itself by another name", r"include cycle", files={"x.ded": 'include "d/../x.ded";', "d/y": ""})
    yield Case("include: a circle of 500", r"error: includes nest at most 64 deep", ("x0.ded", *FSPEC), circle)
    bomb = {f"x{i}.ded": "".join(f'include "x{j}.ded";' for j in range(i + 1, 60)) for i in range(60)}
    yield Case("include: a bomb", r"no statements|no nodes", ("x0.ded", *FSPEC, "--check"), bomb)
    yield Case("include: 2000 files", r"error: a program has at most 1000 files", files={
        "x.ded": "".join(f'include "y{i}.ded";' for i in range(2000)), **{f"y{i}.ded": "" for i in range(2000)}})
    yield Case("include: 5 times 16 MB", r"larger than the limit", files={
        "x.ded": "".join(f'include "y{i}.ded";' for i in range(5)), **{f"y{i}.ded": "//" + "x" * ((16 << 20) - 9) for i in range(5)}})
    yield Case("include: absolute", r"x\.ded:1:9: error: an include needs a relative path", files={"x.ded": 'include "/etc/passwd";'})
    yield Case("include: up to /etc/passwd", r"x\.ded:1:9: error: .*is not a \.ded file",
               files={"x.ded": f'include "{"../" * 40}etc/passwd";'})
    yield Case("include: a link to /etc/passwd", r"x\.ded:1:9: error: .*is outside of the folders of this run",
               files={"x.ded": 'include "y.ded";', "y.ded": link_to("/etc/passwd")})
    yield Case("include: a NUL in the name", r"x\.ded:1:9: error: the name of the file is empty", files={"x.ded": 'include "y\\x00.ded";'})
    yield Case("include: a name of 1 MB", r"x\.ded:1:9: error", files={"x.ded": f'include "{"y" * (1 << 20)}.ded";'})


def arithmetic():
    start = 'n("a", 1)@1;\npeer("a", "b")@1;\nm(M, X)@async :- n(N, X), peer(N, M);\n'
    budget = r"verdict +(inconclusive|vacuous)|more than \d+ |counts without end|limit|budget of time ran out"
    args = ("x.ded", "-t", "10", "-f", "2", "-N", "a,b", "--memory-limit", "200M", "--time-limit", "500ms")
    more = {"statuses": (2, 65), "arguments": args}
    plain = {"statuses": (2,), "arguments": args[:7]}  # without any limit given
    for name, rules in (("counts", "n(N, X + 1) :- n(N, X);"), ("counts both ways", "n(N, X + 1) :- n(N, X);n(N, X - 1) :- n(N, X);"),
                        ("adds pairs", "n(N, X + Y) :- n(N, X), n(N, Y);"), ("counts in a circle", "o(N, X) :- n(N, X);n(N, X + 1) :- o(N, X);")):
        yield program(f"recursion that {name}, no limits", start + rules, r"x\.ded:\d+:\d+: `n` counts without end within one tick", **plain)
    yield program("recursion that counts", start + "n(N, X + 1) :- n(N, X);", budget, **more)
    yield program("recursion that doubles", start + "n(N, X * 2) :- n(N, X);", r"x\.ded:4:\d+: error: integer overflow|" + budget, **more)
    yield program("recursion both ways", start + "n(N, X + 1) :- n(N, X);\nn(N, X - 1) :- n(N, X);", budget, **more)
    yield program("a product of six", start + "".join(f'k("a", {i})@1;\n' for i in range(60)) +
                  "p(N, A, B, C, D, E, F) :- k(N, A), k(N, B), k(N, C), k(N, D), k(N, E), k(N, F);", budget, **more)
    yield program("a product that is thrown away", start + "".join(f'k("a", {i})@1;\n' for i in range(60)) +
                  "p(N) :- k(N, A), k(N, B), k(N, C), k(N, D), k(N, E), k(N, F), A + B + C + D + E + F < 0;", budget, **more)
    long = ("x.ded", "-t", "1000000", "-f", "2", "-N", "a,b", "--memory-limit", "200M", "--time-limit", "500ms")
    yield program("a counter for a million ticks", start + "n(N, X + 1)@next :- n(N, X);", budget, statuses=(2, 65), arguments=long)
    yield program("counters that are kept", start + "n(N, X + 1)@next :- n(N, X);\nn(N, X)@next :- n(N, X);", budget, statuses=(2, 65), arguments=long)
    yield program("twice as many each tick", start + "n(N, X * 2)@next :- n(N, X);\nn(N, X * 2 + 1)@next :- n(N, X);", budget + "|overflow",
                  statuses=(2, 65), arguments=long)
    yield program("sums of all subsets", start + "".join(f'k("a", {3 ** i})@1;\n' for i in range(30)) +
                  'l(M, X)@async :- k(N, X), peer(N, M);\ns(N, sum<X>) :- l(N, X);\npre(X) :- s(_, X);\npost(X) :- s(_, X);\n', budget, **more)
    yield program("overflow", start + "m(N, X * 9223372036854775807 + 1) :- n(N, X);", r"x\.ded:4:\d+: error: integer overflow", **more)
    yield program("division by zero", start + "m(N, X / (X - 1)) :- n(N, X);", r"x\.ded:4:\d+: error: division by zero", **more)
    for name, extra in (("recursion that counts, checked", ("--check",)), ("recursion that counts, replayed", ("--replay", "none"))):
        yield program(name, start + "n(N, X + 1) :- n(N, X);", budget, statuses=(2, 65), arguments=args + extra)


def fspecs():
    for option, value in (("-t", "1000000000"), ("-t", "9" * 50), ("-f", "1000000000"), ("-c", "1000000000"), ("-t", "-1"), ("-t", "1e3"), ("-t", "0x10")):
        yield Case(f"option: {option} {value[:12]}", rf"{ {'-t': 'eot', '-f': 'eff', '-c': 'crashes'}[option]}", ("x.ded", *FSPEC[:2 if option == '-f' else 0], option, value),
                   {"x.ded": GOOD}, statuses=(64, 65))
    nodes = ",".join(f"n{i}" for i in range(20_000))
    yield Case("option: 20000 nodes", "nodes", ("x.ded", *FSPEC, "-N", nodes), {"x.ded": GOOD}, statuses=(64, 65))
    facts = "".join(f'peer("n{i}", "n{i + 1}")@1;\n' for i in range(1_000_000 // 10))
    yield program("100000 nodes, inferred", GOOD + facts, r"error: .*nodes")
    many = ",".join(f"n{i}" for i in range(1000))
    yield Case("option: the largest Fspec", r"messages that may be lost: the limit", ("x.ded", "-t", "1000000", "-f", "999999", "-c", "1000", "-N", many, "--check"),
               {"x.ded": 'log("n1", "x")@1;'}, statuses=(0, 2, 65))
    yield Case("option: EOT 1000000 and 1000 nodes", r"inconclusive|limit|holds|vacuous", ("x.ded", "-t", "1000000", "-f", "1", "-c", "0", "-N", many, "--check",
               "--memory-limit", "200M", "--time-limit", "500ms"), {"x.ded": 'log("n1", "x")@1;log(N, X)@next :- log(N, X);'}, statuses=(0, 2))
    yield Case("option: a thousand crashes", r"inconclusive|limit|holds|vacuous", ("x.ded", "-t", "1000000", "-f", "1", "-c", "1000", "-N", many, "--check",
               "--memory-limit", "200M", "--time-limit", "500ms"), {"x.ded": 'log("n1", "x")@1;log(N, X)@next :- log(N, X);'}, statuses=(0, 2))
    yield Case("option: exhaustive over all", r"inconclusive|limit|verdict", ("x.ded", "-t", "1000", "-f", "999", "--strategy", "exhaustive", "-N", "a,b,c,d",
               "--time-limit", "500ms"), {"x.ded": GOOD}, statuses=(0, 1, 2, 64, 65))


def config(name, text, says, **more):
    return Case("config: " + name, says, ("x.yaml",), {"x.yaml": text, "x.ded": GOOD}, **more)


def configs():
    good = "program: [x.ded]\nfspec: {eot: 4, eff: 2}\n"
    bomb = "a: &a [x, x]\n" + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(20))
    yield config("an alias bomb", bomb, r"x\.yaml:1:\d+: error: anchors are not allowed")
    yield config("an alias of itself", "a: &a [*a]", r"x\.yaml:1:\d+: error")
    yield config("merge keys", good + "".join(f"<<: {{a: {i}}}\n" for i in range(10_000)), r"x\.yaml:3:1: error: merge keys")
    for name, text in (("flow lists", "a: " + "[" * MANY), ("flow maps", "{a: " * MANY), ("block lists", "- " * MANY),
                       ("block maps", "".join(" " * i + "a:\n" for i in range(1400))), ("keys of keys", "? " * MANY), ("quotes", "a: '" + "''" * MANY)):
        yield config(name, text, r"x\.yaml:\d+:\d+: error")
    yield config("100000 keys", "".join(f"k{i}: 1\n" for i in range(80_000)), r"x\.yaml:1:1: error: .*no key")
    yield config("a key 50000 times", "a: 1\n" * 50_000, r"x\.yaml:\d+:\d+: error")
    yield config("a million nodes", good + "nodes: [" + ",".join(["n"] * 1_000_000) + "]", r"larger than 1 MiB")
    yield config("80000 nodes", good + "nodes: [" + ",".join(f"n{i}" for i in range(80_000)) + "]", r"x\.yaml:\d+:\d+: error: .*node")
    yield config("one node 200000 times", good + "nodes: [" + "n," * 200_000 + "]", r"x\.yaml:3:\d+: error")
    yield config("2 MB", "#" * (2 << 20), r"larger than 1 MiB")
    yield config("a scalar of 1 MB", "program: " + "x" * ((1 << 20) - 100), r"x\.yaml:1:\d+: error")
    yield config("huge numbers", "program: [x.ded]\nfspec: {eot: 1000000000, eff: 99999999999999999999999, crashes: -1}\n",
                 r"x\.yaml:2:14: error[\s\S]*x\.yaml:2:31: error[\s\S]*x\.yaml:2:65: error")
    yield config("NUL", good + "nodes: [a\0]", r"x\.yaml:3:\d+: error: a NUL byte")
    yield config("no UTF-8", good.encode() + b"nodes: [\xff]", r"x\.yaml:3:9: error: this is not valid UTF-8")
    yield config("UTF-16", good.encode("utf-16"), r"x\.yaml:1:1: error")
    yield config("tags", "program: !!python/object:os.system [x]", r"x\.yaml:1:\d+: error: tags")
    yield config("documents", "--- a\n" * 50_000, r"x\.yaml:\d+:\d+: error: a second document")
    yield config("directives", "%YAML 1.2\n" * 10_000, r"x\.yaml:\d+:\d+: error")
    yield config("tabs", "a:\n" + "\t" * MANY + "b", r"x\.yaml:\d+:\d+: error")
    yield config("a block of 1 MB", "a: |\n" + " x\n" * 300_000, r"x\.yaml:1:1: error")
    yield config("a path away", "program: [../../../etc/passwd]\nfspec: {eot: 4, eff: 2}", r"x\.yaml:1:\d+: error: .*\.ded")
    for name, make, says in (("a folder", os.mkdir, "a directory"), ("a FIFO", os.mkfifo, "a FIFO"), ("/dev/zero", link_to("/dev/zero"), "a device"),
                             ("a link to itself", link_to("x.yaml"), "symbolic links")):
        yield Case("config: " + name, says, ("x.yaml",), {"x.yaml": make})


def fault_sets():
    def replay(name, text, says, statuses=(65,)):
        return Case("faults: " + name, says, ("x.ded", "-t", "9", "-f", "8", "-c", "1", "-N", "a,b", "--replay", text), {"x.ded": GOOD}, statuses)

    yield replay("parentheses", ")" * 120_000, r"--replay:1:1: error")
    yield replay("letters", "O " * 60_000, r"--replay:1:1: error")
    yield replay("unknown nodes", "O(c,d,1)" * 15_000, r"--replay:1:3: error: c is not a node")
    yield replay("one fault 15000 times", "O(a,b,1)" * 15_000, r"outcome", (0, 1))
    yield replay("an open quote", 'O("' + "a" * 120_000, r"--replay:1:3: error: this quote is not closed")
    yield replay("escapes", 'O("' + "\\x41" * 30_000 + '",b,1)', r"--replay:1:3: error")
    yield replay("backslashes", 'O("' + "\\" * 120_000, r"--replay:1:\d+: error")
    yield replay("a late tick", "O(a,b,99999999999999999999)", r"--replay:1:7: error: .*between 1 and 8")
    yield replay("bytes", "O(\udcff\udc80,b,1)", r"--replay:1:3: error")
    yield replay("newlines", "\n" * 120_000 + "x", r"--replay:120001:1: error")


def all_cases():
    for group in (nesting, size, bytes_and_files, includes, arithmetic, fspecs, configs, fault_sets, journals.all_cases, results_files.all_cases):
        yield from group()
