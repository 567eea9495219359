#include "common/systems/faults/fault_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/systems/faults/fault_text.hpp"
#include "test/unit/common/systems/fspecs.hpp"

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;

FaultSet faults_of(const std::vector<std::string>& texts) {
  FaultSet out;
  for (const auto& text : texts) EXPECT_TRUE(add_fault(out, text)) << text;
  return out;
}

TEST(Faults, AreOrderedBySizeAndThenAsTheyAreWritten) {
  const FaultSet none;
  const FaultSet loss = faults_of({"O(n0,n1,m#2)"});
  const FaultSet later = faults_of({"O(n0,n1,m#10)"});
  const FaultSet crash = faults_of({"C(n0,#1)"});
  const FaultSet both = faults_of({"O(n0,n1,m#2)", "C(n0,#1)"});
  const FaultSet two = faults_of({"O(n0,n1,m#2)", "O(n0,n1,m#10)"});
  EXPECT_LT(none, loss);
  EXPECT_LT(loss, later);
  EXPECT_LT(later, crash);
  EXPECT_LT(crash, two);
  EXPECT_LT(faults_of({"D(n0,n1,a#0,+1ns)", "U(n0,n1,z#0,+1ns)"}),
            faults_of({"D(n0,n1,b#0,+1ns)", "D(n0,n1,c#0,+1ns)"}))
      << "fault by fault";
  EXPECT_LT(two, both) << "a loss comes before a crash";
  EXPECT_TRUE(loss.subset_of(both));
  EXPECT_TRUE(crash.subset_of(both));
  EXPECT_FALSE(later.subset_of(both));
  EXPECT_FALSE(faults_of({"C(n0,#2)"}).subset_of(both));
  const FaultSet late = faults_of({"D(n0,n1,m#2,+1s)"});
  EXPECT_LT(crash, late);
  EXPECT_LT(both, faults_of({"D(n0,n1,m#2,+1s)", "C(n0,#1)"}));
  const FaultSet again = faults_of({"U(n0,n1,m#2,+1s)"});
  const FaultSet cut = faults_of({"P(n0,0s,1s)"});
  EXPECT_LT(late, again);
  EXPECT_LT(again, cut);
  EXPECT_LT(faults_of({"C(n0,#1)"}), faults_of({"C(n0,#1+)"}));
  EXPECT_LT(faults_of({"C(n0,#1+)"}), faults_of({"C(n0,#1+1)"}));
  EXPECT_LT(faults_of({"C(n0,#1+1)"}), faults_of({"C(n0,#2)"}));
  FaultSet all = both;
  all.merge(again);
  all.merge(cut);
  EXPECT_EQ(all.size(), 4U);
  for (const FaultSet& one : {loss, crash, again, cut}) EXPECT_TRUE(one.subset_of(all));
  EXPECT_FALSE(faults_of({"P(n0,1s,2s)"}).subset_of(all));
  const FaultSet pause = faults_of({"S(n0,#1,+1s)"});
  EXPECT_LT(cut, pause);
  EXPECT_LT(pause, faults_of({"S(n0,#2,+1s)"}));
  EXPECT_FALSE(pause.subset_of(all));
  all.merge(pause);
  EXPECT_TRUE(pause.subset_of(all));
  EXPECT_EQ(all.size(), 5U);
}

