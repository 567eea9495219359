// Checks the operations of clients in a recording. Each operation begins with one request (event
// `invoke`) and has at most one later answer (event `return`), to the same client. Any node may
// answer, because a node may forward an operation.
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
  /// Checks the next event of the recording. Returns why the event cannot have happened, or nullopt
  /// if it is possible. `event` must outlive this object.
  std::optional<Problem> take(const Event& event, int line);

 private:
  struct Call {
    std::string_view client;
    int invoked = 0;   ///< line of the request in the recording
    int returned = 0;  ///< line of the answer in the recording; 0 if there is no answer
  };
  std::optional<Problem> invoke(const Event& event, int line);
  std::optional<Problem> answer(const Event& event, int line);

  std::unordered_map<std::string_view, Call> calls_;  ///< calls by the text that identifies their
                                                      ///< operation
};

}  // namespace ldfi::systems
