// The checked program, which every executor reads. Names are resolved to ids, variables to slots,
// constants to Values. The clock rewrite [LDFI15 §4.1.1] is explicit: an inductive or async rule
// has the clock premise that moves its head to the next tick. Functions do not check ids, which
// must be those of the program.
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

/// A value of a column: an integer, or the index of a string in Symbols. Every column has one type,
/// so a Value does not record which of the two it is.
using Value = std::int64_t;

enum class ColumnType : std::uint8_t { string, integer };

/// The string constants of a program. The set is complete once the program is checked, because no
/// rule makes a new string.
class Symbols {
 public:
  Value intern(std::string_view text);
  [[nodiscard]] std::optional<Value> find(std::string_view text) const;
  /// Returns the text of a symbol. Throws std::out_of_range if there is no such symbol.
  [[nodiscard]] const std::string& text(Value symbol) const {
    return texts_.at(static_cast<std::size_t>(symbol));
  }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string, Value> index_;
};

/// The kinds of events that specifications can read. The last three are helpers, from which other
/// events are derived.
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

/// An event of the protocol, or a helper from which events are derived.
struct Event {
  EventKind kind;
  RelationId of;  ///< relation of the protocol that the event is about
};

/// A relation of the program, its columns, and how it is stored.
struct Relation {
  std::string name;
  std::vector<ColumnType> columns;  ///< types of the columns, at least one
  /// True if some rule is r(X…)@next :- r(X…), possibly with further premises.
  bool persisted = false;
  /// True if the head of some @next or @async rule depends on the relation.
  bool feeds_protocol = false;
  /// True if the relation is on its node's disk, so that a restarted node still has it; see
  /// Carrier.
  bool stable = false;
  /// If the relation has the tuples that are on disk: the buffered relation to which these tuples
  /// belong, see buffers.cpp.
  std::optional<RelationId> disk_of;
  /// True if the relation belongs to a specification, so that no rule of the protocol reads it.
  bool observed = false;
  /// If the relation is a selection such as `e[2=3]`: the relation `e`. The selection has the
  /// tuples of `e` whose columns 2 and 3 are equal. The literal `notin e(N, Z, Z)` with an unbound
  /// Z reads it, and one generated rule derives it.
  std::optional<RelationId> selection_of;
  /// Set if the relation is an event, or a helper from which events are derived, see events.hpp.
  std::optional<Event> event;
  /// If the relation has messages that are late and have not arrived: the relation of these
  /// messages, see late.cpp.
  std::optional<RelationId> late_of;
  /// True if the relation helps to detect overtaking in fifo channels, see fifo.cpp.
  bool orders = false;
  [[nodiscard]] std::size_t arity() const { return columns.size(); }
};

/// The index of a variable in the binding of a rule.
using Slot = std::uint32_t;

/// An argument of a body literal. Wildcards occur only in negated literals, and each is independent
/// of the others. A `_` in a positive literal has a slot, because it is part of the binding.
struct Term {
  enum class Kind : std::uint8_t { variable, constant, wildcard };
  Kind kind = Kind::wildcard;
  Slot slot = 0;    ///< slot of a variable; otherwise unused
  Value value = 0;  ///< value of a constant; otherwise unused
  bool operator==(const Term&) const = default;
};

/// A literal of a rule's body. It is in Rule::positive or Rule::negative.
struct Literal {
  RelationId relation;
  std::vector<Term> arguments;
  /// T of a literal rel(…)@T, which must hold at T, whatever the rule's tick; otherwise nullopt.
  std::optional<Time> at;
  SourceRange where;
};

/// Arithmetic over slots and constants, in postfix order, to be evaluated with a stack. Overflow
/// and division by zero are errors at the place `where`; `/` truncates.
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
  /// Returns true if evaluation can fail, that is, if the expression has an operator.
  [[nodiscard]] bool can_fail() const { return steps.size() > 1; }
};

enum class Relop : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

/// A comparison of a rule's body. The order of evaluation decides which arithmetic errors count. A
/// comparison is evaluated only if all positive premises hold, all negated ones are absent, and the
/// comparisons before it hold. Arithmetic in the head comes last, under the same conditions.
struct Comparison {
  Relop op = Relop::equal;
  Expression left;
  Expression right;
  SourceRange where;
};

enum class AggregateKind : std::uint8_t { count, min, max, sum };

/// One column of a head: an expression, or an aggregate of its values.
struct HeadTerm {
  /// Kind of the aggregate, if the term is one; then `expression` is a single variable.
  std::optional<AggregateKind> aggregate;
  Expression expression;
};

