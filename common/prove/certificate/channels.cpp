#include "common/prove/certificate/channels.hpp"

#include <algorithm>

namespace ldfi::certificate {
namespace {

constexpr std::size_t most_inputs = 1'000'000;

}  // namespace

const Channel& Channels::of(const Messages& sent) {
  const auto& [a, b, t, relation] = sent;
  Relations& all = channels_[{a, b, t}];
  const bool first = all.empty();
  const int lost = first ? Circuit::no : all.begin()->second.lost;
  const auto [it, fresh] = all.try_emplace(relation);
  Channel& out = it->second;
  if (!fresh) return out;
  out.lost = lost;  // all is lost together
  if (first && a != b && t <= limits_.last_loss && !limits_.reliable.contains({a, b})) {
    out.lost = out_.circuit.input(lost_at(a, b, t));
    out_.losses.push_back(out.lost);
  }
  if (t > limits_.last_late || limits_.punctual.contains({a, b})) return out;
  const int room = limits_.eot - 1 - t;  // it arrives at EOT at the latest
  for (int k = 1; k <= std::min(limits_.late, room); ++k) {
    out.late.push_back(out_.circuit.input(late_by(sent, k)));
    if (k > 1) out_.axioms.push_back({-out.late.back(), out.late[static_cast<std::size_t>(k) - 2]});
    if (k == 1 && out.lost != Circuit::no) out_.axioms.push_back({-out.late[0], -out.lost});
  }
  for (int k = 1; k <= std::min(limits_.again_within(), room); ++k) {
    const int again = out_.circuit.input(again_after(sent, k));
    if (out.lost != Circuit::no) out_.axioms.push_back({-again, -out.lost});
    if (static_cast<std::size_t>(k) <= out.late.size())
      out_.axioms.push_back({-again, -out.late[static_cast<std::size_t>(k) - 1]});
    out.twice.push_back(again);
  }
  out_.at_most(out.twice, 1);
  inputs_ += out.late.size() + out.twice.size();
  if (inputs_ > most_inputs) throw Rejected("more late messages than can be checked");
  if (!out.late.empty()) out_.late.push_back(out.late);
  if (!out.twice.empty()) out_.twice.push_back(out.twice);
  return out;
}

void Channels::send(const Messages& sent, int literal) {
  of(sent);
  channels_.at({sent.from, sent.to, sent.tick}).at(sent.relation).leaves.push_back(literal);
}

int Channels::overtakes() {
  Clause some;
  const int latest = limits_.latest();
  for (const auto& [first, relations] : channels_) {
    const auto& [a, b, t] = first;
    for (int ticks = 1; ticks < latest; ++ticks) {
      const auto later = channels_.find({a, b, t + ticks});
      if (later == channels_.end()) continue;
      for (const auto& [relation, channel] : relations)
        overtakes(channel, later->second, ticks, some);
    }
  }
  return out_.circuit.any(std::move(some));
}

void Channels::overtakes(const Channel& first, const Relations& later, int ticks, Clause& out) {
  for (const auto& [relation, second] : later) out.push_back(overtakes(first, second, ticks));
}

/// What was sent so many ticks later arrives in time, or late by some, and the other still later.
int Channels::overtakes(const Channel& first, const Channel& second, int ticks) {
  Circuit& circuit = out_.circuit;
  const auto by = [](const std::vector<int>& of, int k) {
    return k <= static_cast<int>(of.size()) ? of[static_cast<std::size_t>(k) - 1] : Circuit::no;
  };
  Clause ways;
  const int latest = static_cast<int>(std::max(first.late.size(), first.twice.size()));
  int again = Circuit::no;  // a second time, so late or more
  for (int k = latest; k > ticks; --k) {
    if (++inputs_ > most_inputs) throw Rejected("more late messages than can be checked");
    again = circuit.any({again, by(first.twice, k)});
    ways.push_back(
        circuit.all({circuit.any({by(first.late, k), again}), -by(second.late, k - ticks)}));
  }
  return circuit.all({circuit.any(first.leaves), circuit.any(second.leaves), -first.lost,
                      -second.lost, circuit.any(ways)});
}

}  // namespace ldfi::certificate
