#include "results/app/specifications.hpp"

#include <gtest/gtest.h>

#include "results/app/commands.hpp"
#include "test/unit/results/sample_run.hpp"

namespace ldfi::results {
namespace {

TEST(Specifications, AreATable) {
  EXPECT_EQ(specifications_table(specified_run().cells[0]),
            "  specification  severity  when     verdict         falsifiers  first         says\n"
            "  invariant      critical  finally  counterexample           2  f1 O(a,b,1)\n"
            "  lost           minor     after 3  counterexample           1  f1 O(a,b,1)  "
            " \"a \"file\", lost\\x0a<b>\"\n"
            "  dull           info      always   vacuous                  0\n");
  EXPECT_EQ(specifications_table(sample_run().cells[0]), "");
}

TEST(Specifications, HeadWhatFalsifiesEachOfThem) {
  const std::string told = falsifiers_text(specified_run(), {0});
  const std::string each = told.substr(told.find("\n\n") + 2);
  EXPECT_EQ(each,
            "  invariant: counterexample\n"
            "  f1            O(a,b,1)\n"
            "                1 fault, minimal\n"
            "                violates log(b,data)\n"
            "  f2            C(a,1)\n"
            "                1 fault\n"
            "\n"
            "  lost: counterexample, explains invariant (a \"file\", lost\\x0a<b>)\n"
            "  f1            O(a,b,1)\n"
            "                1 fault, minimal\n"
            "                violates lost(b)@4\n");
}

TEST(Specifications, HideNoFalsifier) {
  RunRecord run = specified_run();
  for (SpecificationResult& one : run.cells[0].specifications) one.falsifiers.clear();
  const std::string told = falsifiers_text(run, {0});
  EXPECT_NE(told.find("\n\n  not known to be of one of them:\n  f1            O(a,b,1)\n"),
            std::string::npos)
      << told;
  EXPECT_NE(told.find("\n  f2            C(a,1)\n"), std::string::npos);
}

TEST(Specifications, AreInEveryJson) {
  EXPECT_NE(summary_json(specified_run(), {0}).find("\"specs\""), std::string::npos);
  EXPECT_NE(falsifiers_json(specified_run(), {0}).find("\"specs\""), std::string::npos);
  EXPECT_EQ(summary_json(sample_run(), {0}).find("\"specs\""), std::string::npos);
  EXPECT_EQ(falsifiers_json(sample_run(), {0}).find("\"specs\""), std::string::npos);
}

}  // namespace
}  // namespace ldfi::results
