#include "common/prove/count/links.hpp"

#include <algorithm>

namespace ldfi::count {

Links::Links(const Fspec& fspec) : fspec_(fspec), links_(fspec.node_count(), PerSort{}) {
  for (std::size_t a = 0; a < fspec.node_count(); ++a) {
    for (std::size_t b = 0; b < fspec.node_count(); ++b) {
      const std::size_t of = sort(NodeId(a), NodeId(b));
      one_of_[of] = {NodeId(a), NodeId(b)};
      if (a != b) ++links_[a][of];
    }
  }
}

std::size_t Links::sort(NodeId from, NodeId to) const {
  return (fspec_.omissible(from, to) ? 1U : 0U) | (fspec_.may_be_late(from, to) ? 2U : 0U);
}

void Links::go_to(int tick) {
  latest_ = 0;
  for (std::size_t s = 0; s < sorts; ++s) {
    menus_[s] = menu_at(s, tick);
    for (const Choice& choice : menus_[s].choices)
      latest_ = std::max({latest_, choice.delay, choice.again});
  }
}

Menu Links::menu_at(std::size_t sort, int tick) const {
  Menu out;
  if (!one_of_[sort]) return out;
  const auto [from, to] = *one_of_[sort];
  out.lossy = fspec_.omissible(from, to) && tick <= fspec_.last_omission();
  const auto add_again = [&, from = from, to = to](int delay) {
    for (int k = delay + 1; fspec_.may_duplicate(from, to, Time(tick), k); ++k) {
      out.choices.push_back({delay, k});
    }
  };
  add_again(0);
  for (int k = 1; fspec_.may_delay(from, to, Time(tick), k); ++k) {
    out.choices.push_back({k, 0});
    add_again(k);
  }
  return out;
}

Links::PerSort Links::open(const Fates::Nodes& nodes, const Fates::Nodes* next) const {
  PerSort out{};
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    const std::size_t itself = sort(NodeId(a), NodeId(a));
    if (menus_[itself].open()) ++out[itself];
    if (nodes[a].quiet()) continue;
    for (std::size_t s = 0; s < sorts; ++s) {
      if (menus_[s].open()) out[s] += links_[a][s];
    }
    for (std::size_t b = 0; next != nullptr && b < nodes.size(); ++b) {
      if (a == b || (*next)[b].mode != Fate::down) continue;
      const std::size_t s = sort(NodeId(a), NodeId(b));
      if (menus_[s].open()) --out[s];
    }
  }
  return out;
}

}  // namespace ldfi::count
