// The checked program, which every executor reads. Names are resolved to ids, variables to slots,
// constants to Values. The clock rewrite [LDFI15 §4.1.1] is explicit: an inductive or async rule
// has the clock premise that moves its head to the next tick. Nothing here checks ids: they must be
// those of the program.
//
//   Program p = check_program(read_sources({"a.ded"}), options);   // load.hpp
//   for (const Rule& r : p.rules) ... p.relations[r.head.relation.index()].name ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/base/ids.hpp"
#include "common/record/specification.hpp"

namespace ldfi::dedalus {

/// The content of a column: the integer itself in an integer column, an index into Symbols in a
/// string column. Every column has one type, so a Value need not say which it is.
using Value = std::int64_t;

enum class ColumnType : std::uint8_t { string, integer };

/// The program's string constants. They are fixed once the program is checked, because no rule
/// makes a new string.
class Symbols {
 public:
  Value intern(std::string_view text);
  [[nodiscard]] std::optional<Value> find(std::string_view text) const;
  /// Throws std::out_of_range if there is no such symbol.
  [[nodiscard]] const std::string& text(Value symbol) const {
    return texts_.at(static_cast<std::size_t>(symbol));
  }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string, Value> index_;
};

/// What an event of the protocol says of one of its relations, or a helper of events does.
enum class EventKind : std::uint8_t {
  sent,       ///< sent.m(From, To, …): sent at this tick
  delivered,  ///< delivered.m(From, To, …): arrives at this tick
  lost,       ///< lost.m(From, To, …): sent at the tick before, and does not arrive
  wrote,      ///< wrote.p(N, …): a rule wrote it at the tick before
  first,      ///< first.p(N, …): holds, and did not at the tick before
  gone,       ///< gone.p(N, …): held at the tick before, and no longer does
  arrival,    ///< m[from](To, From, …): a message that arrives, with its sender
  was_sent,   ///< m[sent](From, To, …): sent at the tick before
  before,     ///< p[before](N, …): held at the tick before
};

struct Event {
  EventKind kind;
  RelationId of;  ///< of the protocol
};

struct Relation {
  std::string name;
  std::vector<ColumnType> columns;  ///< at least one
  /// Some rule is r(X…)@next :- r(X…), possibly with further premises.
  bool persisted = false;
  bool feeds_protocol = false;  ///< some @next or @async head depends on it
  bool stable = false;          ///< on its node's disk: a restart finds it, see Carrier
  /// What of a buffered relation is on the disk, see buffers.cpp.
  std::optional<RelationId> disk_of;
  bool observed = false;  ///< of a specification: no rule of the protocol reads it
  /// For `e[2=3]`, the relation `e`: it has the tuples of `e` whose columns 2 and 3 are equal.
  /// `notin e(N, Z, Z)` with a Z that nothing binds reads it, and one rule of the program derives
  /// it.
  std::optional<RelationId> selection_of;
  std::optional<Event> event;         ///< see events.hpp
  std::optional<RelationId> late_of;  ///< what of that message is under way, see late.cpp
  bool orders = false;                ///< it serves fifo channels, see fifo.cpp
  [[nodiscard]] std::size_t arity() const { return columns.size(); }
};

/// A variable's place in one rule's binding.
using Slot = std::uint32_t;

/// An argument of a body literal. Wildcards occur in negated literals only, and each is independent
/// of the others. A `_` in a positive literal is part of the firing's binding, so it has a slot of
/// its own.
struct Term {
  enum class Kind : std::uint8_t { variable, constant, wildcard };
  Kind kind = Kind::wildcard;
  Slot slot = 0;    ///< when variable
  Value value = 0;  ///< when constant
  bool operator==(const Term&) const = default;
};

struct Literal {
  RelationId relation;
  std::vector<Term> arguments;
  std::optional<Time> at;  ///< rel(…)@T: must hold at T, whatever the rule's tick
  SourceRange where;
};

/// Arithmetic over slots and constants, in postfix order, to be evaluated with a stack. Overflow
/// and division by zero are errors located at `where`; `/` truncates.
struct Expression {
  enum class Op : std::uint8_t { variable, constant, add, subtract, multiply, divide };
  struct Step {
    Op op = Op::constant;
    Slot slot = 0;
    Value value = 0;
    SourceRange where;
  };
  std::vector<Step> steps;
  ColumnType type = ColumnType::string;
  /// True if evaluating it can fail, that is, if it has an operator.
  [[nodiscard]] bool can_fail() const { return steps.size() > 1; }
};

enum class Relop : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

/// When errors count: a comparison with arithmetic is evaluated only if all positive premises hold,
/// all negated ones are absent, and the comparisons before it (in source order) hold. Arithmetic in
/// the head comes last, under the same conditions.
struct Comparison {
  Relop op = Relop::equal;
  Expression left;
  Expression right;
  SourceRange where;
};

enum class AggregateKind : std::uint8_t { count, min, max, sum };

struct HeadTerm {
  std::optional<AggregateKind> aggregate;  ///< if there is one, `expression` is a single variable
  Expression expression;
};

enum class RuleKind : std::uint8_t { deductive, inductive, async };

/// How the head of an inductive rule gets to the next tick where nodes may stop and restart. Rules
/// that `keep`, `load` or `stand` are none of the program's, and apply under CrashModel::stop alone.
enum class Carrier : std::uint8_t {
  memory,  ///< lost once the node is down
  write,   ///< to the disk: if the node runs
  copy,    ///< of a whole stable relation to itself: holds on, unless the disk dies
  stay,    ///< of a whole volatile relation to itself: as `memory`, but a pause takes nothing
  keep,    ///< what is on the disk stays while the node does not write: a rule of the checker's
  load,    ///< of a deductive rule: a node that is down or restarts shows what its disk has
  stand,   ///< what is in memory, or has arrived, stays while the node is paused: likewise
  depart,  ///< a message that will be late leaves its sender (late.cpp): nothing stops it
  travel,  ///< it is under way: likewise
  arrive,  ///< it arrives
};

/// A rule. The clock premise of an inductive rule (from = to = location) or an async rule: `from`
/// is the value of the rule's location, `to` that of the head's first column. See channel() in
/// common/dedalus/ground and eval.
struct Rule {
  RuleKind kind = RuleKind::deductive;
  RelationId head;
  std::vector<HeadTerm> head_terms;
  std::vector<Literal> positive;  ///< at least one; positive[0] is the first one in the source
  std::vector<Literal> negative;
  std::vector<Comparison> comparisons;
  std::vector<std::string> slot_names;  ///< one per slot; "_" for anonymous ones
  Term location;                        ///< first column of positive[0]; see `observes`
  /// The largest T of its rel(…)@T premises: the rule never fires before.
  Time earliest{1};
  bool has_aggregate = false;
  Carrier carrier = Carrier::memory;
  /// No rule of the program: it says what a stable or buffered relation means, or an event.
  bool made = false;
  /// Of a specification: it runs at no node, so its location is a wildcard, and no fault stops it.
  bool observes = false;
  /// Whose messages it is about, if not those of its head: see Program::message_of.
  std::optional<RelationId> message;
  SourceRange where;
  std::string text;  ///< as written, on one line
  [[nodiscard]] std::size_t slot_count() const { return slot_names.size(); }
};

/// True if the rule applies under CrashModel::stop alone.
[[nodiscard]] inline bool of_outages(const Rule& rule) {
  return rule.carrier == Carrier::keep || rule.carrier == Carrier::load ||
         rule.carrier == Carrier::stand;
}

/// True for r(X…)@next :- r(X…); with nothing else.
[[nodiscard]] bool copies_table(const Rule& rule);

/// What may be damaged on disks, and how one notices.
struct Corruptions {
  struct Column {
    std::string relation;
    std::uint32_t column = 0;  ///< from 1 on
    auto operator<=>(const Column&) const = default;
  };
  bool possible = false;
  bool detected = false;                 ///< what is damaged is dropped, and `corrupt` says so
  std::vector<std::string> relations{};  ///< empty: all that are stable or buffered
  std::vector<Column> columns{};         ///< empty: the last ones; else no others are damaged
};

struct GivenFact {
  RelationId relation;
  std::vector<Value> tuple;
  Time at;
  SourceRange where;
};

/// One strongly connected component of "depends on, within a tick" (deductive rules; rel@T counts
/// as within a tick). Strata are in evaluation order; no negation or aggregate is inside one
/// [ULLMAN90].
struct Stratum {
  std::vector<RelationId> relations;
  std::vector<RuleId> rules;  ///< deductive rules whose head is here
  bool recursive = false;
};

/// What a program is judged by: its relation holds the violations. The first one may be the
/// invariant of pre and post.
struct DeclaredSpecification {
  Specification says;
  RelationId relation;
  bool invariant = false;  ///< pre must imply post; `relation` means nothing
  SourceRange where;
};

struct Program {
  SourceSet sources;               ///< every file read, for located errors
  std::vector<std::string> files;  ///< as named on the command line or in the config
  Symbols symbols;
  std::vector<Relation> relations;
  std::vector<Rule> rules;
  std::vector<GivenFact> facts;
  std::vector<Stratum> strata;
  std::vector<std::uint32_t> stratum_of;  ///< by relation: index into strata
  std::optional<RelationId> crash;  ///< crash(Observer, Node, Time), if the program mentions it
  /// restart(Node), if the program mentions it and neither a fact nor a rule derives it
  std::optional<RelationId> restart;
  std::optional<RelationId> down;     ///< down(Node), likewise
  std::optional<RelationId> paused;   ///< paused(Node), likewise
  std::optional<RelationId> ioerror;  ///< ioerror(Node, Relation), likewise
  std::optional<RelationId> corrupt;  ///< corrupt(Node, Relation), likewise
  /// What is damaged, for rules that nobody wrote; none unless that may be.
  std::optional<RelationId> corrupted;
  std::vector<Corruptions::Column> damaged;  ///< what may be, sorted; likewise
  /// What the system writes back by itself; none unless that may be.
  std::optional<RelationId> writeback;
  std::optional<RelationId>
      flush;  ///< what is written to a disk: synced, or written back; likewise
  /// Who is paused, for the rules of Carrier::stand; there are none unless nodes may be paused.
  std::optional<RelationId> standing;
  /// late(From, To, Ticks), for the rules of late.cpp; none unless messages may be late. Where each
  /// relation is late by itself, late(From, To, Relation, Ticks).
  std::optional<RelationId> late;
  [[nodiscard]] bool late_by_relation() const { return late && relation(*late).arity() > 3; }
  int latest = 0;  ///< by how many ticks messages may be late, for those rules
  /// overtaken(To, From): what From sends To is overtaken by what it sends later. Such an execution
  /// is none, so nothing is violated by it (fifo.cpp); there is none unless channels are fifo.
  std::optional<RelationId> overtaken;
  /// Who sends nothing: to others, and to itself. Only events read them (events.hpp).
  std::optional<RelationId> quiet;
  std::optional<RelationId> quiet_self;
  std::optional<RelationId> pre;
  std::optional<RelationId> post;
  /// Empty if there is nothing but pre and post.
  std::vector<DeclaredSpecification> specifications;
  std::vector<std::string> nodes;  ///< given, or else inferred; sorted by name
  std::vector<Diagnostic> warnings;

