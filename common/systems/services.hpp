// Maelstrom's services: lin-kv, seq-kv and lww-kv store values, lin-tso hands out numbers. They
// never crash. Faults may strike their messages like messages between nodes. Each service handles
// one request at a time, which is stronger than seq-kv and lww-kv promise. The table in
// docs/reference/virtual-time-services.md#services compares each request with Maelstrom's.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ldfi::systems {

[[nodiscard]] const std::vector<std::string>& service_names();

class Service {
 public:
  /// Requires that `name` is in service_names().
  explicit Service(std::string name) : name_(std::move(name)) {}

  /// Returns the body of the answer, without ids. `body` is an object; a field that is absent counts as
  /// null.
  nlohmann::json answer(const nlohmann::json& body);

 private:
  nlohmann::json answer_of_store(const nlohmann::json& body);

  std::string name_;
  std::map<std::string, nlohmann::json> values_;  ///< by key, as JSON
  std::uint64_t last_ = 0;                        ///< last number that lin-tso handed out
};

}  // namespace ldfi::systems
