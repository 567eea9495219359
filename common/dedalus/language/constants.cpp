#include "common/dedalus/language/constants.hpp"

#include <fmt/core.h>

#include <optional>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/lexer.hpp"
#include "common/dedalus/language/load.hpp"

namespace ldfi::dedalus {
namespace {

using Kind = Token::Kind;

const char* type_name(const ast::Term& value) {
  return value.kind == ast::Term::Kind::integer ? "an integer" : "a string";
}

/// Reads a value such as `-5`, `5` or `"text"`, and moves `token` to the token after the value.
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

/// Returns true if the file is a setting from the command line or the config, see setting().
/// Settings are read first, and override the values that files set.
bool is_setting(const SourceSet& sources, FileId file) {
  return sources.name(file).starts_with(setting_prefix);
}

}  // namespace

/// Appends the `const` and `set` statements of a file to `out`. Skips malformed statements.
void Constants::scan(FileId file, const SourceSet& sources, std::vector<Statement>& out) {
  const std::string_view text = sources.text(file);
  const bool observes = is_specification(sources.name(file));
  const bool outside = is_setting(sources, file);
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
    Statement statement{sets, outside, token.text, {{}, token.where, observes}};
    token = lexer.next();
    if (token.kind != Kind::assign) continue;
    token = lexer.next();
    const auto value = read_value(lexer, token);
    if (!value || token.kind != Kind::semicolon) continue;
    statement.entry.value = *value;
    out.push_back(statement);
  }
}

bool Constants::may_set(const Statement& statement, Report& report) const {
  const SourceRange where = statement.entry.where;
  const auto known = values_.find(statement.name);
  const bool sees_all = statement.entry.observes || statement.outside;
  if (known == values_.end() || (known->second.observes && !sees_all)) {
    std::vector<std::string> names;
    for (const auto& [name, entry] : values_) {
      if (sees_all || !entry.observes) names.emplace_back(name);
    }
    std::vector<std::string> hints{
        did_you_mean(suggestion(statement.name, names),
                     "a program defines its constants: `const NAME = 5;`", NameForm::code)};
    report.error(Code::constant, where,
                 fmt::format("there is no constant `{}` to set", beginning(statement.name)),
                 std::move(hints));
    return false;
  }
  if (statement.entry.observes && !known->second.observes) {
    report.error(Code::spec_influence, where,
                 fmt::format("`{}` is a constant of the protocol", beginning(statement.name)),
                 {"a specification may only set constants of its own"});
    return false;
  }
  const ast::Term& old = known->second.value;
  if (old.kind != statement.entry.value.kind) {
    report.error(Code::constant, where,
                 fmt::format("`{}` is {}, and is set to {}", beginning(statement.name),
                             type_name(old), type_name(statement.entry.value)));
    return false;
  }
  return true;
}

void Constants::set(const Statement& statement, const SourceSet& sources, Table& settings,
                    Report& report) {
  if (report.errors_full() || !may_set(statement, report)) return;
  const auto [entry, fresh] = settings.emplace(statement.name, statement.entry);
  if (fresh || is_setting(sources, entry->second.where.file)) return;
  report.error(Code::constant, statement.entry.where,
               fmt::format("`{}` is set twice", beginning(statement.name)),
               {"the first time at " + place(entry->second.where, sources)});
}

Constants::Constants(const SourceSet& sources, Report& report) {
  std::vector<Statement> statements;
  for (std::size_t f = 0; f < sources.size(); ++f) {
    scan(FileId(f), sources, statements);
  }
  for (const Statement& one : statements) {
    if (one.sets) continue;
    const auto [entry, fresh] = values_.emplace(one.name, one.entry);
    if (fresh) continue;
    report.error(Code::constant, one.entry.where,
                 fmt::format("the constant `{}` is defined twice", beginning(one.name)),
                 {"the first time at " + place(entry->second.where, sources),
                  "`set NAME = value;` gives it another value"});
  }
  Table settings;
  for (const Statement& one : statements) {
    if (one.sets) set(one, sources, settings, report);
  }
  for (const auto& [name, entry] : settings) values_[name].value = entry.value;
}

const ast::Term* Constants::find(std::string_view name, bool specification) const {
  const auto found = values_.find(name);
  const bool seen = found != values_.end() && (specification || !found->second.observes);
  return seen ? &found->second.value : nullptr;
}

}  // namespace ldfi::dedalus
