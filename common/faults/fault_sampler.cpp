// The engine is std::mt19937_64, whose sequence the C++ standard fixes. The standard does not fix
// its distributions, so bounded numbers are drawn here. Each index seeds an engine of its own: that
// costs a microsecond, and lets every rank draw any range of indices.
#include "common/faults/fault_sampler.hpp"

#include <algorithm>
#include <limits>
#include <random>

namespace ldfi {
namespace {

using Engine = std::mt19937_64;

/// The finaliser of splitmix64 [SLF14]: neighbouring seeds and indices give unrelated engines.
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

/// Uniform in 0 … bound − 1, without bias: a number from the last, incomplete round is drawn again.
std::uint64_t below(Engine& engine, std::uint64_t bound) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t excess = (most % bound + 1) % bound;
  for (;;) {
    const std::uint64_t x = engine();
    if (x <= most - excess) return x % bound;
  }
}

/// A uniform choice of `count` of `total` things, by Floyd's algorithm [BF87], as a flag for each.
std::vector<bool> chosen(Engine& engine, std::uint64_t total, std::uint64_t count) {
  std::vector<bool> in(total);
  for (std::uint64_t j = total - count; j < total; ++j) {
    const std::uint64_t candidate = below(engine, j + 1);
    in[in[candidate] ? j : candidate] = true;
  }
  return in;
}

/// How many of `most` faults of a kind there are, by Pólya's urn [EP23]: it holds one share of "no" and
/// `weight` shares of "yes"; what is drawn goes back with one more share of its own. With weight 1
/// each number is as probable as any other, and one draw says it.
std::uint64_t number_of(Engine& engine, std::uint64_t most, std::uint64_t weight) {
  constexpr std::uint64_t one = FaultWeights::one;
  if (weight == one) return below(engine, most + 1);
  std::uint64_t yes = 0;
  for (std::uint64_t drawn = 0; drawn < most && weight > 0; ++drawn) {
    if (below(engine, weight + one + drawn * one) < weight + yes * one) ++yes;
  }
  return yes;
}

/// Adds `fresh` unless the Fspec or one of `faults` excludes it, or it has no effect.
void add(const Fspec& fspec, const Fault& fresh, std::vector<Fault>& faults) {
  if (!admits(fspec, fresh)) return;
  for (const Fault& fault : faults) {
    const bool before = fault < fresh;
    if (excludes(before ? fault : fresh, before ? fresh : fault) != nullptr) return;
    if (redundant(fresh, fault) || redundant(fault, fresh)) return;
  }
  faults.push_back(fresh);
}

/// A tick in 1 … last.
Time draw_tick(Engine& engine, int last) {
  return Time(1 + static_cast<int>(below(engine, static_cast<std::uint64_t>(last))));
}

/// Adds crashes that end in a restart.
void draw_restarts(const Fspec& fspec, std::uint64_t weight, Engine& engine,
                   std::vector<Fault>& faults) {
  const int last = fspec.last_omission();
  if (fspec.restarts() == 0 || last < 1) return;
  std::vector<NodeId> nodes;
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    if (fspec.restartable(NodeId(n))) nodes.emplace_back(n);
  }
  const auto count = number_of(engine, static_cast<std::uint64_t>(fspec.restarts()), weight);
  for (std::uint64_t i = 0; i < count; ++i) {
    Outage outage;
    outage.node = nodes[below(engine, nodes.size())];
    outage.at = draw_tick(engine, last);
    outage.down = below(engine, 2) == 1 ? outage.at.next() : outage.at;
    const int first = outage.down.tick() + fspec.limits().least_down;
    const int latest =
        std::min(last + 1, fspec.limits().most_down ? outage.down.tick() + *fspec.limits().most_down
                                                    : last + 1);
    if (first > latest) continue;
    outage.back = Time(first - 1 + draw_tick(engine, latest + 1 - first).tick());
    add(fspec, outage, faults);
  }
}

void draw_partitions(const Fspec& fspec, std::uint64_t weight, Engine& engine,
                     std::vector<Fault>& faults) {
  const int last = fspec.last_omission();
  if (fspec.cuts().empty() || last < 1) return;
  const auto most = static_cast<std::uint64_t>(fspec.limits().partitions);
  const auto count = number_of(engine, most, weight);
  for (std::uint64_t i = 0; i < count; ++i) {
    Partition partition;
    partition.cut = fspec.cuts()[below(engine, fspec.cuts().size())];
    partition.from = draw_tick(engine, last);
    const int before = partition.from.tick() - 1;
    partition.until = Time(before + draw_tick(engine, last - before).tick());
    add(fspec, partition, faults);
  }
}

