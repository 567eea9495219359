// Executes a schedule whose messages are given by name, perhaps from another version of the
// program. A message is identified by its sender, its receiver, the fact that it makes hold, and
// its number among equal messages in the order of sending. The tick does not matter.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "common/minimise/programs/trials.hpp"

namespace ldfi::minimise {

/// Numbers equal messages in the order of sending, from 1 on.
class SentSoFar {
 public:
  /// Adds the messages of the next tick, arrived and lost.
  void add(const Tick& tick);
  /// Returns the number of the message among equal messages sent so far, or 0 if none was sent.
  [[nodiscard]] int number(const Message& message) const;

 private:
  std::map<std::tuple<NodeId, NodeId, std::string>, int> sent_;
};

/// A message that should arrive.
struct Expected {
  NodeId from;
  NodeId to;
  std::string head;
  int nth = 1;
  std::int32_t late = 0;
};

struct Followed {
  std::optional<Executed> executed;  ///< nullopt if the execution ends in an arithmetic error
  Schedule schedule;                 ///< schedule that was executed
  std::vector<Tick> ticks;
  bool in_order = true;  ///< see Trials::in_order()
  /// The indices of expected messages that do not arrive, with the reasons.
  std::vector<std::pair<std::size_t, std::string>> missing;
  /// Messages that arrive but are not expected, with their ticks: they are sent together with
  /// expected messages.
  std::vector<std::pair<int, Message>> besides;
  [[nodiscard]] bool violates() const {
    return executed && !executed->judgement.holds() && in_order;
  }
};

/// Executes the program. Tick by tick, expected messages arrive when they are sent; all other
/// messages are pending. All messages that a node sends another node at one tick arrive together,
/// or those of one relation if relations are late on their own. Requires that the Fspec admits
/// the crashes.
/// `guess`: deliveries that are likely. Right guesses save executions; guesses do not change the
/// result.
Followed follow(Trials& trials, const Elements& externals, const std::vector<Fault>& crashes,
                const std::vector<Expected>& expected, std::vector<Delivery> guess = {});

}  // namespace ldfi::minimise
