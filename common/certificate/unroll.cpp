#include "common/certificate/unroll.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "common/certificate/channels.hpp"
#include "common/certificate/derivation.hpp"
#include "common/certificate/disks.hpp"
#include "common/certificate/outages.hpp"
#include "common/certificate/partitions.hpp"
#include "common/certificate/pauses.hpp"
#include "common/certificate/specifications.hpp"
#include "common/certificate/storage.hpp"

namespace ldfi::certificate {
namespace {

class Unroller : public Derivation {
 public:
  Unroller(Program& program, const Limits& limits, const std::function<void()>& check)
      : Derivation(program, check), limits_(limits) {
    for (const std::string& node : limits.nodes) nodes_.push_back(program.string(node));
    std::ranges::sort(nodes_);
    crash_ = program.relation("crash");
    down_ = program.relation("down");
    restart_ = program.relation("restart");
    ioerror_ = program.relation("ioerror");
    paused_ = program.relation("paused");
    for (const auto& [node, relation] : limits.disks)
      disk_names_.push_back({program.string(node), program.string(relation)});
    pre_ = program.relation(limits.pre);
    post_ = program.relation(limits.post);
    for (const Fact& fact : program.universe) {
      universe_[{fact.relation, fact.tick}].insert(fact.tuple);
    }
    count_ = program.relations.size();
    names_.resize(count_);
    for (const auto& [name, number] : program.relations) names_[index(number)] = name;
  }

  Unrolled run() {
    if (limits_.stop) {
      if (std::ranges::any_of(program_.storage,
                              [](const auto& one) { return one.second == "buffered"; }))
        throw Rejected("buffered relations, where crashes are outages");
      stable_ = stable_relations(program_);
      for (const auto& [node, relation] : limits_.disks) {
        const auto it = program_.relations.find(relation);
        if (it == program_.relations.end() || !stable_.contains(it->second))
          throw Rejected("a disk of what is not stable: " + relation);
      }
      lasting_ = lasting();
    } else {
      faults();
    }
    components_ = components(program_);
    tables_.resize(static_cast<std::size_t>(limits_.eot) + 1);
    const int latest = std::max(limits_.late, limits_.twice == 0 ? 0 : limits_.twice_within);
    std::map<int, std::vector<Heads>> coming;  // by tick
    for (t_ = 1; t_ <= limits_.eot; ++t_) {
      std::vector<Heads> now = std::move(coming[t_]);
      coming.erase(t_);
      now.resize(count_);
      for (const Fact& fact : program_.facts) {
        if (fact.tick == t_) now[index(fact.relation)][fact.tuple].push_back(Circuit::yes);
      }
      tables_[index(t_)].resize(count_);
      built_in();
      for (const Component& component : components_) derive(component, now);
      if (limits_.stop && t_ < limits_.eot) keep(coming[t_ + 1]);
      // At EOT, what is of the next tick is not computed.
      sent_ = false;
      for (late_ = 0; late_ <= latest && t_ + 1 + late_ <= limits_.eot; ++late_) {
        if (late_ > 0 && !sent_) break;
        std::vector<Heads>& then = coming[t_ + 1 + late_];
        then.resize(count_);
        for (const Rule& rule : program_.rules) {
          const bool may = late_ == 0 ? rule.when != When::now : rule.when == When::async;
          if (may) apply(rule, then[index(rule.relation)]);
        }
      }
    }
    limit();
    return std::move(out_);
  }

  [[nodiscard]] const Table& at(int t, int relation) const {
    return tables_[index(t)][index(relation)];
  }
  [[nodiscard]] const Table& last(int relation) const { return at(limits_.eot, relation); }
  int pre_ = 0, post_ = 0;

 private:
  Circuit& circuit() override { return out_.circuit; }
  [[nodiscard]] bool is_node(Value v) const { return std::ranges::binary_search(nodes_, v); }
  const std::string& name(Value v) const {
    return program_.strings[static_cast<std::size_t>(v.number)];
  }
  int crashed(Value node, int t) {
    if (limits_.crashes == 0 || limits_.stop || t < 1 || limits_.survivors.contains(name(node)))
      return Circuit::no;
    return circuit().input(crashed_by(name(node), t));
  }

