#include "master/task/externals.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/report.hpp"

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
         as_hints(did_you_mean(guess))});
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

}  // namespace ldfi::app
