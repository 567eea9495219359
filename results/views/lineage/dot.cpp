#include "results/views/lineage/dot.hpp"

#include <fmt/core.h>

#include "common/base/diagnostic.hpp"
#include "results/views/draw/text_fit.hpp"

namespace ldfi::results {
namespace {

using Kind = LineageNode::Kind;

constexpr std::size_t longest = 60;

/// Returns the text in double quotes. Backslashes are doubled because graphviz would read them as
/// escapes.
std::string dot_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string attributes(Kind kind) {
  switch (kind) {
    case Kind::goal:
      return "shape=ellipse style=filled fillcolor=\"#f6f8fa\"";
    case Kind::given:
      return "shape=ellipse style=filled fillcolor=\"#e6f4ea\"";
    case Kind::absent:
      return "shape=ellipse style=\"filled,dashed\" fillcolor=\"#fff4e5\"";
    case Kind::rule:
      return "shape=box";
    case Kind::message:
      return "shape=box style=\"filled,rounded\" fillcolor=\"#e7f0fb\"";
    case Kind::blocked:
      return "shape=box style=dashed";
    case Kind::fault:
      return "shape=octagon style=filled fillcolor=\"#fde7e5\"";
  }
  return "";
}

class Tree {
 public:
  explicit Tree(const Lineage& lineage)
      : lineage_(lineage), supports_(lineage.nodes.size()), told_(lineage.nodes.size(), false) {
    for (const auto& [from, to] : lineage.edges) supports_[to].push_back(from);
  }

  std::string text() {
    for (std::uint32_t i = 0; i < lineage_.nodes.size(); ++i) {
      if (lineage_.nodes[i].root) tell(i);
    }
    for (const std::string& note : lineage_.notes) out_ += fmt::format("({})\n", printable(note));
    return std::move(out_);
  }

 private:
  /// Prints the tree below `root`, depth first. Does not recurse, because a proof may be as deep as the
  /// execution has ticks.
  void tell(std::uint32_t root) {
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
    while (!stack.empty()) {
      const auto [node, depth] = stack.back();
      stack.pop_back();
      say(node, depth);
      if (told_[node]) continue;
      told_[node] = true;
      for (auto s = supports_[node].rbegin(); s != supports_[node].rend(); ++s) {
        stack.emplace_back(*s, depth + 1);
      }
    }
  }

  void say(std::uint32_t index, std::size_t depth) {
    const LineageNode& node = lineage_.nodes[index];
    std::string line;
    for (const std::string& part : node.lines) line += (line.empty() ? "" : "  ") + part;
    if (node.kind == Kind::rule || node.kind == Kind::blocked) line = "<- " + line;
    if (node.kind == Kind::given) line += "  (given)";
    if (told_[index] && !supports_[index].empty()) line += "  (see above)";
    out_ += std::string(2 * depth, ' ') + printable(line) + "\n";
  }

  const Lineage& lineage_;
  std::vector<std::vector<std::uint32_t>> supports_;
  std::vector<bool> told_;
  std::string out_;
};

}  // namespace

std::string to_dot(const Lineage& lineage, const std::string& title) {
  std::string out = "digraph lineage {\n  rankdir=BT;\n";
  out += fmt::format("  label={};\n  labelloc=t;\n", dot_string(printable(title)));
  out += "  node [fontname=\"DejaVu Sans Mono\" fontsize=10];\n";
  for (std::size_t i = 0; i < lineage.nodes.size(); ++i) {
    const LineageNode& node = lineage.nodes[i];
    std::string label;
    std::string whole;
    for (const std::string& line : node.lines) {
      label += (label.empty() ? "" : "\n") + shorten(printable(line), longest);
      whole += (whole.empty() ? "" : " ") + printable(line);
    }
    std::string text = dot_string(label);
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) {
      text.replace(at, 1, "\\n");
    }
    out += fmt::format("  n{} [label={} tooltip={} {}{}];\n", i, text, dot_string(whole),
                       attributes(node.kind), node.root ? " penwidth=2" : "");
  }
  for (const auto& [from, to] : lineage.edges) out += fmt::format("  n{} -> n{};\n", from, to);
  for (const std::string& note : lineage.notes) out += fmt::format("  // {}\n", printable(note));
  return out + "}\n";
}

std::string dot_quoted(const std::string& text) {
  return dot_string(printable(text));
}

std::string to_tree(const Lineage& lineage) {
  return Tree(lineage).text();
}

}  // namespace ldfi::results
