// The engine is std::mt19937_64, whose sequence the C++ standard fixes. The standard does not fix
// its distributions, so bounded numbers are drawn here. Each index seeds an engine of its own: that
// costs a microsecond, and lets every rank draw any range of indices.
#include "common/faults/fault_sampler.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

namespace ldfi {
namespace {

using Engine = std::mt19937_64;

/// The finaliser of splitmix64 [SLF14]: neighbouring seeds and indices give unrelated engines.
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

/// Uniform in 0 … bound − 1, without bias: a number from the last, incomplete round is drawn again.
std::uint64_t below(Engine& engine, std::uint64_t bound) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t excess = (most % bound + 1) % bound;
  for (;;) {
    const std::uint64_t x = engine();
    if (x <= most - excess) return x % bound;
  }
}

/// A uniform choice of `count` of `total` things, by Floyd's algorithm [BF87], as a flag for each.
std::vector<bool> chosen(Engine& engine, std::uint64_t total, std::uint64_t count) {
  std::vector<bool> in(total);
  for (std::uint64_t j = total - count; j < total; ++j) {
    const std::uint64_t candidate = below(engine, j + 1);
    in[in[candidate] ? j : candidate] = true;
  }
  return in;
}

}  // namespace

FaultSampler::FaultSampler(const Fspec& fspec, std::uint64_t seed)
    : seed_(mixed(seed)),
      nodes_(static_cast<std::uint32_t>(fspec.node_count())),
      crashes_(static_cast<std::uint32_t>(fspec.crashes())),
      eot_(fspec.eot()),
      last_omission_(fspec.last_omission()) {}

FaultSet FaultSampler::draw(std::uint64_t index) const {
  if (index == 0) return {};
  Engine engine(mixed(seed_ + index));
  const std::vector<bool> crashed = chosen(engine, nodes_, below(engine, crashes_ + 1));
  std::vector<Fault> crashes;
  std::vector<std::uint64_t> free_ticks(nodes_);  // by sender: at which it may still lose messages
  for (std::uint32_t n = 0; n < nodes_; ++n) {
    int last = last_omission_;
    if (crashed[n]) {
      const int at = 1 + static_cast<int>(below(engine, static_cast<std::uint64_t>(eot_)));
      crashes.emplace_back(Crash{NodeId(n), Time(at)});
      last = std::min(last, at - 1);
    }
    free_ticks[n] = static_cast<std::uint64_t>(last);
  }
  const std::uint64_t total =
      (nodes_ - 1) * std::accumulate(free_ticks.begin(), free_ticks.end(), std::uint64_t{0});
  const std::vector<bool> lost = chosen(engine, total, below(engine, total + 1));
  std::vector<Fault> faults;
  std::uint64_t i = 0;
  for (std::uint32_t from = 0; from < nodes_; ++from) {
    for (std::uint32_t to = 0; to < nodes_; ++to) {
      if (to == from) continue;
      for (int t = 1; t <= static_cast<int>(free_ticks[from]); ++t) {
        if (lost[i++]) faults.emplace_back(Omission{NodeId(from), NodeId(to), Time(t)});
      }
    }
  }
  faults.insert(faults.end(), crashes.begin(), crashes.end());
  return FaultSet(std::move(faults));
}

}  // namespace ldfi
