// `--weights omissions=1,crashes=0.2`: how much each kind of fault weighs in random fault sets.
// Private to common/config, apart from weights_of() and wrong_weights().
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/config/fault_check.hpp"
#include "common/config/option_value.hpp"
#include "common/config/yaml_tree.hpp"
#include "common/faults/fault_weights.hpp"
#include "common/systems/faults/fspec.hpp"

namespace ldfi::config {

/// The problem of `items[index]`, if any: it is no KIND=NUMBER, or its kind stands before.
std::optional<Refusal> check_weight(const std::vector<std::string>& items, std::size_t index);

/// What the items say. Items that check_weight() refuses say nothing.
[[nodiscard]] FaultWeights weights_of(const std::vector<std::string>& items);

/// The items of a map `{omissions: 1, crashes: 0.2}`, also those that check_weight() refuses. Says of
/// which entry that it is no number, and of which that it is refused.
[[nodiscard]] std::vector<std::string> read_weights(
    const YamlNode& map, const std::function<void(const YamlNode&)>& no_number,
    const std::function<void(const YamlNode&, const Refusal&)>& refused);

/// The kinds of faults that have weights in configs with `system`.
[[nodiscard]] std::vector<std::string> weights_of_systems();

/// Why these weights fit no random fault sets of a real system; empty if they do. Of items that
/// check_weight() refuses it says nothing.
[[nodiscard]] std::string wrong_weights(const std::vector<std::string>& items,
                                        const systems::Fspec& fspec);

/// Reports weights of searches that draw nothing, weights of kinds that the Fspec does not admit, and
/// weights with which nothing ever happens.
void check_weights(const Options& options, const Problem& problem);

}  // namespace ldfi::config
