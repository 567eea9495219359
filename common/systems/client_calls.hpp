// Checks the operations of clients in a recording. Each is invoked once and answered at most once,
// later, by a return for the same client. Any node may answer, because the requested node may
// forward the operation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

class ClientCalls {
 public:
  struct Problem {
    std::string message;
    std::string hint;
  };
  /// Takes the next event. Returns why this event cannot have happened, or nullopt. `event` must
  /// outlive the object.
  std::optional<Problem> take(const Event& event, int line);

 private:
  struct Call {
    std::string_view client;
    int invoked = 0;   ///< line of the invoke
    int returned = 0;  ///< line of the return, or 0
  };
  std::optional<Problem> invoke(const Event& event, int line);
  std::optional<Problem> answer(const Event& event, int line);

  std::unordered_map<std::string_view, Call> calls_;  ///< calls by operation
};

}  // namespace ldfi::systems
