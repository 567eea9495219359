// The faults of a recording: which messages could have been lost, how many activations each node
// had, and which of the injected faults struck.
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
    /// True if the message was received. Also true if it arrived when a crash with a restart, or a
    /// pause, began: without this message, that fault would begin at another time.
    bool received = false;
    bool silent = false;     ///< received, but the node changed no state and sent nothing
    bool too_early = false;  ///< arrived while its receiver was down, before a restart
    std::int64_t sent = 0;   ///< time of sending, in nanoseconds
  };
  std::vector<Attempt> attempts;  ///< messages that may be lost, in the order of sending
  /// Number of activations of each node. An activation that a crash with a restart prevented
  /// counts, too.
  std::map<std::string, std::uint64_t> activations;
  std::set<Activation> spared;  ///< activations before and during which the times of the Fspec
                                ///< allow no crash
  /// For each node that may be paused: its last activation that began, or that a crash or pause
  /// came before.
  std::map<std::string, std::uint64_t> approached;
  std::set<Activation> steady;  ///< activations before which the times of the Fspec allow no pause
  /// Number of messages sent in each activation, to nodes and clients. Empty unless nodes may crash
  /// during an activation.
  std::map<Activation, std::uint64_t> said;
  /// The held messages for which other numbers of activations lead to the same execution. Empty if
  /// nodes crash, are paused, or receive duplicates.
  std::vector<Joining> joinings;
  FaultSet struck;  ///< the injected faults that changed something
};

/// Follows the events of the recording. Reports each event that cannot have happened as recorded.
Course follow(const Recording& recording, std::vector<Diagnostic>& problems);

}  // namespace ldfi::systems
