// Summarises a recording for the search of faults. The summary says which messages could have been
// lost, how many messages and timers each node handled (its activations), and which injected faults
// had an effect.
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

/// Summary of one recording: the facts from which a search decides which faults are possible.
struct Course {
  struct Attempt {
    MessageId message;
    Fate fate = Fate::ok;
    /// True if the message was received. Also true if the message arrived when a pause, or a crash
    /// with a restart, began. Without the message, that fault would begin at another time.
    bool received = false;
    /// True if the receiver changed no state and sent nothing after receiving the message.
    bool silent = false;
    /// True if the message arrived while its receiver was down and was going to restart.
    bool too_early = false;
    std::int64_t sent = 0;  ///< time of sending, in nanoseconds
  };
  std::vector<Attempt> attempts;  ///< messages that may be lost, in the order of sending
  /// Number of activations (handled messages and timers) of each node. Also counts activations that
  /// did not happen because of a crash with a restart.
  std::map<std::string, std::uint64_t> activations;
  /// Activations before and during which the Fspec allows no crash, because of their time.
  std::set<Activation> spared;
  /// For each node that may be paused, the number of its last activation. This activation may have
  /// been prevented by a crash or postponed by a pause.
  std::map<std::string, std::uint64_t> approached;
  std::set<Activation> steady;  ///< activations before which the Fspec allows no pause, because of
                                ///< their time
  /// Number of messages to nodes and clients that a node sent in each activation. Empty unless the
  /// Fspec allows crashes during activations.
  std::map<Activation, std::uint64_t> said;
  /// Messages that waited until their receiver had handled other messages, with the other lengths
  /// of this wait that lead to the same execution. Empty if nodes crash, are paused, or receive
  /// duplicates.
  std::vector<Joining> joinings;
  FaultSet struck;  ///< injected faults that had an effect
};

/// Returns the summary of the recording. Reports each event that cannot have happened as recorded.
Course follow(const Recording& recording, std::vector<Diagnostic>& problems);

}  // namespace ldfi::systems
