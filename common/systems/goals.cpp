#include "common/systems/goals.hpp"

namespace ldfi::systems {

std::vector<std::string> checker_names() {
  return {"echo", "unique-ids", "set", "counter", "lin-kv", "kafka", "txn"};
}

std::vector<std::string> consistency_names() {
  return {"read-uncommitted", "read-committed", "snapshot-isolation", "serializable",
          "strict-serializable"};
}

}  // namespace ldfi::systems
