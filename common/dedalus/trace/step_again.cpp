#include "common/dedalus/trace/step_again.hpp"

#include <algorithm>

namespace ldfi::trace {

void StepAgain::from(Time at, const FaultSet& faults, const eval::Model& model,
                     const eval::Stepper::Take& take) {
  load(at, model);
  step_.run(at.tick(), rows_, faults.faults());
  step_.transitions(take, true);
}

/// Loads the tuples that hold at the tick, and tuples of earlier ticks that literals rel(…)@T read.
void StepAgain::load(Time at, const eval::Model& model) {
  tuples_.clear();
  rows_.clear();
  const auto relations = static_cast<std::uint32_t>(program_.relations.size());
  for (std::uint32_t r = 0; r < relations; ++r) {
    if (program_.timeless != RelationId(r)) add(r, RelationId(r), at, model);
  }
  std::uint32_t table = relations;
  for (const auto& [relation, pinned] : step_.pinned()) {
    if (pinned < at) add(table, relation, pinned, model);
    ++table;
  }
}

void StepAgain::add(std::uint32_t table, RelationId relation, Time at, const eval::Model& model) {
  for (eval::Tuple& tuple : model.tuples(relation, at)) {
    rows_.push_back({table, tuples_.emplace_back(std::move(tuple)).data()});
  }
}

bool is_silent(const FaultSet& faults, const Channel& channel) {
  return std::any_of(faults.begin(), faults.end(), [&](const Fault& fault) {
    const bool stops = crashed_node(fault) == channel.from || std::holds_alternative<Pause>(fault);
    return stops && loses(fault, channel);
  });
}

}  // namespace ldfi::trace
