// The universe of one Fspec (docs/explanation/search.md#the-universe-what-could-ever-hold): every
// fact that can hold under some admissible fault set (U), which of them hold under all (L), and
// every ground rule instance between them. Its main query is "all instances whose head is this
// fact", which executor, lineage and circuits use.
//
//   Universe u = ground_program(program, fspec);      (ground_program.hpp)
//   for (InstanceId i : u.instances_of(fact)) for (Premise p : u.premises(i)) …
//
// Facts are user facts (relation, tuple, tick), or helpers:
//   fault        crash(_,n,t): the fault set crashes n at t (timeless: tick 0);
//                restart(n), down(n), paused(n): n is in this state at the fact's tick;
//                ioerror(n,p): writes of p at n failed at the previous tick;
//                a helper for write-backs: the system writes p back at n
//   projection   some tuple matches a negated literal's pattern with wildcards
//   contributor  one distinct value of one group of an aggregate
//   aggregate    "the aggregate of this group is in [low, high]"; its one instance has no premises
//                and represents the group's contributors
//   error        a rule whose arithmetic fails; if the fact holds, the execution is an error
// Instances have no premises that hold in every execution (facts in L, or negated facts outside U),
// and certain facts have no instances. Instances of one fact that differ only in an aggregate's
// value are merged into one over a range of values, so thresholds such as "at least a majority"
// stay small.
//
// Facts are numbered so that premises come before heads. The exception is a cyclic component: facts
// of one tick that depend on each other, which have consecutive numbers. The cone comes first: the
// facts on which goals and errors depend.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/base/contract.hpp"
#include "common/dedalus/ground/pruned.hpp"
#include "common/dedalus/language/arithmetic.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::ground {

using dedalus::Program;
using dedalus::Value;
/// An integer for sums, which may exceed the range of Value. Such sums are arithmetic errors.
__extension__ using Wide = __int128;

enum class FactKind : std::uint8_t { user, fault, projection, contributor, aggregate, error };

using ChannelId = Id<struct ChannelTag>;
inline constexpr ChannelId no_channel{~std::uint32_t{0}};

/// One premise of an instance: a fact that must hold or, if negated, must not hold.
class Premise {
 public:
  /// Requires that the fact's number is below max_facts.
  Premise(FactId fact, bool negated) : code_(fact.raw() << 1U | (negated ? 1U : 0U)) {
    LDFI_REQUIRE(fact.raw() < max_facts, "the number of a fact fits into a premise");
  }
  static constexpr std::uint32_t max_facts = std::uint32_t{1} << 31U;
  [[nodiscard]] FactId fact() const { return FactId(code_ >> 1); }
  [[nodiscard]] bool negated() const { return (code_ & 1U) != 0; }
  auto operator<=>(const Premise&) const = default;

 private:
  std::uint32_t code_;
};

/// A row of the table of facts. `space` is the number of the relation (user fact, fault,
/// projection) or of the rule (contributor, aggregate, error).
struct FactInfo {
  FactKind kind = FactKind::user;
  bool certain = false;
  std::uint32_t space = 0;
  Time at;
  std::uint64_t tuple_begin = 0;
  std::uint32_t tuple_size = 0;
  std::uint64_t wildcards = 0;  ///< for a projection, bit i is set if column i is not in the tuple
};

/// One value of a group. The value counts if `fact` holds.
struct Contributor {
  FactId fact;
  Value value = 0;
};

/// The contributors of one group of one aggregate at one tick, in the order of their values.
struct Group {
  dedalus::AggregateKind kind = dedalus::AggregateKind::count;
  std::vector<Contributor> contributors;
};

/// The meaning of an aggregate fact: the group is not empty and its aggregate is in [low, high].
struct AggregateRange {
  std::uint32_t group = 0;
  Wide low = 0;
  Wide high = 0;
};

