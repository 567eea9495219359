// The checker's own reading of Dedalus (docs/explanation/semantics.md): it shares no code with
// the parser of ldfi-farm, so that neither hides the other's mistakes.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/prove/certificate/rejected.hpp"

namespace ldfi::certificate {

/// An integer, or a string by its number in Program::strings.
struct Value {
  bool text = false;
  std::int64_t number = 0;
  auto operator<=>(const Value&) const = default;
};
using Tuple = std::vector<Value>;

struct Term {
  enum class Kind : std::uint8_t { constant, variable, any };
  Kind kind = Kind::any;
  int variable = 0;
  Value constant;
  auto operator<=>(const Term&) const = default;
};

/// Postfix: `op` is one of + - * /, or 'v' for a term.
struct Step {
  char op = 'v';
  Term term;
};
using Expression = std::vector<Step>;

struct Literal {
  int relation = 0;
  std::vector<Term> columns;
  bool negated = false;
  std::int64_t tick = 0;  ///< of `@T`; 0: the present
};

struct Comparison {
  std::string op;
  Expression left, right;
};

struct HeadColumn {
  std::string aggregate;  ///< count, min, max, sum, or nothing
  Expression value;
};

enum class When : std::uint8_t { now, next, async };

struct Rule {
  int relation = 0;
  std::vector<HeadColumn> head;
  When when = When::now;
  std::vector<Literal> body;
  std::vector<Comparison> comparisons;
  int variables = 0;
  std::string where;      ///< file:line
  bool observes = false;  ///< it is of a specification: no node and no fault has to do with it
  /// It tells where a rule of this relation derives the same, and what that derives comes to hold; with the
  /// sender as the first column of a message. Nothing: it tells of none.
  std::optional<int> tells_of = std::nullopt;
};

struct Fact {
  int relation = 0;
  Tuple tuple;
  std::int64_t tick = 1;
  bool observes = false;
};

/// `spec NAME SEVERITY WHEN [explains PARENT] ["TEXT"];`: nothing is in the relation NAME at these ticks.
struct Specification {
  std::string name, severity, parent;
  std::optional<std::int64_t> after;  ///< at ticks after this one; nothing: at EOT alone
  std::string where;
};

/// `include "NAME";`
struct Include {
  std::string where;  ///< file:line
  std::string name;
};

struct Program {
  std::vector<std::string> strings;
  std::map<std::string, int, std::less<>> relations;
  std::vector<Rule> rules;
  std::vector<Fact> facts;
  std::vector<Fact> universe;  ///< what is claimed to be all that can hold
  std::vector<Include> includes;
  std::vector<Specification> specifications;
  std::map<int, std::string>
      storage;  ///< of relations: stable, buffered or volatile, if it says so

  int relation(const std::string& name);
  Value string(const std::string& text);
  /// Returns the value of a string that is there.
  [[nodiscard]] Value known_string(const std::string& text) const {
    return {true, string_numbers_.at(text)};
  }

 private:
  std::map<std::string, std::int64_t> string_numbers_;
};

/// `dur.p` is the disk of a buffered relation p.
inline constexpr std::string_view disk_prefix = "dur.";

/// Of `down` and `restart`: no fact or rule gives it, and wherever it is read it has so many columns.
bool is_built_in(const Program& program, int relation, std::size_t columns = 1);

/// Whether a text of that name has specifications.
bool is_specification(const std::string& file);

/// `files`: name and text; `parameters` replace constants. Throws Rejected, file:line.
Program parse(const std::vector<std::pair<std::string, std::string>>& files,
              const std::map<std::string, std::string>& parameters);

/// Adds a universe: a text of facts. Throws likewise.
void add_universe(Program& program, const std::string& text);

}  // namespace ldfi::certificate
