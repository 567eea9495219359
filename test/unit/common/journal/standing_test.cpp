#include "common/journal/standing.hpp"

#include <gtest/gtest.h>

namespace ldfi::journal {
namespace {

Standing some_standing() {
  return {1.5, "searching", "6/4/1", 1, 3, 12, std::nullopt, 8.25, std::nullopt, 210};
}

TEST(Standing, ComesBack) {
  EXPECT_EQ(decode_standing(encode_standing(some_standing())), some_standing());
  EXPECT_EQ(decode_standing(encode_standing({})), Standing{});
}

TEST(Standing, CutOrLengthenedIsRefused) {
  const wire::Bytes whole = encode_standing(some_standing());
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    EXPECT_THROW(decode_standing(std::span(whole).first(cut)), wire::DecodeError) << cut;
  }
  wire::Bytes longer = whole;
  longer.push_back(0);
  EXPECT_THROW(decode_standing(longer), wire::DecodeError);
}

}  // namespace
}  // namespace ldfi::journal
