#include "results/report/system_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/results/system_sample.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SystemReportOptions of_file() {
  SystemReportOptions out;
  out.file = "x.h5";
  return out;
}

TEST(SystemReport, ShowsVerdictStoryPictureAndReplay) {
  const std::string html = system_report(sample_system_run(), of_file());
  EXPECT_THAT(html, HasSubstr("<strong>counterexample</strong>"));
  EXPECT_THAT(html, HasSubstr("break the promise: 100 was acknowledged, and n1 does not have it."));
  EXPECT_THAT(html, HasSubstr("gossip#0 from n0 to n1 is lost"));
  EXPECT_THAT(html, HasSubstr("<svg "));
  EXPECT_THAT(html, HasSubstr("ldfi-farm gossip.yaml --replay &#39;O(n0,n1,gossip#0)"));
  EXPECT_THAT(html, HasSubstr("read_ok messages=[]"));
  EXPECT_THAT(html, HasSubstr("under none, twice: a once, b once"));
  EXPECT_THAT(html, HasSubstr("n0 printed a line that is not JSON"));
}

TEST(SystemReport, HasNoMarkupOfOthers) {
  RunRecord run = sample_system_run();
  run.system->command = {"</title><script>alert(1)</script>"};
  run.system->executions[1].violated = {"<img src=x onerror=alert(1)>"};
  run.system->executions[1].recording =
      system_header("") +
      asked(1, 0, "<script>alert(2)</script>", "n0",
            R"({"type":"</td><script>alert(3)</script>"})") +
      R"({"e":"exit","t":2000000,"node":"n1","x_stderr":"</pre><script>alert(4)</script>"})"
      "\n"
      R"({"e":"verdict","result":"fail","violated":["<b>"]})"
      "\n";
  const std::string html = system_report(run, of_file());
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("</script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, HasSubstr("&lt;/pre&gt;"));
}

TEST(SystemReport, OpensWithTheMapOfASweep) {
  RunRecord run = sample_system_sweep();
  run.sweep[0].point->name += "<b>";
  const std::string html = system_report(run, of_file());
  EXPECT_THAT(html, HasSubstr("<caption>1 crash, seed=2</caption>"));
  EXPECT_THAT(html,
              HasSubstr(R"(<th scope="row">600ms</th><td><a class="field sample inconclusive" )"
                        R"(href="#cell-0")"));
  EXPECT_THAT(html, HasSubstr(R"(<section id="cell-1"><h2>Cell &lt;1s,300ms,1,seed=2&gt;</h2>)"));
  EXPECT_THAT(html, HasSubstr("--eff=300ms --seed 2"));
  EXPECT_THAT(html, Not(HasSubstr("<b>")));
}

TEST(SystemReport, SaysWhatItDoesNotDraw) {
  SystemReportOptions options = of_file();
  options.most_drawn = 0;
  EXPECT_THAT(system_report(sample_system_run(), options),
              HasSubstr("<code>ldfi-results lamport x.h5 f1</code>"));
}

}  // namespace
}  // namespace ldfi::results
