// Reads `--weights omissions=1,crashes=0.2`: the weight of each kind of fault in random fault sets.
// Private to common/config, except weights_of() and wrong_weights().
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

/// Returns what is wrong with item `index`, or nullopt: it is not KIND=NUMBER, or an earlier item
/// has the same kind.
std::optional<Refusal> check_weight(const std::vector<std::string>& items, std::size_t index);

/// Returns the weights in these items. Ignores items that check_weight() refuses.
[[nodiscard]] FaultWeights weights_of(const std::vector<std::string>& items);

/// Returns the entries of a map `{omissions: 1, crashes: 0.2}` as items for check_weight(),
/// including wrong entries. Calls `no_number` for each entry that is not a number, and `refused`
/// for each entry that check_weight() refuses.
[[nodiscard]] std::vector<std::string> read_weights(
    const YamlNode& map, const std::function<void(const YamlNode&)>& no_number,
    const std::function<void(const YamlNode&, const Refusal&)>& refused);

/// Returns the kinds of faults that may have weights in configs of real systems.
[[nodiscard]] std::vector<std::string> weights_of_systems();

/// Returns why these weights do not fit the random fault sets of a real system. Empty if they fit.
/// Ignores items that check_weight() refuses.
[[nodiscard]] std::string wrong_weights(const std::vector<std::string>& items,
                                        const systems::Fspec& fspec);

/// Reports weights for searches that draw no fault sets, weights of kinds that the Fspec does not
/// admit, and weights with which no fault ever happens.
void check_weights(const Options& options, const Problem& problem);

}  // namespace ldfi::config
