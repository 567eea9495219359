#include "master/programs/check.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "common/base/text.hpp"
#include "common/config/command_line.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/language/invariant.hpp"
#include "common/record/cell.hpp"
#include "common/record/summary_text.hpp"
#include "master/life/failure.hpp"
#include "master/life/limits.hpp"
#include "master/programs/outcome_text.hpp"
#include "master/sweep/point.hpp"
#include "master/task/dropped_messages.hpp"
#include "results/json/values.hpp"
#include "worker/dedalus/limits.hpp"
#include "worker/dedalus/reach_of_faults.hpp"

namespace ldfi::app {
namespace {

struct Findings {
  eval::Judgement failure_free;
  std::size_t tuples = 0;
  bool out_of_reach = false;  ///< no admissible fault can affect the promise
  /// Numbers of facts that can hold (the universe) and of their rule instances. Nullopt if they
  /// exceed a limit.
  std::optional<std::pair<std::size_t, std::size_t>> universe;
  std::string too_large;  ///< reason why the universe was not computed, or empty
  /// Only the fields with the sizes of the fault space are set.
  Cell sizes;
};

Findings examine(const Task& task, const Log& log) {
  Findings out;
  DroppedMessages dropped(task, log);
  const auto limits =
      dropped.watch(execute::eval_limits(task.budget(), budget_check(task.options)));
  with_sources(task.program.sources, [&] {
    const auto model = eval::run(task.program, task.fspec, {}, limits);
    out.failure_free = eval::judge(task.program, task.fspec, *model, *model);
    out.tuples = model->size();
    out.out_of_reach = execute::is_out_of_reach_of_faults(task.program, task.fspec, *model, limits);
  });
  try {
    const auto universe = task.universe(limits.check);
    out.universe = {universe.fact_count(), universe.instance_count()};
  } catch (const BudgetExceeded& e) {
    out.too_large = e.what();
  }
  add_sizes(out.sizes, task.fspec, limits.check);
  return out;
}

std::string outcome(const Task& task, const Findings& found) {
  const auto& specifications = task.program.specifications;
  if (eval::counts(task.program, found.failure_free)) return "broken";
  const bool invariant = specifications.empty() || specifications.front().invariant;
  if (invariant && found.failure_free.pre == 0) return "vacuous";
  if (found.out_of_reach && found.failure_free.holds()) return "vacuous";
  return outcome_in_words(task.program, found.failure_free);
}

std::string specifications_line(const dedalus::Program& program) {
  std::vector<std::string> out;
  for (const auto& one : program.specifications) {
    out.push_back(fmt::format("{} ({}, {})", printable(one.says.name), name_of(one.says.severity),
                              one.says.when()));
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string as_text(const Task& task, const Findings& found) {
  const Fspec& f = task.fspec;
  const auto& p = task.program;
  std::vector<std::string> nodes;
  for (const auto& node : f.nodes()) nodes.push_back(word_or_quoted(node));
  const auto rules = std::ranges::count(p.rules, false, &dedalus::Rule::made);
  std::string out;
  const auto line = [&out](const char* label, const std::string& text) {
    out += labelled(label, text);
  };
  line("program", printable(fmt::format("{}", fmt::join(task.sources.programs, " "))));
  if (!task.params.empty()) {
    const std::size_t programs = sweep::variants(task.options.sweep_params).size();
    line("params", printable(fmt::format("{}", fmt::join(task.params, " "))) +
                       (programs > 1 ? fmt::format(", the first of {} programs", programs) : ""));
  }
  line("", fmt::format("{} relations, {} rules, {} facts, {} strata", p.relations.size(), rules,
                       p.facts.size(), p.strata.size()));
  if (!p.specifications.empty()) line("specs", specifications_line(p));
  line("Fspec", fmt::format("EOT {}, EFF {} ({}), crashes {}{} ({})", f.eot(), f.eff(),
                            name_of(f.eff_mode()), f.crashes(), limits_in_words(f.parameters()),
                            name_of(f.crash_model())));
  line("nodes", fmt::format("{}: {}", nodes.size(), fmt::join(nodes, " ")));
  const auto size = [](const std::string& digits) {
    return digits.empty() ? std::string("?") : digits;
  };
  const bool counted = has_combinations(f.parameters());
  if (counted) {
    line("fault space", fmt::format("{} combinations", size(found.sizes.combinations)));
  }
  line(counted ? "" : "fault space",
       fmt::format("{} distinct fault sets", size(found.sizes.distinct_fault_sets)));
  line("universe", found.universe ? fmt::format("{} facts, {} rule instances",
                                                found.universe->first, found.universe->second)
                                  : found.too_large);
  const bool invariant = p.specifications.empty() || p.specifications.front().invariant;
  const std::string kept =
      invariant ? fmt::format("; pre {}, post {}", found.failure_free.pre, found.failure_free.post)
                : "";
  if (const std::string implied = dedalus::implied_invariant(p); !implied.empty()) {
    line("invariant", printable(implied));
  }
  line("failure-free", fmt::format("{} tuples{}: {}", found.tuples, kept, outcome(task, found)));
  if (found.out_of_reach) line("", std::string(no_fault_possible));
  for (const auto& tuple : found.failure_free.violated) line("  violated", printable(tuple));
  return out;
}

std::string as_json(const Task& task, const Findings& found) {
  const std::string told = outcome(task, found);
  results::Json out = {
      {"check", told.substr(0, told.find(' '))},
      {"program", task.file_names()},
      {"params", task.params},
      {"fspec", results::fspec_json(task.fspec.parameters())},
      {"combinations", found.sizes.combinations},
      {"distinct_fault_sets", found.sizes.distinct_fault_sets},
      {"failure_free",
       {{"pre", found.failure_free.pre},
        {"post", found.failure_free.post},
        {"violated", found.failure_free.violated}}},
      {"version", config::version()},
  };
  if (found.universe) {
    out["universe"] = {{"facts", found.universe->first}, {"instances", found.universe->second}};
  }
  add_specifications(task.program, task.fspec, found.failure_free, out);
  return results::dump(out) + "\n";
}

}  // namespace

ExitStatus run_check(const Task& task, const Log& log) {
  const Findings found = examine(task, log);
  print_result(task.options.summary == config::SummaryFormat::json ? as_json(task, found)
                                                                   : as_text(task, found));
  if (eval::counts(task.program, found.failure_free)) return ExitStatus::counterexample;
  return found.universe ? ExitStatus::certified : ExitStatus::inconclusive;
}

}  // namespace ldfi::app
