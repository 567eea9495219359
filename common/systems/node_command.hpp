// Replaces variables in the command of nodes: {node} is the node's name, {index} its index from 0.
//
//   command: [./server, --id, "{node}", "--port=400{index}"]   node n1 runs ./server --id n1 --port=4001
//
// Doubled braces are not replaced: {{node}} becomes {node}. ${node} stays as it is, because it
// belongs to a shell. In words with blanks, other braces stay as they are, because such words are
// often code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/systems/plan.hpp"

namespace ldfi::systems {

/// Returns the command of this node with all variables replaced. Commands of runners have no
/// variables and stay unchanged.
[[nodiscard]] std::vector<std::string> node_command(const Plan& plan, std::size_t node);

/// Returns each different word of the commands of all nodes, in order.
[[nodiscard]] std::vector<std::string> words_of_all_nodes(const Plan& plan);

/// Returns the name of the first variable of a word that does not exist, or nullopt.
[[nodiscard]] std::optional<std::string> unknown_variable(const std::string& word);

}  // namespace ldfi::systems
