// A broadcast, and questions about it: for the tests of this folder.
#pragma once

#include "results/lineage/dot.hpp"
#include "results/lineage/explain.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {

// a broadcasts and repeats itself; who lacks it is missing, unless it crashed.
inline constexpr const char* broadcast = R"(
node("a", "b")@1; node("a", "c")@1;
node(X, Y)@next :- node(X, Y);
bcast("a", "m")@1;
bcast(N, P)@next :- bcast(N, P);
log(N, P) :- bcast(N, P);
log(N, P)@next :- log(N, P);
log(M, P)@async :- bcast(N, P), node(N, M);
missing(A, P) :- log(X, P), node(X, A), notin log(A, P), notin crash(_, A, _);
pre(P) :- log(_, P);
post(P) :- log(_, P), notin missing(_, P);
)";

inline std::string ask(const Sample& sample, const std::string& faults, const std::string& goal) {
  const Rerun e = sample.execute(faults);
  const Question q = read_question(sample.subject, e, sample.subject.failure_free(), goal);
  return to_tree(explain(sample.subject, e, sample.subject.failure_free(), {q}));
}

}  // namespace ldfi::results
