#include "master/app/minimised.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "common/base/memory.hpp"
#include "common/base/phase.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/report.hpp"
#include "master/app/strategy.hpp"
#include "worker/minimise/minimise.hpp"

namespace ldfi::app {

void check_externals(const config::CommandLine& line, const dedalus::Program& program) {
  std::vector<std::string> given;
  for (const dedalus::GivenFact& fact : program.facts) {
    given.push_back(program.relation(fact.relation).name);
  }
  std::vector<Diagnostic> problems;
  for (const std::string& name : line.options.externals) {
    if (std::ranges::find(given, name) != given.end()) continue;
    const std::string guess = dedalus::suggestion(name, given);
    problems.push_back(
        {Severity::error, "config-externals", line.externals_place.value_or(line.fspec_place),
         fmt::format("externals: no fact gives {}, so nothing of it is an event", shown(name)),
         guess.empty() ? std::vector<std::string>{}
                       : std::vector{fmt::format("did you mean {}?", guess)}});
  }
  if (problems.empty()) return;
  if (line.externals_place) throw SourcedError(std::move(problems), line.sources);
  std::string text;
  for (const Diagnostic& one : problems) {
    text += (text.empty() ? "--" : "\n--") + one.message;
    for (const std::string& hint : one.hints) text += "\n  hint: " + hint;
  }
  throw UsageError(text);
}

void minimise(const Task& task, const Log& log, const Clock& clock,
              const std::function<void()>& asked, Cell& cell) {
  const config::Options& o = task.options;
  if (!o.minimise || o.results_only || cell.falsifiers.empty()) return;
  const Phase phase("minimising");
  const campaign::Host host{
      .clock = clock, .memory = [] { return resident_bytes(); }, .alive = asked};
  SearchSettings search = search_settings(task);
  search.strategy = StrategyName::lineage;
  search.all = false;
  search.max_runs = 0;
  const execute::MinimiseSettings settings{o.externals, o.minimise_by, o.minimise_runs,
                                           o.max_runs.value_or(0)};
  const double deadline = o.time_limit_s.value_or(std::numeric_limits<double>::infinity());
  cell.minimisation = execute::minimise(task.program, task.fspec, task.setup(), search,
                                        cell.falsifiers.front(), settings, host, deadline);
  log.detail(
      fmt::format("{:.3f} s: minimised to {}", clock(), minimisation_line(*cell.minimisation)));
}

}  // namespace ldfi::app
