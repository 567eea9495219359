// Parses tokens into statements, one at a time, so that the tree of a large program is never in
// memory. If a statement has a syntax error, the parser reports the error and continues after the
// statement's `;`.
//
//   Parser parser(file, text, report, constants);
//   ast::Statement s;
//   while (parser.next(s)) ...
#pragma once

#include <string_view>

#include "common/dedalus/language/ast.hpp"
#include "common/dedalus/language/constants.hpp"
#include "common/dedalus/language/lexer.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

class Parser {
 public:
  static constexpr std::size_t max_body_items = 1'000;
  static constexpr int max_depth = 200;

  /// `constants` are those of the whole program; files of the protocol do not see constants of
  /// specifications. `specification` is true for a file of specifications. `text`, `report` and
  /// `constants` must outlive the parser.
  Parser(FileId file, std::string_view text, Report& report, const Constants& constants,
         bool specification);

  /// Fills in the next well-formed statement. Returns false at the end of the text. Skips
  /// definitions of constants, and `include` statements, which read_sources() has resolved.
  bool next(ast::Statement& out);

 private:
  using Kind = Token::Kind;

  // Each parse_* function returns false after reporting an error. Then next() skips the statement.
  bool parse_statement(ast::Statement& out);
  bool parse_include();
  bool parse_constant();
  bool parse_storage(ast::Statement& out);
  bool parse_specification(ast::Statement& out);
  bool parse_when(ast::Specification& out);
  bool parse_head(ast::Head& out);
  bool parse_head_term(ast::HeadTerm& out);
  bool parse_aggregate(ast::HeadTerm& out);
  bool parse_body(ast::Statement& out);
  bool parse_body_item(ast::Statement& out);
  bool parse_literal(bool negated, ast::Statement& out);
  bool parse_arguments(std::vector<ast::Term>& out);
  bool parse_argument(ast::Term& out);
  bool parse_comparison(ast::Statement& out);
  bool parse_annotation(ast::Annotation& out);
  bool parse_expression(ast::Expr& out);
  bool parse_sum(ast::Expr& out, int depth);
  bool parse_product(ast::Expr& out, int depth);
  bool parse_factor(ast::Expr& out, int depth);
  bool parse_negated_factor(ast::Expr& out, int depth);
  bool parse_integer(bool negative, SourceRange from, Value& out);
  bool parse_term(ast::Term& out);
  bool finish_statement(ast::Statement& out);

  Token take();
  /// Returns the value of the constant whose name is token_; nullptr if token_ is not the name of a
  /// constant.
  [[nodiscard]] const ast::Term* constant() const {
    return at(Kind::name) ? constants_.find(token_.text, specification_) : nullptr;
  }
  [[nodiscard]] bool at(Kind kind) const { return token_.kind == kind; }
  bool expect(Kind kind, const char* what);
  bool fail(SourceRange where, std::string message, std::vector<std::string> hints = {});
  bool fail_expected(const std::string& what);
  bool fail_unclosed();
  void report_invalid();
  void recover();
  [[nodiscard]] bool starts_new_statement() const;

  Report& report_;
  const Constants& constants_;
  const bool specification_;  ///< true if the file holds specifications
  Lexer lexer_;
  Token token_;                  ///< the token that is parsed next
  Token second_;                 ///< the token after token_
  Token last_;                   ///< the token before token_
  Token first_;                  ///< first token of the current statement
  bool token_reported_ = false;  ///< true if token_ is invalid and an error was reported for it
  /// True if the last error was only a missing `;`. Then the next statement begins at token_, and
  /// nothing is skipped.
  bool resume_here_ = false;
};

}  // namespace ldfi::dedalus
