#include "common/failures/failure_points.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "common/base/contract.hpp"

namespace ldfi::failures {
namespace {

using Kind = IoEvent::Kind;

std::vector<std::string> nodes_of(const NodeSet& side, const Fspec& fspec) {
  std::vector<std::string> out;
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    if (side.contains(NodeId(n))) out.push_back(fspec.name(NodeId(n)));
  }
  return out;
}

std::string site_of(const IoEvent& event) {
  return event.kind == Kind::write ? "write." + event.relation : event.relation;
}

Moment moment_of(const IoEvent& event) {
  return {event.at, event.kind == Kind::send};
}

/// At how many ticks each site had an event.
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

Moment moment_of(const Fault& fault) {
  const auto* outage = std::get_if<Outage>(&fault);
  const bool of_messages =
      std::holds_alternative<Omission>(fault) || std::holds_alternative<Partition>(fault);
  return {first_tick(fault), of_messages || (outage != nullptr && outage->after())};
}

FailurePoints::FailurePoints(const Fspec& fspec, FaultSet faults, std::vector<IoEvent> events)
    : fspec_(fspec), faults_(std::move(faults)) {
  LDFI_REQUIRE(std::ranges::is_sorted(events), "events in the order of time");
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

/// A silent node still writes.
bool FailurePoints::matters_to_crashes(const IoEvent& event) const {
  return event.kind == Kind::send || fspec_.crash_model() != CrashModel::silent;
}

/// `begun(event)`: the node has crashed when it comes to this event. Whom it would send to is no role of
/// the crash.
template <class Begun>
Found FailurePoints::crash(NodeId node, FailureKind kind, Begun begun) const {
  const auto concerns = [this](const IoEvent& e) { return matters_to_crashes(e); };
  return next_event(node, kind, concerns, begun);
}

/// As above, of those events of the node that concern the fault.
template <class Concerns, class Begun>
Found FailurePoints::next_event(NodeId node, FailureKind kind, Concerns concerns,
                                Begun begun) const {
  const IoEvent* hit = nullptr;
  const Point* written = nullptr;
  bool before = false;
  Ticks ticks;
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.from != node || !concerns(e)) continue;
    hit = &e;
    ticks.add(e);
    before = begun(e);
    if (before) break;
    if (e.kind == Kind::write && !e.lost) written = &point;
  }
  // Behind its last word, a silent node has nothing to forget.
  if (hit == nullptr || (!before && fspec_.crash_model() == CrashModel::silent)) return {};
  FailureId out;
  out.kind = kind;
  out.after = !before;
  out.site = site_of(*hit);
  out.roles = {fspec_.name(node)};
  out.occurrence = ticks.count(*hit);
  if (kind == FailureKind::restart && written != nullptr) {
    out.context = event_text(id(kind, *written));
  }
  return {{std::move(out)}, before ? moment_of(*hit) : Moment{Time(fspec_.eot()).next()}};
}

/// What is lost anyway is not lost once more.
template <class Kind>
Found FailurePoints::of_messages(const Kind& fault, FailureKind kind) const {
  Found out;
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.kind != IoEvent::Kind::send || e.from != fault.from || e.to != fault.to ||
        e.at != fault.sent || (e.lost && kind == FailureKind::loss)) {
      continue;
    }
    if constexpr (requires { fault.relation; })
      if (fault.relation != no_relation && fspec_.name(fault.relation) != e.relation) continue;
    out.ids.push_back(id(kind, point));
    out.at = moment_of(e);
  }
  std::ranges::sort(out.ids);
  return out;
}

Found FailurePoints::of(const Omission& omission) const {
  return of_messages(omission, FailureKind::loss);
}

Found FailurePoints::of(const Delay& delay) const {
  return of_messages(delay, FailureKind::late);
}

Found FailurePoints::of(const Duplicate& duplicate) const {
  return of_messages(duplicate, FailureKind::twice);
}

Found FailurePoints::of(const Crash& one) const {
  return crash(one.node, FailureKind::crash, [&](const IoEvent& e) { return one.at <= e.at; });
}

Found FailurePoints::of(const Outage& outage) const {
  const FailureKind kind = outage.restarts() ? FailureKind::restart : FailureKind::crash;
  return crash(outage.node, kind, [&](const IoEvent& e) {
    return outage.at < e.at || (outage.at == e.at && (!outage.after() || e.kind == Kind::send));
  });
}

