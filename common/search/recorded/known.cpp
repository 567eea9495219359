#include "common/search/recorded/known.hpp"

#include <algorithm>
#include <tuple>

namespace ldfi::search {

namespace {

/// Returns the indices of failed executions that are counterexamples, sorted by their faults. An
/// execution is left out if its faults contain those of another failed execution.
std::vector<std::size_t> counterexamples(const Recorded& all) {
  std::vector<std::size_t> failed;
  for (std::size_t i = 0; i < all.outcomes.size(); ++i) {
    if (all.outcomes[i].result == systems::Result::fail) failed.push_back(i);
  }
  const auto faults = [&all](std::size_t i) -> const systems::FaultSet& {
    return all.outcomes[i].course.struck;
  };
  // Among executions with the same faults, one that requested no further faults comes first.
  std::ranges::stable_sort(failed, {}, [&all](std::size_t i) {
    return std::tie(all.outcomes[i].course.struck, all.outcomes[i].asked);
  });
  std::vector<std::size_t> out;
  for (const std::size_t i : failed) {
    const auto inside = [&](std::size_t other) { return faults(other).below(faults(i)); };
    if (std::ranges::none_of(out, inside)) out.push_back(i);
  }
  return out;
}

}  // namespace

Known known_so_far(const Recorded& all) {
  Known out;
  for (const systems::Recording& one : all.recordings) {
    ++out.results.at(static_cast<std::size_t>(one.result));
    out.deterministic = out.deterministic && one.deterministic;
  }
  for (const std::size_t i : counterexamples(all)) {
    out.falsifiers.push_back({i, all.outcomes[i].course.struck, false});
  }
  return out;
}

Known known_of(const Recorded& all, recorded::RecordedSearch& search) {
  Known out = known_so_far(all);
  for (RecordedFalsifier& one : out.falsifiers) {
    one.minimal = out.deterministic && search.minimal(one.faults);
  }
  out.exhausted = search.exhausted();
  return out;
}

Verdict verdict_of(const Known& known) {
  if (!known.falsifiers.empty()) {
    return known.falsifiers.front().faults.empty() ? Verdict::broken : Verdict::counterexample;
  }
  const bool passed = known.results[static_cast<std::size_t>(systems::Result::pass)] > 0;
  if (!known.exhausted || !known.deterministic) return Verdict::inconclusive;
  return passed ? Verdict::certified : Verdict::vacuous;
}

}  // namespace ldfi::search
