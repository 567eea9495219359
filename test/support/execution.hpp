// Executes a program that is given as text, and returns its tables as text, so that tests read like
// examples.
//
//   Execution e = execute("p(\"a\")@1; q(X)@next :- p(X);", {.eot = 2, .nodes = {"a"}}, "none");
//   EXPECT_EQ(e.at("q", 2), "q(a)");
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "common/base/contract.hpp"
#include "common/dedalus/eval/check_options.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/language/load.hpp"

namespace ldfi::test {

struct Execution {
  std::unique_ptr<dedalus::Program> program;
  std::unique_ptr<Fspec> fspec;
  FaultSet faults;
  std::unique_ptr<eval::Model> model;

  [[nodiscard]] RelationId relation(const std::string& name) const;
  /// Returns the texts of the tuples that a relation has at a tick, sorted and separated by blanks.
  /// Empty if the relation has no tuples then.
  [[nodiscard]] std::string at(const std::string& name, int tick) const;
  [[nodiscard]] eval::Judgement judgement() const;
};

inline RelationId Execution::relation(const std::string& name) const {
  const auto id = program->find(name);
  LDFI_REQUIRE(id.has_value(), "the test's program has no relation " + name);
  return *id;
}

inline std::string Execution::at(const std::string& name, int tick) const {
  const RelationId id = relation(name);
  std::vector<std::string> texts;
  for (const eval::Tuple& tuple : model->tuples(id, Time(tick))) {
    texts.push_back(program->tuple_text(id, tuple.data()));
  }
  std::sort(texts.begin(), texts.end());
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : " ") + text;
  return out;
}

inline eval::Judgement Execution::judgement() const {
  const auto failure_free = eval::run(*program, *fspec, FaultSet());
  return eval::judge(*program, *fspec, *model, *failure_free);
}

/// Returns an Fspec with EFF = EOT − 1 and as many crashes as nodes.
inline FspecParameters fspec_of(int eot, std::vector<std::string> nodes,
                                CrashModel crash_model = CrashModel::silent) {
  FspecParameters out;
  out.eot = eot;
  out.eff = eot - 1;
  out.crashes = static_cast<int>(nodes.size());
  out.nodes = std::move(nodes);
  out.crash_model = crash_model;
  return out;
}

/// Checks the program, and runs it under the fault set with the text `faults`. Throws what the
/// checker, parse_fault_set() and run() throw.
inline Execution execute(const std::string& text, const FspecParameters& parameters,
                         const std::string& faults = "none", const eval::EvalLimits& limits = {},
                         const std::string& specification = "") {
  dedalus::CheckOptions options;
  options.nodes = parameters.nodes;
  options.eot = parameters.eot;
  eval::set_faults(options, parameters);
  Execution out;
  dedalus::Sources sources{{"test.ded"}, {{"test.ded", text}}};
  if (!specification.empty()) sources.files.push_back({"test.spec", specification});
  out.program = std::make_unique<dedalus::Program>(dedalus::check_program(sources, options));
  out.fspec = std::make_unique<Fspec>(parameters);
  out.faults = parse_fault_set(faults, *out.fspec, FileId(0));
  out.model = eval::run(*out.program, *out.fspec, out.faults, limits);
  return out;
}

}  // namespace ldfi::test