enum class RuleKind : std::uint8_t { deductive, inductive, async };

/// How the head of an inductive rule gets to the next tick if nodes may stop and restart. Rules
/// with `keep`, `load` or `stand` are generated, and apply only under CrashModel::stop.
enum class Carrier : std::uint8_t {
  memory,  ///< stays in memory, and is lost when the node goes down
  write,   ///< is written to the disk, if the node runs
  copy,    ///< stays on the disk, unless the disk dies; for rules that copy a whole stable relation
  /// Stays in memory; for rules that copy a whole volatile relation. Unlike `memory`, a pause loses
  /// nothing.
  stay,
  keep,  ///< generated rule: tuples stay on the disk while the node does not write
  /// Generated deductive rule: shows the tuples on the disk of a node that is down or restarts.
  load,
  /// Generated rule: keeps tuples in memory, and messages that have arrived, while the node is
  /// paused.
  stand,
  depart,  ///< a late message leaves its sender (late.cpp); no fault stops this rule
  travel,  ///< a late message has not arrived yet; no fault stops this rule
  arrive,  ///< a late message arrives
};

/// A rule of the program. Inductive and async rules have a clock premise with a node `from` and a
/// node `to`. An inductive rule has from = to = location. For an async rule, `from` is the value of
/// the rule's location, and `to` is the value of the head's first column. See channel() in
/// common/dedalus/ground and eval.
struct Rule {
  RuleKind kind = RuleKind::deductive;
  RelationId head;
  std::vector<HeadTerm> head_terms;
  std::vector<Literal> positive;  ///< at least one, in the order of the source
  std::vector<Literal> negative;
  std::vector<Comparison> comparisons;
  std::vector<std::string> slot_names;  ///< names of the variables by slot; "_" for anonymous ones
  Term location;  ///< first column of positive[0]; a wildcard if `observes` is true
  /// The largest T of the premises rel(…)@T. The rule never fires before this tick.
  Time earliest{1};
  bool has_aggregate = false;
  Carrier carrier = Carrier::memory;
  /// True if the rule is generated: it defines a stable or buffered relation, or an event.
  bool made = false;
  /// True if the rule belongs to a specification. Such a rule runs at no node, so its location is a
  /// wildcard and no fault stops it.
  bool observes = false;
  /// Relation of the messages that the rule concerns, if that is not the head; see
  /// Program::message_of.
  std::optional<RelationId> message;
  SourceRange where;
  std::string text;  ///< text of the rule as written, on one line
  [[nodiscard]] std::size_t slot_count() const { return slot_names.size(); }
};

/// Returns true if the rule applies only under CrashModel::stop.
[[nodiscard]] inline bool of_outages(const Rule& rule) {
  return rule.carrier == Carrier::keep || rule.carrier == Carrier::load ||
         rule.carrier == Carrier::stand;
}

/// Returns true for a rule r(X…)@next :- r(X…); without further premises.
[[nodiscard]] bool copies_table(const Rule& rule);

/// The data on disks that faults may damage, and whether nodes detect damage.
struct Corruptions {
  struct Column {
    std::string relation;
    std::uint32_t column = 0;  ///< number of the column, from 1
    auto operator<=>(const Column&) const = default;
  };
  /// True if damaged tuples are dropped and the relation `corrupt` reports them.
  bool detected = false;
  /// Names of the relations that may be damaged; empty: all stable and buffered ones.
  std::vector<std::string> relations{};
  /// Columns that may be damaged; empty: the last column of each relation.
  std::vector<Column> columns{};
};

/// A fact that the program states: `tuple` holds at tick `at`.
struct GivenFact {
  RelationId relation;
  std::vector<Value> tuple;
  Time at;
  SourceRange where;
};

/// A stratum: one strongly connected component of the graph "depends on, within a tick". Edges come
/// from deductive rules, and literals rel@T count as within a tick. Strata are in evaluation order,
/// and no negation or aggregate is inside a stratum [ULLMAN90].
struct Stratum {
  std::vector<RelationId> relations;
  std::vector<RuleId> rules;  ///< deductive rules whose heads are in the stratum
  bool recursive = false;
};

/// A specification by which the program is judged. The tuples of its relation are its violations.
/// The first specification may be the invariant of pre and post.
struct DeclaredSpecification {
  Specification says;
  RelationId relation;
  /// True if the specification is the invariant; then `relation` is not used.
  bool invariant = false;
  SourceRange where;
};

