// What becomes of the messages of an execution when external events, or other messages, are taken away
// from it: then nodes send others, or send them at other ticks [DEMi16 §3.2].
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

/// An execution, as the schedule of what arrives in it.
class Recording {
 public:
  /// `ticks` are those of the schedule's execution.
  Recording(Schedule schedule, const Fspec& fspec, const std::vector<Tick>& ticks);

  /// How many deliveries there are: what a node sends another at one tick is one.
  [[nodiscard]] std::size_t size() const { return schedule_.deliveries.size(); }
  [[nodiscard]] const Elements& externals() const { return schedule_.externals; }

  /// What is executed if only these external events happen, and of the deliveries only `some` are
  /// expected; nothing if that does not violate. How messages are known again is what `by` says:
  /// - exact: by their tick. An execution in which anything is sent that the recording does not have
  ///   does not count.
  /// - recording: by sender, receiver, what they make hold, and their place among their equals. Those
  ///   that are not sent are left out, and others that are sent are pending.
  /// - type: likewise; and if that does not violate, the oldest that is pending of the same relation,
  ///   from and to the same nodes, takes the place of one that is not sent, or else the newest.
  [[nodiscard]] std::optional<Schedule> again(Trials& trials, MinimiseBy by,
                                              const Elements& externals,
                                              const Elements& some) const;

 private:
  using Sent = std::tuple<int, NodeId, NodeId, std::string>;

  [[nodiscard]] std::optional<Schedule> exactly(Trials& trials, const Schedule& part) const;

  Schedule schedule_;
  std::vector<std::vector<Expected>> messages_;  ///< by delivery
  std::set<Sent> sent_;
};

}  // namespace ldfi::minimise