/// Named after the first message of the tick that crosses, be that one lost anyway.
Found FailurePoints::of(const Partition& partition) const {
  Ticks ticks;
  const IoEvent* first = nullptr;
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.kind != Kind::send || !partition.cut.loses(e.from, e.to)) continue;
    ticks.add(e);
    if (first == nullptr || first->at != e.at) first = &e;
    if (e.lost || !partition.is_on(e.at)) continue;
    FailureId out;
    out.kind = FailureKind::partition;
    out.site = site_of(*first);
    out.roles = nodes_of(partition.cut.side, fspec_);
    out.context = partition.cut.way == Way::out ? "out" : partition.cut.way == Way::in ? "in" : "";
    out.occurrence = ticks.count(*first);
    return {{std::move(out)}, moment_of(e)};
  }
  return {};
}

Found FailurePoints::of(const Pause& pause) const {
  return crash(pause.node, FailureKind::pause,
               [&](const IoEvent& e) { return pause.from <= e.at; });
}

Found FailurePoints::of(const FailedWrite& failed) const {
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.kind != Kind::write || e.lost || e.from != failed.node || !failed.fails(e.at)) continue;
    if (fspec_.name(failed.relation) != e.relation) continue;
    return {{id(FailureKind::failed, point)}, moment_of(e)};
  }
  return {};
}

/// What its disk writes next, and whatever fails anyway.
template <class Kind>
Found FailurePoints::of_disk(const Kind& fault, FailureKind kind) const {
  const std::string& relation = fspec_.name(fault.relation);
  return next_event(
      fault.node, kind,
      [&](const IoEvent& e) { return e.kind == IoEvent::Kind::write && e.relation == relation; },
      [&](const IoEvent& e) { return fault.at <= e.at; });
}

Found FailurePoints::of(const Corruption& damage) const {
  Found out = of_disk(damage, FailureKind::corrupt);
  if (!out.ids.empty()) return out;
  // Nobody ever writes there, but what is given can be damaged, too.
  FailureId given;
  given.kind = FailureKind::corrupt;
  given.after = true;
  given.site = "write." + fspec_.name(damage.relation);
  given.roles = {fspec_.name(damage.node)};
  given.occurrence = 0;
  return {{std::move(given)}, Moment{Time(fspec_.eot()).next()}};
}

Found FailurePoints::of(const DeadDisk& dead) const {
  return of_disk(dead, FailureKind::dead);
}

Found FailurePoints::of(const WriteBack& back) const {
  return of_disk(back, FailureKind::writeback);
}

Found FailurePoints::find(const Fault& fault) const {
  return std::visit([this](const auto& one) { return of(one); }, fault);
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

/// The first of the places that the Fspec allows, for each kind of crash.
void FailurePoints::offer_crash(NodeId node, const std::vector<Place>& places,
                                std::vector<Offer>& out) const {
  const bool stop = fspec_.crash_model() == CrashModel::stop;
  const auto first_allowed = [&](auto fault_at) {
    for (const Place& place : places) {
      if (offer(fault_at(place), out)) return;
    }
  };
  if (!stop) return first_allowed([&](const Place& p) { return Crash{node, p.at}; });
  if (fspec_.crashes() > 0) {
    first_allowed([&](const Place& p) { return Outage{node, p.at, p.down()}; });
  }
  if (fspec_.restarts() > 0) {
    const int ticks = fspec_.limits().least_down;
    first_allowed([&](const Place& p) {
      return Outage{node, p.at, p.down(), Time(p.down().tick() + ticks)};
    });
  }
}

/// Where the crash may stand that comes before `next`, and behind `last`, if there is one: as late as can be.
std::vector<FailurePoints::Place> FailurePoints::places(const IoEvent* last,
                                                        const IoEvent& next) const {
  const bool stop = fspec_.crash_model() == CrashModel::stop;
  std::vector<Place> out;
  const int behind = last != nullptr ? last->at.tick() : 0;
  for (int t = next.at.tick(); t > behind; --t) {
    out.push_back({Time(t), false});
    if (stop && (Time(t) < next.at || next.kind == Kind::send)) out.push_back({Time(t), true});
  }
  if (stop && last != nullptr && last->kind == Kind::write) out.push_back({last->at, true});
  return out;
}

void FailurePoints::offer_crashes(NodeId node, std::vector<Offer>& out) const {
  const bool crashes = fspec_.crashable(node) && fspec_.crashes() > 0;
  const bool restarts = fspec_.restartable(node) && fspec_.restarts() > 0;
  if (!crashes && !restarts) return;
  const IoEvent* last = nullptr;
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.from != node || !matters_to_crashes(e)) continue;
    const bool same = last != nullptr && last->at == e.at;  // nothing comes between two of a kind
    const bool stop = fspec_.crash_model() == CrashModel::stop;
    if (!same || (stop && last->kind != e.kind)) offer_crash(node, places(last, e), out);
    last = &e;
  }
  if (last == nullptr) return;
  const Time behind = last->at.next();
  std::vector<Place> end;
  for (Time t = behind; t <= Time(fspec_.eot()); t = t.next()) {
    end.push_back({t, false});
    end.push_back({t, true});
  }
  if (last->kind == Kind::write) end.push_back({last->at, true});
  offer_crash(node, end, out);
}

