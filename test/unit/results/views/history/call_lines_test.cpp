#include "results/views/history/call_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::results {
namespace {

using systems::Checker;
using testing::HasSubstr;

nlohmann::json first_line() {
  return {{"ldfi_history", 1}, {"nodes", {"n0", "n1"}}};
}

nlohmann::json one_call(nlohmann::json more = nlohmann::json::object()) {
  nlohmann::json out{
      {"client", "c1"}, {"node", "n0"}, {"invoked", 5}, {"body", {{"type", "read"}, {"key", 1}}}};
  out.update(more);
  return out;
}

/// Returns the error about a history that has a header and this call, or an empty text.
std::string problem_of_call(const nlohmann::json& line, Checker checker = Checker::lin_kv) {
  CallLines lines(checker);
  EXPECT_EQ(lines.read_header(first_line()), "");
  return lines.add(line);
}

TEST(CallLines, TakesWhatCheckersOfUsersGet) {
  CallLines lines(Checker::lin_kv);
  nlohmann::json first = first_line();
  first.update({{"down", {"n1"}},
                {"ended", nlohmann::json::array()},
                {"eff", 1},
                {"eot", 2},
                {"x_by", "me"}});
  EXPECT_TRUE(CallLines::is_header(first));
  EXPECT_EQ(lines.read_header(first), "");
  EXPECT_EQ(lines.add(one_call({{"op", 0}, {"in_vain", true}})), "");
  EXPECT_EQ(lines.add(one_call(
                {{"op", 1}, {"returned", 7}, {"response", {{"type", "read_ok"}, {"value", 2}}}})),
            "");
  const check::History history = lines.take();
  ASSERT_EQ(history.calls.size(), 2U);
  EXPECT_TRUE(history.calls[0].in_vain);
  EXPECT_EQ(history.calls[1].returned, 7);
  EXPECT_TRUE(history.down.contains("n1"));
}

TEST(CallLines, RefusesAnAnswerWithoutItsTime) {
  EXPECT_THAT(problem_of_call(one_call({{"response", {{"type", "read_ok"}, {"value", 2}}}})),
              HasSubstr("a call that has a response has \"returned\""));
  EXPECT_THAT(problem_of_call(one_call({{"returned", 7}})), HasSubstr("has a response"));
  EXPECT_THAT(problem_of_call(one_call({{"returned", 4}, {"response", {{"type", "read_ok"}}}})),
              HasSubstr("before it was invoked"));
}

TEST(CallLines, RefusesNodesThatTheHeaderDoesNotList) {
  EXPECT_THAT(problem_of_call(one_call({{"node", "n9"}})),
              HasSubstr("the header lists no node n9"));
  for (const char* key : {"down", "ended"}) {
    CallLines lines(Checker::set);
    nlohmann::json first = first_line();
    first[key] = {"n7"};
    EXPECT_THAT(lines.read_header(first), HasSubstr("the header lists no node n7"));
  }
  CallLines without(Checker::lin_kv);
  EXPECT_EQ(without.read_header({{"ldfi_history", 1}}), "");
  EXPECT_EQ(without.add(one_call({{"node", "n9"}})), "");
}

TEST(CallLines, RefusesPartsThatItWouldPassOver) {
  EXPECT_THAT(problem_of_call(one_call({{"in_vain", "yes"}})), HasSubstr("true or false"));
  EXPECT_THAT(problem_of_call(one_call({{"zzz", 1}})), HasSubstr("no key \"zzz\""));
  EXPECT_EQ(problem_of_call(one_call({{"x_zzz", 1}})), "");
  EXPECT_THAT(problem_of_call(one_call({{"op", "x"}})), HasSubstr("an integer from 0"));
  EXPECT_THAT(problem_of_call(one_call({{"op", -1}})), HasSubstr("an integer from 0"));
  CallLines lines(Checker::lin_kv);
  EXPECT_EQ(lines.read_header(first_line()), "");
  EXPECT_EQ(lines.add(one_call({{"op", 3}})), "");
  EXPECT_THAT(lines.add(one_call({{"op", 3}})), HasSubstr("the call above it 3"));
}

TEST(CallLines, RefusesMalformedRequests) {
  const auto body = [](nlohmann::json one) { return one_call({{"body", std::move(one)}}); };
  EXPECT_THAT(problem_of_call(body(5)), HasSubstr("a body, an object"));
  EXPECT_THAT(problem_of_call(body({{"type", 5}})), HasSubstr("a type, a text"));
  EXPECT_THAT(problem_of_call(body({{"type", "write"}, {"value", 1}})), HasSubstr("a key \"key\""));
  EXPECT_THAT(problem_of_call(body({{"type", "write"}, {"key", 1}})), HasSubstr("a key \"value\""));
  EXPECT_THAT(problem_of_call(body({{"type", "cas"}, {"key", 1}, {"to", 1}})),
              HasSubstr("a key \"from\""));
  EXPECT_EQ(problem_of_call(
                body({{"type", "cas"}, {"key", 1}, {"to", 1}, {"create_if_not_exists", true}})),
            "");
  EXPECT_THAT(problem_of_call(body({{"type", "add"}}), Checker::counter),
              HasSubstr("a key \"delta\""));
  EXPECT_THAT(problem_of_call(body({{"type", "add"}, {"delta", "x"}}), Checker::counter),
              HasSubstr("an integer"));
  EXPECT_THAT(problem_of_call(body({{"type", "add"}}), Checker::set),
              HasSubstr("a key \"element\""));
  EXPECT_EQ(problem_of_call(body({{"type", "topology"}})), "");
}

TEST(CallLines, RefusesASecondHeaderAndAnotherVersion) {
  EXPECT_THAT(problem_of_call(first_line()), HasSubstr("write the header once"));
  CallLines lines(Checker::set);
  EXPECT_THAT(lines.read_header({{"ldfi_history", 2}}), HasSubstr("is 1 in this version"));
}

}  // namespace
}  // namespace ldfi::results
