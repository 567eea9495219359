// What nodes are told in all executions of a plan: who they are, and what clients ask. Each text is made
// once. Private to worker/drive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/systems/plan.hpp"
#include "worker/drive/envelope.hpp"

namespace ldfi::drive {

/// Who starts the nodes.
inline constexpr const char* initiator = "c0";

class Script {
 public:
  /// `plan` must outlive it.
  explicit Script(const systems::Plan& plan);

  /// The body of an operation, without an id.
  [[nodiscard]] const EnvelopePtr& asked(std::size_t operation) const;
  /// The operation as its node is told it, with this id.
  const std::string& request(std::size_t operation, std::uint64_t id);
  /// Tells a node who it is.
  const std::string& introduction(std::size_t node, std::uint64_t seed);

 private:
  struct Text {
    std::uint64_t number = 0;  ///< of which it is: an id, or a seed
    std::string text{};
  };

  const systems::Plan& plan_;
  std::vector<EnvelopePtr> asked_;   ///< by operation
  std::vector<Text> requests_;       ///< by operation
  std::vector<Text> introductions_;  ///< by node
};

}  // namespace ldfi::drive
