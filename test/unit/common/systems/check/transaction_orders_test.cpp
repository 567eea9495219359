#include "common/systems/check/transaction_orders.hpp"

#include <gtest/gtest.h>

#include <set>

namespace ldfi::check {
namespace {

/// Transactions 0 and 1 write both keys. Transaction 2 reads key 0 as transaction 0 wrote it, and
/// key 1 as transaction 1 wrote it.
const std::vector<KeyVersions> without_order{{{}, {0, 1}, {{2, 0}}}, {{}, {0, 1}, {{2, 1}}}};

std::optional<std::vector<Cycle>> conflict(const std::vector<KeyVersions>& keys, Work& work) {
  Dependencies graph(5, work);
  for (std::uint32_t k = 0; k < keys.size(); ++k) add_certain(graph, k, keys[k], true, nullptr);
  return conflict_of_orders(graph, keys, Excluded::all, work);
}

TEST(TransactionOrders, AConflictHasNoCycleThatCanBeLeftOut) {
  Meter meter;
  Work work(1'000'000, meter);
  std::vector<KeyVersions> keys = without_order;
  keys.push_back({{}, {3, 4}, {{2, 3}}});  // a key that is in no cycle, and so must not occur in
                                           // the result
  const auto found = conflict(keys, work);
  ASSERT_TRUE(found);
  EXPECT_LE(found->size(), 3U);
  std::set<std::uint32_t> transactions;
  for (const Cycle& cycle : *found) {
    for (const Step& step : cycle) transactions.insert(step.from);
  }
  EXPECT_EQ(transactions, (std::set<std::uint32_t>{0, 1, 2}));
  keys[1].reads.front().of = 0;
  EXPECT_FALSE(conflict(keys, work));
}

TEST(TransactionOrders, TheSearchIsBounded) {
  Meter meter;
  Work work(1'000, meter);
  EXPECT_THROW((void)conflict(without_order, work), TooHard);
}

}  // namespace
}  // namespace ldfi::check
