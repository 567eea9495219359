// The course of a recording, as far as faults are concerned: which messages could have been lost,
// how many activations each node had, and which injected faults had an effect.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/systems/joining.hpp"
#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// The events of one recording, as far as faults are concerned.
struct Course {
  struct Attempt {
    MessageId message;
    Fate fate = Fate::ok;
    /// True if the message was received. Also true if it arrived at the moment at which a pause, or
    /// a crash with a restart, began: without this message, that fault would begin at another time.
    bool received = false;
    /// True if the receiver changed no state and sent nothing after receiving the message.
    bool silent = false;
    /// True if the message arrived while its receiver was down, before a restart.
    bool too_early = false;
    std::int64_t sent = 0;  ///< time of sending, in nanoseconds
  };
  std::vector<Attempt> attempts;  ///< messages that may be lost, in the order of sending
  /// Number of activations of each node. Activations that a crash with a restart prevented are
  /// included.
  std::map<std::string, std::uint64_t> activations;
  /// Activations during which and before which the times of the Fspec allow no crash.
  std::set<Activation> spared;
  /// For each node that may be paused, the number of the last activation that began, or that a
  /// crash or pause prevented or postponed.
  std::map<std::string, std::uint64_t> approached;
  std::set<Activation> steady;  ///< activations before which the times of the Fspec allow no pause
  /// Number of messages to nodes and clients that were sent in each activation. Empty unless nodes
  /// may crash during an activation.
  std::map<Activation, std::uint64_t> said;
  /// The held messages for which a delay by other numbers of activations leads to the same
  /// execution. Empty if nodes crash, are paused, or receive duplicates.
  std::vector<Joining> joinings;
  FaultSet struck;  ///< injected faults that changed something
};

/// Returns the course of the recording. Reports each event that cannot have happened as recorded.
Course follow(const Recording& recording, std::vector<Diagnostic>& problems);

}  // namespace ldfi::systems
