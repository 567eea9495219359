#include "common/dedalus/ground/store.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/dedalus/ground/ground_program.hpp"

namespace ldfi::ground {
namespace {

constexpr std::uint32_t unkeyed = ~std::uint32_t{0};
// Largest number of premises, because ground rules store the index of their first premise in 32
// bits.
constexpr std::size_t max_premises = ~std::uint32_t{0};

[[noreturn]] void too_many(std::size_t limit, const char* what) {
  throw BudgetExceeded(
      "facts", fmt::format("all executions of this program and Fspec together have more than {} "
                           "{}; raise --max-facts or --memory-limit, or allow fewer faults",
                           limit, what));
}

}  // namespace

Store::Store(const Program& program, const Fspec& fspec, const GroundLimits& limits)
    : meter(limits.check),
      limits_(limits),
      nodes_(fspec.node_count()),
      stays_(nodes_ + 3 * (1 + fspec.stored().size())),
      receivers_(stays_ + 1 + (fspec.delays().by_relation ? nodes_ * fspec.named().size() : 0)),
      last_channel_(nodes_ * receivers_, no_channel) {
  for (const dedalus::Relation& relation : program.relations) {
    stored_.push_back(fspec.find_stored(program.stored_name(relation)).value_or(no_relation));
  }
  for (std::uint32_t r = 0; r < program.relations.size(); ++r) {
    const RelationId id(r);
    const bool fault = program.built_in(id) && program.timeless != id;
    space({fault ? FactKind::fault : FactKind::user, r, 0, 0});
  }
  // Crash facts get the lowest numbers, because every other fact may depend on them.
  if (program.timeless && fspec.may_crash()) {
    if (fspec.node_count() * static_cast<std::size_t>(fspec.eot()) > limits.max_facts) {
      too_many(limits.max_facts, "facts");
    }
    const std::uint32_t crash = space({FactKind::fault, program.timeless->raw(), 0, 0});
    for (std::uint32_t n = 0; n < fspec.node_count(); ++n) {
      if (!fspec.crashable(NodeId(n))) continue;
      for (int t = 1; t <= fspec.eot(); ++t) {
        const Value tuple[] = {static_cast<Value>(n), t};
        add(crash, Time(0), tuple);
      }
    }
  }
}

std::uint32_t Store::space(const Space& space) {
  const auto [it, inserted] =
      space_index_.try_emplace(space, static_cast<std::uint32_t>(spaces_.size()));
  if (inserted) spaces_.push_back(space);
  return it->second;
}

std::uint64_t Store::hash(std::uint32_t space, std::span<const Value> tuple) {
  std::uint64_t h = (std::uint64_t{space} + 1) * 0x9E3779B97F4A7C15ULL;
  for (Value v : tuple) {
    h = (h ^ static_cast<std::uint64_t>(v)) * 0xBF58476D1CE4E5B9ULL;
    h ^= h >> 31;
  }
  return h ^ (h >> 29);
}

bool Store::same(FactId f, std::uint32_t space, std::span<const Value> values) const {
  return space_of_[f.index()] == space && std::ranges::equal(tuple(f), values);
}

std::optional<FactId> Store::find(std::uint32_t space, Time at,
                                  std::span<const Value> values) const {
  const auto tick = static_cast<std::size_t>(at.tick());
  if (tick >= slots_.size() || slots_[tick].used == 0) return std::nullopt;
  const auto& slots = slots_[tick].fact;
  const std::size_t mask = slots.size() - 1;
  for (std::size_t i = hash(space, values) & mask; slots[i] != 0; i = (i + 1) & mask) {
    const FactId f(slots[i] - 1);
    if (same(f, space, values)) return f;
  }
  return std::nullopt;
}

/// Returns the hash set of a tick. A new set gets the size of the previous tick's set, because
/// consecutive ticks have about equally many facts.
Store::Slots& Store::slots_at(Time at) {
  constexpr std::size_t least = 16;
  const auto tick = static_cast<std::size_t>(at.tick());
  if (tick >= slots_.size()) slots_.resize(tick + 1);
  Slots& slots = slots_[tick];
  if (slots.fact.empty()) {
    slots.fact.resize(tick < 2 ? least : std::max(least, slots_[tick - 1].fact.size()));
  }
  return slots;
}

std::pair<FactId, bool> Store::add(std::uint32_t space, Time at, std::span<const Value> values) {
  Slots& slots = slots_at(at);
  const std::size_t mask = slots.fact.size() - 1;
  std::size_t i = hash(space, values) & mask;
  for (; slots.fact[i] != 0; i = (i + 1) & mask) {
    const FactId f(slots.fact[i] - 1);
    if (same(f, space, values)) return {f, false};
  }
  const Space& s = spaces_[space];
  const FactId f = append({s.kind, false, s.owner, at, 0, 0, s.wildcards}, values);
  space_of_.back() = space;
  slots.fact[i] = f.raw() + 1;
  if (++slots.used * 2 > slots.fact.size()) grow(slots);
  return {f, true};
}

void Store::grow(Slots& slots) const {
  std::vector<std::uint32_t> larger(slots.fact.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (const std::uint32_t slot : slots.fact) {
    if (slot == 0) continue;
    const FactId f(slot - 1);
    std::size_t i = hash(space_of_[f.index()], tuple(f)) & mask;
    while (larger[i] != 0) i = (i + 1) & mask;
    larger[i] = slot;
  }
  slots.fact = std::move(larger);
}

FactId Store::append(const FactInfo& info, std::span<const Value> values) {
  if (facts.size() >= limits_.max_facts) too_many(limits_.max_facts, "facts");
  meter.step();
  facts.push_back(info);
  impossible.push_back(false);
  facts.back().tuple_begin = tuples.size();
  facts.back().tuple_size = static_cast<std::uint32_t>(values.size());
  tuples.insert(tuples.end(), values.begin(), values.end());
  range_of.push_back(0);
  space_of_.push_back(unkeyed);
  return FactId(facts.size() - 1);
}

FactId Store::add_without_index(FactKind kind, std::uint32_t owner, Time at,
                                std::span<const Value> values) {
  return append({kind, false, owner, at, 0, 0, 0}, values);
}

InstanceId Store::add_instance(FactId head, RuleId rule, ChannelId channel,
                               std::span<const Premise> list) {
  if (instances.size() >= limits_.max_instances) too_many(limits_.max_instances, "rule instances");
  if (premises.size() + list.size() > max_premises) too_many(max_premises, "premises");
  meter.step();
  const auto begin = static_cast<std::uint32_t>(premises.size());
  premises.insert(premises.end(), list.begin(), list.end());
  instances.push_back({head, rule, channel, begin, static_cast<std::uint32_t>(list.size())});
  return InstanceId(instances.size() - 1);
}

FactId Store::add_aggregate(RuleId rule, Time at, std::uint32_t group, Wide low, Wide high) {
  const FactId f = add_without_index(FactKind::aggregate, rule.raw(), at, {});
  range_of[f.index()] = static_cast<std::uint32_t>(ranges.size());
  ranges.push_back({group, low, high});
  add_instance(f, rule, no_channel, {});
  return f;
}

ChannelId Store::channel(const Channel& c) {
  std::size_t to = c.to.index();
  const bool copies = c.kind == ChannelKind::copy;
  if (c.kind == ChannelKind::write || c.kind == ChannelKind::keep || copies) {
    const std::size_t disk = c.relation == no_relation ? 0 : 1 + c.relation.index();
    to = nodes_ + 3 * disk + (c.kind == ChannelKind::keep ? 1U : 0U) + (copies ? 2U : 0U);
  }
  if (c.kind == ChannelKind::stay) to = stays_;
  if (is_sent(c) && c.relation != no_relation) {
    to = receivers_ - (1 + c.relation.index()) * nodes_ + c.to.index();
  }
  ChannelId& last = last_channel_[c.from.index() * receivers_ + to];
  if (last != no_channel && channels[last.index()].sent == c.sent) return last;
  last = ChannelId(channels.size());
  channels.push_back(c);
  return last;
}

FactId Store::error(RuleId rule, const dedalus::ArithmeticFault& fault) {
  const std::tuple key{rule, fault.where.file, fault.where.line, fault.where.column,
                       std::string(fault.what)};
  if (const auto it = error_index_.find(key); it != error_index_.end()) return it->second;
  const FactId f = add_without_index(FactKind::error, rule.raw(), Time(0), {});
  error_index_.emplace(key, f);
  errors.push_back(f);
  error_faults.push_back(fault);
  return f;
}

}  // namespace ldfi::ground
