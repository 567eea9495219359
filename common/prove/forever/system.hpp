// A program without its time: the facts that may hold at some tick, and the rule instances between
// them. An instance reads one tick; its head holds at the same tick or at the next one.
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

/// A list of facts, of which a rule with `notin` needs that none holds.
using PatternId = Id<struct PatternTag>;

/// From whom to whom a head goes to the next tick. To the node itself: its memory.
struct Link {
  NodeId from;
  NodeId to;
  auto operator<=>(const Link&) const = default;
};

/// What one node sends another arrives so many ticks late, or a second time.
struct Lateness {
  Link link;
  int ticks = 0;
  auto operator<=>(const Lateness&) const = default;
};

struct Instance {
  FactId head;  ///< of an error or an escape: nothing
  std::vector<FactId> premises;
  std::vector<PatternId> absent;
  std::optional<Link> link;  ///< none: no fault stops it
  /// Under crash_model stop: how the head of an `@next` rule stays; `memory` for messages.
  dedalus::Carrier carrier = dedalus::Carrier::memory;
  auto operator<=>(const Instance&) const = default;
};

/// One group of one aggregate. Its contributors are facts of the system.
struct Group {
  dedalus::AggregateKind kind = dedalus::AggregateKind::count;
  std::vector<ground::Contributor> contributors;  ///< by increasing value
};

/// A head that holds iff these groups have these values.
struct AggregateHead {
  FactId head;
  std::vector<std::pair<std::uint32_t, ground::Wide>> values;
};

struct GivenAt {
  FactId fact;
  Time at;
};

struct System {
  /// Judged by its one specification, or by pre and post.
  const dedalus::Program* program = nullptr;
  const Fspec* fspec = nullptr;  ///< its EOT and EFF mean nothing here
  struct Fact {
    std::optional<RelationId> relation{};  ///< none: a helper
    std::vector<dedalus::Value> tuple;
    bool constant = false;            ///< holds at every tick of every execution
    std::optional<NodeId> crash{};    ///< crash(_, node, _)
    std::optional<NodeId> down{};     ///< down(node)
    std::optional<NodeId> restart{};  ///< restart(node)
    std::optional<NodeId> paused{};   ///< paused(node)
    std::optional<NodeId> quiet{};    ///< node sends nothing, say events
    std::optional<std::pair<NodeId, RelationId>> failed{};  ///< ioerror(node, relation)
    std::optional<Lateness> late{};                         ///< what is sent now is late by so much
    std::optional<Time> since{};                            ///< now is this tick or a later one
    std::optional<std::pair<FactId, Time>>
        past{};  ///< the fact held at that tick, which is not to come
  };
  std::vector<Fact> facts;
  bool reads_crashes = false;  ///< some rule does
  std::vector<Instance> now;
  std::vector<Instance> next;
  std::vector<Instance> errors;   ///< arithmetic that fails
  std::vector<Instance> escapes;  ///< their heads would exceed the cap
  /// The same of rules whose heads hold at the next tick: at EOT, such rules no longer apply.
  std::vector<Instance> next_errors;
  std::vector<Instance> next_escapes;
  std::vector<std::vector<FactId>> patterns;
  std::vector<Group> groups;
  std::vector<AggregateHead> aggregates;
  std::vector<GivenAt> given;  ///< of facts that are not constant
  /// The columns with numbers beyond the cap.
  std::set<std::pair<RelationId, std::size_t>> escaping;
  /// The columns that saturate, each with the largest number that is told apart.
  std::map<std::pair<RelationId, std::size_t>, dedalus::Value> tops;

  [[nodiscard]] std::string text(FactId fact) const;
  /// Its name in certificates (docs/reference/certificate-format.md), which no other fact has; a helper has none.
  [[nodiscard]] std::string key(FactId fact) const;
  /// How certificates call a relation: what arrives with its sender is `delivered.m`, what held a tick before is
  /// `before:p`. Empty if they know none.
  [[nodiscard]] std::string key(RelationId relation) const;
  /// Where a column stands in it, from 0 on.
  [[nodiscard]] std::size_t place(RelationId relation, std::size_t column) const;
};

}  // namespace ldfi::forever
