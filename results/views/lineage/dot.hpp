// Writes a lineage (why facts hold or do not hold) as text: DOT for graphviz, and an indented tree
// for terminals.
#pragma once

#include <string>

#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

/// Returns a graph in the DOT language, which all versions of graphviz can draw. If a text was
/// shortened, its tooltip has the full text.
std::string to_dot(const Lineage& lineage, const std::string& title);

/// Returns the text in double quotes, as DOT requires. Escapes characters that control a terminal.
std::string dot_quoted(const std::string& text);

/// Returns the lineage as a tree, from the roots down. Each node is above the nodes from which it
/// follows. If a node occurs again, only its name and "(see above)" are printed.
std::string to_tree(const Lineage& lineage);

}  // namespace ldfi::results