/// Before each event of the node, as late as can be, and for as long as can be; and behind the last one.
void FailurePoints::offer_pauses(NodeId node, std::vector<Offer>& out) const {
  if (!fspec_.may_pause(node, Time(1))) return;
  const int last = fspec_.last_omission();
  int behind = 0;  // the tick of the event before
  const auto offer_up_to = [&](int latest) {
    for (int from = std::min(latest, last); from > behind; --from) {
      for (int back = last + 1; back > from; --back) {
        if (offer(Pause{node, Time(from), Time(back)}, out)) return;
      }
    }
  };
  for (const Point& point : points_) {
    if (point.event.from != node || point.event.at.tick() == behind) continue;
    offer_up_to(point.event.at.tick());
    behind = point.event.at.tick();
  }
  offer_up_to(last);
}

/// What may happen to a disk before each of its writes, as late as can be, and behind the last one;
/// damage as early as can be.
void FailurePoints::offer_disks(NodeId node, NamedId relation, std::vector<Offer>& out) const {
  int behind = 0;  // the tick of the write before
  const auto offered = [&](const Fault& fault) { return offer(fault, out); };
  const auto offer_up_to = [&](int latest, std::optional<int> sync) {
    for (int at = latest; at > behind; --at) {
      if (!fspec_.may_die(node, relation, Time(at))) continue;
      if (offered(DeadDisk{node, relation, Time(at)})) break;
    }
    // Damage counts for as long as nothing is written: it comes first.
    for (int at = behind + 1; at <= latest; ++at) {
      if (!fspec_.may_corrupt(node, relation, Time(at))) continue;
      if (offered(Corruption{node, relation, Time(at)})) break;
    }
    // In the tick of a sync, nothing is left to write back: it comes last.
    std::vector<int> ticks;
    for (int at = sync ? *sync - 1 : latest; at > behind; --at) ticks.push_back(at);
    if (sync) ticks.push_back(*sync);
    for (const int at : ticks) {
      if (!fspec_.may_write_back(node, relation, Time(at))) continue;
      if (offered(WriteBack{node, relation, Time(at)})) break;
    }
  };
  for (const Point& point : points_) {
    const IoEvent& e = point.event;
    if (e.from != node || e.kind != Kind::write || e.relation != fspec_.name(relation)) continue;
    offer_up_to(e.at.tick(), e.at.tick());
    behind = e.at.tick();
  }
  offer_up_to(fspec_.eot(), std::nullopt);
}

/// What loses this event, unless an earlier one of its tick has offered it.
void FailurePoints::offer_at(const IoEvent& event, std::vector<Offer>& out) const {
  if (event.lost) return;
  if (event.kind == Kind::write) {
    const auto relation = fspec_.find_stored(event.relation);
    if (relation) offer(FailedWrite{event.from, *relation, event.at, event.at}, out);
    return;
  }
  const NamedId of = fspec_.find_named(event.relation).value_or(no_relation);
  offer(Delay{event.from, event.to, event.at, 1, of}, out);
  offer(Duplicate{event.from, event.to, event.at, 1, of}, out);
  if (event.from == event.to) return;
  offer(Omission{event.from, event.to, event.at}, out);
  if (fspec_.limits().partitions == 0) return;
  for (const Cut& cut : fspec_.cuts()) {
    if (!cut.loses(event.from, event.to)) continue;
    for (int last = fspec_.last_omission(); last >= event.at.tick(); --last) {
      if (offer(Partition{cut, event.at, Time(last)}, out)) break;
    }
  }
}

std::vector<Offer> FailurePoints::offers() const {
  std::vector<Offer> out;
  for (const Point& point : points_) offer_at(point.event, out);
  for (std::size_t n = 0; n < fspec_.node_count(); ++n) offer_crashes(NodeId(n), out);
  for (std::size_t n = 0; n < fspec_.node_count(); ++n) offer_pauses(NodeId(n), out);
  for (std::size_t n = 0; n < fspec_.node_count(); ++n) {
    for (std::size_t r = 0; r < fspec_.stored().size(); ++r) {
      offer_disks(NodeId(n), NamedId(r), out);
    }
  }
  std::ranges::stable_sort(out, {}, [](const Offer& one) { return std::tie(one.at, one.fault); });
  const auto same = std::ranges::unique(
      out, {}, [](const Offer& one) -> const std::vector<FailureId>& { return one.ids; });
  out.erase(same.begin(), same.end());
  return out;
}

}  // namespace ldfi::failures
