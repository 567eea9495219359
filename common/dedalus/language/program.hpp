// The checked program, which every executor reads. Names are resolved: relations have ids,
// variables have slots, and constants are Values. An inductive or async rule has an implied clock
// premise, which moves its head to the next tick [LDFI15 §4.1.1]. Ids that are passed to functions
// must be those of the program, which is not checked.
//
//   Program p = check_program(read_sources({"a.ded"}), options);   // load.hpp
//   for (const Rule& r : p.rules) ... p.relations[r.head.relation.index()].name ...
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/base/ids.hpp"
#include "common/faults/fault_relations.hpp"
#include "common/record/specification.hpp"

namespace ldfi::dedalus {

/// A value in a column: an integer, or the index of a string in Symbols. Each column has one type,
/// so the Value itself does not store which of the two it is.
using Value = std::int64_t;

enum class ColumnType : std::uint8_t { string, integer };

/// The strings of a program, each with a number. Rules make no new strings, so the list is complete
/// once the program is checked.
class Symbols {
 public:
  Value intern(std::string_view text);
  [[nodiscard]] std::optional<Value> find(std::string_view text) const;
  /// Returns the string with the number `symbol`. Throws std::out_of_range if there is none.
  [[nodiscard]] const std::string& text(Value symbol) const {
    return texts_.at(static_cast<std::size_t>(symbol));
  }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string, Value> index_;
};

/// The kinds of events that specifications can read. The last three kinds are helpers from which
/// other events are derived.
enum class EventKind : std::uint8_t {
  sent,       ///< sent.m(From, To, …): the message is sent at this tick
  delivered,  ///< delivered.m(From, To, …): the message arrives at this tick
  lost,   ///< lost.m(From, To, …): the message was sent at the previous tick and does not arrive
  wrote,  ///< wrote.p(N, …): a rule wrote the tuple at the previous tick
  first,  ///< first.p(N, …): the tuple holds, and did not hold at the previous tick
  gone,   ///< gone.p(N, …): the tuple held at the previous tick, and does not hold any more
  arrival,   ///< m[from](To, From, …): a message that arrives at this tick, with its sender
  was_sent,  ///< m[sent](From, To, …): a message that was sent at the previous tick
  before,    ///< p[before](N, …): a tuple that held at the previous tick
};

/// An event of the protocol, such as "message m is lost", or a helper from which events are
/// derived.
struct Event {
  EventKind kind;
  RelationId of;  ///< relation of the protocol that the event is about, such as `m`
};

/// A relation of the program, its columns, and how it is stored.
struct Relation {
  std::string name;
  std::vector<ColumnType> columns;  ///< types of the columns, at least one
  /// True if some rule copies tuples to the next tick: r(X…)@next :- r(X…), perhaps with further
  /// premises.
  bool persisted = false;
  /// True if some @next or @async rule depends on the relation, directly or through other rules.
  bool feeds_protocol = false;
  /// True if the relation is stored on its node's disk, so that a restarted node still has its
  /// tuples.
  bool stable = false;
  /// Set for a relation `dur.p`, which has the tuples on disk of the buffered relation p: the
  /// relation p; see buffers.cpp.
  std::optional<RelationId> disk_of;
  /// True if the relation belongs to a specification. Then no rule of the protocol reads it.
  bool observed = false;
  /// Set for a generated relation such as `e[2=3]`, which has the tuples of `e` whose columns 2 and
  /// 3 are equal: the relation `e`. The literal `notin e(N, Z, Z)` with an unbound Z reads it; see
  /// selection.cpp.
  std::optional<RelationId> selection_of;
  /// The event, if the relation is an event or one of the helpers of events; see events.hpp.
  std::optional<Event> event;
  /// Set for a relation `m[late]`, which holds messages that have not arrived yet: the relation m;
  /// see late.cpp.
  std::optional<RelationId> late_of;
  /// True for a generated relation that helps to detect that a message overtakes another; see
  /// fifo.cpp.
  bool orders = false;
  [[nodiscard]] std::size_t arity() const { return columns.size(); }
};

/// The index of a rule's variable in a binding (the list of the values of all its variables).
using Slot = std::uint32_t;

/// An argument of a literal in a rule's body. A `_` in a negated literal is a wildcard, independent
/// of other wildcards. A `_` in a positive literal is a variable with a slot, because its value is
/// part of the binding.
struct Term {
  enum class Kind : std::uint8_t { variable, constant, wildcard };
  Kind kind = Kind::wildcard;
  Slot slot = 0;    ///< slot of a variable; otherwise unused
  Value value = 0;  ///< value of a constant; otherwise unused
  bool operator==(const Term&) const = default;
};

/// A literal of a rule's body. Rule::positive or Rule::negative contains it.
struct Literal {
  RelationId relation;
  std::vector<Term> arguments;
  /// The tick T of a literal rel(…)@T, which must hold at T, not at the rule's tick; nullopt for
  /// other literals.
  std::optional<Time> at;
  SourceRange where;
};

/// Arithmetic over variables and constants, as steps in postfix order. Overflow and division by
/// zero are errors at the step's place `where`. Division rounds towards zero.
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
  /// Returns true if the expression has an operator. Only then can its evaluation fail.
  [[nodiscard]] bool can_fail() const { return steps.size() > 1; }
};

