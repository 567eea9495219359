#include "common/faults/enumeration.hpp"

#include <algorithm>
#include <limits>

#include "common/base/contract.hpp"
#include "common/faults/spans.hpp"

namespace ldfi {

namespace {

constexpr int unlimited = std::numeric_limits<int>::max();

}  // namespace

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

namespace {

/// Returns all single faults that the Fspec admits, except omissions, sorted. Stops when there are
/// more than `most` faults.
std::vector<Fault> other_faults(const Fspec& fspec, std::size_t most) {
  Candidates out(most == std::numeric_limits<std::size_t>::max() ? most : most + 1);
  each_kind([&]<class Kind>(Kind* kind) {
    if constexpr (!std::same_as<Kind, Omission>) add_candidates(fspec, out, kind);
  });
  return out.faults();
}

}  // namespace

// Returns true if the Fspec admits any fault. The function tries only the first fault of each kind.
// This suffices, because an Fspec sets a last tick for faults but never a first tick.
bool admits_any_fault(const Fspec& fspec) {
  bool out = false;
  each_kind([&](auto* kind) {
    Candidates first(1);
    if (!out) add_candidates(fspec, first, kind);
    out = out || std::ranges::any_of(first.faults(), [&](const Fault& fault) {
            return fspec.admits(FaultSet({fault}));
          });
  });
  return out;
}

std::optional<std::vector<FaultSet>> few_given_faults(const Fspec& fspec, std::size_t most,
                                                      std::size_t most_sets, Meter meter) {
  struct List {
    std::vector<Fault> faults;
    std::size_t next = 0;  ///< index of the first candidate that may be added to the set
  };
  most = std::min(most, fspec.max_given());
  const std::vector<Fault> candidates =
      most > 0 ? other_faults(fspec, most_sets) : std::vector<Fault>{};
  if (candidates.size() > most_sets) return std::nullopt;
  std::vector<List> lists(1);
  for (std::size_t begin = 0, k = 0; k < most; ++k) {
    const std::size_t end = lists.size();
    for (; begin < end; ++begin) {
      for (std::size_t c = lists[begin].next; c < candidates.size(); ++c) {
        meter.step();
        const auto& before = lists[begin].faults;
        List more{before, c + 1};
        more.faults.push_back(candidates[c]);
        if (contradiction(more.faults) != nullptr) continue;
        const FaultSet set(more.faults);
        const bool canonical = set.size() == more.faults.size();  // true if each fault has an
                                                                  // effect
        if (!canonical || !fspec.admits(set)) continue;
        if (lists.size() == most_sets) return std::nullopt;
        lists.push_back(std::move(more));
      }
    }
  }
  std::vector<FaultSet> out;
  out.reserve(lists.size());
  for (auto& list : lists) out.emplace_back(std::move(list.faults));
  return out;
}

Enumeration::Enumeration(const Fspec& fspec, const FaultSet& given, std::uint32_t more)
    : given_(given.faults()),
      admitted_(more <= static_cast<std::size_t>(fspec.limits().omissions.value_or(unlimited)) &&
                more + given.size() <=
                    static_cast<std::size_t>(fspec.limits().faults.value_or(unlimited))),
      chosen_(more) {
  for (std::uint32_t from = 0; from < fspec.node_count(); ++from) {
    for (std::uint32_t to = 0; to < fspec.node_count(); ++to) {
      for (int t = 1; t <= fspec.last_omission() && to != from; ++t) {
        const Channel channel{NodeId(from), NodeId(to), Time(t)};
        if (!fspec.omissible(channel.from, channel.to) || given.settles(channel)) continue;
        free_.push_back({channel.from, channel.to, channel.sent});
      }
    }
  }
  for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_[i] = i;
}

void Enumeration::seek(std::uint64_t first) {
  LDFI_REQUIRE(first < total(), "the number of the fault set is less than the number of all");
  std::size_t candidate = 0;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    // Skips each candidate with which all possible sets come before the requested set.
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
