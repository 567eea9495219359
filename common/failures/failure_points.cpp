#include "common/failures/failure_points.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <type_traits>

#include "common/base/contract.hpp"
#include "common/faults/spans.hpp"

namespace ldfi::failures {
namespace {

using Kind = IoEvent::Kind;

std::string site_of(const IoEvent& event) {
  return event.kind == Kind::write ? "write." + event.relation : event.relation;
}

Moment moment_of(const IoEvent& event) {
  return {event.at, event.kind == Kind::send};
}

/// Counts for each site, such as "writes to log", the ticks at which the site had an event.
class Ticks {
 public:
  void add(const IoEvent& event) {
    auto& [last, count] = sites_[{event.kind, event.relation}];
    if (last != event.at) ++count;
    last = event.at;
  }
  [[nodiscard]] std::uint32_t count(const IoEvent& event) const {
    return sites_.at({event.kind, event.relation}).second;
  }

 private:
  std::map<std::pair<Kind, std::string>, std::pair<Time, std::uint32_t>> sites_;
};

}  // namespace

// A fault that loses messages takes effect when the nodes send, after they write. So may an outage.
Moment moment_of(const Fault& fault) {
  const Place place = kind_places[fault.index()];
  const bool of_messages =
      place == Place::cut || (place == Place::message && kind_spans[fault.index()] == Span::point);
  const bool after = std::visit(
      [](const auto& one) {
        if constexpr (requires { one.after(); }) return one.after();
        return false;
      },
      fault);
  return {first_tick(fault), of_messages || after};
}

FailurePoints::FailurePoints(const Fspec& fspec, FaultSet faults, std::vector<IoEvent> events)
    : fspec_(fspec), faults_(std::move(faults)) {
  LDFI_REQUIRE(std::ranges::is_sorted(events), "the events are ordered by time");
  std::map<std::tuple<Kind, std::string, NodeId, NodeId>, std::uint32_t> seen;
  for (IoEvent& event : events) {
    const std::uint32_t number = ++seen[{event.kind, event.relation, event.from, event.to}];
    points_.push_back({std::move(event), number});
  }
}

FailureId FailurePoints::id(FailureKind kind, const Point& point) const {
  const IoEvent& event = point.event;
  FailureId out;
  out.kind = kind;
  out.site = site_of(event);
  out.roles.push_back(fspec_.name(event.from));
  if (event.kind == Kind::send) out.roles.push_back(fspec_.name(event.to));
  out.occurrence = point.occurrence;
  return out;
}

/// Returns true if it matters whether a crash comes before or after the event. Under the silent
/// crash model, a crashed node still writes, so a write does not matter.
bool FailurePoints::matters_to_crashes(const IoEvent& event) const {
  return event.kind == Kind::send || fspec_.crash_model() != CrashModel::silent;
}

/// Returns the failure id of a fault of a node. The id names the node's next event for which
/// `concerns` returns true, or else the last such event. It contains no receivers of messages.
template <class Concerns>
Found FailurePoints::next_event(NodeId node, const Fault& fault, Concerns concerns) const {
  const IoEvent* hit = nullptr;
  const Point* written = nullptr;
  bool before = false;
  Ticks ticks;
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.from != node || !concerns(e)) continue;
    hit = &e;
    ticks.add(e);
    before = moment_of(fault) <= moment_of(e);
    if (before) break;
    if (e.kind == Kind::write && !e.lost) written = &point;
  }
  // Under the silent crash model, a crash has no effect after the last message of the node.
  if (hit == nullptr || (!before && fspec_.crash_model() == CrashModel::silent)) return {};
  FailureId out;
  out.kind = FailureKind(fault);
  out.after = !before;
  out.site = site_of(*hit);
  out.roles = {fspec_.name(node)};
  out.occurrence = ticks.count(*hit);
  const auto fact = fact_of(fault);
  if (fact && fact->kind == FaultFact::Kind::restart && written != nullptr) {
    out.context = event_text(id(out.kind, *written));
  }
  return {{std::move(out)}, before ? moment_of(*hit) : Moment{Time(fspec_.eot()).next()}};
}

