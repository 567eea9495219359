#include "results/views/lineage/explain.hpp"

#include <fmt/core.h>

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <variant>

#include "common/base/text.hpp"
#include "common/dedalus/trace/messages.hpp"
#include "results/views/lineage/blame.hpp"
#include "results/views/lineage/derivations.hpp"
#include "results/views/lineage/why_not.hpp"

namespace ldfi::results {
namespace {

using provenance::DerivationGraph;
using provenance::Firing;
using provenance::Goal;
using provenance::GoalKind;
using Kind = LineageNode::Kind;

std::string ticks_text(Time from, Time to) {
  return from == to ? std::to_string(to.tick()) : fmt::format("{}…{}", from.tick(), to.tick());
}

/// A tuple that the good execution has at each tick of a range, and this execution at none of them.
struct Missing {
  RelationId relation;
  eval::Tuple tuple;
  Time from;
  Time to;
};

class Explainer {
 public:
  Explainer(const Subject& subject, const Rerun& execution, const Rerun& good,
            const ExplainOptions& options)
      : subject_(subject),
        program_(subject.program()),
        here_(subject, execution, options.check),
        good_(subject, good, options.check),
        blame_(subject, execution.faults),
        options_(options) {}

  Lineage run(const std::vector<Question>& questions) {
    std::vector<Fact> asked;
    for (const auto& [goal] : questions) {
      if (goal.kind == GoalKind::present) asked.push_back({goal.relation, goal.tuple, goal.at});
      last_asked_ = std::max(last_asked_, goal.at);
    }
    here_.prepare(asked);
    for (const Question& question : questions) {
      for (const std::uint32_t node : ask(question.goal)) out_.nodes[node].root = true;
    }
    while (!waiting_.empty() && out_.nodes.size() < options_.max_nodes) {
      const auto next = std::move(waiting_.front());
      waiting_.pop_front();
      if (options_.check) options_.check();
      if (const auto* fact = std::get_if<Holding>(&next)) expand(*fact);
      if (const auto* missing = std::get_if<Absence>(&next)) expand(*missing);
    }
    out_.whole = waiting_.empty();
    if (!out_.whole) {
      out_.notes.push_back(
          fmt::format("the graph ends after {} nodes; {} of them are not explained further",
                      out_.nodes.size(), waiting_.size()));
    }
    if (left_out_ > 0) {
      out_.notes.push_back(fmt::format(
          "one proof of each tuple is shown; {} other rule firings are left out, which --all shows",
          left_out_));
    }
    return std::move(out_);
  }

 private:
  struct Holding {
    std::uint32_t node;
    Fact fact;  ///< the fact that began the chain of equal tuples
  };
  struct Absence {
    std::uint32_t node;
    Missing missing;
  };

  /// Returns the nodes that explain why a goal holds or does not hold.
  std::vector<std::uint32_t> ask(const Goal& goal) {
    if (goal.kind == GoalKind::present) return {present({goal.relation, goal.tuple, goal.at})};
    if (goal.kind == GoalKind::clock) return {};
    std::vector<std::uint32_t> nodes;
    for (const Fact& fact : good_.matches(goal)) nodes.push_back(missing(fact));
    if (nodes.empty()) nodes.push_back(absent(goal));
    return nodes;
  }

  std::uint32_t add(Kind kind, std::vector<std::string> lines, std::string details = "") {
    LineageNode node;
    node.kind = kind;
    node.lines = std::move(lines);
    node.details = std::move(details);
    out_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(out_.nodes.size() - 1);
  }

  void about(std::uint32_t node, std::string tuple, Time first, Time last) {
    out_.nodes[node].tuple = std::move(tuple);
    out_.nodes[node].first = first.tick();
    out_.nodes[node].last = last.tick();
  }

  void sent(std::uint32_t node, NodeId from, NodeId to, Time at) {
    out_.nodes[node].from = name(from);
    out_.nodes[node].to = name(to);
    out_.nodes[node].first = out_.nodes[node].last = at.tick();
  }