  void faults() {
    for (const Value node : nodes_) {
      if (limits_.survivors.contains(name(node))) continue;
      for (int t = 1; t < limits_.eot && limits_.crashes > 0; ++t) {
        out_.axioms.push_back({-crashed(node, t), crashed(node, t + 1)});
      }
      if (limits_.crashes > 0) out_.crashed.push_back(crashed(node, limits_.eot));
    }
    const auto most = static_cast<std::size_t>(limits_.crashes) + 1;
    if (limits_.crashes > 0) out_.axioms.push_back({-circuit().at_least(out_.crashed, most)[most]});
  }

  /// How many faults there may be, of what an execution can notice.
  void limit() {
    std::vector<int> late, ticks, twice;
    for (const std::vector<int>& by : out_.late) {
      late.push_back(by.front());
      ticks.insert(ticks.end(), by.begin(), by.end());  // n ticks late: n of them hold
    }
    for (const std::vector<int>& by : out_.twice) twice.push_back(circuit().any(by));
    std::vector<int> all = out_.losses;
    for (const auto* some :
         {&out_.crashed, &out_.outages, &out_.partitions, &out_.pauses, &out_.disks, &late, &twice})
      all.insert(all.end(), some->begin(), some->end());
    const auto limited = [this](const std::vector<int>& these, std::optional<int> most) {
      if (most) out_.at_most(these, static_cast<std::size_t>(*most));
    };
    limited(out_.losses, limits_.losses);
    limited(late, limits_.late_count);
    limited(ticks, limits_.late_budget);
    limited(twice, limits_.twice);
    limited(all, limits_.faults);
  }

  /// What is on a disk stays there while its node is down, or writes fail; and where a node is paused, what
  /// it has and what it is sent waits.
  void keep(std::vector<Heads>& then) {
    then.resize(count_);
    for (const int relation : lasting_) {
      const bool stable = stable_.contains(relation);
      for (const Row& row : tables_[index(t_)][index(relation)].rows()) {
        if (row.tuple.empty() || !is_node(row.tuple[0])) continue;
        const std::string& node = name(row.tuple[0]);
        Clause stands{pauses_.paused(node, t_)};
        int lives = Circuit::yes;
        if (stable) {
          const std::string& of = names_[index(relation)];
          stands.push_back(outages_.down(node, t_));
          stands.push_back(disks_.fails(node, of, t_));
          lives = -disks_.dead(node, of, t_);
        }
        const int kept = circuit().all({row.literal, circuit().any(stands), lives});
        if (kept != Circuit::no) then[index(relation)][row.tuple].push_back(kept);
      }
    }
  }

  /// Stable relations, and those that some rule derives for a later tick, or that are given.
  std::set<int> lasting() const {
    std::set<int> out = stable_;
    if (limits_.pauses == 0) return out;
    for (const Rule& rule : program_.rules) {
      if (!rule.observes && rule.when != When::now) out.insert(rule.relation);
    }
    for (const Fact& fact : program_.facts) {
      if (!fact.observes) out.insert(fact.relation);
    }
    return out;
  }

  /// Whether an outage keeps what a rule derives from the next tick.
  int survives(const Rule& rule, Value from, const Tuple& head) {
    if (!is_node(from)) return rule.when == When::next ? Circuit::yes : Circuit::no;
    const int stops =
        circuit().any({outages_.down(name(from), t_), pauses_.paused(name(from), t_)});
    const int forgets = outages_.down(name(from), t_ + 1);
    if (rule.when == When::next && stable_.contains(rule.relation)) {
      const std::string& of = names_[index(rule.relation)];
      const int lives = -disks_.dead(name(from), of, t_);
      if (copies_table(rule)) return lives;
      return circuit().all({lives, -stops, -disks_.fails(name(from), of, t_)});
    }
    if (rule.when == When::next || head[0] == from) return circuit().all({-stops, -forgets});
    if (!is_node(head[0])) return Circuit::no;
    return circuit().all(
        {-stops, -outages_.mutes(name(from), t_), -outages_.down(name(head[0]), t_ + 1)});
  }