enum class Relop : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

/// A comparison in a rule's body. Because comparisons can fail, the order of evaluation is fixed.
/// First all positive and negated premises must hold. Then comparisons are evaluated in order,
/// until one does not hold. Arithmetic in the head comes last.
struct Comparison {
  Relop op = Relop::equal;
  Expression left;
  Expression right;
  SourceRange where;
};

enum class AggregateKind : std::uint8_t { count, min, max, sum };

/// One column of a rule's head: an expression, or an aggregate of a variable's values.
struct HeadTerm {
  /// Kind of the aggregate; nullopt for a plain expression. The `expression` of an aggregate is a
  /// single variable.
  std::optional<AggregateKind> aggregate;
  Expression expression;
};

enum class RuleKind : std::uint8_t { deductive, inductive, async };

/// How the tuples of an inductive rule reach the next tick if nodes may stop and restart. Rules
/// with `keep`, `load` or `stand` are generated, and apply only under CrashModel::stop.
enum class Carrier : std::uint8_t {
  memory,  ///< stays in memory, and is lost when the node goes down
  write,   ///< is written to the disk, unless a fault prevents the write
  /// Stays on the disk, unless the disk dies; for rules that copy a whole relation on a disk.
  copy,
  /// Stays in memory, also during a pause. For rules that copy a whole relation in memory.
  stay,
  keep,  ///< generated rule: tuples stay on the disk while the node writes nothing
  /// Generated deductive rule: shows the tuples on the disk while the node is down or restarts.
  load,
  /// Generated rule: while the node is paused, keeps its tuples in memory and messages that have
  /// arrived.
  stand,
  depart,  ///< a late message leaves its sender (late.cpp); no fault stops this rule
  travel,  ///< a late message has not arrived yet; no fault stops this rule
  arrive,  ///< a late message arrives
};

/// A rule of the program. An inductive or async rule fires only if its channel from node `from` to
/// node `to` works. For an async rule, `from` is the value of `location`, and `to` is the value of
/// the head's first column. For an inductive rule, both are the value of `location`.
struct Rule {
  RuleKind kind = RuleKind::deductive;
  RelationId head;
  std::vector<HeadTerm> head_terms;
  std::vector<Literal> positive;  ///< at least one, in the order of the source
  std::vector<Literal> negative;
  std::vector<Comparison> comparisons;
  std::vector<std::string> slot_names;  ///< names of the variables by slot; "_" for anonymous ones
  Term location;  ///< first argument of positive[0]; a wildcard if `observes` is true
  /// The largest tick T of the premises rel(…)@T; 1 if there are none. The rule never fires before
  /// this tick.
  Time earliest{1};
  bool has_aggregate = false;
  Carrier carrier = Carrier::memory;
  /// True if the rule is generated, for example for a stable relation or an event.
  bool made = false;
  /// True if the rule belongs to a specification. Such a rule runs at no node, so no fault stops
  /// it, and its location is a wildcard.
  bool observes = false;
  /// Relation of the messages that the rule sends or copies, if this is not the head; see
  /// Program::message_of.
  std::optional<RelationId> message;
  SourceRange where;
  std::string text;  ///< text of the rule as written, on one line
  [[nodiscard]] std::size_t slot_count() const { return slot_names.size(); }
};

/// Returns true if the rule applies only under CrashModel::stop, which lets nodes restart.
[[nodiscard]] inline bool needs_restarting_nodes(const Rule& rule) {
  return rule.carrier == Carrier::keep || rule.carrier == Carrier::load ||
         rule.carrier == Carrier::stand;
}

/// Returns true if the rule is r(X…)@next :- r(X…), without further premises.
[[nodiscard]] bool copies_table(const Rule& rule);

/// The data on disks that faults may damage, and whether the program notices the damage.
struct Corruptions {
  struct Column {
    std::string relation;
    std::uint32_t column = 0;  ///< number of the column, from 1
    auto operator<=>(const Column&) const = default;
  };
  /// True if nodes notice damage: damaged tuples are dropped, and the relation `corrupt` reports
  /// them.
  bool detected = false;
  /// Names of the relations that may be damaged. If empty, all stable and buffered relations may
  /// be.
  std::vector<std::string> relations{};
  /// Columns that may be damaged. If empty, the last column of each relation may be.
  std::vector<Column> columns{};
};

/// A fact that the program states: `tuple` holds at tick `at`.
struct GivenFact {
  RelationId relation;
  std::vector<Value> tuple;
  Time at;
  SourceRange where;
};

/// A strongly connected component of the graph in which a relation depends on others within a tick.
/// Only deductive rules count, and literals rel@T count as within the tick. Strata are in
/// evaluation order. No stratum contains a negation or aggregate of its own relations [ULLMAN90].
struct Stratum {
  std::vector<RelationId> relations;
  std::vector<RuleId> rules;  ///< deductive rules whose heads are in the stratum
  bool recursive = false;
};