TEST(Faults, WithShorterDelaysAreBelow) {
  const FaultSet longer = faults_of({"D(n0,n1,m#2,+1s)", "C(n0,#1)"});
  EXPECT_TRUE(longer.below(longer));
  EXPECT_TRUE(faults_of({"D(n0,n1,m#2,+999ms)"}).below(longer));
  EXPECT_FALSE(faults_of({"D(n0,n1,m#2,+999ms)"}).subset_of(longer));
  EXPECT_FALSE(faults_of({"D(n0,n1,m#2,+2s)"}).below(longer));
  EXPECT_FALSE(faults_of({"D(n0,n1,m#3,+1s)"}).below(longer));
  EXPECT_FALSE(faults_of({"D(n0,n1,m#2,+#1)"}).below(longer)) << "its order is not a time";
  EXPECT_FALSE(longer.below(faults_of({"D(n0,n1,m#2,+#9)", "C(n0,#1)"})));
  EXPECT_TRUE(faults_of({"D(n0,n1,m#2,+#1)"}).below(faults_of({"D(n0,n1,m#2,+#2)"})));
  EXPECT_FALSE(faults_of({"D(n0,n1,m#2,+#2)"}).below(faults_of({"D(n0,n1,m#2,+#1)"})));
  EXPECT_LT(faults_of({"D(n0,n1,m#2,+#2)"}), faults_of({"D(n0,n1,m#2,+#10)"}));
  EXPECT_LT(faults_of({"D(n0,n1,m#2,+#10)"}), faults_of({"D(n0,n1,m#2,+1ns)"}));
  EXPECT_TRUE(faults_of({"U(n0,n1,m#2,+1s)"}).below(faults_of({"U(n0,n1,m#2,+2s)"})));
  EXPECT_FALSE(faults_of({"U(n0,n1,m#2,+1s)"}).below(longer));
  EXPECT_FALSE(faults_of({"C(n0,#2)"}).below(faults_of({"C(n0,#1)"}))) << "another crash";
  EXPECT_FALSE(faults_of({"P(n0,0s,1s)"}).below(faults_of({"P(n0,0s,2s)"}))) << "other windows";
  EXPECT_TRUE(faults_of({"S(n0,#1,+1s)"}).below(faults_of({"S(n0,#1,+2s)"})));
  EXPECT_FALSE(faults_of({"S(n0,#1,+1s)"}).below(faults_of({"S(n0,#2,+2s)"})));
  EXPECT_FALSE(faults_of({"O(n0,n1,m#2)"}).below(longer)) << "a loss is not a delay without an end";
}

TEST(SystemsFspec, SaysWhatMayBeLostAndWhoMayCrash) {
  Fspec fspec = fspec_of({"n0", "n1"}, 20, 10);
  fspec.crashes = 1;
  fspec.crashable = {"n1"};
  const MessageId id{"n0", "n1", "m", 0};
  EXPECT_FALSE(fspec.may_fail(id, 9));
  EXPECT_TRUE(fspec.may_fail(id, 10));
  EXPECT_TRUE(fspec.may_fail(id, 20));
  EXPECT_FALSE(fspec.may_fail(id, 21));
  EXPECT_FALSE(fspec.may_fail({"n0", "n0", "m", 0}, 15));
  EXPECT_TRUE(fspec.may_crash("n1"));
  EXPECT_FALSE(fspec.may_crash("n0"));
  EXPECT_FALSE(fspec.may_restart("n1"));
  fspec.restarts = 1;
  EXPECT_TRUE(fspec.may_restart("n1"));
  EXPECT_FALSE(fspec.may_restart("n0"));
  fspec.crashable.reset();
  EXPECT_TRUE(fspec.may_crash("n0"));
  EXPECT_FALSE(fspec.may_crash("n2"));
  fspec.crashes = 0;
  EXPECT_FALSE(fspec.may_crash("n0"));
  EXPECT_TRUE(fspec.may_restart("n0"));
}

TEST(SystemsFspec, SaysWhenNodesCrash) {
  Fspec fspec = fspec_of({"n0"});
  EXPECT_TRUE(fspec.may_crash_now(std::nullopt, 0));
  fspec.crash_times = {10, 20};
  EXPECT_FALSE(fspec.may_crash_now(std::nullopt, 9));
  EXPECT_TRUE(fspec.may_crash_now(std::nullopt, 10));
  EXPECT_FALSE(fspec.may_crash_now(10, 10)) << "something was done then";
  EXPECT_TRUE(fspec.may_crash_now(9, 15)) << "the first after it";
  EXPECT_FALSE(fspec.may_crash_now(15, 16));
  EXPECT_TRUE(fspec.may_crash_now(15, 100));
}

TEST(SystemsFspec, SaysWhoStandsStillAndWhen) {
  Fspec fspec = fspec_of({"n0", "n1"}, 20, 10);
  EXPECT_FALSE(fspec.may_pause("n0"));
  fspec.pauses = 1;
  EXPECT_TRUE(fspec.may_pause("n0"));
  EXPECT_FALSE(fspec.may_pause("n2"));
  fspec.pausable = {"n1"};
  EXPECT_FALSE(fspec.may_pause("n0"));
  EXPECT_TRUE(fspec.may_pause("n1"));
  EXPECT_FALSE(fspec.may_pause_at(9));
  EXPECT_TRUE(fspec.may_pause_at(10));
  EXPECT_TRUE(fspec.may_pause_at(20));
  EXPECT_FALSE(fspec.may_pause_at(21));
}

