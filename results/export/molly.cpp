// Writes files in the format of Molly, a published prototype. There, the last column of each tuple
// is the time. A message that never arrives has the time 99999.
#include <fmt/core.h>

#include "common/base/errors.hpp"
#include "common/dedalus/provenance/graph.hpp"
#include "common/dedalus/trace/ticks.hpp"
#include "results/export/files.hpp"
#include "results/json/values.hpp"
#include "results/views/lineage/dot.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {
namespace {

using provenance::DerivationGraph;
using provenance::Goal;
using provenance::GoalKind;

constexpr int never = 99999;

class Run {
 public:
  Run(const Subject& subject, const Rerun& execution, std::size_t iteration)
      : subject_(subject),
        program_(subject.program()),
        fspec_(subject.fspec()),
        execution_(execution),
        iteration_(iteration),
        ticks_(trace::ticks_of(program_, fspec_, execution.faults, *execution.model)) {}

  [[nodiscard]] Json json() const {
    return {{"iteration", iteration_},
            {"status", execution_.judgement.holds() ? "success" : "failure"},
            {"failureSpec", failure_spec()},
            {"model", {{"tables", tables()}}},
            {"messages", messages()}};
  }

  [[nodiscard]] std::string provenance(std::optional<RelationId> relation) const {
    std::vector<provenance::Root> roots;
    if (relation) {
      const Time eot(fspec_.eot());
      for (auto& tuple : execution_.model->tuples(*relation, eot)) {
        roots.push_back({*relation, std::move(tuple), eot});
      }
    }
    const auto graph =
        provenance::derive(program_, fspec_, execution_.faults, *execution_.model, roots);
    return dump(graph_json(graph)) + "\n";
  }

  /// Returns a graph with a node for each process and tick, and an edge for each step and message.
  [[nodiscard]] std::string spacetime() const {
    std::string out = "digraph spacetime {\n  rankdir=TB;\n  splines=line;\n";
    for (std::size_t n = 0; n < fspec_.node_count(); ++n) {
      for (int t = 1; t <= fspec_.eot(); ++t) {
        const bool up = execution_.faults.state_of(NodeId(n), Time(t)) == NodeState::up;
        out += fmt::format("  node_{}_{} [label={}{}];\n", n, t,
                           dot_quoted(fmt::format("{}@{}", fspec_.nodes()[n], t)),
                           up ? "" : " style=dashed color=red");
        if (t > 1) {
          out += fmt::format("  node_{}_{} -> node_{}_{} [dir=none];\n", n, t - 1, n, t);
        }
      }
    }
    for (const Tick& tick : ticks_) {
      for (const Message& m : tick.arrived) out += edge(m, tick.tick, false);
      for (const Message& m : tick.lost) out += edge(m, tick.tick, true);
    }
    return out + "}\n";
  }

 private:
  [[nodiscard]] std::string edge(const Message& m, int sent, bool lost) const {
    return fmt::format("  node_{}_{} -> node_{}_{} [label={}{}];\n", m.from.index(), sent,
                       m.to.index(), sent + 1 + m.late, dot_quoted(m.type),
                       lost ? " style=dashed color=red" : "");
  }

  [[nodiscard]] Json json_of(const Partition& p) const {
    Json side = Json::array();
    for (std::size_t n = 0; n < p.cut.side.end(); ++n) {
      if (p.cut.side.contains(NodeId(n))) side.push_back(fspec_.name(NodeId(n)));
    }
    Json out{{"side", side}, {"from", p.from.tick()}, {"until", p.until.tick()}};
    if (p.cut.way != Way::both) out["way"] = p.cut.way == Way::out ? "out" : "in";
    return out;
  }
  [[nodiscard]] Json json_of(const Pause& p) const {
    return {{"node", fspec_.name(p.node)}, {"from", p.from.tick()}, {"back", p.back.tick()}};
  }
  [[nodiscard]] Json json_of(const FailedWrite& w) const {
    return {{"node", fspec_.name(w.node)},
            {"relation", fspec_.name(w.relation)},
            {"from", w.at.tick()},
            {"until", w.until.tick()}};
  }
  template <class Kind>
  [[nodiscard]] Json json_of(const Kind& one) const {
    if constexpr (Kind::place == Place::disk) {
      return {{"node", fspec_.name(one.node)},
              {"relation", fspec_.name(one.relation)},
              {"time", one.at.tick()}};
    } else {
      static_assert(Kind::place == Place::message, "other places have functions of their own");
      Json out{
          {"from", fspec_.name(one.from)}, {"to", fspec_.name(one.to)}, {"time", one.sent.tick()}};
      if constexpr (Kind::span == Span::length) {
        out["ticks"] = one.late;
        if (one.relation != no_relation) out["relation"] = fspec_.name(one.relation);
      }
      return out;
    }
  }