  void built_in_of_outages() {
    for (const Value node : nodes_) {
      for (int s = 1; t_ == 1 && s <= limits_.eot; ++s) {
        const int literal = outages_.crashes(name(node), s);
        for (const Value observer : nodes_)
          if (literal != Circuit::no) add_row(crashes_, {observer, node, {false, s}}, literal);
      }
      const int back = outages_.restarts(name(node), t_);
      if (back != Circuit::no && is_built_in(program_, restart_))
        add_row(tables_[index(t_)][index(restart_)], {node}, back);
      const int paused = pauses_.paused(name(node), t_);
      if (paused != Circuit::no && is_built_in(program_, paused_))
        add_row(tables_[index(t_)][index(paused_)], {node}, paused);
      const int down = outages_.down(name(node), t_);
      if (down != Circuit::no && is_built_in(program_, down_))
        add_row(tables_[index(t_)][index(down_)], {node}, down);
    }
  }

  /// Of writes that failed at the tick before, and of dead disks.
  void built_in_of_disks() {
    if (limits_.silent_disks || !is_built_in(program_, ioerror_, 2)) return;
    for (const Tuple& of : disk_names_) {
      const std::string &node = name(of[0]), &relation = name(of[1]);
      const int literal = circuit().any(
          {disks_.fails(node, relation, t_ - 1), disks_.dead(node, relation, t_ - 1)});
      if (literal != Circuit::no) add_row(tables_[index(t_)][index(ioerror_)], of, literal);
    }
  }

  void built_in() {
    if (limits_.stop) built_in_of_disks();
    if (limits_.stop) return built_in_of_outages();
    if (t_ == 1) {
      for (const Value node : nodes_) {
        for (int s = 1; s <= limits_.eot && limits_.crashes > 0; ++s) {
          const int literal = circuit().all({crashed(node, s), -crashed(node, s - 1)});
          for (const Value observer : nodes_)
            if (literal != Circuit::no) add_row(crashes_, {observer, node, {false, s}}, literal);
        }
      }
    }
    if (!is_built_in(program_, down_)) return;
    for (const Value node : nodes_) {
      if (crashed(node, t_) != Circuit::no)
        add_row(tables_[index(t_)][index(down_)], {node}, crashed(node, t_));
    }
  }

  const Table& table(const Literal& l) const override {
    if (l.relation == crash_) return crashes_;
    return tables_[index(l.tick == 0 ? t_ : static_cast<int>(l.tick))][index(l.relation)];
  }
  void keep(int relation, Table table) override {
    tables_[index(t_)][index(relation)] = std::move(table);
  }
  int has_come(std::int64_t tick) override { return tick <= t_ ? Circuit::yes : Circuit::no; }
  void fails(const Rule&, int literal) override {
    out_.error = circuit().any({out_.error, literal});
  }

  /// What the claimed universe does not have is not followed, but must not hold.
  void leave_out(int relation, Heads& heads) override {
    const auto it = universe_.find({relation, t_});
    if (it == universe_.end()) return;
    for (const auto& [tuple, ways] : heads) {
      if (!it->second.contains(tuple)) out_.escape = circuit().any({out_.escape, ways[0]});
    }
    std::erase_if(heads, [&](const auto& head) { return !it->second.contains(head.first); });
  }

  int arrives(const Rule& rule, Value from, const Tuple& head) override {
    if (rule.when == When::now || rule.observes) return Circuit::yes;
    int kept = Circuit::yes;
    if (limits_.stop) {
      kept = survives(rule, from, head);
      if (rule.when == When::next || head[0] == from || kept == Circuit::no) return kept;
    }
    const int stopped = limits_.halt && is_node(from) ? crashed(from, t_) : Circuit::no;
    if (rule.when == When::next || head[0] == from) {
      if (late_ > 0) return Circuit::no;  // what a node tells itself is never late
      return rule.when == When::async && !is_node(from) ? Circuit::no : -stopped;
    }
    if (!is_node(from) || !is_node(head[0])) return Circuit::no;
    sent_ = true;
    const Channel& channel = channels_.of(name(from), name(head[0]), t_);
    const auto by = [this](const std::vector<int>& each, int ticks) {
      return ticks >= 1 && index(ticks) <= each.size() ? each[index(ticks) - 1] : Circuit::no;
    };
    // The first time it comes in time or late, and perhaps a second time.
    const int first = circuit().all(
        {late_ == 0 ? -channel.lost : by(channel.late, late_), -by(channel.late, late_ + 1)});
    return circuit().all({kept, -crashed(from, t_), -partitions_.cut(name(from), name(head[0]), t_),
                          circuit().any({first, by(channel.twice, late_)})});
  }