  [[nodiscard]] const Relation& relation(RelationId id) const { return relations[id.index()]; }
  [[nodiscard]] const Rule& rule(RuleId id) const { return rules[id.index()]; }
  /// True for a relation whose facts come from the faults of an execution.
  [[nodiscard]] bool built_in(RelationId id) const {
    return id == crash || id == restart || id == down || id == ioerror || id == quiet ||
           id == quiet_self || id == paused || id == standing || id == writeback || id == corrupt ||
           id == corrupted || id == late;
  }
  /// True for a relation that serves rules which nobody wrote: views do not show its tuples.
  [[nodiscard]] bool internal(RelationId id) const {
    return id == quiet || id == quiet_self || id == standing || id == writeback || id == flush ||
           id == corrupted || id == late || relation(id).late_of.has_value() || relation(id).orders;
  }
  /// What a relation is called where its writes fail: of `dur.p`, and of an event of p, it is `p`.
  [[nodiscard]] const std::string& stored_name(const Relation& relation) const {
    const auto& event = relation.event;
    if (event && event->kind == EventKind::wrote) return stored_name(this->relation(event->of));
    return relation.disk_of ? this->relation(*relation.disk_of).name : relation.name;
  }
  /// The relation of the messages that an async rule sends: its head, or what that is about.
  [[nodiscard]] RelationId message_of(const Rule& rule) const {
    if (rule.message) return *rule.message;
    const auto& event = relation(rule.head).event;
    return event ? event->of : rule.head;
  }
  [[nodiscard]] std::optional<RelationId> find(std::string_view name) const;
  /// A tuple as text, such as `log(a,"two words",3)`: strings that are not plain words are quoted
  /// and escaped. `tuple` must have the relation's arity. A column whose bit is among the wildcards
  /// is `_`. What helps events is told in words, such as `m(b,3) from a`.
  [[nodiscard]] std::string tuple_text(RelationId relation, const Value* tuple,
                                       std::uint64_t wildcards = 0) const;
};

/// The same program, judged by this one of its specifications alone, by index: pre and post mean nothing, unless
/// it is the invariant. Then it has no specifications.
[[nodiscard]] Program judged_by(const Program& program, std::size_t specification);

}  // namespace ldfi::dedalus
