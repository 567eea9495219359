#include "common/solve/recorded/choice.hpp"

#include "common/solve/recorded/fate_tree.hpp"
#include "common/solve/sat/make_solver.hpp"

namespace ldfi::recorded {

using systems::FaultSet;
using systems::Result;
using systems::Steer;

std::unique_ptr<RecordedSearch> Choice::make_search(const BudgetCheck& check, Steer steer) const {
  auto solver = sat::make_solver(settings_.solver, settings_.seed);
  if (check) solver->set_check(check);
  if (drawn_ == 0) {
    return std::make_unique<RecordedSearch>(std::move(solver), fspec_, settings_.level, outcomes_,
                                            steer);
  }
  return std::make_unique<RecordedSearch>(std::move(solver), fspec_, settings_.level,
                                          without_passed_draws(), steer);
}

std::vector<Outcome> Choice::without_passed_draws() const {
  std::vector<Outcome> out;
  for (std::size_t i = 0; i < outcomes_.size(); ++i) {
    const bool drawn = i > 0 && i <= drawn_;
    if (!drawn || outcomes_[i].result == Result::fail) out.push_back(outcomes_[i]);
  }
  return out;
}

/// A search for all counterexamples tries every fault set that is left, so no heuristic is needed.
Steer Choice::steer() const {
  if (!settings_.first || steering_over_) return Steer::none;
  // After a random fault set has violated a promise, the search ends before the choice of the
  // heuristic matters.
  if (draws_) return best_ ? Steer::mixed : Steer::none;
  return settings_.steer;
}

std::unique_ptr<Untried> Choice::make_left() {
  const bool tree = !no_tree_ && settings_.deterministic && steer() == Steer::none &&
                    FateTree::suits(fspec_, settings_.level);
  if (!tree) return make_search(settings_.check, steer());
  auto out = std::make_unique<FateTree>(fspec_);
  no_tree_ = !std::ranges::all_of(outcomes_, [&](const auto& one) { return out->add(one); });
  if (no_tree_) return make_left();
  return out;
}

Untried& Choice::left() {
  if (!left_) {
    left_ = make_left();
    for (const FaultSet& one : under_way_) left_->set_asked(one);
  }
  return *left_;
}

std::optional<FaultSet> Choice::steered_next() {
  if (!under_way_.empty() || (best_ && left().settled())) return std::nullopt;
  auto out = left().next();
  if (!out || left().steered()) return out;
  steering_over_ = true;
  steered_ = outcomes_.size();
  left_.reset();
  return left().next();
}

std::optional<FaultSet> Choice::next() {
  if (steer() != Steer::none) return steered_next();
  auto out = left().next();
  return out && best_ && !(*out < *best_) ? std::nullopt : out;
}

void Choice::note_failure(const Outcome& outcome) {
  const bool failed = settings_.first && outcome.result == Result::fail;
  if (failed && (!best_ || outcome.course.struck < *best_)) best_ = outcome.course.struck;
}

void Choice::settle(const Outcome& outcome) {
  under_way_.erase(outcome.asked);
  note_failure(outcome);
  if (left_ && !left_->add(outcome)) left_.reset();
}

void Choice::start_over() {
  best_.reset();
  for (const Outcome& one : outcomes_) note_failure(one);
  left_.reset();
}

}  // namespace ldfi::recorded
