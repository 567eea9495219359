#include "results/views/history/edn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace ldfi::results {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::vector<json> forms_of(const std::string& text) {
  std::istringstream stream(text);
  EdnReader reader(stream);
  std::vector<json> out;
  while (auto form = reader.next()) out.push_back(*std::move(form));
  return out;
}

/// Returns the line of the syntax error, or 0 if the text is valid EDN.
std::size_t wrong_line(const std::string& text) {
  try {
    (void)forms_of(text);
    return 0;
  } catch (const EdnError& e) {
    return e.line();
  }
}

TEST(Edn, FormsBecomeJson) {
  EXPECT_EQ(forms_of("nil true 5 -7 2.5 1e3 8N :a/b name \"x\\ny\" \\c"),
            (std::vector<json>{nullptr, true, 5, -7, 2.5, 1000.0, 8, "a/b", "name", "x\ny", "c"}));
  EXPECT_EQ(forms_of("[[1, 2] (3) #{4}]")[0], (json{1, 2}));
  EXPECT_EQ(forms_of("{:type :ok, :value [:r 1 nil]}")[0],
            (json{{"type", "ok"}, {"value", {"r", 1, nullptr}}}));
  EXPECT_EQ(forms_of("{1 [2], [3] 4}")[0], (json{{"1", {2}}, {"[3]", 4}}));
  EXPECT_EQ(forms_of("\"\\u00e9\\ud83d\\ude00\"")[0], "é😀");
}

TEST(Edn, TagsCommentsAndDiscardsLeaveNothing) {
  EXPECT_EQ(forms_of("#jepsen.history.Op{:f :read} ; the rest\n#inst \"2026\""),
            (std::vector<json>{{{"f", "read"}}, "2026"}));
  EXPECT_EQ(forms_of("[1] ")[0], 1);
  EXPECT_EQ(forms_of("{:a [1 #_2 3]}")[0], (json{{"a", {1, 3}}}));
}

TEST(Edn, AVectorAroundAllFormsIsSkipped) {
  EXPECT_EQ(forms_of("[{:a 1}\n {:a 2}]\n").size(), 2U);
  EXPECT_EQ(wrong_line("[{:a 1}\n"), 2U);
  EXPECT_EQ(wrong_line("[{:a 1}] {:a 2}"), 1U);
}

TEST(Edn, ErrorsHaveALine) {
  for (const char* text :
       {"{:a", "{:a}", "{:a 1 :a 2}", ")", "\"x", "\"\\q\"", "\"\\u12\"", "#{1"}) {
    EXPECT_EQ(wrong_line(text), 1U) << text;
  }
  EXPECT_EQ(wrong_line("{:a 1}\n{:b 1}\n}"), 3U);
  EXPECT_EQ(wrong_line(std::string(100'000, '[')), 1U) << "the depth is bounded";
  EXPECT_EQ(wrong_line("{:a " + std::string(100'000, '(')), 1U);
}

std::string edn_error(const std::string& text) {
  try {
    (void)forms_of(text);
    return "";
  } catch (const EdnError& e) {
    return e.what();
  }
}

TEST(Edn, IntegersFitInto64Bits) {
  EXPECT_EQ(forms_of("18446744073709551615 -9223372036854775808 9N +4 1/3 -0"),
            (std::vector<json>{18446744073709551615U, std::numeric_limits<std::int64_t>::min(), 9,
                               4, "1/3", 0}));
  for (const char* text : {"18446744073709551616", "-9223372036854775809", "18446744073709551616N",
                           "99999999999999999999M"}) {
    EXPECT_THAT(edn_error(text), HasSubstr("does not fit into 64 bits")) << text;
  }
  EXPECT_EQ(wrong_line("{:a 1}\n{:a 18446744073709551616}"), 2U);
}

TEST(Edn, OtherNumbersAreRefused) {
  for (const char* text : {"0x1F", "2r101", "017", "1e999", "1.2.3", "1/x", "5a"}) {
    EXPECT_THAT(edn_error(text), HasSubstr("as a number")) << text;
  }
  for (const char* text : {"##NaN", "##Inf", "##-Inf", "{:value ##NaN}"}) {
    EXPECT_THAT(edn_error(text), HasSubstr("not a number that a checker can compare")) << text;
  }
  EXPECT_EQ(wrong_line("{:a 1}\n{:a ##NaN}"), 2U);
}

TEST(Edn, TextsAreUtf8) {
  for (const char* text : {"\"\xff\"", "\xff", ":\xc3", "\\\xff", "\"\\ud800\""}) {
    EXPECT_THAT(edn_error(text), HasSubstr("not UTF-8")) << text;
  }
  EXPECT_EQ(forms_of("\\é :ü")[0], "é");
}

TEST(Edn, FormsThatAreTooDeepAreRefused) {
  EXPECT_THAT(edn_error("{:a\n" + std::string(100, '[')), HasSubstr("deeper than 64 levels"));
  EXPECT_EQ(wrong_line("{:a 1}\n{:a " + std::string(100, '[')), 2U);
}

}  // namespace
}  // namespace ldfi::results
