#include "common/minimise/smaller_world.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::minimise {
namespace {

using dedalus::ColumnType;
using dedalus::Program;

/// Returns true if the tuple of the relation has this text in some column.
bool mentions(const Program& program, RelationId relation, const std::vector<dedalus::Value>& tuple,
              const std::string& text) {
  const auto& columns = program.relation(relation).columns;
  for (std::size_t i = 0; i < tuple.size() && i < columns.size(); ++i) {
    if (columns[i] == ColumnType::string && program.symbols.text(tuple[i]) == text) return true;
  }
  return false;
}

/// Returns true if the rule has this string anywhere.
bool names(const Program& program, const dedalus::Rule& rule, dedalus::Value symbol) {
  using dedalus::Expression;
  const auto in_literals = [&](const std::vector<dedalus::Literal>& literals) {
    return std::ranges::any_of(literals, [&](const dedalus::Literal& literal) {
      const auto& columns = program.relation(literal.relation).columns;
      for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
        const dedalus::Term& term = literal.arguments[i];
        const bool constant = term.kind == dedalus::Term::Kind::constant;
        if (constant && columns[i] == ColumnType::string && term.value == symbol) return true;
      }
      return false;
    });
  };
  const auto in_expression = [symbol](const Expression& expression) {
    return expression.type == ColumnType::string &&
           std::ranges::any_of(expression.steps, [symbol](const Expression::Step& step) {
             return step.op == Expression::Op::constant && step.value == symbol;
           });
  };
  return in_literals(rule.positive) || in_literals(rule.negative) ||
         std::ranges::any_of(rule.head_terms,
                             [&](const auto& term) { return in_expression(term.expression); }) ||
         std::ranges::any_of(rule.comparisons, [&](const dedalus::Comparison& one) {
           return in_expression(one.left) || in_expression(one.right);
         });
}

}  // namespace

std::string text_of(const dedalus::Program& program, const dedalus::GivenFact& fact) {
  return program.tuple_text(fact.relation, fact.tuple.data());
}

std::vector<std::uint32_t> external_facts(const dedalus::Program& program,
                                          const std::vector<std::string>& relations, int eot) {
  std::set<std::pair<Time, std::string>> seen;
  std::vector<std::pair<std::pair<Time, std::string>, std::uint32_t>> found;
  for (std::uint32_t i = 0; i < program.facts.size(); ++i) {
    const dedalus::GivenFact& fact = program.facts[i];
    const std::string& name = program.relation(fact.relation).name;
    if (fact.at.tick() > eot || std::ranges::find(relations, name) == relations.end()) continue;
    std::pair key{fact.at, text_of(program, fact)};
    if (seen.insert(key).second) found.emplace_back(std::move(key), i);
  }
  std::ranges::sort(found);
  std::vector<std::uint32_t> out;
  for (const auto& [key, index] : found) out.push_back(index);
  return out;
}

bool same_fact(const dedalus::GivenFact& one, const dedalus::GivenFact& other) {
  return one.relation == other.relation && one.at == other.at && one.tuple == other.tuple;
}

dedalus::Program with_externals(const dedalus::Program& program,
                                const std::vector<std::uint32_t>& externals, const Elements& kept) {
  return without_facts(program, facts_without(program, externals, kept));
}

std::vector<std::uint32_t> facts_without(const dedalus::Program& program,
                                         const std::vector<std::uint32_t>& externals,
                                         const Elements& kept) {
  std::vector<std::uint32_t> out;
  // A program may have the same fact twice, so facts are compared, not their indices.
  const auto is_left_out = [&](const dedalus::GivenFact& fact) {
    for (std::uint32_t i = 0; i < externals.size(); ++i) {
      if (same_fact(program.facts.at(externals[i]), fact)) {
        return !std::ranges::binary_search(kept, i);
      }
    }
    return false;
  };
  for (std::uint32_t i = 0; i < program.facts.size(); ++i) {
    if (is_left_out(program.facts[i])) out.push_back(i);
  }
  return out;
}

dedalus::Program without_facts(dedalus::Program program, const std::vector<std::uint32_t>& facts) {
  LDFI_REQUIRE(
      std::ranges::is_sorted(facts) && (facts.empty() || facts.back() < program.facts.size()),
      "the numbers of facts are those of the program, in order");
  std::uint32_t i = 0;
  std::erase_if(program.facts,
                [&](const dedalus::GivenFact&) { return std::ranges::binary_search(facts, i++); });
  return program;
}

std::optional<Program> without_node(const Program& program, const std::string& node) {
  const auto symbol = program.symbols.find(node);
  const auto named = [&](const auto& rule) { return names(program, rule, *symbol); };
  if (symbol && std::ranges::any_of(program.rules, named)) return std::nullopt;
  Program out = program;
  std::erase(out.nodes, node);
  std::erase_if(out.facts, [&](const dedalus::GivenFact& fact) {
    return mentions(program, fact.relation, fact.tuple, node);
  });
  return out;
}

FspecParameters without_node(FspecParameters fspec, const std::string& node) {
  FaultLimits& limits = fspec.limits;
  // Removes the node from a list. Returns true if the list becomes empty. An empty list would mean
  // all nodes, so the caller must then forbid the fault.
  const auto becomes_empty_without_node = [&node](std::vector<std::string>& list) {
    return std::erase(list, node) > 0 && list.empty();
  };
  std::erase(fspec.nodes, node);
  if (becomes_empty_without_node(fspec.crashable)) fspec.crashes = 0, fspec.restarts = 0;
  if (becomes_empty_without_node(limits.restartable)) fspec.restarts = 0;
  if (fspec.restarts == 0) limits.remove_restart_limits();
  for (auto* list : {&limits.omissions_from, &limits.omissions_to}) {
    if (becomes_empty_without_node(*list)) limits.omissions = 0;
  }
  std::erase_if(limits.reliable, [&](const auto& channel) {
    return std::ranges::find(channel, node) != channel.end();
  });
  fspec.crashes = std::min(fspec.crashes, static_cast<int>(fspec.nodes.size()));
  return fspec;
}

FspecParameters with_eot(FspecParameters fspec, int eot) {
  fspec.eot = eot;
  fspec.eff = std::min(fspec.eff, eot - 1);
  return fspec;
}

Schedule renamed(const Schedule& schedule, const Fspec& from, const Fspec& to) {
  const auto now = [&](NodeId node) { return to.find(from.name(node)); };
  Schedule out{schedule.externals, {}, {}};
  for (const Fault& fault : schedule.crashes) {
    if (const auto node = now(*crashed_node(fault))) {
      out.crashes.push_back(
          crash_of(to, *node, first_tick(fault).tick(), restart_of(fault), crashes_after(fault)));
    }
  }
  for (const Delivery& one : schedule.deliveries) {
    const auto sender = now(one.from);
    const auto receiver = now(one.to);
    if (sender && receiver)
      out.deliveries.push_back({one.sent, *sender, *receiver, one.late, one.relation});
  }
  std::ranges::sort(out.crashes);
  std::ranges::sort(out.deliveries);
  return out;
}

}  // namespace ldfi::minimise
