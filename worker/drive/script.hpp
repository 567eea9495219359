// The texts that nodes receive in all executions of a plan: introductions, and requests of clients. Each
// text is built once. Private to worker/drive.
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

/// The name under which the farm sends `init` to the nodes.
inline constexpr const char* initiator = "c0";

class Script {
 public:
  /// `plan` must outlive it.
  explicit Script(const systems::Plan& plan);

  /// Returns the body of an operation, without an id.
  [[nodiscard]] const EnvelopePtr& asked(std::size_t operation) const;
  /// Returns the request that the node receives for this operation, with this id.
  const std::string& request(std::size_t operation, std::uint64_t id);
  /// Returns the `init` message that tells a node its name.
  const std::string& introduction(std::size_t node, std::uint64_t seed);

 private:
  struct Text {
    std::uint64_t number = 0;  ///< the id or seed in the text
    std::string text{};
  };

  const systems::Plan& plan_;
  std::vector<EnvelopePtr> asked_;   ///< by operation
  std::vector<Text> requests_;       ///< by operation
  std::vector<Text> introductions_;  ///< by node
};

}  // namespace ldfi::drive
