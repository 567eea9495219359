#include "common/record/family.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "test/support/rounds.hpp"

namespace ldfi {
namespace {

using ::testing::ElementsAre;

const Fspec& losses() {
  static const Fspec fspec({8, 6, 2, {"a", "b", "n1", "two words"}});
  return fspec;
}

const Fspec& restarts() {
  static const Fspec fspec({7, 5, 1, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 2, {}});
  return fspec;
}

const Fspec& partitions() {
  static const Fspec fspec = [] {
    FspecParameters all{8, 6, 1, {"a", "b", "n1"}};
    all.limits.partitions = 2;
    return Fspec(all);
  }();
  return fspec;
}

const Fspec& writes() {
  static const Fspec fspec = [] {
    FspecParameters all{8, 6, 0, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 1};
    all.disk.write = 2;
    all.disk.relations = {"log", "log 2"};
    return Fspec(all);
  }();
  return fspec;
}

const Fspec& late() {
  static const Fspec fspec = [] {
    FspecParameters all{8, 6, 1, {"a", "b"}};
    all.delays = {.most = 3, .duplicates = 2, .within = 2};
    return Fspec(all);
  }();
  return fspec;
}

std::vector<FaultSet> sets(const Fspec& fspec, const std::vector<const char*>& texts) {
  std::vector<FaultSet> out;
  for (const char* text : texts) out.push_back(parse_fault_set(text, fspec, FileId(0)));
  return out;
}

std::vector<std::string> texts(const std::vector<Family>& families) {
  std::vector<std::string> out;
  for (const Family& family : families) out.push_back(family.text);
  return out;
}

std::vector<std::string> lines(const Fspec& fspec, const std::vector<const char*>& written) {
  const auto all = sets(fspec, written);
  return texts(families(all, std::vector<std::uint32_t>(all.size()), fspec));
}

/// Expects that every fault set is in one family, and that each line stands for exactly the members of its
/// family.
void expect_exact(const std::vector<FaultSet>& all, const std::vector<std::uint32_t>& labels,
                  const Fspec& fspec) {
  const auto found = families(all, labels, fspec);
  std::vector<std::uint32_t> members;
  for (const Family& family : found) {
    std::vector<FaultSet> own;
    for (const std::uint32_t member : family.members) {
      own.push_back(all[member]);
      EXPECT_EQ(labels[member], labels[family.members.front()]);
    }
    EXPECT_TRUE(std::ranges::is_sorted(family.members));
    std::ranges::sort(own);
    EXPECT_EQ(expand(family.text, fspec), own) << family.text;
    members.insert(members.end(), family.members.begin(), family.members.end());
  }
  EXPECT_TRUE(std::ranges::is_sorted(found, {},
                                     [](const Family& family) { return family.members.front(); }));
  std::ranges::sort(members);
  std::vector<std::uint32_t> each(all.size());
  std::iota(each.begin(), each.end(), 0);
  EXPECT_EQ(members, each);
}

TEST(Family, IsTheSameFaultsAtOtherTimes) {
  EXPECT_THAT(lines(losses(), {"O(a,b,3)", "O(a,b,4)", "O(a,n1,3)", "O(a,b,5)"}),
              ElementsAre("O(a,b,3…5)", "O(a,n1,3)"));
  EXPECT_THAT(lines(losses(), {"O(a,b,1) C(\"two words\",2)", "O(a,b,2) C(\"two words\",2)",
                               "O(a,b,1) C(\"two words\",3)", "O(a,b,2) C(\"two words\",3)"}),
              ElementsAre("O(a,b,1…2) C(\"two words\",2…3)"));
  EXPECT_THAT(lines(losses(), {"none", "O(a,b,3)"}), ElementsAre("none", "O(a,b,3)"));
}

TEST(Family, HasNoMemberThatIsNone) {
  EXPECT_THAT(lines(losses(), {"O(a,b,3)", "O(a,b,5)"}), ElementsAre("O(a,b,3)", "O(a,b,5)"));
  EXPECT_THAT(lines(losses(), {"O(a,b,1) C(b,2)", "O(a,b,2) C(b,2)", "O(a,b,1) C(b,3)"}),
              ElementsAre("O(a,b,1…2) C(b,2)", "O(a,b,1) C(b,3)"));
}

TEST(Family, HasTheChoicesThatMakeAFaultSet) {
  EXPECT_THAT(lines(losses(), {"O(a,b,1) O(a,b,2)", "O(a,b,1) O(a,b,3)", "O(a,b,2) O(a,b,3)"}),
              ElementsAre("O(a,b,1…2) O(a,b,2…3)"));
  EXPECT_THAT(lines(restarts(), {"C(a,2,3)", "C(a,2,4)", "C(a,2+,4)", "C(a,3,4)"}),
              ElementsAre("C(a,2…3,3…4)"));
  EXPECT_THAT(lines(restarts(), {"C(a,2+,4)", "C(a,2+,5)", "C(a,3,4)", "C(a,3,5)"}),
              ElementsAre("C(a,2+…3,4…5)"));
  EXPECT_THAT(lines(restarts(), {"C(a,3)", "C(a,3+)", "C(a,3,5)"}),
              ElementsAre("C(a,3…3+)", "C(a,3,5)"));
}

TEST(Family, KnowsFaultsOfEveryKindByWhatIsWritten) {
  EXPECT_THAT(lines(partitions(), {"P(b,1,2)", "P(b,1,3)", "P(b,2,2)", "P(b,2,3)", "P(n1,2,3)"}),
              ElementsAre("P(b,1…2,2…3)", "P(n1,2,3)"));
  EXPECT_THAT(
      lines(partitions(), {"P(b n1,3,3) C(a,1)", "P(b n1,3,4) C(a,1)", "P(b n1,4,4) C(a,1)"}),
      ElementsAre("C(a,1) P(b n1,3…4,3…4)"));
}

TEST(Family, KnowsNamesThatLookLikeTimes) {
  FspecParameters all{8, 6, 1, {"03", "10.0.0.1", "4", "a-07"}};
  all.limits.partitions = 1;
  const Fspec fspec(all);
  EXPECT_THAT(lines(fspec, {"O(4,03,1)", "O(4,03,2)", "O(4,03,3)"}), ElementsAre("O(4,03,1…3)"));
  EXPECT_THAT(lines(fspec, {"O(a-07,10.0.0.1,3)", "O(10.0.0.1,a-07,3)", "C(4,5)", "C(4,6)"}),
              ElementsAre("O(a-07,10.0.0.1,3)", "O(10.0.0.1,a-07,3)", "C(4,5…6)"));
  EXPECT_THAT(lines(fspec, {"P(10.0.0.1 4,1,3)", "P(10.0.0.1 4,2,3)"}),
              ElementsAre("P(10.0.0.1 4,1…2,3)"));
}

TEST(Family, KnowsFailedWritesOfEachRelation) {
  EXPECT_THAT(lines(writes(), {"W(a,log,3)", "W(a,log,4)", "W(a,\"log 2\",3)", "W(a,log,3,4)",
                               "W(a,log,3,5)"}),
              ElementsAre("W(a,log,3…4)", "W(a,\"log 2\",3)", "W(a,log,3,4…5)"));
}

TEST(Family, IsAsLateThroughout) {
  EXPECT_THAT(
      lines(late(), {"D(a,b,1,+1)", "D(a,b,2,+1)", "D(a,b,1,+2)", "U(a,b,3,+2)",
                     "U(a,b,4,+2) D(b,a,1,+3)", "U(a,b,4,+2) D(b,a,2,+3)"}),
      ElementsAre("D(a,b,1…2,+1)", "D(a,b,1,+2)", "U(a,b,3,+2)", "D(b,a,1…2,+3) U(a,b,4,+2)"));
}

TEST(Family, HasOneLabel) {
  const auto all = sets(losses(), {"O(a,b,3)", "O(a,b,4)", "O(a,b,5)"});
  EXPECT_THAT(texts(families(all, {7, 7, 8}, losses())), ElementsAre("O(a,b,3…4)", "O(a,b,5)"));
}

TEST(Family, TakesWhatNoSearchFinds) {
  const auto twice = sets(losses(), {"O(a,b,3)", "O(a,b,3)", "O(a,b,4)"});
  EXPECT_THAT(texts(families(twice, {0, 0, 0}, losses())), ElementsAre("O(a,b,3…4)", "O(a,b,3)"));
  const auto late = sets(losses(), {"O(a,b,5)", "O(a,b,6)"});
  const Fspec shorter({8, 4, 2, {"a", "b", "n1", "two words"}});
  EXPECT_THAT(texts(families(late, {0, 0}, shorter)), ElementsAre("O(a,b,5)", "O(a,b,6)"));
}

TEST(Family, KnowsTheViolatedSpecifications) {
  SearchResult result;
  for (const FaultSet& set : sets(losses(), {"O(a,b,3)", "O(a,b,4)", "O(a,b,5)", "O(a,b,6)"})) {
    result.falsifiers.push_back({set, true, {}});
  }
  result.falsifiers[3].minimal = false;
  EXPECT_THAT(texts(families_of(result, losses().parameters())),
              ElementsAre("O(a,b,3…5)", "O(a,b,6)"));
  result.specifications = {{{}, Verdict::counterexample, {0, 1, 2, 3}},
                           {{}, Verdict::counterexample, {1}}};
  const auto found = families_of(result, losses().parameters());
  EXPECT_THAT(texts(found), ElementsAre("O(a,b,3)", "O(a,b,4)", "O(a,b,5)", "O(a,b,6)"));
  EXPECT_THAT(family_numbers(found), ElementsAre(0, 1, 2, 3));
}

/// Returns random fault sets of a few shapes, so that families are large and have gaps.
std::vector<FaultSet> random_sets(const Fspec& fspec, const std::vector<FaultSet>& lines,
                                  std::mt19937& random) {
  std::vector<FaultSet> out;
  const auto left_out = random() % 4;
  for (const FaultSet& set : lines) {
    if (fspec.admits(set) && random() % 8 >= left_out) out.push_back(set);
  }
  std::ranges::sort(out);
  return out;
}

TEST(Family, IsExactForRandomFaultSets) {
  const std::vector<std::pair<const Fspec*, std::vector<const char*>>> spaces{
      {&losses(),
       {"O(a,b,2…5) O(a,b,3…6)", "O(a,b,1…3) O(n1,b,1…4) C(b,1…3)", "C(a,1…4) C(b,1…8)",
        "O(a,b,1…6)", "O(a,b,1…4) C(a,2…7)"}},
      {&restarts(),
       {"C(a,1…5+,2…6)", "C(a,1…2+,2…4) C(a,3…5+,4…6)", "O(a,b,1…5) C(b,1…5+)",
        "C(a,1…7) C(b,1+…4,3…6)"}},
      {&partitions(), {"P(b,1…6,1…6)", "P(b,1…3,1…3) P(b n1,4…6,4…6)", "O(a,n1,1…6) P(b,1…3,2…4)"}},
      {&writes(),
       {"W(a,log,1…6)", "W(a,log,1…5,2…6)", "W(a,log,1…3) W(a,log,3…6)",
        "C(a,2…4,4…6) W(a,log,1…6)"}},
      {&late(), {"D(a,b,1…5,+1)", "U(a,b,1…4,+2) D(a,b,2…4,+2)", "O(a,b,1…6) U(b,a,1…4,+1)"}}};
  std::mt19937 random(7);
  for (const auto& [fspec, written] : spaces) {
    std::vector<FaultSet> all;
    for (const char* line : written) {
      for (FaultSet& set : expand(line, *fspec)) all.push_back(std::move(set));
    }
    for (int round = 0; round < test::rounds(75); ++round) {
      const auto some = random_sets(*fspec, all, random);
      std::vector<std::uint32_t> labels(some.size());
      if (round % 3 == 0) {
        for (std::uint32_t& label : labels) label = random() % 7 == 0 ? 1 : 0;
      }
      expect_exact(some, labels, *fspec);
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace ldfi
