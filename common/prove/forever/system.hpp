// A program that is grounded without ticks: the facts that may hold at some tick, and the rule
// instances that connect them. An instance reads facts of one tick. Its head holds at the same tick
// or at the next tick.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/dedalus/ground/universe.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::forever {

/// Number of a list of facts. A rule with `notin` requires that none of these facts hold.
using PatternId = Id<struct PatternTag>;

/// Sender and receiver of a head that holds at the next tick. If both are the same node, the head
/// stays in this node's memory.
struct Link {
  NodeId from;
  NodeId to;
  auto operator<=>(const Link&) const = default;
};

/// A delay of the messages on a link: they arrive this number of ticks late, or a second time then.
struct Lateness {
  Link link;
  int ticks = 0;
  auto operator<=>(const Lateness&) const = default;
};

struct Instance {
  /// Fact that the instance derives; not set if its arithmetic fails or exceeds the cap.
  FactId head;
  std::vector<FactId> premises;
  std::vector<PatternId> absent;
  /// Sender and receiver of the head; nullopt if no fault can stop the head.
  std::optional<Link> link;
  /// How the head of an `@next` rule gets to the next tick under the crash model `stop`: by memory
  /// or disk. `memory` for messages.
  dedalus::Carrier carrier = dedalus::Carrier::memory;
  auto operator<=>(const Instance&) const = default;
};

/// The tuples over which an aggregate computes one value.
struct Group {
  dedalus::AggregateKind kind = dedalus::AggregateKind::count;
  std::vector<ground::Contributor> contributors;  ///< members of the group, by increasing value
};

/// A head that holds exactly if its aggregates have the values of the head. Each group belongs to
/// one aggregate.
struct AggregateHead {
  FactId head;
  std::vector<std::pair<std::uint32_t, ground::Wide>> values;
};

struct GivenAt {
  FactId fact;
  Time at;
};

struct System {
  /// The program. Its only specification decides whether an execution is a violation. Without a
  /// specification, the relations pre and post decide.
  const dedalus::Program* program = nullptr;
  const Fspec* fspec = nullptr;  ///< EOT and EFF of the Fspec are ignored
  struct Fact {
    /// Relation of the fact. Nullopt if the fact was added by the grounding and belongs to no
    /// relation.
    std::optional<RelationId> relation{};
    std::vector<dedalus::Value> tuple;
    bool constant = false;            ///< true if the fact holds at every tick of every execution
    std::optional<NodeId> crash{};    ///< the node, if the fact is crash(_, node, _)
    std::optional<NodeId> down{};     ///< the node, if the fact is down(node)
    std::optional<NodeId> restart{};  ///< the node, if the fact is restart(node)
    std::optional<NodeId> paused{};   ///< the node, if the fact is paused(node)
    /// The node, if the fact says that the node sends nothing, for rules about events.
    std::optional<NodeId> quiet{};
    /// The disk, if the fact is ioerror(node, relation).
    std::optional<std::pair<NodeId, RelationId>> failed{};
    /// Set if the fact says that messages which are sent now are late in this way.
    std::optional<Lateness> late{};
    /// Set if the fact says that the present tick is this one or a later one.
    std::optional<Time> since{};
    /// Set if the fact says that another fact held at an earlier tick, or holds at the present one.
    std::optional<std::pair<FactId, Time>> past{};
  };
  std::vector<Fact> facts;
  bool reads_crashes = false;  ///< true if a needed rule reads crashes
  std::vector<Instance> now;
  std::vector<Instance> next;
  std::vector<Instance> errors;   ///< instances whose arithmetic fails
  std::vector<Instance> escapes;  ///< instances whose heads would exceed the cap
  /// Instances of rules for the next tick whose arithmetic fails or exceeds the cap. At EOT (the
  /// last tick), they do not count.
  std::vector<Instance> next_errors;
  std::vector<Instance> next_escapes;
  std::vector<std::vector<FactId>> patterns;
  std::vector<Group> groups;
  std::vector<AggregateHead> aggregates;
  std::vector<GivenAt> given;  ///< given facts that do not hold at every tick
  /// Columns with numbers that would exceed the cap.
  std::set<std::pair<RelationId, std::size_t>> columns_that_exceed_cap;
  /// Columns whose large numbers are merged. Each has the largest number that is distinguished from
  /// larger ones.
  std::map<std::pair<RelationId, std::size_t>, dedalus::Value> tops;

  [[nodiscard]] std::string text(FactId fact) const;
  /// Returns the unique name of the fact in certificates (docs/reference/certificate-format.md).
  /// Empty if the fact belongs to no relation of the program.
  [[nodiscard]] std::string key(FactId fact) const;
  /// Returns the name of the relation in certificates. Empty if certificates do not have the
  /// relation. Arrivals of m with their sender are `delivered.m`; facts of p one tick earlier are
  /// `before:p`.
  [[nodiscard]] std::string key(RelationId relation) const;
  /// Returns the position, from 0, of a column in the name that a fact has in certificates.
  [[nodiscard]] std::size_t place(RelationId relation, std::size_t column) const;
};

}  // namespace ldfi::forever
