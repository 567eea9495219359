#include "master/sweep/carry_over.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "common/base/contract.hpp"
#include "common/record/specification.hpp"

namespace ldfi::sweep {
namespace {

bool inconclusive(const SpecificationResult& one) {
  return one.verdict == Verdict::inconclusive;
}

/// Returns true if the search of the cell ended without an error and within its budget, and each of
/// its counterexamples is known to be minimal.
bool whole(const Cell& report) {
  return report.error.empty() && report.reason.empty() && report.verdict != Verdict::inconclusive &&
         std::none_of(report.specifications.begin(), report.specifications.end(), inconclusive) &&
         std::all_of(report.falsifiers.begin(), report.falsifiers.end(),
                     [](const Falsifier& f) { return f.minimal; });
}

/// Collects the counterexamples of specifications from several cells. Keeps each counterexample
/// once, sorted.
class Falsifiers {
 public:
  void add(std::size_t specification, const Falsifier& falsifier) {
    found_.emplace(falsifier.faults, std::pair(falsifier, Indexes{}))
        .first->second.second.push_back(specification);
  }

  /// Sets the counterexamples of the cell and of its specifications. Requires that the verdicts of
  /// the specifications are set.
  void settle(Cell& cell) const {
    cell.falsifiers.clear();
    for (SpecificationResult& one : cell.specifications) one.falsifiers.clear();
    for (const auto& [faults, named] : found_) {
      for (const std::size_t s : named.second) {
        const auto index = static_cast<std::uint32_t>(cell.falsifiers.size());
        cell.specifications[s].falsifiers.push_back(index);
      }
      cell.falsifiers.push_back(named.first);
    }
    cell.verdict = worst(cell.specifications);
  }

 private:
  using Indexes = std::vector<std::size_t>;
  std::map<FaultSet, std::pair<Falsifier, Indexes>> found_;
};

/// Returns what implied() returns, for a program with specifications. Returns nullopt unless the result of
/// every specification follows.
std::optional<Cell> implied_for_each(const Rules& rules, const Cell& report, const Point& small,
                                     Cell out) {
  Falsifiers kept;
  out.specifications = report.specifications;
  for (std::size_t s = 0; s < out.specifications.size(); ++s) {
    SpecificationResult& one = out.specifications[s];
    bool any = false;
    for (const std::uint32_t f : report.specifications[s].falsifiers) {
      if (!admits(small, rules.mode, report.falsifiers[f].faults)) continue;
      kept.add(s, report.falsifiers[f]);
      any = true;
    }
    if (one.verdict != Verdict::counterexample || any) continue;
    // If nothing was in `pre`, a specification with this name may be the program's invariant. Then it
    // promises nothing, and must not be certified.
    const bool perhaps_vacuous = one.says.name == "invariant" && report.failure_free_pre == 0;
    if (!rules.all || perhaps_vacuous) return std::nullopt;
    one.verdict = Verdict::certified;
  }
  kept.settle(out);
  return out;
}

/// Returns what rescued() returns, for a program with specifications. `large` has no specifications if its
/// cell was never searched.
std::optional<Cell> rescued_for_each(Cell large, const Cell& small) {
  const bool has_no_specifications = large.specifications.empty();
  for (std::size_t s = 0; has_no_specifications && s < small.specifications.size(); ++s) {
    large.specifications.push_back({small.specifications[s].says, Verdict::inconclusive, {}});
  }
  Falsifiers known;
  Cell out = large;
  bool any = false;
  for (std::size_t s = 0; s < out.specifications.size(); ++s) {
    const bool violated = !small.specifications[s].falsifiers.empty();
    const bool useful = inconclusive(out.specifications[s]) && violated;
    any = any || useful;
    const Cell& from = useful ? small : large;
    out.specifications[s].verdict = from.specifications[s].verdict;
    for (const std::uint32_t f : from.specifications[s].falsifiers) {
      known.add(s, from.falsifiers[f]);
    }
  }
  if (!any) return std::nullopt;
  known.settle(out);
  return out;
}

}  // namespace

std::optional<Cell> implied(const Rules& rules, const Point& large, const Cell& report,
                            const Point& small) {
  LDFI_REQUIRE(contains(large, small),
               "the searched Fspec contains the Fspecs that follow from it");
  if (!rules.complete || !whole(report)) return std::nullopt;
  Cell out;
  out.verdict = report.verdict;
  out.failure_free_pre = report.failure_free_pre;
  out.failure_free_post = report.failure_free_post;
  if (!report.specifications.empty()) return implied_for_each(rules, report, small, std::move(out));
  for (const Falsifier& f : report.falsifiers) {
    if (admits(small, rules.mode, f.faults)) out.falsifiers.push_back(f);
  }
  if (report.verdict != Verdict::counterexample) return out;
  if (!out.falsifiers.empty()) return out;
  // The counterexample of `small` may be greater than the least counterexample of `large`.
  if (!rules.all) return std::nullopt;
  out.verdict = report.failure_free_pre == 0 ? Verdict::vacuous : Verdict::certified;
  return out;
}

std::optional<Cell> rescued(const Rules& rules, const Cell& large, const Cell& small) {
  const bool errors = !large.error.empty() || !small.error.empty();
  if (!rules.complete || errors) return std::nullopt;
  if (!small.specifications.empty()) return rescued_for_each(large, small);
  const bool useful =
      large.verdict == Verdict::inconclusive && small.verdict == Verdict::counterexample;
  if (!useful) return std::nullopt;
  Cell out = large;
  out.verdict = Verdict::counterexample;
  out.falsifiers = small.falsifiers;
  return out;
}

}  // namespace ldfi::sweep
