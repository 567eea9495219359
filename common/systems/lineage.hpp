// The messages on which the good outcome of an execution rests, as far as they are visible from
// outside. These are the messages that carry values of clients from node to node, and those
// received before an answer. Searches use the lineage to order fault sets. It proves nothing.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

struct Lineage {
  /// A message that carries a value, whatever its fate.
  struct Carrier {
    std::string value;
    MessageId message;
    std::int64_t sent = 0;
    std::uint64_t activation = 0;  ///< activation in which its sender sent it
  };
  std::vector<Carrier> carriers;
  std::map<std::string, std::string> values;  ///< value that a client sent, with the node that
                                              ///< received it first
  std::set<std::string> nodes;                ///< nodes that clients sent requests to
  std::set<MessageId> causes;                 ///< messages received before an answer that may rest
                                              ///< on them
};

/// Finds only the values that the recording lists in `carries`.
[[nodiscard]] Lineage lineage_of(const Recording& recording);

}  // namespace ldfi::systems
