// A program whose falsifiers break two different rules, for the tests of this folder and of
// results/app.
#pragma once

#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {

/// b and d wait for messages of the rule on `left`, c for a message of the rule on `right`. No
/// message is sent again.
inline const std::string wishes = R"(
left("a", "b")@1; left("a", "d")@1; right("a", "c")@1;
wish("b")@1; wish("c")@1; wish("d")@1;
wish(Y)@next :- wish(Y);
got(Y, 1)@async :- left(X, Y);
got(Y, 2)@async :- right(X, Y);
got(Y, N)@next :- got(Y, N);
pre(Y) :- wish(Y);
post(Y) :- got(Y, _);
)";

/// `wishes`, but a repeats the message of `left` to b. The message to d is not repeated.
inline const std::string repaired_wishes = wishes + "left(X, Y)@next :- left(X, Y), Y != \"d\";\n";

/// Returns a run of `wishes` with all its minimal falsifiers.
inline RunRecord wishes_run() {
  RunRecord run = record_of(wishes, 3, {"a", "b", "c", "d"});
  const Fspec fspec(run.cells[0].fspec);
  for (const char* text : {"O(a,b,1)", "O(a,c,1)", "O(a,d,1)", "C(a,1)"}) {
    run.cells[0].falsifiers.push_back({parse_fault_set(text, fspec, FileId(0)), true, {}});
  }
  return run;
}

}  // namespace ldfi::results
