// Writes a lineage as text: DOT for graphviz, and an indented tree for terminals.
#pragma once

#include <string>

#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

/// Returns a graph in the DOT language, which any version of graphviz can draw. The tooltip of a shortened
/// text has the full text.
std::string to_dot(const Lineage& lineage, const std::string& title);

/// Returns the text in double quotes, as DOT requires. Escapes characters that could control a terminal.
std::string dot_quoted(const std::string& text);

/// Returns the lineage as a tree. The roots come first, and each node is above the nodes that it follows
/// from. A node that was printed before is printed as its name and "(see above)".
std::string to_tree(const Lineage& lineage);

}  // namespace ldfi::results
