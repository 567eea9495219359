#include "common/check/transactions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/check/check.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;
using systems::Consistency;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// `answer`: what is read, or an error's code, or nothing.
Call txn(const json& asked, const json& answer, int from = 0, int to = 100) {
  Call out{"c1", "n0", from, json{{"type", "txn"}, {"txn", asked}}};
  if (!answer.is_null()) out.returned = to;
  if (answer.is_number()) out.response = json{{"type", "error"}, {"code", answer}};
  if (answer.is_array()) out.response = json{{"type", "txn_ok"}, {"txn", answer}};
  return out;
}
/// As it was answered.
Call did(const json& answer, int from = 0, int to = 100) {
  json asked = answer;
  for (json& one : asked) {
    if (one[0] == "r") one[2] = nullptr;
  }
  return txn(asked, answer, from, to);
}

Judgement of(Consistency promised, std::vector<Call> calls) {
  return judge({.checker = systems::Checker::txn, .consistency = promised},
               {std::move(calls), {}, {}});
}

/// It violates this promise, and all that are more, and no lesser one.
void first_broken(Consistency promised, const std::vector<Call>& calls, const std::string& word) {
  for (int i = 0; i <= static_cast<int>(Consistency::strict_serializable); ++i) {
    const auto violated = of(static_cast<Consistency>(i), calls).violated;
    if (i < static_cast<int>(promised)) {
      EXPECT_THAT(violated, IsEmpty()) << i;
    } else {
      EXPECT_THAT(violated, ::testing::Contains(HasSubstr(word))) << i;
    }
  }
}

TEST(Transactions, WhatIsInOrderIsRight) {
  const std::vector<Call> calls{
      did({{"append", 1, 1}, {"r", 1, {1}}}, 0, 1),
      did({{"r", 1, {1}}, {"append", 1, 2}, {"append", 2, 1}, {"r", 1, {1, 2}}}, 2, 3),
      did({{"r", 1, {1, 2}}, {"r", 2, {1}}, {"r", 3, nullptr}}, 4, 5)};
  const auto judged = of(Consistency::strict_serializable, calls);
  EXPECT_THAT(judged.violated, IsEmpty());
  EXPECT_TRUE(judged.judged);
  EXPECT_FALSE(of(Consistency::serializable, {did({{"r", 1, nullptr}})}).judged);
}

TEST(Transactions, DirtyWrites) {
  first_broken(
      Consistency::read_uncommitted,
      {did({{"append", 1, 1}, {"append", 2, 1}}), did({{"append", 1, 2}, {"append", 2, 2}}),
       did({{"r", 1, {1, 2}}, {"r", 2, {2, 1}}})},
      "G0: T0 [append 1 1, append 2 1] -ww 1-> T1 [append 1 2, append 2 2] -ww 2-> T0");
}

TEST(Transactions, DirtyReads) {
  first_broken(Consistency::read_committed, {txn({{"append", 1, 1}}, 30), did({{"r", 1, {1}}})},
               "G1a: T1 [r 1 [1]] reads 1 in key 1, and T0 [append 1 1] was aborted");
  first_broken(Consistency::read_committed,
               {did({{"append", 1, 1}, {"append", 1, 2}}), did({{"r", 1, {1}}})},
               "G1b: T1 [r 1 [1]] reads 1 in key 1, and T0 [append 1 1, append 1 2] does more");
  first_broken(Consistency::read_committed, {did({{"w", 1, 1}, {"w", 1, 2}}), did({{"r", 1, 1}})},
               "G1b: T1 [r 1 1]");
  for (const int open : {0, 13}) {
    EXPECT_THAT(of(Consistency::serializable, {txn({{"append", 1, 1}}, open), did({{"r", 1, {1}}})})
                    .violated,
                IsEmpty());
  }
}

TEST(Transactions, InformationGoesInACircle) {
  first_broken(Consistency::read_committed,
               {did({{"append", 1, 1}, {"r", 2, {1}}}), did({{"append", 2, 1}, {"r", 1, {1}}})},
               "G1c: T0 [append 1 1, r 2 [1]] -wr 1-> T1 [append 2 1, r 1 [1]] -wr 2-> T0");
}

TEST(Transactions, ReadsOfHalfATransaction) {
  first_broken(Consistency::snapshot_isolation,
               {did({{"append", 1, 1}, {"append", 2, 1}}), did({{"r", 1, {1}}, {"r", 2, nullptr}}),
                did({{"r", 1, {1}}, {"r", 2, {1}}})},
               "G-single: T1 [r 1 [1], r 2 null] -rw 2-> T0 [append 1 1, append 2 1] -wr 1-> T1");
}

