#include "common/prove/certificate/partitions.hpp"

#include <algorithm>
#include <sstream>

namespace ldfi::certificate {

std::string cut_spell(const std::string& cut) {
  return "P " + cut;
}

Cut cut_of(const std::string& text, const std::vector<std::string>& nodes) {
  Cut out;
  const std::size_t way = std::min(text.find('>'), text.size());
  out.both = way == text.size();
  const auto names = [](const std::string& of) {
    std::set<std::string> all;
    std::istringstream words(of);
    for (std::string name; words >> name;) all.insert(name);
    return all;
  };
  out.from = names(text.substr(0, way));
  if (!out.both) out.to = names(text.substr(way + 1));
  for (const auto* side : {&out.from, &out.to}) {
    for (const std::string& name : *side) {
      if (std::ranges::find(nodes, name) == nodes.end())
        throw Rejected("a cut of no node: " + name);
    }
  }
  if (out.from.empty() || (!out.both && out.to.empty())) throw Rejected("a cut of nobody: " + text);
  return out;
}

Partitions::Partitions(Unrolled& out, const Limits& limits) : out_(out) {
  if (limits.partitions == 0) return;
  for (const std::string& cut : limits.cuts) {
    const Cut sides = cut_of(cut, limits.nodes);
    by_cut_.emplace_back(sides, out.spell(cut_spell(cut), limits.last_partition));
  }
  // Between two of them there is a tick without any.
  const auto now = [&](int t) {
    std::vector<int> all;
    for (const auto& [sides, spell] : by_cut_) all.push_back(spell.at(t));
    return all;
  };
  for (int t = 1; t <= limits.last_partition; ++t) {
    out.at_most(now(t), 1);
    const int next = out.circuit.any(now(t + 1));
    for (const auto& [sides, spell] : by_cut_) {
      out.axioms.push_back({-spell.at(t), -next, spell.at(t + 1)});
      out.partitions.push_back(spell.begins(out.circuit, t));
    }
  }
  out.at_most(out.partitions, static_cast<std::size_t>(limits.partitions));
}

int Partitions::cut(const std::string& a, const std::string& b, int t) {
  Clause some;
  for (const auto& [sides, spell] : by_cut_) {
    if (sides.loses(a, b)) some.push_back(spell.at(t));
  }
  return out_.circuit.any(std::move(some));
}

}  // namespace ldfi::certificate
