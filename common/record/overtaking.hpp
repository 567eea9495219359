// The fault sets of a counted cell that are not admitted.
#pragma once

#include <optional>
#include <string>

#include "common/record/cell.hpp"

namespace ldfi {

/// Where channels are fifo and all fault sets are counted: how many of the distinct ones are not
/// admitted, since a message overtakes another one under them. In decimal.
[[nodiscard]] std::optional<std::string> overtaking_sets(const Cell& cell);

}  // namespace ldfi
