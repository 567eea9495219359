// What a recording says of faults: which messages could have been lost, how often each node did
// something, and which of the faults that were asked for struck.
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

/// What happened in a recording as far as faults are concerned.
struct Course {
  struct Attempt {
    MessageId message;
    Fate fate = Fate::ok;
    /// Or it is what a crash came before that is not for good, or a pause: without it the node would be
    /// down, or stand still, at another time.
    bool received = false;
    bool silent = false;     ///< received, and nothing came of it
    bool too_early = false;  ///< its receiver was down, and came back
    std::int64_t sent = 0;
  };
  std::vector<Attempt> attempts;  ///< of messages that may be lost, in order
  /// Of every node, with those that crashes prevented which were not for good.
  std::map<std::string, std::uint64_t> activations;
  std::set<Activation> spared;  ///< before and in these the Fspec's times allow no crash
  /// Of every node that may stand still: what it was about to do, or did; and those of these before which
  /// the Fspec's times allow no pause.
  std::map<std::string, std::uint64_t> approached;
  std::set<Activation> steady;
  /// How many messages were said in it, to nodes and clients; if nodes may crash in the middle of it.
  std::map<Activation, std::uint64_t> said;
  /// Of what came late behind activations, those of which it is known when they might as well have joined
  /// what comes next. Empty if nodes crash, stand still or get messages twice.
  std::vector<Joining> joinings;
  FaultSet struck;  ///< of its faults, those that changed something
};

/// Follows the events, and reports each one that cannot have happened as the recording says.
Course follow(const Recording& recording, std::vector<Diagnostic>& problems);

}  // namespace ldfi::systems
