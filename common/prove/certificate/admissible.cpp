#include "common/prove/certificate/admissible.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ldfi::certificate {
namespace {

using Kind = Fault::Kind;

bool is_node(const Limits& limits, const std::string& name) {
  return std::ranges::find(limits.nodes, name) != limits.nodes.end();
}

/// Returns true if the limits allow this outage or crash, without regard to the other faults of its
/// set.
bool admits_crash(const Limits& limits, const Fault& f) {
  if (f.back == 0)
    return (limits.stop || !f.after) && f.tick <= limits.eot && !limits.survivors.contains(f.from);
  const int ticks = f.back - f.down();
  return limits.stop && f.tick <= limits.last_restart && f.back <= limits.last_restart + 1 &&
         ticks >= limits.least_down && ticks <= limits.most_down.value_or(ticks) &&
         !limits.stayers.contains(f.from);
}

bool admits(const Limits& limits, const Fault& f) {
  if (f.cuts())
    return limits.partitions > 0 && std::ranges::count(limits.cuts, f.from) > 0 && f.tick >= 1 &&
           f.tick <= f.back && f.back <= limits.last_partition;
  if (!is_node(limits, f.from) || f.tick < 1) return false;
  if (f.crash()) return admits_crash(limits, f);
  if (f.kind == Kind::pause)
    return limits.stop && f.tick < f.back && f.back <= limits.last_pause + 1 &&
           !limits.steady.contains(f.from);
  if (f.of_disk() && !limits.disks.contains({f.from, f.to})) return false;
  if (f.kind == Kind::write) return f.tick <= f.back && f.back <= limits.last_write;
  if (f.kind == Kind::dead) return f.tick <= limits.eot;
  if (f.kind == Kind::damage) return f.tick <= limits.last_corruption && limits.data.contains(f.to);
  if (f.kind == Kind::back)
    return f.tick <= limits.last_write_back && limits.written_back.contains(f.to);
  const bool late = f.kind == Kind::late || f.kind == Kind::twice;
  if (!is_node(limits, f.to) || (f.to == f.from && !(late && limits.late_self))) return false;
  if (late && !(limits.late_relations.empty() ? f.relation.empty()
                                              : limits.late_relations.contains(f.relation)))
    return false;
  if (f.kind == Kind::loss)
    return f.tick <= limits.last_loss && !limits.reliable.contains({f.from, f.to});
  const int most = f.kind == Kind::late ? limits.late : limits.twice_within;
  return f.by >= 1 && f.by <= most && f.tick <= limits.last_late &&
         f.by <= limits.eot - 1 - f.tick && !limits.punctual.contains({f.from, f.to});
}

/// The faults of a set, by kind.
class Kinds {
 public:
  Kinds(const FaultSet& set, const Limits& limits) : limits_(limits) {
    for (const Fault& f : set) {
      if (!admits(limits, f)) throw Rejected("a fault is not admitted by the limits of the claim");
      of_[f.kind].push_back(&f);
    }
  }

  void require() {
    if (limits_.stop) {
      outages();
    } else {
      once(Kind::crash, [](const Fault& f) { return f.from; });
    }
    messages();
    pauses();
    disks();
    for (const Fault* one : of_[Kind::partition]) {
      for (const Fault* other : of_[Kind::partition]) {
        if (one != other && one->tick <= other->tick && other->tick <= one->back + 1)
          throw Rejected("two partitions have no tick without a partition between them");
      }
    }
    numbers();
  }

 private:
  /// Throws Rejected if the set has two faults of a kind that hit the same node, disk or messages.
  /// `same` returns a text that is equal for two such faults.
  template <class Same>
  void once(Kind kind, const Same& same) {
    std::set<std::string> seen;
    for (const Fault* f : of_[kind]) {
      if (!seen.insert(same(*f)).second)
        throw Rejected("two faults of one kind are about the same node, disk or message");
    }
  }

  void outages() const {
    for (const Fault* one : all(Kind::crash)) {
      for (const Fault* other : all(Kind::crash)) {
        const bool later = one != other && one->from == other->from && one->down() <= other->down();
        if (later && (one->back == 0 || other->down() <= one->back))
          throw Rejected("a node crashes again before it has run for a tick");
      }
    }
  }

