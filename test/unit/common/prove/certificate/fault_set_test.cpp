#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {
namespace {

TEST(FaultSetTest, ReadsNamesInQuotes) {
  const FaultSet set = fault_set(R"(O("é",q,1) C("x=y",2) P("#" b>"a\"b\\",1,2) O("\x7f",b,3))");
  ASSERT_EQ(set.size(), 4U);
  EXPECT_EQ(set[0].from, "é");
  EXPECT_EQ(set[0].to, "q");
  EXPECT_EQ(set[1].from, "x=y");
  EXPECT_EQ(set[2].from, "# b>a\"b\\");
  EXPECT_EQ(set[3].from, "\x7f");
  EXPECT_EQ(fault_set("O(é,q,1)"), fault_set(R"(O("é","q",1))"));
}

TEST(FaultSetTest, RefusesWhatIsNoNameInQuotes) {
  for (const char* text :
       {R"(O("a,b",q,1))", R"(O("",q,1))", R"(O("a b",q,1))", R"(O("a,q,1))", R"(O("\q",b,1))",
        R"(O("\x0a",b,1))", R"(O("\x",b,1))", R"(O("a>b",q,1))"})
    EXPECT_THROW(fault_set(text), Rejected) << text;
}

}  // namespace
}  // namespace ldfi::certificate
