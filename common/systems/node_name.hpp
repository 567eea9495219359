// Checks the names of nodes in configs and recordings. A node must not have the name of a client.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ldfi::systems {

/// Returns true if the text has the form of a client's name: c1, c2 and so on.
[[nodiscard]] bool is_client_name(std::string_view text);

struct NameProblem {
  std::string message;
  std::string hint;
};
/// Returns why a node must not have this name. Returns nullopt if the name is allowed.
[[nodiscard]] std::optional<NameProblem> problem_of_node_name(std::string_view name);

}  // namespace ldfi::systems