  void messages() {
    const auto all = [](const Fault& f) {
      return f.from + "," + f.to + "," + std::to_string(f.tick);
    };
    const auto sent = [&all](const Fault& f) { return all(f) + "," + f.relation; };
    for (const Kind kind : {Kind::loss, Kind::late, Kind::twice}) once(kind, sent);
    std::map<std::string, const Fault*> late;
    std::set<std::string> lost;
    for (const Fault* f : of_[Kind::loss]) lost.insert(all(*f));
    for (const Fault* f : of_[Kind::late]) {
      late.emplace(sent(*f), f);
      if (lost.contains(all(*f))) throw Rejected("a lost message cannot be late");
    }
    for (const Fault* f : of_[Kind::twice]) {
      const auto first = late.find(sent(*f));
      if (lost.contains(all(*f)) || (first != late.end() && f->by <= first->second->by))
        throw Rejected("a duplicate arrives before its message");
    }
  }

  /// Throws Rejected unless a node runs for at least one tick between a pause and another pause or
  /// an outage.
  void pauses() const {
    for (const Fault* one : all(Kind::pause)) {
      for (const Fault* other : all(Kind::pause)) {
        if (one != other && one->from == other->from && one->tick <= other->tick &&
            other->tick <= one->back)
          throw Rejected("a node is paused again before it has run for a tick");
      }
      for (const Fault* down : all(Kind::crash)) {
        if (down->from == one->from && down->down() <= one->back &&
            (down->back == 0 || one->tick <= down->back))
          throw Rejected("a node has to run for a tick between a pause and a crash");
      }
    }
  }

  void disks() {
    const auto same = [](const Fault* a, const Fault* b) {
      return a->from == b->from && a->to == b->to;
    };
    once(Kind::dead, [](const Fault& f) { return f.from + "," + f.to; });
    for (const Kind kind : {Kind::damage, Kind::back})
      once(kind, [](const Fault& f) { return f.from + "," + f.to + "," + std::to_string(f.tick); });
    for (const Fault* one : of_[Kind::write]) {
      for (const Fault* other : of_[Kind::write]) {
        if (one != other && same(one, other) && one->tick <= other->tick &&
            other->tick <= one->back + 1)
          throw Rejected(
              "two failures of the same writes have no tick between them at which writes succeed");
      }
      for (const Fault* dead : of_[Kind::dead]) {
        if (same(one, dead) && dead->tick <= one->back)
          throw Rejected("writes fail on a dead disk");
      }
      for (const Fault* pause : of_[Kind::pause]) {
        if (pause->from == one->from && pause->tick <= one->back && one->tick < pause->back)
          throw Rejected("writes fail while the node is paused");
      }
      for (const Fault* down : of_[Kind::crash]) {
        if (down->from == one->from && down->down() <= one->back &&
            (down->back == 0 || one->tick < down->back))
          throw Rejected("writes fail while the node is down");
      }
    }
  }

  void numbers() const {
    const auto limit = [](std::size_t count, std::optional<int> most, const char* what) {
      if (most && count > static_cast<std::size_t>(*most))
        throw Rejected(std::string("there are more ") + what + " than the claim allows");
    };
    std::size_t restarts = 0, ticks = 0, faults = 0;
    for (const Fault* one : all(Kind::crash)) restarts += one->back == 0 ? 0U : 1U;
    for (const Fault* one : all(Kind::late)) ticks += static_cast<std::size_t>(one->by);
    for (const auto& [kind, those] : of_) faults += those.size();
    limit(all(Kind::partition).size(), limits_.partitions, "partitions");
    limit(all(Kind::crash).size() - restarts, limits_.crashes, "crashes");
    limit(restarts, limits_.restarts, "restarts");
    limit(all(Kind::loss).size(), limits_.losses, "losses");
    limit(all(Kind::late).size(), limits_.late_count, "late messages");
    limit(ticks, limits_.late_budget, "late ticks");
    limit(all(Kind::twice).size(), limits_.twice, "second messages");
    limit(all(Kind::pause).size(), limits_.pauses, "pauses");
    limit(all(Kind::write).size(), limits_.failed_writes, "failed writes");
    limit(all(Kind::dead).size(), limits_.dead_disks, "dead disks");
    limit(all(Kind::damage).size(), limits_.corruptions, "corruptions");
    limit(all(Kind::back).size(), limits_.write_backs, "write-backs");
    limit(faults, limits_.faults, "faults");
  }

  [[nodiscard]] std::vector<const Fault*> all(Kind kind) const {
    const auto it = of_.find(kind);
    return it == of_.end() ? std::vector<const Fault*>{} : it->second;
  }

  const Limits& limits_;
  std::map<Kind, std::vector<const Fault*>> of_;
};

}  // namespace

void require_admissible(const FaultSet& set, const Limits& limits) {
  Kinds(set, limits).require();
}

}  // namespace ldfi::certificate
