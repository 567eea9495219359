#include "results/views/groups/groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/views/compare/compare.hpp"
#include "test/unit/results/views/groups/sample_wishes.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Members = std::vector<std::uint32_t>;

Groups grouped(const RunRecord& run, const GroupOptions& options = {}) {
  return group(Subject(run, run.cells[0]), run.cells[0], options);
}

std::vector<Members> members(const Groups& groups) {
  std::vector<Members> out;
  for (const Group& one : groups.groups) out.push_back(one.members);
  return out;
}

TEST(Groups, TellFalsifiersApartByTheRulesOfTheirExplanation) {
  const Groups found = grouped(wishes_run());
  EXPECT_THAT(members(found), ElementsAre(Members{1}, Members{3}, Members{0, 2}));
  EXPECT_THAT(found.left, IsEmpty());
  const Signature& lost = found.groups[0].signature;
  EXPECT_THAT(lost.violated, ElementsAre("invariant"));
  EXPECT_TRUE(lost.why.contains({"got(Y, 2)@async :- right(X, Y);", "sample.ded:6"}));
  EXPECT_FALSE(lost.why.contains({"got(Y, 1)@async :- left(X, Y);", "sample.ded:5"}));
  EXPECT_THAT(lost.started, IsEmpty());
  EXPECT_THAT(lost.stopped,
              ElementsAre(NamedRule{"got(Y, 2)@async :- right(X, Y);", "sample.ded:6"}));
  EXPECT_THAT(lost.cut, IsEmpty());
}

TEST(Groups, HaveAllFalsifiersAsMembersOfFamilies) {
  RunRecord run = wishes_run();
  run.program[0].text +=
      "left(X, Y)@next :- left(X, Y), Y != \"b\"; late(\"a\")@2;\n"
      "left(\"a\", \"b\")@2;\n";
  const Fspec fspec(run.cells[0].fspec);
  run.cells[0].falsifiers = {{parse_fault_set("O(a,c,1) O(a,d,1)", fspec, FileId(0)), false, {}},
                             {parse_fault_set("O(a,c,1) O(a,d,2)", fspec, FileId(0)), false, {}}};
  const Groups found = grouped(run);
  ASSERT_THAT(found.groups, SizeIs(1));
  ASSERT_THAT(found.groups[0].families, SizeIs(1));
  EXPECT_EQ(found.groups[0].families[0].text, "O(a,c,1) O(a,d,1…2)");
  EXPECT_THAT(found.groups[0].families[0].members, ElementsAre(0, 1));
}

TEST(Groups, TellApartWhatWasCutIfAsked) {
  RunRecord run = wishes_run();
  const Fspec fspec(run.cells[0].fspec);
  run.cells[0].falsifiers.push_back(
      {parse_fault_set("O(a,b,1) O(b,a,1)", fspec, FileId(0)), false, {}});
  EXPECT_THAT(members(grouped(run)), ElementsAre(Members{1}, Members{3}, Members{0, 2, 4}));
  GroupOptions options;
  options.cut = true;
  const Groups found = grouped(run, options);
  EXPECT_THAT(members(found), ElementsAre(Members{1}, Members{3}, Members{4}, Members{0, 2}));
  EXPECT_THAT(found.groups[1].signature.cut, ElementsAre("C"));
  EXPECT_THAT(found.groups[2].signature.cut, ElementsAre("O", "O got"));
}

TEST(Groups, ShowWhatIsNewFirst) {
  const auto of = [](std::uint32_t member, std::set<NamedRule> why,
                     std::set<NamedRule> stopped = {}) {
    Group out;
    out.members = {member};
    out.signature.why = std::move(why);
    out.signature.stopped = std::move(stopped);
    return out;
  };
  const NamedRule a{"a", ""}, b{"b", ""}, c{"c", ""}, d{"d", ""};
  Groups found;
  found.groups = {of(0, {a, b}), of(1, {a}), of(2, {b, c}), of(3, {a, b}, {a, d}), of(4, {c})};
  order_by_news(found.groups);
  EXPECT_THAT(members(found),
              ElementsAre(Members{0}, Members{3}, Members{2}, Members{1}, Members{4}))
      << "{a, b} stopped is new, then c; the others have nothing new, and stay in order";
}

TEST(Groups, SayWhichFalsifiersAreLeft) {
  GroupOptions options;
  options.most = 3;
  EXPECT_THAT(grouped(wishes_run(), options).left, ElementsAre(3));
  options.most = 4;
  int asked = 0;
  options.enough = [&] { return ++asked > 1; };
  EXPECT_THAT(grouped(wishes_run(), options).left, ElementsAre(1, 2, 3));
}

TEST(Groups, KnowTheViolatedSpecifications) {
  RunRecord run = wishes_run();
  run.program.push_back({"sample.spec",
                         "spec early minor after 1; early(Y) :- wish(Y), notin got(Y, _);\n"
                         "spec b_waits critical finally; b_waits(Y) :- wish(Y), Y == \"b\", notin "
                         "got(Y, _);\n"});
  const Groups found = grouped(run);
  EXPECT_THAT(members(found), ElementsAre(Members{0}, Members{3}, Members{1}, Members{2}));
  EXPECT_THAT(found.groups[0].signature.violated, ElementsAre("invariant", "early", "b_waits"));
  EXPECT_THAT(found.groups[3].signature.violated, ElementsAre("invariant", "early"));
}

TEST(Groups, NameTheRulesThatNoOtherHas) {
  const Groups found = grouped(wishes_run());
  EXPECT_THAT(own_rules(found, 0), IsEmpty());
  Groups two = found;
  two.groups.erase(two.groups.begin() + 1);
  EXPECT_THAT(own_rules(two, 0),
              ElementsAre(NamedRule{"got(Y, 2)@async :- right(X, Y);", "sample.ded:6"}));
  EXPECT_THROW((void)own_rules(two, 2), std::out_of_range);
}

TEST(Groups, ThrowWithoutAProgram) {
  RunRecord run = wishes_run();
  run.program.clear();
  EXPECT_THROW(grouped(run), UsageError);
}

}  // namespace
}  // namespace ldfi::results
