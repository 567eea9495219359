#include "common/systems/faults/fault_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/systems/fault_sets.hpp"

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;

TEST(Faults, AreWrittenAsTheyAreRead) {
  const std::vector<std::string> texts{
      "O(n0,n1,ack#0)",     "O(n0,n1,ack#10)",    "O(n1,n0,kv.read#2)",  "C(n0,#3)",
      "C(n1,#3+)",          "C(n2,#3+12)",        "C(n0,#1,+2s)",        "C(n0,#2,+100ms)",
      "C(n0,#2+,+1s)",      "C(n0,#2+1,+1s)",     "D(n0,n1,m#0,+200ms)", "D(n0,n1,m#1,+1500us)",
      "D(n0,n1,n#2,+#1)",   "D(n0,n1,n#3,+#100)", "U(n0,n1,m#2,+10ms)",  "P(n0,0s,400ms)",
      "P(n0>n1,4s,4400ms)", "P(n0 n1,4s,5s)",     "S(n0,#3,+200ms)",     "S(n1,#12,+7ns)"};
  EXPECT_EQ(to_texts(faults({texts.rbegin(), texts.rend()})), texts);
  EXPECT_EQ(to_texts(faults({texts.begin(), texts.end()})), texts);
  EXPECT_EQ(to_texts(faults({"P(n1 n0,4s,5s)"})), std::vector<std::string>{"P(n0 n1,4s,5s)"});
  EXPECT_EQ(to_text(faults({"C(n1,#1)"})), "C(n1,#1)");
  EXPECT_EQ(to_text(FaultSet()), "none");
}

TEST(Faults, RefusesOrdersThatAreNone) {
  for (const char* text : {"D(n0,n1,m#0,+#0)", "D(n0,n1,m#0,+#101)", "D(n0,n1,m#0,+#01)",
                           "D(n0,n1,m#0,+#)", "D(n0,n1,m#0,#1)", "U(n0,n1,m#0,+#1)"}) {
    FaultSet none;
    EXPECT_FALSE(add_fault(none, text)) << text;
  }
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
                           "P(n0,4s)",
                           "P(n0,5s,4s)",
                           "P(n0,4s,4s)",
                           "P(,4s,5s)",
                           "P(n0 ,4s,5s)",
                           "P(n0 n0,4s,5s)",
                           "P(n0>,4s,5s)",
                           "P(n0>n0,4s,5s)",
                           "P(n0>n1 n2,4s,5s)",
                           "P(n0 n1>n2,4s,5s)",
                           "P(n0>n1>n2,4s,5s)",
                           "S(n0,#3)",
                           "S(n0,#3,200ms)",
                           "S(n0,#3,+0s)",
                           "S(n0,#0,+1s)",
                           "S(n0,#3+,+1s)",
                           "S(n0,3,+1s)",
                           "S(,#3,+1s)",
                           "C(n0,#3+0)",
                           "C(n0,#3+01)",
                           "C(n0,#3+-1)",
                           "C(n0,#+1)",
                           "C(n0,#3+1+1)",
                           "U(n0,n1,m#0)",
                           "U(n0,n1,m#0,+0s)",
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
}

