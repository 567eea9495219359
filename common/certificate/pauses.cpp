#include "common/certificate/pauses.hpp"

namespace ldfi::certificate {

std::string pause(const std::string& a, int from, int back) {
  return "S(" + a + "," + std::to_string(from) + "," + std::to_string(back) + ")";
}

Pauses::Pauses(Unrolled& out, const Limits& limits, Outages& outages) : out_(out) {
  if (!limits.stop || limits.pauses == 0) return;
  for (const std::string& node : limits.nodes) {
    if (limits.steady.contains(node)) continue;
    std::vector<One>& all = of_[node];
    for (int from = 1; from <= limits.last_pause; ++from) {
      for (int back = from + 1; back <= limits.last_pause + 1; ++back) {
        all.push_back({out.circuit.input(pause(node, from, back)), from, back});
        out.pauses.push_back(all.back().literal);
        Unrolled::bound(out.pauses.size(), limits.last_pause);
      }
    }
    // Between two of them, or one and an outage, the node runs for a tick.
    for (int t = 1; t <= limits.last_pause + 1; ++t) {
      std::vector<int> now{outages.away(node, t)};
      for (const One& one : all) {
        if (one.from <= t && t <= one.back) now.push_back(one.literal);
      }
      out.at_most(now, 1);
    }
  }
  out.at_most(out.pauses, static_cast<std::size_t>(limits.pauses));
}

int Pauses::paused(const std::string& node, int t) {
  Clause some;
  for (const One& one : of_[node]) {
    if (one.from <= t && t < one.back) some.push_back(one.literal);
  }
  return out_.circuit.any(std::move(some));
}

}  // namespace ldfi::certificate
