#include "results/history/history_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "common/base/errors.hpp"

namespace ldfi::results {
namespace {

using systems::Checker;
using ::testing::HasSubstr;

RecordedHistory read(const std::string& text, Checker checker = Checker::lin_kv) {
  std::istringstream stream(text);
  return read_history_file(stream, "h", checker);
}

std::string error_of(const std::string& text) {
  try {
    (void)read(text);
    return "";
  } catch (const InputError& e) {
    return e.what();
  }
}

const std::string header = R"({"ldfi_history": 1, "nodes": ["n0"], "down": ["n1"], "ended": []})"
                           "\n";

TEST(HistoryFile, OurOwnLines) {
  const auto found = read(
      header +
      R"({"op": 0, "client": "c1", "node": "n0", "invoked": 5, "body": {"type": "read"},)"
      R"( "returned": 9, "response": {"type": "read_ok"}})"
      "\n\n"
      R"({"client": "c1", "node": "n0", "invoked": 7, "body": {"type": "read"}, "in_vain": true})");
  ASSERT_EQ(found.history.calls.size(), 2U);
  EXPECT_EQ(found.history.calls[0].returned, 9);
  EXPECT_TRUE(found.history.calls[1].in_vain);
  EXPECT_TRUE(found.history.down.contains("n1"));
  EXPECT_FALSE(found.accept.initial_null);
}

TEST(HistoryFile, JepsenInJsonAndInEdn) {
  const auto json = read(
      "{\"process\": 0, \"type\": \"invoke\", \"f\": \"read\", \"value\": null}\n"
      "{ \"process\": 0, \"type\": \"ok\", \"f\": \"read\", \"value\": 3}\n");
  const auto edn = read(
      "{:process 0, :type :invoke, :f :read, :value nil}\n{:process 0 :type :ok :f :read :value "
      "3}");
  EXPECT_EQ(json.history.calls.size(), 1U);
  EXPECT_EQ(edn.history.calls[0].response.json(), json.history.calls[0].response.json());
  EXPECT_TRUE(edn.accept.initial_null) << "Jepsen writes nil for a missing key";
}

TEST(HistoryFile, ErrorsNameFileAndLine) {
  EXPECT_THAT(error_of(""), HasSubstr("h:1: the file holds no operation"));
  EXPECT_THAT(error_of("{\"a\": 1\n"), HasSubstr("h:1: the line is not an object in JSON"));
  EXPECT_THAT(error_of(header + "{\"client\": 5}"), HasSubstr("h:2: a call has a client"));
  EXPECT_THAT(error_of(header + header), HasSubstr("h:2: the header comes once"));
  EXPECT_THAT(error_of("{:type :invoke}\n"), HasSubstr("h:1: an operation has no process"));
  EXPECT_THAT(error_of("{:process 0 :type :invoke :f :read}\n)"),
              HasSubstr("h:2: this is not EDN"));
  const std::string call = R"("client": "c1", "node": "n0", "body": {"type": "read"})";
  EXPECT_THAT(error_of(header + "{" + call + R"(, "invoked": 5, "returned": 4, "response": {}})"),
              HasSubstr("returned before it was invoked"));
  EXPECT_THAT(
      error_of(header + "{" + call + R"(, "invoked": 5})" + "\n{" + call + R"(, "invoked": 4})"),
      HasSubstr("h:3: a call was invoked before"));
}

}  // namespace
}  // namespace ldfi::results