  void connect(std::uint32_t from, std::uint32_t to) {
    if (connected_.insert({from, to}).second) out_.edges.emplace_back(from, to);
  }

  [[nodiscard]] std::string text(RelationId relation, const eval::Tuple& tuple) const {
    return program_.tuple_text(relation, tuple.data());
  }

  [[nodiscard]] std::string rule_text(RuleId id) const {
    const dedalus::Rule& rule = program_.rule(id);
    return fmt::format("{}\n{}:{}", rule.text, program_.sources.name(rule.where.file),
                       rule.where.line);
  }

  // Facts that hold:

  /// Returns the first of the successive ticks through which a tuple was only kept, up to `fact`. Stops at a
  /// tick at which the good execution lost the tuple, because that is a difference to explain.
  Fact first_of_chain(Fact fact) {
    for (;;) {
      const Derivations::Derived& derived = here_.of(fact);
      if (derived.given || (options_.all && derived.firings.size() != 1)) return fact;
      std::optional<Fact> before;
      for (const Firing* firing : derived.firings) {
        if (!before) before = here_.persisted_from(*derived.graph, *firing);
      }
      if (!before || (good_.holds(*before) && !good_.holds(fact))) return fact;
      left_out_ += derived.firings.size() - 1;
      fact = std::move(*before);
    }
  }

  std::uint32_t present(const Fact& fact) {
    const auto known = present_.find(fact);
    if (known != present_.end()) return known->second;
    std::uint32_t node = 0;
    if (program_.built_in(fact.relation)) {
      node = cause(blame_.fault_behind(fact));
    } else {
      const Fact first = first_of_chain(fact);
      const bool given = here_.of(first).given;
      node = add(
          given ? Kind::given : Kind::goal,
          {fmt::format("{}@{}", text(fact.relation, fact.tuple), ticks_text(first.at, fact.at))});
      about(node, text(fact.relation, fact.tuple), first.at, fact.at);
      if (!given) waiting_.emplace_back(Holding{node, first});
    }
    present_.emplace(fact, node);
    return node;
  }

  std::uint32_t cause(const Fault& fault) {
    const auto [entry, added] = causes_.try_emplace(fault, 0);
    if (!added) return entry->second;
    entry->second = add(Kind::fault, {as_cause(fault, subject_.fspec())});
    const Losses lost = losses(fault);
    LineageNode& node = out_.nodes[entry->second];
    node.fault = to_text(fault, subject_.fspec());
    if (lost.from) node.from = name(*lost.from);
    if (lost.to) node.to = name(*lost.to);
    node.first = node.last = first_tick(fault).tick();
    return entry->second;
  }

  void expand(const Holding& holding) {
    const Derivations::Derived& derived = here_.of(holding.fact);
    if (options_.all) {
      for (const Firing* firing : derived.firings) expand(holding.node, *derived.graph, *firing);
      return;
    }
    left_out_ += derived.firings.size() - 1;
    expand(holding.node, *derived.graph, here_.simplest(derived));
  }

  void expand(std::uint32_t head, const DerivationGraph& graph, const Firing& firing) {
    const auto message = trace::message_of(program_, subject_.fspec(), graph, firing);
    const dedalus::Rule& rule = program_.rule(firing.rule);
    if (rule.carrier == dedalus::Carrier::travel || rule.carrier == dedalus::Carrier::arrive) {
      const Goal& under_way = graph.goals[firing.premises.front()];
      return expand(Holding{head, {under_way.relation, under_way.tuple, under_way.at}});
    }
    std::uint32_t node = 0;
    if (message) {
      node = add(
          Kind::message,
          {fmt::format("message {} → {}", name(message->message.from), name(message->message.to)),
           fmt::format("sent at {}{}", message->sent.tick(), lateness_in_words(message->message))},
          rule_text(firing.rule));
      sent(node, message->message.from, message->message.to, message->sent);
    } else {
      node = add(Kind::rule, {rule.text}, rule_text(firing.rule));
    }
    connect(node, head);
    for (const std::uint32_t premise : firing.premises) {
      for (const std::uint32_t support : ask(graph.goals[premise])) connect(support, node);
    }
    if (rule.carrier == dedalus::Carrier::keep) {
      const Fault* reason = blame_.write_blocker(rule.head, graph.goals[firing.premises.back()]);
      if (reason != nullptr) connect(cause(*reason), node);
    }
    for (const Fact& other : other_values(rule, graph.goals[firing.head])) {
      connect(missing(other), node);
    }
  }

