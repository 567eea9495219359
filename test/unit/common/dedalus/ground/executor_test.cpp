#include "common/dedalus/ground/executor.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "common/dedalus/ground/ground_program.hpp"
#include "test/support/faults.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::ground {
namespace {

// Every proof assumes L ⊆ M_F ⊆ U. L has the facts that hold in every execution, M_F those of one
// execution, and U all possible facts. An execution of 64 fault sets at once must agree with 64
// single executions.
TEST(Executor, LanesAgreeWithSingleRunsAndRespectTheBounds) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto random = test::random_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    const Fspec f(random.fspec);
    const Universe u = ground_program(*program, f);
    Executor many(u);
    Executor one(u);
    std::vector<FaultSet> sets;
    for (std::uint64_t i = 0; i < Executor::lane_count; ++i)
      sets.push_back(test::random_fault_set(f, seed * 100 + i));
    many.execute(sets);
    for (std::size_t lane = 0; lane < sets.size(); lane += 7) {
      one.execute(sets[lane]);
      for (std::uint32_t fact = 0; fact < u.fact_count(); ++fact) {
        const bool holds = (many.lanes(FactId(fact)) >> lane & 1U) != 0;
        ASSERT_EQ(holds, one.holds(FactId(fact))) << "seed " << seed << " " << u.text(FactId(fact));
        if (u.certain(FactId(fact))) {
          ASSERT_TRUE(holds);
        }
        ++compared;
      }
      EXPECT_EQ((many.violating() >> lane & 1U), one.violating() & 1U);
    }
  }
  EXPECT_GT(compared, 10'000);
}

TEST(Executor, FailedWritesAreToldOfTheirRelationAndNode) {
  test::RandomProgram two;
  two.text =
      "stable p, q;\ns(\"a\")@1;\ns(\"b\")@1;\ns(N)@next :- s(N);\np(N)@next :- s(N);\n"
      "q(N)@next :- s(N);\nbad(N, P) :- ioerror(N, P);\npre(N) :- s(N);\npost(N) :- bad(N, _);\n";
  two.fspec = {4, 3, 0, {"a", "b"}, EffMode::inclusive, CrashModel::stop};
  two.fspec.disk.write = 1;
  two.fspec.disk.relations = {"p", "q"};
  const auto program = test::check(two);
  const Fspec fspec(two.fspec);
  const Universe u = ground_program(program, fspec, {}, nullptr, Extent::everything);
  Executor run(u);
  int told = 0;
  for (const NodeId node : {NodeId(0U), NodeId(1U)}) {
    for (const NamedId relation : {NamedId(0U), NamedId(1U)}) {
      run.execute(FaultSet({FailedWrite{node, relation, Time(2), Time(3)}}));
      const std::string of = fmt::format("({},{})", fspec.name(node), fspec.name(relation));
      for (std::uint32_t f = 0; f < u.fact_count(); ++f) {
        const std::string text = u.text(FactId(f));
        if (!text.starts_with("ioerror(") && !text.starts_with("bad(")) continue;
        const bool expected = text.ends_with(of + "@3") || text.ends_with(of + "@4");
        EXPECT_EQ(run.holds(FactId(f)), expected) << text << " under W" << of;
        told += expected ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(told, 16) << "two facts for each of two ticks of four failed writes";
}

}  // namespace
}  // namespace ldfi::ground