void draw_pauses(const Fspec& fspec, std::uint64_t weight, Engine& engine,
                 std::vector<Fault>& faults) {
  const int last = fspec.last_omission();
  if (fspec.limits().pauses == 0 || last < 1) return;
  const auto count = number_of(engine, static_cast<std::uint64_t>(fspec.limits().pauses), weight);
  for (std::uint64_t i = 0; i < count; ++i) {
    Pause pause;
    pause.node = NodeId(static_cast<std::size_t>(below(engine, fspec.node_count())));
    pause.from = draw_tick(engine, last);
    const int before = pause.from.tick();
    pause.back = Time(before + draw_tick(engine, last + 1 - before).tick());
    add(fspec, pause, faults);
  }
}

void draw_failed_writes(const Fspec& fspec, std::uint64_t weight, Engine& engine,
                        std::vector<Fault>& faults) {
  const int last = fspec.last_omission();
  if (fspec.disk().write == 0 || last < 1) return;
  const auto count = number_of(engine, static_cast<std::uint64_t>(fspec.disk().write), weight);
  for (std::uint64_t i = 0; i < count; ++i) {
    FailedWrite failed;
    failed.node = NodeId(static_cast<std::size_t>(below(engine, fspec.node_count())));
    failed.relation = NamedId(static_cast<std::size_t>(below(engine, fspec.stored().size())));
    failed.at = draw_tick(engine, last);
    const int before = failed.at.tick() - 1;
    failed.until = Time(before + draw_tick(engine, last - before).tick());
    add(fspec, failed, faults);
  }
}

/// Adds what arrives late, then what arrives twice: how many, of which messages, and by how many
/// ticks.
void draw_late(const Fspec& fspec, const FaultWeights& weights, Engine& engine,
               std::vector<Fault>& faults) {
  if (fspec.delays().none()) return;
  std::vector<Delay> units;
  for (std::uint32_t a = 0; a < fspec.node_count(); ++a) {
    for (std::uint32_t b = 0; b < fspec.node_count(); ++b) {
      for (int t = 1; t <= fspec.last_late(); ++t) {
        if (!fspec.may_be_late(NodeId(a), NodeId(b))) continue;
        for (const NamedId relation : fspec.late_units()) {
          units.push_back({NodeId(a), NodeId(b), Time(t), 1, relation});
        }
      }
    }
  }
  const auto draw = [&](std::size_t most, std::uint64_t weight, int latest, auto take) {
    most = std::min(most, units.size());
    const std::vector<bool> in = chosen(engine, units.size(), number_of(engine, most, weight));
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!in[i]) continue;
      const int ticks = std::min(latest, fspec.eot() - 1 - units[i].sent.tick());
      take(units[i], static_cast<int>(below(engine, static_cast<std::uint64_t>(ticks))) + 1);
    }
  };
  int left = fspec.delays().budget.value_or(std::numeric_limits<int>::max());
  if (fspec.delays().most > 0) {
    const auto count = fspec.delays().count;
    draw(count ? static_cast<std::size_t>(*count) : units.size(), weights.delays,
         fspec.delays().most, [&](Delay unit, int late) {
           unit.late = late;
           if (late > left) return;
           left -= late;
           add(fspec, unit, faults);
         });
  }
  if (fspec.delays().duplicates == 0) return;
  draw(static_cast<std::size_t>(fspec.delays().duplicates), weights.duplicates,
       fspec.delays().most_between(), [&](const Delay& unit, int late) {
         add(fspec, Duplicate{unit.from, unit.to, unit.sent, late, unit.relation}, faults);
       });
}

