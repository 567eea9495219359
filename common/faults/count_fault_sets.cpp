// Counts fault sets by dynamic programming over ticks. Nodes of one class are interchangeable. So a
// state says only how many nodes of each class are up, down and so on (Life). It also says how many
// are on each side of a partition. A step leads to a state of the next tick. Each step can happen
// in a number of ways, and leaves a number of messages that only an omission could lose. DiskSteps
// counts what happens to disks. If the number of omissions is limited, sets of omissions are
// counted by size.
#include "common/faults/count_fault_sets.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_map>

#include "common/base/errors.hpp"
#include "common/faults/counted_state.hpp"
#include "common/faults/disk_steps.hpp"
#include "common/faults/node_classes.hpp"
#include "common/faults/spans.hpp"

namespace ldfi {
namespace {

/// The number of ways in which a state can be reached, indexed by the number of omissions. Has a
/// single entry if omissions are not counted.
using Ways = std::vector<BigInt>;

/// State of a node at one tick.
enum Life : std::uint8_t {
  up,
  muted,  ///< runs but sends nothing, and is down at the next tick; written C(n,t+)
  paused,
  gone,  ///< down for good; with a crash model other than `stop`, the node has crashed
  back   ///< down for one tick so far, and will restart; higher values: down for more ticks
};
constexpr std::size_t sides = 2;
constexpr std::size_t most_groups = 100'000;  ///< largest number of groups of nodes (struct Group)
constexpr const char* too_many = "there are too many fault sets to count";
static_assert(count_of_hit_kinds + 6 == kind_count,
              "a new kind of nodes, cuts, or messages for some ticks has to be counted here, too");

class Count {
 public:
  Count(const Fspec& fspec, const BudgetCheck& check, std::uint64_t most_steps)
      : fspec_(fspec),
        meter_(check),
        limits_(fspec.limits()),
        classes_(fspec),
        stops_(fspec.crash_model() == CrashModel::stop),
        any_side_(limits_.partition_sets.empty()),
        most_(most_of_each_kind(fspec)),
        last_(fspec.last_omission()),
        least_down_(std::min(limits_.least_down, last_ + 1)),
        most_down_(limits_.most_down.value_or(last_ + 1)),
        lives_(back + static_cast<std::size_t>(
                          std::max(least_down_, most_down_ >= last_ ? 1 : most_down_))),
        steps_(fspec, limited(meter_, most_steps)),
        disks_(steps_.states()) {
    const std::size_t groups = lives_ * disks_ * classes_.size();
    if (groups > most_groups) throw BudgetExceeded("steps", too_many);
    // A step copies and compares states, which takes longer if there are more groups.
    meter_.limit(most_steps / (1 + groups / 64), too_many);
    const std::uint64_t all = fspec.omissible_pairs() * static_cast<std::uint64_t>(last_);
    const auto most = [&](std::optional<int> limit) {
      return limit ? std::min(static_cast<std::uint64_t>(*limit), all) : all;
    };
    const std::uint64_t others = fspec.max_given();
    counted_ = most(limits_.omissions) < all ||
               (limits_.faults && static_cast<std::uint64_t>(*limits_.faults) < all + others);
    largest_ = std::min(most(limits_.omissions), most(limits_.faults));
  }

  BigInt run() {
    CountedState start;
    start.nodes.resize(classes_.size() * lives_ * sides * disks_);
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      start.nodes[at(c, up, 0, 0)] = static_cast<char16_t>(classes_.nodes(c));
    }
    now_[start] = {1};
    for (tick_ = 0; tick_ <= fspec_.eot(); ++tick_) {
      next_.clear();
      for (const auto& [state, ways] : now_) step(state, ways);
      std::swap(now_, next_);
    }
    BigInt total = 0;
    for (const auto& [state, ways] : now_) total += admitted(state, ways);
    return total;
  }

