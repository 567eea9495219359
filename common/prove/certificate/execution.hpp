// One tick of one execution in a claim about every EOT. The execution has the faults of the claim,
// or none.
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

/// The circuit of one tick, which stands for every tick. Two executions share the circuit: the one
/// with faults and the one without.
class AnyTick : public Wires {
 public:
  explicit AnyTick(const Known& what) : known(what) {}

  int choose(const std::string& name) override { return circuit.input(name); }
  int before(const std::string& name) override { return holds(name, false); }
  void after(const std::string& name, int literal) override { states[name].next = literal; }
  /// Makes the number of events so far a part of the state, so that it stays below `most`. Throws
  /// Rejected if `most` is too large.
  void limit(const std::string& what, std::optional<int> most,
             const std::vector<int>& events) override;

  /// Returns the literal which says that this part of the state is true. `first` is its value at
  /// tick 1.
  int holds(const std::string& name, bool first);
  /// Returns the literal which says that this tick is `first` or later.
  int has_come(std::int64_t first);

  std::map<std::string, State> states;
  const Known& known;
  /// For each tick, the literal which says that this tick is now.
  std::vector<int> ticks{Circuit::no};
  /// For each node that may crash, the literal which says that it crashes for good by EOT.
  std::map<Value, int> crashes;
};

/// Returns true if the program has rules or facts of the relation.
bool derives(const Program& program, int relation);

class Execution : public Tick {
 public:
  /// The names of this execution's states begin with `prefix`, which is empty for the execution
  /// with faults and not empty for the other one.
  Execution(Program& program, const Limits& limits, const Always& claim, std::string prefix,
            const std::function<void()>& check);

  /// Runs one tick with the facts that are known to arrive at some tick. Returns true if further
  /// facts were found, so that it must run again. `faults` is null in the execution without faults.
  bool run(AnyTick& any, TickFaults* faults);

  /// Returns the literal which says that arithmetic fails at this tick. next_errors() has the
  /// failures in heads for the next tick. They count unless this tick is EOT or the node is down at
  /// the next tick.
  [[nodiscard]] int errors() const { return errors_; }
  [[nodiscard]] const std::map<std::optional<Value>, int>& next_errors() const {
    return next_errors_;
  }

 private:
  using Place = std::pair<int, Tuple>;
  /// A fact that holds at the next tick, or `late` ticks later. `memory` is the node in whose
  /// memory the fact is, or will be; the fact is lost if this node is down then. Nullopt if the
  /// fact cannot be lost.
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
  std::set<int> copied_;  ///< volatile relations that some rule copies as a whole
  std::map<Place, std::set<std::int64_t>> given_;  ///< for each given fact, its ticks
  std::set<Arrival> facts_;  ///< facts that may arrive at some tick, as far as they are known
  /// For each relation and tick that a rule names, the tuples that may hold at that tick.
  std::map<std::pair<int, std::int64_t>, std::set<Tuple>> past_;

  // The members below belong to the present run().
  AnyTick* any_ = nullptr;
  std::map<std::pair<int, std::int64_t>, Table> before_;
  /// For each fact that is passed to later ticks, one literal for each way in which it is derived.
  std::map<Arrival, Clause> leaving_;
  int errors_ = Circuit::no;
  std::map<std::optional<Value>, int> next_errors_;
  bool grew_ = false;
};

}  // namespace ldfi::certificate
