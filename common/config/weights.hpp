// `--weights omissions=1,crashes=0.2`: how much each kind of fault weighs in random fault sets.
// Private to common/config, apart from weights_of().
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/config/fault_check.hpp"
#include "common/config/option_value.hpp"
#include "common/faults/fault_weights.hpp"

namespace ldfi::config {

/// The problem of `items[index]`, if any: it is no KIND=NUMBER, or its kind stands before.
std::optional<Refusal> check_weight(const std::vector<std::string>& items, std::size_t index);

/// What the items say. Items that check_weight() refuses say nothing.
[[nodiscard]] FaultWeights weights_of(const std::vector<std::string>& items);

/// Reports weights of searches that draw nothing, weights of kinds that the Fspec does not admit, and
/// weights with which nothing ever happens.
void check_weights(const Options& options, const Problem& problem);

}  // namespace ldfi::config
