#include "common/dedalus/language/lexer.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using Kind = Token::Kind;

std::vector<Token> lex(std::string_view text) {
  std::vector<Token> out;
  Lexer lexer(FileId(0U), text);
  for (Token t = lexer.next(); t.kind != Kind::end; t = lexer.next()) out.push_back(t);
  return out;
}

std::vector<std::string> texts(std::string_view text) {
  std::vector<std::string> out;
  for (const Token& t : lex(text)) out.emplace_back(t.text);
  return out;
}

TEST(Lexer, SplitsARule) {
  EXPECT_THAT(texts("log(N,P)@next:-log(N,P),N!=\"a b\";"),
              ElementsAre("log", "(", "N", ",", "P", ")", "@", "next", ":-", "log", "(", "N", ",",
                          "P", ")", ",", "N", "!=", "\"a b\"", ";"));
}

TEST(Lexer, TellsIntegersFromNames) {
  const auto tokens = lex("12 1abc a.b? _ 007 X_1 1.5");
  std::vector<Kind> kinds;
  for (const Token& t : tokens) kinds.push_back(t.kind);
  EXPECT_THAT(kinds, ElementsAre(Kind::integer, Kind::name, Kind::name, Kind::name, Kind::integer,
                                 Kind::name, Kind::name));
}

TEST(Lexer, TakesTheLongestComparison) {
  EXPECT_THAT(texts("< <= > >= == != <=="),
              ElementsAre("<", "<=", ">", ">=", "==", "!=", "<=", "="));
}

TEST(Lexer, SkipsBlanksAndComments) {
  EXPECT_THAT(texts("\xEF\xBB\xBF a // b ; c\r\n /* d\n * / */ e/**/f // end"),
              ElementsAre("a", "e", "f"));
}

TEST(Lexer, CountsLinesAndColumns) {
  const auto tokens = lex("a\n  /* \n */ bc\r\n\"d\"");
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[1].where, (SourceRange{FileId(0U), 3, 5, 2}));
  EXPECT_EQ(tokens[2].where, (SourceRange{FileId(0U), 4, 1, 3}));
}

TEST(Lexer, KeepsCommentsAndSemicolonsInStrings) {
  EXPECT_THAT(texts(R"("a // b" "c;" "d \" e")"),
              ElementsAre("\"a // b\"", "\"c;\"", R"("d \" e")"));
}

TEST(Lexer, DecodesEscapes) {
  EXPECT_EQ(decode_string(R"("a\"b\\c\n\t\r\x41\xfe")"), "a\"b\\c\n\t\rA\xfe");
  EXPECT_EQ(decode_string("\"\""), "");
}

TEST(Lexer, PointsAtABadEscape) {
  const auto tokens = lex(R"("ab\q")");
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_EQ(tokens[0].kind, Kind::invalid);
  EXPECT_EQ(tokens[0].where.column, 4);
}

TEST(Lexer, ResumesBehindAnOpenString) {
  const auto tokens = lex("\"abc ;  \nnext");
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[0].kind, Kind::invalid);
  EXPECT_EQ(tokens[1].kind, Kind::semicolon);
  EXPECT_EQ(tokens[2].text, "next");
}

TEST(Lexer, SurvivesEveryByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text{'a', static_cast<char>(byte), 'b'};
    const auto tokens = lex(text);
    EXPECT_LE(tokens.size(), 3U) << byte;
    EXPECT_GE(tokens.size(), 1U) << byte;
  }
  EXPECT_TRUE(lex("").empty());
  EXPECT_EQ(lex("/* never closed").front().kind, Kind::invalid);
  EXPECT_EQ(lex("\"\\").front().kind, Kind::invalid);
}

}  // namespace
}  // namespace ldfi::dedalus
