// The messages on which the good outcome of an execution may depend, as far as that can be seen
// from outside. These are the messages that carry values of clients from node to node, and those
// received before an answer. Searches use the lineage to order fault sets. The lineage proves
// nothing.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

struct Lineage {
  /// A message that carries a client's value, even if the message does not arrive.
  struct Carrier {
    std::string value;
    MessageId message;
    std::int64_t sent = 0;
    /// Number of the sender's activation in which the message was sent.
    std::uint64_t activation = 0;
  };
  std::vector<Carrier> carriers;
  /// For each value that a client sent, the node that received it first.
  std::map<std::string, std::string> values;
  std::set<std::string> nodes;  ///< nodes that clients sent requests to
  /// Messages that were received before an answer that may depend on them.
  std::set<MessageId> causes;
};

/// Returns the lineage of a recording. Of the values, only those in the recording's `carries` are
/// found.
[[nodiscard]] Lineage lineage_of(const Recording& recording);

}  // namespace ldfi::systems
