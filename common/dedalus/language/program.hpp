// The checked program, which every executor reads. Names are resolved to ids, variables to slots,
// constants to Values. The clock rewrite [LDFI15 §4.1.1] is explicit: an inductive or async rule
// has the clock premise that moves its head to the next tick. Functions here do not check ids,
// which must be those of the program.
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

/// The statement of an event about a relation of the protocol. The last three kinds are helpers of other
/// events.
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

/// An event of the protocol, or a helper of one.
struct Event {
  EventKind kind;
  RelationId of;  ///< relation of the protocol that the event is about
};

/// A relation of the program, its columns, and how it is stored.
struct Relation {
  std::string name;
  std::vector<ColumnType> columns;  ///< at least one
  /// True if some rule is r(X…)@next :- r(X…), possibly with further premises.
  bool persisted = false;
  bool feeds_protocol = false;  ///< true if some @next or @async head depends on it
  /// True if it is on its node's disk, so that a restart finds it; see Carrier.
  bool stable = false;
  /// For the relation of tuples on the disk: the buffered relation that they belong to, see
  /// buffers.cpp.
  std::optional<RelationId> disk_of;
  /// True if it belongs to a specification, so that no rule of the protocol reads it.
  bool observed = false;
  /// For `e[2=3]`, the relation `e`. It has the tuples of `e` whose columns 2 and 3 are equal.
  /// `notin e(N, Z, Z)` with an unbound Z reads it, and one generated rule derives it.
  std::optional<RelationId> selection_of;
  /// Set if this is an event or a helper of one, see events.hpp.
  std::optional<Event> event;
  /// Set if this holds the late copies of that message in transit, see late.cpp.
  std::optional<RelationId> late_of;
  /// True if it detects overtaking in fifo channels, see fifo.cpp.
  bool orders = false;
  [[nodiscard]] std::size_t arity() const { return columns.size(); }
};

/// The index of a variable in one rule's binding.
using Slot = std::uint32_t;

/// An argument of a body literal. Wildcards occur only in negated literals, and each is independent
/// of the others. A `_` in a positive literal has a slot, because it is part of the firing's
/// binding.
struct Term {
  enum class Kind : std::uint8_t { variable, constant, wildcard };
  Kind kind = Kind::wildcard;
  Slot slot = 0;    ///< set if `kind` is variable
  Value value = 0;  ///< set if `kind` is constant
  bool operator==(const Term&) const = default;
};

/// A literal of a body. It is in Rule::positive or Rule::negative.
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

/// The order of evaluation decides which arithmetic errors count. A comparison is evaluated only if
/// all positive premises hold, all negated ones are absent, and the comparisons before it hold.
/// Arithmetic in the head comes last, under the same conditions.
struct Comparison {
  Relop op = Relop::equal;
  Expression left;
  Expression right;
  SourceRange where;
};

enum class AggregateKind : std::uint8_t { count, min, max, sum };

/// One column of a head: an expression, or an aggregate of its values.
struct HeadTerm {
  /// Set if this is an aggregate; then `expression` is a single variable.
  std::optional<AggregateKind> aggregate;
  Expression expression;
};

enum class RuleKind : std::uint8_t { deductive, inductive, async };

/// How the head of an inductive rule gets to the next tick if nodes may stop and restart. Rules
/// with `keep`, `load` or `stand` are generated, and apply under CrashModel::stop only.
enum class Carrier : std::uint8_t {
  memory,  ///< in memory: lost when the node goes down
  write,   ///< written to the disk, if the node runs
  copy,    ///< copies a whole stable relation to itself, unless the disk dies
  /// Copies a whole volatile relation to itself; like `memory`, but a pause loses nothing.
  stay,
  keep,  ///< generated rule: tuples on the disk stay there while the node does not write
  /// Generated deductive rule: a node that is down or restarts shows the tuples on its disk.
  load,
  /// Generated rule: tuples in memory and arrived messages stay while the node is paused.
  stand,
  depart,  ///< a message that will be late leaves its sender (late.cpp); no fault stops it
  travel,  ///< a late message is in transit; no fault stops it
  arrive,  ///< a late message arrives
};

