// Variables in the command of nodes: {node} is the node's name, {index} its place from 0 on.
//
//   command: [./server, --id, "{node}", "--port=400{index}"]   node n1 runs ./server --id n1 --port=4001
//
// A doubled brace keeps the text: {{node}} is {node}. So does a dollar before it: ${node} belongs to a
// shell. Other braces stay as they are in words that have blanks, because such words are often code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/systems/plan.hpp"

namespace ldfi::systems {

/// Returns the command of this node, with its name and its place in the variables. The commands of
/// runners have none and stay as they are.
[[nodiscard]] std::vector<std::string> node_command(const Plan& plan, std::size_t node);

/// Returns each different word that the commands of the nodes have, in order. Words without
/// variables come once.
[[nodiscard]] std::vector<std::string> words_of_all_nodes(const Plan& plan);

/// Returns the name of the first variable of a word that does not exist, or nullopt.
[[nodiscard]] std::optional<std::string> unknown_variable(const std::string& word);

}  // namespace ldfi::systems
