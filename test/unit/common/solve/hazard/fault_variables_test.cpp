#include "common/solve/hazard/fault_variables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "common/solve/sat/cryptominisat.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/fspec.hpp"
#include "test/support/search/search.hpp"
#include "test/unit/common/solve/hazard/holds.hpp"

namespace ldfi::hazard {
namespace {

using sat::Answer;
using sat::Literal;

TEST(FaultVariables, ModelsAreExactlyTheCanonicalFaultSets) {
  test::Search s(
      "m(\"a\", \"b\")@1; m(\"b\", \"a\")@1; m(X, Y)@next :- m(X, Y); got(B)@async :- m(A, B);"
      "pre(B) :- got(B); post(B) :- got(B);",
      test::fspec(3, 2, 1, {"a", "b"}));
  const auto solver = sat::make_cryptominisat(1);
  const FaultVariables faults(s.universe(), *solver);
  std::set<FaultSet> models;
  while (solver->solve({}) == Answer::satisfiable) {
    const FaultSet model = faults.model(*solver);
    EXPECT_TRUE(s.fspec().admits(model));
    const auto& counted = faults.counted();
    EXPECT_EQ(static_cast<std::size_t>(std::count_if(counted.begin(), counted.end(),
                                                     [&](Literal l) { return solver->value(l); })),
              model.size());
    ASSERT_TRUE(models.insert(model).second);
    std::vector<Literal> block;
    const auto members = faults.literals(model);
    for (Literal v : faults.ordered()) {
      block.push_back(std::find(members.begin(), members.end(), v) == members.end() ? v : -v);
    }
    solver->add(block);
  }
  // Nothing is sent at EOT, so a crash at EOT has no effect. It may be combined with each choice of the 4
  // omissions.
  constexpr int crashes_at_eot = 2 * 16;
  EXPECT_EQ(BigInt(models.size()), s.fspec().distinct_fault_sets() - crashes_at_eot);
}

TEST(FaultVariables, AdmitNoMorePartitionsThanTheFspec) {
  for (const auto& [most, one_way] : {std::pair{1, false}, {2, false}, {1, true}, {2, true}}) {
    FspecParameters p{6, 5, 0, {"a", "b"}};
    p.limits.partitions = most;
    p.limits.one_way = one_way;
    p.limits.omissions = 0;
    const Fspec fspec(p);
    const auto solver = sat::make_cryptominisat(1);
    std::vector<Literal> all;
    const CutVariables partitions(fspec, most, *solver,
                                  [&all](const Cut&, Time, Time, Literal v) { all.push_back(v); });
    std::size_t models = 0;
    for (; solver->solve({}) == Answer::satisfiable; ++models) {
      std::vector<Literal> block;
      for (const Literal v : all) block.push_back(solver->value(v) ? -v : v);
      solver->add(block);
    }
    EXPECT_EQ(fspec.distinct_fault_sets(), models);
  }
}

TEST(FaultVariables, LoseWhatPartitionsOfEachDirectionCut) {
  FspecParameters p{5, 3, 0, {"a", "b", "c"}};
  p.crash_model = CrashModel::stop;
  p.limits = {.omissions = 0, .reliable = {{"c", "a"}}, .partitions = 2, .one_way = true};
  const Fspec fspec(p);
  std::vector<Channel> channels;
  for (int t = 1; t <= 4; ++t) {
    for (std::uint32_t from = 0; from < 3; ++from) {
      for (std::uint32_t to = 0; to < 3; ++to) {
        if (from != to) channels.push_back({NodeId(from), NodeId(to), Time(t)});
      }
    }
  }
  const auto solver = sat::make_cryptominisat(1);
  FaultVariables variables(fspec, *solver);
  variables.extend(channels, {});
  for (const FaultSet& faults : test::enumerated(fspec)) {
    expect_tied(faults, fspec, variables, *solver, channels, {});
  }
}

}  // namespace
}  // namespace ldfi::hazard