  /// Converts words to the name of a list of faults: `failed writes` to `failedWrites`.
  [[nodiscard]] static std::string list_name(std::string_view words) {
    std::string out;
    bool begins = false;
    for (const char c : words) {
      const bool between = c == ' ' || c == '-';
      if (!between) out += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      begins = between;
    }
    return out;
  }

  [[nodiscard]] Json failure_spec() const {
    Json crashes = Json::array();
    for (const Fault& fault : execution_.faults) {
      const auto node = crashed_node(fault);
      if (!node) continue;
      Json one{{"node", fspec_.name(*node)}, {"time", first_tick(fault).tick()}};
      const auto fact = fact_of(fault);
      if (fact && fact->kind == FaultFact::Kind::restart) one["restart"] = fact->at.tick();
      if (fspec_.crash_model() == CrashModel::stop) {
        one["works"] = state_of(fault, *node, first_tick(fault)) == NodeState::up;
      }
      crashes.push_back(std::move(one));
    }
    Json omissions = Json::array();
    for (const Omission& one : execution_.faults.all<Omission>()) omissions.push_back(json_of(one));
    Json out{{"eot", fspec_.eot()},     {"eff", fspec_.eff()}, {"maxCrashes", fspec_.crashes()},
             {"nodes", fspec_.nodes()}, {"crashes", crashes},  {"omissions", omissions}};
    each_kind([&]<class Kind>(Kind*) {
      if constexpr (!is_any_of<Kind, Omission, Crash, Outage>) {
        const std::string name = list_name(Kind::number.many);
        for (const Kind& one : execution_.faults.all<Kind>()) out[name].push_back(json_of(one));
      }
    });
    return out;
  }

  [[nodiscard]] std::string column(RelationId relation, const eval::Tuple& tuple,
                                   std::size_t c) const {
    return program_.relation(relation).columns[c] == dedalus::ColumnType::integer
               ? std::to_string(tuple[c])
               : program_.symbols.text(tuple[c]);
  }

  [[nodiscard]] Json tables() const {
    Json out = Json::object();
    for (std::size_t r = 0; r < program_.relations.size(); ++r) {
      const RelationId relation(r);
      Json rows = Json::array();
      for (Time t(1); t.tick() <= fspec_.eot(); t = t.next()) {
        for (const auto& tuple : execution_.model->tuples(relation, t)) {
          Json row = Json::array();
          for (std::size_t c = 0; c < tuple.size(); ++c) {
            row.push_back(column(relation, tuple, c));
          }
          row.push_back(std::to_string(t.tick()));
          rows.push_back(std::move(row));
        }
      }
      out[program_.relations[r].name] = std::move(rows);
    }
    return out;
  }

  [[nodiscard]] Json messages() const {
    Json out = Json::array();
    const auto add = [&](const Message& m, int sent, int received) {
      out.push_back({{"table", m.type},
                     {"from", fspec_.name(m.from)},
                     {"to", fspec_.name(m.to)},
                     {"sendTime", sent},
                     {"receiveTime", received}});
    };
    for (const Tick& tick : ticks_) {
      for (const Message& m : tick.arrived) add(m, tick.tick, tick.tick + 1 + m.late);
      for (const Message& m : tick.lost) add(m, tick.tick, never);
    }
    return out;
  }

