// Replaces variables in the command that starts a node: {node} becomes the node's name, and {index}
// the node's index from 0.
//
// command: [./server, --id, "{node}", "--port=400{index}"]
// starts node n1 with ./server --id n1 --port=4001
//
// Doubled braces only lose one pair: {{node}} becomes {node}. ${node} stays as it is, because it
// belongs to a shell. In words with blanks, unknown names in braces stay as they are, because such
// words are often code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/systems/plan.hpp"

namespace ldfi::systems {

/// Returns the command of the node with this index, with all variables replaced. A runner's command
/// has no variables and stays unchanged.
[[nodiscard]] std::vector<std::string> node_command(const Plan& plan, std::size_t node);

/// Returns all words of the commands of all nodes in order, without repetitions.
[[nodiscard]] std::vector<std::string> words_of_commands(const Plan& plan);

/// Returns the name of the first variable in a word that does not exist. Returns nullopt if all
/// variables exist.
[[nodiscard]] std::optional<std::string> unknown_variable(const std::string& word);

}  // namespace ldfi::systems
