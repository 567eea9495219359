// A program grounded without ticks: the facts that may hold at some tick, and the rule instances
// that connect them. An instance reads facts of one tick; its head holds at the same tick or at the
// next one.
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

/// Number of a list of facts, for a rule with `notin`: none of these facts may hold.
using PatternId = Id<struct PatternTag>;

/// Sender and receiver of a head that holds at the next tick. If both are the same node, the head
/// stays in this node's memory.
struct Link {
  NodeId from;
  NodeId to;
  auto operator<=>(const Link&) const = default;
};

/// Messages on a link that arrive this number of ticks late, or a second time then.
struct Lateness {
  Link link;
  int ticks = 0;
  auto operator<=>(const Lateness&) const = default;
};

struct Instance {
  FactId head;  ///< not set if the instance is an error or an escape
  std::vector<FactId> premises;
  std::vector<PatternId> absent;
  /// Sender and receiver of the head; nullopt if no fault can stop the head.
  std::optional<Link> link;
  /// How the head of an `@next` rule gets to the next tick under the crash model `stop`; `memory`
  /// for messages.
  dedalus::Carrier carrier = dedalus::Carrier::memory;
  auto operator<=>(const Instance&) const = default;
};

/// One group of one aggregate, with its members.
struct Group {
  dedalus::AggregateKind kind = dedalus::AggregateKind::count;
  std::vector<ground::Contributor> contributors;  ///< members of the group, by increasing value
};

/// A head that holds exactly if the aggregates of these groups have these values.
struct AggregateHead {
  FactId head;
  std::vector<std::pair<std::uint32_t, ground::Wide>> values;
};

struct GivenAt {
  FactId fact;
  Time at;
};

struct System {
  /// The program. Executions are judged by its only specification or, if it has none, by pre and
  /// post.
  const dedalus::Program* program = nullptr;
  const Fspec* fspec = nullptr;  ///< EOT and EFF of the Fspec are ignored
  struct Fact {
    /// Relation of the fact; nullopt if the fact is a helper.
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
    /// Set if the fact says that messages sent now are late in this way.
    std::optional<Lateness> late{};
    std::optional<Time> since{};  ///< set if the fact says that now is this tick or a later one
    /// Set if the fact says that another fact held at that tick, which is not in the future.
    std::optional<std::pair<FactId, Time>> past{};
  };
  std::vector<Fact> facts;
  bool reads_crashes = false;  ///< true if a needed rule reads crashes
  std::vector<Instance> now;
  std::vector<Instance> next;
  std::vector<Instance> errors;   ///< instances whose arithmetic fails
  std::vector<Instance> escapes;  ///< instances whose heads would exceed the cap
  /// Errors and escapes of rules whose heads hold at the next tick. At EOT, they do not count.
  std::vector<Instance> next_errors;
  std::vector<Instance> next_escapes;
  std::vector<std::vector<FactId>> patterns;
  std::vector<Group> groups;
  std::vector<AggregateHead> aggregates;
  std::vector<GivenAt> given;  ///< given facts that do not hold at every tick
  /// Columns with numbers that would exceed the cap.
  std::set<std::pair<RelationId, std::size_t>> escaping;
  /// Columns that saturate, each with the largest number that is distinguished from larger ones.
  std::map<std::pair<RelationId, std::size_t>, dedalus::Value> tops;

  [[nodiscard]] std::string text(FactId fact) const;
  /// Returns the unique name of the fact in certificates (docs/reference/certificate-format.md).
  /// Empty if the fact is a helper.
  [[nodiscard]] std::string key(FactId fact) const;
  /// Returns the name of the relation in certificates. Empty if certificates do not have the
  /// relation. Arrivals of m with their sender are `delivered.m`; facts of p one tick earlier are
  /// `before:p`.
  [[nodiscard]] std::string key(RelationId relation) const;
  /// Returns the position, from 0, of a column in the name that a fact has in certificates.
  [[nodiscard]] std::size_t place(RelationId relation, std::size_t column) const;
};

}  // namespace ldfi::forever
