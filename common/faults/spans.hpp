// Functions that list, count and draw the faults of a kind that an Fspec admits. They need only
// what the kind hits (place) and how long it lasts (span). If a kind has its own functions with
// these names, these take precedence, as for crashes and outages. Only common/faults,
// common/solve/hazard and common/failures may include this file.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "common/faults/fault_draw.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

/// Collects all single faults that an Fspec admits, kind by kind, up to a given number.
class Candidates {
 public:
  explicit Candidates(std::size_t most = std::numeric_limits<std::size_t>::max()) : most_(most) {}

  void add(const Fault& fault) { faults_.push_back(fault); }
  /// Returns true if enough candidates are collected.
  [[nodiscard]] bool full() const { return faults_.size() >= most_; }
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }

 private:
  std::size_t most_;
  std::vector<Fault> faults_;
};

/// Returns the largest number of faults of the kind in a fault set. Returns nullopt if there is no
/// limit.
template <class Kind>
[[nodiscard]] std::optional<int> allowed(const FspecParameters& fspec, Kind*) {
  return Kind::most(fspec);
}

/// Returns for each kind the largest number of its faults in a fault set. Returns the largest int
/// for a kind without a limit.
[[nodiscard]] inline KindMap<int> most_of_each_kind(const Fspec& fspec) {
  KindMap<int> out;
  each_kind([&]<class Kind>(Kind* kind) {
    out.of<Kind>() = allowed(fspec.parameters(), kind).value_or(std::numeric_limits<int>::max());
  });
  return out;
}

/// Returns the smaller one of `number` and the limit of the kind.
template <class Kind>
[[nodiscard]] std::size_t at_most_allowed(std::size_t number, const Fspec& fspec, Kind* kind) {
  const std::optional<int> most = allowed(fspec.parameters(), kind);
  return most ? std::min(number, static_cast<std::size_t>(*most)) : number;
}

/// Calls action(place) with every place that a fault may hit, here every node.
template <class Action>
void each_place(const Fspec& fspec, Action action, NodeId*) {
  for (std::size_t n = 0; n < fspec.node_count(); ++n) action(NodeId(n));
}
template <class Action>
void each_place(const Fspec& fspec, Action action, Disk*) {
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    for (std::size_t r = 0; r < fspec.stored().size(); ++r) action(Disk{NodeId(n), NamedId(r)});
  }
}
template <class Action>
void each_place(const Fspec& fspec, Action action, Cut*) {
  for (const Cut& cut : fspec.cuts()) action(cut);
}

/// Returns the number of places that may have faults at the same time, here the number of nodes.
[[nodiscard]] inline std::size_t separate_places(const Fspec& fspec, NodeId*) {
  return fspec.node_count();
}
[[nodiscard]] inline std::size_t separate_places(const Fspec& fspec, Disk*) {
  return fspec.node_count() * fspec.stored().size();
}
[[nodiscard]] inline std::size_t separate_places(const Fspec& fspec, Cut*) {
  return fspec.cuts().empty() ? 0 : 1;
}

/// Returns the last tick at which a fault of the kind may begin.
template <Spanning Kind>
[[nodiscard]] int last_tick_of(const Fspec& fspec) {
  return Kind::span == Span::permanent ? fspec.eot() : fspec.last_omission();
}

/// Calls action(from, to) for all pairs of different nodes.
template <class Action>
void each_pair(const Fspec& fspec, Action action) {
  for (std::size_t from = 0; from < fspec.node_count(); ++from) {
    for (std::size_t to = 0; to < fspec.node_count(); ++to) {
      if (from != to) action(NodeId(from), NodeId(to));
    }
  }
}

template <AtOneTick Kind>
void add_candidates(const Fspec& fspec, Candidates& out, Kind*) {
  each_pair(fspec, [&](NodeId from, NodeId to) {
    for (int sent = 1; sent <= fspec.last_omission() && !out.full(); ++sent) {
      const Kind fault{from, to, Time(sent)};
      if (!admits(fspec, fault)) return;
      out.add(fault);
    }
  });
}

