// The codes of all errors and warnings about programs, in one table. The names of codes never
// change, because scripts may compare with them. Each code has a sample in test/corpus/diagnostics.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ldfi::dedalus {

enum class Code : std::uint8_t {
  aggregate,
  arity,
  constant,
  empty,
  empty_invariant,
  fact,
  fact_time,
  file,
  include,
  invariant,
  late_fact,
  late_premise,
  limit,
  location,
  lone_node,
  negated_variable,
  never_fires,
  never_holds,
  no_positive,
  not_kept,
  remote_read,
  remote_write,
  reserved,
  rule_time,
  self_message,
  spec,
  spec_influence,
  storage,
  syntax,
  too_many,
  type,
  unbound,
  unknown_node,
  unread,
  unstratifiable,
};

/// The name of a code as messages show it, and its meaning for the documentation.
struct CodeInfo {
  std::string_view name;
  std::string_view meaning;
};

/// The names and meanings of all codes, indexed by Code.
inline constexpr std::array<CodeInfo, 35> code_table{{
    {"aggregate", "an aggregate where none may stand"},
    {"arity", "a relation used with different numbers of columns"},
    {"constant", "a constant that is defined or set twice, not at all, or with another type"},
    {"empty", "a program without statements (warning)"},
    {"empty-invariant", "an invariant that holds by its form (warning)"},
    {"fact", "a fact with anything but constants"},
    {"fact-time", "a fact without a tick, or at one that is not a time"},
    {"file", "a source that cannot be read as text"},
    {"include", "an include that cannot be followed"},
    {"invariant", "pre and post do not fit each other"},
    {"late-fact", "a fact later than EOT (warning)"},
    {"late-premise", "a rule that cannot fire before a given tick (warning)"},
    {"limit", "larger than the front end accepts"},
    {"location", "a node's column that holds integers"},
    {"lone-node", "a node because of one literal only (warning)"},
    {"negated-variable", "a variable that occurs in negated literals only (warning)"},
    {"never-fires", "a rule whose premises never come together (warning)"},
    {"never-holds", "a relation without facts and rules (warning)"},
    {"no-positive", "a rule without a positive literal"},
    {"not-kept", "a fact that is gone when a rule needs it (warning)"},
    {"remote-read", "a protocol rule that reads another machine's memory (warning)"},
    {"remote-write", "a protocol rule that writes into another machine's memory (warning)"},
    {"reserved", "a name with a built-in meaning"},
    {"rule-time", "a tick where a rule may not have one"},
    {"self-message", "a message that a node can only send to itself (warning)"},
    {"spec", "a specification that cannot be judged"},
    {"spec-influence", "a protocol that rests on a specification, or is added to by one"},
    {"storage", "a stored relation that is declared twice or does not exist"},
    {"syntax", "a text that is not Dedalus"},
    {"too-many", "how many diagnostics were left out"},
    {"type", "something used both as string and as integer"},
    {"unbound", "a variable without a value"},
    {"unknown-node", "a constant that names no node, where a node must stand"},
    {"unread", "a relation that nothing reads (warning of `--check`)"},
    {"unstratifiable", "negation or aggregation through recursion within a tick"},
}};

constexpr std::string_view name_of(Code code) {
  return code_table[static_cast<std::size_t>(code)].name;
}

}  // namespace ldfi::dedalus
