#include "common/dedalus/eval/network.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "common/base/contract.hpp"

namespace ldfi::eval {

Network::Network(const dedalus::Program& program, const Fspec& fspec)
    : nodes_(program.symbols.size(), none), halt_(fspec.crash_model() == CrashModel::halt) {
  for (std::uint32_t i = 0; i < fspec.node_count(); ++i) {
    symbols_.push_back(program.symbols.find(fspec.nodes()[i]));
    if (symbols_.back()) nodes_[static_cast<std::size_t>(*symbols_.back())] = i;
  }
}

Value Network::symbol(NodeId node) const {
  LDFI_REQUIRE(symbols_.at(node.index()).has_value(), "a node is no symbol of the program");
  return *symbols_[node.index()];
}

void Network::start(const FaultSet& faults) {
  crashed_at_.assign(symbols_.size(), std::numeric_limits<int>::max());
  first_crash_ = std::numeric_limits<int>::max();
  for (const Crash& crash : faults.crashes()) {
    LDFI_REQUIRE(crash.node.index() < crashed_at_.size(), "a crash of an unknown node");
    crashed_at_[crash.node.index()] = crash.at.tick();
    first_crash_ = std::min(first_crash_, crash.at.tick());
  }
  omissions_ = faults.omissions();
  for (const Omission& o : omissions_) {
    LDFI_REQUIRE(o.from.index() < symbols_.size() && o.to.index() < symbols_.size(),
                 "an omission at an unknown node");
  }
  std::sort(omissions_.begin(), omissions_.end(), [](const Omission& a, const Omission& b) {
    return std::tie(a.sent, a.from, a.to) < std::tie(b.sent, b.from, b.to);
  });
  at(0);
}

void Network::at(int tick) {
  const auto begin = std::partition_point(omissions_.begin(), omissions_.end(),
                                          [&](const Omission& o) { return o.sent.tick() < tick; });
  const auto end = std::partition_point(begin, omissions_.end(),
                                        [&](const Omission& o) { return o.sent.tick() == tick; });
  tick_ = tick;
  lost_begin_ = static_cast<std::size_t>(begin - omissions_.begin());
  lost_end_ = static_cast<std::size_t>(end - omissions_.begin());
}

bool Network::omitted(std::uint32_t from, std::uint32_t to) const {
  const auto begin = omissions_.begin() + static_cast<std::ptrdiff_t>(lost_begin_);
  const auto end = omissions_.begin() + static_cast<std::ptrdiff_t>(lost_end_);
  const auto key = std::pair(NodeId(from), NodeId(to));
  const auto it = std::lower_bound(begin, end, key, [](const Omission& o, const auto& k) {
    return std::pair(o.from, o.to) < k;
  });
  return it != end && it->from == key.first && it->to == key.second;
}

}  // namespace ldfi::eval