 private:
  static Meter& limited(Meter& meter, std::uint64_t most_steps) {
    meter.limit(most_steps, too_many);
    return meter;
  }
  /// A state that a node may have at the next tick.
  struct Choice {
    std::size_t next;  ///< index of the next group in CountedState::nodes
    std::size_t of;    ///< class of interchangeable nodes to which the node belongs
    std::size_t side;  ///< side of the node in the partition at this tick
    SpentFaults costs{};
    bool receives = false;         ///< true if the node receives messages sent at this tick
    bool sends = false;            ///< true if the node sends messages at this tick
    const BigInt* ways = nullptr;  ///< number of ways in which the disks of the node can change
  };
  /// Nodes that agree in class, life, side, and state of their disks.
  struct Group {
    int nodes;
    std::vector<Choice> choices;
  };
  /// The step of all nodes from one tick to the next, while its parts are being chosen.
  struct Way {
    const CountedState& from;
    const Ways& ways;
    CountedState to{};
    std::vector<Group> groups{};
    /// For each class and side, the number of nodes that receive messages of this tick.
    std::vector<int> receivers{};
    std::vector<int> both{};  ///< for each class of nodes whose faults are alike, the number of
                              ///< nodes that both send and receive at this tick
  };

  [[nodiscard]] std::size_t at(std::size_t c, std::size_t life, std::size_t side,
                               std::size_t disks) const {
    return ((c * lives_ + life) * sides + side) * disks_ + disks;
  }
  /// Returns the number of nodes with this class, life and side, whatever faults their disks have.
  [[nodiscard]] int number(const CountedState& state, std::size_t c, std::size_t life,
                           std::size_t side) const {
    int out = 0;
    for (std::size_t d = 0; d < disks_; ++d) out += state.nodes[at(c, life, side, d)];
    return out;
  }

  [[nodiscard]] BigInt admitted(const CountedState& state, const Ways& ways) const {
    const int others = state.spent.all();
    BigInt out = 0;
    for (std::size_t o = 0; o < ways.size(); ++o) {
      if (limits_.faults &&
          o + static_cast<std::size_t>(others) > static_cast<std::size_t>(*limits_.faults)) {
        break;
      }
      out += ways[o];
    }
    return out;
  }

  /// Adds all steps from the state. First chooses whether there is a partition at the next tick.
  void step(const CountedState& state, const Ways& ways) {
    const bool open = tick_ + 1 <= last_;
    go_on(state, 0, ways);
    if (state.cut != 0 && open) go_on(state, state.cut, ways);
    if (state.cut != 0 || !open || state.spent.kinds.of<Partition>() == limits_.partitions) return;
    const std::size_t kinds = !any_side_ ? fspec_.cuts().size() : limits_.one_way ? 3 : 1;
    for (std::size_t cut = 1; cut <= kinds; ++cut) go_on(state, cut, ways);
  }

  void go_on(const CountedState& state, std::size_t cut, const Ways& ways) {
    Way way{state, ways};
    way.to.nodes.resize(state.nodes.size());
    way.to.cut = cut;
    way.to.spent = state.spent;
    way.to.spent.of<Crash>() = 0;
    way.to.spent.of<Partition>() += cut != 0 && state.cut == 0 ? 1 : 0;
    way.receivers.resize(classes_.size() * sides);
    way.both.resize(classes_.size());
    for (std::size_t group = 0; group < state.nodes.size(); ++group) {
      if (state.nodes[group] != 0) way.groups.push_back({state.nodes[group], choices(way, group)});
    }
    choose(way, 0, BigInt(1));
  }

  /// Returns the states that the nodes of a group may have at the next tick. `group` is the index
  /// of the group in CountedState::nodes.
  [[nodiscard]] std::vector<Choice> choices(const Way& way, std::size_t group) const {
    std::vector<Choice> out;
    const std::size_t c = group / (lives_ * sides * disks_);
    const std::size_t from = group / (sides * disks_) % lives_;
    const std::size_t side = group / disks_ % sides;
    const std::size_t aged = from >= back ? older(from) : std::size_t{back};
    for (const std::size_t life :
         std::initializer_list<std::size_t>{up, muted, paused, gone, aged}) {
      if (life == lives_ || !may_become(c, from, life)) continue;
      for (std::size_t to_side = 0; to_side < sides; ++to_side) {
        if (!may_change(way, c, side, to_side)) continue;
        for (const DiskSteps::Step& step : disk_steps(c, group % disks_, life)) {
          Choice choice{at(c, life, to_side, step.to), c, side};
          choice.costs = step.costs;
          choice.costs.of<Crash>() = life == gone ? 1 : 0;
          choice.costs.of<Outage>() = life == back && from < back ? 1 : 0;
          choice.costs.of<Pause>() = life == paused && from != paused ? 1 : 0;
          choice.receives = !stops_ || life == up || life == muted || life == paused;
          choice.sends = from == up;
          choice.ways = &step.ways;
          out.push_back(choice);
        }
      }
    }
    return out;
  }

