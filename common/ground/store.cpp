#include "common/ground/store.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/core/errors.hpp"

namespace ldfi::ground {
namespace {

constexpr std::uint32_t unkeyed = ~std::uint32_t{0};
constexpr std::size_t max_premises = ~std::uint32_t{0};  // premise_begin counts them

[[noreturn]] void too_many(std::size_t limit, const char* what) {
  throw BudgetExceeded("facts",
                       fmt::format("the possible world of this program and Fspec has more than {} "
                                   "{}; see --max-facts and --memory-limit",
                                   limit, what));
}

}  // namespace

Store::Store(const Program& program, const Fspec& fspec, const GroundLimits& limits)
    : limits_(limits) {
  for (std::uint32_t r = 0; r < program.relations.size(); ++r) space({FactKind::user, r, 0, 0});
  slots_.resize(1024);
  // Crash facts exist from the start, so that every other fact may rest on them.
  if (program.crash && fspec.crashes() > 0) {
    if (fspec.node_count() * static_cast<std::size_t>(fspec.eot()) > limits.max_facts) {
      too_many(limits.max_facts, "facts");
    }
    const std::uint32_t crash = space({FactKind::crash, program.crash->raw(), 0, 0});
    for (std::uint32_t n = 0; n < fspec.node_count(); ++n) {
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

std::uint64_t Store::hash(std::uint32_t space, Time at, std::span<const Value> tuple) const {
  std::uint64_t h =
      (static_cast<std::uint64_t>(space) << 32 | static_cast<std::uint32_t>(at.tick())) *
      0x9E3779B97F4A7C15ULL;
  for (Value v : tuple) {
    h = (h ^ static_cast<std::uint64_t>(v)) * 0xBF58476D1CE4E5B9ULL;
    h ^= h >> 31;
  }
  return h ^ (h >> 29);
}

bool Store::same(FactId f, std::uint32_t space, Time at, std::span<const Value> values) const {
  return space_of_[f.index()] == space && facts[f.index()].at == at &&
         std::ranges::equal(tuple(f), values);
}

std::optional<FactId> Store::find(std::uint32_t space, Time at,
                                  std::span<const Value> values) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash(space, at, values) & mask; slots_[i] != 0; i = (i + 1) & mask) {
    const FactId f(slots_[i] - 1);
    if (same(f, space, at, values)) return f;
  }
  return std::nullopt;
}

std::pair<FactId, bool> Store::add(std::uint32_t space, Time at, std::span<const Value> values) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash(space, at, values) & mask;
  for (; slots_[i] != 0; i = (i + 1) & mask) {
    const FactId f(slots_[i] - 1);
    if (same(f, space, at, values)) return {f, false};
  }
  const Space& s = spaces_[space];
  const FactId f = append({s.kind, false, s.owner, at, 0, 0, s.wildcards}, values);
  space_of_.back() = space;
  slots_[i] = f.raw() + 1;
  if (facts.size() * 2 > slots_.size()) grow();
  return {f, true};
}

void Store::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t f = 0; f < facts.size(); ++f) {
    if (space_of_[f] == unkeyed) continue;
    std::size_t i = hash(space_of_[f], facts[f].at, tuple(FactId(f))) & mask;
    while (slots_[i] != 0) i = (i + 1) & mask;
    slots_[i] = f + 1;
  }
}

FactId Store::append(const FactInfo& info, std::span<const Value> values) {
  if (facts.size() >= limits_.max_facts) too_many(limits_.max_facts, "facts");
  facts.push_back(info);
  impossible.push_back(false);
  facts.back().tuple_begin = tuples.size();
  facts.back().tuple_size = static_cast<std::uint32_t>(values.size());
  tuples.insert(tuples.end(), values.begin(), values.end());
  range_of.push_back(0);
  space_of_.push_back(unkeyed);
  return FactId(facts.size() - 1);
}

FactId Store::add_unkeyed(FactKind kind, std::uint32_t owner, Time at,
                          std::span<const Value> values) {
  return append({kind, false, owner, at, 0, 0, 0}, values);
}

InstanceId Store::add_instance(FactId head, RuleId rule, ChannelId channel,
                               std::span<const Premise> list) {
  if (instances.size() >= limits_.max_instances) too_many(limits_.max_instances, "rule instances");
  if (premises.size() + list.size() > max_premises) too_many(max_premises, "premises");
  const auto begin = static_cast<std::uint32_t>(premises.size());
  premises.insert(premises.end(), list.begin(), list.end());
  instances.push_back({head, rule, channel, begin, static_cast<std::uint32_t>(list.size())});
  return InstanceId(instances.size() - 1);
}

FactId Store::add_aggregate(RuleId rule, Time at, std::uint32_t group, Wide low, Wide high) {
  const FactId f = add_unkeyed(FactKind::aggregate, rule.raw(), at, {});
  range_of[f.index()] = static_cast<std::uint32_t>(ranges.size());
  ranges.push_back({group, low, high});
  add_instance(f, rule, no_channel, {});
  return f;
}

ChannelId Store::channel(const Channel& c) {
  const auto [it, inserted] = channel_index_.try_emplace(c, ChannelId(channels.size()));
  if (inserted) channels.push_back(c);
  return it->second;
}

FactId Store::error(RuleId rule, const dedalus::ArithmeticFault& fault) {
  const std::tuple key{rule, fault.where.file, fault.where.line, fault.where.column,
                       std::string(fault.what)};
  if (const auto it = error_index_.find(key); it != error_index_.end()) return it->second;
  const FactId f = add_unkeyed(FactKind::error, rule.raw(), Time(0), {});
  error_index_.emplace(key, f);
  errors.push_back(f);
  error_faults.push_back(fault);
  return f;
}

}  // namespace ldfi::ground
