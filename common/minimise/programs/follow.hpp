// Executes a schedule whose messages are given by name, perhaps from another version of the
// program. A message is identified by its sender, its receiver, and the fact that it makes hold.
// Equal messages are numbered in the order of sending. The ticks of messages do not matter.
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
  /// Adds the messages of the next tick, both those that arrive and those that are lost.
  void add(const Tick& tick);
  /// Returns the number of the message among equal messages, or 0 if no such message was sent yet.
  [[nodiscard]] int number(const Message& message) const;

 private:
  std::map<std::tuple<NodeId, NodeId, std::string>, int> sent_;
};

/// A message that a schedule expects to arrive.
struct Expected {
  NodeId from;
  NodeId to;
  std::string head;
  int nth = 1;
  std::int32_t late = 0;
};

struct Followed {
  std::optional<Executed> executed;  ///< nullopt if the execution ends in an arithmetic error
  Schedule schedule;                 ///< the schedule that was executed
  std::vector<Tick> ticks;
  /// False if channels are fifo and a message overtakes another one, see Trials::in_order().
  bool in_order = true;
  /// The indices of expected messages that do not arrive, with the reasons.
  std::vector<std::pair<std::size_t, std::string>> missing;
  /// Unexpected messages that arrive because they are sent together with expected messages, and
  /// their ticks.
  std::vector<std::pair<int, Message>> unexpected;
  [[nodiscard]] bool violates() const {
    return executed && !executed->judgement.holds() && in_order;
  }
};

/// Executes the program. At each tick, expected messages arrive if they are sent; all other
/// messages are pending. All messages that a node sends another node at one tick arrive together,
/// or those of one relation if relations are delayed separately. Requires that the Fspec admits the
/// crashes. `guess` are deliveries that are likely: right guesses save executions, and no guess
/// changes the result.
Followed follow(Trials& trials, const Elements& externals, const std::vector<Fault>& crashes,
                const std::vector<Expected>& expected, std::vector<Delivery> guess = {});

}  // namespace ldfi::minimise
