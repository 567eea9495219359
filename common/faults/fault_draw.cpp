#include "common/faults/fault_draw.hpp"

#include <limits>

namespace ldfi {

/// Draws again if the number is in the last, incomplete range of `bound` numbers. Otherwise some
/// results would be more likely than others.
std::uint64_t FaultDraw::below(std::uint64_t bound) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t excess = (most % bound + 1) % bound;
  for (;;) {
    const std::uint64_t x = engine_();
    if (x <= most - excess) return x % bound;
  }
}

Time FaultDraw::tick(int last) {
  return Time(1 + static_cast<int>(below(static_cast<std::uint64_t>(last))));
}

/// Chooses by Floyd's algorithm [BF87]. Stores a flag for each number: whether it was chosen.
std::vector<bool> FaultDraw::chosen(std::uint64_t total, std::uint64_t count) {
  std::vector<bool> in(total);
  for (std::uint64_t j = total - count; j < total; ++j) {
    const std::uint64_t candidate = below(j + 1);
    in[in[candidate] ? j : candidate] = true;
  }
  return in;
}

/// Draws from Pólya's urn [EP23]. The urn starts with one share of "no" and `weight` shares of
/// "yes". Each drawn answer is put back with one more share of the same answer. With weight 1, all
/// results are equally likely, so one uniform draw suffices.
std::uint64_t FaultDraw::number(std::uint64_t most, std::uint64_t weight) {
  constexpr std::uint64_t one = FaultWeights::one;
  if (weight == one) return below(most + 1);
  std::uint64_t yes = 0;
  for (std::uint64_t drawn = 0; drawn < most && weight > 0; ++drawn) {
    if (below(weight + one + drawn * one) < weight + yes * one) ++yes;
  }
  return yes;
}

NodeId FaultDraw::place(NodeId*) {
  return NodeId(static_cast<std::size_t>(below(fspec_.node_count())));
}

Disk FaultDraw::place(Disk*) {
  const NodeId node = place(static_cast<NodeId*>(nullptr));
  return {node, NamedId(static_cast<std::size_t>(below(fspec_.stored().size())))};
}

Cut FaultDraw::place(Cut*) {
  return fspec_.cuts()[below(fspec_.cuts().size())];
}

void FaultDraw::add(const Fault& fresh) {
  if (!admits(fspec_, fresh)) return;
  for (const Fault& fault : faults_) {
    const bool before = fault < fresh;
    if (excludes(before ? fault : fresh, before ? fresh : fault) != nullptr) return;
    if (redundant(fresh, fault) || redundant(fault, fresh)) return;
  }
  faults_.push_back(fresh);
}

}  // namespace ldfi
