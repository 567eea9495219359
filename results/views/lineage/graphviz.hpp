// Where graphviz would put the nodes and edges of a graph. `dot` runs as a process of its own, gets
// only numbers, and is stopped when it takes too long: a drawing is a convenience.
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

/// In pixels; y runs down.
struct Placement {
  Point size;
  std::vector<Point> centers;               ///< by node
  std::vector<std::vector<Point>> splines;  ///< Bézier points, one list an edge, as they came
};

/// Why there is no placement: dot is missing, failed, or took too long.
struct NoPlacement {
  std::string reason;
};

struct GraphvizOptions {
  std::string program = "dot";  ///< looked up on PATH
  int timeout_ms = 20'000;
};

/// Places conclusions above their support. Throws nothing but bad_alloc.
std::variant<Placement, NoPlacement> place(const Boxes& boxes, const GraphvizOptions& options = {});

}  // namespace ldfi::results
