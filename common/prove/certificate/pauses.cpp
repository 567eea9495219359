#include "common/prove/certificate/pauses.hpp"

namespace ldfi::certificate {

std::string pause_spell(const std::string& node) {
  return "S " + node;
}

Pauses::Pauses(Unrolled& out, const Limits& limits, Outages& outages) {
  if (!limits.stop || limits.pauses == 0) return;
  for (const std::string& node : limits.nodes) {
    if (!limits.may_pause(node)) continue;
    const Spell& spell = of_[node] = out.spell(pause_spell(node), limits.last_pause);
    // Between a pause and an outage, the node runs for a tick.
    for (int t = 1; t <= limits.last_pause + 1; ++t) {
      const int away = outages.away(node, t);
      out.axioms.push_back({-spell.at(t), -away});
      out.axioms.push_back({-spell.at(t - 1), -away});
      out.pauses.push_back(spell.begins(out.circuit, t));
    }
  }
  out.at_most(out.pauses, static_cast<std::size_t>(limits.pauses));
}

int Pauses::paused(const std::string& node, int t) const {
  const auto it = of_.find(node);
  return it == of_.end() ? Circuit::no : it->second.at(t);
}

}  // namespace ldfi::certificate
