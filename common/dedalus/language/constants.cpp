#include "common/dedalus/language/constants.hpp"

#include <fmt/core.h>

#include <optional>

#include "common/dedalus/language/lexer.hpp"
#include "common/dedalus/language/load.hpp"

namespace ldfi::dedalus {
namespace {

using Kind = Token::Kind;

const char* type_name(const ast::Term& value) {
  return value.kind == ast::Term::Kind::integer ? "an integer" : "a string";
}

/// Reads `-5`, `5` or `"text"`; leaves `token` behind it.
std::optional<ast::Term> read_value(Lexer& lexer, Token& token) {
  ast::Term out;
  out.text = token.text;
  if (token.kind == Kind::string) {
    out.kind = ast::Term::Kind::string;
    token = lexer.next();
    return out;
  }
  const bool negative = token.kind == Kind::minus;
  if (negative) token = lexer.next();
  if (token.kind != Kind::integer) return std::nullopt;
  const auto integer = decode_integer(token.text, negative);
  if (!integer) return std::nullopt;
  out.kind = ast::Term::Kind::integer;
  out.integer = *integer;
  token = lexer.next();
  return out;
}

/// True for a value that was given with the run (see setting()): it is read first, and goes before
/// what the files set.
bool from_outside(const SourceSet& sources, SourceRange where) {
  return sources.name(where.file).starts_with(setting_prefix);
}

}  // namespace

/// The well-formed statements of a text.
void Constants::scan(FileId file, std::string_view text, std::vector<Statement>& out) {
  if (text.find("const") == std::string_view::npos && text.find("set") == std::string_view::npos) {
    return;
  }
  Lexer lexer(file, text);
  bool at_start = true;
  for (Token token = lexer.next(); token.kind != Kind::end;) {
    const bool sets = token.text == "set";
    const bool begins = at_start && token.kind == Kind::name && (sets || token.text == "const");
    at_start = token.kind == Kind::semicolon;
    token = lexer.next();
    if (!begins || token.kind != Kind::name || token.text == "_") continue;
    Statement statement{sets, token.text, {{}, token.where}};
    token = lexer.next();
    if (token.kind != Kind::assign) continue;
    token = lexer.next();
    const auto value = read_value(lexer, token);
    if (!value || token.kind != Kind::semicolon) continue;
    statement.entry.value = *value;
    out.push_back(statement);
  }
}

void Constants::set(const Statement& statement, const SourceSet& sources, Table& settings,
                    Report& report) {
  const SourceRange where = statement.entry.where;
  if (report.errors_full()) return;
  const auto known = values_.find(statement.name);
  if (known == values_.end()) {
    std::vector<std::string> names;
    for (const auto& [name, entry] : values_) names.emplace_back(name);
    std::vector<std::string> hints;
    if (const auto near = suggestion(statement.name, names); !near.empty()) {
      hints.push_back(fmt::format("did you mean `{}`?", near));
    } else {
      hints.emplace_back("a program defines its constants: `const NAME = 5;`");
    }
    report.error(Code::constant, where,
                 fmt::format("there is no constant `{}` to set", statement.name.substr(0, 60)),
                 std::move(hints));
    return;
  }
  const ast::Term& old = known->second.value;
  if (old.kind != statement.entry.value.kind) {
    report.error(Code::constant, where,
                 fmt::format("`{}` is {}, and is set to {}", statement.name.substr(0, 60),
                             type_name(old), type_name(statement.entry.value)));
    return;
  }
  const auto [entry, fresh] = settings.emplace(statement.name, statement.entry);
  if (fresh || from_outside(sources, entry->second.where)) return;
  report.error(Code::constant, where,
               fmt::format("`{}` is set twice", statement.name.substr(0, 60)),
               {"the first time at " + place(entry->second.where, sources)});
}

Constants::Constants(const SourceSet& sources, Report& report) {
  std::vector<Statement> statements;
  for (std::size_t f = 0; f < sources.size(); ++f) {
    scan(FileId(f), sources.text(FileId(f)), statements);
  }
  for (const Statement& one : statements) {
    if (one.sets) continue;
    const auto [entry, fresh] = values_.emplace(one.name, one.entry);
    if (fresh) continue;
    report.error(Code::constant, one.entry.where,
                 fmt::format("the constant `{}` is defined twice", one.name.substr(0, 60)),
                 {"the first time at " + place(entry->second.where, sources),
                  "`set NAME = value;` gives it another value"});
  }
  Table settings;
  for (const Statement& one : statements) {
    if (one.sets) set(one, sources, settings, report);
  }
  for (const auto& [name, entry] : settings) values_[name].value = entry.value;
}

const ast::Term* Constants::find(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second.value;
}

}  // namespace ldfi::dedalus
