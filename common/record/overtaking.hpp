// Counts the fault sets that are not admissible because messages would overtake each other.
#pragma once

#include <optional>
#include <string>

#include "common/record/cell.hpp"

namespace ldfi {

/// Returns the number of distinct fault sets under which a message overtakes another one, in
/// decimal. Such sets are not admissible if channels are fifo. Returns nullopt unless channels are
/// fifo and all fault sets were counted.
[[nodiscard]] std::optional<std::string> overtaking_sets(const Cell& cell);

}  // namespace ldfi
