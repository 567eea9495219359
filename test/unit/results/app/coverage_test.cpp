#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/app/commands.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

RunRecord covered_run() {
  RunRecord run = record_of(chain_program, 3, {"a", "b", "c", "d"});
  run.cells[0].fspec.eff = 1;
  const Fspec fspec(run.cells[0].fspec);
  for (const char* text : {"none", "O(a,b,1)", "O(a,d,1)", "O(a,b,1) O(d,a,1)"}) {
    const std::uint64_t id = run.cells[0].executions.size() + 1;
    run.cells[0].executions.push_back(
        {id, std::nullopt, parse_fault_set(text, fspec, FileId(0)), Outcome::holds, 0});
  }
  run.cells[0].executed = 11;
  return run;
}

std::string coverage_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> all{"coverage", "x.h5"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return coverage_text(covered_run(), {0}, parse_command_line(all));
}

TEST(CoverageText, CountsByKindAndSite) {
  const std::string text = coverage_of({});
  EXPECT_EQ(
      text.substr(text.find('\n') + 1),
      "  executions    4 executed again; 1 of their 4 faults hit nothing\n                not "
      "covered: 7 that the file counts, without their fault sets\n  failure ids   5: 2 exercised, "
      "3 only offered\n  first met     5 as the 1st failure of an execution\n  pairs         10: 0 "
      "exercised, 4 only offered, 6 never in one execution\n  untouched     2 of 4 relations and 1 "
      "of 5 rules, by 6 executions with faults\n                next pre\n\n  kind  site  ids  "
      "exercised  1st\n  loss  log     2          2    2\n  crash log     3          0    3\n");
}

TEST(CoverageText, ListsEachId) {
  const std::string text = coverage_of({"--all"});
  EXPECT_THAT(text, HasSubstr("loss:log(a>b)#1 "));
  EXPECT_THAT(text, HasSubstr("crash.before:log(a)#2 "));
  EXPECT_THAT(text, Not(HasSubstr("kind")));
}

TEST(CoverageText, HasAFieldForEachInJson) {
  const std::string text = coverage_of({"--json"});
  EXPECT_THAT(text, HasSubstr("\"id\": \"loss:log(a>b)#1\",\n        \"hash\": \""));
  EXPECT_THAT(text, HasSubstr("\"pairs\": {\n      \"all\": 10,\n      \"exercised\": 0,\n      "
                              "\"offered\": 4,\n      \"never_met\": 6\n    }"));
  EXPECT_THAT(text, HasSubstr("\"only_counted\": \"7\""));
}

}  // namespace
}  // namespace ldfi::results
