// What nodes may rely on besides each other, under these names: lin-kv, seq-kv and lww-kv keep values,
// lin-tso hands out numbers. They are part of the network: they never fail, and messages to and from
// them may be lost and late as others. All of them do one thing after the other, which each of their
// names promises, and more than some of them do.
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
  /// `name`: one of service_names().
  explicit Service(std::string name) : name_(std::move(name)) {}

  /// The body of its answer, without ids.
  nlohmann::json answer(const nlohmann::json& body);

 private:
  nlohmann::json answer_of_store(const nlohmann::json& body);

  std::string name_;
  std::map<std::string, nlohmann::json> values_;  ///< by key, as JSON
  std::uint64_t last_ = 0;                        ///< that lin-tso gave away
};

}  // namespace ldfi::systems
