#include "results/report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ReportOptions options(const GraphvizOptions& graphviz = {}) {
  ReportOptions out;
  out.file = "x.h5";
  out.cells = {0};
  out.graphviz = graphviz;
  out.replay = [](const Cell& cell, const FaultSet& faults) {
    return "replay " + to_text(faults, cell.fspec);
  };
  return out;
}

Sample chain() {
  Sample sample(chain_program, 4, {"a", "b", "c", "d"});
  const auto faults = [&](const char* text) { return sample.subject.fault_set(text, "test"); };
  sample.run.cells[0].falsifiers = {{faults("O(a,b,1) O(a,b,2)"), true, {"pre(m)"}},
                                    {faults("O(b,c,2) O(b,c,3)"), true, {"pre(m)"}}};
  return sample;
}

nlohmann::json data_of(const std::string& html) {
  const std::string open = "id=\"data\">";
  const auto begin = html.find(open) + open.size();
  return nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

TEST(Report, HoldsAllData) {
  const Sample sample = chain();
  const auto data = data_of(report(sample.run, options()));
  const auto& cell = data["cells"][0];
  EXPECT_EQ(cell["verdict"], "counterexample");
  ASSERT_EQ(cell["details"].size(), 3U);
  EXPECT_EQ(cell["falsifiers"][1][0], "f2");
  EXPECT_EQ(cell["falsifiers"][1][5], 1);
  EXPECT_EQ(cell["falsifiers"][1][1], "O(b,c,2) O(b,c,3)");
  EXPECT_TRUE(cell["falsifiers"][1][6].is_null());
  EXPECT_EQ(cell["replay"], (nlohmann::json{"replay ", ""}));
  EXPECT_THAT(cell["details"][0]["story"][0]["text"].get<std::string>(), HasSubstr("was lost"));
  EXPECT_THAT(cell["details"][0]["lamport"].get<std::string>(), HasSubstr("<svg"));
  EXPECT_EQ(cell["details"][2]["name"], "the failure-free run");
  EXPECT_EQ(cell["details"][0]["state"].size(), 4U);
}

TEST(Report, TellsWhatEachMessageRestsOn) {
  const Sample sample = chain();
  const auto detail = data_of(report(sample.run, options()))["cells"][0]["details"][0];
  std::size_t lost = 0;
  for (const auto& row : detail["messages"]) {
    ASSERT_EQ(row.size(), 8U);
    const bool arrives = row[0].get<int>() < 4;
    EXPECT_EQ(row[7].is_null(), !arrives) << row;
    if (row[5].get<bool>()) ++lost;
    if (!arrives) continue;
    const auto& node = detail["support"]["nodes"][row[7].get<std::size_t>()];
    EXPECT_EQ(node[0], row[5].get<bool>() ? "absent" : "goal") << row;
    EXPECT_THAT(node[1].get<std::string>(), HasSubstr(row[4].get<std::string>()));
    EXPECT_FALSE(detail["support"]["below"][row[7].get<std::size_t>()].empty()) << row;
  }
  EXPECT_EQ(lost, 2U);
}

TEST(Report, ACommandThatDoesNotHoldTheFaultsAsTheyAreStandsWhole) {
  const Sample sample = chain();
  ReportOptions other = options();
  other.replay = [](const Cell&, const FaultSet& faults) {
    return faults.size() == 2 ? "another command" : "none";
  };
  const auto cell = data_of(report(sample.run, other))["cells"][0];
  EXPECT_EQ(cell["falsifiers"][0][6], "another command");
  EXPECT_FALSE(cell.contains("replay"));
}

/// Returns a sweep whose cells have these verdicts. Each violated cell has the falsifiers of
/// chain().
Sample sweep_of(const std::vector<Verdict>& verdicts) {
  Sample sample = chain();
  const Cell bad = sample.run.cells[0];
  sample.run.cells.clear();
  for (const Verdict verdict : verdicts) {
    Cell cell = bad;
    cell.verdict = verdict;
    if (verdict != Verdict::counterexample) cell.falsifiers.clear();
    sample.run.cells.push_back(std::move(cell));
  }
  return sample;
}

TEST(Report, ASweepOpensAtItsConclusionWhichIsDrawnFirst) {
  Sample sample = sweep_of({Verdict::certified, Verdict::counterexample, Verdict::counterexample});
  ReportOptions all = options();
  all.cells = {0, 1, 2};
  all.max_diagrams = 3;
  auto data = data_of(report(sample.run, all));
  EXPECT_EQ(data["opened"], 1) << "the first of the worst";
  EXPECT_EQ(data["cells"][1]["details"].size(), 2U) << "a falsifier and the failure-free run";
  EXPECT_EQ(data["cells"][0]["details"].size(), 1U) << "what is left";
  EXPECT_EQ(data["cells"][2]["details"].size(), 0U);
  sample.run.decisive = 2;
  data = data_of(report(sample.run, all));
  EXPECT_EQ(data["opened"], 2);
  EXPECT_EQ(data["cells"][2]["details"].size(), 2U);
  all.cells = {0, 1};
  EXPECT_EQ(data_of(report(sample.run, all))["opened"], 1) << "the conclusion is not on the page";
}

TEST(Report, SaysWhetherTheListIsComplete) {
  Sample sample = chain();
  const auto covers = [&] { return data_of(report(sample.run, options()))["cells"][0]["covers"]; };
  EXPECT_THAT(covers().get<std::string>(), HasSubstr("the search ended after it found them"));
  sample.run.options = {{"stop", "all"}, {"strategy", "lineage"}, {"negation", "exact"}};
  sample.run.strategy = "lineage";
  EXPECT_THAT(covers().get<std::string>(), HasSubstr("all minimal falsifiers"));
  sample.run.cells[0].reason = "time";
  EXPECT_THAT(covers().get<std::string>(), HasSubstr("the search ended after it found them"));
  sample.run.cells[0].reason = "";
  sample.run.cells[0].falsifiers[0].minimal = false;
  EXPECT_THAT(covers().get<std::string>(), HasSubstr("the search ended after it found them"));
}

TEST(Report, GroupsFalsifiersWithAllMembers) {
  const Sample sample = chain();
  const auto groups = data_of(report(sample.run, options()))["cells"][0]["groups"];
  ASSERT_EQ(groups["list"].size(), 1U);
  EXPECT_EQ(groups["left"].size(), 0U);
  EXPECT_EQ(groups["list"][0]["size"], 2);
  EXPECT_EQ(groups["list"][0]["violates"], nlohmann::json({"invariant"}));
  EXPECT_EQ(groups["list"][0]["families"][0][0], "O(a,b,1) O(a,b,2)");
  EXPECT_EQ(groups["list"][0]["families"][1][1], nlohmann::json({1}));
  ReportOptions one = options();
  one.max_grouped = 1;
  EXPECT_EQ(data_of(report(sample.run, one))["cells"][0]["groups"]["left"], nlohmann::json({1}));
  RunRecord single = sample.run;
  single.cells[0].falsifiers.resize(1);
  EXPECT_FALSE(data_of(report(single, options()))["cells"][0].contains("groups"));
}

TEST(Report, TellsOfSpecificationsAndWhichFalsifiersAreWhose) {
  Sample sample = specified_chain(false);
  const auto plain = data_of(report(chain().run, options()))["cells"][0];
  EXPECT_FALSE(plain.contains("specifications"));
  EXPECT_EQ(plain["failure_free"].size(), 2U);
  Cell& cell = sample.run.cells[0];
  cell.falsifiers = {{sample.subject.fault_set("O(b,c,2) O(b,c,3)", "test"), true, {"lacks(m)"}}};
  const std::string text = "</script><b>c lacks it</b>";
  const Specification lacks{"lacks", Specification::Severity::critical, {}, {}, text};
  const Specification late{"late", Specification::Severity::major, 2, 0, ""};
  cell.specifications = {{lacks, Verdict::counterexample, {0}}, {late, Verdict::certified, {}}};
  const std::string html = report(sample.run, options());
  EXPECT_THAT(html, Not(HasSubstr("<b>c lacks")));
  EXPECT_THAT(html, HasSubstr("<h1>sample.ded: counterexample</h1>"));
  const auto data = data_of(html)["cells"][0];
  EXPECT_EQ(data["meaning"], "2 faults break the specification lacks, “" + text + "”: lacks(m).");
  EXPECT_EQ(data["others"], 0);
  EXPECT_TRUE(data["failure_free"].is_null());
  EXPECT_EQ(data["specifications"][0], (nlohmann::json{{"name", "lacks"},
                                                       {"severity", "critical"},
                                                       {"when", "finally"},
                                                       {"explains", nullptr},
                                                       {"text", text},
                                                       {"verdict", "counterexample"},
                                                       {"falsifiers", {0}}}));
  EXPECT_EQ(data["specifications"][1]["explains"], "lacks");
  EXPECT_THAT(data["details"][0]["lamport"].get<std::string>(), Not(HasSubstr("invariant")));
}

/// Returns the text that the report shows in the box of the first cell's verdict.
std::string meaning(const Sample& sample) {
  return data_of(report(sample.run, options()))["cells"][0]["meaning"].get<std::string>();
}

TEST(Report, SaysWhatBrokeWithItsValues) {
  Sample sample = chain();
  EXPECT_EQ(meaning(sample),
            "2 faults break the promise: pre(m) holds at the end, post(m) does not.");
  EXPECT_EQ(data_of(report(sample.run, options()))["cells"][0]["others"], 1);
  Cell& cell = sample.run.cells[0];
  cell.falsifiers[0].violated = {"pre(a)", "pre(b)", "pre(c)", "pre(d)", "pre(e)"};
  EXPECT_EQ(meaning(sample),
            "2 faults break the promise: pre(a) and pre(b) and pre(c) and 2 more hold at the end, "
            "post(a) and post(b) and post(c) and 2 more do not.");
  cell.falsifiers[0].violated = {"post(a)"};
  EXPECT_EQ(
      meaning(sample),
      "2 faults break the promise: post(a) does not hold at the end, but does without faults.");
  cell.falsifiers[0].faults = {};
  cell.verdict = Verdict::broken;
  EXPECT_EQ(meaning(sample),
            "No fault is needed to break the promise: post(a) does not hold at the end.");
  cell.falsifiers.clear();
  cell.verdict = Verdict::certified;
  cell.reason = "follows from <6,4,1>";
  EXPECT_EQ(meaning(sample),
            "No admissible fault set of this Fspec violates the invariant (proved) (follows from "
            "<6,4,1>).");
}

TEST(Report, DrawsNoMoreThanItIsToldTo) {
  const Sample sample = chain();
  ReportOptions few = options();
  few.max_diagrams = 2;
  const auto cell = data_of(report(sample.run, few))["cells"][0];
  EXPECT_EQ(cell["details"].size(), 2U);
  EXPECT_EQ(cell["falsifiers"][0][5], 0);
  EXPECT_TRUE(cell["falsifiers"][1][5].is_null());
}

TEST(Report, KeepsToItsBytes) {
  const Sample sample = chain();
  ReportOptions small = options();
  small.max_bytes = 100;
  const auto cell = data_of(report(sample.run, small))["cells"][0];
  EXPECT_EQ(cell["details"].size(), 2U) << "one falsifier, and the failure-free run";
  EXPECT_TRUE(cell["falsifiers"][1][5].is_null());
}

TEST(Report, WithoutGraphvizItSaysSo) {
  const Sample sample = chain();
  const auto cell = data_of(report(sample.run, options({"/nonexistent/dot", 100})))["cells"][0];
  EXPECT_TRUE(cell["details"][0]["lineage"].is_null());
  EXPECT_THAT(cell["details"][0]["lineage_note"].get<std::string>(),
              HasSubstr("it is not installed"));
}

TEST(Report, HostileTextStaysText) {
  Sample sample(hostile_program(), 3, hostile_names());
  sample.run.config_name = "</title><script>alert(1)</script>";
  sample.run.program[0].name = "</script><img src=x onerror=alert(1)>.ded";
  sample.run.cells[0].reason = "\xff</script>";
  const std::string html = report(sample.run, options());
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
  std::size_t scripts = 0;
  for (std::size_t at = 0; (at = html.find("</script", at)) != std::string::npos; ++at) ++scripts;
  EXPECT_EQ(scripts, 2U);
  EXPECT_EQ(data_of(html)["config"]["name"], sample.run.config_name);
}

TEST(Report, AdmitsOnlyItsOwnScriptAndNoNetwork) {
  const Sample sample = chain();
  const std::string html = report(sample.run, options());
  EXPECT_THAT(html, HasSubstr("default-src 'none'; script-src 'sha256-"));
  EXPECT_THAT(html, Not(HasSubstr("unsafe-inline")));
}

}  // namespace
}  // namespace ldfi::results