/// Returns the ids of the messages that the fault hits, without messages that other faults lose.
template <class Kind>
Found FailurePoints::of_messages(const Kind& fault) const {
  Found out;
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.kind != IoEvent::Kind::send || e.from != fault.from || e.to != fault.to ||
        e.at != fault.sent || (e.lost && Kind::span == Span::point)) {
      continue;
    }
    if constexpr (requires { fault.relation; })
      if (fault.relation != no_relation && fspec_.name(fault.relation) != e.relation) continue;
    out.ids.push_back(id(FailureKind(fault), point));
    out.at = moment_of(e);
  }
  std::ranges::sort(out.ids);
  return out;
}

template <class Kind>
Found FailurePoints::of_node(const Kind& fault) const {
  return next_event(fault.node, fault, [this](const IoEvent& e) { return matters_to_crashes(e); });
}

/// Returns the id of a partition: that of the first message that crosses it, even if lost.
template <class Kind>
Found FailurePoints::of_cut(const Kind& fault) const {
  Ticks ticks;
  const IoEvent* first = nullptr;
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.kind != IoEvent::Kind::send || !fault.cut.loses(e.from, e.to)) continue;
    ticks.add(e);
    if (first == nullptr || first->at != e.at) first = &e;
    if (e.lost || !fault.loses({e.from, e.to, e.at})) continue;
    FailureId out;
    out.kind = FailureKind(fault);
    out.site = site_of(*first);
    for (std::size_t n = 0; n < fspec_.node_count(); ++n) {
      if (fault.cut.side.contains(NodeId(n))) out.roles.push_back(fspec_.name(NodeId(n)));
    }
    out.context = fault.cut.way == Way::out ? "out" : fault.cut.way == Way::in ? "in" : "";
    out.occurrence = ticks.count(*first);
    return {{std::move(out)}, moment_of(e)};
  }
  return {};
}

/// Returns the id of a fault of a disk. For a fault that lasts for an interval, the id names the
/// first write that the fault loses. Otherwise the id names the next write, even if other faults
/// lose it.
template <class Kind>
Found FailurePoints::of_disk(const Kind& fault) const {
  const std::string& relation = fspec_.name(fault.relation);
  const auto concerns = [&](const IoEvent& e) {
    return e.kind == IoEvent::Kind::write && e.from == fault.node && e.relation == relation;
  };
  if constexpr (Kind::span == Span::interval) {
    for (const Point& point : points_) {
      const IoEvent& e = point.event;
      const Channel written{e.from, e.from, e.at, ChannelKind::write, fault.relation};
      if (!concerns(e) || e.lost || !fault.loses(written)) continue;
      return {{id(FailureKind(fault), point)}, moment_of(e)};
    }
    return {};
  }
  Found out = next_event(fault.node, fault, concerns);
  if constexpr (requires { Kind::hits_given; }) {
    if (!out.ids.empty()) return out;
    FailureId given;
    given.kind = FailureKind(fault);
    given.after = true;
    given.site = "write." + relation;
    given.roles = {fspec_.name(fault.node)};
    given.occurrence = 0;
    return {{std::move(given)}, Moment{Time(fspec_.eot()).next()}};
  }
  return out;
}

Found FailurePoints::find(const Fault& fault) const {
  return std::visit(
      [this]<class Kind>(const Kind& one) {
        if constexpr (Kind::place == Place::message) return of_messages(one);
        if constexpr (Kind::place == Place::node) return of_node(one);
        if constexpr (Kind::place == Place::disk) return of_disk(one);
        if constexpr (Kind::place == Place::cut) return of_cut(one);
      },
      fault);
}

bool FailurePoints::allows(const Fault& fault) const {
  std::vector<Fault> all = faults_.faults();
  all.insert(std::ranges::upper_bound(all, fault), fault);
  if (contradiction(all) != nullptr) return false;
  const FaultSet more(std::move(all));
  return more.size() == faults_.size() + 1 && fspec_.admits(more);
}

