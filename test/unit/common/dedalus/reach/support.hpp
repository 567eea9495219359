// For the tests of this folder, finds the facts that hold under some fault set by trying all fault
// sets.
#pragma once

#include <algorithm>
#include <set>

#include "common/dedalus/ground/executor.hpp"
#include "common/faults/enumeration.hpp"
#include "test/support/execution.hpp"
#include "test/support/faults.hpp"
#include "test/support/fspec.hpp"
#include "test/support/random_program.hpp"
#include "test/support/rounds.hpp"

namespace ldfi::reach {

/// Appends `chosen` to `out`, with every choice of further crashes of nodes from `first` on that
/// the Fspec allows.
inline void add_crash_choices(const Fspec& f, std::uint32_t first, std::vector<Crash> chosen,
                              std::vector<std::vector<Crash>>& out) {
  out.push_back(chosen);
  if (static_cast<int>(chosen.size()) == f.crashes()) return;
  for (std::uint32_t n = first; n < f.node_count(); ++n) {
    for (int t = 1; t <= f.eot(); ++t) {
      auto more = chosen;
      more.push_back({NodeId(n), Time(t)});
      add_crash_choices(f, n + 1, std::move(more), out);
    }
  }
}

/// Returns for each fact whether it holds under some admissible fault set.
inline std::vector<bool> happens(const ground::Universe& u) {
  std::vector<bool> out(u.fact_count());
  ground::Executor run(u);
  std::vector<FaultSet> batch;
  const auto flush = [&] {
    run.execute(batch);
    for (std::uint32_t f = 0; f < u.fact_count(); ++f) {
      for (std::size_t lane = 0; lane < batch.size(); ++lane) {
        if ((run.lanes(FactId(f)) >> lane & 1U) != 0) out[f] = true;
      }
    }
    batch.clear();
  };
  std::vector<std::vector<Crash>> choices;
  add_crash_choices(u.fspec(), 0, {}, choices);
  for (const auto& choice : choices) {
    const FaultSet crashes = test::fault_set({}, choice);
    for (std::uint32_t size = 0; Enumeration(u.fspec(), crashes, size).total() > 0; ++size) {
      Enumeration sets(u.fspec(), crashes, size);
      do {
        batch.push_back(sets.faults());
        if (batch.size() == ground::Executor::lane_count) flush();
      } while (sets.next());
    }
  }
  flush();
  return out;
}

inline std::set<std::string> user_facts(const ground::Universe& u, const std::vector<bool>& which) {
  std::set<std::string> out;
  for (std::uint32_t f = 0; f < u.fact_count(); ++f) {
    if (u.info(FactId(f)).kind == ground::FactKind::user && which[f]) out.insert(u.text(FactId(f)));
  }
  return out;
}

/// Calls visit(seed, program, fspec) for random programs with so few fault sets that a test can try
/// all of them.
template <class Visit>
inline void for_random_programs(Visit&& visit) {
  for (std::uint64_t seed = 1; seed <= std::uint64_t{test::rounds(152)}; ++seed) {
    const auto random = test::random_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    const Fspec f(random.fspec);
    if (f.distinct_fault_sets() <= 20'000) visit(seed, *program, f);
  }
}

inline bool recursive(const ground::Program& program) {
  return std::any_of(program.strata.begin(), program.strata.end(),
                     [](const auto& s) { return s.recursive; });
}

}  // namespace ldfi::reach
