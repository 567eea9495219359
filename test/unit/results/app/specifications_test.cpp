#include "results/app/specifications.hpp"

#include <gtest/gtest.h>

#include "results/app/commands.hpp"
#include "test/unit/results/sample_run.hpp"

namespace ldfi::results {
namespace {

TEST(Specifications, AreATable) {
  EXPECT_EQ(specifications_table(specified_run().cells[0]),
            "  specification  severity  when     verdict         falsifiers  first        says\n"
            "  invariant      critical  finally  counterexample           2  f1 O(a,b,1)\n"
            "  lost           minor     after 3  counterexample           1  f1 O(a,b,1) "
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

TEST(Falsifiers, AreListedByFamily) {
  RunRecord run = sample_run();
  Cell& cell = run.cells[0];
  const Fspec fspec(cell.fspec);
  cell.falsifiers[1] = {parse_fault_set("O(a,b,2)", fspec, FileId(0)), true, {"log(b,data)"}};
  cell.falsifiers.push_back({parse_fault_set("C(a,1)", fspec, FileId(0)), false, {}});
  std::string told = falsifiers_text(run, {0});
  EXPECT_EQ(told.substr(told.find('\n') + 1),
            "                3 falsifiers in 2 families: the same faults at other times; --all "
            "lists each\n  f1            O(a,b,1…2)\n                2 falsifiers of 1 fault, all "
            "minimal\n                f1 violates log(b,data)\n                f1 violates "
            "log(b,more)\n                not all violate the same; --all lists each\n  f3         "
            "   C(a,1)\n                1 fault\n");
  cell.falsifiers[0].violated = {"log(b,data)"};
  told = falsifiers_text(run, {0});
  EXPECT_NE(told.find("all minimal\n                violates log(b,data)\n  f3"), std::string::npos)
      << told;
  const std::string all = falsifiers_text(run, {0}, true);
  EXPECT_NE(all.find("\n  f2            O(a,b,2)\n"), std::string::npos) << all;
  EXPECT_EQ(all.find("famil"), std::string::npos) << all;
  const std::string json = falsifiers_json(run, {0});
  EXPECT_NE(json.find("\"run\": \"f2\",\n        \"faults\": \"O(a,b,2)\""), std::string::npos)
      << json;
  EXPECT_NE(json.find("\"family\": 2\n"), std::string::npos) << json;
}

TEST(Specifications, AreInEveryJson) {
  EXPECT_NE(summary_json(specified_run(), {0}).find("\"specs\""), std::string::npos);
  EXPECT_NE(falsifiers_json(specified_run(), {0}).find("\"specs\""), std::string::npos);
  EXPECT_EQ(summary_json(sample_run(), {0}).find("\"specs\""), std::string::npos);
  EXPECT_EQ(falsifiers_json(sample_run(), {0}).find("\"specs\""), std::string::npos);
}

}  // namespace
}  // namespace ldfi::results