TEST(Faults, RefusesWhatContradictsAnotherOne) {
  FaultSet twice = faults({"C(n0,#3)"});
  EXPECT_FALSE(add_fault(twice, "C(n0,#3)"));
  EXPECT_FALSE(add_fault(twice, "C(n0,#4)")) << "a node crashes once";
  EXPECT_FALSE(add_fault(twice, "C(n0,#3,+1s)")) << "for good, or not";
  EXPECT_TRUE(add_fault(twice, "C(n0,#1,+1s)"));
  EXPECT_FALSE(add_fault(twice, "C(n0,#1,+2s)"));
  EXPECT_FALSE(add_fault(twice, "C(n0,#1)"));
  FaultSet restarted = faults({"C(n0,#3,+1s)"});
  EXPECT_FALSE(add_fault(restarted, "C(n0,#3)")) << "it does not crash twice at one moment";
  EXPECT_TRUE(add_fault(restarted, "C(n0,#4)"));
  FaultSet late = faults({"D(n0,n1,m#0,+1s)", "O(n0,n1,m#1)"});
  EXPECT_FALSE(add_fault(late, "D(n0,n1,m#0,+2s)"));
  EXPECT_FALSE(add_fault(late, "O(n0,n1,m#0)")) << "a late message is not lost";
  EXPECT_FALSE(add_fault(late, "D(n0,n1,m#1,+1s)"));
  EXPECT_FALSE(add_fault(late, "U(n0,n1,m#0,+1s)")) << "nor does it come twice";
  EXPECT_FALSE(add_fault(late, "U(n0,n1,m#1,+1s)"));
  FaultSet midway = faults({"C(n0,#3+1)"});
  EXPECT_FALSE(add_fault(midway, "C(n0,#4)")) << "a node crashes once";
  EXPECT_FALSE(add_fault(midway, "C(n0,#3+1,+1s)"));
  EXPECT_TRUE(add_fault(midway, "C(n0,#3,+1s)"));
  FaultSet cut = faults({"P(n0 n1,1s,2s)"});
  EXPECT_FALSE(add_fault(cut, "P(n1 n0,1s,2s)"));
  EXPECT_TRUE(add_fault(cut, "P(n1 n0,2s,3s)"));
}

TEST(Faults, AreRefusedForAReason) {
  FaultSet some = faults({"O(n0,n1,m#0)", "D(n0,n1,m#1,+1s)", "C(n1,#3,+1s)"});
  const FaultSet before = some;
  EXPECT_EQ(add_or_explain(some, "O(n0,n1,m#0)"), "\"O(n0,n1,m#0)\" is given twice");
  EXPECT_EQ(add_or_explain(some, "U(n0,n1,m#0,+1s)"),
            "\"U(n0,n1,m#0,+1s)\" and O(n0,n1,m#0) exclude each other");
  EXPECT_EQ(add_or_explain(some, "D(n0,n1,m#1,+2s)"),
            "\"D(n0,n1,m#1,+2s)\" and D(n0,n1,m#1,+1s) exclude each other");
  EXPECT_EQ(add_or_explain(some, "C(n1,#3)"), "\"C(n1,#3)\" and C(n1,#3,+1s) exclude each other");
  EXPECT_EQ(add_or_explain(some, "O(n0)"), "\"O(n0)\" is not a fault");
  EXPECT_LT(add_or_explain(some, "O(n0,n1," + std::string(100'000, 'x') + "#0)").size(), 200U);
  EXPECT_EQ(some, before);
  EXPECT_EQ(add_or_explain(some, "C(n1,#4)"), "");
}

TEST(Faults, FormsAreExamplesOfAllKinds) {
  const std::string forms(fault_forms());
  for (const char* form :
       {"O(n0,n1,ack#0)", "C(n0,#3)", "C(n0,#3+)", "C(n0,#3+2)", "C(n0,#3,+100ms)",
        "D(n0,n1,ack#0,+200ms)", "D(n0,n1,ack#0,+#2)", "U(n0,n1,ack#0,+10ms)", "P(n0 n1,4s,5s)",
        "P(n0>n1,4s,5s)", "S(n0,#3,+200ms)"}) {
    EXPECT_THAT(forms, ::testing::HasSubstr(form));
    EXPECT_TRUE(read_fault(form)) << form;
  }
}

TEST(Faults, StandInALineWithSpaces) {
  EXPECT_THAT(split_faults("  P(n0 n1,1s,2s) O(n0,n1,m#0)\tnone x(y z"),
              ElementsAre("P(n0 n1,1s,2s)", "O(n0,n1,m#0)", "none", "x(y z"));
  EXPECT_THAT(split_faults(" "), ElementsAre());
}

TEST(Faults, DurationsAreWrittenInTheLargestUnitThatFits) {
  for (const char* text : {"1ns", "1500ns", "2us", "200ms", "1500ms", "2s", "9007199s"}) {
    EXPECT_EQ(duration_text(read_duration(text).value_or(0)), text);
  }
  EXPECT_EQ(read_duration("1"), std::nullopt);
  EXPECT_EQ(read_duration("s"), std::nullopt);
  EXPECT_EQ(duration_text(0), "0s");
}

}  // namespace
}  // namespace ldfi::systems
