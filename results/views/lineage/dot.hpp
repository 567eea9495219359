// Writes a lineage as text: DOT for graphviz, and an indented tree for terminals.
#pragma once

#include <string>

#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

/// Returns a digraph that any version of graphviz draws. Texts are quoted. A shortened text has its
/// whole text in the tooltip.
std::string to_dot(const Lineage& lineage, const std::string& title);

/// Returns the text in double quotes, as DOT requires. Characters that could harm a terminal are
/// escaped.
std::string dot_quoted(const std::string& text);

/// Returns a tree that begins at the roots: support is below what it supports. A node that was
/// printed before gets only its name and "(see above)".
std::string to_tree(const Lineage& lineage);

}  // namespace ldfi::results
