// Tests the table of the relations about faults, and which of their facts may hold.
#include "common/faults/fault_relations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "common/faults/fault_sampler.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi {
namespace {

FspecParameters with_disks() {
  FspecParameters p{8, 6, 1, {"a", "b", "c"}, EffMode::inclusive, CrashModel::stop, 1};
  p.limits.most.of<Pause>() = 1;
  p.disk = {1, {"log", "blk"}, {"a", "b"}, false, 1, 1, {"log"}, 2, {"blk"}, {}, true};
  return p;
}

FspecParameters with_delays() {
  FspecParameters p{8, 4, 1, {"a", "b", "c"}};
  p.delays = {.most = 2, .duplicates = 1, .within = 3};
  return p;
}

std::vector<FaultFact> possible(const Fspec& fspec, const FaultRelationRow& row, Time at) {
  std::vector<FaultFact> out;
  each_possible_fact(fspec, row, at, [&](const FaultFact& fact) { out.push_back(fact); });
  return out;
}

TEST(FaultRelations, RowsAreInTheirOrderAndHaveTheirOwnNames) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < fault_relation_count; ++i) {
    const FaultRelationRow& row = fault_relations()[i];
    EXPECT_EQ(row.which, static_cast<FaultRelation>(i));
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(fault_relation_named(row.name), &row);
  }
  EXPECT_EQ(fault_relation_named("crash"), nullptr);
  EXPECT_TRUE(row_of(FaultRelation::down).of_node());
  EXPECT_FALSE(row_of(FaultRelation::standing).of_node());
  EXPECT_FALSE(row_of(FaultRelation::ioerror).of_node());
}

TEST(FaultRelations, EveryFactOfAnAdmittedFaultIsPossible) {
  for (const FspecParameters& p : {with_disks(), with_delays()}) {
    const Fspec fspec(p);
    const FaultSampler sets(fspec, 11);
    FaultSchedule schedule(3);
    std::set<FaultFact::Kind> seen;
    for (std::uint64_t i = 0; i < 300; ++i) {
      schedule.start(sets.draw(i));
      for (int t = 1; t <= fspec.eot(); ++t) {
        schedule.at(t);
        for (const FaultFact& fact : schedule.facts()) {
          seen.insert(fact.kind);
          for (const FaultRelationRow& row : fault_relations()) {
            if (row.fact != fact.kind) continue;
            const auto facts = possible(fspec, row, Time(t));
            EXPECT_EQ(std::ranges::count(facts, fact), 1) << row.name << " at " << t;
          }
        }
      }
    }
    EXPECT_EQ(seen.contains(FaultFact::Kind::late), !p.delays.none());
    EXPECT_EQ(seen.size(), p.delays.none() ? 5U : 1U);
  }
}

TEST(FaultRelations, SomeFaultMakesEveryPossibleFactOfNodesHold) {
  const Fspec fspec(with_disks());
  for (const FaultRelation which :
       {FaultRelation::restart, FaultRelation::down, FaultRelation::paused, FaultRelation::quiet}) {
    for (int t = 1; t <= fspec.eot(); ++t) {
      for (const FaultFact& fact : possible(fspec, row_of(which), Time(t))) {
        const bool made = [&] {
          for (int from = 1; from <= t; ++from) {
            for (const Fault& fault :
                 std::vector<Fault>{Outage{fact.node, Time(from), Time(from)},
                                    Outage{fact.node, Time(from), Time(from), Time(t)},
                                    Pause{fact.node, Time(from), Time(t + 1)}}) {
              if (admits(fspec, fault) && makes(fault, fact)) return true;
            }
          }
          return false;
        }();
        EXPECT_TRUE(made) << name_of(which) << " at " << t;
      }
    }
  }
}

TEST(FaultRelations, SilentDisksAndUndetectedDamageAreNotSeen) {
  FspecParameters p = with_disks();
  const auto facts = [&](FaultRelation which) {
    return possible(Fspec(p), row_of(which), Time(3)).size();
  };
  EXPECT_EQ(facts(FaultRelation::ioerror), 4U);
  EXPECT_EQ(facts(FaultRelation::corrupt), 2U);
  p.disk.silent = true;
  p.disk.detected = false;
  p.disk.columns = {2};
  EXPECT_EQ(facts(FaultRelation::ioerror), 0U);
  EXPECT_EQ(facts(FaultRelation::corrupt), 0U);
  EXPECT_EQ(facts(FaultRelation::corrupted), 2U);
}

}  // namespace
}  // namespace ldfi
