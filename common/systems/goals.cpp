#include "common/systems/goals.hpp"

namespace ldfi::systems {

std::vector<std::string> checker_names() {
  return {"echo", "unique-ids", "set", "counter", "lin-kv", "kafka", "txn"};
}

std::vector<std::string> consistency_names() {
  return {"read-uncommitted", "read-committed", "snapshot-isolation", "serializable",
          "strict-serializable"};
}

const std::vector<AcceptWord>& accept_words() {
  static const std::vector<AcceptWord> words{
      {"cas-code", &Accept::cas_code, Checker::lin_kv},
      {"initial-null", &Accept::initial_null, Checker::lin_kv},
      {"uncommitted-offset", &Accept::uncommitted_offset, Checker::kafka}};
  return words;
}

}  // namespace ldfi::systems