TEST(SystemsFspec, CutsTheNetworkInWindows) {
  Fspec fspec = fspec_of({"n0", "n1", "n2"}, 100, 3);
  fspec.window = 10;
  const Border some{{"n0", "n1"}, ""};
  EXPECT_EQ(fspec.cut_at(some, 3), (Cut{some, 3, 13}));
  EXPECT_EQ(fspec.cut_at(some, 12), (Cut{some, 3, 13}));
  EXPECT_EQ(fspec.cut_at(some, 13), (Cut{some, 13, 23}));
  const auto lost = [](const Cut& cut, const std::string& from, const std::string& to, int at) {
    return FaultSet{cut}.cut_of({from, to, "m", 0}, at) != nullptr;
  };
  const Cut both{some, 3, 13};
  EXPECT_TRUE(lost(both, "n0", "n2", 3));
  EXPECT_TRUE(lost(both, "n2", "n1", 12));
  EXPECT_FALSE(lost(both, "n0", "n1", 5)) << "they are on one side";
  EXPECT_FALSE(lost(both, "n0", "n2", 13));
  EXPECT_FALSE(lost(both, "n0", "n2", 2));
  const Cut one_way{{{"n0"}, "n1"}, 3, 13};
  EXPECT_TRUE(lost(one_way, "n0", "n1", 5));
  EXPECT_FALSE(lost(one_way, "n1", "n0", 5));
  EXPECT_FALSE(lost(one_way, "n0", "n2", 5));
}

TEST(SystemsFspec, ObjectsToWhatItDoesNotAllow) {
  Fspec fspec = fspec_of({"n0", "n1"}, 1'000'000'000);
  fspec.omissions = 1;
  fspec.crashes = 1;
  fspec.duplicates = 1;
  fspec.again = {5};
  fspec.partitions = 1;
  fspec.borders = {{{"n0"}, ""}};
  fspec.window = 400'000'000;
  fspec.pauses = 1;
  fspec.standing = {7};
  fspec.pausable = {"n1"};
  fspec.faults = 2;
  const auto why = [&fspec](const std::vector<std::string>& texts) {
    return objections(fspec, faults_of(texts));
  };
  EXPECT_THAT(why({"O(n0,n1,m#0)", "U(n0,n1,m#1,+5ns)"}), ElementsAre());
  EXPECT_THAT(why({"P(n0,400ms,800ms)", "C(n0,#1)"}), ElementsAre());
  EXPECT_THAT(why({"P(n0,800ms,1200ms)"}), ElementsAre()) << "EFF is in it";
  EXPECT_THAT(
      why({"P(n0,400ms,900ms)"}),
      ElementsAre(
          "P(n0,400ms,900ms) fits no window of the spec: windows begin at 0s and take 400ms"));
  EXPECT_THAT(why({"P(n0,1200ms,1600ms)"}),
              ElementsAre(::testing::HasSubstr("fits no window of the spec")));
  EXPECT_THAT(why({"P(n1,0s,400ms)"}), ElementsAre("the spec allows no partition P(n1,0s,400ms)"));
  EXPECT_THAT(why({"P(n0,0s,400ms)", "P(n0,400ms,800ms)"}),
              ElementsAre("2 partitions, and the spec has 1"));
  EXPECT_THAT(why({"U(n0,n1,m#1,+6ns)"}),
              ElementsAre("the spec allows no duplicate 6ns after the message"));
  EXPECT_THAT(why({"U(n0,n1,m#1,+5ns)", "U(n0,n1,m#2,+5ns)"}),
              ElementsAre("2 messages are duplicated, and the spec has 1"));
  EXPECT_THAT(why({"C(n0,#1+)"}),
              ElementsAre("the spec does not allow n0 to crash during an activation"));
  EXPECT_THAT(why({"S(n1,#4,+7ns)"}), ElementsAre());
  EXPECT_THAT(why({"S(n1,#4,+8ns)"}), ElementsAre("the spec allows no pause of 8ns"));
  EXPECT_THAT(why({"S(n0,#4,+7ns)"}), ElementsAre("the spec does not allow to pause n0"));
  EXPECT_THAT(why({"S(n1,#4,+7ns)", "S(n1,#5,+7ns)"}), ElementsAre("2 pauses, and the spec has 1"));
  EXPECT_THAT(why({"C(n7,#1)"}), ElementsAre("n7 is not a node of the spec"));
  EXPECT_THAT(why({"O(n0,n1,m#0)", "C(n0,#1)", "P(n0,0s,400ms)"}),
              ElementsAre("3 faults, and the spec has 2"));
}

}  // namespace
}  // namespace ldfi::systems
