#include "master/programs/why.hpp"

#include <chrono>

#include "common/base/errors.hpp"
#include "master/face/summary_parts.hpp"
#include "results/views/compare/story.hpp"
#include "results/views/lineage/outcome.hpp"

namespace ldfi::app {
namespace {

/// The time limit for two executions and for the explanation of the second execution.
constexpr std::chrono::milliseconds patience{300};
constexpr std::size_t most_faults = 20;

}  // namespace

std::string why_text(const RunRecord& run, const BudgetCheck& check) {
  const Cell& cell = decisive_cell(run);
  if (cell.falsifiers.empty() || run.program.empty()) return "";
  const FaultSet& faults = cell.falsifiers[choose_falsifier_to_show(cell)->falsifier].faults;
  if (faults.size() > most_faults) return "";
  const auto end = std::chrono::steady_clock::now() + patience;
  const BudgetCheck go_on = [&] {
    if (std::chrono::steady_clock::now() > end)
      throw BudgetExceeded("time", "the story takes long");
    if (check) check();
  };
  try {
    go_on();
    const results::Subject subject(run, cell);
    go_on();
    const results::Rerun bad = subject.execute(faults);
    const auto why =
        results::explain_outcome(subject, bad, subject.failure_free(), {.check = go_on});
    return results::story_text(results::make_story(subject, bad, why), "  ");
  } catch (const InputError&) {
    return "";  // the failure-free run ends in an arithmetic error
  } catch (const BudgetExceeded&) {
    return "";
  }
}

}  // namespace ldfi::app