/// A rule. Inductive and async rules have a clock premise with a node `from` and a node `to`. An
/// inductive rule has from = to = location. For an async rule, `from` is the value of the rule's
/// location, and `to` that of the head's first column. See channel() in common/dedalus/ground and
/// eval.
struct Rule {
  RuleKind kind = RuleKind::deductive;
  RelationId head;
  std::vector<HeadTerm> head_terms;
  std::vector<Literal> positive;  ///< at least one; positive[0] is the first one in the source
  std::vector<Literal> negative;
  std::vector<Comparison> comparisons;
  std::vector<std::string> slot_names;  ///< one per slot; "_" for anonymous ones
  Term location;                        ///< first column of positive[0]; a wildcard if `observes`
  /// The largest T of its rel(…)@T premises. The rule never fires before this tick.
  Time earliest{1};
  bool has_aggregate = false;
  Carrier carrier = Carrier::memory;
  /// True if the rule is generated: it defines a stable or buffered relation, or an event.
  bool made = false;
  /// True if a specification has the rule. It runs at no node, so `location` is a wildcard and no
  /// fault stops it.
  bool observes = false;
  /// The message that it concerns, if that is not its head; see Program::message_of.
  std::optional<RelationId> message;
  SourceRange where;
  std::string text;  ///< as written, on one line
  [[nodiscard]] std::size_t slot_count() const { return slot_names.size(); }
};

/// Returns true if the rule applies under CrashModel::stop only.
[[nodiscard]] inline bool of_outages(const Rule& rule) {
  return rule.carrier == Carrier::keep || rule.carrier == Carrier::load ||
         rule.carrier == Carrier::stand;
}

/// Returns true for r(X…)@next :- r(X…); without further premises.
[[nodiscard]] bool copies_table(const Rule& rule);

/// Which data on disks may be damaged, and whether nodes detect damage.
struct Corruptions {
  struct Column {
    std::string relation;
    std::uint32_t column = 0;  ///< number of the column, from 1
    auto operator<=>(const Column&) const = default;
  };
  bool possible = false;
  /// True if damaged tuples are dropped, and `corrupt` reports them.
  bool detected = false;
  /// Relations that may be damaged; if empty, all stable and buffered ones.
  std::vector<std::string> relations{};
  /// Columns that may be damaged, and no others; if empty, the last column of each relation.
  std::vector<Column> columns{};
};

/// A fact of the program: `tuple` holds at tick `at`.
struct GivenFact {
  RelationId relation;
  std::vector<Value> tuple;
  Time at;
  SourceRange where;
};

/// One strongly connected component of "depends on, within a tick". Deductive rules count, and
/// literals rel@T count as within a tick. Strata are in evaluation order, and none has a negation
/// or aggregate inside [ULLMAN90].
struct Stratum {
  std::vector<RelationId> relations;
  std::vector<RuleId> rules;  ///< deductive rules whose heads are in `relations`
  bool recursive = false;
};

/// A promise by which the program is judged. Its relation holds the violations. The first
/// specification may be the invariant of pre and post.
struct DeclaredSpecification {
  Specification says;
  RelationId relation;
  bool invariant = false;  ///< true if pre must imply post; then `relation` is not used
  SourceRange where;
};

