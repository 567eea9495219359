#include "common/prove/forever/execution.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common/base/components.hpp"
#include "common/base/contract.hpp"
#include "common/prove/forever/refusal.hpp"

namespace ldfi::forever {

using dedalus::AggregateKind;
using ground::Wide;

namespace {

/// Largest number of facts of one tick that may support each other. The limit is needed because the
/// circuit repeats a cycle of n facts up to n times.
constexpr std::size_t max_cycle = 500;

struct RestsOn {
  using Cursor = std::size_t;
  const std::vector<std::vector<std::uint32_t>>& edges;
  static Cursor begin(std::uint32_t) { return 0; }
  [[nodiscard]] std::optional<std::uint32_t> next(std::uint32_t node, Cursor& cursor) const {
    if (cursor == edges[node].size()) return std::nullopt;
    return edges[node][cursor++];
  }
};

}  // namespace

Execution::Execution(const System& system, const FaultWires& faults,
                     std::span<const Wire> first_ticks, const std::string& prefix, Aig& aig,
                     BudgetCheck check)
    : system_(system),
      faults_(faults),
      first_ticks_(first_ticks),
      aig_(aig),
      meter_(std::move(check)),
      values_(system.facts.size(), never),
      stops_(system.fspec->crash_model() == CrashModel::stop),
      groups_(system.groups.size()),
      group_known_(system.groups.size()) {
  for (const GivenAt& one : system.given) given_[one.fact].push_back(one.at);
  add_latches(prefix);
  index();
  evaluate();
  set_next();
}

void Execution::add_latches(const std::string& prefix) {
  const std::string key_prefix = prefix.empty() ? "" : "free:";
  std::set<Arrival> kept;
  std::set<FactId> first;
  for (const Instance& instance : system_.next) kept.insert(arrival(instance));
  for (const GivenAt& one : system_.given) {
    if (one.at != Time(1) || stops_) continue;  // given facts hold even while a node is down
    first.insert(one.fact);
    kept.insert({one.fact});
  }
  for (std::size_t f = 0; f < system_.facts.size(); ++f) {
    if (!system_.facts[f].past) continue;
    past_[FactId(f)] = aig_.latch(prefix + system_.text(FactId(f)), false, LatchKind::fact,
                                  key_prefix + system_.key(FactId(f)));
  }
  for (const Arrival& one : kept) {
    const auto& [fact, node] = one;
    const std::string who = node != nobody ? system_.fspec->name(node) : "";
    latches_[one] = aig_.latch(prefix + system_.text(fact) + (who.empty() ? "" : " for " + who),
                               first.contains(fact), LatchKind::fact,
                               key_prefix + system_.key(fact) + (who.empty() ? "" : ">" + who));
  }
}

// Returns the fact that arrives, and the node that must not be down at the next tick. A node that
// is down loses its memory and the messages to it.
Execution::Arrival Execution::arrival(const Instance& instance) const {
  using dedalus::Carrier;
  const bool kept = instance.carrier != Carrier::memory && instance.carrier != Carrier::stay;
  if (!stops_ || !instance.link || kept) return {instance.head};
  return {instance.head,
          may_be_down(*system_.fspec, instance.link->to) ? instance.link->to : nobody};
}

void Execution::index() {
  const std::size_t facts = system_.facts.size();
  now_.resize(facts);
  aggregates_.resize(facts);
  leads_to_.resize(facts);
  for (std::uint32_t i = 0; i < system_.now.size(); ++i) {
    const Instance& instance = system_.now[i];
    now_[instance.head.index()].push_back(i);
    auto& edges = leads_to_[instance.head.index()];
    for (const FactId f : instance.premises) edges.push_back(f.raw());
    for (const PatternId p : instance.absent) {
      for (const FactId f : system_.patterns[p.index()]) edges.push_back(f.raw());
    }
  }
  for (std::size_t f = 0; f < facts; ++f) {
    if (const auto& past = system_.facts[f].past) leads_to_[f].push_back(past->first.raw());
  }
  for (std::uint32_t i = 0; i < system_.aggregates.size(); ++i) {
    const AggregateHead& head = system_.aggregates[i];
    aggregates_[head.head.index()].push_back(i);
    for (const auto& [group, unused] : head.values) {
      for (const auto& member : system_.groups[group].contributors) {
        leads_to_[head.head.index()].push_back(member.fact.raw());
      }
    }
  }
  for (auto& edges : leads_to_) {
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
}

void Execution::evaluate() {
  RestsOn graph{leads_to_};
  Components<RestsOn> walk(graph, system_.facts.size());
  for (std::uint32_t root = 0; root < system_.facts.size(); ++root) {
    walk.visit(root, [this](std::span<const std::uint32_t> component) {
      const std::uint32_t one = component.front();
      const auto& edges = leads_to_[one];
      if (component.size() == 1 && !std::binary_search(edges.begin(), edges.end(), one)) {
        values_[one] = value(FactId(one));
      } else {
        evaluate_cycle(component);
      }
    });
  }
}

// Computes the facts of a cycle as a least fixpoint: all facts are false at first, and each round
// adds the facts that the facts of the previous round support.
void Execution::evaluate_cycle(std::span<const std::uint32_t> component) {
  if (component.size() > max_cycle) {
    throw Refusal("too many facts of one tick depend on each other in cycles, such as " +
                  system_.text(FactId(component.front())));
  }
  std::vector<std::uint32_t> facts(component.begin(), component.end());
  std::sort(facts.begin(), facts.end());
  for (std::size_t round = 0; round < facts.size(); ++round) {
    std::vector<Wire> next;
    for (const std::uint32_t f : facts) next.push_back(value(FactId(f)));
    bool grew = false;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      grew = grew || values_[facts[i]] != next[i];
      values_[facts[i]] = next[i];
    }
    if (!grew) return;
  }
}

Wire Execution::given(FactId fact) {
  const System::Fact& f = system_.facts[fact.index()];
  if (f.constant) return always;
  const auto find = [](const auto& wires, const auto& of) {
    const auto it = wires.find(of);
    return it == wires.end() ? never : it->second;
  };
  if (f.crash) return find(faults_.crashes, *f.crash);
  if (f.down) return find(faults_.down, *f.down);
  if (f.paused) return find(faults_.paused, *f.paused);
  if (f.quiet) return find(faults_.silent, *f.quiet);
  if (f.restart) return find(faults_.restarts, *f.restart);
  if (f.late) return find(faults_.late, *f.late);
  if (f.failed) {
    const auto it = faults_.disks.find(*f.failed);
    return it == faults_.disks.end() ? never : it->second.failed;
  }
  if (f.since) {
    Wire out = always;
    for (int t = 1; t < f.since->tick(); ++t) {
      out = aig_.both(out, first_ticks_[static_cast<std::size_t>(t)] ^ 1U);
    }
    return out;
  }
  if (f.past) {
    const Wire then = first_ticks_[static_cast<std::size_t>(f.past->second.tick())];
    return aig_.either(past_.at(fact), aig_.both(then, values_[f.past->first.index()]));
  }
  Wire out = never;
  for (auto it = latches_.lower_bound({fact, NodeId(0)});
       it != latches_.end() && it->first.fact == fact; ++it) {
    // `nobody`, which stands for no node, is never down, so it has no entry.
    const Wire gone = find(faults_.down, it->first.node);
    out = aig_.either(out, aig_.both(it->second, gone ^ 1U));
  }
  if (const auto it = given_.find(fact); it != given_.end()) {
    for (const Time at : it->second) {
      // The fact is already true in the latch's first value.
      if (at == Time(1) && !stops_) continue;
      out = aig_.either(out, first_ticks_[static_cast<std::size_t>(at.tick())]);
    }
  }
  return out;
}

Wire Execution::value(FactId fact) {
  Wire out = given(fact);
  for (const std::uint32_t i : now_[fact.index()]) out = aig_.either(out, fires(system_.now[i]));
  for (const std::uint32_t i : aggregates_[fact.index()]) {
    Wire all = always;
    for (const auto& [group, wide] : system_.aggregates[i].values) {
      all = aig_.both(all, has_value(group, wide));
    }
    out = aig_.either(out, all);
  }
  return out;
}

Wire Execution::fires(const Instance& instance) const {
  meter_.step();
  Wire out = always;
  for (const FactId f : instance.premises) out = aig_.both(out, values_[f.index()]);
  for (const PatternId p : instance.absent) {
    Wire some = never;
    for (const FactId f : system_.patterns[p.index()]) some = aig_.either(some, values_[f.index()]);
    out = aig_.both(out, some ^ 1U);
  }
  return out;
}

Wire Execution::any(const std::vector<Instance>& instances) const {
  Wire out = never;
  for (const Instance& instance : instances) out = aig_.either(out, fires(instance));
  return out;
}

std::map<NodeId, Wire> Execution::handed_on(const std::vector<Instance>& instances) const {
  std::map<NodeId, Wire> out;
  for (const Instance& instance : instances) {
    const Wire leaves = aig_.both(fires(instance), goes_on(instance));
    if (leaves == never) continue;
    Wire& of = out.try_emplace(arrival(instance).node, never).first->second;
    of = aig_.either(of, leaves);
  }
  return out;
}

Wire Execution::has_value(std::uint32_t group, Wide value) {
  if (!group_known_[group]) evaluate_group(group);
  const auto it = groups_[group].find(value);
  LDFI_REQUIRE(it != groups_[group].end(), "the value is one that the group can have");
  return it->second;
}

void Execution::evaluate_group(std::uint32_t number) {
  group_known_[number] = true;
  const Group& group = system_.groups[number];
  auto& out = groups_[number];
  std::vector<Wire> members;
  for (const auto& one : group.contributors) members.push_back(values_[one.fact.index()]);
  if (group.kind == AggregateKind::count) {
    const auto counts = aig_.counts(members, members.size());
    for (std::size_t k = 1; k <= members.size(); ++k) out[static_cast<Wide>(k)] = counts[k];
  } else if (group.kind == AggregateKind::sum) {
    // For each possible sum of the members so far, the wire that is true if at least one member
    // holds and the sum has this value.
    std::map<Wide, Wire> sums;
    Wire nothing = always;
    for (std::size_t i = 0; i < members.size(); ++i) {
      std::map<Wide, Wire> next;
      const Wide value = group.contributors[i].value;
      const auto add = [&](Wide sum, Wire wire) {
        meter_.step();
        const Wire old = next.contains(sum) ? next[sum] : never;
        next[sum] = aig_.either(old, wire);
      };
      for (const auto& [sum, wire] : sums) {
        add(sum, aig_.both(wire, members[i] ^ 1U));
        add(sum + value, aig_.both(wire, members[i]));
      }
      add(value, aig_.both(nothing, members[i]));
      nothing = aig_.both(nothing, members[i] ^ 1U);
      sums = std::move(next);
    }
    out = std::move(sums);
  } else {
    // Visits members from the best value on. A value is the result if its member holds and no
    // member with a better value holds.
    const bool max = group.kind == AggregateKind::max;
    Wire better = never;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::size_t at = max ? members.size() - 1 - i : i;
      out[group.contributors[at].value] = aig_.both(members[at], better ^ 1U);
      better = aig_.either(better, members[at]);
    }
  }
}

