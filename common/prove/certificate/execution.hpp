// One tick of an execution as a circuit, for a claim that is about every EOT (last tick of an
// execution). The execution has the faults that the claim allows, or none.
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

/// The circuit of one tick, which stands for every tick. The execution with faults and the
/// failure-free execution share this circuit.
class AnyTick : public Wires {
 public:
  explicit AnyTick(const Known& what) : known(what) {}

  int choose(const std::string& name) override { return circuit.input(name); }
  int before(const std::string& name) override { return holds(name, false); }
  void after(const std::string& name, int literal) override { states[name].next = literal; }
  /// Counts the events of all ticks up to now in the state, and requires that their number is at
  /// most `most`. Throws Rejected if `most` is too large.
  void limit(const std::string& what, std::optional<int> most,
             const std::vector<int>& events) override;

  /// Returns the literal which says that the part `name` of the state is true at the beginning of
  /// the tick. `first` is the value of this part at tick 1.
  int holds(const std::string& name, bool first);
  /// Returns the literal which says that the tick of the circuit is `first` or later.
  int has_come(std::int64_t first);

  std::map<std::string, State> states;
  const Known& known;
  /// For each number of a tick, the literal which says that the circuit's tick has this number.
  std::vector<int> ticks{Circuit::no};
  /// For each node that may crash, the literal which says that it crashes for good by EOT.
  std::map<Value, int> crashes;
};

/// Returns true if the program has rules or facts for the relation.
bool derives(const Program& program, int relation);

class Execution : public Tick {
 public:
  /// `prefix` begins the names of this execution's states. It is empty for the execution with
  /// faults, and not empty for the failure-free execution.
  Execution(Program& program, const Limits& limits, const Always& claim, std::string prefix,
            const std::function<void()>& check);

  /// Runs one tick with all facts that are known to arrive at some tick. Returns true if the run
  /// found further facts. Then the caller must run the tick again, because the further facts may
  /// also arrive. `faults` is null in the failure-free execution.
  bool run(AnyTick& any, TickFaults* faults);

  /// Returns the literal which says that arithmetic fails at this tick. next_errors() has the
  /// failures of rules for the next tick, by the node that evaluates the rule. Those failures do
  /// not count if this tick is EOT, or if the node is down at the next tick.
  [[nodiscard]] int errors() const { return errors_; }
  [[nodiscard]] const std::map<std::optional<Value>, int>& next_errors() const {
    return next_errors_;
  }

 private:
  using Place = std::pair<int, Tuple>;
  /// A fact that holds at the next tick, or `late` ticks after that. `memory` is the node whose
  /// memory holds the fact until then; the fact is lost if this node is down. Nullopt if the fact
  /// cannot be lost.
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
  std::set<int> copied_;  ///< volatile relations whose tuples all are kept by some rule
  /// For each fact of the program's text, the ticks at which it is given.
  std::map<Place, std::set<std::int64_t>> given_;
  /// Facts that may arrive at some tick, as far as earlier calls of run() have found them.
  std::set<Arrival> facts_;
  /// For each relation and tick that a rule names, the tuples that may hold at that tick.
  std::map<std::pair<int, std::int64_t>, std::set<Tuple>> past_;

  // The members below belong to the present run().
  AnyTick* any_ = nullptr;
  std::map<std::pair<int, std::int64_t>, Table> before_;
  /// For each fact that holds at a later tick, one literal for each way in which it is derived.
  std::map<Arrival, Clause> leaving_;
  int errors_ = Circuit::no;
  std::map<std::optional<Value>, int> next_errors_;
  bool grew_ = false;
};

}  // namespace ldfi::certificate
