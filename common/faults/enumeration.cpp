#include "common/faults/enumeration.hpp"

#include <algorithm>
#include <limits>

#include "common/base/contract.hpp"

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

void add_disk_faults(const Fspec& fspec, std::vector<Fault>& out) {
  const auto each_disk = [&](auto action) {
    for (std::uint32_t n = 0; n < fspec.node_count(); ++n) {
      for (std::uint32_t r = 0; r < fspec.stored().size(); ++r) action(NodeId(n), NamedId(r));
    }
  };
  each_disk([&](NodeId n, NamedId r) {
    for (int t = 1; fspec.may_fail(n, r, Time(t)); ++t) {
      for (int u = t; u <= fspec.last_omission(); ++u) {
        out.emplace_back(FailedWrite{n, r, Time(t), Time(u)});
      }
    }
  });
  each_disk([&](NodeId n, NamedId r) {
    for (int t = 1; fspec.may_corrupt(n, r, Time(t)); ++t) {
      out.emplace_back(Corruption{n, r, Time(t)});
    }
  });
  each_disk([&](NodeId n, NamedId r) {
    for (int t = 1; fspec.may_die(n, r, Time(t)); ++t) out.emplace_back(DeadDisk{n, r, Time(t)});
  });
  each_disk([&](NodeId n, NamedId r) {
    for (int t = 1; fspec.may_write_back(n, r, Time(t)); ++t) {
      out.emplace_back(WriteBack{n, r, Time(t)});
    }
  });
}

/// Delays, then duplicates.
void add_late(const Fspec& fspec, std::vector<Fault>& out) {
  const auto each = [&](auto action) {
    for (std::uint32_t a = 0; a < fspec.node_count(); ++a) {
      for (std::uint32_t b = 0; b < fspec.node_count(); ++b) {
        for (int t = 1; t <= fspec.last_late(); ++t) {
          for (const NamedId relation : fspec.late_units()) {
            action(NodeId(a), NodeId(b), Time(t), relation);
          }
        }
      }
    }
  };
  each([&](NodeId a, NodeId b, Time t, NamedId relation) {
    for (int late = 1; fspec.may_delay(a, b, t, late); ++late)
      out.emplace_back(Delay{a, b, t, late, relation});
  });
  each([&](NodeId a, NodeId b, Time t, NamedId relation) {
    for (int late = 1; fspec.may_duplicate(a, b, t, late); ++late) {
      out.emplace_back(Duplicate{a, b, t, late, relation});
    }
  });
}

/// Every fault that the Fspec admits but omissions, in their order.
std::vector<Fault> other_faults(const Fspec& fspec) {
  std::vector<Fault> out;
  const bool stop = fspec.crash_model() == CrashModel::stop;
  for (std::uint32_t n = 0; n < fspec.node_count(); ++n) {
    if (!fspec.crashable(NodeId(n)) && !fspec.restartable(NodeId(n))) continue;
    for (int t = 1; t <= fspec.eot(); ++t) {
      if (!stop) out.emplace_back(Crash{NodeId(n), Time(t)});
      for (int after = 0; stop && after <= 1; ++after) {
        Outage outage{NodeId(n), Time(t), Time(t + after)};
        if (fspec.crashes() > 0 && admits(fspec, outage)) out.emplace_back(outage);
        const int last =
            fspec.restarts() > 0 && t <= fspec.last_omission() ? fspec.last_omission() + 1 : 0;
        for (int back = outage.down.tick() + 1; back <= last; ++back) {
          outage.back = Time(back);
          if (admits(fspec, outage)) out.emplace_back(outage);
        }
      }
    }
  }
  add_late(fspec, out);
  for (const Cut& cut : fspec.cuts()) {
    for (int from = 1; from <= fspec.last_omission(); ++from) {
      for (int until = from; until <= fspec.last_omission(); ++until) {
        out.emplace_back(Partition{cut, Time(from), Time(until)});
      }
    }
  }
  for (std::uint32_t n = 0; n < fspec.node_count(); ++n) {
    for (int t = 1; fspec.may_pause(NodeId(n), Time(t)); ++t) {
      for (int back = t + 1; back <= fspec.last_omission() + 1; ++back) {
        out.emplace_back(Pause{NodeId(n), Time(t), Time(back)});
      }
    }
  }
  add_disk_faults(fspec, out);
  return out;
}

}  // namespace
std::vector<FaultSet> given_faults(const Fspec& fspec, std::size_t most, Meter meter) {
  struct List {
    std::vector<Fault> faults;
    std::size_t next = 0;  ///< the first candidate that may come behind them
  };
  most = std::min(most, fspec.max_given());
  const std::vector<Fault> candidates = most > 0 ? other_faults(fspec) : std::vector<Fault>{};
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
        const bool canonical = set.size() == more.faults.size();  // nothing is redundant
        if (canonical && fspec.admits(set)) lists.push_back(std::move(more));
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
