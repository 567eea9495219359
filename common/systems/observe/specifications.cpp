#include "common/systems/observe/specifications.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/language/load.hpp"

namespace ldfi::observe {
namespace {

using dedalus::ColumnType;
using dedalus::Program;
using dedalus::Value;

/// The relations that specifications may read, and their columns: `s` for a string, `i` for an
/// integer.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> vocabulary{{
    {"node", "s"},
    {"eff", "i"},
    {"eot", "i"},
    {"sent", "sssii"},
    {"delivered", "sssii"},
    {"lost", "sssii"},
    {"said", "sssiss"},
    {"said_number", "sssisi"},
    {"crashed", "si"},
    {"restarted", "si"},
    {"paused", "sii"},
    {"ended", "si"},
    {"invoked", "isssi"},
    {"asked", "iss"},
    {"asked_number", "isi"},
    {"returned", "isi"},
    {"answered", "iss"},
    {"answered_number", "isi"},
}};

constexpr const char* events_name = "events.ded";
constexpr int eot = 1;

/// Returns a program text with one fact for each relation. The fact declares the relation and the
/// types of its columns. It never holds, because its tick is after EOT.
std::string declarations() {
  std::string out;
  for (const auto& [name, columns] : vocabulary) {
    out += fmt::format("{}(", name);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      out += fmt::format("{}{}", i == 0 ? "" : ", ", columns[i] == 's' ? "\"\"" : "0");
    }
    out += fmt::format(")@{};\n", eot + 1);
  }
  return out;
}

dedalus::Sources read(const std::vector<std::string>& files) {
  dedalus::Sources out = dedalus::read_sources({}, {}, {}, files);
  for (const dedalus::SourceFile& one : out.files) {
    if (std::ranges::find(files, one.name) != files.end()) continue;
    throw InputError({Severity::error,
                      "spec",
                      {FileId(~0U), 0, 0, 1},
                      fmt::format("{} is included, but checker.specs does not list it", one.name),
                      {"only the files of checker.specs are sent to other machines"}});
  }
  out.files.insert(out.files.begin(), {events_name, declarations()});
  out.programs.insert(out.programs.begin(), events_name);
  return out;
}

Diagnostic error_at(SourceRange where, std::string text, std::vector<std::string> hints) {
  return {Severity::error, "spec", where, std::move(text), std::move(hints)};
}

/// Reports language features that make sense only over the ticks of a protocol, or that would
/// prevent any violation from being reported.
std::vector<Diagnostic> problems(const Program& program) {
  std::vector<Diagnostic> out;
  for (const Diagnostic& one : program.warnings) {
    if (one.code != "never-holds") continue;
    out.push_back(one);
    out.back().severity = Severity::error;
  }
  for (const dedalus::Rule& rule : program.rules) {
    if (rule.made) continue;
    if (rule.kind != dedalus::RuleKind::deductive) {
      out.push_back(error_at(rule.where, "for a real system all events are at one tick",
                             {"times are columns, in nanoseconds: compare them"}));
    }
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const dedalus::Literal& one : *literals) {
        if (!program.relation(one.relation).event) continue;
        out.push_back(error_at(one.where, "this is an event of a protocol",
                               {"for a real system use sent(From, To, Type, K, T)"}));
      }
    }
  }
  for (const dedalus::DeclaredSpecification& one : program.specifications) {
    if (one.says.after.value_or(0) == 0) continue;
    out.push_back(error_at(one.where, fmt::format("`{}` is never judged", one.says.name),
                           {"for a real system all events are at one tick: finally"}));
  }
  if (program.specifications.empty()) {
    out.push_back(error_at({FileId(1U), 0, 0, 1}, "no specification is declared", {}));
  }
  return out;
}

/// Checks the program. Keeps only the errors of a failed check, because warnings are about facts
/// that this file generates.
Program check(const dedalus::Sources& sources, const dedalus::CheckOptions& options) {
  try {
    return dedalus::check_program(sources, options);
  } catch (const SourcedError& e) {
    std::vector<Diagnostic> errors = e.diagnostics();
    std::erase_if(errors, [](const Diagnostic& one) { return one.severity != Severity::error; });
    throw SourcedError(std::move(errors), e.sources());
  }
}

Program checked(const std::vector<std::string>& files) {
  dedalus::CheckOptions options;
  options.nodes = {"n"};  // a program must have a node, even though this one has no use for it
  options.eot = eot;
  Program out = check(read(files), options);
  std::vector<Diagnostic> wrong = problems(out);
  if (!wrong.empty()) throw SourcedError(std::move(wrong), out.sources);
  out.facts.clear();
  return out;
}

void add(Program& program, const Fact& fact) {
  const auto relation = program.find(fact.relation);
  LDFI_REQUIRE(relation.has_value(), "the relation belongs to the vocabulary");
  const std::vector<ColumnType>& columns = program.relation(*relation).columns;
  LDFI_REQUIRE(columns.size() == fact.terms.size(),
               "a fact has as many terms as its relation has columns");
  std::vector<Value> tuple;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Term& term = fact.terms[i];
    LDFI_REQUIRE((columns[i] == ColumnType::string) == std::holds_alternative<std::string>(term),
                 "each term has the type of its column");
    tuple.push_back(std::holds_alternative<std::string>(term)
                        ? program.symbols.intern(std::get<std::string>(term))
                        : std::get<std::int64_t>(term));
  }
  program.facts.push_back({*relation, std::move(tuple), Time(eot), {}});
}

/// Returns a check that calls `check` and also limits the number of steps of joins, because joins
/// may take very long. The limit does not depend on the speed of the machine.
BudgetCheck bounded(const BudgetCheck& check, std::uint64_t steps) {
  constexpr std::uint64_t between = 8192;  // number of steps of a join between two calls of the
                                           // check
  return [check, left = steps / between]() mutable {
    if (check) check();
    if (left-- == 0) throw BudgetExceeded("steps", "the specifications take too many steps");
  };
}

}  // namespace

Specifications::Specifications(const std::vector<std::string>& files) : program_(checked(files)) {}

std::vector<std::string> Specifications::violated(const std::vector<Fact>& facts,
                                                  const BudgetCheck& check,
                                                  const Effort& most) const {
  Program program = program_;
  for (const Fact& fact : facts) add(program, fact);
  FspecParameters parameters;
  parameters.eot = eot;
  parameters.nodes = program.nodes;
  const Fspec fspec(parameters);
  eval::EvalLimits limits;
  limits.allow(most.facts);
  limits.check = bounded(check, most.steps);
  const auto model = eval::run(program, fspec, {}, limits);
  const eval::Judgement judged = eval::judge(program, fspec, *model, *model);
  std::vector<std::string> out;
  for (const std::string& tuple : judged.violated) {
    for (const dedalus::DeclaredSpecification& one : program.specifications) {
      if (!one.says.counts() || !is_of(tuple, one.says)) continue;
      // The tick at the end of the text is always the same, so it is removed.
      const std::string what = tuple.substr(0, tuple.rfind(')') + 1);
      out.push_back(one.says.text.empty() ? what : fmt::format("{}: {}", what, one.says.text));
    }
  }
  return out;
}

}  // namespace ldfi::observe
