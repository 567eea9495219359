// Lets graphviz compute the positions of a graph's nodes and edges. Its program `dot` runs as
// another process. It gets no names, only numbers, and is stopped if it takes too long, because a
// picture is optional.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "results/views/draw/svg.hpp"

namespace ldfi::results {

/// A graph without positions: the sizes of its nodes in pixels, and its edges.
struct Boxes {
  std::vector<Point> sizes;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
};

/// Positions of nodes and edges in pixels. y grows downwards.
struct Placement {
  Point size;
  std::vector<Point> centers;  ///< centres of the nodes
  /// Control points of the Bézier curve of each edge, in the order of the edges.
  std::vector<std::vector<Point>> splines;
};

/// Returned without positions: dot is not installed, failed, or took too long.
struct NoPlacement {
  std::string reason;
};

struct GraphvizOptions {
  std::string program = "dot";  ///< name of the program, which is searched in PATH
  int timeout_ms = 20'000;
};

/// Returns positions in which each conclusion is above the facts from which it follows. Throws only
/// bad_alloc.
std::variant<Placement, NoPlacement> place(const Boxes& boxes, const GraphvizOptions& options = {});

}  // namespace ldfi::results
