#include "common/prove/forever/invariant.hpp"

#include <gtest/gtest.h>

namespace ldfi::forever {
namespace {

TEST(Invariant, IsToldInWords) {
  Aig aig;
  for (const char* name : {"log(a)", "crashed(a)"}) aig.latch(name, false);
  aig.latch("node(a)", true);
  EXPECT_EQ(explain(aig, {{0, 2}, {0, 3}, {0, 4}, {1, 3}}),
            (std::vector<std::string>{"always crashed(a) or log(a)", "log(a) -> crashed(a)",
                                      "log(a) -> node(a)", "never crashed(a) and log(a)"}));
  aig.latch("tick 1", true, LatchKind::fault);
  EXPECT_EQ(facts_in(aig, {{0, 2}, {0, 6}}), 2U);
}

}  // namespace
}  // namespace ldfi::forever
