#include "common/solve/recorded/fate_tree.hpp"

#include <algorithm>

namespace ldfi::recorded {

using systems::Course;
using systems::Delay;
using systems::Duplicate;
using systems::Fate;
using systems::FaultSet;
using systems::Loss;
using systems::MessageId;
using systems::Result;

namespace {

constexpr std::pair<Fate, std::int64_t> untouched{Fate::ok, 0};

/// Returns true if the Fspec admits only faults of single messages.
bool has_only_message_faults(const systems::Fspec& fspec) {
  bool out = true;
  systems::each_kind([&]<class Kind>(Kind*) {
    if (Kind::place != Place::message) out = out && Kind::most(fspec) == 0U;
  });
  return out;
}

}  // namespace

bool FateTree::suits(const systems::Fspec& fspec, ProofLevel level) {
  return level == ProofLevel::exact && has_only_message_faults(fspec) && fspec.resets == 0 &&
         fspec.hangs == 0 && std::ranges::none_of(fspec.delays, systems::is_behind);
}

FateTree::Turn FateTree::turn_of(const Course::Attempt& attempt, const FaultSet& struck) {
  switch (attempt.fate) {
    case Fate::lost:
      return {Fate::lost, 0};
    case Fate::late:
      return {Fate::late, struck.find<Delay>(attempt.message)->late};
    case Fate::doubled:
      return {Fate::doubled, struck.find<Duplicate>(attempt.message)->later};
    case Fate::ok:
    case Fate::dead:
    case Fate::pending:
      break;
  }
  return untouched;
}

FateTree::Turn FateTree::turn_under(const FaultSet& faults, const MessageId& id) {
  if (faults.has<Loss>(id)) return {Fate::lost, 0};
  if (const Delay* const delay = faults.find<Delay>(id)) return {Fate::late, delay->late};
  const Duplicate* const again = faults.find<Duplicate>(id);
  return again == nullptr ? untouched : Turn{Fate::doubled, again->later};
}

void FateTree::strike(FaultSet& faults, const MessageId& id, const Turn& turn) {
  if (turn.first == Fate::lost) faults.add(Loss{id});
  if (turn.first == Fate::late) faults.add(Delay{id, turn.second});
  if (turn.first == Fate::doubled) faults.add(Duplicate{id, turn.second});
}

void FateTree::branch(const MessageId& id, const FaultSet& before) {
  const auto note = [&](const systems::Fault& fault) {
    FaultSet one = before;
    one.add(fault);
    if (systems::within_limits(fspec_, one)) left_.insert(std::move(one));
  };
  systems::each_kind_of<Place::message>(
      [&]<class Kind>(Kind*) { systems::each_fault_at<Kind>(id, fspec_, note); });
}

bool FateTree::add(const Outcome& outcome) {
  if (outcome.result == Result::invalid) return false;
  std::size_t at = 0;
  FaultSet on_the_way;
  for (const Course::Attempt& one : outcome.course.attempts) {
    const Turn turn = turn_of(one, outcome.course.struck);
    const bool idle = turn == untouched && !one.received && !one.too_early;
    Point& point = points_[at];
    if (point.ends) return false;
    if (!point.message) {
      // The message had a fault, so no recording shows whether it would have been received.
      if (turn != untouched) return false;
      point.message = one.message;
      point.idle = idle;
      if (!idle) branch(one.message, on_the_way);
    }
    if (*point.message != one.message || (point.idle && !idle)) return false;
    if (turn == untouched && idle != point.idle) return false;
    strike(on_the_way, one.message, turn);
    const auto [next, fresh] = point.next.emplace(turn, points_.size());
    at = next->second;
    if (fresh) points_.emplace_back();
  }
  if (points_[at].message || on_the_way != outcome.asked) return false;
  points_[at].ends = true;
  if (outcome.result == Result::fail) failed_.push_back(std::move(on_the_way));
  return true;
}

bool FateTree::fails(const FaultSet& faults) const {
  return std::ranges::any_of(failed_, [&](const FaultSet& one) { return one.subset_of(faults); });
}

std::optional<FaultSet> FateTree::next() {
  while (!left_.empty()) {
    FaultSet out = std::move(left_.extract(left_.begin()).value());
    if (!asked_.contains(out) && !answered(out)) return out;
  }
  return std::nullopt;
}

bool FateTree::answered(const FaultSet& faults) {
  if (fails(faults)) return true;
  std::size_t at = 0;
  while (points_[at].message) {
    const Point& point = points_[at];
    const auto next = point.next.find(point.idle ? untouched : turn_under(faults, *point.message));
    if (next == point.next.end()) return false;
    at = next->second;
  }
  return points_[at].ends;
}

}  // namespace ldfi::recorded
