#include "results/views/history/history_file.hpp"

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

std::string error_of(const std::string& text, Checker checker = Checker::lin_kv) {
  try {
    (void)read(text, checker);
    return "";
  } catch (const InputError& e) {
    return e.what();
  }
}

const std::string header =
    R"({"ldfi_history": 1, "nodes": ["n0", "n1"], "down": ["n1"], "ended": []})"
    "\n";

TEST(HistoryFile, OurOwnLines) {
  const auto found = read(
      header +
      R"({"op": 0, "client": "c1", "node": "n0", "invoked": 5, "body": {"type": "read", "key": 1},)"
      R"( "returned": 9, "response": {"type": "read_ok"}})"
      "\n\n"
      R"({"client": "c1", "node": "n0", "invoked": 7, "body": {"type": "read", "key": 1}, "in_vain": true})");
  ASSERT_EQ(found.history.calls.size(), 2U);
  EXPECT_EQ(found.history.calls[0].returned, 9);
  EXPECT_TRUE(found.history.calls[1].in_vain);
  EXPECT_TRUE(found.history.down.contains("n1"));
  EXPECT_FALSE(found.accept.initial_null);
}

TEST(HistoryFile, JepsenInJsonAndInEdn) {
  const auto lines = read(
      "{\"process\": 0, \"type\": \"invoke\", \"f\": \"read\", \"value\": null}\n"
      "{ \"process\": 0, \"type\": \"ok\", \"f\": \"read\", \"value\": 3}\n");
  const auto edn = read(
      "{:process 0, :type :invoke, :f :read, :value nil}\n{:process 0 :type :ok :f :read :value "
      "3}");
  EXPECT_EQ(lines.history.calls.size(), 1U);
  EXPECT_EQ(edn.history.calls[0].response.json(), lines.history.calls[0].response.json());
  EXPECT_TRUE(edn.accept.initial_null) << "Jepsen writes nil for a missing key";
}

TEST(HistoryFile, ErrorsNameFileAndLine) {
  EXPECT_THAT(error_of(""), HasSubstr("h:1: the file holds no operation"));
  EXPECT_THAT(error_of("{\"a\": 1\n"), HasSubstr("h:1: the line is not JSON"));
  EXPECT_THAT(error_of(header + "{\"client\": 5}"), HasSubstr("h:2: a call has a client"));
  EXPECT_THAT(error_of(header + header), HasSubstr("h:2: write the header once"));
  EXPECT_THAT(error_of("{:type :invoke}\n"), HasSubstr("h:1: an operation has no process"));
  EXPECT_THAT(error_of("{:process 0 :type :invoke :f :read}\n)"),
              HasSubstr("h:2: this is not EDN"));
  const std::string call = R"("client": "c1", "node": "n0", "body": {"type": "read", "key": 1})";
  EXPECT_THAT(error_of(header + "{" + call + R"(, "invoked": 5, "returned": 4, "response": {}})"),
              HasSubstr("returned before it was invoked"));
  EXPECT_THAT(
      error_of(header + "{" + call + R"(, "invoked": 5})" + "\n{" + call + R"(, "invoked": 4})"),
      HasSubstr("h:3: a call was invoked before"));
}

TEST(HistoryFile, IntegersThatDoNotFitInto64BitsAreRefused) {
  const std::string text = "does not fit into 64 bits";
  EXPECT_THAT(
      error_of(R"({"process": 0, "type": "invoke", "f": "write", "value": 18446744073709551616})"),
      HasSubstr("h:1: the integer 18446744073709551616 " + text));
  EXPECT_THAT(error_of("{:process 0 :type :invoke :f :write :value 18446744073709551616}"),
              HasSubstr("h:1: this is not EDN: the integer 18446744073709551616 " + text));
  EXPECT_THAT(
      error_of(
          header +
          R"({"client": "c", "node": "n0", "invoked": 1, "body": {"value": -9223372036854775809}})"),
      HasSubstr("h:2: the integer -9223372036854775809 " + text));
  const auto found =
      read(R"({"process": 0, "type": "invoke", "f": "write", "value": 18446744073709551615})");
  EXPECT_EQ(found.history.calls[0].body.json()["value"], 18446744073709551615U);
}

TEST(HistoryFile, TimesAreFromZeroTo2To62) {
  const auto call = [](const std::string& time) {
    return header +
           R"({"client": "c", "node": "n0", "body": {"type": "read", "key": 1}, "invoked": )" +
           time + "}";
  };
  for (const char* time : {"-1", "0.5", "18446744073709551615", "4611686018427387905"}) {
    EXPECT_THAT(error_of(call(time)), HasSubstr("from 0 to 2^62")) << time;
  }
  EXPECT_EQ(error_of(call("4611686018427387904")), "");
  const std::string op = R"({"process": 0, "type": "invoke", "f": "read", "time": )";
  EXPECT_THAT(error_of(op + "9223372036854775807}"),
              HasSubstr("h:1: cannot read 9223372036854775807 as a time"));
}

TEST(HistoryFile, AByteOrderMarkIsTakenAway) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(read(mark + R"({"process": 0, "type": "invoke", "f": "read"})").history.calls.size(),
            1U);
  EXPECT_EQ(read(mark + "{:process 0 :type :invoke :f :read}").history.calls.size(), 1U);
  EXPECT_EQ(read(mark + header).history.calls.size(), 0U);
  for (const std::string text : {"\xFF\xFE{", "\xFE\xFF"}) {
    EXPECT_THAT(error_of(text), HasSubstr("h:1: the file is in UTF-16"));
  }
  EXPECT_THAT(error_of("\xEF\xBB"), HasSubstr("not UTF-8"));
  EXPECT_THAT(error_of(mark), HasSubstr("the file holds no operation"));
}

TEST(HistoryFile, LinesThatAreTooDeepAreRefused) {
  const std::string first = R"({"process": 0, "type": "invoke", "f": "read", "value": 1})"
                            "\n";
  EXPECT_THAT(
      error_of(first + R"({"value": )" + std::string(100, '[') + std::string(100, ']') + "}"),
      HasSubstr("h:2: lists and objects are nested deeper than 64 levels"));
}

TEST(HistoryFile, MalformedTransactionsAreRefused) {
  const std::string call =
      header + R"({"client": "c", "node": "n0", "invoked": 1, "body": {"type": "txn", "txn": )";
  for (const char* list :
       {R"([["x", 1]])", R"([["r"]])", R"("r")", "[1]", "null", R"([["r", 1]])"}) {
    EXPECT_THAT(error_of(call + list + "}}", Checker::txn), HasSubstr("h:2: ")) << list;
    EXPECT_EQ(error_of(call + list + "}}", Checker::lin_kv), "")
        << "other checkers do not judge it";
  }
  EXPECT_EQ(error_of(call + R"([["r", 1, null]]}})", Checker::txn), "");
  EXPECT_THAT(error_of("{:process 0 :type :invoke :f :txn :value [[:x 1]]}", Checker::txn),
              HasSubstr("h:1: cannot read [\"x\",1] as a micro-operation"));
}

}  // namespace
}  // namespace ldfi::results