struct Program {
  SourceSet sources;               ///< all files that were read, to show places in messages
  std::vector<std::string> files;  ///< program files as named on the command line or in the config
  Symbols symbols;
  std::vector<Relation> relations;
  std::vector<Rule> rules;
  std::vector<GivenFact> facts;
  std::vector<Stratum> strata;
  /// For each relation, the index of its stratum in `strata`.
  std::vector<std::uint32_t> stratum_of;
  /// The relation whose facts hold at every node and tick: crash(Observer, Node, Time). Nullopt if
  /// the program does not mention it.
  std::optional<RelationId> timeless;
  /// The relations of facts about faults, by FaultRelation. Nullopt if the program does not mention
  /// the relation, or derives it itself, or if the Fspec needs no generated rules that read it.
  std::array<std::optional<RelationId>, fault_relation_count> of_faults{};
  /// Columns that may be damaged, sorted; empty if disks cannot be damaged.
  std::vector<Corruptions::Column> damaged;
  /// Relation of the relations that a sync or write-back writes; nullopt without write-backs.
  std::optional<RelationId> flush;
  /// True if facts about late messages name their relations.
  [[nodiscard]] bool late_by_relation() const {
    const auto late = built_in(FaultRelation::late);
    return late && relation(*late).arity() > 3;
  }
  /// Largest number of ticks by which messages may be late.
  int latest = 0;
  /// Relation overtaken(To, From): a message from From to To is overtaken by a later message. Such
  /// an execution is not admissible, so it violates nothing (fifo.cpp). Nullopt unless channels are
  /// fifo.
  std::optional<RelationId> overtaken;
  std::optional<RelationId> pre;
  std::optional<RelationId> post;
  /// Specifications of the program. Empty if it is judged only by pre and post.
  std::vector<DeclaredSpecification> specifications;
  std::vector<std::string> nodes;  ///< names of the nodes, given or inferred, sorted
  std::vector<Diagnostic> warnings;

  [[nodiscard]] const Relation& relation(RelationId id) const { return relations[id.index()]; }
  [[nodiscard]] const Rule& rule(RuleId id) const { return rules[id.index()]; }
  [[nodiscard]] std::optional<RelationId> built_in(FaultRelation of) const {
    return of_faults[static_cast<std::size_t>(of)];
  }
  /// Returns the row of the relation of faults with this id, or nullptr if there is none.
  [[nodiscard]] const FaultRelationRow* fault_relation(RelationId id) const {
    const auto it = std::ranges::find(of_faults, std::optional(id));
    return it == of_faults.end() ? nullptr : &row_of(FaultRelation(it - of_faults.begin()));
  }
  /// Returns true if the facts of the relation come from the faults of an execution.
  [[nodiscard]] bool built_in(RelationId id) const {
    return id == timeless || fault_relation(id) != nullptr;
  }
  /// Returns true if only generated rules need the relation. Views do not show its tuples.
  [[nodiscard]] bool internal(RelationId id) const {
    const FaultRelationRow* row = fault_relation(id);
    return (row != nullptr && row->internal()) || id == flush || relation(id).late_of.has_value() ||
           relation(id).orders;
  }
  /// Returns the name that `ioerror` shows if a write to the relation fails. For `dur.p`, and for
  /// events of p, that is `p`.
  [[nodiscard]] const std::string& stored_name(const Relation& relation) const {
    const auto& event = relation.event;
    if (event && event->kind == EventKind::wrote) return stored_name(this->relation(event->of));
    return relation.disk_of ? this->relation(*relation.disk_of).name : relation.name;
  }
  /// Returns the relation of the messages that an async rule sends: its head, or the message from
  /// which the head is derived.
  [[nodiscard]] RelationId message_of(const Rule& rule) const {
    if (rule.message) return *rule.message;
    const auto& event = relation(rule.head).event;
    return event ? event->of : rule.head;
  }
  [[nodiscard]] std::optional<RelationId> find(std::string_view name) const;
  /// Returns a tuple as text, such as `log(a,"two words",3)`. Strings that are not plain words are
  /// quoted and escaped. Columns whose bits are set in `wildcards` are shown as `_`. Helpers of
  /// events are shown in words, such as `m(b,3) from a`. Requires that `tuple` has the relation's
  /// arity.
  [[nodiscard]] std::string tuple_text(RelationId relation, const Value* tuple,
                                       std::uint64_t wildcards = 0) const;
};

/// Returns the same program, judged only by the specification with this index. If that is the
/// invariant, the result has no specifications. Otherwise, the result has no pre and post.
[[nodiscard]] Program judged_by(const Program& program, std::size_t specification);

}  // namespace ldfi::dedalus
