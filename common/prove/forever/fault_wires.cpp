#include "common/prove/forever/fault_wires.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common/prove/forever/fault_budget.hpp"

namespace ldfi::forever {
namespace {

class FaultBuilder {
 public:
  FaultBuilder(const System& system, bool foresees, Wire first_tick, Aig& aig)
      : system_(system),
        fspec_(*system.fspec),
        foresees_(foresees),
        first_tick_(first_tick),
        aig_(aig) {
    if (const auto most = fspec_.limits().faults) faults_.emplace(aig, "fault", number(*most));
    begin_budgets<Place::message>();
    begin_budgets<Place::disk>();
  }

  FaultWires build() {
    if (fspec_.limits().omissions != 0) out_.quiet = aig_.input(calm_input);
    if (fspec_.crash_model() == CrashModel::stop) {
      add_outages();
    } else {
      add_crashes();
    }
    if (foresees_) foresee();
    add_disks();
    add_partitions();
    add_losses();
    settle();
    if (faults_) faults_->finish();
    finish_budgets<Place::message>();
    finish_budgets<Place::disk>();
    return std::move(out_);
  }

 private:
  static std::size_t number(int n) { return static_cast<std::size_t>(n); }
  [[nodiscard]] std::string of(const char* what, NodeId node) const {
    return fmt::format("{}({})", what, fspec_.name(node));
  }
  Wire fault_latch(const char* what, NodeId node) {
    return aig_.latch(of(what, node), false, LatchKind::fault,
                      fmt::format("{}[{}]", what, fspec_.name(node)));
  }

  /// Creates budgets for the kinds of faults that hit this place (a node, disk, message or cut), if
  /// the Fspec limits them. Crashes need no budget, because the latches of the crashed nodes count
  /// them.
  template <Place place>
  void begin_budgets() {
    each_kind_of<place>([&]<class Kind>(Kind*) {
      if constexpr (!std::is_same_v<Kind, Crash>) {
        if (const auto most = std::optional<int>(Kind::most(fspec_.parameters())))
          budgets_.of<Kind>().emplace(aig_, Kind::number.one, number(*most));
        if constexpr (Kind::span == Span::length)
          if (const auto most = Kind::in_all(fspec_.delays()))
            late_ticks_.of<Kind>().emplace(aig_, "late tick", number(*most));
      }
    });
  }
  template <Place place>
  void finish_budgets() {
    each_kind_of<place>([&]<class Kind>(Kind*) {
      for (auto* budget : {&budgets_.of<Kind>(), &late_ticks_.of<Kind>()})
        if (*budget) (*budget)->finish();
    });
  }

  /// Adds a fault of the kind `Kind`. The fault happens if an input chooses it, `may` is true, and
  /// no budget is exceeded. `ticks` is the delay that the fault causes.
  template <class Kind>
  Wire happens(const std::string& name, Wire may, int ticks = 0) {
    const std::pair<std::optional<FaultBudget>*, std::size_t> spends[] = {
        {&budgets_.of<Kind>(), 1}, {&late_ticks_.of<Kind>(), number(ticks)}, {&faults_, 1}};
    Wire out = aig_.both(aig_.input(name), may);
    for (const auto& [budget, times] : spends)
      if (*budget) out = aig_.both(out, (*budget)->open(times));
    for (const auto& [budget, times] : spends)
      if (*budget) (*budget)->spend(out, times);
    return out;
  }

  /// Adds crashes for the crash models without outages, up to the Fspec's limit. Crashed nodes stay
  /// crashed.
  void add_crashes() {
    if (!fspec_.may_crash()) return;
    const auto most = number(fspec_.crashes());
    std::vector<Wire> used;
    std::map<NodeId, Wire> before;
    for (std::size_t n = 0; n < fspec_.node_count(); ++n) {
      const NodeId node(n);
      if (!fspec_.crashable(node)) continue;
      used.push_back(before[node] = fault_latch("crashed", node));
    }
    for (const auto& [node, was] : before) {
      const Wire may = aig_.both(was ^ 1U, aig_.counts(used, most - 1).back() ^ 1U);
      const Wire now = happens<Crash>(of("C", node), may);
      out_.down[node] = aig_.either(was, now);
      aig_.set_next(was, out_.down[node]);
      used.push_back(now);
    }
    out_.crashes = out_.silent = out_.down;
  }

