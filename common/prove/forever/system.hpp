// A grounded program without its time: the facts that may hold at some tick, and the rule instances that
// connect them. An instance reads facts of one tick; its head holds at the same tick or at the next one.
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

/// Identifies a list of facts. A rule with `notin` requires that none of them holds.
using PatternId = Id<struct PatternTag>;

/// The sender and the recipient of a head that holds at the next tick. If both are the same node, the head
/// stays in the node's memory.
struct Link {
  NodeId from;
  NodeId to;
  auto operator<=>(const Link&) const = default;
};

/// Messages on a link that arrive this number of ticks late, or arrive a second time then.
struct Lateness {
  Link link;
  int ticks = 0;
  auto operator<=>(const Lateness&) const = default;
};

struct Instance {
  FactId head;  ///< not set in errors and escapes
  std::vector<FactId> premises;
  std::vector<PatternId> absent;
  std::optional<Link> link;  ///< nullopt if no fault can stop the head
  /// The way in which the head of an `@next` rule stays, under crash_model stop; `memory` for messages.
  dedalus::Carrier carrier = dedalus::Carrier::memory;
  auto operator<=>(const Instance&) const = default;
};

/// One group of one aggregate.
struct Group {
  dedalus::AggregateKind kind = dedalus::AggregateKind::count;
  std::vector<ground::Contributor> contributors;  ///< by increasing value
};

/// A head that holds if and only if these groups have these values.
struct AggregateHead {
  FactId head;
  std::vector<std::pair<std::uint32_t, ground::Wide>> values;
};

struct GivenAt {
  FactId fact;
  Time at;
};

struct System {
  /// The grounded program. Executions are judged by its only specification or, without one, by pre and post.
  const dedalus::Program* program = nullptr;
  const Fspec* fspec = nullptr;  ///< EOT and EFF of the Fspec are ignored
  struct Fact {
    std::optional<RelationId> relation{};  ///< nullopt if the fact is a helper
    std::vector<dedalus::Value> tuple;
    bool constant = false;            ///< holds at every tick of every execution
    std::optional<NodeId> crash{};    ///< crash(_, node, _)
    std::optional<NodeId> down{};     ///< down(node)
    std::optional<NodeId> restart{};  ///< restart(node)
    std::optional<NodeId> paused{};   ///< paused(node)
    std::optional<NodeId> quiet{};    ///< the node sends nothing, for rules about events
    std::optional<std::pair<NodeId, RelationId>> failed{};  ///< ioerror(node, relation)
    std::optional<Lateness> late{};  ///< messages sent now are late like this
    std::optional<Time> since{};     ///< now is this tick or a later one
    /// The fact held at that tick, which is not in the future.
    std::optional<std::pair<FactId, Time>> past{};
  };
  std::vector<Fact> facts;
  bool reads_crashes = false;  ///< a needed rule reads crashes
  std::vector<Instance> now;
  std::vector<Instance> next;
  std::vector<Instance> errors;   ///< instances whose arithmetic fails
  std::vector<Instance> escapes;  ///< instances whose heads would exceed the cap
  /// Errors and escapes of rules whose heads hold at the next tick. At EOT, such rules no longer apply.
  std::vector<Instance> next_errors;
  std::vector<Instance> next_escapes;
  std::vector<std::vector<FactId>> patterns;
  std::vector<Group> groups;
  std::vector<AggregateHead> aggregates;
  std::vector<GivenAt> given;  ///< given facts that are not constant
  /// The columns with numbers that would exceed the cap.
  std::set<std::pair<RelationId, std::size_t>> escaping;
  /// The columns that saturate, each with the largest number that is distinguished from larger ones.
  std::map<std::pair<RelationId, std::size_t>, dedalus::Value> tops;

  [[nodiscard]] std::string text(FactId fact) const;
  /// Returns the unique name of the fact in certificates (docs/reference/certificate-format.md), or an empty
  /// string if the fact is a helper.
  [[nodiscard]] std::string key(FactId fact) const;
  /// Returns the name of the relation in certificates, or an empty string if certificates do not have the
  /// relation. Arrivals of m with their sender are `delivered.m`; facts of p one tick earlier are `before:p`.
  [[nodiscard]] std::string key(RelationId relation) const;
  /// Returns the position of a column in the name of a fact in certificates, from 0 on.
  [[nodiscard]] std::size_t place(RelationId relation, std::size_t column) const;
};

}  // namespace ldfi::forever