  /// Returns the label of a tuple, such as `log(b, data, 4)`. The label of a clock tuple has the
  /// tick of sending. If the clock tuple is about a message, the label also has the tick of
  /// arrival.
  [[nodiscard]] std::string label(const Goal& goal, bool message) const {
    std::string out;
    if (goal.kind == GoalKind::clock) {
      const bool integers = goal.wildcards != 0;
      for (const auto value : goal.tuple) {
        out += (integers ? std::to_string(value) : program_.symbols.text(value)) + ", ";
      }
      return fmt::format("clock({}{}, {})", out, goal.at.tick(),
                         message ? std::to_string(goal.at.tick() + 1) : "__WILDCARD__");
    }
    for (std::size_t c = 0; c < goal.tuple.size(); ++c) {
      out += column(goal.relation, goal.tuple, c) + ", ";
    }
    return fmt::format("{}({}{})", program_.relation(goal.relation).name, out, goal.at.tick());
  }

  static std::string type_name(dedalus::RuleKind kind) {
    if (kind == dedalus::RuleKind::async) return "async";
    return kind == dedalus::RuleKind::inductive ? "next" : "";
  }

  [[nodiscard]] Json graph_json(const DerivationGraph& graph) const {
    std::vector<bool> async(graph.goals.size(), false);
    Json rules = Json::array();
    Json edges = Json::array();
    for (std::size_t i = 0; i < graph.firings.size(); ++i) {
      const provenance::Firing& firing = graph.firings[i];
      const dedalus::Rule& rule = program_.rule(firing.rule);
      const std::string& table = program_.relation(rule.head).name;
      const std::string id = fmt::format("rule{}", i);
      rules.push_back(
          {{"id", id}, {"label", table}, {"table", table}, {"type", type_name(rule.kind)}});
      edges.push_back({{"from", fmt::format("goal{}", firing.head)}, {"to", id}});
      for (const std::uint32_t premise : firing.premises) {
        if (graph.goals[premise].kind == GoalKind::absent) continue;
        if (rule.kind == dedalus::RuleKind::async) async[premise] = true;
        edges.push_back({{"from", id}, {"to", fmt::format("goal{}", premise)}});
      }
    }
    Json goals = Json::array();
    for (std::size_t i = 0; i < graph.goals.size(); ++i) {
      const Goal& goal = graph.goals[i];
      if (goal.kind == GoalKind::absent) continue;
      goals.push_back(
          {{"id", fmt::format("goal{}", i)},
           {"label", label(goal, async[i])},
           {"table",
            goal.kind == GoalKind::clock ? "clock" : program_.relation(goal.relation).name},
           {"time", std::to_string(goal.at.tick())}});
    }
    return {{"goals", goals}, {"rules", rules}, {"edges", edges}};
  }

  const Subject& subject_;
  const dedalus::Program& program_;
  const Fspec& fspec_;
  const Rerun& execution_;
  std::size_t iteration_;
  std::vector<Tick> ticks_;
};

/// Returns the fault sets to export: first the empty one, for the failure-free run, and then those
/// of the executions. If the file has no executions, uses the counterexamples instead.
std::vector<FaultSet> fault_sets(const Cell& cell) {
  std::vector<FaultSet> out{{}};
  for (const Execution& row : cell.executions) {
    if (!row.faults.empty()) out.push_back(row.faults);
  }
  if (cell.executions.empty()) {
    for (const Falsifier& row : cell.falsifiers) {
      if (!row.faults.empty()) out.push_back(row.faults);
    }
  }
  return out;
}

}  // namespace

std::vector<ExportFile> to_molly(const RunRecord& run, std::size_t cell, std::size_t max_runs) {
  const Subject subject(run, run.cells[cell]);
  const auto sets = fault_sets(run.cells[cell]);
  if (sets.size() > max_runs) {
    throw UsageError(fmt::format("--molly: {} executions are more than {} files can hold well",
                                 sets.size(), max_runs));
  }
  std::vector<ExportFile> files{{"runs.json", ""}};
  Json runs = Json::array();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const Rerun execution = subject.execute(sets[i]);
    const Run one(subject, execution, i);
    runs.push_back(one.json());
    files.push_back(
        {fmt::format("run_{}_pre_provenance.json", i), one.provenance(subject.program().pre)});
    files.push_back(
        {fmt::format("run_{}_post_provenance.json", i), one.provenance(subject.program().post)});
    files.push_back({fmt::format("run_{}_spacetime.dot", i), one.spacetime()});
  }
  files[0].text = dump(runs) + "\n";
  return files;
}

}  // namespace ldfi::results
