#include "common/dedalus/trace/make_trace.hpp"

#include <algorithm>
#include <map>

#include "common/dedalus/trace/graph_table.hpp"
#include "common/dedalus/trace/messages.hpp"
#include "common/dedalus/trace/ticks.hpp"

namespace ldfi::trace {
namespace {

std::vector<std::string> at_eot(const dedalus::Program& program, const Fspec& fspec,
                                std::optional<RelationId> relation, const eval::Model& model) {
  std::vector<std::string> out;
  if (!relation) return out;
  for (const auto& tuple : model.tuples(*relation, Time(fspec.eot()))) {
    out.push_back(program.tuple_text(*relation, tuple.data()));
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Adds the tuples of one relation to `out`, with the ticks at which each tuple holds.
void add_held(const dedalus::Program& program, const Fspec& fspec, RelationId relation,
              const eval::Model& model, std::vector<Held>& out) {
  const dedalus::Relation& info = program.relation(relation);
  const bool places = !info.observed && info.columns[0] == dedalus::ColumnType::string;
  // For each tuple, the index of its last entry in `out`.
  std::map<eval::Tuple, std::size_t> latest;
  for (Time t(1); t.tick() <= fspec.eot(); t = t.next()) {
    for (const auto& tuple : model.tuples(relation, t)) {
      const auto [entry, fresh] = latest.try_emplace(tuple, out.size());
      if (!fresh && out[entry->second].last == t.tick() - 1) {
        out[entry->second].last = t.tick();
        continue;
      }
      entry->second = out.size();
      out.push_back({places ? fspec.find(program.symbols.text(tuple[0])) : std::nullopt,
                     program.tuple_text(relation, tuple.data()), t.tick(), t.tick()});
    }
  }
}

}  // namespace

bool violates_invariant(const dedalus::Program& program, const eval::Judgement& judgement) {
  if (program.specifications.empty()) return !judgement.holds();
  const auto& violated = judgement.specifications;
  return program.specifications.front().invariant && !violated.empty() && violated.front() == 0;
}

bool is_of_specification(const dedalus::Program& program, RelationId relation) {
  return std::ranges::any_of(program.specifications, [relation](const auto& one) {
    return !one.invariant && one.relation == relation;
  });
}

std::vector<provenance::Root> outcome_roots(const dedalus::Program& program, const Fspec& fspec,
                                            const Judged& execution) {
  auto roots = invariant_roots(program, fspec, execution.model);
  const bool absent = violates_invariant(program, execution.judgement) && !program.pre;
  if (execution.judgement.holds() || absent) return roots;
  const auto& violated = execution.judgement.violated;
  std::erase_if(roots, [&](const provenance::Root& root) {
    if (is_of_specification(program, root.relation)) return false;
    return program.pre != root.relation ||
           !std::binary_search(violated.begin(), violated.end(),
                               program.tuple_text(root.relation, root.tuple.data()));
  });
  return roots;
}

Trace make_trace(const dedalus::Program& program, const Fspec& fspec, const Judged& execution,
                 const eval::EvalLimits& limits, std::size_t max_tuples) {
  const auto& [faults, model, judgement] = execution;
  Trace out;
  out.fspec = fspec.parameters();
  out.faults = faults;
  out.violated = judgement.violated;
  out.pre = at_eot(program, fspec, program.pre, model);
  out.post = at_eot(program, fspec, program.post, model);
  out.ticks = ticks_of(program, fspec, faults, model, limits);
  const auto roots = outcome_roots(program, fspec, execution);
  if (!roots.empty()) {
    const auto graph = provenance::derive(program, fspec, faults, model, roots, limits.check);
    const auto messages = messages_of(program, fspec, graph);
    out.matter.emplace(messages.begin(), messages.end());
    for (const Tick& tick : out.ticks) {
      for (const Message& m : tick.arrived) {
        // A late message can matter, because its receiver lacks the message at the tick at which it
        // should arrive.
        if (m.late > 0) out.matter->insert({Time(tick.tick), m});
      }
    }
  }
  if (model.size() > max_tuples) return out;
  out.held.emplace();
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const RelationId relation(r);
    if (relation == program.timeless || program.internal(relation)) continue;
    add_held(program, fspec, relation, model, *out.held);
  }
  out.sort_held();
  return out;
}

}  // namespace ldfi::trace
