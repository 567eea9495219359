// The checker's own parser of Dedalus (docs/explanation/semantics.md). It shares no code with other
// parsers, so that a mistake in one parser cannot hide a mistake in another.
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

/// One step of an expression in postfix order. `op` is one of + - * /, or 'v' for a term.
struct Step {
  char op = 'v';
  Term term;
};
using Expression = std::vector<Step>;

struct Literal {
  int relation = 0;
  std::vector<Term> columns;
  bool negated = false;
  std::int64_t tick = 0;  ///< the T of `@T`; 0 for the present
};

struct Comparison {
  std::string op;
  Expression left, right;
};

struct HeadColumn {
  std::string aggregate;  ///< count, min, max, sum or empty
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
  std::string where;  ///< file:line
  /// True for a rule of a specification, which nodes and faults do not affect.
  bool observes = false;
  /// If set, this rule derives the same as a rule of this relation, and says which of its heads
  /// come to hold. For a message, the sender is the first column.
  std::optional<int> tells_of = std::nullopt;
};

struct Fact {
  int relation = 0;
  Tuple tuple;
  std::int64_t tick = 1;
  bool observes = false;
};

/// `spec NAME SEVERITY WHEN [explains PARENT] ["TEXT"];` promises that the relation NAME is empty
/// at these ticks.
struct Specification {
  std::string name, severity, parent;
  std::optional<std::int64_t> after;  ///< judged at all ticks after this one; nullopt for EOT alone
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
  std::vector<Fact> universe;  ///< facts that are claimed to be all that can hold
  std::vector<Include> includes;
  std::vector<Specification> specifications;
  std::map<int, std::string>
      storage;  ///< stable, buffered or volatile, for each relation with a declaration

  int relation(const std::string& name);
  Value string(const std::string& text);
  /// Returns the value of a string that the program has.
  [[nodiscard]] Value known_string(const std::string& text) const {
    return {true, string_numbers_.at(text)};
  }

 private:
  std::map<std::string, std::int64_t> string_numbers_;
};

/// `dur.p` is the disk of a buffered relation p.
inline constexpr std::string_view disk_prefix = "dur.";

/// Returns true if no fact or rule derives the relation and if every literal reads it with
/// `columns` columns. Such a relation is built in, for example `down` and `restart`.
bool is_built_in(const Program& program, int relation, std::size_t columns = 1);

/// Returns whether a text with this name contains specifications.
bool is_specification(const std::string& file);

/// Parses `files`, each a name and a text. `parameters` replace constants. Throws Rejected with
/// file:line.
Program parse(const std::vector<std::pair<std::string, std::string>>& files,
              const std::map<std::string, std::string>& parameters);

/// Adds a universe: a text of facts. Throws Rejected with file:line.
void add_universe(Program& program, const std::string& text);

}  // namespace ldfi::certificate
