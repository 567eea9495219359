#include "common/systems/node_name.hpp"

#include "common/base/text.hpp"
#include "common/systems/faults/place.hpp"

namespace ldfi::systems {

bool is_client_name(std::string_view text) {
  return text.size() > 1 && text.front() == 'c' &&
         text.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

std::optional<NameProblem> problem_of_node_name(std::string_view name) {
  if (!is_name(name) || name.starts_with('.')) {
    return NameProblem{
        shown(name) + " is not a name of a node",
        "a name may have letters, digits and . _ ? -, 200 at most, and begins with no dot"};
  }
  if (is_client_name(name)) {
    return NameProblem{std::string(name) + " is the name of a client", "call it n1"};
  }
  return std::nullopt;
}

}  // namespace ldfi::systems
