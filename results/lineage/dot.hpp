// Lineage as text: DOT for graphviz, and an indented tree for a terminal.
#pragma once

#include <string>

#include "results/lineage/lineage.hpp"

namespace ldfi::results {

/// A digraph that any graphviz draws. Texts are quoted, and shortened only where the whole text
/// stands in the tooltip.
std::string to_dot(const Lineage& lineage, const std::string& title);

/// A text in double quotes, as DOT wants it; what would harm a terminal is escaped.
std::string dot_quoted(const std::string& text);

/// From the roots down, what supports each node below it; a node that was told already is named
/// with "(see above)".
std::string to_tree(const Lineage& lineage);

}  // namespace ldfi::results
