#include "results/views/coverage/cover.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "common/base/errors.hpp"
#include "common/dedalus/trace/io_events.hpp"

namespace ldfi::results {
namespace {

/// Executes fault sets and returns their failure points: the moments at which faults happened or
/// could have happened. Keeps the points of some fault sets, so that these are executed only once.
class Points {
 public:
  explicit Points(const Subject& subject)
      : subject_(subject), events_(subject.program(), subject.fspec()) {}

  const failures::FailurePoints& of(const FaultSet& faults) {
    const auto known = known_.find(faults);
    if (known != known_.end()) return known->second;
    constexpr std::size_t most = 10'000;
    if (known_.size() == most) known_.clear();
    const Rerun run = subject_.execute(faults);
    return known_.try_emplace(faults, subject_.fspec(), faults, events_.of(faults, *run.model))
        .first->second;
  }

 private:
  const Subject& subject_;
  trace::IoEvents events_;
  std::unordered_map<FaultSet, failures::FailurePoints> known_;
};

struct Named {
  FaultSet faults;
  std::string name;
  bool minimal = false;  ///< true if the fault set is a minimal counterexample
};

std::vector<Named> runs_of(const Cell& cell) {
  std::vector<Named> out;
  std::unordered_set<FaultSet> seen;
  std::unordered_set<FaultSet> minimal;
  for (const Falsifier& one : cell.falsifiers) {
    if (one.minimal) minimal.insert(one.faults);
  }
  const auto add = [&](const FaultSet& faults, std::string name) {
    if (seen.insert(faults).second) {
      out.push_back({faults, std::move(name), minimal.contains(faults)});
    }
  };
  for (const Execution& one : cell.executions) add(one.faults, std::to_string(one.id));
  add({}, "none");
  for (std::size_t f = 0; f < cell.falsifiers.size(); ++f) {
    add(cell.falsifiers[f].faults, fmt::format("f{}", f + 1));
  }
  return out;
}

/// Returns true if the search found all minimal counterexamples, or proved that there are none.
bool has_all(const RunRecord& run, const Cell& cell) {
  const std::string strategy = option_of(run, "strategy");
  const bool exact =
      strategy == "exhaustive" || (strategy == "lineage" && option_of(run, "negation") == "exact");
  // A certified cell may have counterexamples, because some specifications do not affect the
  // verdict.
  const bool whole =
      (cell.verdict == Verdict::certified && cell.falsifiers.empty()) ||
      ((cell.verdict == Verdict::certified || cell.verdict == Verdict::counterexample) &&
       option_of(run, "stop") == "all");
  return exact && whole && cell.reason.empty() && option_of(run, "known").empty() &&
         std::ranges::all_of(cell.falsifiers, [](const Falsifier& one) { return one.minimal; });
}

}  // namespace

std::optional<Excluded> excluded_by_proof(const RunRecord& run, const Cell& cell,
                                          const CoveredCell& covered) {
  std::unordered_set<FaultSet> falsifiers;
  for (const Falsifier& one : cell.falsifiers) falsifiers.insert(one.faults);
  if (!has_all(run, cell) || covered.falsifiers.runs().size() != falsifiers.size()) {
    return std::nullopt;
  }
  Excluded out{covered.coverage.ids().size(), covered.coverage.pairs().all};
  for (const failures::CoveredId& one : covered.falsifiers.ids()) out.ids -= one.exercised > 0;
  out.pairs -= covered.falsifiers.pairs().exercised;
  return out;
}

CoveredCell cover(const Subject& subject, const Cell& cell, const std::function<bool()>& enough) {
  CoveredCell out;
  Points points(subject);
  for (Named& run : runs_of(cell)) {
    if (enough()) {
      out.left.push_back(std::move(run.name));
      continue;
    }
    try {
      const auto covered =
          failures::covered_by(out.names.size(), run.faults,
                               [&](const FaultSet& faults) -> const failures::FailurePoints& {
                                 return points.of(faults);
                               });
      if (run.minimal) out.falsifiers.add(covered);
      out.coverage.add(covered);
      out.names.push_back(std::move(run.name));
    } catch (const BudgetExceeded&) {
      out.left.push_back(std::move(run.name));
    } catch (const SourcedError&) {
      out.left.push_back(std::move(run.name));
    }
  }
  return out;
}

}  // namespace ldfi::results