  /// Latches with the state of a node after the previous tick.
  struct Before {
    Wire crashed = never;  ///< true if the node is down for good
    Wire down = never;     ///< true if the node was down and may restart now
    /// True if the node ran without sending at the previous tick, as the beginning of an outage. It
    /// is down now.
    Wire mute = never;
    Wire paused = never;  ///< true if the node was paused
  };

  void add_outages() {
    begin_budgets<Place::node>();
    std::map<NodeId, Before> before;
    std::vector<Wire> crashed;
    for (std::size_t n = 0; n < fspec_.node_count(); ++n) {
      const NodeId node(n);
      const bool dies = fspec_.may_crash() && fspec_.crashable(node);
      const bool returns = may_restart(fspec_, node);
      const bool stands = may_be_paused(fspec_, node);
      if (!dies && !returns && !stands) continue;
      Before& was = before[node];
      if (dies) crashed.push_back(was.crashed = fault_latch("crashed", node));
      if (returns) was.down = fault_latch("down", node);
      if (returns) was.mute = fault_latch("mute", node);
      if (stands) was.paused = fault_latch("paused", node);
    }
    for (const auto& [node, was] : before) add_outage(node, was, crashed);
    finish_budgets<Place::node>();
  }

  void add_outage(NodeId node, const Before& was, std::vector<Wire>& crashed) {
    const bool dies = was.crashed != never;
    const bool returns = was.down != never;
    const auto dying = [&](const std::string& name, Wire may) {
      if (!dies) return never;
      const Wire open = aig_.counts(crashed, number(fspec_.crashes()) - 1).back() ^ 1U;
      const Wire out = happens<Crash>(name, aig_.both(may, open));
      crashed.push_back(out);
      return out;
    };
    const auto leaving = [&](const std::string& name, Wire may) {
      return returns ? happens<Outage>(name, may) : never;
    };
    const Wire before[] = {was.crashed, was.down, was.mute, was.paused};
    const Wire ran = aig_.any(before) ^ 1U;
    const Wire ends = returns ? aig_.both(was.down, aig_.input(of("back", node))) : never;
    const Wire dies_now = dying(of("C", node), ran);
    const Wire leaves_now = leaving(of("R", node), aig_.both(ran, dies_now ^ 1U));
    const Wire gone = aig_.either(was.crashed, dies_now);
    const Wire away =
        aig_.either(aig_.either(was.mute, leaves_now), aig_.both(was.down, ends ^ 1U));
    const Wire down = aig_.either(gone, away);
    const Wire paused = add_pause(node, was.paused, aig_.both(ran, down ^ 1U));
    const Wire runs = aig_.either(down, paused) ^ 1U;
    const Wire dies_next = dying(of("C+", node), runs);
    const Wire leaves_next = leaving(of("R+", node), aig_.both(runs, dies_next ^ 1U));
    if (dies) aig_.set_next(was.crashed, aig_.either(gone, dies_next));
    if (returns) aig_.set_next(was.down, away);
    if (returns) aig_.set_next(was.mute, leaves_next);
    out_.down[node] = down;
    out_.restarts[node] = ends;
    out_.paused[node] = paused;
    if (dies) out_.crashes[node] = aig_.either(gone, dies_next);
    const Wire silent[] = {dies_next, leaves_next, paused};
    out_.silent[node] = aig_.either(down, aig_.any(silent));
    const Wire passing[] = {away, leaves_next, paused};
    out_.quiet = aig_.both(out_.quiet, aig_.any(passing) ^ 1U);
  }

  /// Adds the pauses of a node. After a pause, the node runs for at least one tick before another
  /// pause or an outage. `was` says that the node was paused, and `may` that it may be paused now.
  Wire add_pause(NodeId node, Wire was, Wire may) {
    if (was == never) return never;
    const Wire goes_on = aig_.both(was, aig_.input(of("still", node)));
    const Wire out = aig_.either(goes_on, happens<Pause>(of("S", node), may));
    aig_.set_next(was, out);
    return out;
  }

