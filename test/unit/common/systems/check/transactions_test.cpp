#include "common/systems/check/transactions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "common/systems/check/check.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;
using systems::Consistency;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Returns a call of a transaction. `answer` is its list of results, the code of an error, or null
/// if there is no answer.
Call txn(const json& asked, const json& answer, int from = 0, int to = 100) {
  Call out{"c1", "n0", from, json{{"type", "txn"}, {"txn", asked}}};
  if (!answer.is_null()) out.returned = to;
  if (answer.is_number()) out.response = json{{"type", "error"}, {"code", answer}};
  if (answer.is_array()) out.response = json{{"type", "txn_ok"}, {"txn", answer}};
  return out;
}
/// Returns a call of a transaction that was answered with these results.
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

/// Expects that the calls violate this consistency level and all stronger ones, but no weaker one.
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
  EXPECT_TRUE(of(Consistency::serializable, {did({{"r", 1, nullptr}})}).judged);
  EXPECT_FALSE(of(Consistency::serializable, {txn({{"r", 1, nullptr}}, nullptr)}).judged);
}

TEST(Transactions, LargeNumbersAreEqualIfTheirValuesAre) {
  const json huge = std::numeric_limits<std::uint64_t>::max();
  const auto answered = [](const json& asked, const json& answer) {
    return of(Consistency::serializable, {txn({{"w", 1, asked}}, {{"w", 1, answer}})}).violated;
  };
  EXPECT_THAT(answered(-1, huge), ElementsAre(HasSubstr("answers")));
  EXPECT_THAT(answered(std::int64_t{9'007'199'254'740'993}, 9'007'199'254'740'992.0),
              ElementsAre(HasSubstr("answers")));
  EXPECT_THAT(answered(std::int64_t{100'000'000'000'000'000}, 1e17), IsEmpty());
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
               "G1b: T1 [r 1 [1]] reads 1 in key 1, but T0 [append 1 1, append 1 2] writes the key "
               "again later");
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
  first_broken(
      Consistency::snapshot_isolation,
      {did({{"r", 1, nullptr}, {"w", 1, 1}}), did({{"r", 1, nullptr}, {"w", 1, 2}})},
      "lost update: T0 [r 1 null, w 1 1] and T1 [r 1 null, w 1 2] read the same version of key 1");
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
  first_broken(Consistency::snapshot_isolation,
               {did({{"append", 1, 1}, {"r", 1, json::array()}}), append}, "internal: T0");
  first_broken(Consistency::snapshot_isolation,
               {did({{"w", 1, 1}, {"r", 1, 2}}), did({{"w", 1, 2}})}, "internal: T0");
  first_broken(Consistency::snapshot_isolation, {did({{"w", 1, 1}, {"r", 1, nullptr}})},
               "internal: T0 [w 1 1, r 1 null] reads key 1 as null");
  first_broken(Consistency::snapshot_isolation,
               {did({{"r", 1, json::array()}, {"append", 1, 1}, {"r", 1, {2, 1}}}), append},
               "internal: T0");
  first_broken(Consistency::snapshot_isolation, {did({{"r", 1, {2}}, {"r", 1, nullptr}}), append},
               "internal: T0");
}

TEST(Transactions, NoReadReturnsWhatItsTransactionWritesLater) {
  first_broken(Consistency::read_committed, {did({{"r", 1, {1}}, {"append", 1, 1}})},
               "G1c: T0 [r 1 [1], append 1 1] reads 1 from key 1 before it appends it");
  first_broken(Consistency::read_committed, {did({{"r", 1, 1}, {"w", 1, 1}})},
               "G1c: T0 [r 1 1, w 1 1] reads 1 from key 1 before it writes it");
  first_broken(Consistency::read_committed, {did({{"w", 1, 1}, {"w", 1, 2}, {"r", 1, 1}})},
               "G1b: T0 [w 1 1, w 1 2, r 1 1]");
}

TEST(Transactions, NoOrderOfTheWritesOfRegistersFits) {
  const Call other = did({{"w", 8, 1}, {"r", 9, nullptr}});
  first_broken(Consistency::snapshot_isolation,
               {did({{"w", 1, 1}, {"w", 2, 1}}), other, did({{"w", 1, 2}, {"w", 2, 2}}),
                did({{"r", 1, 1}, {"r", 2, 2}})},
               "no order of the writes of key 1 and key 2 fits: T0 [w 1 1, w 2 1], "
               "T2 [w 1 2, w 2 2] and T3 [r 1 1, r 2 2] exclude each other");
  // Two transactions write key 1, and each writes a second key. Each of two readers saw key 1 as
  // one of them wrote it, but not the second key of that writer.
  first_broken(Consistency::snapshot_isolation,
               {did({{"w", 1, 1}, {"w", 2, 1}}), did({{"w", 1, 2}, {"w", 3, 1}}), other,
                did({{"r", 1, 1}, {"r", 3, 1}}), did({{"r", 1, 2}, {"r", 2, 1}})},
               "no order of the writes of key 1 fits: T0 ");
  // Write skew over registers. No read shows the order of the versions of the two keys.
  first_broken(Consistency::serializable,
               {did({{"w", 1, 1}, {"w", 2, 1}}), did({{"r", 1, 1}, {"w", 2, 2}}),
                did({{"r", 2, 1}, {"w", 1, 2}}), did({{"r", 1, 2}, {"r", 2, 2}})},
               "T1 [r 1 1, w 2 2]");
  EXPECT_THAT(of(Consistency::strict_serializable,
                 {did({{"w", 1, 1}, {"w", 2, 1}}), did({{"w", 1, 2}, {"w", 2, 2}}),
                  did({{"r", 1, 1}, {"r", 2, 1}}), did({{"r", 1, 2}, {"r", 2, 2}})})
                  .violated,
              IsEmpty());
}

TEST(Transactions, TheUnreadEndOfAListHasSomeOrder) {
  // T4 and T5 append to key 1, and nobody reads these values. If T4 comes first, T5 -rw 2-> T0 -wr
  // 2-> T1 -rw 4-> T4 is a cycle with it. If T5 comes first, T4 -rw 3-> T2 -wr 3-> T3 -rw 5-> T5 is
  // one.
  const std::vector<Call> calls{did({{"append", 2, 1}}),
                                did({{"r", 2, {1}}, {"r", 4, nullptr}}),
                                did({{"append", 3, 1}}),
                                did({{"r", 3, {1}}, {"r", 5, nullptr}}),
                                did({{"append", 1, 1}, {"append", 4, 1}, {"r", 3, nullptr}}),
                                did({{"append", 1, 2}, {"append", 5, 1}, {"r", 2, nullptr}})};
  EXPECT_THAT(of(Consistency::read_committed, calls).violated, IsEmpty());
  EXPECT_THAT(of(Consistency::snapshot_isolation, calls).violated,
              ElementsAre(HasSubstr("no order of the writes of key 1 fits: T0 ")));
  EXPECT_THAT(of(Consistency::serializable, calls).violated, ElementsAre(HasSubstr("G2: T1 ")));
}

TEST(Transactions, ACycleIsAShortestOneAndWhole) {
  std::vector<Call> calls;
  json all = json::array();
  for (int i = 0; i < 12; ++i) {
    calls.push_back(did({{"append", 1, i + 1}}, 10 * i, 10 * i + 5));
    all.push_back(i + 1);
  }
  calls.push_back(did({{"r", 1, nullptr}}, 200, 205));
  calls.push_back(did({{"r", 1, all}}, 210, 215));
  EXPECT_THAT(
      of(Consistency::strict_serializable, calls).violated,
      ElementsAre("G-single in real time: T12 [r 1 null] -rw 1-> T0 [append 1 1] -rt-> T12"));
  // First a cycle of length 14, then a shorter cycle of the same kind in addition. The checker
  // reports the shortest one.
  std::vector<Call> chain;
  for (int i = 0; i < 14; ++i) {
    chain.push_back(did({{"append", i, 1}, {"r", (i + 13) % 14, {1}}}));
  }
  const auto judged = of(Consistency::read_committed, chain).violated;
  ASSERT_EQ(judged.size(), 1U);
  EXPECT_THAT(judged.front(), HasSubstr("T13 [append 13 1, r 12 [1]] -wr 13-> T0"));
  EXPECT_THAT(judged.front(), ::testing::Not(HasSubstr("…")));
  chain.push_back(did({{"append", 20, 1}, {"r", 21, {1}}}));
  chain.push_back(did({{"append", 21, 1}, {"r", 20, {1}}}));
  EXPECT_THAT(of(Consistency::read_committed, chain).violated,
              ElementsAre("G1c: T14 [append 20 1, r 21 [1]] -wr 20-> "
                          "T15 [append 21 1, r 20 [1]] -wr 21-> T14"));
}

TEST(Transactions, AnInterruptLeavesTheJudgement) {
  struct Interrupted {};
  History history;
  for (int i = 0; i < 5000; ++i) {
    history.calls.push_back(did({{"w", 1, i}, {"r", 2, nullptr}}, 0, 100));
  }
  const systems::Goals goals{.checker = systems::Checker::txn,
                             .consistency = Consistency::serializable};
  EXPECT_THROW((void)judge(goals, history, [] { throw Interrupted{}; }), Interrupted);
}

TEST(Transactions, AKeyHasTheTypeOfItsOperations) {
  first_broken(Consistency::read_uncommitted, {did({{"r", 1, 0}})},
               "T0 reads 0 from key 1, which no transaction wrote");
  first_broken(Consistency::read_uncommitted, {did({{"r", 1, 0}}), did({{"r", 1, {0}}})},
               "T0 [r 1 0] reads key 1 as 0, which is not a list");
  first_broken(Consistency::read_uncommitted, {did({{"r", 1, {1, 2}}}), did({{"w", 1, 3}})},
               "T0 reads [1,2] from key 1, which no transaction wrote");
  EXPECT_THAT(of(Consistency::serializable, {did({{"r", 1, nullptr}})}).violated, IsEmpty());
}

TEST(Transactions, EqualNumbersAreEqualValues) {
  EXPECT_THAT(of(Consistency::serializable, {did({{"w", 1, 1}}), did({{"r", 1.0, 1.0}})}).violated,
              IsEmpty());
  EXPECT_THAT(
      of(Consistency::serializable, {did({{"w", 1, {2.0}}}), did({{"r", 1, {2}}})}).violated,
      IsEmpty());
  EXPECT_THAT(of(Consistency::serializable, {did({{"w", 1, 1}}), did({{"w", 1, 1.0}})}).undecided,
              HasSubstr("is written twice"));
}

TEST(Transactions, OrdersFit) {
  first_broken(Consistency::read_committed,
               {did({{"append", 1, 1}}), did({{"append", 1, 2}}), did({{"r", 1, {1, 2}}}),
                did({{"r", 1, {2}}})},
               "T3 [r 1 [2]] and T2 [r 1 [1,2]] read key 1 in orders that do not fit");
}

TEST(Transactions, WhatNobodyWroteIsNotThere) {
  first_broken(Consistency::read_uncommitted, {did({{"r", 1, {7}}})},
               "T0 reads 7 from key 1, which no transaction appended");
  first_broken(Consistency::read_uncommitted, {did({{"append", 1, 7}}), did({{"r", 1, {7, 7}}})},
               "T1 [r 1 [7,7]] reads a value twice in key 1: [7,7]");
  first_broken(Consistency::read_uncommitted, {did({{"append", 1, 7}}), did({{"r", 1, 7}})},
               "which is not a list");
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