/// A specification by which executions are judged. The tuples of its relation are its violations.
/// The first specification may stand for the invariant of pre and post.
struct DeclaredSpecification {
  Specification says;
  RelationId relation;
  /// True if the specification stands for the invariant. Then `relation` is not used.
  bool invariant = false;
  SourceRange where;
};

struct Program {
  SourceSet sources;               ///< all files that were read; messages quote their lines
  std::vector<std::string> files;  ///< program files as named on the command line or in the config
  Symbols symbols;
  std::vector<Relation> relations;
  std::vector<Rule> rules;
  std::vector<GivenFact> facts;
  std::vector<Stratum> strata;
  /// For each relation, the index of its stratum in `strata`.
  std::vector<std::uint32_t> stratum_of;
  /// The relation crash(Observer, Node, Time), whose facts hold at every tick; nullopt if the
  /// program does not mention it.
  std::optional<RelationId> timeless;
  /// The relations of facts about faults, indexed by FaultRelation. Nullopt if the program and its
  /// generated rules do not read the relation, or if the program derives it itself.
  std::array<std::optional<RelationId>, fault_relation_count> of_faults{};
  /// Columns that faults may damage, sorted; empty if the Fspec admits no damage of disks.
  std::vector<Corruptions::Column> damaged;
  /// Generated relation that holds the names of relations being written to disk. Nullopt if the
  /// system never writes back without a `sync`.
  std::optional<RelationId> flush;
  /// Returns true if facts about late messages contain the name of the message's relation.
  [[nodiscard]] bool late_by_relation() const {
    const auto late = built_in(FaultRelation::late);
    return late && relation(*late).arity() > 3;
  }
  /// Largest number of ticks by which a message may be late.
  int latest = 0;
  /// Relation overtaken(To, From): a later message overtakes a message from From to To. With fifo
  /// channels, such an execution cannot happen, so it violates nothing (fifo.cpp). Nullopt unless
  /// channels are fifo.
  std::optional<RelationId> overtaken;
  std::optional<RelationId> pre;
  std::optional<RelationId> post;
  /// Specifications of the program. Empty if only pre and post judge the program.
  std::vector<DeclaredSpecification> specifications;
  std::vector<std::string> nodes;  ///< names of the nodes, given by the user or inferred, sorted
  std::vector<Diagnostic> warnings;

  [[nodiscard]] const Relation& relation(RelationId id) const { return relations[id.index()]; }
  [[nodiscard]] const Rule& rule(RuleId id) const { return rules[id.index()]; }
  [[nodiscard]] std::optional<RelationId> built_in(FaultRelation of) const {
    return of_faults[static_cast<std::size_t>(of)];
  }
  /// Returns the row that describes this relation of facts about faults; nullptr for other
  /// relations.
  [[nodiscard]] const FaultRelationRow* fault_relation(RelationId id) const {
    const auto it = std::ranges::find(of_faults, std::optional(id));
    return it == of_faults.end() ? nullptr : &row_of(FaultRelation(it - of_faults.begin()));
  }
  /// Returns true if faults, not facts or rules of the program, determine the facts of the
  /// relation.
  [[nodiscard]] bool built_in(RelationId id) const {
    return id == timeless || fault_relation(id) != nullptr;
  }
  /// Returns true if only generated rules need the relation, so that views need not show its
  /// tuples.
  [[nodiscard]] bool internal(RelationId id) const {
    const FaultRelationRow* row = fault_relation(id);
    return (row != nullptr && row->internal()) || id == flush || relation(id).late_of.has_value() ||
           relation(id).orders;
  }
  /// Returns the relation's name in facts about failed writes, such as `ioerror(N, "p")`. For
  /// `dur.p`, and for events of p, this is `p`.
  [[nodiscard]] const std::string& stored_name(const Relation& relation) const {
    const auto& event = relation.event;
    if (event && event->kind == EventKind::wrote) return stored_name(this->relation(event->of));
    return relation.disk_of ? this->relation(*relation.disk_of).name : relation.name;
  }
  /// Returns the relation of the messages that an async rule sends. This is its head, unless the
  /// rule is generated from another rule that sends messages.
  [[nodiscard]] RelationId message_of(const Rule& rule) const {
    if (rule.message) return *rule.message;
    const auto& event = relation(rule.head).event;
    return event ? event->of : rule.head;
  }
  [[nodiscard]] std::optional<RelationId> find(std::string_view name) const;
  /// Returns a tuple as text, such as `log(a,"two words",3)`. Strings that are not plain words are
  /// quoted and escaped. If bit i of `wildcards` is set, column i is shown as `_`. Helpers of
  /// events are shown in words, such as `m(b,3) from a`. Requires that `tuple` has the relation's
  /// number of columns.
  [[nodiscard]] std::string tuple_text(RelationId relation, const Value* tuple,
                                       std::uint64_t wildcards = 0) const;
};

/// Returns a copy of the program that only the specification with this index judges. If this is the
/// invariant, the copy has no specifications. Otherwise, the copy has no pre and post.
[[nodiscard]] Program judged_by(const Program& program, std::size_t specification);

}  // namespace ldfi::dedalus