struct Program {
  SourceSet sources;               ///< all files that were read, for places in messages
  std::vector<std::string> files;  ///< as named on the command line or in the config
  Symbols symbols;
  std::vector<Relation> relations;
  std::vector<Rule> rules;
  std::vector<GivenFact> facts;
  std::vector<Stratum> strata;
  std::vector<std::uint32_t> stratum_of;  ///< by relation: index into strata
  /// Crash(Observer, Node, Time); nullopt if the program does not mention it.
  std::optional<RelationId> crash;
  /// restart(Node); nullopt if the program does not mention it, or if a fact or a rule derives it
  std::optional<RelationId> restart;
  std::optional<RelationId> down;     ///< down(Node), under the same condition as `restart`
  std::optional<RelationId> paused;   ///< paused(Node), under the same condition
  std::optional<RelationId> ioerror;  ///< ioerror(Node, Relation), under the same condition
  std::optional<RelationId> corrupt;  ///< corrupt(Node, Relation), under the same condition
  /// Damaged relations, which generated rules read; nullopt if disks cannot be damaged.
  std::optional<RelationId> corrupted;
  /// Columns that may be damaged, sorted; empty if disks cannot be damaged.
  std::vector<Corruptions::Column> damaged;
  /// Relations that the system writes back by itself; nullopt if it may not.
  std::optional<RelationId> writeback;
  std::optional<RelationId>
      flush;  ///< relations that a sync or write-back writes; nullopt without write-backs
  /// Paused nodes, for the rules of Carrier::stand; nullopt if nodes cannot be paused.
  std::optional<RelationId> standing;
  /// late(From, To, Ticks), for the rules of late.cpp. If relations are delayed independently,
  /// late(From, To, Relation, Ticks). Nullopt if messages cannot be late.
  std::optional<RelationId> late;
  [[nodiscard]] bool late_by_relation() const { return late && relation(*late).arity() > 3; }
  /// Largest number of ticks by which messages may be late, for the rules of late.cpp.
  int latest = 0;
  /// overtaken(To, From): a message from From to To is overtaken by a later one. Such an execution
  /// is not admissible, so it violates nothing (fifo.cpp). Nullopt unless channels are fifo.
  std::optional<RelationId> overtaken;
  /// Nodes that send nothing to others, and nodes that send nothing to themselves. Only events read
  /// them (events.hpp).
  std::optional<RelationId> quiet;
  std::optional<RelationId> quiet_self;
  std::optional<RelationId> pre;
  std::optional<RelationId> post;
  /// Empty if the program is judged by pre and post only.
  std::vector<DeclaredSpecification> specifications;
  std::vector<std::string> nodes;  ///< given or inferred names, sorted
  std::vector<Diagnostic> warnings;

  [[nodiscard]] const Relation& relation(RelationId id) const { return relations[id.index()]; }
  [[nodiscard]] const Rule& rule(RuleId id) const { return rules[id.index()]; }
  /// Returns true for a relation whose facts come from the faults of an execution.
  [[nodiscard]] bool built_in(RelationId id) const {
    return id == crash || id == restart || id == down || id == ioerror || id == quiet ||
           id == quiet_self || id == paused || id == standing || id == writeback || id == corrupt ||
           id == corrupted || id == late;
  }
  /// Returns true for a relation that only serves generated rules. Views do not show its tuples.
  [[nodiscard]] bool internal(RelationId id) const {
    return id == quiet || id == quiet_self || id == standing || id == writeback || id == flush ||
           id == corrupted || id == late || relation(id).late_of.has_value() || relation(id).orders;
  }
  /// Returns the name under which a write to the relation fails. For `dur.p`, and for events of p,
  /// that is `p`.
  [[nodiscard]] const std::string& stored_name(const Relation& relation) const {
    const auto& event = relation.event;
    if (event && event->kind == EventKind::wrote) return stored_name(this->relation(event->of));
    return relation.disk_of ? this->relation(*relation.disk_of).name : relation.name;
  }
  /// Returns the relation of the messages that an async rule sends: its head, or the message that
  /// the head is derived from.
  [[nodiscard]] RelationId message_of(const Rule& rule) const {
    if (rule.message) return *rule.message;
    const auto& event = relation(rule.head).event;
    return event ? event->of : rule.head;
  }
  [[nodiscard]] std::optional<RelationId> find(std::string_view name) const;
  /// Returns a tuple as text, such as `log(a,"two words",3)`. Strings that are not plain words are
  /// quoted and escaped. Columns whose bits are set in `wildcards` are shown as `_`. Helpers of
  /// events are shown in words, such as `m(b,3) from a`. `tuple` must have the relation's arity.
  [[nodiscard]] std::string tuple_text(RelationId relation, const Value* tuple,
                                       std::uint64_t wildcards = 0) const;
};

/// Returns the same program, judged by one of its specifications only, given by its index. If that
/// is the invariant, the result has no specifications. Otherwise, the result has no pre and post.
[[nodiscard]] Program judged_by(const Program& program, std::size_t specification);

}  // namespace ldfi::dedalus
