#include "common/dedalus/trace/graph_table.hpp"

#include <fmt/core.h>

#include <set>

#include "common/base/diagnostic.hpp"

namespace ldfi::trace {
namespace {

std::string kind_name(provenance::GoalKind kind) {
  switch (kind) {
    case provenance::GoalKind::present:
      return "present";
    case provenance::GoalKind::absent:
      return "absent";
    case provenance::GoalKind::clock:
      return "clock";
  }
  return "";
}

GraphTable::Goal goal_row(const dedalus::Program& program, const provenance::Goal& goal) {
  const bool clock = goal.kind == provenance::GoalKind::clock;
  return {provenance::goal_text(program, goal), kind_name(goal.kind),
          clock ? "clock" : program.relation(goal.relation).name, goal.at.tick(), goal.given};
}

GraphTable::Firing firing_row(const dedalus::Program& program, const provenance::Firing& firing) {
  const dedalus::Rule& rule = program.rule(firing.rule);
  return {rule.text, fmt::format("{}:{}", program.sources.name(rule.where.file), rule.where.line),
          firing.head, firing.premises};
}

/// Counts the bytes of a graph while it is copied. Calls the budget check once for each megabyte.
class Weight {
 public:
  explicit Weight(const BudgetCheck& check) : check_(check) {}
  void add(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ < step || !check_) return;
    bytes_ = 0;
    check_();
  }

 private:
  static constexpr std::size_t step = std::size_t{1} << 20U;
  const BudgetCheck& check_;
  std::size_t bytes_ = 0;
};

/// Adds the tuples that violate the specification to `roots`, each once, at the first tick at which
/// it does.
void add_violations(const dedalus::DeclaredSpecification& judged, const Fspec& fspec,
                    const eval::Model& model, std::vector<provenance::Root>& roots) {
  std::set<eval::Tuple> seen;
  for (Time at = judged.says.first(fspec.eot()); at <= Time(fspec.eot()); at = at.next()) {
    for (auto& tuple : model.tuples(judged.relation, at)) {
      if (seen.insert(tuple).second) roots.push_back({judged.relation, std::move(tuple), at});
    }
  }
}

}  // namespace

std::vector<provenance::Root> invariant_roots(const dedalus::Program& program, const Fspec& fspec,
                                              const eval::Model& model) {
  std::vector<RelationId> relations;
  if (program.pre) relations.push_back(*program.pre);
  if (program.post) relations.push_back(*program.post);
  if (!program.pre && !program.post && program.specifications.empty()) {
    for (std::size_t i = 0; i < program.relations.size(); ++i) {
      if (program.relations[i].persisted) relations.emplace_back(i);
    }
  }
  std::vector<provenance::Root> roots;
  const Time eot(fspec.eot());
  for (const RelationId relation : relations) {
    for (auto& tuple : model.tuples(relation, eot)) {
      roots.push_back({relation, std::move(tuple), eot});
    }
  }
  for (const dedalus::DeclaredSpecification& one : program.specifications) {
    if (!one.invariant) add_violations(one, fspec, model, roots);
  }
  return roots;
}

GraphTable graph_table(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model, const std::string& name,
                       const BudgetCheck& check) {
  const auto graph = provenance::derive(program, fspec, faults, model,
                                        invariant_roots(program, fspec, model), check);
  GraphTable table;
  table.run = name;
  Weight weight(check);
  for (const auto& goal : graph.goals) {
    const auto& row = table.goals.emplace_back(goal_row(program, goal));
    weight.add(sizeof row + row.text.size() + row.relation.size());
  }
  for (const auto& firing : graph.firings) {
    const auto& row = table.firings.emplace_back(firing_row(program, firing));
    weight.add(sizeof row + row.rule.size() + row.where.size());
  }
  table.roots = graph.roots;
  return table;
}

}  // namespace ldfi::trace
