#include "master/app/why.hpp"

#include <chrono>

#include "common/base/errors.hpp"
#include "master/face/summary_parts.hpp"
#include "results/compare/story.hpp"
#include "results/lineage/outcome.hpp"

namespace ldfi::app {
namespace {

/// Of one execution. To explain one takes some ten times as long as to execute it, for each fault.
constexpr std::chrono::milliseconds patience{100};
constexpr std::size_t most_faults = 20;

}  // namespace

std::string why_text(const RunRecord& run) {
  const Cell& cell = decisive_cell(run);
  if (cell.falsifiers.empty() || run.program.empty()) return "";
  const FaultSet& faults = cell.falsifiers.front().faults;
  if (faults.size() > most_faults) return "";
  try {
    const auto began = std::chrono::steady_clock::now();
    const results::Subject subject(run, cell);
    if (std::chrono::steady_clock::now() - began > patience) return "";
    const results::Rerun bad = subject.execute(faults);
    const auto why = results::explain_outcome(subject, bad, subject.failure_free());
    return results::story_text(results::tell_story(subject, bad, why), "  ");
  } catch (const InputError&) {
    return "";  // without its faults it ends in an arithmetic error
  } catch (const BudgetExceeded&) {
    return "";
  }
}

}  // namespace ldfi::app
