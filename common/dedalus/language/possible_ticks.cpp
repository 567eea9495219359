// Computes the relations that may hold, tick by tick, and within a tick stratum by stratum. Ends at
// the first tick that equals the one before it, provided that the program mentions no later tick.
#include "common/dedalus/language/possible_ticks.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ldfi::dedalus {
namespace {

/// Returns the largest tick that a fact or a literal of the program mentions.
int latest_named(const Program& program) {
  int out = 1;
  for (const GivenFact& fact : program.facts) out = std::max(out, fact.at.tick());
  for (const Rule& rule : program.rules) out = std::max(out, rule.earliest.tick());
  return out;
}

/// Returns the largest number of ticks to compute. This number suffices for chains of relations
/// that derive each other. Relations that alternate for ever never reach a final state, so a limit
/// is necessary.
std::size_t most_ticks(const Program& program, int latest) {
  constexpr std::size_t max_ticks = 10'000;
  constexpr std::size_t max_cells = 1'000'000;
  std::size_t size = program.relations.size() + 1;
  for (const Rule& rule : program.rules) size += rule.positive.size();
  const std::size_t wanted = static_cast<std::size_t>(latest) + program.relations.size() + 2;
  return std::min({wanted, max_ticks, max_cells / size + 1});
}

}  // namespace

PossibleTicks::PossibleTicks(const Program& program) : program_(program) {
  for (const GivenFact& fact : program.facts) facts_.push_back(&fact);
  std::stable_sort(facts_.begin(), facts_.end(),
                   [](const auto* a, const auto* b) { return a->at < b->at; });
  const int latest = latest_named(program);
  const std::size_t most = most_ticks(program, latest);
  const std::size_t relations = program.relations.size();
  std::size_t next_fact = 0;
  Row row(relations, false);
  for (int tick = 1;; ++tick) {
    rows_.push_back(row);
    add_facts(tick, next_fact);
    close_tick(tick);
    if (tick > latest && rows_.back() == rows_[rows_.size() - 2]) return;
    if (rows_.size() >= most) break;
    row.assign(relations, false);
    start_next(tick, row);
  }
  rows_.emplace_back(relations, true);
}

void PossibleTicks::add_facts(int tick, std::size_t& next_fact) {
  for (; next_fact < facts_.size() && facts_[next_fact]->at.tick() == tick; ++next_fact) {
    rows_.back()[facts_[next_fact]->relation.index()] = true;
  }
  if (program_.timeless) rows_.back()[program_.timeless->index()] = true;
  for (const auto& relation : program_.of_faults) {
    if (relation) rows_.back()[relation->index()] = true;
  }
}

void PossibleTicks::close_tick(int tick) {
  for (const Stratum& stratum : program_.strata) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const RuleId id : stratum.rules) {
        const Rule& rule = program_.rule(id);
        if (rows_.back()[rule.head.index()] || !fires(rule, tick)) continue;
        rows_.back()[rule.head.index()] = true;
        changed = stratum.recursive;
      }
    }
  }
}

void PossibleTicks::start_next(int tick, Row& next) const {
  for (const Rule& rule : program_.rules) {
    if (rule.kind != RuleKind::deductive && fires(rule, tick)) next[rule.head.index()] = true;
  }
}

int PossibleTicks::first(RelationId relation) const {
  for (int tick = 1; tick <= settled(); ++tick) {
    if (holds(relation, tick)) return tick;
  }
  return 0;
}

bool PossibleTicks::holds(const Literal& literal, int tick) const {
  if (!literal.at) return holds(literal.relation, tick);
  return tick >= literal.at->tick() && holds(literal.relation, literal.at->tick());
}

bool PossibleTicks::fires(const Rule& rule, int tick) const {
  return tick >= rule.earliest.tick() &&
         std::all_of(rule.positive.begin(), rule.positive.end(),
                     [&](const Literal& literal) { return holds(literal, tick); });
}

bool PossibleTicks::fires_ever(const Rule& rule) const {
  for (int tick = 1; tick <= settled(); ++tick) {
    if (fires(rule, tick)) return true;
  }
  return false;
}

bool PossibleTicks::meet(const Literal& a, const Literal& b) const {
  for (int tick = 1; tick <= settled(); ++tick) {
    if (holds(a, tick) && holds(b, tick)) return true;
  }
  return false;
}

std::string PossibleTicks::text(RelationId relation) const {
  constexpr std::size_t max_listed = 4;
  const int begin = first(relation);
  if (begin == 0) return "at no tick";
  std::vector<int> ticks;
  for (int tick = begin; tick <= settled(); ++tick) {
    if (holds(relation, tick)) ticks.push_back(tick);
  }
  const bool run = ticks.back() - begin + 1 == static_cast<int>(ticks.size());
  if (ticks.back() == settled()) {
    if (!run) return fmt::format("at some ticks from {} on", begin);
    return begin == 1 ? "at every tick" : fmt::format("from tick {} on", begin);
  }
  if (ticks.size() == 1) return fmt::format("at tick {} only", begin);
  if (run) return fmt::format("at ticks {} to {} only", begin, ticks.back());
  if (ticks.size() > max_listed) return fmt::format("at no tick after {}", ticks.back());
  return fmt::format("at ticks {} only", fmt::join(ticks, ", "));
}

}  // namespace ldfi::dedalus
