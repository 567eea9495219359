// The universe of one Fspec (SEARCH §2): every fact that could hold under some admissible fault set
// (U), which of them hold under all (L), and every ground rule instance between them. It answers one
// question, "all instances whose head is this fact"; executor and circuits ask nothing else.
//
// Facts are user facts (relation, tuple, tick), and four kinds of helper:
//   crash(o,n,t)      present iff the fault set crashes n at t (timeless: tick 0)
//   projection        some tuple matches a negated literal's pattern with wildcards
//   contributor       one distinct value of one group of an aggregate
//   aggregate         "the aggregate of this group lies in [low, high]"
//   arithmetic error  the binding of a rule whose arithmetic fails; holding it is a located error
// An instance has positive premises, negated premises and perhaps a channel; premises that are certain
// (in L), and negated ones outside U, are left out: they hold in every execution.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "common/core/fspec.hpp"
#include "common/dedalus/arithmetic.hpp"
#include "common/dedalus/program.hpp"

namespace ldfi::ground {

using dedalus::Program;
using dedalus::Value;

struct GroundLimits {
  std::size_t max_facts = 10'000'000;
  std::size_t max_instances = 40'000'000;
  std::size_t max_sums = 100'000;  ///< distinct reachable sums of one group
};

enum class FactKind : std::uint8_t { user, crash, projection, contributor, aggregate, error };

/// The message channel (from, to, sent); from == to (halt model only) means "has not crashed by sent".
struct Channel {
  NodeId from;
  NodeId to;
  Time sent;
  auto operator<=>(const Channel&) const = default;
};
using ChannelId = Id<struct ChannelTag>;

}  // namespace ldfi::ground
