#include "common/record/fault_pattern.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "common/base/contract.hpp"

namespace ldfi {
namespace {

const Fspec& fspec() {
  static const Fspec out({7, 5, 1, {"1", "a 1…2", "n1"}, EffMode::inclusive, CrashModel::stop, 2});
  return out;
}

std::size_t count(std::string_view text, std::size_t most = 1000) {
  std::size_t out = 0;
  const auto all = PatternExpander(fspec()).each(read_patterns(text), most, [&](const FaultSet&) {
    ++out;
    return true;
  });
  return all ? out : std::numeric_limits<std::size_t>::max();
}

TEST(FaultPattern, IsWrittenAsRead) {
  for (const char* text : {R"(O(n1,"a 1…2",3) C(n1,2+…4,3…5))", "P(a b,1…3,4)", "none", ""}) {
    EXPECT_EQ(text_of(read_patterns(text)), text);
  }
  EXPECT_EQ(read_patterns("O(n1,n2,3…5+)").at(0).ranges.at(0).first, 6);
  EXPECT_EQ(read_patterns("O(n1,n2,3…5+)").at(0).ranges.at(0).last, 11);
  EXPECT_EQ(read_patterns("P(a b,1…3,4) C(a,2)").size(), 2U);
}

TEST(FaultPattern, StandsForWhatCanBe) {
  EXPECT_EQ(count("O(1,n1,1…4)"), 4U);
  EXPECT_EQ(count("C(n1,2+…4,5)"), 4U);
  EXPECT_EQ(count("C(n1,1…4,2…3)"), 4U);
  EXPECT_EQ(count("O(1,n1,4…9)"), 2U);
  EXPECT_EQ(count("O(n1,1,1…4) C(n1,3,5)"), 2U);
  EXPECT_EQ(count("O(1,1,1…4)"), 0U);
  EXPECT_EQ(count("O(1,n1,4…1)"), 0U);
  EXPECT_EQ(count("O(1,n1,99999999999…99999999999999)"), 0U);
}

TEST(FaultPattern, EndsWhereThereAreTooMany) {
  EXPECT_EQ(count("O(1,n1,1…4)", 6), std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(count("O(1,n1,1…4) O(n1,1,1…4)", 15), std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(count("O(1,n1,1…4) O(n1,1,1…4)", 16), 16U);
}

TEST(FaultPattern, HasAPieceOfTextOnEitherSideOfEachMoment) {
  std::vector<FaultPattern> patterns = read_patterns("C(n1,3)");
  patterns[0].form.pieces.pop_back();
  PatternExpander expander(fspec());
  EXPECT_THROW(expander.each(patterns, 1, [](const FaultSet&) { return true; }), InternalError);
}

}  // namespace
}  // namespace ldfi
