#include "common/dedalus/reach/unrolling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/pruner.hpp"
#include "common/solve/sat/cryptominisat.hpp"
#include "test/support/random_program.hpp"
#include "test/unit/common/dedalus/reach/support.hpp"

namespace ldfi::reach {
namespace {

using ground::FactKind;
using test::fspec;

/// A pruner that drops nothing. It records which facts are possible according to the formula alone.
class Probe final : public ground::Pruner {
 public:
  Probe(const ground::Program& program, const Fspec& fspec)
      : program_(program),
        solver_(sat::make_cryptominisat(1)),
        unrolling_(program, fspec, *solver_) {}

  std::vector<FactId> impossible(const ground::Store& store) override {
    unrolling_.extend(store);
    for (; facts_ < store.facts.size(); ++facts_) {
      const ground::FactInfo& info = store.facts[facts_];
      const sat::Literal question[] = {unrolling_.holds(FactId(facts_))};
      const bool holds = solver_->solve(question) == sat::Answer::satisfiable;
      const bool derived = info.kind != FactKind::fault && info.kind != FactKind::error;
      if (derived && !info.certain && unrolling_.without_support(store, FactId(facts_))) {
        ++unsupported;
        EXPECT_FALSE(holds);
      }
      if (!holds) unrolling_.exclude(FactId(facts_));
      if (info.kind != FactKind::user || !holds) continue;
      const auto tuple =
          program_.tuple_text(RelationId(info.space), store.tuple(FactId(facts_)).data());
      possible.insert(tuple + "@" + std::to_string(info.at.tick()));
    }
    return {};
  }

  std::set<std::string> possible;
  int unsupported = 0;

 private:
  const ground::Program& program_;
  std::unique_ptr<sat::Solver> solver_;
  Unrolling unrolling_;
  std::size_t facts_ = 0;
};

// In small programs, the simulation finds every possible fact. This would hide an error in the
// formula, so this test uses no simulation.
TEST(Unrolling, IsSatisfiableExactlyForWhatHappens) {
  int exact = 0;
  int unsupported = 0;
  for_random_programs([&](std::uint64_t seed, const auto& program, const Fspec& f) {
    Probe probe(program, f);
    const auto universe = ground::ground_program(program, f, {}, &probe);
    const auto truth = user_facts(universe, happens(universe));
    unsupported += probe.unsupported;
    EXPECT_TRUE(
        std::includes(probe.possible.begin(), probe.possible.end(), truth.begin(), truth.end()))
        << "seed " << seed;
    if (recursive(program)) return;
    ++exact;
    EXPECT_EQ(probe.possible, truth) << "seed " << seed;
  });
  EXPECT_GT(exact, test::rounds(20));
  EXPECT_GT(unsupported, test::rounds(20));
}

}  // namespace
}  // namespace ldfi::reach