bool FailurePoints::offer(const Fault& fault, std::vector<Offer>& out) const {
  if (!allows(fault)) return false;
  Found found = find(fault);
  if (!found.ids.empty()) out.push_back({fault, found.at, std::move(found.ids)});
  return true;
}

/// Returns true if the Fspec allows faults of this kind at the node.
template <class Kind>
bool FailurePoints::may_hit(NodeId node) const {
  if constexpr (std::is_same_v<Kind, Outage>) {
    return fspec_.crash_model() == CrashModel::stop &&
           ((fspec_.crashable(node) && fspec_.crashes() > 0) ||
            (fspec_.restartable(node) && fspec_.restarts() > 0));
  } else {
    return admits_some(Kind::most(fspec_.parameters())) &&
           admits(fspec_, at_place<Kind>(node, Time(1), Time(1)));
  }
}

/// Offers the fault at the first of `places` that is allowed, for an outage also with a restart.
template <class Kind>
void FailurePoints::offer_first(NodeId node, const std::vector<CrashPlace>& places,
                                std::vector<Offer>& out) const {
  const auto first_allowed = [&](auto fault_at) {
    for (const CrashPlace& place : places) {
      if (offer(fault_at(place), out)) return;
    }
  };
  if constexpr (std::is_same_v<Kind, Outage>) {
    if (fspec_.crashes() > 0) {
      first_allowed([&](const CrashPlace& p) { return Outage{node, p.at, p.down()}; });
    }
    if (fspec_.restarts() == 0) return;
    const int ticks = fspec_.limits().least_down;
    first_allowed([&](const CrashPlace& p) {
      return Outage{node, p.at, p.down(), Time(p.down().tick() + ticks)};
    });
  } else {
    first_allowed([&](const CrashPlace& p) { return at_place<Kind>(node, p.at, p.at); });
  }
}

/// Returns the places for a crash between `last` (may be nullptr) and `next`, latest first.
std::vector<FailurePoints::CrashPlace> FailurePoints::places(const IoEvent* last,
                                                             const IoEvent& next) const {
  const bool stop = fspec_.crash_model() == CrashModel::stop;
  std::vector<CrashPlace> out;
  const int behind = last != nullptr ? last->at.tick() : 0;
  for (int t = next.at.tick(); t > behind; --t) {
    out.push_back({Time(t), false});
    if (stop && (Time(t) < next.at || next.kind == Kind::send)) out.push_back({Time(t), true});
  }
  if (stop && last != nullptr && last->kind == Kind::write) out.push_back({last->at, true});
  return out;
}

/// Offers a fault of the node before each event that matters to crashes, and after the last one.
template <class Kind>
void FailurePoints::offer_between(NodeId node, std::vector<Offer>& out) const {
  if (!may_hit<Kind>(node)) return;
  if constexpr (Kind::span == Span::interval && !std::is_same_v<Kind, Outage>) {
    return offer_intervals<Kind>(node, out);
  }
  const IoEvent* last = nullptr;
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.from != node || !matters_to_crashes(e)) continue;
    // A crash cannot come between two events of one kind at one tick.
    const bool same = last != nullptr && last->at == e.at;
    const bool stop = fspec_.crash_model() == CrashModel::stop;
    if (!same || (stop && last->kind != e.kind)) offer_first<Kind>(node, places(last, e), out);
    last = &e;
  }
  if (last == nullptr) return;
  const Time behind = last->at.next();
  std::vector<CrashPlace> end;
  for (Time t = behind; t <= Time(fspec_.eot()); t = t.next()) {
    end.push_back({t, false});
    end.push_back({t, true});
  }
  if (last->kind == IoEvent::Kind::write) end.push_back({last->at, true});
  offer_first<Kind>(node, end, out);
}

/// Offers pauses before each event and after the last event, each as late and long as allowed.
template <class Kind>
void FailurePoints::offer_intervals(NodeId node, std::vector<Offer>& out) const {
  const int end = fspec_.last_omission();
  int behind = 0;  // tick of the previous event
  const auto offer_up_to = [&](int latest) {
    for (int first = std::min(latest, end); first > behind; --first) {
      for (int last = end; last >= first; --last) {
        if (offer(at_place<Kind>(node, Time(first), Time(last)), out)) return;
      }
    }
  };
  for (const Point& point : points_) {
    if (point.event.from != node || point.event.at.tick() == behind) continue;
    offer_up_to(point.event.at.tick());
    behind = point.event.at.tick();
  }
  offer_up_to(end);
}

