#include "results/views/groups/groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "common/base/errors.hpp"
#include "results/views/compare/compare.hpp"
#include "results/views/lineage/outcome.hpp"
#include "results/views/trace/traces.hpp"

namespace ldfi::results {
namespace {

using Kind = LineageNode::Kind;

/// The number of groups that order_by_news() puts into order.
constexpr std::size_t most_ordered = 200;

NamedRule named(const dedalus::Program& program, RuleId id) {
  const dedalus::Rule& rule = program.rule(id);
  return {rule.text, fmt::format("{}:{}", program.sources.name(rule.where.file), rule.where.line)};
}

/// Returns the rules in an explanation. They are in the tooltips of its nodes: the text and the
/// place of a rule.
std::set<NamedRule> rules_of(const Lineage& why) {
  std::set<NamedRule> out;
  for (const LineageNode& node : why.nodes) {
    if (node.kind != Kind::rule && node.kind != Kind::message && node.kind != Kind::blocked) {
      continue;
    }
    const std::size_t end = node.details.rfind('\n');
    out.insert({node.details.substr(0, end), node.details.substr(end + 1)});
  }
  return out;
}

std::set<NamedRule> difference(const dedalus::Program& program, const std::set<RuleId>& a,
                               const std::set<RuleId>& b) {
  std::set<NamedRule> out;
  for (const RuleId id : a) {
    if (!b.contains(id)) out.insert(named(program, id));
  }
  return out;
}

std::set<std::string> cut_by(const Subject& subject, const Rerun& execution) {
  const Trace trace = make_trace(subject, execution, 0);
  std::set<std::string> out;
  for (const Fault& fault : execution.faults) {
    std::set<std::string> types;
    for (const Tick& tick : trace.ticks) {
      for (const Message& m : tick.lost) {
        if (loses(fault, {m.from, m.to, Time(tick.tick)})) types.insert(m.type);
      }
      for (const Message& m : tick.arrived) {
        if (m.late == 0) continue;
        const FaultFact late{FaultFact::Kind::late, m.from, Time(tick.tick),
                             no_relation,           m.to,   m.late};
        if (makes(fault, late)) types.insert(m.type);
      }
    }
    const std::string written = to_text(fault, subject.fspec());
    std::string text = written.substr(0, written.find('('));
    for (const std::string& type : types) text += " " + type;
    out.insert(std::move(text));
  }
  return out;
}

void add_families(const Subject& subject, const Cell& cell, Group& group) {
  std::vector<FaultSet> sets;
  for (const std::uint32_t f : group.members) sets.push_back(cell.falsifiers[f].faults);
  group.families = families(sets, std::vector<std::uint32_t>(sets.size()), subject.fspec());
  for (Family& family : group.families) {
    for (std::uint32_t& member : family.members) member = group.members[member];
  }
}

/// Returns all parts of a signature in one set. The number distinguishes parts of different kinds.
std::set<std::pair<int, NamedRule>> marks(const Signature& one) {
  std::set<std::pair<int, NamedRule>> out;
  const auto add = [&out](int what, const std::set<NamedRule>& rules) {
    for (const NamedRule& rule : rules) out.emplace(what, rule);
  };
  add(0, one.why);
  add(1, one.started);
  add(2, one.stopped);
  for (const std::string& cut : one.cut) out.emplace(3, NamedRule{cut, {}});
  for (const std::string& name : one.violated) out.emplace(4, NamedRule{name, {}});
  return out;
}

}  // namespace

std::vector<std::string> violated_names(const Subject& subject, const Rerun& execution) {
  const auto& all = subject.program().specifications;
  std::vector<std::string> out;
  if (all.empty() && !execution.judgement.holds()) out.emplace_back(invariant_name);
  for (const std::uint32_t s : execution.judgement.specifications) {
    out.push_back(all.at(s).says.name);
  }
  return out;
}

Signature signature_of(const Subject& subject, const Rerun& execution, const std::set<RuleId>& good,
                       bool cut) {
  const std::set<RuleId> here = fired_rules(subject, execution);
  Signature out;
  out.violated = violated_names(subject, execution);
  out.why = rules_of(explain_outcome(subject, execution, subject.failure_free()));
  out.started = difference(subject.program(), here, good);
  out.stopped = difference(subject.program(), good, here);
  if (cut) out.cut = cut_by(subject, execution);
  return out;
}

Groups group(const Subject& subject, const Cell& cell, const GroupOptions& options) {
  const std::set<RuleId> good = fired_rules(subject, subject.failure_free());
  std::map<Signature, std::vector<std::uint32_t>> found;
  Groups out;
  for (std::uint32_t f = 0; f < cell.falsifiers.size(); ++f) {
    if (f >= options.most || options.enough()) {
      out.left.push_back(f);
      continue;
    }
    try {
      const Rerun execution = subject.execute(cell.falsifiers[f].faults);
      found[signature_of(subject, execution, good, options.cut)].push_back(f);
    } catch (const BudgetExceeded&) {
      out.left.push_back(f);
    }
  }
  for (auto& [signature, members] : found) {
    out.groups.push_back({signature, std::move(members), {}});
    add_families(subject, cell, out.groups.back());
  }
  std::ranges::sort(out.groups, {}, [](const Group& one) {
    return std::pair(one.members.size(), one.members.front());
  });
  order_by_news(out.groups);
  return out;
}

void order_by_news(std::vector<Group>& groups) {
  std::vector<std::set<std::pair<int, NamedRule>>> news;
  for (const Group& one : groups) news.push_back(marks(one.signature));
  for (std::size_t done = 1; done < std::min(groups.size(), most_ordered); ++done) {
    const auto known = news[done - 1];
    for (std::size_t g = done; g < groups.size(); ++g) {
      std::erase_if(news[g], [&](const auto& mark) { return known.contains(mark); });
    }
    const auto first = static_cast<std::ptrdiff_t>(done);
    const auto next = std::ranges::max_element(news.begin() + first, news.end(), {},
                                               [](const auto& one) { return one.size(); }) -
                      news.begin();
    if (news[static_cast<std::size_t>(next)].empty()) return;
    std::rotate(groups.begin() + first, groups.begin() + next, groups.begin() + next + 1);
    std::rotate(news.begin() + first, news.begin() + next, news.begin() + next + 1);
  }
}

std::vector<NamedRule> own_rules(const Groups& groups, std::size_t group) {
  const auto all = [](const Signature& one) {
    std::set<NamedRule> out = one.why;
    out.insert(one.started.begin(), one.started.end());
    out.insert(one.stopped.begin(), one.stopped.end());
    return out;
  };
  std::set<NamedRule> own = all(groups.groups.at(group).signature);
  for (std::size_t other = 0; other < groups.groups.size(); ++other) {
    if (other == group) continue;
    for (const NamedRule& rule : all(groups.groups[other].signature)) own.erase(rule);
  }
  return {own.begin(), own.end()};
}

}  // namespace ldfi::results
