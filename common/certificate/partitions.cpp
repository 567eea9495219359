#include "common/certificate/partitions.hpp"

#include <algorithm>
#include <sstream>

namespace ldfi::certificate {

std::string partition(const std::string& cut, int from, int until) {
  return "P(" + cut + "," + std::to_string(from) + "," + std::to_string(until) + ")";
}

Cut cut_of(const std::string& text) {
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
  return out;
}

Partitions::Partitions(Unrolled& out, const Limits& limits) : out_(out) {
  if (limits.partitions == 0) return;
  std::vector<One> all;
  for (const std::string& cut : limits.cuts) {
    const Cut sides = cut_of(cut);
    for (const auto* side : {&sides.from, &sides.to}) {
      for (const std::string& name : *side) {
        if (std::ranges::find(limits.nodes, name) == limits.nodes.end())
          throw Rejected("a cut of no node: " + name);
      }
    }
    std::vector<One> those;
    for (int from = 1; from <= limits.last_partition; ++from) {
      for (int until = from; until <= limits.last_partition; ++until) {
        those.push_back({out.circuit.input(partition(cut, from, until)), from, until});
        out.partitions.push_back(those.back().literal);
        Unrolled::bound(out.partitions.size(), limits.last_partition);
      }
    }
    all.insert(all.end(), those.begin(), those.end());
    by_cut_.emplace_back(sides, std::move(those));
  }
  // Between two of them there is a tick without any.
  for (int t = 1; t <= limits.last_partition + 1; ++t) {
    std::vector<int> now;
    for (const One& one : all) {
      if (one.from <= t && t <= one.until + 1) now.push_back(one.literal);
    }
    out.at_most(now, 1);
  }
  out.at_most(out.partitions, static_cast<std::size_t>(limits.partitions));
}

int Partitions::cut(const std::string& a, const std::string& b, int t) {
  Clause some;
  for (const auto& [sides, those] : by_cut_) {
    if (!sides.loses(a, b)) continue;
    for (const One& one : those) {
      if (one.from <= t && t <= one.until) some.push_back(one.literal);
    }
  }
  return out_.circuit.any(std::move(some));
}

}  // namespace ldfi::certificate
