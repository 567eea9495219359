#include "common/certificate/outages.hpp"

namespace ldfi::certificate {

std::string outage(const std::string& a, int at, bool after, int back) {
  return "C(" + a + "," + std::to_string(at) + (after ? "+" : "") +
         (back == 0 ? "" : "," + std::to_string(back)) + ")";
}

Outages::Outages(Unrolled& out, const Limits& limits) : out_(out) {
  if (!limits.stop) return;
  std::vector<int> good, ended;
  for (const std::string& node : limits.nodes) {
    std::vector<One>& all = of_[node];
    const auto add = [&](int at, bool after, int back) {
      const int literal = out.circuit.input(outage(node, at, after, back));
      all.push_back({literal, at, after ? at + 1 : at, back});
      (back == 0 ? good : ended).push_back(literal);
      out.outages.push_back(literal);
      Unrolled::bound(out.outages.size(), limits.eot);
    };
    for (int at = 1; at <= limits.eot; ++at) {
      for (const bool after : {false, true}) {
        if (limits.crashes > 0 && !limits.survivors.contains(node)) add(at, after, 0);
        if (limits.restarts == 0 || at > limits.last_restart || limits.stayers.contains(node))
          continue;
        const int down = after ? at + 1 : at;
        for (int back = down + limits.least_down; back <= limits.last_restart + 1; ++back) {
          if (limits.most_down && back - down > *limits.most_down) break;
          add(at, after, back);
        }
      }
    }
    // Between two of them the node runs for a tick.
    for (int t = 1; t <= limits.eot + 1; ++t) {
      std::vector<int> now;
      for (const One& one : all) {
        if (one.is_down(t) || (one.back == t)) now.push_back(one.literal);
      }
      out.at_most(now, 1);
    }
  }
  out.at_most(good, static_cast<std::size_t>(limits.crashes));
  out.at_most(ended, static_cast<std::size_t>(limits.restarts));
}

template <class Is>
int Outages::any(const std::string& node, const Is& is) {
  Clause some;
  for (const One& one : of_[node]) {
    if (is(one)) some.push_back(one.literal);
  }
  return out_.circuit.any(std::move(some));
}

int Outages::down(const std::string& node, int t) {
  const auto [it, fresh] = down_.try_emplace({node, t});
  if (fresh) it->second = any(node, [t](const One& one) { return one.is_down(t); });
  return it->second;
}

int Outages::away(const std::string& node, int t) {
  return any(node, [t](const One& one) { return one.is_down(t) || one.back == t; });
}

int Outages::mutes(const std::string& node, int t) {
  return any(node, [t](const One& one) { return one.at == t && one.down > t; });
}

int Outages::crashes(const std::string& node, int t) {
  return any(node, [t](const One& one) { return one.at == t && one.back == 0; });
}

int Outages::restarts(const std::string& node, int t) {
  return any(node, [t](const One& one) { return one.back == t; });
}

}  // namespace ldfi::certificate
