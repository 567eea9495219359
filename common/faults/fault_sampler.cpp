// Each index of a random fault set seeds its own random engine. This costs a microsecond, and lets
// each process draw any range of indices.
#include "common/faults/fault_sampler.hpp"

#include <algorithm>
#include <random>

#include "common/faults/spans.hpp"

namespace ldfi {
namespace {

/// The last step of splitmix64 [SLF14]. It makes sure that neighbouring seeds and indices give
/// unrelated random numbers.
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

}  // namespace

FaultSampler::FaultSampler(Fspec fspec, std::uint64_t seed, const FaultWeights& weights)
    : fspec_(std::move(fspec)), seed_(mixed(seed)), weights_(weights) {}

FaultSet FaultSampler::draw(std::uint64_t index) const {
  if (index == 0) return {};
  std::mt19937_64 engine(mixed(seed_ + index));
  FaultDraw draw(fspec_, weights_, engine);
  const std::vector<Fault> others = draw_others(draw);
  const FaultSet given(others);
  const auto nodes = static_cast<std::uint32_t>(fspec_.node_count());
  std::vector<Omission> free;
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      for (int t = 1; t <= fspec_.last_omission() && to != from; ++t) {
        const Omission omission{NodeId(from), NodeId(to), Time(t)};
        if (!fspec_.omissible(omission.from, omission.to)) continue;
        if (given.empty() || !given.settles({omission.from, omission.to, omission.sent}))
          free.push_back(omission);
      }
    }
  }
  std::size_t most = at_most_allowed(free.size(), fspec_, static_cast<Omission*>(nullptr));
  if (const auto& limit = fspec_.limits().faults) {
    most = std::min(most, static_cast<std::size_t>(*limit) - others.size());
  }
  const std::vector<bool> lost = draw.chosen(free.size(), draw.number<Omission>(most));
  std::vector<Fault> faults;
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (lost[i]) faults.emplace_back(free[i]);
  }
  faults.insert(faults.end(), others.begin(), others.end());
  return FaultSet(std::move(faults));
}

FaultSet FaultSampler::draw_without_omissions(std::uint64_t index) const {
  if (index == 0) return {};
  std::mt19937_64 engine(mixed(seed_ + index));
  FaultDraw draw(fspec_, weights_, engine);
  return FaultSet(draw_others(draw));
}

std::vector<Fault> FaultSampler::draw_others(FaultDraw& draw) const {
  each_kind([&draw]<class Kind>(Kind* kind) {
    if constexpr (!std::same_as<Kind, Omission>) ldfi::draw(draw, kind);
  });
  std::vector<Fault> out = std::move(draw.faults());
  const std::optional<int>& most = fspec_.limits().faults;
  if (most && out.size() > static_cast<std::size_t>(*most)) {
    out.resize(static_cast<std::size_t>(*most));
  }
  return out;
}

}  // namespace ldfi
