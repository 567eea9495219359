// The checker's own parser of Dedalus (docs/explanation/semantics.md). It shares no code with
// ldfi-farm's parser, so that a mistake in one of them cannot hide a mistake in the other.
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

/// An integer or a string. For a string, `number` is its index in Program::strings.
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

/// One step of an expression in postfix order. `op` is one of + - * /, or 'v' for a variable or
/// constant.
struct Step {
  char op = 'v';
  Term term;
};
using Expression = std::vector<Step>;

struct Literal {
  int relation = 0;
  std::vector<Term> columns;
  bool negated = false;
  std::int64_t tick = 0;  ///< the tick T of a literal with `@T`; 0 for other literals
};

struct Comparison {
  std::string op;
  Expression left, right;
};

struct HeadColumn {
  /// `count`, `min`, `max` or `sum`; empty if the column is not an aggregate.
  std::string aggregate;
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
  std::string where;  ///< file and line of the rule, such as `a.ded:7`
  /// True if the rule belongs to a specification. Such a rule sees all nodes, and no fault affects
  /// it.
  bool observes = false;
  /// Set only for a copy of a protocol rule that derives an event, such as `sent`. The value is the
  /// relation of the copied rule. For a message, the first column of the head is the sender.
  std::optional<int> copy_of_rule_for = std::nullopt;
};

struct Fact {
  int relation = 0;
  Tuple tuple;
  std::int64_t tick = 1;
  bool observes = false;
};

/// A declaration `spec NAME SEVERITY WHEN [explains PARENT] ["TEXT"];`. It promises that the
/// relation NAME is empty whenever the specification is judged.
struct Specification {
  std::string name, severity, parent;
  /// The specification is judged at all ticks after this one. Nullopt if it is judged only at EOT,
  /// the last tick.
  std::optional<std::int64_t> after;
  std::string where;
};

/// A statement `include "NAME";`.
struct Include {
  std::string where;  ///< file and line of the statement
  std::string name;
};

struct Program {
  std::vector<std::string> strings;
  std::map<std::string, int, std::less<>> relations;
  std::vector<Rule> rules;
  std::vector<Fact> facts;
  /// All facts that can hold under some fault set, as the certificate claims.
  std::vector<Fact> universe;
  std::vector<Include> includes;
  std::vector<Specification> specifications;
  std::map<int, std::string>
      storage;  ///< `stable`, `buffered` or `volatile` for each relation that the program declares

  int relation(const std::string& name);
  Value string(const std::string& text);
  /// Returns the value for a string. Requires that the program has this string.
  [[nodiscard]] Value known_string(const std::string& text) const {
    return {true, string_numbers_.at(text)};
  }

 private:
  std::map<std::string, std::int64_t> string_numbers_;
};

/// Prefix of the relation of a disk: `dur.p` is the disk of a buffered relation p.
inline constexpr std::string_view disk_prefix = "dur.";

/// Returns true if the relation is built in, as `down` and `restart` are. No fact or rule derives a
/// built-in relation, and every literal reads it with `columns` columns.
bool is_built_in(const Program& program, int relation, std::size_t columns = 1);

/// Returns true if a file with this name contains specifications.
bool is_specification(const std::string& file);

/// Returns the program in `files`, which are pairs of a name and a text. `parameters` replace the
/// values of constants with the same names. Throws Rejected with file:line.
Program parse(const std::vector<std::pair<std::string, std::string>>& files,
              const std::map<std::string, std::string>& parameters);

/// Adds the facts of `text` to `universe`, the list of all facts that can hold. Throws Rejected
/// with file:line.
void add_universe(Program& program, const std::string& text);

}  // namespace ldfi::certificate
