// Decides which messages of an execution still arrive when external events or other messages are
// removed. Nodes may then send other messages, or send them at other ticks [DEMi16 §3.2].
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "common/base/settings.hpp"
#include "common/minimise/programs/follow.hpp"

namespace ldfi::minimise {

/// An execution that violates the invariant, as the schedule of the messages that arrive.
class Recording {
 public:
  /// `ticks` are the ticks of the execution of `schedule`.
  Recording(Schedule schedule, const Fspec& fspec, const std::vector<Tick>& ticks);

  /// Returns the number of deliveries. All messages that a node sends another node at one tick
  /// count as one delivery.
  [[nodiscard]] std::size_t size() const { return schedule_.deliveries.size(); }
  [[nodiscard]] const Elements& externals() const { return schedule_.externals; }

  /// Executes the program with only these external events, and expects only the deliveries `some`.
  /// Returns the schedule that was executed, or nullopt if the invariant is not violated. `by`
  /// decides how messages are recognised:
  /// - exact: by their tick. If a message is sent that the recording does not have, returns
  ///   nullopt.
  /// - recording: by sender, receiver, the fact that they make hold, and their number among equal
  ///   messages. Expected messages that are not sent are left out; unexpected messages are pending.
  /// - type: as with `recording`. If this does not violate the invariant, each expected message
  /// that is not sent is replaced with a pending message of the same relation, sender and receiver:
  /// first with the oldest, then with the newest.
  [[nodiscard]] std::optional<Schedule> again(Trials& trials, MinimiseBy by,
                                              const Elements& externals,
                                              const Elements& some) const;

 private:
  using Sent = std::tuple<int, NodeId, NodeId, std::string>;

  [[nodiscard]] std::optional<Schedule> exactly(Trials& trials, const Schedule& part) const;

  Schedule schedule_;
  std::vector<std::vector<Expected>> messages_;  ///< for each delivery, its messages
  std::set<Sent> sent_;
};

}  // namespace ldfi::minimise
