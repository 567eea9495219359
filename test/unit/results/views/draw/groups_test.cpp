#include "results/views/draw/groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/views/trace/traces.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;

TEST(Groups, MergeWhatDiffersInOneColumn) {
  const Sample sample(R"(
send("a", "b", 1)@1; send("a", "b", 2)@1; send("a", "b", 3)@1; pair("a", "b", 1, 2)@1;
pair("a", "b", 3, 4)@1;
got(Y, X, I)@async :- send(X, Y, I);
both(Y, I, J)@async :- pair(X, Y, I, J);
pre(X) :- got(X, _, _);
post(X) :- got(X, _, _);
)",
                      3, {"a", "b"});
  const Trace t = make_trace(sample.subject, sample.execute("none"));
  const auto found = arrows(t, t.ticks[0]);
  ASSERT_EQ(found.size(), 1U);
  std::vector<std::string> texts;
  for (const LabelLine& line : found[0].lines) texts.push_back(line.text);
  EXPECT_THAT(texts, ElementsAre("got(b,a,{1,2,3})", "both(b,1,2)", "both(b,3,4)"));
}

}  // namespace
}  // namespace ldfi::results
