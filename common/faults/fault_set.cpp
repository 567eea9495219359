#include "common/faults/fault_set.hpp"

#include <algorithm>
#include <iterator>

#include "common/base/contract.hpp"

namespace ldfi {

FaultSet::FaultSet(std::vector<Fault> faults) : faults_(std::move(faults)) {
  if (!std::is_sorted(faults_.begin(), faults_.end())) std::sort(faults_.begin(), faults_.end());
  faults_.erase(std::unique(faults_.begin(), faults_.end()), faults_.end());
  const auto others = std::find_if_not(faults_.begin(), faults_.end(), is_omission);
  if (others == faults_.end()) return;
  LDFI_REQUIRE(contradiction(faults_) == nullptr, "faults that exclude each other");
  const auto without_effect = [&](const Fault& fault) {
    return std::any_of(others, faults_.end(),
                       [&](const Fault& other) { return redundant(fault, other); });
  };
  // Failed writes stand behind the outages, which are never redundant.
  faults_.erase(std::remove_if(others, faults_.end(), without_effect), faults_.end());
  faults_.erase(std::remove_if(faults_.begin(), others, without_effect), others);
}

// Crashes that exclude each other are neighbours once they are sorted. Partitions need not be,
// and failed writes are excluded by outages, too.
const char* contradiction(const std::vector<Fault>& faults) {
  const auto others = std::find_if_not(faults.begin(), faults.end(), is_omission);
  for (auto it = others; it != faults.end(); ++it) {
    const bool crash = crashed_node(*it).has_value();
    for (auto before = crash && it != others ? it - 1 : others; before != it; ++before) {
      if (const char* why = excludes(*before, *it)) return why;
    }
  }
  return nullptr;
}

bool FaultSet::contains(const Fault& fault) const {
  return std::binary_search(faults_.begin(), faults_.end(), fault);
}

// There may be many omissions, so these are looked up. Faults of other kinds are few and stand
// behind them.
bool FaultSet::loses(const Channel& channel) const {
  if (channel.kind == ChannelKind::keep) {
    bool open = false;
    for (const Fault& fault : faults_) {
      if (ldfi::loses(fault, channel)) return true;
      open = open || opens(fault, channel);
    }
    return !open;
  }
  if (contains(Omission{channel.from, channel.to, channel.sent})) return true;
  for (auto it = faults_.rbegin(); it != faults_.rend(); ++it) {
    if (is_omission(*it)) return false;
    if (ldfi::loses(*it, channel)) return true;
  }
  return false;
}

FaultSet FaultSet::without_omissions() const {
  FaultSet out;
  std::remove_copy_if(faults_.begin(), faults_.end(), std::back_inserter(out.faults_), is_omission);
  return out;
}

NodeState FaultSet::state_of(NodeId node, Time at) const {
  NodeState state = NodeState::up;
  for (const Fault& fault : faults_) state = std::max(state, ldfi::state_of(fault, node, at));
  return state;
}

bool FaultSet::makes(const FaultFact& fact) const {
  return std::any_of(faults_.begin(), faults_.end(),
                     [&](const Fault& fault) { return ldfi::makes(fault, fact); });
}

bool FaultSet::subset_of(const FaultSet& other) const {
  return std::includes(other.faults_.begin(), other.faults_.end(), faults_.begin(), faults_.end());
}

std::strong_ordering FaultSet::operator<=>(const FaultSet& other) const {
  if (const auto by_size = size() <=> other.size(); by_size != 0) return by_size;
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    if (const auto c = faults_[i] <=> other.faults_[i]; c != 0) return c;
  }
  return std::strong_ordering::equal;
}

}  // namespace ldfi

std::size_t std::hash<ldfi::FaultSet>::operator()(const ldfi::FaultSet& faults) const noexcept {
  std::size_t h = 0x9E3779B97F4A7C15ULL;
  const auto mix = [&h](std::size_t v) { h = (h ^ v) * 0xBF58476D1CE4E5B9ULL + (h >> 29); };
  for (const auto& fault : faults) {
    mix(fault.index());
    std::visit(
        [&](const auto& f) {
          f.members(f, [&](const auto& member) {
            mix(std::hash<std::remove_cvref_t<decltype(member)>>{}(member));
          });
        },
        fault);
  }
  return h;
}
