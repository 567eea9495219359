// Inputs of the circuit: one for each fault that may happen, by its name.
#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

std::string crashed_by(const std::string& a, int t) {
  return "crashed by(" + a + "," + std::to_string(t) + ")";
}

const Spell& Unrolled::spell(const std::string& of, int last) {
  Spell& out = spells[of];
  out.on.push_back(Circuit::no);
  for (int t = 1; t <= last; ++t) {
    bound(spells.size(), t);
    out.on.push_back(circuit.input(of + "@" + std::to_string(t)));
  }
  return out;
}

void Unrolled::at_most(const std::vector<int>& these, std::size_t most) {
  if (these.size() <= most) return;
  bound(these.size(), static_cast<int>(most) + 1);
  axioms.push_back({-circuit.at_least(these, most + 1)[most + 1]});
}

void Unrolled::bound(std::size_t faults, int ticks) {
  constexpr std::uint64_t most = 2'000'000;
  if (std::uint64_t{faults} * static_cast<std::uint64_t>(ticks) > most)
    throw Rejected("more outages, partitions, pauses and faults of disks than can be checked");
}

std::string lost_at(const std::string& a, const std::string& b, int t) {
  return "O(" + a + "," + b + "," + std::to_string(t) + ")";
}

std::string late_by(const Messages& sent, int by) {
  return "late by(" + sent.from + "," + sent.to + "," + std::to_string(sent.tick) + "," +
         (sent.relation.empty() ? "" : sent.relation + ",") + std::to_string(by) + ")";
}

std::string again_after(const Messages& sent, int by) {
  return "U(" + sent.from + "," + sent.to + "," + std::to_string(sent.tick) + "," +
         (sent.relation.empty() ? "" : sent.relation + ",") + "+" + std::to_string(by) + ")";
}

}  // namespace ldfi::certificate
