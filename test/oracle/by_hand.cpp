#include "test/oracle/by_hand.hpp"

#include <algorithm>

#include "common/dedalus/trace/ticks.hpp"

namespace ldfi::test {

dedalus::Program with(const dedalus::Program& program, const std::vector<std::uint32_t>& externals,
                      std::uint32_t bits) {
  dedalus::Program out = program;
  std::erase_if(out.facts, [&](const dedalus::GivenFact& fact) {
    for (std::uint32_t i = 0; i < externals.size(); ++i) {
      if (minimise::same_fact(program.facts[externals[i]], fact)) return (bits >> i & 1U) == 0;
    }
    return false;
  });
  return out;
}

std::optional<std::uint64_t> arrivals(const dedalus::Program& program, const Fspec& fspec,
                                      const FaultSet& faults) {
  const auto model = eval::run(program, fspec, faults);
  const auto ticks = trace::ticks_of(program, fspec, faults, *model);
  for (const Tick& later : ticks) {
    for (const Tick& tick : ticks) {
      if (tick.tick >= later.tick) break;
      for (const Message& lost : tick.lost) {
        if (fspec.admits(FaultSet({Omission{lost.from, lost.to, Time(tick.tick)}}))) continue;
        const bool passed = std::ranges::any_of(later.arrived, [&](const Message& m) {
          return m.from == lost.from && m.to == lost.to;
        });
        if (passed && fspec.delays().fifo) return std::nullopt;
      }
    }
  }
  return minimise::message_count(ticks);
}

}  // namespace ldfi::test