  /// Chooses the next states of the nodes of this group, and then of all later groups.
  void choose(Way& way, std::size_t group, const BigInt& factor) {
    if (group == way.groups.size()) return arrive(way, factor);
    choose_of(way, group, 0, way.groups[group].nodes, factor);
  }

  /// Chooses how many of the `left` nodes take the choice with index `target`, and then the same
  /// for later choices. All remaining nodes take the last choice.
  void choose_of(Way& way, std::size_t group, std::size_t target, int left, const BigInt& factor) {
    if (left == 0) return choose(way, group + 1, factor);
    const std::vector<Choice>& all = way.groups[group].choices;
    if (target == all.size()) return;
    const Choice& choice = all[target];
    const bool last = target + 1 == all.size();
    if (!last) choose_of(way, group, target + 1, left, factor);
    int moved = 0;
    BigInt chosen = factor;
    for (int count = 1; count <= left; ++count) {
      meter_.step();
      ++moved;
      ++way.to.nodes[choice.next];
      way.to.spent.add(choice.costs, 1);
      chosen *= *choice.ways;
      if (!way.to.spent.within(most_)) break;
      if (last && count < left) continue;
      add(way, choice, count);
      choose_of(way, group, target + 1, left - count, chosen * binomial(left, count));
      add(way, choice, -count);
    }
    way.to.nodes[choice.next] = static_cast<char16_t>(way.to.nodes[choice.next] - moved);
    way.to.spent.add(choice.costs, -moved);
  }

  /// Returns the changes that may happen to the disks of a node with this life at the next tick.
  [[nodiscard]] const std::vector<DiskSteps::Step>& disk_steps(std::size_t c, std::size_t disks,
                                                               std::size_t life) const {
    const bool has = classes_.has_disk(c);
    const bool works = has && (life == up || life == muted) && tick_ + 1 <= last_;
    return steps_.of(disks, works, has && tick_ < fspec_.eot());
  }

  static void add(Way& way, const Choice& choice, int nodes) {
    if (!choice.receives) return;
    way.receivers[choice.of * sides + choice.side] += nodes;
    if (choice.sends) way.both[choice.of] += nodes;
  }

  [[nodiscard]] bool may_become(std::size_t c, std::size_t from, std::size_t to) const {
    if (from == gone || to == gone) {
      return to == gone &&
             (from == gone ||
              (classes_.crashable(c) && (from == muted || (from == up && tick_ < fspec_.eot()))));
    }
    if (to == paused) {
      return (from == up || from == paused) && classes_.pausable(c) && tick_ + 1 <= last_;
    }
    if (from >= back && to >= back) return tick_ + 1 <= last_ && to == older(from);
    if (from >= back && static_cast<int>(from - back) + 1 < least_down_) return false;
    if (to == up) return from != muted;
    if (from == paused && to != muted) return false;
    if (!stops_) return false;
    if (to == muted) {
      return from != muted && tick_ < fspec_.eot() &&
             (classes_.crashable(c) || classes_.restartable(c));
    }
    return to == back && classes_.restartable(c) && tick_ + 1 <= last_;
  }
  /// Returns the Life value for one more tick down, or lives_ if the node must not be down any
  /// longer. Requires that `from` is at least `back`.
  [[nodiscard]] std::size_t older(std::size_t from) const {
    if (from + 1 < lives_) return from + 1;
    return most_down_ >= last_ ? from : lives_;
  }

  /// Returns true if nodes of the class `c` on the side `side` may be on the side `to` at the next
  /// tick.
  [[nodiscard]] bool may_change(const Way& way, std::size_t c, std::size_t side,
                                std::size_t to) const {
    if (!any_side_ || way.to.cut == 0) return to == 0;
    if (way.from.cut != 0) return to == side;
    return to == 0 || !classes_.is_first(c);
  }

  /// Returns true if a new partition has nodes on both sides and separates no pair of nodes whose
  /// channel is reliable.
  [[nodiscard]] bool sides_fit(const CountedState& to) const {
    const auto on_side = [&](std::size_t c) {
      int out = 0;
      for (std::size_t life = 0; life < lives_; ++life) out += number(to, c, life, 1);
      return out;
    };
    int cut_off = 0;
    for (std::size_t c = 0; c < classes_.size(); ++c) cut_off += on_side(c);
    return cut_off > 0 &&
           std::none_of(limits_.reliable.begin(), limits_.reliable.end(), [&](const auto& pair) {
             return cuts(to, on_side(classes_.of(*fspec_.find(pair[0]))) != 0,
                         on_side(classes_.of(*fspec_.find(pair[1]))) != 0);
           });
  }

