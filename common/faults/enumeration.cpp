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

std::vector<FaultSet> given_faults(const Fspec& fspec, std::size_t most, Meter meter) {
  std::vector<std::vector<Fault>> lists{{}};
  most = std::min(most, static_cast<std::size_t>(fspec.crashes()));
  for (std::size_t begin = 0, k = 0; k < most; ++k) {
    const std::size_t end = lists.size();
    for (; begin < end; ++begin) {
      const std::uint32_t first =
          lists[begin].empty() ? 0 : std::get<Crash>(lists[begin].back()).node.raw() + 1;
      for (std::uint32_t n = first; n < fspec.node_count(); ++n) {
        for (int t = 1; t <= fspec.eot(); ++t) {
          meter.step();
          auto more = lists[begin];
          more.emplace_back(Crash{NodeId(n), Time(t)});
          lists.push_back(std::move(more));
        }
      }
    }
  }
  std::vector<FaultSet> out;
  out.reserve(lists.size());
  for (auto& list : lists) out.emplace_back(std::move(list));
  return out;
}

Enumeration::Enumeration(const Fspec& fspec, const FaultSet& given, std::uint32_t more)
    : given_(given.faults()), chosen_(more) {
  for (std::uint32_t from = 0; from < fspec.node_count(); ++from) {
    for (std::uint32_t to = 0; to < fspec.node_count(); ++to) {
      for (int t = 1; t <= fspec.last_omission() && to != from; ++t) {
        const Channel channel{NodeId(from), NodeId(to), Time(t)};
        if (given.loses(channel)) break;  // the crash loses all later ones, too
        free_.push_back({channel.from, channel.to, channel.sent});
      }
    }
  }
  for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_[i] = i;
}

void Enumeration::seek(std::uint64_t first) {
  LDFI_REQUIRE(first < total(), "no such set");
  std::size_t candidate = 0;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    // Skips the candidates whose sets all have a lower rank than the one wanted.
    for (;; ++candidate) {
      const std::uint64_t with = choose(free_.size() - candidate - 1, chosen_.size() - i - 1);
      if (first < with) break;
      first -= with;
    }
    chosen_[i] = candidate++;
  }
}

FaultSet Enumeration::faults() const {
  std::vector<Fault> faults;
  faults.reserve(chosen_.size() + given_.size());
  for (std::size_t i : chosen_) faults.emplace_back(free_[i]);
  faults.insert(faults.end(), given_.begin(), given_.end());
  return FaultSet(std::move(faults));
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
