#include "common/systems/faults/kinds/loss.hpp"

#include <fmt/core.h>

#include "common/systems/faults/objections.hpp"

namespace ldfi::systems {

std::string Loss::arguments() const {
  return to_text(message);
}

std::optional<Loss> Loss::read(std::string_view arguments) {
  const auto id = read_message(arguments);
  return id ? std::optional(Loss{*id}) : std::nullopt;
}

void Loss::object(const Fspec& fspec, std::vector<std::string>& out) const {
  object_to_nodes(fspec, message, out);
}

}  // namespace ldfi::systems
