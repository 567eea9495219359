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

#include "common/prove/certificate/partitions.hpp"
#include "common/prove/certificate/step.hpp"
#include "common/prove/certificate/tick.hpp"

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

class Execution : public Tick {
 public:
  /// `prefix`: of the names of its states; with one, it is the execution without faults.
  Execution(Program& program, const Limits& limits, const Always& claim, std::string prefix,
            const std::function<void()>& check);

  /// One tick, with the facts that are known to arrive at some tick. True if there are more.
  bool run(Common& common);

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
  void comes(const Rule& rule, Value from, const Tuple& head, int literal, Heads& heads) override;
  void stays(int relation, const Tuple& tuple, int literal) override;
  void fails(const Rule& rule, Value from, Value to, int literal) override;
  void saturate(int relation, Tuple& tuple) const override {
    certificate::saturate(claim_.tops, relation, tuple);
  }

  int down(Value node) override { return of(common_->down, node); }
  int paused(Value node) override { return of(common_->paused, node); }
  int restarts(Value node) override { return of(common_->restarts, node); }
  int silent(Value node) override { return of(common_->silent, node); }
  void crashes(Table& to) override;
  int message(const Rule& rule, Value from, Value to) override;
  int dead(Value node, const std::string& of) override { return disk(node, of).dead; }
  int writes_fail(Value node, const std::string& of) override { return disk(node, of).fails; }
  int writes(Value node, const std::string& of) override;
  int failed(Value node, const std::string& of) override { return disk(node, of).failed; }

  void find_read();
  Tuple image(const Fact& fact) const;
  std::string state_name(const Place& fact) const;
  std::string state_name(const Arrival& one) const;
  bool without_faults() const { return !prefix_.empty(); }
  bool is_first(const Place& fact) const;
  int arriving(const Arrival& one);
  std::optional<Value> memory_of(Value node) const;
  std::optional<Value> memory_of(const Rule& rule, Value from, Value to) const;
  void arrive(const Arrival& one, const Clause& ways);
  int of(const std::map<Value, int>& nodes, Value node) const;
  FailingDisk disk(Value node, const std::string& relation) const;
  const Sent& sent(Value from, Value to);
  void delay(const std::string& ends, int gone, Sent& of);
  void remember(int relation);

  const Always& claim_;
  const std::string prefix_;
  std::set<int> copied_;                           ///< volatile relations that a rule copies whole
  std::map<Place, std::set<std::int64_t>> given_;  ///< at which ticks
  std::set<Arrival> facts_;                        ///< that there may be at some tick
  /// By relation and the tick that a rule names: what may have held at it.
  std::map<std::pair<int, std::int64_t>, std::set<Tuple>> past_;

  // The tick in progress.
  Common* common_ = nullptr;
  std::map<std::pair<int, std::int64_t>, Table> before_;
  std::map<Arrival, Clause> leaving_;  ///< and each way in which it does
  int errors_ = Circuit::no;
  std::map<std::optional<Value>, int> next_errors_;
  bool grew_ = false;
};

}  // namespace ldfi::certificate