  void arrive(Way& way, const BigInt& factor) {
    if (any_side_ && way.to.cut != 0 && way.from.cut == 0 && !sides_fit(way.to)) return;
    const bool lossy = tick_ >= 1 && tick_ <= last_;
    const SpentFaults before = way.to.spent;
    each_number_of_hits(before, most_, factor, lossy ? losable(way) : 0,
                        [&](const SpentFaults& spent, const BigInt& sets, std::uint64_t free) {
                          way.to.spent = spent;
                          omit(way.ways, way.to, sets, free);
                        });
    way.to.spent = before;
  }

  /// Adds all sets of omissions of the `free` messages that no other fault hits.
  void omit(const Ways& ways, const CountedState& to, const BigInt& factor, std::uint64_t free) {
    Ways& sum = next_[to];
    if (!counted_) {
      sum.resize(1);
      sum[0] += (ways[0] * factor) << free;
      return;
    }
    BigInt sets = factor;  // number of sets of j omissions
    for (std::uint64_t j = 0; j <= free && j <= largest_; ++j) {
      if (j > 0) sets = sets * (free - j + 1) / j;
      const std::size_t end = std::min<std::size_t>(ways.size(), largest_ + 1 - j);
      if (sum.size() < end + j) sum.resize(end + j);
      for (std::size_t i = 0; i < end; ++i) sum[i + j] += ways[i] * sets;
    }
  }

  /// Returns the number of messages of this tick that only an omission would lose.
  [[nodiscard]] std::uint64_t losable(const Way& way) const {
    std::int64_t out = 0;
    for (std::size_t a = 0; a < classes_.size(); ++a) {
      for (std::size_t b = 0; b < classes_.size(); ++b) {
        if (!classes_.omissible(a, b)) continue;
        if (a == b) out -= way.both[a];
        for (std::size_t i = 0; i < sides; ++i) {
          for (std::size_t j = 0; j < sides; ++j) {
            if (separated(way.from, a, i, b, j)) continue;
            out += std::int64_t{number(way.from, a, up, i)} * way.receivers[b * sides + j];
          }
        }
      }
    }
    return static_cast<std::uint64_t>(out);
  }

  [[nodiscard]] bool separated(const CountedState& state, std::size_t a, std::size_t i,
                               std::size_t b, std::size_t j) const {
    if (any_side_) return cuts(state, i != 0, j != 0);
    return state.cut != 0 && classes_.cut(a, b, fspec_.cuts()[state.cut - 1]);
  }

  /// Returns true if the partition loses messages from one of its sides to the other. Only for
  /// partitions with freely chosen sides.
  static bool cuts(const CountedState& state, bool from_side, bool to_side) {
    if (state.cut == 0 || from_side == to_side) return false;
    const auto way = static_cast<ldfi::Way>(state.cut - 1);
    return way == ldfi::Way::both || from_side == (way == ldfi::Way::out);
  }

  const Fspec& fspec_;
  Meter meter_;
  const FaultLimits& limits_;
  NodeClasses classes_;
  bool stops_;
  bool any_side_;
  KindMap<int> most_;
  int last_;
  int least_down_;  ///< smallest number of ticks between stop and restart
  int most_down_;
  std::size_t lives_;
  DiskSteps steps_;
  std::size_t disks_;          ///< number of states of a node's disks
  bool counted_ = false;       ///< true if sets of omissions are counted by size
  std::uint64_t largest_ = 0;  ///< largest number of omissions that is counted
  int tick_ = 0;
  std::unordered_map<CountedState, Ways, CountedState::Hash> now_;
  std::unordered_map<CountedState, Ways, CountedState::Hash> next_;
};

}  // namespace

// If disks have no other faults and the total number of faults is not limited, a dead disk excludes
// no other fault. Then sets of dead disks are counted separately.
BigInt count_fault_sets(const Fspec& fspec, const BudgetCheck& check, std::uint64_t most_steps) {
  const DiskFaults& disk = fspec.disk();
  if (disk.dead == 0 || disk.write > 0 || disk.writeback > 0 || disk.corrupt > 0 ||
      fspec.limits().faults) {
    return Count(fspec, check, most_steps).run();
  }
  FspecParameters others = fspec.parameters();
  others.disk = {};
  return number_of_dead_disk_sets(fspec) * Count(Fspec(others), check, most_steps).run();
}

}  // namespace ldfi
