// Functions of a single fault that work for all kinds. They need only the members of the fault,
// what it hits (place), and how long it lasts (span). A kind's own member function of the same name
// takes precedence.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>

#include "common/faults/channel.hpp"
#include "common/faults/cut.hpp"
#include "common/faults/fault_fact.hpp"
#include "common/faults/place.hpp"

namespace ldfi {

/// A kind of faults that programs may have.
template <class Kind>
concept FaultKind = requires {
  { Kind::place } -> std::convertible_to<Place>;
  { Kind::span } -> std::convertible_to<Span>;
};

/// A kind whose faults are determined by a node, disk or cut, a first tick and a last tick.
template <class Kind>
concept Spanning = FaultKind<Kind> && Kind::place != Place::message;

/// A kind whose faults hit all messages that one node sends to another at one tick.
template <class Kind>
concept AtOneTick = FaultKind<Kind> && Kind::place == Place::message&& Kind::span == Span::point;

/// The type of what faults of the kind hit: a node, a disk or a cut.
template <Spanning Kind>
using WhereOf = std::conditional_t<Kind::place == Place::node, NodeId,
                                   std::conditional_t<Kind::place == Place::disk, Disk, Cut>>;

/// Returns the fault that hits `where` from the tick `first` to the tick `last`. Faults of one tick
/// and permanent faults ignore `last`.
template <Spanning Kind>
[[nodiscard]] Kind at_place(const WhereOf<Kind>& where, Time first, Time last) {
  if constexpr (requires { Kind::at_place(where, first, last); }) {
    return Kind::at_place(where, first, last);
  } else if constexpr (Kind::place == Place::disk && Kind::span == Span::interval) {
    return {where.node, where.relation, first, last};
  } else if constexpr (Kind::place == Place::disk) {
    return {where.node, where.relation, first};
  } else if constexpr (Kind::span == Span::interval) {
    return {where, first, last};
  } else {
    return {where, first};
  }
}

/// Returns the tick at which the fault begins: the first of its members that is a tick.
template <FaultKind Kind>
[[nodiscard]] Time first_tick(const Kind& fault) {
  std::optional<Time> out;
  fault.members(fault, [&](const auto& member) {
    if constexpr (std::is_convertible_v<decltype(member), Time>) out = out.value_or(member);
  });
  return *out;
}

/// Returns the last tick of the fault: the last of its members that is a tick. Returns the largest
/// possible tick if the fault is permanent.
template <FaultKind Kind>
[[nodiscard]] Time last_tick(const Kind& fault) {
  if constexpr (requires { fault.last(); }) return fault.last();
  Time out(std::numeric_limits<int>::max());
  if (Kind::span == Span::permanent) return out;
  fault.members(fault, [&](const auto& member) {
    if constexpr (std::is_convertible_v<decltype(member), Time>) out = member;
  });
  return out;
}

template <FaultKind Kind>
[[nodiscard]] bool is_on(const Kind& fault, Time t) {
  return first_tick(fault) <= t && t <= last_tick(fault);
}

/// Returns true if pictures show the fault at tick `t`. A permanent fault is shown only at its
/// first tick.
template <FaultKind Kind>
[[nodiscard]] bool is_drawn_at(const Kind& fault, Time t) {
  return Kind::span == Span::permanent ? t == first_tick(fault) : is_on(fault, t);
}

/// Returns true if the fault ends by the tick `last`, or if faults of its kind may last beyond EFF.
template <FaultKind Kind>
[[nodiscard]] bool ends_by(const Kind& fault, int last) {
  if constexpr (requires { fault.ends_by(last); }) return fault.ends_by(last);
  if (Kind::span == Span::length || Kind::span == Span::permanent) return true;
  return last_tick(fault).tick() <= last;
}

/// Returns true if all nodes of the fault have indices below `nodes`.
template <FaultKind Kind>
[[nodiscard]] bool fits(const Kind& fault, std::size_t nodes) {
  bool out = true;
  fault.members(fault, [&]<class Member>(const Member& member) {
    if constexpr (std::is_same_v<Member, NodeId>) out = out && member.index() < nodes;
    if constexpr (std::is_same_v<Member, Cut>) out = out && member.side.end() <= nodes;
  });
  return out;
}

/// Returns true if the fault loses the data that the channel carries.
template <FaultKind Kind>
[[nodiscard]] bool loses(const Kind& fault, const Channel& channel) {
  if constexpr (requires { fault.loses(channel); }) return fault.loses(channel);
  return false;
}

/// Returns all channels that the fault may affect.
template <FaultKind Kind>
[[nodiscard]] Losses losses(const Kind& fault) {
  if constexpr (requires { fault.losses(); }) return fault.losses();
  Losses out{std::nullopt, std::nullopt, first_tick(fault), last_tick(fault)};
  if constexpr (!requires(Channel c) { fault.loses(c); }) out.first = Time(1), out.last = Time(0);
  if constexpr (Kind::place == Place::message) {
    out.from = fault.from, out.to = fault.to;
  } else if constexpr (Kind::place != Place::cut) {
    out.from = fault.node;
  }
  return out;
}

template <FaultKind Kind>
[[nodiscard]] NodeState state_of(const Kind& fault, NodeId node, Time at) {
  if constexpr (requires { fault.state_of(node, at); }) return fault.state_of(node, at);
  return NodeState::up;
}

/// Returns the fact that tells rules that the fault begins or ends, or nullopt if there is no such
/// fact.
template <FaultKind Kind>
[[nodiscard]] std::optional<FaultFact> fact_of(const Kind& fault) {
  if constexpr (requires { fault.makes(); }) return fault.makes();
  return std::nullopt;
}

}  // namespace ldfi
