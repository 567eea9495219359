// The messages that arrived are read from the derivation graph of everything that async rules
// derived. What was sent besides is found by taking the step from one tick to the next once more,
// as if no message could be lost.
#include "common/dedalus/trace/ticks.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "common/dedalus/eval/stepper.hpp"
#include "common/dedalus/trace/messages.hpp"

namespace ldfi::trace {
namespace {

using dedalus::Program;

std::vector<RelationId> message_relations(const Program& program) {
  std::set<RelationId> relations;
  for (const auto& rule : program.rules) {
    if (rule.kind == dedalus::RuleKind::async) relations.insert(rule.head);
  }
  return {relations.begin(), relations.end()};
}

void add_roots(const Program& program, const eval::Model& model, Time at,
               std::vector<provenance::Root>& roots) {
  for (const RelationId relation : message_relations(program)) {
    for (auto& tuple : model.tuples(relation, at))
      roots.push_back({relation, std::move(tuple), at});
  }
}

/// True if a fault of the sender keeps it from sending.
bool is_silent(const FaultSet& faults, const Channel& channel) {
  return std::any_of(faults.begin(), faults.end(), [&](const Fault& fault) {
    return crashed_node(fault) == channel.from && loses(fault, channel);
  });
}

class Losing {
 public:
  Losing(const Program& program, const Fspec& fspec, const FaultSet& faults,
         const eval::Model& model, const eval::EvalLimits& limits)
      : program_(program), faults_(faults), model_(model), step_(program, fspec, limits, {}) {}

  /// The messages that running nodes sent at this tick, and the faults lost.
  std::vector<Message> at(Time sent) {
    const bool any = std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
      const Losses lost = losses(fault);
      return lost.first <= sent && sent <= lost.last;
    });
    if (!any) return {};
    load(sent);
    std::set<Message> lost;
    step_.run(sent.tick(), rows_, faults_.faults());
    step_.transitions([&](const eval::Stepper::Row& row, const eval::Ends& ends) {
      if (ends.from == eval::Ends::none || ends.from == ends.to) return;
      const Channel channel{NodeId(ends.from), NodeId(ends.to), sent};
      if (!faults_.loses(channel) || is_silent(faults_, channel)) return;
      const RelationId relation(row.table);
      lost.insert({channel.from, channel.to, program_.tuple_text(relation, row.tuple),
                   relation.raw(), program_.relation(relation).name});
    });
    return {lost.begin(), lost.end()};
  }

 private:
  /// Everything that holds at the tick, and what rules may ask about of earlier ones.
  void load(Time at) {
    tuples_.clear();
    rows_.clear();
    const auto relations = static_cast<std::uint32_t>(program_.relations.size());
    for (std::uint32_t r = 0; r < relations; ++r) {
      if (program_.crash != RelationId(r)) add(r, RelationId(r), at);
    }
    std::uint32_t table = relations;
    for (const auto& [relation, pinned] : step_.pinned()) {
      if (pinned < at) add(table, relation, pinned);
      ++table;
    }
  }
  void add(std::uint32_t table, RelationId relation, Time at) {
    for (eval::Tuple& tuple : model_.tuples(relation, at)) {
      rows_.push_back({table, tuples_.emplace_back(std::move(tuple)).data()});
    }
  }

  const Program& program_;
  const FaultSet& faults_;
  const eval::Model& model_;
  eval::Stepper step_;
  std::deque<eval::Tuple> tuples_;
  std::vector<eval::Stepper::Row> rows_;
};

}  // namespace

std::vector<Tick> ticks_of(const Program& program, const Fspec& fspec, const FaultSet& faults,
                           const eval::Model& model, const eval::EvalLimits& limits) {
  std::vector<Tick> ticks;
  std::vector<provenance::Root> roots;
  Losing losing(program, fspec, faults, model, limits);
  for (Time t(1); t.tick() <= fspec.eot(); t = t.next()) {
    Tick tick;
    tick.tick = t.tick();
    for (const Fault& fault : faults) {
      const auto node = crashed_node(fault);
      if (!node) continue;
      if (first_tick(fault) == t) tick.crashes.push_back(*node);
      if (fact_of(fault) == FaultFact{FaultFact::Kind::restart, *node, t}) {
        tick.restarts.push_back(*node);
      }
    }
    if (t.tick() < fspec.eot()) {
      add_roots(program, model, t.next(), roots);
      tick.lost = losing.at(t);
    }
    ticks.push_back(std::move(tick));
  }
  const auto graph = provenance::derive(program, fspec, faults, model, roots, limits.check);
  for (const SentMessage& m : messages_of(program, fspec, graph)) {
    ticks[static_cast<std::size_t>(m.sent.tick()) - 1].arrived.push_back(m.message);
  }
  return ticks;
}

}  // namespace ldfi::trace