/// A row of the table of instances. Its premises are those from premise_begin up to the
/// premise_begin of the next row.
struct InstanceRow {
  FactId head;
  RuleId rule;
  ChannelId channel = no_channel;
  std::uint32_t premise_begin = 0;
};

/// A goal, by which executions are judged. An execution violates the goal if `pre` holds (or is
/// nullopt) and `post` does not hold (or is nullopt, because it can never hold). An execution in
/// which a message is overtaken on a fifo channel violates nothing. See
/// docs/explanation/verdicts.md.
struct Goal {
  std::optional<FactId> pre;
  std::optional<FactId> post;
  /// Index of the specification to which the goal belongs; 0 if the program has none.
  std::uint32_t specification = 0;
};

/// A cyclic component: facts of one tick that depend on each other. Their numbers go from `begin`
/// to before `end`.
struct Component {
  FactId begin;
  FactId end;
};

/// Returns the faults that make the fact hold. Requires a fact of FactKind::fault and its tuple.
[[nodiscard]] FaultFact fault_fact(const Program& program, const Fspec& fspec, const FactInfo& fact,
                                   std::span<const Value> tuple);

template <class IdType>
class IdRange {
 public:
  class iterator {
   public:
    explicit iterator(std::uint32_t i) : i_(i) {}
    IdType operator*() const { return IdType(i_); }
    iterator& operator++() {
      ++i_;
      return *this;
    }
    bool operator!=(const iterator& o) const { return i_ != o.i_; }

   private:
    std::uint32_t i_;
  };
  IdRange(std::uint32_t begin, std::uint32_t end) : begin_(begin), end_(end) {}
  [[nodiscard]] iterator begin() const { return iterator(begin_); }
  [[nodiscard]] iterator end() const { return iterator(end_); }
  [[nodiscard]] std::size_t size() const { return end_ - begin_; }
  [[nodiscard]] bool empty() const { return begin_ == end_; }

 private:
  std::uint32_t begin_;
  std::uint32_t end_;
};

/// The tables of a universe, which number_facts() makes and Universe reads.
struct UniverseData {
  std::vector<FactInfo> facts;
  std::vector<Value> tuples;
  std::vector<InstanceRow> instances;  ///< sorted by head; the last row only marks the end
  /// For each fact, its first instance; has one more entry at the end.
  std::vector<std::uint32_t> first_instance;
  std::vector<Premise> premises;
  std::vector<Channel> channels;
  std::vector<Group> groups;
  std::vector<AggregateRange> ranges;  ///< ranges of aggregate facts, see range_of
  /// For each fact that is an aggregate, its index into `ranges`.
  std::vector<std::uint32_t> range_of;
  std::vector<Component> components;  ///< cyclic components only, in order
  /// For each fact, the index of its cyclic component, or ~0.
  std::vector<std::uint32_t> component_of;
  std::vector<Goal> goals;
  /// Facts that hold if a message overtakes another one of a fifo channel.
  std::vector<FactId> overtaken;
  std::vector<FactId> errors;
  /// For each fact in `errors`, its arithmetic fault.
  std::vector<dedalus::ArithmeticFault> error_faults;
  /// Number of facts in the cone, which come first; goals and errors depend on no others.
  std::size_t cone = 0;
  std::vector<PrunedFact> pruned;  ///< facts that a pruner dropped
  bool bounded = false;            ///< true if the pruner was also asked within ticks
};

