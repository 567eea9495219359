#include "common/systems/client_calls.hpp"

#include <fmt/core.h>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"

namespace ldfi::systems {
namespace {

std::string operation_text(const Event& event) {
  return printable(beginning(event.operation));
}

}  // namespace

std::optional<ClientCalls::Problem> ClientCalls::take(const Event& event, int line) {
  if (event.kind == EventKind::invoke) return invoke(event, line);
  if (event.kind == EventKind::answer) return answer(event, line);
  return std::nullopt;
}

std::optional<ClientCalls::Problem> ClientCalls::invoke(const Event& event, int line) {
  if (event.operation.empty())
    // An answer without the key "op" cannot be matched with its request, so nothing is checked.
    return std::nullopt;
  const auto [found, is_new] = calls_.try_emplace(event.operation, event.client, line);
  if (is_new) return std::nullopt;
  return Problem{fmt::format("operation {} was invoked on line {} already", operation_text(event),
                             found->second.invoked),
                 "give each operation of a client an \"op\" of its own"};
}

std::optional<ClientCalls::Problem> ClientCalls::answer(const Event& event, int line) {
  if (event.operation.empty()) {
    return Problem{"the return has no \"op\"", "write the \"op\" of the invoke that it answers"};
  }
  const std::string operation = operation_text(event);
  const auto found = calls_.find(event.operation);
  if (found == calls_.end()) {
    return Problem{fmt::format("operation {} returns, and no line above invokes it", operation),
                   "write events in the order in which they happened: an invoke, then its return"};
  }
  Call& call = found->second;
  if (call.returned != 0) {
    return Problem{
        fmt::format("operation {} returned on line {} already", operation, call.returned),
        "record only the first answer to an operation"};
  }
  call.returned = line;
  if (!event.client.empty() && event.client != call.client) {
    return Problem{
        fmt::format("operation {} returns to client {}, and {} invoked it on line {}", operation,
                    shown(event.client), call.client.empty() ? "no client" : shown(call.client),
                    call.invoked),
        "write the \"client\" of the invoke, or correct the \"op\""};
  }
  return std::nullopt;
}

}  // namespace ldfi::systems
