// Runs graphviz. `dot -Tplain` prints one line for each node and edge, with positions in inches from the
// lower left corner.
#include "results/views/lineage/graphviz.hpp"

#include <fmt/core.h>

#include <sstream>

#include "results/views/lineage/child.hpp"

namespace ldfi::results {
namespace {

constexpr double pixels = 72;  // per inch

std::string as_dot(const Boxes& boxes) {
  std::string out =
      "digraph g { rankdir=BT; nodesep=0.2; ranksep=0.32; node [shape=box fixedsize=true "
      "label=\"\"];\n";
  for (std::size_t i = 0; i < boxes.sizes.size(); ++i) {
    out += fmt::format("n{} [width={:.3f} height={:.3f}];\n", i, boxes.sizes[i].x / pixels,
                       boxes.sizes[i].y / pixels);
  }
  for (const auto& [from, to] : boxes.edges) out += fmt::format("n{} -> n{};\n", from, to);
  return out + "}\n";
}

class Plain {
 public:
  explicit Plain(std::size_t nodes) { placement_.centers.resize(nodes); }

  bool read(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string what;
      words >> what;
      if (what == "stop") return true;
      if (what == "graph") {
        double scale = 0;
        if (!(words >> scale >> placement_.size.x >> placement_.size.y)) return false;
        placement_.size = {placement_.size.x * pixels, placement_.size.y * pixels};
      } else if (!(what == "node" ? node(words) : edge(words))) {
        return false;
      }
    }
    return false;
  }
  Placement take() { return std::move(placement_); }

 private:
  bool point(std::istringstream& words, Point& at) {
    if (!(words >> at.x >> at.y)) return false;
    at = {at.x * pixels, placement_.size.y - at.y * pixels};
    return true;
  }

  bool node(std::istringstream& words) {
    char n = 0;
    std::size_t index = 0;
    if (!(words >> n >> index) || index >= placement_.centers.size()) return false;
    return point(words, placement_.centers[index]);
  }

  bool edge(std::istringstream& words) {
    std::string from;
    std::string to;
    std::size_t count = 0;
    if (!(words >> from >> to >> count) || count < 2 || count > 10'000) return false;
    std::vector<Point> spline(count);
    for (Point& at : spline) {
      if (!point(words, at)) return false;
    }
    placement_.splines.push_back(std::move(spline));
    return true;
  }

  Placement placement_;
};

}  // namespace

std::variant<Placement, NoPlacement> place(const Boxes& boxes, const GraphvizOptions& options) {
  const ChildOutput child =
      run_child({options.program, "-Tplain"}, as_dot(boxes), options.timeout_ms);
  if (!child.problem.empty()) {
    return NoPlacement{fmt::format("graphviz ({}): {}", options.program, child.problem)};
  }
  Plain plain(boxes.sizes.size());
  if (!plain.read(child.out)) {
    return NoPlacement{fmt::format("graphviz ({}): its output cannot be read", options.program)};
  }
  return plain.take();
}

}  // namespace ldfi::results
