// Run records of small programs, for tests of code that executes a recorded program again.
#pragma once

#include <string>
#include <vector>

#include "results/views/trace/subject.hpp"
#include "test/support/programs.hpp"

namespace ldfi::results {

using test::chain_program;

/// Returns a run with one cell in which all omissions and crashes are admitted. `specifications` is
/// the text of a specification file.
inline RunRecord record_of(const std::string& program, int eot, std::vector<std::string> nodes,
                           const std::string& specifications = "", FaultLimits limits = {}) {
  RunRecord run;
  run.program = {{"sample.ded", program}};
  if (!specifications.empty()) run.program.push_back({"sample.spec", specifications});
  run.strategy = "lineage";
  run.version = "0.1.0";
  run.started = "2026-01-02T03:04:05Z";
  Cell cell;
  const int crashes = static_cast<int>(nodes.size());
  FspecParameters fspec{eot, eot - 1, crashes, std::move(nodes)};
  fspec.limits = std::move(limits);
  if (fspec.limits.most.of<Pause>() > 0) fspec.crash_model = CrashModel::stop;
  cell.fspec = Fspec(std::move(fspec)).parameters();
  cell.verdict = Verdict::counterexample;
  cell.combinations = "1";
  cell.distinct_fault_sets = "1";
  cell.executed = 1;
  run.cells.push_back(std::move(cell));
  return run;
}

/// A run record and the program read from it, which tests can execute.
struct Sample {
  Sample(const std::string& program, int eot, std::vector<std::string> nodes,
         const std::string& specifications = "", FaultLimits limits = {})
      : run(record_of(program, eot, std::move(nodes), specifications, std::move(limits))),
        subject(run, run.cells[0]) {}
  [[nodiscard]] Rerun execute(const std::string& faults) const {
    return subject.execute(subject.fault_set(faults, "test"));
  }
  RunRecord run;
  Subject subject;
};

/// Specifications of the chain. Without faults nothing violates them.
inline constexpr const char* chain_specifications = R"(
spec lacks critical finally "c lacks it";
lacks(P) :- log("a", P), notin log("c", P);
spec late major after 2 explains lacks;
late(P) :- log("a", P), notin log("b", P);
spec stays info always;
stays(P) :- told(P), notin log("a", P);
told(P)@next :- log("a", P);
told(P)@next :- told(P);
)";

/// The chain with its specifications, with or without the invariant.
inline Sample specified_chain(bool invariant) {
  std::string program = chain_program;
  if (!invariant) program.erase(program.find("pre(P)"));
  return {program, 4, {"a", "b", "c", "d"}, chain_specifications};
}

/// Node a broadcasts m at every tick. A node without m is missing, unless the node crashed.
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

/// Node names that contain markup, commands or control characters, and a name of 10 kB.
inline const std::vector<std::string>& hostile_names() {
  static const std::vector<std::string> names{
      "<script>alert(1)</script>", "\"quoted' & <b>", "two\nlines\r\x1b[31m",
      "\xe2\x80\xaetxt.exe",       "]]>-->${x}`y`",   "=cmd|' /C calc'!A0",
      std::string(10'000, 'x')};
  return names;
}

/// Returns a program in which each node says a value to the next node, with hostile names for both.
/// The last node says nothing.
inline std::string hostile_program() {
  const auto quoted = [](const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '"')
        out += "\\\"";
      else if (c == '\\')
        out += "\\\\";
      else if (c == '\n')
        out += "\\n";
      else if (c == '\r')
        out += "\\r";
      else
        out += c;
    }
    return out + "\"";
  };
  std::string out;
  const auto& names = hostile_names();
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    out += "say(" + quoted(names[i]) + "," + quoted(names[i + 1]) + "," + quoted(names.back()) +
           ")@1;\n";
  }
  return out + R"(
heard(Y, P)@async :- say(X, Y, P);
heard(X, P)@next :- heard(X, P);
pre(X) :- say(X, _, _);
pre(X)@next :- pre(X);
post(X) :- heard(X, _);
)";
}

}  // namespace ldfi::results
