// Simulates Maelstrom's services: lin-kv, seq-kv and lww-kv store values, lin-tso hands out
// numbers. Services never crash. Faults may hit messages to and from services like other messages.
// Each service handles one request at a time, which is a stronger promise than those of seq-kv and
// lww-kv. The table in docs/reference/virtual-time-services.md#services compares each request with
// Maelstrom's.
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
  /// Creates the service with this name, which must be in service_names().
  explicit Service(std::string name) : name_(std::move(name)) {}

  /// Returns the body of the answer to a request, without message ids. `body` must be an object. A
  /// missing key counts as null.
  nlohmann::json answer(const nlohmann::json& body);

 private:
  nlohmann::json answer_of_store(const nlohmann::json& body);

  std::string name_;
  std::map<std::string, nlohmann::json> values_;  ///< stored values by key; the keys are JSON texts
  std::uint64_t last_ = 0;                        ///< number that lin-tso handed out last
};

}  // namespace ldfi::systems