  /// Adds dead disks and failed writes. Writes fail only while the node runs and the disk is not
  /// dead. Between two failures, writes succeed for at least one tick. A dead disk stays dead.
  void add_disks() {
    const auto find = [](const std::map<NodeId, Wire>& wires, NodeId node) {
      const auto it = wires.find(node);
      return it == wires.end() ? never : it->second;
    };
    for (std::size_t n = 0; n < fspec_.node_count(); ++n) {
      const NodeId node(n);
      const Wire runs = aig_.either(find(out_.down, node), find(out_.paused, node)) ^ 1U;
      for (const RelationId relation : failing_disks(system_, node)) {
        const std::string of = fspec_.name(node) + "," + system_.program->relation(relation).name;
        auto& disk = out_.disks[{node, relation}];
        const auto latch = [&](const char* what) {
          return aig_.latch(fmt::format("{}({})", what, of), false, LatchKind::fault,
                            fmt::format("{}[{}]", what, of));
        };
        const Wire was_dead = fspec_.disk().dead > 0 ? latch("dead") : never;
        const Wire was_failing = fspec_.disk().write > 0 ? latch("failing") : never;
        if (was_dead != never) {
          disk.dead = aig_.either(was_dead, happens<DeadDisk>("E(" + of + ")", was_dead ^ 1U));
          aig_.set_next(was_dead, disk.dead);
        }
        if (was_failing != never) {
          const Wire may = aig_.both(runs, disk.dead ^ 1U);
          const Wire goes_on = aig_.both(was_failing, aig_.input("still W(" + of + ")"));
          const Wire begins =
              happens<FailedWrite>("W(" + of + ")", aig_.both(may, was_failing ^ 1U));
          disk.fails = aig_.both(may, aig_.either(goes_on, begins));
          aig_.set_next(was_failing, disk.fails);
          out_.quiet = aig_.both(out_.quiet, disk.fails ^ 1U);
        }
        disk.failed = fspec_.disk().silent ? never : aig_.either(was_dead, was_failing);
      }
    }
  }

  /// Adds the partitions. Only one is active at a time, and at least one tick without a partition
  /// is between two of them.
  void add_partitions() {
    if (fspec_.limits().partitions == 0) return;
    begin_budgets<Place::cut>();
    std::vector<Wire> before;
    for (std::size_t i = 0; i < fspec_.cuts().size(); ++i) {
      const std::string name = fmt::format("partition {}", i + 1);
      before.push_back(aig_.latch(name, false, LatchKind::fault, fmt::format("cut[{}]", i + 1)));
    }
    Wire free = aig_.any(before) ^ 1U;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Wire goes_on =
          aig_.both(before[i], aig_.input(fmt::format("still partition {}", i + 1)));
      const Wire begins = happens<Partition>(fmt::format("P({})", i + 1), free);
      free = aig_.both(free, begins ^ 1U);
      cut_.push_back(aig_.either(goes_on, begins));
      aig_.set_next(before[i], cut_.back());
    }
    finish_budgets<Place::cut>();
    out_.quiet = aig_.both(out_.quiet, aig_.any(cut_) ^ 1U);
  }

  /// Adds inputs that choose at tick 1 which nodes will have crashed by EOT (the last tick).
  void foresee() {
    for (auto& [node, crashes] : out_.crashes) {
      const std::string name = fspec_.name(node);
      const Wire choice = aig_.input(fmt::format("foresees C({})", name));
      const Wire kept = aig_.latch(fmt::format("crashes({})", name), false, LatchKind::fault,
                                   fmt::format("crashes[{}]", name));
      const Wire foreseen = aig_.choose(first_tick_, choice, kept);
      aig_.set_next(kept, foreseen);
      out_.fulfilled = aig_.both(out_.fulfilled, aig_.same(foreseen, crashes));
      crashes = foreseen;
    }
  }

  void add_losses() {
    std::set<Link> links;
    for (const auto* list : {&system_.next, &system_.next_errors, &system_.next_escapes}) {
      for (const Instance& instance : *list)
        if (instance.link) links.insert(*instance.link);
    }
    for (const Link& link : links) {
      const bool itself = link.from == link.to;
      const auto& gone = itself ? out_.down : out_.silent;
      const auto from = gone.find(link.from);
      Wire lost = from == gone.end() ? never : from->second;
      if (itself) {
        // A node that crashes silently keeps its memory.
        if (fspec_.crash_model() == CrashModel::silent) continue;
      } else {
        for (std::size_t i = 0; i < cut_.size(); ++i) {
          if (fspec_.cuts()[i].loses(link.from, link.to)) lost = aig_.either(lost, cut_[i]);
        }
        const std::string ends = fmt::format("{},{}", fspec_.name(link.from), fspec_.name(link.to));
        if (fspec_.omissible(link.from, link.to)) {
          const Wire may = out_.quiet ^ 1U;
          lost = aig_.either(lost, happens<Omission>(fmt::format("O({})", ends), may));
        }
        lost = aig_.either(lost, add_late(link, ends, lost ^ 1U));
      }
      out_.lost[link] = lost;
    }
  }

