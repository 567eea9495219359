// The messages that nodes receive in all executions of a plan: the first message (`init`), and
// requests of clients. The text of each message is built once. Private to worker/drive.
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

/// The name of the sender of `init` messages, which is the farm itself.
inline constexpr const char* initiator = "c0";

class Script {
 public:
  /// `plan` must outlive the script.
  explicit Script(const systems::Plan& plan);

  /// Returns the body of the request for an operation, without an id.
  [[nodiscard]] const EnvelopePtr& asked(std::size_t operation) const;
  /// Returns the text of the request for this operation, with this id.
  const std::string& request(std::size_t operation, std::uint64_t id);
  /// Returns the text of the `init` message, which gives a node its name.
  const std::string& introduction(std::size_t node, std::uint64_t seed);

 private:
  struct Text {
    std::uint64_t number = 0;  ///< the id or the seed that is in the text
    std::string text{};
  };

  const systems::Plan& plan_;
  std::vector<EnvelopePtr> asked_;   ///< by operation
  std::vector<Text> requests_;       ///< by operation
  std::vector<Text> introductions_;  ///< by node
};

}  // namespace ldfi::drive