TEST(Transactions, WriteSkewIsASnapshot) {
  first_broken(
      Consistency::serializable,
      {did({{"r", 1, json::array()}, {"append", 2, 1}}),
       did({{"r", 2, json::array()}, {"append", 1, 1}}), did({{"r", 1, {1}}, {"r", 2, {1}}})},
      "G2: T0 [r 1 [], append 2 1] -rw 1-> T1 [r 2 [], append 1 1] -rw 2-> T0");
}

TEST(Transactions, LongForksAreNoSnapshots) {
  first_broken(Consistency::snapshot_isolation,
               {did({{"append", 1, 1}}), did({{"append", 2, 1}}),
                did({{"r", 1, {1}}, {"r", 2, json::array()}}),
                did({{"r", 1, json::array()}, {"r", 2, {1}}}), did({{"r", 1, {1}}, {"r", 2, {1}}})},
               "G-nonadjacent: ");
}

TEST(Transactions, LostUpdates) {
  first_broken(Consistency::snapshot_isolation,
               {did({{"r", 1, nullptr}, {"w", 1, 1}}), did({{"r", 1, nullptr}, {"w", 1, 2}})},
               "lost update: T0 [r 1 null, w 1 1] and T1 [r 1 null, w 1 2] read the same of key 1");
}

TEST(Transactions, WhatIsOverIsSeen) {
  const std::vector<Call> lists{did({{"append", 1, 1}}, 0, 1),
                                did({{"r", 1, json::array()}}, 2, 3)};
  first_broken(Consistency::strict_serializable, lists,
               "G-single in real time: T1 [r 1 []] -rw 1-> T0 [append 1 1] -rt-> T1");
  const std::vector<Call> registers{did({{"w", 1, 1}}, 0, 1), did({{"w", 1, 2}}, 2, 3),
                                    did({{"r", 1, 1}}, 4, 5)};
  first_broken(Consistency::strict_serializable, registers, "in real time");
}

TEST(Transactions, WhatItDidItselfItReads) {
  const Call append = did({{"append", 1, 2}});
  first_broken(Consistency::read_committed,
               {did({{"append", 1, 1}, {"r", 1, json::array()}}), append}, "internal: T0");
  first_broken(Consistency::read_committed, {did({{"w", 1, 1}, {"r", 1, 2}}), did({{"w", 1, 2}})},
               "internal: T0");
  first_broken(Consistency::snapshot_isolation,
               {did({{"r", 1, json::array()}, {"append", 1, 1}, {"r", 1, {2, 1}}}), append},
               "internal: T0");
  first_broken(Consistency::snapshot_isolation, {did({{"r", 1, {2}}, {"r", 1, nullptr}}), append},
               "internal: T0");
  first_broken(Consistency::read_uncommitted, {did({{"r", 1, {1}}, {"append", 1, 1}})},
               "internal: T0 [r 1 [1], append 1 1] reads 1 in key 1 before it writes it");
}

TEST(Transactions, OrdersFit) {
  first_broken(Consistency::read_committed,
               {did({{"append", 1, 1}}), did({{"append", 1, 2}}), did({{"r", 1, {1, 2}}}),
                did({{"r", 1, {2}}})},
               "T3 [r 1 [2]] and T2 [r 1 [1,2]] read key 1 in orders that do not fit");
}

TEST(Transactions, WhatNobodyWroteIsNotThere) {
  first_broken(Consistency::read_uncommitted, {did({{"r", 1, {7}}})},
               "T0 [r 1 [7]] reads 7 in key 1, which nobody wrote");
  first_broken(Consistency::read_uncommitted, {did({{"append", 1, 7}}), did({{"r", 1, {7, 7}}})},
               "reads 7 twice in key 1");
  first_broken(Consistency::read_uncommitted, {did({{"append", 1, 7}}), did({{"r", 1, 7}})},
               "which is no list");
  first_broken(Consistency::read_uncommitted,
               {txn({{"append", 1, 7}}, json::array({json::array({"append", 1, 8})}))},
               "n0 answers T0 [append 1 7] with");
}

TEST(Transactions, WhatCannotBeJudgedIsSaid) {
  EXPECT_THAT(
      of(Consistency::serializable, {did({{"append", 1, 7}}), did({{"w", 1, 8}})}).undecided,
      HasSubstr("key 1 is both written and appended to"));
  EXPECT_THAT(
      of(Consistency::serializable, {did({{"append", 1, 7}}), did({{"append", 1, 7}})}).undecided,
      HasSubstr("7 is written twice to key 1"));
}

}  // namespace
}  // namespace ldfi::check
