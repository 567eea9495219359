#include "master/face/summary_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "common/base/contract.hpp"
#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"

namespace ldfi::app {

const Cell& decisive_cell(const RunRecord& run) {
  LDFI_REQUIRE(!run.cells.empty(), "a run has at least one cell");
  if (run.decisive) return run.cells.at(*run.decisive);
  return *std::min_element(run.cells.begin(), run.cells.end(), [](const Cell& a, const Cell& b) {
    return worse(a.verdict, b.verdict);
  });
}

bool all_wanted(const RunRecord& run) {
  return option_of(run, "stop") == "all";
}

namespace {

/// Returns true if a search with this verdict has found all minimal counterexamples. If the
/// failure-free run violates a promise, the empty fault set is the only minimal counterexample.
bool all_known_of(const RunRecord& run, Verdict verdict) {
  if (verdict == Verdict::counterexample) return all_wanted(run);
  return verdict != Verdict::inconclusive;
}

}  // namespace

bool all_known(const RunRecord& run, const Cell& cell) {
  if (cell.unfinished || !all_known_of(run, cell.verdict)) return false;
  const bool each = std::ranges::all_of(
      cell.specifications, [&](const auto& one) { return all_known_of(run, one.verdict); });
  if (!each || cell.falsifiers.empty()) return each;
  return is_exhaustive(run) && std::ranges::all_of(cell.falsifiers, &Falsifier::minimal);
}

std::string reason_text(const RunRecord& run, const std::string& reason) {
  if (reason == "runs") return "limit of " + option_of(run, "max-runs") + " executions";
  if (reason != "time" && reason != "memory") return reason;
  return fmt::format("{} limit of {}", reason, option_of(run, reason + "-limit"));
}

Repeats repeats_of(const Cell& cell) {
  LDFI_REQUIRE(!cell.repeats.empty(), "the cell has several searches");
  Repeats out;
  std::vector<double> runs;
  double sum = 0;
  for (const Repeat& row : cell.repeats) {
    runs.push_back(static_cast<double>(row.executed));
    sum += runs.back();
    if (row.verdict == Verdict::counterexample) ++out.found;
  }
  std::sort(runs.begin(), runs.end());
  out.searches = runs.size();
  out.min = runs.front();
  out.max = runs.back();
  out.median = (runs[(runs.size() - 1) / 2] + runs[runs.size() / 2]) / 2;
  out.mean = sum / static_cast<double>(runs.size());
  return out;
}

}  // namespace ldfi::app
