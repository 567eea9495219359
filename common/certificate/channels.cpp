#include "common/certificate/channels.hpp"

#include <algorithm>

namespace ldfi::certificate {
namespace {

constexpr std::size_t most_inputs = 1'000'000;

}  // namespace

const Channel& Channels::of(const std::string& a, const std::string& b, int t) {
  const auto [it, fresh] = channels_.try_emplace({a, b, t});
  Channel& out = it->second;
  if (!fresh) return out;
  if (t <= limits_.last_loss && !limits_.reliable.contains({a, b})) {
    out.lost = out_.circuit.input(lost_at(a, b, t));
    out_.losses.push_back(out.lost);
  }
  if (t > limits_.last_late || limits_.punctual.contains({a, b})) return out;
  const int room = limits_.eot - 1 - t;  // it arrives at EOT at the latest
  for (int k = 1; k <= std::min(limits_.late, room); ++k) {
    out.late.push_back(out_.circuit.input(late_by(a, b, t, k)));
    if (k > 1) out_.axioms.push_back({-out.late.back(), out.late[static_cast<std::size_t>(k) - 2]});
    if (k == 1 && out.lost != Circuit::no) out_.axioms.push_back({-out.late[0], -out.lost});
  }
  for (int k = 1; k <= std::min(limits_.twice == 0 ? 0 : limits_.twice_within, room); ++k) {
    const int again = out_.circuit.input(again_after(a, b, t, k));
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

}  // namespace ldfi::certificate
