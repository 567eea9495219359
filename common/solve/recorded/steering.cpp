#include "common/solve/recorded/steering.hpp"

#include <algorithm>
#include <set>
#include <variant>

namespace ldfi::recorded {

using systems::Course;
using systems::Lineage;
using systems::Result;
using systems::Steer;

Steering::Steering(sat::Solver& solver, FaultLiterals& literals, const systems::Fspec& fspec,
                   Steer way, const std::vector<Outcome>& outcomes)
    : solver_(solver),
      literals_(literals),
      fspec_(fspec),
      way_(way),
      assumption_(solver.new_variable()) {
  if (way_ == Steer::value) declare(outcomes);
  if (way_ == Steer::mixed) demand_every_kind();
  for (const Outcome& outcome : outcomes) add(outcome);
}

/// Declares the literals of goals (a node has a value at the end). A goal counts only if some
/// message is known to carry its value to the node, because otherwise it is unknown how the node
/// gets the value.
void Steering::declare(const std::vector<Outcome>& outcomes) {
  std::set<Goal> served;
  for (const Outcome& outcome : outcomes) {
    const Lineage& lineage = outcome.lineage;
    for (const Lineage::Carrier& one : lineage.carriers) {
      served.insert({one.value, one.message.to});
    }
    for (const auto& [value, source] : lineage.values) {
      for (const std::string& node : lineage.nodes) lacks_.emplace(Goal{value, node}, 0);
    }
  }
  FaultLiterals::Literals some{-assumption_};
  for (auto& [goal, literal] : lacks_) {
    literal = solver_.new_variable();
    if (served.contains(goal)) some.push_back(literal);
  }
  solver_.add(some);
  for (const Outcome& outcome : outcomes) {
    for (const auto& [value, source] : outcome.lineage.values) {
      // The client sent the value to this node directly, so the node always has the value.
      solver_.add({-assumption_, -lacks_.at({value, source})});
    }
  }
}

void Steering::demand_every_kind() {
  std::map<std::size_t, FaultLiterals::Literals> kinds;
  for (const auto& [fault, literal] : literals_.all()) {
    const bool some =
        std::visit([this]<class Kind>(const Kind&) { return Kind::most(fspec_) != 0U; }, fault);
    if (some) kinds[fault.index()].push_back(literal);
  }
  for (auto& [kind, some] : kinds) {
    some.push_back(-assumption_);
    solver_.add(some);
  }
}

bool Steering::knows(const Outcome& outcome) const {
  if (way_ != Steer::value) return true;
  return std::ranges::all_of(outcome.lineage.values, [&](const auto& value) {
    return std::ranges::all_of(outcome.lineage.nodes, [&](const std::string& node) {
      return lacks_.contains({value.first, node});
    });
  });
}

void Steering::add(const Outcome& outcome) {
  if (way_ == Steer::value && outcome.result != Result::invalid) add_carriers(outcome);
  const bool passed = outcome.result == Result::pass || outcome.result == Result::vacuous;
  if (way_ == Steer::happens_before && passed) add_causes(outcome);
}

void Steering::add_carriers(const Outcome& outcome) {
  for (const Lineage::Carrier& one : outcome.lineage.carriers) {
    const auto here = lacks_.find({one.value, one.message.to});
    if (here == lacks_.end()) continue;
    FaultLiterals::Literals clause{-assumption_, -here->second};
    const auto there = lacks_.find({one.value, one.message.from});
    if (there != lacks_.end()) clause.push_back(there->second);
    if (fspec_.may_fail(one.message, one.sent)) {
      clause.push_back(literals_.gone({one.message, {}, {}, {}, {}, one.sent}));
      const FaultLiterals::Literals& late = literals_.late(one.message);
      clause.insert(clause.end(), late.begin(), late.end());
    }
    const std::string& sender = one.message.from;
    if (literals_.crashes(sender) && one.activation > 0) {
      clause.push_back(literals_.down(sender, one.activation));
    }
    solver_.add(clause);
  }
}

void Steering::add_causes(const Outcome& outcome) {
  FaultLiterals::Literals clause{-assumption_};
  const auto all = [&clause](const FaultLiterals::Literals& some) {
    clause.insert(clause.end(), some.begin(), some.end());
  };
  for (const auto& [fault, literal] : literals_.all()) {
    if (outcome.course.struck.contains(fault)) clause.push_back(-literal);
  }
  for (const Course::Attempt& one : outcome.course.attempts) {
    if (!outcome.lineage.causes.contains(one.message)) continue;
    clause.push_back(literals_.gone(one));
    all(literals_.late(one.message));
    all(literals_.doubled(one.message));
    all(literals_.broken(one.message));
  }
  for (const auto& [node, count] : outcome.course.activations) {
    if (literals_.crashes(node) && count > 0) clause.push_back(literals_.down(node, count));
    for (const systems::Moment& when : literals_.moments(node, count)) {
      all(literals_.back({node, when}));
    }
    for (std::uint64_t k = 1; k <= count; ++k) all(literals_.paused({node, k}));
  }
  solver_.add(clause);
}

}  // namespace ldfi::recorded
