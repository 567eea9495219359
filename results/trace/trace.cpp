#include "results/trace/trace.hpp"

#include <algorithm>

#include "results/trace/graph_table.hpp"

namespace ldfi::results {
namespace {

std::vector<std::string> at_eot(const Subject& subject, std::optional<RelationId> relation,
                                const Rerun& execution) {
  std::vector<std::string> out;
  if (!relation) return out;
  for (const auto& tuple : execution.model->tuples(*relation, Time(subject.fspec().eot()))) {
    out.push_back(subject.program().tuple_text(*relation, tuple.data()));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::vector<provenance::Root> outcome_roots(const Subject& subject, const Rerun& execution) {
  const dedalus::Program& program = subject.program();
  auto roots = invariant_roots(program, subject.fspec(), *execution.model);
  if (execution.judgement.holds() || !program.pre) return roots;
  const auto& violated = execution.judgement.violated;
  std::erase_if(roots, [&](const provenance::Root& root) {
    return root.relation != *program.pre ||
           !std::binary_search(violated.begin(), violated.end(),
                               program.tuple_text(root.relation, root.tuple.data()));
  });
  return roots;
}

Trace trace(const Subject& subject, const Rerun& execution) {
  const dedalus::Program& program = subject.program();
  const Fspec& fspec = subject.fspec();
  Trace out;
  out.fspec = fspec.parameters();
  out.faults = execution.faults;
  out.violated = execution.judgement.violated;
  out.pre = at_eot(subject, program.pre, execution);
  out.post = at_eot(subject, program.post, execution);
  out.ticks = tell(program, fspec, execution.faults, *execution.model);
  const auto roots = outcome_roots(subject, execution);
  if (!roots.empty()) {
    const auto graph =
        provenance::derive(program, fspec, execution.faults, *execution.model, roots);
    const auto messages = messages_of(program, fspec, graph);
    out.matter.emplace(messages.begin(), messages.end());
  }
  return out;
}

std::vector<Held> state(const Subject& subject, const Rerun& execution, Time at) {
  const dedalus::Program& program = subject.program();
  std::vector<Held> out;
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const RelationId relation(r);
    if (program.crash == relation) continue;
    const bool places = program.relations[r].columns[0] == dedalus::ColumnType::string;
    for (const auto& tuple : execution.model->tuples(relation, at)) {
      const auto node =
          places ? subject.fspec().find(program.symbols.text(tuple[0])) : std::nullopt;
      const bool before =
          at.tick() > 1 && execution.model->contains(relation, Time(at.tick() - 1), tuple);
      out.push_back({node, program.tuple_text(relation, tuple.data()), !before});
    }
  }
  std::sort(out.begin(), out.end(), [](const Held& a, const Held& b) {
    if (a.node.has_value() != b.node.has_value()) return a.node.has_value();
    return std::tie(a.node, a.text) < std::tie(b.node, b.text);
  });
  return out;
}

}  // namespace ldfi::results
