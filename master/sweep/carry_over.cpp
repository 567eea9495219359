#include "master/sweep/carry_over.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace ldfi::sweep {
namespace {

/// True if the search ended without an error or a budget that ran out, and every falsifier is known
/// to be minimal.
bool whole(const Cell& report) {
  return report.error.empty() && report.reason.empty() && report.verdict != Verdict::inconclusive &&
         std::all_of(report.falsifiers.begin(), report.falsifiers.end(),
                     [](const Falsifier& f) { return f.minimal; });
}

}  // namespace

std::optional<Cell> implied(const Rules& rules, const Point& large, const Cell& report,
                            const Point& small) {
  LDFI_REQUIRE(contains(large, small), "what is searched contains what is implied");
  if (!rules.complete || !whole(report)) return std::nullopt;
  Cell out;
  out.verdict = report.verdict;
  out.failure_free_pre = report.failure_free_pre;
  out.failure_free_post = report.failure_free_post;
  for (const Falsifier& f : report.falsifiers) {
    if (admits(small, rules.mode, f.faults)) out.falsifiers.push_back(f);
  }
  if (report.verdict != Verdict::counterexample) return out;
  if (!out.falsifiers.empty()) return out;
  if (!rules.all) return std::nullopt;  // small may have a falsifier greater than large's least
  out.verdict = report.failure_free_pre == 0 ? Verdict::vacuous : Verdict::certified;
  return out;
}

std::optional<Cell> rescued(const Rules& rules, const Cell& large, const Cell& small) {
  const bool useful = large.verdict == Verdict::inconclusive && large.error.empty() &&
                      small.verdict == Verdict::counterexample && small.error.empty();
  if (!rules.complete || !useful) return std::nullopt;
  Cell out = large;
  out.verdict = Verdict::counterexample;
  out.falsifiers = small.falsifiers;
  return out;
}

}  // namespace ldfi::sweep
