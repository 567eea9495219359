// One tick of one execution for a claim about every EOT: with the faults of the claim, or without any.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/certificate/derivation.hpp"
#include "common/certificate/partitions.hpp"
#include "common/certificate/step.hpp"

namespace ldfi::certificate {

/// What one node sends another now; late by 1, 2, … ticks, or coming again so much later.
struct Sent {
  int lost = Circuit::no;
  std::vector<int> late, twice;
};

/// The disk of a stable relation at a node.
struct FailingDisk {
  int dead = Circuit::no;    ///< from now on
  int fails = Circuit::no;   ///< writes do
  int failed = Circuit::no;  ///< they did at the tick before, or it was dead, and rules are told
};

/// What the executions with faults and without any have in common. Who is not in one of the maps of nodes has no such fault.
struct Common {
  Common(const Known& what, const std::set<Value>& all) : known(what), nodes(all) {}

  Circuit circuit;
  std::vector<Clause> axioms;  ///< what all faults of a tick fulfil
  std::map<std::string, State> states;
  const Known& known;
  const std::set<Value>& nodes;
  std::vector<int> ticks{Circuit::no};  ///< by tick: whether it is now
  int calm = Circuit::yes;    ///< no message is lost at this tick, and who will go on runs
  std::map<Value, int> down;  ///< or, where crashes are no outages, crashed by now
  std::map<Value, int> paused;
  std::map<Value, int> restarts;          ///< it is back at this tick
  std::map<Value, int> silent;            ///< it sends nothing
  std::map<Value, int> crashes;           ///< by EOT, for good
  std::vector<std::pair<Cut, int>> cuts;  ///< by number
  std::map<std::pair<Value, Value>, Sent> sent;
  std::map<std::pair<Value, std::string>, FailingDisk> disks;  ///< by node and relation

  /// Whether this part of the state holds.
  int holds(const std::string& name, bool first);
  int has_come(std::int64_t tick);
};

/// Whether the program has rules or facts of it.
bool derives(const Program& program, int relation);
/// Whether the node may be down or have crashed, restart, be paused.
bool may_be_down(const Limits& limits, const std::string& node);
bool may_restart(const Limits& limits, const std::string& node);
bool may_pause(const Limits& limits, const std::string& node);

class Execution : public Derivation {
 public:
  /// `prefix`: of the names of its states; with one, it is the execution without faults.
  Execution(const Program& program, const Limits& limits, const Always& claim, std::string prefix,
            const std::function<void()>& check);

  /// One tick, with the facts that are known to arrive at some tick. True if there are more.
  bool run(Common& common);

  [[nodiscard]] const Table& now(int relation) const { return tables_[index(relation)]; }
  /// Arithmetic fails at this tick; of what is of the next tick, unless this is EOT, or the node is down then.
  [[nodiscard]] int errors() const { return errors_; }
  [[nodiscard]] const std::map<std::optional<Value>, int>& next_errors() const {
    return next_errors_;
  }

 private:
  using Place = std::pair<int, Tuple>;
  /// What holds at the next tick, or so many ticks later. What is in memory, or is sent, does so unless this node is
  /// down then.
  struct Arrival {
    Place fact;
    std::optional<Value> memory{};
    int late = 0;
    auto operator<=>(const Arrival&) const = default;
  };

  Circuit& circuit() override { return common_->circuit; }
  const Table& table(const Literal& l) const override;
  void keep(int relation, Table table) override;
  int has_come(std::int64_t tick) override { return common_->has_come(tick); }
  int arrives(const Rule& rule, Value from, const Tuple& head) override;
  void comes(const Rule& rule, Value from, const Tuple& head, int literal, Heads& heads) override;
  void fails(const Rule& rule, Value from, Value to, int literal) override;
  void saturate(int relation, Tuple& tuple) const override {
    certificate::saturate(claim_.tops, relation, tuple);
  }

  void find_lasting();
  Tuple image(const Fact& fact) const;
  std::string name(const Place& fact) const;
  std::string name(const Arrival& one) const;
  const std::string& text(Value node) const {
    return program_.strings[static_cast<std::size_t>(node.number)];
  }
  bool is_node(Value v) const { return common_->nodes.contains(v); }
  bool without_faults() const { return !prefix_.empty(); }
  bool is_first(const Place& fact) const;
  int arriving(const Arrival& one);
  void stand();
  std::optional<Value> memory_of(Value node) const;
  std::optional<Value> memory_of(const Rule& rule, Value from, Value to) const;
  void arrive(const Arrival& one, const Clause& ways);
  int of(const std::map<Value, int>& nodes, Value node) const;
  int stands_still(Value node);
  FailingDisk disk(Value node, int relation) const;
  static int told_of(const Rule& rule);
  static Value receiver(const Rule& rule, const Tuple& head);
  int message(Value from, Value to);
  const Sent& sent(Value from, Value to);
  void delay(const std::string& ends, int gone, Sent& of);
  void built_in();
  void remember(int relation);

  const Limits& limits_;
  const Always& claim_;
  const std::string prefix_;
  const int crash_, down_, restart_, paused_, ioerror_;
  const std::vector<Component> components_;
  std::set<int> stable_;            ///< relations, where crashes are outages
  std::set<int> lasting_;           ///< of which tuples stand still while a node does
  std::set<int> copied_;            ///< volatile ones, whole
  std::vector<std::string> names_;  ///< of relations
  std::map<Place, std::set<std::int64_t>> given_;  ///< at which ticks
  std::set<Arrival> facts_;                        ///< that there may be at some tick
  /// By relation and the tick that a rule names: what may have held at it.
  std::map<std::pair<int, std::int64_t>, std::set<Tuple>> past_;

  // The tick in progress.
  Common* common_ = nullptr;
  std::vector<Table> tables_;
  std::map<std::pair<int, std::int64_t>, Table> before_;
  Table crash_table_;
  std::map<Arrival, Clause> leaving_;  ///< and each way in which it does
  int late_ = 0;                       ///< how many ticks later what rules send now arrives
  int errors_ = Circuit::no;
  std::map<std::optional<Value>, int> next_errors_;
  bool grew_ = false;
};

}  // namespace ldfi::certificate