/// Returns the relation on whose disk the head of the rule instance is stored.
RelationId Execution::written_by(const Instance& instance) const {
  const auto relation = system_.facts[instance.head.index()].relation.value_or(RelationId(0));
  const auto& event = system_.program->relation(relation).event;
  return event ? event->of : relation;
}

Wire Execution::goes_on(const Instance& instance) const {
  using dedalus::Carrier;
  if (!instance.link) return always;
  if (stops_ && instance.link->from == instance.link->to) {
    const auto is = [&](const std::map<NodeId, Wire>& wires) {
      const auto it = wires.find(instance.link->from);
      return it == wires.end() ? never : it->second;
    };
    const Wire down = is(faults_.down);
    if (instance.carrier == Carrier::stay) return down ^ 1U;
    const Wire stands = aig_.either(down, is(faults_.paused));
    if (instance.carrier == Carrier::memory) return stands ^ 1U;
    const auto it = faults_.disks.find({instance.link->from, written_by(instance)});
    const auto disk = it == faults_.disks.end() ? FaultWires::Disk{} : it->second;
    if (instance.carrier == Carrier::copy) return disk.dead ^ 1U;
    const Wire idle = aig_.either(stands, disk.fails);
    return aig_.both(disk.dead ^ 1U, instance.carrier == Carrier::keep ? idle : idle ^ 1U);
  }
  const auto lost = faults_.lost.find(*instance.link);
  return lost == faults_.lost.end() ? always : lost->second ^ 1U;
}

void Execution::set_next() {
  std::map<Arrival, Wire> next;
  for (const auto& [one, unused] : latches_) next[one] = never;
  for (const Instance& instance : system_.next) {
    Wire& to = next[arrival(instance)];
    to = aig_.either(to, aig_.both(fires(instance), goes_on(instance)));
  }
  for (const auto& [one, latch] : latches_) aig_.set_next(latch, next[one]);
  for (const auto& [fact, latch] : past_) aig_.set_next(latch, values_[fact.index()]);
}

}  // namespace ldfi::forever
