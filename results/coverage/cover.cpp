#include "results/coverage/cover.hpp"

#include <fmt/core.h>

#include <unordered_map>
#include <unordered_set>

#include "common/base/errors.hpp"
#include "common/dedalus/trace/io_events.hpp"

namespace ldfi::results {
namespace {

/// The points of executions, each executed once, as long as they are few.
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
};

std::vector<Named> runs_of(const Cell& cell) {
  std::vector<Named> out;
  std::unordered_set<FaultSet> seen;
  const auto add = [&](const FaultSet& faults, std::string name) {
    if (seen.insert(faults).second) out.push_back({faults, std::move(name)});
  };
  for (const Execution& one : cell.executions) add(one.faults, std::to_string(one.id));
  add({}, "none");
  for (std::size_t f = 0; f < cell.falsifiers.size(); ++f) {
    add(cell.falsifiers[f].faults, fmt::format("f{}", f + 1));
  }
  return out;
}

}  // namespace

CoveredCell cover(const Subject& subject, const Cell& cell, const std::function<bool()>& enough) {
  CoveredCell out;
  Points points(subject);
  for (Named& run : runs_of(cell)) {
    if (enough()) {
      out.left.push_back(std::move(run.name));
      continue;
    }
    try {
      out.coverage.add(
          failures::covered_by(out.names.size(), run.faults,
                               [&](const FaultSet& faults) -> const failures::FailurePoints& {
                                 return points.of(faults);
                               }));
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