/// Adds up to `most` faults of disks that happen at one tick in 1 … last.
template <class Kind>
void draw_of_disks(const Fspec& fspec, int most, std::uint64_t weight, int last, Engine& engine,
                   std::vector<Fault>& faults) {
  if (most == 0 || last < 1) return;
  const auto count = number_of(engine, static_cast<std::uint64_t>(most), weight);
  for (std::uint64_t i = 0; i < count; ++i) {
    Kind one;
    one.node = NodeId(static_cast<std::size_t>(below(engine, fspec.node_count())));
    one.relation = NamedId(static_cast<std::size_t>(below(engine, fspec.stored().size())));
    one.at = draw_tick(engine, last);
    add(fspec, one, faults);
  }
}

}  // namespace

FaultSampler::FaultSampler(Fspec fspec, std::uint64_t seed, const FaultWeights& weights)
    : fspec_(std::move(fspec)), seed_(mixed(seed)), weights_(weights) {}

FaultSet FaultSampler::draw(std::uint64_t index) const {
  if (index == 0) return {};
  Engine engine(mixed(seed_ + index));
  const std::vector<Fault> others = draw_others(engine);
  const FaultSet given(others);
  const auto nodes = static_cast<std::uint32_t>(fspec_.node_count());
  std::vector<Omission> free;
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      for (int t = 1; t <= fspec_.last_omission() && to != from; ++t) {
        const Omission omission{NodeId(from), NodeId(to), Time(t)};
        if (!fspec_.omissible(omission.from, omission.to)) continue;
        if (given.empty() || !given.settles({omission.from, omission.to, omission.sent}))
          free.push_back(omission);
      }
    }
  }
  const FaultLimits& limits = fspec_.limits();
  std::size_t most = free.size();
  if (limits.omissions) most = std::min(most, static_cast<std::size_t>(*limits.omissions));
  if (limits.faults) {
    most = std::min(most, static_cast<std::size_t>(*limits.faults) - others.size());
  }
  const std::vector<bool> lost =
      chosen(engine, free.size(), number_of(engine, most, weights_.omissions));
  std::vector<Fault> faults;
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (lost[i]) faults.emplace_back(free[i]);
  }
  faults.insert(faults.end(), others.begin(), others.end());
  return FaultSet(std::move(faults));
}

FaultSet FaultSampler::draw_without_omissions(std::uint64_t index) const {
  Engine engine(mixed(seed_ + index));
  return index == 0 ? FaultSet() : FaultSet(draw_others(engine));
}

std::vector<Fault> FaultSampler::draw_others(Engine& engine) const {
  std::vector<Fault> out = draw_crashes(engine);
  draw_late(fspec_, weights_, engine, out);
  draw_partitions(fspec_, weights_.partitions, engine, out);
  draw_pauses(fspec_, weights_.pauses, engine, out);
  draw_failed_writes(fspec_, weights_.failed_writes, engine, out);
  const DiskFaults& disk = fspec_.disk();
  const int last = fspec_.last_omission();
  draw_of_disks<Corruption>(fspec_, disk.corrupt, weights_.corruptions, last, engine, out);
  draw_of_disks<DeadDisk>(fspec_, disk.dead, weights_.dead_disks, fspec_.eot(), engine, out);
  draw_of_disks<WriteBack>(fspec_, disk.writeback, weights_.write_backs, last, engine, out);
  const std::optional<int>& most = fspec_.limits().faults;
  if (most && out.size() > static_cast<std::size_t>(*most)) {
    out.resize(static_cast<std::size_t>(*most));
  }
  return out;
}

std::vector<Fault> FaultSampler::draw_crashes(Engine& engine) const {
  const auto nodes = static_cast<std::uint32_t>(fspec_.node_count());
  const bool stop = fspec_.crash_model() == CrashModel::stop;
  const auto most = static_cast<std::uint64_t>(fspec_.crashes());
  const std::uint64_t crashes = number_of(engine, most, weights_.crashes);
  const std::vector<bool> crashed = chosen(engine, nodes, crashes);
  std::vector<Fault> out;
  for (std::uint32_t n = 0; n < nodes; ++n) {
    if (!crashed[n]) continue;
    const Time at = draw_tick(engine, fspec_.eot());
    if (stop) {
      add(fspec_, Outage{NodeId(n), at, below(engine, 2) == 1 ? at.next() : at}, out);
    } else if (fspec_.crashable(NodeId(n))) {
      out.emplace_back(Crash{NodeId(n), at});
    }
  }
  if (stop) draw_restarts(fspec_, weights_.restarts, engine, out);
  return out;
}

}  // namespace ldfi
