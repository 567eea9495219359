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

#include "common/prove/certificate/step.hpp"
#include "common/prove/certificate/tick.hpp"

namespace ldfi::certificate {

/// The circuit of one tick, which stands for each tick: what the execution with faults and the one without any share.
class AnyTick : public Wires {
 public:
  explicit AnyTick(const Known& what) : known(what) {}

  int choose(const std::string& name) override { return circuit.input(name); }
  int before(const std::string& name) override { return holds(name, false); }
  void after(const std::string& name, int literal) override { states[name].next = literal; }
  /// Each number of events is a part of the state. Throws Rejected if `most` is too large.
  void limit(const std::string& what, std::optional<int> most,
             const std::vector<int>& events) override;

  /// Whether this part of the state holds.
  int holds(const std::string& name, bool first);
  /// This is the tick `first` or a later one.
  int has_come(std::int64_t first);

  std::map<std::string, State> states;
  const Known& known;
  std::vector<int> ticks{Circuit::no};  ///< by tick: whether it is now
  std::map<Value, int> crashes;         ///< nodes that crash by EOT, for good
};

/// Whether the program has rules or facts of it.
bool derives(const Program& program, int relation);

class Execution : public Tick {
 public:
  /// `prefix`: of the names of its states; with one, it is the execution without faults.
  Execution(Program& program, const Limits& limits, const Always& claim, std::string prefix,
            const std::function<void()>& check);

  /// One tick, with the facts that are known to arrive at some tick. True if there are more. `faults` is null in the
  /// execution without faults.
  bool run(AnyTick& any, TickFaults* faults);

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

  Circuit& circuit() override { return any_->circuit; }
  const Table& table(const Literal& l) const override;
  void keep(int relation, Table table) override;
  int has_come(std::int64_t tick) override { return any_->has_come(tick); }
  void comes(const Rule& rule, Value from, const Tuple& head, int literal, Heads& heads) override;
  void stays(int relation, const Tuple& tuple, int literal) override;
  void fails(const Rule& rule, Value from, Value to, int literal) override;
  void saturate(int relation, Tuple& tuple) const override {
    certificate::saturate(claim_.tops, relation, tuple);
  }

  void crashes(Table& to) override;

  void find_read();
  Tuple image(const Fact& fact) const;
  std::string state_name(const Place& fact) const;
  std::string state_name(const Arrival& one) const;
  bool is_first(const Place& fact) const;
  int arriving(const Arrival& one);
  std::optional<Value> memory_of(Value node) const;
  std::optional<Value> memory_of(const Rule& rule, Value from, Value to) const;
  void arrive(const Arrival& one, const Clause& ways);
  void remember(int relation);

  const Always& claim_;
  const std::string prefix_;
  std::set<int> copied_;                           ///< volatile relations that a rule copies whole
  std::map<Place, std::set<std::int64_t>> given_;  ///< at which ticks
  std::set<Arrival> facts_;                        ///< that there may be at some tick
  /// By relation and the tick that a rule names: what may have held at it.
  std::map<std::pair<int, std::int64_t>, std::set<Tuple>> past_;

  // The tick in progress.
  AnyTick* any_ = nullptr;
  std::map<std::pair<int, std::int64_t>, Table> before_;
  std::map<Arrival, Clause> leaving_;  ///< and each way in which it does
  int errors_ = Circuit::no;
  std::map<std::optional<Value>, int> next_errors_;
  bool grew_ = false;
};

}  // namespace ldfi::certificate
