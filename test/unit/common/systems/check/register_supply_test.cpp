#include "common/systems/check/register_supply.hpp"

#include <gtest/gtest.h>

#include "test/unit/common/systems/check/register_histories.hpp"

namespace ldfi::check {
namespace {

using namespace ldfi::check::test;

/// Returns the number of the first answer that is impossible because too few calls set the value that
/// it needs. The register holds 9 and no call has taken effect yet.
std::uint32_t first_shortage(const std::vector<RegisterCall>& calls) {
  const auto answers = order_by_answer(calls);
  RegisterLayers layers(calls, answers, answers.size());
  SearchBits bits{.must = {0}, .may = {0}};
  for (const auto& arrival : layers.arrivals(0)) {
    set_slot(bits.must, arrival.slot);
    if (calls[arrival.call].changes_state()) set_slot(bits.may, arrival.slot);
  }
  return RegisterSupply(calls, layers).first_shortage({.value = 9}, bits);
}

TEST(RegisterSupply, EachCasUsesUpOneWrite) {
  EXPECT_EQ(first_shortage({write(0, 9, 1), cas(0, 8, 1, 2), read(0, 3, 9)}), RegisterLayers::none);
  EXPECT_EQ(first_shortage({write(0, 9, 1), cas(0, 7, 1, 2), cas(0, 8, 1, 3), read(0, 3, 9)}), 2U);
}

TEST(RegisterSupply, TheValueOfTheStateCountsOnce) {
  EXPECT_EQ(first_shortage({cas(0, 7, 9, 2)}), RegisterLayers::none);
  EXPECT_EQ(first_shortage({cas(0, 7, 9, 2), cas(0, 8, 9, 2)}), 1U);
}

TEST(RegisterSupply, ACasThatKeepsTheValueNeitherNeedsNorSetsIt) {
  EXPECT_EQ(first_shortage({cas(0, 7, 9, 9), cas(0, 8, 9, 2)}), RegisterLayers::none);
  EXPECT_EQ(first_shortage({cas(0, 9, 1, 1), cas(0, 8, 1, 2)}), 0U);
}

TEST(RegisterSupply, AWriteHelpsFromItsRequestOn) {
  const std::vector<RegisterCall> before{read(0, 3, 9), write(5, 9, 1), cas(0, 8, 1, 2)};
  EXPECT_EQ(first_shortage(before), RegisterLayers::none);
  const std::vector<RegisterCall> after{read(0, 3, 9), cas(0, 8, 1, 2), write(9, 10, 1)};
  EXPECT_EQ(first_shortage(after), 1U);
}

TEST(RegisterSupply, AReadNeedsAWriteToo) {
  EXPECT_EQ(first_shortage({read(0, 3, 1), write(4, 9, 1)}), 0U);
  EXPECT_EQ(first_shortage({read(0, 3, 1), write(2, 9, 1)}), RegisterLayers::none);
}

}  // namespace
}  // namespace ldfi::check
