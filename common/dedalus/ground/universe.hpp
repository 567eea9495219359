// The universe of one Fspec (docs/explanation/search.md#the-universe-what-could-ever-hold). It has
// every fact that can hold under some admissible fault set (U), and notes which of them hold under
// all fault sets (L). The universe also has every instance: a rule written out for given values and
// a tick. The main query returns all instances whose head is a given fact. Executor, lineage and
// the formula for the solver use it.
//
//   Universe u = ground_program(program, fspec);      (ground_program.hpp)
//   for (InstanceId i : u.instances_of(fact)) for (Premise p : u.premises(i)) …
//
// Facts are user facts (relation, tuple, tick), or helper facts that grounding adds:
//   fault        crash(_,n,t): the fault set crashes n at t (timeless: tick 0);
//                restart(n), down(n), paused(n): n is in this state at the fact's tick;
//                ioerror(n,p): writes of p at n failed at the previous tick;
//                a helper for write-backs: the system writes p back at n
//   projection   some tuple matches a negated literal's pattern with wildcards
//   contributor  one distinct value of one group of an aggregate
//   aggregate    "the aggregate of this group is in [low, high]"; its one instance has no premises
//                and represents the group's contributors
//   error        a rule whose arithmetic fails; if the fact holds, the execution is an error
// Premises that hold in every execution are left out. A fact that holds in every execution has no
// instances. Instances of one fact that differ only in an aggregate's value are merged into one
// instance with a range of values. So thresholds such as "at least a majority" stay small.
//
// Facts are numbered so that premises come before heads. Only facts of one tick that depend on each
// other in a cycle (a component) cannot be ordered, and have consecutive numbers. The facts on
// which goals and errors depend come first; they are called the cone.
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
/// An integer that can hold any sum of Values. A sum outside of Value's range is an arithmetic
/// error.
__extension__ using Wide = __int128;

enum class FactKind : std::uint8_t { user, fault, projection, contributor, aggregate, error };

using ChannelId = Id<struct ChannelTag>;
inline constexpr ChannelId no_channel{~std::uint32_t{0}};

/// One premise of an instance (a ground rule): a fact that must hold or, if negated, must not hold.
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

/// The data of a fact in the universe, apart from its tuple. `space` is the number of the
/// relation (for a user fact, fault or projection) or of the rule (for a contributor, aggregate or
/// error).
struct FactInfo {
  FactKind kind = FactKind::user;
  bool certain = false;
  std::uint32_t space = 0;
  Time at;
  std::uint64_t tuple_begin = 0;
  std::uint32_t tuple_size = 0;
  std::uint64_t wildcards = 0;  ///< for a projection, bit i is set if column i is not in the tuple
};

/// A value that may belong to a group. The value counts in the aggregate if `fact` holds.
struct Contributor {
  FactId fact;
  Value value = 0;
};

/// The possible values of one group of an aggregate at one tick, in ascending order.
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

/// A ground rule in the table of instances. Its premises begin at index premise_begin. They end
/// before the premise_begin of the next row.
struct InstanceRow {
  FactId head;
  RuleId rule;
  ChannelId channel = no_channel;
  std::uint32_t premise_begin = 0;
};

/// A goal, by which executions are judged (docs/explanation/verdicts.md). An execution violates the
/// goal if `pre` holds and `post` does not. If `pre` is nullopt, it always counts as holding. If
/// `post` is nullopt, it can never hold. If a message overtakes another one of a fifo channel, the
/// execution violates no goal.
struct Goal {
  std::optional<FactId> pre;
  std::optional<FactId> post;
  /// Index of the specification to which the goal belongs; 0 if the program has no specifications.
  std::uint32_t specification = 0;
};

/// Facts of one tick that depend on each other in a cycle. Their numbers go from `begin` to before
/// `end`.
struct Component {
  FactId begin;
  FactId end;
};

/// Returns the statement about faults that the fact makes, such as "node n is down at tick 3".
/// Requires a fact of FactKind::fault and its tuple.
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

/// The tables of a universe. number_facts() makes them, and the class Universe gives access to
/// them.
struct UniverseData {
  std::vector<FactInfo> facts;
  std::vector<Value> tuples;
  std::vector<InstanceRow> instances;  ///< sorted by head; the last row only marks the end
  /// For each fact, the index of its first instance. The last entry is the number of instances.
  std::vector<std::uint32_t> first_instance;
  std::vector<Premise> premises;
  std::vector<Channel> channels;
  std::vector<Group> groups;
  std::vector<AggregateRange> ranges;  ///< for facts that are aggregates: see range_of
  /// For each fact that is an aggregate, its index into `ranges`.
  std::vector<std::uint32_t> range_of;
  std::vector<Component> components;  ///< facts that depend on each other in a cycle, in order
  /// For each fact, the index of its component in `components`; ~0 if it is in no cycle.
  std::vector<std::uint32_t> component_of;
  std::vector<Goal> goals;
  /// Facts that hold if a message overtakes another one of a fifo channel.
  std::vector<FactId> overtaken;
  std::vector<FactId> errors;
  /// For each fact in `errors`, its arithmetic fault.
  std::vector<dedalus::ArithmeticFault> error_faults;
  /// Number of facts on which goals and errors depend. These facts have the lowest numbers.
  std::size_t cone = 0;
  std::vector<PrunedFact> pruned;  ///< facts that a pruner found impossible, which are left out
  bool bounded = false;            ///< true if the grounder also called the pruner within ticks
};

class Universe {
 public:
  /// `data` must have consistent tables. `program` must outlive the universe. All functions require
  /// ids and indices of this universe. range() requires a fact that is an aggregate.
  Universe(const Program& program, Fspec fspec, UniverseData data);

  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] const Fspec& fspec() const { return fspec_; }
  [[nodiscard]] std::size_t fact_count() const { return d_.facts.size(); }
  [[nodiscard]] std::size_t instance_count() const { return d_.instances.size() - 1; }
  /// Returns the number of facts on which goals and errors depend. These facts have the lowest
  /// numbers.
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
  /// Returns the index in components() of the cyclic component that contains the fact; nullopt if
  /// the fact is in no cycle.
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

  /// Returns the facts that a pruner found impossible, in the order of its answers. With this list,
  /// KnownImpossible can ground the same universe without the pruner's work.
  [[nodiscard]] const std::vector<PrunedFact>& pruned() const { return d_.pruned; }
  /// Returns true if the grounder also called the pruner within ticks, to bound recursions that
  /// compute numbers.
  [[nodiscard]] bool bounded() const { return d_.bounded; }

  /// Returns every user fact of a relation at a tick, sorted by tuple. Slow, because it visits all
  /// facts; meant for tests and reports.
  [[nodiscard]] std::vector<FactId> user_facts(RelationId relation, Time at) const;
  /// Returns the fact as text, such as `log(b,data)@4`. A helper fact, such as an aggregate, gets a
  /// readable name.
  [[nodiscard]] std::string text(FactId f) const;
  /// Returns a hash of the tables. Two processes that ground the same program for the same Fspec
  /// get the same hash. The hash detects mistakes, but gives no protection against attackers.
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  const Program* program_;
  Fspec fspec_;
  UniverseData d_;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace ldfi::ground
