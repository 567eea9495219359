// One tick of one execution for a claim about every EOT: with the faults of the claim, or without any.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/certificate/derivation.hpp"
#include "common/certificate/step.hpp"

namespace ldfi::certificate {

/// What the executions with faults and without any have in common.
struct Common {
  Circuit circuit;
  std::map<std::string, State> states;
  const Known& known;
  std::vector<int> ticks{Circuit::no};  ///< by tick: whether it is now
  int calm = Circuit::yes;              ///< no message is lost at this tick
  std::map<Value, int> crashed;         ///< by now
  std::map<Value, int> crashes;         ///< by EOT

  /// Whether this part of the state holds.
  int holds(const std::string& name, bool first);
  int has_come(std::int64_t tick);
};

/// Whether the program has rules or facts of it.
bool derives(const Program& program, int relation);

class Execution : public Derivation {
 public:
  /// `prefix`: of the names of its states; with one, it is the execution without faults.
  Execution(const Program& program, const Limits& limits, const Always& claim, std::string prefix,
            const std::function<void()>& check);

  /// One tick, with the facts that are known to arrive at some tick. True if there are more.
  bool run(Common& common);

  [[nodiscard]] const Table& now(int relation) const { return tables_[index(relation)]; }
  /// Arithmetic fails at this tick; of what is of the next tick, unless this is EOT.
  [[nodiscard]] int errors() const { return errors_; }
  [[nodiscard]] int next_errors() const { return next_errors_; }

 private:
  using Place = std::pair<int, Tuple>;

  Circuit& circuit() override { return common_->circuit; }
  const Table& table(const Literal& l) const override;
  void keep(int relation, Table table) override;
  int has_come(std::int64_t tick) override { return common_->has_come(tick); }
  int arrives(const Rule& rule, Value from, const Tuple& head) override;
  void fails(const Rule& rule, int literal) override;
  void saturate(int relation, Tuple& tuple) const override {
    certificate::saturate(claim_.tops, relation, tuple);
  }

  Tuple image(const Fact& fact) const;
  std::string name(const Place& fact) const;
  bool without_faults() const { return !prefix_.empty(); }
  int arriving(const Place& fact);
  void arrive(const Place& fact, const Clause& ways);
  void built_in();
  void remember(int relation);

  const Limits& limits_;
  const Always& claim_;
  const std::string prefix_;
  const int crash_, down_;
  const std::vector<Component> components_;
  std::vector<std::string> names_;                 ///< of relations
  std::map<Place, std::set<std::int64_t>> given_;  ///< at which ticks
  std::set<Place> facts_;                          ///< that may arrive at some tick
  /// By relation and the tick that a rule names: what may have held at it.
  std::map<std::pair<int, std::int64_t>, std::set<Tuple>> past_;

  // The tick in progress.
  Common* common_ = nullptr;
  std::vector<Table> tables_;
  std::map<std::pair<int, std::int64_t>, Table> before_;
  Table crash_table_;
  int errors_ = Circuit::no, next_errors_ = Circuit::no;
  bool grew_ = false;
};

}  // namespace ldfi::certificate