  /// Returns the results of the aggregate for the same group in the good execution that cannot be derived
  /// here. That such a result is missing explains the result here as much as the tuples that hold.
  std::vector<Fact> other_values(const dedalus::Rule& rule, const Goal& head) {
    std::vector<Fact> out;
    const std::optional<Goal> group = group_of(rule, head);
    if (!group) return out;
    for (Fact& fact : good_.matches(*group)) {
      if (gone(fact) && lost_support(good_, here_, fact)) out.push_back(std::move(fact));
    }
    return out;
  }

  [[nodiscard]] std::string name(NodeId node) const {
    return word_or_quoted(subject_.fspec().name(node));
  }

  // Facts that do not hold:

  std::uint32_t absent(const Goal& goal) {
    const std::string goal_text = provenance::goal_text(program_, goal);
    const auto [entry, added] = absent_.try_emplace(goal_text, 0);
    if (!added) return entry->second;
    const WhyNot why = why_not(subject_, here_.execution(), goal);
    const std::uint32_t node = add(Kind::absent, {goal_text, why.text});
    entry->second = node;
    if (goal.wildcards == 0) about(node, text(goal.relation, goal.tuple), goal.at, goal.at);
    if (why.rule) {
      const std::uint32_t box = blocked(*why.rule);
      connect(box, node);
      connect_blockers(box, why.blockers);
    }
    return node;
  }

  /// Adds a node for a rule that does not fire in this execution.
  std::uint32_t blocked(RuleId id) {
    const dedalus::Rule& rule = program_.rule(id);
    const std::uint32_t box = add(Kind::blocked, {rule.text}, rule_text(id));
    out_.nodes[box].sends = rule.kind == dedalus::RuleKind::async;
    return box;
  }

  /// Connects the node of a rule with the tuples that make one of its negated premises false.
  void connect_blockers(std::uint32_t box, const std::vector<Fact>& blockers) {
    for (const Fact& fact : blockers) {
      connect(present(fact), box);
      if (program_.built_in(fact.relation)) out_.nodes[box].observes = true;
    }
  }

  [[nodiscard]] bool gone(const Fact& fact) const {
    return good_.holds(fact) && !here_.holds(fact);
  }

  std::uint32_t missing(const Fact& fact) {
    return missing(Missing{fact.relation, fact.tuple, fact.at, fact.at});
  }

  /// Adds one node for a range of ticks, which is first extended to all ticks through which the good
  /// execution keeps the tuple. Ticks after that of the question do not explain anything, and are left out.
  std::uint32_t missing(Missing range) {
    const auto at = [&](int tick) { return Fact{range.relation, range.tuple, Time(tick)}; };
    for (int t = range.from.tick(); gone(at(t - 1)) && good_.kept(at(t)); --t)
      range.from = Time(t - 1);
    for (Time t = range.to.next();
         t <= last_asked_ && gone(at(t.tick())) && good_.kept(at(t.tick())); t = t.next()) {
      range.to = t;
    }
    const auto [entry, added] =
        missing_.try_emplace({at(range.from.tick()), range.to}, std::uint32_t{0});
    if (!added) return entry->second;
    const std::uint32_t node =
        add(Kind::absent, {fmt::format("no {}@{}", text(range.relation, range.tuple),
                                       ticks_text(range.from, range.to))});
    entry->second = node;
    about(node, text(range.relation, range.tuple), range.from, range.to);
    waiting_.emplace_back(Absence{node, std::move(range)});
    return node;
  }