class Universe {
 public:
  /// `data` must have consistent tables. `program` must outlive the universe. All functions require
  /// ids and indices below the universe's counts. range() requires an aggregate.
  Universe(const Program& program, Fspec fspec, UniverseData data);

  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] const Fspec& fspec() const { return fspec_; }
  [[nodiscard]] std::size_t fact_count() const { return d_.facts.size(); }
  [[nodiscard]] std::size_t instance_count() const { return d_.instances.size() - 1; }
  /// Returns the size of the cone. Goals and errors depend only on facts whose numbers are smaller.
  [[nodiscard]] std::size_t cone() const { return d_.cone; }

  [[nodiscard]] const FactInfo& info(FactId f) const {
    LDFI_REQUIRE(f.index() < d_.facts.size(), "the universe has this fact");
    return d_.facts[f.index()];
  }
  [[nodiscard]] std::span<const Value> tuple(FactId f) const {
    return {d_.tuples.data() + info(f).tuple_begin, info(f).tuple_size};
  }
  [[nodiscard]] FaultFact fault_fact(FactId f) const {
    return ground::fault_fact(*program_, fspec_, info(f), tuple(f));
  }
  [[nodiscard]] bool certain(FactId f) const { return info(f).certain; }
  [[nodiscard]] IdRange<InstanceId> instances_of(FactId f) const {
    LDFI_REQUIRE(f.index() < d_.facts.size(), "the universe has this fact");
    return {d_.first_instance[f.index()], d_.first_instance[f.index() + 1]};
  }
  [[nodiscard]] const InstanceRow& instance(InstanceId i) const {
    LDFI_REQUIRE(i.index() < instance_count(), "the universe has this rule instance");
    return d_.instances[i.index()];
  }
  [[nodiscard]] std::span<const Premise> premises(InstanceId i) const {
    LDFI_REQUIRE(i.index() < instance_count(), "the universe has this rule instance");
    const auto begin = d_.instances[i.index()].premise_begin;
    return {d_.premises.data() + begin, d_.instances[i.index() + 1].premise_begin - begin};
  }
  [[nodiscard]] const std::vector<Channel>& channels() const { return d_.channels; }
  [[nodiscard]] const AggregateRange& range(FactId f) const {
    LDFI_REQUIRE(info(f).kind == FactKind::aggregate, "only aggregates have a range");
    return d_.ranges[d_.range_of[f.index()]];
  }
  [[nodiscard]] const std::vector<Group>& groups() const { return d_.groups; }
  [[nodiscard]] const std::vector<Component>& components() const { return d_.components; }
  /// Returns the index of the cyclic component to which the fact belongs, or nullopt if it belongs
  /// to none.
  [[nodiscard]] std::optional<std::uint32_t> component_of(FactId f) const;
  [[nodiscard]] const std::vector<Goal>& goals() const { return d_.goals; }
  /// Returns the facts that hold if a message overtakes another message of a fifo channel. If one
  /// of these facts holds, nothing counts as violated.
  [[nodiscard]] const std::vector<FactId>& overtaken() const { return d_.overtaken; }
  [[nodiscard]] const std::vector<FactId>& errors() const { return d_.errors; }
  [[nodiscard]] const dedalus::ArithmeticFault& error_fault(std::size_t i) const {
    LDFI_REQUIRE(i < d_.error_faults.size(), "the universe has this arithmetic error");
    return d_.error_faults[i];
  }

  /// Returns the facts that a pruner dropped, in the order of its answers. With them,
  /// KnownImpossible grounds the same universe without the pruner's work.
  [[nodiscard]] const std::vector<PrunedFact>& pruned() const { return d_.pruned; }
  /// Returns true if the pruner was also asked within ticks, to bound recursions that compute
  /// numbers.
  [[nodiscard]] bool bounded() const { return d_.bounded; }

  /// Returns every user fact of a relation at a tick, sorted by tuple. Scans all facts, so only
  /// tests and reports should call this function.
  [[nodiscard]] std::vector<FactId> user_facts(RelationId relation, Time at) const;
  /// Returns the fact as text, such as `log(b,data)@4`, or a readable name for a helper.
  [[nodiscard]] std::string text(FactId f) const;
  /// Returns a hash of the tables. Two processes that ground the same bytes get the same hash. It
  /// protects against mistakes, not against attackers.
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  const Program* program_;
  Fspec fspec_;
  UniverseData d_;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace ldfi::ground
