#include "common/systems/faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;

FaultSet faults(const std::vector<std::string>& texts) {
  FaultSet out;
  for (const auto& text : texts) EXPECT_TRUE(add_fault(out, text)) << text;
  return out;
}

TEST(Faults, AreWrittenAsTheyAreRead) {
  const std::vector<std::string> texts{
      "O(n0,n1,ack#0)", "O(n0,n1,ack#10)", "O(n1,n0,kv.read#2)",  "C(n0,#3)",
      "C(n0,#1,+2s)",   "C(n0,#2,+100ms)", "D(n0,n1,m#0,+200ms)", "D(n0,n1,m#1,+1500us)"};
  const FaultSet all =
      faults({texts[5], texts[3], texts[1], texts[7], texts[4], texts[2], texts[6], texts[0]});
  EXPECT_EQ(to_texts(all), texts);
  EXPECT_EQ(to_text(faults({"C(n1,#1)"})), "C(n1,#1)");
  EXPECT_EQ(to_text(FaultSet()), "none");
}

TEST(Faults, RefusesWhatIsNone) {
  for (const char* text : {"",
                           "O",
                           "O()",
                           "O(n0,n1,m)",
                           "O(n0,n1,m#)",
                           "O(n0,n1,m#01)",
                           "O(n0,n1,m#-1)",
                           "O(n0,n1#0)",
                           "O(n0,n1,a b#0)",
                           "O(n0,n1,m#0",
                           "C(n0,3)",
                           "C(n0,#0)",
                           "C(n0,#)",
                           "C(n0,#1,)",
                           "C(n0,#1,+)",
                           "C(n0,#1,+0s)",
                           "C(n0,#0,+1s)",
                           "C(n0,#1,1s)",
                           "C(,#1)",
                           "P(n0,#1)",
                           "O(n0,n1,m#99999999999999999999)",
                           "D(n0,n1,m#0)",
                           "D(n0,n1,m#0,200ms)",
                           "D(n0,n1,m#0,+0s)",
                           "D(n0,n1,m#0,+1.5s)",
                           "D(n0,n1,m#0,+1)",
                           "D(n0,n1,m#0,+-1s)",
                           "D(n0,n1,m#0,+9007199255s)",
                           "D(n0,n1,m#0,+01s)"}) {
    FaultSet out;
    EXPECT_FALSE(add_fault(out, text)) << text;
    EXPECT_TRUE(out.empty());
  }
  FaultSet twice = faults({"C(n0,#3)"});
  EXPECT_FALSE(add_fault(twice, "C(n0,#3)"));
  EXPECT_FALSE(add_fault(twice, "C(n0,#4)")) << "a node crashes once";
  EXPECT_FALSE(add_fault(twice, "C(n0,#3,+1s)")) << "for good, or not";
  EXPECT_TRUE(add_fault(twice, "C(n0,#1,+1s)"));
  EXPECT_FALSE(add_fault(twice, "C(n0,#1,+2s)"));
  EXPECT_FALSE(add_fault(twice, "C(n0,#1)"));
  FaultSet late = faults({"D(n0,n1,m#0,+1s)", "O(n0,n1,m#1)"});
  EXPECT_FALSE(add_fault(late, "D(n0,n1,m#0,+2s)"));
  EXPECT_FALSE(add_fault(late, "O(n0,n1,m#0)")) << "a late message is not lost";
  EXPECT_FALSE(add_fault(late, "D(n0,n1,m#1,+1s)"));
}

TEST(Faults, AreOrderedBySizeAndThenAsTheyAreWritten) {
  const FaultSet none;
  const FaultSet loss = faults({"O(n0,n1,m#2)"});
  const FaultSet later = faults({"O(n0,n1,m#10)"});
  const FaultSet crash = faults({"C(n0,#1)"});
  const FaultSet both = faults({"O(n0,n1,m#2)", "C(n0,#1)"});
  const FaultSet two = faults({"O(n0,n1,m#2)", "O(n0,n1,m#10)"});
  EXPECT_LT(none, loss);
  EXPECT_LT(loss, later);
  EXPECT_LT(later, crash);
  EXPECT_LT(crash, two);
  EXPECT_LT(two, both) << "a loss comes before a crash";
  EXPECT_TRUE(loss.subset_of(both));
  EXPECT_TRUE(crash.subset_of(both));
  EXPECT_FALSE(later.subset_of(both));
  EXPECT_FALSE(faults({"C(n0,#2)"}).subset_of(both));
  const FaultSet late = faults({"D(n0,n1,m#2,+1s)"});
  EXPECT_LT(crash, late);
  EXPECT_LT(both, faults({"D(n0,n1,m#2,+1s)", "C(n0,#1)"}));
}

TEST(Faults, WithShorterDelaysAreBelow) {
  const FaultSet longer = faults({"D(n0,n1,m#2,+1s)", "C(n0,#1)"});
  EXPECT_TRUE(longer.below(longer));
  EXPECT_TRUE(faults({"D(n0,n1,m#2,+999ms)"}).below(longer));
  EXPECT_FALSE(faults({"D(n0,n1,m#2,+999ms)"}).subset_of(longer));
  EXPECT_FALSE(faults({"D(n0,n1,m#2,+2s)"}).below(longer));
  EXPECT_FALSE(faults({"D(n0,n1,m#3,+1s)"}).below(longer));
  EXPECT_FALSE(faults({"O(n0,n1,m#2)"}).below(longer)) << "a loss is no delay without an end";
}

TEST(Faults, DurationsAreWrittenInTheLargestUnitThatFits) {
  for (const char* text : {"1ns", "1500ns", "2us", "200ms", "1500ms", "2s", "9007199s"}) {
    EXPECT_EQ(duration_text(read_duration(text).value_or(0)), text);
  }
  EXPECT_EQ(read_duration("1"), std::nullopt);
  EXPECT_EQ(read_duration("s"), std::nullopt);
  EXPECT_EQ(duration_text(0), "0s");
}

TEST(SystemsFspec, SaysWhatMayBeLostAndWhoMayCrash) {
  Fspec fspec{.nodes = {"n0", "n1"}, .from = 10, .eff = 20, .crashes = 1, .crashable = {{"n1"}}};
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

}  // namespace
}  // namespace ldfi::systems