template <AtOneTick Kind>
[[nodiscard]] std::uint64_t choices(const Fspec& fspec, Kind*) {
  std::uint64_t pairs = 0;
  each_pair(fspec, [&](NodeId from, NodeId to) {
    if (admits(fspec, Kind{from, to, Time(1)})) ++pairs;
  });
  return pairs * static_cast<std::uint64_t>(fspec.last_omission());
}

template <AtOneTick Kind>
[[nodiscard]] std::size_t most_at_once(const Fspec& fspec, Kind* kind) {
  return at_most_allowed(static_cast<std::size_t>(choices(fspec, kind)), fspec, kind);
}

/// Draws faults of messages, except omissions. FaultSampler draws omissions last, from the messages
/// that no other fault hits.
template <AtOneTick Kind>
void draw(FaultDraw& draw, Kind* kind) {
  Candidates units;
  add_candidates(draw.fspec(), units, kind);
  const std::size_t all = units.faults().size();
  const std::uint64_t count = draw.number<Kind>(at_most_allowed(all, draw.fspec(), kind));
  const std::vector<bool> in = draw.chosen(all, count);
  for (std::size_t i = 0; i < all; ++i) {
    if (in[i]) draw.add(units.faults()[i]);
  }
}

/// A kind whose faults make messages late by a number of ticks.
template <class Kind>
concept Late = Kind::span == Span::length;

/// Returns true if the Fspec admits faults of the kind, so that fault sets may contain them.
template <class Kind>
[[nodiscard]] bool in_use(const Fspec& fspec, Kind*) {
  if constexpr (Late<Kind>) return Kind::latest(fspec.delays()) > 0;
  return admits_some(Kind::most(fspec.parameters()));
}

/// Adds all single faults of the kind that the Fspec admits, in the order of fault sets.
template <Spanning Kind>
void add_candidates(const Fspec& fspec, Candidates& out, Kind*) {
  const int last = last_tick_of<Kind>(fspec);
  const auto add_all = [&](const WhereOf<Kind>& place) {
    if (out.full() || !admits(fspec, at_place<Kind>(place, Time(1), Time(1)))) return;
    for (int first = 1; first <= last && !out.full(); ++first) {
      for (int until = first; until <= (Kind::span == Span::interval ? last : first); ++until) {
        out.add(at_place<Kind>(place, Time(first), Time(until)));
      }
    }
  };
  each_place(fspec, add_all, static_cast<WhereOf<Kind>*>(nullptr));
}

/// Returns the number of possible faults of the kind, or an upper bound.
template <Spanning Kind>
[[nodiscard]] std::uint64_t choices(const Fspec& fspec, Kind* kind) {
  std::uint64_t places = 0;
  each_place(
      fspec,
      [&](const WhereOf<Kind>& place) {
        const bool fits =
            Kind::place != Place::node || admits(fspec, at_place<Kind>(place, Time(1), Time(1)));
        places += fits ? 1U : 0U;
      },
      static_cast<WhereOf<Kind>*>(nullptr));
  const auto last = static_cast<std::uint64_t>(last_tick_of<Kind>(fspec));
  if (Kind::span == Span::interval) return places * (last * (last + 1) / 2);
  return Kind::place == Place::disk && allowed(fspec.parameters(), kind) == 0 ? 0 : places * last;
}

/// Returns how many faults of the kind a fault set may contain, at most the limit of the Fspec.
template <Spanning Kind>
[[nodiscard]] std::size_t most_at_once(const Fspec& fspec, Kind* kind) {
  const std::size_t places = separate_places(fspec, static_cast<WhereOf<Kind>*>(nullptr));
  const auto last = static_cast<std::size_t>(last_tick_of<Kind>(fspec));
  const std::size_t each = Kind::span == Span::permanent  ? 1
                           : Kind::span == Span::interval ? (last + 1) / 2
                                                          : last;
  return at_most_allowed(places * each, fspec, kind);
}

