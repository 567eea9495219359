// The operations of clients in a recording: each is invoked once, and answered at most once, later, by a return
// for the same client. A node that was not asked may answer, if the one that was asked passes the operation on.
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
  /// Takes the events in their order. Returns why this one cannot have happened, or nullopt. `event` must outlive
  /// the object.
  std::optional<Problem> take(const Event& event, int line);

 private:
  struct Call {
    std::string_view client;
    int invoked = 0;   ///< line
    int returned = 0;  ///< line, or 0
  };
  std::optional<Problem> invoke(const Event& event, int line);
  std::optional<Problem> answer(const Event& event, int line);

  std::unordered_map<std::string_view, Call> calls_;  ///< by operation
};

}  // namespace ldfi::systems
