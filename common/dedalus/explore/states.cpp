#include "common/dedalus/explore/states.hpp"

#include <algorithm>

namespace ldfi::explore {

namespace {

std::uint32_t hash_of(std::span<const Fact> facts, std::uint32_t crashes) {
  std::uint64_t h = crashes + 1;
  for (const Fact f : facts) {
    h = (h ^ f) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 29U;
  }
  return static_cast<std::uint32_t>(h * 0xD6E8FEB86659FD93ULL >> 32U);
}

}  // namespace

bool States::same(const State& s, std::span<const Fact> facts, std::uint32_t crashes) const {
  return s.crashes == crashes && std::ranges::equal(this->facts(s), facts);
}

void States::add(std::span<const Fact> facts, std::uint32_t crashes, const Label& label) {
  if ((states_.size() + 1) * 2 > slots_.size()) grow();
  const std::uint32_t hash = hash_of(facts, crashes);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    State& s = states_[slots_[slot] - 1];
    if (s.hash != hash || !same(s, facts, crashes)) continue;
    if (s.label.size() == label.size() && label < s.label) s.label = label;
    return;
  }
  states_.push_back(
      {facts_.size(), static_cast<std::uint32_t>(facts.size()), crashes, hash, label});
  facts_.insert(facts_.end(), facts.begin(), facts.end());
  slots_[slot] = static_cast<std::uint32_t>(states_.size());
}

void States::grow() {
  slots_.assign(std::max<std::size_t>(8, slots_.size() * 2), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    std::size_t slot = states_[i].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = i + 1;
  }
}

std::size_t States::bytes() const {
  return states_.capacity() * sizeof(State) + facts_.capacity() * sizeof(Fact) +
         slots_.capacity() * sizeof(std::uint32_t);
}

}  // namespace ldfi::explore