/// Draws a random number of faults of the kind. The distribution is described in
/// docs/explanation/strategies.md#how-random-fault-sets-are-drawn.
template <Spanning Kind>
void draw(FaultDraw& draw, Kind* kind) {
  auto* const where = static_cast<WhereOf<Kind>*>(nullptr);
  const Fspec& fspec = draw.fspec();
  const int last = last_tick_of<Kind>(fspec);
  const int most = allowed(fspec.parameters(), kind).value_or(0);
  if (most == 0 || last < 1 || separate_places(fspec, where) == 0) return;
  const std::uint64_t count = draw.number<Kind>(static_cast<std::uint64_t>(most));
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto place = draw.place(where);
    const Time first = draw.tick(last);
    const int before = first.tick() - 1;
    const Time until =
        Kind::span == Span::interval ? Time(before + draw.tick(last - before).tick()) : first;
    draw.add(at_place<Kind>(place, first, until));
  }
}

/// Calls action(from, to, sent, relation) for all messages that may be late or duplicated.
template <class Action>
void each_late_unit(const Fspec& fspec, Action action) {
  for (std::size_t from = 0; from < fspec.node_count(); ++from) {
    for (std::size_t to = 0; to < fspec.node_count(); ++to) {
      if (!fspec.may_be_late(NodeId(from), NodeId(to))) continue;
      for (int sent = 1; sent <= fspec.last_late(); ++sent) {
        for (const NamedId relation : fspec.late_units()) {
          action(NodeId(from), NodeId(to), Time(sent), relation);
        }
      }
    }
  }
}

template <Late Kind>
void add_candidates(const Fspec& fspec, Candidates& out, Kind*) {
  each_late_unit(fspec, [&](NodeId from, NodeId to, Time sent, NamedId relation) {
    for (int late = 1; !out.full(); ++late) {
      const Kind fault{from, to, sent, late, relation};
      if (!admits(fspec, fault)) return;
      out.add(fault);
    }
  });
}

template <Late Kind>
[[nodiscard]] std::uint64_t choices(const Fspec& fspec, Kind*) {
  const int latest = Kind::latest(fspec.delays());
  std::uint64_t out = 0;
  each_late_unit(fspec, [&](NodeId, NodeId, Time sent, NamedId) {
    out += static_cast<std::uint64_t>(std::clamp(fspec.eot() - 1 - sent.tick(), 0, latest));
  });
  return out;
}

template <Late Kind>
[[nodiscard]] std::size_t most_at_once(const Fspec& fspec, Kind* kind) {
  if (Kind::latest(fspec.delays()) == 0) return 0;
  std::size_t units = 0;
  each_late_unit(fspec, [&](NodeId, NodeId, Time, NamedId) { ++units; });
  const std::size_t most = at_most_allowed(units, fspec, kind);
  const std::optional<int> ticks = Kind::in_all(fspec.delays());
  return ticks ? std::min(most, static_cast<std::size_t>(*ticks)) : most;
}

/// Draws late messages. Omits a fault if the total number of ticks of all delays would exceed the
/// Fspec's limit.
template <Late Kind>
void draw(FaultDraw& draw, Kind* kind) {
  const Fspec& fspec = draw.fspec();
  const int latest = Kind::latest(fspec.delays());
  if (latest == 0) return;
  std::vector<Kind> units;
  each_late_unit(fspec, [&](NodeId from, NodeId to, Time sent, NamedId relation) {
    units.push_back({from, to, sent, 1, relation});
  });
  const std::uint64_t count = draw.number<Kind>(at_most_allowed(units.size(), fspec, kind));
  const std::vector<bool> in = draw.chosen(units.size(), count);
  std::optional<int> left = Kind::in_all(fspec.delays());
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!in[i]) continue;
    const int ticks = std::min(latest, fspec.eot() - 1 - units[i].sent.tick());
    units[i].late = static_cast<int>(draw.below(static_cast<std::uint64_t>(ticks))) + 1;
    if (left && units[i].late > *left) continue;
    if (left) *left -= units[i].late;
    draw.add(units[i]);
  }
}

}  // namespace ldfi
