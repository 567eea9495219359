// Lists the keys that the lines of a recording may have, and the types of their values
// (docs/reference/recording-format.md). Private to common/systems.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "common/systems/fields.hpp"
#include "common/systems/recording.hpp"

namespace ldfi::systems {

struct EventKeys {
  EventKind kind = EventKind::send;
  std::vector<Key> keys;
};

/// Returns the kind and the keys of the event with this name, or nullptr if no event has this name.
[[nodiscard]] const EventKeys* keys_of_event(std::string_view name);

[[nodiscard]] std::span<const Key> keys_of_header();
[[nodiscard]] std::span<const Key> keys_of_verdict();

}  // namespace ldfi::systems
