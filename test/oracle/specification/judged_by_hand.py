"""Specifications that were judged by hand. Each example has a fault set and the violations under it. All
examples use the same protocol."""
from faults import Fspec, Pauses, parse
from judging import Judge
from random_program import parsed

FSPEC = Fspec(4, 3, 1, 0, ("a", "b"))
RESTARTING = Fspec(4, 3, 1, 1, ("a", "b"), pauses=Pauses(1))
PROGRAM = """
log("a", 1)@1;
net("a", "b")@1;
net(X, Y)@next :- net(X, Y);
log(X, V)@next :- log(X, V);
log(Y, V)@async :- log(X, V), net(X, Y);
echo(X, V)@async :- log(X, V);
"""
HISTORY = "was(X)@next :- log(X, _); was(X)@next :- was(X); "
GONE = "gone(X) :- was(X), notin log(X, _);"
LATE = "late(X) :- net(_, X)@1, notin log(X, _);"

# Each row: crash model, statement and rules, fault set, violated specifications.
EXAMPLES = (
    ("silent", f"spec late major always; {LATE}", "none", "late(b)@1"),
    ("silent", f"spec late major after 1; {LATE}", "none", ""),
    ("silent", f"spec late major after 1; {LATE}", "O(a,b,1)", "late(b)@2"),
    ("silent", f"spec late major after 1; {LATE}", "O(a,b,1) O(a,b,2)", "late(b)@2"),
    ("silent", f"spec late major after 2; {LATE}", "O(a,b,1) O(a,b,2)", "late(b)@3"),
    ("silent", f"spec late major finally; {LATE}", "O(a,b,1) O(a,b,2)", ""),
    ("silent", f"spec late major finally; {LATE}", "O(a,b,1) O(a,b,2) O(a,b,3)", "late(b)"),
    ("silent", f"spec gone minor always; {HISTORY}{GONE}", "C(a,2)", ""),
    ("halt", f"spec gone minor always; {HISTORY}{GONE}", "C(a,1)", "gone(a)@2"),
    ("halt", f"spec gone minor always; {HISTORY}{GONE}", "C(a,2)", "gone(a)@3"),
    ("halt", f"spec gone minor after 3; {HISTORY}{GONE}", "O(a,b,2) O(a,b,3) C(b,2)", "gone(b)@4"),
    ("stop", f"spec gone minor finally; {HISTORY}{GONE}", "C(a,2,3)", "gone(a)"),
    ("stop", f"spec gone minor always; {HISTORY}{GONE}", "C(b,2+,4)", "gone(b)@3"),
    ("stop", "spec back info always; back(X) :- restart(X);", "C(b,1,3)", "back(b)@3"),
    ("stop", "spec back info finally; back(X)@next :- restart(X); back(X)@next :- back(X);", "C(b,1,3)", "back(b)"),
    ("silent", "spec gone info after 1; gone(X) :- down(X);", "C(a,3)", "gone(a)@3"),
    ("halt", "spec left info always; left(X, Y) :- down(X), log(Y, _), notin down(Y);", "C(a,2)", "left(a,b)@2"),
    ("stop", "spec gone info always; gone(X) :- down(X);", "C(a,2+,4)", "gone(a)@3"),
    ("stop", "spec told info after 2; told(X, T) :- crash(_, X, T), log(Y, _), X != Y;", "C(b,3+)", "told(b,3)@3"),
    ("halt", "spec few major finally; k(count<X>) :- log(X, _); few(C) :- k(C), C < 2;", "O(a,b,1) O(a,b,2) O(a,b,3)", "few(1)"),
    ("silent", "spec lost info always; lost(X, Y) :- lost.log(X, Y, _);", "O(a,b,2)", "lost(a,b)@3"),
    ("silent", "spec last info finally; last(X, Y) :- sent.log(X, Y, 1);", "none", "last(a,b)"),
    ("silent", "spec got info after 2; got(X, Y) :- delivered.log(X, Y, 1);", "O(a,b,2)", "got(a,b)@4"),
    ("silent", "spec sent info after 1; sent(X, Y) :- sent.log(X, Y, _);", "C(a,2)", ""),
    ("halt", "spec lost info after 1; lost(X, Y) :- lost.log(X, Y, _);", "C(a,1)", ""),
    ("stop", "spec sent info after 1; sent(X, Y) :- sent.log(X, Y, _);", "C(a,2+,4)", ""),
    ("stop", "spec sent info after 2; sent(X, Y) :- sent.log(X, Y, _);", "C(a,3+)", ""),
    ("stop", "spec lost info always; lost(X, Y) :- lost.log(X, Y, _);", "C(b,2)", "lost(a,b)@2"),
    ("silent", "spec own info after 2; own(X) :- sent.echo(X, X, _), down(X);", "C(a,3)", "own(a)@3"),
    ("halt", "spec own info after 2; own(X) :- sent.echo(X, X, _), down(X);", "C(a,3)", ""),
    ("silent", "spec own info after 2; own(X) :- lost.echo(X, X, _);", "C(a,3)", ""),
    ("stop", "spec own info always; own(X) :- lost.echo(X, X, _);", "C(a,2)", "own(a)@2"),
    ("stop", "spec own info after 2; own(X) :- sent.echo(X, X, _), net(X, _);", "C(a,3+)", ""),
    ("stop", "spec gone info always; gone(X) :- gone.log(X, _);", "C(a,3,4)", "gone(a)@3"),
    ("stop", "spec came info after 1; came(X) :- first.log(X, _);", "C(b,2,3)", "came(b)@3"),
    # Examples of pauses. A paused node sends nothing and loses nothing. Specifications do not pause: their
    # rules still run.
    ("stop", "spec held info always; held(X) :- paused(X);", "S(a,2,4)", "held(a)@2"),
    ("stop", "spec sent info after 1; sent(X, Y) :- sent.log(X, Y, _);", "S(a,2,4)", "sent(a,b)@4"),
    ("stop", "spec own info after 1; own(X) :- sent.echo(X, X, _), paused(X);", "S(a,2,4)", ""),
    ("stop", "spec lost info always; lost(X, Y) :- lost.log(X, Y, _);", "S(a,1,4)", ""),
    ("stop", "spec lost info always; lost(X, Y) :- lost.log(X, Y, _);", "S(b,1,4)", ""),
    ("stop", "spec got info after 2; got(X, Y) :- delivered.log(X, Y, _);", "S(b,1,4)", "got(a,b)@3"),
    ("stop", "spec gone info always; gone(X) :- gone.log(X, _);", "S(a,1,4)", ""),
    ("stop", "spec seen info after 1; seen(X)@next :- first.log(X, _);", "S(a,1,4)", "seen(a)@2"),
    ("stop", "spec seen info after 2; seen(X)@next :- first.log(X, _);", "S(a,1,4)", ""),
    ("stop", f"spec late info after 1; {LATE}", "S(a,1,3)", "late(b)@2"),
    ("silent", f"spec late info always; {LATE} spec two critical finally explains late \"so\"; two(X, Y) :- log(X, V), "
     "log(Y, V), X != Y;", "C(a,2)", "late(b)@1 two(a,b) two(b,a)"),
)


def complaints(farm=None):
    found = []
    for crash_model, text, faults, expected in EXAMPLES:
        fspec = RESTARTING if crash_model == "stop" else FSPEC
        judge = Judge(parsed(PROGRAM), text, fspec, crash_model)
        told = {"judge": sorted(sum(judge.violated(parse(faults)).values(), []))}
        if farm:
            told["farm"] = farm.replay(PROGRAM, text, fspec, crash_model, faults=parse(faults))[1]
        found += [f"{crash_model} {text} {faults}: {name} says {got}, not {expected}" for name, got in told.items()
                  if got != expected.split()]
    return found