  const Limits& limits_;
  Unrolled out_;
  Outages outages_{out_, limits_};
  Partitions partitions_{out_, limits_};
  Pauses pauses_{out_, limits_, outages_};
  Disks disks_{out_, limits_, outages_, pauses_};
  Channels channels_{out_, limits_};
  std::vector<Value> nodes_;
  std::size_t count_ = 0;
  std::vector<std::string> names_;  ///< of relations
  std::vector<Tuple> disk_names_;   ///< of those that may fail: node and relation
  int crash_ = 0, down_ = 0, restart_ = 0, ioerror_ = 0, paused_ = 0;
  std::set<int> stable_;   ///< relations, where crashes are outages
  std::set<int> lasting_;  ///< of which tuples stand still while a node does
  std::vector<Component> components_;
  /// By relation and tick; where there is none, nothing is left out.
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<Tuple>> universe_;
  std::vector<std::vector<Table>> tables_;  ///< by tick and relation
  Table crashes_;
  int t_ = 1;
  bool sent_ = false;  ///< somebody sends something to another node now
  int late_ = 0;       ///< how many ticks later what a rule derives comes to hold
};

/// With a `post` alone, what the failure-free run has in it is promised.
void judge_invariant(const Program& program, const Unroller& good, const Unroller& unroller,
                     Unrolled& out) {
  Judged& judged = out.judged.back();
  out.has_pre = in_protocol(program, unroller.pre_);
  const Table& pre = out.has_pre ? unroller.last(unroller.pre_) : good.last(unroller.post_);
  judged.promises = !(out.has_pre ? good.last(unroller.pre_) : pre).rows().empty();
  Clause violations;
  for (const Row& row : pre.rows()) {
    Clause body{row.literal};
    for (const Row& kept : unroller.last(unroller.post_).rows()) {
      if (kept.tuple == row.tuple) body.push_back(-kept.literal);
    }
    violations.push_back(out.circuit.all(body));
  }
  judged.violated = out.circuit.any(violations);
}

/// Something is in its relation at a tick at which it is judged.
Judged judged(const Specification& one, int relation, int eot, const Unroller& unroller,
              Unrolled& out) {
  Judged judged{one.name, one.severity + " finally", Circuit::no, true};
  std::int64_t first = eot;
  if (one.after) {
    first = *one.after < eot ? *one.after + 1 : eot + 1;
    judged.when =
        one.severity + (*one.after == 0 ? " always" : " after " + std::to_string(*one.after));
  }
  judged.promises = first <= eot;
  Clause violations;
  for (auto t = static_cast<int>(first); t <= eot; ++t) {
    for (const Row& row : unroller.at(t, relation).rows()) violations.push_back(row.literal);
  }
  judged.violated = out.circuit.any(violations);
  return judged;
}

}  // namespace

Unrolled unroll(Program& program, const Limits& limits, const std::function<void()>& check) {
  require_observers(program, limits.pre, limits.post);
  Limits none = limits;
  none.last_loss = none.crashes = none.restarts = none.partitions = none.late = none.twice = 0;
  none.failed_writes = none.dead_disks = none.pauses = 0;
  Unroller good(program, none, check);
  good.run();
  Unroller unroller(program, limits, check);
  Unrolled out = unroller.run();
  if (in_protocol(program, unroller.post_)) {
    out.judged.push_back({invariant, "", Circuit::no, false});
    judge_invariant(program, good, unroller, out);
  } else if (program.specifications.empty()) {
    throw Rejected("the program has no " + limits.post);
  }
  for (const Specification& one : program.specifications) {
    if (check) check();
    out.judged.push_back(judged(one, program.relation(one.name), limits.eot, unroller, out));
  }
  return out;
}

}  // namespace ldfi::certificate
