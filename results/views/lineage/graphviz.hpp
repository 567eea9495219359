// Asks graphviz for the positions of a graph's nodes and edges. `dot` runs as a process of its own,
// gets only numbers, and is stopped if it takes too long, since a drawing is optional.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "results/views/draw/svg.hpp"

namespace ldfi::results {

/// A graph to lay out: sizes of nodes in pixels, and edges between them.
struct Boxes {
  std::vector<Point> sizes;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
};

/// Positions in pixels; y grows downwards.
struct Placement {
  Point size;
  std::vector<Point> centers;  ///< by node
  /// Bézier points, one list per edge, in the order of the edges.
  std::vector<std::vector<Point>> splines;
};

/// The reason for a missing placement: dot is not installed, failed, or took too long.
struct NoPlacement {
  std::string reason;
};

struct GraphvizOptions {
  std::string program = "dot";  ///< looked up on PATH
  int timeout_ms = 20'000;
};

/// Places conclusions above their support. Throws only bad_alloc.
std::variant<Placement, NoPlacement> place(const Boxes& boxes, const GraphvizOptions& options = {});

}  // namespace ldfi::results
