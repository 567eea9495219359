#include "common/faults/fault_set.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace ldfi {

FaultSet::FaultSet(std::vector<Omission> omissions, std::vector<Crash> crashes)
    : omissions_(std::move(omissions)), crashes_(std::move(crashes)) {
  std::sort(crashes_.begin(), crashes_.end());
  crashes_.erase(std::unique(crashes_.begin(), crashes_.end()), crashes_.end());
  for (std::size_t i = 1; i < crashes_.size(); ++i) {
    LDFI_REQUIRE(crashes_[i - 1].node != crashes_[i].node, "a node crashes at most once");
  }
  std::erase_if(omissions_, [this](const Omission& o) {
    return std::any_of(crashes_.begin(), crashes_.end(),
                       [&](const Crash& c) { return c.node == o.from && c.at <= o.sent; });
  });
  std::sort(omissions_.begin(), omissions_.end());
  omissions_.erase(std::unique(omissions_.begin(), omissions_.end()), omissions_.end());
}

bool FaultSet::subset_of(const FaultSet& other) const {
  return std::includes(other.omissions_.begin(), other.omissions_.end(), omissions_.begin(),
                       omissions_.end()) &&
         std::includes(other.crashes_.begin(), other.crashes_.end(), crashes_.begin(),
                       crashes_.end());
}

std::strong_ordering FaultSet::operator<=>(const FaultSet& other) const {
  if (const auto by_size = size() <=> other.size(); by_size != 0) return by_size;
  // Of two sequences of equal length, one that runs out of omissions first has a crash where the
  // other has an omission, and is therefore the greater one.
  const std::size_t common = std::min(omissions_.size(), other.omissions_.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (const auto c = omissions_[i] <=> other.omissions_[i]; c != 0) return c;
  }
  if (const auto c = other.omissions_.size() <=> omissions_.size(); c != 0) return c;
  for (std::size_t i = 0; i < crashes_.size(); ++i) {
    if (const auto c = crashes_[i] <=> other.crashes_[i]; c != 0) return c;
  }
  return std::strong_ordering::equal;
}

}  // namespace ldfi

std::size_t std::hash<ldfi::FaultSet>::operator()(const ldfi::FaultSet& faults) const noexcept {
  std::size_t h = 0x9E3779B97F4A7C15ULL;
  const auto mix = [&h](std::size_t v) { h = (h ^ v) * 0xBF58476D1CE4E5B9ULL + (h >> 29); };
  for (const auto& o : faults.omissions()) {
    mix(o.from.index());
    mix(o.to.index());
    mix(static_cast<std::size_t>(o.sent.tick()));
  }
  mix(~std::size_t{0});
  for (const auto& c : faults.crashes()) {
    mix(c.node.index());
    mix(static_cast<std::size_t>(c.at.tick()));
  }
  return h;
}
