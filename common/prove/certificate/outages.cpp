#include "common/prove/certificate/outages.hpp"

#include <algorithm>

namespace ldfi::certificate {

std::string down_spell(const std::string& node) {
  return "C " + node;
}

std::string mute_spell(const std::string& node) {
  return "C+ " + node;
}

Outages::Outages(Unrolled& out, const Limits& limits) : out_(out), limits_(limits) {
  if (!limits.stop) return;
  if (limits.restarts > 0 && limits.last_restart >= limits.eot)
    throw Rejected("nodes that come back after EOT");
  std::vector<int> good, ended;
  for (const std::string& node : limits.nodes) add(node, good, ended);
  out.at_most(good, static_cast<std::size_t>(limits.crashes));
  out.at_most(ended, static_cast<std::size_t>(limits.restarts));
  out.outages = good;
  out.outages.insert(out.outages.end(), ended.begin(), ended.end());
}

void Outages::add(const std::string& node, std::vector<int>& good, std::vector<int>& ended) {
  const bool dies = limits_.may_die(node);
  const bool returns = limits_.may_restart(node);
  const int after = limits_.eot + 1;
  const int last = dies ? after : returns ? limits_.last_restart : 0;
  Circuit& circuit = out_.circuit;
  One& one = of_[node];
  one.down = out_.spell(down_spell(node), last);
  one.mute = out_.spell(mute_spell(node), last - 1);
  for (int t = 1; t < last; ++t) {
    out_.axioms.push_back({-one.mute.at(t), -one.down.at(t)});
    out_.axioms.push_back({-one.mute.at(t), one.down.at(t + 1)});
  }
  for (int t = 2; t <= after; ++t) {
    const int back = one.down.is_over(circuit, t);
    if (returns && t <= limits_.last_restart + 1) {
      ended.push_back(back);
    } else {
      out_.axioms.push_back({-back});
    }
  }
  if (returns) last_so_long(one.down);
  one.for_good.assign(static_cast<std::size_t>(after) + 2, Circuit::yes);
  for (auto t = static_cast<std::size_t>(after); t > 0; --t)
    one.for_good[t] = circuit.all({one.down.at(static_cast<int>(t)), one.for_good[t + 1]});
  if (!dies) return;
  good.push_back(one.down.at(after));
  out_.axioms.push_back({-one.down.at(after), one.down.at(limits_.eot), one.mute.at(limits_.eot)});
}

/// Those that end in a restart.
void Outages::last_so_long(const Spell& down) {
  const int last = limits_.last_restart + 1;
  if (limits_.least_down > 1 || limits_.most_down)
    Unrolled::bound(static_cast<std::size_t>(last) * limits_.nodes.size(), last);
  for (int from = 1; from < last; ++from) {
    const int begins = down.begins(out_.circuit, from);
    for (int t = from + 1; t < from + limits_.least_down && t <= last; ++t)
      out_.axioms.push_back({-begins, -down.is_over(out_.circuit, t)});
    if (!limits_.most_down || from + *limits_.most_down >= last) continue;
    Clause all{begins};
    for (int t = from; t <= from + *limits_.most_down; ++t) all.push_back(down.at(t));
    const int longer = out_.circuit.all(all);
    for (int t = from + *limits_.most_down + 1; t <= last; ++t)
      out_.axioms.push_back({-longer, -down.is_over(out_.circuit, t)});
  }
}

int Outages::down(const std::string& node, int t) const {
  const auto it = of_.find(node);
  return it == of_.end() ? Circuit::no : it->second.down.at(t);
}

int Outages::away(const std::string& node, int t) {
  return out_.circuit.any({down(node, t), restarts(node, t)});
}

int Outages::mutes(const std::string& node, int t) const {
  const auto it = of_.find(node);
  return it == of_.end() ? Circuit::no : it->second.mute.at(t);
}

int Outages::crashes(const std::string& node, int t) {
  const auto it = of_.find(node);
  if (it == of_.end()) return Circuit::no;
  const auto for_good = [&](int at) { return it->second.for_good[static_cast<std::size_t>(at)]; };
  Circuit& circuit = out_.circuit;
  return circuit.any({circuit.all({for_good(t), -down(node, t - 1), -mutes(node, t - 1)}),
                      circuit.all({mutes(node, t), for_good(t + 1)})});
}

int Outages::restarts(const std::string& node, int t) {
  const auto it = of_.find(node);
  return it == of_.end() ? Circuit::no : it->second.down.is_over(out_.circuit, t);
}

}  // namespace ldfi::certificate
