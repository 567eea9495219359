// Executes a schedule that says by name which messages arrive, perhaps one of another version of the
// program: a message is known by its sender and receiver, what it makes hold, and its place among its
// equals in the order of sending, whatever the tick.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "common/minimise/programs/trials.hpp"

namespace ldfi::minimise {

/// Numbers messages among their equals, from 1 on.
class SentSoFar {
 public:
  /// The next tick: what arrives of it, and what does not.
  void add(const Tick& tick);
  /// Which one it is of those that were sent so far.
  [[nodiscard]] int number(const Message& message) const;

 private:
  std::map<std::tuple<NodeId, NodeId, std::string>, int> sent_;
};

/// A message that is to arrive.
struct Expected {
  NodeId from;
  NodeId to;
  std::string head;
  int nth = 1;
  std::int32_t late = 0;
};

struct Followed {
  std::optional<Executed> executed;  ///< nothing if it ends in an arithmetic error
  Schedule schedule;                 ///< what was executed
  std::vector<Tick> ticks;
  bool in_order = true;  ///< see Trials::in_order()
  /// Of those that are expected: which do not happen, and why.
  std::vector<std::pair<std::size_t, std::string>> missing;
  /// Arrive, and are not expected: they are sent with others that are.
  std::vector<std::pair<int, Message>> besides;
  [[nodiscard]] bool violates() const {
    return executed && !executed->judgement.holds() && in_order;
  }
};

/// Tick by tick, what is sent and expected arrives; all else is pending. All that a node sends another
/// at a tick arrives together. The crashes must be admitted, and so must each expected lateness.
/// `guess`: what may arrive. Where it is right it saves executions, and it changes nothing else.
Followed follow(Trials& trials, const Elements& externals, const std::vector<Fault>& crashes,
                const std::vector<Expected>& expected, std::vector<Delivery> guess = {});

}  // namespace ldfi::minimise
