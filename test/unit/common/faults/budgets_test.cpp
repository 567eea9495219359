#include "common/faults/budgets.hpp"

#include <gtest/gtest.h>

#include "common/faults/fspec.hpp"

namespace ldfi {
namespace {

FspecParameters everything() {
  FspecParameters p{6, 4, 1, {"a", "b", "c"}};
  p.crash_model = CrashModel::stop;
  p.restarts = 2;
  p.limits.partitions = 1;
  p.limits.partition_sets = {{"b"}};
  p.limits.most.of<Pause>() = 1;
  p.limits.pausable = {"b"};
  p.disk = {1, {"log"}, {}, false, 1, 1, {"log"}, 1, {"log"}, {2}};
  return p;
}

TEST(Budgets, AreThoseOfTheFspec) {
  FspecParameters p = everything();
  EXPECT_EQ(to_text(budgets_of(p)),
            ",restarts=2,partitions=1,pauses=1,disk-write=1,disk-dead=1,disk-corrupt=1,disk-"
            "writeback=1,delay-max=0,duplicates=0");
  p.limits.omissions = 0;
  p.limits.faults = 3;
  EXPECT_EQ(to_text(budgets_of(p)),
            ",restarts=2,partitions=1,pauses=1,disk-write=1,disk-dead=1,disk-corrupt=1,disk-"
            "writeback=1,delay-max=0,duplicates=0,omissions="
            "0,max-faults=3");
  EXPECT_EQ(to_text(Budgets()), "");
}

TEST(Budgets, ChangeTheFspecWhereTheySayANumber) {
  FspecParameters p = everything();
  set_budgets(p, {});
  EXPECT_EQ(p, everything());
  Budgets none;
  for (const Budgets::Entry& entry : Budgets::entries()) none[entry] = 0;
  set_budgets(p, none);
  EXPECT_EQ(budgets_of(p), none);
  EXPECT_TRUE(p.limits.partition_sets.empty()) << "the Fspec has no partitions to choose them for";
  EXPECT_TRUE(p.limits.pausable.empty());
  EXPECT_TRUE(Fspec(p).admits(FaultSet()));
}

TEST(Budgets, CountEachKindAndAll) {
  const Fspec fspec(everything());
  const FaultSet faults = parse_fault_set(
      "O(a,b,1) O(a,b,2) C(a,3,4) P(b,3,3) S(b,1,2) W(c,log,1) X(c,log,1) E(b,log,4) F(c,log,2)",
      fspec, FileId(0));
  const Budgets used{{1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 9}};
  EXPECT_TRUE(within(faults, used));
  EXPECT_TRUE(within(faults, {}));
  for (const Budgets::Entry& entry : Budgets::entries()) {
    if (used[entry] == 0) continue;
    Budgets fewer = used;
    --(fewer[entry]);
    EXPECT_FALSE(within(faults, fewer)) << entry.option;
  }
  // A crash without a restart counts for none of these limits.
  EXPECT_TRUE(within(parse_fault_set("C(a,3)", fspec, FileId(0)),
                     {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}));
}

TEST(Budgets, CountWhatIsLate) {
  FspecParameters p{8, 1, 0, {"a", "b", "c"}};
  p.delays = {.most = 3, .duplicates = 2, .within = 3};
  const FaultSet faults =
      parse_fault_set("O(a,b,1) D(a,b,2,+2) D(c,b,1,+1) U(b,a,1,+3)", Fspec(p), FileId(0));
  constexpr int any = Budgets::any;
  const Budgets used{{any, any, any, any, any, any, any, 2, 3, 2, 1, 1, 4}};
  EXPECT_TRUE(within(faults, used));
  for (const Budgets::Entry& entry : Budgets::entries()) {
    if (used[entry] == Budgets::any) continue;
    Budgets fewer = used;
    --(fewer[entry]);
    EXPECT_FALSE(within(faults, fewer)) << entry.option;
  }
}

}  // namespace
}  // namespace ldfi
