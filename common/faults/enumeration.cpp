#include "common/faults/enumeration.hpp"

#include <algorithm>
#include <limits>

#include "common/base/contract.hpp"

namespace ldfi {

std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
  if (k > n) return 0;
  k = std::min(k, n - k);
  __extension__ unsigned __int128 value = 1;
  for (std::uint64_t i = 1; i <= k; ++i) {
    value = value * (n - k + i) / i;
    if (value > std::numeric_limits<std::uint64_t>::max())
      return std::numeric_limits<std::uint64_t>::max();
  }
  return static_cast<std::uint64_t>(value);
}

Enumeration::Enumeration(const Fspec& fspec, std::vector<Crash> crashes, std::uint32_t omissions)
    : crashes_(std::move(crashes)), chosen_(omissions) {
  for (std::uint32_t from = 0; from < fspec.node_count(); ++from) {
    const auto crash = std::find_if(crashes_.begin(), crashes_.end(),
                                    [&](const Crash& c) { return c.node == NodeId(from); });
    const int last = crash == crashes_.end()
                         ? fspec.last_omission()
                         : std::min(fspec.last_omission(), crash->at.tick() - 1);
    for (std::uint32_t to = 0; to < fspec.node_count(); ++to) {
      for (int t = 1; t <= last && to != from; ++t)
        free_.push_back({NodeId(from), NodeId(to), Time(t)});
    }
  }
  for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_[i] = i;
}

void Enumeration::seek(std::uint64_t first) {
  LDFI_REQUIRE(first < total(), "no such set");
  std::size_t candidate = 0;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    // How many sets go on with `candidate` at this place: those of the rest.
    for (;; ++candidate) {
      const std::uint64_t with = choose(free_.size() - candidate - 1, chosen_.size() - i - 1);
      if (first < with) break;
      first -= with;
    }
    chosen_[i] = candidate++;
  }
}

FaultSet Enumeration::faults() const {
  std::vector<Omission> omissions;
  omissions.reserve(chosen_.size());
  for (std::size_t i : chosen_) omissions.push_back(free_[i]);
  return {std::move(omissions), crashes_};
}

bool Enumeration::next() {
  for (std::size_t i = chosen_.size(); i-- > 0;) {
    if (chosen_[i] >= free_.size() - (chosen_.size() - i)) continue;
    ++chosen_[i];
    for (std::size_t j = i + 1; j < chosen_.size(); ++j) chosen_[j] = chosen_[j - 1] + 1;
    return true;
  }
  return false;
}

}  // namespace ldfi
