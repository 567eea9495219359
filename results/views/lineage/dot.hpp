// Lineage as text: DOT for graphviz, and an indented tree for a terminal.
#pragma once

#include <string>

#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

/// A digraph that any version of graphviz draws. Texts are quoted, and shortened only where the
/// tooltip has the whole text.
std::string to_dot(const Lineage& lineage, const std::string& title);

/// A text in double quotes, as DOT wants it; what would harm a terminal is escaped.
std::string dot_quoted(const std::string& text);

/// A tree from the roots down: below each node stands what supports it. A node that was printed
/// before is only named, with "(see above)".
std::string to_tree(const Lineage& lineage);

}  // namespace ldfi::results
