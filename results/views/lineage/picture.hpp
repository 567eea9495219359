// Draws a lineage (why facts hold or do not hold) as SVG, with positions from graphviz.
#pragma once

#include <variant>

#include "results/views/draw/svg.hpp"
#include "results/views/lineage/graphviz.hpp"
#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

/// Returns the picture, or the reason why it cannot be drawn.
std::variant<Svg, NoPlacement> draw_lineage(const Lineage& lineage, const std::string& title,
                                            const GraphvizOptions& options = {});

}  // namespace ldfi::results