/// Offers a fault of the disk before each write and after the last write. One offer represents all
/// faults between the same two writes, because they have the same id.
template <class Kind>
void FailurePoints::offer_between(const Disk& disk, std::vector<Offer>& out) const {
  if (Kind::span == Span::interval) return;  // offer_at() offers such faults
  int behind = 0;                            // tick of the previous write
  const auto offer_up_to = [&](int latest, bool writes) {
    std::vector<int> ticks;
    for (int at = latest; at > behind; --at) ticks.push_back(at);
    if constexpr (requires { Kind::offered_at; }) {
      if (Kind::offered_at == OfferedAt::earliest) std::ranges::reverse(ticks);
      if (Kind::offered_at == OfferedAt::before_event && writes) {
        std::ranges::rotate(ticks, ticks.begin() + 1);
      }
    }
    for (const int at : ticks) {
      const Kind fault = at_place<Kind>(disk, Time(at), Time(at));
      if (admits(fspec_, fault) && offer(fault, out)) break;
    }
  };
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.from != disk.node || e.kind != IoEvent::Kind::write ||
        e.relation != fspec_.name(disk.relation) || e.at.tick() == behind) {
      continue;
    }
    offer_up_to(e.at.tick(), true);
    behind = e.at.tick();
  }
  offer_up_to(fspec_.eot(), false);
}

/// Offers each partition that loses the event, for the longest time that the Fspec allows.
template <class Kind>
void FailurePoints::offer_cuts(const IoEvent& event, std::vector<Offer>& out) const {
  if (!admits_some(Kind::most(fspec_.parameters()))) return;
  for (const Cut& cut : fspec_.cuts()) {
    if (!cut.loses(event.from, event.to)) continue;
    for (int last = fspec_.last_omission(); last >= event.at.tick(); --last) {
      if (offer(at_place<Kind>(cut, event.at, Time(last)), out)) break;
    }
  }
}

/// Offers the faults that lose or delay the event.
void FailurePoints::offer_at(const IoEvent& event, std::vector<Offer>& out) const {
  if (event.lost) return;
  const auto& [at, of, relation, from, to, lost] = event;
  const NamedId named = fspec_.find_named(relation).value_or(no_relation);
  const bool writes = of == Kind::write;
  each_kind([&]<class Kind>(Kind*) {
    if constexpr (Kind::place == Place::disk && Kind::span == Span::interval) {
      const auto disk = fspec_.find_stored(relation);
      if (writes && disk) offer(at_place<Kind>(Disk{from, *disk}, at, at), out);
    } else if constexpr (Kind::place == Place::cut) {
      if (!writes && from != to) offer_cuts<Kind>(event, out);
    } else if constexpr (Kind::place == Place::message && Kind::span == Span::length) {
      if (!writes) offer(Kind{from, to, at, 1, named}, out);
    } else if constexpr (Kind::place == Place::message) {
      if (!writes && from != to) offer(Kind{from, to, at}, out);
    }
  });
}

std::vector<Offer> FailurePoints::offers() const {
  std::vector<Offer> out;
  for (const Point& point : points_) offer_at(point.event, out);
  each_kind([&]<class Kind>(Kind*) {
    const auto offer_to = [&](const auto& place) { offer_between<Kind>(place, out); };
    if constexpr (Kind::place == Place::node || Kind::place == Place::disk) {
      each_place(fspec_, offer_to, static_cast<WhereOf<Kind>*>(nullptr));
    }
  });
  std::ranges::stable_sort(out, {}, [](const Offer& one) { return std::tie(one.at, one.fault); });
  const auto same = std::ranges::unique(
      out, {}, [](const Offer& one) -> const std::vector<FailureId>& { return one.ids; });
  out.erase(same.begin(), same.end());
  return out;
}

}  // namespace ldfi::failures