  /// Adds for each rule that derived the tuple in the good execution what the rule lacks in this one. If a
  /// rule only kept the tuple from tick to tick, the lack of the first firing is added.
  void expand(const Absence& absence) {
    const Missing& m = absence.missing;
    std::map<RuleId, std::uint32_t> boxes;
    // By node of a rule: the facts that the rule lacks.
    std::map<std::uint32_t, std::set<Fact>> lacking;
    for (Time at = m.from; at <= m.to; at = at.next()) {
      const Derivations::Derived& derived = good_.of({m.relation, m.tuple, at});
      for (const Firing* firing : derived.firings) {
        if (at > m.from && good_.persisted_from(*derived.graph, *firing)) continue;
        const auto [box, added] = boxes.try_emplace(firing->rule, 0);
        if (added) {
          box->second = blocked(firing->rule);
          connect(box->second, absence.node);
        }
        bool lacks = false;
        for (const std::uint32_t premise : firing->premises) {
          lacks |= lack(box->second, *derived.graph, *firing, derived.graph->goals[premise],
                        lacking[box->second]);
        }
        if (!lacks) connect_other_values(box->second, *derived.graph, *firing);
      }
    }
    for (const auto& [box, facts] : lacking) connect_missing(box, facts);
  }

  /// Adds one node for each tuple and range of successive ticks. `facts` must be sorted.
  void connect_missing(std::uint32_t box, const std::set<Fact>& facts) {
    for (auto fact = facts.begin(); fact != facts.end();) {
      Missing range{fact->relation, fact->tuple, fact->at, fact->at};
      for (++fact;
           fact != facts.end() && *fact == Fact{range.relation, range.tuple, range.to.next()};
           ++fact) {
        range.to = fact->at;
      }
      connect(missing(std::move(range)), box);
    }
  }

  /// Connects the node with the results for the same group that only this execution has. If an aggregate has
  /// another result, more or fewer tuples were aggregated.
  void connect_other_values(std::uint32_t box, const DerivationGraph& graph, const Firing& firing) {
    const auto group = group_of(program_.rule(firing.rule), graph.goals[firing.head]);
    if (!group) return;
    for (const Fact& value : here_.matches(*group)) {
      if (!good_.holds(value)) connect(present(value), box);
    }
  }

  /// Connects the node with the reason why a premise of the good firing is false here. False if it is true.
  bool lack(std::uint32_t box, const DerivationGraph& graph, const Firing& firing,
            const Goal& premise, std::set<Fact>& missing_facts) {
    if (premise.kind == GoalKind::present) {
      const Fact fact{premise.relation, premise.tuple, premise.at};
      if (here_.holds(fact)) return false;
      missing_facts.insert(fact);
      return true;
    }
    if (premise.kind == GoalKind::absent) {
      const std::vector<Fact> blockers = here_.matches(premise);
      connect_blockers(box, blockers);
      return !blockers.empty();
    }
    const Fault* fault = blame_.lossy_fault(graph, firing, premise);
    if (fault != nullptr) connect(cause(*fault), box);
    return fault != nullptr;
  }

  const Subject& subject_;
  const dedalus::Program& program_;
  Derivations here_;
  Derivations good_;
  Blame blame_;
  ExplainOptions options_;
  Time last_asked_{1};  ///< latest tick of all questions
  Lineage out_;
  std::deque<std::variant<Holding, Absence>> waiting_;
  std::map<Fact, std::uint32_t> present_;
  /// Nodes of missing tuples, by the tuple at its first tick and the last tick.
  std::map<std::pair<Fact, Time>, std::uint32_t> missing_;
  std::map<std::string, std::uint32_t> absent_;
  std::map<Fault, std::uint32_t> causes_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> connected_;
  std::size_t left_out_ = 0;
};

}  // namespace

Lineage explain(const Subject& subject, const Rerun& execution, const Rerun& good,
                const std::vector<Question>& questions, const ExplainOptions& options) {
  return Explainer(subject, execution, good, options).run(questions);
}

}  // namespace ldfi::results
