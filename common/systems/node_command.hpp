// Replaces variables in the command that starts a node: {node} becomes the node's name, {index} the
// node's index from 0, {ip} its address in the network of sockets, and {peers} the names of the other
// nodes with commas between them.
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

/// Returns the address of the node with this index, for systems with `net: sockets`. The index must be
/// at most 249.
[[nodiscard]] std::string address_of_node(std::size_t node);

/// Returns the command of the process with this index in Plan::processes(), with all variables
/// replaced. For a program that acts for a client, {node} is the client's name, and {peers} are the
/// names of all nodes. A runner's command has no variables and stays unchanged.
[[nodiscard]] std::vector<std::string> node_command(const Plan& plan, std::size_t process);

/// Returns all words of the commands of all nodes in order, without repetitions.
[[nodiscard]] std::vector<std::string> words_of_commands(const Plan& plan);

/// Returns the name of the first variable in a word that does not exist. Returns nullopt if all
/// variables exist.
[[nodiscard]] std::optional<std::string> unknown_variable(const std::string& word);

}  // namespace ldfi::systems
