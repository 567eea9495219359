// What the good end of an execution rests on, as far as it can be seen from outside: which messages
// carry what clients asked for from node to node, and which came before the answers that clients got.
// It says which faults to try first, and proves nothing.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

struct Lineage {
  /// A message with a value in it, whatever became of it.
  struct Carrier {
    std::string value;
    MessageId message;
    std::int64_t sent = 0;
    std::uint64_t activation = 0;  ///< of its sender, that said it
  };
  std::vector<Carrier> carriers;
  std::map<std::string, std::string> values;  ///< that clients asked for → of which node
  std::set<std::string> nodes;                ///< that clients asked
  std::set<MessageId> causes;                 ///< received before an answer that may rest on them
};

/// Values are known as far as the recorder said them (`carries`).
[[nodiscard]] Lineage lineage_of(const Recording& recording);

}  // namespace ldfi::systems
