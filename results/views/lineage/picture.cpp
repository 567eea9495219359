#include "results/views/lineage/picture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "results/views/draw/text_fit.hpp"
#include "results/views/lineage/dot.hpp"

namespace ldfi::results {
namespace {

using Kind = LineageNode::Kind;

constexpr double line_height = 14;
constexpr double column_width = 6.65;
constexpr double margin = 16;
constexpr double top = 48;
constexpr std::size_t longest_line = 52;

struct Label {
  std::vector<std::string> lines;
  bool shortened = false;
};

Label label_of(const LineageNode& node) {
  Label out;
  for (const std::string& line : node.lines) {
    out.lines.push_back(shorten(line, longest_line));
    out.shortened = out.shortened || out.lines.back() != line;
  }
  return out;
}

Point size_of(const Label& label) {
  std::size_t columns = 4;
  for (const std::string& line : label.lines) columns = std::max(columns, display_width(line));
  return {static_cast<double>(columns) * column_width + 20,
          static_cast<double>(label.lines.size()) * line_height + 10};
}

std::string_view box_class(Kind kind) {
  switch (kind) {
    case Kind::goal:
      return "goal";
    case Kind::given:
      return "given";
    case Kind::absent:
      return "absent";
    case Kind::rule:
      return "step";
    case Kind::message:
      return "sent";
    case Kind::blocked:
      return "step blocked";
    case Kind::fault:
      return "fault";
  }
  return "";
}

class Picture {
 public:
  Picture(const Lineage& lineage, const std::vector<Label>& labels, const Boxes& boxes,
          const Placement& placement, const std::string& title)
      : lineage_(lineage),
        labels_(labels),
        boxes_(boxes),
        placement_(placement),
        width_(std::max(placement.size.x + 2 * margin, 620.0)),
        svg_(width_, placement.size.y + top + foot(), title, to_tree(lineage)) {
    svg_.begin("title", title);
    svg_.text({margin, 26}, shorten(title, static_cast<std::size_t>(width_ / 9)), "heading");
    svg_.end();
    for (const auto& spline : placement_.splines) edge(spline);
    for (std::uint32_t i = 0; i < lineage_.nodes.size(); ++i) node(i);
    legend();
  }
  [[nodiscard]] Svg take() { return std::move(svg_); }

 private:
  [[nodiscard]] double foot() const { return 50 + 18 * static_cast<double>(notes().size()); }

  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> out = lineage_.notes;
    const auto shortened =
        std::count_if(labels_.begin(), labels_.end(), [](const Label& l) { return l.shortened; });
    if (shortened > 0) {
      out.push_back(fmt::format("{} label{} shortened: point at one to read it whole", shortened,
                                shortened == 1 ? " is" : "s are"));
    }
    return out;
  }

  [[nodiscard]] Point moved(Point at) const {
    return {at.x + (width_ - placement_.size.x) / 2, at.y + top};
  }

  void edge(const std::vector<Point>& spline) {
    const Point first = moved(spline.front());
    std::string data = fmt::format("M{} {}", number(first.x), number(first.y));
    for (std::size_t i = 1; i < spline.size(); ++i) {
      const Point p = moved(spline[i]);
      data += fmt::format("{}{} {}", i % 3 == 1 ? "C" : " ", number(p.x), number(p.y));
    }
    svg_.path(data, "edge");
    head(moved(spline[spline.size() - 2]), moved(spline.back()));
  }

  /// Draws the head of an arrow at the point where graphviz ends the edge.
  void head(Point before, Point base) {
    const double length = std::max(0.01, std::hypot(base.x - before.x, base.y - before.y));
    const Point d{(base.x - before.x) / length, (base.y - before.y) / length};
    svg_.path(fmt::format("M{} {}L{} {}L{} {}Z", number(base.x + 9 * d.x), number(base.y + 9 * d.y),
                          number(base.x - 3.5 * d.y), number(base.y + 3.5 * d.x),
                          number(base.x + 3.5 * d.y), number(base.y - 3.5 * d.x)),
              "edge-head");
  }

  [[nodiscard]] static std::string title_of(const LineageNode& node) {
    std::string out = kind_name(node.kind) + ":";
    for (const std::string& line : node.lines) out += " " + line;
    return node.details.empty() ? out : out + " | " + node.details;
  }

  void node(std::uint32_t index) {
    const LineageNode& node = lineage_.nodes[index];
    const Point center = moved(placement_.centers[index]);
    const Point size = boxes_.sizes[index];
    const bool round =
        node.kind == Kind::goal || node.kind == Kind::given || node.kind == Kind::absent;
    svg_.begin("node", title_of(node));
    svg_.rect({center.x - size.x / 2, center.y - size.y / 2}, size, round ? 12 : 3,
              fmt::format("{}{}", box_class(node.kind), node.root ? " root" : ""));
    double y = center.y - size.y / 2 + 5 + line_height - 3.5;
    for (const std::string& line : labels_[index].lines) {
      svg_.text({center.x, y}, line, node.kind == Kind::fault ? "alarm" : "plain", Anchor::middle);
      y += line_height;
    }
    svg_.end();
  }

  void legend() {
    double y = placement_.size.y + top + 32;
    double x = margin;
    const auto sample = [&](std::string_view box, double radius, const std::string& text) {
      svg_.rect({x, y - 10}, {22, 13}, radius, box);
      svg_.text({x + 28, y}, text, "prose");
      x += 46 + 7.2 * static_cast<double>(text.size());
    };
    sample("goal", 6, "holds");
    sample("given", 6, "given");
    sample("absent", 6, "does not hold");
    sample("step", 2, "rule");
    sample("sent", 2, "message");
    sample("fault", 2, "fault");
    for (const std::string& note : notes()) {
      y += 18;
      svg_.text({margin, y}, note, "prose");
    }
  }

  const Lineage& lineage_;
  const std::vector<Label>& labels_;
  const Boxes& boxes_;
  const Placement& placement_;
  double width_;
  Svg svg_;
};

}  // namespace

std::variant<Svg, NoPlacement> draw_lineage(const Lineage& lineage, const std::string& title,
                                            const GraphvizOptions& options) {
  // Most nodes in a picture. With more, dot takes too long, and the picture would be unreadable.
  constexpr std::size_t max_nodes = 1'000;
  if (lineage.nodes.size() > max_nodes) {
    return NoPlacement{fmt::format("{} nodes are too many for a picture", lineage.nodes.size())};
  }
  std::vector<Label> labels;
  Boxes boxes;
  boxes.edges = lineage.edges;
  for (const LineageNode& node : lineage.nodes) {
    labels.push_back(label_of(node));
    boxes.sizes.push_back(size_of(labels.back()));
  }
  const auto placed = place(boxes, options);
  if (const auto* problem = std::get_if<NoPlacement>(&placed)) return *problem;
  return Picture(lineage, labels, boxes, std::get<Placement>(placed), title).take();
}

}  // namespace ldfi::results
