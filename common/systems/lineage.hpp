// Finds the messages on which the result of a passing execution may depend, as far as that can be
// seen from outside. Such messages carry values of clients from node to node, or were received
// before an answer to a client. A search uses this lineage to choose which fault sets it tries
// first. The lineage proves nothing.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

struct Lineage {
  /// A message that carries a client's value. It need not arrive.
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
  std::set<std::string> nodes;  ///< nodes to which clients sent requests
  /// Messages that were received before an answer to a client and may have influenced it.
  std::set<MessageId> causes;
};

/// Returns the lineage of a recording. It contains only those values that the recording lists under
/// `carries`.
[[nodiscard]] Lineage lineage_of(const Recording& recording);

}  // namespace ldfi::systems
