// The names that nodes may have, in configs and in recordings. Clients have names of their own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ldfi::systems {

/// Returns true for the names of clients: c1, c2 and so on.
[[nodiscard]] bool is_client_name(std::string_view text);

struct NameProblem {
  std::string message;
  std::string hint;
};
/// Returns why no node may have this name, or nullopt if the name is allowed.
[[nodiscard]] std::optional<NameProblem> problem_of_node_name(std::string_view name);

}  // namespace ldfi::systems
