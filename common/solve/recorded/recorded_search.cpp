#include "common/solve/recorded/recorded_search.hpp"

#include <algorithm>
#include <ranges>

#include "common/base/contract.hpp"

namespace ldfi::recorded {

using systems::Course;
using systems::Fate;
using systems::FaultSet;
using systems::Result;

RecordedSearch::RecordedSearch(std::unique_ptr<sat::Solver> solver, const systems::Fspec& fspec,
                               ProofLevel level, const std::vector<Outcome>& outcomes)
    : solver_(std::move(solver)), fspec_(fspec), level_(level) {
  declare(outcomes);
  // An assumption, so that what was only asked is no proof.
  const sat::Literal once = solver_->new_variable();
  asked_ = {once};
  for (const Outcome& outcome : outcomes) exclude(outcome);
}

void RecordedSearch::exclude(const Outcome& outcome) {
  switch (outcome.result) {
    case Result::pass:
    case Result::vacuous:
      solver_->add(elsewhere(outcome));
      break;
    case Result::fail:
      solver_->add(without(outcome.course.struck));
      break;
    case Result::invalid: {
      Literals clause = other_than(outcome.asked);
      clause.push_back(-asked_.front());
      solver_->add(clause);
      break;
    }
  }
}

bool RecordedSearch::knows(const Outcome& outcome) const {
  const auto known = [this](const systems::MessageId& id) { return lost_.contains(id); };
  const auto attempted = [&](const Course::Attempt& one) { return known(one.message); };
  const auto enough = [this](const auto& count) {
    const auto found = activations_.find(count.first);
    return found != activations_.end() && count.second <= found->second;
  };
  return std::ranges::all_of(outcome.course.attempts, attempted) &&
         std::ranges::all_of(outcome.asked.losses, known) &&
         std::ranges::all_of(std::views::keys(outcome.asked.delays), known) &&
         std::ranges::all_of(outcome.course.activations, enough) &&
         std::ranges::all_of(outcome.asked.crashes, enough) &&
         std::ranges::all_of(std::views::keys(outcome.asked.restarts),
                             [&](const systems::Activation& one) {
                               return enough(std::pair(one.node, one.number));
                             });
}

bool RecordedSearch::add(const Outcome& outcome) {
  if (!knows(outcome)) return false;
  exclude(outcome);
  return true;
}

void RecordedSearch::declare(const std::vector<Outcome>& outcomes) {
  for (const Outcome& outcome : outcomes) {
    for (const Course::Attempt& one : outcome.course.attempts) lost_.emplace(one.message, 0);
    for (const systems::MessageId& id : outcome.asked.losses) lost_.emplace(id, 0);
    for (const auto& [id, late] : outcome.asked.delays) lost_.emplace(id, 0);
    for (const auto& [node, count] : outcome.course.activations) {
      activations_[node] = std::max(activations_[node], count);
    }
    for (const auto& [node, before] : outcome.asked.crashes) {
      activations_[node] = std::max(activations_[node], before);
    }
    for (const auto& [one, down] : outcome.asked.restarts) {
      activations_[one.node] = std::max(activations_[one.node], one.number);
    }
  }
  Literals losses;
  for (auto& [id, literal] : lost_) {
    literal = solver_->new_variable();
    losses.push_back(literal);
    FaultSet one;
    one.losses.insert(id);
    faults_.emplace_back(std::move(one), literal);
  }
  limit(losses, fspec_.omissions);
  declare_crashes();
  declare_restarts();
  declare_delays();
  Literals all;
  for (const auto& [fault, literal] : faults_) all.push_back(literal);
  limit(all, fspec_.faults);
  if (!all.empty()) size_.emplace(*solver_, all, 1);
}

/// Each message may be late by one of the values, if it is not lost.
void RecordedSearch::declare_delays() {
  Literals all;
  for (const auto& [id, lost] : lost_) {
    Literals& late = late_[id];
    for (const std::int64_t value : fspec_.delays) {
      const sat::Literal here = solver_->new_variable();
      solver_->add({-here, -lost});
      for (const sat::Literal other : late) solver_->add({-here, -other});
      late.push_back(here);
      all.push_back(here);
      FaultSet one;
      one.delays.emplace(id, value);
      faults_.emplace_back(std::move(one), here);
    }
  }
  limit(all, fspec_.delayed);
}

void RecordedSearch::declare_crashes() {
  Literals crashed;
  for (const auto& [node, count] : activations_) {
    if (!fspec_.may_crash(node) || count == 0) continue;
    Literals& down = down_[node];
    for (std::uint64_t k = 1; k <= count; ++k) {
      down.push_back(solver_->new_variable());
      const sat::Literal here = solver_->new_variable();  // it crashes before this very one
      solver_->add({-here, down.back()});
      if (k == 1) {
        solver_->add({here, -down.back()});
      } else {
        const sat::Literal before = down[k - 2];
        solver_->add({-before, down.back()});
        solver_->add({-here, -before});
        solver_->add({here, before, -down.back()});
      }
      FaultSet one;
      one.crashes.emplace(node, k);
      faults_.emplace_back(std::move(one), here);
    }
    crashed.push_back(down.back());
  }
  limit(crashed, fspec_.crashes);
}

/// A node may crash and come back as long as it has not crashed for good.
void RecordedSearch::declare_restarts() {
  Literals all;
  for (const auto& [node, count] : activations_) {
    if (!fspec_.may_restart(node)) continue;
    for (std::uint64_t k = 1; k <= count; ++k) {
      Literals& back = back_[{node, k}];
      for (const std::int64_t value : fspec_.down) {
        const sat::Literal here = solver_->new_variable();
        if (down_.contains(node)) solver_->add({-here, -down(node, k)});
        for (const sat::Literal other : back) solver_->add({-here, -other});
        back.push_back(here);
        all.push_back(here);
        FaultSet one;
        one.restarts.emplace(systems::Activation{node, k}, value);
        faults_.emplace_back(std::move(one), here);
      }
    }
  }
  limit(all, fspec_.restarts);
}

void RecordedSearch::limit(const Literals& literals, std::optional<std::uint64_t> most) {
  if (!most || *most >= literals.size()) return;
  const hazard::Counter counter(*solver_, literals, *most + 1);
  solver_->add({-counter.at_least(*most + 1)});
}

sat::Literal RecordedSearch::down(const std::string& node, std::uint64_t k) const {
  return down_.at(node).at(k - 1);
}

/// True for a message that may as well be lost; late it may change something. Of a node that crashes
/// it counts as an activation, and the crash would come at another one.
bool RecordedSearch::meaningless(const Course::Attempt& received, const Course& course) const {
  const auto of_it = [&received](const auto& restart) {
    return restart.first.node == received.message.to;
  };
  return level_ == ProofLevel::state && received.silent &&
         !course.struck.crashes.contains(received.message.to) &&
         std::ranges::none_of(course.struck.restarts, of_it);
}

void RecordedSearch::restart_elsewhere(const Outcome& outcome, const std::string& node,
                                       Literals& out) const {
  for (std::uint64_t k = 1; k <= outcome.course.activations.at(node); ++k) {
    const auto found = back_.find({node, k});
    if (found == back_.end()) return;
    const auto struck = outcome.course.struck.restarts.find({node, k});
    if (struck == outcome.course.struck.restarts.end()) {
      out.insert(out.end(), found->second.begin(), found->second.end());
    } else {
      const auto value = std::ranges::find(fspec_.down, struck->second);
      out.push_back(-found->second.at(static_cast<std::size_t>(value - fspec_.down.begin())));
    }
  }
}

RecordedSearch::Literals RecordedSearch::elsewhere(const Outcome& outcome) const {
  Literals out;
  for (const Course::Attempt& one : outcome.course.attempts) {
    const sat::Literal lost = lost_.at(one.message);
    const Literals& late = late_.at(one.message);
    if (one.fate == Fate::lost) {
      out.push_back(-lost);
    } else if (one.fate == Fate::late) {
      const auto value =
          std::ranges::find(fspec_.delays, outcome.course.struck.delays.at(one.message));
      out.push_back(-late.at(static_cast<std::size_t>(value - fspec_.delays.begin())));
    } else if (one.received || one.too_early) {
      if (one.received && !meaningless(one, outcome.course)) out.push_back(lost);
      out.insert(out.end(), late.begin(), late.end());
    }
  }
  for (const auto& [node, count] : outcome.course.activations) {
    restart_elsewhere(outcome, node, out);
    if (!down_.contains(node)) continue;
    const auto crash = outcome.course.struck.crashes.find(node);
    if (crash == outcome.course.struck.crashes.end()) {
      if (count > 0) out.push_back(down(node, count));
    } else {
      out.push_back(-down(node, crash->second));
      if (crash->second > 1) out.push_back(down(node, crash->second - 1));
    }
  }
  return out;
}

RecordedSearch::Literals RecordedSearch::without(const FaultSet& faults) const {
  Literals out;
  for (const auto& [fault, literal] : faults_) {
    if (fault.subset_of(faults)) out.push_back(-literal);
  }
  return out;
}

RecordedSearch::Literals RecordedSearch::other_than(const FaultSet& faults) const {
  Literals out;
  for (const auto& [fault, literal] : faults_) {
    out.push_back(fault.subset_of(faults) ? -literal : literal);
  }
  return out;
}

bool RecordedSearch::satisfiable(const Literals& assumptions) {
  const sat::Answer answer = solver_->solve(assumptions);
  LDFI_ENSURE(answer != sat::Answer::unknown, "no limit was set");
  return answer == sat::Answer::satisfiable;
}

bool RecordedSearch::exhausted() {
  return !satisfiable({});
}

bool RecordedSearch::minimal(const FaultSet& failed) {
  Literals others;
  for (const auto& [fault, literal] : faults_) {
    if (!fault.below(failed)) others.push_back(-literal);
  }
  return !satisfiable(others);
}

FaultSet RecordedSearch::chosen(const Literals& yes) const {
  FaultSet out;
  for (const auto& [fault, literal] : faults_) {
    if (std::ranges::find(yes, literal) == yes.end()) continue;
    out.losses.insert(fault.losses.begin(), fault.losses.end());
    out.crashes.insert(fault.crashes.begin(), fault.crashes.end());
    out.restarts.insert(fault.restarts.begin(), fault.restarts.end());
    out.delays.insert(fault.delays.begin(), fault.delays.end());
  }
  return out;
}

std::optional<FaultSet> RecordedSearch::next() {
  if (!satisfiable(asked_)) return std::nullopt;
  std::size_t size = 0;
  Literals fixed = asked_;
  const auto no_more_than = [&](std::size_t most) {
    Literals out = fixed;
    if (size_ && most < size_->size()) out.push_back(-size_->at_least(most + 1));
    return out;
  };
  while (!satisfiable(no_more_than(size))) {
    ++size;
    if (size_ && size_->size() < size + 1) size_->extend(size + 1);
  }
  fixed = no_more_than(size);
  Literals yes;
  for (const auto& [fault, literal] : faults_) {
    if (yes.size() == size) break;
    fixed.push_back(literal);
    if (satisfiable(fixed)) {
      yes.push_back(literal);
    } else {
      fixed.back() = -literal;
    }
  }
  FaultSet out = chosen(yes);
  Literals clause = other_than(out);
  clause.push_back(-asked_.front());
  solver_->add(clause);
  return out;
}

}  // namespace ldfi::recorded