  /// Adds delays and duplicates of the messages on a link that are sent and not lost. The second
  /// arrival is later than the first. Returns the wire which says that the first arrival is late.
  Wire add_late(const Link& link, const std::string& ends, Wire sent) {
    const Delays& delays = fspec_.delays();
    if (delays.none() || !fspec_.may_be_late(link.from, link.to)) return never;
    std::vector<Wire> late(number(delays.latest()) + 1, never);  // indexed by the number of ticks
    Wire some = never, again = never;
    for (int k = 1; k <= delays.most; ++k) {
      const Wire now =
          happens<Delay>(fmt::format("D({},+{})", ends, k), aig_.both(sent, some ^ 1U), k);
      late[number(k)] = now;
      some = aig_.either(some, now);
    }
    // Wire which says that the first arrival is less than k ticks late, for the present k.
    Wire after = some ^ 1U;
    for (int k = 1; k <= delays.latest(); ++k) {
      Wire now = late[number(k)];
      if (k <= delays.most_between()) {
        const Wire may = aig_.both(aig_.both(sent, after), again ^ 1U);
        const Wire twice = happens<Duplicate>(fmt::format("U({},+{})", ends, k), may);
        again = aig_.either(again, twice);
        now = aig_.either(now, twice);
      }
      after = aig_.either(after, late[number(k)]);
      out_.late[{link, k}] = now;
    }
    return some;
  }

  /// Adds latches for the number of ticks until late messages arrive. At EOT (the last tick), all
  /// late messages must have arrived.
  void settle() {
    const auto latest = number(fspec_.delays().latest());
    if (latest == 0 || fspec_.delays().none()) return;
    std::vector<Wire> before, now(latest + 2, never);
    for (std::size_t i = 1; i <= latest; ++i) {
      before.push_back(aig_.latch(fmt::format("{} under way", i), false, LatchKind::fault,
                                  fmt::format("under-way[{}]", i)));
      now[i] = before.back();
    }
    for (const auto& [late, wire] : out_.late) {
      Wire& at = now[number(late.ticks) + 1];
      at = aig_.either(at, wire);
    }
    for (std::size_t i = 1; i <= latest; ++i) aig_.set_next(before[i - 1], now[i + 1]);
    out_.settled = aig_.any(std::span(now).subspan(1)) ^ 1U;
  }

  const System& system_;
  const Fspec& fspec_;
  const bool foresees_;
  const Wire first_tick_;
  Aig& aig_;
  FaultWires out_;
  std::vector<Wire> cut_;  ///< for each possible partition, true if it is active now
  std::optional<FaultBudget> faults_;
  /// Number of faults of each kind that the Fspec limits.
  KindMap<std::optional<FaultBudget>> budgets_;
  KindMap<std::optional<FaultBudget>>
      late_ticks_;  ///< ticks of all delays of each kind, if the Fspec limits them
};

}  // namespace

FaultWires make_faults(const System& system, bool foresees, Wire first_tick, Aig& aig) {
  return FaultBuilder(system, foresees, first_tick, aig).build();
}

bool has_calm(const Fspec& fspec) {
  bool out = false;
  each_kind([&]<class Kind>(Kind*) {
    constexpr bool by_eff = Kind::span == Span::point || Kind::span == Span::interval;
    out = out || (by_eff && admits_some(Kind::most(fspec.parameters())));
  });
  return out;
}

std::vector<RelationId> failing_disks(const System& system, NodeId node) {
  std::vector<RelationId> out;
  const auto& stored = system.fspec->stored();
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const auto relation = system.program->find(stored[i]);
    if (relation && system.fspec->has_disk(node, NamedId(i))) out.push_back(*relation);
  }
  return out;
}

bool may_restart(const Fspec& fspec, NodeId node) {
  return fspec.restarts() > 0 && fspec.restartable(node);
}

bool may_be_down(const Fspec& fspec, NodeId node) {
  return may_restart(fspec, node) || (fspec.may_crash() && fspec.crashable(node));
}

bool may_be_paused(const Fspec& fspec, NodeId node) {
  const FaultLimits& limits = fspec.limits();
  return limits.most.of<Pause>() > 0 &&
         (limits.pausable.empty() || std::ranges::count(limits.pausable, fspec.name(node)) > 0);
}

}  // namespace ldfi::forever
